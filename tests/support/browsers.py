"""The browser of tests: Chromium or Chrome, wherever it is called by another name."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
OPTIONS = [
    f"--{option}"
    for option in (
        "no-sandbox", "disable-gpu", "no-first-run", "disable-background-networking", "disable-component-update",
        "disable-sync",
    )
]  # fmt: skip


def path() -> str | None:
    """The path of the browser; None if there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)
