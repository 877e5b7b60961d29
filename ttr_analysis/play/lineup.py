"""Lineups: strategies in the form that the game loop needs, in any thread or process."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from math import isfinite
from numbers import Real
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from ttr_analysis._validate import check_seed, named, shown, whole_number
from ttr_analysis.engine.seating import place_of
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import Chooser
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.terms import settled
from ttr_analysis.results.manifest import StrategyEntry
from ttr_analysis.rules.interventions import Given, Intervention, as_interventions
from ttr_analysis.strategies import base, taught

FILE_MODULE = "ttr_strategies_"
"""Prefix of the names of the modules that ``load_file`` creates."""


@dataclass(frozen=True)
class Place:
    """One place of a lineup: where its strategy is defined, so that any process can find it.

    Attributes
    ----------
    name : str
        Name of the strategy in tables.
    module, function : str
        Where its function is defined.
    file : str
        The file, for functions whose module cannot be imported (``--code``).
    weights : tuple of (str, float)
        Its weights, in order.
    built_in : bool
        Whether the strategy belongs to this package.
    plain : bool
        Whether its function is plain Python over readable records.
    typed : str
        Under which name, with which weights, ``get_strategy`` finds it if it finds it at all.
    taught : Taught
        What it has learned.
    """

    name: str
    module: str
    function: str
    file: str
    weights: tuple[tuple[str, float], ...]
    built_in: bool
    plain: bool = False
    typed: str = ""
    taught: taught.Taught = taught.UNTAUGHT

    @classmethod
    def of(cls, strategy: base.Strategy) -> Place:
        """Return the place for a strategy.

        Raises
        ------
        StrategyError
            If a weight is not a finite number.
        """
        for weight, value in strategy.weights.items():
            if not isinstance(value, Real) or not isfinite(value):
                raise StrategyError(
                    f"weight {weight!r} of strategy {strategy.name!r} is {shown(value)}, not a finite number"
                )
        function: Any = strategy.function
        weights = tuple(strategy.weights.items())
        module, name = function.__module__, function.__qualname__
        _KNOWN[(module, name)] = function
        return cls(
            strategy.name, module, name, strategy.file, weights, strategy.built_in, strategy.plain, strategy.typed,
            strategy.taught,
        )  # fmt: skip

    @property
    def strategy(self) -> base.Strategy:
        """The strategy.

        Raises
        ------
        StrategyError
            If this process cannot find its function.
        """
        weights = MappingProxyType(dict(self.weights))
        return base.Strategy(
            self.name, self._find(), weights=weights, file=self.file, plain=self.plain, taught=self.taught
        )

    @property
    def entry(self) -> StrategyEntry:
        """Its entry in the manifest."""
        typed, file = self.typed if self.by_command else "", self.file if self.from_file else ""
        return StrategyEntry(
            name=self.name, weights=dict(self.weights), source_hash=self._source_hash(), typed=typed, file=file
        )

    def _source_hash(self) -> str:
        """Return the hash of the file and of what was learned, or of the function's text without a file; or nothing."""
        if (file := Path(self.file)).is_file():
            return hashlib.sha256(file.read_bytes() + np.array(self.taught.all_numbers).tobytes()).hexdigest()
        try:
            return hashlib.sha256(inspect.getsource(self._find()).encode()).hexdigest()
        except (OSError, TypeError):
            return ""

    @property
    def from_file(self) -> bool:
        """Whether it comes from a file that a command is given with ``--code``."""
        return self.module.startswith(FILE_MODULE)

    @property
    def by_command(self) -> bool:
        """Whether a command finds it, with these weights: built in, in a file, or in an installed package."""
        if not (self.built_in or self.from_file or self.module.partition(".")[0] in _packages()):
            return False
        try:
            return Place.of(base.get_strategy(self.typed)) == self
        except StrategyError:
            return False

    def _find(self) -> Chooser:
        key = (self.module, self.function)
        if key not in _KNOWN:
            _KNOWN[key] = self._import()
        return _KNOWN[key]

    def _import(self) -> Chooser:
        try:
            try:
                importlib.import_module(self.module)
            except ImportError:
                base.load_file(self.file)
            found: Chooser = getattr(sys.modules[self.module], self.function)
        except (AttributeError, KeyError, StrategyError):
            raise StrategyError(
                f"strategy {self.name!r} is defined where another process cannot find it ({self.file}); "
                "put it in a file and load that file with load_file or --code"
            ) from None
        return found


