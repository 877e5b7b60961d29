"""A joint plan over tickets: a cheap forest of routes that joins the cities of each.

Finding the cheapest forest is a Steiner problem. As usual, it is approximated by repeated
cheapest paths: every path may use for free what the seat owns or another ticket's path uses.
Then each ticket in turn gives up the routes that only it uses and looks for a cheaper path
among those of the others. Prices are in quarters of a point: the pieces and turns that a
track takes, minus the points it scores, so paths over long tracks are preferred.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import BLOCKED, owns_beside, shortest_path, trace_path
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, NOBODY
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.expert.board import unit
from ttr_analysis.strategies.expert.clock import pieces_of_kind, scarcity
from ttr_analysis.strategies.shared import choices, equals, pay

SCALE: Final = 4
"""The price of one point."""
DEAREST: Final = 400
"""Paths that cost more than this are not considered."""
MAX_PLANNED: Final = 24
"""The largest number of tickets planned together."""


@compiled
def point_price(view: View) -> int:
    """Return the price of a point of a ticket, in quarters of the board's unit."""
    return int(SCALE / unit(view) + 0.5)


@inlined
def price_of(view: View, track: int, frugal: bool, space: float) -> int:
    """Return the price of a track, in quarters of the board's unit, at ``space`` units per space.

    If the plan must be ``frugal``, only the spaces count.
    """
    length = view.tables.track_length[track]
    if frugal:
        return SCALE * length
    points = view.tables.track_points[track]
    price = space * length + view.weights[weight.TURN_PRICE] - view.weights[weight.POINT_SHARE] * points / unit(view)
    return max(1, int(SCALE * price))


@inlined
def fill_prices(view: View, frugal: bool) -> None:
    """Write the prices of all routes into ``scratch.forest.price``: 0 for own ones, BLOCKED for lost ones.

    The track that each price is for is written to ``scratch.forest.track``.
    """
    seat = view.public.seat
    tables, public = view.tables, view.public
    chosen = view.scratch.forest.track
    first = view.weights[weight.SPACE_PRICE] * scarcity(view, 0)
    second = view.weights[weight.SPACE_PRICE] * scarcity(view, 1)
    for route in range(tables.routes):
        cost, best = DEAREST * SCALE, -1
        for i in range(PARALLEL):
            track = tables.route_tracks[route, i]
            if track < 0:
                break
            if public.owner[track] == seat:
                cost, best = 0, track
                break
            if public.owner[track] == NOBODY and not owns_beside(public, seat, track):
                piece = tables.track_piece[track]
                if tables.track_length[track] <= pieces_of_kind(view, piece):
                    space = first if piece == 0 else second
                    price = price_of(view, track, frugal, space)
                    if equals.is_better(-price, -cost, view.mine.priority.tracks, track, best):
                        cost, best = price, track
        view.scratch.forest.price[route] = cost if best >= 0 else BLOCKED
        chosen[route] = best


@compiled
def clear_forest(view: View) -> None:
    """Remove the paths of all tickets."""
    scratch = view.scratch
    for route in range(view.tables.routes):
        scratch.forest.users[route] = 0
        scratch.route_cost[route] = scratch.forest.price[route]


@compiled
def join_ticket(view: View, bit: int, ticket: int) -> bool:
    """Lay the cheapest paths of a ticket; return False if there are none.

    Their routes get the ticket's bit in ``scratch.forest.users``.
    """
    tables, scratch = view.tables, view.scratch
    choices.aim(view, ticket, point_price(view), DEAREST)
    for i in range(1, tables.ticket_stop_count[ticket]):
        start, goal = choices.stop(view, ticket, i - 1), choices.stop(view, ticket, i)
        if shortest_path(tables, scratch, view.mine.priority.routes, start, goal, DEAREST) < 0:
            leave_ticket(view, bit)
            return False
        for j in range(trace_path(scratch, start, goal)):
            scratch.forest.users[scratch.path[j]] |= bit
            scratch.route_cost[scratch.path[j]] = 0
    return True


@compiled
def leave_ticket(view: View, bit: int) -> None:
    """Take back a ticket's paths; routes that no other ticket uses cost their price again."""
    scratch = view.scratch
    for route in range(view.tables.routes):
        if scratch.forest.users[route] & bit:
            scratch.forest.users[route] ^= bit
            if scratch.forest.users[route] == 0:
                scratch.route_cost[route] = scratch.forest.price[route]


@compiled
def pieces_of_forest(view: View) -> int:
    """Return the number of pieces that the forest takes.

    Pieces beyond what the seat has of a kind count twice, because they must be exchanged for.
    """
    tables, scratch = view.tables, view.scratch
    chosen, total = scratch.forest.track, 0
    for piece in range(tables.pieces):
        used = 0
        for route in range(tables.routes):
            if scratch.forest.users[route] != 0 and scratch.forest.price[route] > 0:
                if tables.track_piece[chosen[route]] == piece:
                    used += tables.track_length[chosen[route]]
        total += used + max(0, used - pieces_of_kind(view, piece))
    return total


