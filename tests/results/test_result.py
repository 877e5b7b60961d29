from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import Game, stats
from ttr_analysis.charts.captions import caption
from ttr_analysis.cli import main
from ttr_analysis.engine.scoring import CUT_OFF, MADE, UNFINISHED
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps.folder import find_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.files import ResultWriter
from ttr_analysis.results.reading import part_file
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import OUTCOMES, SCHEMA, SCHEMA_VERSION, TABLES, dtypes
from ttr_analysis.strategies import get_strategy

POINTS = (
    "route_points",
    "ticket_points",
    "failed_cut_off",
    "failed_unfinished",
    "longest_trail_points",
    "most_tickets_points",
    "station_points",
    "harbour_points",
    "exchange_points",
    "bonus_ticket_points",
)


@pytest.fixture(scope="module")
def result() -> Result:
    return simulate("usa", "random", games=40, seed=5, players=3)


def assert_same(first: Result, second: Result) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(first.table(table), second.table(table))


def damaged_manifest(folder: Path, **changes: object) -> None:
    place = folder / "manifest.json"
    place.write_text(json.dumps(json.loads(place.read_text()) | changes))


@pytest.mark.parametrize("table", TABLES)
def test_columns_and_dtypes_are_the_schema(result: Result, table: str) -> None:
    frame = result.table(table)  # type: ignore[arg-type]
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == dtypes(SCHEMA[table].columns)


@pytest.mark.parametrize("table", TABLES)
def test_whole_numbers_have_64_bits_for_readers_who_calculate(result: Result, table: str, tmp_path: Path) -> None:
    result.save(tmp_path)
    for frame in (result.table(table), pd.read_parquet(tmp_path / table)):  # type: ignore[arg-type]
        kinds = {str(dtype) for dtype in frame.dtypes}
        assert kinds <= {"int64", "float64", "bool", "category"}, kinds
        assert set(frame.select_dtypes("category")) == {"run"}


def test_shares_of_locomotives_do_not_wrap_around(result: Result) -> None:
    tracks = result.named("tracks")
    share = 100 * tracks.locomotives / tracks.cards
    assert share.between(0, 100).all()
    assert share.max() > 0


def test_thousands_of_points_a_track_do_not_wrap_around() -> None:
    """faults3: a score of 68,992 was 3,456 in the table."""
    dear = load_map("usa").with_rules(route_points=(0, 1000, 2000, 4000, 7000, 10_000, 15_000))
    game = Game(dear, players=2, seed=1).play("greedy_points")
    run = simulate(dear, "greedy_points", players=2, games=1, seed=1)
    assert run.players["score"].tolist() == game.scores()
    assert (run.players["route_points"] > 2**15).all()


def test_every_score_is_the_sum_of_its_parts(result: Result) -> None:
    assert (result.players["score"] == result.players[list(POINTS)].sum(axis=1)).all()


def test_win_shares_of_a_game_add_up_to_one(result: Result) -> None:
    assert np.allclose(result.players.groupby("game")["win_share"].sum(), 1)
    winners = result.players[result.players["win_share"] > 0].groupby("game").size()
    assert (winners.to_numpy() == result.games["winners"].to_numpy()).all()


def test_tickets_and_tracks_agree_with_the_players(result: Result) -> None:
    keys = ["game", "seat"]
    players = result.players.set_index(keys)
    made = result.tickets[result.tickets["outcome"] == MADE].groupby(keys)["points"].sum()
    assert players["ticket_points"].equals(made.reindex(players.index, fill_value=0))
    claimed = result.tracks.groupby(keys).size()
    assert players["tracks_claimed"].equals(claimed.reindex(players.index, fill_value=0))


def test_outcomes_have_the_engines_codes() -> None:
    assert (OUTCOMES[MADE], OUTCOMES[CUT_OFF], OUTCOMES[UNFINISHED]) == ("made", "cut off", "unfinished")


def test_names_are_joined_on(result: Result) -> None:
    tracks = result.named("tracks")
    first = result.game_map.tracks[int(tracks["track"].iloc[0])]
    assert tracks["name"].iloc[0] == first.name
    assert tracks["length"].iloc[0] == first.length
    assert tracks["color"].iloc[0] == first.color
    tickets = result.named("tickets")
    assert (tickets["value"].where(tickets["outcome"] == "made", -tickets["value"]) == tickets["points"]).all()
    assert set(result.named("games")["end_reason"]) <= {"pieces", "goal", "passes", "standstill"}
    assert "name" not in result.tracks.columns


