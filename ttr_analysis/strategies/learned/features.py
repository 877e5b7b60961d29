"""What ``learned`` looks at: the position, and the actions that it compares, in the board's own quantities.

Only what the player knows counts. Points are measured in tickets of the board, pieces in all pieces of a
player, turns in games of the board, so that what is learned on one board means the same on another.
:func:`~ttr_analysis.strategies.expert.player.follow_expert` must have decided before, because its plan counts.
"""

from typing import Final

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.state import ANY_COLOR, EMPTY, NEVER, NOBODY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.expert import board, cards, clock, forest, player
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.shared import pay, planning
from ttr_analysis.strategies.shared.choices import aimed_points

STATE: Final = {
    "players": "players",
    "own_pieces": "own pieces left",
    "fewest_pieces": "pieces left of the opponent who has fewest",
    "mean_pieces": "pieces left of the opponents, on average",
    "own_cards": "own cards in hand",
    "most_cards": "cards of the opponent who holds most",
    "wilds": "locomotives in hand",
    "most_of_color": "cards of the colour held most",
    "time": "share of the game played",
    "last_round": "turns until the end, once it is known",
    "left": "turns left",
    "routes": "routes that the plan lacks",
    "short": "cards that the plan lacks",
    "plan_pieces": "pieces that the plan takes",
    "gather": "turns until no card of the plan is missing",
    "slack": "turns to spare",
    "spare_pieces": "pieces that the plan leaves over",
    "ticket_value": "expected worth of drawing tickets",
    "cards_value": "worth that drawing tickets must beat",
    "open_tickets": "own tickets not completed",
    "open_points": "points that they cost if they stay so",
    "done_points": "points of own completed tickets",
    "most_tickets": "tickets of the opponent who holds most",
    "lead": "points of claims ahead of the best opponent",
    "deck": "cards in the decks",
    "pay": "points that the longest open tracks pay for a piece",
    "own_network": "spaces of the own largest network",
    "largest_network": "spaces of the largest network of an opponent",
    "own_claims": "own claims",
    "most_claims": "claims of the opponent who has most",
    "market_wilds": "locomotives in the market",
    "held_back": "claims are held back",
    "own_end": "turns in which the player could end the game",
}
"""Features of the position, with their meaning."""

MOVE: Final = {
    "draws": "drawing cards",
    "blind": "drawing from a deck",
    "wild": "taking a locomotive",
    "card_worth": "worth of the card drawn",
    "tickets": "drawing tickets",
    "claims": "claiming a track",
    "planned": "a track of the plan",
    "length": "length of the track",
    "points": "points of the track",
    "wilds_paid": "locomotives paid",
    "needed_paid": "cards paid that the plan needs elsewhere",
    "ticket_gain": "points of the tickets that it completes",
    "stake": "points at stake on the route",
    "own_ends": "ends at the own network",
    "their_ends": "ends at an opponent's network",
    "wanted": "opponents to whom the track would join two networks",
    "alternative": "another track of the route is open",
    "open_beside": "open routes from the ends of the track",
    "pieces_after": "pieces left after it",
    "ends_game": "brings the last round",
}
"""Features of an action in a turn, with their meaning."""

KEEP: Final = {
    "kept": "tickets kept",
    "kept_points": "their points",
    "forest_pieces": "pieces that the plan takes with them",
    "forest_worth": "worth of that plan",
    "forest_turns": "turns that it takes",
    "overtime": "turns that it takes too many",
    "pieces_over": "pieces that it leaves over",
    "reached": "tickets that it completes",
    "unreached_points": "points of the tickets that it does not complete",
    "at_start": "first choice of the game",
}
"""Features of a choice of tickets, with their meaning."""

(
    PLAYERS, OWN_PIECES, FEWEST_PIECES, MEAN_PIECES, OWN_CARDS, MOST_CARDS, WILDS, MOST_OF_COLOR, TIME, LAST_ROUND,
    LEFT, ROUTES, SHORT, PLAN_PIECES, GATHER, SLACK, SPARE_PIECES, TICKET_VALUE, CARDS_VALUE, OPEN_TICKETS,
    OPEN_POINTS, DONE_POINTS, MOST_TICKETS, LEAD, DECK, PAY, OWN_NETWORK, LARGEST_NETWORK, OWN_CLAIMS, MOST_CLAIMS,
    MARKET_WILDS, HELD_BACK, OWN_END,
) = range(len(STATE))  # fmt: skip
(
    DRAWS, BLIND, WILD, CARD_WORTH, TICKETS, CLAIMS, PLANNED, LENGTH, POINTS, WILDS_PAID, NEEDED_PAID, TICKET_GAIN,
    STAKE, OWN_ENDS, THEIR_ENDS, WANTED, ALTERNATIVE, OPEN_BESIDE, PIECES_AFTER, ENDS_GAME,
) = range(len(MOVE))  # fmt: skip
(
    KEPT, KEPT_POINTS, FOREST_PIECES, FOREST_WORTH, FOREST_TURNS, OVERTIME, PIECES_OVER, REACHED, UNREACHED_POINTS,
    AT_START,
) = range(len(KEEP))  # fmt: skip
"""Places of the features."""

