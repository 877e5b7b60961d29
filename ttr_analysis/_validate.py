"""One validator: whether a value that a person wrote has the type and range that is asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from difflib import get_close_matches
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from ttr_analysis.errors import SetupError, printable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
    from pydantic_core import ErrorDetails

T = TypeVar("T")

SEEDS = 1 << 63
"""Seeds, and game numbers of :class:`ttr_analysis.play.game.Game`, must be below this."""


def whole_number(name: str, value: Any) -> int:
    """Return the value if it is a whole number.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    if problem := misfit(int, value):
        raise SetupError(f"{name} {problem}")
    return int(value)


def count(name: str, value: Any, minimum: int = 0, maximum: int | None = None, why: str = "") -> int:
    """Return the value if it is a whole number in a range; ``why`` explains the upper end.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    number = whole_number(name, value)
    if number < minimum:
        raise SetupError(f"{name} is {shown(number)}, but cannot be less than {minimum}")
    if maximum is not None and number > maximum:
        raise SetupError(f"{name} is {shown(number)}, but cannot be more than {maximum}{': ' + why if why else ''}")
    return number


def counts(name: str, values: Mapping[str, int] | None, known: Sequence[str]) -> dict[str, int]:
    """Return the values if all are counts of 0 or more of ``known`` things.

    Raises
    ------
    SetupError
        If they are not; the message begins with ``name``.
    """
    given = dict(values or {})
    for key, number in given.items():
        if key not in known:
            raise SetupError(f"{name} names {shown(key)}, which is not one of: {', '.join(known)}")
        given[key] = count(f"{name}[{key!r}]", number)
    return given


def whole_numbers(name: str, values: ArrayLike, minimum: int = 0) -> NDArray[np.int64]:
    """Return the values as an int64 array if all are whole numbers of at least ``minimum``.

    Raises
    ------
    SetupError
        If they are not; the message begins with ``name``.
    """
    import numpy as np  # this module is imported where numpy would take too long

    array = np.asarray(values)
    if array.dtype.kind not in "biuf" or not np.all(np.equal(np.mod(array, 1), 0)):
        raise SetupError(f"{name} must hold whole numbers only")
    if array.size and array.min() < minimum:
        raise SetupError(f"{name} holds {array.min()}, but cannot be less than {minimum}")
    return array.astype(np.int64)


def probability(name: str, value: Any) -> float:
    """Return the value if it is a probability.

    Raises
    ------
    SetupError
        If it is not from 0 to 1; the message begins with ``name``.
    """
    if problem := misfit(float, value):
        raise SetupError(f"{name} {problem}")
    if not 0 <= value <= 1:
        raise SetupError(f"{name} is {shown(value)}, but a probability lies between 0 and 1")
    return float(value)


def between(name: str, value: Any, least: float, most: float = float("inf")) -> float:
    """Return the value if it is a number between two others, which are not possible themselves.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    if misfit(float, value) or not least < value < most:
        range_in_words = f"above {least:g}" if most == float("inf") else f"between {least:g} and {most:g}"
        raise SetupError(f"{name} is {shown(value)}, but must be a number {range_in_words}")
    return float(value)


def option(name: str, value: Any, options: Collection[str]) -> Any:
    """Return the value if it is one of the options.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    if not isinstance(value, str) or value not in options:
        raise SetupError(f"{name} is {shown(value)}, but must be one of: {', '.join(options)}")
    return value


def check_seed(name: str, value: Any) -> int:
    """Return the value if it is a seed: a whole number from 0 to 2 ** 63 - 1.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    number = whole_number(name, value)
    if not 0 <= number < SEEDS:
        raise SetupError(f"{name} is {shown(number)}; it must be from 0 to 2 ** 63 - 1")
    return number


def check_time_limit(value: Any) -> float:
    """Return the value if it is a time limit: 0 or more seconds, possibly infinite.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``time_limit``.
    """
    if isinstance(value, bool) or not isinstance(value, Real) or not float(value) >= 0:
        raise SetupError(f"time_limit is {shown(value)}; it must be 0 or more seconds")
    return float(value)


def with_article(noun: str) -> str:
    """Return a noun with ``a`` or ``an`` before it."""
    return f"{'an' if noun[0].upper() in 'AEIOU' else 'a'} {noun}"


def instance(name: str, value: Any, kind: type[T], such_as: str = "") -> T:
    """Return the value if it is of a kind; ``such_as`` shows how to get one.

    Raises
    ------
    SetupError
        If it is not; the message begins with ``name``.
    """
    if not isinstance(value, kind):
        example = f", such as {such_as}," if such_as else ","
        raise SetupError(f"{name} must be {with_article(kind.__name__)}{example} not {shown(value)}")
    return value


