"""Helpers that strategies share: plans over the board, payments, choices of cards.

Everything here reads only public information and the seat's own. The costs of routes are
*efforts*: two per space, so that half spaces can express the extra cost of a ferry's
locomotives, a tunnel's surcharge or pairs of cards.
"""

from typing import Final

from ttr_analysis.engine import legal
from ttr_analysis.engine.card_sets import sets_short
from ttr_analysis.engine.codes import CLAIM, DRAW_BLIND, DRAW_MARKET
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import BLOCKED, open_to, owns_beside, shortest_path, trace_path
from ttr_analysis.engine.legal import blind_barred, hand_full, market_barred, market_card_to_take, wild_to_take
from ttr_analysis.engine.reach import can_claim
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.scoring import joined, reached_points
from ttr_analysis.engine.state import ANY_COLOR, EMPTY, NEVER, NOBODY, ActionRecord, Scratch, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.shared import choices, pay
from ttr_analysis.strategies.shared.equals import is_better

SPACE: Final = 2
"""The effort of one space."""
NO_TRACK: Final = -1
PLANNED: Final = 1
FILLING: Final = 2
"""Roles in ``scratch.plan.role``: tracks of the plan, and additional tracks to collect cards for."""
UNREACHABLE: Final = -1


# ---- routes ----


@compiled
def effort_of(tables: Tables, track: int) -> int:
    """Return the effort of a track.

    It consists of the spaces (twice as many if paid in pairs), one space for each locomotive of a
    ferry, and half a space for each card that a tunnel turns up.
    """
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    return SPACE * spaces + SPACE * tables.track_wilds[track] + tables.track_reveals[track] * SPACE // 4


@compiled
def most_points(tables: Tables, route: int) -> int:
    """Return the points of the track of a route that scores most."""
    points = 0
    for i in range(PARALLEL):
        if tables.route_tracks[route, i] >= 0:
            points = max(points, tables.track_points[tables.route_tracks[route, i]])
    return points


@compiled
def shortest_track(tables: Tables, route: int) -> int:
    """Return the spaces of the shortest track of a route."""
    spaces = tables.track_length[tables.route_tracks[route, 0]]
    for i in range(1, PARALLEL):
        if tables.route_tracks[route, i] >= 0:
            spaces = min(spaces, tables.track_length[tables.route_tracks[route, i]])
    return spaces


@inlined
def open_track(view: View, route: int) -> int:
    """Return the track of a route that a seat prefers to claim; -1 if none is open to it.

    The preferred track is the one whose colour the seat holds most of.
    """
    tables, priority = view.tables, view.mine.priority.tracks
    best, most = NO_TRACK, -1
    for i in range(PARALLEL):
        track = tables.route_tracks[route, i]
        if track < 0:
            break
        if view.public.owner[track] == NOBODY and not owns_beside(view.public, view.public.seat, track):
            color, held = tables.track_color[track], 0
            if color != ANY_COLOR:
                held = view.mine.hand[tables.color_kinds[tables.track_deck[track], color, 0]]
            if is_better(held, most, priority, track, best):
                best, most = track, held
    return best


@inlined
def fill_route_costs(view: View, seat: int) -> None:
    """Fill in the efforts of all routes for a seat: 0 for its own routes, blocked for lost ones."""
    tables = view.tables
    for route in range(tables.routes):
        cost = BLOCKED
        for i in range(PARALLEL):
            track = tables.route_tracks[route, i]
            if track < 0:
                break
            if view.public.owner[track] == seat:
                cost = 0
                break
            if open_to(view.public, seat, track):
                effort = effort_of(tables, track)
                if cost == BLOCKED or effort < cost:
                    cost = effort
        view.scratch.route_cost[route] = cost


@compiled
def effort_left(view: View) -> int:
    """Return the effort that a seat's pieces allow, or will allow once it has chosen them."""
    return SPACE * pay.pieces_left(view, view.public.seat)


# ---- plans ----