def test_names_of_strategies_follow_the_rotation() -> None:
    played = simulate("usa", ["random", "greedy_points"], games=6, seed=5, first_game=3)
    names = played.named("tracks").groupby(["game", "seat"], observed=True)["strategy"].first()
    for (game, seat), name in names.items():  # type: ignore[misc]
        assert name == played.strategies[(seat + game) % 2]


def test_a_result_survives_its_folder(result: Result, tmp_path: Path) -> None:
    folder = result.save(tmp_path / "games")
    again = Result.load(folder)
    assert_same(result, again)
    assert again.complete
    assert again.game_map == result.game_map
    assert again.manifest.model_copy(update={"parts": ()}) == result.manifest
    assert not list(folder.rglob("*.part"))


def test_the_manifest_reproduces_the_games(result: Result) -> None:
    manifest = result.manifest
    game_map = load_map(manifest.map.name, manifest.map.ticket_set)
    assert manifest.map.digest == game_map.digest
    again = simulate(game_map, manifest.names, games=manifest.games, seed=manifest.seed, rotate=manifest.rotate)
    assert_same(result, again)
    assert manifest.command() == "ttr simulate usa --strategies random --players 3 --seed 5 --games 40"


def test_parts_come_back_in_the_order_of_the_games(result: Result, tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path, result.manifest, result.game_map)
    for late in (True, False):
        writer.add({name: (t := result.table(name))[(t["game"] >= 20) == late] for name in TABLES})
    writer.finish(True)
    assert_same(Result.load(tmp_path), result)


def test_a_folder_with_a_result_is_left_alone(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    with pytest.raises(ResultError, match="already contains a result"):
        result.save(tmp_path)
    assert_same(Result.load(tmp_path), result)
    result.save(tmp_path, overwrite=True)
    assert len(list(tmp_path.rglob("*.parquet"))) == len(TABLES)
    assert Result.load(tmp_path).manifest.map.folder == ""


@pytest.mark.parametrize("name", ["notes.txt", ".hidden", "games/film.mkv", "tracks", "manifest.json.bak"])
@pytest.mark.parametrize("overwrite", [False, True])
def test_a_folder_with_other_files_is_refused(result: Result, tmp_path: Path, name: str, overwrite: bool) -> None:
    precious = tmp_path / name
    precious.parent.mkdir(exist_ok=True)
    precious.write_text("mine")
    with pytest.raises(SetupError, match=r"files that are not part of a result \(.*\); choose a new or empty folder"):
        result.save(tmp_path, overwrite)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [precious]
    assert precious.read_text() == "mine"


def test_what_a_crash_leaves_may_be_overwritten(result: Result, tmp_path: Path) -> None:
    ResultWriter(tmp_path, result.manifest, result.game_map).add({name: result.table(name) for name in TABLES})
    (tmp_path / "manifest.json").rename(tmp_path / "manifest.part")
    part_file(tmp_path, "tracks", 1).with_suffix(".part").write_bytes(b"half a f")
    with pytest.raises(ResultError, match="half-written result; choose another folder, or replace it with --overwrite"):
        result.save(tmp_path)
    result.save(tmp_path, overwrite=True)
    assert_same(Result.load(tmp_path), result)
    assert {path.name for path in tmp_path.iterdir()} == {"manifest.json", "datapackage.json", "map", "lookup", *TABLES}


def test_a_crash_between_parts_loses_only_what_was_not_written(result: Result, tmp_path: Path) -> None:
    writer = ResultWriter(tmp_path, result.manifest, result.game_map)
    writer.add({name: (t := result.table(name))[t["game"] < 20] for name in TABLES})
    part_file(tmp_path, "tracks", 1).with_suffix(".part").write_bytes(b"half a f")
    kept = Result.load(tmp_path)
    assert len(kept) == 20
    assert not kept.complete


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="is not a folder"):
        Result.load(tmp_path / "nowhere")