def listed(name: str, values: Any, such_as: str = "") -> list[Any]:
    """Return the values as a list, if they are several; a single text is none.

    Raises
    ------
    SetupError
        If they are not; the message begins with ``name``.
    """
    if isinstance(values, str | bytes | Mapping) or not isinstance(values, Iterable):
        raise SetupError(f"{name} must be a list{f', such as {such_as},' if such_as else ','} not {shown(values)}")
    return list(values)


def several(name: str, values: Any, kind: type[T], such_as: str = "") -> list[T]:
    """Return the values as a list if each is of a kind; ``such_as`` shows how to get one list.

    Raises
    ------
    SetupError
        If they are no list, or one is not; the message begins with ``name``.
    """
    return [instance(f"{name}, entry {i}", each, kind) for i, each in enumerate(listed(name, values, such_as), 1)]


def path_of(name: str, value: Any) -> Path:
    """Return the path that is given as a text or as a path.

    Raises
    ------
    SetupError
        If it is neither; the message begins with ``name``.
    """
    if not isinstance(value, str | PathLike) or not isinstance(found := fspath(value), str):
        raise SetupError(f"{name} must be the name of a file, not {shown(value)}")
    return Path(found)


def named(what: str, value: Any, kind: type[T]) -> list[str | T]:
    """Return one or several things, given by name or as objects, as a list.

    Raises
    ------
    SetupError
        If one of them is neither a name nor of this kind; the message begins with ``what``.
    """
    alone = isinstance(value, str | kind)
    items: list[Any] = [value] if alone else list(value) if isinstance(value, Iterable) else [None]
    if not all(isinstance(item, str | kind) for item in items):
        one = f"a name or {with_article(kind.__name__)}"
        raise SetupError(f"{what} must be {one}, or a list of these, not {shown(value)}")
    return items


def once_each(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return names and values as a table, for ``object_pairs_hook`` of :func:`json.loads`.

    Raises
    ------
    ValueError
        If a name stands there twice: the first value would be lost in silence.
    """
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{shown(twice)} stands twice in one table")
    return table


def one_of(names: Collection[str]) -> str:
    """Return the names in words: ``a, b or c``."""
    listed = list(names)
    return " or ".join([", ".join(listed[:-1]), listed[-1]] if len(listed) > 1 else listed)


_MOST_NAMES = 3_000
"""With more names, none is suggested: the comparison would take too long."""


def did_you_mean(name: object, names: Iterable[str] | Mapping[str, str], *, likeness: float = 0.6) -> str:
    """Return the end of a message about an unknown name: ``; did you mean a or b?``.

    Parameters
    ----------
    name : object
        What was given.
    names : iterable or mapping of str to str
        The names there are; a mapping has other spellings as keys, and the names as values.
    likeness : float
        From 0 to 1: how similar a name must be to be suggested.

    Returns
    -------
    str
        Empty if no name is similar enough.
    """
    known = dict(names) if isinstance(names, Mapping) else {each: each for each in names}
    if len(known) > _MOST_NAMES:
        return ""
    folded = {spelling.casefold(): meant for spelling, meant in known.items()}
    near = get_close_matches(str(name)[:200].casefold(), folded, n=3, cutoff=likeness)
    return f"; did you mean {one_of(dict.fromkeys(folded[each] for each in near))}?" if near else ""


@dataclass(frozen=True)
class Between:
    """The range of a number, as a mark of its type: ``Annotated[int, Between(0, 9)]``; both ends belong to it."""

    least: int
    most: int


LIST: Final = "a list"
TABLE: Final = "a table of names and values"
_WORDS: Final = {int: "a whole number", float: "a number", bool: "true or false", str: "text", NoneType: "nothing"}
_LONGEST: Final = 60
"""Largest number of characters of a value shown in a message."""


def misfit(hint: Any, value: Any) -> str:
    """Return what is wrong with the type of a value.

    Parameters
    ----------
    hint : type annotation
        Built from ``int`` (optionally :class:`Between` two values), ``float``, ``bool``, ``str``, ``None``, ``Any``,
        literals, unions, sequences, tuples, mappings and dataclasses. A dataclass may be
        given as a mapping of its fields.
    value : object
        Any object.

    Returns
    -------
    str
        Where in the value the problem is and what it is, on one line; empty if nothing is wrong.
    """
    return next(_problems(hint, value), "")


def shown(value: object) -> str:
    """Return a value as a message shows it: quoted, on one line, and shortened if it is long."""
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return LIST
    if isinstance(value, Integral) and abs(int(value)) >= 10**18:  # Python refuses to print the largest ones
        return "a very large number"
    try:
        text = repr(value)
    except Exception:  # the repr of an unknown object may raise anything
        text = type(value).__name__
    text = printable(text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."


def _problems(hint: Any, value: Any) -> Iterator[str]:
    """Yield every problem, in order."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        yield from _no_part_fits(parts, value)
    elif kind is Annotated:
        yield from _problems(parts[0], value)
        bounds = next((mark for mark in parts[1:] if isinstance(mark, Between)), None)
        if bounds is not None and not misfit(parts[0], value) and not bounds.least <= value <= bounds.most:
            yield f"must be from {bounds.least} to {bounds.most}, not {shown(value)}"
    elif kind is Literal:
        if value not in parts:
            yield f"{shown(value)} is not possible; choose from {', '.join(map(str, parts))}"
    elif not _is(kind, value):
        yield f"needs {_asked(hint)}, not {shown(value)}"
    elif is_dataclass(kind):
        given = value if isinstance(value, Mapping) else {name: getattr(value, name) for name in _fields(kind)}
        yield from _field_problems(kind, given)
    elif _asked(hint) == TABLE and parts:
        for key, item in value.items():
            yield from _inside(key, parts[1], item)
            yield from _problems(parts[0], key)
    elif _asked(hint) == LIST and parts:
        yield from _item_problems(parts, value)


def _no_part_fits(parts: tuple[Any, ...], value: Any) -> Iterator[str]:
    """Yield the problem of a union: that of the part closest to the value, if there is one."""
    if not all(misfit(part, value) for part in parts):
        return
    near = [part for part in parts if get_args(part) and _is(get_origin(part), value)]
    if near:
        yield from _problems(near[0], value)
    else:
        yield f"needs {' or '.join(_asked(part) for part in parts if part is not NoneType)}, not {shown(value)}"


def _is(kind: Any, value: Any) -> bool:
    """Return whether a value is of a kind, regardless of its contents."""
    if kind is Any:
        return True
    if kind in (int, float):
        return isinstance(value, Integral if kind is int else Real) and not isinstance(value, bool)
    if _asked(kind) == LIST:
        return isinstance(value, Sequence) and not isinstance(value, str | bytes)
    return isinstance(value, kind) or (_asked(kind) == TABLE and isinstance(value, Mapping))


def _asked(hint: Any) -> str:
    """Return what a hint requires, in words."""
    kind = get_origin(hint) or hint
    if kind in (Union, UnionType):
        return " or ".join(_asked(part) for part in get_args(hint))
    if is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, Mapping)):
        return TABLE
    return _WORDS.get(kind, LIST)


