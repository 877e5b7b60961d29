"""The package as installed: light to import, of one version, typed. (`make wheel-check` tries the built wheel.)"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import entry_points, version
from pathlib import Path

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
