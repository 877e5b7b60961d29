"""The examples in docstrings run and show what they say; everything public has one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pickle
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from how_often import first

import ttr_analysis as ttr
from ttr_analysis.charts.export import Pictures
from ttr_analysis.errors import MissingTool
from ttr_analysis.exact.optimum import guess, search
from ttr_analysis.experiments.tournament import Tournament

ROOMS = ("maps", "rules", "strategies", "results", "exact.odds", "exact.paths", "exact.optimum", "play", "stats")
ROOMS += ("experiments", "experiments.tournament", "charts", "explore")
SEVERAL = ("maps", "rules", "referee", "strategies", "results", "play", "exact", "stats")
SEVERAL += ("experiments", "charts", "explore", "report")
_real_simulate, _real_tournament = ttr.simulate, ttr.tournament


@cache
def simulated(*arguments: Any, **options: Any) -> ttr.Result:
    """The result of a run: examples that show the same one share it."""
    return _real_simulate(*arguments, **options)


@cache
def played(game_map: str, strategies: tuple[str, ...], **options: Any) -> Tournament:
    return _real_tournament(game_map, strategies, **options)


def shared(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with lists made hashable, and without sharing what is written into folders."""

    def call(game_map: str, strategies: Any = "random", **options: Any) -> Any:
        fixed = strategies if isinstance(strategies, str) else tuple(strategies)
        return (function.__wrapped__ if "out" in options else function)(game_map, fixed, **options)  # type: ignore[attr-defined]

    return call


@cache
def guessed(words: bytes) -> tuple[int, ...]:
    """The guess of a best network: examples that look for the same one share it."""
    return guess.guess(*pickle.loads(words))


def no_browser(self: Pictures) -> None:
    """Spare the one example that draws the start of a browser; it goes on with a notice."""
    raise MissingTool("no browser")


def modules() -> list[str]:
    names = (module.name for module in pkgutil.walk_packages(ttr.__path__, "ttr_analysis."))
    return sorted(name for name in names if not name.endswith("__main__"))  # running that is running the command


def examples(room: str = "") -> Iterator[Any]:
    """The examples of a room; of all, if none is given."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in modules():
        if not room or name.split(".")[1:2] == [room]:
            module = importlib.import_module(name)
            for test in finder.find(module, name, globs={"ttr": ttr, **vars(module)}):
                if test.examples:
                    yield test


def public() -> dict[str, object]:
    """Return every public function and class by room and name."""
    found = {}
    for room in ROOMS:
        package: ModuleType = importlib.import_module(f"ttr_analysis.{room}")
        found |= {f"{room}.{name}": getattr(package, name) for name in package.__all__}
    return {name: each for name, each in found.items() if inspect.isfunction(each) or inspect.isclass(each)}


@pytest.mark.parametrize(
    "room", first(SEVERAL, 8, "figures and whole experiments take half a minute; what they show has tests of its own")
)
def test_every_example_shows_what_it_says(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ttr, "simulate", shared(simulated))
    monkeypatch.setattr(ttr, "tournament", shared(played))
    monkeypatch.setattr(search, "guess", lambda *words: guessed(pickle.dumps(words)))
    monkeypatch.setattr(Pictures, "start", no_browser)
    runner, wrong, reports = doctest.DocTestRunner(verbose=False), [], []
    for test in examples(room):
        if runner.run(test, out=reports.append).failed:
            wrong.append(test.name)
    assert not wrong, f"{wrong}\n{''.join(reports)}"
    assert runner.tries > 0


def test_the_examples_of_all_rooms_run() -> None:
    alone = Counter(test.name for room in SEVERAL for test in examples(room))
    assert Counter(test.name for test in examples()) == alone


def test_everything_public_has_an_example() -> None:
    assert [name for name, each in public().items() if ">>>" not in (each.__doc__ or "")] == []


def test_no_example_shows_only_true() -> None:
    shown = [test.name for test in examples() for example in test.examples if example.want.strip() == "True"]
    assert shown == []
