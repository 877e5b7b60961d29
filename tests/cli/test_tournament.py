"""``ttr tournament``: the ladder, tables for machines, folders that grow, what is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

from ttr_analysis.charts import export
from ttr_analysis.cli import main
from ttr_analysis.errors import MissingTool
from ttr_analysis.experiments.tournament import load_tournament, play, standings
from ttr_analysis.strategies import base

WORDS = ("tournament", "usa", "--strategies", "random,greedy_points", "--seed", "4")


def test_the_ladder_and_what_a_machine_gets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path / "t")
    assert main([*WORDS, "--games", "6", "--out", out]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].startswith("Greedy points")
    assert lines[2].startswith("Random")
    assert "6 games of each of 4 seatings" in lines[3]
    assert main([*WORDS, "--games", "5", "--out", out, "--more", "--csv"]) == 0
    table = pd.read_csv(io.StringIO(capsys.readouterr().out))
    pd.testing.assert_frame_equal(table, standings(load_tournament(out)), check_dtype=False)
    assert table["games"].tolist() == [11, 11]
    assert main([*WORDS, "--games", "3", "--json"]) == 0
    assert [row["strategy"] for row in json.loads(capsys.readouterr().out)] == ["greedy_points", "random"]


def test_charts_lie_in_the_folder_which_still_grows(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_browser(self: export.Pictures) -> None:
        raise MissingTool("no browser")

    monkeypatch.setattr(export.Pictures, "start", no_browser)
    out = tmp_path / "t"
    assert main([*WORDS, "--games", "4", "--out", str(out), "--charts"]) == 0
    assert capsys.readouterr().err.splitlines()[-1] == "no browser"
    written = {path.name for path in (out / "charts").glob("*.csv")}
    assert written == {f"{name}.csv" for name in
                       ("ladder", "win_matrix", "margins", "scores", "score_parts", "seats")}  # fmt: skip
    assert "n = 4 games" in (out / "charts" / "ladder.txt").read_text()
    assert main([*WORDS, "--games", "3", "--out", str(out), "--charts", "--more"]) == 0
    assert "n = 7 games" in (out / "charts" / "ladder.txt").read_text()
    assert load_tournament(out).games == 7


def test_who_brings_it_down_is_named_and_what_is_kept_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base.available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    file = tmp_path / "lazy.py"
    file.write_text(
        "from ttr_analysis.strategies.base import strategy\n"
        "@strategy(name='lazy')\n"
        "def choose(view, action):\n    pass\n"
    )
    words = ["tournament", "usa", "--strategies", "random,lazy", "--games", "6", "--code", str(file)]
    for more, kept in (
        (["--out", str(tmp_path / "t")], "0 of 6 games of each seating saved"),
        ([], "no games were saved"),
    ):
        assert main([*words, *more]) == 2
        said = capsys.readouterr().err
        assert "strategy 'lazy' failed (seed 0, game 0, turn 0, seat 1): it chose no action. To see it: ttr re" in said
        assert kept in said.splitlines()[-1]


def test_ctrl_c_keeps_what_is_finished(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = play._Rounds.play

    def stop_after_three(self: play._Rounds, first: int, games: int) -> pd.DataFrame:
        if first >= 3:
            raise KeyboardInterrupt
        return whole(self, first, games)

    monkeypatch.setattr(play, "MAX_ROUND", 1)
    monkeypatch.setattr(play._Rounds, "play", stop_after_three)
    assert main([*WORDS, "--games", "9", "--out", str(tmp_path / "t")]) == 130
    assert f"stopped; 3 of 9 games saved in {tmp_path / 't'}" in capsys.readouterr().err
    assert load_tournament(tmp_path / "t").games == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--until", "bored"), "needs 'decided' or a width"),
        (("--until", "2"), "width of an interval between 0 and 1"),
        (("--games", "0"), "at least 1"),
        (("--more",), "--out"),
        (("--charts",), "--out"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main([*WORDS, *words]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error
    assert len(error.splitlines()) == 1
