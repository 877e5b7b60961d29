"""Many runs compared: tournaments, sweeps, tuning, opening advice, checks of strategies and of the engine."""

from ttr_analysis import _make_room

_make_room(__name__)
