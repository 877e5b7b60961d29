"""What a strategy is, and how strategies are found.

A strategy is one function in plain Python that numba can compile. It fills in an action and
sees only what its player knows: the tables, the public record, and the player's own private
record, memory and random stream.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import math
import pkgutil
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from html import escape
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import numba
import numpy as np

from ttr_analysis._validate import did_you_mean, misfit, shown
from ttr_analysis.engine.code_cache import cache_folder, keep
from ttr_analysis.engine.compiled import INTERPRETED, compiled, lean_entry
from ttr_analysis.engine.compilers import EntryCompiler
from ttr_analysis.engine.state import ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.engine.view import WEIGHTS, Chooser, View
from ttr_analysis.errors import StrategyError
from ttr_analysis.rules.limits import CARDS
from ttr_analysis.strategies.fingerprint import fingerprint
from ttr_analysis.strategies.taught import UNTAUGHT, Opener, Taught

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

ENTRY_POINTS = "ttr_analysis.strategies"
"""The entry-point group with which installed packages provide strategies."""

Explainer = Callable[["GameMap", View, ActionRecord], str]
"""A function that explains a choice, for replays. Its arguments are the map (for names), the view as
it is right after the choice, and the action. It is plain Python, receives copies and must not call
compiled helpers. It returns one line of text, or an empty string if it has nothing to say.
"""

NOTEBOOK = "a notebook cell"
"""Stands in for the file of a strategy that is defined in a notebook."""

_BUILT_IN = Path(__file__).parent


@dataclass(frozen=True)
class Strategy:
    """A strategy with its weights.

    Attributes
    ----------
    name : str
        Its name in tables and commands.
    function : callable
        Its function, see :data:`ttr_analysis.engine.view.Chooser`. It is meant for the compiler;
        to call it, use :attr:`compiled`, because Python cannot call the compiled helpers it uses.
    idea : str
        What it does, in one sentence.
    source : str
        Where the idea comes from; empty if it is our own.
    weights : mapping of str to float
        Its weights, in the order in which the function reads them.
    file : str
        The file that defines it.
    quick : mapping of str to float
        Weights that make a slow strategy quick, for checks in which playing strength does not matter.
    explain : callable or None
        Explains in words why it chose an action, see :data:`Explainer`.
    plain : bool
        Whether the function is plain Python: readable records in, one of the legal actions out.
    changed : mapping of str to float
        The weights that :meth:`with_weights` has changed; its name tells them.
    taught : Taught
        What it has learned, if it was trained.
    opens : callable or None
        Reads what it may have learned instead from a file, see :meth:`with_file`.

    Examples
    --------
    >>> planner = ttr.strategies.get_strategy("ticket_planner")
    >>> planner.with_weights(draw_share=0.2).name
    'ticket_planner (draw_share=0.2)'
    """

    name: str
    function: Chooser
    idea: str = ""
    source: str = ""
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)
    file: str = ""
    quick: Mapping[str, float] = field(default_factory=dict, hash=False)
    explain: Explainer | None = None
    plain: bool = False
    changed: Mapping[str, float] = field(default_factory=dict, hash=False)
    taught: Taught = field(default=UNTAUGHT, hash=False, repr=False)
    opens: Opener | None = None

    def __repr__(self) -> str:
        weights = f", {len(self.weights)} weights" if self.weights else ""
        return f"<Strategy {self.name}{weights}{': ' if self.idea else ''}{self.idea}>"

    def _repr_html_(self) -> str:
        rows = {"strategy": self.name, "idea": self.idea, "source": self.source}
        cells = [(name, text) for name, text in rows.items() if text]
        cells += [(name, f"{value:g}") for name, value in self.weights.items()]
        body = "".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in cells)
        return f"<table>{body}</table>"

    @property
    def quickened(self) -> Strategy:
        """The same strategy with the weights that make it quick; the strategy itself if it has none."""
        return self.with_weights(**self.quick) if self.quick else self

    def with_weights(self, **changes: float) -> Strategy:
        """Return the same strategy with some weights changed, named after the changes.

        Raises
        ------
        StrategyError
            If the strategy has no weight with that name, or a value is not a finite number.
        """
        for name, value in changes.items():
            if name not in self.weights:
                has = ", ".join(self.weights) or "none"
                raise StrategyError(f"strategy {self.name!r} has no weight {name!r}; it has: {has}")
            if misfit(float, value) or not math.isfinite(value):
                raise StrategyError(f"weight {name!r} is {shown(value)}, which is not a finite number")
        changed = MappingProxyType({**self.changed, **changes})
        weights = MappingProxyType({**self.weights, **changes})
        name = self._plain_name + _label(changed, self.taught.file)
        return replace(self, name=name, weights=weights, changed=changed)

    def at(self, game_map: GameMap, players: int) -> Strategy:
        """Return the strategy as it plays a game: with what it learned for that game, if that was shown to gain."""
        return replace(self, taught=self.taught.at(game_map, players))

    def with_file(self, path: str | Path) -> Strategy:
        """Return the same strategy with what a file says that it has learned, named after the file.

        Raises
        ------
        StrategyError
            If it learns nothing from files, or the file is missing, damaged or of another version.
        """
        if self.opens is None:
            raise StrategyError(f"strategy {self.name!r} is not trained, so it reads no file")
        taught = self.opens(Path(path))._replace(file=str(path))
        return replace(self, name=self._plain_name + _label(self.changed, taught.file), taught=taught)

    @property
    def typed(self) -> str:
        """What a command line or :func:`get_strategy` calls it, with its changed weights in full precision.

        Examples
        --------
        >>> ttr.strategies.get_strategy("rush").with_weights(lead=1 / 3).typed
        'rush:lead=0.3333333333333333'
        """
        changes = [f"file={self.taught.file}"] if self.taught.file else []
        changes += [f"{name}={float(value)!r}" for name, value in self.changed.items()]
        return f"{self._plain_name}:{'+'.join(changes)}" if changes else self.name

    @property
    def _plain_name(self) -> str:
        return self.name.removesuffix(_label(self.changed, self.taught.file))

    @property
    def compiled(self) -> Any:
        """The compiled function, which is cached on disk if the strategy is built in.

        Your own strategies may call it, compiled or as plain Python, and pass on the arguments
        they receive. Their ``weights`` must begin with the weights of this strategy.
        """
        if self.plain:
            raise StrategyError(f"strategy {self.name!r} is written in plain Python, so it has no compiled function")
        return compiled_chooser(self.function, self.built_in)

    @property
    def weight_values(self) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """The weights as the array the function receives, with its numbers after the last possible weight."""
        values = np.zeros(WEIGHTS + len(self.taught.numbers))
        values[: len(self.weights)] = list(self.weights.values())
        values[WEIGHTS:] = self.taught.numbers
        return values

    @cached_property
    def built_in(self) -> bool:
        """Whether the strategy belongs to this package."""
        return Path(self.file).is_relative_to(_BUILT_IN)


def _label(changed: Mapping[str, float], file: str = "") -> str:
    """Return what a strategy's name says of its changed weights, and of the file with what it has learned."""
    parts = [f"file={Path(file).stem}"] if file else []
    parts += [f"{name}={value:g}" for name, value in changed.items()]
    return f" ({', '.join(parts)})" if parts else ""


