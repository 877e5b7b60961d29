"""A map as GeoJSON (RFC 7946): cities as points, tracks as lines, for QGIS, kepler.gl, Datawrapper and the like."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ttr_analysis.errors import MapError

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.maps.parts import City, Track

Place = tuple[float, float]
"""Longitude and latitude in degrees; GeoJSON has them in this order."""

LANE = 0.006
"""Distance between parallel tracks, as a share of the extent of the map."""

WIDEST = 0.08
"""Largest distance between parallel tracks, as a share of their length: those of near cities must not bulge."""

BEND = 0.15
"""Share of its length after which a parallel track has reached its lane, at both ends."""

DIGITS = 6
"""Decimals of coordinates: a tenth of a metre."""


def geojson(game_map: GameMap, properties: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a map as a GeoJSON feature collection.

    Lines take the shorter way round the globe; one that crosses the antimeridian is a MultiLineString,
    cut there. Parallel tracks run side by side between their cities.

    Parameters
    ----------
    game_map : GameMap
        The map.
    properties : mapping of int to mapping
        The properties of each track, by its index.

    Raises
    ------
    MapError
        If cities have no latitude and longitude; all are named.
    """
    places = places_of(game_map, "GeoJSON")
    gap = LANE * _extent(list(places.values()))
    cities = [_feature("Point", _rounded([places[city.name]])[0], _of_city(city)) for city in game_map.cities]
    tracks = []
    for track in game_map.tracks:
        first, second = sorted(track.cities)
        line = course(places[first], places[second], lane_of(game_map, track) * gap)
        parts = [_rounded(part) for part in cut_at_antimeridian(line if first == track.city_a else line[::-1])]
        kind = "LineString" if len(parts) == 1 else "MultiLineString"
        shape = parts[0] if len(parts) == 1 else parts
        tracks.append(_feature(kind, shape, {"feature": "track", **properties[track.index]}))
    return {"type": "FeatureCollection", "name": game_map.name, "features": [*cities, *tracks]}


def places_of(game_map: GameMap, what: str) -> dict[str, Place]:
    """Return the longitude and latitude of each city; ``what`` is what needs them.

    Raises
    ------
    MapError
        If cities have none; all are named.
    """
    places = {
        city.name: (city.longitude, city.latitude)
        for city in game_map.cities
        if city.longitude is not None and city.latitude is not None
    }
    if missing := [city.name for city in game_map.cities if city.name not in places]:
        raise MapError(
            f"{what} needs the latitude and longitude of each city, but map {game_map.name!r} has none for "
            f"{', '.join(missing)}; add them to cities.csv, or choose another format"
        )
    return places


def lane_of(game_map: GameMap, track: Track) -> float:
    """Return the lane of a track among those of its route: 0 if it is alone, -0.5 and 0.5 for two."""
    beside = [other.index for other in game_map.tracks if other.pair == track.pair]
    return beside.index(track.index) - (len(beside) - 1) / 2


def course(start: Place, end: Place, aside: float) -> list[Place]:
    """Return a line between two places, the shorter way round, in longitudes that may leave -180 to 180.

    Parameters
    ----------
    start, end : (float, float)
        Longitude and latitude, in degrees.
    aside : float
        How far to the left of the straight line it runs, in degrees of latitude; its ends stay.
    """
    east = (end[0] - start[0] + 180) % 360 - 180
    north = end[1] - start[1]
    shrink = max(math.cos(math.radians((start[1] + end[1]) / 2)), 0.01)  # a degree of longitude in degrees of latitude
    length = math.hypot(east * shrink, north)
    last = (start[0] + east, end[1])
    if aside == 0 or length == 0:
        return [start, last]
    aside = math.copysign(min(abs(aside), WIDEST * length), aside)
    left = (-north / length * aside / shrink, east * shrink / length * aside)
    bends = [(start[0] + t * east + left[0], start[1] + t * north + left[1]) for t in (BEND, 1 - BEND)]
    return [start, *bends, last]


def cut_at_antimeridian(line: Sequence[Place]) -> list[list[Place]]:
    """Return the parts of a line with all longitudes from -180 to 180: two if it crosses the antimeridian."""
    parts: list[list[Place]] = [[line[0]]]
    for before, after in pairwise(line):
        edge = 180.0 if max(before[0], after[0]) > 180 else -180.0
        if min(before[0], after[0]) < edge < max(before[0], after[0]):
            share = (edge - before[0]) / (after[0] - before[0])
            crossing = (edge, before[1] + share * (after[1] - before[1]))
            parts[-1].append(crossing)
            parts.append([crossing])
        parts[-1].append(after)
    return [[(x - _turns(part), y) for x, y in part] for part in parts]


def _turns(part: Sequence[Place]) -> float:
    """Return what to subtract from the longitudes of a line so that it lies between -180 and 180."""
    middle = (min(x for x, _ in part) + max(x for x, _ in part)) / 2
    return 360.0 * math.floor((middle + 180) / 360) if not -180 <= middle <= 180 else 0.0


def _extent(places: Sequence[Place]) -> float:
    """Return the larger side of the box around the places, in degrees of latitude."""
    longitudes, latitudes = zip(*places, strict=True)
    shrink = math.cos(math.radians((min(latitudes) + max(latitudes)) / 2))
    return float(max((max(longitudes) - min(longitudes)) * shrink, max(latitudes) - min(latitudes)))


def _of_city(city: City) -> dict[str, Any]:
    return {"feature": "city", "name": city.name, "tags": ";".join(sorted(city.tags))}


def _rounded(line: Sequence[Place]) -> list[list[float]]:
    return [[round(x, DIGITS), round(y, DIGITS)] for x, y in line]


def _feature(kind: str, coordinates: Sequence[Any], properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "Feature",
        "geometry": {"type": kind, "coordinates": coordinates},
        "properties": dict(properties),
    }
