"""Chains of hands of tickets that meet each hand as often as Bayes' rule has it, after Metropolis and Hastings.

Each chain begins with a hand drawn by how well single tickets explain the moves seen. Each step proposes a change: one
or two tickets exchanged for others, which are drawn in the same way, two of the player's own exchanged, another of the
tickets offered kept. It is accepted by how likely all moves are with both hands, and corrected for how it was proposed.
At first all hands are taken for more alike than they are, so that no chain stays where it began. All hands met
afterwards are noted with the chances of the moves.
"""

from math import exp, log
from typing import Final, NamedTuple

from ttr_analysis.engine import codes, random_stream
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.priorities import fill_priorities
from ttr_analysis.engine.records import Floats, Ints, Records, Words
from ttr_analysis.engine.state import Tables
from ttr_analysis.experiments.beliefs import chances, deals, terms
from ttr_analysis.experiments.beliefs.chances import Assumed, Case, Imagined, Space
from ttr_analysis.experiments.beliefs.evidence import UNKNOWN, Evidence
from ttr_analysis.experiments.beliefs.terms import Terms

EXPLAINED: Final = 20
"""Turns, claims first, by which it is measured how well a ticket explains what was seen."""
SHARPNESS: Final = 0.25
"""The power of their chances by which tickets are proposed."""
LEAST: Final = 0.03
"""The weight of a ticket that explains nothing, where that of the best is 1."""
FLATTEST: Final = 0.4
"""The share of the power of the chances with which chains begin."""
RISING: Final = 0.15
"""The share of the steps until the full power holds."""


class Chains(NamedTuple):
    """Hands of tickets, a row for each chain.

    Attributes
    ----------
    tickets : array of int64, (chains, tickets)
        First those that the player was given, in the order of the evidence, then all others they may have been given.
    kept : array of int64, (chains, tickets given)
    keys : array of uint64, (chains, steps)
        What tells the tickets kept after each step, and when they were kept, from all others; of the first steps none.
    passed : array of float64, (chains, steps, 2)
        The logarithm of the chance of all turns after each step, and that of the choices of tickets.
    given, chosen : array of int64, (chains, steps, tickets given)
        The tickets that the player was given after each step, and which of them were kept.
    fit : array of float64, (tickets given, TICKETS)
        How readily a ticket is proposed in the place of each one given.
    logs : array of float64, (chains, GROUPS)
        The logarithms of the chances of the moves.
    accepted : array of int64
        Changes accepted, and changes proposed.
    """

    tickets: Ints
    kept: Ints
    keys: Words
    passed: Floats
    given: Ints
    chosen: Ints
    fit: Floats
    logs: Floats
    accepted: Ints


@compiled
def is_loose(seen: Evidence, place: int) -> bool:
    """Return whether it is open which ticket this one is."""
    return place >= seen.shown.shape[0] or seen.shown[place] == UNKNOWN


@compiled
def is_long(tables: Tables, ticket: int) -> bool:
    """Return whether a ticket is dealt from the long ones."""
    return tables.ticket_long[ticket] == 1 and tables.deal_long > 0


NOT_PROPOSED: Final = -1e300
"""Returned where there is nothing to propose."""


@compiled
def imagine(case: Case, seed: int) -> None:
    """Draw cards and priorities, and count the legal moves with each hand of cards."""
    tables, seen, imagined, space = case.tables, case.seen, case.imagined, case.space
    for row in range(imagined.cards.shape[0]):
        deals.deal_cards(tables, seen, imagined.cards[row], space.fixed, space.rng)
    for row in range(imagined.mine.shape[0]):
        fill_priorities(tables, imagined.mine[row], seed, row, 0)
    for at in range(seen.kind.shape[0]):
        for i in range(imagined.hands.shape[1]):
            row = random_stream.below(space.rng, imagined.cards.shape[0])
            deals.fill_hand(seen, imagined.cards[row], at, imagined.hands[at, i])
            chances.copy_hand(imagined.hands[at, i], imagined.mine[0])
            if seen.publics[at].decision != codes.AT_KEEP:
                imagined.legal[at, i] = chances.count_legal(case, at, imagined.mine[0])


@compiled
def explain_moves(case: Case, units: Ints, ticket: int, fit: Floats) -> None:
    """Add up how well a ticket alone explains moves since each of the tickets given was held: claims, then others."""
    for place in range(fit.shape[0]):
        fit[place, ticket] = 0.0
    for unit in range(min(EXPLAINED, units.shape[0])):
        at = units[unit, 0]
        case.space.held[0] = ticket
        chance = chances.turn_chance(case, at, units[unit, 1], 1)
        for place in range(fit.shape[0]):
            if case.seen.born[place] <= at:
                fit[place, ticket] += chance


