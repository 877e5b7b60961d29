"""What may be better than the action of ``expert``, for strategies that compare actions.

In a turn that is drawing cards, drawing tickets, and some claims: planned tracks first, then those
that pay most. For a choice of tickets it is every legal subset. The action of ``expert`` comes first.
"""

from typing import Final

from ttr_analysis.engine import codes, legal, reach
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Records
from ttr_analysis.engine.state import EMPTY, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.expert.cards import draw_best
from ttr_analysis.strategies.shared import copies, equals, planning
from ttr_analysis.strategies.shared.claims import fill_payment, take

PLANNED_FIRST: Final = 1000
"""What a planned claim is worth more than any other."""


@compiled
def add_candidate(actions: Records, count: int, action: ActionRecord) -> int:
    """Add an action unless one with its kind, target and number is there; return the new count.

    The last of ``actions`` stays free as scratch space.
    """
    for i in range(count):
        same = actions[i].kind == action.kind and actions[i].target == action.target
        if same and actions[i].number == action.number:
            return count
    if count == actions.shape[0] - 1:
        return count
    copies.copy_record(actions[count], action)
    return count + 1


@compiled
def add_subsets(view: View, action: ActionRecord, actions: Records) -> int:
    """Add the expert's subset of the offered tickets, then the others that may be kept; return the new count."""
    count = add_candidate(actions, 0, action)
    for number in range((1 << view.mine.offered_count) - 1, 0, -1):
        if legal.check_keep(view.tables, view.public, view.mine, number) == legal.LEGAL:
            decide(action, codes.KEEP_TICKETS, 0, number)
            count = add_candidate(actions, count, action)
    return count


@compiled
def is_added(actions: Records, count: int, track: int) -> bool:
    """Return whether claiming a track is among the candidates."""
    for i in range(count):
        if actions[i].kind == codes.CLAIM and actions[i].target == track:
            return True
    return False


@compiled
def add_claims(view: View, action: ActionRecord, actions: Records, count: int, claims: int) -> int:
    """Add up to ``claims`` claims, those of the plan first, and of these those that pay most; return the new count."""
    tables, public, scratch = view.tables, view.public, view.scratch
    reach.fill_reach(tables, public, view.mine, public.seat, scratch)
    for _ in range(claims):
        best, most = planning.NO_TRACK, -1
        for i in range(public.open_count):
            track = public.open_tracks[i]
            value = tables.track_points[track] + (PLANNED_FIRST if scratch.plan.role[track] == planning.PLANNED else 0)
            if equals.is_better(value, most, view.mine.priority.tracks, track, best):
                if not is_added(actions, count, track):
                    if reach.can_claim(tables, public, view.mine, public.seat, scratch, track):
                        best, most = track, value
        if best == planning.NO_TRACK:
            break
        decide(action, codes.CLAIM, best, 0)
        count = add_candidate(actions, count, action)
    return count


@compiled
def add_wild(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add taking a wild from the market, if one lies there; return the new count."""
    if not (planning.may_draw_cards(view) and legal.wild_to_take(view.tables, view.public)):
        return count
    for slot in range(view.tables.market_slots):
        if view.public.market[slot] != EMPTY and view.public.market[slot] == view.tables.wild:
            decide(action, codes.DRAW_MARKET, slot, 0)
            return add_candidate(actions, count, action)
    return count


@compiled
def add_draws(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add drawing the card that is worth most, and drawing tickets; return the new count."""
    if planning.may_draw_cards(view):
        draw_best(view, action)
        count = add_candidate(actions, count, action)
    if planning.may_draw_tickets(view):
        decide(action, codes.DRAW_TICKETS, 0, 0)
        count = add_candidate(actions, count, action)
    return count


@compiled
def pay_claims(view: View, action: ActionRecord, actions: Records, count: int) -> None:
    """Choose the payments of all claims except the expert's own; ``scratch`` must hold the plan's need."""
    for i in range(1, count):
        if actions[i].kind == codes.CLAIM:
            take(view, actions[i].target, action)
            fill_payment(view, action)
            copies.copy_record(actions[i], action)
