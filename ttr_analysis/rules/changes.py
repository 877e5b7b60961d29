"""Changing rules: a few values in place of the old ones, with every problem told by name, and what was changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from dataclasses import replace as with_values
from typing import TYPE_CHECKING, Annotated, Any

from ttr_analysis._validate import Between, did_you_mean, misfit
from ttr_analysis.rules import limits
from ttr_analysis.rules.forms import frozen, hints_of, toml_text

if TYPE_CHECKING:
    from ttr_analysis.rules.spec import RuleSet

Keys = tuple[str, ...]

FIXED = ("name", "title")
"""Values that say which game it is; all others can be changed."""

_CARD_COUNTS = dict[str, Annotated[int, Between(0, limits.DECK)]]
_PIECES = dict[str, Annotated[int, Between(1, limits.COUNT)]]


def change_problems(old: Any, changes: Mapping[str, Any], above: Keys = ()) -> Iterator[tuple[Keys, str]]:
    """Yield what is wrong with changes of a rule set, or of a part of one, with the keys of the value."""
    for name, value in changes.items():
        keys = (*above, str(name))
        hint, known = _place(old, str(name), value)
        if not above and name in FIXED:
            yield keys, "cannot be changed; it says which game this is"
        elif hint is None:
            yield (
                keys,
                f"is no value of the rules{did_you_mean(name, known)}; possible here: {', '.join(sorted(known))}",
            )
        elif isinstance(hint, Inner):
            yield from change_problems(hint.old, value, keys)
        elif problem := misfit(hint, value):
            yield keys, problem + _form(old, keys)


class Inner:
    """A part of the rules of which some values are changed."""

    def __init__(self, old: Any) -> None:
        self.old = old


def _place(old: Any, name: str, value: Any) -> tuple[Any, list[str]]:
    """Return the type that a changed value must have, :class:`Inner` for a part of it, or None; and all names."""
    table = isinstance(value, Mapping)
    if isinstance(old, Mapping):  # the kinds of track: a new one is given whole
        kind = type(next(iter(old.values())))
        return (Inner(old[name]) if table and name in old else kind), list(old)
    hints = dict(hints_of(type(old)))
    if "card_counts" not in hints and "cards" in hints:
        hints["card_counts"] = _CARD_COUNTS
    if name not in hints:
        return None, [known for known in hints if known not in FIXED]
    part = getattr(old, name, None)
    if name == "pieces" and table:
        return _PIECES, []
    if table and (
        is_dataclass(part) or (isinstance(part, Mapping) and any(isinstance(v, Mapping) for v in value.values()))
    ):
        return Inner(part), []
    return hints[name], []


def _form(old: Any, keys: Keys) -> str:
    """Return the right form of a value: as it is now."""
    name = keys[-1]
    if name == "card_counts":
        return "; write card_counts = { locomotive = 14 }"
    now = old[name] if isinstance(old, Mapping) else getattr(old, name)
    text = toml_text(now)
    return f"; now it is {'.'.join(keys)} = {text}" if len(text) <= 200 else ""


def applied(old: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the new values of a rule set, or of a part of one, for changes that have no problems."""
    after: dict[str, Any] = {}
    for name, value in changes.items():
        hint, _ = _place(old, name, value)
        if isinstance(hint, Inner):
            inner = _with_fewer_costs(hint.old, applied(hint.old, value))
            after[name] = {**hint.old, **inner} if isinstance(hint.old, Mapping) else with_values(hint.old, **inner)
        elif hint is _PIECES:
            after[name] = tuple(with_values(each, supply=value.get(each.name, each.supply)) for each in old.pieces)
        elif name == "card_counts":
            cards = after.get("cards", old.cards)
            after["cards"] = tuple(with_values(card, count=value.get(card.name, card.count)) for card in cards)
        else:
            after[name] = frozen(hint, value)
    return after


def _with_fewer_costs(old: Any, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the changes of a part; with fewer stations and no costs given, the first costs stay."""
    costs, number = getattr(old, "costs", ()), changes.get("number")
    if number is None or "costs" in changes or number >= len(costs):
        return changes
    return {**changes, "costs": costs[:number]}


def unknown_counts(rules: RuleSet, changes: Mapping[str, Any]) -> Iterator[tuple[Keys, str]]:
    """Yield names of cards and pieces that there are not."""
    cards, pieces = changes.get("card_counts"), changes.get("pieces")
    for key, given, known in (
        ("card_counts", cards, [card.name for card in rules.cards]),
        ("pieces", pieces, [piece.name for piece in rules.pieces]),
    ):
        for name in given if isinstance(given, Mapping) and (key != "card_counts" or "cards" not in changes) else ():
            if name not in known:
                yield (key, str(name)), f"is not in the game{did_you_mean(name, known)}; it has: {', '.join(known)}"


def differences(value: Any, usual: Any, name: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the innermost values in which two rule sets differ: dotted name, value, usual value.

    The names are those by which the values are changed; the numbers of cards and pieces stand
    under ``card_counts`` and ``pieces`` if the kinds are the same.
    """
    for field in fields(usual):
        new, old = getattr(value, field.name), getattr(usual, field.name)
        inner = f"{name}.{field.name}" if name else field.name
        if new == old or (field.name in FIXED and not name):
            continue
        if is_dataclass(old):
            yield from differences(new, old, inner)
        elif inner == "cards" and _same_but("count", new, old):
            yield from ((f"card_counts.{a.name}", a.count, b.count) for a, b in zip(new, old, strict=True) if a != b)
        elif inner == "pieces" and _same_but("supply", new, old):
            yield from ((f"pieces.{a.name}", a.supply, b.supply) for a, b in zip(new, old, strict=True) if a != b)
        elif isinstance(old, Mapping) and set(old) <= set(new):
            for key, item in new.items():
                if key not in old:
                    yield f"{inner}.{key}", item, None
                else:
                    yield from differences(item, old[key], f"{inner}.{key}")
        else:
            yield inner, new, old


def _same_but(field: str, new: Any, old: Any) -> bool:
    """Return whether two lists of records differ in one field at most."""
    return [with_values(item, **{field: 1}) for item in new] == [with_values(item, **{field: 1}) for item in old]


def in_words(rules: RuleSet, usual: RuleSet) -> tuple[str, ...]:
    """Return each changed value as ``longest_trail_bonus = 0 (printed: 10)``."""
    return tuple(
        f"{name} = {toml_text(new)}" + ("" if old is None else f" (printed: {toml_text(old)})")
        for name, new, old in differences(rules, usual)
    )


def setting_names() -> tuple[str, ...]:
    """Return the name of every value of the rules that can be changed, those of parts after a point.

    Examples
    --------
    >>> from ttr_analysis.rules.changes import setting_names
    >>> [name for name in setting_names() if name.startswith("end")]
    ['end.pieces_left', 'end.extra_turns', 'end.score']
    """
    from ttr_analysis.rules.spec import RuleSet

    names: list[str] = []
    for name, hint in hints_of(RuleSet).items():
        parts = [f"{name}.{inner}" for inner in hints_of(hint)] if is_dataclass(hint) else [name]
        names += [] if name in FIXED else parts
    return tuple(names)
