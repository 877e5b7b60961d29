"""A game that a player can imagine: hidden cards and tickets filled in at random.

Everything that the player sees stays as it is (their own hand and tickets, the board, the market,
the discards, the sizes of decks and hands). The cards and tickets that the player does not see
are dealt again to opponents and decks: either all alike, or to opponents who play like ``expert``. Then each of their
tickets is the one among a few that makes their plan worth most, and each card that they took face
up is the one among a few that their plan lacks most. The more tracks an opponent has laid, the
more they tell about its tickets, so the more tickets are considered. What the public record does
not keep (which cards an opponent took from the market, which tickets lie at the bottom of their
deck) is not remembered, except for the tickets that opponents have shown, if the game to fill holds them.
"""

from typing import Final

import numpy as np

from ttr_analysis.engine.codes import AT_KEEP
from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.priorities import fill_priorities
from ttr_analysis.engine.random_stream import below, seed_stream
from ttr_analysis.engine.records import Ints, Words
from ttr_analysis.engine.scoring import joined
from ttr_analysis.engine.state import NEVER, Game, Pool, Private, Tables
from ttr_analysis.engine.view import MEMORY, View
from ttr_analysis.rules.limits import DECK, DECKS, SEATS, TICKETS
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.expert.board import measure_board, stride, unit
from ttr_analysis.strategies.expert.cards import need_of_plan
from ttr_analysis.strategies.expert.clock import clock, room_left
from ttr_analysis.strategies.expert.forest import order_tickets, plan_forest, turns_of_forest, worth_of_forest
from ttr_analysis.strategies.expert.player import refresh_plan
from ttr_analysis.strategies.expert.tickets import holds_ticket, joined_value
from ttr_analysis.strategies.shared.copies import copy_record
from ttr_analysis.strategies.shared.pay import CARDS_A_TURN, pieces_left
from ttr_analysis.strategies.shared.planning import held_units

CHOICE: Final = 4
"""Cards among which a player is imagined to have chosen each one that it took face up."""


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
def lack(view: View, card: int) -> int:
    """Return the spaces of the plan that cards like this one do not cover yet."""
    tables = view.tables
    if card == tables.wild:
        return 1
    deck, color = tables.card_deck[card], tables.card_color[card]
    return view.scratch.need[deck, color] - held_units(view, deck, color)


@compiled
def pick_card(view: View, rng: Words, cards: Ints, count: int, tries: int) -> int:
    """Return the place of the card, among ``tries`` of the first ``count``, that a player lacks most."""
    best = below(rng, count)
    for _ in range(tries - 1):
        place = below(rng, count)
        if lack(view, cards[place]) > lack(view, cards[best]):
            best = place
    return best


@compiled
def gather_hand(view: View, rng: Words, cards: Ints, size: Ints, held: Ints, suited: bool) -> None:
    """Give an opponent its hand, cards taken face up being such as its plan lacks if ``suited``.

    The ``view`` is the opponent's. ``cards`` and ``size`` are the unseen cards of each deck, ``held`` how many of them
    are in hands.
    """
    tables, public, seat = view.tables, view.public, view.public.seat
    if suited:
        refresh_plan(view)
        need_of_plan(view)
    chosen = public.cards_market[seat] if suited else 0
    drawn = public.cards_market[seat] + public.cards_blind[seat]
    for deck in range(tables.decks):
        drawn += tables.hand[deck]
    for _ in range(min(held[0] + held[1], public.hand_size[seat])):
        deck = 0 if below(rng, held[0] + held[1]) < held[0] else 1
        place = pick_card(view, rng, cards[deck], size[deck], CHOICE if below(rng, drawn) < chosen else 1)
        size[deck] -= 1
        held[deck] -= 1
        view.mine.hand[cards[deck, place]] += 1
        cards[deck, place] = cards[deck, size[deck]]


