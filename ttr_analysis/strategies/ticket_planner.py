"""``ticket_planner``: joins all its tickets by one plan and gathers the cards for it.

It keeps the tickets with the best value for their trains, plans the cheapest ways for
all tickets together over its own and open tracks (a way of one ticket is free for the
next), draws what the plan needs (the market first), claims the longest track of the
plan that it can pay, and replans when a planned route is lost. When all tickets are
joined it draws more while they can still be completed, then claims long tracks.
On other boards it also decides on tunnels, builds a station when a ticket is cut off,
builds harbours where its tickets end, and chooses its mix of pieces by the plan.
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.capacities import PARALLEL
from ttr_analysis.engine.codes import (
    AT_KEEP,
    AT_PIECES,
    AT_REFILL,
    AT_SECOND,
    AT_TUNNEL,
    BUILD_HARBOUR,
    BUILD_STATION,
    CHOOSE_PIECES,
    DECLINE_TUNNEL,
    DRAW_TICKETS,
    EXCHANGE_PIECES,
    EXCHANGE_TICKETS,
    KEEP_TICKETS,
    PAY_TUNNEL,
    REFILL,
)
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import (
    LEGAL,
    check_keep,
    least_first_pieces,
    may_build_harbour,
    may_build_station,
    may_exchange_tickets,
    most_exchanged,
    most_first_pieces,
)
from ttr_analysis.engine.payments import can_pay_building, fill_reach, pairs_held
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import ANY_COLOR, NEVER, ActionRecord, Private, Public, Tables, Work
from ttr_analysis.records import Floats, Ints, Words
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.planning import (
    NO_TRACK,
    SPACE,
    best_claim,
    best_color,
    choose_payment,
    claim_track,
    clear_need,
    draw_needed,
    effort_left,
    end_is_near,
    held_units,
    lacks_payment,
    may_draw_cards,
    may_draw_tickets,
    open_track,
    plan_held,
    plan_offered,
    wanted_deck,
    wilds_needed,
)

PLAN_SIZE: Final = 0
TICKETS_PLANNED: Final = 1
FIRST_ROUTE: Final = 2
"""Places in the memory: routes of the plan, tickets when it was made, the routes."""

MOST_TICKETS: Final = 0
DRAW_SHARE: Final = 1
LEAST_LENGTH: Final = 2
SHORT_SHARE: Final = 3
SPACE_PRICE: Final = 4
RESERVE: Final = 5
TUNNEL_SPARE: Final = 6
"""Places of the weights."""

UNPAYABLE: Final = 1000


@compiled
def remember_plan(tables: Tables, public: Public, private: Private, memory: Ints, work: Work) -> None:
    """Make a new plan and remember it."""
    limit = effort_left(tables, public, public.seat)
    plan_held(tables, public, private, public.seat, limit, work)
    memory[PLAN_SIZE] = work.plan_size
    memory[TICKETS_PLANNED] = private.ticket_count
    for i in range(work.plan_size):
        memory[FIRST_ROUTE + i] = work.plan[i]


@compiled
def owns_route(tables: Tables, public: Public, seat: int, route: int) -> bool:
    """Whether a seat owns a track of a route."""
    for i in range(PARALLEL):
        track = tables.route_tracks[route, i]
        if track >= 0 and public.owner[track] == seat:
            return True
    return False


@compiled
def refresh_plan(tables: Tables, public: Public, private: Private, memory: Ints, work: Work) -> int:
    """Drop claimed routes from the plan; plan anew when one is lost or tickets came.

    The tracks to claim stand in ``work.plan``; gives their number.
    """
    if memory[TICKETS_PLANNED] != private.ticket_count:
        remember_plan(tables, public, private, memory, work)
    for _ in range(2):
        size, lost = 0, False
        for i in range(memory[PLAN_SIZE]):
            route = memory[FIRST_ROUTE + i]
            if owns_route(tables, public, public.seat, route):
                continue
            track = open_track(tables, public, public.seat, route, private.hand)
            if track == NO_TRACK:
                lost = True
                break
            memory[FIRST_ROUTE + size] = route
            work.plan[size] = track
            size += 1
        if not lost:
            memory[PLAN_SIZE] = size
            return size
        remember_plan(tables, public, private, memory, work)
    return 0


@compiled
def spare_cards(tables: Tables, weights: Floats, track: int) -> int:
    """Cards to hold beyond the length of a tunnel before it is begun."""
    return int(weights[TUNNEL_SPARE] * tables.track_reveals[track] + 0.5)


@compiled
def need_of_plan(tables: Tables, private: Private, weights: Floats, work: Work, size: int) -> None:
    """Fill ``work.need`` with the spaces that the planned tracks take, and tunnels' spare cards."""
    clear_need(tables, work)
    for i in range(size):
        track = work.plan[i]
        spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
        spaces += spare_cards(tables, weights, track)
        if tables.track_color[track] == ANY_COLOR:
            work.gray_need[tables.track_deck[track]] += spaces
        else:
            work.need[tables.track_deck[track], tables.track_color[track]] += spaces
    if size == 0:
        collect_most_held(tables, private.hand, work)


