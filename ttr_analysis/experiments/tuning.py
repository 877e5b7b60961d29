"""Tuning: a seeded search for better weights of a strategy, validated in games the search has not seen.

Every candidate plays the same games in every seat against the same others (common random
numbers), so candidates differ in their weights only. The best of many candidates was also
lucky; the validation, in games of another seed, measures what it is really worth. Score and
win share need not agree, as a player may win more often with fewer points, so the search
optimises one of them.

A search may use several boards, numbers of players and opponents at once: each combination is a
*setting*. What a candidate gains in a setting is divided by the standard deviation of the
default's games there, so that settings count alike whatever their points.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, option, whole_number
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.settings import Setting, Settings, is_alike
from ttr_analysis.experiments.weight_search import Range, Search, search_ranges
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play.lineup import Place, make_lineup
from ttr_analysis.play.messages import say
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.results import going_on
from ttr_analysis.results.folders import at_home
from ttr_analysis.results.journal import Journal, facts_to_add_to
from ttr_analysis.results.manifest import MapEntry
from ttr_analysis.results.source import of_map, tagged
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies.base import Strategy, get_strategy

Objective = Literal["win_share", "score"]
"""What a search can optimise: both are columns of a result's table of players."""

Aim = Literal["mean", "worst"]
"""What a search over several settings maximises: the mean of the standardised gains, or the least one."""


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
        The validation. One row per setting and variant, the default before what was found:
        ``map``, ``ticket_set``, ``players``, ``variant``, ``others`` (the strategy of all others at
        the table: an opponent given, or the default), a column for each weight searched, ``score``
        (mean, Student by game), ``win_share`` (Wilson by game; the fair share is 1 / ``players``), and the
        advantage over the default in the same seats with common random numbers against the same
        others: ``score_difference`` and ``win_share_difference`` (Student by game), each
        with ``_low`` and ``_high``; ``games``, the number of independent observations; ``run`` and
        ``seed`` of the games in which it moves first, as in their tables.
    gain : Estimate
        Advantage of what was found over the default in the validation, in the objective and
        in the settings of the search: points, or win share from -1 to 1; of several settings
        the mean, game by game.
    objective : "win_share" or "score"
    aim : "mean" or "worst"
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
    gain: intervals.Estimate
    objective: Objective
    aim: Aim
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
    game_map: MapLike | Sequence[MapLike],
    strategy: str | Strategy,
    *,
    players: int | Sequence[int] = 2,
    games: int = 200,
    seed: int = 0,
    against: str | Strategy | Sequence[str | Strategy] | None = None,
    objective: Objective = "win_share",
    aim: Aim = "mean",
    candidates: int = 100,
    validation: int = 1000,
    confidence: float = intervals.CONFIDENCE,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
    **ranges: Range,
) -> Tuned:
    """Search for better weights of a strategy, and validate the best ones.

    The search is scipy's differential evolution. Ctrl-C stops it and validates the best
    candidate so far; a second Ctrl-C stops the validation, too, and leaves the intervals unknown.

    Parameters
    ----------
    game_map : str, Path or GameMap, or several of them
    strategy : str or Strategy
        Its weights are the default.
    players : int, or several, optional
        Players at each table: one candidate and the others.
    games : int, optional
        Number of games of the search in each setting; each candidate plays each of them in every seat.
    seed : int, optional
        The same seed gives the same result: the seeds of search and validation are derived from it.
    against : str or Strategy, or several, optional
        The strategy of all others at the table; the default strategy if left out.
    objective : {"win_share", "score"}, optional
        What to maximise: the mean win share, or the mean score.
    aim : {"mean", "worst"}, optional
        With several settings, maximise the mean or the least of their standardised gains: what a candidate
        is above the default, in standard deviations of the default's games.
    candidates : int, optional
        Maximum number of candidates besides the default. A generation has three candidates for
        each weight, and at least 15; ten generations are a reasonable search. The search starts
        from the middle of the ranges.
    validation : int, optional
        Number of games of the validation in each setting, at least 2; what was found and the default
        play each of them in every seat.
    confidence : float, optional
        Confidence of each single interval.
    out : str or Path, optional
        Folder in which the games of candidates are written down while they are played.
    resume : bool, optional
        Go on with the same call in ``out`` where it was stopped or killed; begin if nothing is there.
    more : bool, optional
        Try ``candidates`` more than those for which ``out`` was made: the same search as one for all of them.
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
    ResultError
        If the games in ``out`` are of another search.
    StrategyError
        If the strategy has no weight of that name.
    GameFailed
        If a strategy makes an illegal move or raises an exception; it is a StrategyError.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.tune(["usa", "europe"], "random", players=[2, 4])
    ... except SetupError as error:
    ...     print(error)
    strategy 'random' has no weights to tune
    """
    default = get_strategy(strategy)
    rivals = [get_strategy(each) for each in _several("opponent", default if against is None else against)]
    searched = search_ranges(default, ranges)
    _check(objective, aim, games, candidates, validation)
    boards = [as_map(each) for each in _several("map", game_map)]
    searching = [Setting(*each) for each in product(boards, _several("number of players", players), rivals)]
    for setting in searching:
        make_lineup(setting.game_map, setting.line_up(default), players=setting.players, seed=seed)
    proving = _with_own_kind(searching, default)
    first, second = map(int, np.random.SeedSequence(check_seed("seed", seed)).generate_state(2))
    going_on.check_choice(out, resume=resume, more=more)
    folder = None if out is None else at_home(out)
    if more and folder is not None:
        candidates += int(facts_to_add_to(folder, "search", "candidates")["candidates"])
    facts = _facts(boards, [default, *rivals]) | {
        "players": [setting.players for setting in searching], "games": games, "seed": seed, "validation": validation,
        "objective": objective, "aim": aim, "ranges": {name: list(ends) for name, ends in searched.items()},
        "candidates": candidates,
    }  # fmt: skip
    free = ("candidates",) if more else ()
    journal = Journal(folder, facts, goes_on=resume or more, owner="a search", free=free)
    seats = [sum(setting.players for setting in each) for each in (searching, proving)]
    with journal, ProgressBar(games * (candidates + 1) * seats[0] + 2 * validation * seats[1], progress) as bar:
        table = Settings(threads, bar, tuple(get_args(Objective)), journal)
        worth = _Worth(table, default, searching, games, first, objective, aim)
        search = Search(worth, default.weights, searched, candidates)
        if not (whole := search.run(seed)):
            say("stopped; validating the best weights so far (press Ctrl-C again to stop that, too)")
        found = _with_changed(default, search.best)
        played = _validate(table, default, found, proving, validation, second)
    gains = pd.concat([_difference(played, found, default, setting, objective) for setting in searching], axis=1)
    rows = [
        _row(played, who, default, setting, list(searched), confidence) | setting.named(who, second)
        for setting in proving for who in ([default] if found is default else [default, found])
    ]  # fmt: skip
    complete = whole and all(row["games"] == validation for row in rows)
    return Tuned(
        default, found, searched, tagged(columns.table_of(rows), _source(proving, default, second, rows, validation)),
        intervals.mean(gains.dropna().mean(axis=1), confidence), objective, aim, max(len(search.tried) - 1, 0), first,
        second, complete,
    )  # fmt: skip


