"""The sentences that ``ttr maps profile`` prints for readers."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

BEYOND = {-1: "below", 0: "", 1: "above"}
"""Where a measure lies, if it is outside the band beyond its interval."""
PROFILE_NO_BAND = (
    "no band for games: the file of the shipped maps holds games of its own strategy only; name maps with --beside"
)
PROFILE_MEANING = (
    "fair points and who kept what are correlation, not causation; docs/profile.md says what each number means"
)
_THINGS = {"route": "routes", "ticket": "tickets", "length": "lengths"}


def profile_measures(rows: pd.DataFrame) -> str:
    """Return a line on the measures of a map outside the band, farthest first."""
    found = rows[(rows["what"] == "measure").to_numpy()]
    told = [
        f"{name.replace('_', ' ').replace('color', 'colour')} ({why})"
        for name, why in zip(found["name"], found["why"], strict=True)
    ]
    return f"second look: {', '.join(told)}" if told else "no measure lies outside the band beyond its interval"


def profile_things(what: str, rows: pd.DataFrame, most: int) -> list[str]:
    """Return lines on tickets, routes or lengths that deserve a second look, at most so many for each reason."""
    lines = []
    for why, some in rows.groupby("why", sort=False):
        first = some.head(most)
        told = [_thing(str(why), row) for row in first.itertuples()]
        more = f", and {len(some) - most} more (--json)" if len(some) > most else ""
        lines.append(f"{_THINGS[what]} {_WHY[str(why)]}: {', '.join(told)}{more}")
    return lines


_WHY = {
    "never": "never taken (at most so often)",
    "seldom": "seldom taken",
    "too many points": "too many points (printed; fair points)",
    "too few points": "too few points (printed; fair points)",
}


def _thing(why: str, row: Any) -> str:
    if why == "never":
        return row.name if isnan(row.value_high) else f"{row.name} ({100 * row.value_high:.2g} %)"
    if why == "seldom":
        return f"{row.name} ({100 * row.value:.2g} [{100 * row.value_low:.2g}, {100 * row.value_high:.2g}] %)"
    known = "unknown" if isnan(row.value) else f"{row.value:.1f} [{row.value_low:.1f}, {row.value_high:.1f}]"
    return f"{row.name} ({row.beside:g}; {known})"


def profile_alike(alike: pd.DataFrame) -> str:
    """Return a line on the maps that play most alike, and least."""
    rows = list(alike.itertuples())
    chosen = rows if len(rows) < 4 else [*rows[:2], rows[-1]]
    told = [f"{row.map} {row.distance:.2f} [{row.distance_low:.2f}, {row.distance_high:.2f}]" for row in chosen]
    return f"distance in what players do, nearest to farthest: {', '.join(told)}"
