"""Tuning: a seeded search for better weights of a strategy, validated in games the search has not seen.

Every candidate plays the same games in every seat against the same others (common random
numbers), so candidates differ in their weights only. The best of many candidates was also
lucky; the validation, in games of another seed, measures what it is really worth. Score and
win share need not agree, as a player may win more often with fewer points, so the search
optimises one of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, option, whole_number
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.weight_search import Range, Search, search_ranges
from ttr_analysis.maps import GameMap, as_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.messages import say
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.play.simulate import manifest_of, simulate
from ttr_analysis.results.source import of_map, tagged
from ttr_analysis.stats.columns import table_of
from ttr_analysis.stats.intervals import CONFIDENCE, Estimate, mean, share_by_game
from ttr_analysis.strategies.base import Strategy, get_strategy

Objective = Literal["win_share", "score"]
"""What a search can optimise: both are columns of a result's table of players."""


@dataclass(frozen=True)
class Tuned:
    """The result of a search, and its validation in other games.

    Attributes
    ----------
    default : Strategy
        The strategy before the search.
    found : Strategy
        The strategy with the best weights of the search; the default itself if no candidate beat it.
    ranges : mapping of str to (float, float)
        The weights that were searched, with the smallest and largest value allowed.
    table : pandas.DataFrame
        The validation. One row per variant and opponents, the default before what was found:
        ``variant``, ``others`` (the strategy of all others at the table: the default, or the
        opponent given), a column for each weight searched, ``score`` (mean, Student by
        game), ``win_share`` (Wilson by game; the fair share is 1 / ``players``), and the
        advantage over the default in the same seats with common random numbers against the same
        others: ``score_difference`` and ``win_share_difference`` (Student by game), each
        with ``_low`` and ``_high``; ``games``, the number of independent observations; ``run`` and
        ``seed`` of the games in which it moves first, as in their tables.
    gain : Estimate
        Advantage of what was found over the default in the validation, in the objective and
        against the others of the search: points, or win share from -1 to 1.
    objective : "win_share" or "score"
    candidates : int
        Number of candidates played in the search, without the default.
    search_seed, validation_seed : int
        Seeds of the games, which are numbered from 0.
    complete : bool
        Whether the run finished without being interrupted by Ctrl-C.

    Examples
    --------
    >>> [name for name in ttr.experiments.Tuned.__dataclass_fields__][:3]
    ['default', 'found', 'ranges']
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
        """Whether the whole interval of the gain is above 0."""
        return bool(self.gain.low > 0)

    @property
    def strategy(self) -> Strategy:
        """The strategy to use from now on: what was found if it is better, else the default."""
        return self.found if self.better else self.default


def tune(
    game_map: str | Path | GameMap,
    strategy: str | Strategy,
    *,
    players: int = 2,
    games: int = 200,
    seed: int = 0,
    against: str | Strategy | None = None,
    objective: Objective = "win_share",
    candidates: int = 100,
    validation: int = 1000,
    confidence: float = CONFIDENCE,
    threads: int | None = None,
    progress: Progress = True,
    **ranges: Range,
) -> Tuned:
    """Search for better weights of a strategy, and validate the best ones.

    The search is scipy's differential evolution. Ctrl-C stops it and validates the best
    candidate so far; a second Ctrl-C stops the validation, too, and leaves the intervals unknown.

    Parameters
    ----------
    game_map : str, Path or GameMap
    strategy : str or Strategy
        Its weights are the default.
    players : int, optional
        Players at each table: one candidate and the others.
    games : int, optional
        Number of games of the search; each candidate plays each of them in every seat.
    seed : int, optional
        The same seed gives the same result: the seeds of search and validation are derived from it.
    against : str or Strategy, optional
        The strategy of all others at the table; the default strategy if left out.
    objective : {"win_share", "score"}, optional
        What to maximise: the mean win share, or the mean score.
    candidates : int, optional
        Maximum number of candidates besides the default. A generation has three candidates for
        each weight, and at least 15; ten generations are a reasonable search. The search starts
        from the middle of the ranges.
    validation : int, optional
        Number of games of the validation, at least 2; what was found and the default play each of
        them in every seat.
    confidence : float, optional
        Confidence of each single interval.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    **ranges : (float, float)
        Smallest and largest value of each weight that is searched. If none are given, all weights
        are searched, from half to one and a half times their default, or from 0 to 1 if their
        default is 0. Weights whose default is an ``int`` stay whole numbers.

    Returns
    -------
    Tuned

    Raises
    ------
    MapError, SetupError
        If an argument is invalid, or there is no weight to search; raised before any game is played.
    StrategyError
        If the strategy has no weight of that name.
    GameFailed
        If a strategy makes an illegal move or raises an exception; it is a StrategyError.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.tune("usa", "random")
    ... except SetupError as error:
    ...     print(error)
    strategy 'random' has no weights to tune
    """
    default = get_strategy(strategy)
    rivals = default if against is None else get_strategy(against)
    searched = search_ranges(default, ranges)
    _check(objective, games, candidates, validation)
    game_map = as_map(game_map)
    make_lineup(game_map, [default, *[rivals] * (players - 1)], players=players, seed=seed)
    first, second = map(int, np.random.SeedSequence(check_seed("seed", seed)).generate_state(2))
    opponents = [default] if _alike(default, rivals) else [rivals, default]
    turns = games * (candidates + 1) + 2 * validation * len(opponents)
    with ProgressBar(turns * players, progress) as bar:
        table = _Table(game_map, players, threads, bar)
        search = Search(
            lambda weights: float(table.play(_with(default, weights), rivals, games, first)[objective].mean()),
            default.weights, searched, candidates,
        )  # fmt: skip
        if not (whole := search.run(seed)):
            say("stopped; validating the best weights so far (press Ctrl-C again to stop that, too)")
        found = _with(default, search.best)
        played = _validate(table, default, found, opponents, validation, second)
    gain = mean(_difference(played, found, default, rivals, objective), confidence)
    rows = [
        _row(played, who, default, others, list(searched), confidence) | table.named(who, others, second)
        for others in opponents for who in ([default] if found is default else [default, found])
    ]  # fmt: skip
    source = {
        "kind": "sweep", "map": of_map(game_map), "players": players, "seed": second, "strategies": [default.name],
        "against": [other.name for other in opponents], "games": rows[0]["games"], "asked": validation,
    }  # fmt: skip
    complete = whole and all(row["games"] == validation for row in rows)
    return Tuned(
        default, found, searched, tagged(table_of(rows), source), gain, objective, max(len(search.tried) - 1, 0),
        first, second, complete,
    )  # fmt: skip


def _check(objective: str, games: int, candidates: int, validation: int) -> None:
    option("objective", objective, get_args(Objective))
    for name, value, least in (("games", games, 1), ("candidates", candidates, 1), ("validation", validation, 2)):
        if whole_number(name, value) < least:
            raise SetupError(f"{name} must be at least {least}, not {value}")


@dataclass(frozen=True)
class _Table:
    """A table at which one player plays against others who all use the same strategy."""

    game_map: GameMap
    players: int
    threads: int | None
    bar: ProgressBar

    def play(self, who: Strategy, others: Strategy, games: int, seed: int) -> pd.DataFrame:
        """Return score and win share of one player against the others by game, averaged over all seats.

        If all play the same strategy, one game fills all seats, since rotations would only repeat it.
        """
        turns = 1 if _alike(who, others) else self.players
        rows = [self._seat(who, others, seat if turns > 1 else None, games, seed) for seat in range(turns)]
        return pd.concat(rows).groupby("game")[list(get_args(Objective))].mean()

    def named(self, who: Strategy, others: Strategy, seed: int) -> dict[str, object]:
        """Return ``run`` and ``seed`` of the games in which the one moves first, as in their tables."""
        seated = [who, *[others] * (self.players - 1)]
        return {"run": manifest_of(make_lineup(self.game_map, seated, seed=seed, rotate=False), 1).run, "seed": seed}

    def _seat(self, who: Strategy, others: Strategy, seat: int | None, games: int, seed: int) -> pd.DataFrame:
        """Return the rows of one seat, or of all seats."""
        seated = [who if place == seat else others for place in range(self.players)]
        result = simulate(
            self.game_map, seated, games=games, seed=seed, rotate=False, threads=self.threads, progress=False
        )
        if not result.complete:
            raise KeyboardInterrupt
        self.bar.advance(games * self.players if seat is None else games)
        rows = result.players
        return rows if seat is None else rows[rows["seat"] == seat]


_Played = dict[tuple[str, str], pd.DataFrame]
"""Score and win share by game; the keys are the name of the others' strategy and that of the one compared."""


