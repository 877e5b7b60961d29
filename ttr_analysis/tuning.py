"""Tuning: better weights for a strategy by a seeded search, proven on decks the search has not seen.

Every candidate plays the same decks in every seat among the same others, so that candidates
differ by their weights alone. The best of many candidates has been lucky too: what it is
worth is said by the validation, on decks of another seed. Score and win share can part
company: a player may win more with fewer points, so the search has one of them as its aim.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd
from tqdm import tqdm

from ttr_analysis.announcements import say
from ttr_analysis.arguments import check_seed, whole_number
from ttr_analysis.board import GameMap
from ttr_analysis.errors import SetupError
from ttr_analysis.line_ups import line_up
from ttr_analysis.maps import load_map
from ttr_analysis.shapes import shown
from ttr_analysis.simulation import Progress, simulate
from ttr_analysis.stats import CONFIDENCE, Estimate, mean, share_by_game
from ttr_analysis.strategies.base import Strategy, get_strategy
from ttr_analysis.weight_search import Range, Search, search_ranges

Objective = Literal["win_share", "score"]
"""What a search can aim at: both are columns of a result's players."""


@dataclass(frozen=True)
class Tuned:
    """What a search found, and what it is worth on other decks.

    Attributes
    ----------
    default : Strategy
        As it was.
    found : Strategy
        With the best weights of the search; the default itself if nothing was better there.
    ranges : mapping of str to (float, float)
        The weights that were searched, with the least and greatest value allowed.
    table : pandas.DataFrame
        The validation. A row a player and kind of others, the default before what was found:
        ``variant``, ``others`` (whom all others at the table play: the default, or the
        opponent given), a column for each weight searched, ``score`` (mean, Student by
        game), ``win_share`` (Wilson by game; fair is one over the players), and what it has
        above the default in the same seats on the same decks among the same others:
        ``score_difference`` and ``win_share_difference`` (Student by game), each with
        ``_low`` and ``_high``; ``games``, the independent observations.
    gain : Estimate
        What was found above the default in the validation, in the objective and among the
        others of the search: points, or win share from -1 to 1.
    objective : "win_share" or "score"
    candidates : int
        Played in the search, the default not counted.
    search_seed, validation_seed : int
        Of the games, which have the numbers from 0 on.
    complete : bool
        Whether nothing was cut short by Ctrl-C.
    """

    default: Strategy
    found: Strategy
    ranges: Mapping[str, Range]
    table: pd.DataFrame
    gain: Estimate
    objective: Objective
    candidates: int
    search_seed: int
    validation_seed: int
    complete: bool

    @property
    def better(self) -> bool:
        """Whether the gain lies above 0 with its whole interval."""
        return bool(self.gain.low > 0)

    @property
    def strategy(self) -> Strategy:
        """The strategy to go on with: what was found if it is better, else the default."""
        return self.found if self.better else self.default


def tune(
    strategy: str | Strategy,
    game_map: str | Path | GameMap,
    *,
    against: str | Strategy | None = None,
    objective: Objective = "win_share",
    players: int = 2,
    games: int = 200,
    candidates: int = 100,
    validation: int = 1000,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    threads: int | None = None,
    progress: Progress = True,
    **ranges: Range,
) -> Tuned:
    """Search better weights for a strategy, and validate the best.

    The search is scipy's differential evolution. Ctrl-C ends it, and the best so far is
    validated; Ctrl-C again ends that too, and leaves the intervals unknown.

    Parameters
    ----------
    strategy : str or Strategy
        Its weights are the default.
    game_map : str, Path or GameMap
    against : str or Strategy, optional
        What all others at the table play; the default strategy if left out.
    objective : {"win_share", "score"}, optional
        What is to grow: the mean share of wins, or the mean score.
    players : int, optional
        At each table: one candidate among the others.
    games : int, optional
        Decks of the search: each candidate plays each in every seat.
    candidates : int, optional
        Most candidates besides the default. A generation has three for each weight, at least 15;
        ten of them are a fair search, which starts from the middle of the ranges.
    validation : int, optional
        Decks of the validation, at least 2: what was found and the default play each in every seat.
    seed : int, optional
        Same seed, same result: search and validation have seeds made from it.
    confidence : float, optional
        Of each interval by itself.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
        Show a progress bar on standard error: on a terminal only, or always.
    **ranges : (float, float)
        Least and greatest value of each weight that is searched. If there are none, all
        weights are, from half to one and a half times their default, and those of 0 up to 1.
        Weights whose default is an ``int`` stay whole numbers.

    Returns
    -------
    Tuned

    Raises
    ------
    MapError, SetupError
        If an argument cannot be used, or there is no weight to search: before a game is played.
    StrategyError
        If the strategy has no weight of a name.
    GameFailed
        If a strategy makes an illegal move or raises; a StrategyError.
    """
    default = get_strategy(strategy)
    rivals = default if against is None else get_strategy(against)
    searched = search_ranges(default, ranges)
    _check(objective, games, candidates, validation)
    board = game_map if isinstance(game_map, GameMap) else load_map(game_map)
    line_up(board, [default, *[rivals] * (players - 1)], players, seed)
    first, second = map(int, np.random.SeedSequence(check_seed("seed", seed)).generate_state(2))
    opponents = [default] if _alike(default, rivals) else [rivals, default]
    turns = games * (candidates + 1) + 2 * validation * len(opponents)
    with _bar(turns * players, progress) as bar:
        table = _Table(board, players, threads, bar)
        search = Search(
            lambda weights: float(table.play(_with(default, weights), rivals, games, first)[objective].mean()),
            default.weights, searched, candidates,
        )  # fmt: skip
        if not (whole := search.run(seed)):
            say("stopped; the best so far is validated (Ctrl-C again ends that too)")
        found = _with(default, search.best)
        played = _validate(table, default, found, opponents, validation, second)
    gain = mean(_difference(played, found, default, rivals, objective), confidence)
    rows = [
        _row(played, who, default, others, list(searched), confidence)
        for others in opponents for who in ([default] if found is default else [default, found])
    ]  # fmt: skip
    complete = whole and all(row["games"] == validation for row in rows)
    return Tuned(
        default, found, searched, pd.DataFrame(rows), gain, objective, max(len(search.tried) - 1, 0), first, second,
        complete,
    )  # fmt: skip


