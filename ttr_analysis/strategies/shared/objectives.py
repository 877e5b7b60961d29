"""Helpers that the published play-testing agents share: shortest paths in routes, target tracks.

The agents come from de Mesentier Silva, Lee, Togelius and Nealen, "AI-based playtesting of
contemporary board games" (FDG 2017), and "AI as evaluator" (AAAI-W 2017), as their released
engine plays. They are re-implemented under the full rules, so rules that their engine leaves
out (market resets, the limit on double routes, exact payments) hold here. On boards with
tunnels, buildings or a choice of pieces, they decide these as ``ticket_planner`` does.
"""

from typing import Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import BLOCKED, open_to, owns_beside
from ttr_analysis.engine.legal import LEGAL, check_keep, market_barred, wild_to_take
from ttr_analysis.engine.state import ANY_COLOR, EMPTY, NEVER, NOBODY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.shared import equals, planning
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import UNPAYABLE, last_resort, missing_cards, most_held, take
from ttr_analysis.strategies.shared.pay import all_pieces, pieces_left
from ttr_analysis.strategies.shared.pieces import choose_pieces

PUBLISHED: Final = "de Mesentier Silva, Lee, Togelius, Nealen (FDG 2017, AAAI-W 2017), released engine"
"""The source of the agents."""

FAR: Final = 1 << 20

AIM: Final = 0
OPEN_THEN: Final = 1
"""Places in the memory: the target track plus 1, and the number of open tracks when it was chosen."""


@compiled
def fill_hop_costs(view: View, min_length: int) -> None:
    """Fill in the route costs of a seat: 0 for its own routes, 1 for routes open to it.

    A route is open if it has an open track of at least ``min_length``; all others are blocked.
    """
    seat = view.public.seat
    tables, scratch = view.tables, view.scratch
    for route in range(tables.routes):
        scratch.route_cost[route] = BLOCKED
        for i in range(PARALLEL):
            track = tables.route_tracks[route, i]
            if track < 0:
                break
            if view.public.owner[track] == seat:
                scratch.route_cost[route] = 0
                break
            if tables.track_length[track] >= min_length and open_to(view.public, seat, track):
                scratch.route_cost[route] = 1


@compiled
def ticket_path(view: View, ticket: int, min_length: int) -> bool:
    """Write the missing routes of a ticket's path with the fewest routes into ``scratch.plan.routes``.

    Return False if there is no path.
    """
    fill_hop_costs(view, min_length)
    planning.clear_plan(view.scratch)
    return planning.add_ticket(view, view.public.component[view.public.seat], ticket, view.tables.routes) >= 0


@compiled
def spaces_of_plan(view: View) -> int:
    """Return the number of spaces of the tracks that a plan would claim."""
    plan, total = view.scratch.plan, 0
    planning.tracks_of_plan(view)
    for i in range(plan.track_count):
        total += view.tables.track_length[plan.tracks[i]]
    return total


@compiled
def held_color(view: View, track: int) -> int:
    """Return the colour to pay for a track in: its own, or for gray the one the hand holds most of."""
    tables = view.tables
    if tables.track_color[track] != ANY_COLOR:
        return tables.track_color[track]
    return most_held(view, tables.track_deck[track])


@compiled
def aim_at(view: View, track: int) -> None:
    """Need the cards of one track and no others."""
    tables = view.tables
    planning.clear_need(view)
    if track != planning.NO_TRACK:
        spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
        view.scratch.need[tables.track_deck[track], held_color(view, track)] = spaces


@compiled
def draw_aimed(view: View, takes_wild: bool, action: ActionRecord) -> None:
    """Draw the needed colour from the market; otherwise a face-up wild, if wanted; otherwise draw blind."""
    tables = view.tables
    wild, wanted = -1, -1
    for slot in range(tables.market_slots):
        card = view.public.market[slot]
        if card == EMPTY or market_barred(view.public):
            continue
        if card == tables.wild:
            if wild < 0 and wild_to_take(tables, view.public):
                wild = slot
        elif view.scratch.need[tables.card_deck[card], tables.card_color[card]] > 0:
            if wanted < 0 or view.mine.priority.cards[card] > view.mine.priority.cards[wanted]:
                wanted = card
                decide(action, codes.DRAW_MARKET, slot, 0)
    if wanted >= 0:
        return
    if takes_wild and wild >= 0:
        decide(action, codes.DRAW_MARKET, wild, 0)
    else:
        planning.draw_from_deck(view, action)


@compiled
def claim_or_draw(view: View, track: int, takes_wild: bool, action: ActionRecord) -> None:
    """Claim the target track if the hand can pay for it; otherwise draw for it."""
    aim_at(view, track)
    if track != planning.NO_TRACK and missing_cards(view, track, 0) < UNPAYABLE:
        take(view, track, action)
    elif build_harbour(view, action):
        return
    elif planning.may_draw_cards(view):
        draw_aimed(view, takes_wild, action)
    else:
        last_resort(view, action)


