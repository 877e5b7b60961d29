"""The final count: tickets, tours, stations, harbours, bonuses, winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from types import MappingProxyType

import networkx as nx

from ttr_analysis.maps import GameMap, Ticket, Track
from ttr_analysis.referee.trails import longest_trail
from ttr_analysis.referee.verdict import SeatScore
from ttr_analysis.rules.spec import RuleSet

Countries = Mapping[str, frozenset[str]]
"""The places of each country."""

NO_COUNTRIES: Countries = MappingProxyType({})


@dataclass
class Estate:
    """What a player has on the board and in hand when points are counted.

    Attributes
    ----------
    tracks : set of int
        Tracks the player owns.
    held, shown : list of int
        Tickets in the player's hand, and those already shown as completed.
    bonus : list of int
        Bonus tickets won.
    stations, harbours : list of str
        The cities where the player built one.
    exchanged : int
        Pieces exchanged with the box.
    """

    tracks: set[int] = field(default_factory=set)
    held: list[int] = field(default_factory=list)
    shown: list[int] = field(default_factory=list)
    bonus: list[int] = field(default_factory=list)
    stations: list[str] = field(default_factory=list)
    harbours: list[str] = field(default_factory=list)
    exchanged: int = 0


def countries_of(game_map: GameMap) -> Countries:
    """Return the places of each country, as the tags of the cities tell them."""
    names = {city.country for city in game_map.cities if city.country}
    return {name: frozenset(city.name for city in game_map.cities if city.country == name) for name in names}


def network(tracks: Iterable[Track]) -> nx.Graph[str]:
    """Return the graph of the cities that these tracks join."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from(track.cities for track in tracks)
    return graph


def joined(cities: Sequence[str], graph: nx.Graph[str]) -> bool:
    """Return whether all the cities are joined in the network."""
    first = cities[0]
    return all(city in graph for city in cities) and all(nx.has_path(graph, first, city) for city in cities[1:])


def in_order(cities: Sequence[str], graph: nx.Graph[str]) -> bool:
    """Return whether a path visits the cities in this order and no city twice."""

    def onward(place: str, next_stop: int, visited: frozenset[str]) -> bool:
        if next_stop == len(cities):
            return True
        for neighbour in graph[place]:
            if neighbour not in visited:
                stops = next_stop + (neighbour == cities[next_stop])
                if onward(neighbour, stops, visited | {neighbour}):
                    return True
        return False

    return onward(cities[0], 1, frozenset(cities[:1]))


def places(name: str, countries: Countries) -> frozenset[str]:
    """Return the places that a ticket means by a name: all those of a country, or the city."""
    return countries.get(name, frozenset({name}))


def reached(ticket: Ticket, graph: nx.Graph[str], countries: Countries) -> dict[str, int]:
    """Return the cities and countries that a choice ticket leads to and that the network reaches, with their points."""
    (start,) = ticket.cities
    within: set[str] = set()
    for city in places(start, countries) & set(graph):
        within |= nx.node_connected_component(graph, city)
    # Two places of the start that are not joined are two starts: each place reached is joined with one of them.
    return {name: points for name, points in ticket.alternatives if places(name, countries) & within}


def is_completed(ticket: Ticket, graph: nx.Graph[str], countries: Countries) -> bool:
    """Return whether the network joins the cities of a ticket, or leads a choice ticket anywhere."""
    return bool(reached(ticket, graph, countries)) if ticket.alternatives else joined(ticket.cities, graph)


def ticket_points(
    ticket: Ticket, graph: nx.Graph[str], factor: int, countries: Countries = NO_COUNTRIES
) -> tuple[bool, int]:
    """Return whether the network completes the ticket, and the points it then scores; ``factor`` is for penalties."""
    if not is_completed(ticket, graph, countries):
        return False, -ticket.penalty * factor
    if ticket.alternatives:
        return True, max(reached(ticket, graph, countries).values())
    if ticket.points_out_of_order is not None and ticket.is_tour and not in_order(ticket.cities, graph):
        return True, ticket.points_out_of_order
    return True, ticket.points


