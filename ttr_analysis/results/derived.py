"""What the tables of a result say twice: sums, counts and places that follow from other rows, and whether they agree.

Checksums tell that a file is as it was written; these checks tell whether what was written can be so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.results import Result
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import SCHEMA, SCORE_PARTS

Numbers = NDArray[np.float64]

_COUNTED: Final = ("cards", "games", "pieces", "players", "spaces", "tickets", "times", "tracks", "tunnels", "turns",
                   "stations", "harbours")  # fmt: skip
"""Units of columns that count something: no number is below 0."""

_OUTCOMES: Final = (("tickets_made", "ticket_points"), ("tickets_cut_off", "failed_cut_off"),
                    ("tickets_unfinished", "failed_unfinished"))  # fmt: skip
"""Of each outcome of a ticket, by its code: the columns of players with the number of tickets and their points."""


def disagreements(result: Result) -> Iterator[str]:
    """Yield what the tables of a result contradict in each other or in its manifest, at most once for each check.

    Where seats were chosen (:meth:`~ttr_analysis.results.result.Result.where`), sums over a game are left out; where
    tables were not kept, what follows from them is.

    Examples
    --------
    >>> from ttr_analysis.results.derived import disagreements
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(disagreements(result))
    []
    """
    found: set[Callable[[Result], str]] = set()
    for part in result.batches():
        for check in CHECKS:
            if check not in found and len(part) and (told := check(part)):
                found.add(check)
                yield told


def _numbers(result: Result) -> str:
    """Game numbers and counts."""
    for run in result.manifest.runs:
        games = result.games.loc[(result.games["run"] == run.run).to_numpy(), "game"]
        if len(games) and not (run.first_game <= games.min() and games.max() < run.first_game + run.games):
            return (
                f"games are numbered from {games.min()} to {games.max()}, but the manifest asks for {run.games} "
                f"from {run.first_game} on"
            )
    for name in result.manifest.tables:
        rows = result.table(name)
        for column, told in SCHEMA[name].columns.items():
            if told.unit in _COUNTED and len(rows) and not column.endswith("_missing") and rows[column].min() < 0:
                return f"{name}: {column} is {rows[column].min()} in {_where(rows, rows[column] < 0)}"
    return ""


def _strategies(result: Result) -> str:
    players, manifest = result.players, result.manifest
    rotated = players["seat"] + players["game"] if manifest.rotate else players["seat"]
    wrong = players["strategy"] != rotated % manifest.players
    return f"players: the strategy is not that of the seat in {_where(players, wrong)}" if wrong.any() else ""


def _scores(result: Result) -> str:
    players = result.players
    wrong = players["score"] != players[list(SCORE_PARTS)].sum(axis=1)
    return f"players: the score is not the sum of its parts in {_where(players, wrong)}" if wrong.any() else ""


def _winners(result: Result) -> str:
    games, players, seats = result.games, result.players, result.manifest.players
    if seats == 1 or len(players) != len(games) * seats:
        return ""
    places, shares = result.game_places(players), players["win_share"].to_numpy()
    won, total = np.bincount(places, shares > 0, len(games)), np.bincount(places, shares, len(games))
    wrong = (won != games["winners"].to_numpy()) | ~np.isclose(total, 1)
    return f"games: winners and win shares disagree in {_where(games, wrong)}" if wrong.any() else ""


def _turns(result: Result) -> str:
    games, players = result.games, result.players
    if len(players) == len(games) * result.manifest.players:
        wrong = np.bincount(result.game_places(players), players["turns"], len(games)) != games["turns"].to_numpy()
        if wrong.any():
            return f"games: the turns of the players do not add up in {_where(games, wrong)}"
    for name in result.manifest.tables:
        rows = result.table(name)
        if "turn" in rows and len(rows):
            late = rows["turn"].to_numpy() > games["turns"].to_numpy()[result.game_places(rows)]
            if late.any():
                return f"{name}: a turn after the end of the game in {_where(rows, late)}"
    return ""


def _tracks(result: Result) -> str:
    """Claims against the players' counts, points and pieces."""
    if "tracks" not in result.manifest.tables:
        return ""
    tracks, players, game_map = result.tracks, result.players, result.game_map
    if tracks.duplicated(["run", "game", "track"]).any():
        twice = tracks.duplicated(["run", "game", "track"])
        return f"tracks: a track is claimed twice in {_where(tracks, twice)}"
    if (tracks["locomotives"] > tracks["cards"]).any():
        return f"tracks: more locomotives than cards in {_where(tracks, tracks['locomotives'] > tracks['cards'])}"
    if result.manifest.interventions:  # tracks may have been laid from the start
        return ""
    rules, lengths = game_map.rules, np.array([track.length for track in game_map.tracks])
    spaces = lengths[tracks["track"]]
    supply = float(rules.pieces_kept or sum(piece.supply for piece in rules.pieces))
    for column, wanted in (
        ("tracks_claimed", _by_seat(result, tracks, np.ones(len(tracks)))),
        ("route_points", _by_seat(result, tracks, np.array(rules.route_points)[spaces])),
        ("pieces_left", supply - _by_seat(result, tracks, spaces)),
    ):
        if (wrong := players[column].to_numpy() != wanted).any():
            first = int(np.argmax(wrong))
            return (
                f"players: {column} is {players[column].iloc[first]}, but the tracks claimed make {wanted[first]:.0f} "
                f"in {_where(players, wrong)}"
            )
    return ""


