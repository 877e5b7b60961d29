"""A game that a player can imagine: hidden cards and tickets filled in at random.

Everything that the player sees stays as it is (their own hand and tickets, the board, the market,
the discards, the sizes of decks and hands). The cards and tickets that the player does not see
are dealt again to opponents and decks. Every deal of the cards is equally likely. Each ticket of
an opponent is the one among a few that fits the opponent's network best, because nobody lays
tracks at random. What the public record does not keep (which cards an opponent took from the
market, which tickets lie at the bottom of their deck) is not remembered.
"""

from __future__ import annotations

import numpy as np

from ttr_analysis.engine.codes import AT_KEEP
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.random_stream import below, seed_stream
from ttr_analysis.engine.records import Ints, Words
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, Game, Public, Tables
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


@compiled
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
def pick_ticket(
    tables: Tables, public: Public, seat: int, rng: Words, pool: Ints, size: int, tries: int, finished: bool
) -> int:
    """Return the place in a pool of the ticket, among a few, that suits a seat best.

    Where completed tickets are shown, only joined tickets suit if ``finished``, and only unjoined
    ones otherwise.
    """
    best, most = 0, -1
    for _ in range(tries):
        place = below(rng, size)
        value = fit(tables, public, seat, pool[place])
        if tables.shown and joined(tables, public.component[seat], pool[place]) != finished:
            value = 0
        if value > most:
            best, most = place, value
    return best


@compiled
def give_tickets(
    tables: Tables, game: Game, seat: int, rng: Words, pool: Ints, size: int, number: int, tries: int, done: bool
) -> int:
    """Give a seat tickets from a pool; return the pool's new size."""
    public, private = game.public, game.private[seat]
    for _ in range(number):
        if size == 0 or private.ticket_count == TICKETS:
            break
        place = pick_ticket(tables, public, seat, rng, pool, size, tries, done)
        ticket = pool[place]
        size -= 1
        pool[place] = pool[size]
        made = done or (not tables.shown and joined(tables, public.component[seat], ticket))
        private.tickets[private.ticket_count] = ticket
        private.kept_turn[private.ticket_count] = 0
        private.done_turn[private.ticket_count] = public.turn if made else NEVER
        private.ticket_count += 1
    return size


@compiled
def offer(
    tables: Tables, game: Game, seat: int, pool: Ints, size: int, long_pool: Ints, long_size: int
) -> tuple[int, int]:
    """Offer a seat the tickets of the set-up from shuffled pools; return the pools' new sizes."""
    private = game.private[seat]
    private.offered_count = 0
    for i in range(tables.deal_long + tables.deal):
        if i < tables.deal_long and long_size > 0:
            long_size -= 1
            private.offered[private.offered_count] = long_pool[long_size]
            private.offered_count += 1
        elif i >= tables.deal_long and size > 0:
            size -= 1
            private.offered[private.offered_count] = pool[size]
            private.offered_count += 1
    return size, long_size


@compiled
def pools(view: View, short: Ints, long: Ints) -> tuple[int, int]:
    """Write the short and long tickets that a player does not see, in random order; return their numbers."""
    tables, mine, size, long_size = view.tables, view.mine, 0, 0
    for ticket in range(tables.tickets):
        known = holds_ticket(mine, ticket)
        for i in range(mine.offered_count):
            known = known or mine.offered[i] == ticket
        if known:
            continue
        if tables.ticket_long[ticket] and tables.deal_long > 0:
            long[long_size] = ticket
            long_size += 1
        else:
            short[size] = ticket
            size += 1
    shuffle(view.rng, short, size)
    shuffle(view.rng, long, long_size)
    return size, long_size


@compiled
def deal_tickets(view: View, tries: int, game: Game) -> None:
    """Deal the unseen tickets to opponents, deck and discards."""
    tables, rng, public, hidden = view.tables, view.rng, game.public, game.hidden
    short, long = np.zeros(TICKETS, np.int64), np.zeros(TICKETS, np.int64)
    size, long_size = pools(view, short, long)
    for other in range(public.players):
        if other == public.seat:
            continue
        game.private[other].ticket_count, game.private[other].offered_count = 0, 0
        if public.turn == 0 and public.decision == AT_KEEP:
            size, long_size = offer(tables, game, other, short, size, long, long_size)
            continue
        held, shown = public.tickets_held[other], 0
        if tables.shown:
            shown = public.completed[other]
            for bonus in range(tables.bonus_tickets):
                shown -= public.bonus_won[other, bonus]
        if long_size > 0 and held > 0 and below(rng, 2) == 0:  # whether the opponent kept one is not public
            long_size = give_tickets(tables, game, other, rng, long, long_size, 1, 1, False)
            held -= 1
        size = give_tickets(tables, game, other, rng, short, size, shown, tries, True)
        size = give_tickets(tables, game, other, rng, short, size, held, tries, False)
    hidden.ticket_queue_head, hidden.ticket_queue_size, hidden.ticket_top_size = 0, 0, 0
    hidden.pending_return_size, hidden.long_pool_size = 0, 0
    hidden.ticket_pool_size = min(size, public.ticket_deck_size)
    public.ticket_deck_size = hidden.ticket_pool_size
    for i in range(hidden.ticket_pool_size):
        hidden.ticket_pool[i] = short[i]
    public.ticket_discards = min(public.ticket_discards, size - hidden.ticket_pool_size)
    for i in range(public.ticket_discards):
        hidden.discarded_tickets[i] = short[hidden.ticket_pool_size + i]


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
