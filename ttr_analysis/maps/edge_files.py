"""Graphs in other people's files: CSV, JSON, YAML, GraphML, GEXF and DOT, read as records.

Nothing in a file is ever executed, and no file is read that is larger than a map file may be.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttr_analysis._validate import one_of
from ttr_analysis.errors import Fault, MapError, MissingTool
from ttr_analysis.maps import dot, synonyms
from ttr_analysis.maps.files import read_text
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.records import Place, map_of_frames, map_of_graph, records_of
from ttr_analysis.maps.tables import Record, is_missing

_NODES = ("nodes", "cities", "vertices", "towns", "stations", "places", "locations")
_EDGES = ("links", "edges", "routes", "tracks", "connections", "roads")
_TICKETS = ("tickets", "destinations", "destination_tickets", "destinationtickets", "missions")


@dataclass
class Content:
    """What a file holds: records of cities, routes and tickets, with the lines of the first table if it has any."""

    routes: Any = None
    cities: Any = None
    tickets: Any = None
    lines: Sequence[int] = ()


def map_of_file(
    edges: Path, name: str, title: str | None = None, cities: Path | None = None, tickets: Path | None = None,
    rules: str = "usa",
) -> GameMap:  # fmt: skip
    """Make a map from a file of edges in one of the usual formats, and perhaps files of cities and of tickets.

    Parameters
    ----------
    edges : Path
        CSV (rows or a matrix), JSON (node-link, edge list, adjacency), YAML, GraphML, GEXF or DOT.
    name, title : str
        What to call the map.
    cities, tickets : Path, optional
        CSV, JSON or YAML; where they are not in the first file.
    rules : str, optional
        Name of a rule set.

    Raises
    ------
    MapError
        If a file cannot be read, or the map has faults: all are listed with file, row and column.
    MissingTool
        If the file is YAML and PyYAML is not installed.
    """
    content = _read(edges)
    places = {"routes": Place(edges.name, content.lines), "cities": Place(edges.name), "tickets": Place(edges.name)}
    for what, path in (("cities", cities), ("tickets", tickets)):
        if path is not None:
            table = _read(path)
            given = getattr(table, what)
            setattr(content, what, table.routes if given is None else given)
            places[what] = Place(path.name, table.lines)
    if content.routes is None:
        raise _unreadable(edges, f"holds no list of edges; one of the names {one_of(_EDGES)} must be there")
    if hasattr(content.routes, "is_multigraph"):
        graph = map_of_graph(content.routes, content.tickets, rules, name)
        return graph.renamed(name, name if title is None else title)
    return map_of_frames(content.cities, content.routes, content.tickets, rules, name, title, places)


def _read(path: Path) -> Content:
    readers: dict[str, Callable[[str], Content]] = {
        ".csv": _csv, ".tsv": _csv, ".txt": _csv, ".edgelist": _csv, ".json": _json, ".yaml": _yaml, ".yml": _yaml,
        ".graphml": _graphml, ".xml": _graphml, ".gexf": _gexf, ".dot": _dot, ".gv": _dot,
    }  # fmt: skip
    reader = readers.get(path.suffix.casefold())
    if reader is None:
        raise _unreadable(path, f"has no known format; known are {one_of(sorted(readers))}")
    text = read_text(path.parent, path.name)
    if isinstance(text, Fault):
        raise MapError(f"cannot read {str(path)!r}", [text])
    try:
        return reader(text)
    except MissingTool:
        raise
    except Exception as error:  # the readers of other libraries raise anything
        problem = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise _unreadable(path, f"is not well-formed: {problem}") from error


def _unreadable(path: Path, message: str) -> MapError:
    return MapError(f"cannot read {str(path)!r}", [Fault(path.name, message)])


# --- text tables -------------------------------------------------------------------------------------------


def _csv(text: str) -> Content:
    first = next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
    delimiter = max(",;\t|", key=first.count)
    if delimiter not in first:  # an edge list of other tools: Ada Brook 2
        delimiter = " "
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    numbered = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    lines = [(line, row) for line, row in numbered if any(row) and not row[0].startswith("#")]
    (_, header), *body = lines
    if header[1:] and header[1:] == [row[0] for _, row in body]:
        return Content(list(_matrix(header[1:], [row[1:] for _, row in body])))
    known = {synonyms.plain(word) for words in (synonyms.ROUTES, synonyms.CITIES, synonyms.TICKETS)
             for name, others in words.items() for word in (name, *others)}  # fmt: skip
    if not known & set(map(synonyms.plain, header)):  # no header: an edge list
        return Content([row for _, row in lines], lines=[line for line, _ in lines])
    rows = [dict(zip(header, row, strict=False)) for _, row in body]
    return Content(rows, lines=[line for line, _ in body])


def _matrix(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Record]:
    """Yield an edge for each entry above the diagonal of an adjacency matrix that is not empty or 0."""
    for i, row in enumerate(rows):
        for j in range(i + 1, len(names)):
            entry = row[j] if j < len(row) else ""
            if not synonyms.is_nothing(entry) and synonyms.cell(entry) != "0":
                yield {"city_a": names[i], "city_b": names[j], "length": entry}


# --- nested data -------------------------------------------------------------------------------------------


def _json(text: str) -> Content:
    return _nested(json.loads(text))


def _yaml(text: str) -> Content:
    try:
        import yaml  # type: ignore[import-untyped]
    except ImportError:
        raise MissingTool("reading YAML needs PyYAML: pip install pyyaml") from None
    return _nested(yaml.safe_load(text))


def _nested(data: Any) -> Content:
    """Return what nested lists and mappings hold: named tables, an edge list, or neighbours by city."""
    if isinstance(data, list):
        return Content(data)
    if not isinstance(data, Mapping):
        raise ValueError("it holds neither a list nor a table")
    tables = {synonyms.plain(name): value for name, value in data.items()}
    routes, cities, tickets = (
        next((tables[name] for name in map(synonyms.plain, names) if name in tables), None)
        for names in (_EDGES, _NODES, _TICKETS)
    )
    if routes is None and cities is None and tickets is None:
        return Content(list(_neighbours(data)))
    if isinstance(cities, Mapping) and all(isinstance(value, Mapping) for value in cities.values()):
        cities = [{"city": name, **value} for name, value in cities.items()]
    return _named_by_id(Content(routes, cities, tickets))


def _neighbours(data: Mapping[str, Any]) -> Iterator[Record]:
    """Yield the edges of a mapping from cities to their neighbours, each pair once."""
    seen: set[frozenset[str]] = set()
    for city, others in data.items():
        if not isinstance(others, Mapping):
            raise ValueError(f"{city!r} has no table of neighbours")
        before = set(seen)
        for other, edges in others.items():
            pair = frozenset((str(city), str(other)))
            if pair in before:
                continue
            seen.add(pair)
            for edge in edges if isinstance(edges, list) else [edges]:
                attributes = edge if isinstance(edge, Mapping) else {"length": edge}
                yield {**attributes, "city_a": city, "city_b": other}


def _named_by_id(content: Content) -> Content:
    """Replace the ids of nodes, or their positions, by their names where edges and tickets name them so."""
    if not isinstance(content.cities, list) or not all(isinstance(node, Mapping) for node in content.cities):
        return content
    names: dict[Any, str] = {}
    for i, node in enumerate(content.cities):
        given = {synonyms.plain(key): value for key, value in node.items()}
        name = next((given[key] for key in ("city", "name", "label", "id") if not is_missing(given.get(key))), None)
        names[given.get("id", given.get("key", i))] = str(name)

    def renamed(rows: Any) -> Any:
        return [_with_names(row, names) for row in records_of("routes", rows)] if isinstance(rows, list) else rows

    return Content(renamed(content.routes), content.cities, renamed(content.tickets))


def _with_names(row: Record, names: Mapping[Any, str]) -> Record:
    ends = {synonyms.plain(word) for end in ("city_a", "city_b") for word in (end, *synonyms.ROUTES[end])}
    return {
        key: names.get(value, value) if synonyms.plain(key) in ends and not isinstance(value, list | dict) else value
        for key, value in row.items()
    }


# --- graphs ------------------------------------------------------------------------------------------------


def _graphml(text: str) -> Content:
    import networkx as nx

    return Content(nx.parse_graphml(_without_entities(text)))


def _gexf(text: str) -> Content:
    import networkx as nx

    return Content(nx.read_gexf(io.BytesIO(_without_entities(text).encode())))


def _without_entities(text: str) -> str:
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise ValueError("a document type is declared, which a graph does not need")
    return text


def _dot(text: str) -> Content:
    found = list(dot.edges_of(text))
    routes = [{**edge.attributes, "city_a": edge.ends[0], "city_b": edge.ends[1]} for edge in found]
    return Content(routes, lines=[edge.line for edge in found])
