"""Charts of boards and cities: all rows are drawn, names that look like HTML too, captions say that maps are exact."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import charts, exact, paths, stats
from ttr_analysis.charts import theme


def test_distributions_in_three_panels_with_the_colours_of_the_cards() -> None:
    fig = charts.distributions(exact.distributions("usa"))
    assert [sum(trace.y) for trace in fig.data] == [100, 100, 30]
    assert fig.data[1].marker.color[0] == theme.CARD_STYLES["purple"].fill
    assert charts.text_of(fig, "caption").endswith("ticket set base. Exact.")
    assert "Most frequent: length 2, colour gray, ticket value 9" in charts.text_of(fig, "alt")


@pytest.mark.parametrize("name", theme.PALETTES)
def test_cards_have_their_colour_in_every_theme(name: theme.ThemeName) -> None:
    """White was black and black was cream on a dark page."""
    fig = charts.distributions(exact.distributions("usa"), theme=name)
    names = [str(value) for value in fig.data[1].x]
    assert dict(zip(names, fig.data[1].marker.color, strict=True)) == {
        color: theme.CARD_STYLES[color].fill for color in names
    }


def test_regions_of_ones_own_are_shown_as_they_are_called() -> None:
    cities = list(exact.quarters("usa"))
    table = exact.points_by_region("usa", {city: "<b>far" if city == "Miami" else "rest" for city in cities})
    fig = charts.points_by_region(table)
    assert list(fig.data[0].y) == ["&lt;b&gt;far", "rest"]
    assert sum(fig.data[1].x) == table["ticket_points"].sum()


def test_ticket_rates_have_two_dots_for_each_ticket_best_on_top() -> None:
    table = paths.ticket_rates("usa", extra=0)
    fig = charts.ticket_rates(table)
    assert [len(trace.x) for trace in fig.data] == [30, 30]
    assert list(fig.data[1].x) == sorted(table["best_rate"])
    assert f"Best: {table.loc[table['best_rate'].idxmax(), 'name']}" in charts.text_of(fig, "alt")


def test_cities_are_ordered_by_the_mean_over_strategies() -> None:
    result = made_up_result(games=40, lineup=("random", "greedy_points"))
    both = stats.city_values(result, by="strategy")
    fig = charts.city_values(both)
    assert [trace.name for trace in fig.data] == ["Random", "Greedy points"]
    means = both.groupby("name")["player_share"].mean()
    assert fig.layout.yaxis.ticktext[-1] == means.idxmax()
    one = charts.city_values(pd.DataFrame(stats.city_values(result)))
    assert not one.layout.showlegend
    assert len(one.data[0].x) == len(result.game_map.cities)
