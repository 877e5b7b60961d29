"""The strategies, one per file; see :mod:`ttr_analysis.strategies.base`."""

from ttr_analysis import _make_room

_make_room(__name__)
