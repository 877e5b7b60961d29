"""``path_agent``: a path with the fewest routes for every ticket, each ticket by itself.

It keeps all tickets dealt. The priority of every missing route of such a path is its points
plus twice the points of the ticket. In this order, it claims the first route that it can pay
for; if it can pay for none, it draws for the first. Without an unfinished ticket, it goes for
any open route, short ones first. It draws no tickets. Source: the published "Path" agent; see
:mod:`ttr_analysis.strategies.shared.objectives`, which also describes the differences.
"""

from __future__ import annotations

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import NEVER, ActionRecord, Private, Public, Tables, Work
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared.claims import UNPAYABLE, fill_payment, missing_cards
from ttr_analysis.strategies.shared.objectives import (
    PUBLISHED,
    aim_at,
    answer_other,
    claim_or_draw,
    draw_aimed,
    keep_all,
    way_of_ticket,
)
from ttr_analysis.strategies.shared.planning import NO_TRACK, open_track


@compiled
def fill_priorities(tables: Tables, public: Public, private: Private, weights: Floats, work: Work) -> None:
    """Write the priority of every route into ``work.numbers``; 0 for none."""
    seat, unfinished = public.seat, 0
    for route in range(tables.routes):
        work.numbers[route] = 0
    for i in range(private.ticket_count):
        if private.done_turn[i] != NEVER:
            continue
        unfinished += 1
        ticket = private.tickets[i]
        if not way_of_ticket(tables, public, seat, ticket, work, 1):
            continue
        for j in range(work.plan_size):
            route = work.plan[j]
            points = tables.track_points[tables.route_tracks[route, 0]]
            priority = points + int(weights[0] * tables.ticket_points[ticket]) + 1
            work.numbers[route] = max(work.numbers[route], priority)
    if unfinished == 0:
        for i in range(public.open_count):
            track = public.open_tracks[i]
            work.numbers[tables.track_route[track]] = 1000 - tables.track_length[track]


@compiled
def track_to_claim(tables: Tables, public: Public, private: Private, work: Work) -> int:
    """Return the track of highest priority that the hand can pay for, or else the one to draw for."""
    aim, best, highest, payable = NO_TRACK, NO_TRACK, 0, 0
    for route in range(tables.routes):
        priority = work.numbers[route]
        if priority <= min(highest, payable):
            continue
        track = open_track(tables, public, public.seat, route, private.hand)
        if track == NO_TRACK:
            continue
        if priority > highest:
            aim, highest = track, priority
        if priority > payable and missing_cards(tables, public, private.hand, work, track, 0) < UNPAYABLE:
            best, payable = track, priority
    return best if best != NO_TRACK else aim


@strategy(
    name="path_agent",
    idea="Follows a path with the fewest routes for each ticket by itself.",
    source=PUBLISHED,
    weights={"ticket_weight": 2},
)
def choose(
    tables: Tables,
    public: Public,
    private: Private,
    memory: Ints,
    weights: Floats,
    work: Work,
    stream: Words,
    action: ActionRecord,
) -> None:
    """Follow the priorities."""
    aim_at(tables, private.hand, work, NO_TRACK)
    if public.decision == AT_KEEP:
        keep_all(tables, public, private, action)
    elif not answer_other(tables, public, private, work, action):
        fill_priorities(tables, public, private, weights, work)
        track = track_to_claim(tables, public, private, work)
        if public.decision == AT_SECOND:
            aim_at(tables, private.hand, work, track)
            draw_aimed(tables, public, private, work, False, action)
        else:
            claim_or_draw(tables, public, private, work, track, False, action)
    fill_payment(tables, public, private, work, action)
