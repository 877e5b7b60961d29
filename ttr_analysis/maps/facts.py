"""The facts of a map for people to read: counts, decks, changed rules, tickets."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parallel import parallel_sets
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.rules import RULE_SETS, limits
from ttr_analysis.rules.changes import differences
from ttr_analysis.rules.forms import toml_text
from ttr_analysis.rules.spec import GRAY


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of the facts table: ``group`` and ``name`` say what ``value`` counts."""

    group: str
    name: str
    value: int | str


def facts(game_map: GameMap) -> tuple[Fact, ...]:
    """Return the facts of a map for people to read: counts of cities, tracks, spaces, tickets, cards.

    The groups are ``map``, ``changed rules`` (what the map or its ticket set changes in the
    rule set), ``changed board``, ``board``, ``spaces by color``, ``tracks by kind``, ``tracks by length``,
    ``tickets`` and ``notice``, in this order.
    """
    return tuple(_facts(game_map))


def pieces_to_doubt(game_map: GameMap) -> int | None:
    """Return the number of pieces from which on it may not be proven that a player's trail is the longest.

    With them, a player can own more than :data:`~ttr_analysis.rules.limits.TRAIL` tracks, one of each double
    or triple route. None if the rules give a player fewer.
    """
    own = [min(game_map.tracks[i].length for i in group) for group in parallel_sets(game_map.tracks)]
    needed, rules = sum(sorted(own)[: limits.TRAIL + 1]), game_map.rules
    given = rules.pieces_kept or sum(piece.supply for piece in rules.pieces)
    return needed if len(own) > limits.TRAIL and needed <= given else None


def _facts(game_map: GameMap) -> Iterator[Fact]:
    rules = game_map.rules
    yield Fact("map", "name", game_map.name)
    yield Fact("map", "title", game_map.title)
    yield Fact("map", "rules", rules.title)
    yield Fact("map", "players", f"{rules.players[0]} to {rules.players[1]}")
    yield Fact("map", "cards", rules.total_cards)
    yield Fact("map", "ticket set", game_map.ticket_set)
    yield Fact("map", "ticket sets", ", ".join(game_map.ticket_sets))
    yield from _changed_rules(game_map)
    yield from _board_facts(game_map)
    yield from _ticket_facts(game_map)
    for notice in game_map.notices:
        yield Fact("notice", "notice", notice)


def _board_facts(game_map: GameMap) -> Iterator[Fact]:
    tags = Counter(tag for city in game_map.cities for tag in city.tags)
    border = sum(map(len, game_map.countries.values()))
    yield Fact("board", "cities", len(game_map.cities) - tags["junction"] - border)
    if border:
        yield Fact("board", "places of countries", border)
    yield Fact("board", "junctions", tags["junction"])
    yield Fact("board", "ports", tags["port"])
    yield Fact("board", "tracks", len(game_map.tracks))
    yield Fact("board", "pairs", len({track.pair for track in game_map.tracks}))
    yield Fact("board", "double routes", len(game_map.doubles) // 2)
    if triples := len(game_map.parallel) - len(game_map.doubles):
        yield Fact("board", "triple routes", triples // 3)
    yield Fact("board", "spaces", sum(track.length for track in game_map.tracks))
    spaces: Counter[str] = Counter()
    for track in game_map.tracks:
        spaces[track.color] += track.length
    for color in (*game_map.rules.colors, GRAY):
        yield Fact("spaces by color", color, spaces[color])
    kinds = Counter(track.kind for track in game_map.tracks)
    for kind in game_map.rules.track_kinds:
        yield Fact("tracks by kind", kind, kinds[kind])
    for length, number in sorted(Counter(track.length for track in game_map.tracks).items()):
        yield Fact("tracks by length", str(length), number)


def _ticket_facts(game_map: GameMap) -> Iterator[Fact]:
    tickets = game_map.tickets
    yield Fact("tickets", "tickets", len(tickets))
    yield Fact("tickets", "long tickets", sum(ticket.is_long for ticket in tickets))
    yield from _deck_facts(game_map)
    yield Fact("tickets", "tours", sum(ticket.is_tour for ticket in tickets))
    if choices := sum(ticket.is_choice for ticket in tickets):
        yield Fact("tickets", "choice tickets", choices)
    yield Fact("tickets", "points in all", sum(ticket.points for ticket in tickets))
    for bonus in game_map.bonus_tickets:
        yield Fact("tickets", f"bonus tickets {bonus.name}", bonus.copies)


def _deck_facts(game_map: GameMap) -> Iterator[Fact]:
    """Yield the decks that tickets are dealt from, and how many of each a player gets and keeps."""
    rules = game_map.rules.tickets
    long = sum(ticket.is_long for ticket in game_map.tickets) if rules.deal_long else 0
    yield Fact("tickets", "deck", f"{len(game_map.tickets) - long} tickets, {rules.deal} dealt to each player")
    if long:
        yield Fact("tickets", "long deck", f"{long} tickets, {rules.deal_long} dealt to each player")
    yield Fact("tickets", "kept at the start", f"{rules.keep} or more of {rules.deal + rules.deal_long}")
    yield Fact("tickets", "drawn later", f"{rules.draw}, of which {rules.draw_keep} or more are kept")


def _changed_rules(game_map: GameMap) -> Iterator[Fact]:
    """Yield each value that differs from the rule set as printed in the rule book."""
    usual = RULE_SETS.get(game_map.rules.name)
    if usual is not None:
        for name, new, old in differences(game_map.rules, usual):
            yield Fact("changed rules", name, toml_text(new) + ("" if old is None else f", not {toml_text(old)}"))
    for change in game_map.board_changes:
        yield Fact("changed board", "change", change)


def ticket_lines(game_map: GameMap) -> list[str]:
    """Return the tickets as the lines of a table: value and cities, in the order of the map's file; copies in one."""
    copies = Counter(replace(ticket, index=0) for ticket in game_map.tickets)
    return [f"{ticket.points:>4}  {_places(ticket)}{_remarks(ticket, number)}" for ticket, number in copies.items()]


def _places(ticket: Ticket) -> str:
    """Return the cities of a ticket; what a choice ticket leads to, with the points for each."""
    goals = " / ".join(f"{place} {points}" for place, points in ticket.alternatives)
    return " > ".join((*ticket.cities, goals) if goals else ticket.cities)


def _remarks(ticket: Ticket, copies: int) -> str:
    remarks = [f"{copies} copies"] if copies > 1 else []
    if ticket.points_out_of_order not in (None, ticket.points):
        remarks.append(f"{ticket.points_out_of_order} if out of order")
    if ticket.penalty != ticket.points:
        remarks.append(f"-{ticket.penalty} if not made")
    if ticket.is_long:
        remarks.append("long")
    return f"  ({', '.join(remarks)})" if remarks else ""
