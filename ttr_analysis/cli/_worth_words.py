"""The sentences that ``ttr worth`` prints for readers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import words
from ttr_analysis.maps.languages import say, words_of

if TYPE_CHECKING:
    import pandas as pd

words_of(__name__)

WORTH = "worth: the result with the thing less the result without it, in the same games; positive is good for its owner"
"""What the numbers of a table of worth mean."""
WORTH_OF = {
    "taken": "worth: the result in a seat less the mean over all seats, in games with the same decks",
    "together": "worth: that of both tickets in the first hand less that of each alone; positive: they help each other",
    "kept_or_returned": "worth: the result with the ticket kept whenever it is offered less the result with it "
    "returned, in the same games; positive: keep it",
}
"""What the numbers of other tables mean, by the change."""
WORTH_OF_RULE = "worth: the printed game less the game with the rule changed, in pairs of games with the same decks"
"""What the numbers of a table of the worth of a rule mean."""
WORTH_LINES = 10
"""Lines on differences between line-ups, at most."""
ANSWERED = 10
"""Tickets of a table for which it is said whether to keep them, at most."""
WORTH_SO_FAR = "the table holds the games played so far"
"""What is left of a table of worth that was stopped."""
UNCONFIRMED = "the largest of several numbers are large by chance, too: --confirm N measures the first N in fresh games"
"""What is said of a table whose rows were not measured again."""
UNITS = {"points": ("points", 1, 2), "win_share": ("percentage points of wins", 100, 1)}
"""The unit of a measure, the factor to it, and digits after the point."""
AGREED = {"points": "points", "win_share": "wins"}
"""What is said of a measure in short."""


def adjusted_head(measure: str, of: str) -> str:
    """Return the head of a column of adjusted p-values, as :data:`words.HEADS` has it."""
    return f"p adjusted, {AGREED[measure]}{of}"


def called(table: pd.DataFrame) -> list[str]:
    """Return what the things of a table are called: habits by what is done, not by what forbids it."""
    from ttr_analysis.experiments.worth import answers

    return list(map(answers.called, table["thing"]))


def numbers(table: pd.DataFrame, measure: str, digits: int, factor: float = 1.0) -> list[str]:
    """Return a column with its intervals as text, and the bounds as what they are."""
    from ttr_analysis.experiments.worth import told
    from ttr_analysis.stats import columns

    few, highs = told.few_changed(table, measure), factor * table[f"{measure}_high"]
    ends = zip(*columns.estimates_of(table, measure, factor), strict=True)
    return [
        say("at most ±{}").format(columns.number_text(high, digits)) if bound else in_brackets(*each, digits)
        for each, bound, high in zip(ends, few, highs, strict=True)
    ]


def in_brackets(value: float, low: float, high: float, digits: int) -> str:
    """Return a number with its interval, with the minus sign of sentences."""
    from ttr_analysis.stats import columns

    value_text, *ends = (columns.number_text(each, digits) for each in (value, low, high))
    return words.estimate(value_text, *ends)


def worth_flaws(flaws: pd.DataFrame, line_up: str = "") -> list[str]:
    """Return a line on what a player does better without, if there is anything."""
    if flaws.empty:
        return []
    player = line_up or flaws.attrs["worth"]["strategies"][0]
    form = say(
        "a flaw of {player}: it does better without these, beyond chance over the whole table (see docs/worth.md): "
        "{names}"
    )
    return [form.format(player=player, names=", ".join(called(flaws)))]


def worth_again(again: pd.DataFrame) -> Iterator[str]:
    """Yield a line on each row that was measured again."""
    where = [f" ({name})" for name in again["line_up"]] if "line_up" in again else [""] * len(again)
    texts = [numbers(again, measure, digits, factor) for measure, (_, factor, digits) in UNITS.items()]
    for name, place, points, wins, games in zip(called(again), where, *texts, again["n"], strict=True):
        yield say(
            "fresh games of seed {seed}: {name} {points} points, {wins} percentage points of wins, {games:,} "
            "{games:game|games}"
        ).format(seed=again.attrs["worth"]["seed"], name=f"{name}{place}", points=points, wins=wins, games=games)


def worth_agreed(found: pd.DataFrame) -> list[str]:
    """Return lines on what is worth points, and wins, in every line-up."""
    form = say("worth {measure} in every line-up, beyond chance: {names}")
    return [
        form.format(measure=say(what), names=", ".join(called(found[found["measure"] == measure])) or say("nothing"))
        for measure, what in AGREED.items()
    ]


def worth_differs(found: pd.DataFrame) -> list[str]:
    """Return lines on things that are worth more in one line-up than in another, the surest first."""
    shown = found.assign(thing=called(found))
    lines = [_worth_difference(row) for row in shown.head(WORTH_LINES).to_dict("records")]
    left = len(found) - len(lines)
    more = say("and {number:,} {number:difference|differences} more beyond chance")
    return [*lines, more.format(number=left)] if left else lines


def _worth_difference(row: Mapping[Any, Any]) -> str:
    """Say for whom a thing is worth more; how much more is told by fresh games, if there are any."""
    unit, factor, digits = UNITS[row["measure"]]
    more, less, ends = row["line_up"], row["other"], ["", "_low", "_high"]
    if row["difference"] < 0:
        more, less, ends, factor = less, more, ["", "_high", "_low"], -factor
    said = say("{thing}: worth more {measure} for {more} than for {less}, beyond chance").format(
        thing=row["thing"], measure=say(AGREED[row["measure"]]), more=more, less=less
    )
    if "again" not in row or row["again"] != row["again"]:
        return said
    value, low, high = (factor * row[f"again{end}"] for end in ends)
    fresh = say("{said}; in fresh games {worth} {unit} more")
    return fresh.format(said=said, worth=in_brackets(value, low, high, digits), unit=say(unit))
