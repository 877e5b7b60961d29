"""``expert``: plans all its tickets together and counts turns; our best player.

Each turn, it plans a cheap forest over its own and open tracks that joins all its tickets
(:mod:`~ttr_analysis.strategies.expert.forest`); long tracks are cheap in it because of their points.
It draws the cards that the forest is short of, weighing market cards against unseen ones
(:mod:`~ttr_analysis.strategies.expert.cards`). It pays for gray tracks in the colour that it can
best spare, and saves wilds while other cards are still to be drawn. It keeps tickets by the
worth of the whole plan, and draws tickets, early or late, when their expected value beats a
turn of drawing cards (:mod:`~ttr_analysis.strategies.expert.tickets`). Pieces left over go into long
tracks while there is time, at a price set by what the board still pays; the last turn scores
as much as possible. The end of the game is estimated from the opponents' pieces and cards
(:mod:`~ttr_analysis.strategies.expert.clock`); until so many turns are left, claims are held back.
What it weighs is measured in the board's own quantities (:mod:`~ttr_analysis.strategies.expert.board`).
"""

from typing import TYPE_CHECKING, Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled, inlined, part
from ttr_analysis.engine.legal import may_exchange_tickets
from ttr_analysis.engine.reach import can_claim, fill_reach
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import Explainer, decide, strategy
from ttr_analysis.strategies.expert import board, cards, forest, tickets, tours
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.expert.clock import clock, room_left, time_for_tickets
from ttr_analysis.strategies.shared import buildings, choices, claims, equals, pay, pieces, planning, words

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

PLAN_KEY: Final = 0
PLAN_SIZE: Final = 1
PLAN_PIECES: Final = 2
TICKET_VALUE: Final = 3
CARDS_VALUE: Final = 4
SHORT: Final = 5
DEPARTED: Final = 6
FIRST_ROUTE: Final = 7
MOST_ROUTES: Final = 100
FIRST_SHARE: Final = FIRST_ROUTE + MOST_ROUTES
HELD: Final = FIRST_SHARE + MOST_ROUTES
LEFT: Final = HELD + 1
GATHER: Final = LEFT + 1
"""Places in the memory: the board that was planned for, the number of routes and pieces of the
plan, the worth of drawing tickets, the routes, and the points at stake on each (worth and points
in hundredths). Only for explanations in replays, and for strategies that build on this one: what
drawing tickets must beat (in hundredths), the spaces for which cards are missing, 1 if such a
strategy chose otherwise, 1 if claims are held back, the turns left, and the turns until no card of
the plan is missing (both in hundredths). The places from 240 on belong to ``expert/board.py``.
"""
LAST_TURN: Final = 1.0
NOT_DRAWN: Final = -100.0
"""The worth of drawing tickets if they cannot be drawn."""


@compiled
def board_key(view: View) -> int:
    """Return a number that changes with every turn, claim and ticket."""
    public = view.public
    key = view.mine.ticket_count
    for seat in range(public.players):
        key = key * 64 + public.owned_count[seat]
    return key * 512 + public.turn % 512 + 1


@compiled
def remember_plan(view: View, count: int) -> None:
    """Store the forest's missing routes and the points at stake on each."""
    memory, plan = view.memory, view.scratch.forest
    size = 0
    for route in range(view.tables.routes):
        if plan.users[route] != 0 and plan.price[route] > 0 and size < MOST_ROUTES:
            memory[FIRST_ROUTE + size] = route
            size += 1
    memory[PLAN_SIZE] = size
    equals.sort_by_priority(view.mine.priority.routes, memory[FIRST_ROUTE:], size)
    for i in range(size):
        memory[FIRST_SHARE + i] = int(cards.PERCENT * forest.share_of_route(view, count, memory[FIRST_ROUTE + i]))


