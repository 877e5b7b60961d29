"""``expert``: our best player."""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.codes import (
    AT_KEEP,
    AT_PIECES,
    AT_REFILL,
    AT_SECOND,
    AT_TUNNEL,
    DRAW_TICKETS,
    EXCHANGE_TICKETS,
    KEEP_TICKETS,
    PAY_TUNNEL,
    REFILL,
)
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import LEGAL, check_keep, may_exchange_tickets
from ttr_analysis.engine.payments import can_claim, fill_reach
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, ActionRecord, Private, Public, Tables, Work
from ttr_analysis.records import Floats, Ints, Words
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.forest import order_tickets, plan_forest, share_of_route, worth_of_forest
from ttr_analysis.strategies.gathering import (
    FILLING,
    PERCENT,
    PLANNED,
    draw_best,
    fill_up,
    need_of_plan,
    surplus,
    turns_to_gather,
    value_rest,
)
from ttr_analysis.strategies.outlook import *
from ttr_analysis.strategies.planning import (
    NO_TRACK,
    best_color,
    clear_need,
    may_draw_cards,
    may_draw_tickets,
    open_track,
    wanted_deck,
    wilds_needed,
)
from ttr_analysis.strategies.ticket_planner import (
    UNPAYABLE,
    build_harbour,
    build_station,
    choose_pieces,
    exchange_short,
    fill_payment,
    last_resort,
    missing_cards,
    take,
)

PLAN_KEY: Final = 0
PLAN_SIZE: Final = 1
PLAN_PIECES: Final = 2
FIRST_ROUTE: Final = 3
FIRST_SHARE: Final = 103
MOST_ROUTES: Final = 100


@compiled
def board_key(public: Public, private: Private, every: int) -> int:
    """A number that changes with every claim and every ticket."""
    key = private.ticket_count
    for seat in range(public.players):
        key = key * 64 + public.owned_count[seat]
    return key * 64 + (public.turn - 1) // (every * public.players) + 1


@compiled
def remember_plan(tables: Tables, memory: Ints, work: Work, count: int) -> None:
    """Keep the forest's missing routes and the points at stake on each."""
    size = 0
    for route in range(tables.routes):
        if work.used[route] != 0 and work.saved_cost[route] > 0 and size < MOST_ROUTES:
            memory[FIRST_ROUTE + size] = route
            memory[FIRST_SHARE + size] = int(PERCENT * share_of_route(tables, work, count, route))
            size += 1
    memory[PLAN_SIZE] = size


@compiled
def refresh_plan(tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, work: Work) -> int:
    """Plan anew when the board or the tickets have changed. The tracks to claim stand in
    ``work.plan``; gives their number.
    """
    seat, key = public.seat, board_key(public, private, int(weights[REPLAN]))
    if memory[PLAN_KEY] != key:
        fill_reach(tables, public, private, seat, work)
        count = order_tickets(tables, public, private, seat, 0, work)
        left = pieces_left(tables, public, seat)
        memory[PLAN_PIECES] = plan_forest(tables, public, weights, seat, count, left, work)
        memory[PLAN_KEY] = key
        remember_plan(tables, memory, work, count)
    for i in range(memory[PLAN_SIZE]):
        work.plan[i] = open_track(tables, public, seat, memory[FIRST_ROUTE + i], private.hand)
    return memory[PLAN_SIZE]


@compiled
def taken_from_plan(tables: Tables, work: Work, hand: Ints, track: int, color: int) -> int:
    """Cards of a payment that the rest of the plan needs."""
    deck = tables.track_deck[track]
    spare = max(0, surplus(tables, hand, work, deck, color))
    return max(0, tables.track_length[track] - spare)


@compiled
def best_planned(
    tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, work: Work, size: int, short: int,
    late: bool, hurry: bool,
) -> int:  # fmt: skip
    """The planned track that is best claimed now; NO_TRACK when waiting is better."""
    best, most = NO_TRACK, -1e9 if late else weights[CLAIM_FLOOR]
    thrift = 0.0 if short <= private.hand[tables.wild] or late or hurry else weights[WILD_PRICE]
    for i in range(size):
        track = work.plan[i]
        wilds = missing_cards(tables, public, private.hand, work, track)
        if wilds >= UNPAYABLE:
            continue
        share = memory[FIRST_SHARE + i] / PERCENT
        value = tables.track_points[track] + weights[PLAN_SHARE] * share - thrift * wilds
        if value > most:
            best, most = track, value
    return best


@compiled
def best_filler(
    tables: Tables, public: Public, private: Private, weights: Floats, work: Work, spare: int, late: bool, draw: float,
) -> int:  # fmt: skip
    """The track outside the plan that is best claimed now; NO_TRACK when waiting is better."""
    best, most, seat = NO_TRACK, 0.0 if late else weights[FILL_FLOOR] * draw, public.seat
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if work.usable[track] == PLANNED or length > spare:
            continue
        if not can_claim(tables, public, private, seat, work, track):
            continue
        color = best_color(tables, work, private.hand, track)
        wilds = wilds_needed(tables, private.hand, track, color) if color >= 0 else length
        value = 1.0 * tables.track_points[track]
        if not late:
            value -= weights[FILL_SPACE] * length + weights[WILD_PRICE] * wilds
            if color >= 0 and work.usable[track] != FILLING:
                value -= weights[NEED_PRICE] * (taken_from_plan(tables, work, private.hand, track, color) - wilds)
        if value > most:
            best, most = track, value
    return best


