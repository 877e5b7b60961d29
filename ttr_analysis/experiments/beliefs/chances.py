"""How likely an assumed player would have made the moves seen, with imagined tickets.

At each decision, the player makes the move that their strategy chooses with chance 1 - e, else one of the legal moves,
all with the same chance. A move is its kind and its track, its city or the kind of its card: the cards of a payment,
and the slot of the market, do not matter. What the strategy chooses depends on cards and priorities that nobody has
seen, too; the chance is the mean over several of them, drawn for each decision anew.
"""

from math import log
from typing import Any, Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes, legal, reach, scoring
from ttr_analysis.engine.compiled import compiled, part, wrapping
from ttr_analysis.engine.random_stream import mix
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import EMPTY, NEVER, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.experiments.beliefs.evidence import Evidence

HANDS: Final = 3
"""Hands of cards with which a strategy is asked at each decision, one after the other, for each of the priorities."""
OFFER_PLANS: Final = 8
"""The most priorities with which a strategy is asked at a choice of tickets: there it makes a plan for every set."""
IMPOSSIBLE: Final = -30.0
"""Logarithm of the chance of what cannot be, so that not all worlds are lost if the log says otherwise."""


class Assumed(NamedTuple):
    """The player that is assumed to sit there.

    Attributes
    ----------
    weights : array of float64
    choosers : tuple of compiled functions
        The same one several times.
    noise : array of float64, (3,)
        e in turns, at second cards, and at choices of tickets.
    """

    weights: Floats
    choosers: Any
    noise: Floats


class Imagined(NamedTuple):
    """What is imagined of a player beside their tickets, drawn anew for each decision and alike for all tickets.

    Attributes
    ----------
    cards : array of int64, (deals, cards)
        First the unseen ones that the player got, then all others they may have got.
    hands : array of int64, (decisions, priorities * HANDS, CARDS)
        The cards held at each decision.
    legal : array of int64, (decisions, priorities * HANDS)
        The number of legal moves with each of these hands.
    mine : record array
        The player's private record, with other priorities in each, by which strategies tell equals apart.
    rank : array of int64, (TICKETS,)
        The place of each ticket in the order of names.
    """

    cards: Ints
    hands: Ints
    legal: Ints
    mine: Records
    rank: Ints


class Space(NamedTuple):
    """Space to compute in."""

    scratch: Records
    action: Records
    memory: Ints
    agrees: Floats  # the share of imagined hands with which the strategy makes the move of each decision
    others: Floats  # the mean chance of the move among all that are legal
    held: Ints
    fixed: Ints  # for cards
    slots: Ints  # for terms
    logs: Floats  # for groups of terms
    undo: Ints
    rng: Words


class Case(NamedTuple):
    """What moves are judged by: the game, what was seen of it, the player assumed, and what is imagined."""

    tables: Tables
    seen: Evidence
    player: Assumed
    imagined: Imagined
    space: Space


@compiled
def noise_at(noise: Floats, decision: int) -> float:
    """Return e for a kind of decision."""
    if decision == codes.AT_SECOND:
        return noise[1]
    return noise[2] if decision == codes.AT_KEEP else noise[0]


@wrapping
def word_of(number: int) -> np.uint64:
    """Return 64 random bits that stand for a number."""
    return mix(np.uint64(number))


@compiled
def comes_first(imagined: Imagined, ticket: int, other: int, at: int) -> bool:
    """Return whether a ticket stands before another one in the hand: by chance, for each decision anew."""
    return bool(word_of(1000 * at + imagined.rank[ticket]) < word_of(1000 * at + imagined.rank[other]))


@compiled
def sort_tickets(imagined: Imagined, tickets: Ints, count: int, at: int) -> None:
    """Put the first ``count`` tickets into the order in which they stand in the hand, which nobody knows."""
    for i in range(1, count):
        ticket, place = tickets[i], i
        while place > 0 and comes_first(imagined, ticket, tickets[place - 1], at):
            tickets[place] = tickets[place - 1]
            place -= 1
        tickets[place] = ticket


@compiled
def was_shown(seen: Evidence, ticket: int) -> bool:
    """Return whether the player has shown a ticket since."""
    shown = False
    for place in range(seen.shown.shape[0]):
        shown = shown or seen.shown[place] == ticket
    return shown


