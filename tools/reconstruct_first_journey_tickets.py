"""Draw a stand-in ticket deck for First Journey (Europe), whose printed deck is not known.

    python tools/reconstruct_first_journey_tickets.py maps/first_journey_europe

The deck has the profile of the printed deck of the USA map: 32 tickets of non-neighbours,
3 of which take at least 3 trains, 16 take 4 and 13 take 5, and every city is named by 2 to
5 tickets. Athens-Berlin, which is probably a printed one, is always among them. The same
seed gives the same deck.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import networkx as nx

PROFILE = {3: 3, 4: 16, 5: 13}
"""Number of tickets by the trains of their cheapest path."""

FEWEST, MOST = 2, 5
"""Minimum and maximum number of tickets that name a city."""

KNOWN = ("Athens", "Berlin")

Pair = tuple[str, str]


def main() -> None:
    """Write ``tickets.csv`` of the folder named on the command line."""
    parser = argparse.ArgumentParser(description="Draw a stand-in ticket deck with a fixed seed.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tickets = draw_ticket_set(candidates(arguments.folder / "routes.csv"), random.Random(arguments.seed))
    with (arguments.folder / "tickets.csv").open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(("cities", "points", "penalty"))
        writer.writerows((" > ".join(pair), 1, 0) for pair in sorted(tickets))


def candidates(routes: Path) -> dict[Pair, int]:
    """Return pairs of cities that are not neighbours, with the trains of their cheapest path, if PROFILE has them."""
    graph: nx.Graph[str] = nx.Graph()
    with routes.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            graph.add_edge(row["city_a"], row["city_b"], weight=int(row["length"]))
    trains = dict(nx.all_pairs_dijkstra_path_length(graph))
    return {
        (a, b): int(trains[a][b])
        for a, b in combinations(sorted(graph), 2)
        if not graph.has_edge(a, b) and trains[a][b] in PROFILE
    }


def draw_ticket_set(trains: dict[Pair, int], chance: random.Random) -> list[Pair]:
    """Draw decks until one names every city often enough, and return it."""
    while True:
        left, named = Counter(PROFILE), Counter[str]()
        tickets = []
        shuffled = sorted(trains, key=lambda _: chance.random())
        for pair in [KNOWN, *(pair for pair in shuffled if pair != KNOWN)]:
            if left[trains[pair]] and all(named[city] < MOST for city in pair):
                tickets.append(pair)
                left[trains[pair]] -= 1
                named.update(pair)
        if not left.total() and all(named[city] >= FEWEST for pair in trains for city in pair):
            return tickets


if __name__ == "__main__":
    main()
