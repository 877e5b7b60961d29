"""``ttr train``: a table of rounds, a file to play with, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.training import train as training
from ttr_analysis.play.game import Game

WORDS = ("train", "usa", "--players", "2", "--rollouts", "4000", "--rounds", "2", "--from", "nothing", "--seed", "3")


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "GAMES", 8)
    monkeypatch.setattr(training, "TREES", 5)
    monkeypatch.setattr(training, "LEAST_BUDGET", 1500)
    monkeypatch.setattr(training, "OTHERS", ("learned", "expert"))


@pytest.mark.release(reason="trains for half a minute; trainings in Python are tried in the long tests")
def test_rounds_for_people_and_machines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "mine"
    assert main([*WORDS, "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert "wins against expert, % of the fair share" in printed.out
    assert "round 0 is the player that the training began with" in printed.out
    assert "round 2 of 2" in printed.err
    assert main([*WORDS, "--out", str(out), "--resume", "--json"]) == 0
    assert [row["round"] for row in json.loads(capsys.readouterr().out)] == [0, 1, 2]
    assert main([*WORDS, "--out", str(out)]) == 2
    assert "contains rounds of a training" in capsys.readouterr().err


@pytest.mark.long(reason="trains a player and plays it in a process of its own")
def test_what_it_wrote_is_played_on_its_board_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter((0.25, 0.5, 0.5, 0.25))
    judged = training.pd.Series
    monkeypatch.setattr(training._Training, "judge", lambda *who: judged([next(shares)] * 4))
    assert main([*WORDS, "--rounds", "1", "--out", str(tmp_path / "mine")]) == 0
    player = f"learned:file={tmp_path / 'mine'}"
    assert main(["simulate", "usa", "--strategies", f"{player},expert", "--games", "2"]) == 0
    assert main(["simulate", "europe", "--strategies", f"{player},expert", "--games", "2"]) != 0
    with pytest.raises(SetupError, match="was trained for the board 'usa'"):
        Game("europe", 2).advance(player)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rollouts", "2000"), "is too small for 2 rounds"),
        (("--from", "expert"), "begins with a trained player"),
        (("--from", "nobody"), "no strategy is called 'nobody'"),
        (("--players", "7"), "no board of these is for 7 players"),
    ],
)
def test_refusals(tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    arguments = [word for word in WORDS if word not in {"--players", "2"}] if "--players" in words else [*WORDS]
    if "--players" in words:
        arguments = ["train", "usa", "--rollouts", "4000", "--rounds", "2"]
    assert main([*arguments, *words, "--out", str(tmp_path / "mine")]) != 0
    assert said in capsys.readouterr().err
