"""Exact answers without simulation: odds, paths, best networks."""

from ttr_analysis import _make_room

_make_room(__name__)
