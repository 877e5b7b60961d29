"""One number for each game: scores, tickets, leads, what the board saw; what comparisons and facts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.results.result import Result

PARTS = {
    "routes": "route_points",
    "tickets made": "ticket_points",
    "longest trail": "longest_trail_points",
    "most tickets": "most_tickets_points",
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
        "changes of the lead in points for tracks, at the end of a turn; ties keep the leader; missing where points "
        "were paid for pieces, as no table says when",
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


def facts_by_game(result: Result) -> pd.DataFrame:
    """Return the facts of each game.

    Returns
    -------
    pandas DataFrame
        One row per game, with the number of the game as index, and a column for each of
        :data:`FACTS`; numbers of a player are means over the players of the game. ``margin``,
        ``close``, ``lead_changes`` and ``trail_ties`` are missing for a player alone,
        ``lead_changes`` also where pieces were exchanged for points.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.facts_by_game(result).columns)[:5]
    ['score', 'winning_score', 'margin', 'close', 'lead_changes']
    """
    of_player = result.game_places(result.players)
    seats = result.players.groupby(of_player, sort=True)
    scores = [group.to_numpy(dtype=float) for _, group in seats["score"]]
    trails = [group.to_numpy(dtype=float) for _, group in seats["longest_trail"]]
    facts = pd.DataFrame(index=pd.Index(result.games["game"], name="game"), columns=list(FACTS), dtype=float)
    means = ["score", *PARTS.values(), "tickets_made", "tickets_cut_off", "tickets_unfinished", "tracks_claimed"]
    facts[means] = seats[means].mean().to_numpy(dtype=float)
    facts["winning_score"] = [max(each) for each in scores]
    facts["first_seat"] = [each[0] - each.mean() for each in scores]
    facts["turns"], facts["deck_rebuilds"] = (result.games[name].to_numpy() for name in ("turns", "deck_rebuilds"))
    facts["tracks_unused"] = len(result.game_map.tracks) - seats["tracks_claimed"].sum().to_numpy(dtype=float)
    if result.manifest.players > 1:
        facts["margin"] = [np.diff(np.sort(each)[-2:])[0] for each in scores]
        facts["close"] = (facts["margin"] <= CLOSE).astype(float)
        facts["trail_ties"] = [float((each == max(1, each.max())).sum() > 1) for each in trails]
        facts["lead_changes"] = lead_changes(result)
    return facts


def lead_changes(result: Result) -> Floats:
    """Return how often the lead in points for tracks changed in each game.

    The lead is looked at after each claim. A player takes it with more points than everybody
    else; who draws level does not. Nobody has the lead before the first claim.

    Parameters
    ----------
    result : Result

    Returns
    -------
    array of float
        One number for each game, in the order of the table of games; missing where pieces were exchanged for points,
        which everybody sees at once, but the tables tell of the whole game only.
    """
    worth = np.array([result.game_map.rules.route_points[track.length] for track in result.game_map.tracks])
    tracks = result.tracks
    order = np.lexsort((tracks["turn"], result.game_places(tracks)))
    games = result.game_places(tracks)[order]
    seats, points = tracks["seat"].to_numpy()[order], worth[tracks["track"].to_numpy()[order]]
    changes = np.zeros(len(result.games))
    paid = result.players[result.players["exchange_points"] != 0]
    changes[result.game_places(paid)] = np.nan
    game, leader, board = -1, -1, np.zeros(0)
    for place, seat, gained in zip(games.tolist(), seats.tolist(), points.tolist(), strict=True):
        if place != game:
            game, leader, board = place, -1, np.zeros(result.manifest.players)
        board[seat] += gained
        if seat != leader and (leader < 0 or board[seat] > board[leader]):
            changes[place] += leader >= 0
            leader = seat
    return changes