_REGISTRY: dict[str, Strategy] = {}

F = TypeVar("F", bound=Callable[..., Any])


@compiled
def decide(action: ActionRecord, kind: int, target: int, number: int) -> None:
    """Fill in an action without cards."""
    action.kind = kind
    action.target = target
    action.number = number
    for card in range(CARDS):
        action.cards[card] = 0


# Nine parameters, all but the first three by name: what a strategy may be.
def strategy(
    name: str | None = None,
    idea: str = "",
    source: str = "",
    weights: Mapping[str, float] | None = None,
    *,
    quick: Mapping[str, float] | None = None,
    explain: Explainer | None = None,
    plain: bool = False,
    taught: Taught = UNTAUGHT,
    opens: Opener | None = None,
) -> Callable[[F], F]:
    """Register the decorated function as a strategy; the function itself stays as it is.

    Parameters
    ----------
    name : str, optional
        Its name in tables and commands; by default the name of the function.
    idea, source : str, optional
        What it does, in one sentence, and where the idea comes from.
    weights : mapping of str to float, optional
        Default weights; the function reads them by position from ``view.weights``.
    quick : mapping of str to float, optional
        Weights that make a slow strategy quick, for checks that only test whether it plays legally.
    explain : callable, optional
        A plain Python function that explains why an action was chosen, see :data:`Explainer`.
    plain : bool, optional
        The function is plain Python, ``choose(view, actions, rng)``: it gets a
        :class:`~ttr_analysis.play.views.PlayerView`, the legal actions and a :class:`random.Random`, and returns
        one of the actions. No knowledge of numba is needed, but such games are hundreds of times slower.
    taught : Taught, optional
        What it has learned.
    opens : callable, optional
        Reads what it may have learned instead from a file.

    Raises
    ------
    StrategyError
        If the name is in use or invalid, or there are more than 40 weights, or a plain strategy has any.

    Examples
    --------
    >>> @ttr.strategy("lazy", plain=True)
    ... def choose(view, actions, rng):
    ...     claims = [action for action in actions if action.kind == ttr.maps.ActionKind.CLAIM]
    ...     return max(claims or actions, key=lambda action: sum(action.cards))
    >>> len(ttr.simulate("usa", "lazy", players=2, games=1, progress=False))
    1
    """

    def register(function: F) -> F:
        fixed, fast = MappingProxyType(dict(weights or {})), MappingProxyType(dict(quick or {}))
        if plain and (fixed or explain):
            raise StrategyError("a plain strategy has neither weights nor explain; it may use any variable of its own")
        called = function.__name__ if name is None else name
        file = _file_of(function)
        _register(
            Strategy(called, function, idea, source, fixed, file, fast, explain, plain, taught=taught, opens=opens)
        )
        return function

    return register


