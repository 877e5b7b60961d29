"""Cities by their names in another language: in the picture, its texts and its table."""

from __future__ import annotations

import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import made_up_board

RESULT = made_up_result(games=60)


def test_a_board_shows_the_names_that_are_asked_for_and_the_printed_ones_by_default() -> None:
    shown = str(charts.board_figure("europe", cities="pl").to_json())
    assert "Konstantynopol" in shown
    assert "Constantinople" not in shown
    assert "Constantinople" in str(charts.board_figure("europe").to_json())


def test_texts_and_table_agree_with_the_picture() -> None:
    plain, polish = (charts.track_values(RESULT, cities=names) for names in ("printed", "pl"))
    texts = [*(charts.text_of(plain, name) for name in ("title", "subtitle", "alt")), *charts.table_of(plain)["name"]]
    shown = [*(charts.text_of(polish, name) for name in ("title", "subtitle", "alt")), *charts.table_of(polish)["name"]]
    assert any("New York" in text for text in texts)
    assert shown == [_in_polish(text) for text in texts]


def _in_polish(text: str) -> str:
    for printed, polish in {"New York": "Nowy Jork", "New Orleans": "Nowy Orlean", "Washington": "Waszyngton",
                            "Montréal": "Montreal", "Sault St. Marie": "Sault Ste. Marie"}.items():  # fmt: skip
        text = text.replace(printed, polish)
    return text


@pytest.mark.parametrize("name", ["New York", "Nowy Jork", "nowy jork"])
def test_a_note_and_a_highlight_take_either_name(name: str) -> None:
    drawn = charts.board_figure("usa", cities="pl", annotate={name: "start"}, highlight=name)
    assert charts.text_of(drawn, "alt").endswith("start.")
    assert "start" in [note.text for note in drawn.layout.annotations]


def test_a_note_may_be_added_to_a_finished_board_by_the_name_that_it_shows() -> None:
    drawn = charts.annotate(charts.board_figure("usa", cities="pl"), "Nowy Jork-Waszyngton", "busy")
    assert "busy" in [note.text for note in drawn.layout.annotations]


def test_a_chart_without_cities_refuses_their_names_and_takes_them_from_use() -> None:
    with pytest.raises(SetupError, match="cities is 'pl', but the chart shows no city that has a name in this"):
        charts.win_share_by_seat(RESULT, cities="pl")
    charts.theme.use(cities="pl")
    try:
        assert charts.text_of(charts.win_share_by_seat(RESULT), "title")
        assert "Nowy Jork" in str(charts.board_figure("usa").to_json())
    finally:
        charts.theme.use(cities="printed")


def test_a_board_without_such_names_refuses_them() -> None:
    with pytest.raises(SetupError, match="shows no city"):
        charts.board_figure(made_up_board(1), cities="pl")
