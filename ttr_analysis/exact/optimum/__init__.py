"""Exact optima for one player alone on the board: networks for a set of tickets, and for a number of trains."""

from ttr_analysis import _make_room

_make_room(__name__)
