"""Text that leaves the program: any code page, closed and full outputs, names that a spreadsheet would compute."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.results.folders import csv_text


def run(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "ttr_analysis", *words]
    return subprocess.run(command, check=False, timeout=60, **{"capture_output": True, **options})  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("code_page", ["cp932", "cp437"])
def test_what_a_code_page_lacks_is_replaced_and_json_is_utf8(code_page: str) -> None:
    """Windows writes in these when output goes to a file."""
    environment = {**os.environ, "PYTHONIOENCODING": code_page}
    said = run("maps", "show", "europe", env=environment)
    assert (said.returncode, said.stderr) == (0, b"")
    assert "K?benhavn" in said.stdout.decode(code_page)
    if code_page == "cp437":
        data = run("maps", "show", "europe", "--json", env=environment)
        names = [ticket["name"] for ticket in json.loads(data.stdout.decode("utf-8"))["tickets"]]
        assert "København-Erzurum" in names


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /dev/full")
def test_a_full_output_is_told_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        said = run("maps", "show", "usa", capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert said.returncode == 2
    assert said.stderr.decode().splitlines() == ["ttr maps show: the output: No space left on device"]


def test_words_that_are_no_text_are_refused_before_a_folder_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", "2", "--strategies", "random", "--out"]
    assert main(["simulate", "usa", *words, f"{tmp_path}/a\udcff"]) == 2
    assert "is not UTF-8 text" in capsys.readouterr().err
    assert main(["tournament", "usa", *words[:3], "random,rush", "--out", f"{tmp_path}/no", "--more"]) == 2
    assert "contains no tournament" in capsys.readouterr().err
    assert main(["tickets", "usa", "--players", "0"]) == 2
    assert "--players is 0, but cannot be less than 2" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_no_name_in_a_csv_file_is_a_formula() -> None:
    names = ["=1+1", "+A1", "-A1", "@x", "\t=1", "Bern", "-3", "-3.5 %", ""]
    table = pd.DataFrame({"city": names, "kind": pd.Categorical(names), "points": range(-4, 5)})
    read = pd.read_csv(io.StringIO(csv_text(table)), keep_default_na=False)
    for column in ("city", "kind"):
        assert [name[:1] == "'" for name in read[column]] == [True] * 5 + [False] * 4
    assert read["city"].str.removeprefix("'").tolist() == names
    assert read["points"].tolist() == list(range(-4, 5))
    assert table["city"].tolist() == names
