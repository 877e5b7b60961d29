"""Places that share a printed name, as the border places of a country do: each gets a name of its own.

Two rows of ``cities.csv`` with one name, at different positions, are two places. Each is the end of one
track: the first row of ``routes.csv`` that names them takes the first place, the next row the
second one. A place is called by the printed name and its neighbour, ``Nordland (Alba)``, and tagged
as a place of the country ``Nordland``, which is what tickets name.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ttr_analysis.maps.files import Row
from ttr_analysis.maps.parts import COUNTRY
from ttr_analysis.maps.spellings import spellings_of

_POSITION = ("latitude", "longitude", "x", "y")
_ENDS = ("city_a", "city_b")


@dataclass(frozen=True, slots=True)
class _Stop:
    """Where a track ends at a place of a shared name: the number of its row, the column, the city at its other end."""

    row: int
    column: str
    neighbour: str


def with_own_names(
    cities: Sequence[Row], routes: Sequence[Row], aliases: Mapping[str, str]
) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """Return the rows of cities and routes with a name of its own for each place of a shared name.

    What is not clear is noted as a fault of its row, which is left out.
    """
    shared = _shared_names(cities)
    if not shared:
        return tuple(cities), tuple(routes)
    spellings = spellings_of(dict.fromkeys(row.text("city") for row in cities), aliases)
    city_cells = [dict(row.cells) for row in cities]
    route_cells = [dict(row.cells) for row in routes]
    before = _faults(cities), _faults(routes)
    stops = _stops(routes, shared, spellings)
    for name, places in shared.items():
        _match(name, places, stops[name], cities, routes)
        matched = list(zip(places, stops[name], strict=False))
        for (place, stop), own in zip(matched, _own_names(name, [stop for _, stop in matched]), strict=True):
            tags = [*cities[place].items("tags"), COUNTRY + name]
            city_cells[place] |= {"city": own, "tags": ";".join(dict.fromkeys(tags))}
            route_cells[stop.row][stop.column] = own
    return _clear(cities, city_cells, before[0]), _clear(routes, route_cells, before[1])


def _faults(rows: Sequence[Row]) -> list[int]:
    return [len(row.faults) for row in rows]


def _clear(rows: Sequence[Row], cells: Sequence[Mapping[str, str]], before: Sequence[int]) -> tuple[Row, ...]:
    """Return the rows that have no more faults than before, with other cells."""
    now = _faults(rows)
    return tuple(replace(row, cells=cells[i]) for i, row in enumerate(rows) if now[i] == before[i])


def _shared_names(cities: Sequence[Row]) -> dict[str, list[int]]:
    """Return the names of several rows with their places.

    Rows in one position, or whose names differ in capitals, are the same city listed twice.
    """
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for i, row in enumerate(cities):
        rows[row.text("city").casefold()].append(i)
    shared = {}
    for places in rows.values():
        name, *others = {cities[i].text("city") for i in places}
        positions = {tuple(cities[i].text(column) for column in _POSITION) for i in places}
        if name and not others and len(places) > 1 and len(positions) == len(places):
            shared[name] = places
    return shared


def _stops(
    routes: Sequence[Row], shared: Mapping[str, object], spellings: Mapping[str, str]
) -> defaultdict[str, list[_Stop]]:
    """Return for each shared name the rows of routes that name it, in their order; not those that lead back to it."""
    stops: defaultdict[str, list[_Stop]] = defaultdict(list)
    for i, row in enumerate(routes):
        ends = [spellings.get(row.text(column).casefold(), row.text(column)) for column in _ENDS]
        if ends[0] == ends[1]:
            if ends[0] in shared:
                row.fault("city_b", f"the track leads from {ends[0]} back to {ends[0]}")
            continue
        for column, name, neighbour in zip(_ENDS, ends, reversed(ends), strict=True):
            if name in shared:
                stops[name].append(_Stop(i, column, neighbour))
    return stops


def _match(
    name: str, places: Sequence[int], stops: Sequence[_Stop], cities: Sequence[Row], routes: Sequence[Row]
) -> None:
    """Note faults of places without a track, and of tracks without a place."""
    count = f"{len(places)} places are called {name}, each the end of one track"
    for place in places[len(stops) :]:
        cities[place].fault("city", f"{count}, but {len(stops)} rows of routes name {name}: no track ends here")
    for stop in stops[len(places) :]:
        routes[stop.row].fault(stop.column, f"{count}, and the rows above name {name} as often: no place is left")


def _own_names(name: str, stops: Sequence[_Stop]) -> list[str]:
    """Return the printed name with the neighbour of each place, numbered if it is the neighbour of several."""
    times, met = Counter(stop.neighbour for stop in stops), Counter[str]()
    names = []
    for stop in stops:
        met[stop.neighbour] += 1
        number = f" {met[stop.neighbour]}" if times[stop.neighbour] > 1 else ""
        names.append(f"{name} ({stop.neighbour}{number})")
    return names
