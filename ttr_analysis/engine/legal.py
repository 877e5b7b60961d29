"""Checks whether an action is legal at this decision point, and if not, why not."""

from typing import Final

from ttr_analysis.engine import bars, codes
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.decks import cards_to_draw
from ttr_analysis.engine.graph import owns_beside
from ttr_analysis.engine.payments import holds, pays
from ttr_analysis.engine.reach import can_claim_any, can_pay_building
from ttr_analysis.engine.state import (
    BARRED,
    CLOSED,
    EMPTY,
    NOBODY,
    ActionRecord,
    Game,
    Private,
    Public,
    Scratch,
    Tables,
)  # fmt: skip

LEGAL: Final = 0
NOT_ASKED: Final = 1
OUT_OF_RANGE: Final = 2
NO_CARD: Final = 3
WILD_SECOND: Final = 4
NOTHING_TO_DRAW: Final = 5
TAKEN: Final = 6
DOUBLE_CLOSED: Final = 7
DOUBLE_OWNED: Final = 8
TOO_FEW_PIECES: Final = 9
NOT_IN_HAND: Final = 10
WRONG_PAYMENT: Final = 11
NO_TICKETS: Final = 12
KEEPS_TOO_FEW: Final = 13
KEEPS_TOO_MANY_LONG: Final = 14
CITY_TAKEN: Final = 15
NONE_LEFT: Final = 16
NO_PORT: Final = 17
NO_OWN_TRACK: Final = 18
WRONG_NUMBER: Final = 19
TOO_FEW_TICKETS: Final = 20
DECK_EMPTY: Final = 21
A_JUNCTION: Final = 22
HAND_FULL: Final = 23
TRACK_BARRED: Final = 24
MOVE_BARRED: Final = 25
DUTY_BROKEN: Final = 26

REASONS: Final = {
    NOT_ASKED: "this kind of action is not possible at this decision point",
    OUT_OF_RANGE: "there is no such market slot, deck, track, city or ticket",
    NO_CARD: "that market slot is empty",
    WILD_SECOND: "a face-up locomotive can only be the first card of a turn",
    NOTHING_TO_DRAW: "all decks and discards are empty, so no cards can be drawn",
    TAKEN: "the track is already claimed",
    DOUBLE_CLOSED: "with this number of players, a track is closed once one beside it is claimed",
    DOUBLE_OWNED: "the player owns another track of this route",
    TOO_FEW_PIECES: "the player does not have enough pieces left",
    NOT_IN_HAND: "the player does not hold these cards",
    WRONG_PAYMENT: "these cards are not an exact payment",
    NO_TICKETS: "no tickets are left to draw",
    KEEPS_TOO_FEW: "more tickets must be kept",
    KEEPS_TOO_MANY_LONG: "too many long tickets kept",
    CITY_TAKEN: "the city already has a building",
    NONE_LEFT: "the player has no building of this kind left",
    NO_PORT: "the city is not a port",
    NO_OWN_TRACK: "the player owns no track that touches this city",
    WRONG_NUMBER: "that number of pieces is not possible",
    TOO_FEW_TICKETS: "tickets can be exchanged only with a full hand of unfinished tickets",
    DECK_EMPTY: "that deck is empty",
    A_JUNCTION: "a junction is not a city",
    HAND_FULL: "the player holds as many cards as the hand limit allows",
    TRACK_BARRED: "an intervention closes this track to the player",
    MOVE_BARRED: "an intervention restricts the player's play: this is not allowed now",
    DUTY_BROKEN: "an intervention demands that another set of these tickets is kept",
}
"""What each code means, in words for users."""


@inlined
def wild_to_take(tables: Tables, public: Public) -> bool:
    """Return whether a market wild may be taken now, if there is one: perhaps only as the first card."""
    return (public.cards_drawn == 0 or tables.wild_alone == 0) and not bars.is_barred(public, bars.NO_WILDS)


@inlined
def market_barred(public: Public) -> bool:
    """Return whether an intervention forbids any card of the market, because it would not be the first of the turn."""
    return public.cards_drawn > 0 and bars.is_barred(public, bars.NO_SECOND)


