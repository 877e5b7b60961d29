"""Points per turn: against a search through all simple paths, and on the shipped maps."""

from __future__ import annotations

import networkx as nx
import pytest

from tests.support.made_up_maps import made
from ttr_analysis import load_map, paths

# A-B is short and poor, A-C-B rich; A-D-E-B too long for few extra trains.
SQUARE = made(
    ("A", "B", 1), ("A", "C", 3), ("C", "B", 4), ("A", "D", 6), ("D", "E", 6), ("E", "B", 6), tickets=("A-B",)
)  # fmt: skip


def test_the_best_path_depends_on_what_it_may_take() -> None:
    found = {extra: paths.best_path_per_turn(SQUARE, "A", "B", extra=extra).cities for extra in (0, 5, 6, 16, 17)}
    assert found == {
        0: ("A", "B"), 5: ("A", "B"), 6: ("A", "C", "B"), 16: ("A", "C", "B"), 17: ("A", "D", "E", "B")
    }  # fmt: skip


def test_a_ticket_worth_much_makes_the_short_path_best() -> None:
    assert paths.best_path_per_turn(SQUARE, "A", "B", bonus=50, extra=17).cities == ("A", "B")


@pytest.mark.parametrize(("start", "end", "bonus"), [("Denver", "El Paso", 4), ("Seattle", "Los Angeles", 9)])
def test_no_simple_path_within_the_limit_is_better(start: str, end: str, bonus: int) -> None:
    usa = load_map("usa")
    best = paths.best_path_per_turn(usa, start, end, bonus=bonus, extra=4)
    limit = max(path.trains for path in paths.shortest_paths(usa, start, end, "turns")) + 4
    graph, rates = paths.route_graph(usa, "turns"), []
    for cities in nx.all_simple_paths(graph, start, end, cutoff=6):
        tracks = [usa.tracks[graph.edges[edge]["track"]] for edge in nx.utils.pairwise(cities)]
        if sum(track.length for track in tracks) <= limit:
            points = bonus + sum(usa.rules.route_points[track.length] for track in tracks)
            rates.append(points / sum(track.length / 2 + 1 for track in tracks))
    assert (best.points + bonus) / best.turns == pytest.approx(max(rates))


@pytest.mark.parametrize(("name", "left"), [("usa", 30), ("first_journey_usa", 32), ("rails_sails_great_lakes", None)])
def test_every_ticket_of_two_cities_has_a_row(name: str, left: int | None) -> None:
    game_map = load_map(name)
    table = paths.ticket_rates(game_map, extra=1)
    tours = sum(ticket.is_tour for ticket in game_map.tickets)
    assert len(table) == (len(game_map.tickets) - tours if left is None else left)
    assert (table["best_rate"] >= table["rate"] - 1e-9).all()


def test_refusals() -> None:
    with pytest.raises(ValueError, match="extra"):
        paths.best_path_per_turn(SQUARE, "A", "B", extra=-1)
    with pytest.raises(ValueError, match="same city"):
        paths.best_path_per_turn(SQUARE, "A", "A")
