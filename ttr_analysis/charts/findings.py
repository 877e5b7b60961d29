"""What a chart finds: the rows that stand out beyond their intervals, for a title that says so with its number.

A row that is chosen because it stands out of many would do so by chance, too. So intervals are widened by Bonferroni's
rule for as many rows as there are, before they are compared.

Names are those in tables, which no language changes; ``called`` makes of one what readers see. So equals stand in the
same order in every language.
"""

from collections.abc import Callable, Mapping, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ttr_analysis.charts import words
from ttr_analysis.stats.columns import estimates_of, number_text
from ttr_analysis.stats.intervals import CONFIDENCE

Floats = NDArray[np.float64]
Ends = tuple[Floats, Floats, Floats]
FEW = 5
"""Of at most so many rows, the number of the one farthest from 0 can be told: it is hardly large by choice."""
Facts = Mapping[str, Sequence[object]]
"""Further facts for a title, each with one entry for every row."""
Called = Callable[[Any], object]


def _as_it_is(name: object) -> object:
    return name


def headed(chart: words.Chart, title: str) -> words.Chart:
    """Return the words of a chart with a finding as its title; the usual title becomes the subtitle."""
    return chart._replace(title=title, subtitle=chart.title) if title else chart


def widened(table: pd.DataFrame, column: str, factor: float = 1, among: int | None = None) -> Ends:
    """Return values and ends of intervals that hold for all rows at once, or for ``among`` of them."""
    return wider(estimates_of(table, column, factor), len(table) if among is None else among)


def wider(ends: Sequence[Sequence[float]], among: int) -> Ends:
    """Return values and ends of intervals that hold for so many rows at once."""
    value, low, high = (np.asarray(end, dtype=float) for end in ends)
    outside = (1 - CONFIDENCE) / 2
    factor = NormalDist().inv_cdf(1 - outside / max(among, 1)) / NormalDist().inv_cdf(1 - outside)
    return value, value - factor * (value - low), value + factor * (high - value)


def exact(table: pd.DataFrame, column: str, factor: float = 1) -> Ends:
    """Return values of exact numbers, and themselves as the ends of their intervals."""
    value = factor * table[column].to_numpy(dtype=float)
    return value, value, value


def mean_of_counts(values: Any, counts: Any, games: int) -> tuple[float, float, float]:
    """Return the mean of counted whole numbers and the ends of its interval.

    Players of one game are not independent: the interval is as wide as if each game had one player.
    """
    known, weights = np.asarray(values, dtype=float), np.asarray(counts, dtype=float)
    mean = float(np.average(known, weights=weights))
    spread = float(np.average((known - mean) ** 2, weights=weights)) ** 0.5
    half = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * spread / max(games, 1) ** 0.5
    return mean, mean - half, mean + half


def extremes(
    chart: words.Chart, names: Sequence[object], ends: Ends, *, digits: int = 1, called: Called = _as_it_is,
    **facts: object,
) -> words.Chart:  # fmt: skip
    """Return a chart headed by its highest and its lowest row, if their intervals do not meet.

    Its words are filled with ``top``, ``most``, ``bottom``, ``least`` and the facts. Else the chart keeps its title:
    that nothing was found is no finding.
    """
    order = _order(ends[0], names)
    if len(order) < 2:
        return chart
    top, bottom = order[0], order[-1]
    filled = {"top": called(names[top]), "bottom": called(names[bottom]), **facts}
    return _of_two(chart, ends, (top, bottom), ("most", "least"), digits, filled)


def leader(
    chart: words.Chart, names: Sequence[object], ends: Ends, *, digits: int = 1, called: Called = _as_it_is,
    **facts: object,
) -> words.Chart:  # fmt: skip
    """Return a chart headed by its highest row, if its interval does not meet that of the second.

    Its words are filled with ``first``, ``most``, ``second``, ``next`` and the facts. Else the chart keeps its title.
    """
    order = _order(ends[0], names)
    if len(order) < 2:
        return chart
    filled = {"first": called(names[order[0]]), "second": called(names[order[1]]), **facts}
    return _of_two(chart, ends, (order[0], order[1]), ("most", "next"), digits, filled)