@compiled
def market_card_to_take(tables: Tables, public: Public) -> bool:
    """Return whether any market card may be taken now."""
    if market_barred(public):
        return False
    wild = wild_to_take(tables, public)
    for slot in range(tables.market_slots):
        card = public.market[slot]
        if card != EMPTY and (card != tables.wild or wild):
            return True
    return False


@inlined
def blind_barred(public: Public) -> bool:
    """Return whether an intervention forbids drawing from a deck."""
    return bars.is_barred(public, bars.NO_BLIND)


@compiled
def card_to_take(tables: Tables, game: Game) -> bool:
    """Return whether there is a card, in a deck or the market, that the seat to move may take as its next one."""
    if cards_to_draw(tables, game) and not blind_barred(game.public):
        return True
    return market_card_to_take(tables, game.public)


@compiled
def may_draw_tickets(tables: Tables, public: Public) -> bool:
    """Return whether drawing tickets is a legal move of a turn."""
    return tables.draw_tickets > 0 and public.ticket_deck_size > 0 and not bars.is_barred(public, bars.NO_TICKETS)


@compiled
def hand_full(tables: Tables, public: Public) -> bool:
    """Return whether the seat to move holds as many cards as the rules allow."""
    return 0 < tables.hand_limit <= public.hand_size[public.seat]


@compiled
def may_draw(tables: Tables, game: Game) -> bool:
    """Return whether the seat to move can begin a turn by drawing a card."""
    return cards_to_draw(tables, game) and not hand_full(tables, game.public) and card_to_take(tables, game)


@compiled
def check_draw(tables: Tables, game: Game, action: ActionRecord) -> int:
    """Check a draw from the market or a deck."""
    public = game.public
    first = public.decision == codes.AT_TURN
    if hand_full(tables, public):
        return HAND_FULL
    if first and not cards_to_draw(tables, game):
        return NOTHING_TO_DRAW
    if action.kind == codes.DRAW_BLIND:
        if not 0 <= action.target < tables.decks:
            return OUT_OF_RANGE
        if blind_barred(public):
            return MOVE_BARRED
        return LEGAL if public.deck_size[action.target] > 0 else DECK_EMPTY
    return check_market(tables, public, action)


@compiled
def check_market(tables: Tables, public: Public, action: ActionRecord) -> int:
    """Check a draw from the market."""
    if not 0 <= action.target < tables.market_slots:
        return OUT_OF_RANGE
    card = public.market[action.target]
    if card == EMPTY:
        return NO_CARD
    if market_barred(public):
        return MOVE_BARRED
    if card != tables.wild or wild_to_take(tables, public):
        return LEGAL
    return MOVE_BARRED if bars.is_barred(public, bars.NO_WILDS) else WILD_SECOND


@compiled
def check_claim(tables: Tables, public: Public, action: ActionRecord) -> int:
    """Check whether a track can be claimed, apart from the payment."""
    track = action.target
    if not 0 <= track < tables.tracks:
        return OUT_OF_RANGE
    if public.owner[track] == CLOSED:
        return DOUBLE_CLOSED
    if public.owner[track] == BARRED:
        return TRACK_BARRED
    if public.owner[track] != NOBODY:
        return TAKEN
    if owns_beside(public, public.seat, track):
        return DOUBLE_OWNED
    if public.pieces[public.seat, tables.track_piece[track]] < tables.track_length[track]:
        return TOO_FEW_PIECES
    return MOVE_BARRED if bars.claims_barred(public) else LEGAL


@compiled
def touches(tables: Tables, public: Public, seat: int, city: int) -> bool:
    """Return whether a seat owns a track that ends at a city."""
    for i in range(public.owned_count[seat]):
        track = public.owned[seat, i]
        if city == tables.track_a[track] or city == tables.track_b[track]:
            return True
    return False


