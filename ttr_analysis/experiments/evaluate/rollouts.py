"""Roll-outs: every action of a decision is carried out in the same worlds, which players play to the end.

In each world and for each action, the player to move is asked first, as in any game, and then the given action is
carried out in place of the player's own. So what the player remembers and the random numbers used are the same for
all actions, and where the player would have chosen an action anyway, its roll-out is that of the player left alone.
"""

from typing import Any, Final, NamedTuple

from ttr_analysis.engine import codes, legal, moves, play, scoring
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.decks import SEAT_STREAMS, Log
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import ActionRecord, Game, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.monte_carlo import lead_value
from ttr_analysis.strategies.shared import copies

POINTS: Final = 0
MARGIN: Final = 1
WIN: Final = 2
VALUE: Final = 3
CHOSEN: Final = 4
MEASURES: Final = 5
"""Places of what a roll-out gives the player to move: points, the lead over the best opponent, the share of a win,
half of that and half of the lead on a logistic scale (which tells actions apart in fewer roll-outs), and whether the
player would have chosen this action."""
FREE: Final = 0
"""The row of the roll-out in which the player to move is left alone; those of the actions follow it."""


class Table(NamedTuple):
    """The players of the roll-outs, by seat."""

    weights: Floats
    choosers: Any


class Space(NamedTuple):
    """The space in which roll-outs are played."""

    games: Records
    memory: Ints
    scratches: Records
    chosen: Records
    scores: Records
    log: Log


@compiled
def is_same(tables: Tables, first: ActionRecord, second: ActionRecord) -> bool:
    """Return whether two actions are the same, payment included."""
    same = first.kind == second.kind and first.target == second.target and first.number == second.number
    if same and legal.costs_cards(first.kind):
        for card in range(tables.cards):
            same = same and first.cards[card] == second.cards[card]
    return same


@compiled
def ask(table: Table, tables: Tables, space: Space, game: Game) -> int:
    """Let the player to move choose; return the code of the reason why that is not legal, or 0."""
    seat, scratch, action = game.public.seat, space.scratches[0], space.chosen[0]
    stream = game.hidden.streams[SEAT_STREAMS + seat]
    view = View(tables, game.public, game.private[seat], space.memory[seat], table.weights[seat], scratch, stream)
    table.choosers[seat](view, action)
    return legal.check_action(tables, game, action)


@compiled
def play_to_end(table: Table, tables: Tables, space: Space) -> int:
    """Play the game on to its end and score it; return the code of an illegal action, or 0."""
    game, scratch = space.games[0], space.scratches[0]
    while game.public.over == 0:
        reason = ask(table, tables, space, game)
        if reason != legal.LEGAL:
            return reason
        moves.apply_action(tables, game, space.log, scratch, space.chosen[0])
    scoring.score_game(tables, game, scratch, space.scores)
    return legal.LEGAL


@compiled
def write_outcome(tables: Tables, space: Space, seat: int, row: Floats) -> None:
    """Write what the game that has ended gives a seat."""
    scores, best, winners = space.scores, -(1 << 30), 0
    for other in range(tables.players):
        winners += scores[other].winner
        if other != seat:
            best = max(best, scores[other].total)
    row[POINTS] = scores[seat].total
    row[MARGIN] = scores[seat].total - (best if tables.players > 1 else 0)
    row[WIN] = scores[seat].winner / max(1, winners)
    row[VALUE] = 0.5 * row[WIN] + 0.5 * lead_value(tables, scores, seat)


@entry
def lead_of(tables_record: Records, scores: Records, seat: int) -> float:
    """Return the lead of a seat on a logistic scale (called from Python)."""
    lead: float = lead_value(tables_record[0], scores, seat)
    return lead


@compiled
def roll_out_world(
    table: Table, tables: Tables, space: Space, world: Game, actions: Records, alive: Ints, values: Floats
) -> int:
    """Roll out what is alive in one world; return the code of an illegal action, or 0.

    ``alive`` and ``values`` have a row for the player left alone, then one for each action.
    """
    game, seat, same = space.games[0], world.public.seat, -1
    for row in range(alive.shape[0]):
        if alive[row] == 0 or row == same:
            continue
        copies.copy_record(game, world)
        play.forget(space.memory)
        reason = ask(table, tables, space, game)
        if reason != legal.LEGAL:
            return reason
        if row == FREE:
            for i in range(1, alive.shape[0]):
                if same < 0 and is_same(tables, space.chosen[0], actions[i - 1]):
                    same = i
        else:
            copies.copy_record(space.chosen[0], actions[row - 1])
        moves.apply_action(tables, game, space.log, space.scratches[0], space.chosen[0])
        reason = play_to_end(table, tables, space)
        if reason != legal.LEGAL:
            return reason
        write_outcome(tables, space, seat, values[row])
        values[row, CHOSEN] = 0.0
        if row == FREE and same > 0:
            write_outcome(tables, space, seat, values[same])
            values[same, CHOSEN] = 1.0
    return legal.LEGAL


@compiled
def begin_world(table: Table, tables: Tables, space: Space, world: Game) -> int:
    """Let the players before the player to move decide again during the set-up; return the code of a fault, or 0.

    What they chose in secret is not known, so it is chosen anew by the players of the roll-outs.
    """
    public = world.public
    if public.turn > 0 or not (public.decision == codes.AT_KEEP or public.decision == codes.AT_PIECES):
        return legal.LEGAL
    seat, public.seat = public.seat, 0
    play.forget(space.memory)
    while public.seat < seat:
        reason = ask(table, tables, space, world)
        if reason != legal.LEGAL:
            return reason
        moves.apply_action(tables, world, space.log, space.scratches[0], space.chosen[0])
    return legal.LEGAL


@entry
def roll_out(
    tables_record: Records,
    worlds: Records,
    table: Table,
    space: Space,
    actions: Records,
    alive: Ints,
    values: Floats,
) -> int:
    """Roll out all that is alive in some worlds; return the code of an illegal action, or 0.

    Parameters
    ----------
    tables_record, worlds : records
    table : Table
    space : Space
    actions : records
    alive : array of int64, (1 + actions,)
    values : array of float64, (worlds, 1 + actions, MEASURES)
    """
    tables = tables_record[0]
    for number in range(worlds.shape[0]):
        reason = begin_world(table, tables, space, worlds[number])
        if reason == legal.LEGAL:
            reason = roll_out_world(table, tables, space, worlds[number], actions, alive, values[number])
        if reason != legal.LEGAL:
            return reason
    return legal.LEGAL
