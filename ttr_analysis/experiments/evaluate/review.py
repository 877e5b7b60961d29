"""``review``: what each decision of a game cost, how the chances of a win went, and where they turned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import between, check_seed, count, instance, listed, option, several
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.evaluate import candidates, costs, imagining, rollers, rollouts, sampling, tasks
from ttr_analysis.maps import Action, EventKind
from ttr_analysis.play import Game
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.simulate import check_threads, worker_count
from ttr_analysis.stats import intervals
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

PRECISION: Final = 0.02
"""Standard error of values, as a share of a win, until which roll-outs go on."""
ROUND: Final = 48
"""Worlds of a round of the second half."""
ROUNDS: Final = ((8, 24), (16, 12), (32, 6), (64, 3), (120, 2))
"""Worlds of each round of the first half, in which the best action is chosen, and how many actions are left after it at
most, besides the one that was made."""
FEWEST: Final = 240
"""Worlds of the second half at least if two actions are compared."""
MOST: Final = 2000
"""Most worlds of the second half, in which the action made and the best are valued."""


def review(
    game: Game,
    *,
    player: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    worlds: imagining.WithoutHistory = "suited",
    precision: float = PRECISION,
    seats: Sequence[int] | None = None,
    names: Sequence[str] = (),
    seed: int = 0,
    confidence: float = intervals.CONFIDENCE,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Return what each decision of a game cost: the chance of a win before it, after it, and after the best action.

    The sensible actions of each decision and the one that was made are rolled out in worlds that the player may have
    been in then, as :func:`ttr_analysis.evaluate` does it. The best is chosen in one half of the roll-outs, and
    compared with the action made in the other half, so that it gains nothing by having been chosen. A blunder is a
    decision whose cost is above 0 with the given confidence for all decisions of the game together (Bonferroni).

    Parameters
    ----------
    game : Game
        A game that has been played, or a part of one: all decisions that :meth:`ttr_analysis.Game.undo` takes back.
        Of a log, :func:`ttr_analysis.experiments.game_of_log` makes one.
    player, worlds
        As for :func:`ttr_analysis.evaluate`, but for worlds that are drawn from moves.
    precision : float
        Standard error to which each value and each cost is determined, as a share of a win.
    seats : sequence of int, optional
        Review the decisions of these seats only.
    names : sequence of str, optional
        What the players are called, by seat; by default ``player 1``, ``player 2``, ...
    seed : int
    confidence : float
    threads, progress, on_progress : optional
        As for :func:`ttr_analysis.simulate`; what is counted are decisions.

    Returns
    -------
    pandas DataFrame
        A row a decision: ``decision`` (its number in the game), ``turn``, ``seat``, ``made`` and ``best`` in words;
        shares of a win ``before`` (the player of the roll-outs left alone), ``after`` (with the action made) and
        ``best_value``; ``cost`` (of the action made; 0 if it is the best), each with ``_low``, ``_high`` and ``_se``,
        the interval of ``cost`` for all decisions together; ``p_adjusted`` (of the cost, Holm), ``blunder``,
        ``change`` (of ``before`` since the player's last decision), ``turning_point`` (by 10 % or more, beyond
        chance) and ``rollouts``. ``attrs["won"]`` are the shares of the win at the end, if the game is over.

    Raises
    ------
    SetupError
        If no decision has been made, or an argument is invalid.
    StrategyError
        If there is no such strategy, or it fails.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> game.keep(["Toronto-Miami", "Duluth-Houston"])
    >>> table = ttr.experiments.review(game, player="greedy_points", precision=0.1, progress=False)
    >>> len(table), table["made"].iloc[0]
    (1, 'keep Toronto-Miami, Duluth-Houston')
    """
    option("worlds", worlds, imagining.WITHOUT_HISTORY)
    between("precision, a share of a win,", precision, 0, 1)
    between("confidence", confidence, 0, 1)
    check_threads(threads)
    decisions = decisions_of(instance("game", game, Game, 'ttr.Game("usa", 2).play("expert")'))
    called = _names(names, game.players)
    chosen = _of_seats(decisions, seats, game.players)
    rolling = rollers.Players.of(game.game_map, game.players, player)
    rolling.announce(chosen[0].game, len(chosen) * 1500)
    judge = _Judge(rolling, worlds, precision, check_seed("seed", seed))
    workers = worker_count(threads) if rolling.table is not None else 1
    with ProgressBar(len(chosen), progress, on_progress, "decisions") as bar:
        judged, complete = _judged(judge, chosen, workers, bar)
    facts = {
        "strategies": list(dict.fromkeys(rolling.names)), "seed": judge.seed, "worlds": worlds,
        "confidence": confidence, "names": called,
        "played": {"seed": int(chosen[0].game._live.run.seed), "game": chosen[0].game._live.number},
    }  # fmt: skip
    table = costs.review_table(game, judged, confidence, facts)
    table.attrs["complete"] = complete
    return table


