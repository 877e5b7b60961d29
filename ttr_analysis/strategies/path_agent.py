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
from ttr_analysis.engine.state import NEVER, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared.claims import UNPAYABLE, fill_payment, missing_cards
from ttr_analysis.strategies.shared.objectives import (
    PUBLISHED,
    aim_at,
    answer_other,
    claim_or_draw,
    draw_aimed,
    keep_all,
    ticket_path,
)
from ttr_analysis.strategies.shared.planning import NO_TRACK, open_track


@compiled
def fill_priorities(tables: Tables, public: Public, private: Private, weights: Floats, scratch: Scratch) -> None:
    """Write the priority of every route into ``scratch.numbers``; 0 for none."""
    seat, unfinished = public.seat, 0
    for route in range(tables.routes):
        scratch.numbers[route] = 0
    for i in range(private.ticket_count):
        if private.done_turn[i] != NEVER:
            continue
        unfinished += 1
        ticket = private.tickets[i]
        if not ticket_path(tables, public, seat, ticket, scratch, 1):
            continue
        for j in range(scratch.plan_size):
            route = scratch.plan[j]
            points = tables.track_points[tables.route_tracks[route, 0]]
            priority = points + int(weights[0] * tables.ticket_points[ticket]) + 1
            scratch.numbers[route] = max(scratch.numbers[route], priority)
    if unfinished == 0:
        for i in range(public.open_count):
            track = public.open_tracks[i]
            scratch.numbers[tables.track_route[track]] = 1000 - tables.track_length[track]


@compiled
def track_to_claim(tables: Tables, public: Public, private: Private, scratch: Scratch) -> int:
    """Return the track of highest priority that the hand can pay for, or else the one to draw for."""
    aim, best, highest, payable = NO_TRACK, NO_TRACK, 0, 0
    for route in range(tables.routes):
        priority = scratch.numbers[route]
        if priority <= min(highest, payable):
            continue
        track = open_track(tables, public, public.seat, route, private.hand)
        if track == NO_TRACK:
            continue
        if priority > highest:
            aim, highest = track, priority
        if priority > payable and missing_cards(tables, public, private.hand, scratch, track, 0) < UNPAYABLE:
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
    scratch: Scratch,
    rng: Words,
    action: ActionRecord,
) -> None:
    """Follow the priorities."""
    aim_at(tables, private.hand, scratch, NO_TRACK)
    if public.decision == AT_KEEP:
        keep_all(tables, public, private, action)
    elif not answer_other(tables, public, private, scratch, action):
        fill_priorities(tables, public, private, weights, scratch)
        track = track_to_claim(tables, public, private, scratch)
        if public.decision == AT_SECOND:
            aim_at(tables, private.hand, scratch, track)
            draw_aimed(tables, public, private, scratch, False, action)
        else:
            claim_or_draw(tables, public, private, scratch, track, False, action)
    fill_payment(tables, public, private, scratch, action)
