"""The manifest of a result: everything needed to play the same games again."""

from __future__ import annotations

import hashlib
import json
import platform
import re
import shlex
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

import ttr_analysis
from ttr_analysis.errors import MapError, TicketToRideError
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.maps.folder import find_map
from ttr_analysis.results import folders
from ttr_analysis.results.schema import SCHEMA_VERSION, TABLES, TableName
from ttr_analysis.rules.changes import differences
from ttr_analysis.rules.forms import nested, setting, toml_text


@cache
def _version(package: str) -> str:
    """Return the version of a package, of one that is imported without searching the folders of all."""
    loaded = sys.modules.get(package)
    return version(package) if loaded is None else str(loaded.__version__)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Signed(_Frozen):
    """A description of rows in a folder, with the SHA-256 of all else that it holds in ``digest``."""

    digest: str = ""

    def signed(self) -> Self:
        """Return it with the digest of all else that it holds."""
        facts = self.model_dump(mode="json", exclude={"digest", *self._usual()})
        digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
        return self.model_copy(update={"digest": digest})

    @property
    def changed(self) -> bool:
        """Whether it was changed after it was signed, or never signed."""
        return self.digest != self.signed().digest

    def _usual(self) -> set[str]:
        """Return what the digest leaves out: fields that did not always exist, if they say nothing new."""
        return set()


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
    folder : str
        The folder or name of the map from which it comes, if its own name does not lead there; else empty.
    changed_rules : tuple of str
        The values that the printed rules do not have, in the form of ``--rule``: ``longest_trail_bonus=0``.
    not_saved : str
        Why a folder of this result does not hold the map; empty if it does.
    """

    name: str
    title: str
    ticket_set: str
    digest: str
    notices: tuple[str, ...] = ()
    rules: Mapping[str, Any] = Field(default_factory=dict)
    folder: str = ""
    changed_rules: tuple[str, ...] = ()
    not_saved: str = ""

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
            folder=_folder_of(game_map),
            changed_rules=tuple(
                f"{name}={toml_text(new)}" for name, new, _ in differences(game_map.rules, game_map.printed_rules)
            ),
        )

    @property
    def typed(self) -> tuple[str, tuple[str, ...]] | None:
        """The name or folder, and the changed rules, that make the map as it was played; None if there is none."""
        found = self._found()
        return None if found is None else found[0]

    def load(self) -> GameMap | None:
        """Return the map as it was played, with its name; None if its name or folder does not lead to it any more."""
        found = self._found()
        return None if found is None else found[1].renamed(self.name, self.title)

    def _found(self) -> tuple[tuple[str, tuple[str, ...]], GameMap] | None:
        for place in filter(None, (self.name, self.folder)):
            with suppress(TicketToRideError):  # no such map, or one that these rules do not fit
                game_map = load_map(place, self.ticket_set)
                if game_map.digest == self.digest:
                    return (place, ()), game_map
                game_map = game_map.with_rules(**nested(map(setting, self.changed_rules)))
                if game_map.digest == self.digest:
                    return (place, self.changed_rules), game_map
        return None


def _folder_of(game_map: GameMap) -> str:
    """Return the folder from which a map comes, by its name if that is enough; nothing if its own name is."""
    folder = game_map.folder
    if folder is None or _leads_to(game_map.name, folder):
        return ""
    return folder.name if _leads_to(folder.name, folder) else str(folder)


def _leads_to(name: str, folder: Path) -> bool:
    try:
        return find_map(name).resolve() == folder
    except MapError:
        return False


class StrategyEntry(_Frozen):
    """One place of the lineup.

    Attributes
    ----------
    name : str
        Its name in tables.
    weights : mapping of str to float
        Its weights.
    source_hash : str
        SHA-256 of the file that defines it, or of its function's text in a notebook; empty if there is neither.
    typed : str or None
        What a command calls it, ``ticket_planner:draw_share=0.2``; empty if no command finds it (a notebook cell),
        None if that is its name.
    file : str
        The file that a command must be given with ``--code`` to find it; empty if it needs none.
    """

    name: str
    weights: Mapping[str, float] = Field(default_factory=dict)
    source_hash: str = ""
    typed: str | None = None
    file: str = ""

    @property
    def word(self) -> str:
        """What a command calls it; empty if no command finds it."""
        return self.name if self.typed is None else self.typed

    @property
    def plays(self) -> list[object]:
        """What its games depend on, and its name."""
        return [self.name, dict(self.weights), self.source_hash]


class Part(_Frozen):
    """One set of files of a result folder: ``<table>/part-<number>.parquet`` for each table, with their SHA-256."""

    number: int = Field(ge=0)
    games: int = Field(ge=0)
    checksums: Mapping[str, str] = {}


class Manifest(Signed):
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
    interventions : tuple of str
        What was changed for some seats, as texts of :mod:`ttr_analysis.rules.interventions`; what was gone for
        everybody is not on the map.
    complete : bool
        Whether every requested game is in the tables.
    chosen : tuple of str
        The conditions by which games or seats were chosen from those played, see :meth:`Result.where`.
    joined : tuple of Manifest
        The manifests of several runs put together, see :meth:`Result.concat`; empty for a single one. The lineup is
        that of all; seed and numbers are those of the first run, but for ``games`` and ``finished``: the totals.
    engine : str
        Hash of the compiled code's sources and of the versions they were compiled with.
    package, python, numpy, numba : str
        Versions.
    created : str
        UTC time, ISO 8601.
    tables : tuple of str
        The tables that were kept, all by default.
    parts : tuple of Part
        The files; empty if the result is not saved.
    schema_version : int
        ``SCHEMA_VERSION`` of the package that wrote it.
    digest : str
        SHA-256 of all the rest, as it was written to a folder; empty if the result is not saved.

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
    interventions: tuple[str, ...] = ()
    complete: bool = False
    chosen: tuple[str, ...] = ()
    joined: tuple[Manifest, ...] = ()
    engine: str = ""
    package: str = Field(default_factory=lambda: ttr_analysis.__version__)
    python: str = Field(default_factory=platform.python_version)
    numpy: str = Field(default_factory=lambda: _version("numpy"))
    numba: str = Field(default_factory=lambda: _version("numba"))
    created: str = Field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))
    tables: tuple[TableName, ...] = TABLES
    parts: tuple[Part, ...] = ()
    schema_version: int = SCHEMA_VERSION

    def _usual(self) -> set[str]:
        return {"tables"} if self.tables == TABLES else set()

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
            "changed": ", ".join(self.interventions),
            "games": f"{self.finished:,} of {self.games:,}{first}",
            "chosen": "; ".join(self.chosen),
            "seed": ", ".join(map(str, self.seeds)),
            "run": ", ".join(self.run_names),
            "played": f"{self.created}, version {self.package}, Python {self.python}",
            "again": self.command(),
        }
        rows = ((name, str(fact)) for name, fact in facts.items() if fact != "")
        cells = "".join(f"<tr><th>{name}</th><td>{escape(fact)}</td></tr>" for name, fact in rows)
        return f"<table>{cells}</table>"

    @property
    def summary(self) -> str:
        """Map, strategies, players, games and seed in a line."""
        part = "" if self.complete else f"{self.finished:,} of "
        games = f"{part}{self.games:,} game{'s' * (self.games != 1)}"
        names = " v ".join(dict.fromkeys(self.names))
        seeds = f"seed{'s' * (len(self.seeds) > 1)} {', '.join(map(str, self.seeds))}"
        players = f"{self.players} player{'s' * (self.players != 1)}"
        chosen = "".join(f", only {condition}" for condition in self.chosen)
        chosen += "".join(f", {change}" for change in self.interventions)
        return f"{self.map.name} ({self.map.ticket_set}): {names}, {players}, {games}, {seeds}{chosen}"

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the lineup, one per player."""
        return tuple(entry.name for entry in self.strategies)

    @property
    def runs(self) -> tuple[Manifest, ...]:
        """The manifests of the runs: those put together, or this one."""
        return self.joined or (self,)

    @property
    def run(self) -> str:
        """The name of the run, as in the column ``run``: a hash of map, its rules, lineup, seed and rotation.

        It does not depend on when, where, in how many threads or how many games were played.
        """
        lineup = [entry.plays for entry in self.strategies]
        facts: list[object] = [self.map.digest, lineup, self.players, self.rotate, self.seed]
        facts += [list(self.interventions)] if self.interventions else []
        return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def run_names(self) -> tuple[str, ...]:
        """The names of the runs, each once; the column ``run`` has them as its categories, in this order."""
        return tuple(dict.fromkeys(each.run for each in self.runs))

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds of the runs, each once."""
        return tuple(dict.fromkeys(each.seed for each in self.runs))

    def command(self, game: int | None = None, until: int | None = None) -> str:
        """Return the command that plays these games again, or describes one of them in words.

        It names the map's folder where the name is not enough, changed rules, and files of strategies. If no command
        finds the map or a strategy, because only Python had it, it is a call in Python. Several runs have a line each.

        Parameters
        ----------
        game : int, optional
            The game to describe.
        until : int, optional
            The last turn to describe.

        Examples
        --------
        >>> result = ttr.simulate("usa", "greedy_points:least_length=3", players=2, games=50, progress=False)
        >>> result.manifest.command()
        'ttr simulate usa --strategies greedy_points:least_length=3.0 --players 2 --seed 0 --games 50'
        """
        return "\n".join(each._command(game, until) for each in self.runs)

    def _command(self, game: int | None, until: int | None) -> str:
        found, words = self.map.typed, [entry.word for entry in self.strategies]
        if found is None or not all(words):
            return self._call(game)
        place, rules = found
        ticket_set = "" if self.map.ticket_set == "base" else f":{self.map.ticket_set}"
        lineup = ",".join(words if len(set(words)) > 1 else words[:1])
        changed = "".join(f" --rule {_quoted(rule)}" for rule in rules)
        common = f"{_quoted(f'{_short(place)}{ticket_set}')}{changed} --strategies {_quoted(lineup)}"
        code = "".join(f" --code {_quoted(_short(file))}" for file in self.files)
        code += "".join(f" --intervention {_quoted(each)}" for each in self.interventions)
        common += f" --players {self.players} --seed {self.seed}{'' if self.rotate else ' --fixed-seats'}{code}"
        if game is None:
            first = f" --first-game {self.first_game}" if self.first_game else ""
            return f"ttr simulate {common} --games {self.games}{first}"
        stop = "" if until is None else f" --until {until}"
        return f"ttr replay {common} --game {game}{stop}"

    @property
    def files(self) -> tuple[str, ...]:
        """The files that define strategies of the lineup and must be given with ``--code``."""
        return tuple(dict.fromkeys(entry.file for entry in self.strategies if entry.file))

    def _call(self, game: int | None) -> str:
        """Return the call in Python that plays the games, or one of them, of the same map and strategies."""
        rotate = "" if self.rotate else ", rotate=False"
        rotate += f", interventions={list(self.interventions)}" if self.interventions else ""
        if game is not None:
            return f"play_logged(map, strategies, seed={self.seed}, game={game}, players={self.players}{rotate})"
        first = f", first_game={self.first_game}" if self.first_game else ""
        return f"simulate(map, strategies, players={self.players}, seed={self.seed}, games={self.games}{first}{rotate})"


def _quoted(word: str) -> str:
    """Return a word as shells of this system read it; on Windows, some know no single quotes, some split at commas."""
    if not folders.WINDOWS:
        return shlex.quote(word)
    return word if re.fullmatch(r"[\w+=:./\\-]+", word) else '"{}"'.format(word.replace('"', r"\""))


def _short(place: str) -> str:
    """Return a path as seen from the current folder if it lies in there."""
    here, path = Path.cwd(), Path(place)
    return str(path.relative_to(here)) if path.is_absolute() and path != here and path.is_relative_to(here) else place
