"""The rules of a map: its rule set, with the values that ``map.toml`` changes."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import is_dataclass
from typing import Any, get_type_hints

from pydantic import NonNegativeInt, TypeAdapter

from ttr_analysis._validate import misfit, one_of
from ttr_analysis.errors import Fault, RuleError
from ttr_analysis.maps.settings import MapFile, Settings
from ttr_analysis.rules import RULE_SETS, limits
from ttr_analysis.rules.spec import COLORS, WILD, CardKind, Market, RuleSet, TicketRules, TrackKind

BASE = "base"
"""The ticket set that every map has."""

_FIXED = ("name", "title", "cards", "decks", "track_kinds")
"""Values that define the game itself: a map cannot change them, but must name another rule set."""

Keys = tuple[str, ...]

_LARGEST = 1000
"""Largest number in a rule, far beyond any game."""

EVERYTHING = RuleSet(
    name="any",
    title="any",
    players=(2, 5),
    cards=tuple(CardKind("train", color, 10) for color in (*COLORS, WILD)),
    hand=(0,),
    market=Market(slots=(0,)),
    track_kinds={kind: TrackKind() for rules in RULE_SETS.values() for kind in rules.track_kinds},
    route_points=(0,) + (1,) * (limits.LENGTH - 1),
    tickets=TicketRules(deal=0, keep=0, deal_long=1),
)
"""Used if ``map.toml`` names no known rule set, so that the other files can still be checked."""


def rules_of_sets(settings: Settings, sets: Iterable[str]) -> tuple[dict[str, RuleSet], list[Fault]]:
    """Return the rules of each ticket set, the base set first, and what is wrong with them.

    Parameters
    ----------
    settings : Settings
    sets : iterable of str
        The ticket sets that the tickets name, in case ``map.toml`` cannot be used.
    """
    if settings.file is None:
        return dict.fromkeys([BASE, *sets], EVERYTHING), []
    base, faults = _named_rules(settings, settings.file)
    rules = {BASE: base}
    for name, entry in settings.file.ticket_sets.items():
        rules[name], more = _changed_rules(base, entry.rules, settings, ("ticket_sets", name, "rules"))
        faults += more
    return rules, faults


def _named_rules(settings: Settings, file: MapFile) -> tuple[RuleSet, list[Fault]]:
    """Return the rule set that ``map.toml`` names, with the changes in its table ``[rules]``."""
    if file.map.rules not in RULE_SETS:
        message = f"there is no rule set {file.map.rules[:60]!r}; choose {one_of(RULE_SETS)}"
        return EVERYTHING, [settings.fault(("map", "rules"), message)]
    return _changed_rules(RULE_SETS[file.map.rules], file.rules, settings, ("rules",))


def _changed_rules(
    rules: RuleSet, changes: Mapping[str, Any], settings: Settings, table: Keys
) -> tuple[RuleSet, list[Fault]]:
    """Return the rules with the changes in one table of ``map.toml``; unchanged if there are faults."""
    problems = list(_value_problems(rules, changes, ()))
    if problems or rules is EVERYTHING:
        return rules, [settings.fault((*table, *keys), message) for keys, message in problems]
    changes = dict(changes)
    total = changes.pop("total_cards", rules.total_cards)
    try:
        changed = rules.replace(**_typed_values(rules, changes))
    except RuleError as error:
        # The message names the value: point at it rather than at the whole table.
        named = [keys for keys in _paths(changes, ()) if ".".join(keys) in str(error) or repr(keys[-1]) in str(error)]
        return rules, [settings.fault((*table, *(named[0] if named else ())), str(error))]
    if changed.total_cards == total:
        return changed, []
    message = f"the cards add up to {changed.total_cards}, not {total} (set total_cards if that is intended)"
    key = "card_counts" if "card_counts" in changes else "total_cards"
    return changed, [settings.fault((*table, key), message)]


def _value_problems(old: Any, changes: Mapping[str, Any], above: Keys) -> Iterator[tuple[Keys, str]]:
    """Yield unknown names and values of the wrong type, with their keys."""
    hints = _hints(old)
    for name, value in changes.items():
        keys = (*above, name)
        if name in _FIXED and not above:
            yield keys, "a map cannot change this; name another rule set in [map]"
        elif name not in hints:
            yield keys, f"the rules have no such value; possible names here are {', '.join(sorted(hints))}"
        elif is_dataclass(part := getattr(old, name, None)) and isinstance(value, Mapping):
            yield from _value_problems(part, value, keys)
        elif problem := _type_problem(hints[name], value):
            yield keys, problem


def _type_problem(hint: Any, value: Any) -> str:
    """Return what is wrong with the type of a value, or ``""``."""
    if problem := misfit(hint, value):
        return problem
    if any(abs(number) > _LARGEST for number in _numbers(value)):
        return f"a number here is larger than {_LARGEST}"
    return ""


def _typed(hint: Any, value: Any) -> Any:
    """Return the value as the rule set holds it: tuples for lists, records for tables."""
    return TypeAdapter(hint).validate_python(value)


def _typed_values(old: Any, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes, which must be valid, in the form that :meth:`RuleSet.replace` takes."""
    hints = _hints(old)
    return {
        name: _typed_values(part, value)
        if is_dataclass(part := getattr(old, name, None)) and isinstance(value, Mapping)
        else _typed(hints[name], value)
        for name, value in changes.items()
    }


def _hints(old: Any) -> dict[str, Any]:
    """Return the types of the values that a map can change, by name."""
    hints = {name: hint for name, hint in get_type_hints(type(old)).items() if name in old.__dataclass_fields__}
    if isinstance(old, RuleSet):
        hints = {name: hint for name, hint in hints.items() if name not in _FIXED}
        hints |= {"card_counts": dict[str, NonNegativeInt], "total_cards": int}
    return hints


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _numbers(item)


def _paths(changes: Mapping[str, Any], above: Keys) -> Iterator[Keys]:
    """Yield the keys of every value, the innermost first."""
    for name, value in changes.items():
        if isinstance(value, Mapping):
            yield from _paths(value, (*above, name))
        yield (*above, name)
