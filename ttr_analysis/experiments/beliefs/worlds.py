"""Imagined worlds, weighted move by move: sequential Monte Carlo over what one player may hold.

All worlds begin equally likely: tickets and unseen cards are dealt at random from those that the player may have got,
so that they could pay what they paid. After each move, a world counts by how likely the assumed player would have made
it there (:mod:`~ttr_analysis.experiments.beliefs.chances`). The priorities by which the player tells equals apart are
not known either, so each world has its own. When fewer than half of the worlds still count, they are
drawn anew in proportion to what they count, and each of them is changed in ways that keep the posterior as it is
(Metropolis and Hastings): another ticket, another one of the tickets offered kept, other cards, other priorities.
This is the method of Chopin (Biometrika 2002) for static parameters.
"""

from math import exp, log
from typing import Final

from ttr_analysis.engine import random_stream
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import Private, Tables
from ttr_analysis.experiments.beliefs.chances import Assumed, Case, Space, Worlds, forget, judge, log_chance
from ttr_analysis.experiments.beliefs.evidence import FOREVER, UNKNOWN, Evidence
from ttr_analysis.strategies.shared import copies

TICKET_MOVES: Final = 4
"""Changes of a ticket that are tried in each world whenever worlds are drawn anew."""
PRIORITY_MOVES: Final = 2
"""Changes of priorities that are tried then."""
FLATTEST: Final = 0.15
"""Power of the chances with which the last changes begin, so that worlds leave hands that fit by luck."""
TRIES: Final = 64
"""How often a partner of the same kind is looked for."""
MIXING: Final = 20
"""Exchanges of cards, for each unseen one, that make them random at the start."""


@compiled
def counts_by(seen: Evidence, cards: Ints, card: int, at: int) -> int:
    """Return how many unseen cards of a kind the player got by a decision."""
    count = 0
    for i in range(seen.card_born.shape[0]):
        count += int(cards[i] == card and seen.card_born[i] <= at)
    return count


@compiled
def pays(seen: Evidence, cards: Ints, card: int) -> bool:
    """Return whether the player had enough cards of a kind at each payment."""
    for i in range(seen.needs.shape[0]):
        if seen.needs[i, 1] == card and counts_by(seen, cards, card, seen.needs[i, 0]) < seen.needs[i, 2]:
            return False
    return True


@compiled
def swap(numbers: Ints, i: int, j: int) -> None:
    """Exchange two numbers."""
    number = numbers[i]
    numbers[i] = numbers[j]
    numbers[j] = number


@compiled
def exchange_card(tables: Tables, seen: Evidence, cards: Ints, rng: Words) -> int:
    """Exchange a card that the player got for another one if all can still be paid; return the first decision changed.

    All deals that pay for everything are equally likely after many such exchanges.
    """
    got = seen.card_born.shape[0]
    i, j = random_stream.below(rng, got), random_stream.below(rng, cards.shape[0])
    if cards[i] == cards[j] or tables.card_deck[cards[i]] != tables.card_deck[cards[j]]:
        return seen.kind.shape[0]
    swap(cards, i, j)
    if not (pays(seen, cards, cards[i]) and pays(seen, cards, cards[j])):
        swap(cards, i, j)
        return seen.kind.shape[0]
    return min(seen.card_born[i], seen.card_born[j]) if j < got else seen.card_born[i]


@compiled
def settle(seen: Evidence, cards: Ints, rng: Words, fixed: Ints, tables: Tables) -> None:
    """Give the player the cards that they paid."""
    got = seen.card_born.shape[0]
    for i in range(got):
        fixed[i] = 0
    for need in range(seen.needs.shape[0]):
        at, card = seen.needs[need, 0], seen.needs[need, 1]
        for i in range(got):  # those of this kind that are there already stay
            missing = seen.needs[need, 2] - locked(seen, cards, fixed, card, at)
            if missing > 0 and cards[i] == card and fixed[i] == 0 and seen.card_born[i] <= at:
                fixed[i] = 1
        start = random_stream.below(rng, max(1, got))
        for k in range(got):
            i = (start + k) % got
            if locked(seen, cards, fixed, card, at) >= seen.needs[need, 2]:
                break
            if fixed[i] or seen.card_born[i] > at or tables.card_deck[cards[i]] != tables.card_deck[card]:
                continue
            for j in range(cards.shape[0]):
                if cards[j] == card and (j >= got or fixed[j] == 0):
                    swap(cards, i, j)
                    fixed[i] = 1
                    break


