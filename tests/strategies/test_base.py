"""What a strategy shows of itself."""

from __future__ import annotations

from ttr_analysis.strategies import get_strategy
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