@compiled
def refresh_plan(view: View) -> None:
    """Make a new plan in every turn and whenever tickets were added.

    The tracks to claim are written to ``scratch.plan.tracks``.
    """
    memory, plan = view.memory, view.scratch.plan
    seat, key = view.public.seat, board_key(view)
    if memory[PLAN_KEY] != key:
        count = forest.order_tickets(view, 0)
        left = pay.pieces_left(view, seat)
        memory[PLAN_PIECES] = forest.plan_forest(view, count, left)
        memory[PLAN_KEY] = key
        remember_plan(view, count)
    plan.track_count = memory[PLAN_SIZE]
    for i in range(plan.track_count):
        plan.tracks[i] = planning.open_track(view, memory[FIRST_ROUTE + i])


@compiled
def taken_from_plan(view: View, track: int, color: int) -> int:
    """Return the number of cards in a payment that the rest of the plan needs."""
    deck = view.tables.track_deck[track]
    spare = max(0, cards.surplus(view, deck, color))
    return max(0, view.tables.track_length[track] - spare)


@compiled
def best_planned(view: View, short: int, hurry: bool) -> int:
    """Return the planned track that is best claimed now; NO_TRACK if waiting is better."""
    tables, weights = view.tables, view.weights
    best, most = planning.NO_TRACK, 0.0
    thrift = 0.0 if short <= view.mine.hand[tables.wild] or hurry else board.unit(view) * weights[weight.WILD_PRICE]
    for i in range(view.scratch.plan.track_count):
        track = view.scratch.plan.tracks[i]
        spare = 0 if hurry else claims.spare_cards(tables, weights[weight.TUNNEL_SPARE], track)
        wilds = claims.missing_cards(view, track, spare)
        if wilds >= claims.UNPAYABLE:
            continue
        share = view.memory[FIRST_SHARE + i] / cards.PERCENT
        value = tables.track_points[track] + weights[weight.PLAN_SHARE] * share - thrift * wilds
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@inlined
def best_filler(view: View, spare: int, draw: float) -> int:
    """Return the track outside the plan that is best claimed now; NO_TRACK if waiting is better."""
    tables, public, weights, scratch = view.tables, view.public, view.weights, view.scratch
    best, most, seat = planning.NO_TRACK, board.unit(view) * weights[weight.FILL_FLOOR] * draw, public.seat
    piece = weights[weight.FILL_SPACE] * pay.pay_of_board(view)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if scratch.plan.role[track] == planning.PLANNED or length > spare:
            continue
        if not can_claim(tables, public, view.mine, seat, scratch, track):
            continue
        color = planning.best_color(view, track)
        wilds = planning.wilds_needed(view, track, color) if color >= 0 else length
        value = pay.track_pay(view, track, weights[weight.TRAIL_ODDS]) - piece * length + tours.tour_share(view, track)
        value -= board.unit(view) * weights[weight.WILD_PRICE] * wilds
        if color >= 0 and scratch.plan.role[track] != planning.FILLING:
            value -= board.unit(view) * weights[weight.NEED_PRICE] * (taken_from_plan(view, track, color) - wilds)
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@compiled
def value_tickets(view: View, left: float, short: int, gather: float) -> None:
    """Store what drawing tickets is expected to bring, with so many turns ``left`` to complete them.

    Version 0.1 counted the cards of its plan as if it had drawn none yet, and no cards to spare.
    """
    memory = view.memory
    slack, cards_spare = left - view.scratch.plan.track_count - gather, 1.0 * cards.spare_cards_held(view, short)
    if view.weights[weight.OWN_SCALE] == 0.0:
        slack, cards_spare = left - forest.turns_of_forest(view), 0.0
    spare = pay.pieces_left(view, view.public.seat) - memory[PLAN_PIECES]
    drawing = tickets.value_of_drawing(view, spare, cards_spare, slack)
    memory[TICKET_VALUE] = int(cards.PERCENT * max(NOT_DRAWN, drawing))


