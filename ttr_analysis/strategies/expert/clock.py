"""The clock of ``expert``: the turns left, the worth of pieces, the cards that a track takes.

The clock uses only public information: the opponents' pieces, and how many cards they hold.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import LENGTH
from ttr_analysis.strategies.shared.planning import pieces_left

CARDS_A_TURN: Final = 1.6
"""The approximate number of useful cards that a turn of drawing brings."""


@compiled
def pieces_of_kind(view: View, piece: int) -> int:
    """Return the pieces of one kind that a seat has or may choose."""
    if view.public.turn == 0 and view.tables.pieces_kept > 0:
        return view.tables.supply[piece]
    return view.public.pieces[view.public.seat, piece]


@compiled
def scarcity(view: View, piece: int) -> float:
    """Return how scarce a kind of piece is: 1 if both kinds are equally plentiful, or there is only one."""
    if view.tables.pieces < 2:
        return 1.0
    mine, both = pieces_of_kind(view, piece), 0
    for each in range(view.tables.pieces):
        both += pieces_of_kind(view, each)
    return min(2.0, max(0.6, both / (2.0 * max(mine, 1))))


@compiled
def turns_to_end(view: View, other: int, pace: float) -> float:
    """Return the turns in which a seat can lay its pieces.

    These are the draws for the cards it lacks, and claims of ``pace`` pieces each.
    """
    left = pieces_left(view, other) - view.tables.end_pieces
    return max(0, left - view.public.hand_size[other]) / 2 + left / pace


@compiled
def clock(view: View, pace: float) -> float:
    """Return a seat's remaining turns, including this one, before an opponent's pieces end the game.

    A player alone ends it with their own.
    """
    public = view.public
    if public.turns_left != NEVER:
        return 1.0 + (public.turns_left - 1) // public.players
    least = turns_to_end(view, public.seat, pace) if public.players == 1 else 1e3
    for other in range(public.players):
        if other != view.public.seat:
            least = min(least, turns_to_end(view, other, pace))
    return least + 1.0


@compiled
def cards_of(tables: Tables, track: int) -> float:
    """Return the number of cards that a track is expected to take."""
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    return spaces + 0.5 * tables.track_wilds[track] + 0.25 * tables.track_reveals[track]


@compiled
def pay_of_board(view: View) -> float:
    """Return the points per piece of the longest open tracks.

    As many tracks count as the players' pieces can fill.
    """
    tables, public = view.tables, view.public
    count, left, laid, points = view.scratch.open_lengths, 0, 0, 0
    for seat in range(public.players):
        left += pieces_left(view, seat)
    for length in range(LENGTH):
        count[length] = 0
    for i in range(public.open_count):
        count[tables.track_length[public.open_tracks[i]]] += 1
    for i in range(public.open_count):
        track = public.open_tracks[i]
        longer = 0
        for length in range(tables.track_length[track] + 1, LENGTH):
            longer += length * count[length]
        if longer < left:
            laid += tables.track_length[track]
            points += tables.track_points[track]
    return points / max(1, laid)