def _tickets(result: Result) -> str:
    if "tickets" not in result.manifest.tables:
        return ""
    tickets, players = result.tickets, result.players
    for code, (number, points) in enumerate(_OUTCOMES):
        chosen = tickets[tickets["outcome"] == code]
        bonus = players["bonus_tickets"] if number == "tickets_made" else 0
        for column, wanted in (
            (number, _by_seat(result, chosen, np.ones(len(chosen))) + bonus),
            (points, _by_seat(result, chosen, chosen["points"].to_numpy())),
        ):
            if (wrong := players[column] != wanted).any():
                return f"players: {column} is not that of the tickets in {_where(players, wrong)}"
    other = players["tickets_kept"] != _by_seat(result, tickets, np.ones(len(tickets)))
    return f"players: tickets_kept is not the number of tickets in {_where(players, other)}" if other.any() else ""


def _buildings(result: Result) -> str:
    if "buildings" not in result.manifest.tables:
        return ""
    buildings, players = result.buildings, result.players
    for code, column in enumerate(("stations_built", "harbours_built")):
        chosen = buildings[buildings["kind"] == code]
        if (wrong := players[column] != _by_seat(result, chosen, np.ones(len(chosen)))).any():
            return f"players: {column} is not the number of buildings in {_where(players, wrong)}"
    return ""


CHECKS: Final = (_numbers, _strategies, _scores, _winners, _turns, _tracks, _tickets, _buildings)
"""The checks, each of which returns what is wrong first; nothing if all agree."""


def _by_seat(result: Result, rows: pd.DataFrame, numbers: Any) -> Numbers:
    """Return the sum of the numbers of rows for each row of the table of players."""
    sums: Any = np.bincount(
        result.seat_places(rows), np.asarray(numbers, dtype=np.float64), minlength=len(result.players)
    )
    return np.asarray(sums, np.float64)


def _where(rows: pd.DataFrame, wrong: Any) -> str:
    """Return which game, and seat, the first wrong row is of, and how many there are."""
    wrong = np.asarray(wrong)
    first = rows.iloc[int(np.argmax(wrong))]
    seat = f", seat {first['seat']}" if "seat" in rows else ""
    others = int(wrong.sum()) - 1
    return f"game {first['game']}{seat}" + (f" and {others:,} more" if others else "")
