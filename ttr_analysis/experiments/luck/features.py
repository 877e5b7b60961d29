"""What the value of a state looks at: for each seat, in the board's own quantities, all hands and tickets known.

The plan is that of ``expert`` for the seat: the cheapest forest over its tickets, the cards that it lacks, the turns
that it takes. Points, trails and completed tickets are those of the rules' own scoring, so that stations, harbours
and whatever else a map counts are in them.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import EMPTY, NEVER, NOBODY, Public, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.expert import board, cards, clock, forest, player, weights
from ttr_analysis.strategies.shared import choices, claims, pay

FEATURES: Final = {
    "one": "1 for every state",
    "remaining": "turns until somebody's pieces end the game, as a share of a game of the board",
    "pieces": "pieces left, as a share of all",
    "points": "points that are safe: without bonuses for the longest trail and most tickets, and before failed tickets",
    "penalty": "points that open tickets cost if they stay so",
    "reached": "points and penalties of the tickets that the plan completes",
    "doable": "the same, as far as the turns to spare suffice",
    "trail": "longest trail, less that of the best opponent, in spaces",
    "made": "completed tickets, less those of the best opponent",
    "plan_points": "points of the tracks of the plan",
    "plan_routes": "tracks of the plan",
    "plan_pieces": "pieces that the plan takes",
    "short": "cards that the plan lacks",
    "lacking": "the same, less the locomotives in hand",
    "gather": "turns until no card of the plan is missing",
    "slack": "turns to spare",
    "late": "turns that the plan takes too many",
    "wilds": "locomotives in hand",
    "hand": "cards in hand",
    "spare_cards": "cards in hand that the plan does not need",
    "sets": "squares of the cards of a colour in hand, added up",
    "left": "turns until an opponent ends the game",
    "own_end": "turns in which the player could end the game",
    "spare_pieces": "pieces that the plan leaves over",
    "fill": "the same, times the points that the longest open tracks pay for a piece",
    "room": "open spaces for each player",
    "market": "cards in the market that the plan lacks",
    "market_wilds": "locomotives in the market",
    "wait": "turns of others before the next own turn, as a share of a round",
    "drawn": "cards drawn in this turn",
    "payable": "tracks of the plan that the hand can pay for",
    "payable_stake": "points at stake on them",
    "contested": "points at stake on routes that an opponent plans to claim, too, where only one can",
    "contested_first": "the same, where the player will be ready sooner",
}
"""Features of a seat, with their meaning."""
(
    ONE, REMAINING, PIECES, POINTS, PENALTY, REACHED, DOABLE, TRAIL, MADE, PLAN_POINTS, PLAN_ROUTES, PLAN_PIECES, SHORT,
    LACKING, GATHER, SLACK, LATE, WILDS, HAND, SPARE_CARDS, SETS, LEFT, OWN_END, SPARE_PIECES, FILL, ROOM, MARKET,
    MARKET_WILDS, WAIT, DRAWN, PAYABLE, PAYABLE_STAKE, CONTESTED, CONTESTED_FIRST,
) = range(len(FEATURES))  # fmt: skip
WIDTH: Final = len(FEATURES)

PLANS: Final = 2
"""Numbers of a plan that are kept as long as the plan is: points and penalties of its tickets, points of its tracks."""
NEAR: Final = 0.1
"""Share of a game that remains when the end is near; then features weigh otherwise."""
BLOCKS: Final = 6
"""How often each feature counts, with a weight of its own: see :func:`worth`."""
SURE: Final = 4.0
"""Turns to spare with which a plan is sure to be completed."""


@compiled
def worth(x: Floats, seat: int, fitted: Floats) -> float:
    """Return the points that a seat may expect at the end, given the features of all seats.

    Each feature of the seat counts as it is, by how much of the game remains, by how near the end is, and by the
    fewest pieces that somebody has left; the mean of the opponents' counts as it is, and by those pieces.
    """
    total, pieces, remaining = 0.0, 1.0, x[seat, REMAINING]
    near = max(0.0, 1.0 - remaining / NEAR)
    for other in range(x.shape[0]):
        pieces = min(pieces, x[other, PIECES])
    for i in range(WIDTH):
        all_seats = 0.0
        for other in range(x.shape[0]):
            all_seats += x[other, i]
        others = (all_seats - x[seat, i]) / max(1, x.shape[0] - 1)
        total += x[seat, i] * (fitted[0, i] + remaining * fitted[1, i] + near * fitted[2, i] + pieces * fitted[3, i])
        total += others * (fitted[4, i] + pieces * fitted[5, i])
    return total


@compiled
def note_plan(view: View, plan: Floats) -> None:
    """Note what a plan that was just made is worth."""
    tables, scratch, met = view.tables, view.scratch, 0
    plan[0], plan[1] = 0.0, 0.0
    for route in range(tables.routes):
        met |= scratch.forest.users[route]
        if scratch.forest.users[route] != 0 and scratch.forest.price[route] > 0:
            plan[1] += tables.track_points[scratch.forest.track[route]]
    count = 0
    for i in range(view.mine.ticket_count):
        count += int(view.mine.done_turn[i] == NEVER)
    for i in range(min(count, forest.MAX_PLANNED)):
        if (met >> i) & 1:
            ticket = scratch.plan.order[i]
            plan[0] += choices.aimed_points(view, ticket) + tables.ticket_penalty[ticket]


@compiled
def refresh(view: View, plan: Floats) -> None:
    """Make the plan of the seat to move, unless it is made already for the same board and tickets."""
    board.measure_board(view)
    before = view.memory[player.PLAN_KEY]
    player.refresh_plan(view)
    if view.memory[player.PLAN_KEY] != before:
        note_plan(view, plan)


@compiled
def fill_points(view: View, scores: Records, x: Floats) -> None:
    """Fill in what the rules' scoring tells of the seat to move and of its opponents."""
    seat, trail, made = view.public.seat, 0, 0
    for other in range(view.public.players):
        if other != seat:
            trail, made = max(trail, scores[other].longest_trail), max(made, scores[other].tickets_made)
    mine = scores[seat]
    failed = mine.failed_cut_off + mine.failed_unfinished
    x[POINTS] = mine.total - mine.longest_trail_points - mine.most_tickets_points - failed
    x[PENALTY] = -failed
    x[TRAIL], x[MADE] = mine.longest_trail - trail, mine.tickets_made - made