def beyond(
    chart: words.Chart, names: Sequence[object], ends: Ends, bound: float = 0.0, *, digits: int = 1,
    above: bool = False, of_rows: Facts | None = None, called: Called = _as_it_is, **facts: object,
) -> words.Chart:  # fmt: skip
    """Return a chart headed by the row farthest from a bound, among those whose intervals do not include it.

    Of rows equally far from it, the one with the narrowest interval is named, and so the one with most games.

    Its words are filled with ``name``, ``value``, ``signed`` (with a plus), ``bound`` and the facts, of which those
    ``of_rows`` have an entry for each row. With ``above``, rows below the bound do not count. Of several rows, the
    title says that none can be told from the bound over all rows, and the caption for what it holds.
    """
    value, low, high = ends
    if not np.isfinite(value).any():
        return chart
    many = int((np.isfinite(high - low) & (high > low)).sum()) > 1  # infinite ends were judged elsewhere
    sure = (low > bound) | ((high < bound) & (not above))
    told = {"bound": number_text(bound, digits if bound % 1 else 0), **facts}
    if not sure.any():
        nothing = chart.unclear.format(**told)
        return headed(chart, words.OVER_ROWS.format(nothing) if many else nothing)
    best = _order(np.where(sure, np.abs(value - bound), np.nan), names, high - low)[0]
    plus = "+" if value[best] > 0 else ""
    told |= {"name": called(names[best]), "value": number_text(value[best], digits)}
    told |= {"signed": plus + number_text(value[best], digits)}
    told |= {key: each[best] for key, each in (of_rows or {}).items()}
    return headed(chart._replace(holds=words.HOLDS * many), chart.finding.format(**told))


def all_beyond(
    chart: words.Chart, names: Sequence[object], ends: Ends, alone: str, *, few: int = 1, above: bool = False,
    **facts: Any,
) -> words.Chart:  # fmt: skip
    """Return a chart headed by how many rows have intervals without 0, and the name of the one farthest from it.

    Its number is not told, as the largest of several is large by chance, too; that of the only row, or of at most
    ``few``, is, by the words ``alone``. The words of the chart are filled with ``number``, ``all``, ``name`` and the
    facts. With ``above``, rows below 0 do not count.
    """
    number = int(((ends[1] > 0) | ((ends[2] < 0) & (not above))).sum())
    chart = chart._replace(finding=alone) if len(names) <= few else chart
    return beyond(chart, names, ends, above=above, number=number, all=len(names), **facts)


def contrast(
    chart: words.Chart, parts: Sequence[object], ones: Ends, others: Ends, *, digits: int = 1,
    called: Called = _as_it_is, **facts: object,
) -> words.Chart:  # fmt: skip
    """Return a chart headed by the part in which two groups differ most, if their intervals do not meet.

    Its words are filled with ``part``, ``more`` (the value of the one group), ``less`` (that of the other) and the
    facts, among them the names of both. Else the chart keeps its title.
    """
    sure = (ones[1] > others[2]) | (ones[2] < others[1])
    if not sure.any():
        return chart
    part = _order(np.where(sure, np.abs(ones[0] - others[0]), np.nan), parts)[0]
    texts = number_text(ones[0][part], digits), number_text(others[0][part], digits)
    if texts[0] == texts[1]:
        return chart
    return headed(chart, chart.finding.format(part=called(parts[part]), more=texts[0], less=texts[1], **facts))


def _of_two(
    chart: words.Chart, ends: Ends, rows: tuple[int, int], keys: tuple[str, str], digits: int, filled: dict[str, Any]
) -> words.Chart:
    """Return a chart headed by two rows, if the interval of the first lies above that of the second."""
    texts = [number_text(ends[0][row], digits) for row in rows]
    filled |= dict(zip(keys, texts, strict=True))
    apart = len(set(texts)) == 2 and (ends[1][rows[0]] > ends[2][rows[1]])
    return headed(chart, chart.finding.format(**filled)) if apart else chart


def _order(values: Floats, names: Sequence[object], widths: Floats | None = None) -> list[int]:
    """Return the rows whose value is known, the highest first; equals by widths, then names, as in ``columns.ranked``.

    Names are those in tables: translated, equals would stand in another order in each language.
    """
    wide = np.zeros(len(values)) if widths is None else np.nan_to_num(widths, nan=np.inf)
    known = np.flatnonzero(np.isfinite(values)).tolist()
    return sorted(known, key=lambda row: (-values[row], wide[row], str(names[row])))
