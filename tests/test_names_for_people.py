"""Strategies and weights are called as people call them, in all that charts show or tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import pytest

from tests.support.chart_calls import drawing, recorded
from tests.support.made_up import made_up_result
from tests.support.texts import texts_within
from ttr_analysis import charts, stats
from ttr_analysis.charts import captions, words
from ttr_analysis.explore import choices
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.languages import speaking
from ttr_analysis.strategies import available_strategies

CODE = re.compile("|".join([*(name for name in available_strategies() if "_" in name), "least_length"]))

LINEUP = ("greedy_points", "ticket_planner")


def told(fig: go.Figure) -> Iterator[str]:
    """All texts of a figure, without the table for files."""
    drawn: dict[str, Any] = json.loads(go.Figure(fig).to_json())
    drawn["layout"]["meta"].pop("table", None)
    yield from texts_within({"data": drawn["data"], "layout": {**drawn["layout"], "template": None}})


def leaks(fig: go.Figure) -> list[str]:
    return [text for text in told(fig) if CODE.search(text)]


def test_names_of_strategies_are_no_code() -> None:
    assert words.player("ticket_planner") == "Ticket planner"
    assert words.player("greedy_points (least_length=5, x=1)") == "Greedy points (least length 5, x 1)"
    assert words.player("My own (old)") == "My own (old)"
    assert [words.seated(name) for name in ("ticket_planner 2", "ann", "Ann 2")] == ["Ticket planner 2", "ann", "Ann 2"]
    with speaking("pl"):
        assert words.seated("random 1") == f"{words.player('random')} 1" != "Random 1"


def test_captions_have_no_names_of_maps_and_rules_in_code() -> None:
    changed = load_map("first_journey_usa").with_rules(tickets={"deal": 3})
    caption = captions.map_caption(changed)
    assert "Map Ticket to Ride: First Journey (USA) (changed), ticket set base" in caption
    assert "tickets deal = 3 (printed: 2)" in caption
    assert not re.search(r"first_journey|tickets\.deal", caption)


def test_menus_of_explorers_have_names_for_people() -> None:
    assert ("Ticket planner", "ticket_planner") in choices.strategies()
    assert ("First Journey (USA)", "first_journey_usa") in choices.maps()
    told = [label for label, _ in (*choices.strategies(), *choices.maps())]
    assert not [label for label in told if "_" in label]
    assert len(set(told)) == len(told)
    with speaking("pl"):
        assert ("Ticket planner", "ticket_planner") not in choices.strategies()


@pytest.mark.parametrize("name", ["win_share_by_strategy", "game_enders", "claims_by_length", "score_parts"])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_charts_of_two_strategies_have_no_names_of_code(name: str, language: str) -> None:
    assert leaks(getattr(charts, name)(made_up_result(games=40, lineup=LINEUP), language=language)) == []


def test_the_search_for_names_of_code_finds_one() -> None:
    table = stats.win_share_by_strategy(made_up_result(games=40, lineup=LINEUP))
    assert leaks(charts.win_share_by_strategy(table, subtitle="not for greedy_points"))


@pytest.mark.long(reason="runs the examples of all charts and draws each chart in two languages")
def test_no_chart_has_names_of_code(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = drawing()
    for name, (arguments, options) in recorded(monkeypatch).items():
        for language in ("en", "pl"):
            assert leaks(functions[name](*arguments, **{**options, "language": language})) == [], name
