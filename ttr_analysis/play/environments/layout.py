"""The layout of observations: one for every environment of a map and a number of players."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import maps
from ttr_analysis.engine import codes, tables
from ttr_analysis.play.environments import numbering
from ttr_analysis.rules import limits

Floats = np.ndarray[tuple[int], np.dtype[np.float32]]
_MANY = 100_000
"""More than any count that has no limit of its own, such as the number of the turn."""


@dataclass(frozen=True, slots=True)
class Field:
    """Numbers of an observation that belong together.

    Attributes
    ----------
    name : str
    shape : tuple of int
        For instance players and tracks: the numbers of the first player come first.
    highest : int
        The largest value; the smallest is 0.
    meaning : str
    first : int
        Place of the first number.

    Examples
    --------
    >>> ttr.play.layout("usa", players=2).fields["hand"].size
    9
    """

    name: str
    shape: tuple[int, ...]
    highest: int
    meaning: str
    first: int = 0

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(np.prod(self.shape))


class Layout:
    """The fields of the observations of a map and a number of players; made by :func:`layout`.

    Attributes
    ----------
    game_map : GameMap
    players : int
    fields : dict of str to Field
        In the order of their numbers.
    size : int
        Length of an observation.

    Examples
    --------
    >>> layout = ttr.play.layout("usa", players=2)
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> layout.split(game.observe())["hand_sizes"]
    array([4., 4.], dtype=float32)
    """

    def __init__(self, game_map: maps.GameMap, players: int) -> None:
        self.game_map, self.players = game_map, players
        tables.tables_for(game_map, players)  # refuses a wrong number of players
        self.fields: dict[str, Field] = {}
        self.size = 0
        for each in _fields(game_map, players):
            if each.size:
                self.fields[each.name] = Field(each.name, each.shape, each.highest, each.meaning, self.size)
                self.size += each.size

    @property
    def highest(self) -> Floats:
        """The largest value of each number."""
        return np.concatenate([np.full(each.size, each.highest, np.float32) for each in self.fields.values()])

    def split(self, observation: Any) -> dict[str, Any]:
        """Return the fields of an observation, or of many along the last axis, as arrays by name (views)."""
        array = np.asarray(observation)
        return {
            name: array[..., each.first : each.first + each.size].reshape(*array.shape[:-1], *each.shape)
            for name, each in self.fields.items()
        }

    def __repr__(self) -> str:
        return f"<Layout of {self.game_map.name}, {self.players} players: {self.size} numbers>"

    def __str__(self) -> str:
        rows = [f"{each.first:>5} {each.name:<16} {each.shape!s:<12} {each.meaning}" for each in self.fields.values()]
        return "\n".join(rows)


def layout(game_map: maps.GameMap | str | Path, players: int) -> Layout:
    """Return the fields of the observations of a map; ``print`` lists them.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int

    Raises
    ------
    MapError
        If there is no such map, or it has faults.
    SetupError
        If the game is not for this number of players.

    Examples
    --------
    >>> ttr.play.layout("europe", players=3)
    <Layout of europe, 3 players: 1034 numbers>
    """
    return _layout_of(maps.as_map(game_map), players)


@lru_cache(maxsize=64)
def _layout_of(game_map: maps.GameMap, players: int) -> Layout:
    return Layout(game_map, players)


def _fields(game_map: maps.GameMap, players: int) -> Iterator[Field]:
    """Yield all fields in the order in which they are filled; those that are empty on this map, too."""
    rules, book = game_map.rules, numbering.numbering(game_map).codebook
    cards, tracks, cities, tickets = (len(x) for x in (rules.cards, game_map.tracks, game_map.cities, game_map.tickets))
    pieces, slots, decks = len(rules.pieces), sum(rules.market.slots), len(rules.decks)
    offered = max(rules.tickets.deal + rules.tickets.deal_long, rules.tickets.draw)
    most = max(sum(c.count for c in rules.cards if c.deck == deck) for deck in rules.decks)
    supply = max(piece.supply for piece in rules.pieces)
    kept, swaps, shown = rules.pieces_kept > 0, rules.exchange_cost > 0, int(rules.tickets.shown_when_completed)
    tunnels, steps = int(book.first[codes.DECLINE_TUNNEL] >= 0), book.in_steps
    stations, harbours = int(rules.stations.number > 0), int(rules.harbours.number > 0)
    yield Field("decision", (len(maps.Decision),), 1, "what is decided, in the order of Decision")
    yield Field("to_move", (players,), 1, "who decides: the observer first, then in the order of play")
    yield Field("seat", (players,), 1, "the observer's seat")
    yield Field("turn", (1,), _MANY, "number of the turn")
    yield Field("last_round", (1,), 1, "whether the last round has begun")
    yield Field("turns_left", (1,), limits.COUNT * players, "turns left in the last round")
    yield Field("cards_drawn", (1,), limits.COUNT, "cards drawn in this turn")
    yield Field("hand", (cards,), most, "the observer's cards")
    yield Field("market", (slots, cards), 1, "the card in each market slot")
    yield Field("discards", (cards,), most, "discarded cards")
    yield Field("decks", (decks,), most, "cards left in each deck")
    yield Field("ticket_deck", (1,), tickets, "tickets left to draw")
    yield Field("ticket_discards", (int(rules.tickets.exchange),), tickets, "tickets discarded")
    yield Field("pieces", (players, pieces), supply, "pieces left, the observer's first")
    yield Field("boxes", (players, pieces * (kept or swaps)), supply, "pieces in the boxes")
    yield Field("hand_sizes", (players,), most * decks, "cards of each player")
    yield Field("tickets_held", (players,), tickets, "secret tickets of each player")
    yield Field("route_points", (players,), _MANY, "points for tracks")
    yield Field("exchanged", (players * swaps,), _MANY, "pieces exchanged")
    yield Field("owners", (players, tracks), 1, "who owns each track")
    yield Field("closed", (tracks,), 1, "tracks that nobody may claim any longer")
    yield Field("stations", (players, cities * stations), 1, "who has a station in each city")
    yield Field("harbours", (players, cities * harbours), 1, "who has a harbour in each city")
    yield Field("shown", (players, tickets * shown), 1, "tickets shown when completed")
    yield Field("bonus_won", (players, len(game_map.bonus_tickets)), 1, "bonus tickets won")
    yield Field("tickets", (tickets,), 1, "the observer's tickets that are not completed")
    yield Field("completed", (tickets,), 1, "the observer's completed tickets")
    yield Field("offered", (offered, tickets), 1, "the ticket in each place of the observer's offer")
    yield Field("chosen_pieces", (int(kept),), supply, "pieces of the first kind that the observer has chosen")
    yield Field("tunnel", (tracks * tunnels,), 1, "the tunnel being dug")
    yield Field("turned_up", (cards * tunnels,), most, "cards turned up for the tunnel")
    yield Field("owed", (tunnels,), limits.COUNT, "cards owed for the tunnel")
    yield Field("laid", (cards * max(tunnels, steps),), most, "cards laid for the tunnel, or in steps of a payment")
    yield Field("paying_track", (tracks * steps,), 1, "the track that the observer pays for in steps")
    yield Field("paying_city", (cities * steps,), 1, "the city whose building the observer pays for in steps")
