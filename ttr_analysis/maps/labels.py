"""The names of tracks: unique on a map, and kept when the map changes."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from ttr_analysis.maps.parallel import MOST
from ttr_analysis.maps.parts import Track

NUMBERS = tuple(map(str, range(1, MOST + 1)))
"""What may follow the plain name of a track: a number, if others beside it look alike."""


def labelled(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Return the tracks with names of their own.

    Tracks that share their plain name have a number after it, in the order of their numbers on a
    double or triple route. A name with such a number stays as long as the track looks as it says, also when the others
    are taken off the map, so that a name means the same track before and after; a new one gets a number that is free.
    """
    tracks = tuple(tracks)
    groups: defaultdict[str, list[int]] = defaultdict(list)
    for place, track in enumerate(tracks):
        groups[track.plain_name].append(place)
    labels = [""] * len(tracks)
    for places in groups.values():
        for place, label in zip(places, _labels([tracks[i] for i in places]), strict=True):
            labels[place] = label
    return tuple(
        track if track.label == label else replace(track, label=label)
        for track, label in zip(tracks, labels, strict=True)
    )


def _labels(alike: list[Track]) -> list[str]:
    """Return the names of tracks that share their plain name."""
    plain = alike[0].plain_name
    labels = [track.label if number_after(track) else "" for track in alike]
    labels = [label if label not in labels[:i] else "" for i, label in enumerate(labels)]
    if len(alike) == 1:
        return [labels[0] or plain]
    free = [name for i in range(len(alike)) if (name := f"{plain} {i + 1}") not in labels]
    for place in sorted((i for i, label in enumerate(labels) if not label), key=lambda i: (alike[i].number, i)):
        labels[place] = free.pop(0)
    return labels


def number_after(track: Track) -> str:
    """Return the number that follows the plain name of a track; empty if none does."""
    after = track.label.removeprefix(f"{track.plain_name} ")
    return after if after in NUMBERS else ""


def kept_numbers(tracks: Iterable[Track]) -> list[str]:
    """Return for each track the number in its name if a map of tracks without names would not give it the same one."""
    tracks = tuple(tracks)
    afresh = labelled(replace(track, label="") for track in tracks)
    return ["" if track.label == new.label else number_after(track) for track, new in zip(tracks, afresh, strict=True)]