def _file_of(function: Chooser) -> str:
    """Return the file that defines a function; all notebook cells count as one file, so they can be run again."""
    file = inspect.getfile(function)
    return NOTEBOOK if "ipykernel" in file or file.startswith("<") else file


def _globals_of(known: Strategy) -> Any:
    """Return the globals of the module that defines a strategy; running its file again creates new ones."""
    return getattr(known.function, "__globals__", None)


def _check_name(name: Any) -> None:
    if not isinstance(name, str) or not name.strip() or "," in name or not name.isprintable():
        raise StrategyError(f"a strategy's name must be one line of text without commas, not {shown(name)}")


def _register(new: Strategy) -> None:
    _check_name(new.name)
    if not new.built_in:  # a built-in strategy that nobody has used yet has its name, too
        _import_built_in(new.name)
    old = _REGISTRY.get(new.name)
    if old is not None and old.file != new.file:
        raise StrategyError(f"two strategies are called {new.name!r}: one in {old.file}, one in {new.file}")
    if old is not None and new.file != NOTEBOOK and _globals_of(old) is _globals_of(new):
        raise StrategyError(f"{new.file} has two strategies called {new.name!r}")
    if len(new.weights) > WEIGHTS:
        raise StrategyError(f"strategy {new.name!r} has {len(new.weights)} weights; at most {WEIGHTS} are possible")
    _REGISTRY[new.name] = new


def _import_built_in(name: str) -> None:
    """Import the built-in strategy with this name, if there is one: its module has the same name."""
    if name in {module.name for module in pkgutil.iter_modules([str(_BUILT_IN)])}:
        importlib.import_module(f"ttr_analysis.strategies.{name}")


