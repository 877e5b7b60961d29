"""Notebooks where readers use them: JupyterLab and Voilà in a real browser, offline.

Every cell is run, every control is moved, figures change, the console stays silent and no
request leaves the machine. Screenshots go to the git-ignored folder ``screenshots``.
"""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest
from notebook_servers import (
    PATIENCE,
    ROOT,
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

NAMES = sorted(
    path.stem
    for path in (ROOT / "notebooks").glob("*.ipynb")
    if "ttr_analysis.explore" in path.read_text("utf-8") and path.stem != "07_replay"  # test_boards_in_browser
)
GAMES = 40
SLIDER_LIMIT = 200.0  # milliseconds from the key to the painted picture
SLIDERS = (
    "At least %", "Wanted", "In hand", "Locomotives", "Colour gone", "Length", "Of colour", "Loco. gone", "Deck",
)  # fmt: skip
"""Those that need no games."""


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of the notebooks with few games."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name in NAMES:
        book = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
        for cell in book.cells:
            cell.source = re.sub(r"^GAMES = \d+", f"GAMES = {GAMES}", cell.source, flags=re.M)
        nbformat.write(book, folder / f"{name}.ipynb")
    write_settings(folder)
    return folder


PICTURE = "[...document.querySelectorAll('.js-plotly-plot .main-svg')].map(part => part.textContent).join()"
MOVE_SLIDER = """([slider, key]) => new Promise(done => {
    const start = performance.now();
    const plot = [...document.querySelectorAll('.js-plotly-plot')].at(-1);
    let last = setTimeout(() => done(Infinity), 3000);
    const drawn = () => requestAnimationFrame(() => setTimeout(() => {
        const painted = performance.now() - start;  // the last of several drawings counts
        clearTimeout(last);
        last = setTimeout(() => { plot.removeListener('plotly_afterplot', drawn); done(painted); }, 300);
    }));
    plot.on('plotly_afterplot', drawn);
    slider.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
})"""


def use_explorer(page: Any) -> None:
    """Press Run, then move every control: what needs no games changes the picture at once, the rest after Run."""
    runs = page.locator("button.jupyter-button", has_text="Run").count() > 0
    settle(page)
    if runs:
        assert changes(page, partial(press_run, page)), "Run shows a picture"
    map_menu, *menus = page.locator(".widget-dropdown:not(:has-text('Polski')) select").all()
    moves: list[Callable[[], Any]] = [
        partial(menu.select_option, option)
        for menu in menus
        for option in menu.locator("option").all_inner_texts()[1:3]
    ]
    moves += [partial(number.fill, "7") for number in page.locator(".widget-text input[type=number]").all()]
    moves += [
        partial(menu.select_option, index=[1, 2]) for menu in page.locator(".widget-select-multiple select").all()
    ]
    moves += [partial(handle.press, "ArrowRight") for handle in page.locator(".widget-slider .noUi-handle").all()]
    language = page.locator(".widget-dropdown:has-text('Polski') select").last
    for name, label in (("Polski", "Język"), ("English", "Language")):
        language.select_option(name)
        page.locator(".widget-label", has_text=label).last.wait_for()
    settle(page)
    followed = [changes(page, move) for move in moves]
    assert sum(followed) >= 2, "the picture follows controls that need no games"
    timed = {label: time_of_slider(page, label) for label in SLIDERS if slider_of(page, label).count()}
    assert timed or runs
    assert all(milliseconds < SLIDER_LIMIT for milliseconds in timed.values()), timed
    other = next(name for name in map_menu.locator("option").all_inner_texts() if name != map_menu.input_value())
    map_menu.select_option(other)
    if runs:
        assert changes(page, partial(press_run, page)), "another map has another picture"


def press_run(page: Any) -> None:
    """Press Run and wait until the games are played: the button sleeps meanwhile."""
    button = "button.jupyter-button:has-text('Run')"
    page.locator(button).last.click()
    page.wait_for_selector(f"{button}:disabled")
    page.wait_for_selector(f"{button}:enabled")


def settle(page: Any) -> None:
    """Wait until the charts of all cells are drawn."""
    before = None
    while before != (before := page.evaluate(PICTURE)):
        page.wait_for_timeout(1500)


def changes(page: Any, move: Callable[[], Any], milliseconds: float = 5000.0) -> bool:
    """Whether the page's pictures change within some time of a move, to ones that are not empty."""
    before = page.evaluate(PICTURE)
    move()
    deadline = time.monotonic() + milliseconds / 1000
    while time.monotonic() < deadline:
        page.wait_for_timeout(100)
        if page.evaluate(PICTURE) not in (before, ""):
            return True
    return False


def slider_of(page: Any, label: str) -> Any:
    return page.locator(".widget-slider", has_text=label)


def time_of_slider(page: Any, label: str) -> float:
    """Milliseconds from a key on a slider to the new picture: the fastest of some, as others use the machine too."""
    handle = slider_of(page, label).last.locator(".noUi-handle").element_handle()
    keys = ["ArrowRight"] * 6 + ["ArrowLeft"] * 6  # at the ends, or where no track is hidden, nothing is to be drawn
    return min(page.evaluate(MOVE_SLIDER, [handle, key]) for key in keys)


@pytest.mark.parametrize("name", NAMES)
def test_in_jupyterlab(name: str, notebooks: Path) -> None:
    port, complaints, outside = free_port(), [], []
    with served(lab_command(port), notebooks, port) as address, browser_page(complaints, outside) as page:
        run_all_cells(page, address, name)
        page.wait_for_selector(".widget-dropdown select", timeout=3 * PATIENCE)  # the last cell of many
        assert page.locator(".jp-OutputArea-output[data-mime-type='application/vnd.jupyter.error']").count() == 0
        use_explorer(page)
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"lab_{name}.png")
    assert outside == []
    assert complaints == []