@compiled
def collect_most_held(tables: Tables, hand: Ints, work: Work) -> None:
    """Without a plan, want more of the colour that the hand holds most of."""
    for deck in range(tables.decks):
        best = 0
        for color in range(tables.colors):
            if held_units(tables, hand, deck, color) > held_units(tables, hand, deck, best):
                best = color
        work.need[deck, best] = 12


@compiled
def missing_cards(tables: Tables, public: Public, hand: Ints, work: Work, track: int, spare: int) -> int:
    """Wilds that the best payment of a track takes; very many when it cannot be claimed, or
    would leave fewer than ``spare`` cards that could pay a surcharge.
    """
    length = tables.track_length[track]
    if public.pieces[public.seat, tables.track_piece[track]] < length:
        return UNPAYABLE
    if tables.track_pairs[track]:
        held = pairs_held(tables, hand, tables.track_deck[track], tables.track_color[track])
        return 0 if held >= length else UNPAYABLE
    color = best_color(tables, work, hand, track)
    if color < 0 or hand[tables.wild] < tables.track_wilds[track]:
        return UNPAYABLE
    if spare > 0 and held_units(tables, hand, tables.track_deck[track], color) + hand[tables.wild] < length + spare:
        return UNPAYABLE
    return wilds_needed(tables, hand, track, color)


@compiled
def claim_of_plan(
    tables: Tables, public: Public, private: Private, weights: Floats, work: Work, size: int, near: bool
) -> int:
    """The longest planned track that the hand can pay, long before few wilds; a tunnel with
    cards to spare, until the end is near.
    """
    best, best_value = NO_TRACK, -1
    for i in range(size):
        track = work.plan[i]
        spare = 0 if near else spare_cards(tables, weights, track)
        value = 10 * tables.track_length[track] - 3 * missing_cards(tables, public, private.hand, work, track, spare)
        if value > best_value:
            best, best_value = track, value
    return best


@compiled
def take(tables: Tables, private: Private, work: Work, track: int, action: ActionRecord) -> None:
    """Claim a track in the colour that is missed least."""
    claim_track(tables, private.hand, track, best_color(tables, work, private.hand, track), action)


@compiled
def all_pieces(tables: Tables) -> int:
    """Pieces that a player has at the start."""
    return tables.pieces_kept if tables.pieces_kept > 0 else tables.supply[0] + tables.supply[1]


@compiled
def wants_tickets(tables: Tables, public: Public, private: Private, weights: Floats) -> bool:
    """Whether there are pieces enough to complete another ticket."""
    left = public.pieces[public.seat, 0] + public.pieces[public.seat, 1]
    return (
        may_draw_tickets(tables, public)
        and left >= weights[DRAW_SHARE] * all_pieces(tables)
        and private.ticket_count < weights[MOST_TICKETS]
    )


# ---- stations ----


@compiled
def station_site(tables: Tables, public: Public, private: Private, seat: int) -> int:
    """A city where a station completes an unfinished ticket over one opponent's track;
    the most valuable ticket first; -1 for none.
    """
    labels, best, most = public.component[seat], -1, 0
    for i in range(private.ticket_count):
        ticket = private.tickets[i]
        gain = tables.ticket_points[ticket] + tables.ticket_penalty[ticket]
        if gain <= max(most, tables.station_unbuilt) or joined(tables, labels, ticket):
            continue
        start, goal = labels[tables.ticket_stops[ticket, 0]], labels[tables.ticket_stops[ticket, 1]]
        for track in range(tables.tracks):
            owner = public.owner[track]
            if owner < 0 or owner == seat:
                continue
            a, b = tables.track_a[track], tables.track_b[track]
            if not ((labels[a] == start and labels[b] == goal) or (labels[a] == goal and labels[b] == start)):
                continue
            if public.station_owner[a] == seat or public.station_owner[b] == seat:
                continue
            if may_build_station(tables, public, a):
                best, most = a, gain
            elif may_build_station(tables, public, b):
                best, most = b, gain
    return best


