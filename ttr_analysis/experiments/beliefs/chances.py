"""How likely an assumed player would have made the moves seen, with imagined tickets and cards.

At each decision, the player makes the move that their strategy chooses with chance 1 - e, else one of the legal moves,
all with the same chance. A move is its kind and its track, its city or the kind of its card: the cards of a payment,
and the slot of the market, do not matter.
"""

from math import log
from typing import Any, Final, NamedTuple

from ttr_analysis.engine import codes, legal, reach, scoring
from ttr_analysis.engine.compiled import compiled, part
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import EMPTY, NEVER, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.experiments.beliefs.evidence import FOREVER, Evidence

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


class Worlds(NamedTuple):
    """Imagined worlds, a row for each.

    Attributes
    ----------
    tickets : array of int64, (worlds, tickets)
        First those that the player was given, in the order of the evidence, then all others they may have been given.
    kept : array of int64, (worlds, tickets given)
    cards : array of int64, (worlds, cards)
        First the unseen ones that the player got, then all others they may have got.
    chance : array of float64, (worlds, decisions)
        Logarithms of the chances of the moves seen.
    agrees : array of int64, (worlds, decisions)
        Whether the strategy would have made the move seen.
    memory : array of int64, (worlds, MEMORY)
    mine : record array, (worlds,)
        The player's private record; its priorities, by which strategies tell equals apart, are imagined, too.
    weight : array of float64, (worlds,)
    """

    tickets: Ints
    kept: Ints
    cards: Ints
    chance: Floats
    agrees: Ints
    memory: Ints
    mine: Records
    weight: Floats


class Space(NamedTuple):
    """Space to compute in."""

    mine: Records  # a record for what is tried
    scratch: Records
    action: Records
    chance: Floats
    agrees: Ints
    copies: Ints
    rng: Words


@compiled
def noise_at(noise: Floats, decision: int) -> float:
    """Return e for a kind of decision."""
    if decision == codes.AT_SECOND:
        return noise[1]
    return noise[2] if decision == codes.AT_KEEP else noise[0]


@compiled
def is_held(seen: Evidence, worlds: Worlds, row: int, place: int, at: int) -> bool:
    """Return whether a ticket is held at a decision."""
    return worlds.kept[row, place] == 1 and seen.born[place] <= at < seen.until[place]


@compiled
def fill_hand(seen: Evidence, worlds: Worlds, row: int, at: int, hand: Ints) -> None:
    """Fill in the cards that the player holds at a decision."""
    for card in range(hand.shape[0]):
        hand[card] = seen.known[at, card]
    for i in range(seen.card_born.shape[0]):
        if seen.card_born[i] <= at:
            hand[worlds.cards[row, i]] += 1


@compiled
def fill_tickets(tables: Tables, seen: Evidence, worlds: Worlds, row: int, at: int, mine: Private) -> bool:
    """Fill in the tickets that the player holds at a decision; return False if it would have shown one of them."""
    public, possible = seen.publics[at], True
    labels = public.component[public.seat]
    mine.ticket_count = 0
    for place in range(seen.born.shape[0]):
        if is_held(seen, worlds, row, place, at):
            ticket, done = worlds.tickets[row, place], NEVER
            if scoring.joined(tables, labels, ticket):
                done = public.turn
                possible = possible and (tables.shown == 0 or seen.until[place] < FOREVER)
            mine.tickets[mine.ticket_count] = ticket
            mine.kept_turn[mine.ticket_count], mine.done_turn[mine.ticket_count] = 0, done
            mine.ticket_count += 1
    return possible


@compiled
def fill_offer(seen: Evidence, worlds: Worlds, row: int, at: int, mine: Private) -> int:
    """Fill in the tickets offered at a decision, by their numbers; return which are kept, as bits."""
    mine.offered_count, number = 0, 0
    for place in range(seen.offer.shape[0]):
        if seen.offer[place] != at:
            continue
        ticket, i = worlds.tickets[row, place], mine.offered_count
        while i > 0 and mine.offered[i - 1] > ticket:
            mine.offered[i] = mine.offered[i - 1]
            i -= 1
        mine.offered[i] = ticket
        low = number & ((1 << i) - 1)
        number = ((number >> i) << (i + 1)) | (worlds.kept[row, place] << i) | low
        mine.offered_count += 1
    return number


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


@part
def log_chance(
    tables: Tables, seen: Evidence, player: Assumed, worlds: Worlds, space: Space, row: int, at: int
) -> float:
    """Return the logarithm of the chance of a move in a world, and note whether the strategy agrees with it."""
    public, mine, scratch, action = seen.publics[at], worlds.mine[row], space.scratch[0], space.action[0]
    decision = public.decision
    if decision != codes.AT_SECOND:  # strategies plan anew in each turn
        forget(worlds.memory[row])
    fill_hand(seen, worlds, row, at, mine.hand)
    possible, kept = fill_tickets(tables, seen, worlds, row, at, mine), fill_offer(seen, worlds, row, at, mine)
    space.agrees[at] = 0
    if not possible or (decision == codes.AT_KEEP and legal.check_keep(tables, public, mine, kept) != legal.LEGAL):
        return IMPOSSIBLE
    if decision == codes.AT_KEEP:
        legal_moves = choices(tables, public, mine)
    elif decision == codes.AT_SECOND:
        legal_moves = max(1, draws(tables, public))
    else:
        legal_moves = moves_of_turn(tables, public, mine, scratch)
    view = View(tables, public, mine, worlds.memory[row], player.weights, scratch, space.rng)
    player.choosers[at % len(player.choosers)](view, action)
    agrees = is_move(public, action, seen.kind[at], seen.what[at])
    if decision == codes.AT_KEEP:
        agrees = action.number == kept
    space.agrees[at] = int(agrees)
    noise = noise_at(player.noise, decision)
    return log(noise / legal_moves + (1.0 - noise if agrees else 0.0))


class Case(NamedTuple):
    """What moves are judged by: the game, what was seen of it, the player assumed, and the worlds imagined."""

    tables: Tables
    seen: Evidence
    player: Assumed
    worlds: Worlds
    space: Space


@compiled
def judge(case: Case, row: int, first: int, last: int, floor: float) -> float:
    """Return the logarithm of the chance of some moves in a world, or something below ``floor`` if it is that small.

    What each of them has is written to ``space``. Claims tell most, so they come first.
    """
    tables, seen, player, worlds, space = case.tables, case.seen, case.player, case.worlds, case.space
    total: float = 0.0
    for at in range(first, last):
        if seen.kind[at] == codes.CLAIM and total >= floor:
            space.chance[at] = log_chance(tables, seen, player, worlds, space, row, at)
            total += space.chance[at]
    forget(worlds.memory[row])
    for at in range(first, last):
        if seen.kind[at] != codes.CLAIM and total >= floor:
            space.chance[at] = log_chance(tables, seen, player, worlds, space, row, at)
            total += space.chance[at]
    return total
