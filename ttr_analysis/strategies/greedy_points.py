"""``greedy_points``: claims as many points as it can and cares little about tickets.

It keeps the allowed tickets with the fewest points, claims the longest track that it can pay
for, and otherwise collects the colour that it holds most of.
"""

from __future__ import annotations

from ttr_analysis.engine.codes import (
    AT_KEEP,
    AT_PIECES,
    AT_REFILL,
    AT_SECOND,
    AT_TUNNEL,
    CHOOSE_PIECES,
    KEEP_TICKETS,
    PAY_TUNNEL,
    REFILL,
)
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import LEGAL, check_keep, max_first_pieces, min_first_pieces
from ttr_analysis.engine.payments import fill_reach
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import collect_most_held, fill_payment, last_resort, take
from ttr_analysis.strategies.shared.planning import (
    NO_TRACK,
    best_claim,
    clear_need,
    draw_needed,
    end_is_near,
    may_draw_cards,
    pieces_left,
    wanted_deck,
)


@compiled
def keep_fewest_points(tables: Tables, public: Public, private: Private, action: ActionRecord) -> None:
    """Keep the legal subset with the fewest points at stake."""
    best, least = 0, 1 << 30
    for number in range(1 << private.offered_count):
        if check_keep(tables, public, private, number) != LEGAL:
            continue
        points = 0
        for i in range(private.offered_count):
            if (number >> i) & 1:
                points += tables.ticket_points[private.offered[i]]
        if points < least:
            best, least = number, points
    decide(action, KEEP_TICKETS, 0, best)


@compiled
def take_turn(
    tables: Tables, public: Public, private: Private, weights: Floats, scratch: Scratch, action: ActionRecord
) -> None:
    """Claim the longest track that is long enough; otherwise draw cards."""
    seat = public.seat
    fill_reach(tables, public, private, seat, scratch)
    least = 1 if end_is_near(tables, public, seat) else int(weights[0])
    left = pieces_left(tables, public, seat)
    track = best_claim(tables, public, private, seat, scratch, min(least, max(1, left - tables.end_pieces)))
    if track != NO_TRACK:
        take(tables, private, scratch, track, action)
    elif build_harbour(tables, public, private, scratch, action):
        return
    elif may_draw_cards(tables, public):
        draw_needed(tables, public, private, scratch, action)
    else:
        last_resort(tables, public, private, scratch, action)


@strategy(
    name="greedy_points",
    idea="Claims the longest track it can pay for and keeps as few tickets as allowed.",
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
    """Claim points."""
    decision = public.decision
    clear_need(tables, scratch)
    collect_most_held(tables, private.hand, scratch)
    if decision == AT_KEEP:
        keep_fewest_points(tables, public, private, action)
    elif decision == AT_PIECES:
        low, high = min_first_pieces(tables), max_first_pieces(tables)
        decide(action, CHOOSE_PIECES, 0, (low + high) // 2)
    elif decision == AT_TUNNEL:
        decide(action, PAY_TUNNEL, 0, 0)
    elif decision == AT_SECOND:
        draw_needed(tables, public, private, scratch, action)
    elif decision == AT_REFILL:
        decide(action, REFILL, wanted_deck(tables, public, private.hand, scratch), 0)
    else:
        take_turn(tables, public, private, weights, scratch, action)
    fill_payment(tables, public, private, scratch, action)