@compiled
def fill_hand(view: View, short: int, x: Floats) -> None:
    """Fill in what the cards in hand and in the market are to the plan."""
    tables, hand = view.tables, view.mine.hand
    x[WILDS], x[HAND] = hand[tables.wild], view.public.hand_size[view.public.seat]
    x[SHORT], x[LACKING] = short, max(0, short - hand[tables.wild])
    x[GATHER], x[SPARE_CARDS] = cards.turns_to_gather(view), cards.spare_cards_held(view, short)
    x[SETS], x[MARKET], x[MARKET_WILDS] = 0.0, 0.0, 0.0
    for card in range(tables.cards):
        if card != tables.wild:
            x[SETS] += hand[card] * hand[card]
    for slot in range(tables.market_slots):
        card = view.public.market[slot]
        if card == tables.wild:
            x[MARKET_WILDS] += 1.0
        elif card != EMPTY and cards.surplus(view, tables.card_deck[card], tables.card_color[card]) < 0:
            x[MARKET] += 1.0


@compiled
def fill_time(view: View, mover: int, x: Floats) -> None:
    """Fill in the turns that are left; the plan comes first."""
    public, seat = view.public, view.public.seat
    pace, room = view.weights[weights.CLOCK_PACE] * board.stride(view), clock.room_left(view)
    x[LEFT], x[OWN_END], x[ROOM] = clock.clock(view, pace, room), clock.turns_to_end(view, seat, pace, room), room
    x[REMAINING] = min(x[LEFT], x[OWN_END]) / (board.GAME * board.game_length(view))
    x[SLACK] = x[LEFT] - x[PLAN_ROUTES] - x[GATHER]
    x[LATE] = max(0.0, -x[SLACK])
    x[WAIT] = ((seat - mover) % public.players) / public.players
    x[DRAWN] = public.cards_drawn if seat == mover else 0


