"""Tournaments, sweeps and comparisons that were stopped go on, and have the rows and tables of one run."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from once import once

from ttr_analysis.cli import main
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments import settings, sweeps
from ttr_analysis.experiments.comparison import compare
from ttr_analysis.experiments.tournament import Tournament, load_tournament, play, tournament
from ttr_analysis.experiments.tournament.files import TOURNAMENT_FILE
from ttr_analysis.experiments.tuning import tune
from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result

Stop = Callable[[int, int], bool]


def meet(out: Path | None = None, games: int = 30, **options: Any) -> Tournament:
    return tournament("usa", ["random", "greedy_points"], games=games, seed=5, out=out, progress=False, **options)


def whole() -> Tournament:
    return once("resumed tournament", meet)


def stop_after(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C be pressed in a round after so many."""
    played, left = play._Rounds.play, iter(range(rounds))

    def stopping(self: play._Rounds, first: int, games: int) -> pd.DataFrame:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return played(self, first, games)

    monkeypatch.setattr(play._Rounds, "play", stopping)


def test_a_tournament_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        stop_after(2, patched)
        assert meet(tmp_path).manifest.stopped == "interrupted"
    again = meet(tmp_path, resume=True)
    pd.testing.assert_frame_equal(again.rows, whole().rows)
    pd.testing.assert_frame_equal(load_tournament(tmp_path).rows, whole().rows)
    assert (again.manifest.stopped, again.games) == ("", 30)
    monkeypatch.setattr(play, "_play", lambda *_: pytest.fail("played"))
    pd.testing.assert_frame_equal(meet(tmp_path, resume=True).rows, whole().rows)


def test_a_tournament_that_is_decided_is_not_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = meet(tmp_path, games=400, until="decided")
    assert decided.manifest.stopped == "decided"
    monkeypatch.setattr(play, "_play", lambda *_: pytest.fail("played"))
    again = meet(tmp_path, games=400, until="decided", resume=True)
    assert again.manifest.stopped == "decided"
    pd.testing.assert_frame_equal(again.rows, decided.rows)


def test_resuming_a_tournament_refuses_what_would_not_belong_to_it(tmp_path: Path) -> None:
    meet(tmp_path, games=2, resume=True)
    with pytest.raises(ResultError, match=r"made for 2 games, not 3; ask for as many as before, or .*--more"):
        meet(tmp_path, games=3, resume=True)
    with pytest.raises(ResultError, match=r"seed 5, not 6.*choose another folder"):
        tournament("usa", ["random", "greedy_points"], games=2, seed=6, out=tmp_path, resume=True, progress=False)
    with pytest.raises(ResultError, match=r"--resume .* plays what is missing, --more"):
        meet(tmp_path, games=2)
    with pytest.raises(SetupError, match="nothing to go on with without a folder"):
        meet(resume=True)


def test_rounds_and_records_that_were_changed_are_refused(tmp_path: Path) -> None:
    meet(tmp_path, games=3)
    place = tmp_path / "rows-00000.parquet"
    rows = pd.read_parquet(place)
    rows.assign(score=rows["score"] + 1).to_parquet(place, index=False)
    with pytest.raises(ResultError, match=r"rows-00000.parquet was changed after it was written"):
        load_tournament(tmp_path)
    place.write_bytes(place.read_bytes()[:-100])
    with pytest.raises(ResultError, match=r"rows-00000.parquet was changed after it was written: its checksum"):
        load_tournament(tmp_path)
    record = tmp_path / TOURNAMENT_FILE
    text = record.read_text()
    record.write_text(text.replace('"seed": 5', '"seed": 6'))
    with pytest.raises(ResultError, match=r"tournament.json was changed after it was written"):
        load_tournament(tmp_path)
    record.write_text(json.dumps(json.loads(text) | {"games": 4}))
    with pytest.raises(ResultError, match=r"contradicts itself: 4 games, parts"):
        load_tournament(tmp_path)


def vary(out: Path | None = None, games: int = 12, **options: Any) -> pd.DataFrame:
    return sweeps.sweep(
        "usa", "greedy_points", games=games, seed=2, out=out, progress=False, least_length=[1, 5], **options
    )


def test_a_sweep_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        stop_after(2, patched)
        assert vary(tmp_path)["games"].max() < 12
    pd.testing.assert_frame_equal(vary(tmp_path, resume=True), vary())
    pd.testing.assert_frame_equal(vary(tmp_path, games=8, more=True), vary(games=20))
    with pytest.raises(ResultError, match=r"strategies .*, not "):
        sweeps.sweep("usa", "greedy_points", games=20, seed=2, out=tmp_path, resume=True, least_length=[2], players=2)