@compiled
def wants_tickets(view: View, draw: float) -> bool:
    """Return whether drawing tickets is expected to bring more than drawing cards."""
    weights = view.weights
    free = weights[weight.OPEN_SHARE] * pay.pieces_left(view, view.public.seat)
    cards_worth = board.unit(view) * (weights[weight.TICKET_FLOOR] + weights[weight.DRAW_VALUE] * draw)
    view.memory[CARDS_VALUE] = int(cards.PERCENT * cards_worth)
    return (
        view.mine.ticket_count < weights[weight.MOST_TICKETS]
        and view.memory[PLAN_PIECES] <= free
        and view.memory[TICKET_VALUE] / cards.PERCENT > cards_worth
    )


@compiled
def gain_now(view: View, track: int) -> float:
    """Return the points of a track and of the tickets that it completes, with their chances of a bonus."""
    tables, mine, weights = view.tables, view.mine, view.weights
    labels = view.public.component[view.public.seat]
    total = pay.track_pay(view, track, weights[weight.TRAIL_ODDS])
    a, b = labels[tables.track_a[track]], labels[tables.track_b[track]]
    for i in range(mine.ticket_count):
        ticket = mine.tickets[i]
        if mine.done_turn[i] == NEVER and not joined(tables, labels, ticket):
            points = choices.points_if_joined(tables, labels, ticket, a, b)
            if points >= 0:
                total += points + tables.ticket_penalty[ticket]
                total += pay.ticket_bonus(tables, weights[weight.TICKET_ODDS])
    return total


@compiled
def last_claim(view: View) -> int:
    """Return the track that scores most immediately, tickets included; NO_TRACK if there is none."""
    public = view.public
    best, most, seat = planning.NO_TRACK, -1.0, public.seat
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if can_claim(view.tables, public, view.mine, seat, view.scratch, track):
            gain = gain_now(view, track)
            if equals.is_better(gain, most, view.mine.priority.tracks, track, best):
                best, most = track, gain
    return best


@compiled
def choose_mix(view: View, action: ActionRecord) -> None:
    """Split the pieces as the plan needs them, and the rest in the ratio of the supply."""
    tables, scratch = view.tables, view.scratch
    first, second = 0, 0
    count = forest.order_tickets(view, 0)
    forest.plan_forest(view, count, tables.pieces_kept)
    for route in range(tables.routes):
        if scratch.forest.users[route] != 0:
            track = scratch.forest.track[route]
            if tables.track_piece[track] == 0:
                first += tables.track_length[track]
            else:
                second += tables.track_length[track]
    pieces.split_pieces(tables, first, second, action)


@compiled
def build_or_exchange(view: View, late: bool, action: ActionRecord) -> bool:
    """Build a station or a harbour, or exchange pieces or tickets, if that helps; return whether it did."""
    public, size = view.public, view.scratch.plan.track_count
    if (size == 0 or late) and buildings.build_station(view, action):
        return True
    if buildings.build_harbour(view, action):
        return True
    if public.exchanged[public.seat] == 0 and pieces.exchange_short(view, action):
        return True
    if size == 0 and may_exchange_tickets(view.tables, public, public.seat):
        decide(action, codes.EXCHANGE_TICKETS, 0, 0)
        return True
    return False


@compiled
def holds_back(view: View, left: float) -> bool:
    """Return whether it is too early to claim, with so many turns ``left``.

    Until then cards are chosen with more freedom, and no track tells the others anything. The less room
    the board has, the sooner others take what the plan needs.
    """
    tracks = pay.all_pieces(view.tables) / (board.TRACK * board.stride(view))
    return left > view.weights[weight.BURST] * tracks / board.room(view) ** 2


