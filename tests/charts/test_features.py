"""Charts of what only some maps have: names of tours are whole at every width, in the names in use."""

from __future__ import annotations

import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts, stats
from ttr_analysis.charts.marks import plain_text
from ttr_analysis.maps.folder import load_map

TOURS = stats.tour_outcomes(made_up_result(load_map("rails_sails_world"), 60, ("random",) * 3))


def test_on_a_phone_the_names_of_tours_stand_above_bars_that_have_the_whole_width() -> None:
    fig = charts.tour_outcomes(TOURS, width=390)
    names = [plain_text(note.text) for note in fig.layout.annotations if note.name is None]
    assert len(names) == (TOURS["kept"] > 0).sum() >= 5
    assert any(name.endswith("9 / 6 points") for name in names)
    assert fig.layout.yaxis.showticklabels is False
    assert fig.layout.margin.l < 30
    wide = charts.tour_outcomes(TOURS, width=838)
    assert not [note for note in wide.layout.annotations if note.name is None]


@pytest.mark.parametrize("width", [390, 838])
def test_lines_of_a_tour_break_between_its_cities_by_the_names_shown(width: int) -> None:
    fig = charts.tour_outcomes(TOURS, width=width, cities="pl")
    lines = [line for name in fig.data[0].y for line in name.split("<br>")[:-1]]
    assert any("Kair" in line for line in lines)
    assert not any("Al-Qahira" in line for line in lines)
    assert all(line.endswith("-") or line == name.split("<br>")[-2] for name in fig.data[0].y
               for line in name.split("<br>")[:-1])  # fmt: skip
    assert max(map(len, lines)) <= (60 if width < 400 else 34)
