"""The referee: replays the log of a game and checks every line of it against ``docs/rules.md``.

It is written from the rules and not from the engine, in dicts, sets and networkx, and knows
only the map, its rule set and the log. :func:`replay` returns a :class:`Verdict` or raises
:class:`RefereeError` at the first line that breaks a rule; :func:`narrate` describes a game in words.
"""

from __future__ import annotations

from ttr_analysis.referee.replay import replay
from ttr_analysis.referee.verdict import RefereeError, SeatScore, Verdict
from ttr_analysis.referee.words import narrate

__all__ = ["RefereeError", "SeatScore", "Verdict", "narrate", "replay"]
