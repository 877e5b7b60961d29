"""The rules of a map: its rule set, with the values that ``map.toml`` changes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ttr_analysis._validate import misfit, one_of
from ttr_analysis.errors import Fault, RuleError
from ttr_analysis.maps.settings import BASE, MapFile, Settings
from ttr_analysis.rules import RULE_SETS, limits
from ttr_analysis.rules.changes import Keys, change_problems, unknown_counts
from ttr_analysis.rules.spec import COLORS, WILD, CardKind, Market, RuleSet, TicketRules, TrackKind

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
"""Used if the rules cannot be read, so that the other files can still be checked, and nothing that follows is told."""

_OF_TRACKS = ("route_points", "track_kinds", "cards", "card_counts", "decks", "pieces")
"""What tracks are checked against."""


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
    rules = {settings.base: base}
    for name, entry in settings.file.ticket_sets.items():
        above: Keys = ("ticket_sets", name)
        if name == settings.base:
            faults.append(settings.fault(above, "is the map's own ticket set, which [map] names"))
        printed, more = _changed_rules(base, entry.printed, settings, (*above, "printed"))
        rules[name], others = _changed_rules(printed, entry.rules, settings, (*above, "rules"))
        faults += [*more, *others]
    return rules, faults


def printed_values(settings: Settings, ticket_set: str) -> dict[str, Any]:
    """Return the values that the printed game has, with this ticket set, in place of those of its rule set."""
    if settings.file is None:
        return {}
    entry = settings.file.ticket_sets.get(ticket_set)
    values = merged(settings.file.printed, entry.printed if entry else {})
    return {name: value for name, value in values.items() if name != "total_cards"}


def merged(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested tables with the values of both; those of the second win."""
    both = dict(first)
    for name, value in second.items():
        old = both.get(name)
        both[name] = merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return both


def _named_rules(settings: Settings, file: MapFile) -> tuple[RuleSet, list[Fault]]:
    """Return the rule set that ``map.toml`` names, with the changes in its tables ``[printed]`` and ``[rules]``."""
    if file.map.rules not in RULE_SETS:
        message = f"there is no rule set {file.map.rules[:60]!r}; choose {one_of(RULE_SETS)}"
        return EVERYTHING, [settings.fault(("map", "rules"), message)]
    printed, faults = _changed_rules(RULE_SETS[file.map.rules], file.printed, settings, ("printed",))
    rules, more = _changed_rules(printed, file.rules, settings, ("rules",))
    return rules, [*faults, *more]


def _changed_rules(
    rules: RuleSet, changes: Mapping[str, Any], settings: Settings, table: Keys
) -> tuple[RuleSet, list[Fault]]:
    """Return the rules with the changes in one table of ``map.toml``; with the sound ones if there are faults."""
    if rules is EVERYTHING:
        return rules, []
    changes = dict(changes)
    total = changes.pop("total_cards", rules.total_cards)
    problems = [*change_problems(rules, changes), *unknown_counts(rules, changes)]
    if problem := misfit(int, total):
        problems.append((("total_cards",), problem))
    if problems:
        return _as_far_as_sound(rules, changes), [
            settings.fault((*table, *keys), message) for keys, message in problems
        ]
    try:
        changed = rules.replace(**changes) if changes else rules
    except RuleError as error:
        # The message names the value: point at it rather than at the whole table.
        named = [keys for keys in _paths(changes, ()) if ".".join(keys) in str(error) or repr(keys[-1]) in str(error)]
        sound = _as_far_as_sound(rules, changes)
        return sound, [settings.fault((*table, *(named[0] if named else ())), str(error))]
    if changed.total_cards == total:
        return changed, []
    message = f"the cards add up to {changed.total_cards}, not {total} (set total_cards if that is intended)"
    key = "card_counts" if "card_counts" in changes else "total_cards"
    return changed, [settings.fault((*table, key), message)]


def _as_far_as_sound(rules: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """Return the rules with the changes that are sound each alone: what follows from the others is not told."""
    for name, value in changes.items():
        try:
            rules = rules.replace(**{name: value})
        except RuleError:
            if name in _OF_TRACKS:
                return EVERYTHING
    return rules


def _paths(changes: Mapping[str, Any], above: Keys) -> Iterator[Keys]:
    """Yield the keys of every value, the innermost first."""
    for name, value in changes.items():
        if isinstance(value, Mapping):
            yield from _paths(value, (*above, name))
        yield (*above, name)
