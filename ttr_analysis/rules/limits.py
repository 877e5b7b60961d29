"""The sizes of the engine's records: the limits for maps and rule sets.

The same compiled engine plays every map, so its records have room for these numbers. The
loader rejects larger maps.
"""

from typing import Final

CITIES: Final = 64
"""Cities and junctions of a map: sets of cities are 64-bit."""

TRACKS: Final = 192
"""Tracks of a map."""

PARALLEL: Final = 4
"""Tracks of all kinds between the same two cities."""

LENGTH: Final = 16
"""Entries of a table by track length (including index 0)."""

TICKETS: Final = 128
"""Tickets of one ticket set."""

TRAIL: Final = 60
"""Tracks of a seat up to which its longest trail is always found and proven. Of more tracks, the log tells
how long a trail was found; where many more make a dense network, it is not proven that none is longer."""

STOPS: Final = 8
"""Cities named on one ticket (a tour)."""

OPTIONS: Final = 1_024
"""Pairs of cities that complete the choice tickets of one ticket set."""

BONUS_TICKETS: Final = 4
"""Kinds of bonus ticket."""

CARDS: Final = 25
"""Kinds of card."""

COLORS: Final = 8
"""Colours of cards."""

CARD_SET: Final = 9
"""Cards of a set that counts as one card."""

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

SKIPS: Final = 32
"""Most turns that interventions make a player skip."""

OWNED: Final = 64
"""Most tracks that interventions give to players."""

SEATS: Final = 6
"""Players."""

POINTS: Final = 20_000
"""Most points of one thing in a rule."""

FACTOR: Final = 10
"""Largest factor of a ticket's penalty."""

COUNT: Final = 1_000
"""Most of anything else that a rule counts, far beyond any game."""

ATTEMPTS: Final = 128
"""Tunnel attempts listed in the tables of a game; later attempts overwrite the last row. Five
random players start about 30 attempts in a game of Europe, at most 51 in 200 games."""
