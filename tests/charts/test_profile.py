"""The charts of a profile: what is outside stands out, nothing is cut off, tables of other things are refused."""

from __future__ import annotations

import pytest
from made_up import made_up_result

from ttr_analysis import charts, experiments, stats
from ttr_analysis.charts import frame, profile_words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.profile import MAX_ROWS, REACH, TEXT_SIZE, number_text
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import load_map


@pytest.fixture(scope="module")
def profile() -> experiments.MapProfile:
    return experiments.profile_of(made_up_result(load_map("usa"), 100, ("expert",) * 4))


def test_measures_outside_have_a_colour_of_their_own_and_stay_within_the_chart(profile: experiments.MapProfile) -> None:
    fig = charts.map_profile(profile.measures)
    inside, outside = (trace for trace in fig.data[1:] if trace.mode == "markers")
    names = [row[0].replace(" ", "_") for row in outside.customdata]
    table = profile.measures.set_index("measure")
    assert names
    assert set(names) == set(table.index[(table["outside"] != 0) & table["value"].notna()])
    assert inside.marker.color != outside.marker.color
    for trace in (inside, outside):
        assert all(REACH[0] <= x <= REACH[1] for x in trace.x)
    far = {name for name, x in zip(names, outside.x, strict=True) if x in REACH}
    assert {"triangle-left", "triangle-right"} >= {
        symbol for name, symbol in zip(names, outside.marker.symbol, strict=True) if name in far
    }


def test_numbers_at_the_right_have_room(profile: experiments.MapProfile) -> None:
    fig = charts.map_profile(profile.measures)
    (texts,) = (trace for trace in fig.data[1:] if trace.mode == "text")
    low, high = fig.layout.xaxis.range
    pixel = (high - low) / (fig.layout.width - fig.layout.margin.l - frame.TITLE_ROOM / 2)
    assert all(x + pixel * text_width(text, TEXT_SIZE) < high for x, text in zip(texts.x, texts.text, strict=True))
    assert "95 % intervals: as docs/profile.md says." in charts.text_of(fig, "caption")
    assert "n = 100 games" in charts.text_of(fig, "caption")
    table = profile.measures.copy()
    table.attrs["band"] = {"games": 2000, "seed": 7, "strategy": "expert"}
    assert "(all Expert; seed 7; n = 2,000 games each)" in charts.text_of(charts.map_profile(table), "caption")


def test_shares_are_told_in_per_cent() -> None:
    assert number_text(0.99931, "share") == "99.93 %", "one decimal would not tell it from 100"
    assert (number_text(0.3012, "share"), number_text(-0.5, "points"), number_text(float("nan"), "ratio")) == (
        "30.1 %",
        "\N{MINUS SIGN}0.50",
        "–",
    )


def test_fair_points_of_many_tickets_show_those_farthest_from_print() -> None:
    table = stats.ticket_fair_points(made_up_result(load_map("europe", "mega"), 400))
    fig = charts.fair_points(table)
    known = table["fair_points"].notna()
    assert len(fig.data[0].x) == min(MAX_ROWS, known.sum())
    assert ("Shown are" in charts.text_of(fig, "caption")) == (known.sum() > MAX_ROWS)
    with pytest.raises(SetupError, match="play more games"):
        charts.fair_points(table.assign(fair_points=float("nan")))
    lengths = charts.fair_points(stats.length_fair_points(made_up_result(games=100)))
    assert list(lengths.data[0].y) == [f"length {number}" for number in (6, 5, 4, 3, 2, 1)], "1 is on top"
    assert {trace.name for trace in lengths.data if trace.showlegend is None} == {
        profile_words.PRINTED, profile_words.FAIR, profile_words.FAIR_SURE,
    }  # fmt: skip


def test_tables_of_other_things_are_refused(profile: experiments.MapProfile) -> None:
    with pytest.raises(SetupError, match=r"stats\.ticket_fair_points or stats\.length_fair_points, not that of"):
        charts.fair_points(profile.routes)
    with pytest.raises(SetupError, match=r"experiments\.map_profile"):
        charts.map_profile(profile.routes)


def test_on_a_phone_numbers_stand_under_the_names_and_the_ends_of_the_band_upright(
    profile: experiments.MapProfile,
) -> None:
    fig = charts.map_profile(profile.measures, width=390, language="pl")
    assert not [trace for trace in fig.data[1:] if trace.mode == "text"]
    assert all("<br>" in label for label in fig.layout.yaxis.ticktext)
    assert fig.layout.xaxis.tickangle == 0
    assert "po prawej" not in charts.text_of(fig, "caption")
