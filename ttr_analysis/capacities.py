"""The sizes of the engine's records: what the largest map and rule set may have.

One compiled engine serves every map, so its records have room for these numbers. The
loader refuses larger maps.
"""

from __future__ import annotations

from typing import Final

CITIES: Final = 64
"""Cities and junctions of a map: sets of cities are 64-bit."""

TRACKS: Final = 192
"""Tracks of a map."""

PARALLEL: Final = 4
"""Tracks between the same two cities, of all kinds together."""

LENGTH: Final = 16
"""Entries of a table by length of track (index 0 included)."""

TICKETS: Final = 128
"""Tickets of one ticket set."""

STOPS: Final = 8
"""Cities that one ticket (a tour) names."""

BONUS_TICKETS: Final = 4
"""Kinds of bonus ticket."""

CARDS: Final = 25
"""Kinds of card."""

COLORS: Final = 8
"""Colours of cards."""

DECKS: Final = 2
"""Decks of cards."""

DECK: Final = 128
"""Cards of one deck."""

PIECES: Final = 2
"""Kinds of piece."""

MARKET: Final = 6
"""Cards face up in the market."""

OFFER: Final = 8
"""Tickets offered to a player at once."""

BUILDINGS: Final = 4
"""Stations, or harbours, of one player."""

SEATS: Final = 5
"""Players."""

ATTEMPTS: Final = 128
"""Tunnel attempts of a game that its tables list; a later one takes the last row. Five
random players begin about 30, at most 51 in 200 games of Europe."""
