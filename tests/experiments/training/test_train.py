"""Training: the same player from the same seed and budget, kept and resumed, and refused where it cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from ttr_analysis.errors import ResultError, SetupError, StrategyError
from ttr_analysis.experiments.training import train as training
from ttr_analysis.experiments.training.train import Trained, train
from ttr_analysis.maps.folder import load_map
from ttr_analysis.strategies.learned.player_file import read_player


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES", 8)
    monkeypatch.setattr(training, "TREES", 10)
    monkeypatch.setattr(training, "LEAST_BUDGET", 1500)
    monkeypatch.setattr(training, "OTHERS", ("learned", "expert"))


def trained(out: Path | None = None, **more: Any) -> Trained:
    wanted = {"players": 2, "rollouts": 4000, "rounds": 2, "seed": 3, "start": None, "progress": False} | more
    return train(wanted.pop("game_map", "usa"), out=out, **wanted)


@pytest.mark.release(reason="trains three times; rounds are read and judged in the long tests")
def test_a_training_can_be_interrupted_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = trained(tmp_path / "whole")
    assert whole.complete
    assert whole.table["round"].tolist() == [0, 1, 2]
    assert whole.table["rollouts"].iloc[-1] >= 4000

    collect = training.collect

    def interrupted(settings: Any, learner: Any, seed: int, *more: Any, on_chunk: Any, **further: Any) -> Any:
        left = iter(range(5))

        def stop(labels: Any) -> None:
            on_chunk(labels)
            if learner.taught.numbers and next(left, None) is None:
                raise KeyboardInterrupt

        return collect(settings, learner, seed, *more, on_chunk=stop, **further)

    monkeypatch.setattr(training, "collect", interrupted)
    stopped = trained(tmp_path / "parts")
    assert not stopped.complete
    assert (tmp_path / "parts.training" / "labels-2-0.npz").exists()
    assert stopped.table["round"].tolist() == [0, 1]
    monkeypatch.setattr(training, "collect", collect)
    with pytest.raises(ResultError, match="already contains rounds of a training"):
        trained(tmp_path / "parts")
    with pytest.raises(ResultError, match="seed 3, not 4"):
        trained(tmp_path / "parts", seed=4, resume=True)
    resumed = trained(tmp_path / "parts", resume=True)
    for number in (1, 2):
        files = [tmp_path / f"{name}.training" / f"round-{number}.json" for name in ("whole", "parts")]
        assert files[0].read_bytes() == files[1].read_bytes()
    assert resumed.player == whole.player
    assert not list((tmp_path / "parts.training").glob("labels-*"))
    trained(tmp_path / "first", rounds=1, rollouts=2000)
    longer = trained(tmp_path / "first", rounds=1, rollouts=2000, more=True)
    assert longer.player == whole.player
    pd.testing.assert_frame_equal(longer.table, whole.table)
    first = read_player(tmp_path / "whole.training" / "round-1").manifest
    assert (first["rounds"], first["rollouts"]) == (1, 2000)
    alone = trained(tmp_path / "alone", rounds=first["rounds"], rollouts=first["rollouts"])
    assert alone.table["rollouts"].iloc[-1] == whole.table["rollouts"].iloc[1]
    files = [tmp_path / f"{name}.training" / "round-1.json" for name in ("whole", "alone")]
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.long(reason="trains a round before the others are refused")
def test_rounds_of_another_board_of_the_same_name_are_refused(tmp_path: Path) -> None:
    changed = load_map("usa").with_rules(longest_trail_bonus=0).renamed("usa", "USA")
    trained(tmp_path / "mine", rounds=1, rollouts=4500)
    with pytest.raises(ResultError, match="rules: longest_trail_bonus 10, not 0"):
        trained(tmp_path / "mine", game_map=changed, rounds=1, rollouts=4500, resume=True)


def test_a_training_that_does_not_improve_keeps_the_player_it_began_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "fit_trees", lambda x, *more: [((-1.0, 0.0, 0.0, 1.0),)])  # anything beats expert
    kept = trained(tmp_path / "mine", rounds=1)
    assert not kept.better
    assert kept.player is None
    assert kept.strategy == kept.start
    assert not (tmp_path / "mine.json").exists()


def test_a_better_round_is_written_for_its_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter((1.0, 1.1, 1.2, 1.0))

    def judged(self: Any, strategy: Any, purpose: int) -> Any:
        return training.pd.Series([next(shares), *[0.0] * 3]) * 4

    monkeypatch.setattr(training._Training, "judge", judged)
    found = trained(tmp_path / "mine", rounds=1)
    assert found.better
    assert found.gain.value == pytest.approx(0.2)
    read = read_player(tmp_path / "mine")
    assert read.manifest["digest"] == load_map("usa").digest
    assert read.manifest["players"] == [2, 2]
    assert found.strategy.name == "learned (file=mine)"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rollouts": 2999}, "a budget of 2,999 roll-outs is too small for 2 rounds"),
        ({"rollouts": None, "minutes": 0}, "minutes must be a number above 0"),
        ({"rollouts": None, "minutes": float("nan")}, "minutes must be a number above 0"),
        ({"rounds": 0}, "rounds must be at least 1"),
        ({"players": 9}, "no board of these is for 9 players"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_cannot_be_trained_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        trained(**arguments)


def test_training_begins_with_a_trained_player() -> None:
    with pytest.raises(StrategyError, match="begins with a trained player, such as 'learned', not with 'expert'"):
        trained(start="expert")


def test_a_board_on_which_no_candidate_matters_teaches_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    collect = training.collect

    def alike(*asked: Any, **further: Any) -> Any:
        labels = collect(*asked, **further)
        labels.gain[:] = 0.0
        return labels

    monkeypatch.setattr(training, "collect", alike)
    with pytest.raises(SetupError, match="nothing can be learned on this board"):
        trained(rounds=1, rollouts=4000)
