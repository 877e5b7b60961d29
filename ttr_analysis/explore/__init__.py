"""Explorers for notebooks: controls, a figure, errors under the controls.

Controls that need no new games change the figure at once; all others wait for *Run*.
"""

from importlib.util import find_spec

from ttr_analysis import _make_room

if find_spec("ipywidgets") is None:
    raise ImportError("explorers need ipywidgets: pip install ttr-analysis[notebooks]")

_make_room(__name__)
