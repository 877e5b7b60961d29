"""What lies beside the parts of a result folder is checked, and written anew where the run goes on."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from once import once

from ttr_analysis.cli import main
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result, differences
from ttr_analysis.results.beside import strange_files
from ttr_analysis.results.reading import part_file
from ttr_analysis.stats.by_game import facts_by_game

LINEUP = ["random", "greedy_points"]


def played() -> Result:
    return once("result beside", lambda: simulate("usa", LINEUP, games=6, seed=4, progress=False))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return played().save(tmp_path / "run")


def go_on(folder: Path, **options: Any) -> Result:
    asked: dict[str, Any] = {"games": 6, "resume": True} | options
    return simulate("usa", LINEUP, seed=4, out=folder, progress=False, **asked)


def other_names(folder: Path) -> None:
    place = folder / "lookup" / "strategies.csv"
    text = place.read_text()
    place.write_text(text.replace("random", "#").replace("greedy_points", "random").replace("#", "greedy_points"))


def second_part(folder: Path) -> None:
    shutil.copy(part_file(folder, "players", 0), part_file(folder, "players", 1))
    assert len(pd.read_parquet(folder / "players")) == 24


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (other_names, "lookup/strategies.csv is not what manifest.json and the map say; the command that made"),
        (lambda folder: shutil.rmtree(folder / "lookup"), "lookup/codes.csv is missing; the command that made the"),
        (lambda folder: (folder / "datapackage.json").write_text("{"), "datapackage.json is not what manifest.json"),
        (lambda folder: shutil.rmtree(folder / "map"), "map is missing; the command that made the folder writes it"),
        (second_part, "players/part-00001.parquet is not listed in manifest.json, as a run that was killed leaves"),
    ],
)  # fmt: skip
def test_each_file_beside_the_parts_is_checked_and_mended_by_going_on(
    folder: Path, capsys: pytest.CaptureFixture[str], change: Callable[[Path], object], message: str
) -> None:
    assert list(strange_files(folder)) == []
    change(folder)
    assert main(["results", "check", str(folder)]) == 1
    told = capsys.readouterr().out
    assert message in told
    assert "--resume" in told
    go_on(folder)
    assert list(strange_files(folder)) == []


def test_all_that_a_killed_run_leaves_is_told_in_one_line(folder: Path) -> None:
    for number in (1, 2):
        for name in ("games", "players", "tracks"):
            shutil.copy(part_file(folder, name, 0), part_file(folder, name, number))  # type: ignore[arg-type]
    (told,) = strange_files(folder)
    assert "part-00001.parquet and 5 more parts are not listed in manifest.json, as a run that was killed" in told
    assert told.endswith("--resume (in Python: resume=True) deletes them and plays what is missing")


def test_a_folder_whose_map_was_changed_is_not_gone_on_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is played: the games could not be read again."""
    monkeypatch.setattr(sys.modules["ttr_analysis.play.simulate"], "prepare", None)
    place = folder / "map" / "tickets.csv"
    place.write_text(place.read_text().replace(",21", ",22"))
    for options in ({"resume": True}, {"resume": False, "more": True}):
        with pytest.raises(ResultError, match=r"map is no longer the map that was played: it was changed afterwards"):
            go_on(folder, **options)


def test_other_rules_are_told_without_the_name_of_the_map_and_options_by_name(folder: Path) -> None:
    with pytest.raises(ResultError) as refused:
        simulate(load_map("usa").with_rules(longest_trail_bonus=5), LINEUP, games=6, seed=4, out=folder, resume=True)
    assert str(refused.value).startswith(f"{folder} was made with rules: longest_trail_bonus 10, not 5: ")
    with pytest.raises(ResultError, match=r"choice of tables .* \(--tables; in Python: tables="):
        go_on(folder, tables=["tickets"])


def test_columns_and_what_is_compared_are_checked_by_kind() -> None:
    for wanted in ("score", None):
        with pytest.raises(SetupError, match=r"wanted must be a list, such as \['score'\], not "):
            played().columns("players", wanted)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="what is compared must be a Result"):
        differences(played(), 1)  # type: ignore[arg-type]
    with pytest.raises(ResultError, match="the result contains no games"):
        facts_by_game(played().where("turns < 0"))


def test_too_many_games_are_refused_by_their_number() -> None:
    for games, told in ((10**12, "1000000000000"), (2**63, "a very large number")):
        with pytest.raises(SetupError, match=rf"the number of games is {told}; one seed has 2,147,483,647"):
            simulate("usa", LINEUP, games=games)


@pytest.mark.parametrize("name", ["overwrite", "resume", "more"])
@pytest.mark.parametrize("value", ["no", "yes", 1, None])
def test_only_true_and_false_switch(folder: Path, name: str, value: object) -> None:
    with pytest.raises(SetupError, match=rf"^{name} must be True or False, not "):
        go_on(folder, **({"resume": False} | {name: value}))
    if name == "overwrite":
        with pytest.raises(SetupError, match=r"^overwrite must be True or False, not "):
            played().save(folder, overwrite=value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("", r"the name of the folder is empty; the current folder is '\.'"),
        (1, "a folder is named by a text or a path, not 1"), (b"x", "by a text or a path, not b'x'"),
        (["x"], "by a text or a path, not a list"), ("a\0b", r"contains a null character"),
        ("~nobody-at-all/x", "cannot be found: nobody here has such a home"),
    ],
)  # fmt: skip
def test_what_names_no_folder_is_refused(value: Any, message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message):
        go_on(value)
    with pytest.raises(SetupError, match=message):
        Result.load(value)
    with pytest.raises(SetupError, match=message):
        played().save(value)
