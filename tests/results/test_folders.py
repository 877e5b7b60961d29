"""Files and folders are written whole or not at all, and foreign ones are left alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pandas as pd
import pytest

import ttr_analysis
from ttr_analysis.errors import SetupError
from ttr_analysis.results.folders import csv_text, explained, folder_of, own_folder, whole_folder, write_file


def broken(place: Path) -> None:
    place.write_text("half a f")
    raise OSError(28, "No space left on device")


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    place = tmp_path / "table.csv"
    write_file(place, "old")
    with pytest.raises(SetupError, match="the table cannot be written: No space left"), explained("the table"):
        write_file(place, broken)
    assert place.read_text() == "old"
    write_file(place, "new")
    assert place.read_text() == "new"
    assert list(tmp_path.iterdir()) == [place]


def test_a_folder_that_cannot_be_finished_leaves_the_old_one(tmp_path: Path) -> None:
    place = tmp_path / "page"
    with whole_folder(place, "the page") as folder:
        (folder / "index.html").write_text("old")
    with (
        pytest.raises(SetupError, match=r"the page '.*' cannot be written: No space"),
        whole_folder(place, "the page") as f,
    ):
        broken(f / "index.html")
    assert (place / "index.html").read_text() == "old"
    with whole_folder(place, "the page") as folder:
        (folder / "other.html").write_text("new")
    assert [path.name for path in place.iterdir()] == ["other.html"]
    assert list(tmp_path.iterdir()) == [place]


def test_a_folder_that_cannot_take_its_place_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = write_page(tmp_path / "page", "old")
    rename = Path.rename

    def refused(path: Path, target: Path) -> Path:
        if target == place and path.name != "page" and (path / "index.html").read_text() == "new":
            raise PermissionError(13, "Permission denied")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(SetupError, match=r"the page '.*' cannot be written: Permission denied"):
        write_page(place, "new")
    assert (place / "index.html").read_text() == "old"
    assert list(tmp_path.iterdir()) == [place], "neither the new folder nor the old one under another name"


def write_page(place: Path, text: str) -> Path:
    with whole_folder(place, "the page") as folder:
        (folder / "index.html").write_text(text)
    return place


def test_no_text_of_a_table_is_a_formula_to_a_spreadsheet() -> None:
    table = pd.DataFrame({"city": ["=1+1", "+A1", "@x", "-2+3", "Bern", "a=b"], "points": [-3, 5, 0, 1, 2, 3]})
    before = table.copy()
    cells = [line.split(",") for line in csv_text(table).splitlines()]
    assert cells[0] == ["city", "points"]
    assert [city for city, _ in cells[1:]] == ["'=1+1", "'+A1", "'@x", "'-2+3", "Bern", "a=b"]
    assert [int(points) for _, points in cells[1:]] == [-3, 5, 0, 1, 2, 3]
    assert table.equals(before)
    mixed = pd.DataFrame({"value": ["=x", 3, None]}, dtype=object)
    assert csv_text(mixed) == 'value\n\'=x\n3\n""\n'


def test_a_folder_with_foreign_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"not part of a result \(thesis\)"):
        own_folder(tmp_path, "a result", lambda folder: "thesis")
    assert own_folder(tmp_path / "new" / "folder", "a result", lambda folder: "").is_dir()
    assert [path.name for path in tmp_path.rglob("*")] == ["new", "folder"]


@pytest.mark.parametrize("address", ["memory://x", "s3://bucket/run", Path("gs://bucket/run"), "abfs+tls://a@b/c"])
def test_an_address_is_refused_with_what_to_use_instead(
    address: str | Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for call in (folder_of, lambda place: own_folder(place, "a result", lambda folder: "")):
        with pytest.raises(SetupError, match=r"is an address, not a folder: .* choose a folder that all"):
            call(address)
    assert not list(tmp_path.iterdir())


def test_an_address_of_this_machine_is_refused_with_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match=r"'file:///runs/usa' is an address; give the folder itself: '/runs/usa'"):
        folder_of("file:///runs/usa")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "odd:").mkdir()
    assert folder_of("odd:/run") == Path("odd:/run")  # a folder of that name
    assert folder_of("C:/run") == Path("C:/run")  # a drive


def test_text_and_tables_are_written_through_one_function_only() -> None:
    """What is written elsewhere may be found half-written; results/files.py hands it the way to write a table, and
    maps/save.py renames a whole folder."""
    package = Path(ttr_analysis.__file__).parent
    writers = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("write_text", "write_bytes", "to_parquet"):
                writers.add(path.relative_to(package).as_posix())
    assert writers == {"results/folders.py", "results/files.py", "maps/save.py"}  # the last writes a draft