def _facts(boards: Sequence[GameMap], players: Sequence[Strategy]) -> dict[str, Any]:
    """Return what the games of a search depend on, besides seeds and numbers."""
    maps, entries = [MapEntry.of(board) for board in boards], [Place.of(each).entry for each in players]
    return going_on.facts_of_games(maps, entries, source_hash())


def _several(what: str, given: Any) -> list[Any]:
    """Return what was given once, or several times, as a list.

    Raises
    ------
    SetupError
        If there is none, or one is given twice.
    """
    each = list(given) if isinstance(given, list | tuple) else [given]
    if not each:
        raise SetupError(f"tune needs at least one {what}")
    if any(one == other for place, one in enumerate(each) for other in each[:place]):
        raise SetupError(f"tune got one {what} twice")
    return each


def _check(objective: str, aim: str, games: int, candidates: int, validation: int) -> None:
    option("objective", objective, get_args(Objective))
    option("aim", aim, get_args(Aim))
    for name, value, least in (("games", games, 1), ("candidates", candidates, 1), ("validation", validation, 2)):
        if whole_number(name, value) < least:
            raise SetupError(f"{name} must be at least {least}, not {value}")


def _with_own_kind(settings: list[Setting], default: Strategy) -> list[Setting]:
    """Return the settings of the validation: those of the search, and each board and table with the default itself."""
    own = {(each.game_map, each.players): Setting(each.game_map, each.players, default) for each in settings}
    own |= {(each.game_map, each.players): each for each in settings if is_alike(default, each.others)}
    return [*(each for each in settings if not is_alike(default, each.others)), *own.values()]


