"""``ttr tune``: its tables for people and machines, its verdict, what is refused."""

from __future__ import annotations

import io
import json

import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.experiments import settings, tuning
from ttr_analysis.experiments.tuning import tune

WORDS = ("tune", "usa", "greedy_points", "--seed", "4", "--games", "10", "--candidates", "4", "--validation", "20")
LENGTH = ("--weight", "least_length=1..6")


def test_a_search_for_people_and_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, *LENGTH, "--against", "random", "--objective", "score"]) == 0
    lines = capsys.readouterr().out.splitlines()
    same = tune(
        "usa", "greedy_points", seed=4, games=10, candidates=4, validation=20, progress=False, against="random",
        objective="score", least_length=(1, 6),
    )  # fmt: skip
    assert lines[0].split()[:2] == ["weights", "among"]
    length = same.found.weights["least_length"]
    assert f"least_length: 3 -> {length:g}, searched from 1 to 6" in lines
    assert any("4 candidates on 10 games of seed" in line and "validated on 20 games" in line for line in lines)
    assert any("default" in line and "stays" in line for line in lines) is not same.better
    assert main([*WORDS, *LENGTH, "--against", "random", "--objective", "score", "--csv"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    pd.testing.assert_frame_equal(table, same.table, check_dtype=False)
    assert main([*WORDS, *LENGTH, "--json"]) == 0
    assert [row["games"] for row in json.loads(capsys.readouterr().out)] == [20, 20]


def test_ctrl_c_in_the_validation_says_that_nothing_is_proven(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = settings.play_together

    def no_validation(lineups: object, first: int, games: int, *more: object) -> object:
        if games == 20:
            raise KeyboardInterrupt
        return whole(lineups, first, games, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(settings, "play_together", no_validation)
    monkeypatch.setattr(tuning.Search, "best", property(lambda search: {"least_length": 5}))
    assert main([*WORDS, *LENGTH]) == 130
    assert "unknown, so the default stays" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--weight", "least_length"), "needs a weight and its range, as name=0.1..0.4"),
        (("--weight", "least_length=3"), "needs a weight and its range"),
        (("--weight", "least_length=1..nan"), "needs a weight and its range"),
        (("--weight", "=1..2"), "needs a weight and its range"),
        (("--weight", "least_length=5..3"), "from a smaller to a larger value, not from 5 to 3"),
        (("--weight", "least_length=2.2..2.8"), "there is none from 2.2 to 2.8"),
        (("--weight", "length=1..2"), "no weight 'length'; it has: least_length"),
        ((*LENGTH, *LENGTH), "given twice"),
        ((*LENGTH, "--objective", "wins"), "--objective"),
        ((*LENGTH, "--against", "nobody"), "nobody"),
        ((*LENGTH, "--candidates", "0"), "candidates must be at least 1"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*WORDS, *words]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error
    assert len(error.splitlines()) == 1


def test_a_strategy_without_weights_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "usa", "random"]) == 2
    assert capsys.readouterr().err == "ttr tune: strategy 'random' has no weights to tune\n"
