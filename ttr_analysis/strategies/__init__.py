"""The strategies, one per file; see :mod:`ttr_analysis.strategies.base`."""

from ttr_analysis import _make_room

DEFAULT_STRATEGY = "expert"
"""Who plays where no other strategy is named: the strongest one that plays hundreds of games a second.

``ticket_planner`` is several times as fast, and much weaker.
"""

_make_room(__name__, "DEFAULT_STRATEGY")