def _packages() -> frozenset[str]:
    """Return the names of the installed packages that offer strategies."""
    return frozenset(point.module.partition(".")[0] for point in entry_points(group=base.ENTRY_POINTS))


_KNOWN: dict[tuple[str, str], Chooser] = {}
"""Functions of this process, by module and name."""


@dataclass(frozen=True)
class Lineup:
    """Which strategies play, and in which seats.

    Attributes
    ----------
    game_map : GameMap
    places : tuple of Place
        One per player.
    seed : int
    rotate : bool
        Whether seat ``s`` of game ``g`` has place ``(s + g) % players``; else it has place ``s``.
    interventions : tuple of Intervention
        What is changed for some seats, settled on the map.

    Examples
    --------
    >>> from ttr_analysis.play.lineup import make_lineup
    >>> lineup = make_lineup(ttr.load_map("usa"), ["random", "greedy_points"])
    >>> [place.name for place in lineup.places]
    ['random', 'greedy_points']
    """

    game_map: GameMap
    places: tuple[Place, ...]
    seed: int = 0
    rotate: bool = True
    interventions: tuple[Intervention, ...] = ()

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.places)

    @property
    def strangers(self) -> bool:
        """Whether any of the strategies does not belong to this package."""
        return not all(place.built_in for place in self.places)

    @property
    def strategies(self) -> tuple[base.Strategy, ...]:
        """The strategy of each place."""
        return tuple(place.strategy for place in self.places)

    def place_of(self, game: int, seat: int) -> Place:
        """Return the place that has a seat in a game."""
        return self.places[place_of(self.rotate, self.players, game, seat)]


def make_lineup(
    game_map: GameMap,
    strategies: str | base.Strategy | Sequence[str | base.Strategy],
    *,
    players: int | None = None,
    seed: int = 0,
    rotate: bool = True,
    interventions: Given = (),
) -> Lineup:
    """Check the arguments and return the lineup, without compiling anything.

    Parameters
    ----------
    game_map : GameMap
    strategies : str, Strategy or sequence of them
        One strategy for all seats, or one for each player.
    players : int, optional
        If left out, the number of strategies; with one strategy, the fewest that the rules allow.
    seed : int, optional
        0 or more, below 2**63.
    rotate : bool, optional
    interventions : sequence of Intervention or str, optional
        What is changed for some seats, or taken off the map.

    Raises
    ------
    SetupError
        If the numbers or the interventions do not fit together, or do not fit the rules.
    StrategyError
        If there is no such strategy.
    """
    if isinstance(strategies, Mapping):
        raise SetupError("strategies must be one strategy or a list of them, not a table")
    seed, names = check_seed("seed", seed), named("strategies", strategies, base.Strategy)
    if not names:
        raise SetupError("no strategy is given")
    chosen = [base.get_strategy(name) for name in names]
    places = [Place.of(strategy) for strategy in chosen]
    if players is None:
        players = len(places) if len(places) > 1 else game_map.rules.players[0]
    players = whole_number("players", players)
    tables_for(game_map, players)
    for strategy in chosen:
        if objection := strategy.taught.objection(game_map, players):
            raise SetupError(f"strategy {strategy.name!r} {objection}")
    if len(places) not in {1, players}:
        raise SetupError(f"{len(places)} strategies for {players} players: give one for all seats, or one for each")
    game_map, changes = settled(game_map, players, as_interventions(interventions))
    return Lineup(game_map, tuple(places * players if len(places) == 1 else places), seed, rotate, changes)
