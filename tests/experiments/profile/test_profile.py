"""The profile of a map: its file is that of today's maps, and what is odd about a map is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import cli, experiments, stats
from ttr_analysis.errors import ResultError, SetupError, StrategyError
from ttr_analysis.experiments.profile import likeness, measures, shipped
from ttr_analysis.maps import available_maps, in_other_order, load_map, made_up_board
from ttr_analysis.play.simulate import simulate

TESTS = Path(__file__).parents[2]
USA = load_map("usa")


def quick(game_map: object, players: int = 2, games: int = 40, **options: object) -> experiments.MapProfile:
    return experiments.map_profile(game_map, "greedy_points", players=players, games=games, progress=False, **options)


@pytest.mark.parametrize("name", available_maps())
def test_the_file_has_the_measures_of_the_map_as_it_is_today(name: str) -> None:
    game_map = load_map(name)
    low, high = game_map.rules.players
    for players in range(low, high + 1):
        rows = shipped.shipped_measures(players)
        rows = rows[rows["map"] == name].set_index("measure")
        assert list(rows.index) == list(measures.MEASURES)
        assert set(rows["digest"]) == {shipped.digest_of(game_map)}
        assert set(rows["strategy"]) == {shipped.STRATEGY}
        assert set(rows.loc[list(measures.OF_GAMES), "n"]) == {shipped.GAMES}
    for measure, found in measures.of_map(game_map, high).items():
        assert rows.loc[measure, "value"] == pytest.approx(found.value, rel=1e-6), measure


@pytest.mark.long(reason="2,000 games of the default strategy")
@pytest.mark.parametrize(("name", "players"), [("first_journey_usa", 2), ("usa", 4)])
def test_the_file_has_the_games_that_are_played_today(name: str, players: int) -> None:
    result = simulate(name, shipped.STRATEGY, players=players, games=shipped.GAMES, seed=shipped.SEED, progress=False)
    rows = shipped.shipped_measures(players)
    rows = rows[rows["map"] == name].set_index("measure")
    for measure, found in measures.of_games(result).items():
        kept = rows.loc[measure, ["value", "value_low", "value_high"]].to_list()
        assert kept == pytest.approx([found.value, found.low, found.high], rel=1e-6, nan_ok=True), measure


def test_the_command_plays_as_many_games_as_the_file() -> None:
    assert cli.make_parser(["maps"]).parse_args(["maps", "profile", "usa"]).games == shipped.GAMES


def test_a_shipped_map_is_not_its_own_neighbour_however_its_rows_are_ordered() -> None:
    maps = set(shipped.shipped_measures(3)["map"])
    changed = USA.with_rules(longest_trail_bonus=0)
    for game_map, others in ((USA, maps - {"usa"}), (in_other_order(USA, 3), maps - {"usa"}), (changed, maps)):
        rows = shipped.neighbours(made_up_result(game_map, 5, ("random",) * 3))
        assert set(rows["map"]) == others
        assert set(rows["measure"]) == set(measures.OF_MAP)  # no band for games of another strategy


def test_games_of_the_strategy_of_the_file_have_a_band_unless_its_weights_were_changed() -> None:
    options = {"players": 2, "games": 1, "progress": False}
    usual = simulate(USA, shipped.STRATEGY, **options)
    assert set(shipped.neighbours(usual)["measure"]) == set(measures.MEASURES)
    entry = usual.manifest.strategies[0]
    changed = entry.model_copy(update={"weights": dict.fromkeys(entry.weights, 0.5)})
    manifest = usual.manifest.model_copy(update={"strategies": (changed, entry)})
    assert set(shipped.neighbours(replace(usual, manifest=manifest))["measure"]) == set(measures.OF_MAP)


def test_a_value_is_outside_only_if_the_intervals_do_not_meet() -> None:
    rows = pd.DataFrame(
        {"map": list("abc"), "measure": "x", "value": [1.0, 2.0, 3.0], "value_low": [0.5, 1.5, 2.5],
         "value_high": [1.5, 2.5, 3.5]}
    )  # fmt: skip
    ends = shipped.band(rows, "x")
    assert (ends["lowest"], ends["highest"], ends["band_low"], ends["band_high"]) == ("a", "c", 1, 3)
    assert shipped.outside(4.0, 3.6, 4.4, ends) == 0.5
    assert shipped.outside(4.0, 3.4, 4.6, ends) == 0
    assert shipped.outside(0.0, -0.4, 0.4, ends) == -0.5
    assert shipped.outside(2.0, 1.0, 3.0, ends) == 0
    alone = shipped.band(rows[:1].assign(value_low=np.nan, value_high=np.nan), "x")
    assert shipped.outside(1.0000001, np.nan, np.nan, alone) == 0  # the file has rounded numbers
    assert shipped.outside(1.1, np.nan, np.nan, alone) == np.inf
    unknown = shipped.band(rows, "y")
    assert (unknown["maps"], shipped.outside(1.0, 0.5, 1.5, unknown)) == (0, 0)


def test_what_is_odd_about_a_map_is_named() -> None:
    result = made_up_result(USA, games=200)
    dead = {track.index for track in USA.tracks if track.pair == {"Denver", "Omaha"}}
    score = result.players["score"].to_numpy(dtype=float)
    np.add.at(score, result.seat_places(result.tickets), np.where(result.tickets["ticket"] == 4, 40.0, 0))
    odd = replace(
        result,
        players=result.players.assign(score=score),
        tracks=result.tracks[~result.tracks["track"].isin(dead)],
        tickets=result.tickets[result.tickets["ticket"] != 7],
    )
    rows = experiments.profile_of(odd).second_look()
    named = {(row.what, row.name, row.why) for row in rows.itertuples(index=False)}
    assert ("route", "Denver-Omaha", "never") in named
    assert ("ticket", USA.tickets[7].name, "never") in named
    assert ("ticket", USA.tickets[4].name, "too many points") in named
    bound = rows[(rows["what"] == "route").to_numpy()].iloc[0]
    assert (bound["value"], bound["value_high"]) == (0, stats.share(0, 200).high)


def test_a_map_much_tighter_than_others_lies_outside() -> None:
    tight = USA.with_rules(pieces={"train": 110}, players=(2, 3))
    rows = quick(tight, 3).second_look()
    assert ("piece_tightness", "above") in set(zip(rows["name"], rows["why"], strict=True))


def test_the_order_of_rows_changes_nothing() -> None:
    game_map = load_map("rails_sails_great_lakes")
    one, two = (quick(each, 3) for each in (game_map, in_other_order(game_map, 4)))
    for name in ("measures", "routes", "tickets", "lengths", "fair_tickets", "colors", "tightness"):
        pd.testing.assert_frame_equal(getattr(one, name), getattr(two, name), rtol=1e-9, atol=1e-12)
    assert one.second_look()["name"].tolist() == two.second_look()["name"].tolist()


ALIKE = pytest.mark.long(reason="each adds little to the others")
QUICK = ("everything", "triple_route")
CASES = [
    pytest.param(path, marks=() if path.name in QUICK else ALIKE, id=f"{path.parent.name}/{path.name}")
    for folder in ("cases", "boards")
    for path in sorted((TESTS / folder).iterdir())
]


@pytest.mark.parametrize("path", CASES)
def test_every_board_has_a_profile(path: Path) -> None:
    table = quick(path, load_map(path).rules.players[0], 30).measures
    assert table["measure"].tolist() == list(measures.MEASURES)
    games = table["n"] > 0
    known = table["value"].notna() & games
    assert (table["value_low"] <= table["value"] + 1e-12)[known].all()
    assert (table["value"] <= table["value_high"] + 1e-12)[known].all()
    assert table.loc[~games, "value_low"].isna().all()


def test_a_board_made_up_a_player_alone_and_a_map_without_tickets_have_profiles() -> None:
    assert len(quick(made_up_board(3), 5).second_look())
    alone = quick(USA.with_rules(players=(1, 5)), 1).measures.set_index("measure")["value"]
    assert np.isnan(alone[["first_seat_wins", "claimant_entropy", "winning_margin"]]).all()
    bare = USA.with_tickets([]).with_rules(tickets={"deal": 0, "keep": 0, "draw": 0, "draw_keep": 0})
    values = quick(bare).measures.set_index("measure")["value"]
    assert np.isnan(values[["ticket_tightness", "tickets_made", "ticket_slope"]]).all()
    assert values["rounds"] > 0


def test_other_maps_can_make_the_band() -> None:
    with pytest.raises(SetupError, match="two of the maps beside it are called 'usa'"):
        quick(USA, 3, beside=[load_map("usa", "1910"), "usa", USA])
    found = quick(USA, 3, beside=["nordic"])
    assert set(found.measures["maps"]) == {1}
    assert found.alike["map"].tolist() == ["nordic"]


def test_a_map_is_at_no_distance_from_itself_and_farther_from_another_game() -> None:
    rows = shipped.shipped_measures(4)
    usa, europe, junior = (rows[rows["map"] == name] for name in ("usa", "europe", "first_journey_usa"))
    assert likeness.likeness(usa, usa, 4).value == 0
    one, two = likeness.likeness(usa, europe, 4), likeness.likeness(europe, usa, 4)
    assert one == two
    assert one.high < likeness.likeness(usa, junior, 4).low
    assert one.n == sum(measure.behaviour for measure in measures.OF_GAMES.values())
    with pytest.raises(SetupError, match="only 0 measures"):
        likeness.likeness(usa, europe, 6)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 29}, "games"),
        ({"players": 6}, "players"),
        ({"beside": ["nordic"], "players": 5}, "map 'nordic' takes 2 to 3 players, not 5"),
        ({"strategy": "exprt"}, "expert"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_played(options: dict[str, object], message: str) -> None:
    with pytest.raises((SetupError, StrategyError, ValueError), match=message):
        experiments.map_profile(USA, **{"players": 4, "games": 10**9, **options})  # type: ignore[arg-type]


def test_a_run_that_was_stopped_tells_what_it_has_but_compares_nothing_played_on() -> None:
    options = {"games": 10_000, "threads": 1, "on_progress": lambda done, of: done >= 30}
    found = quick(USA, **options)
    assert 30 <= len(found.result) < 10_000
    with pytest.raises(ResultError, match="stopped before all maps were played"):
        quick(USA, beside=["europe"], **options)


def test_games_of_several_strategies_or_of_some_seats_have_no_profile() -> None:
    with pytest.raises(SetupError, match="one strategy in all seats, not greedy_points, random"):
        experiments.profile_of(made_up_result(USA, 40, ("random", "greedy_points")))
