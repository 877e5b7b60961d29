"""What all tests share: the browser tests' condition, and no skipped test under CI."""

from __future__ import annotations

import gc
import os
import shutil
import signal
from collections.abc import Generator

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
UNDER_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skipped report into a failed one under CI; an expected failure stays what it is."""
    if UNDER_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Under CI a skipped test is a failure: {reason}"


def pytest_configure() -> None:
    # A shell's background job ignores Ctrl-C, and so would what the tests of it interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def fresh_heap() -> Generator[None]:
    """Spare a timed test the collection of what other tests and the compiler left in the process."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if any(shutil.which(name) for name in BROWSERS):
        return
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason="needs Chromium or Chrome on the PATH"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    fail_if_skipped(report)
    return report
