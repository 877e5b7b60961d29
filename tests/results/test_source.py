"""Sources of tables: small facts that travel with them."""

from __future__ import annotations

import dataclasses
import json

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_tournament import made_up_tournament

from ttr_analysis import stats
from ttr_analysis.exact import odds, paths
from ttr_analysis.experiments import tournament as tournaments
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.results.source import rows_of, source_of, tagged
from ttr_analysis.rules import EUROPE

MORE = {"percentiles": [[100]]}
"""What functions of a result need besides."""


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=60)


def test_every_table_of_a_result_knows_its_games(result: Result) -> None:
    for name in TABLES:
        for table in (result.table(name), result.named(name)):
            assert source_of(table) == result.source
    assert (result.source["seed"], result.source["games"], result.source["players"]) == (1, 60, 4)


def test_a_source_is_small_and_survives_json(result: Result) -> None:
    played = made_up_tournament([1.0, 0.0], (0.0, 0.0), 30, 1)
    for source in (result.source, played.source):
        text = json.dumps(source)
        assert json.loads(text) == source
        assert len(text) < 1000


def test_every_function_of_stats_that_takes_a_result_names_its_source(result: Result) -> None:
    named = [name for name in dir(stats) if getattr(getattr(stats, name), "__wrapped__", None)]
    assert {"score_parts", "ticket_outcomes", "track_values", "game_facts", "building_values"} <= set(named)
    for name in named:
        assert source_of(getattr(stats, name)(result, *MORE.get(name, []))) == result.source, name
    assert source_of(stats.ticket_difficulty(result.game_map, result)) == result.source


def test_tables_of_tournaments_name_their_source() -> None:
    played = made_up_tournament([1.0, 0.0], (0.0, 0.0), 30, 1)
    for make in (tournaments.standings, tournaments.matchups, tournaments.seats, tournaments.score_parts):
        assert source_of(make(played)) == played.source


def test_exact_tables_say_so() -> None:
    usa = load_map("usa")
    assert source_of(paths.ticket_overlaps(usa))["map"]["name"] == "usa"  # type: ignore[index]
    assert source_of(odds.tunnel_table(EUROPE.cards, 2, "red")) == {"kind": "exact"}


def test_joined_tables_keep_all_sources_and_lose_them_if_one_is_unknown(result: Result) -> None:
    other = made_up_result(games=40)
    both = stats.joined([stats.win_share_by_seat(result), stats.win_share_by_seat(other)])
    assert len(both) == 8
    assert [part["games"] for part in source_of(both)["parts"]] == [60, 40]  # type: ignore[index]
    assert source_of(stats.joined([stats.win_share_by_seat(result), pd.DataFrame({"seat": [0]})])) is None


def test_what_is_made_of_a_table_shares_its_source_since_copies_for_each_column_take_long() -> None:
    table = tagged(pd.DataFrame({"points": [1]}), {"kind": "exact"})
    assert source_of(table.astype(float)[["points"]]) is source_of(table) == {"kind": "exact"}


def test_rows_of_games_and_what_a_reader_makes_of_them_are_told_from_the_tables_of_this_package(result: Result) -> None:
    for name in TABLES:
        assert rows_of(result.table(name)) == rows_of(result.named(name)) == name
    chosen = result.named("players").query("score > 0").assign(mine=1).groupby("strategy", observed=True)
    assert rows_of(chosen[["score"]].mean()) == "players"
    made = [name for name in dir(stats) if getattr(getattr(stats, name), "__wrapped__", None)]
    assert not [name for name in made if rows_of(getattr(stats, name)(result, *MORE.get(name, [])))]
    assert not rows_of(stats.ticket_difficulty(result.game_map, result))
    shares = stats.win_share_by_seat(result)
    assert not rows_of(stats.joined([shares, shares]))
    assert rows_of(stats.joined([shares, result.players[["seat"]]])) == "players"


def test_games_made_of_the_tables_of_others_leave_these_as_they_are(result: Result) -> None:
    fewer = dataclasses.replace(result, games=result.games[:20])
    assert source_of(fewer.players)["games"] == 20  # type: ignore[index]
    assert source_of(result.players) == result.source
