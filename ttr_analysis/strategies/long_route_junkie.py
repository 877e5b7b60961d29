"""``long_route_junkie``: one track at a time, and only long ones.

It plans only on tracks of a least length (shorter ones once its pieces allow no more), keeps the
tickets with the most points for each space on that graph, never draws tickets, and claims the
longest open tracks when its tickets are completed or cannot be reached that way. Source: the
published "LongRouteJunkie" agent; see :mod:`ttr_analysis.strategies.shared.objectives`, which also
describes the differences.
"""

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared import objectives
from ttr_analysis.strategies.shared.claims import fill_payment
from ttr_analysis.strategies.shared.pay import pieces_left
from ttr_analysis.strategies.shared.planning import NO_TRACK


@compiled
def least_length(view: View) -> int:
    """Return the length from which a track counts as long, or the number of pieces left if that is less."""
    return max(1, min(int(view.weights[0]), pieces_left(view, view.public.seat)))


@strategy(
    name="long_route_junkie",
    idea="Goes for one track at a time, and only for long ones.",
    source=objectives.PUBLISHED,
    weights={"least_length": 3},
)
def choose(view: View, action: ActionRecord) -> None:
    """Pursue the target track."""
    objectives.aim_at(view, NO_TRACK)
    if view.public.decision == AT_KEEP:
        objectives.keep_by_value(view, least_length(view), action)
    elif not objectives.answer_other(view, action):
        track = objectives.current_aim(view, least_length(view))
        if view.public.decision == AT_SECOND:
            objectives.aim_at(view, track)
            objectives.draw_aimed(view, True, action)
        else:
            objectives.claim_or_draw(view, track, True, action)
    fill_payment(view, action)
