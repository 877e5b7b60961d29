"""The sentences that ``ttr worth`` prints for readers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli.words import counted

if TYPE_CHECKING:
    import pandas as pd

WORTH = "worth: the result with the thing less the result without it, in the same games; positive is good for its owner"
"""What the numbers of a table of worth mean."""
WORTH_OF = {
    "seats": "worth: the result in a seat less the mean over all seats, in games with the same decks",
    "partners": "worth: that of both tickets in the first hand less that of each alone; positive: they help each other",
}
"""What the numbers of other tables mean, by what they value."""
WORTH_OF_RULE = "worth: the printed game less the game with the rule changed, in pairs of games with the same decks"
"""What the numbers of a table of the worth of a rule mean."""
WORTH_LINES = 10
"""Lines on differences between line-ups, at most."""
WORTH_WINS = "wins, percentage points"
"""The worth in wins: shares of the game's win that are subtracted."""
WORTH_SO_FAR = "the table holds the games played so far"
"""What is left of a table of worth that was stopped."""


def worth_flaws(things: list[str], line_up: str = "") -> list[str]:
    """Return a line on what a player does better without, if there is anything."""
    whose = f"{line_up} is " if line_up else ""
    return [f"{whose}better off without them, beyond chance: {', '.join(things)}; see docs/worth.md"] if things else []


def worth_again(row: Mapping[Any, Any], seed: int) -> str:
    """Return a line on a row that was measured again."""
    where = f" ({row['line_up']})" if "line_up" in row else ""
    points = ", ".join(f"{row[end]:.2f}" for end in ("points_low", "points_high"))
    wins = ", ".join(f"{100 * row[end]:.1f}" for end in ("win_share_low", "win_share_high"))
    return (
        f"fresh games of seed {seed}: {row['thing']}{where} {row['points']:.2f} [{points}] points, "
        f"{100 * row['win_share']:.1f} [{wins}] percentage points of wins, {counted(row['n'], 'game')}"
    )


def worth_agreed(things: list[str]) -> list[str]:
    """Return a line on what is worth points in every line-up."""
    return [f"worth points in every line-up, beyond chance: {', '.join(things) or 'nothing'}"]


def worth_differs(found: pd.DataFrame) -> list[str]:
    """Return lines on things that are worth more in one line-up than in another, the surest first."""
    lines = [_worth_difference(row) for row in found.head(WORTH_LINES).to_dict("records")]
    left = len(found) - len(lines)
    return [*lines, f"and {counted(left, 'difference')} more beyond chance"] if left else lines


def _worth_difference(row: Mapping[Any, Any]) -> str:
    factor, unit = (100, "percentage points of wins") if row["measure"] == "win_share" else (1, "points")
    more, less, ends = row["line_up"], row["other"], ["", "_low", "_high"]
    if row["difference"] < 0:
        more, less, ends, factor = less, more, ["", "_high", "_low"], -factor
    value, low, high = (f"{factor * row[f'difference{end}']:.2f}" for end in ends)
    return f"{row['thing']}: worth {value} [{low}, {high}] {unit} more for {more} than for {less}, beyond chance"
