"""Choose the side to which curves bow, so that they cross and touch each other as little as possible."""

from dataclasses import replace
from time import monotonic

import numpy as np

from ttr_analysis.charts.board.layout import geometry
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.charts.board.layout.relax import CLEARANCE, Ribbon, Scene

SAGITTAS = (0.0, 0.05, -0.05, 0.11, -0.11, 0.18, -0.18, 0.26, -0.26)
"""Bows to try, as the height of the arc divided by the length of the chord."""

SWEEPS = 2


def untangle(scene: Scene, until: float) -> Scene:
    """Give each ribbon in turn the bow with which it clashes least with all others, until a time of the clock."""
    ribbons = list(scene.ribbons)
    lines = [_line(scene, ribbon) for ribbon in ribbons]
    for _ in range(SWEEPS):
        for number, ribbon in enumerate(ribbons):
            if monotonic() > until:
                break
            options = [ribbon, *(_bowed(scene, ribbon, sagitta) for sagitta in SAGITTAS)]
            best = min(options, key=lambda option: _clash(scene, option, number, ribbons, lines))
            ribbons[number], lines[number] = best, _line(scene, best)
    return replace(scene, ribbons=ribbons)


def _bowed(scene: Scene, ribbon: Ribbon, sagitta: float) -> Ribbon:
    chord = scene.nodes[ribbon.end] - scene.nodes[ribbon.start]
    return replace(ribbon, bow=(float(-chord[1] * 2 * sagitta), float(chord[0] * 2 * sagitta)))


def _line(scene: Scene, ribbon: Ribbon) -> Points:
    line = geometry.curve(scene.nodes[ribbon.start], scene.nodes[ribbon.end], np.array(ribbon.bow), 25)
    return np.asarray(line[2:-2])


def _clash(scene: Scene, option: Ribbon, number: int, ribbons: list[Ribbon], lines: list[Points]) -> float:
    """Return the depth of all overlaps of a ribbon with other ribbons and cities, plus a small cost for its bow."""
    line = _line(scene, option)
    short = option.needed - float(geometry.arc_lengths(line)[-1]) * 25 / 21
    cost = 0.02 * float(np.hypot(*option.bow)) + max(0.0, short)
    low, high = line.min(axis=0) - 40, line.max(axis=0) + 40
    for other, theirs in enumerate(lines):
        if other == number or (theirs.max(axis=0) < low).any() or (theirs.min(axis=0) > high).any():
            continue
        reach = option.half_width + ribbons[other].half_width + CLEARANCE
        distance = np.asarray(np.hypot(*(line[:, None] - theirs[None]).transpose(2, 0, 1)))
        common = {option.start, option.end} & {ribbons[other].start, ribbons[other].end}
        depth = np.maximum(reach - distance.min(axis=1), 0.0)
        for node in common:
            depth[np.hypot(*(line - scene.nodes[node]).T) < 30] = 0.0
        cost += float(depth.sum())
    cities = np.flatnonzero(scene.radius > 0)
    cities = cities[~np.isin(cities, (option.start, option.end))]
    distance = np.asarray(np.hypot(*(scene.nodes[cities][:, None] - line[None]).transpose(2, 0, 1))).min(axis=1)
    reach = geometry.CITY_RADIUS + option.half_width + CLEARANCE
    return cost + 4 * float(np.maximum(reach - distance, 0.0).sum())
