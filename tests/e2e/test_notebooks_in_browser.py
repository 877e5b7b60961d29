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
        yield page
        browser.close()


def title_of(page: Any) -> str:
    """Title of the explorer's figure, which is the last one."""
    return str(page.evaluate("[...document.querySelectorAll('.js-plotly-plot')].at(-1).layout.title.text"))


def use_explorer(page: Any) -> None:
    """Press Run, then move every control; the figure follows those that need no games."""
    figures = page.locator(".js-plotly-plot").count()
    page.locator("button.jupyter-button", has_text="Run").last.click()
    page.wait_for_function("n => document.querySelectorAll('.js-plotly-plot').length > n", arg=figures)
    titles = {title_of(page)}
    menu = page.locator(".widget-dropdown select").last
    options = menu.locator("option").all_inner_texts()
    for option in options[1:3]:
        before = title_of(page)
        menu.select_option(option)
        page.wait_for_function(
            "old => [...document.querySelectorAll('.js-plotly-plot')].at(-1)?.layout?.title?.text !== old", arg=before
        )
        titles.add(title_of(page))
    assert len(titles) == 3
    for slider in page.locator(".widget-slider .noUi-handle, .jupyter-widget-slider .noUi-handle").all():
        slider.focus()
        slider.press("ArrowRight")
    for number in page.locator(".widget-text input[type=number]").all():
        number.fill("7")
        number.press("Tab")
    page.locator(".widget-select-multiple select").last.select_option("random")
    page.locator(".widget-dropdown select").first.select_option("first_journey_usa")
    page.locator("button.jupyter-button", has_text="Run").last.click()
    page.wait_for_function(
        "[...document.querySelectorAll('.js-plotly-plot')].at(-1)?.layout?.annotations"
        "?.some(note => note.text.includes('first_journey_usa'))"
    )


@pytest.mark.parametrize("name", NAMES)
def test_in_jupyterlab(name: str, notebooks: Path) -> None:
    port, complaints, outside = free_port(), [], []
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1",
               "--IdentityProvider.token="]  # fmt: skip
    with served(command, notebooks, port) as address, browser_page(complaints, outside) as page:
        page.goto(f"{address}/lab/tree/{name}.ipynb?reset")
        page.wait_for_selector(".jp-Notebook .jp-CodeCell")
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
