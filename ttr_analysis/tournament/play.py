"""Playing a tournament: every seating plays the same decks, round by round, until there are enough."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from tqdm import tqdm

from ttr_analysis.arguments import check_seed, named, whole_number
from ttr_analysis.board import GameMap
from ttr_analysis.deals import Report
from ttr_analysis.engine.compiled import source_hash
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.errors import SetupError
from ttr_analysis.line_ups import Place
from ttr_analysis.manifest import MapEntry
from ttr_analysis.maps import load_map
from ttr_analysis.shapes import shown
from ttr_analysis.simulation import Progress, check_game, check_threads, simulate
from ttr_analysis.strategies.base import Strategy, get_strategy
from ttr_analysis.tournament.design import default_tables, seatings
from ttr_analysis.tournament.files import Keeper, joined
from ttr_analysis.tournament.record import ROW_COLUMNS, Record, Tournament
from ttr_analysis.tournament.stopping import Until, check_until, enough, next_look

ROUND_SECONDS = 5.0
"""Aimed length of a round, which is what Ctrl-C or a crash can lose."""

LARGEST_ROUND = 2000
"""Most games of each seating in a round: their rows must fit into memory."""


def tournament(
    game_map: str | Path | GameMap,
    strategies: Sequence[str | Strategy],
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    *,
    tables: Iterable[Sequence[int]] | None = None,
    until: Until | None = None,
    out: str | Path | None = None,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
    report: Report | None = None,
) -> Tournament:
    """Let strategies play against each other on the same decks.

    A *table* is who plays together; it plays each game once in every rotation of its seats.
    Game ``g`` has the same decks at every table and in every rotation, so that luck cancels
    from comparisons; the independent observations are the games' numbers. Ctrl-C ends the
    tournament and gives the rounds finished so far.

    Parameters
    ----------
    game_map : str, Path or GameMap
        A map, or the name or folder of one.
    strategies : sequence of str or Strategy
        At least two different ones.
    players : int, optional
    games : int, optional
        Decks: each seating plays so many games, from number 0 on. With ``until``, the most.
    seed : int, optional
        0 or more.
    tables : iterable of sequences of int, optional
        Who plays together, as positions in ``strategies``. By default all pairings of two
        players, mirror matches among them; all tables of more players, or a balanced design
        of tables if there are too many
        (:func:`ttr_analysis.tournament.design.default_tables`).
    until : "decided" or float, optional
        Stop as soon as every pair is decided, or the widest interval of a pair's win share
        is at most so wide (0 to 1): :mod:`ttr_analysis.tournament.stopping`.
    out : str or Path, optional
        Folder that receives the rounds while they are played.
    more : bool, optional
        Play so many games more of the tournament in ``out``: the same games as in one long run.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
        Show a progress bar on standard error: on a terminal only, or always.
    report : function of (games played, games in all), optional
        Called after each seating of a round with the games of all seatings. Once it gives True the round is the last,
        unless it is the first, which is too short for intervals.

    Returns
    -------
    Tournament

    Raises
    ------
    MapError, SetupError, StrategyError, ResultError
        If an argument cannot be used: before anything is played.
    GameFailed
        If a strategy makes an illegal move or raises; the rounds before are kept in ``out``.
    """
    if not isinstance(game_map, GameMap):
        game_map = load_map(game_map)
    who = entrants(strategies)
    record = _record(game_map, who, players, games, seed, tables)
    if until is not None:
        check_until(until)
    check_threads(threads)
    check_game(games - 1)
    keeper = Keeper(record, None if out is None else Path(out).expanduser(), more)
    check_game(max(keeper.record.asked - 1, 0))
    stopped = ""
    with _bar(keeper.record, progress) as bar:
        try:
            stopped = _play(_Rounds(game_map, who, keeper.record, threads, bar, report), keeper, game_map, until)
        except KeyboardInterrupt:
            stopped = "interrupted"
    keeper.stop(stopped)
    return keeper.tournament(game_map)


def entrants(strategies: Sequence[str | Strategy]) -> list[Strategy]:
    """The strategies, each only once.

    Raises
    ------
    SetupError
        If there are fewer than two, or two of them play alike or share a name.
    StrategyError
        If there is no such strategy.
    """
    who = [get_strategy(name) for name in named("strategies", strategies, Strategy)]
    if len(who) < 2:
        raise SetupError("a tournament needs two strategies at least")
    seen: dict[Any, str] = {}
    for each in who:
        for key in (each.name, (each.function, tuple(each.weights.values()))):
            if key in seen:
                raise SetupError(f"{seen[key]!r} and {each.name!r} are the same player: games would be counted twice")
            seen[key] = each.name
    return who


def _record(
    game_map: GameMap,
    who: list[Strategy],
    players: int,
    games: int,
    seed: int,
    tables: Iterable[Sequence[int]] | None,
) -> Record:
    players, games = whole_number("players", players), whole_number("the number of games", games)
    tables_for(game_map, players)
    if games < 1:
        raise SetupError(f"the number of games must be at least 1, not {games}")
    chosen = default_tables(len(who), players) if tables is None else [tuple(table) for table in tables]
    for table in chosen:
        if len(table) != players or not all(place in range(len(who)) for place in table):
            raise SetupError(f"table {shown(str(table))} is not {players} positions among {len(who)} strategies")
    return Record(
        map=MapEntry.of(game_map),
        strategies=tuple(Place.of(each).entry for each in who),
        players=players,
        seed=check_seed("seed", seed),
        seatings=seatings(chosen),
        asked=games,
        engine=source_hash(),
    )


def _bar(record: Record, progress: Progress) -> tqdm[Any]:
    """The progress bar: games of all seatings."""
    disable = None if progress is True else progress != "always"
    total = (record.asked - record.games) * len(record.seatings)
    return tqdm(total=total, unit=" games", disable=disable, file=sys.stderr, dynamic_ncols=True, mininterval=0.2)


def _play(
    rounds: _Rounds, keeper: Keeper, game_map: GameMap, until: Until | None
) -> Literal["", "decided", "interrupted"]:
    """Play round after round; gives why it was enough before all games were played."""
    while (left := keeper.record.asked - keeper.record.games) > 0:
        look = next_look(keeper.record.games) - keeper.record.games if until is not None else left
        games = min(left, look, rounds.size)
        keeper.add(rounds.play(keeper.record.games, games), games)
        if until is not None and games == look and enough(keeper.tournament(game_map), until):
            return "decided" if left > games else ""
        if rounds.to_stop and keeper.record.games > 1:
            return "interrupted" if left > games else ""
    return ""


class _Rounds:
    """Plays rounds: some games of every seating; as many as take :data:`ROUND_SECONDS`."""

    def __init__(
        self,
        game_map: GameMap,
        who: list[Strategy],
        record: Record,
        threads: int | None,
        bar: tqdm[Any],
        report: Report | None,
    ) -> None:
        self.map, self.who, self.record, self.threads, self.bar = game_map, who, record, threads, bar
        self.report, self.to_stop = report, False
        self.done, self.whole = 0, (record.asked - record.games) * len(record.seatings)
        self.size = 1

    def play(self, first: int, games: int) -> pd.DataFrame:
        """The rows of games ``first`` to ``first + games - 1`` of every seating."""
        began = time.perf_counter()
        rows = joined([self._seating(number, first, games) for number in range(len(self.record.seatings))])
        wanted = games * ROUND_SECONDS / max(time.perf_counter() - began, 1e-6)
        self.size = int(max(1, min(wanted, 8 * self.size, LARGEST_ROUND)))
        return rows.sort_values(["game", "seating", "seat"], ignore_index=True)

    def _seating(self, number: int, first: int, games: int) -> pd.DataFrame:
        seating = self.record.seatings[number]
        result = simulate(
            self.map, [self.who[place] for place in seating], games, self.record.seed,
            rotate=False, first_game=first, threads=self.threads, progress=False,
        )  # fmt: skip
        if not result.complete:
            raise KeyboardInterrupt
        self.bar.update(games)
        self.done += games
        if self.report is not None and self.report(self.done, self.whole):
            self.to_stop = True
        strategy = np.array(seating)[result.players["seat"].to_numpy()]
        rows = result.players.assign(seating=number, strategy=strategy)
        return rows[list(ROW_COLUMNS)].astype({name: column.dtype for name, column in ROW_COLUMNS.items()})
