"""Explorers in other people's notebooks: widgets in boxes, any map, the table behind the figure, calls on change."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import ipywidgets as widgets
import pandas as pd
import pytest
from how_often import first
from made_up import made_up_result
from made_up_tournament import made_up_tournament

from ttr_analysis.errors import MapError
from ttr_analysis.explore import (
    DrawExplorer,
    Explorer,
    ResultExplorer,
    TicketExplorer,
    TournamentExplorer,
    TrackExplorer,
    TunnelExplorer,
    WorthExplorer,
    tournaments,
)
from ttr_analysis.explore import games as playing
from ttr_analysis.maps.folder import find_map, load_map
from ttr_analysis.maps.languages import speaking
from ttr_analysis.results.result import Result

KINDS = (
    DrawExplorer, ResultExplorer, TicketExplorer, TournamentExplorer, TrackExplorer, TunnelExplorer, WorthExplorer,
)  # fmt: skip
pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture(autouse=True)
def _no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up games instead of played ones."""

    def simulate(game_map: Any, lineup: list[str], *, games: int, seed: int, **others: Any) -> Result:
        return made_up_result(game_map, games, tuple(lineup), seed)

    def tournament(*arguments: Any, **options: Any) -> Any:
        return made_up_tournament([1.0, 0.5, 0.0], (0.2, 0.0), games=30, seed=2)

    monkeypatch.setattr(playing, "simulate", simulate)
    monkeypatch.setattr(tournaments, "tournament", tournament)


def changed() -> Any:
    usa = load_map("usa")
    return replace(usa, tracks=tuple(replace(t, length=3) if t.index == 0 else t for t in usa.tracks))


@pytest.mark.parametrize("kind", first(KINDS, 3, "the notebooks show each kind"))
def test_an_explorer_is_a_widget(kind: Callable[..., Explorer]) -> None:
    explorer = kind()
    assert widgets.HBox([explorer]).children == (explorer,)
    assert "application/vnd.jupyter.widget-view+json" in explorer._repr_mimebundle_()
    assert explorer.figure_box in explorer.children
    assert repr(explorer) == f"<{kind.__name__} {explorer.map_menu.value}>"


def test_a_map_of_ones_own_is_offered_beside_the_others(tmp_path: Path) -> None:
    copy = shutil.copytree(find_map("usa"), tmp_path / "usa")
    for given in (copy, str(copy), load_map(copy, "1910")):
        explorer = DrawExplorer(given)
        assert explorer.map_menu.value == "usa (yours)"
        assert explorer.chosen_map() == (given if not isinstance(given, str | Path) else load_map(copy))
        assert set(explorer.ticket_set_menu.options) == set(load_map("usa").ticket_sets)
        explorer.ticket_set_menu.value = "mega"
        assert explorer.chosen_map().folder == copy.resolve()
    explorer.map_menu.value = "usa"
    assert explorer.chosen_map().folder == find_map("usa").resolve()
    explorer.map_menu.value = "usa (yours)"
    assert explorer.chosen_map().ticket_set == "1910"


@pytest.mark.parametrize("kind", first(KINDS, 2, "each kind reads the map alike; two are tried at every run"))
def test_a_changed_map_has_its_own_tickets_only(kind: Callable[..., Explorer]) -> None:
    usa = changed()
    explorer = kind(usa)
    assert explorer.map_menu.value == "usa (yours)", "it is called like the printed one"
    assert explorer.ticket_set_menu.options == ("base",)
    assert explorer.chosen_map() is usa
    if kind is TicketExplorer:
        assert explorer.error.value == ""
        return  # another deal takes its time
    explorer.map_menu.value = "usa"
    assert explorer.chosen_map().digest == load_map("usa").digest != usa.digest


def test_a_map_with_a_name_is_chosen_by_it() -> None:
    explorer = DrawExplorer(load_map("usa", "1910"))
    assert explorer.map_menu.value == "usa"
    assert explorer.ticket_set_menu.value == explorer.chosen_map().ticket_set == "1910"
    with pytest.raises(MapError, match="there is no map 'uza'"):
        DrawExplorer("uza")
    with pytest.raises(MapError, match="given by its name or its folder"):
        DrawExplorer(7)  # type: ignore[arg-type]