def _names(given: Sequence[str], players: int) -> list[str]:
    """Return what the players are called, by seat."""
    names = several("names", given, str)
    if len(names) not in (0, players):
        raise SetupError(f"{len(names)} names for {players} players: give one for each, by seat, or none")
    return names or [f"player {seat + 1}" for seat in range(players)]


def _of_seats(decisions: Sequence[costs.Decision], seats: Sequence[int] | None, players: int) -> list[costs.Decision]:
    """Return the decisions of some seats, or of all.

    Raises
    ------
    SetupError
        If there is none.
    """
    if not decisions:
        raise SetupError("no decision has been made that could be reviewed")
    if seats is None:
        return list(decisions)
    asked = [count("seats", seat, 0, players - 1) for seat in listed("seats", seats, "[0]")]
    if not asked:
        raise SetupError("seats is empty: name at least one, from 0, or leave it out to review all")
    chosen = [each for each in decisions if each.game.player in asked]
    if not chosen:
        raise SetupError(f"seat {' and seat '.join(map(str, asked))} has made no decision that could be reviewed")
    return chosen


def decisions_of(game: Game) -> list[costs.Decision]:
    """Return the decisions of a game that can be taken back, in order."""
    made = [event.action for event in game.events if event.is_decision and event.kind is not EventKind.PASS]
    earlier, found = game.copy(), list[costs.Decision]()
    while earlier._past:
        earlier.undo()
        number = len(made) - len(found) - 1
        found.append(costs.Decision(number, earlier.copy(log=False), made[number]))
    return found[::-1]


def _judged(
    judge: "_Judge", decisions: Sequence[costs.Decision], workers: int, bar: ProgressBar
) -> tuple[list[costs.Judged], bool]:
    """Judge decisions in several threads; return those judged, and whether these are all."""

    def task(decision: costs.Decision) -> Callable[[], costs.Judged]:
        return lambda: judge.judge(decision)

    judged = list[costs.Judged]()
    with tasks.threads(workers) as run:
        try:
            for each in run([task(decision) for decision in decisions]):
                judged.append(each)
                bar.advance(1)
                if bar.stopped:
                    break
        except KeyboardInterrupt:
            if not judged:
                raise
    return judged, len(judged) == len(decisions)


@dataclass(frozen=True)
class _Judge:
    """Rolls out decisions."""

    players: rollers.Players
    worlds: imagining.WithoutHistory
    precision: float
    seed: int

    def judge(self, decision: costs.Decision) -> costs.Judged:
        """Choose the best action in one half of the roll-outs, and compare the action made with it in the other."""
        actions, made = candidates.with_made(decision.game, candidates.sensible(decision.game), decision.made)
        first = self._sample(decision, actions, 0)
        best = _choose(first, made)
        second = self._sample(decision, actions, 1)
        second.alive[1:] = 0
        second.alive[[1 + made, 1 + best]] = 1
        while len(second.values) < MOST and not self._is_precise(first, second, made, best):
            second.more(ROUND)
        both = np.concatenate([first.values, second.values])
        later = second.values[:, 1 + made, rollouts.WIN]
        return costs.Judged(
            decision, actions[best], both[:, rollouts.FREE, rollouts.WIN], both[:, 1 + made, rollouts.WIN],
            second.gaps(made, best) if best != made else np.empty(0), later, first.rolled + second.rolled,
        )  # fmt: skip

    def _sample(self, decision: costs.Decision, actions: Sequence[Action], half: int) -> sampling.Sample:
        seed = imagining.seed_of(self.seed, decision.number, half)
        return sampling.Sample(decision.game, actions, self.players, self.worlds, seed)

    def _is_precise(self, first: sampling.Sample, second: sampling.Sample, made: int, best: int) -> bool:
        """Return whether the standard errors of the values and the cost are small enough.

        They say nothing as long as all worlds gave the same, so one more is counted as if it had not.
        """
        if best != made and len(second.values) < FEWEST:
            return False
        both = np.concatenate([first.values, second.values])[:, :, rollouts.WIN]
        series = [both[:, rollouts.FREE], both[:, 1 + made]]
        if best != made:
            series += [second.gaps(made, best), second.values[:, 1 + best, rollouts.WIN]]
        return max(map(_error, series)) <= self.precision


def _choose(sample: sampling.Sample, made: int) -> int:
    """Return the best action, which is the one made if none is better.

    In each round the worse ones are dropped, but not the one that was made.
    """
    for worlds, kept in ROUNDS:
        sample.more(worlds)
        sample.keep_better(kept, made)
    values = sample.values[:, 1:, rollouts.VALUE]
    left = np.flatnonzero(sample.alive[1:]).tolist()
    best: int = max(left, key=lambda place: float(np.nanmean(values[:, place])))
    return made if float(values[:, made].mean()) >= float(np.nanmean(values[:, best])) else best


def _error(values: Any) -> float:
    return float(np.std([*values, 0.0, 1.0], ddof=1) / np.sqrt(len(values)))
