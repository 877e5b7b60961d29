"""The board to click, without a browser: its state is a position both ways, and what is wrong stands in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import browsers
import pytest

from ttr_analysis.charts.board import svg
from ttr_analysis.errors import SetupError
from ttr_analysis.explore import Board, board
from ttr_analysis.maps import languages
from ttr_analysis.play import Game, Position

pytestmark = pytest.mark.usefixtures("fresh_heap")


@pytest.fixture(autouse=True)
def _no_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture, which takes a quarter of a second each."""
    monkeypatch.setattr(svg, "board_svg", lambda game_map: f"<svg>{game_map.name}</svg>")


def click(widget: Board, **edit: Any) -> None:
    """What the page sends."""
    widget._handle_custom_msg(edit, [])


def test_a_click_becomes_a_position_and_a_position_becomes_a_picture() -> None:
    widget = board("usa")
    assert widget.position == Position(players=2)
    click(widget, edit="track", track=0, owner=1)
    assert widget.position.tracks == {1: ["Atlanta-Charleston gray"]}
    assert widget._state["owners"] == {0: 1}
    widget.position = Position(players=3, tracks={2: ["Denver-Omaha"]}, hands={0: {"red": 2}}, seat=1)
    assert widget._state["owners"] == {widget.game_map.track("Denver-Omaha").index: 2}
    assert (widget._state["players"], widget._state["seat"], widget._state["turn"]) == (3, 1, 2)
    assert widget.problem == ""
    assert Game.from_position("usa", widget.position).player == 1


def test_what_contradicts_the_rules_stands_below_the_board() -> None:
    widget = board("usa", Position(players=2, hands={0: {"red": 20}}))
    assert "20 red cards are given" in widget.problem
    click(widget, edit="hand", seat=0, card=widget.game_map.card_index["red"], number=2)
    assert widget.problem == ""
    click(widget, edit="ticket", ticket=999, owner=0)
    assert "999" in widget.problem
    assert widget.position.hands == {0: {"red": 2}}
    click(widget, edit="nonsense")
    assert "there is no edit 'nonsense'" in widget.problem


def test_closed_tracks_are_numbers_and_names() -> None:
    widget = board("usa")
    widget.closed = ["Denver-Omaha purple", 0]
    assert widget.closed_names == ("Atlanta-Charleston gray", "Denver-Omaha purple")
    assert widget._state["closed"] == list(widget.closed)
    click(widget, edit="track", track=0, owner=None)
    assert widget.closed_names == ("Denver-Omaha purple",)
    with pytest.raises(SetupError, match="closed: "):
        widget.closed = ["Nowhere-Somewhere"]


def test_what_is_no_position_or_both_owned_and_closed_is_refused() -> None:
    widget = board("usa", Position(players=2, tracks={1: ["Denver-Omaha purple"]}))
    with pytest.raises(SetupError, match=r"position must be a Position, such as Position\(players=2\), not 'x'"):
        widget.position = "x"  # type: ignore[assignment]
    with pytest.raises(SetupError, match="position must be a Position"):
        board("usa", {"players": 2})  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="closed must be a list"):
        widget.closed = "Denver-Omaha purple"  # type: ignore[assignment]
    with pytest.raises(SetupError, match="closed: Denver-Omaha purple has an owner"):
        widget.closed = ["Denver-Omaha purple"]
    assert widget.closed == ()
    widget.closed = ["Chicago-Omaha"]
    with pytest.raises(SetupError, match="closed: Chicago-Omaha blue has an owner"):
        widget.position = Position(players=2, tracks={0: ["Chicago-Omaha"]})
    click(widget, edit="track", track=0, owner="x")
    assert "owner is 'x', but must be a seat" in widget.problem
    with pytest.raises(SetupError, match="on_change needs a function"):
        widget.on_change(3)  # type: ignore[arg-type]
    click(widget, edit="track", track=widget.closed[0], owner=0)
    assert (widget.closed, widget.problem) == ((), "")


