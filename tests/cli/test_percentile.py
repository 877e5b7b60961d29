"""``ttr percentile``: scores of one's own, and where their points come from."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttr_analysis.cli import main

GAMES = "game,player,score,routes,tickets,bonus\n1,Ann,131,78,43,10\n1,Ben,97,60,37,0\n"


def test_a_file_of_own_games_tells_where_points_come_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.csv"
    file.write_text(GAMES, encoding="utf-8")
    typed = ["percentile", "usa", "--own", str(file), "--strategy", "random", "--games", "40"]
    assert main(typed) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-3].startswith("where points come from, 2 players (2 own scores;")
    assert said[-2] == "  own games (too few games for intervals): routes 69.0; tickets 40.0; bonus 5.0; score 114.0"
    assert said[-1].startswith("  random: routes ")
    file.write_text(GAMES.replace("Ben", "Ann"), encoding="utf-8")
    assert main(typed) != 0
    assert "row 3, column player: Ann has played game 1 already" in capsys.readouterr().err