def shown_points(ticket: Ticket, graph: nx.Graph[str], countries: Countries) -> int:
    """Return what a ticket scores that was shown when it was completed: of a choice, the best reached by now."""
    return max(reached(ticket, graph, countries).values()) if ticket.alternatives else ticket.points


def score(
    game_map: GameMap, estates: Sequence[Estate], trails: Mapping[int, int] = MappingProxyType({})
) -> tuple[SeatScore, ...]:
    """Return every player's score in its parts; ``trails`` has lengths of longest trails that are already known."""
    parts = [_own_score(game_map, estates, seat, trails.get(seat)) for seat in range(len(estates))]
    rules = game_map.rules
    longest = max((part.longest_trail for part in parts), default=0)
    most = max((part.tickets_completed for part in parts), default=0)
    return tuple(
        replace(
            part,
            trail_bonus=rules.longest_trail_bonus if part.longest_trail == longest > 0 else 0,
            most_tickets_bonus=rules.most_tickets_bonus if part.tickets_completed == most > 0 else 0,
        )
        for part in parts
    )


def _own_score(game_map: GameMap, estates: Sequence[Estate], seat: int, trail: int | None) -> SeatScore:
    """Return one player's score without the bonuses that compare players."""
    rules, own = game_map.rules, estates[seat]
    tracks = [game_map.tracks[index] for index in own.tracks]
    tickets = [game_map.tickets[index] for index in own.held]
    countries, factor = countries_of(game_map), rules.tickets.penalty_factor
    results = held_results(game_map, estates, seat)
    if rules.tickets.shown_when_completed:  # a ticket not shown before the end does not count
        results = [(ticket, False, -ticket.penalty * factor) for ticket in tickets]
    shown = [game_map.tickets[index] for index in own.shown]
    completed = [ticket for ticket, made, _ in results if made] + shown
    return SeatScore(
        route_points=sum(rules.route_points[track.length] for track in tracks),
        tickets_made=sum(points for _, made, points in results if made)
        + sum(shown_points(ticket, network(tracks), countries) for ticket in shown),
        tickets_failed=sum(points for _, made, points in results if not made),
        tickets_completed=len(completed) + len(own.bonus),
        tickets_kept=len(tickets) + len(shown) + len(own.bonus),
        bonus_tickets=sum(game_map.bonus_tickets[index].points for index in own.bonus),
        stations=rules.stations.unbuilt * (rules.stations.number - len(own.stations)),
        harbours=harbour_points(game_map, own, completed, countries),
        exchanges=-rules.exchange_cost * own.exchanged,
        grand_tours=grand_tour_points(rules, tracks, completed, countries),
        longest_trail=longest_trail(tracks).found if trail is None else trail,
        stations_built=len(own.stations),
    )


def held_results(game_map: GameMap, estates: Sequence[Estate], seat: int) -> list[tuple[Ticket, bool, int]]:
    """Return for each ticket in a player's hand whether it is completed, by stations too, and what it scores."""
    tickets = [game_map.tickets[index] for index in estates[seat].held]
    graph = _with_stations(game_map, estates, seat, tickets)
    countries, factor = countries_of(game_map), game_map.rules.tickets.penalty_factor
    return [(ticket, *ticket_points(ticket, graph, factor, countries)) for ticket in tickets]


def completed(game_map: GameMap, own: Estate) -> int:
    """Return how many tickets a player has completed with their own tracks, shown or not, and bonus tickets."""
    hidden: list[int] = []
    if not game_map.rules.tickets.shown_when_completed:
        graph = network(game_map.tracks[index] for index in own.tracks)
        countries = countries_of(game_map)
        hidden = [ticket for ticket in own.held if is_completed(game_map.tickets[ticket], graph, countries)]
    return len(hidden) + len(own.shown) + len(own.bonus)


def seen(game_map: GameMap, own: Estate) -> int:
    """Return the points that a player has scored so far for all to see."""
    rules = game_map.rules
    tracks = sum(rules.route_points[game_map.tracks[index].length] for index in own.tracks)
    return tracks - rules.exchange_cost * own.exchanged


