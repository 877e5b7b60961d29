"""Which tracks between the same two cities belong together: a player owns at most one track of such a set."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from ttr_analysis.maps.parts import Track

MOST: Final = 3
"""Most tracks of a set, and the largest number of a track."""


def parallel_sets(tracks: Sequence[Track]) -> list[tuple[int, ...]]:
    """Return the positions of the tracks in sets that belong together, in the order of their first ones.

    The tracks of two cities are one set if each has a number of its own, whatever their kinds and lengths.
    If a number is there twice, only tracks of one kind belong together: a rail track and a sea
    track that are both numbered 1 have nothing to do with each other.
    """
    routes: defaultdict[frozenset[str], list[int]] = defaultdict(list)
    for place, track in enumerate(tracks):
        routes[track.pair].append(place)
    sets: list[tuple[int, ...]] = []
    for places in routes.values():
        told_apart = len({tracks[i].number for i in places}) == len(places)
        of_kind: defaultdict[str, list[int]] = defaultdict(list)
        for i in places:
            of_kind["" if told_apart else tracks[i].kind].append(i)
        sets += map(tuple, of_kind.values())
    return sorted(sets)