VARIANTS = {"printed": load_map("usa"), "no bonus": load_map("usa").with_rules(longest_trail_bonus=0)}


def change(out: Path | None = None, games: int = 12, **options: Any) -> pd.DataFrame:
    return compare(VARIANTS, "random", games=games, seed=2, out=out, progress=False, **options)


def twenty() -> pd.DataFrame:
    return once("resumed comparison", lambda: change(games=20))


def test_a_comparison_goes_on_wherever_it_was_stopped(tmp_path: Path) -> None:
    change(tmp_path)
    manifest = Result.load(tmp_path / "variant-2").manifest
    assert manifest.map.changed_rules == ("longest_trail_bonus=0",)
    pd.testing.assert_frame_equal(change(tmp_path, games=8, more=True), twenty())
    for part in (tmp_path / "variant-2").rglob("*"):  # killed before it began
        part.unlink() if part.is_file() else None
    pd.testing.assert_frame_equal(change(tmp_path, games=20, resume=True), twenty())
    with pytest.raises(ResultError, match=r"choose another folder"):
        change(tmp_path)
    with pytest.raises(ResultError, match=r"rules: draws 2, not 3"):
        compare(
            [load_map("usa").with_rules(draws=3), "europe"],
            "greedy_points",
            games=20,
            seed=2,
            out=tmp_path,
            resume=True,
        )


def test_a_comparison_killed_while_more_was_played_is_resumed(tmp_path: Path) -> None:
    change(tmp_path)
    first = Result.load(tmp_path / "variant-1").manifest
    assert first.games == 12
    simulate(VARIANTS["printed"], "random", games=8, seed=2, out=tmp_path / "variant-1", more=True)
    pd.testing.assert_frame_equal(change(tmp_path, games=20, resume=True), twenty())


def test_the_commands_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = ["usa", "--strategies", "random", "--games", "10", "--seed", "1", "--json"]
    assert main(["simulate", *asked, "--out", "run"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert main(["simulate", *asked, "--out", "run"]) == 2
    assert "--resume" in capsys.readouterr().err
    assert main(["simulate", *asked, "--out", "run", "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == one
    assert main(["simulate", *asked, "--out", "run", "--more"]) == 0
    assert Result.load("run").manifest.games == 20
    assert main(["simulate", "--like", "run", "--more"]) == 2
    assert "--like takes all this from the result, so leave it out: --more" in capsys.readouterr().err


def search(out: Path | None = None, **options: Any) -> Any:
    asked = {"games": 40, "candidates": 6, "validation": 50, "seed": 1, "progress": False, "least_length": (1, 5)}
    return tune("usa", "greedy_points", out=out, **asked | options)


@cache
def searched() -> Any:
    return search()


def assert_same_search(one: Any, other: Any) -> None:
    pd.testing.assert_frame_equal(one.table, other.table)
    assert (one.found.weights, one.gain, one.candidates) == (other.found.weights, other.gain, other.candidates)
    assert one.complete
    assert other.complete


def test_a_search_that_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played, left = settings.Settings._play, iter(range(7))

    def stopping(self: settings.Settings, *asked: Any) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return played(self, *asked)

    whole = searched()
    with monkeypatch.context() as patched:
        patched.setattr(settings.Settings, "_play", stopping)
        assert not search(tmp_path).complete
    assert 3 <= len(list(tmp_path.glob("*.npz"))) < 8
    assert_same_search(search(tmp_path, resume=True), whole)
    monkeypatch.setattr(settings.Settings, "_play", lambda *_: pytest.fail("played"))
    assert_same_search(search(tmp_path, resume=True), whole)


def test_more_candidates_are_those_of_one_search(tmp_path: Path) -> None:
    search(tmp_path, candidates=3)
    assert_same_search(search(tmp_path, candidates=3, more=True), searched())
    for change, message in (
        ({"candidates": 3}, "candidates 6, not 3"),
        ({"candidates": 6, "seed": 2}, "seed 1, not 2"),
        ({"candidates": 6, "least_length": (1, 4)}, "ranges: least_length 1, 5, not 1, 4"),
        ({"candidates": 6, "against": "random"}, "strategies greedy_points, greedy_points, not greedy_points, random"),
    ):
        with pytest.raises(ResultError, match=message):
            search(tmp_path, resume=True, **change)
    with pytest.raises(ResultError, match="contains no search to which candidates could be added"):
        search(tmp_path / "none", more=True)