@compiled
def fill_payable(view: View, x: Floats) -> None:
    """Fill in which tracks of the plan could be claimed now; the need for cards comes first."""
    x[PAYABLE], x[PAYABLE_STAKE] = 0.0, 0.0
    for i in range(view.scratch.plan.track_count):
        track = view.scratch.plan.tracks[i]
        if claims.missing_cards(view, track, 0) < claims.UNPAYABLE:
            x[PAYABLE] += 1.0
            x[PAYABLE_STAKE] += view.memory[player.FIRST_SHARE + i] / cards.PERCENT + view.tables.track_points[track]


@compiled
def is_narrow(tables: Tables, public: Public, route: int) -> bool:
    """Return whether only one more player can claim a track of a route."""
    free = 0
    for i in range(tables.route_tracks.shape[1]):
        track = tables.route_tracks[route, i]
        free += track >= 0 and public.owner[track] == NOBODY
    return free < 2 or tables.closes_doubles != 0


@compiled
def rival_of(memory: Ints, seat: int, route: int, x: Floats) -> int:
    """Return the opponent who plans a route and will be ready first; NOBODY if none does."""
    rival = NOBODY
    for other in range(x.shape[0]):
        if other == seat:
            continue
        for i in range(memory[other, player.PLAN_SIZE]):
            if memory[other, player.FIRST_ROUTE + i] == route and (rival < 0 or is_sooner(x, other, rival)):
                rival = other
    return rival


@compiled
def is_sooner(x: Floats, seat: int, other: int) -> bool:
    """Return whether a seat has the cards of its plan before another one."""
    return x[seat, GATHER] + x[seat, WAIT] < x[other, GATHER] + x[other, WAIT]


@compiled
def fill_contested(tables: Tables, public: Public, memory: Ints, seat: int, x: Floats) -> None:
    """Fill in what others may take of the plan of a seat; all other features of all seats come first."""
    x[seat, CONTESTED], x[seat, CONTESTED_FIRST] = 0.0, 0.0
    for i in range(memory[seat, player.PLAN_SIZE]):
        route = memory[seat, player.FIRST_ROUTE + i]
        rival = rival_of(memory, seat, route, x[: tables.players]) if is_narrow(tables, public, route) else NOBODY
        if rival >= 0:
            stake = memory[seat, player.FIRST_SHARE + i] / cards.PERCENT
            x[seat, CONTESTED] += stake
            x[seat, CONTESTED_FIRST] += stake if is_sooner(x, seat, rival) else 0.0


@compiled
def fill_seat(view: View, mover: int, scores: Records, plan: Floats, x: Floats) -> None:
    """Fill in the features of ``view.public.seat``, where ``mover`` is to move."""
    refresh(view, plan)
    x[ONE] = 1.0
    fill_points(view, scores, x)
    fill_hand(view, cards.need_of_plan(view), x)
    fill_payable(view, x)
    x[PLAN_ROUTES], x[PLAN_PIECES] = view.memory[player.PLAN_SIZE], view.memory[player.PLAN_PIECES]
    fill_time(view, mover, x)
    x[REACHED], x[PLAN_POINTS] = plan[0], plan[1]
    x[DOABLE] = plan[0] * min(1.0, max(0.0, 0.5 + 0.5 * x[SLACK] / SURE))
    left = pay.pieces_left(view, view.public.seat)
    x[PIECES], x[SPARE_PIECES] = left / max(1, pay.all_pieces(view.tables)), left - x[PLAN_PIECES]
    x[FILL] = x[SPARE_PIECES] * pay.pay_of_board(view)
