"""Write the table of all keys of ``[rules]`` into maps/README.md, from the records in ttr_analysis/rules/spec.py."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from ttr_analysis.rules import spec
from ttr_analysis.rules.forms import hints_of, toml_text

PAGE = Path(__file__).parents[1] / "maps" / "README.md"

BEGIN = "<!-- keys of [rules]: written by tools/write_rule_keys.py -->"
END = "<!-- end of the keys -->"

OTHERS = (
    ("pieces.PIECE", "a number", "", "Number of the pieces called `PIECE` in each player's box, in place of `pieces`."),
    ("card_counts.CARD", "a number, 0 to 128", "", "Number of cards of the kind `CARD` (`red`), in place of `cards`."),
    ("total_cards", "a number", "", "Number of all cards; `map.toml` must tell it if it changes."),
)  # fmt: skip
"""Keys that no record has."""


def meanings(record: type) -> dict[str, str]:
    """Return the descriptions of a record's fields, from the section *Attributes* of its docstring."""
    section = cleandoc(record.__doc__ or "").partition("Attributes\n----------\n")[2].partition("\n\n")[0]
    found: dict[str, str] = {}
    names: list[str] = []
    for line in section.splitlines():
        if line.startswith(" "):
            found |= {name: f"{found[name]} {line.strip()}".strip() for name in names}
        else:
            names = line.partition(" : ")[0].split(", ")
            found |= dict.fromkeys(names, "")
    return {name: _as_markdown(text) for name, text in found.items()}


def _as_markdown(text: str) -> str:
    text = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", text).replace("``", "`").replace("|", r"\|")
    return text if text.endswith(".") else text + "."


def form(hint: Any) -> str:
    """Return what a value looks like, from its annotation."""
    if hasattr(hint, "__metadata__"):
        between = hint.__metadata__[0]
        return f"a number, {between.least} to {between.most}"
    kind, parts = get_origin(hint) or hint, get_args(hint)
    if kind is Literal:
        return " or ".join(toml_text(part) for part in parts)
    if kind is tuple:
        number = "a list of" if parts[-1] is Ellipsis else f"{len(parts)}"
        return f"{number} {form(parts[0]).replace('a number', 'numbers').replace('a text', 'texts')}"
    return {bool: "true or false", str: "a text", int: "a number"}[kind]


def default(field: Field[Any]) -> str:
    """Return the neutral value of a field as ``map.toml`` writes it; nothing if it has none."""
    if field.default is not MISSING:
        return f"`{toml_text(field.default)}`"
    return f"`{toml_text(field.default_factory())}`" if field.default_factory is not MISSING else ""


def keys(record: type, above: str = "") -> Iterator[tuple[str, str, str, str]]:
    """Yield each key of a record with its form, its neutral value and its meaning; parts by dotted names."""
    told, hints = meanings(record), hints_of(record)
    for field in fields(record):
        name, hint = above + field.name, hints[field.name]
        parts = get_args(hint)
        if record is spec.RuleSet and name in ("name", "title"):
            continue
        if is_dataclass(hint) and isinstance(hint, type):
            yield from keys(hint, f"{name}.")
        elif field.name == "track_kinds":
            yield from keys(parts[1], f"{name}.KIND.")
        elif parts and is_dataclass(parts[0]):
            inside = ", ".join(f"`{item}`" for item in hints_of(parts[0]))
            yield name, f"a list of tables of {inside}", default(field), told[field.name]
            yield from ((f"{name}[].{key}", *rest) for key, *rest in keys(parts[0], ""))  # type: ignore[misc]
        else:
            yield name, form(hint), default(field), told[field.name]


def table() -> str:
    """Return the table of all keys."""
    rows = [*keys(spec.RuleSet), *OTHERS]
    lines = [f"| `{key}` | {what} | {value} | {meaning} |" for key, what, value, meaning in rows]
    return "\n".join(["| key of `[rules]` | value | neutral value | meaning |", "|---|---|---|---|", *lines])


def page(text: str) -> str:
    """Return the guide to maps with the table in its place."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