@allocating
def deal_cards(view: View, game: Game, suited: bool) -> None:
    """Deal the unseen cards to the opponents' hands, to suit their plans or all alike, and to the decks."""
    tables, public, hidden, seat = view.tables, game.public, game.hidden, game.public.seat
    cards, memory = np.zeros((DECKS, DECK), np.int64), np.zeros(MEMORY, np.int64)
    size, held = np.zeros(DECKS, np.int64), np.zeros(DECKS, np.int64)
    for deck in range(tables.decks):
        size[deck] = unseen_cards(view, deck, cards[deck])
        held[deck] = max(0, size[deck] - public.deck_size[deck])
    for other in range(public.players):
        if other != seat:
            game.private[other].hand[:] = 0
            memory[:] = 0
            public.seat = other
            theirs = View(tables, public, game.private[other], memory, view.weights, view.scratch, view.rng)
            measure_board(theirs)
            gather_hand(theirs, view.rng, cards, size, held, suited)
    public.seat = seat
    for deck in range(tables.decks):
        hidden.ordered[deck] = 0
        for i in range(size[deck]):
            hidden.deck[deck, i] = cards[deck, i]


@compiled
def worth_of_tickets(view: View, number: int) -> float:
    """Return what the tickets of an opponent, with those that it is offered of a bit set, are worth to it."""
    seat, weights = view.public.seat, view.weights
    count = order_tickets(view, number)
    plan_forest(view, count, pieces_left(view, seat))
    time = clock(view, weights[weight.CLOCK_PACE] * stride(view), room_left(view))
    time += view.public.hand_size[seat] / CARDS_A_TURN
    late = max(0.0, turns_of_forest(view) - time)
    return worth_of_forest(view, count) + joined_value(view, number) - unit(view) * weights[weight.OVERTIME] * late


@compiled
def pick_ticket(view: View, pool: Pool, rng: Words, tries: int, finished: bool) -> int:
    """Return the place in a pool of the ticket, among a few, that suits an opponent best; without ``tries`` the first.

    The ``view`` is the opponent's. Where completed tickets are shown, only joined tickets suit if
    ``finished``, and only unjoined ones otherwise.
    """
    tables, public, mine = view.tables, view.public, view.mine
    best, most = 0, -1e9
    for _ in range(tries):
        place = below(rng, pool.ticket_count)
        mine.offered[0], mine.offered_count = pool.tickets[place], 1
        value = worth_of_tickets(view, 1)
        if tables.shown and joined(tables, public.component[public.seat], mine.offered[0]) != finished:
            value -= 1e6
        if value > most:
            best, most = place, value
    mine.offered_count = 0
    return best


@compiled
def take_from(pool: Pool, place: int) -> int:
    """Remove the ticket at a place of a pool and return it."""
    ticket = pool.tickets[place]
    pool.ticket_count -= 1
    pool.tickets[place] = pool.tickets[pool.ticket_count]
    return ticket


@compiled
def give_tickets(view: View, pool: Pool, rng: Words, number: int, tries: int, done: bool) -> None:
    """Give an opponent tickets from a pool; the ``view`` is the opponent's."""
    tables, public, private = view.tables, view.public, view.mine
    for _ in range(number):
        if pool.ticket_count == 0 or private.ticket_count == TICKETS:
            break
        ticket = take_from(pool, pick_ticket(view, pool, rng, tries, done))
        made = done or (not tables.shown and joined(tables, public.component[public.seat], ticket))
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
def keep_shown(tables: Tables, private: Private) -> None:
    """Take away an opponent's tickets, but for those that it has shown."""
    count = 0
    for i in range(private.ticket_count if tables.shown else 0):
        if private.done_turn[i] != NEVER:
            private.tickets[count], private.done_turn[count] = private.tickets[i], private.done_turn[i]
            private.kept_turn[count] = 0
            count += 1
    private.ticket_count, private.offered_count = count, 0


