"""``path_agent``: a path with the fewest routes for every ticket, each ticket by itself.

It keeps all tickets dealt. The priority of every missing route of such a path is its points
plus twice the points of the ticket. In this order, it claims the first route that it can pay
for; if it can pay for none, it draws for the first. Without an unfinished ticket, it goes for
any open route, short ones first. It draws no tickets. Source: the published "Path" agent; see
:mod:`ttr_analysis.strategies.shared.objectives`, which also describes the differences.
"""

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared import objectives
from ttr_analysis.strategies.shared.claims import UNPAYABLE, fill_payment, missing_cards
from ttr_analysis.strategies.shared.equals import is_better
from ttr_analysis.strategies.shared.planning import NO_TRACK, most_points, open_track


@compiled
def fill_priorities(view: View) -> None:
    """Write the priority of every route into ``scratch.priority``; 0 for none."""
    tables, public, mine, scratch = view.tables, view.public, view.mine, view.scratch
    unfinished = 0
    for route in range(tables.routes):
        scratch.priority[route] = 0
    for i in range(mine.ticket_count):
        if mine.done_turn[i] != NEVER:
            continue
        unfinished += 1
        ticket = mine.tickets[i]
        if not objectives.ticket_path(view, ticket, 1):
            continue
        for j in range(scratch.plan.route_count):
            route = scratch.plan.routes[j]
            priority = most_points(tables, route) + int(view.weights[0] * tables.ticket_points[ticket]) + 1
            scratch.priority[route] = max(scratch.priority[route], priority)
    if unfinished == 0:
        for i in range(public.open_count):
            track = public.open_tracks[i]
            route = tables.track_route[track]
            scratch.priority[route] = max(scratch.priority[route], 1000 - tables.track_length[track])


@compiled
def track_to_claim(view: View) -> int:
    """Return the track of highest priority that the hand can pay for, or else the one to draw for."""
    aim, best, highest, payable = NO_TRACK, NO_TRACK, 0, 0
    for route in range(view.tables.routes):
        priority = view.scratch.priority[route]
        if priority == 0 or priority < min(highest, payable):
            continue
        track = open_track(view, route)
        if track == NO_TRACK:
            continue
        if is_better(priority, highest, view.mine.priority.tracks, track, aim):
            aim, highest = track, priority
        if is_better(priority, payable, view.mine.priority.tracks, track, best):
            if missing_cards(view, track, 0) < UNPAYABLE:
                best, payable = track, priority
    return best if best != NO_TRACK else aim


@strategy(
    name="path_agent",
    idea="Follows a path with the fewest routes for each ticket by itself.",
    source=objectives.PUBLISHED,
    weights={"ticket_weight": 2},
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the priorities."""
    objectives.aim_at(view, NO_TRACK)
    if view.public.decision == AT_KEEP:
        objectives.keep_all(view, action)
    elif not objectives.answer_other(view, action):
        fill_priorities(view)
        track = track_to_claim(view)
        if view.public.decision == AT_SECOND:
            objectives.aim_at(view, track)
            objectives.draw_aimed(view, False, action)
        else:
            objectives.claim_or_draw(view, track, False, action)
    fill_payment(view, action)
