"""Charts of ticket difficulty: they show the numbers of their tables, and any name as text."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.charts import difficulty as charts
from ttr_analysis.charts.frame import table_of, text_of
from ttr_analysis.exact import paths
from ttr_analysis.exact.optimum import min_trains
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap


@pytest.fixture(scope="module")
def usa() -> GameMap:
    return load_map("usa")


@pytest.fixture(scope="module")
def difficulty(usa: GameMap) -> pd.DataFrame:
    return stats.ticket_difficulty(usa, made_up_result(usa, games=100))


def advice(choices: int) -> pd.DataFrame:
    ends = ("", "_low", "_high")
    columns = {
        f"{name}{end}": np.linspace(0.9, 0.1, choices)
        for name in ("score", "win_share", "all_made_share")
        for end in ends
    }
    kept = [f"A{i}-B; C-<b>{i}</b>" for i in range(choices)]
    return pd.DataFrame({"kept": kept, "trains": range(10, 10 + choices), "games": 40} | columns)


def test_hardness_against_what_was_made(difficulty: pd.DataFrame) -> None:
    fig = charts.ticket_hardness(difficulty)
    assert list(fig.data[0].x) == pytest.approx((100 * difficulty["hardness"]).tolist())
    assert list(fig.data[0].y) == pytest.approx((100 * difficulty["made_share"]).tolist())
    assert fig.layout.xaxis.title.text.endswith("(%)")
    assert len(table_of(fig)) == 30


def test_value_bars_add_up_and_the_best_is_on_top(difficulty: pd.DataFrame) -> None:
    fig = charts.points_per_train(difficulty)
    total = np.array(fig.data[0].x) + np.array(fig.data[1].x)
    assert total == pytest.approx(np.sort(difficulty["all_per_train"]))
    assert fig.data[0].y[-1] == "Vancouver-Montréal (20)"
    assert "Vancouver-Montréal is highest on average" in text_of(fig, "alt")


def test_partners_stand_in_one_order_on_both_sides(usa: GameMap) -> None:
    saved = paths.ticket_overlaps(usa)
    fig = charts.ticket_partners(saved)
    (heat,) = fig.data
    names = list(fig.layout.xaxis.ticktext)
    assert names == list(fig.layout.yaxis.ticktext)
    assert sorted(names) == sorted(saved.index)
    for i, j in [(0, 1), (5, 20), (29, 3)]:
        assert heat.z[i][j] == saved.loc[names[i], names[j]]
        assert list(heat.customdata[i][j]) == [names[i], names[j]]
    assert np.isnan(np.diag(np.array(heat.z))).all()
    best = table_of(fig).iloc[0]
    assert best["saved"] == saved.loc[best["ticket"], best["partner"]] == 16


def test_of_many_tickets_those_with_most_to_save_are_shown() -> None:
    saved = paths.ticket_overlaps(load_map("usa", "mega"))
    fig = charts.ticket_partners(saved)
    assert len(fig.layout.xaxis.ticktext) == charts.MAX_PARTNERS
    assert "40 of 69 tickets" in text_of(fig, "caption")


def test_advice_shows_the_best_on_top_and_names_as_text() -> None:
    fig = charts.opening_advice(advice(20))
    score, wins, made = fig.data
    assert len(score.y) == charts.MAX_CHOICES
    assert score.y[-1] == "A0-B<br>C-&lt;b&gt;0&lt;/b&gt; (10)"
    assert score.x[-1] == 0.9
    assert wins.x[-1] == made.x[-1] == 90
    assert len(table_of(fig)) == 20


def test_a_network_of_tickets_on_the_board(usa: GameMap) -> None:
    tickets = [usa.ticket("Denver-El Paso"), usa.ticket("Duluth-El Paso")]
    network = min_trains(usa, tickets)
    fig = charts.ticket_network(usa, tickets, network)
    assert text_of(fig, "title") == f"{network.trains} trains complete 2 tickets"
    assert table_of(fig)["trains"].sum() == network.trains
    bound = dataclasses.replace(network, proven=False, bound=3)
    title = text_of(charts.ticket_network(usa, tickets[:1], bound), "title")
    assert title.endswith("complete 1 ticket (at least 3 needed)")


def test_partners_on_a_phone_are_named_once(usa: GameMap) -> None:
    fig = charts.ticket_partners(paths.ticket_overlaps(usa), width=390)
    assert (fig.layout.xaxis.showticklabels, fig.layout.yaxis.showticklabels) == (False, None)
    assert "Columns are in the order of the rows" in text_of(fig, "caption")
    assert fig.data[0].colorbar.orientation == "h"