@compiled
def fill_pools(view: View, game: Game) -> None:
    """Fill the pools with the tickets that the player does not see, in random order."""
    tables, mine, pool, long_pool = view.tables, view.mine, view.scratch.pool, view.scratch.long_pool
    pool.ticket_count, long_pool.ticket_count = 0, 0
    for place in range(tables.tickets):
        ticket, known = tables.ticket_order[place], False
        for seat in range(view.public.players):
            known = known or holds_ticket(game.private[seat], ticket)
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
def imagine_tickets(view: View, pool: Pool, long_pool: Pool, rng: Words, tries: int, scarce: bool) -> None:
    """Give an opponent as many tickets as it holds; the ``view`` is the opponent's.

    ``scarce``: somebody must hold another long one, or too few would be left for the deck.
    """
    tables, public, seat = view.tables, view.public, view.public.seat
    held, shown = public.tickets_held[seat], 0
    if tables.shown:
        shown = public.completed[seat] - view.mine.ticket_count
        for bonus in range(tables.bonus_tickets):
            shown -= public.bonus_won[seat, bonus]
    # Whether it kept a long one is not public.
    if long_pool.ticket_count > 0 and held > 0 and (below(rng, 2) == 0 or scarce):
        give_tickets(view, long_pool, rng, 1, tries, False)
        held -= 1
    give_tickets(view, pool, rng, shown, tries, True)
    give_tickets(view, pool, rng, held, tries, False)


@allocating
def deal_tickets(view: View, tries: int, game: Game, suited: bool) -> None:
    """Deal the unseen tickets to opponents, to suit their tracks or all alike, to the deck and to the discards."""
    tables, public, pool, long_pool = view.tables, game.public, view.scratch.pool, view.scratch.long_pool
    memory, seat, due = np.zeros(MEMORY, np.int64), public.seat, public.ticket_deck_size + public.ticket_discards
    for other in range(public.players):
        if other != seat:
            keep_shown(tables, game.private[other])
            due += public.tickets_held[other]
    fill_pools(view, game)
    for other in range(public.players):
        if other == seat:
            continue
        if public.turn == 0 and public.decision == AT_KEEP:
            offer(view, game, other)
            continue
        memory[:] = 0
        public.seat = other
        theirs = View(tables, public, game.private[other], memory, view.weights, view.scratch, view.rng)
        measure_board(theirs)
        before = pool.ticket_count
        considered = tries + public.owned_count[other] if suited else 0
        imagine_tickets(theirs, pool, long_pool, view.rng, considered, due > before)
        due -= public.tickets_held[other]
    public.seat = seat
    while pool.ticket_count < due and long_pool.ticket_count > 0:  # long ones may lie in the deck as well
        pool.tickets[pool.ticket_count] = take_from(long_pool, long_pool.ticket_count - 1)
        pool.ticket_count += 1
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
def determinize(view: View, suited: bool, tries: int, game: Game) -> None:
    """Fill a game with what the player to move knows, and fill in the rest at random.

    Parameters
    ----------
    view : View
    suited : bool
        Whether opponents rather hold tickets that suit their tracks, and cards that suit their plans. Otherwise all
        that the player does not see is dealt alike.
    tries : int
        If ``suited``, tickets that are considered for each one that an opponent is given, and one more for each
        track that it owns.
    game : Game
        The game to overwrite. The opponents keep tickets that are marked as completed there if these are shown.
    """
    copy_record(game.public, view.public)
    copy_record(game.private[view.public.seat], view.mine)
    game.log_size = 0
    seed = below(view.rng, 1 << 31)
    for number in range(DECKS + 1 + SEATS):
        seed_stream(game.hidden.streams[number], seed, 0, number)
    for other in range(view.public.players):
        if other != view.public.seat:
            fill_priorities(view.tables, game.private[other], seed, 0, other)
    deal_tickets(view, tries, game, suited)
    deal_cards(view, game, suited)
