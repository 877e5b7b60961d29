"""A map as text in the formats of other tools: graphs, places on the globe, a plain table.

=========  =====================================================================================
graphml    yEd, Gephi, igraph, Cytoscape
gexf       Gephi
dot        Graphviz
geojson    QGIS, kepler.gl, Datawrapper, geopandas; needs the latitude and longitude of each city
csv        spreadsheets, R; one row for each track
=========  =====================================================================================
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import option
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import geojson as globe
from ttr_analysis.maps.graph import track_facts
from ttr_analysis.maps.track_table import TRACK, track_columns

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

PLACES = ("latitude", "longitude")

PAGE = 10.0
"""Width of a map in a DOT file, in inches."""


def export_map(game_map: GameMap, form: str, values: Any = None) -> str:
    """Return a map as text in a format of other tools.

    Parameters
    ----------
    game_map : GameMap
        The map.
    form : {"graphml", "gexf", "geojson", "csv", "dot"}
        The format. Only GeoJSON needs to know where the cities are.
    values : frame, mapping, list, Series or array, optional
        Numbers of each track, which become attributes of its edge, properties of its line, or columns:
        whatever :func:`ttr_analysis.maps.track_table.track_columns` takes.

    Returns
    -------
    str
        The same for the same map and values.

    Raises
    ------
    SetupError
        If there is no such format, or the values do not fit the tracks of the map.
    MapError
        If the format needs coordinates that the map does not have; the cities are named.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> text = ttr.maps.export_map(usa, "csv", values={"Denver-Omaha purple": 0.25})
    >>> header, *rows = text.splitlines()
    >>> len(rows), header.split(",")[-5:]
    (100, ['value', 'latitude_a', 'longitude_a', 'latitude_b', 'longitude_b'])
    """
    option("the format", form, tuple(FORMATS))
    return FORMATS[form](game_map, tracks_with(game_map, values))


def map_geojson(game_map: GameMap, values: Any = None) -> dict[str, Any]:
    """Return a map as a GeoJSON feature collection: cities as points, tracks as lines.

    The result is a dictionary; ``geopandas.GeoDataFrame.from_features`` takes it, and :func:`export_map`
    makes text of it. Parameters and errors are those of :func:`export_map`.

    Examples
    --------
    >>> features = ttr.maps.map_geojson(ttr.load_map("usa"))["features"]
    >>> features[0]["geometry"], features[0]["properties"]["name"]
    ({'type': 'Point', 'coordinates': [-84.39, 33.75]}, 'Atlanta')
    """
    return globe.geojson(game_map, tracks_with(game_map, values))


def tracks_with(game_map: GameMap, values: Any = None) -> dict[int, dict[str, Any]]:
    """Return what there is to say about each track, by its index: the facts of the map, then the values.

    A track without a value has None there.

    Raises
    ------
    SetupError
        If the values do not fit the tracks, or a column of them is called like a fact of the map but differs.
    """
    facts = {
        track.index: {
            TRACK: track.index,
            "name": track.name,  # first, as the order of columns follows this one
            "city_a": track.city_a,
            "city_b": track.city_b,
            **track_facts(game_map, track),
        }
        for track in game_map.tracks
    }
    for column, numbers in {} if values is None else track_columns(game_map, values).items():
        known = {index: fact[column] for index, fact in facts.items() if column in fact}
        if any(known.get(index, number) != number for index, number in numbers.items()):
            raise SetupError(f"values: the column {column!r} has the name of a fact of the map, but differs; rename it")
        if not known:
            for index, fact in facts.items():
                fact[column] = numbers.get(index)
    return facts


def _graphml(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]]) -> str:
    return _xml(game_map, tracks, "generate_graphml")


def _gexf(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]]) -> str:
    text = _xml(game_map, tracks, "generate_gexf")
    return re.sub(r' lastmodifieddate="[^"]*"', "", text, count=1)  # the same text tomorrow


def _xml(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]], writer: str) -> str:
    """Return the graph of a map as a writer of networkx has it; a value that is missing is left out."""
    import networkx as nx

    graph = game_map.graph()
    for _, _, index, known in graph.edges(keys=True, data=True):
        known.update({name: value for name, value in tracks[index].items() if value is not None})
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *getattr(nx, writer)(graph)]) + "\n"


def _geojson(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]]) -> str:
    return json.dumps(globe.geojson(game_map, tracks), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _csv(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]]) -> str:
    """Return one row for each track; places that are not known stay empty."""
    text = io.StringIO()
    rows = [{**facts, **_ends(game_map, facts)} for facts in tracks.values()]
    table = csv.DictWriter(text, dict.fromkeys(name for row in rows for name in row), lineterminator="\n")
    table.writeheader()
    table.writerows({name: _plain(value) for name, value in row.items()} for row in rows)
    return text.getvalue()


def _ends(game_map: GameMap, facts: Mapping[str, Any]) -> dict[str, float | None]:
    ends = {"a": game_map.city(facts["city_a"]), "b": game_map.city(facts["city_b"])}
    return {f"{name}_{end}": getattr(city, name) for end, city in ends.items() for name in PLACES}


def _plain(value: Any) -> Any:
    """Return yes and no as routes.csv has them, all else as it is."""
    return ("yes" if value else "no") if isinstance(value, bool) else value


def _dot(game_map: GameMap, tracks: Mapping[int, Mapping[str, Any]]) -> str:
    """Return a graph for ``dot`` and, with the cities in their places if these are known, ``neato``."""
    lines = [
        f"graph {_quoted(game_map.name)} {{",
        f"  graph [{_attributes({'label': game_map.title, 'bgcolor': '#F6F2E9', 'overlap': 'false'})}];",
        f"  node [{_attributes({'shape': 'box', 'style': 'rounded,filled', 'fillcolor': 'white'})}];",
    ]
    spots = _spots(game_map)
    for city in game_map.cities:
        places = {name: getattr(city, name) for name in PLACES}
        known = {"tags": ";".join(sorted(city.tags)), **places, "pos": spots.get(city.name)}
        lines.append(f"  {_quoted(city.name)} [{_attributes(known)}];")
    for facts in tracks.values():
        look = {"label": facts["length"], "len": facts["length"], "penwidth": 4}
        ends = " -- ".join(_quoted(facts[end]) for end in ("city_a", "city_b"))
        lines.append(f"  {ends} [{_attributes({**look, **facts})}];")
    return "\n".join([*lines, "}"]) + "\n"


def _spots(game_map: GameMap) -> dict[str, str]:
    """Return where Graphviz pins each city, in inches; nothing if a city has no place on the globe."""
    if not game_map.cities or any(None in (city.latitude, city.longitude) for city in game_map.cities):
        return {}
    places = globe.places_of(game_map, "dot")
    longitudes, latitudes = zip(*places.values(), strict=True)
    scale = PAGE / ((max(longitudes) - min(longitudes)) or 1)
    stretch = 1 / math.cos(math.radians(sum(latitudes) / len(latitudes)))
    return {name: f"{x * scale:.3f},{y * scale * stretch:.3f}!" for name, (x, y) in places.items()}


def _attributes(values: Mapping[str, Any]) -> str:
    known = {name: _plain(value) for name, value in values.items() if value is not None and value != ""}
    return ", ".join(f"{_quoted(name)}={_quoted(str(value))}" for name, value in known.items())


def _quoted(text: str) -> str:
    """Return a text as a quoted name of DOT, in which a backslash begins an escape."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


FORMATS: Mapping[str, Callable[[GameMap, Mapping[int, Mapping[str, Any]]], str]] = MappingProxyType(
    {"graphml": _graphml, "gexf": _gexf, "geojson": _geojson, "csv": _csv, "dot": _dot}
)
"""The function that writes each format."""
