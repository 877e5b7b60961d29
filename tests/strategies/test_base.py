"""What a strategy shows of itself."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from ttr_analysis.errors import StrategyError
from ttr_analysis.strategies import base, get_strategy
from ttr_analysis.strategies.base import Strategy


def test_a_strategy_shows_itself_in_a_line() -> None:
    line = repr(get_strategy("ticket_planner"))
    assert line == (
        "<Strategy ticket_planner, 7 weights: "
        "Plans the cheapest paths for all its tickets together and collects the cards for them.>"
    )
    assert repr(Strategy("mine", lambda view, action: None)) == "<Strategy mine>"


def test_a_strategy_shows_its_idea_its_source_and_every_weight_in_a_notebook() -> None:
    expert = get_strategy("expert").with_weights(hurry=2.5)
    table = expert._repr_html_()
    assert "<tr><th>strategy</th><td>expert (hurry=2.5)</td></tr>" in table
    assert "<tr><th>hurry</th><td>2.5</td></tr>" in table
    assert all(f"<th>{name}</th>" in table for name in expert.weights)
    assert "<th>source</th>" not in table  # its own idea
    assert "<th>source</th>" in get_strategy("hungry")._repr_html_()


def test_a_name_with_markup_is_shown_as_text() -> None:
    assert "<td>a &lt;b&gt;</td>" in Strategy("a <b>", lambda view, action: None)._repr_html_()


def test_the_name_of_a_built_in_strategy_is_taken_before_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(base._REGISTRY, "one_step_thinker", raising=False)
    monkeypatch.delitem(sys.modules, "ttr_analysis.strategies.one_step_thinker", raising=False)
    with pytest.raises(StrategyError, match="two strategies are called 'one_step_thinker'"):
        base.strategy("one_step_thinker")(lambda view, action: None)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "a", None, True])
def test_a_changed_weight_is_a_finite_number(value: Any) -> None:
    with pytest.raises(StrategyError, match=r"weight 'draw_share' is .*, which is not a finite number"):
        base.get_strategy("ticket_planner").with_weights(draw_share=value)


def test_a_file_imports_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "my_helpers_beside.py").write_text("def first(actions):\n    return actions[0]\n")
    (tmp_path / "mine.py").write_text(
        "import ttr_analysis as ttr\nfrom my_helpers_beside import first\n"
        "@ttr.strategy('beside', plain=True)\ndef choose(view, actions, rng):\n    return first(actions)\n"
    )
    assert base.load_file(tmp_path / "mine.py") == ["beside"]
