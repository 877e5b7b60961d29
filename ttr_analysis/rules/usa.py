"""Ticket to Ride (USA). The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import COLORS, WILD, CardKind, EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind

TRAIN_CARDS = (*(CardKind("train", color, 12) for color in COLORS), CardKind("train", WILD, 14))
"""110 cards: 12 in each of 8 colours, 14 locomotives (USA-SETUP-2)."""

USA = RuleSet(
    name="usa",
    title="Ticket to Ride",
    players=(2, 5),  # USA-SETUP-6
    cards=TRAIN_CARDS,
    hand=(4,),  # USA-SETUP-3
    draws=2,  # USA-DRAW-1
    market=Market(slots=(5,), wild_limit=3, reset_limit=3),  # USA-SETUP-3, USA-MARKET-1, USA-MARKET-4
    pieces=(PieceKind("train", 45),),  # USA-SETUP-1
    track_kinds={"rail": TrackKind()},
    route_points=(0, 1, 2, 4, 7, 10, 15),  # USA-CLAIM-6
    doubles_close_below=4,  # USA-DOUBLE-2
    tickets=TicketRules(deal=3, keep=2, draw=3, draw_keep=1),  # USA-SETUP-4, USA-TICKETS-1, USA-TICKETS-2
    end=EndRule(pieces_left=2, extra_turns=1),  # USA-END-1
    longest_trail_bonus=10,  # USA-SCORE-4
    tie_breaks=("tickets", "longest_trail"),  # USA-WIN-1, USA-WIN-2
)
