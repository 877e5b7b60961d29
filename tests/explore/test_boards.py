"""The board to click, without a browser: its state is a position both ways, and what is wrong stands in words."""

from __future__ import annotations

from typing import Any

import pytest

from ttr_analysis.charts.board import svg
from ttr_analysis.errors import SetupError
from ttr_analysis.explore import Board, board
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
