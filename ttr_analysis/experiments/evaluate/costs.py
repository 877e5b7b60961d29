"""The table of a review: what each decision cost, in words and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import instance
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.evaluate import sampling
from ttr_analysis.maps import Action
from ttr_analysis.maps.languages import say
from ttr_analysis.play import Game
from ttr_analysis.play.spoken import spoken
from ttr_analysis.results import source
from ttr_analysis.stats import columns, intervals

NEEDED: Final = ("blunder", "turn", "seat", "made", "best", "cost", "cost_low", "cost_high")
"""Columns of which blunders are told."""
Floats = np.ndarray[Any, np.dtype[np.float64]]
TURN_OF_FORTUNE: Final = 0.1
"""Least change of a chance of winning that counts as a turning point."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game: the game before it, and the action made."""

    number: int
    game: Game
    made: Action


@dataclass(frozen=True)
class Judged:
    """What roll-outs say of a decision; arrays have a value for each world, of both halves or of the second.

    Attributes
    ----------
    decision : Decision
    best : Action
    before, after : array of float
        The share of a win of the player left alone, and with the action made.
    gap : array of float
        In the worlds of the second half: how far the action made is behind the best; empty if it is the best.
    later : array of float
        The share of a win with the action made in these worlds.
    rolled : int
        Number of roll-outs.
    """

    decision: Decision
    best: Action
    before: Floats
    after: Floats
    gap: Floats
    later: Floats
    rolled: int


def review_table(game: Game, judged: Sequence[Judged], confidence: float, facts: source.Source) -> pd.DataFrame:
    """Return the table of a review, see :func:`ttr_analysis.experiments.review`; ``facts`` tell how it was made."""
    tested = np.array([len(each.gap) > 0 for each in judged])
    together = 1 - (1 - confidence) / max(1, int(tested.sum()))
    table = columns.table_of([_row(each, confidence, together) for each in judged])
    raw = np.array([intervals.paired_p_value(each.gap) if len(each.gap) else 1.0 for each in judged])
    adjusted = np.ones(len(judged))
    adjusted[tested] = intervals.holm(raw[tested])
    table["p_adjusted"], table["blunder"] = adjusted, table["cost_low"] > 0
    table["change"], table["turning_point"] = _changes(judged, confidence)
    table["rollouts"] = [each.rolled for each in judged]
    rolled = int(table["rollouts"].sum())
    won = [int(seat in game.winners) / max(1, len(game.winners)) for seat in range(game.players)]
    table.attrs["won"] = won if game.over else []
    known = {"map": source.of_map(game.game_map), "players": game.players, "decisions": len(judged)}
    return source.tagged(table, {"kind": "review", **known, "games": rolled, "asked": rolled, **facts})


def _row(judged: Judged, confidence: float, together: float) -> dict[str, Any]:
    """Return what is told of a decision by itself."""
    game, made = judged.decision.game, judged.decision.made
    before, after = (
        sampling.by_world(intervals.share_by_game(each, confidence)) for each in (judged.before, judged.after)
    )
    if len(judged.gap):
        cost = sampling.by_world(intervals.mean(judged.gap, together), paired=True)
        error = float(judged.gap.std(ddof=1) / np.sqrt(len(judged.gap)))
    else:
        cost, error = intervals.Estimate(0.0, 0.0, 0.0, 0, "paired t by world", together), 0.0
    best, best_error = _best_value(judged, after, confidence)
    return {
        "decision": judged.decision.number, "turn": game.turn, "seat": game.player, "made": game.describe(made),
        "best": game.describe(judged.best), "before": before, "before_se": _plain_error(judged.before),
        "after": after, "after_se": _plain_error(judged.after), "best_value": best, "best_value_se": best_error,
        "cost": cost, "cost_se": error,
    }  # fmt: skip


def _best_value(judged: Judged, after: intervals.Estimate, confidence: float) -> tuple[intervals.Estimate, float]:
    """Return the value of the best action: that of the action made, known from both halves, and the cost."""
    if not len(judged.gap):
        return after, _plain_error(judged.after)
    all_worlds, worlds = len(judged.after), len(judged.gap)
    earlier = judged.after[: all_worlds - worlds]
    share = len(earlier) / all_worlds
    mixed = (1 - share) * judged.later + judged.gap
    value = share * float(earlier.mean()) + float(mixed.mean())
    error = float(np.sqrt(share**2 * earlier.var(ddof=1) / len(earlier) + mixed.var(ddof=1) / worlds))
    half = error * intervals.half_width_in_errors(confidence)
    low, high = max(0.0, value - half), min(1.0, value + half)
    return intervals.Estimate(value, low, high, all_worlds, "t by world", confidence), error


def _plain_error(values: Any) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def _changes(judged: Sequence[Judged], confidence: float) -> tuple[list[float], list[bool]]:
    """Return how much the chance of a win changed since the player's last decision, and whether it turned there."""
    changes, turning = list[float](), list[bool]()
    last: dict[int, Judged] = {}
    together = 1 - (1 - confidence) / max(1, len(judged))
    normal = intervals.half_width_in_errors(together)
    for each in judged:
        seat = each.decision.game.player
        if seat in last:
            change = float(each.before.mean() - last[seat].before.mean())
            error = float(np.hypot(_plain_error(each.before), _plain_error(last[seat].before)))
            changes.append(change)
            turning.append(abs(change) >= TURN_OF_FORTUNE and abs(change) > normal * error)
        else:
            changes.append(np.nan)
            turning.append(False)
        last[seat] = each
    return changes, turning


def name_of(table: pd.DataFrame, seat: int) -> str:
    """Return what a review calls the player in a seat."""
    names = (source.source_of(table) or {}).get("names", ())
    return str(names[seat]) if seat < len(names) else say("player {}").format(seat + 1)


def blunders(table: pd.DataFrame) -> list[str]:
    """Return each blunder of a review in words: what was better, and by how much.

    Raises
    ------
    SetupError
        If this is no table of a review.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> game.keep(["Toronto-Miami", "Duluth-Houston"])
    >>> table = ttr.experiments.review(game, player="greedy_points", precision=0.1, progress=False)
    >>> ttr.experiments.blunders(table.assign(blunder=False))
    []
    """
    instance("the table of costs", table, pd.DataFrame, "review(game)")
    if missing := [name for name in NEEDED if name not in table]:
        raise SetupError(f"blunders are told of a table of review(game); this one has no column {missing[0]}")
    rows: list[Any] = table[table["blunder"]].to_dict("records")
    return [
        say("turn {turn}, {name}: {made}; better: {best}, by {cost:.1f} % of a win ({low:.1f} to {high:.1f})").format(
            turn=row["turn"],
            name=name_of(table, row["seat"]),
            made=spoken(row["made"]),
            best=spoken(row["best"]),
            **{
                end: 100 * row[column] for end, column in (("cost", "cost"), ("low", "cost_low"), ("high", "cost_high"))
            },
        )
        for row in rows
    ]
