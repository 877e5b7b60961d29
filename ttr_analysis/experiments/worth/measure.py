"""Measuring worth: the games of a table, until it is precise enough."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, count, named, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import games as played
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth import things as valued
from ttr_analysis.maps import MapLike, as_map
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.results.folders import explained, own_folder, write_file
from ttr_analysis.stats.intervals import CONFIDENCE
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy, get_strategy

LEAST = 1000
"""Games after which a row may stop at the earliest; after as many, it is told if no game changed."""
MOST = 100_000
"""Games of a row that are played at most for a precision."""
TABLE, RECORD = "worth.csv", "worth.json"
"""Files of a folder."""


def worth(
    game_map: MapLike,
    strategies: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    *,
    of: str = "routes",
    change: str | None = None,
    only: Sequence[str] | None = None,
    players: int | None = None,
    precision: float | None = None,
    games: int = LEAST,
    most_games: int = MOST,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Measure what things are worth to a player: change them for this player, and play the same games again.

    Worth is the result with the thing less the result without it, so positive is good for its owner. All games are
    compared in pairs with common random numbers; the player has every seat equally often. The table is kept after
    each round of games: Ctrl-C ends the run and returns it as it is then.

    Parameters
    ----------
    game_map : GameMap, str or Path
    strategies : str, Strategy or sequence of them
        One for all players, or one for each; the first is the player of interest.
    of : str
        ``routes``, ``tracks``, ``cities``, ``tickets``, ``cards``, ``turns`` or ``habits``.
    change : str, optional
        How they are changed: see :data:`ttr_analysis.experiments.worth.things.CHANGES`.
    only : sequence of str, optional
        Measure only the things with these names.
    players : int, optional
    precision : float, optional
        Play on until every half-width of ``points`` is at most this; other columns report what they reach.
    games : int, optional
        Games of each row, or the fewest with ``precision``.
    most_games : int, optional
        With ``precision``, the most games of a row; a row that would need more is told of before they are played.
    seed : int, optional
    confidence : float, optional
    out : str or Path, optional
        Folder for the table (CSV) and how it was made (JSON).
    threads, progress, on_progress : optional
        As for :func:`ttr_analysis.simulate`.

    Returns
    -------
    pandas DataFrame
        One row a thing: ``points``, ``win_share``, ``points_of_others`` and ``win_share_of_others`` (the opponents
        together), each with ``_low`` and ``_high`` (paired by game, Student; a bound if fewer than 20 games
        changed), ``n``, ``changed`` (share of games with other scores), ``p_value`` (points) and
        ``p_value_win_share``, each also ``p_adjusted`` over the table (Holm). ``attrs["complete"]`` is false if the
        run was stopped.

    Raises
    ------
    SetupError
        If an argument is invalid, a thing contradicts the rules, no game changes in the first games, or the
        precision would need more than ``most_games`` games.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> len(table), list(table.columns)[:2]
    (6, ['thing', 'points'])
    """
    game_map = as_map(game_map)
    lineup = [get_strategy(each) for each in named("strategies", strategies, Strategy)]
    if players is None:
        players = len(lineup) if len(lineup) > 1 else game_map.rules.players[0]
    if len(lineup) not in (1, players):
        raise SetupError(f"{len(lineup)} strategies for {players} players: give one for all, or one for each")
    if precision is not None and not 0 < precision < np.inf:
        raise SetupError(f"precision must be a number of points above 0, not {shown(precision)}")
    fewest = max(LEAST, games) if precision is not None else count("the number of games", games, 2 * players)
    things = valued.named_among(valued.things_of(game_map, of, change), only)
    folder = None if out is None else own_folder(out, "a table of worth", _foreign)
    with ProgressBar((len(things) + 1) * fewest, progress, on_progress) as bar:
        tables = played.Tables(
            game_map, lineup * players if len(lineup) == 1 else lineup, check_seed("seed", seed), threads, bar
        )
        tables.check(things)
        facts = {
            "map": game_map.name, "digest": game_map.digest, "ticket_set": game_map.ticket_set, "of": of,
            "change": valued.change_of(of, change), "players": players,
            "strategies": [each.name for each in tables.strategies], "seed": seed, "precision": precision,
        }  # fmt: skip
        run = _Run(tables, things, precision, most_games, confidence, folder, facts)
        return run.play(fewest)


def _foreign(folder: Path) -> str:
    return next((each.name for each in folder.iterdir() if each.name.split(".")[0] not in ("worth", "charts")), "")


@dataclass
class _Run:
    """A table under way."""

    tables: played.Tables
    things: Sequence[valued.Thing]
    precision: float | None
    most_games: int
    confidence: float
    folder: Path | None
    facts: dict[str, object]
    rows: dict[str, played.Numbers] = field(default_factory=dict)
    played: int = 0

    def play(self, fewest: int) -> pd.DataFrame:
        """Play the first games of all things, then more of those that are not precise enough."""
        try:
            self.add(self.things, fewest)
            if not any(each[:, played.CHANGED].any() for each in self.rows.values()):
                raise SetupError(f"no game of {fewest:,} changed, whatever is changed: nothing can be measured here")
            while self.precision is not None and not self.tables.bar.stopped and (left := self.imprecise()):
                self.tables.bar.expect((len(left) + 1) * fewest)
                self.add(left, fewest)
        except KeyboardInterrupt:
            if not self.rows:
                raise
            return self.table(complete=False)
        return self.table(complete=not self.tables.bar.stopped)

    def add(self, things: Sequence[valued.Thing], games: int) -> None:
        """Play more games of some things, and keep the table."""
        each = max(1, -(-games // self.tables.players))
        for thing, rows in zip(things, self.tables.differences(things, self.played, each), strict=True):
            before = self.rows.get(thing.name)
            self.rows[thing.name] = rows if before is None else np.concatenate([before, rows])
        self.played += each * self.tables.players
        if self.folder is not None:
            self.table(complete=False)

    def imprecise(self) -> list[valued.Thing]:
        """Return the things that need more games.

        Raises
        ------
        SetupError
            If one needs more than are allowed.
        """
        assert self.precision is not None
        largest, left = estimates.largest_change(self.rows, 0), []
        for thing in self.things:
            rows = self.rows[thing.name]
            if (half := estimates.half_width(rows, largest, self.confidence)) <= self.precision:
                continue
            if (needed := int(len(rows) * (half / self.precision) ** 2)) > self.most_games:
                raise SetupError(
                    f"a precision of {self.precision:g} points would take about {needed:,} games for {thing.name}, "
                    f"more than the {self.most_games:,} allowed"
                )
            left.append(thing)
        return left

    def table(self, complete: bool) -> pd.DataFrame:
        """Return the table so far, and write it if there is a folder."""
        table = estimates.worth_table(self.rows, self.confidence)
        table.attrs |= {"complete": complete, "worth": self.facts}
        if self.folder is not None:
            with explained("the table of worth"):
                write_file(self.folder / TABLE, table.to_csv(index=False))
                write_file(self.folder / RECORD, json.dumps({**self.facts, "complete": complete}, indent=2) + "\n")
        return table