@compiled
def clear_plan(scratch: Scratch) -> None:
    """Begin a plan without routes."""
    scratch.plan.route_count, scratch.plan.effort = 0, 0


@compiled
def tracks_of_plan(view: View) -> None:
    """Choose the track to claim on each route of the plan that is open to the player."""
    plan = view.scratch.plan
    plan.track_count = 0
    for i in range(plan.route_count):
        track = open_track(view, plan.routes[i])
        if track != NO_TRACK:
            plan.tracks[plan.track_count] = track
            plan.track_count += 1


@compiled
def add_path(view: View, start: int, goal: int, limit: int) -> int:
    """Add the cheapest path between two cities to the plan; return its effort, or UNREACHABLE."""
    scratch = view.scratch
    effort = shortest_path(view.tables, scratch, view.mine.priority.routes, start, goal, limit)
    if effort < 0:
        return UNREACHABLE
    for i in range(trace_path(scratch, start, goal)):
        route = scratch.path[i]
        if scratch.route_cost[route] > 0:
            scratch.route_cost[route] = 0
            scratch.plan.routes[scratch.plan.route_count] = route
            scratch.plan.route_count += 1
    return effort


@compiled
def add_ticket(view: View, labels: Ints, ticket: int, limit: int) -> int:
    """Add the paths that complete a ticket to the plan; return their effort, or UNREACHABLE."""
    total = 0
    choices.aim(view, ticket, SPACE, limit)
    for i in range(1, view.tables.ticket_stop_count[ticket]):
        start, goal = choices.stop(view, ticket, i - 1), choices.stop(view, ticket, i)
        if labels[start] == labels[goal]:
            continue
        effort = add_path(view, start, goal, limit - total)
        if effort < 0:
            return UNREACHABLE
        total += effort
    return total


@compiled
def insert(tables: Tables, order: Ints, place: int, ticket: int) -> None:
    """Insert a ticket into the first ``place`` tickets of an order by points, highest first."""
    while place > 0 and tables.ticket_points[order[place - 1]] < tables.ticket_points[ticket]:
        order[place] = order[place - 1]
        place -= 1
    order[place] = ticket


@compiled
def plan_order(view: View, count: int, limit: int) -> float:
    """Add the cheapest paths for the first ``count`` tickets of ``scratch.plan.order`` to the plan.

    The path of one ticket is free for the next. The effort spent is added to ``scratch.plan.effort``.
    Return the ticket points won, with their chance of the most-tickets bonus, minus those lost.
    """
    tables, scratch = view.tables, view.scratch
    labels, value, bonus = view.public.component[view.public.seat], 0.0, pay.ticket_bonus(tables, pay.TICKET_ODDS)
    for i in range(count):
        ticket = scratch.plan.order[i]
        if joined(tables, labels, ticket):
            value += reached_points(tables, labels, ticket) + bonus
            continue
        effort = add_ticket(view, labels, ticket, limit - scratch.plan.effort)
        if effort < 0:
            value -= tables.ticket_penalty[ticket]
        else:
            value += choices.aimed_points(view, ticket) + bonus
            scratch.plan.effort += effort
    return value


@compiled
def plan_held(view: View, limit: int) -> float:
    """Make a plan, within an effort, for all unfinished tickets together.

    The routes are written to ``scratch.plan.routes``. Return the ticket points won minus those lost.
    """
    mine, scratch = view.mine, view.scratch
    fill_route_costs(view, view.public.seat)
    clear_plan(scratch)
    count = 0
    for i in range(mine.ticket_count):
        if mine.done_turn[i] == NEVER:
            insert(view.tables, scratch.plan.order, count, mine.tickets[i])
            count += 1
    return plan_order(view, count, limit)


@compiled
def plan_offered(view: View, offered: int, limit: int) -> float:
    """Add the offered tickets of a bit set to a plan; return the points won minus those lost."""
    count = 0
    for i in range(view.mine.offered_count):
        if (offered >> i) & 1:
            insert(view.tables, view.scratch.plan.order, count, view.mine.offered[i])
            count += 1
    return plan_order(view, count, limit)


