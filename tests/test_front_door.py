"""``import ttr_analysis as ttr``: what tab shows, in the package and in each room, and what importing it costs."""

from __future__ import annotations

import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ttr_analysis as ttr
from ttr_analysis.cli import make_parser
from ttr_analysis.errors import MapError
from ttr_analysis.report import build_report

ROOT = Path(__file__).parents[1]

CLASSES = ("Batch", "Game", "GameMap", "Position", "Result")
NAMES = (
    "load_map", "load_example", "available_maps", "compare", "evaluate", "percentile", "simulate", "strategy",
    "tournament", "train", "tune",
)  # fmt: skip
ROOMS = ("maps", "rules", "strategies", "results", "stats", "exact", "experiments", "charts", "explore", "play")
SHORT_CUTS = ("odds", "paths", "optimum")
HEAVY = ("numpy", "numba", "scipy", "pandas", "plotly", "networkx", "pyarrow", "pydantic", "ipywidgets")


def run(code: str) -> list[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()


def test_tab_shows_the_front_names_and_the_rooms_and_nothing_else() -> None:
    assert dir(ttr) == sorted([*NAMES, *CLASSES, *ROOMS, *SHORT_CUTS, "__version__"])
    assert all(getattr(ttr, name) is not None for name in dir(ttr))


def test_nothing_leaks_into_the_package() -> None:
    loaded = run("import ttr_analysis as ttr; print(*[name for name in vars(ttr) if not name.startswith('_')])")
    assert loaded == []


def test_importing_the_package_and_looking_around_loads_nothing_heavy() -> None:
    code = "import sys, ttr_analysis as ttr; dir(ttr); dir(ttr.play); dir(ttr.exact); dir(ttr.odds)"
    assert run(f"{code}; print(*[name for name in {HEAVY} if name in sys.modules])") == []


def test_the_function_wins_over_a_module_of_its_name() -> None:
    importlib.import_module("ttr_analysis.play.simulate")
    importlib.import_module("ttr_analysis.experiments.verify")
    assert ttr.play.simulate is ttr.simulate
    assert ttr.experiments.verify.__name__ == "verify"
    assert run("import ttr_analysis.play.simulate as s; print(s.__name__)") == ["simulate"]


@pytest.mark.parametrize("name", [*ROOMS, *SHORT_CUTS])
def test_tab_in_a_room_shows_its_public_names(name: str) -> None:
    room = getattr(ttr, name)
    assert dir(room) == sorted(room.__all__)
    assert all(getattr(room, each) is not None for each in room.__all__)


def test_a_wrong_name_is_refused_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'ttr_analysis' has no attribute 'simulat'"):
        ttr.simulat  # noqa: B018
    assert not hasattr(ttr, "TYPE_CHECKING")
    assert not hasattr(ttr, "annotations")


def test_what_is_computed_of_a_map_takes_its_name_as_well() -> None:
    """Each takes the first argument through one decorator; one of them is called here to see that it works."""
    for room in (ttr.paths, ttr.odds, ttr.optimum):
        for name in dir(room):
            function = getattr(room, name)
            if inspect.isfunction(function) and next(iter(inspect.signature(function).parameters), "") == "game_map":
                assert function.__globals__["__name__"] == "ttr_analysis.maps.folder", name
    assert (ttr.paths.distances("usa") == ttr.paths.distances(ttr.load_map("usa"))).all()
    assert ttr.paths.shortest_path(game_map=Path("maps/usa"), start="Denver", end="Omaha").cost == 4
    with pytest.raises(MapError, match="there is no map 'usb'"):
        ttr.paths.betweenness("usb")


def test_one_strategy_plays_where_none_is_named() -> None:
    default = ttr.strategies.DEFAULT_STRATEGY
    functions = (
        ttr.compare, ttr.experiments.opening_advice, ttr.play.play_dealt, build_report, ttr.explore.GameExplorer,
    )  # fmt: skip
    for function in functions:
        options = inspect.signature(function).parameters
        (name,) = {"strategy", "strategies"} & set(options)
        assert options[name].default in (default, (default,)), function
    for words in ("simulate usa", "report usa --out x", "replay usa", "compare usa europe", "tickets usa"):
        said = vars(make_parser().parse_args(words.split()))
        assert said.get("strategies", (said.get("strategy"),)) == (default,), words
    for path in (ROOT / "notebooks").glob("0[014]_*.ipynb"):
        named = rf'(simulate\(game_map, |player = load_map\(MAP\), )\\"{default}\\"'
        assert re.search(named, path.read_text(encoding="utf-8")), path
