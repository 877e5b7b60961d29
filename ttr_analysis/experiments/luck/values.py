"""Values of full states along a game, from roll-outs in which one reference player has every seat.

A state is all that lies on the table and in the hands, tickets included, but not the order of the decks: every roll-out
draws from decks of its own. Before each decision there is the value of the state, after it the mean over what chance
may make of it, and then the value of the state that chance did make. Where the reference player decides as the player
did, or where chance has no part, two of them are the same, and are not estimated twice.
"""

from typing import Any, NamedTuple

from ttr_analysis.engine import moves, play, random_stream, scoring, setup
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.decks import SEAT_STREAMS, Log
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import ActionRecord, Game, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.shared import copies

HALVES = 2
"""Every value is estimated twice, by roll-outs that have nothing in common."""
WIN, LEAD = 0, 1
"""What is valued: the share of the win, and the points ahead of the best opponent."""


class Reference(NamedTuple):
    """The player who has every seat in roll-outs."""

    weights: Floats
    choosers: Any


class Space(NamedTuple):
    """Space to compute in: the game and a roll-out."""

    games: Records
    memory: Ints
    scratch: Records
    action: Records
    scores: Records
    log: Log


class Values(NamedTuple):
    """The values of a game; the last axes are half, seat, and win or lead.

    Attributes
    ----------
    before : array of float64, (decisions + 1, HALVES, SEATS, 2)
        The value before each decision, and the result.
    meant : array of float64, (decisions, HALVES, SEATS, 2)
        The mean over what chance may make of a decision.
    agrees, chance : array of int64, (decisions,)
        Whether the reference player decides likewise, and whether chance had a part.
    seat : array of int64, (decisions,)
    """

    before: Floats
    meant: Floats
    agrees: Ints
    chance: Ints
    seat: Ints


@compiled
def shuffle_anew(tables: Tables, game: Game, seed: int, number: int) -> None:
    """Let all decks be shuffled in another order, and players choose by other random numbers."""
    for stream in range(SEAT_STREAMS + tables.players):
        random_stream.seed_stream(game.hidden.streams[stream], seed, number, stream)
    for deck in range(tables.decks):
        game.hidden.ordered[deck] = 0


@compiled
def ask(tables: Tables, game: Game, player: Reference, space: Space) -> None:
    """Let the reference player decide for the seat to move."""
    seat = game.public.seat
    stream = game.hidden.streams[SEAT_STREAMS + seat]
    view = View(
        tables, game.public, game.private[seat], space.memory[seat], player.weights, space.scratch[0], stream
    )  # fmt: skip
    player.choosers[seat % len(player.choosers)](view, space.action[0])


@compiled
def note(tables: Tables, game: Game, space: Space, part: float, out: Floats) -> None:
    """Add a part of the result of a finished game to the value of each seat."""
    scoring.score_game(tables, game, space.scratch[0], space.scores)
    winners = 0
    for seat in range(tables.players):
        winners += space.scores[seat].winner
    for seat in range(tables.players):
        best = -1_000_000
        for other in range(tables.players):
            if other != seat:
                best = max(best, space.scores[other].total)
        out[seat, WIN] += part * space.scores[seat].winner / winners
        out[seat, LEAD] += part * (space.scores[seat].total - best)


@compiled
def value(
    tables: Tables, player: Reference, space: Space, action: ActionRecord, acts: bool, seed: int, rolls: int,
    out: Floats,
) -> None:  # fmt: skip
    """Estimate the value of the game as it is, or after an action if somebody ``acts``."""
    game, scratch = space.games[1], space.scratch[0]
    for half in range(HALVES):
        for seat in range(tables.players):
            out[half, seat, WIN], out[half, seat, LEAD] = 0.0, 0.0
        for roll in range(rolls):
            copies.copy_record(game, space.games[0])
            shuffle_anew(tables, game, seed, HALVES * roll + half)
            play.forget(space.memory)
            if acts:
                moves.apply_action(tables, game, space.log, scratch, action)
            while game.public.over == 0:
                ask(tables, game, player, space)
                moves.apply_action(tables, game, space.log, scratch, space.action[0])
            note(tables, game, space, 1.0 / rolls, out[half])


@compiled
def is_same(action: ActionRecord, other: ActionRecord) -> bool:
    """Return whether two actions are the same."""
    if action.kind != other.kind or action.target != other.target or action.number != other.number:
        return False
    same = True
    for card in range(action.cards.shape[0]):
        same = same and action.cards[card] == other.cards[card]
    return same


@compiled
def chance_since(game: Game, before: Game) -> bool:
    """Return whether anything was drawn from a deck since."""
    drawn = False
    for stream in range(SEAT_STREAMS):
        for i in range(4):
            drawn = drawn or game.hidden.streams[stream, i] != before.hidden.streams[stream, i]
    return drawn


@compiled
def copy_values(out: Floats, origin: Floats) -> None:
    """Copy the values of a state."""
    for half in range(out.shape[0]):
        for seat in range(out.shape[1]):
            out[half, seat, WIN], out[half, seat, LEAD] = origin[half, seat, WIN], origin[half, seat, LEAD]


@entry
def value_game(
    tables_record: Records, player: Reference, space: Space, actions: Records, values: Values, kept: Records,
    seed: int, number: int, rolls: int, roll_seed: int,
) -> None:  # fmt: skip
    """Play a game again and write the values of its states."""
    tables, game, scratch, last = tables_record[0], space.games[0], space.scratch[0], actions.shape[0] - 1
    setup.set_up(tables, game, space.log, seed, number)
    value(tables, player, space, actions[0], False, roll_seed, rolls, values.before[0])
    for at in range(actions.shape[0]):
        action, seeds = actions[at], roll_seed + 2 * at + 1
        play.forget(space.memory)
        values.seat[at] = game.public.seat
        copies.copy_record(space.games[1], game)
        ask(tables, space.games[1], player, space)
        values.agrees[at] = int(is_same(action, space.action[0]))
        copies.copy_record(kept[0], game)
        moves.apply_action(tables, game, space.log, scratch, action)
        values.chance[at] = int(chance_since(game, kept[0]))
        if at == last:
            for half in range(HALVES):
                for seat in range(tables.players):
                    values.before[at + 1, half, seat, WIN], values.before[at + 1, half, seat, LEAD] = 0.0, 0.0
                note(tables, game, space, 1.0, values.before[at + 1, half])
        elif values.chance[at] or not values.agrees[at]:
            value(tables, player, space, action, False, seeds, rolls, values.before[at + 1])
        else:
            copy_values(values.before[at + 1], values.before[at])
        if values.agrees[at]:
            copy_values(values.meant[at], values.before[at])
        elif values.chance[at]:
            copies.copy_record(space.games[1], game)
            copies.copy_record(game, kept[0])
            copies.copy_record(kept[0], space.games[1])
            value(tables, player, space, action, True, seeds + 1, rolls, values.meant[at])
            copies.copy_record(game, kept[0])
        else:
            copy_values(values.meant[at], values.before[at + 1])
