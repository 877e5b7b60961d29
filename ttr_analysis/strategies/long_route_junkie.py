"""``long_route_junkie``: one track at a time, and only long ones.

It plans only on tracks of a least length (shorter ones once its pieces allow no more), keeps the
tickets with the most points for each space on that graph, never draws tickets, and claims the
longest open tracks when its tickets are completed or cannot be reached that way. Source: the
published "LongRouteJunkie" agent; see :mod:`ttr_analysis.strategies.shared.objectives`, which also
describes the differences.
"""

from __future__ import annotations

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.shared.claims import fill_payment
from ttr_analysis.strategies.shared.objectives import (
    PUBLISHED,
    aim_at,
    answer_other,
    claim_or_draw,
    current_aim,
    draw_aimed,
    keep_by_value,
)
from ttr_analysis.strategies.shared.planning import NO_TRACK, pieces_left


@compiled
def least_length(tables: Tables, public: Public, weights: Floats) -> int:
    """Return the length from which a track counts as long, or the number of pieces left if that is less."""
    return max(1, min(int(weights[0]), pieces_left(tables, public, public.seat)))


@strategy(
    name="long_route_junkie",
    idea="Goes for one track at a time, and only for long ones.",
    source=PUBLISHED,
    weights={"least_length": 3},
)
def choose(
    tables: Tables,
    public: Public,
    private: Private,
    memory: Ints,
    weights: Floats,
    scratch: Scratch,
    rng: Words,
    action: ActionRecord,
) -> None:
    """Pursue the target track."""
    aim_at(tables, private.hand, scratch, NO_TRACK)
    if public.decision == AT_KEEP:
        keep_by_value(tables, public, private, scratch, least_length(tables, public, weights), action)
    elif not answer_other(tables, public, private, scratch, action):
        track = current_aim(tables, public, private, memory, scratch, least_length(tables, public, weights))
        if public.decision == AT_SECOND:
            aim_at(tables, private.hand, scratch, track)
            draw_aimed(tables, public, private, scratch, True, action)
        else:
            claim_or_draw(tables, public, private, scratch, track, True, action)
    fill_payment(tables, public, private, scratch, action)
