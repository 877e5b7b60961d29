"""Ticket to Ride: First Journey. The ids are those of ``docs/rules.md``."""

from ttr_analysis.rules.spec import WILD, CardKind, EndRule, Market, PieceKind, RuleSet, TicketRules, TrackKind

FIRST_JOURNEY = RuleSet(
    name="first_journey",
    title="Ticket to Ride: First Journey",
    players=(2, 4),  # FJ-SETUP-6
    # FJ-SETUP-3: how the 72 cards are divided is not printed; this is a convention that map.toml may override.
    cards=(
        *(CardKind("train", color, 10) for color in ("white", "blue", "yellow", "black", "red", "green")),
        CardKind("train", WILD, 12),
    ),
    hand=(4,),  # FJ-SETUP-1
    draws=2,  # FJ-DRAW-1
    market=Market(slots=(0,), wild_limit=0),  # FJ-SETUP-4
    pieces=(PieceKind("train", 20),),  # FJ-SETUP-1
    track_kinds={"rail": TrackKind()},
    route_points=(0, 0, 0, 0, 0, 0, 0),  # FJ-SCORE-1
    doubles_close_below=0,  # FJ-DOUBLE-1
    # FJ-SETUP-5, FJ-COMPLETE-2, FJ-END-1, FJ-EXCHANGE-1
    tickets=TicketRules(deal=2, keep=2, draw=0, draw_keep=0, shown_when_completed=True, goal=6, exchange=True),
    end=EndRule(pieces_left=0, extra_turns=0),  # FJ-END-2
    tie_breaks=(),  # FJ-END-3
)
