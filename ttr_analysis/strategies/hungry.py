"""``hungry``: one growing network, and more tickets whenever pieces are left for them.

The two ticket cities farthest from each other are the ends. Every other ticket city is joined
to the nearer end by the cheapest path; then the ends are joined. It keeps the tickets with the
most points, including the routes of the plan, for each space of that plan, if some pieces are
left over. It draws tickets whenever its plan needs clearly fewer pieces than it has. It claims
any track of the plan that it can pay for; otherwise, it draws what the plan lacks most. With
nothing left to plan, it claims the longest tracks. Source: the published "Hungry" agent; see
:mod:`ttr_analysis.strategies.shared.objectives`, which also describes the differences.
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND, DRAW_TICKETS, KEEP_TICKETS
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import shortest_path
from ttr_analysis.engine.legal import LEGAL, check_keep
from ttr_analysis.engine.payments import fill_reach
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import NEVER, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import claim_of_plan, fill_payment, last_resort, need_of_plan, take
from ttr_analysis.strategies.shared.objectives import FAR, PUBLISHED, aim_at, answer_other
from ttr_analysis.strategies.shared.pieces import all_pieces
from ttr_analysis.strategies.shared.planning import (
    NO_TRACK,
    SPACE,
    add_path,
    best_claim,
    draw_needed,
    effort_left,
    fill_route_costs,
    may_draw_cards,
    may_draw_tickets,
    open_track,
)

OPEN_THEN: Final = 0
TICKETS_THEN: Final = 1
PLAN_SIZE: Final = 2
PLAN_EFFORT: Final = 3
FIRST_ROUTE: Final = 4
"""Places in the memory: the open tracks plus 1 and the tickets held when it planned, and the plan."""

RESERVE: Final = 0
DRAW_MARGIN: Final = 1
"""Places of the weights."""


@compiled
def gather_cities(tables: Tables, private: Private, scratch: Scratch, offered: int) -> int:
    """Write the cities of the wanted tickets into ``scratch.numbers``, each once; return their number.

    Wanted are the unfinished tickets and those of a bit set of the offered ones.
    """
    count = 0
    for city in range(tables.cities):
        scratch.visited[city] = 0
    for i in range(private.ticket_count + private.offered_count):
        if i < private.ticket_count:
            ticket, wanted = private.tickets[i], private.done_turn[i] == NEVER
        else:
            place = i - private.ticket_count
            ticket, wanted = private.offered[place], (offered >> place) & 1 == 1
        if not wanted:
            continue
        for j in range(tables.ticket_stop_count[ticket]):
            city = tables.ticket_stops[ticket, j]
            if scratch.visited[city] == 0:
                scratch.visited[city] = 1
                scratch.numbers[count] = city
                count += 1
    return count


@compiled
def grow_plan(tables: Tables, public: Public, private: Private, scratch: Scratch, offered: int) -> bool:
    """Plan one network; return False if some city cannot be joined.

    Its routes are written to ``scratch.plan``, its effort to ``scratch.plan_effort``.
    """
    fill_route_costs(tables, public, public.seat, scratch)
    scratch.plan_size, scratch.plan_effort = 0, 0
    count = gather_cities(tables, private, scratch, offered)
    if count == 0:
        return True
    first, second, farthest, whole = 0, 0, -1, True
    for i in range(count):
        for j in range(i + 1, count):
            effort = shortest_path(tables, scratch, scratch.numbers[i], scratch.numbers[j], FAR)
            if effort > farthest:
                first, second, farthest = i, j, effort
    ends = (scratch.numbers[first], scratch.numbers[second])
    for i in range(count + 1):
        goal = ends[1]
        if i < count:
            city = scratch.numbers[i]
            to_first = shortest_path(tables, scratch, city, ends[0], FAR)
            to_second = shortest_path(tables, scratch, city, ends[1], FAR)
            if to_first >= 0 and (to_second < 0 or to_first <= to_second):
                goal = ends[0]
        else:
            city = ends[0]
        effort = add_path(tables, scratch, city, goal, FAR)
        if effort < 0:
            whole = False
        else:
            scratch.plan_effort += effort
    return whole


@compiled
def plan_points(tables: Tables, scratch: Scratch) -> int:
    """Return the points of the routes of a plan."""
    total = 0
    for i in range(scratch.plan_size):
        total += tables.track_points[tables.route_tracks[scratch.plan[i], 0]]
    return total


@compiled
def keep(
    tables: Tables, public: Public, private: Private, weights: Floats, scratch: Scratch, action: ActionRecord
) -> None:
    """Keep the tickets with the most points, plan included, for each space of the plan.

    If no choice leaves the reserve over, keep the one with the shortest plan.
    """
    limit = effort_left(tables, public, public.seat) - SPACE * weights[RESERVE] * all_pieces(tables)
    best, most, fallback, shortest = -1, -1.0, 0, FAR
    for number in range(1 << private.offered_count):
        if check_keep(tables, public, private, number) != LEGAL:
            continue
        whole = grow_plan(tables, public, private, scratch, number)
        points = plan_points(tables, scratch)
        for i in range(private.offered_count):
            if (number >> i) & 1:
                points += tables.ticket_points[private.offered[i]]
        value = points * SPACE / max(scratch.plan_effort, 1)
        if whole and scratch.plan_effort <= limit and value > most:
            best, most = number, value
        if scratch.plan_effort < shortest:
            fallback, shortest = number, scratch.plan_effort
    decide(action, KEEP_TICKETS, 0, best if best >= 0 else fallback)


@compiled
def refresh(tables: Tables, public: Public, private: Private, memory: Ints, scratch: Scratch) -> int:
    """Write the tracks of the plan into ``scratch.plan`` and return their number.

    The plan is made again if the board or the tickets have changed.
    """
    if memory[OPEN_THEN] != public.open_count + 1 or memory[TICKETS_THEN] != private.ticket_count:
        grow_plan(tables, public, private, scratch, 0)
        memory[OPEN_THEN], memory[TICKETS_THEN] = public.open_count + 1, private.ticket_count
        memory[PLAN_SIZE], memory[PLAN_EFFORT] = scratch.plan_size, scratch.plan_effort
        for i in range(scratch.plan_size):
            memory[FIRST_ROUTE + i] = scratch.plan[i]
    size = 0
    for i in range(memory[PLAN_SIZE]):
        track = open_track(tables, public, public.seat, memory[FIRST_ROUTE + i], private.hand)
        if track != NO_TRACK:
            scratch.plan[size] = track
            size += 1
    return size


@compiled
def take_turn(
    tables: Tables,
    public: Public,
    private: Private,
    memory: Ints,
    weights: Floats,
    scratch: Scratch,
    size: int,
    action: ActionRecord,
) -> None:
    """Choose the action of a turn."""
    seat = public.seat
    margin = SPACE * weights[DRAW_MARGIN] * all_pieces(tables)
    if may_draw_tickets(tables, public) and memory[PLAN_EFFORT] < effort_left(tables, public, seat) - margin:
        decide(action, DRAW_TICKETS, 0, 0)
        return
    track = claim_of_plan(tables, public, private, 0.0, scratch, size)
    if track == NO_TRACK and size == 0:
        fill_reach(tables, public, private, seat, scratch)
        track = best_claim(tables, public, private, seat, scratch, 1)
    if track != NO_TRACK:
        take(tables, private, scratch, track, action)
    elif build_harbour(tables, public, private, scratch, action):
        return
    elif may_draw_cards(tables, public):
        draw_needed(tables, public, private, scratch, action)
    else:
        last_resort(tables, public, private, scratch, action)


@strategy(
    name="hungry",
    idea="Grows one network and draws tickets whenever pieces are left for them.",
    source=PUBLISHED,
    weights={
        "reserve": 5 / 45,  # share of all pieces that kept tickets must leave over
        "draw_margin": 8 / 45,  # share of all pieces that the plan must leave over before it draws tickets
    },
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
    """Grow the network."""
    aim_at(tables, private.hand, scratch, NO_TRACK)
    if public.decision == AT_KEEP:
        keep(tables, public, private, weights, scratch, action)
    elif not answer_other(tables, public, private, scratch, action):
        size = refresh(tables, public, private, memory, scratch)
        need_of_plan(tables, private, 0.0, scratch, size)
        if public.decision == AT_SECOND:
            draw_needed(tables, public, private, scratch, action)
        else:
            take_turn(tables, public, private, memory, weights, scratch, size, action)
    fill_payment(tables, public, private, scratch, action)
