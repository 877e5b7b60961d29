"""Published numbers, reproduced; each test is named after its source and says where print is wrong.

The optima (285 and 109) stand in ``test_optimum.py``; docs/humans.md sets ``expert`` beside people.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import networkx as nx
import numpy as np
import pandas as pd
import people
import pytest
from people import FACTS, by_game, from_spread, spread_of_range

from ttr_analysis.exact import odds, paths
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import simulate
from ttr_analysis.rules import EUROPE, USA
from ttr_analysis.stats.intervals import Estimate, mean
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.expert.weights import VERSION_0_1


@pytest.fixture(scope="module")
def usa() -> GameMap:
    return load_map("usa")


@pytest.fixture(scope="module")
def europe() -> GameMap:
    return load_map("europe")


def over_value(game_map: GameMap) -> dict[str, int]:
    """Points by which a ticket's value differs from its cheapest path in trains, where it does."""
    costs = paths.ticket_costs(game_map)
    extra = {ticket.name: ticket.points - int(costs[ticket.name]) for ticket in game_map.tickets}
    return {name: points for name, points in extra.items() if points}


def ratios(game_map: GameMap) -> dict[str, float]:
    """Ticket and route points of the cheapest path with most route points, per train."""
    result = {}
    for ticket in game_map.tickets:
        path = paths.shortest_paths(game_map, *ticket.cities)[0]
        result[ticket.name] = (ticket.points + path.points) / path.trains
    return result


# --- USA -------------------------------------------------------------------------------------------------


def test_usa_board_counts(usa: GameMap) -> None:
    pairs = Counter(track.pair for track in usa.tracks)
    spaces = sum(track.length for track in usa.tracks)
    doubles = sum(number == 2 for number in pairs.values())
    assert (len(usa.cities), len(pairs), len(usa.tracks), doubles, spaces) == (36, 78, 100, 22, 309)


def test_usa_tickets_rpubs_wanshunwong_106327(usa: GameMap) -> None:
    points = [ticket.points for ticket in usa.tickets]
    quartiles = np.quantile(points, [0, 0.25, 0.5, 0.75, 1], method="linear")  # R's type 7
    assert (len(points), sum(points)) == (30, 349)
    assert quartiles.tolist() == [4, 8.25, 11, 13, 22]
    assert np.mean(points) == pytest.approx(11.63, abs=0.005)


def test_usa_ticket_value_is_the_cheapest_path_for_25_of_30(usa: GameMap) -> None:
    def name(text: str) -> str:
        return usa.ticket(text).name

    plus_one = ("Los Angeles-Chicago", "Los Angeles-Miami", "Los Angeles-New York", "Sault St. Marie-Oklahoma City")
    assert over_value(usa) == {**{name(text): 1 for text in plus_one}, name("Seattle-New York"): 2}


def test_usa_best_and_worst_ticket_ratios(usa: GameMap) -> None:
    found = ratios(usa)
    best = sorted(found, key=lambda ticket: -found[ticket])[:3]
    expected = ["Vancouver-Montréal", "Los Angeles-Miami", "Seattle-New York"]
    assert best == [usa.ticket(text).name for text in expected]
    assert [round(found[ticket], 2) for ticket in best] == [3.20, 3.16, 3.10]
    worst = {ticket for ticket, ratio in found.items() if ratio == min(found.values())}
    names = ("Denver-El Paso", "Duluth-Houston", "Kansas City-Houston", "New York-Atlanta")
    assert worst == {usa.ticket(text).name for text in names}
    assert min(found.values()) == 2


def test_usa_chicago_saint_louis_is_on_12_tickets_not_22(usa: GameMap) -> None:
    # A published heat map adds dist(a, x) + length + dist(y, b): walks that turn back. With the 5 shortest
    # lengths it finds 22 tickets; simple paths give 12 (11 to 13 by the choice among paths of equal length).
    simple = paths.ticket_load(usa, 5).set_index(["city_a", "city_b"])
    assert simple.loc[("Chicago", "Saint Louis"), "tickets"] == 12
    matrix, place = paths.distances(usa), usa.city_index
    lengths = {track.pair: track.length for track in usa.tracks}
    walks = 0
    for ticket in usa.tickets:
        a, b = (place[city] for city in ticket.cities)
        through = {}
        for pair, length in lengths.items():
            x, y = (place[city] for city in pair)
            through[pair] = length + min(matrix[a, x] + matrix[y, b], matrix[a, y] + matrix[x, b])
        walks += through[frozenset({"Chicago", "Saint Louis"})] <= sorted(set(through.values()))[4]
    assert walks == 22


