"""What strategies claim: how many tracks of each length, and how often on other players' way to their tickets."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pandas as pd

from ttr_analysis._validate import option
from ttr_analysis.engine.state import NOBODY
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.maps.parallel import MOST
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, game_places, player_games, strategy_places, summed
from ttr_analysis.stats.bootstrap import Floats, Ints, block_sums, ratio_intervals


@sourced
def claims_on_paths(result: Result, by: Literal["strategy", "length"] = "strategy") -> pd.DataFrame:
    """Return how often claims lie on opponents' cheapest ticket paths, and how often they would by chance.

    A track is on an opponent's path if it lies on any cheapest path, in spaces, between two stops of a ticket
    that the opponent holds and has not joined yet, over its own tracks (free of charge) and those open to it.
    Chance is the share of such tracks among all tracks of the same length that the player could have claimed at
    that moment, so that neither a taste for short tracks nor a crowded board counts as blocking.

    Parameters
    ----------
    result : Result
        Whole games; the work grows with the square of the number of players, a few milliseconds a game with two.
    by : {"strategy", "length"}
        One row per strategy, or one row per strategy and length.

    Returns
    -------
    pandas DataFrame
        ``strategy``, ``length`` (if asked for), ``claims`` (their number), and with intervals (bootstrap):
        ``claims_each`` of a player in a game, ``on_path`` and ``by_chance`` (shares of claims), ``difference``.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.claims_on_paths(result).columns)[:3]
    ['strategy', 'claims', 'claims_each']
    """
    option("by", by, ("strategy", "length"))
    check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    most = max(track.length for track in result.game_map.tracks) + 1 if by == "length" else 1
    number, on_path, by_chance, seats = summed(result, lambda part: _sums(part, len(result), most))
    table = pd.DataFrame({"strategy": np.repeat(names, most), "length": np.tile(np.arange(most), len(names))})
    table["claims"] = number.sum(axis=0).astype(int)
    columns.add(table, "claims_each", ratio_intervals(number, seats))
    columns.add(table, "on_path", ratio_intervals(on_path, number))
    columns.add(table, "by_chance", ratio_intervals(by_chance, number))
    columns.add(table, "difference", ratio_intervals(on_path - by_chance, number))
    if by == "strategy":
        return table.drop(columns="length")
    return table[table["claims"] > 0].reset_index(drop=True)


def _sums(part: Result, games: int, most: int) -> tuple[Floats, ...]:
    """Return by block, strategy and length (if ``most`` is above 1): claims, those on paths, chances, and seats."""
    names, strategy = strategy_places(part)
    claims = _judged(part)
    unit = strategy[part.seat_places(claims)] * most + (claims["length"].to_numpy() if most > 1 else 0)
    weights: list[Any] = [None, claims["on_path"], claims["by_chance"]]
    game = game_places(part, claims)
    seats = player_games(part, strategy, len(names), games).repeat(most, axis=1)
    return *(block_sums(game, games, unit, most * len(names), each) for each in weights), seats


def _judged(result: Result) -> pd.DataFrame:
    """Return the claims of all games with their ``length``, ``on_path`` (0 or 1) and ``by_chance``."""
    board = _Board(result)
    claims = result.columns("tracks", ["track", "seat", "turn"]).sort_values(["run", "game", "turn"])
    tickets = result.columns("tickets", ["seat", "ticket", "kept_turn", "completed_turn"])
    held = dict(iter(tickets.groupby(["run", "game"], observed=True)))
    judged: list[tuple[int, bool, float]] = []
    for key, rows in claims.groupby(["run", "game"], observed=True, sort=False):
        judged += board.judge(rows, held.get(key, tickets[:0]))
    columns_of = dict(zip(("length", "on_path", "by_chance"), zip(*judged, strict=True), strict=True))
    return claims.assign(**{name: np.array(values) for name, values in columns_of.items()})


class _Board:
    """The tracks of a map as arrays, and the paths over them."""

    def __init__(self, result: Result) -> None:
        tables: Any = tables_for(result.game_map, result.manifest.players)[0]
        self.seats, self.cities = np.arange(result.manifest.players), int(tables.cities)
        tracks = int(tables.tracks)
        self.a, self.b = tables.track_a[:tracks], tables.track_b[:tracks]
        self.length = tables.track_length[:tracks]
        self.beside = np.full((tracks, MOST - 1), tracks)  # the place after the last track, which nobody owns
        for track, others in result.game_map.parallel.items():
            self.beside[track, : len(others)] = others
        self.closes_doubles = bool(tables.closes_doubles)
        city = result.game_map.city_index
        ends = (result.game_map.terminals(ticket) for ticket in result.game_map.tickets)
        self.legs = [list(pairwise([city[name] for name in group] for group in groups)) for groups in ends]

    def judge(self, claims: pd.DataFrame, tickets: pd.DataFrame) -> Iterator[tuple[int, bool, float]]:
        """Yield for each claim of a game, in order, its length, whether it is on a path, and its chance to be."""
        owner = np.full(len(self.length), NOBODY)
        seat_of, ticket_of, kept, done = (
            tickets[name].to_numpy() for name in ("seat", "ticket", "kept_turn", "completed_turn")
        )
        for track, seat, turn in claims[["track", "seat", "turn"]].itertuples(index=False):
            free = self.free(owner)
            held = (seat_of != seat) & (kept < turn) & ((done < 0) | (done >= turn))
            on_path = self.on_paths(owner, free, seat_of[held], ticket_of[held])
            alike = free[seat] & (self.length == self.length[track])
            yield int(self.length[track]), bool(on_path[track]), float(on_path[alike].mean())
            owner[track] = seat

    def free(self, owner: Ints) -> Any:
        """Return which tracks are free and open to each seat, shape (seats, tracks)."""
        beside = np.append(owner, NOBODY)[self.beside]
        taken = beside != NOBODY if self.closes_doubles else beside == self.seats[:, None, None]
        closed = taken.any(axis=-1)
        return (owner == NOBODY) & ~closed & (self.seats[:, None] >= 0)

    def on_paths(self, owner: Ints, free: Any, seats: Ints, tickets: Ints) -> Any:
        """Return which tracks lie on a cheapest path of one of these tickets, held by these seats."""
        found = np.zeros(len(self.length), dtype=bool)
        holders = np.unique(seats)
        costs = np.where(owner == holders[:, None], 0.0, np.where(free[holders], self.length, np.inf))
        far = self.distances(costs)
        for place, seat, ticket in zip(np.searchsorted(holders, seats), seats, tickets, strict=True):
            for start, goal in self.legs[ticket]:
                there, rest = far[place, start].min(axis=0), far[place, goal].min(axis=0)
                whole = there[goal].min()
                if 0 < whole < np.inf:
                    through = np.minimum(there[self.a] + rest[self.b], there[self.b] + rest[self.a])
                    found |= free[seat] & (through + self.length == whole)
        return found

    def distances(self, costs: Floats) -> Floats:
        """Return the cheapest paths between all cities, for each row of costs (Floyd and Warshall's algorithm)."""
        far = np.full((len(costs), self.cities, self.cities), np.inf)
        far[:, range(self.cities), range(self.cities)] = 0.0
        rows = np.arange(len(costs))[:, None]
        np.minimum.at(far, (rows, self.a, self.b), costs)
        np.minimum.at(far, (rows, self.b, self.a), costs)
        for city in range(self.cities if len(costs) else 0):
            np.minimum(far, far[:, :, city, None] + far[:, None, city], out=far)
        return far