@compiled
def fill_fit(case: Case, units: Ints, chains: Chains) -> None:
    """Measure how readily each ticket is proposed: the better it explains moves, the more."""
    fit, tickets = chains.fit, chains.tickets[0]
    for i in range(tickets.shape[0]):
        if is_loose(case.seen, i):
            explain_moves(case, units, tickets[i], fit)
    for place in range(fit.shape[0]):
        best: float = NOT_PROPOSED
        for i in range(tickets.shape[0]):
            if is_loose(case.seen, i):
                best = max(best, fit[place, tickets[i]])
        for i in range(tickets.shape[0]):  # a ticket of which there are two is met twice
            if is_loose(case.seen, i) and fit[place, tickets[i]] <= 0.0:
                fit[place, tickets[i]] = LEAST + (1.0 - LEAST) * exp(SHARPNESS * (fit[place, tickets[i]] - best))


@compiled
def readiness(chains: Chains, row: int, place: int, ticket: int) -> float:
    """Return the weight with which a ticket is proposed at a place; all are alike if it is not kept."""
    return chains.fit[place, ticket] if chains.kept[row, place] == 1 else 1.0


@compiled
def may_replace(case: Case, tickets: Ints, place: int, other: int) -> bool:
    """Return whether the tickets at two places are of the same kind."""
    return is_long(case.tables, tickets[place]) == is_long(case.tables, tickets[other])


@compiled
def replace(case: Case, chains: Chains, row: int, place: int, undo: Ints) -> float:
    """Exchange a ticket for one that the player was not given.

    Return the logarithm of how much more readily the way back is proposed than this one.
    """
    tickets, given, total = chains.tickets[row], chains.kept.shape[1], 0.0
    if not is_loose(case.seen, place):
        return NOT_PROPOSED
    for j in range(given, tickets.shape[0]):
        if may_replace(case, tickets, place, j):
            total += readiness(chains, row, place, tickets[j])
    left, chosen = total * random_stream.uniform(case.space.rng), -1
    for j in range(given, tickets.shape[0]):
        if may_replace(case, tickets, place, j) and left >= 0.0:
            left -= readiness(chains, row, place, tickets[j])
            chosen = j
    if chosen < 0:
        return NOT_PROPOSED
    back = readiness(chains, row, place, tickets[place])
    there = readiness(chains, row, place, tickets[chosen])
    deals.swap(tickets, place, chosen)
    undo[1 + 2 * undo[0]], undo[2 + 2 * undo[0]] = place, chosen
    undo[0] += 1
    return log(back / (total - there + back)) - log(there / total)


@compiled
def replace_two(case: Case, chains: Chains, row: int, undo: Ints) -> float:
    """Exchange two tickets, one after the other."""
    given, rng = chains.kept.shape[1], case.space.rng
    i, j = random_stream.below(rng, given), random_stream.below(rng, given)
    if i == j:
        return NOT_PROPOSED
    first = replace(case, chains, row, i, undo)
    second = replace(case, chains, row, j, undo)
    return first + second if min(first, second) > NOT_PROPOSED else NOT_PROPOSED


@compiled
def exchange_places(case: Case, chains: Chains, row: int, undo: Ints) -> float:
    """Exchange two tickets that the player was given at different times, or of which one was kept."""
    given, rng = chains.kept.shape[1], case.space.rng
    i, j = random_stream.below(rng, given), random_stream.below(rng, given)
    tickets = chains.tickets[row]
    if i == j or not (is_loose(case.seen, i) and is_loose(case.seen, j) and may_replace(case, tickets, i, j)):
        return NOT_PROPOSED
    deals.swap(tickets, i, j)
    undo[0], undo[1], undo[2] = 1, i, j
    return 0.0


@compiled
def exchange_kept(case: Case, chains: Chains, row: int, undo: Ints) -> float:
    """Keep another ticket of an offer in place of one."""
    seen, kept, rng = case.seen, chains.kept[row], case.space.rng
    i, j = random_stream.below(rng, kept.shape[0]), random_stream.below(rng, kept.shape[0])
    if seen.offer[i] < 0 or seen.offer[i] != seen.offer[j] or kept[i] == kept[j]:
        return NOT_PROPOSED
    deals.swap(kept, i, j)
    undo[5], undo[6] = i, j
    return 0.0


@compiled
def propose(case: Case, chains: Chains, row: int, undo: Ints) -> float:
    """Change a hand; return the logarithm of how much more readily the way back is proposed."""
    undo[0], undo[5] = 0, -1
    rng, which = case.space.rng, random_stream.below(case.space.rng, 10)
    if which < 3:
        return replace(case, chains, row, random_stream.below(rng, chains.kept.shape[1]), undo)
    if which < 7:
        return replace_two(case, chains, row, undo)
    return exchange_kept(case, chains, row, undo) if which < 8 else exchange_places(case, chains, row, undo)


@compiled
def take_back(chains: Chains, row: int, undo: Ints) -> None:
    """Take a change back."""
    for i in range(undo[0] - 1, -1, -1):
        deals.swap(chains.tickets[row], undo[1 + 2 * i], undo[2 + 2 * i])
    if undo[5] >= 0:
        deals.swap(chains.kept[row], undo[5], undo[6])


