"""Luck in the replay viewer: what each chance of a game brought the players, by the step at which it came."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd

from ttr_analysis._validate import instance, one_of
from ttr_analysis.charts import frame, move_words
from ttr_analysis.errors import SetupError
from ttr_analysis.play.frames import Frame
from ttr_analysis.report import words

MEASURES: Final = {"points": 1, "wins": 100}
"""Columns that tell what a chance brought, and the factor to the unit shown."""


def luck_by_step(table: pd.DataFrame | None, frames: Sequence[Frame]) -> dict[int, dict[str, Any]]:
    """Return the luck of each step at which chance brought something, in words.

    Parameters
    ----------
    table : DataFrame or None
        See :func:`ttr_analysis.report.replay_data`.
    frames : sequence of Frame

    Returns
    -------
    dict
        By step: ``terms``, each a kind of chance with seats and what it brought them, and ``so_far``, what luck has
        brought each seat up to this step.

    Raises
    ------
    SetupError
        If a column is missing, or the game has no such event or seat.

    Examples
    --------
    >>> import pandas as pd
    >>> frames = ttr.play.game_frames("usa", 2, ttr.Game("usa", players=2, seed=7).play("greedy_points").events)
    >>> table = pd.DataFrame({"event": [frames[3].event], "seat": [1], "kind": ["draw"], "points": [2.5]})
    >>> luck_by_step(table, frames)
    {3: {'terms': [('cards from a deck', [(1, '+2.5 points')])], 'so_far': [(1, '+2.5 points')]}}
    """
    if table is None:
        return {}
    measures = _checked(instance("luck", table, pd.DataFrame), frames)
    starts = [frame.event for frame in frames]
    placed = table.assign(step=[bisect_right(starts, event) - 1 for event in table["event"]])
    so_far, told = dict[int, dict[str, float]](), dict[int, dict[str, Any]]()
    for step, rows in placed.groupby("step", sort=True):
        terms = []
        for kind, each in rows.groupby("kind", sort=False):
            called = move_words.LUCK_PARTS.get(str(kind), str(kind))
            terms.append((called, [(int(row["seat"]), _brought(row, measures)) for _, row in each.iterrows()]))
        for seat, brought in rows.groupby("seat")[measures].sum().iterrows():
            known = so_far.setdefault(int(str(seat)), dict.fromkeys(measures, 0.0))
            so_far[int(str(seat))] = {name: known[name] + float(brought[name]) for name in measures}
        sums = [(seat, _brought(so_far[seat], measures)) for seat in sorted(so_far)]
        told[int(str(step))] = {"terms": terms, "so_far": sums}
    return told


def _checked(table: pd.DataFrame, frames: Sequence[Frame]) -> list[str]:
    """Return the measures of a table of luck that fits a game."""
    measures = [name for name in MEASURES if name in table]
    lacking = [name for name in ("event", "seat", "kind") if name not in table]
    if lacking or not measures:
        needed = ", ".join(lacking) or one_of(MEASURES)
        raise SetupError(f"luck: the table has no column {needed}; it needs event, seat, kind and {one_of(MEASURES)}")
    last, seats = frames[-1].event + len(frames[-1].told) - 1, len(frames[0].hands)
    for name, most in (("event", last), ("seat", seats - 1)):
        if strange := [int(each) for each in table[name] if not 0 <= each <= most]:
            raise SetupError(f"luck: there is no {name} {strange[0]}; this game has the {name}s 0 to {most}")
    return measures


def _brought(row: Mapping[Any, Any] | pd.Series[Any], measures: Sequence[str]) -> str:
    """Return what a chance brought in words: signed, with intervals where they are known."""
    parts = []
    for name in measures:
        factor, form = MEASURES[name], words.LUCK_WINS if name == "wins" else words.LUCK_POINTS
        low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
        text = form.format(value=frame.signed(factor * row[name], 1))
        if low is not None and high is not None:
            text += words.LUCK_ENDS.format(frame.signed(factor * low, 1), frame.signed(factor * high, 1))
        parts.append(text)
    return ", ".join(parts)
