"""``evaluate``: what each action of a decision is expected to bring."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import between, check_seed, count, option, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.evaluate import candidates, imagining, rollers, rollouts, sampling, tasks
from ttr_analysis.maps import MapLike
from ttr_analysis.play import Game, Position
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.simulate import check_threads, worker_count
from ttr_analysis.results import source
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

MEASURES: Final = {"points": rollouts.POINTS, "margin": rollouts.MARGIN, "win_share": rollouts.WIN}
"""By what actions can be compared: points, the lead over the best opponent, shares of a win."""
FIRST: Final = 32
"""Worlds after which actions may be dropped for the first time."""
KEPT: Final = 4
"""Actions that are not dropped unless that is decided; of the others the worse half goes in each round."""
LEAST: Final = 8
"""Worlds that every action must have, or nothing could be said of it."""


def evaluate(
    position: Game | Position,
    game_map: MapLike | None = None,
    *,
    actions: candidates.Asked = "sensible",
    player: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    by: str = "win_share",
    worlds: imagining.Worlds = "suited",
    rollouts: int = 6000,
    precision: float | None = None,
    seed: int = 0,
    confidence: float = intervals.CONFIDENCE,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Return what each action of a decision is expected to bring the player to move, from roll-outs.

    Worlds are imagined in which the player may be: what they know, and the rest drawn at random. Every action is
    carried out in the same worlds (common random numbers), which given players then play to the end. Actions that are
    behind the best beyond chance are dropped on the way, and it ends when only the best is left, or when ``rollouts``
    or ``precision`` are reached. The table depends on the seed, not on threads. Ctrl-C ends it early.

    Parameters
    ----------
    position : Game or Position
        A game under way, or a position on ``game_map``. Only what the player to move knows is used; of interventions
        those that concern the player and have begun.
    game_map : GameMap, str or Path, optional
        The map of a position.
    actions : {"sensible", "all"} or sequence of str or Action
        Which actions are compared. "sensible" are those of :mod:`ttr_analysis.experiments.evaluate.listing`, one for
        each track that can be paid for among them; "all" has every payment.
    player : str, Strategy or sequence of them
        Who plays the roll-outs: one for all seats, or one for each.
    by : {"win_share", "points", "margin"}
        By what actions are compared, and the table sorted.
    worlds : {"suited", "uniform", "posterior"}
        Whether opponents rather hold tickets and cards that suit their tracks, or all are drawn alike, or as their
        moves so far suggest (:func:`ttr_analysis.experiments.beliefs`; needs a game from its first deal on, in a turn;
        seconds to begin with). "suited" is the default because opponents with tickets that do not suit them lose: with
        "uniform" worlds, chances to win were 82 % on average where 50 % is true (USA, 2 players, turn 21;
        docs/evaluate.md), with "suited" 60 %.
    rollouts : int
        Most roll-outs of all actions together.
    precision : float, optional
        End as soon as every difference to the best has a standard error of at most this, in the unit of ``by``.
    seed : int
    confidence : float
        Of intervals and of the decision what is best.
    threads, progress, on_progress : optional
        As for :func:`ttr_analysis.simulate`; what is counted are roll-outs.

    Returns
    -------
    pandas DataFrame
        A row an action, the best first: ``action`` in words, ``points``, ``margin`` (over the best opponent) and
        ``win_share`` (a shared win counts in parts), each with ``_low``, ``_high`` (Student; Wilson for wins) and
        ``_se`` (standard error); ``behind`` with its interval (how far it is behind the first row by ``by``, paired by
        world), ``p_adjusted`` (of that; Holm over the actions, times the looks at the roll-outs), ``worlds`` (in how
        many it was rolled out) and ``choice_share`` (the share of worlds in which the player would choose it).
        ``attrs["value"]`` is what the player left alone brings by ``by``; ``attrs["complete"]`` is false if the run
        was stopped.

    Raises
    ------
    SetupError
        If the game is over, the position contradicts itself or the rules, a map lacks or is not asked for, or there
        are more actions than ``rollouts`` allow.
    IllegalMove
        If an action that is named is not legal.
    StrategyError
        If there is no such strategy, or it fails.

    Examples
    --------
    >>> hand = {0: {"purple": 4}, 1: {"red": 4}}
    >>> position = ttr.Position(players=2, hands=hand, tickets={0: ["Denver-El Paso"], 1: ["Dallas-New York"]})
    >>> named = ["claim Denver-Omaha purple with 4 purple", "draw blind from the train deck"]
    >>> table = ttr.evaluate(position, "usa", actions=named, player="greedy_points", rollouts=100, progress=False)
    >>> len(table), float(table["behind"].iloc[0])
    (2, 0.0)
    """
    game = game_at(position, game_map)
    measure = MEASURES[option("by", by, MEASURES)]
    _check(worlds, rollouts, precision, confidence)
    check_threads(threads)
    chosen = candidates.actions_of(game, actions)
    if rollouts < LEAST * (1 + len(chosen)):
        raise SetupError(
            f"{rollouts:,} roll-outs are too few for {len(chosen):,} actions: give at least "
            f"{LEAST * (1 + len(chosen)):,}, or name fewer actions"
        )
    rolling = rollers.Players.of(game.game_map, game.players, player)
    rolling.announce(game, rollouts)
    workers = worker_count(threads) if rolling.table is not None else 1
    sample = sampling.Sample(game, chosen, rolling, worlds, check_seed("seed", seed), measure)
    with tasks.threads(workers) as run, ProgressBar(rollouts, progress, on_progress, "roll-outs") as bar:
        sample.run = run
        complete = _Race(sample, rollouts, precision, 1 - confidence, bar).run()
    return _table(sample, by, confidence, complete)


