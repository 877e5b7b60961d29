"""Playing a tournament: all seatings play the same decks, round by round, until there are enough games."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, named, shown, whole_number
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.tournament import design, files, stopping
from ttr_analysis.experiments.tournament.record import ROW_COLUMNS, Tournament, TournamentManifest
from ttr_analysis.maps import GameMap, as_map
from ttr_analysis.play.lineup import Lineup, Place
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.simulate import check_executor, check_game, check_threads, manifest_of, prepare
from ttr_analysis.play.together import Piece, play_together
from ttr_analysis.results.folders import folder_of
from ttr_analysis.results.manifest import MapEntry
from ttr_analysis.strategies.base import Strategy, get_strategy

ROUND_SECONDS = 4.0
"""Target duration of a round; Ctrl-C or a crash loses at most one round, at least a game of every seating."""

MAX_ROUND = 2000
"""Maximum number of games of each seating in a round: their rows must fit into memory."""


def tournament(
    game_map: str | Path | GameMap,
    strategies: Sequence[str | Strategy],
    *,
    players: int = 2,
    games: int = 1000,
    seed: int = 0,
    tables: Iterable[Sequence[int]] | None = None,
    until: stopping.Until | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> Tournament:
    """Let strategies play against each other with common random numbers.

    A *table* is a group of strategies that play together; it plays each game once in every
    rotation of its seats. Game ``g`` has the same decks at every table and in every rotation
    (common random numbers), so luck cancels out of comparisons; each game number is one
    independent observation. Ctrl-C stops the tournament, and the rounds finished so far are
    returned.

    Parameters
    ----------
    game_map : str, Path or GameMap
        A map, or the name or folder of one.
    strategies : sequence of str or Strategy
        At least two different strategies.
    players : int, optional
    games : int, optional
        Number of games of each seating, numbered from 0. With ``until``, the maximum number.
    seed : int, optional
        0 or more.
    tables : iterable of sequences of int, optional
        The strategies that play together, as positions in ``strategies``. By default, all
        pairings of two players, including mirror matches; for more players, all tables, or a
        balanced design if there are too many
        (:func:`ttr_analysis.experiments.tournament.design.default_tables`).
    until : "decided" or float, optional
        Stop as soon as every pair is decided, or no interval of a pair's win share is wider
        than this number (0 to 1): :mod:`ttr_analysis.experiments.tournament.stopping`.
    out : str or Path, optional
        Folder to which the rounds are written while they are played.
    resume : bool, optional
        Go on with the same call in ``out`` where it was stopped or killed; begin if nothing is there.
    more : bool, optional
        Continue the tournament in ``out`` with another ``games`` games: the same games as in one long run.
    executor, threads : optional
        What plays, and how many pieces at the same time: as for :func:`ttr_analysis.simulate`. The rows come back to
        this process, which writes them.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    on_progress : function of (games played, games in all), optional
        Called after each seating of a round with the games of all seatings. Once it returns True, the tournament stops
        after this round, but not after the first one, which is too short for intervals.

    Returns
    -------
    Tournament

    Raises
    ------
    MapError, SetupError, StrategyError, ResultError
        If an argument is invalid; raised before any game is played.
    GameFailed
        If a strategy makes an illegal move or raises an exception; earlier rounds are kept in ``out``.

    Examples
    --------
    >>> played = ttr.tournament("usa", ["random", "greedy_points"], players=2, games=40, seed=1, progress=False)
    >>> played.names
    ('random', 'greedy_points')
    """
    game_map = as_map(game_map)
    who = entrants(strategies)
    manifest = _manifest_of(game_map, who, players, games, seed, tables)
    if until is not None:
        stopping.check_until(until)
    check_threads(threads)
    check_executor(executor)
    check_game(games - 1)
    keeper = files.Keeper(manifest, None if out is None else folder_of(out), more, resume=resume)
    check_game(max(keeper.manifest.asked - 1, 0))
    stopped: str = ""
    left = (keeper.manifest.asked - keeper.manifest.games) * len(keeper.manifest.seatings)
    with ProgressBar(left, progress, on_progress) as bar:
        try:
            if resume and until is not None and _is_decided(keeper, game_map, until):
                stopped = "decided" if left else ""
            elif left:
                rounds = _Rounds(game_map, who, keeper.manifest, threads, bar, executor)
                stopped = _play(rounds, keeper, game_map, until)
        except KeyboardInterrupt:
            stopped = "interrupted"
        except BaseException:
            keeper.release()
            raise
    keeper.stop(stopped)
    return keeper.tournament(game_map)


def entrants(strategies: Sequence[str | Strategy]) -> list[Strategy]:
    """Return the strategies, after checking that all are different.

    Raises
    ------
    SetupError
        If there are fewer than two, or two of them have the same name or the same code and weights.
    StrategyError
        If there is no such strategy.
    """
    who = [get_strategy(name) for name in named("strategies", strategies, Strategy)]
    if len(who) < 2:
        raise SetupError("a tournament needs at least two strategies")
    seen: dict[Any, str] = {}
    for each in who:
        for key in (each.name, (each.function, tuple(each.weights.values()))):
            if key in seen:
                raise SetupError(f"{seen[key]!r} and {each.name!r} are the same player: games would be counted twice")
            seen[key] = each.name
    return who


def _manifest_of(
    game_map: GameMap,
    who: list[Strategy],
    players: int,
    games: int,
    seed: int,
    tables: Iterable[Sequence[int]] | None,
) -> TournamentManifest:
    players, games = whole_number("players", players), whole_number("the number of games", games)
    tables_for(game_map, players)
    if games < 1:
        raise SetupError(f"the number of games must be at least 1, not {games}")
    chosen = design.default_tables(len(who), players) if tables is None else [tuple(table) for table in tables]
    if not chosen:
        raise SetupError("tables is empty; leave it out to play all tables")
    for table in chosen:
        if len(table) != players or not all(place in range(len(who)) for place in table):
            raise SetupError(
                f"table {shown(str(table))} must be {players} positions from 0 to {len(who) - 1}, one for each player"
            )
    return TournamentManifest(
        map=MapEntry.of(game_map),
        strategies=tuple(Place.of(each).entry for each in who),
        players=players,
        seed=check_seed("seed", seed),
        seatings=design.seatings(chosen),
        asked=games,
        engine=source_hash(),
    )


def _play(
    rounds: _Rounds, keeper: files.Keeper, game_map: GameMap, until: stopping.Until | None
) -> Literal["", "decided", "interrupted"]:
    """Play round after round; return why it stopped before all games were played, or an empty string."""
    while (left := keeper.manifest.asked - keeper.manifest.games) > 0:
        look = stopping.next_look(keeper.manifest.games) - keeper.manifest.games if until is not None else left
        games = min(left, look, rounds.size)
        keeper.add(rounds.play(keeper.manifest.games, games), games)
        if until is not None and games == look and stopping.enough(keeper.tournament(game_map), until):
            return "decided" if left > games else ""
        if rounds.bar.stopped and keeper.manifest.games > 1:
            return "interrupted" if left > games else ""
    return ""


def _is_decided(keeper: files.Keeper, game_map: GameMap, until: stopping.Until) -> bool:
    """Return whether a run without a stop would have ended here: it looks only after certain numbers of games."""
    games = keeper.manifest.games
    return games > 0 and stopping.next_look(games - 1) == games and stopping.enough(keeper.tournament(game_map), until)


class _Rounds:
    """Plays rounds: the same number of games of every seating, so that a round takes :data:`ROUND_SECONDS`.

    All seatings are played in the same threads. Strategies that are not built in are watched in the first game of
    each piece of a seating's games.
    """

    def __init__(
        self,
        game_map: GameMap,
        who: list[Strategy],
        manifest: TournamentManifest,
        threads: int | None,
        bar: ProgressBar,
        executor: Executor | None = None,
    ) -> None:
        self.manifest, self.threads, self.bar, self.executor = manifest, threads, bar, executor
        places = tuple(map(Place.of, who))
        prepare(Lineup(game_map, places))
        self.lineups = [
            Lineup(game_map, tuple(places[place] for place in seating), manifest.seed, rotate=False)
            for seating in manifest.seatings
        ]
        self.runs = pd.Index([manifest_of(lineup, 1).run for lineup in self.lineups], dtype="str")
        self.size = 1

    def play(self, first: int, games: int) -> pd.DataFrame:
        """Play games ``first`` to ``first + games - 1`` of every seating and return their rows."""
        began = time.perf_counter()
        rows = self._rows(play_together(self.lineups, first, games, self.threads, self._advance, self.executor))
        wanted = games * ROUND_SECONDS / max(time.perf_counter() - began, 1e-6)
        self.size = int(max(1, min(wanted, 8 * self.size, MAX_ROUND)))
        return rows

    def _advance(self, seating: int, games: int) -> None:
        """Count a piece of the games of a seating as played."""
        self.bar.advance(games)

    def _rows(self, pieces: list[Piece]) -> pd.DataFrame:
        """Return the rows of a round, in order."""
        tables = [chunk.table("players") for _, chunk in pieces]
        rows = pd.concat(tables, ignore_index=True)
        placed = np.repeat([number for number, _ in pieces], list(map(len, tables)))
        who = np.array(self.manifest.seatings)[placed, rows["seat"]]
        rows = rows.assign(
            run=pd.Categorical.from_codes(placed, self.runs),
            seed=self.manifest.seed,
            seating=placed.astype(ROW_COLUMNS["seating"].dtype),
            strategy=who.astype(ROW_COLUMNS["strategy"].dtype),
        )
        rows = rows[list(ROW_COLUMNS)]
        return rows.sort_values(["game", "seating", "seat"], ignore_index=True)
