"""The package as installed: light to import, of one version, typed. (`make wheel-check` and
`tests/install_matrix.py` try what is built.)"""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path
from typing import Any

import pytest

import ttr_analysis

ROOT = Path(__file__).parents[1]
HEAVY = ("numba", "numpy", "scipy", "pandas", "plotly", "networkx", "pyarrow")


def python(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_package_loads_nothing_heavy(tmp_path: Path) -> None:
    code = f"import sys, ttr_analysis; print(*[name for name in {HEAVY} if name in sys.modules])"
    assert python(code, tmp_path) == ""


def test_reading_maps_loads_no_compiler_and_no_charts(tmp_path: Path) -> None:
    code = (
        "import sys, ttr_analysis as t; t.load_map(t.available_maps()[0]);"
        "print(*[name for name in ('numba', 'pandas', 'plotly') if name in sys.modules])"
    )
    assert python(code, tmp_path) == ""


@pytest.mark.parametrize("name", ttr_analysis.__all__)
def test_every_front_name_leads_somewhere(name: str) -> None:
    assert getattr(ttr_analysis, name) is not None
    assert name in dir(ttr_analysis)


def test_an_unknown_front_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'ticket_to_nowhere'"):
        _ = ttr_analysis.ticket_to_nowhere


def test_installed_version_is_the_package_version() -> None:
    assert version("ttr-analysis") == ttr_analysis.__version__


def test_the_citation_names_this_version_and_what_the_readme_says() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = dict(re.findall(r"^(\w+): \"(.*)\"$", citation, re.MULTILINE))
    assert found["version"] == ttr_analysis.__version__
    assert found["abstract"] in readme


def test_command_is_installed() -> None:
    (command,) = entry_points(group="console_scripts", name="ttr")
    assert callable(command.load())


def test_package_is_marked_as_typed() -> None:
    assert Path(ttr_analysis.__file__).with_name("py.typed").exists()


def test_constraints_pin_every_named_dependency_and_hold_no_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = sum(project["optional-dependencies"].values(), project["dependencies"])
    text = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    pinned = {line.partition("==")[0] for line in text.splitlines()}
    assert "://" not in text
    assert {name.partition(">=")[0] for name in wanted} <= pinned


@pytest.fixture
def matrix() -> Any:
    spec = importlib.util.spec_from_file_location("install_matrix", ROOT / "tests/install_matrix.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    return module


def test_the_install_matrix_tries_every_python_that_is_allowed_and_names_those_that_are_missing(
    matrix: Any, tmp_path: Path
) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert list(matrix.VERSIONS) == re.findall(r"Python :: (3\.\d+)\"", text)
    assert matrix.version_of(sys.executable) == f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert matrix.version_of(str(tmp_path / "python")) == ""
    names = [name for name, _ in matrix.cells(matrix.Matrix(tmp_path, tmp_path), {"3.12": sys.executable})]
    assert [name[:11] for name in names[:4]] == [f"Python {each}" for each in matrix.VERSIONS]
    assert [name for name in names if "lowest" in name or "newest" in name] == [
        "Python 3.12, wheel, lowest versions allowed", "Python 3.12, sdist, newest versions",
    ]  # fmt: skip
    with pytest.raises(matrix.NotRun, match="not found on this machine"):
        matrix.interpreter({"3.12": sys.executable}, "3.13")


def test_the_install_matrix_fails_if_one_place_fails_or_has_other_games(
    matrix: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> None:
        raise matrix.NotRun("no such thing")

    def try_all(said: str) -> int:
        tried = matrix.Matrix(tmp_path, tmp_path / "work", {"abc"})
        monkeypatch.setattr(matrix, "TRIAL", f"print('games {said}')")
        monkeypatch.setattr(matrix, "pythons", dict)
        here = Path(sys.executable)
        monkeypatch.setattr(
            matrix, "cells", lambda *_: [("this", lambda: tried.try_out(here, PYTHONPATH=str(ROOT))), ("that", missing)]
        )
        monkeypatch.setattr(sys, "argv", ["install_matrix.py", str(tmp_path)])
        return int(matrix.main())

    assert try_all("abc") == 0
    told = capsys.readouterr().out
    assert "this: works" in told
    assert "that: NOT RUN: no such thing" in told
    assert try_all("abd") == 1
    assert "this: FAILS: other games than before: abc, abd" in capsys.readouterr().out
