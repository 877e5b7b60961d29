"""Tournaments: strategies against each other with common random numbers, rated with intervals."""

from ttr_analysis import _make_room

_make_room(__name__)
