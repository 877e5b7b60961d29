"""One number for each game: scores, tickets, leads, what the board saw; what comparisons and facts are made of."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.results.result import Places, Result
from ttr_analysis.stats._games import check_enough

PARTS = {
    "routes": "route_points",
    "tickets made": "ticket_points",
    "longest trail": "longest_trail_points",
    "most tickets": "most_tickets_points",
    "Grand Tours": "grand_tour_points",
    "bonus tickets": "bonus_ticket_points",
    "harbours": "harbour_points",
    "stations": "station_points",
    "exchanges": "exchange_points",
    "tickets cut off": "failed_cut_off",
    "tickets unfinished": "failed_unfinished",
}
"""Columns of the parts of a score, by the names that charts use; the parts add up to the score."""

CLOSE = 5
"""A game is a close finish if the first two players are this many points apart, or fewer."""

Floats = NDArray[np.float64]


class Fact(NamedTuple):
    """A number of a game: its unit and its meaning."""

    unit: str
    meaning: str


FACTS: Mapping[str, Fact] = {
    "score": Fact("points", "score of a player"),
    "winning_score": Fact("points", "highest score"),
    "margin": Fact("points", "lead of the first over the second player at the end"),
    "close": Fact("share", f"games whose first two players are {CLOSE} points apart or fewer"),
    "lead_changes": Fact(
        "times",
        "changes of the lead in points seen on the board, at the end of a turn; ties keep the leader",
    ),
    "first_seat": Fact("points", "score of the first seat above the mean of the table"),
    **{column: Fact("points", f"points of a player: {part}") for part, column in PARTS.items()},
    "turns": Fact("turns", "turns of all players together"),
    "tickets_made": Fact("tickets", "tickets that a player made"),
    "tickets_cut_off": Fact("tickets", "tickets of a player that were cut off"),
    "tickets_unfinished": Fact("tickets", "tickets that a player left unfinished"),
    "tracks_claimed": Fact("tracks", "tracks that a player claimed"),
    "tracks_unused": Fact("tracks", "tracks that nobody claimed"),
    "trail_ties": Fact("share", "games in which players share the longest trail"),
    "deck_rebuilds": Fact("times", "times the discards were shuffled into a new deck"),
}
"""What is known of each game, in the order of tables."""


WHOLE_TABLE = ("winning_score", "margin", "close", "first_seat", "tracks_unused", "trail_ties")
"""Facts that need every seat of a game."""

_MEANS = ("score", *PARTS.values(), "tickets_made", "tickets_cut_off", "tickets_unfinished", "tracks_claimed")
"""Columns of the table of players whose means over a game are facts."""


def facts_by_game(result: Result) -> pd.DataFrame:
    """Return the facts of each game.

    Returns
    -------
    pandas DataFrame
        One row per game, with the number of the game as index, and a column for each of
        :data:`FACTS`; numbers of a player are means over the players of the game. ``margin``,
        ``close``, ``lead_changes`` and ``trail_ties`` are missing for a player alone, and all of
        :data:`WHOLE_TABLE` where only some seats of the games were chosen: the others are not there.

    Raises
    ------
    ResultError
        If the result contains no games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.facts_by_game(result).columns)[:5]
    ['score', 'winning_score', 'margin', 'close', 'lead_changes']
    """
    check_enough(result, 1)
    found = {name: np.full(len(result), np.nan) for name in FACTS}
    numbers, whole = np.zeros(len(result), dtype=np.int64), has_whole_tables(result)
    for part in result.batches():
        games = part.columns("games", [])
        places = part.whole_places(games)
        numbers[places] = games["game"]
        for name, values in facts_of(part, whole).items():
            found[name][places] = values
    return pd.DataFrame(found, index=pd.Index(numbers, name="game"), copy=False)


def has_whole_tables(result: Result) -> bool:
    """Return whether every seat of every game is there."""
    return result.rows("players") == len(result) * result.manifest.players


def facts_of(part: Result, whole: bool) -> dict[str, Floats]:
    """Return the facts of the games of a batch, in its order; NaN for those that need every seat unless ``whole``."""
    games = part.columns("games", ["turns", "deck_rebuilds", "lead_changes"])
    players = part.columns("players", list(_MEANS))
    place = part.game_places(players)
    seats = np.bincount(place, minlength=len(games))
    facts = {name: np.full(len(games), np.nan) for name in FACTS}
    facts |= {name: np.bincount(place, players[name], len(games)) / seats for name in _MEANS}
    facts |= {name: games[name].to_numpy(dtype=float) for name in ("turns", "deck_rebuilds", "lead_changes")}
    if part.manifest.players == 1:
        facts["lead_changes"] = np.full(len(games), np.nan)  # nobody can lose the lead
    return facts | (_of_whole_tables(part, place) if whole else {})


def _of_whole_tables(result: Result, place: Places) -> dict[str, Floats]:
    """Return the facts that need every seat of a game; ``place`` is that of each player's game."""
    players = result.columns("players", ["seat", "score", "longest_trail", "tracks_claimed"])
    order = np.lexsort((players["seat"], place))
    scores, trails, claimed = (
        players[name].to_numpy(dtype=float)[order].reshape(len(result), -1)
        for name in ("score", "longest_trail", "tracks_claimed")
    )
    facts = {
        "winning_score": scores.max(axis=1),
        "first_seat": scores[:, 0] - scores.mean(axis=1),
        "tracks_unused": len(result.game_map.tracks) - claimed.sum(axis=1),
    }
    if result.manifest.players > 1:
        *_, second, first = np.sort(scores, axis=1).T
        longest = np.maximum(trails.max(axis=1, keepdims=True), 1)
        facts |= {
            "margin": first - second,
            "close": (first - second <= CLOSE).astype(float),
            "trail_ties": ((trails == longest).sum(axis=1) > 1).astype(float),
        }
    return facts
