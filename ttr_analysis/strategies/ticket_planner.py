"""``ticket_planner``: joins all its tickets with one plan and collects the cards for it.

It keeps the tickets with the best value for their trains, plans the cheapest paths for
all tickets together over its own and open tracks (the path of one ticket is free for the
next), draws what the plan needs (from the market first), claims the longest track of the
plan that it can pay for, and replans when a planned route is lost. When all tickets are
joined, it draws more while they can still be completed, then claims long tracks.
On other boards, it also decides on tunnels, builds a station when a ticket is cut off,
builds harbours where its tickets end, and chooses its mix of pieces by the plan.
"""

from typing import TYPE_CHECKING, Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.legal import LEGAL, check_keep, may_exchange_tickets
from ttr_analysis.engine.reach import fill_reach
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared import buildings, claims, pay, pieces, planning, words

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

PLAN_SIZE: Final = 0
TICKETS_PLANNED: Final = 1
FIRST_ROUTE: Final = 2
"""Places in the memory: the number of routes in the plan, of tickets when it was made, and the routes."""

MOST_TICKETS: Final = 0
DRAW_SHARE: Final = 1
LEAST_LENGTH: Final = 2
SHORT_SHARE: Final = 3
SPACE_PRICE: Final = 4
RESERVE: Final = 5
TUNNEL_SPARE: Final = 6
"""Places of the weights."""


@compiled
def remember_plan(view: View) -> None:
    """Make a new plan and remember it."""
    memory, scratch = view.memory, view.scratch
    limit = planning.effort_left(view)
    planning.plan_held(view, limit)
    memory[PLAN_SIZE] = scratch.plan.route_count
    memory[TICKETS_PLANNED] = view.mine.ticket_count
    for i in range(scratch.plan.route_count):
        memory[FIRST_ROUTE + i] = scratch.plan.routes[i]


@inlined
def owns_route(view: View, route: int) -> bool:
    """Return whether a seat owns a track of a route."""
    for i in range(PARALLEL):
        track = view.tables.route_tracks[route, i]
        if track >= 0 and view.public.owner[track] == view.public.seat:
            return True
    return False


@inlined
def refresh_plan(view: View) -> int:
    """Drop claimed routes from the plan; plan again if a route is lost or tickets were added.

    The tracks to claim are written to ``scratch.plan.tracks``; return their number.
    """
    memory = view.memory
    if memory[TICKETS_PLANNED] != view.mine.ticket_count:
        remember_plan(view)
    for _ in range(2):
        size, lost = 0, False
        for i in range(memory[PLAN_SIZE]):
            route = memory[FIRST_ROUTE + i]
            if owns_route(view, route):
                continue
            track = planning.open_track(view, route)
            if track == planning.NO_TRACK:
                lost = True
                break
            memory[FIRST_ROUTE + size] = route
            view.scratch.plan.tracks[size] = track
            size += 1
        if not lost:
            memory[PLAN_SIZE], view.scratch.plan.track_count = size, size
            return size
        remember_plan(view)
    view.scratch.plan.track_count = 0
    return 0


@inlined
def wants_tickets(view: View) -> bool:
    """Return whether enough pieces are left to complete another ticket."""
    return (
        planning.may_draw_tickets(view)
        and pay.pieces_left(view, view.public.seat) >= view.weights[DRAW_SHARE] * pay.all_pieces(view.tables)
        and view.mine.ticket_count < view.weights[MOST_TICKETS]
    )


