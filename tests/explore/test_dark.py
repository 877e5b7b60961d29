"""Figures of explorers on dark pages: readable, in the colours of the dark theme, at once."""

from __future__ import annotations

import json

import pytest
from made_up import made_up_result

from tests.support import text_boxes
from ttr_analysis import charts
from ttr_analysis.charts import theme
from ttr_analysis.charts.frame import with_caption
from ttr_analysis.explore import DrawExplorer, TrackExplorer, dark

READ = """([figure, dark]) => {
  document.body.dataset.jpThemeLight = String(!dark);
  document.getElementById("figure").className = "ttr-follows-theme";
  return Plotly.newPlot("figure", figure.data, figure.layout, {staticPlot: true}).then(() => ({
    page: getComputedStyle(document.querySelector(".main-svg")).backgroundColor,
    texts: [...document.querySelectorAll("svg text")].filter(text => text.textContent.trim()
      && !text.closest("defs") && !text.classList.contains("bartext")).map(text => getComputedStyle(text).fill),
  }));
}"""


def test_charts_follow_the_page_and_boards_do_not() -> None:
    assert dark.FOLLOWS in DrawExplorer("usa").figure_box._dom_classes
    assert dark.FOLLOWS not in TrackExplorer("usa").figure_box._dom_classes


def test_every_explorer_carries_the_style_sheet() -> None:
    styles = [child for child in DrawExplorer("usa").children if "<style>" in str(getattr(child, "value", ""))]
    assert len(styles) == 1
    assert theme.PALETTES["dark"][theme.PAPER] in styles[0].value


@pytest.mark.browser
@pytest.mark.long(reason="starts a browser, which draws a chart in both schemes of a page")
def test_texts_of_a_chart_can_be_read_on_a_dark_page_and_stay_on_a_light_one() -> None:
    fig = json.loads(str(with_caption(charts.score_parts(made_up_result(games=60))).to_json()))
    seen = {}
    with text_boxes.browser_page() as page:
        page.add_style_tag(content=dark.style().replace("<style>", "").replace("</style>", ""))
        for is_dark in (False, True):
            seen[is_dark] = page.evaluate(READ, [fig, is_dark])
    assert seen[False]["page"] == "rgb(255, 255, 255)"
    assert seen[True]["page"] == "rgb(29, 31, 34)"
    for found in seen.values():
        assert min(text_boxes.contrast(text, found["page"]) for text in found["texts"]) >= 4.5