# --- Europe ----------------------------------------------------------------------------------------------


def test_europe_graph_playing_ticket_to_ride_like_a_computer_programmer_2018(europe: GameMap) -> None:
    graph = paths.route_graph(europe)
    assert (len(graph), graph.number_of_edges(), len(europe.tracks)) == (47, 90, 101)
    degrees = Counter(degree for _, degree in graph.degree())
    assert degrees == {1: 1, 2: 4, 3: 14, 4: 15, 5: 10, 6: 2, 7: 1}
    assert (nx.radius(graph), nx.diameter(graph)) == (5, 9)
    assert set(nx.center(graph)) == {"Berlin", "München", "Venezia"}


def test_europe_betweenness_playing_ticket_to_ride_like_a_computer_programmer_2018(europe: GameMap) -> None:
    top = paths.betweenness(europe).head(3)
    assert top.round(6).to_dict() == {"Frankfurt": 0.206094, "Wien": 0.185461, "Budapest": 0.176931}


def test_europe_without_essen_playing_ticket_to_ride_like_a_computer_programmer_2018(europe: GameMap) -> None:
    losses = paths.city_losses(europe)
    assert losses.loc["Essen", "change"] == pytest.approx(0.0824, abs=0.00005)
    # The article compares the mean of 46 cities with that of 47; over the same pairs it is 7.31 %.
    assert losses.loc["Essen", "lengthening"] == pytest.approx(0.0731, abs=0.00005)


def test_europe_tickets_and_cuts(europe: GameMap) -> None:
    found = ratios(europe)
    best = max(found, key=lambda ticket: found[ticket])
    assert best == europe.ticket("Palermo-Constantinople").name
    path = paths.shortest_paths(europe, "Palermo", "Constantinople")[0]
    assert (europe.ticket(best).points + path.points, path.trains) == (25, 8)
    assert len(paths.disjoint_paths(europe, "Berlin", "Bucuresti").route_disjoint) == 5
    edinburgh = [ticket for ticket in europe.tickets if "Edinburgh" in ticket.cities]
    assert edinburgh
    assert all(len(paths.disjoint_paths(europe, *ticket.cities).route_disjoint) == 1 for ticket in edinburgh)


def test_europe_ticket_value_is_the_cheapest_path_for_44_of_46(europe: GameMap) -> None:
    assert over_value(europe) == {europe.ticket(text).name: 1 for text in ("London-Wien", "Edinburgh-Athína")}


def test_europe_has_one_route_of_eight(europe: GameMap) -> None:
    (track,) = [track for track in europe.tracks if track.length == 8]
    assert track.pair == {"Stockholm", "Petrograd"}
    assert europe.rules.route_points[8] == 21


def test_europe_counts_that_a_2019_article_has_wrong(europe: GameMap) -> None:
    # It prints 46 cities, 9 doubles, and a mean track of 3.33 spaces: 300 spaces over 90 pairs, not 101 tracks.
    spaces = sum(track.length for track in europe.tracks)
    assert (len(europe.cities), len(europe.doubles) // 2) == (47, 11)
    assert spaces == 300
    assert spaces / len(europe.tracks) == pytest.approx(2.97, abs=0.001)


# --- odds ------------------------------------------------------------------------------------------------


def test_usa_locomotives_in_the_first_cards() -> None:
    assert 1 - odds.opening_hand_odds(USA)[0] == pytest.approx(0.4246, abs=0.00005)
    assert odds.market_reset_odds(USA) == pytest.approx(0.01436, abs=0.000005)
    assert odds.hand_odds(USA.cards, 1)[1] == pytest.approx(14 / 110)


def test_tunnel_with_a_fresh_deck() -> None:
    chances = odds.surcharge_odds(26, 110)
    assert chances.round(4).tolist() == [0.4415, 0.4200, 0.1265, 0.0120]
    assert chances @ range(4) == pytest.approx(0.709, abs=0.0005)


def test_tunnel_of_two_with_spare_cards_in_hand() -> None:
    success = [odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 2 + spare}).success for spare in range(3)]
    assert np.round(success, 3).tolist() == [0.467, 0.884, 0.992]


