"""The terms of a game: what chance and decisions made of the value of its states.

Of a move that chance has a part in, the mean over all that might have come is computed apart from what did come. If a
card is drawn first, each kind that the deck may hold is put on top in turn, weighted by its number; whatever chance
comes after that card, and tickets, are drawn by decks of their own.
"""

from typing import Final, NamedTuple

from ttr_analysis.engine import codes, decks, moves, play, setup
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import EMPTY, ActionRecord, Game, Tables
from ttr_analysis.experiments.luck import values
from ttr_analysis.experiments.luck.values import ACTUAL, KEPT, LEAD, OTHER, WIN, Model, Reference, Space
from ttr_analysis.strategies.shared import copies

SAMPLES: Final = 24
"""Outcomes over which the mean is taken where they are too many to list."""
REVEALS: Final = 3
"""Outcomes for each first card of a tunnel."""
DECKLESS: Final = -1


class Found(NamedTuple):
    """What was found of a game: one entry for each decision; the last axes are seat, and win or lead.

    Attributes
    ----------
    event, seat, turn, chance, agrees : array of int64, (decisions,)
        The decision's place in the log, who made it, whether chance had a part, and whether the reference player
        decides likewise.
    before : array of float64, (decisions + 1, SEATS, 2)
        The value before each decision, and the result.
    expected, meant : array of float64, (decisions, SEATS, 2)
        The mean over chance of the values after the reference player's decision, and after the one that was made.
    """

    event: Ints
    seat: Ints
    turn: Ints
    chance: Ints
    agrees: Ints
    before: Floats
    expected: Floats
    meant: Floats


@compiled
def is_same(action: ActionRecord, other: ActionRecord) -> bool:
    """Return whether two actions are the same."""
    same = action.kind == other.kind and action.target == other.target and action.number == other.number
    for card in range(action.cards.shape[0]):
        same = same and action.cards[card] == other.cards[card]
    return same


@compiled
def chance_since(game: Game, before: Game) -> bool:
    """Return whether anything was drawn from a deck since."""
    drawn = False
    for stream in range(decks.SEAT_STREAMS):
        for i in range(4):
            drawn = drawn or game.hidden.streams[stream, i] != before.hidden.streams[stream, i]
    return drawn


@compiled
def first_deck(tables: Tables, game: Game, action: ActionRecord) -> int:
    """Return the deck from which a card is drawn first; DECKLESS if a ticket may be, or the deck is empty."""
    deck = DECKLESS
    if action.kind == codes.DRAW_BLIND or action.kind == codes.REFILL:
        deck = action.target
    elif action.kind == codes.CLAIM and tables.track_reveals[action.target] > 0:
        deck = tables.track_deck[action.target]
    elif action.kind == codes.DRAW_MARKET:
        card = game.public.market[action.target]
        game.public.market[action.target] = EMPTY
        deck = decks.deck_for_gap(tables, game)
        game.public.market[action.target] = card
    return deck if deck >= 0 and game.public.deck_size[deck] > 0 else DECKLESS


@compiled
def share_in_deck(tables: Tables, game: Game, deck: int, card: int) -> float:
    """Return which share of a deck that is not empty are cards of a kind."""
    if tables.card_deck[card] != deck:
        return 0.0
    count = 0
    for place in range(game.public.deck_size[deck]):
        count += game.hidden.deck[deck, place] == card
    return count / game.public.deck_size[deck]


@compiled
def put_on_top(game: Game, deck: int, card: int) -> None:
    """Put a card of this kind on top of a deck that holds one."""
    size, kinds = game.public.deck_size[deck], game.hidden.deck[deck]
    place = 0
    while kinds[place] != card:
        place += 1
    kinds[place] = kinds[size - 1]
    kinds[size - 1] = card
    game.hidden.ordered[deck] = 1


@compiled
def add(out: Floats, origin: Floats, part: float) -> None:
    """Add a part of the values of a state."""
    for seat in range(out.shape[0]):
        out[seat, WIN] += part * origin[seat, WIN]
        out[seat, LEAD] += part * origin[seat, LEAD]


@compiled
def clear(out: Floats) -> None:
    """Set values to 0."""
    for seat in range(out.shape[0]):
        out[seat, WIN], out[seat, LEAD] = 0.0, 0.0


@compiled
def add_outcome(
    tables: Tables, action: ActionRecord, deck: int, card: int, reference: Reference, model: Model, space: Space,
    one: Floats, part: float, out: Floats,
) -> None:  # fmt: skip
    """Add the value of one outcome of a move; if there is a ``deck``, this card is drawn from it first."""
    game = space.games[OTHER]
    copies.copy_record(game, space.games[KEPT])
    values.shuffle_anew(tables, game, space)
    if deck >= 0:
        put_on_top(game, deck, card)
    moves.apply_action(tables, game, space.empty_log, space.scratch[0], action)
    values.value(tables, OTHER, reference, model, space, one)
    add(out, one, part)