@compiled
def locked(seen: Evidence, cards: Ints, fixed: Ints, card: int, at: int) -> int:
    """Return how many cards of a kind are given for payments by a decision."""
    count = 0
    for i in range(seen.card_born.shape[0]):
        count += int(fixed[i] == 1 and cards[i] == card and seen.card_born[i] <= at)
    return count


@compiled
def is_loose(seen: Evidence, place: int) -> bool:
    """Return whether it is open which ticket this one is."""
    return place >= seen.shown.shape[0] or seen.shown[place] == UNKNOWN


@compiled
def is_long(tables: Tables, ticket: int) -> bool:
    """Return whether a ticket is dealt from the long ones."""
    return tables.ticket_long[ticket] == 1 and tables.deal_long > 0


@compiled
def changed_from(seen: Evidence, place: int) -> int:
    """Return the first decision for which it matters which ticket this one is."""
    if place >= seen.born.shape[0]:
        return seen.kind.shape[0]
    return seen.offer[place] if seen.offer[place] >= 0 else seen.born[place]


@compiled
def exchange_ticket(tables: Tables, seen: Evidence, tickets: Ints, rng: Words, pair: Ints) -> int:
    """Exchange a ticket that the player was given for another one of its kind; return the first decision changed.

    Which two they were is written to ``pair``.
    """
    i, j = random_stream.below(rng, seen.born.shape[0]), 0
    pair[0], pair[1] = i, i
    if not is_loose(seen, i):
        return seen.kind.shape[0]
    for _ in range(TRIES):
        j = random_stream.below(rng, tickets.shape[0])
        if j != i and is_loose(seen, j) and is_long(tables, tickets[i]) == is_long(tables, tickets[j]):
            swap(tickets, i, j)
            pair[1] = j
            return min(changed_from(seen, i), changed_from(seen, j))
    return seen.kind.shape[0]


@compiled
def exchange_kept(seen: Evidence, kept: Ints, rng: Words, pair: Ints) -> int:
    """Keep another ticket of an offer in place of one; return the first decision changed."""
    places = seen.born.shape[0]
    i, j = random_stream.below(rng, places), random_stream.below(rng, places)
    pair[0], pair[1] = i, i
    if seen.offer[i] < 0 or seen.offer[i] != seen.offer[j] or kept[i] == kept[j]:
        return seen.kind.shape[0]
    swap(kept, i, j)
    pair[1] = j
    return seen.offer[i]


@compiled
def accepts(case: Case, row: int, first: int, end: int, sharpness: float) -> bool:
    """Return whether a changed world is accepted, and note its chances if it is; they count with a power."""
    worlds, space = case.worlds, case.space
    before: float = 0.0
    for at in range(first, end):
        before += worlds.chance[row, at]
    floor = before + log(max(1e-300, random_stream.uniform(space.rng))) / sharpness
    if judge(case, row, first, end, floor) < floor:
        return False
    for at in range(first, end):
        worlds.chance[row, at], worlds.agrees[row, at] = space.chance[at], space.agrees[at]
    return True


@compiled
def change(case: Case, row: int, end: int, sharpness: float) -> None:
    """Change a world in ways that leave the posterior after ``end`` moves as it is."""
    tables, seen, worlds, space = case.tables, case.seen, case.worlds, case.space
    pair, rng = space.copies, space.rng
    for _ in range(TICKET_MOVES if seen.born.shape[0] > 0 else 0):
        first = exchange_ticket(tables, seen, worlds.tickets[row], rng, pair)
        if first < end and not accepts(case, row, first, end, sharpness):
            swap(worlds.tickets[row], pair[0], pair[1])
        first = exchange_kept(seen, worlds.kept[row], rng, pair)
        if first < end and not accepts(case, row, first, end, sharpness):
            swap(worlds.kept[row], pair[0], pair[1])
    if seen.card_born.shape[0] > 0:
        change_cards(case, row, end, sharpness)
    for _ in range(PRIORITY_MOVES):
        change_priorities(case, row, end, sharpness)
    forget(worlds.memory[row])  # what it remembers may be of a world that was not accepted


