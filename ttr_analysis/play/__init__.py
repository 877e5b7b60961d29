"""Playing games: one, many, step by step, from a position, with explanations."""

from ttr_analysis import _make_room

_make_room(__name__)
