"""``ttr replay --costs``: what each decision cost, under the moves and at the end."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest

from ttr_analysis import experiments
from ttr_analysis.cli import main
from ttr_analysis.maps import city_labels


def test_costs_are_printed_under_the_moves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the first decisions are reviewed here, by a fast player."""
    quick = partial(
        experiments.review, player="greedy_points", precision=0.3, progress=False, on_progress=lambda done, _: done > 3
    )
    monkeypatch.setattr(experiments, "review", quick)
    words = ["replay", "usa", "--strategies", "greedy_points,random", "--seed", "7", "--until", "1"]
    assert main(words) == 0
    plain = capsys.readouterr().out.splitlines()
    assert main([*words, "--costs"]) == 0
    told = capsys.readouterr().out.splitlines()
    notes = [line for line in told if "chance to win" in line]
    assert len(notes) >= 2
    assert [line for line in told if line not in notes][: len(plain)] == plain
    assert any(line.startswith("turning points") for line in told)
    assert "stopped early" in told[-1]
    assert main([*words, "--costs", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [row["decision"] for row in record["costs"]] == [0, 1, 2, 3]
    assert not any("explanation" in event for event in record["events"])


def test_cities_have_the_names_that_were_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["replay", "europe", "--strategies", "greedy_points", "--players", "2", "--seed", "3"]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert main([*words, "--cities", "pl"]) == 0
    told = capsys.readouterr().out
    assert told == city_labels_in("pl", printed) != printed
    page = tmp_path / "game.html"
    assert main([*words, "--cities", "pl", "--html", str(page)]) == 0
    html = page.read_text(encoding="utf-8")
    assert "Wiedeń" in html
    assert "Paryż" in html
    assert "Wien-" not in html.split("<pre>")[0]
    capsys.readouterr()
    assert main([*words, "--cities", "xx"]) == 2
    assert "cities" in capsys.readouterr().err


def city_labels_in(language: str, text: str) -> str:
    with city_labels.naming(language):
        return str(city_labels.renamed(text))
