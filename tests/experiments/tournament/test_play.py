"""Tournaments: who meets whom, common random numbers, folders that grow."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.engine.codes import DRAW_BLIND
from ttr_analysis.errors import ResultError, SetupError, StrategyError
from ttr_analysis.experiments.tournament import Tournament, load_tournament, play, tournament
from ttr_analysis.experiments.tournament.design import all_tables, balanced_tables, default_tables, seatings
from ttr_analysis.play import together
from ttr_analysis.play.simulate import GameFailed, simulate
from ttr_analysis.strategies import Strategy, get_strategy
from ttr_analysis.strategies.base import decide

THREE = ("random", "greedy_points", "ticket_planner")


def test_matchups_are_all_pairs_and_mirrors() -> None:
    assert default_tables(3, 2) == ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))


def test_a_mirror_match_has_one_seating_and_a_pair_two() -> None:
    assert seatings([(1, 1), (0, 1)]) == ((1, 1), (0, 1), (1, 0))
    assert seatings([(2, 2, 2, 2)]) == ((2, 2, 2, 2),)
    assert len(seatings([(0, 1, 0, 1)])) == 2
    assert len(seatings([(0, 1), (1, 0)])) == 2


@pytest.mark.parametrize(("strategies", "players"), [(3, 3), (4, 4), (7, 3), (9, 4), (12, 5)])
def test_everybody_has_every_seat_equally_often(strategies: int, players: int) -> None:
    seats = np.array(seatings(default_tables(strategies, players)))
    for strategy in range(strategies):
        assert len(set((seats == strategy).sum(axis=0))) == 1


@pytest.mark.parametrize(("strategies", "players"), [(9, 4), (12, 4), (20, 5), (7, 3), (6, 4)])
def test_a_balanced_design_is_balanced(strategies: int, players: int) -> None:
    tables = balanced_tables(strategies, players)
    assert len(set(tables)) == len(tables) <= 60
    times = Counter(place for table in tables for place in table)
    assert set(times.values()) == {len(tables) * players / strategies}
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    assert len(met) == strategies * (strategies - 1) / 2
    assert max(met.values()) - min(met.values()) <= 2


def test_few_strategies_meet_at_all_tables() -> None:
    assert default_tables(4, 4) == all_tables(4, 4)
    assert len(default_tables(9, 4)) <= 60 < len(all_tables(9, 4))
    assert len(default_tables(20, 2)) == 210


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tournament, Path]:
    folder = tmp_path_factory.mktemp("tournament") / "new"
    return tournament("usa", THREE, players=2, games=40, seed=5, out=folder, progress=False), folder


def test_every_seating_plays_every_game(played: tuple[Tournament, Path]) -> None:
    rows = played[0].rows
    assert len(rows) == 9 * 40 * 2
    assert rows.groupby(["seating", "game"]).size().eq(2).all()
    sorted_rows = rows.sort_values(["game", "seating", "seat"], ignore_index=True)
    pd.testing.assert_frame_equal(rows, sorted_rows)
    assert played[0].cube("strategy")[7].tolist() == played[0].seats.tolist()


def test_games_are_those_of_simulate(played: tuple[Tournament, Path]) -> None:
    seating = played[0].manifest.seatings.index((1, 2))
    result = simulate("usa", [THREE[1], THREE[2]], games=40, seed=5, rotate=False, progress=False)
    ours = played[0].rows[played[0].rows["seating"] == seating]
    assert ours["score"].tolist() == result.players["score"].tolist()
    assert ours["run"].tolist() == result.players["run"].tolist()


def test_run_game_and_seat_name_a_row_of_any_two_tournaments(played: tuple[Tournament, Path]) -> None:
    rows = played[0].rows
    assert list(rows.columns)[:3] == ["run", "seed", "game"]
    assert (rows["seed"] == 5).all()
    assert rows.groupby("seating")["run"].nunique().eq(1).all()
    assert not rows.duplicated(["run", "game", "seat"]).any()
    assert rows["run"].dtype.categories.tolist() == rows["run"].unique().tolist()  # type: ignore[union-attr]
    assert rows["run"].cat.codes.dtype == np.int8


def test_all_seatings_have_common_random_numbers(played: tuple[Tournament, Path]) -> None:
    """Rotating the seats of a mirror match gives the very same games, which is why one seating is enough."""
    result = simulate("usa", ["random", "random"], games=40, seed=5, rotate=True, progress=False)
    mirror = played[0].rows[played[0].rows["seating"] == played[0].manifest.seatings.index((0, 0))]
    assert mirror["score"].tolist() == result.players["score"].tolist()


def test_a_folder_gives_back_what_was_played(played: tuple[Tournament, Path]) -> None:
    read = load_tournament(played[1])
    pd.testing.assert_frame_equal(read.rows, played[0].rows)
    assert read.manifest == played[0].manifest


def test_more_games_are_those_of_one_long_run(played: tuple[Tournament, Path], tmp_path: Path) -> None:
    folder = tmp_path / "grown"
    tournament("usa", THREE, players=2, games=13, seed=5, out=folder, progress=False)
    grown = tournament("usa", THREE, players=2, games=27, seed=5, out=folder, more=True, progress=False)
    pd.testing.assert_frame_equal(grown.rows, played[0].rows)
    pd.testing.assert_frame_equal(load_tournament(folder).rows, played[0].rows)
    assert grown.manifest.asked == grown.games == 40


def test_threads_and_rounds_change_nothing(played: tuple[Tournament, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "MAX_ROUND", 3)
    again = tournament("usa", THREE, players=2, games=40, seed=5, threads=2, progress=False)
    assert len(again.manifest.parts) > len(played[0].manifest.parts)
    pd.testing.assert_frame_equal(again.rows, played[0].rows)


@pytest.mark.parametrize("pieces", [1, 100])
def test_every_seating_plays_the_games_of_simulate_in_pieces_of_any_size(
    pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(together, "PIECES", pieces)
    met = tournament("usa", ["random", "greedy_points"], games=30, seed=5, threads=2, progress=False)
    for number, seating in enumerate(met.manifest.seatings):
        lineup = [("random", "greedy_points")[place] for place in seating]
        alone = simulate("usa", lineup, games=30, seed=5, rotate=False, progress=False).players
        rows = met.rows[met.rows["seating"] == number].reset_index(drop=True)
        common = [column for column in rows if column in alone and column != "strategy"]
        assert {"run", "seed", "game", "seat", "score", "win_share"} <= set(common)
        pd.testing.assert_frame_equal(rows[common], alone[common], check_categorical=False)


def test_a_strategy_of_ones_own_is_watched_and_its_failure_named() -> None:
    def cheat(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        view.public.hand_size[0] += 1
        decide(action, DRAW_BLIND, 0, 0)

    with pytest.raises(GameFailed, match=r"'cheat' failed .* it changes public\.hand_size, which it may only read"):
        tournament("usa", ["random", Strategy("cheat", cheat)], games=3, progress=False)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 6}, "seed 5, not 6"),
        ({"strategies": THREE[:2]}, r"strategies .* not "),
        ({"players": 3}, "players 2, not 3"),
        ({"tables": [(0, 1)]}, r"tables .* not "),
        ({"game_map": "europe"}, r"map usa \(base\), not europe"),
        ({"strategies": (*THREE[:2], get_strategy(THREE[2]).with_weights(reserve=0.5))}, r"strategies .*reserve"),
    ],
)
def test_other_games_cannot_be_added(played: tuple[Tournament, Path], change: dict[str, object], words: str) -> None:
    asked = {"game_map": "usa", "strategies": THREE, "players": 2, "seed": 5} | change
    with pytest.raises(ResultError, match=words):
        tournament(**asked, games=5, out=played[1], more=True, progress=False)  # type: ignore[arg-type]
    assert load_tournament(played[1]).games == 40


def test_a_folder_is_not_overwritten(played: tuple[Tournament, Path], tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="--more"):
        tournament("usa", THREE, players=2, games=5, seed=5, out=played[1], progress=False)
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(SetupError, match=r"not part of a tournament \(letter\.txt\)"):
        tournament("usa", THREE, players=2, games=5, out=tmp_path, progress=False)
    with pytest.raises(ResultError, match="contains no tournament"):
        tournament("usa", THREE, players=2, games=5, out=tmp_path / "none", more=True, progress=False)


@pytest.mark.parametrize("change", [{"threads": 0}, {"games": 2**31}, {"until": 2.0}])
def test_what_cannot_be_played_leaves_no_folder(change: dict[str, object], tmp_path: Path) -> None:
    asked = {"games": 5, **change}
    with pytest.raises(SetupError):
        tournament("usa", THREE, players=2, **asked, out=tmp_path / "none", progress=False)  # type: ignore[arg-type]
    assert not (tmp_path / "none").exists()


def test_damaged_folders_are_refused(played: tuple[Tournament, Path], tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(played[1], folder)
    (folder / "rows-00000.parquet").write_bytes(b"PAR1")
    with pytest.raises(ResultError, match=r"rows-00000\.parquet was changed after it was written: its checksum"):
        load_tournament(folder)
    place = folder / "tournament.json"
    place.write_text(json.dumps(json.loads(place.read_text()) | {"schema_version": 1}))
    with pytest.raises(ResultError, match=r"schema version 1 of the tournament's rows.*play the tournament again"):
        load_tournament(folder)
    place.write_text('{"players": 1}')
    with pytest.raises(ResultError, match="damaged"):
        load_tournament(folder)
    with pytest.raises(ResultError, match="another map"):
        load_tournament(played[1], simulate("europe", games=1, progress=False).game_map)


def test_ctrl_c_keeps_the_rounds_finished(
    played: tuple[Tournament, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, calls = play._Rounds.play, []

    def stop_at_the_third(self: play._Rounds, first: int, games: int) -> pd.DataFrame:
        calls.append(first)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return whole(self, first, games)

    monkeypatch.setattr(play, "MAX_ROUND", 4)
    monkeypatch.setattr(play._Rounds, "play", stop_at_the_third)
    begun = tournament("usa", THREE, players=2, games=40, seed=5, out=tmp_path / "t", progress=False)
    assert begun.manifest.stopped == "interrupted"
    assert 0 < begun.games < 40
    monkeypatch.undo()
    rest = tournament(
        "usa", THREE, players=2, games=40 - begun.games, seed=5, out=tmp_path / "t", more=True, progress=False
    )
    assert rest.manifest.stopped == ""
    pd.testing.assert_frame_equal(rest.rows, played[0].rows)


def test_it_stops_when_every_pair_is_decided() -> None:
    ended = tournament(
        "usa", ["random", "ticket_planner"], players=2, games=400, seed=5, until="decided", progress=False
    )
    assert ended.games == 32
    assert ended.manifest.stopped == "decided"


def test_a_report_follows_the_games_and_may_end_them() -> None:
    told: list[tuple[int, int]] = []

    def on_progress(done: int, whole: int) -> bool:
        told.append((done, whole))
        return True

    ended = tournament("usa", THREE[:2], players=2, games=400, seed=5, progress=False, on_progress=on_progress)
    seatings = len(ended.manifest.seatings)
    assert told[:seatings] == [(number, 400 * seatings) for number in range(1, seatings + 1)]
    assert told[-1][0] == ended.games * seatings
    assert 1 < ended.games < 400
    assert ended.manifest.stopped == "interrupted"
    told.clear()
    whole = tournament(
        "usa",
        THREE[:2],
        players=2,
        games=ended.games,
        seed=5,
        progress=False,
        on_progress=lambda *at: bool(told.append(at)),
    )
    assert told[-1] == (ended.games * seatings, ended.games * seatings)
    assert whole.manifest.stopped == ""
    pd.testing.assert_frame_equal(whole.rows, ended.rows)


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"strategies": ["random"]}, SetupError, "at least two strategies"),
        ({"strategies": ["random", "random"]}, SetupError, "same player"),
        (
            {"strategies": ["ticket_planner", get_strategy("ticket_planner").with_weights(least_length=4)]},
            SetupError,
            "same player",
        ),
        ({"strategies": ["random", "rnd"]}, StrategyError, "no strategy is called 'rnd'"),
        ({"players": 9}, SetupError, "players"),
        ({"players": "2"}, SetupError, "whole number"),
        ({"games": 0}, SetupError, "at least 1"),
        ({"seed": -1}, SetupError, "seed"),
        ({"until": "bored"}, SetupError, "'decided'"),
        ({"until": 1.5}, SetupError, "width of an interval"),
        ({"until": True}, SetupError, "width of an interval"),
        ({"tables": [(0, 7)]}, SetupError, "must be 2 positions"),
        ({"more": True}, SetupError, "--out"),
    ],
)
def test_bad_input_is_one_line(change: dict[str, object], error: type[Exception], words: str) -> None:
    asked: dict[str, object] = {"strategies": ["random", "greedy_points"], "games": 3} | change
    with pytest.raises(error, match=words) as caught:
        tournament("usa", progress=False, **asked)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
