"""``hungry``: one growing network, and more tickets whenever pieces are left for them.

The two ticket cities farthest from each other are the ends. Every other ticket city is joined
to the nearer end by the cheapest path; then the ends are joined. It keeps the tickets with the
most points, including the routes of the plan, for each space of that plan, if some pieces are
left over. It draws tickets whenever its plan needs clearly fewer pieces than it has. It claims
any track of the plan that it can pay for; otherwise, it draws what the plan lacks most. With
nothing left to plan, it claims the longest tracks. Source: the published "Hungry" agent; see
:mod:`ttr_analysis.strategies.shared.objectives`, which also describes the differences.
"""

from typing import Final

from ttr_analysis.engine import codes, graph, legal, reach
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared import choices, planning
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import claim_of_plan, fill_payment, last_resort, need_of_plan, take
from ttr_analysis.strategies.shared.objectives import FAR, PUBLISHED, aim_at, answer_other
from ttr_analysis.strategies.shared.pay import all_pieces

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
def gather_cities(view: View, offered: int) -> int:
    """Write the cities of the wanted tickets into ``scratch.ticket_cities``, each once; return their number.

    Wanted are the unfinished tickets and those of a bit set of the offered ones.
    """
    tables, mine, scratch = view.tables, view.mine, view.scratch
    count = 0
    for city in range(tables.cities):
        scratch.is_ticket_city[city] = 0
    for i in range(mine.ticket_count + mine.offered_count):
        if i < mine.ticket_count:
            ticket, wanted = mine.tickets[i], mine.done_turn[i] == NEVER
        else:
            place = i - mine.ticket_count
            ticket, wanted = mine.offered[place], (offered >> place) & 1 == 1
        if not wanted:
            continue
        choices.aim(view, ticket, planning.SPACE, FAR)
        for j in range(tables.ticket_stop_count[ticket]):
            city = choices.stop(view, ticket, j)
            if scratch.is_ticket_city[city] == 0:
                scratch.is_ticket_city[city] = 1
                scratch.ticket_cities[count] = city
                count += 1
    return count


@compiled
def grow_plan(view: View, offered: int) -> bool:
    """Plan one network; return False if some city cannot be joined.

    Its routes and its effort are written to ``scratch.plan``.
    """
    tables, scratch, priority = view.tables, view.scratch, view.mine.priority.routes
    planning.fill_route_costs(view, view.public.seat)
    planning.clear_plan(scratch)
    count, cities = gather_cities(view, offered), scratch.ticket_cities
    if count == 0:
        return True
    first, second, farthest, whole = 0, 0, -1, True
    for i in range(count):
        for j in range(i + 1, count):
            effort = graph.shortest_path(tables, scratch, priority, cities[i], cities[j], FAR)
            if effort > farthest:
                first, second, farthest = i, j, effort
    first, second = cities[first], cities[second]
    for i in range(count + 1):
        goal = second
        if i < count:
            city = cities[i]
            to_first = graph.shortest_path(tables, scratch, priority, city, first, FAR)
            to_second = graph.shortest_path(tables, scratch, priority, city, second, FAR)
            if to_first >= 0 and (to_second < 0 or to_first <= to_second):
                goal = first
        else:
            city = first
        effort = planning.add_path(view, city, goal, FAR)
        if effort < 0:
            whole = False
        else:
            scratch.plan.effort += effort
    return whole


@compiled
def plan_points(view: View) -> int:
    """Return the points of the routes of a plan."""
    total = 0
    for i in range(view.scratch.plan.route_count):
        total += planning.most_points(view.tables, view.scratch.plan.routes[i])
    return total


@compiled
def keep(view: View, action: ActionRecord) -> None:
    """Keep the tickets with the most points, plan included, for each space of the plan.

    If no choice leaves the reserve over, keep the one with the shortest plan.
    """
    tables, mine, scratch = view.tables, view.mine, view.scratch
    limit = planning.effort_left(view) - planning.SPACE * view.weights[RESERVE] * all_pieces(tables)
    best, most, fallback, shortest = -1, -1.0, 0, FAR
    for number in range(1 << mine.offered_count):
        if legal.check_keep(tables, view.public, mine, number) != legal.LEGAL:
            continue
        whole = grow_plan(view, number)
        points = plan_points(view)
        for i in range(mine.offered_count):
            if (number >> i) & 1:
                points += tables.ticket_points[mine.offered[i]]
        value = points * planning.SPACE / max(scratch.plan.effort, 1)
        if whole and scratch.plan.effort <= limit and value > most:
            best, most = number, value
        if scratch.plan.effort < shortest:
            fallback, shortest = number, scratch.plan.effort
    decide(action, codes.KEEP_TICKETS, 0, best if best >= 0 else fallback)


@compiled
def refresh(view: View) -> None:
    """Write the tracks of the plan into ``scratch.plan.tracks``.

    The plan is made again if the board or the tickets have changed.
    """
    public, memory, scratch = view.public, view.memory, view.scratch
    if memory[OPEN_THEN] != public.open_count + 1 or memory[TICKETS_THEN] != view.mine.ticket_count:
        grow_plan(view, 0)
        memory[OPEN_THEN], memory[TICKETS_THEN] = public.open_count + 1, view.mine.ticket_count
        memory[PLAN_SIZE], memory[PLAN_EFFORT] = scratch.plan.route_count, scratch.plan.effort
        for i in range(scratch.plan.route_count):
            memory[FIRST_ROUTE + i] = scratch.plan.routes[i]
    scratch.plan.track_count = 0
    for i in range(memory[PLAN_SIZE]):
        track = planning.open_track(view, memory[FIRST_ROUTE + i])
        if track != planning.NO_TRACK:
            scratch.plan.tracks[scratch.plan.track_count] = track
            scratch.plan.track_count += 1


@compiled
def take_turn(view: View, action: ActionRecord) -> None:
    """Choose the action of a turn."""
    seat = view.public.seat
    margin = planning.SPACE * view.weights[DRAW_MARGIN] * all_pieces(view.tables)
    if planning.may_draw_tickets(view) and view.memory[PLAN_EFFORT] < planning.effort_left(view) - margin:
        decide(action, codes.DRAW_TICKETS, 0, 0)
        return
    track = claim_of_plan(view, 0.0)
    if track == planning.NO_TRACK and view.scratch.plan.track_count == 0:
        reach.fill_reach(view.tables, view.public, view.mine, seat, view.scratch)
        track = planning.best_claim(view, 1)
    if track != planning.NO_TRACK:
        take(view, track, action)
    elif build_harbour(view, action):
        return
    elif planning.may_draw_cards(view):
        planning.draw_needed(view, action)
    else:
        last_resort(view, action)


@strategy(
    name="hungry",
    idea="Grows one network and draws tickets whenever pieces are left for them.",
    source=PUBLISHED,
    weights={
        "reserve": 5 / 45,  # share of all pieces that kept tickets must leave over
        "draw_margin": 8 / 45,  # share of all pieces that the plan must leave over before it draws tickets
    },
)
def choose(view: View, action: ActionRecord) -> None:
    """Grow the network."""
    aim_at(view, planning.NO_TRACK)
    if view.public.decision == codes.AT_KEEP:
        keep(view, action)
    elif not answer_other(view, action):
        refresh(view)
        need_of_plan(view, 0.0)
        if view.public.decision == codes.AT_SECOND:
            planning.draw_needed(view, action)
        else:
            take_turn(view, action)
    fill_payment(view, action)