@compiled
def check_station(tables: Tables, public: Public, action: ActionRecord) -> int:
    """Check whether a station can be built, apart from the payment."""
    if not 0 <= action.target < tables.cities:
        return OUT_OF_RANGE
    if public.stations_built[public.seat] >= tables.stations:
        return NONE_LEFT
    if tables.junction[action.target]:
        return A_JUNCTION
    if public.station_owner[action.target] != NOBODY:
        return CITY_TAKEN
    return MOVE_BARRED if bars.is_barred(public, bars.NO_STATIONS) else LEGAL


@compiled
def check_harbour(tables: Tables, public: Public, action: ActionRecord) -> int:
    """Check whether a harbour can be built, apart from the payment."""
    city = action.target
    if not 0 <= city < tables.cities:
        return OUT_OF_RANGE
    if public.harbours_built[public.seat] >= tables.harbours:
        return NONE_LEFT
    if tables.port[city] == 0:
        return NO_PORT
    if public.harbour_owner[city] != NOBODY:
        return CITY_TAKEN
    if not touches(tables, public, public.seat, city):
        return NO_OWN_TRACK
    return MOVE_BARRED if bars.is_barred(public, bars.NO_HARBOURS) else LEGAL


@compiled
def max_exchanged(tables: Tables, public: Public, seat: int, piece: int) -> int:
    """Return the largest number of pieces of a kind that a seat can exchange for the other kind."""
    if tables.exchange_cost == 0 or tables.pieces < 2:
        return 0
    return min(public.pieces[seat, piece], public.box[seat, 1 - piece])


@compiled
def may_exchange_tickets(tables: Tables, public: Public, seat: int) -> bool:
    """Return whether a seat may exchange its unfinished tickets."""
    return tables.exchange_tickets == 1 and public.tickets_held[seat] >= tables.deal


@compiled
def min_kept(tables: Tables, public: Public, private: Private) -> int:
    """Return the smallest number of offered tickets that may be kept."""
    least = tables.keep if public.turn == 0 else tables.draw_keep
    return min(least, private.offered_count)


@compiled
def check_keep(tables: Tables, public: Public, private: Private, number: int) -> int:
    """Check which of the offered tickets are kept."""
    if not 0 <= number < (1 << private.offered_count):
        return OUT_OF_RANGE
    kept, long = 0, 0
    for i in range(private.offered_count):
        if (number >> i) & 1:
            kept += 1
            long += tables.ticket_long[private.offered[i]]
    if kept < min_kept(tables, public, private):
        return KEEPS_TOO_FEW
    if long > tables.keep_long_at_most:
        return KEEPS_TOO_MANY_LONG
    return DUTY_BROKEN if number & private.must_return or private.must_keep & ~number else LEGAL


@compiled
def min_first_pieces(tables: Tables) -> int:
    """Return the smallest number of pieces of the first kind in a mix."""
    return max(0, tables.pieces_kept - tables.supply[1])


@compiled
def max_first_pieces(tables: Tables) -> int:
    """Return the largest number of pieces of the first kind in a mix."""
    return min(tables.pieces_kept, tables.supply[0])


@compiled
def check_turn(tables: Tables, game: Game, action: ActionRecord) -> int:
    """Check the action of a turn, apart from the payment."""
    public, kind = game.public, action.kind
    if kind == codes.DRAW_MARKET or kind == codes.DRAW_BLIND:
        return check_draw(tables, game, action)
    if kind == codes.CLAIM:
        return check_claim(tables, public, action)
    if kind == codes.DRAW_TICKETS:
        if may_draw_tickets(tables, public):
            return LEGAL
        return MOVE_BARRED if bars.is_barred(public, bars.NO_TICKETS) else NO_TICKETS
    if kind == codes.BUILD_STATION:
        return check_station(tables, public, action)
    if kind == codes.BUILD_HARBOUR:
        return check_harbour(tables, public, action)
    if kind == codes.EXCHANGE_PIECES:
        if not 0 <= action.target <= 1:
            return OUT_OF_RANGE
        most = max_exchanged(tables, public, public.seat, action.target)
        return LEGAL if 1 <= action.number <= most else WRONG_NUMBER
    if kind == codes.EXCHANGE_TICKETS:
        return LEGAL if may_exchange_tickets(tables, public, public.seat) else TOO_FEW_TICKETS
    return NOT_ASKED


