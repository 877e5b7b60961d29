"""The sizes of the engine's records: what the largest map and rule set may have.

One compiled engine serves every map, so its records have room for these numbers. The
loader refuses larger maps, :class:`~ttr_analysis.rules.spec.RuleSet` larger rule sets.
"""

from __future__ import annotations

CITIES = 64
"""Cities and junctions of a map: sets of cities are 64-bit."""

TRACKS = 192
"""Tracks of a map."""

TICKETS = 128
"""Tickets of one ticket set."""

TICKET_CITIES = 8
"""Cities that one ticket (a tour) names."""

BONUS_TICKETS = 4
"""Kinds of bonus ticket."""

CARDS = 25
"""Kinds of card."""

DECKS = 2
"""Decks of cards."""

PIECES = 2
"""Kinds of piece."""

MARKET = 6
"""Cards face up in the market."""

OFFER = 8
"""Tickets offered to a player at once."""

SEATS = 5
"""Players."""
