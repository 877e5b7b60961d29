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
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
PATIENCE = 240_000  # milliseconds; the engine may have to be compiled
SLIDER_LIMIT = 1000.0  # milliseconds; 200 are meant, of a machine that does nothing else
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
            cell.source = re.sub(r"^GAMES = \d+", "GAMES = 100", cell.source)
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
        server.wait(20)
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


TITLE = "[...document.querySelectorAll('.js-plotly-plot')].at(-1)?.layout?.title?.text"
NOTES = "[...document.querySelectorAll('.js-plotly-plot')].at(-1)?.layout?.annotations?.map(note => note.text).join()"
MOVE_SLIDER = """slider => new Promise(done => {
    const start = performance.now();
    const plot = [...document.querySelectorAll('.js-plotly-plot')].at(-1);
    plot.once('plotly_afterplot', () => done(performance.now() - start));
    slider.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
})"""


def use_explorer(page: Any) -> None:
    """Press Run, then move every control; the figure follows those that need no games."""
    figures = page.locator(".js-plotly-plot").count()
    run = page.locator("button.jupyter-button", has_text="Run").last
    run.click()
    page.wait_for_function(
        f"n => document.querySelectorAll('.js-plotly-plot').length > n && {TITLE} && {NOTES}", arg=figures
    )
    titles = {page.evaluate(TITLE)}
    menu = page.locator(".widget-dropdown select").last
    for option in menu.locator("option").all_inner_texts()[1:3]:
        menu.select_option(option)
        page.wait_for_function(f"old => {TITLE} && !old.includes({TITLE})", arg=list(titles))
        titles.add(page.evaluate(TITLE))
    assert len(titles) == 3
    _move_least_slider(page)
    for slider in page.locator(".widget-slider .noUi-handle, .jupyter-widget-slider .noUi-handle").all():
        slider.focus()
        slider.press("ArrowRight")
    for number in page.locator(".widget-text input[type=number]").all():
        number.fill("7")
        number.press("Tab")
    page.locator(".widget-select-multiple select").last.select_option("random")
    page.locator(".widget-dropdown select").first.select_option("first_journey_usa")
    run.click()
    page.wait_for_function(f"{NOTES}?.includes('first_journey_usa')")


def _move_least_slider(page: Any) -> None:
    """The slider of the board's explorer needs no games: it changes the picture at once."""
    row = page.locator(".widget-slider", has_text="At least %")
    if row.count():
        slider = row.last.locator(".noUi-handle").element_handle()
        milliseconds = [page.evaluate(MOVE_SLIDER, slider) for _ in range(5)]
        print("from the slider to the picture:", [f"{time:.0f} ms" for time in milliseconds])
        assert min(milliseconds) < SLIDER_LIMIT


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
        page.wait_for_selector("button.jupyter-button:has-text('Run')")
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