@compiled
def check_decision(tables: Tables, game: Game, action: ActionRecord) -> int:
    """Check any action, apart from the payment."""
    public, private = game.public, game.private[game.public.seat]
    decision, kind = public.decision, action.kind
    if decision == codes.AT_TURN:
        return check_turn(tables, game, action)
    if decision == codes.AT_SECOND and (kind == codes.DRAW_MARKET or kind == codes.DRAW_BLIND):
        return check_draw(tables, game, action)
    if decision == codes.AT_REFILL and kind == codes.REFILL:
        if not 0 <= action.target < tables.decks:
            return OUT_OF_RANGE
        return LEGAL if public.deck_size[action.target] > 0 else DECK_EMPTY
    if decision == codes.AT_TUNNEL and (kind == codes.DECLINE_TUNNEL or kind == codes.PAY_TUNNEL):
        return LEGAL
    if decision == codes.AT_KEEP and kind == codes.KEEP_TICKETS:
        return check_keep(tables, public, private, action.number)
    if decision == codes.AT_PIECES and kind == codes.CHOOSE_PIECES:
        most = max_first_pieces(tables)
        return LEGAL if min_first_pieces(tables) <= action.number <= most else WRONG_NUMBER
    return NOT_ASKED


@inlined
def costs_cards(kind: int) -> bool:
    """Return whether cards are paid for this kind of action."""
    return kind == codes.CLAIM or kind == codes.BUILD_STATION or kind == codes.BUILD_HARBOUR or kind == codes.PAY_TUNNEL


@compiled
def check_action(tables: Tables, game: Game, action: ActionRecord) -> int:
    """Return LEGAL, or the code of the reason why the action is not legal now."""
    if game.public.over:
        return NOT_ASKED
    reason, kind = check_decision(tables, game, action), action.kind
    if reason != LEGAL:
        return reason
    if costs_cards(kind):
        if not holds(tables, game.private[game.public.seat].hand, action.cards):
            return NOT_IN_HAND
        if not pays(tables, game.public, kind, action.target, action.cards):
            return WRONG_PAYMENT
    return LEGAL


@compiled
def may_build_harbour(tables: Tables, public: Public, seat: int, city: int) -> bool:
    """Return whether a seat may build a harbour in a city, apart from the payment."""
    return (
        tables.port[city] == 1
        and public.harbour_owner[city] == NOBODY
        and public.harbours_built[seat] < tables.harbours
        and touches(tables, public, seat, city)
    )


@compiled
def has_site(tables: Tables, public: Public, seat: int, kind: int) -> bool:
    """Return whether there is a city where a seat may build a station or a harbour (``kind``)."""
    for city in range(tables.cities):
        if kind == codes.BUILD_STATION and may_build_station(tables, public, city):
            return True
        if kind == codes.BUILD_HARBOUR and may_build_harbour(tables, public, seat, city):
            return True
    return False


@compiled
def may_build_station(tables: Tables, public: Public, city: int) -> bool:
    """Return whether a city is free for a station."""
    return tables.junction[city] == 0 and public.station_owner[city] == NOBODY


@compiled
def has_move(tables: Tables, game: Game, scratch: Scratch) -> bool:
    """Return whether the seat to move has any legal action other than an exchange of tickets."""
    public, seat = game.public, game.public.seat
    if may_draw(tables, game) or may_draw_tickets(tables, public):
        return True
    if max_exchanged(tables, public, seat, 0) > 0 or max_exchanged(tables, public, seat, 1) > 0:
        return True
    private = game.private[seat]
    if can_claim_any(tables, public, private, seat, scratch):
        return True
    for kind in range(codes.BUILD_STATION, codes.BUILD_HARBOUR + 1):
        if can_pay_building(tables, public, private, seat, kind) and has_site(tables, public, seat, kind):
            return True
    return False
