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