@dataclass(frozen=True)
class _Worth:
    """What weights are worth: the aim over the settings of their standardised gains over the default."""

    table: Settings
    default: Strategy
    settings: list[Setting]
    games: int
    seed: int
    objective: Objective
    aim: Aim

    of_default: list[Any] = field(default_factory=list)
    """The objective of the default by game, in each setting: the search asks for the default first."""

    def __call__(self, weights: Mapping[str, float]) -> float:
        who = _with_changed(self.default, weights)
        played = self._play(who)
        if who is self.default:
            self.of_default[:] = played
        pairs = zip(played, self.of_default, strict=True)
        gains = [(each.mean() - default.mean()) / (default.std(ddof=0) or 1.0) for each, default in pairs]
        return float(min(gains) if self.aim == "worst" else np.mean(gains))

    def _play(self, who: Strategy) -> list[Any]:
        """Let one play in all settings at once."""
        return [rows[self.objective] for rows in self.table.play(self.settings, who, self.games, self.seed)]


_Played = dict[tuple[Setting, str], pd.DataFrame]
"""Score and win share by game; the keys are the setting and the name of the strategy that is compared."""


def _validate(
    table: Settings, default: Strategy, found: Strategy, settings: list[Setting], games: int, seed: int
) -> _Played:
    """Let the default and what was found play in all settings; what Ctrl-C interrupts stays empty."""
    nothing = pd.DataFrame({name: pd.Series(dtype=float) for name in get_args(Objective)})
    played = {(setting, who.name): nothing for setting in settings for who in (default, found)}
    try:
        for setting, who in product(settings, (default, found)):
            if played[setting, who.name] is nothing:
                [played[setting, who.name]] = table.play([setting], who, games, seed)
    except KeyboardInterrupt:
        pass
    return played


def _difference(played: _Played, who: Strategy, default: Strategy, setting: Setting, column: str) -> Any:
    """Return the advantage of a strategy over the default, in the games that both have played."""
    return (played[setting, who.name][column] - played[setting, default.name][column]).dropna()


def _row(
    played: _Played, who: Strategy, default: Strategy, setting: Setting, weights: Iterable[str], confidence: float
) -> dict[str, object]:
    """Return the row of one strategy in one setting of the validation."""
    games = played[setting, who.name]
    return {
        "map": setting.game_map.name,
        "ticket_set": setting.game_map.ticket_set,
        "players": setting.players,
        "variant": who.name,
        "others": setting.others.name,
        **{name: who.weights[name] for name in weights},
        "score": intervals.mean(games["score"], confidence),
        "win_share": intervals.share_by_game(games["win_share"], confidence),
        "score_difference": intervals.mean(_difference(played, who, default, setting, "score"), confidence),
        "win_share_difference": intervals.mean(_difference(played, who, default, setting, "win_share"), confidence),
        "games": len(games),
    }


def _source(settings: list[Setting], default: Strategy, seed: int, rows: list[dict[str, object]], asked: int) -> Any:
    """Return the source of the table; of several boards or tables, one part each."""
    tables = list(dict.fromkeys((setting.game_map, setting.players) for setting in settings))
    parts = [
        {
            "kind": "sweep", "map": of_map(game_map), "players": players, "seed": seed, "strategies": [default.name],
            "against": [each.others.name for each in settings if (each.game_map, each.players) == (game_map, players)],
            "games": rows[0]["games"], "asked": asked,
        }
        for game_map, players in tables
    ]  # fmt: skip
    return parts[0] if len(parts) == 1 else {"kind": "several", "parts": parts}


def _with_changed(default: Strategy, weights: Mapping[str, float]) -> Strategy:
    """Return the default with the weights that differ; the default itself if none does."""
    changes = {name: value for name, value in weights.items() if value != default.weights[name]}
    return default.with_weights(**changes) if changes else default
