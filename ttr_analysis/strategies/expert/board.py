"""What ``expert`` measures once a game: the board's own quantities, in which its weights are given.

A weight of one point is meant for a board on which a ticket is worth ``TICKET`` points, as on that
of USA. On a board with smaller tickets a space, a turn or a card is worth less in the same ratio.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.shared.pay import all_pieces

TICKET: Final = 11.63
"""Mean points of the tickets of USA."""
TRACK: Final = 3.09
"""Mean spaces of the tracks of USA."""
SPACES: Final = 1.36
"""Spaces for each piece of all players, on tracks as long as those of USA, with which a board has room enough."""
GAME: Final = 29.0
"""Turns that a whole game takes a player on USA, by a clock with 5.44 pieces to a claim."""
UNIT: Final = 240
STRIDE: Final = 241
LENGTH: Final = 242
ROOM: Final = 243
"""Places in the memory, all in thousandths of what they are on USA; for the room, of what is enough."""


@compiled
def measure_board(view: View) -> None:
    """Measure the board, unless that was done in this game."""
    tables, memory = view.tables, view.memory
    if memory[UNIT] > 0:
        return
    if view.weights[weight.OWN_SCALE] == 0.0:
        memory[UNIT], memory[STRIDE], memory[LENGTH], memory[ROOM] = 1000, 1000, 1000, 1000
        return
    points, count, spaces = 0, 0, 0
    for ticket in range(tables.tickets):
        if tables.ticket_long[ticket] == 0 or tables.deal_long == 0:
            points += tables.ticket_points[ticket]
            count += 1
    for track in range(tables.tracks):
        spaces += tables.track_length[track]
    memory[UNIT] = max(1, int(1000 * points / (TICKET * max(1, count))))
    memory[STRIDE] = max(1, int(1000 * spaces / (TRACK * tables.tracks)))
    cards, left = 0, all_pieces(tables) - tables.end_pieces
    for deck in range(tables.decks):
        cards += tables.hand[deck]
    turns = max(0, left - cards) / 2 + left / (view.weights[weight.CLOCK_PACE] * stride(view)) + 1.0
    memory[LENGTH] = max(1, int(1000 * turns / GAME))
    pieces = tables.players * max(1, all_pieces(tables))
    memory[ROOM] = min(1000, max(1, int(1000 * stride(view) * spaces / (SPACES * pieces))))


@inlined
def unit(view: View) -> float:
    """Return the worth of a point of the weights on this board, in points."""
    return view.memory[UNIT] / 1000.0


@inlined
def stride(view: View) -> float:
    """Return how long the tracks of this board are, relative to those of USA."""
    return view.memory[STRIDE] / 1000.0


@inlined
def game_length(view: View) -> float:
    """Return how long a game takes on this board, relative to USA."""
    return view.memory[LENGTH] / 1000.0


@inlined
def room(view: View) -> float:
    """Return how much room for its pieces the board has, from 0 to 1 if there is enough.

    Short tracks are gone sooner, so it is less with them.
    """
    return view.memory[ROOM] / 1000.0
