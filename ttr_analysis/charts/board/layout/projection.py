"""Project places on the globe onto a flat board: a conic projection, or Miller's for the world."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttr_analysis.maps.game_map import GameMap

Points = NDArray[np.float64]
"""Points in the plane, shape (n, 2): x to the right, y upwards."""

WORLD_SPAN = 150.0
"""Maps wider than this, in degrees of longitude, are projected as world maps."""


@dataclass(frozen=True, slots=True)
class Projection:
    """A map projection, fixed by a few angles.

    Attributes
    ----------
    kind : {"conic", "world"}
        Lambert's conformal conic projection, or Miller's cylindrical one.
    longitude : float
        The central meridian, in degrees.
    parallels : tuple of float
        The two standard parallels, which are drawn true to scale (conic only), in degrees.
    """

    kind: Literal["conic", "world"]
    longitude: float
    parallels: tuple[float, float] = (0.0, 0.0)

    @property
    def cut(self) -> float:
        """The meridian of the left edge of a world map, in degrees."""
        return self.longitude - 180.0

    def project(self, longitude: NDArray[np.float64], latitude: NDArray[np.float64]) -> Points:
        """Project places given in degrees; the unit is the radius of the globe."""
        if self.kind == "world":
            east = np.radians((longitude - self.cut) % 360.0 - 180.0)
            return np.stack([east, 1.25 * np.log(np.tan(np.pi / 4 + 0.4 * np.radians(latitude)))], axis=-1)
        return _lambert(longitude - self.longitude, latitude, self.parallels)


def _lambert(east: NDArray[np.float64], latitude: NDArray[np.float64], parallels: tuple[float, float]) -> Points:
    """Apply Lambert's conformal conic projection (Snyder, Map Projections, 1987, chapter 15)."""

    def stretch(angle: NDArray[np.float64] | float) -> NDArray[np.float64]:
        return np.asarray(np.tan(np.pi / 4 + np.radians(angle) / 2))

    first, second = parallels
    cone = np.sin(np.radians(first))
    if abs(second - first) > 1e-6:
        cone = np.log(np.cos(np.radians(first)) / np.cos(np.radians(second))) / np.log(stretch(second) / stretch(first))
    factor = np.cos(np.radians(first)) * stretch(first) ** cone / cone
    radius = factor / stretch(latitude) ** cone
    middle = factor / stretch((first + second) / 2) ** cone
    angle = cone * np.radians(east)
    return np.stack([radius * np.sin(angle), middle - radius * np.cos(angle)], axis=-1)


def projection_of(game_map: GameMap) -> Projection | None:
    """Return the projection that suits a map, or None if any city lacks a latitude or longitude.

    A map whose tracks wrap, or that spans more than :data:`WORLD_SPAN` degrees, is a
    world map, cut at the meridian that its wrapping tracks, and no others, cross.
    """
    places = [(city.longitude, city.latitude) for city in game_map.cities]
    if any(value is None for place in places for value in place):
        return None
    longitude, latitude = np.array(places, dtype=float).T
    if any(track.wraps for track in game_map.tracks) or np.ptp(longitude) > WORLD_SPAN:
        return Projection("world", _best_cut(game_map, longitude) + 180.0)
    low, high = float(latitude.min()), float(latitude.max())
    sixth = (high - low) / 6
    parallels = (low + sixth, high - sixth)
    if abs(sum(parallels)) < 1.0:  # a cone around the equator is a cylinder
        return Projection("world", float(longitude.min() + longitude.max()) / 2)
    return Projection("conic", float(longitude.min() + longitude.max()) / 2, parallels)


def _best_cut(game_map: GameMap, longitude: NDArray[np.float64]) -> float:
    """Return the middle of the gap between longitudes at which the fewest tracks would be cut wrongly."""
    around = np.sort(longitude % 360.0)
    gaps = np.diff(np.append(around, around[0] + 360.0))
    ends = np.array([[game_map.city_index[name] for name in track.cities] for track in game_map.tracks])
    wraps = np.array([track.wraps for track in game_map.tracks])

    def faults(cut: float) -> int:
        place = (longitude - cut) % 360.0
        crosses = np.abs(np.subtract(*place[ends].T)) > 180.0
        return int((crosses != wraps).sum())

    cuts = around + gaps / 2
    best = min(range(len(cuts)), key=lambda i: (faults(float(cuts[i])), -gaps[i]))
    return float((cuts[best] + 180.0) % 360.0 - 180.0)