@compiled
def fill_tickets(case: Case, count: int, at: int, mine: Private) -> bool:
    """Give the player the tickets of ``space.held``; return False if they would have shown one of them."""
    tables, public, possible = case.tables, case.seen.publics[at], True
    mine.ticket_count, mine.offered_count = count, 0
    for i in range(count):
        ticket, done = case.space.held[i], NEVER
        if scoring.joined(tables, public.component[public.seat], ticket):
            done = public.turn
            possible = possible and (tables.shown == 0 or was_shown(case.seen, ticket))
        mine.tickets[i], mine.kept_turn[i], mine.done_turn[i] = ticket, 0, done
    return possible


@compiled
def draws(tables: Tables, public: Public) -> int:
    """Return how many different cards may be drawn, those of a deck counting as one."""
    count, wild = 0, legal.wild_to_take(tables, public)
    if legal.hand_full(tables, public):
        return 0
    for slot in range(tables.market_slots):
        card, again = public.market[slot], False
        for other in range(slot):
            again = again or public.market[other] == card
        count += int(card != EMPTY and not again and (card != tables.wild or wild))
    for deck in range(tables.decks):
        count += int(public.deck_size[deck] > 0)
    return count


@compiled
def buildings(tables: Tables, public: Public, mine: Private) -> int:
    """Return how many buildings may be built, each city for itself."""
    count, seat = 0, public.seat
    stations = tables.stations > 0 and reach.can_pay_building(tables, public, mine, seat, codes.BUILD_STATION)
    harbours = tables.harbours > 0 and reach.can_pay_building(tables, public, mine, seat, codes.BUILD_HARBOUR)
    for city in range(tables.cities if stations or harbours else 0):
        count += int(stations and legal.may_build_station(tables, public, city))
        count += int(harbours and legal.may_build_harbour(tables, public, seat, city))
    return count


@compiled
def moves_of_turn(tables: Tables, public: Public, mine: Private, scratch: Scratch) -> int:
    """Return the number of legal moves in a turn."""
    seat = public.seat
    count = draws(tables, public) + int(legal.may_draw_tickets(tables, public)) + buildings(tables, public, mine)
    reach.fill_reach(tables, public, mine, seat, scratch)
    for i in range(public.open_count):
        count += int(reach.can_claim(tables, public, mine, seat, scratch, public.open_tracks[i]))
    for piece in range(2):
        count += int(legal.max_exchanged(tables, public, seat, piece) > 0)
    return max(1, count + int(legal.may_exchange_tickets(tables, public, seat)))


@compiled
def choices(tables: Tables, public: Public, mine: Private) -> int:
    """Return how many sets of the tickets offered may be kept."""
    count = 0
    for number in range(1 << mine.offered_count):
        count += int(legal.check_keep(tables, public, mine, number) == legal.LEGAL)
    return max(1, count)


@compiled
def is_move(public: Public, action: ActionRecord, kind: int, what: int) -> bool:
    """Return whether an action is a move."""
    if action.kind != kind:
        return False
    if kind == codes.DRAW_MARKET:
        return public.market[action.target] == what
    if kind >= codes.CLAIM and what >= 0:
        return action.target == what
    return True


@compiled
def forget(memory: Ints) -> None:
    """Let an imagined player forget everything."""
    for i in range(memory.shape[0]):
        memory[i] = 0


@compiled
def plans_of(imagined: Imagined) -> int:
    """Return with how many priorities a strategy is asked at each decision: for each of them it makes a plan."""
    return imagined.hands.shape[1] // HANDS


@compiled
def record_for(imagined: Imagined, at: int, plan: int) -> int:
    """Return the number of the private record with the priorities of a plan."""
    return (plans_of(imagined) * at + plan) % imagined.mine.shape[0]


@compiled
def copy_hand(hand: Ints, mine: Private) -> None:
    """Give the player cards."""
    for card in range(hand.shape[0]):
        mine.hand[card] = hand[card]


@compiled
def count_legal(case: Case, at: int, mine: Private) -> int:
    """Return the number of legal moves of a turn or a second card."""
    tables, public = case.tables, case.seen.publics[at]
    if public.decision == codes.AT_SECOND:
        return max(1, draws(tables, public))
    return moves_of_turn(tables, public, mine, case.space.scratch[0])


