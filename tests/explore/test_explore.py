"""Explorers, without a browser: controls, Run and Stop, errors under the controls, speed."""

from __future__ import annotations

import importlib
import time
from pathlib import Path
from typing import Any

import pytest
from how_often import boards
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.charts.board.heat_maps import MEASURES
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.export import Pictures
from ttr_analysis.errors import MissingTool, StrategyError
from ttr_analysis.exact import odds
from ttr_analysis.explore import (
    DrawExplorer,
    Explorer,
    ResultExplorer,
    TicketExplorer,
    TournamentExplorer,
    TrackExplorer,
    TunnelExplorer,
    WorthExplorer,
)
from ttr_analysis.explore import games as playing
from ttr_analysis.explore.routes import COVER
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES

pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Made-up games instead of played ones; gives the calls."""
    calls: list[dict[str, Any]] = []

    def simulate(game_map: Any, lineup: list[str], *, games: int, seed: int, first_game: int, progress: bool) -> Result:
        calls.append({"map": game_map.name, "lineup": lineup, "games": games, "first": first_game, "seed": seed})
        result = made_up_result(game_map, games, tuple(lineup), seed + first_game)
        for name in TABLES:
            result.table(name)["game"] += first_game
        return result

    monkeypatch.setattr(playing, "simulate", simulate)
    return calls


def shown(explorer: Explorer) -> Any:
    (figure,) = explorer.figure_box.children
    return figure


def heading(explorer: Explorer) -> str:
    """Title and subtitle of the picture."""
    layout = shown(explorer).layout
    texts = [layout.title.text, *(note.text for note in layout.annotations if note.name == "subtitle")]
    return " ".join(texts).replace("<br>", " ")


def covered(explorer: TrackExplorer) -> int:
    """Spaces that are covered on the board."""
    covers = [shape for shape in shown(explorer).layout.shapes if shape.name == COVER]
    return sum(shape.path.count("M") for shape in covers if shape.opacity > 0)


def test_run_plays_in_chunks_and_shows_a_figure(games: list[dict[str, Any]]) -> None:
    explorer = TrackExplorer(games=600, seed=3)
    assert explorer.figure_box.children == ()
    explorer.run()
    assert explorer.error.value == ""
    assert [call["games"] for call in games] == [250, 250, 100]
    assert [call["first"] for call in games] == [0, 250, 500]
    assert explorer.progress.value == explorer.progress.max == 600
    assert explorer.result is not None
    assert explorer.result.complete
    assert len(explorer.result) == 600
    assert "n\xa0=\xa0600 games" in " ".join(note.text for note in shown(explorer).layout.annotations)
    assert explorer.stop_button.disabled
    assert not explorer.run_button.disabled


def test_controls_that_need_no_games_change_the_figure_at_once(games: list[dict[str, Any]]) -> None:
    explorer = TrackExplorer(games=100)
    explorer.run()
    played = len(games)
    titles = set()
    for measure in MEASURES:
        start = time.process_time()
        explorer.measure_menu.value = measure
        assert time.process_time() - start < 0.2
        titles.add(shown(explorer).layout.title.text)
    assert len(titles) == len(MEASURES)
    assert covered(explorer) == 0
    live = shown(explorer)
    start = time.process_time()
    explorer.min_slider.value = 50
    assert time.process_time() - start < 0.2
    assert shown(explorer) is live, "a page is slow to show a new figure"
    rare = (stats.track_values(explorer.result)["claim_share"] < 0.5).to_numpy()
    spaces = sum(track.length for track in explorer.result.game_map.tracks if rare[track.index])
    assert 0 < spaces == covered(explorer), "tracks claimed in fewer than half the games are covered, no others"
    explorer.measure_menu.value = "claim_share"
    assert covered(explorer) == spaces, "they stay covered when the measure changes"
    explorer.min_slider.value = 0
    assert covered(explorer) == 0
    assert len(games) == played


def test_charts_of_results(games: list[dict[str, Any]]) -> None:
    explorer = ResultExplorer(games=100)
    explorer.run()
    titles = set()
    for chart in explorer.CHARTS:
        explorer.chart_menu.value = chart
        titles.add(shown(explorer).layout.title.text)
    assert len(titles) == len(explorer.CHARTS)


def test_stop_keeps_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = TrackExplorer(games=1000)
    play = playing.simulate

    def stopped(*arguments: Any, **options: Any) -> Result:
        explorer.stop_button.click()
        return play(*arguments, **options)

    monkeypatch.setattr(playing, "simulate", stopped)
    explorer.run_button.click()
    assert explorer._thread is not None
    explorer._thread.join(60)
    assert explorer.status.value == "250 games, stopped"
    assert explorer.result is not None
    assert not explorer.result.complete
    assert "stopped early; 1,000 were requested" in " ".join(
        n.text for n in shown(explorer).layout.annotations
    ).replace("<br>", " ")


def test_errors_stand_under_the_controls(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = TrackExplorer(games=100)

    def fails(*arguments: Any, **options: Any) -> Result:
        raise StrategyError("strategy <b>bad</b> failed")

    monkeypatch.setattr(playing, "simulate", fails)
    explorer.run()
    assert "strategy &lt;b&gt;bad&lt;/b&gt; failed" in explorer.error.value
    assert explorer.figure_box.children == ()
    assert not explorer.run_button.disabled


def test_a_picture_of_other_choices_says_so_until_run_or_until_they_are_chosen_again(
    games: list[dict[str, Any]],
) -> None:
    explorer = ResultExplorer(games=100)
    explorer.seed_box.value = 2
    assert explorer.stale.value == "", "there is no picture yet"
    explorer.run()
    assert explorer.stale.value == ""
    picture = shown(explorer)
    for control, value in (
        (explorer.seed_box, 3),
        (explorer.strategies_menu, ("random",)),
        (explorer.map_menu, "europe"),
    ):
        before = control.value
        control.value = value
        assert "press Run" in explorer.stale.value
        assert shown(explorer) is picture
        explorer.chart_menu.value = "seats"
        assert "press Run" in explorer.stale.value, "another chart of the same games fits no better"
        explorer.chart_menu.value = "tickets"
        control.value = before
        if control is explorer.map_menu:
            assert explorer.players_slider.value == 4
        assert explorer.stale.value == ""
    explorer.seed_box.value = 3
    explorer.run()
    assert explorer.stale.value == ""


def test_a_failed_run_leaves_the_picture_and_says_that_it_does_not_fit(
    games: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = ResultExplorer(games=100)
    explorer.run()
    picture = shown(explorer)

    def fails(*arguments: Any, **options: Any) -> Result:
        raise StrategyError("no")

    monkeypatch.setattr(playing, "simulate", fails)
    explorer.run()
    assert shown(explorer) is picture
    assert "does not fit the controls" in explorer.stale.value


def test_all_strategies_are_seen_at_once() -> None:
    for explorer in (ResultExplorer(games=100), TournamentExplorer(games=30)):
        assert explorer.strategies_menu.rows == len(explorer.strategies_menu.options) >= 15


def test_save_writes_the_files_of_the_figure_and_names_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pictures, "start", _no_browser)
    explorer = TunnelExplorer()
    explorer.save_name.value = str(tmp_path / "figures" / "tunnel")
    explorer.save_button.click()
    assert {path.name for path in (tmp_path / "figures").iterdir()} == {"tunnel.csv", "tunnel.html", "tunnel.txt"}
    assert "tunnel.csv" in explorer.saved_files.value
    assert "needs a browser" in explorer.saved_files.value
    assert "europe" in (tmp_path / "figures" / "tunnel.txt").read_text(encoding="utf-8")
    explorer.length_slider.value = 3
    assert explorer.saved_files.value == "", "these are not the files of the new picture"
    explorer.save_name.value = ""
    explorer.save_button.click()
    assert "stem is ''" in explorer.error.value.replace("&#x27;", "'")
    empty = ResultExplorer(games=100)
    empty.save_button.click()
    assert "no figure to save" in empty.error.value


def _no_browser(self: Pictures) -> None:
    raise MissingTool("needs a browser")


def test_another_map_offers_its_ticket_sets_and_numbers_of_players(games: list[dict[str, Any]]) -> None:
    explorer = TrackExplorer(games=100)
    assert explorer.ticket_set_menu.options[:2] == ("base", "1910")
    explorer.players_slider.value = 5
    explorer.map_menu.value = "first_journey_usa"
    assert explorer.players_slider.value == explorer.players_slider.max == 4
    explorer.strategies_menu.value = ("greedy_points", "random")
    explorer.run()
    assert games[0]["map"] == "first_journey_usa"
    assert games[0]["lineup"] == ["greedy_points", "random", "greedy_points", "random"]


def test_tunnel_explorer_follows_hand_and_deck() -> None:
    explorer = TunnelExplorer()
    assert explorer.error.value == ""
    for control, value, success in (
        (explorer.color_cards, 4, odds.success_odds(2, 8 + 14, 106)),
        (explorer.length_slider, 3, odds.success_odds(1, 8 + 14, 106)),
        (explorer.gone_locomotives, 14, odds.success_odds(1, 8, 92)),
        (explorer.deck_slider, 0, 1),
    ):
        start = time.process_time()
        control.value = value
        assert time.process_time() - start < 0.2
        assert f"{100 * success:.1f}\N{NO-BREAK SPACE}% of attempts" in shown(explorer).layout.title.text
    figure = shown(explorer)
    explorer.deck_slider.value = 1
    assert shown(explorer) is figure, "changed in place, which a page draws faster"
    exact = odds.tunnel_odds(
        load_map("europe").rules.cards, 3, "purple", {"purple": 4}, gone={"locomotive": 14}, deck=1
    )
    assert [y for trace in figure.data for y in trace.y] == pytest.approx([100 * p for p in exact.surcharge])
    assert "1 of 92 unseen cards" in figure.layout.annotations[0].text.replace("<br>", " ")
    explorer.color_cards.value = 2
    assert "cannot pay 3 spaces" in explorer.error.value
    assert shown(explorer) is figure, "the picture stays, and says that it does not fit"
    assert "does not fit the controls" in explorer.stale.value
    explorer.color_menu.value = "locomotive"
    explorer.gone_locomotives.value, explorer.locomotive_cards.value, explorer.deck_slider.value = 0, 3, 110
    exact = odds.tunnel_odds(load_map("europe").rules.cards, 3, "locomotive", {"locomotive": 3}).success
    assert f"{100 * exact:.1f}\N{NO-BREAK SPACE}%" in shown(explorer).layout.title.text
    assert explorer.stale.value == ""


@pytest.mark.parametrize(
    "kind",
    [DrawExplorer, ResultExplorer, TrackExplorer, TicketExplorer, TournamentExplorer, TunnelExplorer, WorthExplorer],
)
@pytest.mark.long(reason="labels change seldom; the notebooks in a browser show them, too")
def test_no_label_of_a_control_is_cut(kind: type[Explorer]) -> None:
    for column in kind().children[0].children:
        for control in column.children:
            room = int(control.style.description_width.removesuffix("px")) - 4  # the label's own margin
            assert text_width(control.description, 13) <= room, control.description


def test_the_folder_of_a_map_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = TunnelExplorer()
    monkeypatch.setattr("ttr_analysis.explore.base.load_map", None)
    before = explorer.chosen_map()
    explorer.length_slider.value = 3
    assert explorer.error.value == ""
    assert explorer.chosen_map() is before


def test_a_map_without_tunnels_says_so() -> None:
    explorer = TunnelExplorer("usa")
    assert "has no tunnels" in explorer.error.value
    explorer.map_menu.value = "europe"
    assert explorer.error.value == ""
    assert explorer.length_slider.max == 8


@pytest.mark.parametrize("name", boards())
def test_draw_explorer_works_on_every_map_and_deck(name: str) -> None:
    explorer = DrawExplorer(name)
    for deck in explorer.cards_menu.options:
        explorer.cards_menu.value = deck
        for color in (explorer.color_menu.options[0], explorer.color_menu.options[-1]):
            start = time.process_time()
            explorer.color_menu.value = color
            assert time.process_time() - start < 0.2
            assert explorer.error.value == ""
            assert f"6 of {color}" in heading(explorer)


def test_draw_explorer_follows_hand_and_says_why_it_cannot() -> None:
    explorer = DrawExplorer()
    start = time.process_time()
    explorer.color_cards.value, explorer.locomotive_cards.value = 2, 1
    assert time.process_time() - start < 0.4, "two changes"
    rules = load_map("usa").rules
    hand = {"purple": 2, "locomotive": 1}
    exact = odds.turns_with_market(rules, {"purple": 6}, hand=hand)
    assert f"within {exact.quantile(0.5):g} turns" in heading(explorer)
    explorer.gone_color.value = 12
    assert "gone['purple'] is 12, but cannot be more than 10" in explorer.error.value.replace("&#x27;", "'")


def test_draw_explorer_counts_all_kinds_of_a_colour() -> None:
    explorer = DrawExplorer("rails_sails_world")
    rules = load_map("rails_sails_world").rules
    kinds = [card for card in rules.cards if card.deck == "train" and card.color == "purple"]
    assert [card.count for card in kinds] == [7, 4], "without and with a harbour"
    explorer.need_slider.value = 9
    for held, gone in ((5, 0), (8, 3), (3, 5)):
        explorer.color_cards.value, explorer.gone_color.value = held, gone
        assert explorer.error.value == ""
        left = odds.cards_of({"purple": 11 - held - gone, "locomotive": 14, "other": 55})
        exact = odds.draws_until(left, {"purple": 9 - held}).in_turns(rules.draws)
        assert f"within {exact.quantile(0.5):g} turns" in heading(explorer)
        (blind,) = (trace for trace in shown(explorer).data if trace.name == "blind")
        assert list(blind.y) == pytest.approx(100 * exact.in_hand[: len(blind.y)])
    explorer.color_cards.value, explorer.gone_color.value = 8, 4
    assert "cannot be more than 3" in explorer.error.value


def test_without_ipywidgets_the_extra_to_install_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ImportError, match=r"pip install ttr-analysis\[notebooks\]"):
        importlib.reload(importlib.import_module("ttr_analysis.explore"))
