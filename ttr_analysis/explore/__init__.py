"""Explorers for notebooks: controls, a figure, errors under the controls.

Controls that need no new games change the figure at once; all others wait for *Run*.
"""

from ttr_analysis import _make_room

_make_room(__name__)