def _item_problems(parts: tuple[Any, ...], value: Sequence[Any]) -> Iterator[str]:
    if len(parts) == 1 or parts[-1] is Ellipsis:
        hints: Sequence[Any] = (parts[0],) * len(value)
    else:
        hints = parts
    if len(hints) != len(value):
        yield f"needs {len(hints)} values, not {len(value)}"
    for number, (hint, item) in enumerate(zip(hints, value, strict=False), start=1):
        yield from _inside(f"entry {number}", hint, item)


def _field_problems(kind: Any, value: Mapping[Any, Any]) -> Iterator[str]:
    hints, known = get_type_hints(kind, include_extras=True), _fields(kind)
    for name, item in value.items():
        if name in known:
            yield from _inside(name, hints[name], item)
        else:
            yield f"unknown name {shown(name)}; choose from {', '.join(known)}"
    for name, field in known.items():
        if name not in value and field.default is MISSING and field.default_factory is MISSING:
            yield f"{name!r} is missing"


def _fields(kind: Any) -> dict[str, Field[Any]]:
    return {field.name: field for field in fields(kind)}


def _inside(place: object, hint: Any, value: Any) -> Iterator[str]:
    name = place if isinstance(place, str) and len(place) <= _LONGEST else shown(place)
    yield from (f"{printable(str(name))}: {problem}" for problem in _problems(hint, value))


_ASKED: Final = {"string": "text", "int": "a whole number", "bool": "true or false", "list": LIST, "tuple": LIST,
                 "float": "a number", "dict": TABLE, "mapping": TABLE, "model": TABLE}  # fmt: skip


def plain_message(problem: ErrorDetails, names: Sequence[str] = ()) -> str:
    """Return what pydantic finds wrong with a file, in words for the person who wrote it.

    Parameters
    ----------
    problem : dict
        An entry of ``ValidationError.errors()``.
    names : sequence of str, optional
        The names that are possible where it found an unknown one.
    """
    kind, limits = problem["type"], problem.get("ctx", {})
    asked, _, what = kind.rpartition("_")
    if what == "type" and asked in _ASKED:
        return f"needs {_ASKED[asked]}, not {shown(problem['input'])}"
    possible = f"; possible names here are {', '.join(names)}" if names else ""
    return {
        "missing": "this value is missing",
        "extra_forbidden": f"there is no such value{possible}",
        "string_too_short": "is empty",
        "string_too_long": f"is longer than {limits.get('max_length')} characters",
        "string_pattern_mismatch": "this name can only have letters, digits, single spaces, '-', '_' and '.'",
        "greater_than_equal": f"must be at least {limits.get('ge')}, not {shown(problem['input'])}",
        "less_than_equal": f"must be at most {limits.get('le')}, not {shown(problem['input'])}",
    }.get(kind, problem["msg"])
