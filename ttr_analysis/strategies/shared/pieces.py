"""Choosing, counting and exchanging pieces."""

from ttr_analysis.engine.codes import CHOOSE_PIECES, EXCHANGE_PIECES
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import max_exchanged, max_first_pieces, min_first_pieces
from ttr_analysis.engine.state import ActionRecord, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.shared.planning import effort_left, plan_held, tracks_of_plan


@compiled
def plan_pieces(view: View, piece: int) -> int:
    """Return the number of pieces of one kind that the planned tracks take."""
    total = 0
    for i in range(view.scratch.plan.track_count):
        track = view.scratch.plan.tracks[i]
        if view.tables.track_piece[track] == piece:
            total += view.tables.track_length[track]
    return total


@compiled
def choose_pieces(view: View, action: ActionRecord) -> None:
    """Split the pieces as the plan needs them, and the rest in the ratio of the supply."""
    plan_held(view, effort_left(view))
    tracks_of_plan(view)
    split_pieces(view.tables, plan_pieces(view, 0), plan_pieces(view, 1), action)


@compiled
def split_pieces(tables: Tables, first: int, second: int, action: ActionRecord) -> None:
    """Choose these numbers of pieces of each kind, and split the rest in the ratio of the supply."""
    spare = max(0, tables.pieces_kept - first - second)
    number = first + spare * tables.supply[0] // (tables.supply[0] + tables.supply[1])
    decide(action, CHOOSE_PIECES, 0, max(min_first_pieces(tables), min(max_first_pieces(tables), number)))


@compiled
def exchange_short(view: View, action: ActionRecord) -> bool:
    """Exchange pieces if the plan lacks one kind and has enough of the other; return whether it did."""
    tables, public = view.tables, view.public
    seat = public.seat
    if tables.exchange_cost == 0 or view.scratch.plan.track_count == 0:
        return False
    for piece in range(tables.pieces):
        short = plan_pieces(view, 1 - piece) - public.pieces[seat, 1 - piece]
        spare = public.pieces[seat, piece] - plan_pieces(view, piece)
        number = min(short, spare, max_exchanged(tables, public, seat, piece))
        if short > 0 and number == short:
            decide(action, EXCHANGE_PIECES, piece, number)
            return True
    return False
