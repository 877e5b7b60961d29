"""Where the numbers of a table come from: facts that travel with the table, so that a chart can caption itself.

A *source* is a small dictionary in ``DataFrame.attrs["source"]``; pandas copies it at each operation and writes it to
parquet files as JSON. It holds facts, not sentences: :mod:`ttr_analysis.charts.words` puts them into words.

======================= ==============================================================================
key                     meaning
======================= ==============================================================================
``kind``                ``games``, ``tournament``, ``sweep``, ``advice``, ``worth``, ``evaluation``, ``review``,
                        ``beliefs``, ``exact`` or ``several``
``map``                 ``name``, ``title``, ``ticket_set`` of the map, and as ``notices`` its caveats
``players``, ``seed``   of the games; ``seeds`` if there are several
``strategies``          names of the lineup, or of all that take part
``rotate``              whether the seats rotate (``games``)
``games``, ``asked``    number of games in the tables, and requested (``worth``: the fewest and most of a row)
``worlds``              number of chains of imagined hands for each opponent and turn (``beliefs``)
``of``, ``change``      what was valued, and how it was changed; ``complete``: whether all was played (``worth``)
``played``              number of games that were played (``games``)
``chosen``              conditions by which games were chosen from them (``games``)
``seats``               number of seats in the tables if some of their games are not (``games``)
``seatings``            number of seatings, each of which plays every game (``tournament``)
``by``, ``turn``,       measure by which actions were compared, and at which decision (``evaluation``); ``games`` are
``seat``, ``worlds``    roll-outs, ``worlds`` how they were imagined (``review``, too)
``names``, ``played``   what the players are called, and the seed and number of the game (``review``)
``decisions``           number of decisions (``review``)
``defaults``,           the default's weights, and its win share with the ends of the interval
``default_win_share``   among the same players (``sweep``)
``parts``               the sources of tables joined by :func:`joined` (``several``)
======================= ==============================================================================

pandas also copies them to tables that a reader makes: rows chosen, sums by group, columns from elsewhere. The games
behind those are not known any more, so the tables of a result carry ``DataFrame.attrs["rows_of"]`` as well, which the
tables made by this package do not: :func:`rows_of`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, Self, TypeVar

from ttr_analysis.results.later import pandas as pd

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.results.manifest import Manifest, MapEntry

Source = dict[str, Any]
"""The facts; see the table above."""


class _Shared(Source):
    """A source in a table. Nobody changes its facts, so what pandas makes of the table has the same one.

    pandas copies all that a table carries at each operation, on each column; that took most of the time of
    operations on small tables.
    """

    def __deepcopy__(self, _: object) -> Self:
        return self


class Played(Protocol):
    """What has been played: a result or a tournament."""

    @property
    def source(self) -> Source:
        """Its facts."""


Games = TypeVar("Games", bound=Played)
Table = TypeVar("Table", bound="pd.DataFrame | pd.Series[float]")
P = ParamSpec("P")


def of_map(game_map: GameMap | MapEntry) -> Source:
    """Return the facts of a map."""
    names = {name: getattr(game_map, name) for name in ("name", "title", "ticket_set")}
    return {**names, "notices": list(game_map.caveats)}


def of_games(manifest: Manifest, games: int | None = None, seats: int | None = None) -> Source:
    """Return the source of the tables of a result.

    Parameters
    ----------
    manifest : Manifest
    games : int, optional
        How many games the tables have; by default what the manifest says.
    seats : int, optional
        How many seats they have if it is not all of these games.
    """
    facts: Source = {
        "kind": "games",
        "map": of_map(manifest.map),
        "players": manifest.players,
        "strategies": list(manifest.names),
        "rotate": manifest.rotate,
        "seed": manifest.seed,
        "games": manifest.finished if games is None else games,
        "played": manifest.finished,
        "asked": manifest.games,
    }
    facts |= {"seeds": list(manifest.seeds)} if len(manifest.seeds) > 1 else {}
    facts |= {"chosen": list(manifest.chosen)} if manifest.chosen else {}
    return facts | ({} if seats is None else {"seats": seats})


def exact(game_map: GameMap | None = None) -> Source:
    """Return the source of numbers computed without games, from a map or from cards alone."""
    return {"kind": "exact"} | ({} if game_map is None else {"map": of_map(game_map)})


def source_of(table: pd.DataFrame | pd.Series[Any]) -> Source | None:
    """Return the source of a table; None if it does not carry one."""
    return table.attrs.get("source")


def rows_of(table: pd.DataFrame | pd.Series[Any]) -> str:
    """Return which table of a result this one is, or was made of by a reader; empty if this package made it."""
    name: str = table.attrs.get("rows_of", "")
    return name


def tagged(table: Table, source: Source, rows_of: str = "") -> Table:
    """Write a source into a table, and return the table; ``rows_of`` names a table of a result."""
    table.attrs["source"] = _Shared(source)
    table.attrs.pop("rows_of", None)  # what a table of estimates inherited from the rows it was made of
    if rows_of:
        table.attrs["rows_of"] = rows_of
    return table


def sourced(function: Callable[Concatenate[Games, P], Table]) -> Callable[Concatenate[Games, P], Table]:
    """Decorate a function of a result or a tournament: its table carries the source and, as ``made_by``, its name."""
    made_by = ".".join([*function.__module__.split(".")[1:-1], function.__name__])

    @wraps(function)
    def with_source(played: Games, /, *arguments: P.args, **options: P.kwargs) -> Table:
        table = function(played, *arguments, **options)
        table.attrs["made_by"] = [made_by, *getattr(table, "columns", ())]
        return tagged(table, played.source)

    return with_source


def has_other_columns(table: pd.DataFrame) -> bool:
    """Return whether a table that a function of this package made has been given other columns since."""
    return "made_by" in table.attrs and not maker_of(table)


def maker_of(table: pd.DataFrame) -> str:
    """Return which function made a table; empty if that is unknown, or other columns have been made of it since."""
    name, *columns = table.attrs.get("made_by", [""])
    return name if columns == list(table.columns) else ""


def joined(tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put tables with the same columns one below another; the sources of all stay known.

    ``pandas.concat`` would forget them, as they differ.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> table = ttr.stats.win_share_by_seat(result)
    >>> len(table), len(ttr.stats.joined([table, table]))
    (2, 4)
    """
    table = pd.concat(tables, ignore_index=True)
    table.attrs = {**tables[0].attrs}
    table.attrs.pop("source", None)
    if known := joined_source(tables):
        tagged(table, known, next(filter(None, map(rows_of, tables)), ""))
    return table


def joined_source(tables: Sequence[pd.DataFrame]) -> Source:
    """Return the source of numbers from several tables; empty if one of them does not carry any."""
    known = [source for source in map(source_of, tables) if source is not None]
    if not known or len(known) < len(tables):
        return {}
    return known[0] if len(known) == 1 else {"kind": "several", "parts": known}