def test_blind_draws_until_a_named_colour() -> None:
    expected = [4.11, 8.22, 12.33, 16.44, 20.56, 24.67]
    assert odds.mean_draws(range(1, 7), 26, 110) == pytest.approx(np.arange(1, 7) * 111 / 27)
    for number, published in enumerate(expected, start=1):
        mean = odds.draws_until(USA.cards, {"red": number}).mean
        assert mean == pytest.approx(number * 111 / 27)
        assert round(mean, 2) == published


@pytest.mark.parametrize(("number", "published"), [(2, 3.54), (3, 6.48), (4, 9.69), (5, 13.05), (6, 16.55)])
def test_blind_draws_until_any_one_colour(number: int, published: float) -> None:
    # Published from a simulation with a standard error of .02; ours is exact.
    assert odds.draws_until(USA.cards, number).mean == pytest.approx(published, abs=3 * 0.02)


def test_locomotive_or_two_blind_cards_quantifyingstrategy_com_2020() -> None:
    table = odds.blind_or_locomotive(USA.cards)
    assert table["mean_useful"].loc[1:5].round(2).tolist() == [0.47, 0.69, 0.91, 1.13, 1.35]
    assert table.index[~table["blind_is_better"]].tolist() == [0, 1, 2, 3]


# --- people ----------------------------------------------------------------------------------------------


PAGE = Path(__file__).parents[1] / "docs" / "humans.md"
PLAYERS = {"`expert`": {}, "version 0.1": VERSION_0_1}


def on_the_page(column: str) -> dict[str, Estimate]:
    """A column of the first table of docs/humans.md, by fact."""
    head, _, *lines = (line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|"))
    place = [title.strip() for title in head.split("|")].index(column)
    rows = [[cell.strip() for cell in line.split("|")] for line in lines[: len(FACTS)]]
    cells = {row[1]: map(float, re.findall(r"-?[\d.]+", row[place])) for row in rows}
    return {name: Estimate(*cells[fact.words], n=0, method="") for name, fact in FACTS.items()}


@cache
def tables_of_four(player: str) -> pd.DataFrame:
    strategy = get_strategy("expert").with_weights(**PLAYERS[player])
    return by_game(simulate(load_map("usa", "mega"), strategy, players=4, games=300, seed=27, progress=False))


def test_the_parts_of_people_make_their_score_world_boardgaming_championships_2025() -> None:
    parts = ("route_points", "ticket_points", "trail_bonus", "tickets_bonus")
    assert sum(FACTS[name].mean for name in parts) == pytest.approx(FACTS["score"].mean)
    assert round(FACTS["score"].mean / FACTS["turns"].mean, 1) == FACTS["points_a_turn"].mean
    for name in ("trail_bonus", "tickets_bonus"):  # 15 of 27 winners had it
        assert round(FACTS[name].bonus * 15 / people.GAMES, 1) == FACTS[name].mean
        assert FACTS[name].of_people(0).value == pytest.approx(FACTS[name].bonus * 15 / people.GAMES)


@pytest.mark.parametrize(("shape", "least", "most"), [(1e6, 0.94, 0.96), (4.0, 0.93, 0.945)], ids=["normal", "skewed"])
def test_a_range_of_27_gives_an_interval_that_holds_the_mean(shape: float, least: float, most: float) -> None:
    drawn = np.random.default_rng(27).gamma(shape, size=(20_000, people.GAMES))
    spreads = spread_of_range(drawn.min(axis=1), drawn.max(axis=1), people.GAMES)
    assert spreads.mean() == pytest.approx(shape**0.5, rel=0.02)
    halves = from_spread(0, 1, people.GAMES).high * spreads
    assert least < np.mean(abs(drawn.mean(axis=1) - shape) < halves) < most


@pytest.mark.slow
@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("fact", FACTS)
def test_other_games_give_what_stands_beside_people(fact: str, player: str) -> None:
    printed, new = on_the_page(player)[fact], mean(tables_of_four(player)[fact])
    rounding = 0.05
    assert abs(new.value - printed.value) < 2 * (new.half_width + printed.half_width) + rounding


def test_expert_wins_with_tracks_and_people_with_tickets_as_the_page_says() -> None:
    theirs, ours = on_the_page("people"), on_the_page("`expert`")
    assert ours["route_points"].low > theirs["route_points"].high
    for name in ("ticket_points", "tickets_made", "ticket_draws", "most_made"):
        assert ours[name].high < theirs[name].low