@compiled
def wants_tickets(
    tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, slack: float, draw: float
) -> bool:
    """Whether another ticket can probably be completed."""
    left = pieces_left(tables, public, public.seat)
    return (
        may_draw_tickets(tables, public)
        and left - memory[PLAN_PIECES] >= (weights[DRAW_SPARE] - weights[IDLE_TICKETS] * max(0.0, 1.5 - draw)) * all_pieces(tables)
        and left >= weights[DRAW_LEAST] * all_pieces(tables)
        and slack >= weights[DRAW_SLACK]
        and private.ticket_count < weights[MOST_TICKETS]
    )


@compiled
def joined_value(tables: Tables, public: Public, private: Private, seat: int, number: int) -> int:
    """Points of the offered tickets of a bit set that are joined already."""
    total = 0
    for i in range(private.offered_count):
        if number >> i & 1 and joined(tables, public.component[seat], private.offered[i]):
            total += tables.ticket_points[private.offered[i]]
    return total


@compiled
def keep(tables: Tables, public: Public, private: Private, weights: Floats, work: Work, action: ActionRecord) -> None:
    """Keep the offered tickets whose joint plan is worth most."""
    seat, best, most = public.seat, 0, -1e9
    limit = max(0, pieces_left(tables, public, seat) - int(weights[RESERVE] * all_pieces(tables)))
    fill_reach(tables, public, private, seat, work)
    for number in range(1 << private.offered_count):
        if check_keep(tables, public, private, number) != LEGAL:
            continue
        count = order_tickets(tables, public, private, seat, number, work)
        plan_forest(tables, public, weights, seat, count, limit, work)
        value = worth_of_forest(tables, weights, work, count) + joined_value(tables, public, private, seat, number)
        if value > most:
            best, most = number, value
    decide(action, KEEP_TICKETS, 0, best)


@compiled
def build_or_exchange(
    tables: Tables, public: Public, private: Private, work: Work, size: int, late: bool, action: ActionRecord
) -> bool:
    """Build a station or a harbour, or exchange pieces or tickets, where that helps."""
    if (size == 0 or late) and build_station(tables, public, private, work, action):
        return True
    if build_harbour(tables, public, private, work, action):
        return True
    if exchange_short(tables, public, work, size, action):
        return True
    if size == 0 and may_exchange_tickets(tables, public, public.seat):
        decide(action, EXCHANGE_TICKETS, 0, 0)
        return True
    return False


@compiled
def take_turn(
    tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, work: Work, action: ActionRecord,
    size: int, short: int, gather: float,
) -> None:  # fmt: skip
    """The action of a turn."""
    seat = public.seat
    left = clock(tables, public, seat, weights[CLOCK_PACE])
    slack = left - size - gather
    late = left <= weights[LATE]
    draws, draw = may_draw_cards(tables, public), 0.0
    if draws:
        draw = draw_best(tables, public, private, work, action)
    if wants_tickets(tables, public, private, memory, weights, slack, draw):
        decide(action, DRAW_TICKETS, 0, 0)
        return
    track = best_planned(tables, public, private, memory, weights, work, size, short, late, slack < weights[HURRY])
    if track == NO_TRACK and (size == 0 or late or slack >= weights[FILL_SLACK]):
        spare = pieces_left(tables, public, seat) - (0 if late else memory[PLAN_PIECES])
        fill_reach(tables, public, private, seat, work)
        track = best_filler(tables, public, private, weights, work, spare, late, draw)
    if track != NO_TRACK:
        take(tables, private, work, track, action)
    elif build_or_exchange(tables, public, private, work, size, late, action):
        return
    elif not draws:
        last_resort(tables, public, private, work, action)


@strategy(name="expert", idea="Our best player.", weights=WEIGHTS)
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
    """Follow the plan."""
    decision = public.decision
    if decision == AT_KEEP:
        keep(tables, public, private, weights, work, action)
    elif decision == AT_PIECES:
        choose_pieces(tables, public, private, work, action)
    elif decision == AT_TUNNEL:
        clear_need(tables, work)
        decide(action, PAY_TUNNEL, 0, 0)
    else:
        size = refresh_plan(tables, public, private, memory, weights, work)
        short = need_of_plan(tables, public, private, weights, work, size)
        gather = turns_to_gather(tables, private.hand, weights, work)
        spare = pieces_left(tables, public, public.seat) - memory[PLAN_PIECES]
        fill_up(tables, public, private, weights, work, spare, int(weights[FILLS]))
        value_rest(tables, private, weights, work, short)
        if decision == AT_SECOND:
            draw_best(tables, public, private, work, action)
        elif decision == AT_REFILL:
            decide(action, REFILL, wanted_deck(tables, public, private.hand, work), 0)
        else:
            take_turn(tables, public, private, memory, weights, work, action, size, short, gather)
    fill_payment(tables, public, private, work, action)
