"""Results: tidy tables of the games played, their files, and the manifest that reproduces them."""

from ttr_analysis import _make_room

_make_room(__name__)
