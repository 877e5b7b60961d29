"""Small maps made up for tests."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules import USA, WORLD
from ttr_analysis.rules.spec import (
    CardKind,
    EndRule,
    Harbours,
    Market,
    PieceKind,
    RuleSet,
    Stations,
    TicketRules,
    TrackKind,
)


def made(*rows: tuple[str, str, int], tickets: tuple[str, ...] = (), rules: RuleSet = USA) -> GameMap:
    """A map of gray rail tracks."""
    names = sorted({name for a, b, _ in rows for name in (a, b)})
    return GameMap(
        name="made",
        title="Made",
        cities=tuple(City(name) for name in names),
        tracks=tuple(Track(i, a, b, length, "gray") for i, (a, b, length) in enumerate(rows)),
        tickets=tuple(Ticket(i, tuple(name.split("-")), 5) for i, name in enumerate(tickets)),
        rules=rules,
        aliases={name.casefold(): name for name in names},
    )


def random_map(seed: int, cities: int = 7, tracks: int = 12) -> GameMap:
    """A map of random tracks, connected by a random tree; some routes are double."""
    random, names = Random(seed), "ABCDEFGHIJ"[:cities]
    rows = [(names[i], names[random.randrange(i)], random.randint(1, 6)) for i in range(1, cities)]
    while len(rows) < tracks:
        a, b = random.sample(names, 2)
        if sum({a, b} == set(row[:2]) for row in rows) < 2:
            rows.append((a, b, random.randint(1, 6)))
    return made(*rows)


COLORS = ("purple", "red", "green")


RULES = replace(
    WORLD,
    name="fifth",
    title="The fifth game",
    players=(2, 4),
    cards=(
        *(CardKind("train", color, 5) for color in COLORS),
        *(CardKind("train", color, 4, symbol=True) for color in COLORS),
        CardKind("train", "locomotive", 9),
        *(CardKind("ship", color, 4, symbol=True) for color in COLORS),
        *(CardKind("ship", color, 5, units=2) for color in COLORS),
    ),
    hand=(2, 1),
    market=Market(slots=(2, 2), wild_limit=2, reset_limit=2, refill_choice=True),
    pieces=(PieceKind("train", 14), PieceKind("ship", 12)),
    pieces_kept=18,
    track_kinds={
        "rail": TrackKind(),
        "tunnel": TrackKind(reveals=2),
        "sea": TrackKind("ship", "ship"),
        "ferry": TrackKind("ship", "ship"),
    },
    route_points=(0, 1, 3, 5, 8),
    doubles_close_below=3,
    tickets=TicketRules(deal=3, keep=1, draw=2, draw_keep=1),
    stations=Stations(number=2, costs=(1, 2), unbuilt=3),
    harbours=Harbours(number=2, cards=(1, 1), points=(1, 6, 9), unbuilt=-2),
    end=EndRule(pieces_left=3, extra_turns=1),
    longest_trail_bonus=5,
    most_tickets_bonus=4,
    tie_breaks=("stations", "longest_trail", "tickets"),
)


TRACKS = (
    ("A-B", 2, "red", "rail"), ("A-B", 2, "green", "rail"), ("B-C", 3, "gray", "tunnel"), ("C-D", 1, "purple", "rail"),
    ("D-E", 4, "gray", "sea"), ("E-F", 2, "red", "tunnel"), ("F-A", 3, "gray", "ferry"), ("A-D", 2, "gray", "sea"),
    ("B-E", 3, "green", "rail"), ("C-F", 2, "gray", "rail"), ("C-G", 1, "gray", "rail"), ("G-H", 2, "purple", "tunnel"),
    ("H-E", 3, "red", "sea"), ("G-D", 2, "green", "sea"), ("H-F", 1, "gray", "rail"), ("A-H", 4, "purple", "rail"),
    ("B-E", 3, "red", "sea"),
)  # fmt: skip


def fifth_map() -> GameMap:
    tracks = []
    for i, (cities, length, color, kind) in enumerate(TRACKS):
        number = 1 + sum(t.pair == set(cities.split("-")) and t.kind == kind for t in tracks)
        tracks.append(Track(i, *cities.split("-"), length, color, kind, int(kind == "ferry"), cities == "C-F", number))
    places = "ABCDEFGH"
    names = [(a, b) for i, a in enumerate(places) for b in places[i + 2 :]][:18]
    stops = [pair for pair in names if "G" not in pair] + [("A", "C", "H")]
    # With powers of two the best choice of borrowed tracks is unique: the rules leave choices of equal value open.
    values = [{"points": 1 << i, "penalty": 1 << i} for i in range(len(stops))]
    values[-1] |= {"points": 3 << len(stops), "points_out_of_order": values[-1]["points"]}
    tickets = [Ticket(i, cities, **value) for i, (cities, value) in enumerate(zip(stops, values, strict=True))]
    cities = tuple(
        City(x, tags=frozenset({"port"} if x in "ADEFH" else {"junction"} if x == "G" else ())) for x in places
    )
    return GameMap("fifth", "The fifth game", cities, tuple(tracks), tuple(tickets), RULES)
