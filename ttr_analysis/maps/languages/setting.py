"""A choice of words: the usual one of the process, and another one within a block."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from ttr_analysis._validate import option


class Setting:
    """One of some names.

    Parameters
    ----------
    name : str
        What is chosen, as errors tell it.
    usual : str
        What holds until something else is chosen, in all threads.
    choices : function
        Returns the names that there are.
    """

    def __init__(self, name: str, usual: str, choices: Callable[[], Sequence[str]]) -> None:
        self.name, self.choices = name, choices
        self._usual = usual
        self._now: ContextVar[str | None] = ContextVar(name, default=None)

    def in_use(self) -> str:
        """Return the name in use."""
        return self._now.get() or self._usual

    def use(self, chosen: str) -> None:
        """Choose a name from now on.

        Raises
        ------
        SetupError
            If there is no such name; the error tells those that exist.
        """
        self._usual = option(self.name, chosen, self.choices())

    @contextmanager
    def within(self, chosen: str | None) -> Iterator[None]:
        """Choose a name within a block; None changes nothing.

        Raises
        ------
        SetupError
            If there is no such name; the error tells those that exist.
        """
        before = self._now.set(self._now.get() if chosen is None else option(self.name, chosen, self.choices()))
        try:
            yield
        finally:
            self._now.reset(before)