def test_folder_without_manifest(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(ResultError, match="half-written"):
        Result.load(tmp_path)
    with pytest.raises(ResultError, match="contains a half-written result"):
        result.save(tmp_path)


def test_missing_part(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    part_file(tmp_path, "tickets", 0).unlink()
    with pytest.raises(ResultError, match=r"half-written.*tickets"):
        Result.load(tmp_path)


def test_truncated_part(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    place = part_file(tmp_path, "players", 0)
    place.write_bytes(place.read_bytes()[:500])
    with pytest.raises(ResultError, match=r"players.*: its checksum is not that of the manifest"):
        Result.load(tmp_path)


def test_damaged_manifest(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    damaged_manifest(tmp_path, players="many")
    with pytest.raises(ResultError, match=r"damaged: players"):
        Result.load(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(ResultError, match="cannot be read"):
        Result.load(tmp_path)


def test_other_number_of_games_than_the_manifest_counts(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    damaged_manifest(tmp_path, finished=41)
    with pytest.raises(ResultError, match=r"manifest.json contradicts itself: finished is 41, but games is 40"):
        Result.load(tmp_path)


def test_a_folder_of_another_schema_is_refused_with_the_reason_and_the_command_that_plays_it_again(
    result: Result, tmp_path: Path
) -> None:
    result.save(tmp_path)
    damaged_manifest(tmp_path, schema_version=2)
    with pytest.raises(ResultError) as refused:
        Result.load(tmp_path)
    message = str(refused.value)
    assert (
        f"has schema version 2 of the result tables, but this version of ttr_analysis reads only {version()}" in message
    )
    assert message.endswith(f"play its games again: {result.manifest.command()}")


def test_a_schema_version_is_quoted_in_letters_that_can_be_printed(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    damaged_manifest(tmp_path, schema_version="\0")
    with pytest.raises(ResultError, match=r"has schema version '\\x00' of the result tables"):
        Result.load(tmp_path)


def test_a_result_of_another_schema_is_replaced_only_when_asked(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    damaged_manifest(tmp_path, schema_version=2)
    with pytest.raises(ResultError, match="contains a result of another version of this package; choose another"):
        result.save(tmp_path)
    result.save(tmp_path, overwrite=True)
    assert_same(Result.load(tmp_path), result)


def test_a_folder_without_a_schema_version_is_refused_with_the_reason(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    (tmp_path / "manifest.json").write_text('{"games": 40}')
    with pytest.raises(
        ResultError, match=rf"names no schema version, but .* reads only {version()}; play its games again$"
    ):
        Result.load(tmp_path)


def version() -> str:
    return f"version {SCHEMA_VERSION}"


def test_a_part_with_other_columns_is_refused_by_their_names(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    place = part_file(tmp_path, "players", 0)
    pd.read_parquet(place).drop(columns="turns").assign(rank=1).to_parquet(place)
    with pytest.raises(ResultError, match=r"players \(rank, turns\); play its games again"):
        Result.load(tmp_path)


def test_a_result_shows_itself_in_a_line() -> None:
    lineup = ("long_route_junkie", "one_step_thinker", "path_agent", "greedy_points", "ticket_planner")
    shown = repr(made_up_result(games=30, lineup=lineup))
    assert shown.startswith("<Result usa (base): long_route_junkie v one_step_thinker v ")
    assert ", 5 players, 30 games, seed 1; win shares: long_route_junkie " in shown
    assert len(shown) <= 500
    assert "\n" not in shown


def test_a_result_shows_itself_as_a_small_table_in_a_notebook(result: Result) -> None:
    page = result._repr_html_()
    assert "usa (base): random, 3 players, 40 games, seed 5" in page
    assert "<td>random</td>" in page
    assert "<td>120</td>" in page
    assert len(page) < 1000


def test_a_result_without_games_shows_itself(result: Result) -> None:
    empty = Result(
        **{name: result.table(name).iloc[:0] for name in TABLES},
        manifest=result.manifest.model_copy(update={"finished": 0, "complete": False}),
        game_map=result.game_map,
    )
    assert repr(empty) == "<Result usa (base): random, 3 players, 0 of 40 games, seed 5; win shares: none>"
    assert empty._repr_html_()


def test_a_manifest_shows_itself_in_a_line_and_as_a_table(result: Result) -> None:
    manifest = result.manifest
    assert repr(manifest) == str(manifest) == "<Manifest usa (base): random, 3 players, 40 games, seed 5>"
    assert len(repr(manifest.map)) < 80
    for fact in ("USA", "rotating", "40 of 40", manifest.command()):
        assert fact in manifest._repr_html_()


def test_other_map(result: Result, tmp_path: Path) -> None:
    result.save(tmp_path)
    with pytest.raises(ResultError, match="another map"):
        Result.load(tmp_path, load_map("usa", "1910"))


USA = load_map("usa")


@pytest.mark.parametrize(
    "edited",
    [
        USA.without(17),
        replace(USA, tracks=(*USA.tracks[:5], replace(USA.tracks[5], length=1), *USA.tracks[6:])),
        replace(USA, tickets=USA.tickets[:-1]),
        replace(USA, rules=USA.rules.replace(longest_trail_bonus=0)),
    ],
    ids=["track gone", "shorter track", "ticket gone", "no bonus"],
)
def test_an_edited_map_lies_in_the_result(tmp_path: Path, edited: GameMap) -> None:
    played = simulate(edited, "random", games=2, out=tmp_path / "edited")
    assert played.manifest.map.digest not in ("", USA.digest)
    again = Result.load(tmp_path / "edited")
    assert_same(again, played)
    assert (again.game_map.digest, again.game_map.tracks) == (edited.digest, edited.tracks)
    assert again.named("tracks").equals(played.named("tracks"))
    with pytest.raises(ResultError, match="another map"):
        Result.load(tmp_path / "edited", USA)


def test_a_map_that_no_folder_can_hold_is_told_to_be_missing(tmp_path: Path) -> None:
    usa = load_map("usa")
    result = made_up_result(replace(usa, rules=replace(usa.rules, name="mine", draws=3)), games=5)
    with pytest.warns(UserWarning, match="without their map, so keep it to read them: .* no rule set 'mine'"):
        folder = result.save(tmp_path / "own")
    assert not (folder / "map").exists()
    assert "no rule set 'mine'" in json.loads((folder / "manifest.json").read_text())["map"]["not_saved"]
    with pytest.raises(ResultError, match=r"pass it as game_map: .* no rule set 'mine'"):
        Result.load(folder)
    again = Result.load(folder, result.game_map)
    assert again.manifest.map.folder == result.manifest.map.folder
    assert made_up_result(games=5).manifest.map.not_saved == ""


def test_a_map_that_has_changed_since_is_read_from_the_result(tmp_path: Path) -> None:
    own = shutil.copytree(find_map("usa"), tmp_path / "own")
    played = simulate(own, "random", games=2, out=tmp_path / "played")
    assert str(own) in played.manifest.command()
    routes = own / "routes.csv"
    routes.write_text("\n".join(routes.read_text(encoding="utf-8").splitlines()[:-1]) + "\n", encoding="utf-8")
    for _ in range(2):
        again = Result.load(tmp_path / "played")
        assert again.game_map.digest == played.game_map.digest
        assert str(tmp_path / "played" / "map") in again.manifest.command()
        shutil.rmtree(own, ignore_errors=True)


def test_a_map_that_was_changed_in_the_result_is_refused_though_the_one_played_is_still_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "played"
    simulate("usa", "random", games=2, out=folder)
    routes = folder / "map" / "routes.csv"
    as_played = routes.read_text(encoding="utf-8")
    routes.write_text("\n".join(as_played.splitlines()[:-1]) + "\n", encoding="utf-8")
    with pytest.raises(ResultError, match=r"played/map is no longer the map that was played"):
        Result.load(folder)
    assert main(["simulate", "--like", str(folder)]) == 2
    assert "is no longer the map that was played" in capsys.readouterr().err
    routes.write_text("nothing", encoding="utf-8")
    with pytest.raises(ResultError, match=r"played cannot be loaded; pass it as game_map: (?s:.*)routes\.csv"):
        Result.load(folder)
    routes.write_text(as_played, encoding="utf-8")
    assert Result.load(folder).game_map.digest == USA.digest
    shutil.rmtree(folder / "map")
    assert Result.load(folder).game_map.digest == USA.digest


def test_a_result_that_was_moved_finds_its_map(tmp_path: Path) -> None:
    simulate(USA.without(0), "random", games=2, out=tmp_path / "before")
    (tmp_path / "before").rename(tmp_path / "after")
    assert str(tmp_path / "after" / "map") in Result.load(tmp_path / "after").manifest.command()


def test_the_run_depends_on_what_is_played_and_on_nothing_else(result: Result, tmp_path: Path) -> None:
    run = result.manifest.run
    assert set(result.tracks["run"]) == {run}
    same = {
        "more games": simulate("usa", "random", games=41, seed=5, players=3),
        "a later game": simulate("usa", "random", games=1, seed=5, players=3, first_game=7),
        "threads": simulate("usa", "random", games=2, seed=5, players=3, threads=2, out=tmp_path),
        "a list": simulate("usa", ["random"] * 3, games=2, seed=5),
    }
    assert {name: other.manifest.run for name, other in same.items()} == dict.fromkeys(same, run)
    planner = get_strategy("greedy_points")
    others = [
        simulate("usa", "random", games=2, seed=6, players=3),
        simulate("usa", "random", games=2, seed=5, players=2),
        simulate("usa", "random", games=2, seed=5, players=3, rotate=False),
        simulate(USA.without(0), "random", games=2, seed=5, players=3),
        simulate(replace(USA, rules=USA.rules.replace(longest_trail_bonus=0)), "random", games=2, seed=5, players=3),
        simulate("usa", planner, games=2, seed=5, players=3),
        simulate("usa", planner.with_weights(least_length=1), games=2, seed=5, players=3),
    ]
    assert len({run, *(other.manifest.run for other in others)}) == 1 + len(others)


def test_games_are_chosen_by_a_condition_in_any_form(result: Result) -> None:
    turns = result.games["turns"]
    limit = int(turns.median())
    for condition in (f"turns < {limit}", lambda games: games["turns"] < limit, turns < limit, list(turns < limit)):
        few = result.where(condition)  # type: ignore[arg-type]
        assert 0 < len(few) == int((turns < limit).sum()) < len(result)
        assert set(few.games["game"]) == set(few.players["game"]) == set(result.games["game"][turns < limit])
        assert few.tracks["game"].isin(few.games["game"]).all()
        assert not few.complete
    assert "n = 40 games." in caption(stats.score_parts(result), ["mean"])
    some = result.where("game < 35")
    assert "n = 35 games (only games with game < 35)." in caption(stats.score_parts(some), ["mean"])
    assert some.where("game < 20").where("game > 3").manifest.chosen[1:] == (
        "games with game < 20",
        "games with game > 3",
    )


def test_a_player_alone_has_no_win_share_to_tell() -> None:
    alone = simulate(load_map("usa").with_rules(players=[1, 5]), "random", players=1, games=2, seed=5)
    assert repr(alone) == "<Result usa (changed) (base): random, 1 player, 2 games, seed 5; win shares: none>"


def test_a_sorted_series_chooses_the_rows_of_its_index(result: Result) -> None:
    short = result.games["turns"] < result.games["turns"].median()
    shuffled = short.sample(frac=1, random_state=1)
    assert not (shuffled.to_numpy() == short.to_numpy()).all()
    assert_same(result.where(shuffled), result.where(short))
    with pytest.raises(ResultError, match="its index is not that of the table"):
        result.where(short.set_axis(short.index + 1))


def test_seats_are_chosen_with_all_that_is_theirs(result: Result) -> None:
    won = result.where(seats="win_share == 1")
    assert (won.players["win_share"] == 1).all()
    assert len(won) == len(won.players) == int((result.players["win_share"] == 1).sum())
    whole = result.players.set_index(["game", "seat"])
    for name in ("tracks", "tickets"):
        rows = won.table(name)  # type: ignore[arg-type]
        assert (whole.loc[list(zip(rows["game"], rows["seat"], strict=True)), "win_share"] == 1).all()
    assert len(won.tracks) == won.players["tracks_claimed"].sum()
    assert won.named("tracks")["strategy"].astype(str).eq("random").all()
    values = stats.track_values(won)
    assert values["claims"].sum() == len(won.tracks)
    assert stats.win_share_by_seat(won)["games"].sum() == len(won)
    assert f"; {len(won.players)} seats)" in caption(stats.score_parts(won), ["mean"])


def test_a_choice_survives_its_folder(result: Result, tmp_path: Path) -> None:
    won = result.where("game < 30", seats="win_share == 1")
    again = Result.load(won.save(tmp_path / "won"))
    assert_same(again, won)
    assert again.manifest.chosen == ("games with game < 30", "seats with win_share == 1")
    assert again.source == won.source


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            "turn < 3",
            r"the condition 'turn < 3' cannot be evaluated: .*'turn'.*the columns of games are run, seed, game",
        ),
        ("turns <", "cannot be evaluated"),
        ("turns", "must say yes or no for each of 40 games"),
        ([True], "must say yes or no for each of 40 games"),
    ],
)
def test_a_condition_that_cannot_be_evaluated_is_refused(result: Result, condition: object, message: str) -> None:
    with pytest.raises(ResultError, match=message):
        result.where(condition)  # type: ignore[arg-type]


def test_captions_count_the_tables(result: Result, tmp_path: Path) -> None:
    tables = {name: (table := result.table(name))[table["game"] < 35] for name in TABLES}
    cut = replace(result, **tables)
    assert "n = 35 games (of 40 played)." in caption(stats.score_parts(cut), ["mean"])
    again = Result.load(cut.save(tmp_path / "cut"))
    assert (len(again), again.complete) == (35, False)


def test_unwritable_folder(result: Result, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="cannot be written"):
        result.save(tmp_path / "file" / "inside")
