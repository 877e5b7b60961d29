"""``greedy_points``: claims as many points as it can and cares little about tickets.

It keeps the allowed tickets with the fewest points, claims the track that pays most, if it is
long enough, and otherwise collects the colour that it holds most of.
"""

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import max_first_pieces, min_first_pieces
from ttr_analysis.engine.reach import fill_reach
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared import objectives, pay, planning
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import collect_most_held, fill_payment, last_resort, take


@compiled
def take_turn(view: View, action: ActionRecord) -> None:
    """Claim the track that pays most, if it is long enough; otherwise draw cards."""
    seat = view.public.seat
    fill_reach(view.tables, view.public, view.mine, seat, view.scratch)
    least = 1 if planning.end_is_near(view) else int(view.weights[0])
    left = pay.pieces_left(view, seat)
    track = planning.best_claim(view, min(least, max(1, left - view.tables.end_pieces)))
    if track != planning.NO_TRACK:
        take(view, track, action)
    elif build_harbour(view, action):
        return
    elif planning.may_draw_cards(view):
        planning.draw_needed(view, action)
    else:
        last_resort(view, action)


@strategy(
    name="greedy_points",
    idea="Claims the track that pays most and keeps as few tickets as allowed.",
    weights={"least_length": 3},
)
def choose(view: View, action: ActionRecord) -> None:
    """Claim points."""
    decision = view.public.decision
    planning.clear_need(view)
    collect_most_held(view)
    if decision == codes.AT_KEEP:
        objectives.keep_fewest_points(view, action)
    elif decision == codes.AT_PIECES:
        low, high = min_first_pieces(view.tables), max_first_pieces(view.tables)
        decide(action, codes.CHOOSE_PIECES, 0, (low + high) // 2)
    elif decision == codes.AT_TUNNEL:
        decide(action, codes.PAY_TUNNEL, 0, 0)
    elif decision == codes.AT_SECOND:
        planning.draw_needed(view, action)
    elif decision == codes.AT_REFILL:
        decide(action, codes.REFILL, planning.wanted_deck(view), 0)
    else:
        take_turn(view, action)
    fill_payment(view, action)
