"""Ticket to Ride: Rails & Sails, both maps. The ids are those of ``docs/rules.md``."""

from dataclasses import replace

from ttr_analysis.rules import spec

_COLORS = ("purple", "white", "yellow", "black", "red", "green")

CARDS = (
    *(spec.CardKind("train", color, 7) for color in _COLORS),
    *(spec.CardKind("train", color, 4, symbol=True) for color in _COLORS),
    spec.CardKind("train", spec.WILD, 14),
    *(spec.CardKind("ship", color, 4, symbol=True) for color in _COLORS),
    *(spec.CardKind("ship", color, 6, units=2) for color in _COLORS),
)
"""80 train cards, including the wilds, and 60 ship cards (RS-CARDS-1, RS-CARDS-2)."""

WORLD = spec.RuleSet(
    name="rails_sails_world",
    title="Ticket to Ride: Rails & Sails, the World",
    players=(2, 5),
    cards=CARDS,
    decks=("train", "ship"),
    hand=(3, 7),  # RS-SETUP-1
    market=spec.Market(
        slots=(3, 3), wild_limit=3, reset_limit=3, refill_choice=True
    ),  # RS-SETUP-2, RS-MARKET-1, RS-MARKET-2, RS-DRAW-2
    pieces=(spec.PieceKind("train", 25), spec.PieceKind("ship", 50)),  # RS-PIECES-1
    pieces_kept=60,  # RS-PIECES-1
    exchange_cost=1,  # RS-EXCHANGE-2
    track_kinds={"rail": spec.TrackKind("train", "train"), "sea": spec.TrackKind("ship", "ship")},  # RS-CLAIM-1
    route_points=(0, 1, 2, 4, 7, 10, 15, 18, 21),  # RS-CLAIM-8
    doubles_close_below=4,  # RS-DOUBLE-1
    tickets=spec.TicketRules(deal=5, keep=3, draw=4, draw_keep=1),  # RS-TICKETS-2
    harbours=spec.Harbours(
        number=3, cards=(2, 2), points=(0, 20, 30, 40), unbuilt=-4
    ),  # RS-HARBOUR-3, RS-HARBOUR-5, RS-HARBOUR-7
    end=spec.EndRule(pieces_left=6, extra_turns=2),  # RS-END-1
)

GREAT_LAKES = replace(
    WORLD,
    name="rails_sails_great_lakes",
    title="Ticket to Ride: Rails & Sails, the Great Lakes",
    hand=(2, 2),  # RS-SETUP-1
    pieces=(spec.PieceKind("train", 33), spec.PieceKind("ship", 32)),  # RS-PIECES-1
    pieces_kept=50,  # RS-PIECES-1
    route_points=(0, 1, 2, 4, 7, 10, 15, 18, 21, 27),  # RS-CLAIM-8
    harbours=replace(WORLD.harbours, points=(0, 10, 20, 30)),  # RS-HARBOUR-5
)
