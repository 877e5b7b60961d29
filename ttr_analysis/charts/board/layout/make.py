"""Compute the layout of a map: start, untangle, make room, free the ends, name the cities."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from time import monotonic

import numpy as np

from ttr_analysis.charts.board.layout import geometry, quality
from ttr_analysis.charts.board.layout.labels import place_labels
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.layout.record import Layout, TrackPath, Vector, load_layout
from ttr_analysis.charts.board.layout.relax import EDGE, SPACE_LENGTH, Ribbon, Scene, relax
from ttr_analysis.charts.board.layout.start import Start, starting_positions
from ttr_analysis.charts.board.layout.untangle import untangle
from ttr_analysis.maps import GameMap, MapLike, Track, as_map

ATTEMPTS = 8
"""Number of times that names are placed and room is made for them; the best result is kept."""

SECONDS = 24.0
"""Time after which a layout is no longer improved. A few more go into placing the names of what was found."""

ROOM = 1.0
"""Distance by which the room around a name grows each time it is found hidden."""

GENTLE = 0.07
"""Greatest height of a curve's arc, as a share of its chord, when nothing is in its way."""

BOWS = (0.0, 0.14, -0.14, 0.28, -0.28, 0.45, -0.45, 0.7, -0.7)
"""How far the control point of a new track may lie from the middle of its chord, as shares of the chord."""

MIN_SPARE = 15.0
"""A track with less length than this for each space no longer gives way."""

Groups = list[tuple[Track, ...]]


def make_layout(game_map: MapLike, *, seconds: float = SECONDS) -> Layout:
    """Compute the position of everything in the picture of a map.

    The result is deterministic unless the time runs out: the same map always gets the same layout.
    It takes a few seconds; store the result with :func:`~ttr_analysis.charts.board.layout.save_layout`.

    Parameters
    ----------
    game_map : GameMap, str or Path
    seconds : float, optional
        Time after which the layout is no longer improved; the best one found so far is returned.

    Raises
    ------
    MapError
        If there is no such map, or it is none.
    """
    game_map, until = as_map(game_map), monotonic() + seconds
    start = starting_positions(game_map)
    groups = _groups(game_map)
    scene = relax(untangle(_scene(game_map, start, groups), until), rounds=5, until=until)
    best, fewest = None, np.inf
    rooms: Counter[str] = Counter()
    for attempt in range(ATTEMPTS):
        if attempt and monotonic() > until:
            break
        layout = _with_free_ends(game_map, _layout(game_map, start, groups, scene), until=until)
        layout = _with_labels(game_map, layout, until)
        faults = quality.measure(game_map, layout).total
        if faults < fewest:
            best, fewest = layout, faults
        if not faults:
            break
        rooms.update(quality.hidden_labels(game_map, layout))
        scene = relax(replace(scene, labels=_label_shifts(game_map, layout, rooms)), rounds=3, until=until)
    assert best is not None
    return best


def layout_of(game_map: GameMap) -> Layout:
    """Return the layout stored with a map, with places for what was added to the board since; else a new one.

    Raises
    ------
    MapError
        If a stored layout cannot be used.
    """
    stored = load_layout(game_map)
    if stored is None or any(city.name not in stored.positions for city in game_map.cities):
        return make_layout(game_map)
    gone = set(stored.positions) - set(game_map.city_index)
    stored = replace(stored, labels={name: place for name, place in stored.labels.items() if name not in gone})
    new = [group for group in _groups(game_map) if any(track.name not in stored.paths for track in group)]
    for group in new:
        stored = _with_group(game_map, stored, group)
    return _with_free_ends(game_map, stored, among={track.index for group in new for track in group}) if new else stored


def _with_group(game_map: GameMap, layout: Layout, group: tuple[Track, ...]) -> Layout:
    """Return a layout with paths for parallel tracks: of some bows, those that hide least."""
    known = {track.name for track in game_map.tracks if track.name in layout.paths} | {track.name for track in group}
    there = replace(game_map, tracks=tuple(track for track in game_map.tracks if track.name in known))
    start, end = (layout.place(name) for name in group[0].cities)
    across = np.array([start[1] - end[1], end[0] - start[0]])
    tried = [_with_bow(game_map, layout, group, share * across) for share in BOWS]
    return min(tried, key=lambda each: quality.measure(there, each).total)


def _with_bow(game_map: GameMap, layout: Layout, group: tuple[Track, ...], bow: Points) -> Layout:
    bend = (float(bow[0]), float(bow[1]))
    leave, right = None, False
    bows: tuple[Vector, ...] = (bend,)
    if group[0].wraps:
        one, two = _edge_nodes(layout, *(layout.place(name) for name in group[0].cities))
        leave, right, bows = float(one[1]), bool(one[0] > two[0]), ((0.0, 0.0), (0.0, 0.0))
    paths = _parallel_paths(game_map, group, bows, leave, right)
    return replace(layout, paths={**layout.paths, **paths})


