"""paths: against brute force on small random maps, and against hand-made cases."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise

import networkx as nx
import numpy as np
import pytest
from made_up_maps import made, random_map

from ttr_analysis.errors import MapError
from ttr_analysis.exact import odds, paths
from ttr_analysis.exact.paths.graph import Cost
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.rules import EUROPE, USA, WORLD
from ttr_analysis.rules.spec import RuleSet

COSTS: tuple[Cost, ...] = ("trains", "cards", "turns", "draws")


SQUARE = made(
    ("A", "B", 1), ("B", "C", 2), ("C", "D", 1), ("D", "A", 3), ("A", "B", 1), ("D", "E", 2), tickets=("A-C",)
)


# --- costs -----------------------------------------------------------------------------------------------


def costs_of(track: Track, rules: RuleSet) -> dict[str, float]:
    game_map = GameMap("one", "One", (City("A"), City("B")), (track,), (), rules)
    return {cost: float(paths.track_costs(game_map, cost)[0]) for cost in COSTS}


def test_a_gray_track_is_cheaper_to_draw_than_a_coloured_one() -> None:
    gray, red = (costs_of(Track(0, "A", "B", 4, color), USA) for color in ("gray", "red"))
    assert (gray["trains"], gray["cards"], gray["turns"]) == (red["trains"], red["cards"], red["turns"]) == (4, 4, 3)
    assert red["draws"] == pytest.approx(odds.mean_draws(4, 26, 110))
    assert gray["draws"] == pytest.approx(odds.draws_until(USA.cards, 4).mean)


def test_a_tunnel_costs_its_mean_surcharge() -> None:
    tunnel = costs_of(Track(0, "A", "B", 2, "red", "tunnel"), EUROPE)
    assert tunnel["cards"] == pytest.approx(2 + 3 * 26 / 110)
    chances = odds.surcharge_odds(26, 110)
    assert tunnel["draws"] == pytest.approx(chances @ odds.mean_draws([2, 3, 4, 5], 26, 110))


def test_a_ferry_waits_for_its_locomotives() -> None:
    ferry = costs_of(Track(0, "A", "B", 4, "gray", "ferry", locomotives=2), EUROPE)
    assert ferry["draws"] == pytest.approx(odds.draws_until(EUROPE.cards, 4, locomotives=2).mean)


def test_ship_cards_cover_more_than_a_space_and_pairs_take_two_cards() -> None:
    ship = costs_of(Track(0, "A", "B", 8, "red", "sea"), WORLD)
    assert ship["cards"] == pytest.approx(8 / 1.6)
    assert ship["draws"] == pytest.approx(odds.draws_until(odds.deck_cards(WORLD, "ship"), {"red ship": 8}).mean)
    pair = costs_of(Track(0, "A", "B", 2, "gray", "rail", pair_spaces=True), WORLD)
    assert pair["cards"] == 4
    assert pair["draws"] == pytest.approx(odds.draws_until_pairs(odds.deck_cards(WORLD), 2).mean)


def test_pairs_match_every_hand_of_a_small_deck() -> None:
    counts = {"red": 3, "blue": 2, "locomotive": 2}
    deck = [color for color, n in counts.items() for _ in range(n)]
    for size in range(8):
        hits = []
        for hand in combinations(deck, size):
            odd = sum(hand.count(color) % 2 for color in ("red", "blue"))
            wild = hand.count("locomotive")
            whole = sum(hand.count(color) // 2 for color in ("red", "blue"))
            hits.append(whole + min(odd, wild) + max(0, wild - odd) // 2 >= 2)
        assert odds.draws_until_pairs(odds.cards_of(counts), 2).in_hand[size] == pytest.approx(np.mean(hits))


def test_the_cheaper_track_of_two_stands_for_the_route() -> None:
    game_map = made(("A", "B", 3), ("A", "B", 2))
    assert paths.route_graph(game_map).edges["A", "B"]["track"] == 1
    assert paths.route_graph(game_map, closed=[1]).edges["A", "B"]["cost"] == 3
    assert paths.route_graph(game_map, owned=[0]).edges["A", "B"]["cost"] == 0
    assert paths.route_graph(game_map).edges["A", "B"]["tracks"] == "0 1"


# --- ways ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("seed", range(4))
def test_k_shortest_paths_are_the_first_of_all_simple_paths(cost: Cost, seed: int) -> None:
    game_map = random_map(seed)
    graph = paths.route_graph(game_map, cost)
    simple = [tuple(path) for path in nx.all_simple_paths(graph, "A", "E")]
    every = [(sum(graph.edges[edge]["grain"] for edge in pairwise(path)), len(path), path) for path in simple]
    found = paths.k_shortest_paths(game_map, "A", "E", len(every), cost)
    assert [path.cities for path in found] == [cities for *_, cities in sorted(every)]
    assert [path.cost for path in found] == pytest.approx([grain / 1e6 for grain, *_ in sorted(every)], abs=1e-4)
    with pytest.raises(ValueError, match=f"k is {len(every) + 1}, but only {len(every)} simple paths"):
        paths.k_shortest_paths(game_map, "A", "E", len(every) + 1, cost)


def test_a_path_knows_its_tracks_trains_and_points() -> None:
    path = paths.shortest_path(SQUARE, "a", "E")
    assert path.cities == ("A", "D", "E")
    assert (path.tracks, path.trains, path.cards, path.turns, path.points) == ((3, 5), 5, 5.0, 4.5, 6)


def test_all_shortest_paths_come_with_most_points_first() -> None:
    game_map = made(("A", "B", 1), ("B", "C", 3), ("A", "D", 2), ("D", "C", 2), ("A", "C", 4))
    assert [path.points for path in paths.shortest_paths(game_map, "A", "C")] == [7, 5, 4]
    assert paths.shortest_path(game_map, "A", "C").cities == ("A", "C")


@pytest.mark.parametrize("seed", range(6))
def test_distances_match_networkx(seed: int) -> None:
    game_map = random_map(seed)
    exact = nx.floyd_warshall_numpy(paths.route_graph(game_map), nodelist=list(game_map.city_index), weight="cost")
    assert paths.distances(game_map) == pytest.approx(np.asarray(exact))


@pytest.mark.parametrize("seed", range(4))
def test_detours_match_maps_without_the_part(seed: int) -> None:
    game_map = random_map(seed)
    path = paths.shortest_path(game_map, "A", "G")
    frame = paths.detours(game_map, "A", "G").set_index(["lost", "name"])
    assert len(frame) == 2 * len(path.tracks) + len(path.cities) - 2
    for index in path.tracks:
        left = game_map.without(index)
        extra = paths.distances(left)[0, 6] - path.cost
        assert frame.loc[("track", game_map.tracks[index].name), "extra"].max() == extra
    for city in path.cities[1:-1]:
        graph = paths.route_graph(game_map)
        graph.remove_node(city)
        known = nx.dijkstra_path_length(graph, "A", "G", weight="cost") if nx.has_path(graph, "A", "G") else np.inf
        assert frame.loc[("city", city), "extra"] == known - path.cost


def test_losing_one_track_of_a_double_route_costs_nothing() -> None:
    frame = paths.detours(SQUARE, "A", "C").set_index("lost")
    assert frame.loc["track", "extra"].tolist() == [0, 1]
    assert frame.loc["route", "extra"].tolist() == [1, 1]
    assert frame.loc["city", "share"] == pytest.approx(1 / 3)


def test_losing_a_cut_city_parts_the_map() -> None:
    losses = paths.city_losses(SQUARE)
    assert losses.loc["D", "change"] == np.inf
    assert losses.loc["E", "lengthening"] == 0
    assert losses.loc["E", "change"] < 0


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("doubles", [False, True])
def test_disjoint_paths_are_as_many_as_the_smallest_cut(seed: int, doubles: bool) -> None:
    game_map = random_map(seed, tracks=16)
    result = paths.disjoint_paths(game_map, "A", "G", doubles=doubles)
    graph = paths.route_graph(game_map)
    used = [frozenset(edge) for path in result.route_disjoint for edge in pairwise(path)]
    room = {frozenset(edge): graph.edges[edge]["open"] if doubles else 1 for edge in graph.edges}
    assert all(used.count(edge) <= room[edge] for edge in used)
    assert len(result.route_disjoint) == sum(room[edge] for edge in result.route_cut)
    if not doubles:
        assert len(result.route_disjoint) == nx.edge_connectivity(graph, "A", "G")
    inner = [city for path in result.city_disjoint for city in path[1:-1]]
    assert len(inner) == len(set(inner))
    assert len(result.city_disjoint) == len(result.city_cut) + graph.has_edge("A", "G")
    for path in (*result.route_disjoint, *result.city_disjoint):
        assert (path[0], path[-1]) == ("A", "G")
        assert all(graph.has_edge(*edge) for edge in pairwise(path))
    graph.remove_edges_from([tuple(edge) for edge in result.route_cut])
    assert not nx.has_path(graph, "A", "G")


@pytest.mark.parametrize(("start", "end"), [("Athína", "København"), ("Berlin", "Lisboa"), ("Bruxelles", "Edinburgh")])
def test_a_flow_that_comes_back_to_its_start_is_taken_apart(start: str, end: str) -> None:
    disjoint = paths.disjoint_paths(load_map("europe"), start, end)
    assert len(disjoint.route_disjoint) == len(disjoint.route_cut)


def test_betweenness_of_a_line_of_cities() -> None:
    values = paths.betweenness(made(("A", "B", 1), ("B", "C", 5), ("C", "D", 1)))
    assert values.to_dict() == pytest.approx({"B": 2 / 3, "C": 2 / 3, "A": 0, "D": 0})


def test_resistances_add_in_series_and_their_inverses_in_parallel() -> None:
    assert paths.effective_resistance(made(("A", "B", 2), ("B", "C", 3)), "A", "C") == pytest.approx(5)
    ring = made(("A", "B", 2), ("B", "C", 3), ("A", "C", 5))
    assert paths.effective_resistance(ring, "A", "C") == pytest.approx(2.5)
    assert paths.effective_resistance(SQUARE, "A", "B", doubles=True) == pytest.approx(1 / (1 + 1 + 1 / 6))
    assert paths.effective_resistance(SQUARE, "A", "B") == pytest.approx(6 / 7)


@pytest.mark.parametrize("seed", range(3))
def test_resistance_matches_networkx_and_never_exceeds_the_shortest_path(seed: int) -> None:
    game_map = random_map(seed)
    known = nx.resistance_distance(paths.route_graph(game_map), "A", "F", weight="cost", invert_weight=True)
    found = paths.effective_resistance(game_map, "A", "F")
    assert found == pytest.approx(known)
    assert found <= paths.shortest_path(game_map, "A", "F").cost + 1e-9


# --- tickets ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("terminals", ["A", "AG", "ADG", "ABFG"])
def test_joining_cost_matches_every_network(seed: int, terminals: str) -> None:
    game_map = random_map(seed, tracks=10)
    cheapest = np.inf
    for size in range(10):
        for chosen in combinations(game_map.tracks, size):
            graph = nx.Graph([track.cities for track in chosen])
            graph.add_nodes_from(terminals)
            if set(terminals) <= nx.node_connected_component(graph, terminals[0]):
                cheapest = min(cheapest, sum(track.length for track in chosen))
    assert paths.joining_cost(game_map, list(terminals)) == cheapest


def test_overlap_is_what_a_common_stem_saves() -> None:
    tickets = ("A-C", "A-D", "E-F", "A-C-D")
    game_map = made(("A", "B", 3), ("B", "C", 1), ("B", "D", 2), ("E", "F", 2), ("F", "A", 6), tickets=tickets)
    assert paths.ticket_overlap(game_map, "C-A", "A-D") == 3
    assert paths.ticket_overlap(game_map, "A-C", "E-F") == 0
    table = paths.ticket_overlaps(game_map)
    assert table.loc["A-C", "A-D"] == table.loc["A-D", "A-C"] == 3
    assert table.loc["A-C", "A-C-D"] == 4
    assert np.diag(table).tolist() == [4, 5, 2, 6]


def test_trains_missing_counts_what_is_not_built() -> None:
    tickets = ("A-C", "B-E")
    game_map = made(("A", "B", 1), ("B", "C", 2), ("C", "D", 1), ("D", "A", 3), ("D", "E", 2), tickets=tickets)
    assert paths.trains_missing(game_map, []).to_dict() == {"A-C": 3, "B-E": 5}
    assert paths.trains_missing(game_map, [0, 1]).to_dict() == {"A-C": 0, "B-E": 3}
    assert paths.trains_missing(game_map, [0, 1], closed=[4]).to_dict() == {"A-C": 0, "B-E": np.inf}
    assert paths.new_ticket_odds(game_map, [0, 1], [0, 2, 3]).tolist() == pytest.approx([0.5, 0.5, 1])
    assert paths.new_ticket_odds(game_map, [0, 1], 2, held=["A-C"]) == 0


def test_long_tickets_are_not_drawn_in_the_game() -> None:
    europe = load_map("europe")
    everything = range(len(europe.tracks))
    assert paths.new_ticket_odds(europe, everything, number=40) == 1
    with pytest.raises(ValueError, match="number"):
        paths.new_ticket_odds(europe, everything, number=41)


def test_ticket_load_counts_tickets_not_paths() -> None:
    game_map = made(("A", "B", 1), ("B", "C", 1), ("A", "C", 3), tickets=("A-C", "A-B"))
    one = paths.ticket_load(game_map).set_index(["city_a", "city_b"])
    assert one["tickets"].to_dict() == {("A", "B"): 2, ("B", "C"): 1, ("A", "C"): 0}
    two = paths.ticket_load(game_map, 2).set_index(["city_a", "city_b"])
    assert two["load"].to_dict() == {("A", "B"): 1, ("B", "C"): 1, ("A", "C"): 1}


@pytest.mark.parametrize(
    "name",
    [
        "usa",
        "europe",
        "first_journey_usa",
        "india",
        "nordic",
        "switzerland",
        "rails_sails_world",
        "rails_sails_great_lakes",
    ],
)
def test_every_map_has_costs_loads_and_overlaps(name: str) -> None:
    game_map = load_map(name)
    for cost in COSTS:
        assert (paths.track_costs(game_map, cost) > 0).all()
        assert np.isfinite(paths.ticket_costs(game_map, cost)).all()
    load = paths.ticket_load(game_map)
    assert len(load) == len({track.pair for track in game_map.tracks})
    assert load["load"].between(0, 1).all()
    first, second = game_map.tickets[0].name, game_map.tickets[-1].name
    costs = paths.ticket_costs(game_map)
    assert 0 <= paths.ticket_overlap(game_map, first, second) <= costs.loc[[first, second]].min()


# --- longest trail ---------------------------------------------------------------------------------------


def brute_trail(game_map: GameMap) -> int:
    def walk(city: str, used: frozenset[int]) -> int:
        lengths = [0]
        for track in game_map.tracks:
            if track.index not in used and city in track.cities:
                (other,) = track.pair - {city}
                lengths.append(track.length + walk(other, used | {track.index}))
        return max(lengths)

    return max(walk(city.name, frozenset()) for city in game_map.cities)


@pytest.mark.parametrize("seed", range(25))
def test_longest_trail_matches_every_walk(seed: int) -> None:
    game_map = random_map(seed, cities=5 + seed % 3, tracks=9 + seed % 2)
    trail = paths.longest_trail(game_map, range(len(game_map.tracks)))
    assert trail.proven
    assert trail.length == brute_trail(game_map) == sum(game_map.tracks[index].length for index in trail.tracks)
    assert len(set(trail.tracks)) == len(trail.tracks)
    for index, ends in zip(trail.tracks, pairwise(trail.cities), strict=True):
        assert game_map.tracks[index].pair == set(ends)


def test_longest_trail_of_parts_and_of_nothing() -> None:
    game_map = made(("A", "B", 2), ("C", "D", 5), ("D", "E", 1))
    assert paths.longest_trail(game_map, [0, 1, 2]).cities in {("C", "D", "E"), ("E", "D", "C")}
    assert paths.longest_trail(game_map, [0, 2]).length == 2
    nothing = paths.longest_trail(game_map, [])
    assert (nothing.length, nothing.tracks, nothing.cities, nothing.proven) == (0, (), (), True)


def test_longest_trail_out_of_time_says_so() -> None:
    usa = load_map("usa")
    trail = paths.longest_trail(usa, range(100), time_limit=0.05)
    assert trail.length < trail.bound <= 309
    assert not trail.proven
    assert sum(usa.tracks[index].length for index in trail.tracks) == trail.length


# --- bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (ValueError, "k is 0", lambda: paths.k_shortest_paths(SQUARE, "A", "C", 0)),
        (ValueError, "k needs a whole number, not 1.5", lambda: paths.k_shortest_paths(SQUARE, "A", "C", 1.5)),  # type: ignore[arg-type]
        (ValueError, "k needs a whole number, not '2'", lambda: paths.k_shortest_paths(SQUARE, "A", "C", "2")),  # type: ignore[arg-type]
        (ValueError, "k is 9, but only 2 simple", lambda: paths.k_shortest_paths(SQUARE, "A", "C", 9)),
        (ValueError, "k is 3", lambda: paths.ticket_load(SQUARE, 3)),
        (ValueError, "same city, A", lambda: paths.shortest_path(SQUARE, "A", "a")),
        (ValueError, "cost is 'miles'", lambda: paths.shortest_path(SQUARE, "A", "C", "miles")),  # type: ignore[arg-type]
        (ValueError, "closed names track 6", lambda: paths.shortest_path(SQUARE, "A", "C", closed=[6])),
        (ValueError, "owned: track 1", lambda: paths.trains_missing(SQUARE, [1], closed=[1])),
        (ValueError, "closed: no path", lambda: paths.shortest_paths(SQUARE, "A", "E", closed=[5])),
        (ValueError, "k is 1, but only 0", lambda: paths.shortest_path(SQUARE, "A", "E", closed=[5])),
        (ValueError, "tracks names track 99", lambda: paths.longest_trail(SQUARE, [99])),
        (ValueError, "tracks names a track twice", lambda: paths.longest_trail(SQUARE, [1, 1])),
        (ValueError, "time_limit is -1", lambda: paths.longest_trail(SQUARE, [1], time_limit=-1)),
        (ValueError, "cities has 0", lambda: paths.joining_cost(SQUARE, [])),
        (MapError, "did you mean Denver", lambda: paths.shortest_path(load_map("usa"), "Denvr", "Miami")),
        (
            MapError,
            "did you mean Seattle-New York",
            lambda: paths.ticket_overlap(load_map("usa"), "Seattle-New Yrok", "Boston-Miami"),
        ),
    ],
)
def test_bad_arguments_are_named(error: type[Exception], message: str, call: Callable[[], object]) -> None:
    with pytest.raises(error, match=message):
        call()