STATES: Final = len(STATE)
MOVES: Final = len(MOVE)
KEEPS: Final = len(KEEP)
FEATURES: Final = STATES + 2 * MOVES
"""The most features that a comparison has: the position, an action, and the action of ``expert``."""
SCALE: Final = 10.0
"""Tickets, pieces and games are cut into so many parts: only the order of values matters, but people read them."""


@compiled
def ticket_unit(view: View) -> float:
    """Return the points that are a tenth of a mean ticket's on this board."""
    return board.unit(view) * board.TICKET / SCALE


@compiled
def spaces_of_network(view: View, seat: int) -> int:
    """Return the spaces of a seat's largest network."""
    tables, public, spaces, most = view.tables, view.public, view.scratch.label, 0
    for city in range(tables.cities):
        spaces[city] = 0
    for i in range(public.owned_count[seat]):
        track = public.owned[seat, i]
        network = public.component[seat, tables.track_a[track]]
        spaces[network] += tables.track_length[track]
        most = max(most, spaces[network])
    return most


@compiled
def fill_players(view: View, x: Floats) -> None:
    """Fill in what is known of all players: pieces, cards, claims, tickets and networks."""
    tables, public = view.tables, view.public
    me, whole = public.seat, pay.all_pieces(tables)
    fewest, pieces, hand, claims, tickets, points, network, others = whole, 0, 0, 0, 0, -(1 << 20), 0, 0
    for seat in range(public.players):
        if seat != me:
            left = pay.pieces_left(view, seat)
            fewest, pieces, others = min(fewest, left), pieces + left, others + 1
            hand, claims = max(hand, public.hand_size[seat]), max(claims, public.owned_count[seat])
            tickets, points = max(tickets, public.tickets_held[seat]), max(points, public.route_points[seat])
            network = max(network, spaces_of_network(view, seat))
    x[PLAYERS] = public.players
    x[OWN_PIECES], x[FEWEST_PIECES] = SCALE * pay.pieces_left(view, me) / whole, SCALE * fewest / whole
    x[MEAN_PIECES] = SCALE * pieces / (whole * max(1, others))
    x[OWN_CARDS], x[MOST_CARDS] = SCALE * public.hand_size[me] / whole, SCALE * hand / whole
    x[OWN_CLAIMS], x[MOST_CLAIMS], x[MOST_TICKETS] = public.owned_count[me], claims, tickets
    x[LEAD] = (public.route_points[me] - (points if others else 0)) / ticket_unit(view)
    x[OWN_NETWORK], x[LARGEST_NETWORK] = SCALE * spaces_of_network(view, me) / whole, SCALE * network / whole


@compiled
def fill_hand(view: View, x: Floats) -> None:
    """Fill in what is known of cards and tickets."""
    tables, public, mine = view.tables, view.public, view.mine
    most, wilds, cards_left, count, opened, done = 0, 0, 0, 0, 0, 0
    for card in range(tables.cards):
        if card != tables.wild:
            most = max(most, mine.hand[card])
    for slot in range(tables.market_slots):
        wilds += public.market[slot] != EMPTY and public.market[slot] == tables.wild
    for deck in range(tables.decks):
        cards_left += public.deck_size[deck]
    for i in range(mine.ticket_count):
        if mine.done_turn[i] == NEVER:
            count += 1
            opened += tables.ticket_points[mine.tickets[i]] + tables.ticket_penalty[mine.tickets[i]]
        else:
            done += tables.ticket_points[mine.tickets[i]]
    x[WILDS], x[MOST_OF_COLOR], x[MARKET_WILDS] = mine.hand[tables.wild], most, wilds
    x[DECK] = SCALE * cards_left / (pay.all_pieces(tables) * public.players)
    x[OPEN_TICKETS] = count
    x[OPEN_POINTS], x[DONE_POINTS] = opened / ticket_unit(view), done / ticket_unit(view)


