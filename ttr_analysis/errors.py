"""Every error that users can encounter; all derive from :class:`TicketToRideError`."""

from collections.abc import Sequence
from dataclasses import dataclass


def printable(text: str) -> str:
    """Return the text with unprintable characters escaped, such as terminal control codes."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


class TicketToRideError(Exception):
    """Base class of all errors that this package raises on purpose."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a map folder.

    Attributes
    ----------
    file : str
        Name of the file inside the folder (``"routes.csv"``).
    message : str
        What is wrong and what to do about it.
    row : int or None
        Line number in the file as an editor shows it (the header is line 1).
    column : str or None
        Name of the column (CSV) or dotted key (TOML).
    """

    file: str
    message: str
    row: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        place = self.file
        if self.row is not None:
            place += f", row {self.row}"
        if self.column is not None:
            place += f", column {self.column[:60]}"
        return printable(f"{place}: {self.message}")


class MapError(TicketToRideError):
    """A map folder cannot be used; ``faults`` lists all faults found in it."""

    def __init__(self, message: str, faults: Sequence[Fault] = ()) -> None:
        self.faults = tuple(faults)
        lines = [message, *(f"  {fault}" for fault in self.faults)]
        super().__init__("\n".join(lines))


class RuleError(TicketToRideError):
    """A rule set contradicts itself, or requires something that no rule covers."""


class IllegalMove(TicketToRideError):
    """An action that the rules do not allow; the message says why. The game is unchanged."""


class StrategyError(TicketToRideError):
    """A strategy failed; the message names the strategy, seed, game and turn."""


class SetupError(TicketToRideError, ValueError):
    """An argument cannot be used: players, games, strategies, folders, time limits."""


class ResultError(TicketToRideError):
    """A result folder is missing or incomplete, or contains files that are not part of a result."""


class MissingTool(TicketToRideError):
    """An optional program or package is not installed; the message says how to get it."""
