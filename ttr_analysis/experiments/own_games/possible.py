"""Which numbers a player of a game can have at its end: bounds that catch typing mistakes."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from ttr_analysis._validate import shown, whole_number
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap
from ttr_analysis.rules import limits


class Bounds(NamedTuple):
    """The least and the most that a column can be.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.possible import bounds_of
    >>> bounds_of(ttr.load_map("usa"))["trains_left"]
    Bounds(least=0, most=45)
    """

    least: int
    most: int

    def __add__(self, other: tuple[int, ...]) -> "Bounds":  # type: ignore[override]
        return Bounds(self.least + other[0], self.most + other[1])


@cache
def bounds_of(game_map: GameMap) -> Mapping[str, Bounds]:
    """Return the bounds of each column of numbers on a map, wide enough for any game that can be played.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.possible import bounds_of
    >>> bounds_of(ttr.load_map("usa"))["bonus"].most
    10
    """
    routes, tickets, bonus, other = _routes(game_map), _tickets(game_map), _bonus(game_map), _other(game_map)
    return MappingProxyType(
        {
            "score": routes + tickets + bonus + other,
            "routes": routes,
            "tickets": tickets,
            "bonus": bonus,
            "other": other,
            "turns": Bounds(1, limits.COUNT),
            "trains_left": Bounds(0, _pieces(game_map)),
        }
    )


@cache
def bonuses_of(game_map: GameMap) -> tuple[int, ...]:
    """Return the bonuses that a player can have in all: sums of those that the rules have, in ascending order.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.possible import bonuses_of
    >>> bonuses_of(ttr.load_map("usa"))
    (0, 10)
    """
    rules = game_map.rules
    single = (rules.longest_trail_bonus, rules.most_tickets_bonus, *(b.points for b in game_map.bonus_tickets))
    sums = {0, *rules.grand_tour_points}
    for points in single:
        sums |= {each + points for each in sums}
    return tuple(sorted(sums))


def ends_by_pieces(game_map: GameMap) -> bool:
    """Return whether a game can end only after somebody has run low on pieces, but for games in which nobody moves.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.possible import ends_by_pieces
    >>> [ends_by_pieces(ttr.load_map(name)) for name in ("usa", "first_journey_usa")]
    [True, False]
    """
    return not game_map.rules.tickets.goal and not game_map.rules.end.score


def check_score(score: int, game_map: GameMap) -> int:
    """Return a final score if it can be one on this map.

    Raises
    ------
    SetupError
        If it cannot.

    Examples
    --------
    >>> from ttr_analysis.experiments.own_games.possible import check_score
    >>> check_score(138, ttr.load_map("usa"))
    138
    """
    number, (least, most) = whole_number("score", score), bounds_of(game_map)["score"]
    if not least <= number <= most:
        raise SetupError(f"score is {shown(number)}, but on {game_map.name} only {least} to {most} can be")
    return number


def _pieces(game_map: GameMap) -> int:
    rules = game_map.rules
    return rules.pieces_kept or sum(piece.supply for piece in rules.pieces)


def _routes(game_map: GameMap) -> Bounds:
    """Return the points of the best tracks for all pieces, of which the last may be claimed in part."""
    points = game_map.rules.route_points
    left, most = float(_pieces(game_map)), 0.0
    for track in sorted(game_map.tracks, key=lambda track: -points[track.length] / track.length):
        share = min(1.0, left / track.length)
        left -= share * track.length
        most += share * points[track.length]
    return Bounds(0, int(most + 1e-9))


def _tickets(game_map: GameMap) -> Bounds:
    """Return the points of all tickets, failed and made."""
    factor = game_map.rules.tickets.penalty_factor
    lost = sum(max(0, ticket.penalty) for ticket in game_map.tickets)
    return Bounds(-factor * lost, sum(max(0, ticket.points) for ticket in game_map.tickets))


def _bonus(game_map: GameMap) -> Bounds:
    """Return the bonuses for the longest trail, the most tickets, Grand Tours, and bonus tickets."""
    rules = game_map.rules
    single = (rules.longest_trail_bonus, rules.most_tickets_bonus, *(b.points for b in game_map.bonus_tickets))
    tours = rules.grand_tour_points
    least, most = sum(min(0, n) for n in single), sum(max(0, n) for n in single)
    return Bounds(least + min(0, *tours, 0), most + max(0, *tours, 0))


def _other(game_map: GameMap) -> Bounds:
    """Return the points of stations and harbours, built and not built, less those for exchanges of pieces."""
    rules = game_map.rules
    stations = Bounds(*sorted((0, rules.stations.number * rules.stations.unbuilt)))
    each = (rules.harbours.unbuilt, *rules.harbours.points)
    harbours = Bounds(rules.harbours.number * min(0, *each), rules.harbours.number * max(0, *each))
    return stations + harbours + (-rules.exchange_cost * limits.COUNT, 0)
