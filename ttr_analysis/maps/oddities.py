"""What no printed map has, though games could be played on it: a board in two parts, a ticket that is there twice.

A map made in Python for an experiment may be so on purpose; in a folder, it is a mistake.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ttr_analysis.maps.checks import NOTHING, Flaw, Unread, doubtful_tracks
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track

MAX_POINTS = 999
"""Most points of a ticket on a printed map, and far more than any has."""


def oddities(game_map: GameMap, unread: Unread = NOTHING, found: Sequence[Flaw] = ()) -> Iterator[Flaw]:
    """Yield what no printed map has, though games could be played on it.

    Parameters
    ----------
    game_map : GameMap
    unread : mapping of str to collection of int, optional
        As for :func:`flaws`.
    found : sequence of Flaw, optional
        The flaws of the map; what follows from them is not told again.
    """
    complete = "tracks" not in unread
    yield from _uneven_doubles(game_map.tracks, doubtful_tracks(unread, found), complete=complete)
    if complete and all(flaw.part != "tracks" and flaw.field != "name" for flaw in found):
        yield from _board_oddities(game_map)
    yield from _ticket_oddities(game_map)


def _uneven_doubles(tracks: Sequence[Track], doubtful: Collection[int | None], *, complete: bool) -> Iterator[Flaw]:
    """Yield tracks of double routes that differ in length, or are not numbered 1 and 2.

    Doubtful tracks count, but are not compared; if the list is not complete, no track is known to be alone.
    """
    count = Counter((track.pair, track.kind) for track in tracks)
    first_of: dict[tuple[frozenset[str], str], Track] = {}
    for i, track in enumerate(tracks):
        if i in doubtful:
            continue
        route, first = f"{track.city_a}-{track.city_b}", first_of.setdefault((track.pair, track.kind), track)
        if first is track and track.number != 1 and complete and count[track.pair, track.kind] == 1:
            yield Flaw("tracks", f"{route} has only one {track.kind} track; number it 1", i, "number")
        elif first.length != track.length:
            text = f"{route} has {track.kind} tracks of lengths {first.length} and {track.length}"
            yield Flaw("tracks", text, i, "length")
        elif first is not track and first.number == track.number:
            text = f"{route} has two {track.kind} tracks numbered {track.number}; number them 1 and 2"
            yield Flaw("tracks", text, i, "number")


def _board_oddities(game_map: GameMap) -> Iterator[Flaw]:
    """Yield cities that cannot be reached, and ports without a sea track."""
    parts = sorted(_separate_parts(game_map), key=len, reverse=True)
    if len(parts) > 1:
        apart = "; ".join(", ".join(sorted(part)[:8]) + (", ..." if len(part) > 8 else "") for part in parts[1:6])
        text = f"the map is not connected: it has {len(parts)} separate parts; all but the largest: {apart}"
        yield Flaw("tracks", text)
    rules = game_map.rules
    if rules.harbours.number and len(rules.pieces) > 1:
        ship = rules.pieces[-1].name
        kinds = {kind for kind, each in rules.track_kinds.items() if each.piece == ship}
        coast = {name for track in game_map.tracks if track.kind in kinds for name in track.cities}
        for i, city in enumerate(game_map.cities):
            if "port" in city.tags and city.name not in coast:
                yield Flaw("cities", f"{city.name} is a port without any track for a {ship}", i, "tags")


def _ticket_oddities(game_map: GameMap) -> Iterator[Flaw]:
    """Yield tickets that are there twice, and values that look like typing errors."""
    seen: dict[object, int] = {}
    met: Counter[object] = Counter()
    for i, ticket in enumerate(game_map.tickets):
        same = (min(ticket.cities, ticket.cities[::-1]), frozenset(place for place, _ in ticket.alternatives))
        first = seen.setdefault(same, i)
        met[same] += 1
        if met[same] > ticket.copies:
            text = f"{{other}} has the same ticket (ticket set {game_map.ticket_set!r})"
            yield Flaw("tickets", text, i, "cities", first)
        for name in ("points", "penalty"):
            if getattr(ticket, name) > MAX_POINTS:
                yield Flaw("tickets", f"{getattr(ticket, name)} is not between 0 and {MAX_POINTS}", i, name)


def _separate_parts(game_map: GameMap) -> list[set[str]]:
    """Return the cities in groups that tracks connect, each group in the order in which it is met."""
    neighbours: dict[str, set[str]] = {city.name: set() for city in game_map.cities}
    for track in game_map.tracks:
        neighbours[track.city_a].add(track.city_b)
        neighbours[track.city_b].add(track.city_a)
    parts: list[set[str]] = []
    left = dict.fromkeys(neighbours)
    while left:
        part, ahead = set[str](), [next(iter(left))]
        while ahead:
            city = ahead.pop()
            if city not in part:
                part.add(city)
                del left[city]
                ahead += neighbours[city] - part
        parts.append(part)
    return parts