@cache
def _discover() -> None:
    """Import every built-in strategy and the strategies of every installed package."""
    for module in pkgutil.iter_modules([str(_BUILT_IN)]):
        importlib.import_module(f"ttr_analysis.strategies.{module.name}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except StrategyError:
            raise
        except Exception as error:
            raise StrategyError(f"the package that offers strategy {point.name!r} fails to load: {error!r}") from error


def load_file(path: str | Path) -> list[str]:
    """Register the strategies of a Python file and return their names.

    Raises
    ------
    StrategyError
        If the file cannot be run or registers no strategy. Then none of its strategies stay registered.

    Examples
    --------
    >>> from tempfile import NamedTemporaryFile
    >>> code = "import ttr_analysis as ttr; ttr.strategy('first', plain=True)(lambda view, actions, rng: actions[0])"
    >>> with NamedTemporaryFile("w", suffix=".py") as file:
    ...     print(code, file=file, flush=True)
    ...     ttr.strategies.load_file(file.name)
    ['first']
    """
    path = Path(path).resolve()
    available_strategies()
    before = dict(_REGISTRY)
    specification = importlib.util.spec_from_file_location(f"ttr_strategies_{path.stem}", path)
    if specification is None or specification.loader is None or not path.is_file():
        raise StrategyError(f"{path} is not a Python file")
    if str(path.parent) not in sys.path:  # last, so that what lies beside the file hides nothing
        sys.path.append(str(path.parent))
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    try:
        specification.loader.exec_module(module)
    except BaseException as error:
        _REGISTRY.clear()
        _REGISTRY.update(before)  # a file that fails leaves nothing registered
        if isinstance(error, StrategyError | KeyboardInterrupt):
            raise
        raise StrategyError(f"{path} fails when it is run: {type(error).__name__}: {error}") from error
    found = [name for name, each in _REGISTRY.items() if each.file == str(path) or name not in before]
    if not found:
        raise StrategyError(f"{path} registers no strategy; decorate its function with @strategy(name=...)")
    return found


def available_strategies() -> tuple[str, ...]:
    """Return the names of all known strategies in alphabetical order.

    Examples
    --------
    >>> ttr.strategies.available_strategies()[:3]
    ('blocker', 'expert', 'greedy_points')
    """
    _discover()
    return tuple(sorted(_REGISTRY))


def get_strategy(name: str | Strategy) -> Strategy:
    """Return the strategy with this name, with changed weights if any follow: ``name:weight=0.3+weight=2``.

    A trained strategy may learn from another file: ``learned:file=my_player``, before any weights.

    Raises
    ------
    StrategyError
        If it is neither a name nor a strategy, if there is none of this name, which lists the available strategies,
        or if the weights do not fit it.

    Examples
    --------
    >>> ttr.strategies.get_strategy("greedy_points").name
    'greedy_points'
    >>> ttr.strategies.get_strategy("greedy_points:least_length=3").weights["least_length"]
    3.0
    """
    if isinstance(name, Strategy):
        return name
    if not isinstance(name, str):
        raise StrategyError(f"a strategy must be a name or a Strategy, not {shown(name)}")
    if (found := _registered(name)) is not None:
        return found
    plain, colon, weights = name.partition(":")
    if colon and (found := _registered(plain)) is not None:
        if weights.startswith("file="):
            file, plus, weights = weights.removeprefix("file=").partition("+")
            found = found.with_file(file)
            if not plus:
                return found
        return found.with_weights(**_weights_in(weights, name))
    names = available_strategies()
    hint = did_you_mean(plain, names)
    raise StrategyError(f"no strategy is called {plain!r}{hint or ';'} available: {', '.join(names)}")


def _registered(name: str) -> Strategy | None:
    """Return the strategy registered under a name, which is imported if need be."""
    if name not in _REGISTRY:  # most runs need one or two of the strategies
        _import_built_in(name)
    if name not in _REGISTRY:  # lets packages that are being discovered build on known strategies
        _discover()
    return _REGISTRY.get(name)


def _weights_in(text: str, name: str) -> dict[str, float]:
    """Return the weights of ``draw_share=0.2+reserve=1``; a plus sign inside a number (1e+16) parts nothing."""
    weights: dict[str, float] = {}
    for part in re.split(r"\+(?=[^+]*=)", text):
        key, equals, value = (word.strip() for word in part.partition("="))
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not (equals and key and math.isfinite(number)):
            form = f"{name.partition(':')[0]}:weight=0.3+weight=2"
            raise StrategyError(f"{shown(name)}: {shown(part)} is no weight with its value; write it as {form}")
        if key in weights:
            raise StrategyError(f"{shown(name)} gives the weight {key!r} twice")
        weights[key] = number
    return weights


@cache
def signature() -> Any:
    """Return the numba signature of every strategy's function."""
    records = [numba.from_dtype(kind.dtype()) for kind in (Tables, Public, Private, Scratch, ActionRecord)]
    tables, public, mine, scratch, action = records
    fields = View(tables, public, mine, numba.int64[::1], numba.float64[::1], scratch, numba.uint64[::1])
    return numba.void(numba.types.NamedTuple(fields, View), action)


@cache
def compiled_chooser(function: Chooser, built_in: bool) -> Any:
    """Compile a function for the declared signature, as the game loop calls it, or read its compiled code from disk.

    Functions from outside this package are compiled with bounds checks, because a write outside
    an array would crash the whole process. Built-in ones count no references to arrays, so they
    make them in functions that are ``allocating``.
    """
    if INTERPRETED:
        return function
    dispatcher: Any = lean_entry(function) if built_in else _own_entry(function)
    dispatcher.compile(signature())
    dispatcher.disable_compile()
    return dispatcher


def _own_entry(function: Chooser) -> Any:
    """Return the dispatcher of a function from outside this package."""
    dispatcher = numba.njit(nogil=True, boundscheck=True, pipeline_class=EntryCompiler)(function)
    if version := fingerprint(function):
        keep(dispatcher, cache_folder(f"own-{version}"))
    return dispatcher
