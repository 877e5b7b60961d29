"""Calling strategies from Python: compiled if the compiler accepts them, else as plain Python."""

from __future__ import annotations

import re
import sys
from functools import cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.engine.view import Chooser, View
from ttr_analysis.play.deadline import LIMIT, TooSlow
from ttr_analysis.strategies.base import Strategy, compiled_chooser

NO_ACTION = -1
"""The kind of an action that is not filled in."""

_COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")


class Misbehaved(Exception):
    """A strategy chose no action, or changed something that it may only read."""


def ask(function: Any, tables: Any, game: Any, scratch: Any, memory: Any, weights: Any, action: Any) -> None:
    """Let a function, compiled or not, decide for the seat to move by filling in ``action``.

    Parameters
    ----------
    function : callable
    tables, game, scratch, action : records
    memory, weights : ndarray
        Those of the seat to move.
    """
    seat = int(game.public.seat)
    with np.errstate(over="ignore"):  # the random words wrap around on purpose
        rng = game.hidden.streams[SEAT_STREAMS + seat]
        function(View(tables, game.public, game.private[seat], memory, weights, scratch, rng), action)


def watch(function: Any, tables: Any, game: Any, scratch: Any, memory: Any, weights: Any, action: Any) -> None:
    """Let a function decide, and check that it fills in the action and changes nothing that is not its own.

    Its memory, its random stream and the scratch space are its own. If it fails or misbehaves,
    the game is restored to its state before the call.

    Parameters
    ----------
    function : callable
    tables, game : ndarray
        Arrays of one record.
    work, memory, weights, action
        As for :func:`ask`.

    Raises
    ------
    Misbehaved
        If it chose no action, or changed something that is not its own.
    """
    read, known, before = tables.copy(), weights.copy(), game.copy()
    action.kind = NO_ACTION  # or the action of the previous seat would remain
    try:
        ask(function, read[0], game[0], scratch, memory, known, action)
        if action.kind == NO_ACTION:
            raise Misbehaved("it chose no action")
        changed = _difference("tables", tables, read) or _difference("weights", weights, known)
        if changed := changed or _difference("", _with_own_stream(before, game), game):
            raise Misbehaved(f"it changes {changed}, which it may only read")
    except BaseException:
        game[...] = before
        raise


def _with_own_stream(before: Any, game: Any) -> Any:
    """Return a copy of the game before a decision, with the random stream of the seat to move as it is after it."""
    moved, stream = before.copy(), SEAT_STREAMS + int(before[0].public.seat)
    moved[0].hidden.streams[stream] = game[0].hidden.streams[stream]
    return moved


def _difference(name: str, before: Any, after: Any) -> str:
    """Return the first field that differs, such as ``public.deck_size``; empty if none does."""
    if before.tobytes() == after.tobytes():
        return ""
    parts = before.dtype.names or ()
    inside = (_difference(f"{name}.{part}".removeprefix("."), before[part], after[part]) for part in parts)
    return next(filter(None, inside), name)


def asked_function(strategy: Strategy) -> tuple[Any, str]:
    """Return a strategy's function in a form that can be called, and why it is not compiled (empty if it is)."""
    return _asked(strategy.function, strategy.built_in)


@cache
def _asked(function: Chooser, built_in: bool) -> tuple[Any, str]:
    try:
        return compiled_chooser(function, built_in), ""
    except Exception as error:
        return interpreted(function), refusal(error)


def refusal(error: Exception) -> str:
    """Return the line of a compiler's message that says what it does not understand."""
    lines = [line.strip() for line in _COLOR_CODE.sub("", str(error)).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Failed in")]
    return (telling or [type(error).__name__])[0]


def fault_in_words(error: Exception) -> str:
    """Return in words what an exception from a strategy's code means."""
    if isinstance(error, Misbehaved):
        return str(error)
    if isinstance(error, TooSlow):
        return f"a decision took longer than {LIMIT:g} seconds"
    return f"{type(error).__name__}: {error}"


def interpreted(function: Chooser) -> Chooser:
    """Return a strategy's function as plain Python, with every compiled function that it calls as plain Python too.

    Compiled helpers have no wrappers for Python, so calling them from Python would crash, but
    each keeps the function that it was compiled from. The copies look up names in a copy of the
    original's module. Other strategies that are called stay compiled.
    """
    plain: Chooser = _plain(function, {})
    return plain


def _plain(function: Any, done: dict[int, Any]) -> Any:
    """Return the function, or a copy of it that calls no compiled code if the original does."""
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
    """Return the global names that a function uses, including those of functions inside it."""
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)
