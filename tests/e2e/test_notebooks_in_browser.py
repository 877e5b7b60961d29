"""Notebooks where readers use them: JupyterLab and Voilà in a real browser, offline.

Every cell is run, every control is moved, figures change, the console stays silent and no
request leaves the machine. Screenshots go to the git-ignored folder ``screenshots``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "screenshots"
NAMES = sorted(
    path.stem for path in (ROOT / "notebooks").glob("*.ipynb") if "ttr_analysis.explore" in path.read_text("utf-8")
)
JUPYTER = str(ROOT / "tools" / "jupyter")  # settings and template of `make app`
OPTIONS = [
    f"--{option}"
    for option in (
        "no-sandbox", "disable-gpu", "no-first-run", "disable-background-networking", "disable-component-update",
        "disable-sync",
    )
]  # fmt: skip
GAMES = 40
PATIENCE = 240_000  # milliseconds; the engine may have to be compiled
SLIDER_LIMIT = 200.0  # milliseconds from the key to the painted picture
SLIDERS = (
    "At least %", "Wanted", "In hand", "Locomotives", "Colour gone", "Length", "Of colour", "Loco. gone", "Deck",
)  # fmt: skip
"""Those that need no games."""
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},  # else only cells in view are on the page
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
HARMLESS = ("favicon", "ResizeObserver", "Permissions policy", "WebGL", "swiftshader", "GPU stall")


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of the notebooks with few games."""
    folder = tmp_path_factory.mktemp("notebooks")
    for name in NAMES:
        book = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", as_version=4)
        for cell in book.cells:
            cell.source = re.sub(r"^GAMES = \d+", f"GAMES = {GAMES}", cell.source, flags=re.M)
        nbformat.write(book, folder / f"{name}.ipynb")
    for extension, settings in SETTINGS.items():
        file = folder / ".settings" / "@jupyterlab" / f"{extension}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    return folder


@contextmanager
def served(command: list[str], folder: Path, port: int) -> Iterator[str]:
    """A server of this test alone, on this machine alone."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "JUPYTER_CONFIG_DIR": str(folder / ".config"),
                   "JUPYTERLAB_SETTINGS_DIR": str(folder / ".settings"),
                   "JUPYTER_PATH": JUPYTER, "JUPYTER_CONFIG_PATH": JUPYTER}  # fmt: skip
    log = (folder / "server.log").open("w")
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        address = f"http://127.0.0.1:{port}"
        for _ in range(240):
            with suppress(OSError):
                urllib.request.urlopen(address, timeout=2)
                break
            assert server.poll() is None, (folder / "server.log").read_text()
            time.sleep(0.5)
        yield address
    finally:
        server.terminate()
        server.wait(60)
        log.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def browser_page(complaints: list[str], outside: list[str]) -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    path = next(p for name in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(name)))

    def guard(route: Any) -> None:
        if re.match(r"(https?|wss?)://(127\.0\.0\.1|localhost)[:/]|data:|blob:", route.request.url):
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    def listen(message: Any) -> None:
        if message.type == "error" and not any(word in message.text for word in HARMLESS):
            complaints.append(message.text)

    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=OPTIONS)
        page = browser.new_page(viewport={"width": 1400, "height": 1200})
        page.set_default_timeout(PATIENCE)
        page.route("**/*", guard)
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        try:
            yield page
        except BaseException:
            SCREENSHOTS.mkdir(exist_ok=True)
            page.screenshot(path=SCREENSHOTS / "failed.png")
            raise
        finally:
            browser.close()


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
    map_menu, *menus = page.locator(".widget-dropdown select").all()
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
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1",
               "--IdentityProvider.token="]  # fmt: skip
    with served(command, notebooks, port) as address, browser_page(complaints, outside) as page:
        page.goto(f"{address}/lab/tree/{name}.ipynb?reset")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
        page.get_by_text("| Idle").wait_for()  # JupyterLab forgets what it is told before the kernel is ready
        page.locator(".lm-MenuBar-itemLabel", has_text="Run").click()
        page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()
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
    command = [sys.executable, "-m", "voila", "--no-browser", f"--port={port}", "."]
    with served(command, notebooks, port) as address, browser_page(complaints, outside) as page:
        with pytest.raises(OSError, match="refused"):  # bound to one address of this machine: no other reaches it
            urllib.request.urlopen(address.replace("127.0.0.1", "127.0.0.2"), timeout=5)
        page.goto(address)
        page.goto(f"{address}/voila/render/00_start_here.ipynb")
        page.wait_for_selector("button.jupyter-button:has-text('Run')")
        assert page.get_by_text("Traceback").count() == 0
        use_explorer(page)
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / "voila.png", full_page=True)
    assert outside == []
    assert complaints == []
