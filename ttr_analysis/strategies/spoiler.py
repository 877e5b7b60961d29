"""``spoiler``: plays like ``expert``, but early takes the tracks without which most tickets are far.

It is written to punish whoever holds claims back, so it does not wait for signs of what others plan,
as ``blocker`` does: every ticket that it does not see may be theirs. A track on the cheapest path of
a ticket counts by the detour that its loss costs the ticket, and by the odds that an opponent holds
that. When ``expert`` would draw cards, or holds its claims back, and such a claim costs the others
more than its pieces and a turn are worth, it makes the claim, until it has spent its share of pieces.
"""

from typing import Final

from ttr_analysis.engine import codes, graph, reach
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.blocker import denies
from ttr_analysis.strategies.expert import board, player, weights
from ttr_analysis.strategies.expert.tickets import holds_ticket
from ttr_analysis.strategies.shared import choices, claims, equals, pay, planning

DETOUR_POINTS: Final = len(weights.WEIGHTS)
SPOIL_SPACE: Final = DETOUR_POINTS + 1
SPOIL_FLOOR: Final = DETOUR_POINTS + 2
SPOIL_SHARE: Final = DETOUR_POINTS + 3
"""Places of its own weights, which follow those of ``expert``."""
SPENT: Final = board.UNIT - 1
"""Place in the memory: the pieces that were laid outside its own plan to spoil others'."""
LONGEST: Final = 10 * planning.SPACE
"""The longest detour that counts, in efforts; a ticket that is cut off counts as much."""
NOWHERE: Final = 100 * planning.SPACE
"""No path is longer."""
POINT: Final = 1000
"""Losses are measured in thousandths of a space."""


@compiled
def fill_open_costs(view: View) -> None:
    """Fill in the efforts of all routes for somebody who has no track yet; blocked where none is free."""
    tables, public, cost = view.tables, view.public, view.scratch.route_cost
    for route in range(tables.routes):
        cost[route] = graph.BLOCKED
    for i in range(public.open_count):
        track = public.open_tracks[i]
        route, effort = tables.track_route[track], planning.effort_of(tables, track)
        if cost[route] == graph.BLOCKED or effort < cost[route]:
            cost[route] = effort


@compiled
def add_detours(view: View, ticket: int, held: float) -> None:
    """Add to ``scratch.denied`` the detour that the loss of each route on a ticket's path costs.

    ``held`` is the number of opponents that are expected to hold the ticket.
    """
    tables, scratch, ranks = view.tables, view.scratch, view.mine.priority.routes
    choices.aim(view, ticket, planning.SPACE, LONGEST)
    for i in range(1, tables.ticket_stop_count[ticket]):
        start, goal = choices.stop(view, ticket, i - 1), choices.stop(view, ticket, i)
        shortest = graph.shortest_path(tables, scratch, ranks, start, goal, NOWHERE)
        if shortest <= 0:
            continue
        count = graph.trace_path(scratch, start, goal)
        for j in range(count):
            scratch.used[j] = scratch.path[j]
        for j in range(count):
            route = scratch.used[j]
            cost, scratch.route_cost[route] = scratch.route_cost[route], graph.BLOCKED
            other = graph.shortest_path(tables, scratch, ranks, start, goal, shortest + LONGEST)
            scratch.route_cost[route] = cost
            detour = LONGEST if other < 0 else other - shortest
            scratch.denied[route] += int(POINT * held * detour / planning.SPACE)


@compiled
def fill_detours(view: View) -> None:
    """Fill ``scratch.denied`` with the spaces that the loss of each route is likely to cost the opponents."""
    tables, public, held = view.tables, view.public, 0
    for route in range(tables.routes):
        view.scratch.denied[route] = 0
    for other in range(public.players):
        if other != public.seat:
            held += public.tickets_held[other]
    fill_open_costs(view)
    unseen = max(1, tables.tickets - view.mine.ticket_count)
    for ticket in range(tables.tickets):
        if not holds_ticket(view.mine, ticket):
            add_detours(view, ticket, held / unseen)


@compiled
def best_spoil(view: View, left: float) -> int:
    """Return the track whose claim costs the opponents most for its price; NO_TRACK if none is worth a turn.

    Outside its own plan, it lays no more than the pieces ``left`` to it for that.
    """
    tables, public, scratch, seat = view.tables, view.public, view.scratch, view.public.seat
    best, most = planning.NO_TRACK, board.unit(view) * view.weights[SPOIL_FLOOR]
    spare = min(left, pay.pieces_left(view, seat) - view.memory[player.PLAN_PIECES])
    fill_detours(view)
    reach.fill_reach(tables, public, view.mine, seat, scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        detour, length = scratch.denied[tables.track_route[track]], tables.track_length[track]
        if detour == 0 or not denies(view, track):
            continue
        if length > spare and scratch.plan.role[track] != planning.PLANNED:
            continue
        if reach.can_claim(tables, public, view.mine, seat, scratch, track):
            worth = view.weights[DETOUR_POINTS] * detour / POINT - view.weights[SPOIL_SPACE] * length
            value = board.unit(view) * worth + tables.track_points[track]
            if equals.is_better(value, most, view.mine.priority.tracks, track, best):
                best, most = track, value
    return best


@strategy(
    name="spoiler",
    idea="Plays like expert, but early takes tracks without which most tickets are far, whoever holds them.",
    weights={
        **weights.WEIGHTS,
        "detour_points": 3.0,  # points that a space of detour is worth that an opponent is expected to make
        "spoil_space": 1.0,  # points that each space of such a claim costs
        "spoil_floor": 6.0,  # points that it must bring
        "spoil_share": 0.3,  # share of all pieces that it may take outside the player's own plan; 0: it never spoils
    },
    explain=player.explain_departing("takes a track without which many tickets are far"),
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the expert, but spoil instead of drawing cards if that is worth more."""
    player.follow_expert(view, action)
    draws = action.kind == codes.DRAW_BLIND or action.kind == codes.DRAW_MARKET
    left = view.weights[SPOIL_SHARE] * pay.all_pieces(view.tables) - view.memory[SPENT]
    if view.public.decision == codes.AT_TURN and draws and left > 0.0:
        track = best_spoil(view, left)
        if track != planning.NO_TRACK:
            view.memory[player.DEPARTED] = 1
            if view.scratch.plan.role[track] != planning.PLANNED:
                view.memory[SPENT] += view.tables.track_length[track]
            claims.take(view, track, action)
            claims.fill_payment(view, action)
