"""Ticket to Ride (USA). Section numbers refer to ``docs/rules.md``."""

from __future__ import annotations

from ttr_analysis.rules.spec import COLORS, WILD, CardKind, EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind

TRAIN_CARDS = (*(CardKind("train", color, 12) for color in COLORS), CardKind("train", WILD, 14))
"""110 cards: 12 in each of 8 colours, 14 locomotives (section 1, set-up)."""

USA = RuleSet(
    name="usa",
    title="Ticket to Ride",
    players=(2, 5),
    cards=TRAIN_CARDS,
    hand=(4,),
    draws=2,
    market=Market(slots=(5,), wild_limit=3, reset_limit=3),
    pieces=(PieceKind("train", 45),),
    track_kinds={"rail": TrackKind()},
    route_points=(0, 1, 2, 4, 7, 10, 15),
    doubles_close_below=4,
    tickets=TicketRules(deal=3, keep=2, draw=3, draw_keep=1),
    end=EndRule(pieces_left=2, extra_turns=1),
    longest_trail_bonus=10,
    tie_breaks=("tickets", "longest_trail"),
)
