"""The board to click and the replay viewer where readers use them: JupyterLab and Voilà in a real browser, offline."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest
from notebook_servers import (
    SCREENSHOTS,
    browser_page,
    free_port,
    lab_command,
    run_all_cells,
    served,
    voila_command,
    write_settings,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]

MAPS = ("usa", "europe", "first_journey_usa", "rails_sails_world")
BOARD = """
import ipywidgets

from ttr_analysis import explore
from ttr_analysis.play import Position

board, heard = explore.board({name!r}, Position(players=2, tracks={{1: [5]}})), ipywidgets.Label()
board.on_change(lambda changed: setattr(heard, "value", repr(changed.position)))
ipywidgets.VBox([board, heard])
"""
REPLAY = """
from ttr_analysis import explore

explorer = explore.replay({name!r}, ["greedy_points", "random"], players=2, seed=3)
explorer
"""
STEP_LIMIT = 200.0  # milliseconds from the key to the painted picture
STEP = """() => new Promise(done => {
    const root = document.querySelector('.ttr-replay'), start = performance.now();
    root.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
})"""


def write_notebook(folder: Path, name: str, code: str) -> None:
    metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    cells = [nbformat.v4.new_code_cell(code.strip())]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), folder / f"{name}.ipynb")


@contextmanager
def in_lab(folder: Path, code: str, name: str, theme: str = "JupyterLab Light") -> Iterator[Any]:
    """A page of JupyterLab that has run a notebook of one cell."""
    write_notebook(folder, name, code)
    write_settings(folder, theme)
    port, complaints, outside = free_port(), [], []
    with served(lab_command(port), folder, port) as address, browser_page(complaints, outside) as page:
        run_all_cells(page, address, name)
        page.wait_for_selector(".ttr-board svg")
        yield page
        shoot(page, f"lab_{name}")
    assert (outside, complaints) == ([], [])


@contextmanager
def in_voila(folder: Path, code: str, name: str) -> Iterator[Any]:
    """A page of Voilà of a notebook of one cell."""
    write_notebook(folder, name, code)
    port, complaints, outside = free_port(), [], []
    with served(voila_command(port), folder, port) as address, browser_page(complaints, outside) as page:
        page.goto(f"{address}/voila/render/{name}.ipynb")
        page.wait_for_selector(".ttr-board svg")
        yield page
        shoot(page, f"voila_{name}")
    assert (outside, complaints) == ([], [])


def shoot(page: Any, name: str) -> None:
    SCREENSHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


def owner(page: Any, track: int) -> str:
    return str(page.locator(f".track[data-track='{track}']").get_attribute("data-owner"))


def wait_for_owner(page: Any, track: int, wanted: str) -> None:
    page.wait_for_function(f"document.querySelector(\".track[data-track='{track}']\").dataset.owner === '{wanted}'")


ON_TRACK = """track => {
    const path = document.querySelector(`.track[data-track='${track}'] .hit`);
    const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return [point.x, point.y];
}"""


def click_track(page: Any, track: int) -> None:
    """Click where the track is: the middle of its box may lie beside it."""
    page.locator(".ttr-board").scroll_into_view_if_needed()
    page.mouse.click(*page.evaluate(ON_TRACK, track))


def use_board(page: Any) -> None:
    """By mouse: give, close, clear; by keyboard: reach the board, move, give; then contradict the rules."""
    assert owner(page, 5) == "1"
    click_track(page, 0)
    wait_for_owner(page, 0, "0")
    page.get_by_role("radio", name="closed").click()
    click_track(page, 5)
    wait_for_owner(page, 5, "closed")
    click_track(page, 5)
    wait_for_owner(page, 5, "")
    assert "spaces" in page.locator(".track[tabindex='0']").get_attribute("aria-label")
    page.locator(".track[tabindex='0']").focus()
    before = page.evaluate("document.activeElement.dataset.track ?? document.activeElement.dataset.city")
    for key in ("ArrowLeft", "ArrowDown", "ArrowRight", "ArrowUp"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowLeft")
    reached = page.evaluate("[document.activeElement.className.baseVal, document.activeElement.dataset.track]")
    assert page.locator("[tabindex='0'].track, [tabindex='0'].city").count() == 1
    assert before
    if reached[0].startswith("track"):
        page.keyboard.press("2")
        wait_for_owner(page, int(reached[1]), "1")
        assert page.evaluate("document.activeElement.dataset.track") == reached[1], "the focus stays"
        page.keyboard.press("Delete")
        wait_for_owner(page, int(reached[1]), "")
    card = page.locator("input[data-key='card 0 0']")
    card.fill("99")
    card.press("Tab")
    page.wait_for_function("document.querySelector('.problem').textContent.includes('99 ')")
    card.fill("1")
    card.press("Tab")
    page.wait_for_function("document.querySelector('.problem').textContent === ''")
    page.locator("select[data-key='add 0']").select_option(index=2)
    page.wait_for_selector("details .remove")


@pytest.mark.parametrize("name", MAPS)
def test_board_in_jupyterlab(name: str, tmp_path: Path) -> None:
    theme = "JupyterLab Dark" if name == "europe" else "JupyterLab Light"
    with in_lab(tmp_path, BOARD.format(name=name), f"board_{name}", theme) as page:
        use_board(page)
        assert page.locator(".ttr-position.dark").count() == (name == "europe")
        assert page.locator(".widget-label", has_text="Position(players=2").count() == 1, "on_change was called"


def test_board_as_a_voila_page(tmp_path: Path) -> None:
    with in_voila(tmp_path, BOARD.format(name="europe"), "board") as page:
        use_board(page)
        page.get_by_role("radio", name="Player 2").click()
        city = page.locator(".city[role='button']").nth(10)
        city.locator(".hit").click(force=True)
        page.wait_for_selector(".city .building path")


def use_viewer(page: Any) -> None:
    page.get_by_role("button", name="To the end (End)").click()
    assert "points at the end" in page.locator(".hands").inner_text()
    page.keyboard.press("Home")
    times = sorted(page.evaluate(STEP) for _ in range(20))
    assert times[len(times) // 2] < STEP_LIMIT, times
    assert page.locator(".count").inner_text().startswith("step 20 of")


@pytest.mark.parametrize("name", MAPS)
def test_replay_in_jupyterlab(name: str, tmp_path: Path) -> None:
    theme = "JupyterLab Dark" if name == "first_journey_usa" else "JupyterLab Light"
    with in_lab(tmp_path, REPLAY.format(name=name), f"replay_{name}", theme) as page:
        use_viewer(page)


def test_replay_as_a_voila_page(tmp_path: Path) -> None:
    with in_voila(tmp_path, REPLAY.format(name="usa"), "replay") as page:
        use_viewer(page)
        page.locator("input[type=number]").last.fill("5")
        page.locator("button.jupyter-button:has-text('Run')").click()
        page.wait_for_function("document.querySelector('.ttr-replay .caption').textContent.includes('game 5')")