def test_as_a_voila_page(notebooks: Path) -> None:
    pytest.importorskip("voila")
    port, complaints, outside = free_port(), [], []
    with served(voila_command(port), notebooks, port) as address, browser_page(complaints, outside) as page:
        with pytest.raises(OSError, match="refused"):  # bound to one address of this machine: no other reaches it
            urllib.request.urlopen(address.replace("127.0.0.1", "127.0.0.2"), timeout=5)
        page.set_viewport_size({"width": 390, "height": 900})
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, "the list fits a phone"
        pictures = page.locator("li img").all()
        assert len(pictures) == len(NAMES)
        assert all(picture.evaluate("picture => picture.naturalWidth") > 0 for picture in pictures)
        page.set_viewport_size({"width": 1400, "height": 1200})
        page.get_by_role("link", name="Start here").click()
        page.wait_for_selector("button.jupyter-button:has-text('Run')")
        assert page.get_by_text("Traceback").count() == 0
        use_explorer(page)
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / "voila.png", full_page=True)
    assert outside == []
    assert complaints == []


@pytest.mark.release(reason="runs all notebooks once more, and presses every control of their explorers on a phone")
@pytest.mark.parametrize("name", NAMES)
def test_every_explorer_as_a_voila_page_on_a_phone(name: str, notebooks: Path) -> None:
    pytest.importorskip("voila")
    port, complaints, outside = free_port(), [], []
    with served(voila_command(port), notebooks, port) as address, browser_page(complaints, outside) as page:
        page.set_viewport_size({"width": 390, "height": 900})
        page.goto(f"{address}/voila/render/{name}.ipynb")
        page.wait_for_selector(".widget-dropdown select")
        assert page.get_by_text("Traceback").count() == 0
        use_explorer(page)
        wide = page.evaluate("document.documentElement.scrollWidth")
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"phone_{name}.png", full_page=True)
        assert wide <= 390, "the page fits a phone"
    assert outside == []
    assert complaints == []
