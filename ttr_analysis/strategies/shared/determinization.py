"""A game that a player can imagine: hidden cards and tickets filled in at random.

Everything that the player sees stays as it is (their own hand and tickets, the board, the market,
the discards, the sizes of decks and hands). The cards and tickets that the player does not see
are dealt again to opponents and decks. Every deal of the cards is equally likely. Each ticket of
an opponent is the one among a few that fits the opponent's network best, because nobody lays
tracks at random. What the public record does not keep (which cards an opponent took from the
market, which tickets lie at the bottom of their deck) is not remembered.
"""

import numpy as np

from ttr_analysis.engine.codes import AT_KEEP
from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.priorities import fill_priorities
from ttr_analysis.engine.random_stream import below, seed_stream
from ttr_analysis.engine.records import Ints, Words
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, Game, Pool, Public, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import DECK, DECKS, SEATS, TICKETS
from ttr_analysis.strategies.expert.tickets import holds_ticket
from ttr_analysis.strategies.shared.copies import copy_record

ALL_CARDS = DECKS * DECK
"""Room for the cards of all decks."""


@compiled
def shuffle(rng: Words, items: Ints, count: int) -> None:
    """Put the first ``count`` items into random order."""
    for i in range(count - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]


@compiled
def unseen_cards(view: View, deck: int, cards: Ints) -> int:
    """Write the cards of a deck that the player does not see; return their number."""
    tables, public, count = view.tables, view.public, 0
    for kind in range(tables.cards):
        if tables.card_deck[kind] != deck:
            continue
        number = tables.card_count[kind] - view.mine.hand[kind] - public.discards[kind]
        number -= public.laid[kind] + public.turned_up[kind]
        for slot in range(tables.market_slots):
            if public.market[slot] == kind:
                number -= 1
        for _ in range(number):
            cards[count] = kind
            count += 1
    return count


@allocating
def deal_cards(view: View, game: Game) -> None:
    """Deal the unseen cards to the decks and to the opponents' hands."""
    tables, public, hidden = view.tables, game.public, game.hidden
    cards, held = np.zeros(ALL_CARDS, np.int64), np.zeros(ALL_CARDS, np.int64)
    size = 0
    for deck in range(tables.decks):
        count = unseen_cards(view, deck, cards)
        shuffle(view.rng, cards, count)
        for i in range(count):
            if i < public.deck_size[deck]:
                hidden.deck[deck, i] = cards[i]
            else:
                held[size] = cards[i]
                size += 1
        hidden.ordered[deck] = 0
    shuffle(view.rng, held, size)
    for other in range(public.players):
        if other != public.seat:
            for kind in range(tables.cards):
                game.private[other].hand[kind] = 0
            for _ in range(min(size, public.hand_size[other])):
                size -= 1
                game.private[other].hand[held[size]] += 1


@compiled
def fit(tables: Tables, public: Public, seat: int, ticket: int) -> int:
    """Return how well a ticket suits a network.

    The value is the number of its cities that the seat's tracks touch, plus one if they are joined.
    """
    labels, value = public.component[seat], 0
    for i in range(tables.ticket_stop_count[ticket]):
        for j in range(public.owned_count[seat]):
            track = public.owned[seat, j]
            stop = tables.ticket_stops[ticket, i]
            if stop == tables.track_a[track] or stop == tables.track_b[track]:
                value += 1
                break
    return value + (1 if joined(tables, labels, ticket) else 0)


@compiled
def pick_ticket(view: View, game: Game, seat: int, pool: Pool, tries: int, finished: bool) -> int:
    """Return the place in a pool of the ticket, among a few, that suits a seat best.

    Where completed tickets are shown, only joined tickets suit if ``finished``, and only unjoined
    ones otherwise.
    """
    tables, public = view.tables, game.public
    best, most = 0, -1
    for _ in range(tries):
        place = below(view.rng, pool.ticket_count)
        ticket = pool.tickets[place]
        value = fit(tables, public, seat, ticket)
        if tables.shown and joined(tables, public.component[seat], ticket) != finished:
            value = 0
        if value > most:
            best, most = place, value
    return best


@compiled
def take_from(pool: Pool, place: int) -> int:
    """Remove the ticket at a place of a pool and return it."""
    ticket = pool.tickets[place]
    pool.ticket_count -= 1
    pool.tickets[place] = pool.tickets[pool.ticket_count]
    return ticket


