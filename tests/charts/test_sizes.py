"""Everything in a figure grows alike: texts, marks, lines, margins; data do not."""

from __future__ import annotations

import plotly.graph_objects as go

from ttr_analysis.charts import theme
from ttr_analysis.charts.sizes import SMALLEST_FONT, magnified


def figure() -> go.Figure:
    fig = go.Figure()
    fig.add_bar(x=[1.0, 2.0], y=[3.0, 4.0], width=[0.5, 0.5], marker_line_width=2)
    fig.add_scatter(
        x=[1], y=[2], marker={"size": [8, 10]}, line={"dash": "2px,1.5px"},
        textfont={"size": 10, "shadow": "1px 1px 2px #FFF"},
        error_x={"array": [1], "thickness": 1.5, "width": 3}, customdata=[["width"]],
    )  # fmt: skip
    fig.add_scatter(x=[1], y=[2], marker={"size": [40], "sizemode": "area", "sizeref": 2})
    fig.add_annotation(text="a", x=1, y=2, ax=10, ay=-20, xshift=3, yshift=-70, font={"size": 12})
    return fig.update_layout(
        template=theme.TEMPLATE, width=900, height=500, margin={"l": 80, "t": 60}, meta={"width": 5}
    )


def test_lengths_double_and_data_stay() -> None:
    large = magnified(figure(), 2.0)
    assert (large.layout.width, large.layout.height, large.layout.margin.l, large.layout.margin.t) == (
        1800,
        1000,
        160,
        120,
    )
    bar, dots, areas = large.data
    assert (list(bar.x), list(bar.width), bar.marker.line.width) == ([1.0, 2.0], [0.5, 0.5], 4)
    assert (list(dots.marker.size), dots.textfont.size, dots.line.width, dots.line.dash) == ([16, 20], 20, 4, "4px,3px")
    assert dots.textfont.shadow == "2px 2px 4px #FFF"
    assert (dots.error_x.thickness, dots.error_x.width, list(dots.error_x.array)) == (3, 6, [1])
    assert (areas.marker.sizeref, list(areas.marker.size)) == (0.5, [40])
    (note,) = large.layout.annotations
    assert (note.x, note.ax, note.ay, note.xshift, note.yshift, note.font.size) == (1, 20, -40, 6, -140, 24)
    assert large.layout.template.layout.font.size == 2 * theme.FONT_SIZE
    assert large.layout.meta == {"width": 5}


def test_texts_do_not_become_too_small_to_read() -> None:
    small = magnified(figure(), 0.5)
    assert small.data[1].textfont.size == SMALLEST_FONT
    assert list(small.data[1].marker.size) == [4, 5]


def test_without_a_change_it_is_the_same_figure() -> None:
    fig = figure()
    assert magnified(fig, 1.0) is fig
    assert figure().to_json() == fig.to_json()
