"""The manifest of a result: everything needed to play the same games again."""

from __future__ import annotations

import json
import platform
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

import ttr_analysis
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.schema import SCHEMA_VERSION


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MapEntry(_Frozen):
    """Which map was played.

    Attributes
    ----------
    name, title, ticket_set : str
        As in :class:`~ttr_analysis.maps.game_map.GameMap`.
    digest : str
        SHA-256 of everything that affects games; edited maps have their own.
    notices : tuple of str
        What a reader of any number about this map must be told: its caveats, and all that was
        changed in the printed game.
    rules : mapping
        The rule set in full.
    """

    name: str
    title: str
    ticket_set: str
    digest: str
    notices: tuple[str, ...] = ()
    rules: Mapping[str, Any] = Field(default_factory=dict)

    @property
    def caveats(self) -> tuple[str, ...]:
        """The notices, under the name that a map has for them."""
        return self.notices

    def __repr__(self) -> str:
        return f"<MapEntry {self.name} ({self.ticket_set}), digest {self.digest[:12]}>"

    __str__ = __repr__

    @classmethod
    def of(cls, game_map: GameMap) -> MapEntry:
        """Return the entry of a map."""
        return cls(
            name=game_map.name,
            title=game_map.title,
            ticket_set=game_map.ticket_set,
            digest=game_map.digest,
            notices=game_map.caveats,
            rules=json.loads(json.dumps(asdict(game_map.rules))),
        )


class StrategyEntry(_Frozen):
    """One place of the lineup.

    Attributes
    ----------
    name : str
        Its name in tables.
    weights : mapping of str to float
        Its weights.
    source_hash : str
        SHA-256 of the file that defines it; empty if there is none (a notebook cell).
    """

    name: str
    weights: Mapping[str, float] = Field(default_factory=dict)
    source_hash: str = ""


class Part(_Frozen):
    """One set of files of a result folder: ``<table>/part-<number>.parquet`` for each table."""

    number: int = Field(ge=0)
    games: int = Field(ge=0)


class Manifest(_Frozen):
    """How a result was made.

    Attributes
    ----------
    map : MapEntry
    strategies : tuple of StrategyEntry
        The lineup, one entry per player; the tables' column ``strategy`` is a position in it.
    players : int
    seed : int
        Game ``g`` depends only on map, lineup, seed and ``g``.
    first_game : int
        Number of the first game.
    games : int
        Number of games requested, from ``first_game`` on.
    finished : int
        Number of games in the tables.
    rotate : bool
        Whether the seats rotate: seat ``s`` of game ``g`` has the strategy at place
        ``(s + g) % players``.
    complete : bool
        Whether every requested game is in the tables.
    engine : str
        Hash of the compiled code's sources and of the versions they were compiled with.
    package, python, numpy, numba : str
        Versions.
    created : str
        UTC time, ISO 8601.
    parts : tuple of Part
        The files; empty if the result is not saved.
    schema_version : int
        ``SCHEMA_VERSION`` of the package that wrote it.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> result.manifest.seed, result.manifest.games
    (1, 50)
    """

    map: MapEntry
    strategies: tuple[StrategyEntry, ...]
    players: int
    seed: int
    games: int
    first_game: int = 0
    finished: int = 0
    rotate: bool = True
    complete: bool = False
    engine: str = ""
    package: str = Field(default_factory=lambda: ttr_analysis.__version__)
    python: str = Field(default_factory=platform.python_version)
    numpy: str = Field(default_factory=lambda: version("numpy"))
    numba: str = Field(default_factory=lambda: version("numba"))
    created: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    parts: tuple[Part, ...] = ()
    schema_version: int = SCHEMA_VERSION

    def __repr__(self) -> str:
        return f"<Manifest {self.summary}>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        first = f", from game {self.first_game}" if self.first_game else ""
        facts = {
            "map": f"{self.map.title} ({self.map.name})",
            "ticket set": self.map.ticket_set,
            "players": self.players,
            "strategies": ", ".join(self.names),
            "seats": "rotating" if self.rotate else "fixed",
            "games": f"{self.finished:,} of {self.games:,}{first}",
            "seed": self.seed,
            "played": f"{self.created}, version {self.package}, Python {self.python}",
            "again": self.command(),
        }
        cells = "".join(f"<tr><th>{name}</th><td>{escape(str(fact))}</td></tr>" for name, fact in facts.items())
        return f"<table>{cells}</table>"

    @property
    def summary(self) -> str:
        """Map, strategies, players, games and seed in a line."""
        part = "" if self.complete else f"{self.finished:,} of "
        games = f"{part}{self.games:,} game{'s' * (self.games != 1)}"
        names = " v ".join(dict.fromkeys(self.names))
        return f"{self.map.name} ({self.map.ticket_set}): {names}, {self.players} players, {games}, seed {self.seed}"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the lineup, one per player."""
        return tuple(entry.name for entry in self.strategies)

    def command(
        self, game: int | None = None, until: int | None = None, code: Sequence[str] = (), folder: str | Path = ""
    ) -> str:
        """Return the command that plays these games again, or describes one of them in words.

        Parameters
        ----------
        game : int, optional
            The game to describe.
        until : int, optional
            The last turn to describe.
        code : sequence of str, optional
            Files that define strategies of the lineup.
        folder : str or Path, optional
            The map's folder, if its name is not enough to find it.
        """
        ticket_set = "" if self.map.ticket_set == "base" else f":{self.map.ticket_set}"
        lineup = ",".join(self.names if len(set(self.names)) > 1 else self.names[:1])
        place = shlex.quote(f"{folder or self.map.name}{ticket_set}")
        common = f"{place} --strategies {shlex.quote(lineup)} --players {self.players} --seed {self.seed}"
        fixed = ("" if self.rotate else " --fixed-seats") + "".join(f" --code {shlex.quote(file)}" for file in code)
        if game is None:
            first = f" --first-game {self.first_game}" if self.first_game else ""
            return f"ttr simulate {common}{fixed} --games {self.games}{first}"
        stop = "" if until is None else f" --until {until}"
        return f"ttr replay {common}{fixed} --game {game}{stop}"
