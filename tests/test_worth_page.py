"""The script behind the page of worth: one section by name, nothing played without time, no games of another engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from pages import BEGIN, END

from ttr_analysis.experiments.worth import measure

sys.path.insert(0, str(Path(__file__).parent))  # where the script lies

import write_worth

ROUTES = ["Atlanta-Charleston", "El Paso-Los Angeles", "Denver-Omaha"]


@pytest.fixture(autouse=True)
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page with two sections, small tables, and a folder for what is kept."""
    path = tmp_path / "page.md"
    path.write_text(f"By hand.\n\n{BEGIN}\n<!-- section: cards -->\nold cards\n\n<!-- section: turns -->\nold turns\n"
                    f"{END}\n\nThe end.\n", encoding="utf-8")  # fmt: skip
    for name, value in (("PAGE", path), ("KEPT", tmp_path / "kept"), ("PLAYER", "random")):
        monkeypatch.setattr(write_worth, name, value)
    monkeypatch.setattr(write_worth, "GAMES", dict.fromkeys(write_worth.GAMES, 16))
    return path


def test_one_section_is_measured_and_the_others_stay(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_worth.main(["turns"], float("inf"))
    text = page.read_text(encoding="utf-8")
    assert text.startswith("By hand.")
    assert text.endswith("The end.\n")
    assert "old cards" in text
    assert "old turns" not in text
    assert text.index("old cards") < text.index("### A turn, 2 players") < text.index("### A turn, 4 players")
    assert "turns2: " in capsys.readouterr().out
    write_worth.main(["turns"], 0)
    assert page.read_text(encoding="utf-8") == text, "written again from what is kept"


def test_without_time_nothing_is_played(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = page.read_text(encoding="utf-8")
    write_worth.main(["turns", "rules", "routes", "partners"], 0)
    assert page.read_text(encoding="utf-8") == before
    assert capsys.readouterr().out.count("stays as it is") == 4
    assert not write_worth.KEPT.exists()


def test_games_of_another_engine_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    write_worth.main(["turns"], float("inf"))
    monkeypatch.setattr(write_worth, "source_hash", lambda: "of another day")
    with pytest.raises(SystemExit, match="another engine"):
        write_worth.main(["turns"], 0)


@pytest.mark.long(reason="plays games of three routes of two line-ups four times")
def test_routes_are_gone_on_with_and_what_is_named_is_measured_again(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []

    def of_few(*given: Any, **more: Any) -> Any:
        asked.append(more)
        return measure.worth(*given, **{**more, "only": ROUTES})

    monkeypatch.setattr(measure, "LEAST", 8)
    monkeypatch.setattr(write_worth.experiments, "worth", of_few)
    for name, value in (("LINE_UPS", {"a": "random", "b": "long_routes"}), ("PRECISION", 60.0), ("LEAST", 8)):
        monkeypatch.setattr(write_worth, name, value)
    write_worth.main(["routes"], 0.0)
    assert "### Routes" not in page.read_text(encoding="utf-8")
    write_worth.main(["routes"], float("inf"))
    text = page.read_text(encoding="utf-8")
    assert {each["precision"] for each in asked} == {60.0}
    assert "in fresh games of seed 1" in text
    assert text.index("### Routes, by line-up") < text.index("old cards")
    assert text.count("| Atlanta-Charleston |") == 2, "in points and in wins"
    assert (write_worth.KEPT / "routes2_again" / "worth.csv").exists()
    shown = text
    write_worth.main(["routes"], 0.0)
    assert page.read_text(encoding="utf-8") == shown
