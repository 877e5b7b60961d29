"""The menu of languages: labels, hints, menus and figures of all explorers change, and change back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import ipywidgets as widgets
import pytest
from how_often import first
from made_up import made_up_result
from made_up_tournament import made_up_tournament

from ttr_analysis.explore import (
    DrawExplorer,
    Explorer,
    ResultExplorer,
    TicketExplorer,
    TournamentExplorer,
    TrackExplorer,
    TunnelExplorer,
    WorthExplorer,
    language_menu,
    replay,
    tournaments,
)
from ttr_analysis.explore import games as playing
from ttr_analysis.maps import languages

KINDS = (DrawExplorer, WorthExplorer, TicketExplorer, TournamentExplorer, TrackExplorer, TunnelExplorer, ResultExplorer)
pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture(autouse=True)
def _in_english_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(playing, "simulate", lambda game_map, lineup, *, games, seed, **others: made_up_result(
        game_map, games, tuple(lineup), seed))  # fmt: skip
    monkeypatch.setattr(
        tournaments, "tournament", lambda *_, **__: made_up_tournament([1.0, 0.5], (0.2, 0.0), games=30, seed=2)
    )
    yield
    languages.use("en")


def labels(top: widgets.Widget) -> list[str]:
    """What stands beside, on and in all controls."""
    found = [getattr(top, "description", ""), getattr(top, "tooltip", "") or ""]
    found += [each if isinstance(each, str) else str(each[0]) for each in getattr(top, "options", ())]
    return found + [text for child in getattr(top, "children", ()) for text in labels(child)]


def title(explorer: Explorer) -> str:
    (figure,) = explorer.figure_box.children
    return str(figure.layout.title.text)


@pytest.mark.parametrize("kind", first(KINDS, 2, "the others share their controls"))
def test_labels_change_with_the_language_and_back(kind: type[Explorer]) -> None:
    explorer = kind()
    english = labels(explorer)
    explorer.language_menu.value = "pl"
    polish = labels(explorer)
    assert {"Język", "Mapa"} <= set(polish)
    with languages.speaking("pl"):
        assert polish == labels(kind())
    explorer.language_menu.value = "en"
    assert labels(explorer) == english


def test_the_figure_is_drawn_in_the_language_with_the_same_choice() -> None:
    explorer = DrawExplorer()
    explorer.need_slider.value = 4
    before = title(explorer)
    explorer.language_menu.value = "pl"
    assert explorer.error.value == ""
    assert explorer.need_slider.value == 4
    assert "połowie" in title(explorer) or "karty" in title(explorer)
    explorer.language_menu.value = "en"
    assert title(explorer) == before


@pytest.mark.long(reason="draws all boards and charts of games in two languages")
@pytest.mark.parametrize("kind", [TournamentExplorer, TrackExplorer])
def test_kept_figures_are_drawn_anew_and_the_run_still_fits(kind: type[Any]) -> None:
    explorer = kind(games=30) if kind is TournamentExplorer else kind(games=100)
    explorer.run()
    before = title(explorer)
    explorer.language_menu.value = "pl"
    assert title(explorer) != before
    assert re.search("Prowadzi|zajmowany", title(explorer))
    assert explorer.stale.value == ""


def test_a_viewer_keeps_its_step_and_tells_its_moves() -> None:
    explorer = replay("usa", ["greedy_points"], players=2, seed=7)
    assert explorer.view is not None
    explorer.view.step = 5
    english = explorer.table["decision"].tolist()
    explorer.language_menu.value = "pl"
    (view,) = explorer.figure_box.children
    assert view.step == 5
    polish = explorer.table["decision"].tolist()
    assert len(polish) == len(english)
    assert not set(polish) & set(english)


def test_all_explorers_of_a_session_change_together() -> None:
    one, other = DrawExplorer(), DrawExplorer("europe")
    one.language_menu.value = "pl"
    assert other.language_menu.value == "pl"
    assert other.map_menu.description == "Mapa"
    assert other.map_menu.value == "europe"
    assert languages.language() == "pl"


def test_texts_of_others_stay() -> None:
    assert language_menu.retold("my own label", "en", "pl") == "my own label"
    assert language_menu.retold("Ziarno", "pl", "en") == "Seed"