@compiled
def keep(view: View, action: ActionRecord) -> None:
    """Keep the offered tickets whose plan is worth most, with some pieces left over.

    A plan is worth the points won minus the points lost and the price of the spaces it takes.
    """
    tables, public, scratch = view.tables, view.public, view.scratch
    limit = max(0, planning.effort_left(view) - planning.SPACE * int(view.weights[RESERVE] * pay.all_pieces(tables)))
    best, most = 0, -1e9
    planning.plan_held(view, limit)
    count, effort = scratch.plan.route_count, scratch.plan.effort
    for route in range(tables.routes):
        scratch.saved_cost[route] = scratch.route_cost[route]
    for number in range(1 << view.mine.offered_count):
        if check_keep(tables, public, view.mine, number) != LEGAL:
            continue
        for route in range(tables.routes):
            scratch.route_cost[route] = scratch.saved_cost[route]
        scratch.plan.route_count, scratch.plan.effort = count, effort
        points = planning.plan_offered(view, number, limit)
        value = points - view.weights[SPACE_PRICE] * (scratch.plan.effort / planning.SPACE)
        if value > most:
            best, most = number, value
    decide(action, codes.KEEP_TICKETS, 0, best)


@inlined
def take_turn(view: View, action: ActionRecord) -> None:
    """Choose the action of a turn."""
    tables, public, weights = view.tables, view.public, view.weights
    seat = public.seat
    size = refresh_plan(view)
    claims.need_of_plan(view, weights[TUNNEL_SPARE])
    near = planning.end_is_near(view)
    track = claims.claim_of_plan(view, 0.0 if near else weights[TUNNEL_SPARE])
    if track != planning.NO_TRACK:
        claims.take(view, track, action)
        return
    if (size == 0 or near) and buildings.build_station(view, action):
        return
    if buildings.build_harbour(view, action):
        return
    if pieces.exchange_short(view, action):
        return
    if size == 0 and may_exchange_tickets(tables, public, seat):
        decide(action, codes.EXCHANGE_TICKETS, 0, 0)
        return
    if size == 0 and not near and wants_tickets(view):
        decide(action, codes.DRAW_TICKETS, 0, 0)
        return
    if size == 0 or near:
        short = near or pay.pieces_left(view, seat) <= weights[SHORT_SHARE] * pay.all_pieces(tables)
        fill_reach(tables, public, view.mine, seat, view.scratch)
        track = planning.best_claim(view, 1 if short else int(weights[LEAST_LENGTH]))
        if track != planning.NO_TRACK:
            claims.take(view, track, action)
            return
    if planning.may_draw_cards(view):
        planning.draw_needed(view, action)
        return
    claims.last_resort(view, action)


def explain(game_map: "GameMap", view: View, action: ActionRecord) -> str:
    """Describe the plan."""
    plan = words.PlanInWords(view.memory[FIRST_ROUTE : FIRST_ROUTE + view.memory[PLAN_SIZE]].tolist())
    return words.why(game_map, view, action, plan)


@strategy(
    name="ticket_planner",
    idea="Plans the cheapest paths for all its tickets together and collects the cards for them.",
    weights={
        "most_tickets": 7,  # draw no more tickets when holding this many
        "draw_share": 10 / 45,  # nor when less than this share of the pieces is left
        "least_length": 4,  # shortest track claimed outside the plan
        "short_share": 12 / 45,  # share of the pieces left at or below which any length will do
        "space_price": 0.7,  # points that a space must bring when tickets are kept
        "reserve": 6 / 45,  # share of all pieces that kept tickets must leave over
        "tunnel_spare": 2 / 3,  # spare cards to hold before a tunnel, for each card turned up
    },
    explain=explain,
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the plan."""
    decision = view.public.decision
    if decision == codes.AT_KEEP:
        keep(view, action)
    elif decision == codes.AT_PIECES:
        pieces.choose_pieces(view, action)
    elif decision == codes.AT_TUNNEL:
        planning.clear_need(view)
        decide(action, codes.PAY_TUNNEL, 0, 0)
    elif decision == codes.AT_SECOND or decision == codes.AT_REFILL:
        refresh_plan(view)
        claims.need_of_plan(view, view.weights[TUNNEL_SPARE])
        if decision == codes.AT_SECOND:
            planning.draw_needed(view, action)
        else:
            decide(action, codes.REFILL, planning.wanted_deck(view), 0)
    else:
        take_turn(view, action)
    claims.fill_payment(view, action)
