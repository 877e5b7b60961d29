"""Strategies in the form in which a game calls them: compiled if the compiler accepts them, else as plain Python."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.view import Chooser, View
from ttr_analysis.play.bindings import copied
from ttr_analysis.play.deadline import LIMIT, TooSlow
from ttr_analysis.play.messages import announce_uncompiled
from ttr_analysis.play.plain import REFUSAL, Choose, NotAnAction, PlainFunction
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import Strategy, compiled_chooser

NO_ACTION = -1
"""The kind of an action that is not filled in."""

_COLOR_CODE = re.compile(r"\x1b\[[0-9;]*m")


class Misbehaved(Exception):
    """A strategy chose no action, or changed something that it may only read."""


@dataclass(frozen=True)
class Deciders:
    """The strategies of a game, by their place in the lineup, ready to be called.

    Attributes
    ----------
    strategies : tuple of Strategy
    functions : tuple of callable
        Compiled, or plain Python where the compiler refuses a strategy.
    refusals : tuple of str
        Why a function is not compiled; empty if it is.
    """

    strategies: tuple[Strategy, ...]
    functions: tuple[Any, ...]
    refusals: tuple[str, ...]

    @classmethod
    def of(cls, strategies: Sequence[Strategy]) -> Deciders:
        """Return the deciders for some strategies, compiling those that are not compiled yet."""
        asked = [asked_function(strategy) for strategy in strategies]
        return cls(tuple(strategies), tuple(each for each, _ in asked), tuple(reason for _, reason in asked))

    @property
    def refusal(self) -> str:
        """Why the compiled loop cannot play them: the first refusal; empty if it can."""
        return next(filter(None, self.refusals), "")

    @property
    def strangers(self) -> bool:
        """Whether any of the strategies does not belong to this package."""
        return not all(strategy.built_in for strategy in self.strategies)

    @property
    def watched(self) -> bool:
        """Whether Python must call them one by one."""
        return self.strangers or bool(self.refusal)

    @property
    def weights(self) -> Floats:
        """A new array with the weights of each place, as many rows as there can be seats, as long as the longest."""
        rows = self._for_all_seats([strategy.weight_values for strategy in self.strategies])
        values = np.zeros((len(rows), max(map(len, rows))))
        for place, row in enumerate(rows):
            values[place, : len(row)] = row
        return values

    @property
    def choosers(self) -> tuple[Any, ...]:
        """The compiled functions in the form that the compiled loop takes: as many as there can be seats."""
        return tuple(self._for_all_seats(self.functions))

    def _for_all_seats(self, values: Sequence[Any]) -> list[Any]:
        """Fill up with the first value, which nobody uses."""
        return [*values, *[values[0]] * (SEATS - len(values))]


NOBODY = Deciders((), (), ())
"""Those of a game in which nobody plays."""


def announce_refusals(deciders: Deciders) -> None:
    """Announce, once per process, which strategies are played as plain Python, and why."""
    for strategy, reason in zip(deciders.strategies, deciders.refusals, strict=True):
        if reason:
            announce_uncompiled(strategy.name, reason)


def view_of(tables: Any, game: Any, scratch: Any, memory: Any, weights: Any) -> View:
    """Return what a strategy gets to see when it decides for the seat to move.

    Parameters
    ----------
    tables, game, scratch : records
    memory, weights : ndarray
        Those of the seat to move.
    """
    public = game["public"]  # by name: four times as fast as by attribute, but in an array records lose their names
    seat = int(public["seat"])
    rng = game["hidden"]["streams"][SEAT_STREAMS + seat]
    return View(tables, public, game.private[seat], memory, weights, scratch, rng)


def ask(function: Any, view: View, action: Any) -> None:
    """Let a function, compiled or not, decide for the seat to move by filling in ``action``."""
    with np.errstate(over="ignore"):  # the random words wrap around on purpose
        function(view, action)


def watch(function: Any, tables: Any, game: Any, scratch: Any, memory: Any, weights: Any, action: Any) -> None:
    """Let a function decide, and check that it fills in the action and changes nothing that is not its own.

    Its memory, its random stream and the scratch space are its own. If it fails or misbehaves,
    the game is restored to its state before the call.

    Parameters
    ----------
    function : callable
    tables, game : ndarray
        Arrays of one record.
    scratch, memory, weights, action
        As for :func:`view_of` and :func:`ask`.

    Raises
    ------
    Misbehaved
        If it chose no action, or changed something that is not its own.
    """
    read, known, before = copied(tables), weights.copy(), copied(game)
    action.kind = NO_ACTION  # or the action of the previous seat would remain
    try:
        ask(function, view_of(read[0], game[0], scratch, memory, known), action)
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
    moved, stream = copied(before), SEAT_STREAMS + int(before[0]["public"]["seat"])
    moved[0]["hidden"]["streams"][stream] = game[0]["hidden"]["streams"][stream]
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
    if strategy.plain:
        return PlainFunction(cast(Choose, strategy.function)), REFUSAL
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


def fault_in_words(error: BaseException) -> str:
    """Return in words what an exception from a strategy's code means."""
    if isinstance(error, Misbehaved | NotAnAction):
        return str(error)
    if isinstance(error, TooSlow):
        return f"a decision took longer than {LIMIT:g} seconds"
    return f"{type(error).__name__}: {error}"


def quickened(function: Chooser) -> Chooser:
    """Return a strategy's plain function with records that it reads three times as fast.

    numpy looks up each field of a record in Python. Here the same memory is seen as records of a
    class that has a property for each field; compiled functions take them for the same type.
    """

    def choose(view: View, action: Any) -> None:
        seen = view._replace(**{name: _quick(getattr(view, name)) for name in ("tables", "public", "mine", "scratch")})
        function(seen, _quick(action))

    return choose


def _quick(record: Any) -> Any:
    return record.view(_quick_dtype(record.dtype))


@cache
def _quick_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the same dtype, but with a class of its own for its records, and for those within them."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((_quick_dtype(base), shape))
    if dtype.fields is None:
        return dtype
    names, parts = list(dtype.fields), list(dtype.fields.values())
    kind = type("QuickRecord", (np.void,), {name: property(itemgetter(name), _setter(name)) for name in names})
    formats, offsets = [_quick_dtype(part[0]) for part in parts], [part[1] for part in parts]
    same = np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize})
    return np.dtype((kind, same))


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda record, value: record.__setitem__(name, value)


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
        changed = _changed(names, _names_in(source.__code__), done)
        names.update(changed)
        if function is source and not changed:
            done[id(source)] = source
    return done[id(source)]


def _changed(scope: Mapping[str, Any], used: set[str], done: dict[int, Any]) -> dict[str, Any]:
    """Return what stands for the used names of a scope without compiled code, where that is something else."""
    changed = {}
    for name in used & scope.keys():
        value = scope[name]
        if isinstance(value, ModuleType):  # such as planning in planning.best_claim(...)
            inside = {key: each for key, each in vars(value).items() if hasattr(each, "py_func")}
            instead = _changed(inside, used, done)
            plain = SimpleNamespace(**{**vars(value), **instead}) if instead else value
        else:
            plain = _plain(value, done)
        if plain is not value:
            changed[name] = plain
    return changed


def _names_in(code: CodeType) -> set[str]:
    """Return the global names that a function uses, including those of functions inside it."""
    inner = [_names_in(part) for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*inner)
