"""Progress of long work: one bar for all of it, and callbacks that can stop it."""

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, Self

from ttr_analysis._validate import option, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.play.messages import say

Progress = bool | Literal["always"]
"""Whether a progress bar is shown on standard error: only on a terminal, or always."""

OnProgress = Callable[[int, int], bool]
"""Called with the number of games played and the total number; returns whether to stop."""

OnLine = Callable[[str], None]
"""Called with each line of a table as soon as it is known."""


class ProgressBar:
    """The progress of some games, shown on standard error: how many are played, how fast, how long it will take.

    Parameters
    ----------
    games : int
        Total number of games.
    progress : bool or "always", optional
        Show the bar only on a terminal, or always.
    on_progress : function of (games played, total games), optional
        Called after each step.
    unit : str, optional
        What is counted, if not games.

    Attributes
    ----------
    stopped : bool
        Whether ``on_progress`` has asked to stop.
    """

    def __init__(
        self, games: int, progress: Progress = True, on_progress: OnProgress | None = None, unit: str = "games"
    ) -> None:
        if not isinstance(progress, bool):  # True and False apart from "always"
            option("progress", progress, ("always",))
        if on_progress is not None and not callable(on_progress):
            raise SetupError(f"on_progress must be a function of (done, total), not {shown(on_progress)}")
        self._bar = _drawn(games, unit) if progress == "always" or (progress is True and _on_a_terminal()) else None
        self._games, self._done, self._on_progress = games, 0, on_progress
        self.stopped = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def say(self, line: str) -> None:
        """Show a line above the bar, or alone if none is drawn."""
        if self._bar is None:
            say(line)
        else:
            self._bar.write(line, file=sys.stderr)

    def expect(self, games: int) -> None:
        """Add games to the total number."""
        self._games += games
        if self._bar is not None:
            self._bar.total = self._games
            self._bar.refresh()

    def advance(self, games: int) -> None:
        """Count more games as played."""
        if self._bar is not None:
            self._bar.update(games)
        self._done += games
        if self._on_progress is not None and self._on_progress(self._done, self._games):
            self.stopped = True


def _drawn(games: int, unit: str) -> Any:
    """Return a new bar; most runs of a program draw none, so what draws it is imported here."""
    from tqdm import tqdm

    return tqdm(total=games, unit=f" {unit}", file=sys.stderr, dynamic_ncols=True, mininterval=0.2)


def _on_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()