def harbour_points(
    game_map: GameMap, own: Estate, completed: Sequence[Ticket], countries: Countries = NO_COUNTRIES
) -> int:
    """Return the points of a player's harbours, built and not built."""
    harbours = game_map.rules.harbours
    naming = Counter(city for ticket in completed for city in named(ticket, countries))
    built = sum(harbours.points[min(naming[city], len(harbours.points) - 1)] for city in own.harbours)
    return built + harbours.unbuilt * (harbours.number - len(own.harbours))


def named(ticket: Ticket, countries: Countries) -> set[str]:
    """Return all cities that a ticket names: a choice ticket all that it may start from or lead to, reached or not."""
    names = {*ticket.cities, *(name for name, _ in ticket.alternatives)}
    return {city for name in names for city in places(name, countries)}


def grand_tour_points(
    rules: RuleSet, tracks: Sequence[Track], completed: Sequence[Ticket], countries: Countries = NO_COUNTRIES
) -> int:
    """Return the points for the completed tickets that two own trails join which share no track.

    So many trails exist as tracks must be taken away to part the cities (Menger's theorem).
    """
    if not any(rules.grand_tour_points):
        return 0
    graph = network(tracks)
    for one, other in graph.edges:
        graph.edges[one, other]["tracks"] = sum(track.pair == {one, other} for track in tracks)
    tours = [ticket for ticket in completed if _is_grand_tour(ticket, graph, countries)]
    return rules.grand_tour_points[min(len(tours), len(rules.grand_tour_points) - 1)]


def _is_grand_tour(ticket: Ticket, graph: nx.Graph[str], countries: Countries) -> bool:
    first, *others = ticket.cities
    if not ticket.alternatives:
        return all(_joined_twice(graph, first, city) for city in others)
    goals = frozenset().union(*(places(name, countries) for name, _ in ticket.alternatives))
    return any(_joined_twice(graph, start, goal) for start in places(first, countries) for goal in goals)


def _joined_twice(graph: nx.Graph[str], start: str, goal: str) -> bool:
    if start not in graph or goal not in graph:
        return False
    return bool(nx.maximum_flow_value(graph, start, goal, capacity="tracks") >= 2)


def _with_stations(game_map: GameMap, estates: Sequence[Estate], seat: int, tickets: Sequence[Ticket]) -> nx.Graph[str]:
    """Return the player's network with the best choice of tracks for their stations to borrow; all are tried.

    The best choice has the most ticket points, then the most completed tickets.
    """
    own = estates[seat]
    graph = network(game_map.tracks[index] for index in own.tracks)
    if not own.stations or not tickets:
        return graph
    others = [game_map.tracks[i] for other, estate in enumerate(estates) if other != seat for i in estate.tracks]
    # Borrowing a track never makes a ticket worse, so a station borrows one whenever it can.
    offers = [{track.pair: track.cities for track in others if city in track.cities}.values() for city in own.stations]
    factor, countries = game_map.rules.tickets.penalty_factor, countries_of(game_map)
    best, best_key = graph, _value(tickets, graph, factor, countries)
    for links in {frozenset(choice) for choice in product(*filter(None, offers))}:
        borrowed = graph.copy()
        borrowed.add_edges_from(links)
        key = _value(tickets, borrowed, factor, countries)
        if key > best_key:
            best, best_key = borrowed, key
    return best


def _value(tickets: Sequence[Ticket], graph: nx.Graph[str], factor: int, countries: Countries) -> tuple[int, int]:
    """Return the points that tickets score with a network, and the number of tickets it completes."""
    results = [ticket_points(ticket, graph, factor, countries) for ticket in tickets]
    return sum(points for _, points in results), sum(made for made, _ in results)


def winners(game_map: GameMap, seats: Sequence[SeatScore]) -> frozenset[int]:
    """Return the seats that win: those with most points, then by the rule set's tie-breaks, one after another."""
    rules = game_map.rules
    keys = {
        "tickets": lambda seat: seat.tickets_completed,
        "stations": lambda seat: -seat.stations_built,
        "longest_trail": lambda seat: seat.trail_bonus,  # all 0 in a game without the bonus: no effect
    }
    ranks = [(seat.total, *(keys[tie_break](seat) for tie_break in rules.tie_breaks)) for seat in seats]
    return frozenset(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
