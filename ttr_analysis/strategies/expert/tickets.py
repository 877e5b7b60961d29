"""Tickets: the expected value of drawing some, and which ones to keep."""

from ttr_analysis.engine.codes import KEEP_TICKETS
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import distance_of, shortest_path
from ttr_analysis.engine.legal import LEGAL, check_keep
from ttr_analysis.engine.scoring import joined, reached_points
from ttr_analysis.engine.state import ActionRecord, Private
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.expert.board import game_length, stride, unit
from ttr_analysis.strategies.expert.clock import clock, room_left
from ttr_analysis.strategies.expert.forest import order_tickets, plan_forest, turns_of_forest, worth_of_forest
from ttr_analysis.strategies.shared import choices, equals, pay, planning


@compiled
def joined_value(view: View, number: int) -> float:
    """Return the points of the offered tickets of a bit set that are already joined, with their share of the bonus."""
    mine = view.mine
    total, bonus = 0.0, pay.ticket_bonus(view.tables, view.weights[weight.TICKET_ODDS])
    for i in range(mine.offered_count):
        if number >> i & 1 and joined(view.tables, view.public.component[view.public.seat], mine.offered[i]):
            total += reached_points(view.tables, view.public.component[view.public.seat], mine.offered[i]) + bonus
    return total


@compiled
def keep(view: View, action: ActionRecord) -> None:
    """Keep the offered tickets whose joint plan is worth most."""
    weights = view.weights
    seat, best, most = view.public.seat, 0, -1e9
    limit = max(0, pay.pieces_left(view, seat) - int(weights[weight.RESERVE] * pay.all_pieces(view.tables)))
    time = clock(view, weights[weight.CLOCK_PACE] * stride(view), room_left(view))
    for number in range(1 << view.mine.offered_count):
        if check_keep(view.tables, view.public, view.mine, number) != LEGAL:
            continue
        count = order_tickets(view, number)
        plan_forest(view, count, limit)
        value = worth_of_forest(view, count) + joined_value(view, number)
        value -= unit(view) * weights[weight.OVERTIME] * max(0.0, turns_of_forest(view) - time)
        if value > most:
            best, most = number, value
    decide(action, KEEP_TICKETS, 0, best)


@compiled
def measure_distances(view: View) -> None:
    """Find the pieces from each city to the seat's own and planned network.

    Distances are measured from the largest connected part of the network, so a ticket costs at
    most the sum of its cities' distances.
    """
    tables, scratch = view.tables, view.scratch
    start, most = choices.ANYWHERE, -1
    for route in range(tables.routes):
        if scratch.forest.price[route] > 0:
            scratch.route_cost[route] = tables.track_length[scratch.forest.track[route]]
        else:
            scratch.route_cost[route] = scratch.forest.price[route]
        if scratch.forest.users[route] != 0:
            scratch.route_cost[route] = 0
    for city in range(tables.cities):
        scratch.degree[city] = 0
    for route in range(tables.routes):
        if scratch.route_cost[route] == 0:
            scratch.degree[tables.route_a[route]] += 1
            scratch.degree[tables.route_b[route]] += 1
    for city in range(tables.cities):
        if equals.is_better(scratch.degree[city], most, view.mine.priority.cities, city, start):
            start, most = city, scratch.degree[city]
    shortest_path(tables, scratch, view.mine.priority.routes, start, choices.ANYWHERE, pay.all_pieces(tables))


@compiled
def aim_by_distance(view: View, ticket: int) -> None:
    """Aim a choice ticket at the option with the most points for the pieces that its cities are away."""
    tables, best, most = view.tables, -1, 0
    first = tables.ticket_first_option[ticket]
    for option in range(first, first + tables.ticket_options[ticket]):
        away = distance_of(view.scratch, tables.option_start[option])
        away += distance_of(view.scratch, tables.option_goal[option])
        value = tables.option_points[option] - away
        if best < 0 or value > most:  # equal ones differ in nothing that counts here
            best, most = option, value
    view.scratch.aim[ticket] = best


@compiled
def ticket_value(view: View, ticket: int, spare: int, cards: float, slack: float) -> float:
    """Return the expected value of one more ticket, with so many pieces and cards to spare, and turns of slack.

    Its points count by the odds that pieces and turns suffice, its penalty by the odds that they
    do not, and the pieces it needs are deducted.
    """
    tables, weights = view.tables, view.weights
    aim_by_distance(view, ticket)
    pieces = 0
    for i in range(tables.ticket_stop_count[ticket]):
        pieces += distance_of(view.scratch, choices.stop(view, ticket, i))
    if pieces > spare:
        return -1.0 * tables.ticket_penalty[ticket]
    lacking = max(0.0, pieces - weights[weight.SPARE_SHARE] * cards)
    turns = lacking / pay.CARDS_A_TURN + pieces / (3.0 * stride(view))
    sure = slack / game_length(view) + weights[weight.RISK_SLACK] - turns / game_length(view)
    odds = min(1.0, max(0.0, sure / weights[weight.RISK_WIDTH]))
    if pieces == 0:
        odds = 1.0
    points = choices.aimed_points(view, ticket) + pay.ticket_bonus(tables, weights[weight.TICKET_ODDS])
    value = odds * points - (1.0 - odds) * tables.ticket_penalty[ticket]
    return max(value - unit(view) * weights[weight.TICKET_SPACE] * pieces, -1.0 * tables.ticket_penalty[ticket])


@compiled
def holds_ticket(private: Private, ticket: int) -> bool:
    """Return whether the player holds a ticket."""
    for i in range(private.ticket_count):
        if private.tickets[i] == ticket:
            return True
    return False


@compiled
def value_of_drawing(view: View, spare: int, cards: float, slack: float) -> float:
    """Return the expected points of drawing tickets and keeping all that are worth it.

    If none is, the least bad one is kept. The plan's forest must be in place.
    """
    tables = view.tables
    if not planning.may_draw_tickets(view):
        return -1e9
    measure_distances(view)
    unseen, gains, gain, losses = 0, 0, 0.0, 0.0
    for place in range(tables.tickets):  # by name: their values are added up
        ticket = tables.ticket_order[place]
        if tables.ticket_long[ticket] or holds_ticket(view.mine, ticket):
            continue
        value = ticket_value(view, ticket, spare, cards, slack)
        unseen += 1
        if value > 0.0:
            gains += 1
            gain += value
        else:
            losses += value
    if unseen == 0:
        return -1e9
    bad = 1.0
    for _ in range(tables.draw_tickets):
        bad *= 1.0 - gains / unseen
    least_bad = 0.6 * losses / max(1, unseen - gains)
    return tables.draw_tickets * gain / unseen + bad * least_bad
