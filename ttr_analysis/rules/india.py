"""Ticket to Ride Map Collection 2: India. The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind
from ttr_analysis.rules.usa import TRAIN_CARDS

INDIA = RuleSet(
    name="india",
    title="Ticket to Ride: India",
    players=(2, 4),  # IND-SETUP-1
    cards=TRAIN_CARDS,
    hand=(4,),
    draws=2,
    market=Market(slots=(5,), wild_limit=3, reset_limit=3),
    pieces=(PieceKind("train", 45),),  # IND-SETUP-1
    track_kinds={"rail": TrackKind(), "ferry": TrackKind()},  # IND-FERRY-1
    route_points=(0, 1, 2, 4, 7, -1, 15, -1, 21),  # IND-CLAIM-1
    doubles_close_below=4,  # IND-DOUBLE-1
    tickets=TicketRules(deal=4, keep=2, draw=3, draw_keep=1),  # IND-SETUP-2, IND-TICKETS-1
    end=EndRule(pieces_left=2, extra_turns=1),
    longest_trail_bonus=10,  # IND-SCORE-1
    grand_tour_points=(0, 5, 10, 20, 30, 40),  # IND-TOUR-1
    tie_breaks=("tickets", "longest_trail"),  # IND-WIN-1
)
