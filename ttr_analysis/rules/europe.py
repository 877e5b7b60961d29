"""Ticket to Ride: Europe. The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import EndRule, Market, PieceKind, RuleSet, Stations, TicketRules, TrackKind
from ttr_analysis.rules.usa import TRAIN_CARDS

EUROPE = RuleSet(
    name="europe",
    title="Ticket to Ride: Europe",
    players=(2, 5),
    cards=TRAIN_CARDS,
    hand=(4,),
    draws=2,
    market=Market(slots=(5,), wild_limit=3, reset_limit=3),
    pieces=(PieceKind("train", 45),),
    track_kinds={"rail": TrackKind(), "ferry": TrackKind(), "tunnel": TrackKind(reveals=3)},  # EUR-TUNNEL-2
    route_points=(0, 1, 2, 4, 7, -1, 15, -1, 21),  # EUR-CLAIM-1
    doubles_close_below=4,  # EUR-CLAIM-2
    tickets=TicketRules(
        deal=3, deal_long=1, keep=2, draw=3, draw_keep=1, returned_leave_game=True
    ),  # EUR-SETUP-2, EUR-SETUP-3, EUR-TICKETS-1
    stations=Stations(number=3, costs=(1, 2, 3), unbuilt=4),  # EUR-STATION-1, EUR-STATION-3, EUR-STATION-10
    end=EndRule(pieces_left=2, extra_turns=1),
    longest_trail_bonus=10,
    tie_breaks=("tickets", "stations", "longest_trail"),  # EUR-WIN-1
)
