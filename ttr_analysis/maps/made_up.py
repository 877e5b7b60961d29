"""Boards made up from a seed: what a player was not tuned on."""

from dataclasses import dataclass, replace
from random import Random

import networkx as nx
import numpy as np
from scipy.spatial import Delaunay, distance

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules.changes import differences
from ttr_analysis.rules.forms import nested
from ttr_analysis.rules.rule_sets import RULE_SETS
from ttr_analysis.rules.spec import COLORS, GRAY, WILD, PieceKind, RuleSet, Stations

_CONSONANTS, _VOWELS = "bdfgklmnprstvz", "aeiou"


@dataclass(frozen=True)
class _Plan:
    """What a board shall be like."""

    cities: int
    trains: int
    colors: int
    tickets: int
    scale: float  # points of a ticket for each space of its shortest path
    tunnels: float  # share of the tracks
    ferries: float
    stations: int


def made_up_board(seed: int) -> GameMap:
    """Return a board of its own for each seed: 12 to 45 cities, 12 to 45 trains, 3 to 8 colours, 12 to 46 tickets.

    The cities lie at random; tracks join neighbours (of a Delaunay triangulation), longer ones over longer
    distances, some of them double, gray, tunnels or ferries. A ticket is worth about as much as its shortest
    path is long, or half or twice that on every third board, from 1 to 25 points. Of seeds 1 to 30, at least
    eight boards each have tickets of 5 points or fewer on average, 20 trains or fewer, tunnels, and stations.

    Examples
    --------
    >>> ttr.maps.made_up_board(3)
    <GameMap made_up_3 (base): 20 cities, 49 tracks, 29 tickets; rules usa, 2 to 5 players>
    """
    dice = Random(seed)
    plan = _plan(dice, seed)
    names = _names(dice, plan.cities)
    places = np.array([(dice.random(), dice.random()) for _ in names])
    tracks = _tracks(dice, plan, names, places)
    base = RULE_SETS["europe" if plan.tunnels else "usa"]
    rules = _rules(plan, base)
    return GameMap(
        name=f"made_up_{seed}",
        title=f"Made-up board {seed}",
        cities=tuple(City(name, x=float(x), y=float(y)) for name, (x, y) in zip(names, places, strict=True)),
        tracks=tracks,
        tickets=_tickets(dice, plan, tracks),
        rules=rules,
        printed=nested((name, value) for name, value, _ in differences(rules, base)),
    )


def _plan(dice: Random, seed: int) -> _Plan:
    """Return a plan: every third board is small, every second has Europe's tunnels, ferries or stations."""
    small, europe = seed % 3 == 0, seed % 2 == 0
    trains = dice.randint(12, 20) if small else dice.randint(21, 45)
    cities = dice.randint(12, 20) if small else dice.randint(15, 45)
    return _Plan(
        cities=cities,
        trains=trains,
        colors=dice.randint(3, 8),
        tickets=min(46, cities + dice.randint(4, 12)),
        scale=dice.choice([0.5, 1, 2]) if seed % 3 == 1 else 1.0,
        tunnels=dice.choice([0.1, 0.3]) if europe else 0.0,
        ferries=dice.choice([0.0, 0.15]) if europe else 0.0,
        stations=3 if europe and seed % 4 else 0,
    )


def _names(dice: Random, count: int) -> list[str]:
    """Return different words of three syllables."""
    names: dict[str, None] = {}
    while len(names) < count:
        names["".join(dice.choice(_CONSONANTS) + dice.choice(_VOWELS) for _ in range(3)).capitalize()] = None
    return list(names)


def _tracks(
    dice: Random, plan: _Plan, names: list[str], places: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> tuple[Track, ...]:
    """Return the tracks of a connected board, 70 % of the neighbours joined."""
    apart = distance.squareform(distance.pdist(places))
    links = {
        tuple(sorted(map(int, pair)))
        for each in Delaunay(places).simplices
        for pair in zip(each, np.roll(each, 1), strict=True)
    }
    every: nx.Graph[int] = nx.Graph()
    every.add_weighted_edges_from((a, b, float(apart[a, b])) for a, b in sorted(links))
    tree = {tuple(sorted(pair)) for pair in nx.minimum_spanning_edges(every, data=False)}
    longest = 3 if plan.trains <= 20 else 6
    usual = float(np.median([apart[pair] for pair in links]))
    rows: list[Track] = []
    for a, b in sorted(links):
        far = apart[a, b] / usual
        if (a, b) not in tree and (far > 2.5 or dice.random() > 0.7):
            continue
        length = max(1, min(longest, round(far * longest / 2.5 + dice.uniform(-0.5, 0.5))))
        kind, locomotives = _kind(dice, plan)
        for number in range(1, 3 if dice.random() < 0.25 else 2):
            color = GRAY if kind == "ferry" or dice.random() < 0.35 else dice.choice(COLORS[: plan.colors])
            if number == 2 and color != GRAY and color == rows[-1].color:
                color = GRAY
            rows.append(Track(len(rows), names[a], names[b], length, color, kind, locomotives, number=number))
    return tuple(rows)


def _kind(dice: Random, plan: _Plan) -> tuple[str, int]:
    """Return the kind of a track, and its locomotives."""
    chance = dice.random()
    if chance < plan.tunnels:
        return "tunnel", 0
    return ("ferry", 1) if chance < plan.tunnels + plan.ferries else ("rail", 0)


def _tickets(dice: Random, plan: _Plan, tracks: tuple[Track, ...]) -> tuple[Ticket, ...]:
    """Return tickets between cities that are no neighbours, worth what their shortest path is long."""
    board: nx.Graph[str] = nx.Graph()
    for track in tracks:
        board.add_edge(*track.cities, length=track.length)
    spaces = dict(nx.all_pairs_dijkstra_path_length(board, weight="length"))
    cities = sorted(board)
    pairs = [(a, b) for i, a in enumerate(cities) for b in cities[i + 1 :] if not board.has_edge(a, b)]
    pairs = [pair for pair in pairs if spaces[pair[0]][pair[1]] <= plan.trains // 2]
    chosen = dice.sample(pairs, min(plan.tickets, len(pairs)))
    points = [max(1, min(25, round(plan.scale * spaces[a][b]))) for a, b in chosen]
    return tuple(Ticket(i, pair, points[i], penalty=points[i]) for i, pair in enumerate(chosen))


def _rules(plan: _Plan, base: RuleSet) -> RuleSet:
    """Return the rules of a printed game with fewer trains and colours."""
    colors = (*COLORS[: plan.colors], WILD)
    stations = base.stations if plan.stations else Stations()
    changed = base.replace(
        cards=tuple(card for card in base.cards if card.color in colors),
        pieces=(PieceKind("train", plan.trains),),
        route_points=(0, 1, 2, 4, 7, 10, 15),
        stations=stations,
        tie_breaks=tuple(each for each in base.tie_breaks if each != "stations" or plan.stations),
    )
    return changed.replace(tickets=replace(base.tickets, deal_long=0))
