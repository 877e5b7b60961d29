"""The chart of a comparison: what it takes, and that nothing of it is cut off or struck through."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go
import pytest
from made_up import made_up_result

from ttr_analysis import charts
from ttr_analysis.charts import comparisons
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.theme import FONT_SIZE
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.comparison import compared
from ttr_analysis.maps import languages
from ttr_analysis.results.result import Result


@pytest.fixture(scope="module")
def results() -> Mapping[str, Result]:
    return {
        "first": made_up_result(games=40),
        "<other>": made_up_result(games=40, lineup=("greedy_points",) * 4),
        "three": made_up_result(games=40, lineup=("random",) * 3),
    }


@pytest.fixture(scope="module")
def figure(results: Mapping[str, Result]) -> go.Figure:
    return charts.comparison(results)


def test_results_by_name_are_drawn_like_their_table(results: Mapping[str, Result], figure: go.Figure) -> None:
    assert figure.to_dict() == charts.comparison(compared(results)).to_dict()
    with pytest.raises(SetupError, match="two variants or more"):
        charts.comparison({"first": results["first"]})


def test_names_of_facts_have_room_at_the_left(figure: go.Figure) -> None:
    names = figure.layout.yaxis.ticktext
    assert "points from tickets unfinished" in names
    assert figure.layout.margin.l > max(0.86 * text_width(name, FONT_SIZE) for name in names)
    assert figure.layout.yaxis.automargin is False  # the caption begins at the margin


def test_numbers_stand_right_of_the_whiskers(figure: go.Figure) -> None:
    dots = [trace for trace in figure.data if trace.mode == "markers"]
    texts = [trace for trace in figure.data if trace.mode == "text"]
    assert [trace.name for trace in dots] == ["&lt;other&gt;", "three"] == [trace.name for trace in texts]
    for dot, text in zip(dots, texts, strict=True):
        assert tuple(text.x) == pytest.approx([x + more for x, more in zip(dot.x, dot.error_x.array, strict=True)])
        assert not any("-" in each for each in text.text)


@pytest.mark.parametrize(
    ("value", "unit", "language", "told"),
    [
        (1.0, "tickets", "en", "+1.00 tickets"), (-2.345, "turns", "en", "−2.35 turns"),
        (0.0, "points", "en", "0.00 points"), (-0.001, "points", "en", "0.00 points"),
        (0.5, "tickets", "pl", "+0,50 biletu"), (5.0, "turns", "pl", "+5,00 tury"),
        (2.0, "cubits", "en", "+2.00 cubits"),
        (0.167, "share", "en", "+16.70 percentage points"), (-0.0333, "share", "pl", "−3,33 p.p."),
    ],
)  # fmt: skip
def test_differences_have_two_decimals_no_sign_at_0_and_are_percentage_points_of_shares(
    value: float, unit: str, language: str, told: str
) -> None:
    with languages.speaking(language):
        assert comparisons._difference({"difference": value, "unit": unit}) == told


def test_a_caption_tells_all_numbers_of_players(figure: go.Figure) -> None:
    assert "3 to 4 players" in charts.text_of(figure, "caption")