def _groups(game_map: GameMap) -> Groups:
    """Group parallel tracks, in the order of their first one."""
    groups: dict[tuple[frozenset[str], bool], list[Track]] = {}
    for track in game_map.tracks:
        groups.setdefault((track.pair, track.wraps), []).append(track)
    return [tuple(sorted(group, key=lambda track: (track.kind, track.number))) for group in groups.values()]


def _scene(game_map: GameMap, start: Start, groups: Groups) -> Scene:
    """Return cities, edge nodes of wrapping ribbons, and ribbons, before anything is moved."""
    nodes = list(start.positions)
    radius = [quality.marker_radius(city.tags) for city in game_map.cities]
    twin: dict[int, int] = {}
    ribbons: list[Ribbon] = []
    for group in groups:
        one, two = (game_map.city_index[name] for name in group[0].cities)
        half = geometry.HALF_WIDTH + (len(group) - 1) * geometry.LANE / 2
        needed = max(track.length for track in group) * SPACE_LENGTH
        if not group[0].wraps:
            ends = (
                quality.marker_radius(game_map.cities[one].tags) + quality.marker_radius(game_map.cities[two].tags) + 8
            )
            ribbons.append(Ribbon(one, two, (0.0, 0.0), half, needed + ends))
            continue
        edges = _edge_nodes(start, nodes[one], nodes[two])
        first = len(nodes)
        nodes += edges
        radius += [0.0, 0.0]
        twin |= {first: first + 1, first + 1: first}
        ways = np.hypot(*(np.array(edges) - np.array([nodes[one], nodes[two]])).T)
        parts = needed * ways / max(float(ways.sum()), 1e-9)
        for number, (city, part) in enumerate(zip((one, two), parts, strict=True)):
            least = max(float(part), SPACE_LENGTH) + 14
            ribbons.append(Ribbon(city, first + number, (0.0, 0.0), half, least))
    box = (start.inset + EDGE, EDGE, geometry.BOARD_WIDTH - start.inset - EDGE, start.height - EDGE)
    home = np.array(nodes)
    rest = np.array([_gentle_bow(home, ribbon) for ribbon in ribbons])
    ribbons = [replace(ribbon, bow=(float(x), float(y))) for ribbon, (x, y) in zip(ribbons, rest, strict=True)]
    return Scene(home, home, rest, np.array(radius), twin, ribbons, box, {})


def _gentle_bow(nodes: Points, ribbon: Ribbon) -> Points:
    """Return a slight bow away from the middle of the board, as on printed boards; none for short tracks."""
    chord = nodes[ribbon.end] - nodes[ribbon.start]
    if ribbon.needed < 3 * SPACE_LENGTH:
        return np.zeros(2)
    across = np.array([-chord[1], chord[0]])
    outwards = (nodes[ribbon.start] + nodes[ribbon.end]) / 2 - nodes.mean(axis=0)
    share = float(across @ outwards) / max(float(np.hypot(*across) * np.hypot(*outwards)), 1e-9)
    return np.asarray(2 * GENTLE * share * across)


def _edge_nodes(start: Start | Layout, one: np.ndarray, two: np.ndarray) -> list[np.ndarray]:
    """Return the points where a straight wrapping track between two cities leaves and enters the board."""
    left, right = start.inset, geometry.BOARD_WIDTH - start.inset
    ours, theirs = (left, right) if one[0] < two[0] else (right, left)
    gaps = abs(one[0] - ours), abs(two[0] - theirs)
    height = one[1] + (two[1] - one[1]) * gaps[0] / max(sum(gaps), 1e-9)
    return [np.array([ours, height]), np.array([theirs, height])]


def _layout(game_map: GameMap, start: Start, groups: Groups, scene: Scene) -> Layout:
    """Return the layout of a relaxed scene, without names and with spaces from marker to marker."""
    paths: dict[str, TrackPath] = {}
    strokes = iter(zip(scene.ribbons, strict=True))
    for group in groups:
        (ribbon,) = next(strokes)
        bows: tuple[Vector, ...] = (ribbon.bow,)
        leave: float | None = None
        right = False
        if group[0].wraps:
            leave = float(scene.nodes[ribbon.end, 1])
            right = bool(scene.nodes[ribbon.end, 0] > geometry.BOARD_WIDTH / 2)
            (other,) = next(strokes)
            bows = (ribbon.bow, other.bow)
        paths |= _parallel_paths(game_map, group, bows, leave, right)
    positions = {c.name: (float(x), float(y)) for c, (x, y) in zip(game_map.cities, scene.nodes, strict=False)}
    return Layout(start.height, start.inset, positions, {}, paths, start.source, start.notice)