@compiled
def build_station(tables: Tables, public: Public, private: Private, work: Work, action: ActionRecord) -> bool:
    """Build a station if a ticket can be saved by one."""
    if not can_pay_building(tables, public, private, public.seat, BUILD_STATION):
        return False
    city = station_site(tables, public, private, public.seat)
    if city < 0:
        return False
    decide(action, BUILD_STATION, city, 0)
    return True


# ---- harbours ----


@compiled
def harbour_site(tables: Tables, public: Public, private: Private, seat: int) -> int:
    """The city with most own completed tickets where a harbour may be built; -1 for none."""
    best, most = -1, 0
    for city in range(tables.cities):
        if tables.port[city] == 0 or not may_build_harbour(tables, public, seat, city):
            continue
        named = 0
        for i in range(private.ticket_count):
            if private.done_turn[i] == NEVER:
                continue
            ticket = private.tickets[i]
            for j in range(tables.ticket_stop_count[ticket]):
                if tables.ticket_stops[ticket, j] == city:
                    named += 1
        if named > most:
            best, most = city, named
    return best


@compiled
def build_harbour(tables: Tables, public: Public, private: Private, work: Work, action: ActionRecord) -> bool:
    """Build a harbour where completed tickets end."""
    if not can_pay_building(tables, public, private, public.seat, BUILD_HARBOUR):
        return False
    city = harbour_site(tables, public, private, public.seat)
    if city < 0:
        return False
    decide(action, BUILD_HARBOUR, city, 0)
    return True


# ---- pieces ----


@compiled
def plan_pieces(tables: Tables, work: Work, size: int, piece: int) -> int:
    """Pieces of a kind that the planned tracks take."""
    total = 0
    for i in range(size):
        if tables.track_piece[work.plan[i]] == piece:
            total += tables.track_length[work.plan[i]]
    return total


@compiled
def choose_pieces(tables: Tables, public: Public, private: Private, work: Work, action: ActionRecord) -> None:
    """Split the pieces as the plan does, what is over in the ratio of the boxes."""
    plan_held(tables, public, private, public.seat, effort_left(tables, public, public.seat), work)
    size = work.plan_size
    for i in range(size):
        work.plan[i] = open_track(tables, public, public.seat, work.plan[i], private.hand)
    first, second = plan_pieces(tables, work, size, 0), plan_pieces(tables, work, size, 1)
    spare = max(0, tables.pieces_kept - first - second)
    number = first + spare * tables.supply[0] // (tables.supply[0] + tables.supply[1])
    decide(action, CHOOSE_PIECES, 0, max(least_first_pieces(tables), min(most_first_pieces(tables), number)))


@compiled
def exchange_short(tables: Tables, public: Public, work: Work, size: int, action: ActionRecord) -> bool:
    """Exchange pieces when the plan lacks one kind and has enough of the other."""
    seat = public.seat
    if tables.exchange_cost == 0 or size == 0:
        return False
    for piece in range(tables.pieces):
        short = plan_pieces(tables, work, size, 1 - piece) - public.pieces[seat, 1 - piece]
        spare = public.pieces[seat, piece] - plan_pieces(tables, work, size, piece)
        number = min(short, spare, most_exchanged(tables, public, seat, piece))
        if short > 0 and number == short:
            decide(action, EXCHANGE_PIECES, piece, number)
            return True
    return False


# ---- decisions ----


@compiled
def keep(tables: Tables, public: Public, private: Private, weights: Floats, work: Work, action: ActionRecord) -> None:
    """Keep the offered tickets whose plan is worth most: the points won less those lost and
    the price of the spaces it takes; some pieces are left over.
    """
    seat, limit = public.seat, effort_left(tables, public, public.seat)
    limit = max(0, limit - SPACE * int(weights[RESERVE] * all_pieces(tables)))
    best, most = 0, -1e9
    plan_held(tables, public, private, seat, limit, work)
    size, effort = work.plan_size, work.plan_effort
    for route in range(tables.routes):
        work.saved_cost[route] = work.route_cost[route]
    for number in range(1 << private.offered_count):
        if check_keep(tables, public, private, number) != LEGAL:
            continue
        for route in range(tables.routes):
            work.route_cost[route] = work.saved_cost[route]
        work.plan_size, work.plan_effort = size, effort
        points = plan_offered(tables, public, private, seat, number, limit, work)
        value = points - weights[SPACE_PRICE] * (work.plan_effort / SPACE)
        if value > most:
            best, most = number, value
    decide(action, KEEP_TICKETS, 0, best)


