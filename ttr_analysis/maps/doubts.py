"""What a sound map has that is probably a slip: no fault, as a board could be so, but ``ttr maps check`` tells it."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from ttr_analysis._validate import one_of
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City
from ttr_analysis.maps.spellings import plain_spelling
from ttr_analysis.rules.spec import GRAY

_MOST_ROUTES = 3
"""Routes that are named; of others, the number is told."""

_LETTERS_APART = 2
"""Names that differ in more letters are not taken for one."""

_LETTERS_ALIKE = 4
"""Short names are alike by chance: so many letters there must be for each that differs."""


def doubts(game_map: GameMap) -> Iterator[str]:
    """Yield what is probably a slip: a city spelt in two ways, routes listed from both ends, a city without a place.

    Examples
    --------
    >>> from ttr_analysis.maps.doubts import doubts
    >>> usa = ttr.load_map("usa")
    >>> list(doubts(usa))
    []
    >>> list(doubts(usa.with_track("Miami", "Dallas", 5, "red").with_track("Dallas", "Miami", 5, "red")))
    ['Miami-Dallas has two red tracks, which no printed board has']
    """
    yield from _twins(game_map)
    yield from _routes_listed_twice(game_map)
    yield from _without_place(game_map)


def _twins(game_map: GameMap) -> Iterator[str]:
    """Yield pairs of cities that are called almost alike."""
    for one, other in combinations(game_map.cities, 2):
        if not (one.country and one.country == other.country) and _almost_alike(one.name, other.name):
            yield f"{one.name} and {other.name} are spelt almost alike; is that one city?"


def _almost_alike(one: str, other: str) -> bool:
    """Return whether two names differ in one or two letters, but not in the first, and are long enough for that."""
    first, second = (plain_spelling(name).casefold() for name in (one, other))
    most = min(_LETTERS_APART, min(len(first), len(second)) // _LETTERS_ALIKE)
    return first[:1] == second[:1] and abs(len(first) - len(second)) <= most and _letters_apart(first, second) <= most


def _letters_apart(first: str, second: str) -> int:
    """Return how many letters must be changed, added or left out to make one word of another."""
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        above, row = row, [i]
        for j, other in enumerate(second, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other)))
    return row[-1]


def _routes_listed_twice(game_map: GameMap) -> Iterator[str]:
    """Yield routes with two tracks of one named colour: a file that lists them from both ends has them."""
    alike = Counter((track.pair, track.kind, track.color) for track in game_map.tracks if track.color != GRAY)
    twice = dict.fromkeys((pair, color) for (pair, _, color), count in alike.items() if count > 1)
    routes = Counter(track.pair for track in game_map.tracks)
    if len(routes) > 1 and min(routes.values()) > 1:
        yield "every route is double, and no printed board is so; was each route listed from both ends?"
        return
    names = {track.pair: f"{track.city_a}-{track.city_b}" for track in reversed(game_map.tracks)}
    for pair, color in [*twice][:_MOST_ROUTES]:
        yield f"{names[pair]} has two {color} tracks, which no printed board has"
    if len(twice) > _MOST_ROUTES:
        yield f"{len(twice) - _MOST_ROUTES} more routes have two tracks of one color"


def _without_place(game_map: GameMap) -> Iterator[str]:
    """Yield the cities without a place on a map of which others have one."""
    without = [city.name for city in game_map.cities if not _has_place(city)]
    if without and len(without) < len(game_map.cities):
        named = one_of(without[:_MOST_ROUTES]).replace(" or ", " and ")
        more = f" and {len(without) - _MOST_ROUTES} more" * (len(without) > _MOST_ROUTES)
        yield f"without a place: {named}{more}; give latitude and longitude, or x and y, in cities.csv"


def _has_place(city: City) -> bool:
    return city.latitude is not None or city.x is not None
