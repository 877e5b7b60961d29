"""Results: six tidy tables of the games played, and the manifest that reproduces them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from ttr_analysis._validate import option
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results import schema
from ttr_analysis.results.manifest import Manifest
from ttr_analysis.results.source import Source, of_games

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, repr=False)
class Result:
    """The games of one run.

    Attributes
    ----------
    games, players, tickets, tracks, tunnels, buildings : pandas.DataFrame
        One row per game; seat of a game; ticket that a seat kept; track that a seat
        claimed; tunnel attempt; station or harbour built. Columns: :data:`ttr_analysis.results.schema.SCHEMA`.
        Rows are sorted by game. Codes stand for names: see :meth:`named`.
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
    7
    """

    games: pd.DataFrame
    players: pd.DataFrame
    tickets: pd.DataFrame
    tracks: pd.DataFrame
    tunnels: pd.DataFrame
    buildings: pd.DataFrame
    manifest: Manifest
    game_map: GameMap

    def __post_init__(self) -> None:
        for name in schema.TABLES:
            self.table(name).attrs["source"] = self.source

    @property
    def source(self) -> Source:
        """The facts of the manifest that every table of these games carries."""
        return of_games(self.manifest)

    @property
    def complete(self) -> bool:
        """Whether every requested game is there."""
        return self.manifest.complete

    @property
    def strategies(self) -> tuple[str, ...]:
        """Names of the lineup; the column ``strategy`` is a position in it."""
        return self.manifest.names

    def __len__(self) -> int:
        return len(self.games)

    def __repr__(self) -> str:
        shares = ", ".join(f"{row.strategy} {row.win_share:.1%}" for row in self._by_strategy().itertuples())
        return f"<Result {self.manifest.summary}; win shares: {shares or 'none yet'}>"

    def _repr_html_(self) -> str:
        table = self._by_strategy().to_html(index=False, float_format="{:.3f}".format, border=0)
        return f"<p>{escape(self.manifest.summary)}</p>{table}"

    def _by_strategy(self) -> pd.DataFrame:
        """Return how each strategy did, in the order of the lineup: seats played, win share, mean score."""
        seats = self.named("players").groupby("strategy", observed=True)
        means = seats[["win_share", "score"]].mean()
        return pd.DataFrame(
            {"seats": seats.size(), "win_share": means["win_share"], "score": means["score"]}
        ).reset_index()

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

        writer = ResultWriter(folder, self.manifest, overwrite)
        writer.add({name: self.table(name) for name in schema.TABLES})
        writer.finish(self.complete)
        return writer.folder

    @classmethod
    def load(cls, folder: str | Path, game_map: GameMap | None = None) -> Result:
        """Read a result folder.

        Parameters
        ----------
        folder : str or Path
        game_map : GameMap, optional
            The map; if left out, the one named in the manifest.

        Raises
        ------
        ResultError
            If the folder is missing or half-written, or was made with another map or schema.
        """
        from ttr_analysis.results.files import load_result

        return load_result(folder, game_map)

    def _strategy_codes(self, frame: pd.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """Return the strategy of each row's seat: the table of players has one row per seat, in order."""
        place = np.searchsorted(self.games["game"].to_numpy(), frame["game"].to_numpy())
        rows = place * self.manifest.players + frame["seat"].to_numpy()
        codes: np.ndarray[tuple[int], np.dtype[np.int64]] = self.players["strategy"].to_numpy()[rows]
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
