"""The hash that names the folder of compiled code covers every file that the code comes from."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

import ttr_analysis
from ttr_analysis.engine import sources
from ttr_analysis.strategies.base import available_strategies

PACKAGE = Path(ttr_analysis.__file__).parent
LOOP = "ttr_analysis.engine.play"


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the hash be taken over a package of three modules: a imports b, b imports c."""
    package = tmp_path / "ttr_analysis" / "engine"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from ttr_analysis.engine.b import (\n    one,\n    two as other,\n)\n")
    (package / "b.py").write_text("def later():\n    from ttr_analysis.engine import c\n    return c.three\n")
    (package / "c.py").write_text("three = 3\n")
    (package / "apart.py").write_text("")
    monkeypatch.setattr(sources, "_ROOT", tmp_path)
    _forget()
    yield package
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cached in (sources.source_hash, sources.modules_behind, sources._imported, sources._file_of):
        cached.cache_clear()


def _changed_by(file: Path, text: str) -> bool:
    _forget()
    before = sources.source_hash("ttr_analysis.engine.a")
    file.write_text(text)
    _forget()
    return sources.source_hash("ttr_analysis.engine.a") != before


@pytest.mark.parametrize("module", ["a", "b", "c"])
def test_a_change_of_a_module_that_is_imported_directly_or_not_changes_the_hash(planted: Path, module: str) -> None:
    file = planted / f"{module}.py"
    assert _changed_by(file, file.read_text() + "# a change\n")


def test_a_change_of_a_module_that_is_not_imported_leaves_the_hash(planted: Path) -> None:
    assert not _changed_by(planted / "apart.py", "four = 4\n")


def test_a_module_that_is_newly_imported_counts(planted: Path) -> None:
    assert _changed_by(planted / "c.py", "from ttr_analysis.engine import apart\n")
    assert _changed_by(planted / "apart.py", "four = 4\n")


def test_what_a_package_itself_defines_counts_when_it_is_imported(planted: Path) -> None:
    (planted / "c.py").write_text("from ttr_analysis.engine import five\n")
    assert _changed_by(planted / "__init__.py", "five = 5\n")


def test_imports_for_types_and_the_front_door_do_not_count(planted: Path) -> None:
    (planted / "c.py").write_text("if TYPE_CHECKING:\n    from ttr_analysis.engine import apart\n\nthree = 3\n")
    assert not _changed_by(planted / "apart.py", "four = 4\n")
    (planted / "c.py").write_text("from ttr_analysis import door\n")
    (planted.parent / "__init__.py").write_text("from ttr_analysis.engine import apart\n")
    assert not _changed_by(planted / "apart.py", "five = 5\n")


def test_every_module_that_defines_a_compiled_function_is_behind_every_module_that_uses_it() -> None:
    available_strategies()
    for name, module in sorted(sys.modules.items()):
        if name.startswith("ttr_analysis."):
            homes = {value.py_func.__module__ for value in vars(module).values() if isinstance(value, Dispatcher)}
            assert homes <= set(sources.modules_behind(name)), name


def test_every_module_of_the_game_loop_and_of_the_strategies_counts_in_the_hash_of_all() -> None:
    available_strategies()
    behind = sources.modules_behind(*sources.ALL_COMPILED)
    compiling = {
        value.py_func.__module__
        for name in list(sys.modules)
        if name.startswith(("ttr_analysis.engine.", "ttr_analysis.strategies."))
        for value in vars(sys.modules[name]).values()
        if isinstance(value, Dispatcher)
    }
    assert len(compiling) > 20
    assert compiling <= set(behind)
    assert {"ttr_analysis.rules.limits", "ttr_analysis.maps.events"} <= set(behind)  # their numbers are compiled in


def test_the_engines_hash_does_not_depend_on_the_strategies() -> None:
    assert not [name for name in sources.modules_behind(LOOP) if name.startswith("ttr_analysis.strategies")]


def test_imports_read_by_pattern_are_those_that_the_parser_finds() -> None:
    for file in PACKAGE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        assert _parsed_imports(ast.parse(source)) <= set(sources._imports_in(source)), file


def _parsed_imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("ttr_analysis")}
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports are not followed"
            if str(node.module).startswith("ttr_analysis"):
                inner = {f"{node.module}.{name.name}" for name in node.names}
                found |= {name if sources._file_of(name) else str(node.module) for name in inner}
    return found
