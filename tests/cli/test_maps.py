"""``ttr maps export``: text to read on, a file whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from map_folders import write

from ttr_analysis.cli import main
from ttr_analysis.maps import export_map, load_map


def test_the_text_is_printed_or_written_with_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["maps", "export", "usa:1910", "--format", "csv"]) == 0
    assert capsys.readouterr().out == export_map(load_map("usa", "1910"), "csv")
    values, out = tmp_path / "values.csv", tmp_path / "usa.geojson"
    values.write_text("name,share\nDenver-Omaha purple,0.25\n")
    out.write_text("an older one")
    words = ["maps", "export", "usa", "--format", "geojson", "--values", str(values), "--out", str(out)]
    assert main(words) == 0
    assert capsys.readouterr().out == f"{out}\n"
    features = json.loads(out.read_text(encoding="utf-8"))["features"]
    assert {f["properties"].get("share") for f in features} == {None, 0.25}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["usa.geojson", "values.csv"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "geojson"], "Athína, Berlin, Cádiz, Danzig"),
        (["--format", "shp"], "invalid choice: 'shp'"),
        ([], "--format"),
        (["--format", "csv", "--values", "values.csv"], "row 3: map"),
        (["--format", "csv", "--values", "values.txt"], "ends in .csv"),
        (["--format", "csv", "--values", "none.csv"], "there is no file 'none.csv'"),
        (["--format", "csv", "--out", "."], "give the name of a file"),
        (["--format", "csv", "--out", "none/map.csv"], "cannot be written"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(
    options: list[str],
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write(tmp_path / "square")
    (tmp_path / "values.csv").write_text("track,v\n0,1\n9,1\n")
    before = sorted(tmp_path.rglob("*"))
    default = [] if "--out" in options else ["--out", "made.txt"]
    assert main(["maps", "export", str(folder), *options, *default]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert len(said.err.splitlines()) == 1
    assert said.out == ""
    assert sorted(tmp_path.rglob("*")) == before


def test_a_profile_is_printed_as_a_table_or_as_all_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "maps",
        "profile",
        str(write(tmp_path / "square")),
        "--strategy",
        "random",
        "--games",
        "40",
        "--players",
        "2",
    ]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "tickets kept" in said
    assert "second look: " in said
    assert "40 games: 2 players, all Random" in said
    assert "name maps with --beside" in said
    assert main([*words, "--json"]) == 0
    tables = json.loads(capsys.readouterr().out)
    assert {"second_look", "measures", "fair_tickets", "lengths", "routes"} <= set(tables)
    assert len(tables["routes"]) == 3


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["usb"], "there is no map 'usb'"),
        (["usa", "--players", "6"], "players"),
        (["usa", "--games", "20"], "games"),
        (["usa", "--strategy", "exprt"], "expert"),
        (["usa", "--beside", "nordic", "--players", "4"], "nordic"),
        (["usa", "--out", __file__], "is a file"),
    ],
)
def test_a_profile_that_cannot_be_is_refused_in_a_line(
    options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["maps", "profile", *options]) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert (len(said.err.splitlines()), said.out) == (1, "")


def test_faults_of_a_map_are_told_with_file_and_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = write(tmp_path / "square", routes="city_a,city_b,length,color,kind\nAthína,Berlin,three,red,rail\n")
    assert main(["maps", "profile", str(folder)]) == 2
    assert "routes.csv" in (said := capsys.readouterr().err)
    assert "row 2" in said
    assert "length" in said


def test_a_map_on_which_no_game_can_be_played_is_warned_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = load_map("usa").with_tickets([(("Denver", "Miami"), 5), (("Denver", "Dallas"), 3)])
    folder = str(few.save(tmp_path / "few"))
    assert main(["maps", "profile", folder, "--games", "50"]) == 2
    why = capsys.readouterr().err.partition("ticket set ")[2].partition(",")[0]
    assert main(["maps", "check", folder]) == 0
    said = capsys.readouterr().out
    assert "no faults" in said
    assert f"warning: no game can be played: ticket set {why}, but 2 players are dealt 3 each" in said
    assert main(["maps", "check", folder, "--json"]) == 0
    (warning,) = json.loads(capsys.readouterr().out)["warnings"]
    assert why in warning
    some = load_map("usa").with_tickets(
        [((each.name, "Miami"), 5) for each in load_map("usa").cities[:10] if each.name != "Miami"]
    )
    assert main(["maps", "check", str(some.save(tmp_path / "some"))]) == 0
    assert "no game can be played with 4 players or more: " in capsys.readouterr().out
    assert main(["maps", "check", "usa"]) == 0
    assert "warning" not in capsys.readouterr().out