@compiled
def take_turn(
    tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, work: Work, action: ActionRecord
) -> None:
    """The action of a turn."""
    seat = public.seat
    size = refresh_plan(tables, public, private, memory, work)
    need_of_plan(tables, private, weights, work, size)
    near = end_is_near(tables, public, seat)
    track = claim_of_plan(tables, public, private, weights, work, size, near)
    if track != NO_TRACK:
        take(tables, private, work, track, action)
        return
    if (size == 0 or near) and build_station(tables, public, private, work, action):
        return
    if build_harbour(tables, public, private, work, action):
        return
    if exchange_short(tables, public, work, size, action):
        return
    if size == 0 and may_exchange_tickets(tables, public, seat):
        decide(action, EXCHANGE_TICKETS, 0, 0)
        return
    if size == 0 and not near and wants_tickets(tables, public, private, weights):
        decide(action, DRAW_TICKETS, 0, 0)
        return
    if size == 0 or near:
        left = public.pieces[seat, 0] + public.pieces[seat, 1]
        short = near or left <= weights[SHORT_SHARE] * all_pieces(tables)
        fill_reach(tables, public, private, seat, work)
        track = best_claim(tables, public, private, seat, work, 1 if short else int(weights[LEAST_LENGTH]))
        if track != NO_TRACK:
            take(tables, private, work, track, action)
            return
    if may_draw_cards(tables, public):
        draw_needed(tables, public, private, work, action)
        return
    last_resort(tables, public, private, work, action)


@compiled
def last_resort(tables: Tables, public: Public, private: Private, work: Work, action: ActionRecord) -> None:
    """No cards can be drawn: any claim, tickets, a station, an exchange."""
    seat = public.seat
    fill_reach(tables, public, private, seat, work)
    track = best_claim(tables, public, private, seat, work, 1)
    if track != NO_TRACK:
        take(tables, private, work, track, action)
        return
    if may_draw_tickets(tables, public):
        decide(action, DRAW_TICKETS, 0, 0)
        return
    if may_exchange_tickets(tables, public, seat):
        decide(action, EXCHANGE_TICKETS, 0, 0)
        return
    stations = can_pay_building(tables, public, private, seat, BUILD_STATION)
    harbours = can_pay_building(tables, public, private, seat, BUILD_HARBOUR)
    for city in range(tables.cities):
        if stations and may_build_station(tables, public, city):
            decide(action, BUILD_STATION, city, 0)
            return
        if harbours and may_build_harbour(tables, public, seat, city):
            decide(action, BUILD_HARBOUR, city, 0)
            return
    piece = 0 if most_exchanged(tables, public, seat, 0) > 0 else 1
    decide(action, EXCHANGE_PIECES, piece, 1)


@compiled
def fill_payment(tables: Tables, public: Public, private: Private, work: Work, action: ActionRecord) -> None:
    """Choose the payment of an action that still lacks one; a tunnel that the hand cannot
    pay is declined.
    """
    if lacks_payment(tables, action) and not choose_payment(tables, public, private, work, action):
        decide(action, DECLINE_TUNNEL, 0, 0)


@strategy(
    name="ticket_planner",
    idea="Plans the cheapest ways for all its tickets together and gathers the cards for them.",
    weights={
        "most_tickets": 7,  # draw no more tickets with so many
        "draw_share": 10 / 45,  # nor with a smaller share of the pieces left
        "least_length": 4,  # length of the tracks claimed outside the plan
        "short_share": 12 / 45,  # share of the pieces below which any length will do
        "space_price": 0.7,  # points that a space must bring when tickets are kept
        "reserve": 6 / 45,  # share of all pieces that kept tickets must leave over
        "tunnel_spare": 2 / 3,  # cards to spare before a tunnel, for each card turned up
    },
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
    """Follow the plan."""
    decision = public.decision
    if decision == AT_KEEP:
        keep(tables, public, private, weights, work, action)
    elif decision == AT_PIECES:
        choose_pieces(tables, public, private, work, action)
    elif decision == AT_TUNNEL:
        clear_need(tables, work)
        decide(action, PAY_TUNNEL, 0, 0)
    elif decision == AT_SECOND or decision == AT_REFILL:
        size = refresh_plan(tables, public, private, memory, work)
        need_of_plan(tables, private, weights, work, size)
        if decision == AT_SECOND:
            draw_needed(tables, public, private, work, action)
        else:
            decide(action, REFILL, wanted_deck(tables, public, private.hand, work), 0)
    else:
        take_turn(tables, public, private, memory, weights, work, action)
    fill_payment(tables, public, private, work, action)
