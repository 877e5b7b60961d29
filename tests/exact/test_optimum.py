"""Optima against brute force on small random maps, and the proofs on the maps we ship."""

from __future__ import annotations

import itertools
import random
import time
from dataclasses import replace

import fuzz
import networkx as nx
import pytest
from how_often import first

from ttr_analysis.errors import MapError
from ttr_analysis.exact.optimum import Progress, best_network, min_trains, optimum_by_trains, steiner
from ttr_analysis.exact.optimum.bounds import TreeBounds, other_trees
from ttr_analysis.exact.optimum.branch import solve
from ttr_analysis.exact.optimum.guess import guess
from ttr_analysis.exact.optimum.model import Case, tree_model
from ttr_analysis.exact.optimum.problem import problem_of
from ttr_analysis.exact.optimum.relaxation import relax
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Ticket, Track
from ttr_analysis.rules.rails_sails import WORLD
from ttr_analysis.rules.usa import USA


def random_map(seed: int, *, cities: int = 6, tracks: int = 9, tickets: int = 5, two_kinds: bool = False) -> GameMap:
    """A connected map with double routes, sometimes with rail and sea side by side, and tours."""
    rng = random.Random(seed)
    names = [f"C{i}" for i in range(cities)]
    pairs = [(names[i], names[rng.randrange(i)]) for i in range(1, cities)]
    while len(pairs) < tracks:
        pairs.append(tuple(rng.sample(names, 2)))  # type: ignore[arg-type]
    made: dict[tuple[frozenset[str], str], list[Track]] = {}
    for a, b in pairs:
        kind = rng.choice(("rail", "sea")) if two_kinds else "rail"
        group = made.setdefault((frozenset((a, b)), kind), [])
        if len(group) < 2:
            length = group[0].length if group else rng.randint(1, 4)
            group.append(Track(0, a, b, length, "gray", kind, number=len(group) + 1))
    flat = [track for group in made.values() for track in group]
    numbered = tuple(
        Track(i, t.city_a, t.city_b, t.length, t.color, t.kind, number=t.number) for i, t in enumerate(flat)
    )
    dealt = []
    for i in range(tickets):
        stops = tuple(rng.sample(names, 3 if two_kinds and i == 0 else 2))
        points = rng.randint(2, 12)
        dealt.append(Ticket(i, stops, points, points // 2 if len(stops) > 2 else None))
    return GameMap(
        name=f"random{seed}",
        title="",
        cities=tuple(City(name) for name in names),
        tracks=numbered,
        tickets=tuple(dealt),
        rules=WORLD.replace(pieces_kept=0) if two_kinds else USA,
        aliases={name.casefold(): name for name in names},
    )


def all_networks(game_map: GameMap) -> list[tuple[int, ...]]:
    """Every set of tracks without both tracks of a double route."""
    one_each: dict[tuple[frozenset[str], str], int] = {}
    for track in game_map.tracks:
        one_each.setdefault((track.pair, track.kind), track.index)
    tracks = list(one_each.values())
    return [some for k in range(len(tracks) + 1) for some in itertools.combinations(tracks, k)]


def joins(game_map: GameMap, tracks: tuple[int, ...], ticket: Ticket) -> bool:
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(ticket.cities)
    graph.add_edges_from(game_map.tracks[i].cities for i in tracks)
    return all(nx.has_path(graph, ticket.cities[0], city) for city in ticket.cities)


def pieces(game_map: GameMap, tracks: tuple[int, ...]) -> int:
    return sum(game_map.tracks[i].length for i in tracks)


def worth(game_map: GameMap, tracks: tuple[int, ...], *, in_order: bool) -> int:
    """Points by hand: tours by a search through all simple paths, or all taken for in order."""
    total = sum(game_map.rules.route_points[game_map.tracks[i].length] for i in tracks)
    graph: nx.Graph[str] = nx.Graph()
    graph.add_edges_from(game_map.tracks[i].cities for i in tracks)
    for ticket in game_map.tickets:
        if not joins(game_map, tracks, ticket):
            continue
        if ticket.is_tour and not in_order:
            paths = nx.all_simple_paths(graph, ticket.cities[0], ticket.cities[-1])
            ordered = any([c for c in path if c in ticket.cities] == list(ticket.cities) for path in paths)
            total += ticket.points if ordered else (ticket.points_out_of_order or 0)
        else:
            total += ticket.points
    return total


@pytest.mark.parametrize("seed", range(12))
def test_least_trains_is_the_least_of_all_networks(seed: int) -> None:
    game_map = random_map(seed)
    wanted = game_map.tickets[: 1 + seed % 4]
    truth = min(
        pieces(game_map, some)
        for some in all_networks(game_map)
        if all(joins(game_map, some, ticket) for ticket in wanted)
    )
    found = min_trains(game_map, wanted)
    assert (found.trains, found.bound, found.proven) == (truth, truth, True)
    indices = tuple(track.index for track in found.tracks)
    assert pieces(game_map, indices) == truth
    assert all(joins(game_map, indices, ticket) for ticket in wanted)


@pytest.mark.parametrize("seed", range(4))
def test_owned_tracks_are_free_and_closed_ones_avoided(seed: int) -> None:
    game_map = random_map(seed, tracks=11)
    owned, closed = {0}, {len(game_map.tracks) - 1}
    partner = game_map.doubles.get(0)
    small = game_map.without(*closed)
    wanted = [t for t in game_map.tickets if joins(small, tuple(range(len(small.tracks))), t)]
    truth = min(
        sum(small.tracks[i].length for i in some if i not in (*owned, partner))
        for some in all_networks(small)
        if all(joins(small, (*some, *owned), ticket) for ticket in wanted)
    )
    found = min_trains(game_map, wanted, owned=owned, closed=[game_map.tracks[i] for i in closed])
    assert found.trains == truth
    assert not {track.index for track in found.tracks} & (owned | closed)


@pytest.mark.parametrize("seed", range(5))
def test_the_programme_and_the_tables_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game_map = load_map("usa")
    wanted = random.Random(seed).sample(game_map.tickets, 2 + seed % 3)
    by_tables = min_trains(game_map, wanted)
    monkeypatch.setattr(steiner, "EXACT_ENDS", 0)
    by_programme = min_trains(game_map, wanted)
    assert by_programme.proven
    assert by_programme.trains == by_tables.trains == sum(track.length for track in by_programme.tracks)


def test_a_large_set_of_tickets_is_joined_and_bounded() -> None:
    game_map = load_map("usa")
    found = min_trains(game_map, game_map.tickets)
    indices = tuple(track.index for track in found.tracks)
    assert all(joins(game_map, indices, ticket) for ticket in game_map.tickets)
    assert (found.trains, found.bound, found.proven) == (72, 72, True)


def test_no_tickets_need_no_trains() -> None:
    assert min_trains(load_map("usa"), []).trains == 0


@pytest.mark.parametrize("seed", range(7 * min(2, fuzz.TIMES)))
@pytest.mark.parametrize("two_kinds", [False, True])
def test_best_network_is_the_best_of_all_networks(seed: int, two_kinds: bool) -> None:
    game_map = random_map(seed, two_kinds=two_kinds)
    budget = 4 + seed % 7
    allowed = [some for some in all_networks(game_map) if pieces(game_map, some) <= budget]
    truth = max(worth(game_map, some, in_order=False) for some in allowed)
    ceiling = max(worth(game_map, some, in_order=True) for some in allowed)
    best = best_network(game_map, budget, seed=seed)
    indices = tuple(track.index for track in best.tracks)
    assert best.points == worth(game_map, indices, in_order=False) <= truth
    assert best.trains == pieces(game_map, indices) <= budget
    assert best.bound >= ceiling, "a bound below a network that exists"
    if truth == ceiling:
        assert best.points == truth
    if best.proven:
        assert best.points == best.bound == truth


def test_supplies_of_each_kind_are_kept() -> None:
    game_map = random_map(3, two_kinds=True, tracks=10)
    short = replace(game_map, rules=_with_supplies(2, 9))
    best = best_network(short, 9)
    rails = sum(track.length for track in best.tracks if track.kind == "rail")
    assert rails <= 2
    truth = max(
        worth(short, some, in_order=True)
        for some in all_networks(short)
        if pieces(short, some) <= 9 and sum(short.tracks[i].length for i in some if short.tracks[i].kind == "rail") <= 2
    )
    assert best.bound >= truth
    assert best.proven <= (best.points == truth)


def _with_supplies(trains: int, ships: int):  # type: ignore[no-untyped-def]  # noqa: ANN202
    first, second = WORLD.pieces
    kinds = (type(first)("train", trains), type(second)("ship", ships))
    return WORLD.replace(pieces=kinds, pieces_kept=0)


def test_the_relaxation_is_never_below_a_network_of_its_case() -> None:
    game_map = random_map(5, cities=7, tracks=11)
    problem = problem_of(game_map, 9)
    for root in range(7):
        city = game_map.cities[root].name
        value = relax(tree_model(problem, Case(root), 9)).value
        for some in all_networks(game_map):
            if pieces(game_map, some) > 9:
                continue
            graph: nx.Graph[str] = nx.Graph()
            graph.add_node(city)
            graph.add_edges_from(game_map.tracks[i].cities for i in some)
            tree = nx.node_connected_component(graph, city)
            points = sum(game_map.rules.route_points[game_map.tracks[i].length] for i in some)
            points += sum(t.points for t in game_map.tickets if set(t.cities) <= tree)
            assert value >= points - 1e-6


def scored_by(game_map: GameMap, tracks: tuple[int, ...], *roots: int, apart: bool = False) -> int | None:
    """Points of the tracks, and of tickets joined to one of the roots; None if the roots must be apart and are not."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    graph.add_edges_from(game_map.tracks[i].cities for i in tracks)
    trees = [nx.node_connected_component(graph, game_map.cities[root].name) for root in roots]
    if apart and trees[0] & trees[1]:
        return None
    points = sum(game_map.rules.route_points[game_map.tracks[i].length] for i in tracks)
    return points + sum(t.points for t in game_map.tickets if any(set(t.cities) <= tree for tree in trees))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("floor", [0, 15])
def test_branching_finds_the_best_network_of_every_root(seed: int, floor: int) -> None:
    game_map = random_map(seed, cities=7, tracks=11, tickets=7)
    problem = problem_of(game_map, 8)
    allowed = [some for some in all_networks(game_map) if pieces(game_map, some) <= 8]
    for root in range(7):
        truth = max(scored_by(game_map, some, root) or 0 for some in allowed)
        solved = solve(tree_model(problem, Case(root), 8), floor, 60)
        assert solved.bound == max(floor, truth)
        if truth > floor:
            found = tuple(problem.links[i].track for i in solved.links)
            assert pieces(game_map, found) <= 8
            assert scored_by(game_map, found, root) == truth


@pytest.mark.parametrize("seed", first(range(4), 2, "other made-up networks"))
def test_a_second_tree_is_apart_from_the_main_one_and_no_larger_than_half(seed: int) -> None:
    game_map = random_map(seed, cities=7, tracks=10, tickets=8)
    problem = problem_of(game_map, 9)
    allowed = [some for some in all_networks(game_map) if pieces(game_map, some) <= 9]
    for root, second in itertools.combinations(range(7), 2):
        model = tree_model(problem, Case(root, frozenset({second})), 9, second=Case(second, frozenset({root})))
        solved = solve(model, 0, 60)
        found = tuple(problem.links[i].track for i in solved.links)
        size_of_second = [
            pieces(game_map, tuple(i for i in some if game_map.city_index[game_map.tracks[i].city_a] in part))
            for some in allowed
            for part in [_part(game_map, some, second)]
        ]
        truth = max(
            scored_by(game_map, some, root, second, apart=True) or 0
            for some, size in zip(allowed, size_of_second, strict=True)
            if size <= 9 // 2
        )
        assert solved.bound >= truth, "a bound below a network with two trees"
        assert solved.bound <= (scored_by(game_map, found, root, second) or 0), "loose links may join more"
        assert pieces(game_map, found) <= 9


def _part(game_map: GameMap, tracks: tuple[int, ...], root: int) -> set[int]:
    """The cities joined to a root."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_node(root)
    graph.add_edges_from([game_map.city_index[city] for city in game_map.tracks[i].cities] for i in tracks)
    return nx.node_connected_component(graph, root)


@pytest.fixture
def no_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof alone must find the network: a part that it leaves out shows in the points."""
    monkeypatch.setattr("ttr_analysis.exact.optimum.search.guess", lambda *_: ())


@pytest.mark.usefixtures("no_guess")
@pytest.mark.parametrize("seed", first(range(8), 4, "other made-up networks"))
def test_without_a_guess_nothing_is_proven_that_is_not_the_best(seed: int) -> None:
    game_map = random_map(seed, cities=7, tracks=10, tickets=8)
    budget = 6 + seed % 5
    allowed = [some for some in all_networks(game_map) if pieces(game_map, some) <= budget]
    truth = max(worth(game_map, some, in_order=True) for some in allowed)
    best = best_network(game_map, budget)
    assert best.bound >= truth, "a bound below a network that exists"
    assert best.proven <= (best.points == truth)
    if seed in (1, 3, 6):  # on the others the bound counts a ticket in two trees
        assert best.proven


@pytest.mark.usefixtures("no_guess")
@pytest.mark.parametrize("seed", first([0, 1, 2, 4, 5], 2, "other made-up networks"))
def test_the_proof_finds_the_best_network_on_two_islands(seed: int) -> None:
    """The best network has several trees. (On the islands of seed 3 the bound counts tickets in a third tree.)"""
    game_map = islands(random_map(seed, tracks=7, tickets=4), random_map(seed + 50, tracks=7, tickets=4))
    allowed = [some for some in all_networks(game_map) if pieces(game_map, some) <= 8]
    truth = max(worth(game_map, some, in_order=True) for some in allowed)
    best = best_network(game_map, 8)
    assert (best.points, best.bound) == (truth, truth)


def islands(west: GameMap, east: GameMap) -> GameMap:
    """Two maps side by side, without a track between them."""
    shift = len(west.tracks)
    moved = tuple(
        replace(t, index=t.index + shift, city_a=f"East {t.city_a}", city_b=f"East {t.city_b}") for t in east.tracks
    )
    dealt = tuple(
        replace(t, index=t.index + len(west.tickets), cities=tuple(f"East {city}" for city in t.cities))
        for t in east.tickets
    )
    cities = (*west.cities, *(City(f"East {city.name}") for city in east.cities))
    return replace(
        west,
        cities=cities,
        tracks=(*west.tracks, *moved),
        tickets=(*west.tickets, *dealt),
        aliases={city.name.casefold(): city.name for city in cities},
    )


def test_other_trees_are_no_larger_than_the_main_one_and_of_other_cases() -> None:
    single = [[0, 0, 5, 9], [0, 0, 4, 8], [0, 1, 1, 1]]
    without_first = other_trees(single, 0, 7)
    assert without_first[4] == 9, "one of 3 pieces and one of 1, no more than the 3 of the main tree"
    assert without_first[6] == 6, "the main tree has one piece, so each of six others has one"
    assert other_trees(single, 1, 7)[3] == 9
    assert 4 not in other_trees(single, 0, 5, second=1), "main and second tree have at most the one piece left"
    assert other_trees(single, 0, 7, second=1)[1] == 1, "only the third case is left"


def test_annealing_keeps_within_the_trains() -> None:
    game_map = load_map("usa")
    for budget in (1, 7, 20):
        problem = problem_of(game_map, budget)
        links = [problem.links[i] for i in guess(problem, 5)]
        assert links
        assert sum(link.length for link in links) <= budget


LONG_PROOF = pytest.mark.long(reason="a proof of 10 to 60 s by the same steps as those of the other ticket sets")


@LONG_PROOF
def test_arxiv_2511_08441_best_usa_network_is_285_and_proven() -> None:
    best = best_network(load_map("usa"), time_limit=240)
    assert (best.points, best.route_points, best.ticket_points, len(best.tickets)) == (285, 62, 223, 16)
    assert (best.trains, best.bound, best.gap) == (45, 285, 0.0)
    assert best.proven


OPTIMA = [
    pytest.param("first_journey_usa", "base", 23),
    pytest.param("first_journey_europe", "base", 25),
    pytest.param("rails_sails_great_lakes", "base", 447, marks=LONG_PROOF),
    pytest.param("usa", "big-cities", 359, marks=LONG_PROOF),
    pytest.param("usa", "1910", 288, marks=LONG_PROOF),
    pytest.param("europe", "big-cities", 451, marks=LONG_PROOF),
    pytest.param("india", "base", 409, marks=LONG_PROOF),
]
"""What docs/optima.md says is proven, as far as it takes less than a minute."""


@pytest.mark.parametrize(("name", "ticket_set", "points"), OPTIMA)
def test_other_optima_are_proven(name: str, ticket_set: str, points: int) -> None:
    best = best_network(load_map(name, ticket_set), time_limit=400)
    assert (best.points, best.bound, best.proven) == (points, points, True)


@pytest.mark.long(reason="a proof of five seconds by the same steps as those of the other boards")
def test_the_nordic_optimum_is_52_and_278() -> None:
    best = best_network("nordic", time_limit=400)
    assert (best.route_points, best.ticket_points) == (52, 278)
    assert (best.points, best.bound, best.proven) == (330, 330, True)


def test_most_route_points_with_45_usa_trains_are_109() -> None:
    game_map = load_map("usa")
    bare = replace(game_map, tickets=())
    best = best_network(bare, 45)
    assert (best.points, best.proven) == (109, True)


def test_longest_trail_bonus_goes_to_whoever_has_a_track() -> None:
    game_map = load_map("usa")
    plain = best_network(game_map, 6)
    with_bonus = best_network(game_map, 6, longest_trail_bonus=True)
    assert with_bonus.points == plain.points + 10
    assert with_bonus.bound == plain.bound + 10
    assert best_network(game_map, 0, longest_trail_bonus=True).points == 0


@pytest.fixture
def few_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess takes seconds; for what does not need a good one, a tenth of it will do."""
    monkeypatch.setattr("ttr_analysis.exact.optimum.guess._STEPS", 800)


@pytest.mark.usefixtures("few_guesses")
def test_a_short_time_limit_still_gives_a_network_and_a_true_bound() -> None:
    best = best_network(load_map("europe"), time_limit=0)
    assert best.points >= 200
    assert best.bound >= 214
    assert not best.proven
    assert best.gap > 0


@pytest.mark.long(reason="four proofs for USA; the rows of a frontier have a test of their own")
def test_frontier_by_trains() -> None:
    table = optimum_by_trains(load_map("usa"), (0, 4, 6, 8))
    assert list(table["trains"]) == [0, 4, 6, 8]
    assert table["points"].is_monotonic_increasing
    assert table["points"].iloc[0] == 0
    assert table["proven"].all()
    assert (table["points"] == table["route_points"] + table["ticket_points"] + table["bonus_points"]).all()


@pytest.mark.usefixtures("few_guesses")
def test_more_trains_than_the_board_takes_are_no_more_work() -> None:
    usa = load_map("usa")
    lengths = {track.pair: track.length for track in usa.tracks}  # tracks of a double route are of one length
    best = best_network(usa, 999, time_limit=60)
    everything = sum(usa.rules.route_points[n] for n in lengths.values()) + sum(t.points for t in usa.tickets)
    assert (best.points, best.proven) == (everything, True)
    assert (best.budget, best.trains) == (999, sum(lengths.values()))
    assert best.seconds < 60


@pytest.mark.long(reason="proves a network for each number of trains")
def test_a_frontier_never_falls_and_its_bounds_hold_for_fewer_trains(monkeypatch: pytest.MonkeyPatch) -> None:
    usa = load_map("usa")
    five, six = best_network(usa, 5), best_network(usa, 6)
    poor = replace(six, tracks=(), tickets=(), route_points=0, ticket_points=0, trains=0, bound=40, proven=False)
    found = {4: replace(best_network(usa, 4), bound=30, proven=False), 5: five, 6: poor, 7: replace(six, budget=7)}
    monkeypatch.setattr(
        "ttr_analysis.exact.optimum.frontier.best_network", lambda game_map, number, **how: found[number]
    )
    table = optimum_by_trains(usa, (6, 4, 7, 5)).set_index("trains")
    assert table["points"].to_dict() == {6: 10, 4: 8, 7: 15, 5: 10}
    assert table["bound"].to_dict() == {6: 15, 4: 10, 7: 15, 5: 10}
    assert table["proven"].to_dict() == {6: False, 4: False, 7: True, 5: True}
    assert table["trains_used"][6] == 5


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: best_network(m, -1), "trains must be 0 or more"),
        (lambda m: best_network(m, 5.5), "trains needs a whole number"),
        (lambda m: best_network(m, 5, seed=-1), "seed is -1"),
        (lambda m: best_network(m, 5, time_limit=-1), "time_limit is -1"),
        (lambda m: best_network(m, 5, time_limit=float("nan")), "time_limit is nan"),
        (lambda m: best_network(m, 5, time_limit="long"), "time_limit is 'long'"),
        (lambda m: best_network(load_map("rails_sails_world"), 99), "box holds 75"),
        (lambda m: min_trains(m, ["Dallas-New York"], time_limit=-1), "time_limit"),
        (lambda m: min_trains(m, ["Dallas-New York"], owned=[100]), "owned: map 'usa' has no track number 100"),
        (lambda m: min_trains(m, ["Dallas-New York"], owned=[1], closed=[1]), "both name track 1"),
        (lambda m: min_trains(m, ["Boston-Miami"], closed=m.tracks), "do not join the cities of Boston-Miami"),
    ],
)
def test_bad_arguments_are_named(call, message: str) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
    with pytest.raises(ValueError, match=message):
        call(load_map("usa"))


