"""Ticket to Ride: Switzerland. The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind
from ttr_analysis.rules.usa import TRAIN_CARDS

SWITZERLAND = RuleSet(
    name="switzerland",
    title="Ticket to Ride: Switzerland",
    players=(2, 3),  # SWI-SETUP-1
    cards=TRAIN_CARDS,
    hand=(4,),
    draws=2,
    market=Market(slots=(5,), wild_limit=3, reset_limit=3, wild_ends_turn=False),  # SWI-DRAW-1, SWI-MARKET-1
    pieces=(PieceKind("train", 40),),  # SWI-SETUP-1
    track_kinds={"rail": TrackKind(wilds=False), "tunnel": TrackKind(reveals=3)},  # SWI-WILD-1, SWI-TUNNEL-1
    route_points=(0, 1, 2, 4, 7, 10, 15),  # SWI-CLAIM-1
    doubles_close_below=3,  # SWI-DOUBLE-1
    tickets=TicketRules(
        deal=5, keep=2, draw=3, draw_keep=1, returned_leave_game=True, drawn_leave_game=True
    ),  # SWI-SETUP-2, SWI-TICKETS-1, SWI-TICKETS-2
    end=EndRule(pieces_left=2, extra_turns=1),
    longest_trail_bonus=10,  # SWI-SCORE-1
    tie_breaks=("tickets", "longest_trail"),  # SWI-WIN-1
)
