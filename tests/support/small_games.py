"""Small maps with few rules each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules import RuleSet


def small_map(rules: RuleSet, tracks: Sequence[Track], tickets: Sequence[tuple[str, int]], **more: object) -> GameMap:
    """A map whose cities are all ports, with tickets like ``("A-C", 5)``."""
    places = sorted({city for track in tracks for city in track.cities})
    return GameMap(
        name="small",
        title="Small",
        cities=tuple(City(place, tags=frozenset({"port"})) for place in places),
        tracks=tuple(replace(track, index=i) for i, track in enumerate(tracks)),
        tickets=tuple(
            Ticket(i, tuple(name.split("-")), points, penalty=points) for i, (name, points) in enumerate(tickets)
        ),
        rules=rules,
        **more,  # type: ignore[arg-type]
    )


def track(cities: str, color: str, length: int, kind: str = "rail", **more: object) -> Track:
    return Track(0, *cities.split("-"), length=length, color=color, kind=kind, **more)  # type: ignore[arg-type]


ONE_TICKET = {"deal": 1, "keep": 1, "draw": 2}
