"""The tables of tunnels and buildings tell the same story as the event logs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import networkx as nx
import pandas as pd
import pytest

from ttr_analysis.maps.events import Event, EventKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.play.simulate import play_logged, simulate
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import OUTCOMES

K = EventKind
STRATEGIES = ("random", "ticket_planner", "random", "ticket_planner")


def most_players(name: str) -> int:
    return min(4, load_map(name).rules.players[1])


def played(name: str, games: int = 12) -> tuple[GameMap, Result, list[list[Event]]]:
    game_map = load_map(name)
    lineup = STRATEGIES[: most_players(name)]
    result = simulate(game_map, lineup, games=games, seed=4, progress=False)
    return game_map, result, [play_logged(game_map, lineup, seed=4, game=game) for game in range(games)]


def attempts_in(game_map: GameMap, log: Sequence[Event]) -> list[tuple[int, ...]]:
    """Tunnel attempts as (track, seat, turn, cards, locomotives, turned up, paid), read off a log."""
    found: list[tuple[int, ...]] = []
    wild = next(i for i, card in enumerate(game_map.rules.cards) if card.wild)
    for i, event in enumerate(log):
        if event.kind is not K.CLAIM or not game_map.rules.track_kinds[game_map.tracks[event.target].kind].reveals:
            continue
        after = [e for e in log[i + 1 :] if e.turn == event.turn]
        turned = sum(e.kind is K.TUNNEL_CARD for e in after)
        given_up = any(e.kind is K.DECLINE_TUNNEL for e in after)
        found.append(
            (event.target, event.seat, event.turn, sum(event.cards), event.cards[wild], turned, int(not given_up))
        )
    return found


def test_tunnels_are_those_of_the_log() -> None:
    game_map, result, logs = played("europe")
    columns = ["track", "seat", "turn", "cards", "locomotives", "turned_up", "paid"]
    for game, log in enumerate(logs):
        rows = result.tunnels[result.tunnels["game"] == game][columns].astype(int)
        assert [tuple(row) for row in rows.to_numpy().tolist()] == attempts_in(game_map, log)
    paid = result.tunnels[result.tunnels["paid"]]
    dug = result.tracks.merge(paid, on=["game", "track", "seat", "turn"], suffixes=("", "_first"))
    assert len(dug) == len(paid) > 50
    assert (dug["cards"] == dug["cards_first"] + dug["surcharge"]).all()
    counted = result.players[["tunnel_attempts", "tunnel_failures"]].sum()
    assert counted.tolist() == [len(result.tunnels), int((~result.tunnels["paid"]).sum())]


@pytest.mark.parametrize("name", ["europe", "rails_sails_great_lakes", "rails_sails_world"])
def test_buildings_are_those_of_the_log(name: str) -> None:
    _, result, logs = played(name)
    kinds = {K.BUILD_STATION: 0, K.BUILD_HARBOUR: 1}
    expected = sorted(
        (game, event.seat, kinds[event.kind], event.target, event.turn)
        for game, log in enumerate(logs)
        for event in log
        if event.kind in kinds
    )
    rows = result.buildings[["game", "seat", "kind", "city", "turn"]].to_numpy().tolist()
    assert sorted(tuple(row) for row in rows) == expected
    assert len(rows) > 10


def ticket_points(game_map: GameMap, tickets: Sequence[Ticket], tracks: Sequence[int]) -> int:
    """Points of tickets, gained or lost, over a set of tracks."""
    graph = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    graph.add_edges_from((game_map.tracks[t].city_a, game_map.tracks[t].city_b) for t in tracks)
    return sum(t.points if nx.has_path(graph, *t.cities) else -t.points for t in tickets)


def test_what_stations_earn_is_the_difference_they_make() -> None:
    """Jointly in the table of players, each by itself in the table of buildings."""
    game_map, result, _ = played("europe", 60)
    earning = 0
    players = result.players.set_index(["game", "seat"])
    tracks = result.tracks.groupby(["game", "seat"])["track"].apply(list)
    held = result.tickets.groupby(["game", "seat"])["ticket"].apply(list)
    for who, stations in result.buildings.groupby(["game", "seat"]):
        own = tracks[who]
        tickets = [game_map.tickets[t] for t in held[who]]
        borrowed = stations["track"].tolist()
        used = [track for track in borrowed if track >= 0]
        points = ticket_points(game_map, tickets, [*own, *used])
        assert players.loc[who, "station_ticket_points"] == points - ticket_points(game_map, tickets, own)
        for i, worth in enumerate(stations["points"]):
            others = [track for j, track in enumerate(borrowed) if j != i and track >= 0]
            assert worth == points - ticket_points(game_map, tickets, [*own, *others])
            earning += worth > 0
    assert earning >= 5


@pytest.mark.parametrize("name", ["rails_sails_great_lakes", "rails_sails_world"])
def test_harbours_earn_by_the_tickets_made_that_name_their_city(name: str) -> None:
    game_map, result, _ = played(name, 30)
    table, unbuilt = game_map.rules.harbours.points, game_map.rules.harbours.unbuilt
    made = result.tickets[result.tickets["outcome"] == 0]
    for row in result.buildings.itertuples():
        mine = made[(made["game"] == row.game) & (made["seat"] == row.seat)]["ticket"]
        named = sum(game_map.cities[row.city].name in game_map.tickets[t].cities for t in mine)
        assert row.points == table[min(named, len(table) - 1)]
    sums = result.buildings.groupby(["game", "seat"])["points"].sum()
    players = result.players.set_index(["game", "seat"])
    left = game_map.rules.harbours.number - players["harbours_built"]
    expected = sums.reindex(players.index, fill_value=0) + unbuilt * left
    pd.testing.assert_series_equal(players["harbour_points"].astype(int), expected.astype(int), check_names=False)


def test_first_journey_counts_bonus_tickets_and_exchanges() -> None:
    _, result, logs = played("first_journey_usa", 20)
    for column, kind in (("bonus_tickets", K.BONUS_TICKET), ("ticket_exchanges", K.EXCHANGE_TICKETS)):
        counted = [sum(e.kind is kind for e in log) for log in logs]
        assert result.players.groupby("game")[column].sum().tolist() == counted
        assert sum(counted) > 0


def counted_draws(game_map: GameMap, log: Sequence[Event]) -> dict[int, Counter[str]]:
    """What each seat drew in its turns, read off a log whose market is kept up to date."""
    wild = next(i for i, card in enumerate(game_map.rules.cards) if card.wild)
    market: dict[int, int] = {}
    found: dict[int, Counter[str]] = {}
    for event in log:
        mine = found.setdefault(event.seat, Counter())
        if event.kind is K.MARKET_CARD:
            market[event.number] = event.target
        elif event.kind is K.DRAW_BLIND:
            mine["cards_blind"] += 1
        elif event.kind is K.DRAW_MARKET:
            mine["cards_market"] += 1
            mine["locomotives_market"] += market.pop(event.target) == wild
    for seat, mine in found.items():
        mine["turns"] = len({event.turn for event in log if event.seat == seat and event.turn and event.kind <= K.PASS})
    return found


@pytest.mark.parametrize("name", available_maps())
def test_turns_and_cards_drawn_are_those_of_the_log(name: str) -> None:
    game_map, result, logs = played(name, 4)
    columns = ["turns", "cards_blind", "cards_market", "locomotives_market"]
    rows = result.players.set_index(["game", "seat"])
    for game, log in enumerate(logs):
        for seat, counted in counted_draws(game_map, log).items():
            if seat >= 0:
                assert rows.loc[(game, seat), columns].tolist() == [counted[column] for column in columns]
    assert rows["turns"].min() > 0
    assert rows["cards_blind"].sum() > 0
    assert (rows[["cards_market", "locomotives_market"]].sum() > 0).tolist() == 2 * [any(game_map.rules.market.slots)]
    assert (result.players.groupby("game")["turns"].sum().to_numpy() == result.games["turns"].to_numpy()).all()


def open_network(game_map: GameMap, players: int, owners: dict[int, int], seat: int) -> nx.Graph:
    """Own tracks at no cost, and those that the seat could still claim at their lengths."""
    graph = nx.Graph()
    graph.add_nodes_from(city.name for city in game_map.cities)
    one_each = players < game_map.rules.doubles_close_below
    for track in game_map.tracks:
        owner, twin = owners.get(track.index), owners.get(game_map.doubles.get(track.index, -1))
        if owner == seat or (owner is None and twin != seat and not (one_each and twin is not None)):
            cost = 0 if owner == seat else track.length
            known = graph.get_edge_data(*track.pair, default={"weight": cost})["weight"]
            graph.add_edge(*track.pair, weight=min(cost, known))
    return graph


@pytest.mark.parametrize("name", available_maps())
def test_trains_missing_are_the_spaces_of_the_shortest_path_still_open(name: str) -> None:
    players = most_players(name)
    game_map, result, _ = played(name, 4)
    outcome, missing = result.tickets["outcome"], result.tickets["trains_missing"]
    assert ((missing == -1) == (outcome == OUTCOMES.index("cut off"))).all()
    assert (missing[outcome == OUTCOMES.index("made")] == 0).all()
    checked = 0
    for game, tracks in result.tracks.groupby("game"):
        owners = dict(zip(tracks["track"], tracks["seat"], strict=True))
        unfinished = result.tickets[(result.tickets["game"] == game) & (missing >= 0) & (outcome != 0)]
        for row in unfinished.itertuples():
            first, *others = game_map.terminals(game_map.tickets[row.ticket])
            lengths = nx.multi_source_dijkstra_path_length(
                open_network(game_map, players, owners, row.seat), set(first)
            )
            farthest = max(min(lengths.get(city, math.inf) for city in places) for places in others)
            assert row.trains_missing >= farthest
            assert row.trains_missing == farthest or len(others) > 1
            checked += 1
    assert checked > 10