def game_at(position: Game | Position, game_map: MapLike | None) -> Game:
    """Return a game of one's own at a position, with its log: from it follows what opponents may hold.

    Raises
    ------
    SetupError
        If there is nothing to decide, or the map lacks or is not asked for.
    """
    if isinstance(position, Position):
        if game_map is None:
            raise SetupError("a position does not name its map: give it, as in evaluate(position, 'usa')")
        game = Game.from_position(game_map, position)
    elif isinstance(position, Game):
        if game_map is not None:
            raise SetupError("a game has its own map: give the map only with a Position")
        game = position.copy()
    else:
        raise SetupError(f"evaluate needs a Game or a Position, not {shown(position)}")
    if game.over:
        raise SetupError("the game is over, so there is nothing left to evaluate")
    return game


def _check(worlds: str, rollouts: int, precision: float | None, confidence: float) -> None:
    option("worlds", worlds, imagining.WORLDS)
    count("rollouts", rollouts, 1)
    if precision is not None:
        between("precision", precision, 0)
    between("confidence", confidence, 0, 1)


@dataclass
class _Race:
    """The rounds of roll-outs: each doubles the worlds, and leaves the better half."""

    sample: sampling.Sample
    most: int
    precision: float | None
    level: float
    bar: ProgressBar

    def run(self) -> bool:
        """Play rounds until it is decided or the budget is spent; return whether nobody stopped it."""
        try:
            for _ in range(sampling.LOOKS):
                if not (worlds := self._next()):
                    return True
                before = self.sample.rolled
                self.sample.more(worlds)
                self.bar.advance(self.sample.rolled - before)
                if self._decided():
                    return True
                if self.bar.stopped:
                    return False
        except KeyboardInterrupt:
            if not len(self.sample.values):
                raise
            return False
        return True

    def _next(self) -> int:
        """Return the number of worlds of the next round: as many as there were, if they fit into the budget."""
        left = (self.most - self.sample.rolled) // int(self.sample.alive.sum())
        return min(len(self.sample.values) or FIRST, left)

    def _decided(self) -> bool:
        if len(self.sample.actions) == 1:
            return self.precision is None or self._own_error() <= self.precision
        if (left := self.sample.drop_decided(self.level)) == 1:
            return True
        self.sample.keep_better(max(KEPT, -(-left // 2)), self.sample.best())
        return self.precision is not None and self.sample.largest_error() <= self.precision

    def _own_error(self) -> float:
        values = self.sample.values[:, 1, self.sample.measure]
        return float(values.std(ddof=1) / np.sqrt(len(values)))


def _table(sample: sampling.Sample, by: str, confidence: float, complete: bool) -> pd.DataFrame:
    best = sample.best()
    adjusted = sample.adjusted(best)
    rows = [_row(sample, place, best, confidence) for place in range(len(sample.actions))]
    rows = [row | {"p_adjusted": each} for row, each in zip(rows, adjusted, strict=True)]
    first = rows.pop(best)
    rows.sort(key=lambda row: (-row[by].value, row["action"]))
    table = columns.table_of([first, *rows])
    names = list(dict.fromkeys(sample.players.names))
    game = sample.game
    facts = {
        "kind": "evaluation", "map": source.of_map(game.game_map), "players": game.players, "strategies": names,
        "seed": sample.seed, "games": sample.rolled, "asked": sample.rolled, "by": by, "worlds": sample.worlds,
        "turn": game.turn, "seat": game.player,
    }  # fmt: skip
    free = sample.values[:, rollouts.FREE, sample.measure]
    table.attrs |= {"complete": complete, "value": float(np.nanmean(free)), "confidence": confidence}
    table.attrs["value_se"] = float(np.nanstd(free, ddof=1) / np.sqrt(len(free))) if len(free) > 1 else np.nan
    return source.tagged(table, facts)


def _row(sample: sampling.Sample, place: int, best: int, confidence: float) -> dict[str, Any]:
    """Return what is told of an action, but for its p-value, which depends on the others."""
    values = sample.values[:, 1 + place]
    values = values[np.isfinite(values[:, 0])]
    errors = values.std(axis=0, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else np.full(values.shape[1], np.nan)
    row: dict[str, Any] = {"action": sample.game.describe(sample.actions[place])}
    for name, measure in MEASURES.items():
        estimate = intervals.share_by_game if name == "win_share" else intervals.mean
        row |= {name: sampling.by_world(estimate(values[:, measure], confidence)), f"{name}_se": float(errors[measure])}
    row["behind"] = sampling.by_world(intervals.mean(sample.gaps(place, best), confidence), paired=True)
    return row | {"worlds": len(values), "choice_share": sample.chosen_share(place)}
