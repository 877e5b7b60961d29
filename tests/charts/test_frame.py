"""What charts share: a table of another kind is refused in words."""

from __future__ import annotations

import inspect
import re
from pkgutil import resolve_name

import pandas as pd
import plotly.graph_objects as go
import pytest

from tests.support.made_up import made_up_result
from ttr_analysis import charts, stats
from ttr_analysis.charts.frame import TABLES, draws
from ttr_analysis.errors import SetupError, TicketToRideError

OF_TABLES = [name for name in dir(charts) if getattr(charts, name) and name in TABLES]

OTHER = pd.DataFrame({"run": ["a", "b"], "taste": [1.5, 2.5]})


@pytest.mark.parametrize("chart", OF_TABLES)
def test_every_chart_names_the_table_that_it_draws_when_it_is_given_another(chart: str) -> None:
    function = getattr(charts, chart)
    first, *others = inspect.signature(function).parameters.values()
    needed = [
        OTHER if "DataFrame" in str(each.annotation) else "station"
        for each in others
        if each.default is each.empty and each.kind is not each.VAR_KEYWORD
    ]
    given = {"one": OTHER} if str(first.annotation).startswith("Mapping") else OTHER
    with pytest.raises(
        SetupError, match=r"^this chart draws the table of [\w.]+.*, not one with the columns run, taste$"
    ):
        function(given, *needed)
    with pytest.raises(SetupError, match=r"^this chart draws .*table of [\w.]+.*, not "):
        function(17, *needed)


@pytest.mark.parametrize("chart", OF_TABLES)
def test_charts_of_tables_alone_refuse_games_by_name(chart: str) -> None:
    function = getattr(charts, chart)
    first, *others = inspect.signature(function).parameters.values()
    if any(each.default is each.empty and each.kind is not each.VAR_KEYWORD for each in others):
        return
    alone = re.sub(r"\[.*\]", "", str(first.annotation))
    if "Result" not in alone and "Tournament" not in alone:
        with pytest.raises(SetupError, match=r"^this chart draws .*table of [\w.]+.*, not <Result usa"):
            function(made_up_result(games=40))


def test_what_is_no_figure_map_or_attempt_is_refused_by_name() -> None:
    for function in (charts.table_of, charts.surcharge_odds, charts.board_figure):
        with pytest.raises(
            TicketToRideError, match=r"(the figure must be a Figure|the attempt must be a Tunnel|a map)"
        ):
            function(OTHER)  # type: ignore[operator]


def test_the_makers_of_tables_are_public_functions() -> None:
    for makers in TABLES.values():
        for name in makers:
            room, _, function = name.rpartition(".")
            assert callable(getattr(resolve_name(f"ttr_analysis.{room}"), function)), name
    assert {"score_parts", "ladder", "sweep", "comparison", "optimum_by_trains"} <= set(TABLES)


def test_a_table_with_the_same_columns_is_told_by_its_maker() -> None:
    result = made_up_result(games=40)
    table = stats.pieces_left(result)
    with pytest.raises(SetupError, match=r"draws the table of stats\.tickets_made, not that of stats\.pieces_left"):
        charts.tickets_made(table)
    assert charts.pieces_left(table[table["share"] > 0]).data
    assert charts.tickets_made(table.assign(mine=1)).data, "what others have made of a table is theirs to name"


def test_a_fault_of_a_chart_itself_is_not_laid_on_the_table() -> None:
    @draws("stats.game_lengths")
    def broken(table: pd.DataFrame) -> go.Figure:
        return go.Figure(table["nothing of this name"])

    with pytest.raises(KeyError, match="nothing of this name"):
        broken(stats.game_lengths(made_up_result(games=40)))
    with pytest.raises(TypeError, match="unexpected"):
        charts.comparison(OTHER, colour=3)  # type: ignore[call-arg]
