"""Grand Tours: a second way for a ticket whose cities are joined, or will be, once the plan is laid.

The second way may use the own and the planned tracks that are no bridges, and must leave the bridges out;
then no single track parts the two cities. The way that brings most points for its pieces is worth its
points, and each of its routes has its share of them.
"""

from typing import Final

from ttr_analysis.engine.bridges import label_without_bridges
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import BLOCKED, open_to, shortest_path, trace_path
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import LENGTH
from ttr_analysis.strategies.shared import choices

NO_WAY: Final = -1


@compiled
def network_of_plan(view: View) -> int:
    """Write the own and the planned tracks into ``scratch.tour_tracks`` and return their number."""
    public, scratch = view.public, view.scratch
    count = public.owned_count[public.seat]
    for i in range(count):
        scratch.tour_tracks[i] = public.owned[public.seat, i]
    for i in range(scratch.plan.track_count):
        if scratch.plan.tracks[i] >= 0:
            scratch.tour_tracks[count] = scratch.plan.tracks[i]
            count += 1
    return count


@compiled
def tours_of(view: View, count: int) -> int:
    """Return how many held tickets the first ``count`` tracks of ``scratch.tour_tracks`` join twice."""
    label_without_bridges(view.tables, view.scratch, view.scratch.tour_tracks, count)
    tours = 0
    for i in range(view.mine.ticket_count):
        tours += int(joined(view.tables, view.scratch.label, view.mine.tickets[i]))
    return tours


@compiled
def price_second_ways(view: View, count: int) -> None:
    """Write the pieces that a second way takes on each route: none on own ones, but bridges cannot be used again.

    ``scratch.label`` must tell what is joined without bridges.
    """
    tables, scratch = view.tables, view.scratch
    for route in range(tables.routes):
        scratch.route_cost[route] = BLOCKED
    for i in range(view.public.open_count):
        track = view.public.open_tracks[i]
        route = tables.track_route[track]
        if open_to(view.public, view.public.seat, track):
            cost = scratch.route_cost[route]
            if cost == BLOCKED or tables.track_length[track] < cost:
                scratch.route_cost[route] = tables.track_length[track]
    for i in range(count):
        route = tables.track_route[scratch.tour_tracks[i]]
        bridge = scratch.label[tables.route_a[route]] != scratch.label[tables.route_b[route]]
        scratch.route_cost[route] = BLOCKED if bridge else 0


@compiled
def lay_second_way(view: View, count: int, ticket: int, spare: int) -> int:
    """Add the tracks of the cheapest second way to ``scratch.tour_tracks``; return its pieces, or NO_WAY."""
    tables, scratch = view.tables, view.scratch
    start, goal = choices.stop(view, ticket, 0), choices.stop(view, ticket, 1)
    pieces = shortest_path(tables, scratch, view.mine.priority.routes, start, goal, spare)
    if pieces <= 0:
        return NO_WAY
    scratch.tour_size = 0
    for i in range(trace_path(scratch, start, goal)):
        route = scratch.path[i]
        if scratch.route_cost[route] > 0:
            scratch.tour_routes[scratch.tour_size] = route
            scratch.tour_tracks[count + scratch.tour_size] = tables.route_tracks[route, 0]
            scratch.tour_size += 1
    return pieces


@compiled
def fill_tour_worth(view: View, spare: int) -> None:
    """Fill ``scratch.tour_worth`` with what each route adds to the best second way within ``spare`` pieces."""
    tables, scratch, mine = view.tables, view.scratch, view.mine
    for route in range(tables.routes):
        scratch.tour_worth[route] = 0.0
    count = network_of_plan(view)
    tours, most = tours_of(view, count), 0.0
    for i in range(mine.ticket_count):
        ticket = mine.tickets[i]
        tours_of(view, count)
        if tables.ticket_stop_count[ticket] != 2 or joined(tables, scratch.label, ticket):
            continue
        price_second_ways(view, count)
        choices.aim(view, ticket, 1, spare)
        pieces = lay_second_way(view, count, ticket, spare)
        if pieces == NO_WAY:
            continue
        more = min(tours_of(view, count + scratch.tour_size), LENGTH - 1)
        gain = tables.grand_tour_points[more] - tables.grand_tour_points[min(tours, LENGTH - 1)]
        if gain / pieces > most:  # of equal ones the ticket that came first
            most = gain / pieces
            for route in range(tables.routes):
                scratch.tour_worth[route] = 0.0
            for j in range(scratch.tour_size):
                route = scratch.tour_routes[j]
                scratch.tour_worth[route] = gain / pieces * scratch.route_cost[route]


@inlined
def tour_share(view: View, track: int) -> float:
    """Return what a track adds to the best second way; nothing where the rules have no Grand Tours."""
    if view.tables.grand_tours == 0:
        return 0.0
    return view.scratch.tour_worth[view.tables.track_route[track]]
