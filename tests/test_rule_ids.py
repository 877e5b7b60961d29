"""Every rule has an id in docs/rules.md, every id in a test exists, and each has a test."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules.md"
REFEREE = TESTS.parent / "ttr_analysis" / "referee"

CONSTANTS = TESTS.parent / "ttr_analysis" / "rules"

ID = re.compile(r"[A-Z]+-[A-Z0-9]+-\d+")


def stated_ids() -> list[str]:
    """The ids of docs/rules.md, one a bullet, in order."""
    return re.findall(rf"^- \*\*\[({ID.pattern})\]\*\* \S", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)


def marked_ids(source: str) -> Iterator[str]:
    """The arguments of every ``pytest.mark.rule(...)`` in a test file."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            for argument in node.args:
                assert isinstance(argument, ast.Constant), f"line {node.lineno}: ids of rules are plain strings"
                yield str(argument.value)


def tested_ids() -> dict[str, list[str]]:
    """Each id that some test carries, with the names of the files."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule in marked_ids(path.read_text(encoding="utf-8")):
            found.setdefault(rule, []).append(path.name)
    return found


def test_each_id_is_stated_once() -> None:
    ids = stated_ids()
    assert len(ids) > 150
    assert sorted(set(ids)) == sorted(ids)


def test_every_bracketed_id_is_a_well_formed_bullet() -> None:
    bracketed = re.findall(r"^\s*[-*]?\s*\*\*\[(.*?)\]\*\*", RULES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert bracketed == stated_ids()


def test_tests_carry_known_ids_only() -> None:
    known = set(stated_ids())
    unknown = {rule: files for rule, files in tested_ids().items() if rule not in known}
    assert not unknown


def test_the_referee_names_known_ids_only() -> None:
    known = set(stated_ids())
    for path in sorted(REFEREE.glob("*.py")):
        named = set(re.findall(rf'"({ID.pattern})"', path.read_text(encoding="utf-8")))
        assert named <= known, f"{path.name}: {sorted(named - known)}"


def test_the_rule_sets_name_known_ids_only() -> None:
    known = set(stated_ids())
    for path in sorted(CONSTANTS.glob("*.py")):
        named = {rule for rule in ID.findall(path.read_text(encoding="utf-8")) if not rule.startswith("UTF")}
        assert named <= known, f"{path.name}: {sorted(named - known)}"
        assert named or path.name in {"__init__.py", "changes.py", "forms.py", "limits.py", "rule_sets.py", "spec.py"}


def test_every_rule_has_a_test() -> None:
    tested = tested_ids()
    missing = [rule for rule in stated_ids() if rule not in tested]
    assert not missing, f"{len(missing)} rules without a test: {', '.join(missing)}"


def test_the_scan_sees_marks_on_functions_and_parameters() -> None:
    source = '@pytest.mark.rule("USA-DRAW-1", "USA-DRAW-2")\ndef f(): pass\nx = [pytest.mark.rule("ALL-TURN-1")]'
    assert sorted(marked_ids(source)) == ["ALL-TURN-1", "USA-DRAW-1", "USA-DRAW-2"]