def _parallel_paths(
    game_map: GameMap, group: tuple[Track, ...], bows: tuple[Vector, ...], leave: float | None, right: bool
) -> dict[str, TrackPath]:
    """Return the paths of parallel tracks, side by side along one curve."""
    paths: dict[str, TrackPath] = {}
    for position, track in enumerate(group):
        turned = track.city_a != group[0].city_a
        lane = (position - (len(group) - 1) / 2) * geometry.LANE
        ends = (_marker_gap(game_map, track.city_a), _marker_gap(game_map, track.city_b))
        paths[track.name] = TrackPath(
            bows[::-1] if turned else bows, -lane if turned else lane, ends, leave, right != turned
        )
    return paths


def _marker_gap(game_map: GameMap, city: str) -> float:
    return quality.marker_radius(game_map.cities[game_map.city_index[city]].tags) + 2.5


def _with_free_ends(
    game_map: GameMap,
    layout: Layout,
    step: float = 2.0,
    rounds: int = 120,
    among: Collection[int] | None = None,
    until: float = np.inf,
) -> Layout:
    """Shorten tracks, or those ``among`` some, at the cities where they meet others at a sharp angle.

    This ends at a time of the clock.

    In each round, if two spaces overlap near a common city, the track with more length
    to spare for each space gives way a little.
    """
    lines = [layout.spaces(track) for track in game_map.tracks]
    spare = [_spare(layout, track) for track in game_map.tracks]
    for _ in range(rounds):
        if monotonic() > until:
            break
        givers = [giver for giver in _givers(game_map, layout, lines, spare) if among is None or giver[0] in among]
        if not givers:
            break
        paths = dict(layout.paths)
        for index, end in givers:
            name = game_map.tracks[index].name
            paths[name] = _shortened(paths[name], end, step)
        layout = replace(layout, paths=paths)
        for index in sorted({index for index, _ in givers}):
            lines[index] = layout.spaces(game_map.tracks[index])
            spare[index] = _spare(layout, game_map.tracks[index])
    return layout


def _givers(
    game_map: GameMap, layout: Layout, lines: Sequence[geometry.Spaces], spare: Sequence[float]
) -> list[tuple[int, int]]:
    """Return the tracks that have to give way, each with the end concerned."""
    hulls, owners = quality.space_hulls(lines)
    givers: set[tuple[int, int]] = set()
    for i, j in quality.overlapping_spaces(hulls, owners, clearance=1.2):
        one, two = game_map.tracks[int(owners[i])], game_map.tracks[int(owners[j])]
        giver = one if spare[one.index] >= spare[two.index] else two
        if spare[giver.index] < MIN_SPARE:
            continue
        for city in one.pair & two.pair:
            if max(_distance(hulls[k], layout, city) for k in (i, j)) < 110:
                givers.add((giver.index, 0 if giver.city_a == city else 1))
    return sorted(givers)


def _distance(hull: np.ndarray, layout: Layout, city: str) -> float:
    return float(np.hypot(*(hull.mean(axis=0) - layout.place(city))))


def _spare(layout: Layout, track: Track) -> float:
    """Return the length that a track has for each of its spaces."""
    total = sum(geometry.arc_lengths(line)[-1] for line in layout.strokes(track))
    return float((total - sum(layout.paths[track.name].ends)) / track.length)


def _shortened(path: TrackPath, end: int, step: float) -> TrackPath:
    first, second = path.ends
    return replace(path, ends=(first + step * (end == 0), second + step * (end == 1)))


def _with_labels(game_map: GameMap, layout: Layout, until: float) -> Layout:
    lines = np.concatenate([layout.spaces(track) for track in game_map.tracks])
    frame = (layout.inset + 3, 3.0, geometry.BOARD_WIDTH - layout.inset - 3, layout.height - 3.0)
    names = [city.name for city in game_map.cities if "junction" not in city.tags]
    widths = {name: quality.label_width(game_map, name) for name in names}
    labels = place_labels(layout.positions, names, widths, lines.reshape(-1, 2), frame)
    return quality.with_freed_labels(game_map, replace(layout, labels=labels), until)


def _label_shifts(
    game_map: GameMap, layout: Layout, rooms: Counter[str]
) -> Mapping[int, tuple[float, float, float, float]]:
    """Return name positions relative to their cities, with more room for names that are often hidden."""
    shifts = {}
    for name, (x, y) in layout.labels.items():
        at: Sequence[float] = layout.positions[name]
        width = quality.label_width(game_map, name)
        shifts[game_map.city_index[name]] = (x - at[0], y - at[1], width, ROOM * rooms[name])
    return shifts
