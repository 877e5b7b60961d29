"""Bars that a page without colours could not tell apart."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest
from made_up import made_up_result

from ttr_analysis import charts
from ttr_analysis.charts import hatching, theme

BLUE, ORANGE, GREEN = theme.SERIES_COLORS[:3]


def bars(*colors: str) -> go.Figure:
    return go.Figure([go.Bar(x=["a"], y=[1], marker={"color": color}) for color in colors])


@pytest.mark.parametrize(
    ("colors", "shapes"),
    [
        ((BLUE, ORANGE), [None, "/"]),
        ((BLUE, ORANGE, GREEN), [None, "/", None]),
        ((BLUE, ORANGE, BLUE, ORANGE), [None, "/", None, "/"]),
        (("#000000", "#FFFFFF"), [None, None]),
        ((ORANGE, GREEN, "#D06000"), [None, "/", "\\"]),
    ],
)
def test_bars_as_light_as_others_are_hatched(colors: tuple[str, ...], shapes: list[str | None]) -> None:
    assert [trace.marker.pattern.shape for trace in hatching.hatched(bars(*colors)).data] == shapes


def test_lightness_is_that_of_the_standard() -> None:
    """sRGB 119 is the middle gray, L* 50."""
    assert hatching.lightness("#777777") == pytest.approx(50.0, abs=0.1)
    assert hatching.lightness("#0072B2") == pytest.approx(45.9, abs=0.5)


def test_only_paper_is_hatched_and_all_its_bars_differ_in_gray() -> None:
    result = made_up_result(games=60)
    for name in ("light", "dark", "print"):
        fig = charts.ticket_outcomes(result, theme=name)
        kinds = {(round(hatching.lightness(bar.marker.color) / 12), bar.marker.pattern.shape)
                 for bar in fig.data if bar.type == "bar"}  # fmt: skip
        assert {shape for _, shape in kinds} == ({None, "/"} if name == "print" else {None})
        if name == "print":
            assert len(kinds) == len([bar for bar in fig.data if bar.type == "bar"])
