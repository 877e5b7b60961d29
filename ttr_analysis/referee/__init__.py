"""The referee: replays the log of a game and checks every line of it against ``docs/rules.md``.

It is written from the rules and not from the engine, in dicts, sets and networkx, and knows
only the map, its rule set and the log. :func:`replay` returns a :class:`Verdict` or raises
:class:`RefereeError` at the first line that breaks a rule; :func:`narrate` describes a game in words.
"""

from ttr_analysis import _make_room

_make_room(__name__)
