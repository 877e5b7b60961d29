"""Tracks that nobody can tell apart: a board shows one value for all of them."""

from collections.abc import Iterable
from math import isnan

from ttr_analysis.maps import GameMap, Track


def twins_of(game_map: GameMap, *, of_routes: bool = False) -> list[list[Track]]:
    """Return the tracks in groups that show one value: twins, or all tracks of a route."""
    groups: dict[object, list[Track]] = {}
    for track in game_map.tracks:
        groups.setdefault(track.pair if of_routes else _looks(track), []).append(track)
    return list(groups.values())


def _looks(track: Track) -> tuple[object, ...]:
    """Return all that tells a track from others: twins have the same."""
    return (
        track.pair,
        track.color,
        track.length,
        track.kind,
        track.locomotives,
        track.pair_spaces,
        track.cards_for_one,
    )


def mean(numbers: Iterable[float], weights: Iterable[float]) -> float:
    """Return a weighted mean of the numbers that are known; NaN if there is none.

    Of the ends of intervals, it is the worst case, in which all err together.
    """
    known = [(number, weight) for number, weight in zip(numbers, weights, strict=True) if not isnan(number)]
    total = sum(weight for _, weight in known)
    if not total:
        return known[0][0] if known else float("nan")
    return sum(number * weight for number, weight in known) / total
