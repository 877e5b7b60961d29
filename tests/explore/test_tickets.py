"""The explorer of tickets, without a browser."""

from __future__ import annotations

import time
from typing import Any

import pytest
from how_often import boards

from ttr_analysis.exact.optimum import min_trains
from ttr_analysis.explore import TicketExplorer
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.openings import dealt_tickets

pytestmark = pytest.mark.usefixtures("fresh_heap")

THREE = ("Los Angeles-New York", "Duluth-El Paso", "Seattle-New York")


def shown(explorer: TicketExplorer) -> Any:
    (figure,) = explorer.figure_box.children
    return figure


def test_the_network_follows_the_tickets() -> None:
    explorer = TicketExplorer(tickets=THREE)
    trains = min_trains(load_map("usa"), THREE).trains
    assert f"{trains} trains complete 3 tickets" in shown(explorer).layout.title.text
    explorer.choose(THREE[:1])
    assert "20 trains complete 1 ticket<" in shown(explorer).layout.title.text
    explorer.ticket_menu.index = ()
    assert "choose at least one ticket" in explorer.error.value
    assert "20 trains complete 1 ticket<" in shown(explorer).layout.title.text, "the last picture stays"
    assert "does not fit the controls" in explorer.stale.value


def test_exact_charts_are_kept() -> None:
    explorer = TicketExplorer()
    explorer.chart_menu.value = "value"
    first = shown(explorer)
    explorer.chart_menu.value = "partners"
    assert "together" in shown(explorer).layout.title.text
    start = time.process_time()
    explorer.chart_menu.value = "value"
    assert time.process_time() - start < 0.2
    assert shown(explorer) is first


@pytest.mark.parametrize("name", boards("usa"))
def test_every_map_and_deck_deals_what_its_rules_deal(name: str) -> None:
    explorer = TicketExplorer(name)
    for ticket_set in load_map(name).ticket_sets:
        explorer.ticket_set_menu.value = ticket_set
        game_map = load_map(name, ticket_set)
        assert len(explorer.ticket_menu.options) == len(game_map.tickets)
        explorer.deal()
        dealt = explorer.chosen_tickets()
        assert len(dealt_tickets(game_map, dealt)) == len(dealt)
        assert explorer.error.value == ""
    assert explorer.players_slider.max == load_map(name).rules.players[1]


def test_run_gives_advice_and_a_change_takes_it_back() -> None:
    explorer = TicketExplorer(tickets=THREE, players=2, games=30)
    explorer.run()
    assert explorer.error.value == ""
    assert explorer.advice is not None
    assert explorer.chart_menu.value == "advice"
    assert len(shown(explorer).data[0].y) == len(explorer.advice) == 4
    assert "n\xa0=\xa030 games" in " ".join(note.text for note in shown(explorer).layout.annotations)
    explorer.choose(THREE[:2])
    assert explorer.advice is None
    assert explorer.status.value.startswith("Press Run")
    assert "press Run" in explorer.error.value
    explorer.run()
    assert "tickets: 2 are given, but 3 are dealt" in explorer.error.value
    assert not explorer.run_button.disabled


@pytest.mark.long(reason="plays until it is stopped; the runner is tried at every run")
def test_stop_shows_the_games_played_by_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttr_analysis.play.openings.BLOCK", 30)
    explorer = TicketExplorer(tickets=THREE, players=2, games=90)
    advance = explorer.advance

    def stop_at_once(done: int, whole: int) -> bool:
        assert not explorer.stop_button.disabled
        explorer.stop_button.click()
        return advance(done, whole)

    monkeypatch.setattr(explorer, "advance", stop_at_once)
    explorer.run()
    assert explorer.advice is not None
    assert explorer.advice["games"].tolist() == [30] * 4
    assert explorer.status.value == "30 games for each of 4 choices, stopped"
    assert (explorer.progress.value, explorer.progress.max) == (120, 360)
    assert "n\xa0=\xa030 games" in " ".join(note.text for note in shown(explorer).layout.annotations)
    assert explorer.stop_button.disabled
    assert not explorer.run_button.disabled


def test_copies_have_an_entry_each_and_are_chosen_by_naming_them_twice() -> None:
    explorer = TicketExplorer("switzerland", tickets=("Italia", "Italia", "Bern-France"))
    labels = [label for label, _ in explorer.ticket_menu.options]
    assert len(set(labels)) == len(labels)
    assert [ticket.index for ticket in explorer.chosen_tickets()] == [34, 42, 43]
    assert "complete 3 tickets" in shown(explorer).layout.title.text