def rows(explorer: Explorer) -> pd.DataFrame:
    table = explorer.table
    assert 0 < len(table) <= 600
    assert "trace" not in table.columns, "no drawing points"
    return table


def test_the_table_is_behind_the_figure_and_a_copy() -> None:
    explorer = DrawExplorer("usa")
    table = rows(explorer)
    explorer.need_slider.value = 2
    assert not rows(explorer).equals(table)
    table = explorer.table
    table["mine"] = 1
    assert "mine" not in explorer.table
    explorer.color_cards.value, explorer.gone_color.value = 2, 12
    before = explorer.table
    explorer.gone_color.value = 11
    assert "cannot be more than 10" in explorer.error.value
    assert explorer.table.equals(before), "that of the picture, which stays"


def test_each_chart_of_each_explorer_has_its_rows() -> None:
    tickets = TicketExplorer("usa", tickets=("Los Angeles-New York", "Duluth-El Paso"))
    trains = {len(rows(tickets))}
    for chart in ("value", "partners"):
        tickets.chart_menu.value = chart
        trains.add(len(rows(tickets)))
    assert len(trains) > 1
    assert len(rows(TunnelExplorer())) >= 4
    results, tracks, duels = ResultExplorer(games=100), TrackExplorer(games=100), TournamentExplorer(games=30)
    for explorer in (results, tracks, duels):
        assert explorer.table.empty
        explorer.run()
        assert explorer.error.value == ""
    for chart in results.CHARTS:
        results.chart_menu.value = chart
        rows(results)
    assert rows(tracks)["name"].tolist() == [track.name for track in load_map("usa").tracks]
    tracks.measure_menu.value = "winner_lift"
    assert "winner_lift" in rows(tracks)
    for chart in duels.CHARTS:
        duels.chart_menu.value = chart
        rows(duels)


def test_a_function_is_called_with_the_explorer_after_each_change() -> None:
    explorer, seen = TunnelExplorer(), []

    def note(changed: Explorer) -> None:
        seen.append((changed, changed.table, changed.error.value))

    explorer.on_change(note)
    explorer.length_slider.value = 3
    assert len(seen) == 1
    assert seen[0][0] is explorer
    assert seen[0][1].equals(explorer.table)
    explorer.color_cards.value = 0
    assert "cannot pay" in seen[1][2]
    assert seen[1][1].equals(seen[0][1])
    explorer.map_menu.value = "usa"
    assert len(seen) == 3, "once for all the controls that follow from the map"
    explorer.on_change(note, remove=True)
    explorer.map_menu.value = "europe"
    assert len(seen) == 3
    player = TrackExplorer(games=100)
    player.on_change(note)
    player.run()
    assert [each[0] for each in seen[3:]] == [player]


def test_a_map_of_ones_own_has_its_own_numbers_of_players_and_perhaps_no_tickets() -> None:
    usa = load_map("usa")
    six = usa.with_rules(players=(1, 6))
    for kind in (TicketExplorer, TournamentExplorer, TrackExplorer):
        for players in (1, 6):
            explorer = kind(six, players=players)
            assert explorer.map_menu.value == six.name == "usa (changed)"
            slider = explorer.players_slider
            assert (slider.min, slider.value, slider.max) == (1, players, 6)
    explorer.map_menu.value = "usa"
    assert (slider.min, slider.value, slider.max) == (2, 5, 5)
    bare = replace(usa, tickets=())
    explorer = TicketExplorer(bare)
    for chart in explorer.CHARTS:
        explorer.chart_menu.value = chart
        assert "has no tickets" in explorer.error.value
    explorer.deal()
    few = TicketExplorer(replace(usa, tickets=usa.tickets[:2]))
    assert [ticket.index for ticket in few.chosen_tickets()] == [0, 1]


def test_an_explorer_speaks_the_language_in_use_when_it_is_made() -> None:
    with speaking("pl"):
        explorer = DrawExplorer("usa")
        explorer.refresh()
        controls = explorer.map_menu, explorer.ticket_set_menu, explorer.need_slider
        labels = [control.description for control in controls]
        assert labels == ["Mapa", "Zestaw biletów", "Potrzebne"]
        assert "w ciemno" in explorer.figure_box.children[0].data[0].hovertemplate
