"""Results: six tidy tables of the games played, and the manifest that reproduces them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ttr_analysis._validate import listed, option, shown
from ttr_analysis.errors import ResultError
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results import schema
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.manifest import Manifest
from ttr_analysis.results.source import Source, of_games, tagged

if TYPE_CHECKING:
    from pathlib import Path

    from ttr_analysis.results.recorded import Recorded
    from ttr_analysis.results.stored import Stored

    Condition = str | Callable[[pd.DataFrame], Any] | Sequence[bool] | pd.Series[bool]

Places = np.ndarray[tuple[int], np.dtype[np.int64]]

PART = 100_000
"""Player-games in a part of a saved result, at most."""


@dataclass(frozen=True, repr=False)
class Result:
    """The games of one run.

    Attributes
    ----------
    games, players, tickets, tracks, tunnels, buildings : pandas.DataFrame
        One row per game; seat of a game; ticket that a seat kept; track that a seat
        claimed; tunnel attempt; station or harbour built. Columns: :data:`ttr_analysis.results.schema.SCHEMA`.
        Rows are sorted by run and game. Codes stand for names: see :meth:`named`. A table is made when it is asked
        for, or read from the folder of a large result; :meth:`columns` and :meth:`batches` read less of it. A table
        that was not kept (``simulate(..., tables=...)``) is refused.
    manifest : Manifest
        How the games were played.
    game_map : GameMap
        The map on which they were played.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> len(result), result.complete
    (50, True)
    >>> int(result.table("players").score.max())
    -7
    """

    games: pd.DataFrame
    players: pd.DataFrame
    tickets: pd.DataFrame
    tracks: pd.DataFrame
    tunnels: pd.DataFrame
    buildings: pd.DataFrame
    manifest: Manifest
    game_map: GameMap
    _stored: Stored | None = field(default=None, init=False, compare=False)
    _recorded: Recorded | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        for name in schema.TABLES:
            if name not in self.manifest.tables:
                object.__delattr__(self, name)
        source = self.source
        for name in self.manifest.tables:
            own = self.table(name).copy(deep=False)  # the frame given may belong to other games, too
            object.__setattr__(self, name, tagged(own, source, name))

    @classmethod
    def of(cls, tables: Mapping[schema.TableName, pd.DataFrame], manifest: Manifest, game_map: GameMap) -> Result:
        """Return the result with these tables: those that the manifest says were kept."""
        given: dict[str, Any] = {name: tables.get(name) for name in schema.TABLES}
        return cls(**given, manifest=manifest, game_map=game_map)

    @classmethod
    def reading(cls, stored: Stored) -> Result:
        """Return the result whose tables are in these files."""
        return cls._without_tables(stored.manifest, stored.game_map, _stored=stored)

    @classmethod
    def making(cls, recorded: Recorded, manifest: Manifest, game_map: GameMap) -> Result:
        """Return the result whose tables are made of records when they are asked for."""
        return cls._without_tables(manifest, game_map, _recorded=recorded)

    @classmethod
    def _without_tables(cls, manifest: Manifest, game_map: GameMap, **of: Stored | Recorded) -> Result:
        result = object.__new__(cls)
        for name, value in ({"manifest": manifest, "game_map": game_map} | of).items():
            object.__setattr__(result, name, value)
        return result

    if not TYPE_CHECKING:  # else any misspelt name would have a type

        def __getattr__(self, name: str) -> pd.DataFrame:
            """Read a table from its files or make it of its records, and keep it; refuse one that was not kept."""
            if name not in schema.TABLES or "manifest" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self._check_kept(name)
            source = self._recorded if self._stored is None else self._stored
            frame = self.__dict__.setdefault(name, tagged(source.table(name), self.source, name))
            if self._recorded is not None:
                self._recorded.forget(name)
            return frame

    def _check_kept(self, name: schema.TableName) -> None:
        kept = self.manifest.tables
        if name not in kept:
            wanted = ",".join(each for each in schema.TABLES if each in (*kept, name))
            raise ResultError(
                f"the table of {name} was not kept: the games were played with only the tables of {', '.join(kept)}; "
                f"play them again with --tables {wanted} (in Python: tables={tuple(wanted.split(','))})"
            )

    @property
    def source(self) -> Source:
        """The facts that every table of these games carries: those of the manifest, and how many games there are."""
        seats = self.rows("players")
        return of_games(self.manifest, len(self), seats if seats < len(self) * self.manifest.players else None)

    @property
    def complete(self) -> bool:
        """Whether every requested game is there."""
        return self.manifest.complete

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the lineup; the column ``strategy`` is a position in it."""
        return self.manifest.names

    @property
    def is_stored(self) -> bool:
        """Whether the tables are read from a folder when they are asked for, as those of a large result are."""
        return self._stored is not None

    def __len__(self) -> int:
        return self.rows("games") if self._stored is None else self._stored.games

    def rows(self, name: schema.TableName) -> int:
        """Return the number of rows of a table; of a large result without reading them."""
        self._check_kept(name)
        if self._stored is not None:
            return self._stored.rows(name)
        if self._recorded is not None and name not in self.__dict__:
            return self._recorded.rows(name)
        return len(self.table(name))

    def columns(self, name: schema.TableName, wanted: Sequence[str]) -> pd.DataFrame:
        """Return some columns of a table, with those that say which game a row is of; only they are read.

        Parameters
        ----------
        name : str
            One of :data:`ttr_analysis.results.schema.TABLES`.
        wanted : sequence of str
            Names of columns.

        Examples
        --------
        >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
        >>> list(result.columns("players", ["score"]).columns)
        ['run', 'game', 'score']
        """
        self._check_kept(option("the table", name, schema.TABLES))
        known = schema.SCHEMA[name].columns
        wanted = listed("wanted", wanted, "['score']")
        for column in wanted:
            option(f"the column of {name}", column, tuple(known))
        chosen = list(dict.fromkeys(["run", "game", *wanted]))
        if self._stored is None or name in self.__dict__:
            return self.table(name)[chosen]
        return tagged(self._stored.table(name, chosen), self.source, name)

    def batches(self) -> Iterator[Result]:
        """Yield the games in pieces that fit into memory: those of a large result part by part, else all at once."""
        if self._stored is None or len(self._stored.parts) == 1:
            yield self
            return
        for part in self._stored.batches():
            yield Result.reading(part)

    def dataset(self, name: schema.TableName) -> Any:
        """Return a table as a pyarrow dataset, of which a query reads only the columns and rows that it needs.

        Examples
        --------
        >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
        >>> result.dataset("players").count_rows()
        100
        """
        import pyarrow as pa
        from pyarrow import dataset

        self._check_kept(option("the table", name, schema.TABLES))
        if self._stored is None:
            return dataset.dataset(pa.Table.from_pandas(self.table(name), preserve_index=False))
        return dataset.dataset(self._stored.places(name), format="parquet")

    def __repr__(self) -> str:
        rows = self._by_strategy().dropna(subset="win_share").itertuples()  # a player alone has none
        shares = ", ".join(f"{row.strategy} {row.win_share:.1%}" for row in rows)
        return f"<Result {self.manifest.summary}; win shares: {shares or 'none'}>"

    def _repr_html_(self) -> str:
        table = self._by_strategy().to_html(index=False, float_format="{:.3f}".format, border=0)
        return f"<p>{escape(self.manifest.summary)}</p>{table}"

    def _by_strategy(self) -> pd.DataFrame:
        """Return how each strategy did, in the order of the lineup: seats played, win share, mean score."""
        sums = pd.concat([each._sums_by_strategy() for each in self.batches()] or [self._sums_by_strategy()])
        whole = sums.groupby("strategy", observed=True).sum(min_count=1)
        means = whole[["win_share", "score"]].div(whole["seats"], axis=0)
        return means.assign(seats=whole["seats"])[["seats", "win_share", "score"]].reset_index()

    def _sums_by_strategy(self) -> pd.DataFrame:
        """Return the seats that each strategy played, and the sums of its win shares and scores."""
        players = self.columns("players", ["strategy", "win_share", "score"])
        players["strategy"] = _categories(players["strategy"], self.strategies)
        seats = players.groupby("strategy", observed=True)
        sums = seats[["win_share", "score"]].sum(min_count=1)
        return sums.assign(seats=seats.size()).reset_index()

    def table(self, name: schema.TableName) -> pd.DataFrame:
        """Return the table with this name, one of :data:`ttr_analysis.results.schema.TABLES`."""
        frame: pd.DataFrame = getattr(self, option("the table", name, schema.TABLES))
        return frame

    def named(self, name: schema.TableName) -> pd.DataFrame:
        """Return a copy of a table with names added, as categories.

        Parameters
        ----------
        name : {"games", "players", "tickets", "tracks", "tunnels", "buildings"}
            ``games``: ``end_reason`` becomes its name. ``players``: ``strategy`` becomes
            its name. ``tickets``: ``name``, ``value`` (printed points) and ``strategy``
            are added, ``outcome`` becomes its name. ``tracks`` and ``tunnels``: ``name``,
            ``city_a``, ``city_b``, ``length``, ``color``, ``kind`` and ``strategy`` are
            added. ``buildings``: ``kind`` becomes its name, ``name`` (of the city),
            ``borrowed`` (name of the track) and ``strategy`` are added.
        """
        frame = self.table(name).copy()
        if name == "games":
            frame["end_reason"] = _categories(frame["end_reason"], schema.END_REASONS)
            return frame
        frame["strategy"] = _categories(self._strategy_codes(frame), self.strategies)
        if name == "tickets":
            tickets = self.game_map.tickets
            frame["name"] = _categories(frame["ticket"], [ticket.name for ticket in tickets])
            frame["value"] = _looked_up(frame["ticket"], [ticket.points for ticket in tickets])
            frame["outcome"] = _categories(frame["outcome"], schema.OUTCOMES)
        if name in ("tracks", "tunnels"):
            tracks = self.game_map.tracks
            frame["name"] = _categories(frame["track"], [track.name for track in tracks])
            for column in ("city_a", "city_b", "color", "kind"):
                frame[column] = _categories(frame["track"], [getattr(track, column) for track in tracks])
            frame["length"] = _looked_up(frame["track"], [track.length for track in tracks])
        if name == "buildings":
            frame["kind"] = _categories(frame["kind"], schema.BUILDINGS)
            frame["name"] = _categories(frame["city"], [city.name for city in self.game_map.cities])
            frame["borrowed"] = _categories(frame["track"], [*(track.name for track in self.game_map.tracks), "none"])
        return frame

    def save(self, folder: str | Path, overwrite: bool = False) -> Path:
        """Write the tables as parquet files and the manifest into a folder.

        Parameters
        ----------
        folder : str or Path
            Created if it does not exist.
        overwrite : bool, optional
            Replace a result that the folder contains.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        ResultError
            If the folder already contains a result.
        SetupError
            If the folder cannot be written to.
        """
        from ttr_analysis.results.files import ResultWriter

        writer = ResultWriter(folder, self.manifest, self.game_map, overwrite)
        try:
            for part in self.batches():
                for tables in part._slices():
                    writer.add(tables)
            writer.finish(self.complete)
        finally:
            writer.release()
        return writer.folder

    def _slices(self) -> Iterator[dict[schema.TableName, pd.DataFrame]]:
        """Yield the tables in pieces of :data:`PART` player-games, so that a large result can be read so."""
        step = max(1, PART // self.manifest.players)
        if len(self) <= step:
            yield {name: self.table(name) for name in self.manifest.tables}
            return
        places = {name: self.game_places(self.table(name)) for name in self.manifest.tables}
        for first in range(0, len(self), step):
            yield {
                name: self.table(name).iloc[slice(*np.searchsorted(place, (first, first + step)))]
                for name, place in places.items()
            }

    @classmethod
    def load(cls, folder: str | Path, game_map: GameMap | None = None) -> Result:
        """Read a result folder.

        Parameters
        ----------
        folder : str or Path
        game_map : GameMap, optional
            The map; if left out, the one in the folder.

        Raises
        ------
        ResultError
            If the folder is missing, half-written or damaged, or was made with another map or schema.
        """
        from ttr_analysis.results.reading import load_result

        return load_result(folder, game_map)

    def where(self, games: Condition | None = None, *, seats: Condition | None = None) -> Result:
        """Return the games, or the seats of games, that meet a condition; captions then say so, and count them anew.

        Parameters
        ----------
        games : str, callable or sequence of bool, optional
            Which games stay: an expression of the columns of the named table of games (``"turns < 100"``), a function
            that gets this table and returns yes or no for each row, or these answers themselves (a pandas Series
            belongs to the rows by its index, anything else by position).
        seats : str, callable or sequence of bool, optional
            Which seats stay, with what they kept, claimed and built, in the same forms, of the named table of players:
            ``"strategy == 'expert' and win_share > 0"``. Games without any such seat are left out.

        Raises
        ------
        ResultError
            If a condition cannot be evaluated or does not answer yes or no for each row.

        Examples
        --------
        >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
        >>> len(result.where("turns > 200")) + len(result.where("turns <= 200"))
        50
        >>> len(result.where(seats="win_share == 1").players)
        50
        """
        chosen, told = self, list(self.manifest.chosen)
        if games is not None:
            chosen = chosen._of_games(chosen._met("games", games))
            told.append(f"games with {games}" if isinstance(games, str) else "games chosen in Python")
        if seats is not None:
            chosen = chosen._of_seats(chosen._met("players", seats))
            told.append(f"seats with {seats}" if isinstance(seats, str) else "seats chosen in Python")
        manifest = self.manifest.model_copy(
            update={"finished": len(chosen), "complete": False, "chosen": tuple(told), "parts": ()}
        )
        return Result.of({name: chosen.table(name) for name in manifest.tables}, manifest, self.game_map)

    def _met(self, name: schema.TableName, condition: Condition) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return whether each row of a table meets a condition."""
        table = self.named(name)
        try:
            answer: Any = condition
            if isinstance(condition, str):
                answer = table.eval(condition, engine="python")
            elif callable(condition):
                answer = condition(table)
            met = np.asarray(_in_order(answer, table))
        except Exception as error:  # whatever the expression or function of the caller raises
            reason = " ".join(str(error).split())
            raise ResultError(
                f"the condition {shown(condition)} cannot be evaluated: {reason}; the columns of {name} are "
                f"{', '.join(table.columns)}"
            ) from None
        if met.shape != (len(table),) or met.dtype != np.bool_:
            raise ResultError(f"the condition {shown(condition)} must say yes or no for each of {len(table)} {name}")
        return met

    def _of_games(self, met: np.ndarray[Any, np.dtype[np.bool_]]) -> Result:
        return self._filtered(lambda table: met[self.game_places(table)])

    def _of_seats(self, met: np.ndarray[Any, np.dtype[np.bool_]]) -> Result:
        kept = np.bincount(self.game_places(self.players), met, minlength=len(self)) > 0
        return self._filtered(
            lambda table: met[self.seat_places(table)] if "seat" in table else kept[self.game_places(table)]
        )

    def _filtered(self, of: Callable[[pd.DataFrame], np.ndarray[Any, np.dtype[np.bool_]]]) -> Result:
        tables = {name: self.table(name) for name in self.manifest.tables}
        kept = {name: table[of(table)].reset_index(drop=True) for name, table in tables.items()}
        return Result.of(kept, self.manifest, self.game_map)

    @staticmethod
    def concat(results: Sequence[Result]) -> Result:
        """Put the games of several results together: of other seeds, or other games of the same seed.

        All must be of the same map, rules and lineup. Shares among different opponents answer different questions, so
        other lineups are refused: compare such results, or put their tables together, where ``run`` tells them apart.

        Raises
        ------
        ResultError
            If there is no result, or maps, rules or lineups differ, or a game is there twice.

        Examples
        --------
        >>> first = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
        >>> second = ttr.simulate("usa", "random", players=2, games=30, seed=2, progress=False)
        >>> both = ttr.Result.concat([first, second])
        >>> len(both), both.manifest.seeds
        (80, (1, 2))
        """
        from ttr_analysis.results.concat import concat

        return concat([results] if isinstance(results, Result) else list(results))

    def game_places(self, rows: pd.DataFrame) -> Places:
        """Return the position of each row's game in the table of games."""
        known = self._game_keys(self.games) if self._stored is None else self._stored.keys
        order = known.argsort(kind="stable")  # rows that were sorted in another way count, too
        places: Places = np.append(order, len(order))[np.searchsorted(known, self._game_keys(rows), sorter=order)]
        return places

    def whole_places(self, rows: pd.DataFrame) -> Places:
        """Return the position of each row's game among all games, of which these may be a batch."""
        if self._stored is None or self._stored.among is None:
            return self.game_places(rows)
        places: Places = np.searchsorted(self._stored.among, self._game_keys(rows))
        return places

    def seat_places(self, rows: pd.DataFrame) -> Places:
        """Return the position of each row's seat in the table of players."""
        seats: Places = self.game_places(rows) * self.manifest.players + rows["seat"].to_numpy()
        if self.rows("players") == len(self) * self.manifest.players:
            return seats
        own = self.game_places(self.players) * self.manifest.players + self.players["seat"].to_numpy()
        places: Places = np.searchsorted(own, seats)
        return places

    def _game_keys(self, rows: pd.DataFrame) -> Places:
        """Return a number for each row that grows with run and game."""
        games: Places = rows["game"].to_numpy()
        if len(self.manifest.run_names) == 1:
            return games
        runs = pd.Categorical(rows["run"], categories=list(self.manifest.run_names)).codes
        keys: Places = (runs.astype(np.int64) << 32) + games
        return keys

    def _strategy_codes(self, rows: pd.DataFrame) -> Places:
        """Return the strategy of each row's seat."""
        codes: Places = self.players["strategy"].to_numpy()[self.seat_places(rows)]
        return codes


def _categories(
    codes: pd.Series[int] | np.ndarray[tuple[int], np.dtype[np.int64]], names: list[str] | tuple[str, ...]
) -> pd.Categorical[str]:
    """Return names by code, as a categorical; equal names become one category."""
    distinct = list(dict.fromkeys(names))
    code_of = np.array([distinct.index(name) for name in names], dtype=np.int64)
    found = code_of[np.asarray(codes, dtype=np.intp)]
    return pd.Categorical.from_codes(found, categories=pd.Index(distinct))


def _looked_up(codes: pd.Series[int], values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)[codes.to_numpy()]


def _in_order(answer: Any, table: pd.DataFrame) -> Any:
    """Return the answers of a pandas Series in the order of a table's rows: one that was sorted would else mix them."""
    index = getattr(answer, "index", None)
    if not isinstance(index, pd.Index) or index.equals(table.index):
        return answer
    if len(index) != len(table) or not index.is_unique or not index.isin(table.index).all():
        raise ValueError("its index is not that of the table; give an array to count by position")
    return answer.reindex(table.index)