# ---- what a plan needs ----


@compiled
def held_units(view: View, deck: int, color: int) -> int:
    """Return the spaces that the cards of a deck and colour cover, not counting wilds."""
    units = 0
    for i in range(2):
        kind = view.tables.color_kinds[deck, color, i]
        if kind >= 0:
            units += view.mine.hand[kind] * view.tables.card_units[kind]
    return units


@compiled
def wilds_for(view: View, track: int) -> int:
    """Return how many of the wilds held may pay for a track."""
    return min(view.mine.hand[view.tables.wild], view.tables.track_most_wilds[track])


@compiled
def best_color(view: View, track: int) -> int:
    """Return the colour to pay for a track in; -1 if no colour suffices.

    It is the track's own colour or, for a gray track, the sufficient colour that the plan misses least.
    """
    tables = view.tables
    deck, length, wilds = tables.track_deck[track], tables.track_length[track], wilds_for(view, track)
    color, sets = tables.track_color[track], tables.track_set[track] > 0
    if color != ANY_COLOR and not sets:
        return color if held_units(view, deck, color) + wilds >= length else -1
    best, most = -1, -(1 << 20)
    for each in range(tables.colors):
        if color != ANY_COLOR and color != each:
            continue
        held = held_units(view, deck, each)
        spare = held - view.scratch.need[deck, each]
        enough = sets_short(tables, view.mine.hand, track, each) >= 0 if sets else held + wilds >= length
        if enough and is_better(spare, most, view.mine.priority.colors, each, best):
            best, most = each, spare
    return best


@compiled
def wilds_needed(view: View, track: int, color: int) -> int:
    """Return the fewest wilds of a payment in this colour; half the cards of sets count as wilds, too."""
    tables = view.tables
    missing = tables.track_length[track] - held_units(view, tables.track_deck[track], color)
    missing = max(missing, tables.track_wilds[track], 0)
    if tables.track_set[track] > 0:
        missing += sets_short(tables, view.mine.hand, track, color) * (tables.track_set[track] - 1) // 2
    return missing


@compiled
def is_simple(tables: Tables, track: int, color: int) -> bool:
    """Return whether a track is paid for with single cards of one kind and wilds alone."""
    kind = tables.color_kinds[tables.track_deck[track], color, 0]
    other = tables.color_kinds[tables.track_deck[track], color, 1]
    return tables.track_plain[track] == 1 and kind >= 0 and other < 0 and tables.card_units[kind] == 1


@compiled
def claim_track(view: View, track: int, color: int, action: ActionRecord) -> None:
    """Claim a track that the hand can pay for, with as few wilds as possible.

    Only a simple payment is filled in.
    """
    tables = view.tables
    decide(action, CLAIM, track, 0)
    if color >= 0 and is_simple(tables, track, color):
        wilds = wilds_needed(view, track, color)
        action.cards[tables.color_kinds[tables.track_deck[track], color, 0]] = tables.track_length[track] - wilds
        action.cards[tables.wild] = wilds


@inlined
def best_claim(view: View, least_length: int) -> int:
    """Return the track that pays most of those that the hand can pay for; NO_TRACK if none has the least length.

    Points count for more than saving wilds, and length among tracks that pay alike. ``scratch.reach`` must be
    filled in.
    """
    tables, public = view.tables, view.public
    best, best_value = NO_TRACK, -1e9
    pay.count_ends(view)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if length < least_length or not can_claim(tables, public, view.mine, view.public.seat, view.scratch, track):
            continue
        color = best_color(view, track)
        wilds = wilds_needed(view, track, color) if color >= 0 else length
        value = 4.0 * pay.track_pay(view, track, pay.TRAIL_ODDS) + 2 * length - 3 * wilds
        value -= 4 * tables.track_reveals[track]
        if is_better(value, best_value, view.mine.priority.tracks, track, best):
            best, best_value = track, value
    return best


# ---- cards ----