def _validate(
    table: _Table, default: Strategy, found: Strategy, opponents: list[Strategy], games: int, seed: int
) -> _Played:
    """Let the default and what was found play against all opponents; what Ctrl-C interrupts stays empty."""
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
    """Return the advantage of a strategy over the default, in the games that both have played."""
    return (played[others.name, who.name][column] - played[others.name, default.name][column]).dropna()


def _row(
    played: _Played, who: Strategy, default: Strategy, others: Strategy, weights: Iterable[str], confidence: float
) -> dict[str, object]:
    """Return the row of one strategy in the validation against some others."""
    games = played[others.name, who.name]
    return {
        "variant": who.name,
        "others": others.name,
        **{name: who.weights[name] for name in weights},
        "score": mean(games["score"], confidence),
        "win_share": share_by_game(games["win_share"], confidence),
        "score_difference": mean(_difference(played, who, default, others, "score"), confidence),
        "win_share_difference": mean(_difference(played, who, default, others, "win_share"), confidence),
        "games": len(games),
    }


def _with(default: Strategy, weights: Mapping[str, float]) -> Strategy:
    """Return the default with the weights that differ; the default itself if none does."""
    changes = {name: value for name, value in weights.items() if value != default.weights[name]}
    return default.with_weights(**changes) if changes else default


def _alike(one: Strategy, other: Strategy) -> bool:
    return one.function is other.function and dict(one.weights) == dict(other.weights)
