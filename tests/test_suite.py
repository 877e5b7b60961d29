"""The test suite itself: what it leaves out it leaves out for a reason, and what it shares it makes once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import once
import pytest
from code_patterns import replaced

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "ttr_analysis"
SHORTEST_REASON = 20

pytest_plugins = ["pytester"]


def marks(source: str, name: str) -> Iterator[tuple[int, str]]:
    """Each use of a mark: its line, and the reason it gives (empty if it gives none)."""
    tree = ast.parse(source)
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node) == f"pytest.mark.{name}":
            keywords = called[id(node)].keywords if id(node) in called else []
            reasons = [keyword.value for keyword in keywords if keyword.arg == "reason"]
            yield node.lineno, next((ast.unparse(reason)[1:-1] for reason in reasons), "")


@pytest.mark.parametrize("mark", ["long", "release"])
def test_every_test_that_is_left_out_says_why(mark: str) -> None:
    found = [
        (f"{path.relative_to(TESTS)}:{line}", reason)
        for path in sorted(TESTS.rglob("*.py"))
        for line, reason in marks(path.read_text(encoding="utf-8"), mark)
    ]
    assert [place for place, reason in found if len(reason) < SHORTEST_REASON] == []


def test_the_files_named_as_slow_are_there(pytestconfig: pytest.Config) -> None:
    (slow,) = {plugin.SLOW for plugin in pytestconfig.pluginmanager.get_plugins() if hasattr(plugin, "slowness")}
    assert [name for name in slow if not (TESTS / name).is_file()] == []


def test_every_file_in_a_room_tests_a_module_or_package_of_that_room() -> None:
    """What spans rooms lies at the top, and what drives a browser in e2e."""
    strays = []
    for path in sorted(TESTS.rglob("test_*.py")):
        place = path.relative_to(TESTS)
        room, name = PACKAGE / place.parent, path.stem.removeprefix("test_")
        modules = (room / name, room / f"{name}.py", room / f"_{name}.py")
        if place.parts[0] not in {path.name, "e2e"} and name != room.name and not any(map(Path.exists, modules)):
            strays.append(place.as_posix())
    assert strays == []


def test_the_scan_sees_marks_with_and_without_a_reason() -> None:
    source = (
        "@pytest.mark.long\ndef f(): pass\nx = [pytest.mark.long(reason='hours'), pytest.mark.long(), pytest.mark.slow]"
    )
    assert sorted(marks(source, "long")) == [(1, ""), (3, ""), (3, "hours")]


@pytest.mark.parametrize(("ci", "outcome"), [("true", "failed"), ("", "skipped")])
def test_a_skipped_test_fails_under_ci_only(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, ci: str, outcome: str
) -> None:
    monkeypatch.setenv("CI", ci)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # plug-ins take seconds to load
    monkeypatch.setenv("PYTHONPATH", str(TESTS / "support"))
    pytester.makeconftest((TESTS / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        """
        import pytest

        def test_skipped():
            pytest.skip("no reason")

        @pytest.mark.xfail
        def test_expected_failure():
            assert False
        """
    )
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(**{outcome: 1}, xfailed=1)


def test_bytecode_lies_in_the_cache_where_it_may_not_lie_beside_the_sources(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(TESTS / "support"))
    pytester.makeconftest((TESTS / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        helper="",
        test_it="""
        import subprocess
        import sys

        def test_of_another_process():
            subprocess.run([sys.executable, "-c", "import helper"], check=True)
        """,
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    kept = [path.relative_to(pytester.path) for path in pytester.path.rglob("*.pyc")]
    assert "helper" in {path.name.partition(".")[0] for path in kept}
    assert {path.parts[0] for path in kept} == {".pytest_cache"}


def test_what_tests_share_is_made_once_by_whichever_process_needs_it_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.setenv(once.RUN_FOLDER, str(tmp_path))
    for _ in range(2):
        monkeypatch.setattr(once, "_MADE", {})  # as in another process
        for key in ("a", "b", "a"):
            assert once.once(key, lambda key=key: made.append(key) or len(made)) == "ab".index(key) + 1  # type: ignore[misc,func-returns-value]
    assert made == ["a", "b"]
    with pytest.raises(ZeroDivisionError):
        once.once("c", lambda: 1 // 0)
    assert once.once("c", lambda: 3) == 3, "who fails does not lock the others out"


FUNCTION = """
def f(box, item):
    hand = box.view.hand
    if hand[item] > codes.LIMIT:
        drop(box, item)
        return True
    return hand[item] > 0
"""


@pytest.mark.parametrize(
    ("pattern", "replacement", "line"),
    [
        ("cards[kind] > LIMIT", "cards[kind] >= LIMIT", "if hand[item] >= codes.LIMIT:"),
        ("cards[kind] > 0", "False", "return False"),
        ("cards = who.hand", "cards = who.deck", "hand = box.view.deck"),
        ("drop(...)", "drop(...)\ndrop(...)", "drop(box, item)\n        drop(box, item)"),
        ("if many > LIMIT:\n    ...\n    return True", "if many > LIMIT:\n    ...\n    return 7", "return 7"),
    ],
)
def test_a_form_is_found_whatever_the_variables_are_called(pattern: str, replacement: str, line: str) -> None:
    function = ast.parse(FUNCTION).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert line in ast.unparse(replaced(function, pattern, replacement))
    assert line not in ast.unparse(function)


@pytest.mark.parametrize(("pattern", "times"), [("cards[kind] > limit", 2), ("cards[kind] < limit", 0)])
def test_a_form_that_is_not_there_once_is_refused(pattern: str, times: int) -> None:
    function = ast.parse(FUNCTION).body[0]
    assert isinstance(function, ast.FunctionDef)
    with pytest.raises(AssertionError, match=f"f has {times} times"):
        replaced(function, pattern, "True")