def _check(objective: str, games: int, candidates: int, validation: int) -> None:
    if objective not in get_args(Objective):
        raise SetupError(f"objective is {' or '.join(map(repr, get_args(Objective)))}, not {shown(objective)}")
    for name, value, least in (("games", games, 1), ("candidates", candidates, 1), ("validation", validation, 2)):
        if whole_number(name, value) < least:
            raise SetupError(f"{name} must be at least {least}, not {value}")


def _bar(games: int, progress: Progress) -> tqdm[Any]:
    disable = None if progress is True else progress != "always"
    return tqdm(total=games, unit=" games", disable=disable, file=sys.stderr, dynamic_ncols=True, mininterval=0.2)


@dataclass(frozen=True)
class _Table:
    """A table of some players, at which one of them sits among others that are all alike."""

    map: GameMap
    players: int
    threads: int | None
    bar: tqdm[Any]

    def play(self, who: Strategy, others: Strategy, games: int, seed: int) -> pd.DataFrame:
        """Score and win share of one among the others by game, the mean over all seats.

        Among its like all seats are those of one game, since rotations would repeat it.
        """
        turns = 1 if _alike(who, others) else self.players
        rows = [self._seat(who, others, seat if turns > 1 else None, games, seed) for seat in range(turns)]
        return pd.concat(rows).groupby("game")[list(get_args(Objective))].mean()

    def _seat(self, who: Strategy, others: Strategy, seat: int | None, games: int, seed: int) -> pd.DataFrame:
        """The rows of one seat, or of all."""
        seated = [who if place == seat else others for place in range(self.players)]
        result = simulate(self.map, seated, games, seed, rotate=False, threads=self.threads, progress=False)
        if not result.complete:
            raise KeyboardInterrupt
        self.bar.update(games * self.players if seat is None else games)
        rows = result.players
        return rows if seat is None else rows[rows["seat"] == seat]


_Played = dict[tuple[str, str], pd.DataFrame]
"""Score and win share by game, for the names of the others and of who sits among them."""


def _validate(
    table: _Table, default: Strategy, found: Strategy, opponents: list[Strategy], games: int, seed: int
) -> _Played:
    """Let the default and what was found play among all opponents; none that Ctrl-C cut short."""
    pairs = [(others, who) for others in opponents for who in (default, found)]
    nothing = pd.DataFrame({name: pd.Series(dtype=float) for name in get_args(Objective)})
    played = {(others.name, who.name): nothing for others, who in pairs}
    try:
        for others, who in pairs:
            if played[others.name, who.name] is nothing:
                played[others.name, who.name] = table.play(who, others, games, seed)
    except KeyboardInterrupt:
        pass
    return played


def _difference(played: _Played, who: Strategy, default: Strategy, others: Strategy, column: str) -> Any:
    """What one has above the default, in the games of both."""
    return (played[others.name, who.name][column] - played[others.name, default.name][column]).dropna()


def _row(
    played: _Played, who: Strategy, default: Strategy, others: Strategy, weights: Iterable[str], confidence: float
) -> dict[str, object]:
    """What one made of the validation among some others."""
    games = played[others.name, who.name]
    row: dict[str, object] = {
        "variant": who.name, "others": others.name, **{name: who.weights[name] for name in weights},
    }  # fmt: skip
    for name, estimate in (
        ("score", mean(games["score"], confidence)),
        ("win_share", share_by_game(games["win_share"], confidence)),
        ("score_difference", mean(_difference(played, who, default, others, "score"), confidence)),
        ("win_share_difference", mean(_difference(played, who, default, others, "win_share"), confidence)),
    ):
        row |= {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
    return {**row, "games": len(games)}


def _with(default: Strategy, weights: Mapping[str, float]) -> Strategy:
    """The default with those weights that differ; itself if none does."""
    changes = {name: value for name, value in weights.items() if value != default.weights[name]}
    return default.with_weights(**changes) if changes else default


def _alike(one: Strategy, other: Strategy) -> bool:
    return one.function is other.function and dict(one.weights) == dict(other.weights)
