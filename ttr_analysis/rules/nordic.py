"""Ticket to Ride: Nordic Countries. The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind
from ttr_analysis.rules.usa import TRAIN_CARDS

NORDIC = RuleSet(
    name="nordic",
    title="Ticket to Ride: Nordic Countries",
    players=(2, 3),  # NORD-SETUP-1
    cards=TRAIN_CARDS,
    hand=(4,),
    draws=2,
    market=Market(slots=(5,), wild_limit=0, wild_ends_turn=False),  # NORD-DRAW-1, NORD-MARKET-1
    pieces=(PieceKind("train", 40),),  # NORD-SETUP-1
    track_kinds={
        "rail": TrackKind(wilds=False),  # NORD-WILD-1
        "ferry": TrackKind(cards_for_wild=3),  # NORD-FERRY-1, NORD-FERRY-2
        "tunnel": TrackKind(reveals=3),  # NORD-TUNNEL-1
    },
    route_points=(0, 1, 2, 4, 7, 10, 15, -1, -1, 27),  # NORD-CLAIM-1
    doubles_close_below=3,  # NORD-DOUBLE-1
    tickets=TicketRules(
        deal=5, keep=2, draw=3, draw_keep=1, returned_leave_game=True, drawn_leave_game=True
    ),  # NORD-SETUP-2, NORD-TICKETS-1, NORD-TICKETS-2
    end=EndRule(pieces_left=2, extra_turns=1),
    most_tickets_bonus=10,  # NORD-SCORE-1
    tie_breaks=("tickets",),  # NORD-WIN-1
)
