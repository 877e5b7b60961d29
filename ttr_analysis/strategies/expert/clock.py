"""The clock of ``expert``: the turns left, and the worth of pieces.

The clock uses only public information: the opponents' pieces, how many cards they hold, and the open tracks.
"""

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, NOBODY, Public, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.expert import weights as weight
from ttr_analysis.strategies.shared.pay import pieces_left

BOUNDLESS: Final = 1000.0
"""More spaces than any player can fill."""


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
def room_left(view: View) -> float:
    """Return the open spaces for each player; of tracks that a claim closes with it, the longest counts.

    Version 0.1 did not look at them.
    """
    tables, public = view.tables, view.public
    if view.weights[weight.OWN_SCALE] == 0.0:
        return BOUNDLESS
    spaces = 0
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if not (tables.closes_doubles and has_longer_twin(tables, public, track)):
            spaces += tables.track_length[track]
    return spaces / public.players


@compiled
def has_longer_twin(tables: Tables, public: Public, track: int) -> bool:
    """Return whether a free track beside this one is longer, or as long and later in the list."""
    length, twin = tables.track_length[track], tables.track_twin[track]
    while twin >= 0 and twin != track:
        other = tables.track_length[twin]
        if public.owner[twin] == NOBODY and (other > length or (other == length and twin > track)):
            return True
        twin = tables.track_twin[twin]
    return False


@compiled
def turns_to_end(view: View, other: int, pace: float, room: float) -> float:
    """Return the turns in which a seat can lay its pieces, or as many as ``room`` allows.

    These are the draws for the cards it lacks, and claims of ``pace`` pieces each.
    """
    left = min(room, pieces_left(view, other) - view.tables.end_pieces)
    return max(0.0, left - view.public.hand_size[other]) / 2 + left / pace


@compiled
def clock(view: View, pace: float, room: float) -> float:
    """Return a seat's remaining turns, including this one, before an opponent's pieces end the game.

    A player alone ends it with their own. On a crowded board, claims are over as soon as the ``room`` for them is;
    then the game goes on with draws alone.
    """
    public = view.public
    if public.turns_left != NEVER:
        return 1.0 + (public.turns_left - 1) // public.players
    least = turns_to_end(view, public.seat, pace, room) if public.players == 1 else BOUNDLESS
    for other in range(public.players):
        if other != view.public.seat:
            least = min(least, turns_to_end(view, other, pace, room))
    return least + 1.0


@compiled
def time_for_tickets(view: View, pace: float) -> float:
    """Return the turns in which new tickets can be completed.

    On a crowded board a station still joins tickets when the tracks are gone, over those of others.
    """
    built = view.public.stations_built[view.public.seat]
    return clock(view, pace, BOUNDLESS if built < view.tables.stations else room_left(view))
