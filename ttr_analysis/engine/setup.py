"""The set-up of a game: hands, market and tickets, in this order."""

from ttr_analysis.engine.bars import wear_bars
from ttr_analysis.engine.bits import add_to_set, clear_set
from ttr_analysis.engine.changed_start import give_cards, lay_given, wish_tickets
from ttr_analysis.engine.codes import AT_KEEP, CARD_DEALT, END_PIECES, TICKET_OFFERED
from ttr_analysis.engine.compiled import compiled, part
from ttr_analysis.engine.decks import (
    CHANGE_STREAM,
    Log,
    draw_card,
    draw_ticket,
    emit,
    fill_afresh,
    settle_market,
    take_from_pool,
)  # fmt: skip
from ttr_analysis.engine.priorities import fill_priorities
from ttr_analysis.engine.random_stream import seed_stream
from ttr_analysis.engine.state import EMPTY, NEVER, NOBODY, Game, Tables
from ttr_analysis.engine.tickets import oblige
from ttr_analysis.rules.limits import BONUS_TICKETS, CARDS, DECKS, PIECES, SEATS


@compiled
def clear_board(tables: Tables, game: Game) -> None:
    """Clear the board and reset the pieces and the bonus tickets."""
    public = game.public
    clear_set(public.open_set)
    for track in range(tables.tracks):
        public.owner[track] = NOBODY
        public.claim_turn[track] = NEVER
        public.claim_cards[track] = 0
        public.claim_wilds[track] = 0
        public.open_tracks[track] = tables.track_order[track]
        public.open_place[tables.track_order[track]] = track
        add_to_set(public.open_set, track)
    public.open_count = tables.tracks
    for city in range(tables.cities):
        public.station_owner[city] = NOBODY
        public.harbour_owner[city] = NOBODY
        public.station_turn[city] = NEVER
        public.harbour_turn[city] = NEVER
        for seat in range(tables.players):
            public.component[seat, city] = city
    for seat in range(tables.players):
        clear_set(public.beside[seat])
        for piece in range(PIECES):
            public.pieces[seat, piece] = tables.supply[piece] if tables.pieces_kept == 0 else 0
            public.box[seat, piece] = 0
    for bonus in range(tables.bonus_tickets):
        public.bonus_left[bonus] = tables.bonus_copies[bonus]


@compiled
def clear_counters(tables: Tables, game: Game) -> None:
    """Set all counters and hands to their values at the start of a game."""
    public = game.public
    public.players = tables.players
    public.turn, public.seat, public.decision, public.over, public.end_reason = 0, 0, 0, 0, 0
    public.turns_left, public.stuck_turns, public.idle_turns, public.stuck, public.idle = NEVER, 0, 0, 0, 0
    public.cards_drawn, public.refill_slot = 0, 0
    public.ticket_deck_size, public.ticket_discards = 0, 0
    public.track, public.payment_color, public.owed = 0, 0, 0
    public.market_clears, public.deck_rebuilds = 0, 0
    public.last_round_seat, public.last_round_turn, public.last_round_reason = NOBODY, NEVER, END_PIECES
    public.leader, public.lead_changes = NOBODY, 0
    public.attempt_count = 0
    for kind in range(CARDS):
        public.laid[kind], public.turned_up[kind], public.discards[kind] = 0, 0, 0
    for seat in range(SEATS):
        public.owned_count[seat], public.hand_size[seat], public.tickets_held[seat] = 0, 0, 0
        public.route_points[seat], public.exchanged[seat], public.completed[seat] = 0, 0, 0
        public.stations_built[seat], public.harbours_built[seat] = 0, 0
        public.tunnel_attempts[seat], public.tunnel_failures[seat], public.ticket_draws[seat] = 0, 0, 0
        public.ticket_exchanges[seat] = 0
        public.cards_blind[seat], public.cards_market[seat], public.wilds_market[seat] = 0, 0, 0
        for bonus in range(BONUS_TICKETS):
            public.bonus_won[seat, bonus] = 0
        private = game.private[seat]
        for kind in range(CARDS):
            private.hand[kind] = 0
        private.ticket_count, private.offered_count, private.chosen_pieces = 0, 0, 0
        private.must_keep, private.must_return = 0, 0
    public.barred, public.barred_seat, public.claims_from, game.hidden.barred_count = 0, NOBODY, 0, 0
    game.log_size = 0