@compiled
def keep_all(view: View, action: ActionRecord) -> None:
    """Keep as many of the offered tickets as allowed."""
    mine = view.mine
    best, most = 0, -1
    for number in range(1 << mine.offered_count):
        if check_keep(view.tables, view.public, mine, number) != LEGAL:
            continue
        kept = 0
        for i in range(mine.offered_count):
            kept += (number >> i) & 1
        if kept > most:
            best, most = number, kept
    decide(action, codes.KEEP_TICKETS, 0, best)


@compiled
def keep_fewest_points(view: View, action: ActionRecord) -> None:
    """Keep the legal subset with the fewest points at stake."""
    mine = view.mine
    best, least = 0, 1 << 30
    for number in range(1 << mine.offered_count):
        if check_keep(view.tables, view.public, mine, number) != LEGAL:
            continue
        points = 0
        for i in range(mine.offered_count):
            if (number >> i) & 1:
                points += view.tables.ticket_points[mine.offered[i]]
        if points < least:
            best, least = number, points
    decide(action, codes.KEEP_TICKETS, 0, best)


@compiled
def keep_by_value(view: View, min_length: int, action: ActionRecord) -> None:
    """Keep the tickets with the most points for each space that they still need.

    If no choice fits into the pieces left, keep the one with the fewest points.
    """
    tables, public, mine = view.tables, view.public, view.mine
    left = planning.effort_left(view) // planning.SPACE
    best, most, fallback, fewest = -1, -1.0, 0, FAR
    for number in range(1 << mine.offered_count):
        if check_keep(tables, public, mine, number) != LEGAL:
            continue
        fill_hop_costs(view, min_length)
        planning.clear_plan(view.scratch)
        points, reached = 0, True
        for i in range(mine.offered_count):
            if (number >> i) & 1:
                ticket = mine.offered[i]
                points += tables.ticket_points[ticket]
                if planning.add_ticket(view, public.component[public.seat], ticket, tables.routes) < 0:
                    reached = False
        spaces = spaces_of_plan(view)
        if points < fewest:
            fallback, fewest = number, points
        if reached and spaces <= left and points / max(spaces, 1) > most:
            best, most = number, points / max(spaces, 1)
    decide(action, codes.KEEP_TICKETS, 0, best if best >= 0 else fallback)


@compiled
def ticket_aim(view: View, min_length: int) -> int:
    """Return the first missing track for the most valuable unfinished ticket; NO_TRACK if there is none.

    Only tickets that can still be reached count. The track lies on the ticket's path with the
    fewest routes.
    """
    mine, scratch = view.mine, view.scratch
    best, most = planning.NO_TRACK, -1
    for i in range(mine.ticket_count):
        ticket = mine.tickets[i]
        if mine.done_turn[i] != NEVER or view.tables.ticket_points[ticket] <= most:
            continue
        if not ticket_path(view, ticket, min_length) or scratch.plan.route_count == 0:
            continue
        track = planning.open_track(view, scratch.plan.routes[scratch.plan.route_count - 1])
        if track != planning.NO_TRACK:
            best, most = track, view.tables.ticket_points[ticket]
    return best


@compiled
def long_aim(view: View) -> int:
    """Return the longest open track that the pieces allow; NO_TRACK if there is none.

    Among tracks of equal length, the one with the fewest cards missing is returned.
    """
    tables, public = view.tables, view.public
    best, most = planning.NO_TRACK, -FAR
    planning.clear_need(view)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if owns_beside(public, public.seat, track):
            continue
        color = held_color(view, track)
        held = planning.held_units(view, tables.track_deck[track], color) + planning.wilds_for(view, track)
        value = 100 * length - max(0, length - held)
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@compiled
def current_aim(view: View, min_length: int) -> int:
    """Return the target track; choose a new one if the board has changed."""
    public, memory = view.public, view.memory
    track = memory[AIM] - 1
    if track < 0 or memory[OPEN_THEN] != public.open_count or public.owner[track] != NOBODY:
        track = ticket_aim(view, min_length)
        if track == planning.NO_TRACK:
            track = long_aim(view)
        memory[AIM], memory[OPEN_THEN] = track + 1, public.open_count
    return track


@compiled
def everybody_has(view: View, share: float) -> bool:
    """Return whether every player has at least this share of their pieces left."""
    for seat in range(view.public.players):
        if pieces_left(view, seat) < share * all_pieces(view.tables):
            return False
    return True


@compiled
def answer_other(view: View, action: ActionRecord) -> bool:
    """Decide what the published agents never faced: mix of pieces, tunnel, deck of a refill.

    Return whether the decision was one of these.
    """
    decision = view.public.decision
    if decision == codes.AT_PIECES:
        choose_pieces(view, action)
    elif decision == codes.AT_TUNNEL:
        planning.clear_need(view)
        decide(action, codes.PAY_TUNNEL, 0, 0)
    elif decision == codes.AT_REFILL:
        decide(action, codes.REFILL, planning.wanted_deck(view), 0)
    return decision != codes.AT_KEEP and decision != codes.AT_TURN and decision != codes.AT_SECOND
