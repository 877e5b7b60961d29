"""The notebooks are copied whole, and nobody's file is overwritten."""

from __future__ import annotations

from pathlib import Path

import pytest

import ttr_analysis
from ttr_analysis.cli import main
from ttr_analysis.cli import notebooks as command

NAMES = sorted(path.name for path in (Path(__file__).parents[2] / "notebooks").glob("*.ipynb"))


def test_all_notebooks_are_copied_as_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "books"
    assert main(["notebooks", str(folder)]) == 0
    assert capsys.readouterr().out.split() == [str(folder / name) for name in NAMES]
    assert sorted(path.name for path in folder.iterdir()) == NAMES
    for book in command.packed_notebooks():
        assert (folder / book.name).read_bytes() == book.read_bytes()


def test_no_file_is_overwritten_and_then_none_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    (tmp_path / NAMES[2]).write_text("my changes")
    assert main(["notebooks", str(tmp_path)]) == 2
    assert NAMES[2] in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["mine.txt", NAMES[2]])
    assert (tmp_path / NAMES[2]).read_text() == "my changes"
    assert main(["notebooks", str(tmp_path / "mine.txt")]) == 2
    assert "is a file" in capsys.readouterr().err


def test_a_full_disk_leaves_none_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = command._output.write_file

    def fails(file: str, text: str) -> Path:
        if NAMES[3] in file:
            raise OSError(28, "No space left on device", file)
        return write(file, text)

    monkeypatch.setattr(command._output, "write_file", fails)
    assert main(["notebooks", str(tmp_path)]) == 2
    assert list(tmp_path.iterdir()) == []


def test_an_installed_package_reads_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "ttr_analysis"
    (package / "_notebooks").mkdir(parents=True)
    monkeypatch.setattr(ttr_analysis, "__file__", str(package / "__init__.py"))
    with pytest.raises(ValueError, match="install the package again"):
        command.packed_notebooks()
    (package / "_notebooks" / "a.ipynb").write_text("{}")
    assert [book.name for book in command.packed_notebooks()] == ["a.ipynb"]