@compiled
def fill_decks(tables: Tables, game: Game) -> None:
    """Put all cards into their decks and all tickets into the ticket decks, unordered."""
    public, hidden = game.public, game.hidden
    for deck in range(tables.decks):
        size = 0
        for kind in range(tables.cards):
            if tables.card_deck[kind] == deck:
                for _ in range(tables.card_count[kind]):
                    hidden.deck[deck, size] = kind
                    size += 1
        public.deck_size[deck] = size
        hidden.ordered[deck] = 0
    hidden.ticket_pool_size, hidden.long_pool_size, hidden.pending_return_size = 0, 0, 0
    hidden.ticket_queue_head, hidden.ticket_queue_size, hidden.ticket_top_size = 0, 0, 0
    for i in range(tables.tickets):
        ticket = tables.ticket_order[i]
        if tables.ticket_long[ticket] and tables.deal_long > 0:
            hidden.long_pool[hidden.long_pool_size] = ticket
            hidden.long_pool_size += 1
        else:
            hidden.ticket_pool[hidden.ticket_pool_size] = ticket
            hidden.ticket_pool_size += 1
    public.ticket_deck_size = hidden.ticket_pool_size


@compiled
def deal_hands(tables: Tables, game: Game, log: Log) -> None:
    """Deal the first cards to each seat."""
    for seat in range(tables.players):
        for deck in range(tables.decks):
            for _ in range(tables.hand[deck]):
                card = draw_card(tables, game, log, deck, seat, CARD_DEALT, 0)
                game.private[seat].hand[card] += 1
                game.public.hand_size[seat] += 1


@compiled
def deal_tickets(tables: Tables, game: Game, log: Log) -> None:
    """Deal the tickets that each seat chooses from, long ones first."""
    for seat in range(tables.players):
        private = game.private[seat]
        for i in range(tables.deal_long + tables.deal):
            if i < tables.deal_long:
                ticket = take_from_pool(game, game.hidden.long_pool, game.hidden.long_pool_size, True)
            else:
                ticket = draw_ticket(tables, game, log)
            emit(game, log, seat, TICKET_OFFERED, ticket, 0)
            private.offered[i] = ticket
            private.offered_count = i + 1
    if game.hidden.changes.count > 0:
        wish_tickets(tables, game, log)
        for seat in range(tables.players):
            oblige(tables, game, seat)


@compiled
def seed_game(tables: Tables, game: Game, seed: int, number: int) -> None:
    """Start the random streams of a game, and fill in the priorities of its seats."""
    for stream in range(DECKS + 1 + SEATS):
        seed_stream(game.hidden.streams[stream], seed, number, stream)
    if game.hidden.changes.count > 0:
        seed_stream(game.hidden.streams[CHANGE_STREAM], seed, number, CHANGE_STREAM)
    for seat in range(tables.players):
        fill_priorities(tables, game.private[seat], seed, number, seat)


@part
def set_up(tables: Tables, game: Game, log: Log, seed: int, number: int) -> None:
    """Set up game ``number`` of a seed, up to the first choice of tickets."""
    seed_game(tables, game, seed, number)
    clear_counters(tables, game)
    clear_board(tables, game)
    fill_decks(tables, game)
    deal_hands(tables, game, log)
    for slot in range(tables.market_slots):
        game.public.market[slot] = EMPTY
    if tables.market_slots > 0:
        fill_afresh(tables, game, log)
        settle_market(tables, game, log)
    if game.hidden.changes.count > 0:
        give_cards(tables, game, log)
        lay_given(tables, game, log)
    deal_tickets(tables, game, log)
    game.public.decision = AT_KEEP
    if game.hidden.changes.count > 0:
        wear_bars(tables, game)