@compiled
def change_cards(case: Case, row: int, end: int, sharpness: float) -> None:
    """Try other unseen cards in a world."""
    tables, seen, worlds, space = case.tables, case.seen, case.worlds, case.space
    cards, kept = worlds.cards[row], space.copies
    for i in range(cards.shape[0]):
        kept[i] = cards[i]
    first = seen.kind.shape[0]
    for _ in range(1 + seen.card_born.shape[0] // 4):
        first = min(first, exchange_card(tables, seen, cards, space.rng))
    if first < end and not accepts(case, row, first, end, sharpness):
        for i in range(cards.shape[0]):
            cards[i] = kept[i]


@compiled
def redraw(priority: Ints, count: int, one_in: int, rng: Words) -> None:
    """Draw some priorities anew, one in so many of them."""
    for i in range(count):
        if one_in == 1 or random_stream.below(rng, one_in) == 0:
            priority[i] = random_stream.below(rng, 1 << 31)


@compiled
def redraw_priorities(tables: Tables, mine: Private, one_in: int, rng: Words) -> None:
    """Draw some of a player's priorities anew."""
    redraw(mine.priority.cities, tables.cities, one_in, rng)
    redraw(mine.priority.routes, tables.routes, one_in, rng)
    redraw(mine.priority.tracks, tables.tracks, one_in, rng)
    redraw(mine.priority.cards, tables.cards, one_in, rng)
    redraw(mine.priority.colors, tables.colors, one_in, rng)
    redraw(mine.priority.decks, tables.decks, one_in, rng)


@compiled
def change_priorities(case: Case, row: int, end: int, sharpness: float) -> None:
    """Try other priorities in a world."""
    tables, worlds, space = case.tables, case.worlds, case.space
    copies.copy_record(space.mine[0], worlds.mine[row])
    redraw_priorities(tables, worlds.mine[row], 1 << random_stream.below(space.rng, 6), space.rng)
    if not accepts(case, row, 0, end, sharpness):
        copies.copy_record(worlds.mine[row], space.mine[0])


@compiled
def deal(tables: Tables, seen: Evidence, worlds: Worlds, space: Space, row: int) -> None:
    """Deal tickets and cards at random, so that the player can pay what they paid, and draw priorities."""
    tickets, cards, rng, places = worlds.tickets[row], worlds.cards[row], space.rng, seen.born.shape[0]
    redraw_priorities(tables, worlds.mine[row], 1, rng)
    for place in range(places):
        worlds.kept[row, place] = 1
        for other in range(place):
            if seen.offer[place] >= 0 and seen.offer[other] == seen.offer[place]:
                worlds.kept[row, place] += 1
        worlds.kept[row, place] = int(seen.offer[place] < 0 or worlds.kept[row, place] <= seen.kept[place])
    for i in range(tickets.shape[0]):
        for _ in range(TRIES if is_loose(seen, i) else 0):
            j = i + random_stream.below(rng, tickets.shape[0] - i)
            if is_loose(seen, j) and is_long(tables, tickets[i]) == is_long(tables, tickets[j]):
                swap(tickets, i, j)
                break
    for _ in range(4 * places):
        exchange_kept(seen, worlds.kept[row], rng, space.copies)
    if seen.card_born.shape[0] > 0:
        settle(seen, cards, rng, space.copies, tables)
        for _ in range(MIXING * seen.card_born.shape[0]):
            exchange_card(tables, seen, cards, rng)


@compiled
def normalize(weight: Floats, chance: Floats, at: int) -> float:
    """Multiply weights by the chances of a move and make them add up to 1; return the effective number of worlds."""
    total, squares, worlds = 0.0, 0.0, weight.shape[0]
    for row in range(worlds):
        weight[row] *= exp(chance[row, at])
        total += weight[row]
    for row in range(worlds):
        weight[row] /= total
        squares += weight[row] * weight[row]
    return 1.0 / squares


@compiled
def copy_world(worlds: Worlds, to: int, origin: int) -> None:
    """Copy a world over another one."""
    for i in range(worlds.tickets.shape[1]):
        worlds.tickets[to, i] = worlds.tickets[origin, i]
    for i in range(worlds.kept.shape[1]):
        worlds.kept[to, i] = worlds.kept[origin, i]
    for i in range(worlds.cards.shape[1]):
        worlds.cards[to, i] = worlds.cards[origin, i]
    for i in range(worlds.chance.shape[1]):
        worlds.chance[to, i], worlds.agrees[to, i] = worlds.chance[origin, i], worlds.agrees[origin, i]
    for i in range(worlds.memory.shape[1]):
        worlds.memory[to, i] = worlds.memory[origin, i]
    copies.copy_record(worlds.mine[to], worlds.mine[origin])


@compiled
def draw_anew(worlds: Worlds, drawn_by: Ints, rng: Words) -> None:
    """Draw worlds in proportion to their weights (systematically); afterwards all weigh the same."""
    rows = worlds.weight.shape[0]
    start, passed, drawn = random_stream.uniform(rng), 0.0, 0
    for row in range(rows):
        drawn_by[row] = 0
        passed += rows * worlds.weight[row]
        while drawn < rows and (drawn + start < passed or row == rows - 1):
            drawn_by[row] += 1
            drawn += 1
    free = 0
    for row in range(rows):
        while drawn_by[row] > 1:
            while drawn_by[free] > 0:
                free += 1
            copy_world(worlds, free, row)
            drawn_by[free] = 1
            drawn_by[row] -= 1
    for row in range(rows):
        worlds.weight[row] = 1.0 / rows


@compiled
def sharpen(worlds: Worlds, space: Space, more: float) -> None:
    """Let chances count with a larger power, and draw worlds anew by how much likelier that makes them."""
    rows, most, total = worlds.weight.shape[0], -1e300, 0.0
    for row in range(rows):
        most = max(most, worlds.chance[row].sum())
    for row in range(rows):
        worlds.weight[row] = exp(more * (worlds.chance[row].sum() - most))
        total += worlds.weight[row]
    for row in range(rows):
        worlds.weight[row] /= total
    draw_anew(worlds, space.copies, space.rng)


@compiled
def tally(seen: Evidence, worlds: Worlds, row: int, held: Floats) -> None:
    """Count the tickets that the player holds now in a world."""
    for place in range(seen.born.shape[0]):
        if worlds.kept[row, place] == 1 and seen.until[place] == FOREVER:
            held[worlds.tickets[row, place]] += 1.0


@entry
def weigh(
    tables_record: Records,
    seen: Evidence,
    player: Assumed,
    worlds: Worlds,
    space: Space,
    effective: Floats,
    held: Floats,
    rounds: int,
    seed: int,
) -> int:
    """Deal worlds and weigh them by all moves seen; return how often they were drawn anew.

    How many worlds still counted after each move is written to ``effective``. In the end all are drawn anew and
    changed in so many ``rounds``, at first as if their chances differed less; how often each held a ticket in the
    second half of these is written to ``held``.
    """
    tables, rows, renewed = tables_record[0], worlds.weight.shape[0], 0
    case = Case(tables, seen, player, worlds, space)
    random_stream.seed_stream(space.rng, seed, 0, 0)
    for row in range(rows):
        deal(tables, seen, worlds, space, row)
        worlds.weight[row] = 1.0 / rows
    for at in range(seen.kind.shape[0]):
        for row in range(rows):
            worlds.chance[row, at] = log_chance(tables, seen, player, worlds, space, row, at)
            worlds.agrees[row, at] = space.agrees[at]
        effective[at] = normalize(worlds.weight, worlds.chance, at)
        if 2 * effective[at] < rows:
            draw_anew(worlds, space.copies, space.rng)
            renewed += 1
            for row in range(rows):
                change(case, row, at + 1, 1.0)
    draw_anew(worlds, space.copies, space.rng)
    before: float = 0.0
    for number in range(rounds):
        sharpness = min(1.0, FLATTEST + 2.5 * (1.0 - FLATTEST) * number / rounds)
        if number > 0 and before < sharpness:
            sharpen(worlds, space, sharpness - before)
        before = sharpness
        for row in range(rows):
            change(case, row, seen.kind.shape[0], sharpness)
            if 2 * number >= rounds:
                tally(seen, worlds, row, held[row])
    return renewed


@entry
def judge_all(
    tables_record: Records, seen: Evidence, player: Assumed, worlds: Worlds, space: Space, total: Floats
) -> None:
    """Write the logarithm of the chance of all moves in each world as it is."""
    case = Case(tables_record[0], seen, player, worlds, space)
    for row in range(worlds.weight.shape[0]):
        total[row] = judge(case, row, 0, seen.kind.shape[0], -1e300)