@part
def ask(case: Case, at: int, mine: Private) -> bool:
    """Ask the strategy for its move; return whether it is the one seen, which is in ``space.action``."""
    public, action = case.seen.publics[at], case.space.action[0]
    view = View(
        case.tables, public, mine, case.space.memory, case.player.weights, case.space.scratch[0], case.space.rng
    )
    case.player.choosers[at % len(case.player.choosers)](view, action)
    return is_move(public, action, case.seen.kind[at], case.seen.what[at])


@compiled
def log_mean(case: Case, at: int, agrees: float, others: float) -> float:
    """Return the logarithm of the chance of a move that the strategy makes with a share of hands, and note both."""
    noise = noise_at(case.player.noise, case.seen.publics[at].decision)
    case.space.agrees[at], case.space.others[at] = agrees, others
    return log((1.0 - noise) * agrees + noise * others)


@compiled
def best_chance(case: Case, at: int) -> float:
    """Return the logarithm of the chance of a turn's or second card's move if the strategy makes it with every hand."""
    others, number = 0.0, case.imagined.legal.shape[1]
    for i in range(number):
        others += 1.0 / (number * case.imagined.legal[at, i])
    return log_mean(case, at, 1.0, others)


@compiled
def turn_chance(case: Case, first: int, last: int, count: int) -> float:
    """Return the logarithm of the chance of a turn, with the tickets of ``space.held``.

    The decisions ``first`` to ``last - 1`` are the turn and its second card. With each of the priorities imagined
    the strategy is asked with several hands, one after the other, so that it makes its plan only once.
    """
    imagined, space, number = case.imagined, case.space, case.imagined.hands.shape[1]
    for at in range(first, last):
        space.agrees[at], space.others[at] = 0.0, 0.0
    for plan in range(plans_of(imagined)):
        mine = imagined.mine[record_for(imagined, first, plan)]
        forget(space.memory)
        if not fill_tickets(case, count, first, mine):
            return IMPOSSIBLE * (last - first)
        for at in range(first, last):
            for i in range(plan * HANDS, (plan + 1) * HANDS):
                copy_hand(imagined.hands[at, i], mine)
                space.agrees[at] += int(ask(case, at, mine)) / number
                space.others[at] += 1.0 / (number * imagined.legal[at, i])
    total: float = 0.0
    for at in range(first, last):
        total += log_mean(case, at, space.agrees[at], space.others[at])
    return total


@compiled
def fill_offer(case: Case, tickets: Ints, kept: Ints, at: int, mine: Private) -> int:
    """Fill in the tickets offered at a decision, in an order by chance; return which are kept, as bits."""
    seen, number, count = case.seen, 0, 0
    for place in range(seen.offer.shape[0]):
        if seen.offer[place] == at:
            mine.offered[count] = tickets[place]
            count += 1
    sort_tickets(case.imagined, mine.offered, count, at)
    for place in range(seen.offer.shape[0]):
        for i in range(count):
            if seen.offer[place] == at and mine.offered[i] == tickets[place] and kept[place]:
                number |= 1 << i
    mine.offered_count = count
    return number


@compiled
def offer_chance(case: Case, tickets: Ints, kept: Ints, at: int, count: int) -> float:
    """Return the logarithm of the chance of a choice of tickets, with the tickets of ``space.held`` before it."""
    tables, public, agrees, others = case.tables, case.seen.publics[at], 0.0, 0.0
    plans = min(OFFER_PLANS, plans_of(case.imagined))
    for plan in range(plans):
        mine = case.imagined.mine[record_for(case.imagined, at, plan)]
        forget(case.space.memory)
        possible = fill_tickets(case, count, at, mine)
        number = fill_offer(case, tickets, kept, at, mine)
        possible = possible and legal.check_keep(tables, public, mine, number) == legal.LEGAL
        if possible:
            copy_hand(case.imagined.hands[at, plan * HANDS], mine)
            ask(case, at, mine)
            agrees += int(case.space.action[0].number == number) / plans
            others += 1.0 / (plans * choices(tables, public, mine))
        mine.offered_count = 0
        if not possible:
            return IMPOSSIBLE
    return log_mean(case, at, agrees, others)
