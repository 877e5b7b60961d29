"""Runs that were stopped go on, and have the rows of one run without a stop."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from once import once
from table_hashes import table_hash

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps import load_map
from ttr_analysis.play import kept
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result
from ttr_analysis.results.reading import MANIFEST
from ttr_analysis.results.schema import TABLES

simulation = sys.modules["ttr_analysis.play.simulate"]  # the name is also that of its function
GAMES = 60
LINEUP = ["random", "greedy_points"]


def play(out: Path | None = None, games: int = GAMES, **options: Any) -> Result:
    return simulate("usa", LINEUP, games=games, seed=3, out=out, threads=2, progress=False, **options)


def whole() -> Result:
    return once("resumed whole", play)


def stopped_run(out: Path, monkeypatch: pytest.MonkeyPatch, after: int = 5, **options: Any) -> None:
    """A run that its caller stops, which writes each chunk at once, in the order in which they are done."""
    with monkeypatch.context() as patched:
        patched.setattr(kept, "PART_SECONDS", 0.0)
        result = play(out, on_progress=lambda done, asked: done > after, **options)
    assert 0 < len(result) < result.manifest.games


def assert_one_run(result: Result, one: Result) -> None:
    for table in TABLES:
        pd.testing.assert_frame_equal(result.table(table), one.table(table))
    assert table_hash(result) == table_hash(one)
    assert result.complete


def test_a_run_that_was_stopped_goes_on_to_the_rows_of_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run"
    stopped_run(out, monkeypatch)
    first = Result.load(out).manifest
    result = play(out, resume=True)
    assert_one_run(result, whole())
    assert_one_run(Result.load(out), whole())
    assert result.manifest.created == first.created
    assert result.manifest.parts[: len(first.parts)] == first.parts


def test_a_whole_run_that_is_resumed_plays_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole().save(tmp_path / "run")
    monkeypatch.setattr(simulation.Dispatcher, "submit", lambda *_: pytest.fail("played"))
    assert_one_run(play(tmp_path / "run", resume=True), whole())


def test_gaps_within_a_run_are_filled(tmp_path: Path) -> None:
    holes = whole().where("game % 7 != 3 and game < 50")
    holes = Result(
        **{name: holes.table(name) for name in TABLES},
        manifest=whole().manifest.model_copy(update={"finished": len(holes), "complete": False}),
        game_map=whole().game_map,
    )
    holes.save(tmp_path / "run")
    assert_one_run(play(tmp_path / "run", resume=True), whole())


def test_more_games_are_those_of_one_long_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "run"
    with monkeypatch.context() as patched:
        patched.setattr(kept, "PART_SECONDS", 0.0)
        play(out, games=20, on_progress=lambda done, asked: done > 5)
    assert play(out, games=GAMES - 20, more=True).manifest.games == GAMES
    assert_one_run(Result.load(out), whole())


def test_resume_begins_where_nothing_is(tmp_path: Path) -> None:
    assert_one_run(play(tmp_path / "run", resume=True), whole())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game_map": load_map("usa", "1910")}, r"map usa \(base\), not usa \(1910\).*choose another folder"),
        ({"game_map": load_map("usa").with_rules(draws=3)}, r"rules: draws 2, not 3"),
        ({"seed": 4}, r"seed 3, not 4: the new rows would not belong to it"),
        ({"strategies": ["greedy_points", "random"]}, r"strategies random, greedy_points, not greedy_points, random"),
        ({"strategies": ["random", "greedy_points:least_length=2"]}, r"greedy_points:? ?\(least_length=2\)"),
        ({"rotate": False}, r"rotation of the seats True, not False \(leave out --fixed-seats;"),
        ({"interventions": ["closed: what=Denver-Omaha; seat=0"]}, r"interventions none, not closed"),
        ({"first_game": 5}, r"first game 0, not 5"),
        ({"games": 61}, r"was made for 60 games, not 61; ask for as many as before, or .* with --more"),
    ],
)
def test_what_would_not_belong_to_a_run_is_refused_by_name(
    tmp_path: Path, change: dict[str, Any], message: str
) -> None:
    whole().save(tmp_path / "run")
    asked: dict[str, Any] = {"game_map": "usa", "strategies": LINEUP, "games": GAMES, "seed": 3} | change
    before = (tmp_path / "run" / MANIFEST).read_bytes()
    with pytest.raises(ResultError, match=message):
        simulate(asked.pop("game_map"), out=tmp_path / "run", resume=True, **asked)
    assert (tmp_path / "run" / MANIFEST).read_bytes() == before


def changed_manifest(**facts: Any) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        manifest = whole().manifest.model_copy(update=facts)
        Result(**{name: whole().table(name) for name in TABLES}, manifest=manifest, game_map=whole().game_map).save(
            folder
        )

    return change


def test_a_run_of_another_version_is_refused(tmp_path: Path) -> None:
    changed_manifest(engine="0" * 16)(tmp_path / "run")
    with pytest.raises(ResultError, match=r"another version of the engine or of its compiler"):
        play(tmp_path / "run", resume=True)
    with pytest.raises(ResultError, match=r"another version of the engine or of its compiler"):
        play(tmp_path / "run", games=5, more=True)


def test_other_code_of_a_strategy_is_refused(tmp_path: Path) -> None:
    entries = tuple(entry.model_copy(update={"source_hash": "0" * 64}) for entry in whole().manifest.strategies)
    changed_manifest(strategies=entries)(tmp_path / "run")
    with pytest.raises(ResultError, match=r"made with other code of a strategy"):
        play(tmp_path / "run", resume=True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"resume": True}, r"nothing to go on with without a folder: name it with --out"),
        ({"more": True}, r"nothing to go on with without a folder"),
        ({"resume": True, "more": True, "out": "x"}, r"resume and more exclude each other"),
        ({"resume": True, "overwrite": True, "out": "x"}, r"resume and overwrite exclude each other"),
    ],
)
def test_going_on_is_asked_for_in_one_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetupError, match=message):
        play(**options)
    assert not list(tmp_path.iterdir())


def test_more_of_nothing_is_refused_before_a_folder_is_made(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="is not a folder"):
        play(tmp_path / "run", more=True)
    assert not list(tmp_path.iterdir())


def test_parts_without_a_manifest_are_not_deleted(tmp_path: Path) -> None:
    whole().save(tmp_path / "run")
    (tmp_path / "run" / MANIFEST).unlink()
    with pytest.raises(ResultError, match=r"parts without their manifest.json; replace them with --overwrite"):
        play(tmp_path / "run", resume=True)
