"""A map made of records: rows of frames, edges of graphs, entries of other people's files.

The records pass the same readers and checks as the rows of a map folder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import one_of, shown
from ttr_analysis.errors import Fault, MapError
from ttr_analysis.maps import choices, files, synonyms, tables
from ttr_analysis.maps import rows as read
from ttr_analysis.maps.checks import Flaw, flaws
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.maps.spellings import spellings_of
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import RuleSet

if TYPE_CHECKING:
    import networkx as nx

_PARTS = {"cities": "cities", "tracks": "routes", "tickets": "tickets"}
"""What the rows of each part of a map are called."""


@dataclass(frozen=True)
class Place:
    """Where records come from: the name of a table or file, and the line of each record if they have lines."""

    name: str
    lines: Sequence[int] = ()

    def line(self, number: int) -> int:
        """Return the line of a record by its number, 1 for the first."""
        return self.lines[number - 1] if self.lines else number


Places = Mapping[str, Place]


def map_of_frames(
    cities: Any,
    routes: Any,
    tickets: Any,
    rules: str | RuleSet,
    name: str,
    title: str | None = None,
    places: Places = MappingProxyType({}),
) -> GameMap:
    """Make the map that :meth:`ttr_analysis.maps.game_map.GameMap.from_frames` describes."""
    track_records = synonyms.renamed(map(_with_one_number, _records("routes", routes, places)), synonyms.ROUTES)
    track_rows = _rows("routes", _without_positions(track_records), places)
    if cities is None:
        ends = (row.text(column) for row in track_rows for column in ("city_a", "city_b"))
        named: list[tables.Record] = [{"city": end} for end in dict.fromkeys(ends) if end]
    else:
        named = _records("cities", cities, places)
    city_rows = _rows("cities", map(_on_board, synonyms.renamed(named, synonyms.CITIES)), places)
    ticket_records = [] if tickets is None else _records("tickets", tickets, places)
    ticket_rows = _rows("tickets", map(_ticket_record, synonyms.renamed(ticket_records, synonyms.TICKETS)), places)
    rows = {"cities": city_rows, "tracks": track_rows, "tickets": ticket_rows}
    return _read(rows, _rules(rules), name, title, places)


def _read(rows: dict[str, list[files.Row]], rules: RuleSet, name: str, title: str | None, places: Places) -> GameMap:
    """Return the map of some rows."""
    city_rows, track_rows, ticket_rows = rows.values()
    parsed, aliases = read.read_cities(city_rows), read.read_aliases(city_rows)
    spellings, countries = spellings_of((city.name for city in parsed), aliases), choices.countries_of(parsed)
    named = spellings_of((*(city.name for city in parsed), *countries), aliases)
    tickets = read.read_tickets(ticket_rows, named, ["base"], countries)["base"]
    game_map = GameMap(
        name=name,
        title=name if title is None else title,
        cities=parsed,
        tracks=read.read_tracks(track_rows, spellings, rules),
        tickets=tuple(ticket for _, ticket in tickets),
        rules=rules,
        aliases=MappingProxyType(aliases),
    )
    rows = {**rows, "tickets": [row for row, _ in tickets]}
    faults = [fault for row in (*city_rows, *track_rows, *ticket_rows) for fault in row.faults]
    unread = {part: broken for part in rows if (broken := [i for i, row in enumerate(rows[part]) if row.faults])}
    faults += (_as_fault(flaw, rows, places) for flaw in flaws(game_map, unread))
    if not track_rows:
        faults.append(Fault(places.get("routes", Place("routes")).name, "there is no route"))
    if faults:
        raise MapError(f"map {name!r} has {len(faults)} fault{'s' * (len(faults) > 1)}:", faults)
    return game_map


def _as_fault(flaw: Flaw, rows: Mapping[str, Sequence[files.Row]], places: Places) -> Fault:
    what = _PARTS.get(flaw.part, flaw.part)
    lines = [row.line for row in rows.get(flaw.part, ())]
    message = flaw.message if flaw.other is None else flaw.message.replace("{other}", f"row {lines[flaw.other]}")
    row = None if flaw.index is None or not lines else lines[flaw.index]
    return Fault(places.get(what, Place(what)).name, message, row, flaw.field)


def _rules(rules: str | RuleSet) -> RuleSet:
    if isinstance(rules, RuleSet):
        return rules
    if rules not in RULE_SETS:
        raise MapError(f"there is no rule set {shown(rules)}; choose {one_of(RULE_SETS)}")
    return RULE_SETS[rules]


def _records(what: str, table: Any, places: Places) -> list[tables.Record]:
    """Return the rows of a table as mappings; a refusal names the file that they come from, if there is one."""
    try:
        return records_of(what, table)
    except MapError as error:
        if what not in places:
            raise
        raise MapError(f"{places[what].name}: {error}") from None


def records_of(what: str, table: Any) -> list[tables.Record]:
    """Return the rows of a table as mappings.

    Parameters
    ----------
    what : str
        What the table is called in messages.
    table : frame, mapping of columns, or iterable
        A frame of pandas, polars or pyarrow, a mapping of names to columns, or rows: mappings,
        names alone, or sequences in the order of the first columns of a map file.

    Raises
    ------
    MapError
        If it is none of these, or its columns differ in length.
    """
    columns = tables.frame_columns(table)
    if columns is not None:
        try:
            return tables.frame_records(columns)
        except ValueError:
            raise MapError(f"the columns of {what} differ in length") from None
    if isinstance(table, str) or (isinstance(table, Mapping) and table) or not isinstance(table, Iterable):
        raise MapError(f"{what} must be a frame or a list of rows, not {shown(table)}")
    return [_record(what, row) for row in table]


_ORDER = {
    "cities": ("city",),
    "routes": ("city_a", "city_b", "length", "color", "kind", "locomotives"),
    "tickets": ("city_a", "city_b", "points"),
}


def _record(what: str, row: Any) -> tables.Record:
    if isinstance(row, Mapping):
        return row
    values = [row] if isinstance(row, str) else list(row) if isinstance(row, Sequence) else None
    if values is None:
        raise MapError(f"a row of {what} must be a mapping or a list, not {shown(row)}")
    if (
        what == "routes" and len(values) > 2 and isinstance(values[2], Mapping)
    ):  # (a, b, attributes), as networkx has it
        return {"city_a": values[0], "city_b": values[1], **values[2]}
    return dict(zip(_ORDER[what], values, strict=False))


def _rows(what: str, records: Iterable[tables.Record], places: Places) -> list[files.Row]:
    """Return records as the rows of a file."""
    rows, place = [], places.get(what, Place(what))
    for number, record in enumerate(records, start=1):
        cells = {name: synonyms.cell(value) for name, value in record.items()}
        if what == "routes":
            cells |= {"color": synonyms.color(record.get("color")), "kind": synonyms.kind(record.get("kind"))}
        rows.append(files.Row(place.name, place.line(number), cells))
    return rows


def _with_one_number(record: tables.Record) -> tables.Record:
    """Leave out ``track`` beside ``number``: an export tells the position of a track and its number on a route."""
    return {name: value for name, value in record.items() if name != "track"} if "number" in record else record


def _without_positions(records: Sequence[tables.Record]) -> Sequence[tables.Record]:
    """Leave out ``track`` where it tells rows apart, as in an export: on a map it is 1, or more on a double route."""
    numbers = [synonyms.cell(record.get("track")) for record in records]
    distinct = len(set(numbers)) == len(numbers) and all(number.isdecimal() for number in numbers)
    if not distinct or set(numbers) <= {"1", "2"}:
        return records
    return [{name: value for name, value in record.items() if name != "track"} for record in records]


def _on_board(record: tables.Record) -> tables.Record:
    """Leave out positions that are not fractions of a board, as those of drawings in pixels."""
    try:
        good = all(0 <= float(record[name]) <= 1 for name in ("x", "y"))
    except (KeyError, TypeError, ValueError):
        good = False
    return record if good else {name: value for name, value in record.items() if name not in ("x", "y")}


def _ticket_record(record: tables.Record) -> tables.Record:
    """Return a ticket with its cities in one cell."""
    cities = record.get("cities")
    if cities is None:
        cities = [record.get("city_a", ""), record.get("city_b", "")]
    rest = {name: value for name, value in record.items() if name not in ("city_a", "city_b")}
    if isinstance(cities, str):
        return {**rest, "cities": re.sub(r"\s*(?:->|>|→)\s*", " > ", cities)}
    return {**rest, "cities": " > ".join(map(str, cities))}


def map_of_graph(graph: nx.Graph[Any], tickets: Any, rules: str | RuleSet, name: str | None) -> GameMap:
    """Make the map that :meth:`ttr_analysis.maps.game_map.GameMap.from_graph` describes."""
    if not hasattr(graph, "is_multigraph"):
        raise MapError(f"a graph of networkx is needed, not {shown(graph)}; for tables there is GameMap.from_frames")
    names = {node: _name_of(node, data) for node, data in graph.nodes(data=True)}
    _check_one_way(graph, names)
    cities = [{**_plain(data), "city": names[node]} for node, data in graph.nodes(data=True)]
    routes = [{**_plain(data), **_ends(names[a], names[b], data)} for a, b, data in _edges(graph)]
    return map_of_frames(cities, routes, tickets, rules, name or str(graph.graph.get("name") or "graph"))


def _check_one_way(graph: nx.Graph[Any], names: Mapping[Any, str]) -> None:
    """Refuse a directed graph with edges there and back: nobody knows whether that is one track or two."""
    if not graph.is_directed() or graph.is_multigraph():
        return
    both = next(((a, b) for a, b in graph.edges if a != b and graph.has_edge(b, a)), None)
    if both:
        ends = "-".join(names[end] for end in both)
        raise MapError(f"the graph is directed and has {ends} both ways; give graph.to_undirected(), or a MultiGraph")


def _name_of(node: Any, data: Mapping[str, Any]) -> str:
    """Return what a node is called: by its first name that is there, or itself."""
    given = (data.get(name) for name in ("name", "label"))
    return str(next((name for name in given if not tables.is_missing(name)), node))


def _ends(a: str, b: str, data: Mapping[str, Any]) -> dict[str, str]:
    """Return the ends of an edge in the order in which it names them: a graph keeps none."""
    swapped = (data.get("city_a"), data.get("city_b")) == (b, a)
    return {"city_a": b, "city_b": a} if swapped else {"city_a": a, "city_b": b}


def _edges(graph: nx.Graph[Any]) -> list[tuple[Any, Any, Mapping[str, Any]]]:
    """Return the edges of a graph; those of a graph of ours in the order of the tracks, also if a file was between."""
    if graph.is_multigraph():
        keyed: list[tuple[Any, Any, Any, Mapping[str, Any]]] = list(graph.edges(keys=True, data=True))  # type: ignore[call-overload]
    else:
        keyed = [(a, b, None, data) for a, b, data in graph.edges(data=True)]
    places = [_place(key, data) for _, _, key, data in keyed]
    order: Iterable[int] = range(len(keyed))
    if None not in places and len(set(places)) == len(places):
        order = sorted(order, key=lambda i: places[i] or 0)
    return [(keyed[i][0], keyed[i][1], keyed[i][3]) for i in order]


def _place(key: Any, data: Mapping[str, Any]) -> int | None:
    """Return the position of an edge among the tracks: as a file of ours has it, or the key in a graph of ours."""
    place = data.get("track", key)
    place = place.index if isinstance(place, Track) else place
    return place if isinstance(place, int) else None


def _plain(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes that describe a node or an edge, without names and objects of ours."""
    return {
        name: value
        for name, value in data.items()
        if name not in ("name", "label", "id") and not isinstance(value, City | Track)
    }