@inlined
def take_turn(view: View, short: int, gather: float, action: ActionRecord) -> None:
    """Choose the action of a turn."""
    weights = view.weights
    seat, size = view.public.seat, view.scratch.plan.track_count
    pace = weights[weight.CLOCK_PACE] * board.stride(view)
    left = clock(view, pace, room_left(view))
    view.memory[LEFT] = int(cards.PERCENT * left)
    slack = left - size - gather
    value_tickets(view, time_for_tickets(view, pace), short, gather)
    late = left <= LAST_TURN
    draws, draw = planning.may_draw_cards(view), 0.0
    if draws:
        draw = cards.draw_best(view, action)
    if wants_tickets(view, draw):
        decide(action, codes.DRAW_TICKETS, 0, 0)
        return
    fill_reach(view.tables, view.public, view.mine, seat, view.scratch)
    pay.count_ends(view)
    if late:
        track = last_claim(view)
    elif draws and holds_back(view, left):
        view.memory[HELD] = 1
        return
    else:
        track = best_planned(view, short, slack < weights[weight.HURRY])
        if track == planning.NO_TRACK and (size == 0 or slack >= weights[weight.FILL_SLACK] * board.game_length(view)):
            spare = pay.pieces_left(view, seat) - view.memory[PLAN_PIECES]
            track = best_filler(view, spare, draw)
    if track != planning.NO_TRACK:
        claims.take(view, track, action)
    elif build_or_exchange(view, late, action):
        return
    elif not draws:
        claims.last_resort(view, action)


def explain(game_map: "GameMap", view: View, action: ActionRecord) -> str:
    """Describe the plan, the points at stake on it, and the worth of tickets compared with cards."""
    memory = view.memory
    size, drawing = memory[PLAN_SIZE], memory[TICKET_VALUE] / cards.PERCENT
    may_draw = drawing > NOT_DRAWN and view.mine.ticket_count < view.weights[weight.MOST_TICKETS]
    plan = words.PlanInWords(
        routes=memory[FIRST_ROUTE : FIRST_ROUTE + size].tolist(),
        stakes=(memory[FIRST_SHARE : FIRST_SHARE + size] / cards.PERCENT).tolist(),
        short=int(memory[SHORT]),
        tickets=drawing if may_draw else None,
        cards=memory[CARDS_VALUE] / cards.PERCENT,
    )
    held = "holds its claims back; " if memory[HELD] else ""
    return held + words.why(game_map, view, action, plan)


def explain_departing(words: str) -> Explainer:
    """Return an explainer for strategies built on this one; ``words`` come first where their choice departed."""

    def explain_departed(game_map: "GameMap", view: View, action: ActionRecord) -> str:
        ours = explain(game_map, view, action)
        return f"{words}; {ours}" if view.memory[DEPARTED] else ours

    return explain_departed


@part
def follow_expert(view: View, action: ActionRecord) -> None:
    """Choose as ``expert`` does, for strategies that build on it; their weights must begin with its weights."""
    memory = view.memory
    decision = view.public.decision
    memory[DEPARTED], memory[HELD] = 0, 0
    board.measure_board(view)
    if decision == codes.AT_KEEP:
        tickets.keep(view, action)
    elif decision == codes.AT_PIECES:
        choose_mix(view, action)
    elif decision == codes.AT_TUNNEL:
        planning.clear_need(view)
        decide(action, codes.PAY_TUNNEL, 0, 0)
    else:
        refresh_plan(view)
        short = cards.need_of_plan(view)
        memory[SHORT] = short
        gather = cards.turns_to_gather(view)
        memory[GATHER] = int(cards.PERCENT * gather)
        spare = pay.pieces_left(view, view.public.seat) - memory[PLAN_PIECES]
        if view.tables.grand_tours:
            tours.fill_tour_worth(view, spare)
        cards.fill_up(view, spare, int(view.weights[weight.FILLS]))
        cards.value_rest(view, short)
        if decision == codes.AT_SECOND:
            cards.draw_best(view, action)
        elif decision == codes.AT_REFILL:
            decide(action, codes.REFILL, planning.wanted_deck(view), 0)
        else:
            take_turn(view, short, gather, action)
    claims.fill_payment(view, action)


@strategy(
    name="expert",
    idea="Plans all tickets together, counts turns, and draws tickets by their expected value.",
    weights=weight.WEIGHTS,
    explain=explain,
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the plan."""
    follow_expert(view, action)