@compiled
def mean_over(
    tables: Tables, action: ActionRecord, reference: Reference, model: Model, space: Space, one: Floats, out: Floats
) -> None:
    """Write the mean value over what may come of a move from the game kept."""
    clear(out)
    game = space.games[KEPT]
    deck = first_deck(tables, game, action)
    sampled, claims = deck < 0, action.kind == codes.CLAIM
    repeats = REVEALS if claims and not sampled else 1
    values.forget_plans(space)
    for each in range(SAMPLES if sampled else tables.cards):
        part = 1.0 / SAMPLES if sampled else share_in_deck(tables, game, deck, each)
        for _ in range(repeats if part > 0 else 0):
            if sampled or claims:  # tickets may come with it; after a draw the plans are those of the others
                values.forget_plans(space)
            add_outcome(tables, action, deck, each, reference, model, space, one, part / repeats, out)


@compiled
def value_after(
    tables: Tables, action: ActionRecord, which: int, reference: Reference, model: Model, space: Space, one: Floats,
    out: Floats,
) -> bool:  # fmt: skip
    """Write the mean value after a move from the game kept; return whether chance has a part in it.

    ``which`` is a game in which the move has been made.
    """
    chance = chance_since(space.games[which], space.games[KEPT])
    if chance:
        mean_over(tables, action, reference, model, space, one, out)
    else:
        values.forget_plans(space)
        values.value(tables, which, reference, model, space, out)
    return chance


@compiled
def value_decision(
    tables: Tables, action: ActionRecord, chosen: ActionRecord, reference: Reference, model: Model, space: Space,
    one: Floats, found: Found, at: int,
) -> None:  # fmt: skip
    """Make a move of the game, and write the values that come with it; ``chosen`` is room for another move."""
    game, log, scratch = space.games[ACTUAL], space.log, space.scratch[0]
    copies.copy_record(space.games[KEPT], game)
    copies.copy_record(space.games[OTHER], game)
    values.ask(tables, space.games[OTHER], reference, space)
    copies.copy_record(chosen, space.action[0])
    found.agrees[at] = int(is_same(action, chosen))
    moves.apply_action(tables, game, log, scratch, action)
    found.chance[at] = int(value_after(tables, action, ACTUAL, reference, model, space, one, found.meant[at]))
    clear(found.before[at + 1])
    clear(found.expected[at])
    if found.chance[at]:
        values.forget_plans(space)
        values.value(tables, ACTUAL, reference, model, space, found.before[at + 1])
    else:
        add(found.before[at + 1], found.meant[at], 1.0)
    if found.agrees[at]:
        add(found.expected[at], found.meant[at], 1.0)
        return
    copies.copy_record(space.games[OTHER], space.games[KEPT])
    moves.apply_action(tables, space.games[OTHER], space.empty_log, scratch, chosen)
    value_after(tables, chosen, OTHER, reference, model, space, one, found.expected[at])


@entry
def value_game(
    tables_record: Records, reference: Reference, model: Model, space: Space, events: Records, actions: Records,
    one: Floats, found: Found, seed: int, number: int,
) -> int:  # fmt: skip
    """Play a game again by its log and write the values of its states; return the number of decisions.

    Without any room in ``found`` for a decision, only the deal is valued.
    """
    tables, game, at = tables_record[0], space.games[ACTUAL], 0
    setup.set_up(tables, game, space.log, seed, number)
    play.forget(space.plan_memory)
    values.value(tables, ACTUAL, reference, model, space, found.before[0])
    for place in range(events.shape[0]):
        event, action = events[place], actions[0]
        if event.kind < codes.PASS and at < found.event.shape[0]:
            action.kind, action.target, action.number = event.kind, event.target, event.number
            for card in range(action.cards.shape[0]):
                action.cards[card] = event.cards[card]
            found.event[at], found.seat[at], found.turn[at] = place, game.public.seat, game.public.turn
            value_decision(tables, action, actions[1], reference, model, space, one, found, at)
            at += 1
    return at


@entry
def value_deals(
    tables_record: Records, reference: Reference, model: Model, space: Space, one: Floats, seed: int, deals: int,
    out: Floats,
) -> None:  # fmt: skip
    """Write the mean value over deals."""
    tables, game = tables_record[0], space.games[ACTUAL]
    clear(out)
    play.forget(space.plan_memory)
    for number in range(deals):
        setup.set_up(tables, game, space.empty_log, seed, number)
        values.forget_plans(space)
        values.value(tables, ACTUAL, reference, model, space, one)
        add(out, one, 1.0 / deals)
