"""The explorer of worth: what is asked of the games, and what needs no new ones."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from made_up_worth import made_up_worth

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import measure
from ttr_analysis.explore import WorthExplorer


@pytest.fixture(autouse=True)
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Made-up tables instead of measured ones; gives what was asked for."""
    calls: list[dict[str, Any]] = []

    def worth(game_map: Any, lineup: list[str], **options: Any) -> pd.DataFrame:
        calls.append({"map": game_map.name, "lineup": lineup, **options})
        if options["seed"] == 13:
            raise SetupError("none of the <13> games changed")
        table = made_up_worth(game_map, options["of"], options["change"], strategy=lineup[0])
        return table if options["only"] is None else table[table["thing"].isin(options["only"])]

    monkeypatch.setattr(measure, "worth", worth)
    return calls


def shown(explorer: WorthExplorer) -> str:
    (figure,) = explorer.figure_box.children
    return " ".join([str(figure.layout.title.text), *(note.text for note in figure.layout.annotations)])


def test_run_measures_what_was_chosen(asked: list[dict[str, Any]]) -> None:
    explorer = WorthExplorer(players=3, games=80, seed=4)
    assert explorer.figure_box.children == ()
    explorer.change_menu.value = ("routes", "blocked")
    explorer.thing_menu.value = "Denver-Omaha"
    explorer.strategies_menu.value = ("ticket_planner", "random")
    explorer.run()
    assert explorer.error.value == ""
    (call,) = asked
    assert (call["of"], call["change"], call["only"]) == ("routes", "blocked", ["Denver-Omaha"])
    assert (call["players"], call["games"], call["seed"]) == (3, 80, 4)
    assert call["lineup"] == ["ticket_planner", "random", "ticket_planner"]
    assert explorer.table["thing"].tolist() == ["Denver-Omaha"]


def test_measure_and_chart_need_no_new_games(asked: list[dict[str, Any]]) -> None:
    explorer = WorthExplorer()
    explorer.run()
    titles = {shown(explorer)}
    explorer.measure_menu.value = "win_share"
    titles.add(shown(explorer))
    for chart in explorer.chart_menu.options:
        explorer.chart_menu.value = chart
        titles.add(shown(explorer))
    assert len(titles) == 4
    assert len(asked) == 1


def test_things_follow_the_map_and_the_change() -> None:
    explorer = WorthExplorer()
    assert "Denver-Omaha" in explorer.thing_menu.options
    explorer.change_menu.value = ("habits", "restricted")
    assert "no_stations" not in explorer.thing_menu.options
    explorer.map_menu.value = "europe"
    assert "no_stations" in explorer.thing_menu.options
    assert explorer.thing_menu.value == "all of them"


def test_a_refusal_stands_under_the_controls() -> None:
    explorer = WorthExplorer(seed=13)
    explorer.run()
    assert "none of the &lt;13&gt; games changed" in explorer.error.value
    assert explorer.figure_box.children == ()