@compiled
def accepts(case: Case, known: Terms, chains: Chains, row: int, ratio: float, power: float) -> bool:
    """Return whether a changed hand is accepted, and note how likely its moves are if it is.

    Claims are looked at first: a hand that they refuse is judged no further. Each group of moves accepts it with the
    chance by which it is more likely than before, at most 1; that leaves the shares as they must be (Christen and Fox,
    Journal of Computational and Graphical Statistics 2005).
    """
    space = case.space
    for group in range(terms.GROUPS):
        less = log(max(1e-300, random_stream.uniform(space.rng))) - (ratio if group == 0 else 0.0)
        floor = chains.logs[row, group] + less / power
        space.logs[group] = terms.log_likelihood(case, known, group, chains.tickets[row], chains.kept[row], floor)
        if space.logs[group] < floor:
            return False
    for group in range(terms.GROUPS):
        chains.logs[row, group] = space.logs[group]
    return True


@compiled
def step(case: Case, known: Terms, chains: Chains, row: int, power: float) -> None:
    """Propose a change of a hand, and make it if it is likely enough."""
    undo = case.space.undo
    ratio = propose(case, chains, row, undo)
    chains.accepted[1] += int(ratio > NOT_PROPOSED)
    if ratio > NOT_PROPOSED and accepts(case, known, chains, row, ratio, power):
        chains.accepted[0] += 1
    else:
        take_back(chains, row, undo)


@compiled
def begin(case: Case, chains: Chains, row: int) -> None:
    """Deal a hand, at random but for how well tickets explain moves."""
    seen, kept, undo = case.seen, chains.kept[row], case.space.undo
    for place in range(kept.shape[0]):
        before = 0
        for other in range(place):
            before += int(seen.offer[other] == seen.offer[place])
        kept[place] = int(seen.offer[place] < 0 or before < seen.kept[place])
    for _ in range(4 * kept.shape[0]):
        exchange_kept(case, chains, row, undo)
        undo[0] = 0
        exchange_places(case, chains, row, undo)
    for place in range(kept.shape[0]):
        undo[0] = 0
        replace(case, chains, row, place, undo)


@compiled
def note(case: Case, chains: Chains, row: int, number: int) -> None:
    """Note the hand after a step."""
    seen, key = case.seen, terms.key_of(0)
    for place in range(seen.born.shape[0]):
        ticket, kept = chains.tickets[row, place], chains.kept[row, place] == 1
        chains.given[row, number, place], chains.chosen[row, number, place] = ticket, int(kept)
        if kept:
            key = terms.plus(key, case.imagined.rank[ticket] + 1000 * (1 + seen.born[place]))
    chains.keys[row, number] = key
    chains.passed[row, number, 0] = chains.logs[row, 0] + chains.logs[row, 2]
    chains.passed[row, number, 1] = chains.logs[row, 1]


@entry
def draw(tables_record: Records, seen: Evidence, player: Assumed, imagined: Imagined, space: Space, seed: int) -> None:
    """Draw what is imagined beside tickets."""
    random_stream.seed_stream(space.rng, seed, 0, 0)
    imagine(Case(tables_record[0], seen, player, imagined, space), seed)


@entry
def walk(
    tables_record: Records, seen: Evidence, player: Assumed, imagined: Imagined, space: Space, known: Terms,
    chains: Chains, steps: int, power: float, seed: int,
) -> None:  # fmt: skip
    """Let each chain make so many steps; the chances of moves count with a power."""
    case = Case(tables_record[0], seen, player, imagined, space)
    terms.fill_most(case, known)
    fill_fit(case, known.units, chains)
    for row in range(chains.kept.shape[0]):
        random_stream.seed_stream(space.rng, seed, 1, row)
        begin(case, chains, row)
        terms.clear(known)
        for group in range(terms.GROUPS):
            chains.logs[row, group] = terms.log_likelihood(
                case, known, group, chains.tickets[row], chains.kept[row], -1e300
            )
        for number in range(steps if seen.born.shape[0] > 0 else 0):
            rising = min(1.0, FLATTEST + (1.0 - FLATTEST) * number / (RISING * steps))
            step(case, known, chains, row, power * rising)
            if number >= RISING * steps:
                note(case, chains, row, number)


@entry
def judge(
    tables_record: Records, seen: Evidence, player: Assumed, imagined: Imagined, space: Space, known: Terms,
    given: Ints, kept: Ints, passed: Floats,
) -> None:  # fmt: skip
    """Fill in the logarithms of the chances of all turns, and of all choices of tickets, with rows of tickets.

    ``space`` tells of each move that was not judged before with these tickets.
    """
    case = Case(tables_record[0], seen, player, imagined, space)
    terms.fill_most(case, known)
    for row in range(given.shape[0]):
        terms.clear(known)
        passed[row, 0], passed[row, 1] = 0.0, 0.0
        for group in range(terms.GROUPS):
            passed[row, int(group == 1)] += terms.log_likelihood(case, known, group, given[row], kept[row], -1e300)
