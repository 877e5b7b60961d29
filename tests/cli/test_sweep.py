"""``ttr sweep``: variants for people and machines, its chart, what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

from ttr_analysis.charts import export
from ttr_analysis.cli import main
from ttr_analysis.errors import MissingTool
from ttr_analysis.experiments.sweeps import sweep
from ttr_analysis.experiments.tournament import play

WORDS = ("sweep", "usa", "ticket_planner", "--seed", "4")
SHARES = ("--weight", "draw_share=0.1,0.5")


def test_a_sweep_for_people_and_machines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, *SHARES, "--games", "4"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:3] == ["draw_share", "above", "default"]
    assert [line.split()[0] for line in lines[1:3]] == ["0.1", "0.5"]
    assert "4 games of each variant in each seat against ticket_planner" in lines[3]
    assert "default of ticket_planner: draw_share = 0.222222" in lines[4]
    assert main([*WORDS, *SHARES, "--games", "4", "--csv"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    same = sweep("usa", "ticket_planner", games=4, seed=4, progress=False, draw_share=[0.1, 0.5])
    pd.testing.assert_frame_equal(table, same, check_dtype=False)


def test_against_others_with_its_chart(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_browser(self: export.Pictures) -> None:
        raise MissingTool("no browser")

    monkeypatch.setattr(export.Pictures, "start", no_browser)
    words = [*WORDS, *SHARES, "--against", "greedy_points", "--players", "3", "--games", "3", "--json"]
    assert main([*words, "--out", str(tmp_path / "s")]) == 0
    said = capsys.readouterr()
    assert [row["draw_share"] for row in json.loads(said.out)] == [0.1, 0.5]
    assert said.err.splitlines()[-1] == "no browser"
    assert {path.name for path in (tmp_path / "s").iterdir()} == {
        "games", "sweep.html", "sweep.csv", "sweep.txt", "plotly.min.js"
    }  # fmt: skip
    assert "all others play Greedy points; seed 4; n = 3 games" in (tmp_path / "s" / "sweep.txt").read_text()


def test_ctrl_c_tells_of_fewer_games(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play._Rounds.play

    def stop_after_three(self: play._Rounds, first: int, games: int) -> pd.DataFrame:
        if first >= 3:
            raise KeyboardInterrupt
        return whole(self, first, games)

    monkeypatch.setattr(play, "MAX_ROUND", 1)
    monkeypatch.setattr(play._Rounds, "play", stop_after_three)
    assert main([*WORDS, *SHARES, "--games", "9", "--csv"]) == 130
    said = capsys.readouterr()
    assert pd.read_csv(io.StringIO(said.out))["games"].tolist() == [3, 3]
    assert "stopped; 3 of 9 games of each variant finished" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--weight"),
        (("--weight", "draw_share"), "needs a weight and its values"),
        (("--weight", "draw_share=0.1,nan"), "needs a weight and its values"),
        (("--weight", "=1"), "needs a weight and its values"),
        (("--weight", "length=1"), "no weight 'length'; it has: "),
        (("--weight", "reserve=0.2", "--weight", "reserve=0.3"), "given twice"),
        (("--weight", "least_length=4"), "other than the default"),
        (("--weight", "reserve=0.2", "--against", "nobody"), "nobody"),
        (("--weight", "reserve=0.2", "--games", "0"), "at least 1"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*WORDS, *words]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error
    assert len(error.splitlines()) == 1
