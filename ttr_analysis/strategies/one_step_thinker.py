"""``one_step_thinker``: one track at a time, always the next of its most valuable ticket.

It keeps all tickets dealt. Its target is the first missing track on the path with the fewest
routes of its most valuable unfinished ticket; it keeps the target until the board changes. It
claims the target when it can, and otherwise draws for it: the colour from the market, then a
face-up locomotive, then blind. When all tickets are completed, it draws new ones while everybody
has enough pieces and keeps those with the most points for each missing space; near the end, it
claims the longest tracks. Source: the published "OneStepThinker" agent; see
:mod:`ttr_analysis.strategies.shared.objectives`, which also describes the differences.
"""

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND, DRAW_TICKETS
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, ActionRecord, Private
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared import objectives
from ttr_analysis.strategies.shared.claims import fill_payment
from ttr_analysis.strategies.shared.planning import NO_TRACK, may_draw_tickets


@compiled
def all_done(private: Private) -> bool:
    """Return whether every ticket is completed."""
    for i in range(private.ticket_count):
        if private.done_turn[i] == NEVER:
            return False
    return True


@strategy(
    name="one_step_thinker",
    idea="Goes for the next track of its most valuable ticket, one at a time.",
    source=objectives.PUBLISHED,
    weights={"draw_share": 8 / 45},  # share of their pieces that everybody must have left when it draws tickets
)
def choose(view: View, action: ActionRecord) -> None:
    """Pursue the target track."""
    public = view.public
    objectives.aim_at(view, NO_TRACK)
    if public.decision == AT_KEEP:
        if public.turn == 0:
            objectives.keep_all(view, action)
        else:
            objectives.keep_by_value(view, 1, action)
        view.memory[objectives.AIM] = 0
    elif not objectives.answer_other(view, action):
        track = objectives.current_aim(view, 1)
        if public.decision == AT_SECOND:
            objectives.aim_at(view, track)
            objectives.draw_aimed(view, True, action)
        elif all_done(view.mine) and may_draw_tickets(view) and objectives.everybody_has(view, view.weights[0]):
            decide(action, DRAW_TICKETS, 0, 0)
        else:
            objectives.claim_or_draw(view, track, True, action)
    fill_payment(view, action)
