"""What no printed map has, though games could be played on it: a board in two parts, a ticket that is there twice.

A map made in Python for an experiment may be so on purpose; in a folder, it is a mistake.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from ttr_analysis.maps.checks import NOTHING, Flaw, Unread, doubtful_tracks
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parallel import parallel_sets
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
    yield from _uneven_sets(game_map.tracks, doubtful_tracks(unread, found), complete=complete)
    if complete and all(flaw.part != "tracks" and flaw.field != "name" for flaw in found):
        yield from _board_oddities(game_map)
    yield from _ticket_oddities(game_map)


def _uneven_sets(tracks: Sequence[Track], doubtful: Collection[int | None], *, complete: bool) -> Iterator[Flaw]:
    """Yield parallel tracks of one kind that differ in length, and tracks that are not numbered 1, 2 and 3.

    Doubtful tracks count, but are not compared; if the list is not complete, no number is known to be missing.
    """
    doubted = {track.pair for i, track in enumerate(tracks) if i in doubtful}
    for group in parallel_sets(tracks):
        first_of: dict[str, Track] = {}
        numbers: set[int] = set()
        whole = complete and tracks[group[0]].pair not in doubted
        for i in group:
            if i in doubtful:
                continue
            track, first = tracks[i], first_of.setdefault(tracks[i].kind, tracks[i])
            route = f"{track.city_a}-{track.city_b}"
            if first.length != track.length:
                text = f"{route} has {track.kind} tracks of lengths {first.length} and {track.length}"
                yield Flaw("tracks", text, i, "length")
            elif track.number in numbers:
                text = f"{route} has two {track.kind} tracks numbered {track.number}; number them {_up_to(len(group))}"
                yield Flaw("tracks", text, i, "number")
            elif track.number > len(group) and whole:
                yield Flaw("tracks", f"{route} has {_misnumbered(track, group, tracks)}", i, "number")
            numbers.add(track.number)


def _misnumbered(track: Track, group: Sequence[int], tracks: Sequence[Track]) -> str:
    """Say why a number is larger than those of the tracks that belong together."""
    if len(group) == 1:
        return f"only one {track.kind} track; number it 1"
    numbers = " and ".join(str(number) for number in sorted(tracks[i].number for i in group))
    return f"tracks numbered {numbers}; number them {_up_to(len(group))}"


def _up_to(number: int) -> str:
    """Return the numbers of some parallel tracks in words: ``1 and 2``, or ``1, 2 and 3``."""
    *most, last = (str(i + 1) for i in range(number))
    return f"{', '.join(most)} and {last}"


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
        goals = tuple(place for place, _ in ticket.alternatives)
        stops, several = ((*ticket.cities, *goals), ()) if len(goals) == 1 else (ticket.cities, goals)
        same = (min(stops, stops[::-1]), frozenset(several))
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
