"""All charts take the same options, and each option changes the picture."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

import ttr_analysis as ttr
from tests.support.chart_calls import drawing, made_up_calls, recorded
from tests.support.made_up import made_up_result
from ttr_analysis import charts, stats
from ttr_analysis.charts import marks, theme
from ttr_analysis.charts.options import PRESETS, FigureOptions, Look, look_of
from ttr_analysis.errors import SetupError

OPTIONS: dict[str, Any] = {
    "title": "Who would have thought it",
    "subtitle": "Points a player",
    "source": "my own games",
    "size": "square",
    "width": 700,
    "height": 777,
    "scale": 1.5,
    "theme": "dark",
}
"""One value for each option whose value does not depend on the chart."""


def bare(fig: go.Figure) -> str:
    """A figure as text, without its data for files."""
    return str(go.Figure(fig).update_layout(meta=None).to_json())


def names_of(fig: go.Figure) -> list[str]:
    return [found.name for found in marks.names_in(fig).values()]


def test_every_chart_takes_the_options_by_their_names() -> None:
    for name, chart in drawing().items():
        options = inspect.signature(chart).parameters.get("options")
        assert options is not None, name
        assert options.kind is options.VAR_KEYWORD, name
        assert "FigureOptions" in str(options.annotation), name
    assert {*OPTIONS, "highlight", "annotate", "language", "cities"} == set(FigureOptions.__annotations__)


def unmoved(name: str, chart: Callable[..., go.Figure], arguments: Any, own: Any, each: bool) -> list[tuple[str, str]]:
    """Call a chart with all options, one by one or together; return those that changed nothing."""
    plain = chart(*arguments, **own)
    before, names, found = bare(plain), names_of(plain), []
    assert names, name
    together = {option: value for option, value in OPTIONS.items() if option != "size"}
    for options in [{option: value} for option, value in OPTIONS.items()] if each else [together]:
        drawn = chart(*arguments, **{**own, **options}, annotate={names[0]: "Look here"})
        if bare(drawn) == before:
            found.append((name, str(options)))
        for option, value in options.items():
            check(drawn, option, value, (name, option))
        assert "Look here" in [note.text for note in drawn.layout.annotations], name
    tried = [*names[:3], *names[-3:]] if len(names) > 1 else []  # beside the only name, nothing fades
    if tried and not any(bare(chart(*arguments, **own, highlight=[one])) != before for one in tried):
        found.append((name, "highlight"))
    return found


@pytest.mark.long(reason="draws half of all charts three times")
def test_options_change_the_charts_of_games_that_were_not_played() -> None:
    functions = drawing()
    found = [unmoved(name, functions[name], given, {}, False) for name, given in made_up_calls().items()]
    assert [each for chart in found for each in chart] == []


@pytest.mark.release(reason="runs the examples of all charts, and draws each chart ten times")
def test_every_option_changes_every_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    functions = drawing()
    calls = recorded(monkeypatch)
    assert calls.keys() == functions.keys()
    found = [unmoved(name, functions[name], arguments, own, True) for name, (arguments, own) in calls.items()]
    assert [each for chart in found for each in chart] == []
    alts = {name: charts.text_of(functions[name](*given, **own), "alt") for name, (given, own) in calls.items()}
    assert [name for name, alt in alts.items() if not re.search(r"\d", alt)] == []


def test_alternative_texts_tell_the_values_at_both_ends() -> None:
    usa, games = ttr.load_map("usa"), RESULT
    difficulty = stats.ticket_difficulty(usa, games)
    alts = {
        "made": charts.text_of(charts.ticket_outcomes(games), "alt"),
        "hardness": charts.text_of(charts.ticket_hardness(difficulty), "alt"),
        "worth": charts.text_of(charts.ticket_worth(games), "alt"),
        "per train": charts.text_of(charts.points_per_train(difficulty), "alt"),
    }
    share = r"\(\d+\.\d %\), .+ \(\d+\.\d %\)\.$"
    points = r"\(\N{MINUS SIGN}?\d+\.\d\), .+ \(\N{MINUS SIGN}?\d+\.\d\)\.$"
    wanted = {"made": share, "hardness": share, "worth": points, "per train": points}
    assert [name for name, alt in alts.items() if not re.search(wanted[name], alt)] == []
    stars = charts.value_board(usa, {"Denver-Omaha purple": -3, "Dallas-Houston gray 1": 5}, title="My stars")
    told = charts.text_of(stars, "alt")
    assert told.endswith("from \N{MINUS SIGN}3 (Denver-Omaha purple) to 5 (Dallas-Houston gray 1)."), told


def check(fig: go.Figure, option: str, value: Any, of: Any) -> None:
    """Whether an option did what it says."""
    if option == "title":
        assert charts.text_of(fig, "title") == value, of
    if option == "source":
        assert charts.text_of(fig, "caption").endswith(f": {value}."), of
    if option in ("width", "height"):
        assert fig.layout[option] == value, of
    if option == "size":
        assert (fig.layout.width, fig.layout.height) == PRESETS[value], of


RESULT = made_up_result(games=60)


@pytest.mark.parametrize("chart", ["win_share_by_seat", "ticket_worth", "track_values"])
def test_the_options_work_together(chart: str) -> None:
    plain = getattr(charts, chart)(RESULT)
    name = names_of(plain)[0]
    options = {key: value for key, value in OPTIONS.items() if key != "size"}
    drawn = getattr(charts, chart)(RESULT, **options, annotate={name: "Look here"}, highlight=name)
    for option, value in options.items():
        check(drawn, option, value, option)
    notes = {note.name: note for note in drawn.layout.annotations}
    assert notes["note"].text == "Look here"
    assert notes["subtitle"].text == OPTIONS["subtitle"]
    assert (
        drawn.layout.paper_bgcolor or drawn.layout.template.layout.paper_bgcolor == theme.PALETTES["dark"][theme.PAPER]
    )
    assert charts.table_of(drawn).equals(charts.table_of(plain))
    assert charts.text_of(drawn, "alt") == f"{charts.text_of(plain, 'alt')} Note at {name}: Look here."


@pytest.mark.parametrize("size", PRESETS)
def test_texts_of_a_preset_do_not_meet(size: str) -> None:
    title = "Tickets decide this game far more than anybody would have thought before all of this was counted"
    fig = charts.win_share_by_seat(RESULT, title=title, subtitle="Share of games won, by seat", size=size)
    assert (fig.layout.width, fig.layout.height) == PRESETS[size]
    boxes = [text_box(fig, note) for note in fig.layout.annotations if note.name in ("subtitle", "caption")]
    lines = fig.layout.title.text.count("<br>") + 1
    boxes.append((0.0, lines * fig.layout.title.font.size * 1.3 + 12))
    for (top, bottom), (other_top, other_bottom) in combinations(sorted(boxes), 2):
        assert bottom <= other_top + 1 or other_bottom <= top + 1
    assert all(top >= 0 and bottom <= fig.layout.height + 1 for top, bottom in boxes)
    width = max(len(line) for line in fig.layout.title.text.replace("<b>", "").replace("</b>", "").split("<br>"))
    assert width * 0.63 * fig.layout.title.font.size < fig.layout.width


def text_box(fig: go.Figure, note: Any) -> tuple[float, float]:
    """Top and bottom of a text at the plot, in pixels from the top of the figure."""
    margin = fig.layout.margin
    base = margin.t if note.y == 1 else fig.layout.height - margin.b
    top = base - note.yshift
    return top, top + (note.text.count("<br>") + 1) * note.font.size * 1.35


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "pink"}, r"theme is 'pink', but must be one of: light, dark, print, transparent"),
        ({"size": "stamp"}, r"size is 'stamp', but must be one of: card, square, column, poster"),
        ({"width": 10}, r"width is 10, but must be a whole number of pixels from 300 to 10,000"),
        ({"height": 7.5}, r"height is 7.5, but must be a whole number"),
        ({"scale": 0}, r"scale is 0, but must be a number from 0.25 to 8"),
        ({"title": 3}, r"title is 3, but must be a text"),
        ({"highlight": 3}, r"highlight is 3, but must be a name or a list of names"),
        ({"annotate": ["Denver"]}, r"annotate is .*, but must be a mapping of names to texts"),
        ({"annotate": {"Denver": None}}, r"annotate has None for 'Denver', but must be a mapping of names to texts"),
        ({"highlight": ["5"]}, r"highlight: the chart shows no '5'; .*[1-4]"),
        ({"annotate": {"Denver": "x"}}, r"annotate: the chart shows no 'Denver'; there are 1, 2, 3, 4"),
    ],
)
def test_what_cannot_be_is_refused_in_a_line(options: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        charts.win_share_by_seat(RESULT, **options)
    with pytest.raises(TypeError, match="unexpected keyword argument 'titel'; did you mean title"):
        charts.win_share_by_seat(RESULT, titel="x")  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"highlight": "Atlantis"}, r"highlight: map 'usa' has no city or track 'Atlantis'"),
        ({"highlight": 5}, r"highlight is 5, but must be a name or a list of names"),
        ({"highlight": [None]}, r"highlight: the number of a track "),
        ({"annotate": {"Dever": "x"}}, r"annotate: the board shows no city or track 'Dever'; did you mean Denver"),
    ],
)
def test_a_place_that_is_not_on_the_board_is_refused(options: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        charts.board_figure("usa", **options)


def test_none_is_not_given_and_numbers_of_numpy_are_numbers() -> None:
    given = dict.fromkeys(FigureOptions.__annotations__)
    assert look_of(given) == Look()  # type: ignore[arg-type]
    assert look_of({"width": np.int64(500), "scale": np.float64(2)}) == Look(width=500, scale=2.0)
    assert charts.text_of(charts.board_figure("usa", title=None, highlight=None), "title") == ""  # type: ignore[arg-type]


def test_only_a_size_that_a_reader_asked_for_makes_a_picture_of_exactly_that_size() -> None:
    assert [charts.value_board("usa", {0: 1.0}, **more).layout.meta["sized"] for more in ({}, {"width": 800})] == [
        False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("more", [{"source": "mine"}, {"title": "T"}])
def test_a_board_names_its_map_whatever_else_it_says(more: Any) -> None:
    fig = charts.board_figure("usa", **more)
    assert "Map Ticket to Ride (USA)" in charts.text_of(fig, "caption")
    assert any("Map Ticket to Ride (USA)" in note.text for note in fig.layout.annotations if note.name == "caption")


def test_a_width_and_a_height_win_over_a_named_size() -> None:
    assert look_of({"size": "card"}) == Look(width=1200, height=630)
    assert look_of({"size": "card", "height": 500}) == Look(width=1200, height=500)


def test_text_grows_with_the_figure_but_never_becomes_tiny() -> None:
    assert Look(width=1800).zoom(900, 500) == 2.0
    assert Look(width=1800, height=500).zoom(900, 500) == 1.0
    assert Look(width=300).zoom(900, 500) == 0.8
    assert Look(width=1800, scale=0.5).zoom(900, 500) == 1.0
    assert Look().plot_size(900, 680) == (900, 680)