@compiled
def give_tickets(view: View, game: Game, seat: int, pool: Pool, number: int, tries: int, done: bool) -> None:
    """Give a seat tickets from a pool."""
    tables, public, private = view.tables, game.public, game.private[seat]
    for _ in range(number):
        if pool.ticket_count == 0 or private.ticket_count == TICKETS:
            break
        ticket = take_from(pool, pick_ticket(view, game, seat, pool, tries, done))
        made = done or (not tables.shown and joined(tables, public.component[seat], ticket))
        private.tickets[private.ticket_count] = ticket
        private.kept_turn[private.ticket_count] = 0
        private.done_turn[private.ticket_count] = public.turn if made else NEVER
        private.ticket_count += 1


@compiled
def offer(view: View, game: Game, seat: int) -> None:
    """Offer a seat the tickets of the set-up."""
    tables, private = view.tables, game.private[seat]
    private.offered_count = 0
    for i in range(tables.deal_long + tables.deal):
        pool = view.scratch.long_pool if i < tables.deal_long else view.scratch.pool
        if pool.ticket_count > 0:
            private.offered[private.offered_count] = take_from(pool, pool.ticket_count - 1)
            private.offered_count += 1


@compiled
def fill_pools(view: View) -> None:
    """Fill the pools with the tickets that the player does not see, in random order."""
    tables, mine, pool, long_pool = view.tables, view.mine, view.scratch.pool, view.scratch.long_pool
    pool.ticket_count, long_pool.ticket_count = 0, 0
    for place in range(tables.tickets):
        ticket = tables.ticket_order[place]
        known = holds_ticket(mine, ticket)
        for i in range(mine.offered_count):
            known = known or mine.offered[i] == ticket
        if known:
            continue
        if tables.ticket_long[ticket] and tables.deal_long > 0:
            long_pool.tickets[long_pool.ticket_count] = ticket
            long_pool.ticket_count += 1
        else:
            pool.tickets[pool.ticket_count] = ticket
            pool.ticket_count += 1
    shuffle(view.rng, pool.tickets, pool.ticket_count)
    shuffle(view.rng, long_pool.tickets, long_pool.ticket_count)


@compiled
def deal_tickets(view: View, tries: int, game: Game) -> None:
    """Deal the unseen tickets to opponents, deck and discards."""
    tables, public, pool, long_pool = view.tables, game.public, view.scratch.pool, view.scratch.long_pool
    fill_pools(view)
    for other in range(public.players):
        if other == public.seat:
            continue
        game.private[other].ticket_count, game.private[other].offered_count = 0, 0
        if public.turn == 0 and public.decision == AT_KEEP:
            offer(view, game, other)
            continue
        held, shown = public.tickets_held[other], 0
        if tables.shown:
            shown = public.completed[other]
            for bonus in range(tables.bonus_tickets):
                shown -= public.bonus_won[other, bonus]
        if long_pool.ticket_count > 0 and held > 0 and below(view.rng, 2) == 0:  # whether they kept one is not public
            give_tickets(view, game, other, long_pool, 1, 1, False)
            held -= 1
        give_tickets(view, game, other, pool, shown, tries, True)
        give_tickets(view, game, other, pool, held, tries, False)
    stack_tickets(game, pool)


@compiled
def stack_tickets(game: Game, pool: Pool) -> None:
    """Make the tickets left in the pool the ticket deck and the discards."""
    public, hidden = game.public, game.hidden
    hidden.ticket_queue_head, hidden.ticket_queue_size, hidden.ticket_top_size = 0, 0, 0
    hidden.pending_return_size, hidden.long_pool_size = 0, 0
    hidden.ticket_pool_size = min(pool.ticket_count, public.ticket_deck_size)
    public.ticket_deck_size = hidden.ticket_pool_size
    for i in range(hidden.ticket_pool_size):
        hidden.ticket_pool[i] = pool.tickets[i]
    public.ticket_discards = min(public.ticket_discards, pool.ticket_count - hidden.ticket_pool_size)
    for i in range(public.ticket_discards):
        hidden.discarded_tickets[i] = pool.tickets[hidden.ticket_pool_size + i]


@compiled
def determinize(view: View, tries: int, game: Game) -> None:
    """Fill a game with what the player to move knows, and fill in the rest at random.

    Parameters
    ----------
    view : View
    tries : int
        Tickets that are considered for each one that an opponent is given; 1 for pure chance.
    game : Game
        The game to overwrite.
    """
    copy_record(game.public, view.public)
    copy_record(game.private[view.public.seat], view.mine)
    game.log_size = 0
    deal_cards(view, game)
    deal_tickets(view, tries, game)
    seed = below(view.rng, 1 << 31)
    for number in range(DECKS + 1 + SEATS):
        seed_stream(game.hidden.streams[number], seed, 0, number)
    for other in range(view.public.players):
        if other != view.public.seat:
            fill_priorities(view.tables, game.private[other], seed, 0, other)