@compiled
def fill_time(view: View, x: Floats) -> None:
    """Fill in what is known of the end of the game."""
    tables, public, length = view.tables, view.public, board.game_length(view)
    pace, room = view.weights[weight.CLOCK_PACE] * board.stride(view), clock.room_left(view)
    x[TIME] = SCALE * (public.turn // public.players) / (board.GAME * length)
    x[LAST_ROUND] = -1 if public.turns_left == NEVER else public.turns_left
    x[LEFT] = clock.clock(view, pace, room) / length
    x[OWN_END] = clock.turns_to_end(view, public.seat, pace, room) / length
    x[PAY] = pay.pay_of_board(view) / (board.unit(view) * max(1.0, 1.0 * tables.draws))


@compiled
def fill_plan(view: View, x: Floats) -> None:
    """Fill in what ``expert`` plans; :func:`fill_players` and :func:`fill_time` come first."""
    memory, length, whole = view.memory, board.game_length(view), pay.all_pieces(view.tables)
    gather = memory[player.GATHER] / cards.PERCENT / length
    x[ROUTES], x[SHORT], x[GATHER] = memory[player.PLAN_SIZE], memory[player.SHORT], gather
    x[PLAN_PIECES] = SCALE * memory[player.PLAN_PIECES] / whole
    x[SLACK] = x[LEFT] - memory[player.PLAN_SIZE] / length - gather
    x[SPARE_PIECES] = x[OWN_PIECES] - x[PLAN_PIECES]
    x[TICKET_VALUE] = memory[player.TICKET_VALUE] / cards.PERCENT / ticket_unit(view)
    x[CARDS_VALUE] = memory[player.CARDS_VALUE] / cards.PERCENT / ticket_unit(view)
    x[HELD_BACK] = memory[player.HELD]


@compiled
def fill_state(view: View, x: Floats) -> None:
    """Fill the first :data:`STATES` places of ``x`` with the features of the position."""
    fill_players(view, x)
    fill_hand(view, x)
    fill_time(view, x)
    fill_plan(view, x)


# ---- actions of a turn ----


@compiled
def is_owner(view: View, owner: int, route: int) -> bool:
    """Return whether a track of a route belongs to an owner: a seat, or NOBODY for a free one."""
    tracks = view.tables.route_tracks
    for i in range(tracks.shape[1]):
        track = tracks[route, i]
        if track >= 0 and view.public.owner[track] == owner:
            return True
    return False


@compiled
def routes_beside(view: View, owner: int, city: int) -> int:
    """Return the number of routes from a city of which a track belongs to an owner."""
    tables, count = view.tables, 0
    for i in range(tables.neighbour_start[city], tables.neighbour_start[city + 1]):
        count += is_owner(view, owner, tables.neighbour_route[i])
    return count


@compiled
def has_alternative(view: View, track: int) -> bool:
    """Return whether another track of the same route would stay open after a claim of this one."""
    twin = view.tables.track_twin[track]
    if view.tables.closes_doubles:
        return False
    while twin >= 0 and twin != track:
        if view.public.owner[twin] == NOBODY:
            return True
        twin = view.tables.track_twin[twin]
    return False


@compiled
def fill_rivalry(view: View, track: int, x: Floats, at: int) -> None:
    """Fill in who else has networks at the ends of a track."""
    tables, public = view.tables, view.public
    a, b, theirs, wanted = tables.track_a[track], tables.track_b[track], 0, 0
    for seat in range(public.players):
        at_a, at_b = routes_beside(view, seat, a) > 0, routes_beside(view, seat, b) > 0
        if seat == public.seat:
            x[at + OWN_ENDS] = at_a + at_b
        else:
            theirs = max(theirs, at_a + at_b)
            wanted += at_a and at_b and public.component[seat, a] != public.component[seat, b]
    x[at + THEIR_ENDS], x[at + WANTED] = theirs, wanted
    x[at + ALTERNATIVE] = has_alternative(view, track)
    x[at + OPEN_BESIDE] = routes_beside(view, NOBODY, a) + routes_beside(view, NOBODY, b)


@compiled
def stake_of(view: View, route: int) -> float:
    """Return the points at stake on a route of the plan; 0 for others."""
    memory = view.memory
    for i in range(memory[player.PLAN_SIZE]):
        if memory[player.FIRST_ROUTE + i] == route:
            return memory[player.FIRST_SHARE + i] / cards.PERCENT
    return 0.0


@compiled
def fill_claim(view: View, action: ActionRecord, x: Floats, at: int) -> None:
    """Fill in what a claim pays, what it costs, and who else may want the track."""
    tables, track, points = view.tables, action.target, ticket_unit(view)
    length, left = tables.track_length[track], pay.pieces_left(view, view.public.seat)
    planned = view.scratch.plan.role[track] == planning.PLANNED
    x[at + CLAIMS], x[at + PLANNED] = 1, planned
    x[at + LENGTH], x[at + POINTS] = length / board.stride(view), tables.track_points[track] / points
    x[at + WILDS_PAID] = action.cards[tables.wild]
    if not planned:
        for card in range(tables.cards):
            if card != tables.wild and action.cards[card] > 0 and tables.card_color[card] != ANY_COLOR:
                x[at + NEEDED_PAID] = player.taken_from_plan(view, track, tables.card_color[card])
    x[at + TICKET_GAIN] = (player.gain_now(view, track) - tables.track_points[track]) / points
    x[at + STAKE] = stake_of(view, tables.track_route[track]) / points
    x[at + PIECES_AFTER] = SCALE * (left - length) / pay.all_pieces(tables)
    x[at + ENDS_GAME] = view.public.turns_left == NEVER and left - length <= tables.end_pieces
    fill_rivalry(view, track, x, at)


@compiled
def fill_move(view: View, action: ActionRecord, x: Floats, at: int) -> None:
    """Fill :data:`MOVES` places of ``x``, from ``at`` on, with the features of an action in a turn.

    :func:`~ttr_analysis.strategies.shared.pay.count_ends` must have been called.
    """
    tables = view.tables
    for i in range(MOVES):
        x[at + i] = 0.0
    x[at + PIECES_AFTER] = SCALE * pay.pieces_left(view, view.public.seat) / pay.all_pieces(tables)
    if action.kind == codes.DRAW_MARKET:
        card = view.public.market[action.target]
        x[at + DRAWS], x[at + WILD] = 1, card == tables.wild
        x[at + CARD_WORTH] = view.scratch.card_worth[card] / cards.PERCENT
    elif action.kind == codes.DRAW_BLIND:
        x[at + DRAWS], x[at + BLIND] = 1, 1
        x[at + CARD_WORTH] = cards.blind_worth(view, action.target) / cards.PERCENT
    elif action.kind == codes.DRAW_TICKETS:
        x[at + TICKETS] = 1
    elif action.kind == codes.CLAIM:
        fill_claim(view, action, x, at)


# ---- choices of tickets ----


@compiled
def fill_forest(view: View, count: int, x: Floats, at: int) -> None:
    """Fill in which of the ``count`` tickets the forest completes."""
    met, reached, missed = 0, 0, 0
    for route in range(view.tables.routes):
        met |= view.scratch.forest.users[route]
    for i in range(count):
        ticket = view.scratch.plan.order[i]
        if (met >> i) & 1:
            reached += 1
        else:
            missed += aimed_points(view, ticket) + view.tables.ticket_penalty[ticket]
    x[at + REACHED], x[at + UNREACHED_POINTS] = reached, missed / ticket_unit(view)


@compiled
def fill_keep(view: View, action: ActionRecord, x: Floats, at: int) -> None:
    """Fill :data:`KEEPS` places of ``x``, from ``at`` on, with the features of a choice of tickets."""
    tables, mine, length = view.tables, view.mine, board.game_length(view)
    kept, points = 0, 0
    for i in range(mine.offered_count):
        if action.number >> i & 1:
            kept += 1
            points += tables.ticket_points[mine.offered[i]]
    left, whole = pay.pieces_left(view, view.public.seat), pay.all_pieces(tables)
    count = forest.order_tickets(view, action.number)
    pieces = forest.plan_forest(view, count, left)
    turns = forest.turns_of_forest(view)
    time = clock.clock(view, view.weights[weight.CLOCK_PACE] * board.stride(view), clock.room_left(view))
    x[at + KEPT], x[at + KEPT_POINTS] = kept, points / ticket_unit(view)
    x[at + FOREST_PIECES], x[at + PIECES_OVER] = SCALE * pieces / whole, SCALE * (left - pieces) / whole
    x[at + FOREST_WORTH] = forest.worth_of_forest(view, count) / ticket_unit(view)
    x[at + FOREST_TURNS], x[at + OVERTIME] = turns / length, max(0.0, turns - time) / length
    x[at + AT_START] = view.public.turn == 0
    fill_forest(view, count, x, at)
