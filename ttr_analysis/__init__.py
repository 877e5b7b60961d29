"""Simulate and analyse Ticket to Ride: what its routes, tickets and strategies are worth.

Importing the package is cheap: each name is imported when it is first used. Which names there
are, and where they come from, is said below and in the stub ``__init__.pyi`` of each room.
"""

import ast as _ast
import importlib as _importlib
import pathlib as _pathlib
import sys as _sys
import types as _types
import typing as _typing

if _typing.TYPE_CHECKING:  # what _make_room reads: the public names and their homes
    from ttr_analysis import charts as charts
    from ttr_analysis import exact as exact
    from ttr_analysis import experiments as experiments
    from ttr_analysis import explore as explore
    from ttr_analysis import maps as maps
    from ttr_analysis import play as play
    from ttr_analysis import results as results
    from ttr_analysis import rules as rules
    from ttr_analysis import stats as stats
    from ttr_analysis import strategies as strategies
    from ttr_analysis.exact import odds as odds
    from ttr_analysis.exact import optimum as optimum
    from ttr_analysis.exact import paths as paths
    from ttr_analysis.experiments.comparison import compare as compare
    from ttr_analysis.experiments.evaluate.evaluate import evaluate as evaluate
    from ttr_analysis.experiments.own_games.percentile import percentile as percentile
    from ttr_analysis.experiments.tournament.play import tournament as tournament
    from ttr_analysis.experiments.training.train import train as train
    from ttr_analysis.experiments.tuning import tune as tune
    from ttr_analysis.maps.folder import available_maps as available_maps
    from ttr_analysis.maps.folder import load_map as load_map
    from ttr_analysis.maps.game_map import GameMap as GameMap
    from ttr_analysis.play.environments.batch import Batch as Batch
    from ttr_analysis.play.examples import load_example as load_example
    from ttr_analysis.play.game import Game as Game
    from ttr_analysis.play.position import Position as Position
    from ttr_analysis.play.simulate import simulate as simulate
    from ttr_analysis.results.result import Result as Result
    from ttr_analysis.strategies.base import strategy as strategy

__version__ = "0.1.0"


class _Room(_types.ModuleType):
    """A package whose public names are imported when they are first used."""

    __all__: list[str]
    _homes: dict[str, tuple[str, str]]

    def __getattr__(self, name: str) -> object:
        if name.startswith("_") or name not in self._homes:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module, original = self._homes[name]
        if module == self.__name__:
            return _importlib.import_module(f"{module}.{original}")
        value = getattr(_importlib.import_module(module), original)
        setattr(self, name, value)  # next time it is found without this method
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if isinstance(value, _types.ModuleType) and self._homes.get(name, (self.__name__,))[0] != self.__name__:
            return  # a module that was just imported must not hide the public function of the same name
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(self.__all__)


def _make_room(package: str, *others: str) -> None:
    """Make a package import its public names when they are first used.

    Parameters
    ----------
    package : str
        The ``__name__`` of the package. The stub beside its file, or the file itself if it has
        none, imports the public names.
    *others : str
        Public names that the package defines itself.
    """
    room = _sys.modules[package]
    file = _pathlib.Path(str(room.__file__))
    stub = file.with_suffix(".pyi")
    source = (stub if stub.exists() else file).read_text(encoding="utf-8")
    imports = [node for node in _ast.walk(_ast.parse(source)) if isinstance(node, _ast.ImportFrom)]
    room.__dict__["_homes"] = {
        alias.asname or alias.name: (node.module, alias.name) for node in imports for alias in node.names
    }
    room.__dict__["__all__"] = sorted([*room.__dict__["_homes"], *others])
    room.__class__ = _Room


_make_room(__name__, "__version__")

if "gymnasium.envs.registration" in _sys.modules:  # else importing it would take too long for most users
    _importlib.import_module("ttr_analysis.play.environments.registration")
