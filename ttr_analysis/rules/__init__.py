"""The rules of each game as data: one :class:`RuleSet` constant per game."""

from ttr_analysis import _make_room

_make_room(__name__)
