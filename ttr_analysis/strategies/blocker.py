"""``blocker``: plays like ``expert``, but also takes tracks that an opponent is likely to need.

It uses only public information about opponents: their tracks, how many tickets they hold, and
the list of all tickets. The larger the part of a ticket's cheapest path that an opponent has
laid, the more likely it is that the opponent holds the ticket; the opponent then needs the
routes still missing from that path. When ``expert`` would draw cards, and a claim that leaves
nobody else a track between its cities costs the opponents more than the draw is worth, it makes
that claim.
"""

from typing import Final

from ttr_analysis.engine import codes, graph, reach
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NOBODY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.expert import board, player, weights
from ttr_analysis.strategies.expert.tickets import holds_ticket
from ttr_analysis.strategies.shared import choices, claims, equals, pay, planning

BLOCK_SHARE: Final = len(weights.WEIGHTS)
BLOCK_FLOOR: Final = BLOCK_SHARE + 1
LEAST_LAID: Final = BLOCK_FLOOR + 1
"""Places of its own weights, which follow those of ``expert``."""
POINT: Final = 100
"""Needs are measured in hundredths of a point."""


@compiled
def laid_on_path(view: View, count: int) -> int:
    """Return the spaces of the first ``count`` routes of ``scratch.path`` that the opponent owns."""
    tables, scratch, laid = view.tables, view.scratch, 0
    for i in range(count):
        route = scratch.path[i]
        if scratch.route_cost[route] == 0:
            laid += planning.shortest_track(tables, route)
    return laid


@compiled
def add_need_of_ticket(view: View, ticket: int, held: float, limit: int, least_laid: float) -> None:
    """Add the worth of the missing routes of a ticket's path to ``scratch.denied``.

    ``held`` is the probability that an opponent holds the ticket.
    """
    tables, scratch = view.tables, view.scratch
    choices.aim(view, ticket, planning.SPACE, limit)
    for i in range(1, tables.ticket_stop_count[ticket]):
        start, goal = choices.stop(view, ticket, i - 1), choices.stop(view, ticket, i)
        effort = graph.shortest_path(tables, scratch, view.mine.priority.routes, start, goal, limit)
        if effort <= 0:
            continue
        count = graph.trace_path(scratch, start, goal)
        laid = laid_on_path(view, count)
        part = laid / (laid + effort / planning.SPACE)
        if part < least_laid:
            continue
        stake = POINT * held * part * (choices.aimed_points(view, ticket) + tables.ticket_penalty[ticket])
        for j in range(count):
            if scratch.route_cost[scratch.path[j]] > 0:
                scratch.denied[scratch.path[j]] += int(stake)


@compiled
def fill_needs(view: View) -> None:
    """Fill ``scratch.denied`` with what each route is likely to be worth to the opponents."""
    tables, public = view.tables, view.public
    for route in range(tables.routes):
        view.scratch.denied[route] = 0
    for other in range(public.players):
        if other == public.seat or public.owned_count[other] == 0:
            continue
        planning.fill_route_costs(view, other)
        limit = planning.SPACE * pay.pieces_left(view, other)
        held = min(1.0, 3.0 * public.tickets_held[other] / max(1, tables.tickets))
        for ticket in range(tables.tickets):
            if not holds_ticket(view.mine, ticket):
                add_need_of_ticket(view, ticket, held, limit, view.weights[LEAST_LAID])


@compiled
def denies(view: View, track: int) -> bool:
    """Return whether claiming a track leaves nobody else a track between its cities."""
    tables = view.tables
    route = tables.track_route[track]
    for i in range(PARALLEL):
        other = tables.route_tracks[route, i]
        if other >= 0 and other != track and view.public.owner[other] == NOBODY:
            if not (tables.closes_doubles and graph.are_twins(tables, track, other)):
                return False
    return True


@compiled
def best_block(view: View) -> int:
    """Return the track whose claim hurts the opponents most for its price; NO_TRACK if none is worth a turn.

    ``scratch.denied`` must hold their needs.
    """
    tables, public, scratch = view.tables, view.public, view.scratch
    best, most, seat = planning.NO_TRACK, board.unit(view) * view.weights[BLOCK_FLOOR], public.seat
    piece = view.weights[weights.FILL_SPACE] * pay.pay_of_board(view)
    spare = pay.pieces_left(view, seat) - view.memory[player.PLAN_PIECES]
    reach.fill_reach(tables, public, view.mine, seat, scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        need, length = scratch.denied[tables.track_route[track]], tables.track_length[track]
        if need == 0 or length > spare or not denies(view, track):
            continue
        if reach.can_claim(tables, public, view.mine, seat, scratch, track):
            value = view.weights[BLOCK_SHARE] * need / POINT + tables.track_points[track] - piece * length
            if equals.is_better(value, most, view.mine.priority.tracks, track, best):
                best, most = track, value
    return best


@compiled
def may_block(view: View, action: ActionRecord) -> bool:
    """Return whether the action is a draw of cards, in place of which a track may be blocked."""
    draws = action.kind == codes.DRAW_BLIND or action.kind == codes.DRAW_MARKET
    return view.public.decision == codes.AT_TURN and draws and view.weights[BLOCK_SHARE] > 0.0


@compiled
def follow_blocker(view: View, action: ActionRecord) -> None:
    """Block in place of the action if that is worth more; ``scratch.denied`` must hold the opponents' needs."""
    track = best_block(view)
    if track != planning.NO_TRACK:
        view.memory[player.DEPARTED] = 1
        claims.take(view, track, action)
        claims.fill_payment(view, action)


@strategy(
    name="blocker",
    idea="Plays like expert, but also takes tracks that an opponent is likely to need.",
    weights={
        **weights.WEIGHTS,
        "block_share": 0.3,  # share of the points at stake on a track that an opponent loses with it
        "block_floor": 12.0,  # points that a block must bring
        "least_laid": 0.6,  # share of a ticket's path that an opponent must have laid to be assumed to hold it
    },
    explain=player.explain_departing("blocks a route that an opponent is likely to need"),
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the expert, but block instead of drawing cards if that is worth more."""
    player.follow_expert(view, action)
    if may_block(view, action):
        fill_needs(view)
        follow_blocker(view, action)