def test_listeners_hear_every_change_once() -> None:
    widget, heard = board("first_journey_usa"), []

    def note(changed: Board) -> None:
        heard.append(changed.position.tracks)

    widget.on_change(note)
    click(widget, edit="track", track=2, owner=0)
    widget.position = Position(players=2)
    assert heard == [{0: [widget.game_map.tracks[2].name]}, {}]
    widget.on_change(note, remove=True)
    click(widget, edit="track", track=2, owner=0)
    assert len(heard) == 2


@pytest.mark.parametrize(
    ("name", "buildings", "slots"),
    [
        ("usa", set(), 5),
        ("europe", {"station"}, 5),
        ("first_journey_usa", set(), 0),
        ("rails_sails_world", {"harbour"}, 6),
    ],
)
def test_every_map_has_its_buildings_and_market(name: str, buildings: set[str], slots: int) -> None:
    widget = board(name)
    assert set(widget._facts["buildings"]) == buildings
    assert len(widget._state["market"]) == slots
    assert len(widget._facts["cards"]) == len(widget.game_map.rules.cards)
    assert widget._drawing == f"<svg>{name}</svg>"


def test_a_board_is_a_widget_that_needs_no_network() -> None:
    widget = board("usa")
    assert "application/vnd.jupyter.widget-view+json" in widget._repr_mimebundle_()[0]
    code = str(widget._esm) + str(widget._css)
    assert "export default { render }" in code
    assert "import " not in code
    assert "http" not in code.replace("http://www.w3.org/2000/svg", "")
    assert repr(widget) == "<Board usa Position(players=2)>"


@pytest.fixture
def _english_again() -> Iterator[None]:
    yield
    languages.use("en")


@pytest.mark.usefixtures("_english_again")
def test_a_board_speaks_the_language_that_is_chosen_on_it_and_keeps_its_position() -> None:
    widget, other = board("usa"), board("europe")
    click(widget, edit="track", track=0, owner=1)
    click(widget, edit="language", language="pl")
    assert languages.language() == "pl"
    assert [each._facts["language"] for each in (widget, other)] == ["pl", "pl"], "all boards of the session"
    assert widget._facts["words"]["language"] == "Język"
    assert widget._facts["cards"][0]["name"] == "fioletowa"
    assert widget.position.tracks == {1: ["Atlanta-Charleston gray"]}
    click(widget, edit="language", language="tlh")
    assert "must be one of: en, pl" in widget.problem
    assert widget._facts["language"] == "pl"


MODEL = """async ([source, css, told]) => {
    const module = await import(URL.createObjectURL(new Blob([source], {type: 'text/javascript'})));
    const heard = {};
    window.sent = [];
    window.model = {get: name => told[name], send: edit => window.sent.push(edit),
        on: (name, call) => (heard[name] ??= new Set()).add(call), off: (name, call) => heard[name].delete(call)};
    window.heard = heard;
    window.tell = (name, value) => { told[name] = value; for (const call of [...heard[`change:${name}`]]) call(); };
    document.body.innerHTML = '<div id="board"></div>';
    module.default.render({model: window.model, el: document.getElementById('board')});
}"""


@pytest.mark.browser
@pytest.mark.long(reason="starts a browser, which draws the clickable board and changes its language")
@pytest.mark.usefixtures("_english_again")
def test_the_page_sends_the_language_and_is_drawn_anew_in_it() -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    widget = board("usa")
    told = {name: getattr(widget, name) for name in ("_drawing", "_facts", "_state", "_problem")}
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browsers.path(), args=browsers.OPTIONS)
        page = browser.new_page(viewport={"width": 390, "height": 900})
        page.evaluate(MODEL, [str(widget._esm), str(widget._css), told])
        page.locator("[data-key=language]").select_option("Polski")
        assert page.evaluate("window.sent") == [{"edit": "language", "language": "pl"}]
        click(widget, **page.evaluate("window.sent[0]"))
        page.evaluate("facts => window.tell('_facts', facts)", widget._facts)
        assert page.locator("[data-key=clear]").inner_text() == widget._facts["words"]["clear"]
        assert page.locator("[data-key=language]").evaluate("menu => menu.selectedOptions[0].text") == "Polski"
        assert page.evaluate("document.activeElement.dataset.key") == "language"
        assert page.evaluate("Object.values(window.heard).map(calls => calls.size)") == [1, 1, 1], "none is left behind"
        browser.close()
