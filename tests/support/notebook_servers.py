"""JupyterLab, Voilà and a browser for tests: on this machine alone, with complaints and requests to others noted."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import browsers
import pytest

ROOT = Path(__file__).parents[2]
SCREENSHOTS = ROOT / "screenshots"
JUPYTER = str(ROOT / "tools" / "jupyter")  # settings and template of `make app`
PATIENCE = 240_000  # milliseconds; the engine may have to be compiled
SETTINGS = {
    "notebook-extension/tracker": {"windowingMode": "none"},  # else only cells in view are on the page
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
}
HARMLESS = ("favicon", "ResizeObserver", "Permissions policy", "WebGL", "swiftshader", "GPU stall")


def write_settings(folder: Path, theme: str = "JupyterLab Light") -> None:
    """Write the settings of JupyterLab beside the notebooks in a folder."""
    for extension, settings in {**SETTINGS, "apputils-extension/themes": {"theme": theme}}.items():
        file = folder / ".settings" / "@jupyterlab" / f"{extension}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))


def lab_command(port: int) -> list[str]:
    """The command that serves JupyterLab."""
    return [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}", "--ip=127.0.0.1",
            "--IdentityProvider.token="]  # fmt: skip


def voila_command(port: int) -> list[str]:
    """The command that serves the notebooks of the folder as pages."""
    return [sys.executable, "-m", "voila", "--no-browser", f"--port={port}", "--token=", "."]


def run_all_cells(page: Any, address: str, name: str) -> None:
    """Open a notebook in JupyterLab, and run its cells."""
    page.goto(f"{address}/lab/tree/{name}.ipynb?reset")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.get_by_text("| Idle").wait_for()  # JupyterLab forgets what it is told before the kernel is ready
    page.locator(".lm-MenuBar-itemLabel", has_text="Run").click()
    page.locator(".lm-Menu-itemLabel", has_text=re.compile("^Run All Cells$")).click()


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
        browser = driver.chromium.launch(executable_path=browsers.path(), args=browsers.OPTIONS)
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
