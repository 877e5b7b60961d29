"""Claiming tracks, including tunnels, and paying for tracks and buildings."""

from ttr_analysis.engine.bars import remove_open
from ttr_analysis.engine.bits import add_to_set
from ttr_analysis.engine.codes import AT_TUNNEL, TUNNEL_CARD, TUNNEL_FREE
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import Log, draw_card, emit
from ttr_analysis.engine.graph import merge
from ttr_analysis.engine.payments import color_of
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import ANY_COLOR, CLOSED, NEVER, NOBODY, Attempt, Game, Public, Tables
from ttr_analysis.engine.turns import SHOWING
from ttr_analysis.rules.limits import ATTEMPTS


@compiled
def pay(tables: Tables, game: Game, cards: Ints, target: Ints) -> None:
    """Move a payment from the hand of the seat to move to ``target``.

    The target is the discards, or the cards laid down for a tunnel.
    """
    hand = game.private[game.public.seat].hand
    for kind in range(tables.cards):
        hand[kind] -= cards[kind]
        game.public.hand_size[game.public.seat] -= cards[kind]
        target[kind] += cards[kind]


@compiled
def lay_pieces(tables: Tables, game: Game, seat: int, track: int) -> None:
    """Give a track to a seat: update pieces, points and components, and close the tracks beside it."""
    public, length = game.public, tables.track_length[track]
    public.owner[track] = seat
    public.claim_turn[track] = public.turn
    public.pieces[seat, tables.track_piece[track]] -= length
    public.route_points[seat] += tables.track_points[track]
    public.owned[seat, public.owned_count[seat]] = track
    public.owned_count[seat] += 1
    remove_open(game, track)
    close_beside(tables, game, seat, track)
    if merge(public.component[seat], tables.cities, tables.track_a[track], tables.track_b[track]):
        mark_completed(tables, game, seat)


@compiled
def close_beside(tables: Tables, game: Game, seat: int, track: int) -> None:
    """Close the other tracks of a double or triple route to the seat that has claimed one, or to everybody."""
    owner, twin = game.public.owner, tables.track_twin[track]
    while twin >= 0 and twin != track:
        add_to_set(game.public.beside[seat], twin)
        if tables.closes_doubles and owner[twin] == NOBODY:
            owner[twin] = CLOSED
            remove_open(game, twin)
        twin = tables.track_twin[twin]


@compiled
def mark_completed(tables: Tables, game: Game, seat: int) -> None:
    """Record the turn in which secret tickets were completed."""
    private = game.private[seat]
    if tables.shown:
        return
    for i in range(private.ticket_count):
        if private.done_turn[i] == NEVER and joined(tables, game.public.component[seat], private.tickets[i]):
            private.done_turn[i] = game.public.turn


@compiled
def note_payment(tables: Tables, game: Game, track: int, cards: Ints) -> None:
    """Add a payment to the recorded cost of a track."""
    for kind in range(tables.cards):
        game.public.claim_cards[track] += cards[kind]
    game.public.claim_wilds[track] += cards[tables.wild]


@compiled
def claim(tables: Tables, game: Game, log: Log, track: int, cards: Ints) -> None:
    """Claim a track, or start a tunnel attempt."""
    if tables.track_reveals[track] > 0:
        dig_tunnel(tables, game, log, track, cards)
        return
    note_payment(tables, game, track, cards)
    lay_pieces(tables, game, game.public.seat, track)
    pay(tables, game, cards, game.public.discards)
    game.public.pending = SHOWING


@compiled
def dig_tunnel(tables: Tables, game: Game, log: Log, track: int, cards: Ints) -> None:
    """Lay down the payment and turn up cards; one more card is owed for each match."""
    public, deck = game.public, tables.track_deck[track]
    pay(tables, game, cards, public.laid)
    public.track = track
    public.payment_color = color_of(tables, cards)
    public.owed = 0
    attempt = begin_attempt(tables, public, cards)
    for _ in range(tables.track_reveals[track]):
        if public.deck_size[deck] == 0:
            break
        card = draw_card(tables, game, log, deck, -1, TUNNEL_CARD, 0)
        public.turned_up[card] += 1
        attempt.turned_up += 1
        if card == tables.wild or (
            public.payment_color != ANY_COLOR and tables.card_color[card] == public.payment_color
        ):
            public.owed += 1
    attempt.owed = public.owed
    if public.owed == 0:
        emit(game, log, public.seat, TUNNEL_FREE, track, 0)
        finish_tunnel(tables, game)
    else:
        public.decision = AT_TUNNEL


@compiled
def begin_attempt(tables: Tables, public: Public, cards: Ints) -> Attempt:
    """Start the row of a tunnel attempt and return it."""
    public.tunnel_attempts[public.seat] += 1
    public.attempt_count = min(public.attempt_count + 1, ATTEMPTS)
    attempt = public.attempts[public.attempt_count - 1]
    attempt.track, attempt.seat, attempt.turn = public.track, public.seat, public.turn
    attempt.cards, attempt.wilds = 0, cards[tables.wild]
    attempt.turned_up, attempt.owed, attempt.paid = 0, 0, 0
    for kind in range(tables.cards):
        attempt.cards += cards[kind]
    return attempt


@compiled
def decline_tunnel(tables: Tables, game: Game) -> None:
    """Give up the tunnel and return the payment to the hand."""
    public = game.public
    public.tunnel_failures[public.seat] += 1
    for kind in range(tables.cards):
        game.private[public.seat].hand[kind] += public.laid[kind]
        public.hand_size[public.seat] += public.laid[kind]
        public.laid[kind] = 0
    public.idle = 1
    clear_tunnel(tables, game)


@compiled
def finish_tunnel(tables: Tables, game: Game) -> None:
    """Lay the pieces of a tunnel that is fully paid."""
    public = game.public
    if public.attempt_count > 0:  # a game that began in the middle of a tunnel does not list it
        public.attempts[public.attempt_count - 1].paid = 1
    note_payment(tables, game, public.track, public.laid)
    lay_pieces(tables, game, public.seat, public.track)
    clear_tunnel(tables, game)


@compiled
def clear_tunnel(tables: Tables, game: Game) -> None:
    """Discard the cards laid down and the cards turned up."""
    public = game.public
    for kind in range(tables.cards):
        public.discards[kind] += public.laid[kind] + public.turned_up[kind]
        public.laid[kind] = 0
        public.turned_up[kind] = 0
    public.owed = 0
    public.pending = SHOWING
