"""What all tests share: what is made once for a run, the browser tests' condition, no skipped test under CI."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import browsers
import pytest
from once import RUN_FOLDER

TESTS = Path(__file__).parent
SLOW = (
    "test_notebooks.py",
    "exact/test_optimum.py",
    "experiments/test_conformance.py",
    "test_own_code_is_kept.py",
    "strategies/learned/test_player.py",
    "cli/test_train.py",
    "play/environments/test_vector.py",
    "play/environments/test_gymnasium.py",
    "play/test_branches.py",
    "experiments/training/test_train.py",
    "experiments/training/test_labels.py",
    "rules/test_interventions.py",
    "play/test_simulate.py",
    "test_printed_commands.py",
    "experiments/test_tournament.py",
    "report/test_report.py",
    "test_what_must_not_matter.py",
    "test_every_strategy.py",
    "test_conservation.py",
    "experiments/worth/test_measure.py",
    "play/test_legal_actions.py",
    "stats/test_difficulty.py",
    "explore/test_tickets.py",
    "test_docstring_examples.py",
    "cli/test_odds.py",
    "cli/test_cli.py",
    "play/test_explanations.py",
    "test_ladder.py",
    "strategies/shared/test_determinization.py",
    "test_rules_are_read.py",
    "strategies/test_expert.py",
    "play/test_deciders.py",
    "test_engine_faults.py",
    "test_compiled_equals_interpreted.py",
    "cli/test_tickets.py",
    "experiments/test_verify.py",
    "experiments/test_opening_advice.py",
    "strategies/test_spoiler.py",
    "test_house_rules.py",
    "test_poor_boards.py",
    "cli/test_ladder.py",
    "stats/test_claims.py",
    "stats/test_buildings.py",
    "experiments/test_tuning.py",
    "test_golden.py",
    "explore/test_explore.py",
    "cli/test_tournament.py",
    "test_readme.py",
    "test_referee_agrees.py",
    "experiments/test_sweeps.py",
    "experiments/tournament/test_play.py",
    "experiments/beliefs/test_beliefs.py",
    "experiments/beliefs/test_chains.py",
    "experiments/beliefs/test_posterior.py",
    "experiments/beliefs/test_judged.py",
    "experiments/beliefs/test_likely_worlds.py",
    "experiments/evaluate/test_evaluate.py",
    "experiments/evaluate/test_listing.py",
    "experiments/evaluate/test_review.py",
    "experiments/evaluate/test_logs.py",
    "charts/test_evaluate.py",
    "cli/test_tune.py",
    "test_published_agents.py",
    "test_tables_and_logs.py",
)
"""The files that take longest or need many strategies compiled. They come first, lest a process be left alone with one
at the end; all their tests are marked ``slow``."""

SISTERS = {"rails_sails_world": "rails_sails_great_lakes", "first_journey_europe": "first_journey_usa"}
"""Maps with the rules of another map: where a test takes both, the long tests take the first."""

UNDER_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skipped report into a failed one under CI; an expected failure stays what it is."""
    if UNDER_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"Under CI a skipped test is a failure: {reason}"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--compile-first",
        choices=("engine", "all"),
        help="compile the engine, or the strategies too, before the processes that run the tests start",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell's background job ignores Ctrl-C, and so would what the tests of it interrupt.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not is_worker(config):
        os.environ[RUN_FOLDER] = tempfile.mkdtemp(prefix="ttr_tests_")
        if sys.dont_write_bytecode and config.pluginmanager.hasplugin("cacheprovider"):
            keep_bytecode(config)


def keep_bytecode(config: pytest.Config) -> None:
    """Let Python keep its bytecode in pytest's cache where it must not keep it beside the sources.

    A run starts a hundred processes, and each would compile pandas and the others anew: two seconds for each.
    """
    assert config.cache is not None
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(config.cache.mkdir("bytecode"))
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not is_worker(config):
        shutil.rmtree(os.environ.pop(RUN_FOLDER, ""), ignore_errors=True)


def is_worker(config: pytest.Config) -> bool:
    """Whether this process runs tests for another one, which began the run."""
    return hasattr(config, "workerinput")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    config, wanted = session.config, session.config.getoption("compile_first")
    if wanted and not is_worker(config):
        from compile_first import compile_on_disk

        key, processes = f"ttr/compiled-{wanted}", config.getoption("numprocesses", None) or 1
        assert config.cache is not None
        known = config.cache.get(key, "")
        config.cache.set(key, compile_on_disk(processes, strategies=wanted == "all", known=known))


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What strategies a test registers are gone after it."""
    from ttr_analysis.strategies import base

    base.available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))


@pytest.fixture
def fresh_heap() -> Generator[None]:
    """Spare a timed test the collection of what other tests and the compiler left in the process."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def slowness(item: pytest.Item) -> int:
    """The place of a test's file among the slow ones; a number beyond them for all others."""
    name = item.path.relative_to(TESTS).as_posix() if item.path.is_relative_to(TESTS) else ""
    return SLOW.index(name) if name in SLOW else len(SLOW)


def leave_sisters(items: list[pytest.Item]) -> None:
    """Mark as long what is tested on a map, too, that has the same rules as another one."""
    short = {item.nodeid for item in items if not item.get_closest_marker("long")}
    for item in items:
        for name, sister in SISTERS.items():
            if name in item.nodeid and item.nodeid.replace(name, sister) in short:
                item.add_marker(pytest.mark.long(reason="its sister, which has the same rules, is tried at every run"))


# The marks must be there before pytest selects by them.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    leave_sisters(items)
    items.sort(key=slowness)
    for item in items:
        if slowness(item) < len(SLOW):
            item.add_marker("slow")
    if browsers.path():
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
