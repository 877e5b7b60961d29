"""Long lists of bars fold: the first and the last are drawn, and a row between them tells how many are not."""

from __future__ import annotations

import pandas as pd

from tests.support.made_up import made_up_result
from ttr_analysis import charts, stats
from ttr_analysis.charts import frame


def test_a_long_table_is_drawn_without_its_middle() -> None:
    table = pd.DataFrame({"value": range(60)})
    shown, names = frame.folded(table, [str(place) for place in range(60)])
    half = frame.MOST_ROWS // 2
    assert names[half] == "… 10 more …"
    assert (len(shown), len(names)) == (frame.MOST_ROWS + 1, frame.MOST_ROWS + 1)
    assert shown["value"].dropna().tolist() == [*range(half), *range(60 - half, 60)]
    assert frame.folded(table.head(50), ["x"] * 50)[0].equals(table.head(50))


def test_a_folded_chart_keeps_its_table_and_tells_the_rest() -> None:
    tickets = stats.ticket_outcomes(made_up_result(games=60))
    many = pd.concat([tickets.assign(name=tickets["name"] + f" {copy}") for copy in range(3)], ignore_index=True)
    fig = charts.ticket_outcomes(many)
    assert f"… {len(many) - frame.MOST_ROWS} more …" in list(fig.data[0].y)
    assert len(charts.table_of(fig)) == len(many)