def test_an_unknown_ticket_is_answered_with_the_nearest() -> None:
    with pytest.raises(MapError, match="Seattle-New York"):
        min_trains(load_map("usa"), ["Seatle-New York"])


def test_the_search_tells_how_far_it_is_and_its_bound_only_falls() -> None:
    told: list[Progress] = []
    best = best_network(load_map("first_journey_usa"), on_progress=told.append)
    assert [step.points for step in told] == sorted(step.points for step in told)
    assert [step.bound for step in told] == sorted((step.bound for step in told), reverse=True)
    assert (told[-1].points, told[-1].bound) == (best.points, best.bound)
    assert {"guessing", "relaxing", "relaxing other trees"} <= {step.step for step in told}
    assert not best.stopped


@pytest.mark.usefixtures("few_guesses")
@pytest.mark.parametrize("when", [1, 20, 60])
def test_ctrl_c_keeps_what_was_found_and_proven(when: int) -> None:
    told: list[Progress] = []

    def on_progress(step: Progress) -> None:
        told.append(step)
        if len(told) == when:
            raise KeyboardInterrupt

    best = best_network(load_map("usa"), on_progress=on_progress)
    assert best.stopped
    assert not best.proven
    assert (best.points, best.bound) == (told[-1].points, told[-1].bound)
    assert best.points <= 285 <= best.bound


@pytest.mark.parametrize("seed", range(4))
def test_tables_of_trees_are_never_below_a_tree(seed: int) -> None:
    game_map = random_map(seed, cities=7, tracks=10)
    problem = problem_of(game_map, 12)
    trees = TreeBounds(problem)
    forever = time.monotonic() + 600
    assert trees.relax_cases(forever, lambda: None)
    trees.relax_sizes(0, forever, lambda: None)
    for some in all_networks(game_map):
        size = pieces(game_map, some)
        graph: nx.Graph[int] = nx.Graph()
        graph.add_edges_from([game_map.city_index[city] for city in game_map.tracks[i].cities] for i in some)
        if not some or size > 12 or not nx.is_tree(graph):
            continue
        value = worth(game_map, some, in_order=True)
        (k,) = [k for k, c in enumerate(trees.cases) if c.root in graph and not c.without & set(graph)]
        assert trees.main[k, size] >= value - 1e-6
        if size <= trees.largest and any(joins(game_map, some, ticket) for ticket in game_map.tickets):
            assert trees.single[k, size] >= value
