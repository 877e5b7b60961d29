"""How strategies are asked from Python: compiled where the compiler takes them, else as plain Python."""

from __future__ import annotations

import re
import sys
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from ttr_analysis.deadline import LIMIT, TooSlow
from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.engine.play import Chooser
from ttr_analysis.strategies.base import Strategy, compiled_chooser

NO_ACTION = -1
"""Kind of an action that is not filled in."""

_COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")


class Misbehaved(Exception):
    """A strategy chose nothing, or wrote to what it may only read."""


def ask(function: Any, tables: Any, game: Any, work: Any, memory: Any, weights: Any, action: Any) -> None:
    """Let a function, compiled or not, decide for the seat to move: it fills in ``action``.

    Parameters
    ----------
    function : callable
    tables, game, work, action : records
    memory, weights : ndarray
        Those of the seat to move.
    """
    seat = int(game.public.seat)
    with np.errstate(over="ignore"):  # the random words wrap around on purpose
        function(
            tables, game.public, game.private[seat], memory, weights, work, game.hidden.streams[SEAT_STREAMS + seat],
            action,
        )  # fmt: skip


def watch(function: Any, tables: Any, game: Any, work: Any, memory: Any, weights: Any, action: Any) -> None:
    """Let a function decide, and see that it fills in the action and writes to nothing else that is not its own.

    Its own are its memory, its random stream and the scratch space. If it fails or misbehaves,
    the game is as it was before.

    Parameters
    ----------
    function : callable
    tables, game : ndarray
        Of one record.
    work, memory, weights, action
        As for :func:`ask`.

    Raises
    ------
    Misbehaved
        If it chose nothing, or wrote elsewhere.
    """
    read, known, before = tables.copy(), weights.copy(), game.copy()
    action.kind = NO_ACTION  # else that of the seat before would stand there
    try:
        ask(function, read[0], game[0], work, memory, known, action)
        if action.kind == NO_ACTION:
            raise Misbehaved("it chose no action")
        changed = _difference("tables", tables, read) or _difference("weights", weights, known)
        if changed := changed or _difference("", _with_own_stream(before, game), game):
            raise Misbehaved(f"it changes {changed}, which it may only read")
    except BaseException:
        game[...] = before
        raise


def _with_own_stream(before: Any, game: Any) -> Any:
    """A copy of the game before a decision in which the random stream of the seat to move has gone on."""
    moved, stream = before.copy(), SEAT_STREAMS + int(before[0].public.seat)
    moved[0].hidden.streams[stream] = game[0].hidden.streams[stream]
    return moved


def _difference(name: str, before: Any, after: Any) -> str:
    """Which field differs first, such as ``public.deck_size``; empty if none does."""
    if before.tobytes() == after.tobytes():
        return ""
    parts = before.dtype.names or ()
    inside = (_difference(f"{name}.{part}".removeprefix("."), before[part], after[part]) for part in parts)
    return next(filter(None, inside), name)


def asked_function(strategy: Strategy) -> tuple[Any, str]:
    """A strategy's function as it can be asked, and why it is not compiled (empty if it is)."""
    return _asked(strategy.function, strategy.built_in)


@cache
def _asked(function: Chooser, built_in: bool) -> tuple[Any, str]:
    try:
        return compiled_chooser(function, built_in), ""
    except Exception as error:
        return interpreted(function), refusal(error)


def refusal(error: Exception) -> str:
    """The line of a compiler's message that says what it does not understand."""
    lines = [line.strip() for line in _COLOR_CODE.sub("", str(error)).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Failed in")]
    return (telling or [type(error).__name__])[0]


def fault_in_words(error: Exception) -> str:
    """What an exception from a strategy's code means."""
    if isinstance(error, Misbehaved):
        return str(error)
    if isinstance(error, TooSlow):
        return f"a decision took longer than {LIMIT:g} seconds"
    return f"{type(error).__name__}: {error}"


def interpreted(function: Chooser) -> Chooser:
    """A strategy's function as plain Python, and likewise every compiled one that it calls.

    Compiled helpers cannot be called from Python (they have no wrappers for it: that would
    crash), but each keeps the function it was compiled from. The copies look their names up
    in a copy of the original's module. Other strategies that are called stay compiled.
    """
    plain: Chooser = _plain(function, {})
    return plain


def _plain(function: Any, done: dict[int, Any]) -> Any:
    """The function, or a copy in which nothing is compiled if something it calls is."""
    source = getattr(function, "py_func", function)
    if source is not function and not function.targetoptions.get("no_cpython_wrapper"):
        return function
    if not isinstance(source, FunctionType) or source.__module__ in sys.stdlib_module_names:
        return function
    if id(source) not in done:
        names: dict[str, Any] = dict(source.__globals__)
        copy = FunctionType(source.__code__, names, source.__name__, source.__defaults__, source.__closure__)
        done[id(source)] = copy
        used = {name: names[name] for name in _names_in(source.__code__) if name in names}
        changed = {name: plain for name, value in used.items() if (plain := _plain(value, done)) is not value}
        names.update(changed)
        if function is source and not changed:
            done[id(source)] = source
    return done[id(source)]


def _names_in(code: CodeType) -> set[str]:
    """The global names that a function uses, functions inside it among them."""
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)
