"""A made-up board on which every kind of set of cards and of choice ticket is common."""

from __future__ import annotations

from dataclasses import replace

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules import USA
from ttr_analysis.rules.spec import Harbours, PieceKind, RuleSet, Stations, TicketRules, TrackKind

COUNTS = {"purple": 10, "red": 10, "green": 10, "locomotive": 7}

RULES: RuleSet = replace(
    USA,
    name="north",
    title="North",
    cards=tuple(replace(card, count=COUNTS.get(card.name, 0), symbol=not card.wild) for card in USA.cards),
    market=replace(USA.market, wild_limit=0, wild_ends_turn=False),
    pieces=(PieceKind("train", 16),),
    track_kinds={
        "rail": TrackKind(wilds=False),
        "free": TrackKind(),
        "ferry": TrackKind(cards_for_wild=3),
        "strict": TrackKind(cards_for_wild=3, cards_for_wild_symbols_only=True),
        "stiff": TrackKind(cards_for_wild=2, wilds=False),
    },
    route_points=(0, 1, 2, 4, 7),
    doubles_close_below=3,
    tickets=TicketRules(deal=4, keep=2, draw=3, draw_keep=1, returned_leave_game=True, drawn_leave_game=True),
    stations=Stations(number=1, costs=(1,), unbuilt=2),
    harbours=Harbours(number=1, cards=(1,), points=(0, 5, 9), unbuilt=-2),
    grand_tour_points=(0, 5, 10, 20),
    tie_breaks=("tickets", "longest_trail"),
)

TRACKS = (
    ("A-B", 2, "red", "rail", 0, 0), ("A-C", 3, "gray", "rail", 0, 2), ("A-D", 2, "gray", "free", 0, 3),
    ("A-E", 2, "gray", "ferry", 1, 0), ("B-C", 3, "green", "ferry", 2, 0), ("B-D", 2, "purple", "strict", 1, 0),
    ("B-E", 2, "purple", "stiff", 1, 0), ("C-D", 1, "gray", "ferry", 1, 0), ("C-E", 2, "red", "free", 0, 2),
    ("D-E", 1, "red", "strict", 0, 0), ("A-N1", 1, "gray", "rail", 0, 0), ("D-N2", 2, "gray", "stiff", 1, 0),
    ("B-S1", 1, "red", "rail", 0, 4), ("E-S2", 1, "gray", "free", 0, 0), ("C-O1", 1, "green", "rail", 0, 0),
)  # fmt: skip
"""Cities, length, colour, kind, symbols, and cards that stand for one."""

CHOICES = (
    ("A", ("North", 3), ("South", 9), ("O1", 6)),
    ("B", ("South", 2), ("North", 8), ("D", 4)),
    ("North", ("South", 7), ("O1", 12), ("E", 5)),
    ("South", ("North", 6), ("C", 3), ("O1", 10)),
    ("O1", ("A", 2), ("North", 11), ("South", 5)),
)


def north_map(**changes: object) -> GameMap:
    """The board with two tickets of each choice and one of each pair of cities, under its rules or changed ones."""
    tracks = tuple(
        Track(i, *cities.split("-"), length, color, kind, symbols, cards_for_one=size)
        for i, (cities, length, color, kind, symbols, size) in enumerate(TRACKS)
    )
    # With powers of two the best choice of borrowed tracks is unique: the rules leave choices of equal value open.
    pairs = [Ticket(0, (a, b), 1 << n, penalty=1 << n) for n, (a, b) in enumerate(("AD", "BE", "CA", "DE"), start=7)]
    choices = [
        Ticket(0, (start,), max(n for _, n in goals), penalty=min(n for _, n in goals), alternatives=goals, copies=2)
        for start, *rest in CHOICES
        for goals in (tuple(rest),)
    ]
    tickets = (*pairs, *choices, *choices)
    country_of = {"N": "North", "S": "South"}
    places = sorted({city for cities, *_ in TRACKS for city in cities.split("-")})
    cities = tuple(
        City(name, tags=frozenset({"port"} | ({f"country:{country_of[name[0]]}"} if name[0] in country_of else set())))
        for name in places
    )
    numbered = tuple(replace(ticket, index=i) for i, ticket in enumerate(tickets))
    return GameMap("north", "North", cities, tracks, numbered, RULES.replace(**changes) if changes else RULES)
