"""The forms of rule values: as they stand in ``map.toml``, behind ``--rule`` and in Python."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from numbers import Integral
from typing import Any, get_args, get_origin, get_type_hints

from ttr_analysis.errors import RuleError


def hints_of(kind: Any) -> Mapping[str, Any]:
    """Return the annotated types of the fields of a dataclass, by name."""
    return _hints_of(kind)


@cache
def _hints_of(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in fields(kind)}


def frozen(hint: Any, value: Any) -> Any:
    """Return a value of the right form as a rule set holds it: tuples for lists, records for tables."""
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if hasattr(hint, "__metadata__"):
        return frozen(parts[0], value)
    if is_dataclass(kind) and isinstance(value, Mapping):
        hints = hints_of(kind)
        return kind(**{name: frozen(hints[name], item) for name, item in value.items()})  # type: ignore[operator]
    if kind is tuple:
        items = [parts[0]] * len(value) if parts[-1] is Ellipsis else parts
        return tuple(frozen(item, each) for item, each in zip(items, value, strict=True))
    if isinstance(value, Mapping):
        return {name: frozen(parts[1], item) for name, item in value.items()}
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value


def toml_text(value: Any) -> str:
    """Return a rule value as ``map.toml`` and ``--rule`` write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if is_dataclass(value) and not isinstance(value, type):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(name)} = {toml_text(item)}" for name, item in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(toml_text, value))}]"
    # JSON's strings are TOML's basic strings.
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def toml_key(name: str) -> str:
    """Return a name as TOML writes it: quoted if it is not plain."""
    plain = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if plain else json.dumps(name, ensure_ascii=False)


def dotted(changes: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the innermost values of nested tables with their dotted names."""
    for name, value in changes.items():
        if isinstance(value, Mapping) and value:
            yield from dotted(value, f"{above}{name}.")
        else:
            yield f"{above}{name}", value


def nested(settings: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """Return nested tables from values with dotted names: the reverse of :func:`dotted`; a later value wins.

    Raises
    ------
    RuleError
        If a name is used for a value and for a table (``tickets`` and ``tickets.deal``).
    """
    tables: dict[str, Any] = {}
    for name, value in (inner for setting in settings for inner in dotted(dict([setting]))):
        *path, last = name.split(".")
        table = tables
        for part in path:
            table = table.setdefault(part, {})
            if not isinstance(table, dict):
                raise RuleError(f"{name}: {part} is already a value, so it has no value {last}")
        if isinstance(table.get(last), dict):
            raise RuleError(f"{name} is already a table of values, so it cannot be {value!r}")
        table[last] = value
    return tables


def setting(text: str) -> tuple[str, Any]:
    """Return the dotted name and the value of a text such as ``end.pieces_left=0``.

    The value has the form of TOML; a text without quotes is also taken.

    Raises
    ------
    RuleError
        If the text is no setting.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or not value:
        raise RuleError(f"{text!r} is no rule; write a name and a value: longest_trail_bonus=0, tickets.deal=4")
    try:
        return name, tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        if value.isidentifier():
            return name, value
        raise RuleError(
            f"{text!r}: {value!r} is no value; write a number, true or false, a list ([1, 5]) or a table ({{deal = 4}})"
        ) from None