@compiled
def pieces_of_ticket(view: View, bit: int) -> int:
    """Return the number of pieces that the forest takes for this ticket alone."""
    scratch = view.scratch
    chosen, total = scratch.forest.track, 0
    for route in range(view.tables.routes):
        if scratch.forest.users[route] == bit and scratch.forest.price[route] > 0:
            total += view.tables.track_length[chosen[route]]
    return total


@compiled
def grow_forest(view: View, count: int, rounds: int) -> None:
    """Lay paths for the first ``count`` tickets of ``scratch.plan.order``, then improve them."""
    clear_forest(view)
    for i in range(count):
        join_ticket(view, 1 << i, view.scratch.plan.order[i])
    for _ in range(rounds):
        for i in range(count):
            leave_ticket(view, 1 << i)
            join_ticket(view, 1 << i, view.scratch.plan.order[i])


@compiled
def prune_forest(view: View, count: int, limit: int) -> int:
    """Give up tickets until the forest takes no more than ``limit`` pieces; return its pieces.

    The tickets worth least for their pieces are given up first.
    """
    pieces = pieces_of_forest(view)
    while pieces > limit:
        worst, least = -1, 1e9
        for i in range(count):
            own = pieces_of_ticket(view, 1 << i)
            ticket = view.scratch.plan.order[i]
            ratio = (choices.aimed_points(view, ticket) + view.tables.ticket_penalty[ticket]) / max(own, 1)
            if own > 0 and ratio < least:
                worst, least = i, ratio
        if worst < 0:
            for i in range(count):
                leave_ticket(view, 1 << i)
            return 0
        leave_ticket(view, 1 << worst)
        pieces = pieces_of_forest(view)
    return pieces


@compiled
def plan_forest(view: View, count: int, limit: int) -> int:
    """Plan the forest of the tickets in ``scratch.plan.order`` within ``limit`` pieces; return its pieces.

    If the forest over long tracks takes too many pieces, the shortest forest is used.
    """
    fill_prices(view, False)
    grow_forest(view, count, 1)
    pieces = pieces_of_forest(view)
    if pieces > limit:
        fill_prices(view, True)
        grow_forest(view, count, 1)
        pieces = prune_forest(view, count, limit)
    return pieces


@compiled
def order_tickets(view: View, offered: int) -> int:
    """Write the unfinished and the offered tickets into ``scratch.plan.order``; return their number.

    ``offered`` is a bit set of the offered tickets. Tickets with the most points come first.
    """
    tables, mine, scratch = view.tables, view.mine, view.scratch
    count = 0
    for i in range(mine.ticket_count + mine.offered_count):
        place = i - mine.ticket_count
        if place < 0:
            if mine.done_turn[i] != NEVER:
                continue
            ticket = mine.tickets[i]
        elif (offered >> place) & 1:
            ticket = mine.offered[place]
            if joined(tables, view.public.component[view.public.seat], ticket):
                continue
        else:
            continue
        if count == MAX_PLANNED:
            continue
        place = count
        while place > 0 and tables.ticket_points[scratch.plan.order[place - 1]] < tables.ticket_points[ticket]:
            scratch.plan.order[place] = scratch.plan.order[place - 1]
            place -= 1
        scratch.plan.order[place] = ticket
        count += 1
    return count


@compiled
def turns_of_forest(view: View) -> float:
    """Return the turns that the forest takes: drawing its cards beyond those in hand, and claiming."""
    scratch = view.scratch
    chosen, turns, cards = scratch.forest.track, 0.0, 0.0
    for route in range(view.tables.routes):
        if scratch.forest.users[route] != 0 and scratch.forest.price[route] > 0:
            turns += 1.0
            cards += pay.cards_of(view.tables, chosen[route])
    return turns + cards / pay.CARDS_A_TURN


@compiled
def share_of_route(view: View, count: int, route: int) -> float:
    """Return the points at stake on a route.

    The points of each ticket that uses the route are split among the routes that the ticket lacks.
    """
    tables, scratch = view.tables, view.scratch
    total = 0.0
    for i in range(count):
        if scratch.forest.users[route] >> i & 1:
            lacking = 0
            for other in range(tables.routes):
                if scratch.forest.users[other] >> i & 1 and scratch.forest.price[other] > 0:
                    lacking += 1
            ticket = scratch.plan.order[i]
            total += (choices.aimed_points(view, ticket) + tables.ticket_penalty[ticket]) / lacking
    return total


@compiled
def worth_of_forest(view: View, count: int) -> float:
    """Return the points of the forest's tickets and tracks, minus failed tickets, pieces and turns."""
    tables, scratch = view.tables, view.scratch
    met, claims, spaces, points = 0, 0, 0, 0
    for route in range(tables.routes):
        if scratch.forest.users[route] != 0:
            met |= scratch.forest.users[route]
            if scratch.forest.price[route] > 0:
                track = scratch.forest.track[route]
                claims += 1
                spaces += tables.track_length[track]
                points += tables.track_points[track]
    weights = view.weights
    value = points - unit(view) * (weights[weight.TURN_PRICE] * claims + weights[weight.SPACE_PRICE] * spaces)
    for i in range(count):
        ticket = scratch.plan.order[i]
        if (met >> i) & 1:
            value += choices.aimed_points(view, ticket) + pay.ticket_bonus(tables, weights[weight.TICKET_ODDS])
        else:
            value -= tables.ticket_penalty[ticket]
    return value
