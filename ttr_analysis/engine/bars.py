"""What interventions bar to the seat to move: tracks that are closed to it, and moves that it must do without.

Between decisions the board shows what the seat to move may do: tracks that are closed to it have the owner
:data:`BARRED` and are not among the open ones, so that every strategy plans around them. While an action is
carried out, they are free again. Without interventions that costs one comparison an action.
"""

from typing import Final

from ttr_analysis.engine.bits import add_to_set, remove_from_set
from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.state import BARRED, NOBODY, Game, Public, Tables

NO_WILDS: Final = 1
NO_TICKETS: Final = 2
NO_STATIONS: Final = 4
NO_BLIND: Final = 8
NO_SECOND: Final = 16
NO_HARBOURS: Final = 32
"""Bits of ``Public.barred``: no wild from the market, no tickets after the set-up, no station, no card from a
deck, no market card but as the first one of a turn, no harbour."""


@inlined
def is_barred(public: Public, move: int) -> bool:
    """Return whether a kind of move (a bit) is barred to the seat to move."""
    return public.barred & move != 0 and public.seat == public.barred_seat


@inlined
def claims_barred(public: Public) -> bool:
    """Return whether the seat to move may not claim anything yet."""
    return public.turn < public.claims_from and public.seat == public.barred_seat


@compiled
def remove_open(game: Game, track: int) -> None:
    """Remove a track from the open ones."""
    public = game.public
    remove_from_set(public.open_set, track)
    place, last = public.open_place[track], public.open_tracks[public.open_count - 1]
    public.open_tracks[place] = last
    public.open_place[last] = place
    public.open_count -= 1


@compiled
def restore_open(game: Game, track: int) -> None:
    """Put the track that was removed last back in its old place among the open ones."""
    public = game.public
    add_to_set(public.open_set, track)
    place, moved = public.open_place[track], public.open_tracks[public.open_place[track]]
    public.open_tracks[public.open_count] = moved
    public.open_place[moved] = public.open_count
    public.open_tracks[place] = track
    public.open_place[track] = place
    public.open_count += 1


@compiled
def round_of(public: Public) -> int:
    """Return the number of the round, 1 for the first and during the set-up."""
    return max(1, (public.turn + public.players - 1) // public.players)


@compiled
def wear_bars(tables: Tables, game: Game) -> None:
    """Bar to the seat to move what interventions forbid it."""
    public, hidden, changes, seat = game.public, game.hidden, game.hidden.changes, game.public.seat
    take_off_bars(game)
    public.barred, public.barred_seat = changes.bars[seat], seat
    first = changes.claims_from[seat]
    public.claims_from = (first - 1) * public.players + seat + 1 if first > 0 else 0
    if changes.closed_tracks[seat] == 0:
        return
    now = round_of(public)
    for place in range(tables.tracks):
        track = tables.track_order[place]
        if 0 < changes.closed_from[seat, track] <= now and public.owner[track] == NOBODY:
            public.owner[track] = BARRED
            remove_open(game, track)
            hidden.barred_tracks[hidden.barred_count] = track
            hidden.barred_count += 1


@compiled
def take_off_bars(game: Game) -> None:
    """Free the tracks that are barred to the seat to move, in the order opposite to that in which they were barred."""
    hidden = game.hidden
    while hidden.barred_count > 0:
        hidden.barred_count -= 1
        track = hidden.barred_tracks[hidden.barred_count]
        game.public.owner[track] = NOBODY
        restore_open(game, track)


@compiled
def is_skipped(game: Game) -> bool:
    """Return whether the seat to move skips this turn."""
    public, changes = game.public, game.hidden.changes
    for i in range(changes.skips[public.seat]):
        if changes.skipped_round[public.seat, i] == round_of(public):
            return True
    return False