@inlined
def clear_need(view: View) -> None:
    """Set the need for every card to zero."""
    for deck in range(view.tables.decks):
        view.scratch.gray_need[deck] = 0
        for color in range(view.tables.colors):
            view.scratch.need[deck, color] = 0


@inlined
def draw_needed(view: View, action: ActionRecord) -> None:
    """Draw the card that ``scratch.need`` wants most from the market, or else from a deck."""
    tables = view.tables
    wild, barred = wild_to_take(tables, view.public), market_barred(view.public)
    missing = 0
    for deck in range(tables.decks):
        missing += view.scratch.gray_need[deck]
        for color in range(tables.colors):
            missing += max(0, view.scratch.need[deck, color] - held_units(view, deck, color))
    best, most, which = -1, 0, -1
    for slot in range(tables.market_slots):
        card = view.public.market[slot]
        if card == EMPTY or (card == tables.wild and not wild) or barred:
            continue
        worth = card_worth(view, card, missing)
        if is_better(worth, most, view.mine.priority.cards, card, which):
            best, most, which = slot, worth, card
    if best >= 0:
        decide(action, DRAW_MARKET, best, 0)
    else:
        draw_from_deck(view, action)


@inlined
def card_worth(view: View, card: int, missing: int) -> int:
    """Return how much a market card is wanted; 0 if a card from the deck is better."""
    tables = view.tables
    if card == tables.wild:
        return 9 if missing > 0 else 5
    deck, color = tables.card_deck[card], tables.card_color[card]
    held = held_units(view, deck, color)
    short = view.scratch.need[deck, color] - held
    if short > 0:
        return 10 + short + tables.card_units[card]
    return 1 + held if view.scratch.gray_need[deck] > 0 else 0


@compiled
def deck_need(view: View, deck: int) -> int:
    """Return the spaces for which the plan misses cards of a deck."""
    total = view.scratch.gray_need[deck]
    for color in range(view.tables.colors):
        total += max(0, view.scratch.need[deck, color] - held_units(view, deck, color))
    return total


@compiled
def wanted_deck(view: View) -> int:
    """Return the deck, among those with cards, whose cards the plan misses most; -1 if all are empty."""
    best, most = -1, -1
    for deck in range(view.tables.decks):
        if view.public.deck_size[deck] > 0:
            need = deck_need(view, deck)
            if is_better(need, most, view.mine.priority.decks, deck, best):
                best, most = deck, need
    return best


@compiled
def draw_from_deck(view: View, action: ActionRecord) -> None:
    """Draw blind; if no deck has cards, draw any market card that may be taken."""
    deck = wanted_deck(view)
    if deck >= 0 and not blind_barred(view.public):
        decide(action, DRAW_BLIND, deck, 0)
        return
    which = -1
    for slot in range(view.tables.market_slots):
        card = view.public.market[slot]
        if card != EMPTY and (card != view.tables.wild or wild_to_take(view.tables, view.public)):
            if which < 0 or view.mine.priority.cards[card] > view.mine.priority.cards[which]:
                which = card
                decide(action, DRAW_MARKET, slot, 0)


@compiled
def may_draw_cards(view: View) -> bool:
    """Return whether drawing cards is a legal move of this turn."""
    if hand_full(view.tables, view.public):
        return False
    if blind_barred(view.public) and not market_card_to_take(view.tables, view.public):
        return False
    for deck in range(view.tables.decks):
        if view.public.deck_size[deck] > 0:
            return True
    return False


@compiled
def may_draw_tickets(view: View) -> bool:
    """Return whether drawing tickets is a legal move of this turn."""
    return legal.may_draw_tickets(view.tables, view.public)


@compiled
def end_is_near(view: View) -> bool:
    """Return whether the last round has begun, or an opponent is about to begin it."""
    if view.public.turns_left != NEVER:
        return True
    for other in range(view.public.players):
        if other != view.public.seat and pay.pieces_left(view, other) <= view.tables.end_pieces + 2:
            return True
    return False
