"""The sentences that ``ttr maps profile`` prints for readers."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import words
from ttr_analysis.maps.languages import say, words_of, written

if TYPE_CHECKING:
    import pandas as pd

words_of(__name__)

BEYOND = {-1: "below", 0: "", 1: "above"}
"""Where a measure lies, if it is outside the band beyond its interval."""
PROFILE_NO_BAND = (
    "no band for games: the file of the shipped maps holds games of its own strategy only; name maps with --beside"
)
PROFILE_MEANING = (
    "fair points and who kept what are correlation, not causation; docs/profile.md says what each number means"
)
THINGS = {"route": "routes", "ticket": "tickets", "length": "lengths"}


def profile_measures(rows: pd.DataFrame) -> str:
    """Return a line on the measures of a map outside the band, farthest first."""
    from ttr_analysis.charts import profile_words

    found = rows[(rows["what"] == "measure").to_numpy()]
    told = [
        f"{profile_words.measure(name)} ({say(why)})" for name, why in zip(found["name"], found["why"], strict=True)
    ]
    if not told:
        return say("no measure lies outside the band beyond its interval")
    return say("second look: {}").format(", ".join(told))


def profile_things(what: str, rows: pd.DataFrame, most: int) -> list[str]:
    """Return lines on tickets, routes or lengths that deserve a second look, at most so many for each reason."""
    lines = []
    for why, some in rows.groupby("why", sort=False):
        first = some.head(most)
        told = [_thing(str(why), row) for row in first.itertuples()]
        more = say(", and {} more (--json)").format(len(some) - most) if len(some) > most else ""
        lines.append(f"{say(THINGS[what])} {say(WHY[str(why)])}: {', '.join(told)}{more}")
    return lines


WHY = {
    "never": "never taken (at most so often)",
    "seldom": "seldom taken",
    "too many points": "too many points (printed; fair points)",
    "too few points": "too few points (printed; fair points)",
}


def _thing(why: str, row: Any) -> str:
    if why == "never":
        if isnan(row.value_high):
            return str(row.name)
        return say("{name} ({share:.2g} %)").format(name=row.name, share=100 * row.value_high)
    if why == "seldom":
        share = _ends(100 * row.value, 100 * row.value_low, 100 * row.value_high, ".2g")
        return say("{name} ({share} %)").format(name=row.name, share=share)
    known = say("unknown") if isnan(row.value) else _ends(row.value, row.value_low, row.value_high, ".1f")
    return f"{row.name} ({written(row.beside, 'g')}; {known})"


def _ends(value: Any, low: Any, high: Any, form: str) -> str:
    """Return a number with its interval, each written by the same format."""
    return words.estimate(*(written(end, form) for end in (value, low, high)))


def profile_alike(alike: pd.DataFrame) -> str:
    """Return a line on the maps that play most alike, and least."""
    rows = list(alike.itertuples())
    chosen = rows if len(rows) < 4 else [*rows[:2], rows[-1]]
    told = [f"{row.map} {_ends(row.distance, row.distance_low, row.distance_high, '.2f')}" for row in chosen]
    return say("distance in what players do, nearest to farthest: {}").format(words.between().join(told))
