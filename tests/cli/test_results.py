"""``ttr results check``: what was checked, and what is wrong, with exit code 1."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from once import once

from ttr_analysis.cli import main
from ttr_analysis.experiments.tournament import tournament
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result
from ttr_analysis.results.journal import Journal
from ttr_analysis.results.reading import part_file


def played() -> Result:
    return once("checked result", lambda: simulate("usa", ["random", "greedy_points"], games=12, seed=9))


def test_a_result_is_checked_and_some_of_its_games_are_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = played().save(tmp_path / "run")
    assert main(["results", "check", str(folder), "--replay", "3"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{folder}: 12 games, nothing contradicts (rows: games 12, players 24, tickets ")
    assert told.endswith("; 3 games played again, the same\n")
    assert main(["results", "check", str(folder), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["replayed"], found["faults"]) == (12, 0, [])
    assert found["rows"]["players"] == 24


def test_numbers_that_could_be_so_are_found_by_playing_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signed anew, and all sums right: only the games themselves tell."""
    whole = played()
    players = whole.players.assign(cards_left=whole.players["cards_left"] + 1)
    tables = {name: whole.table(name) for name in whole.manifest.tables} | {"players": players}
    folder = Result.of(tables, whole.manifest, whole.game_map).save(tmp_path / "run")
    assert main(["results", "check", str(folder)]) == 0
    capsys.readouterr()
    assert main(["results", "check", str(folder), "--replay", "2"]) == 1
    assert "players: cards_left differs in 4 of 4 rows; the first is" in capsys.readouterr().out


def test_what_is_wrong_is_told_with_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = played().save(tmp_path / "run")
    place = part_file(folder, "players", 0)
    rows = pd.read_parquet(place)
    rows.assign(score=rows["score"] + 1).to_parquet(place, index=False)
    assert main(["results", "check", str(folder)]) == 1
    assert "part-00000.parquet was changed after it was written" in capsys.readouterr().out
    assert main(["results", "check", str(tmp_path / "none"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["faults"] == [
        f"{tmp_path / 'none'} is not a folder: it contains no manifest.json"
    ]
    assert main(["results"]) == 2


def test_the_folder_of_a_search_is_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Journal(tmp_path, {"seed": 1}, goes_on=False, owner="a search").release()
    assert main(["results", "check", str(tmp_path)]) == 1
    assert "holds the work of a search or a training (journal.json), not a result" in capsys.readouterr().out


def test_tournaments_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tournament("usa", ["random", "greedy_points"], games=3, out=tmp_path / "met", progress=False)
    assert main(["results", "check", str(tmp_path / "met")]) == 0
    assert "12 games, 3 of each of 4 seatings, nothing contradicts (24 rows)" in capsys.readouterr().out
    (tmp_path / "met" / "rows-00000.parquet").write_bytes(b"")
    assert main(["results", "check", str(tmp_path / "met")]) == 1
