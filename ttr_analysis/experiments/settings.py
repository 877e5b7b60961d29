"""Settings: a board, a number of players and the strategy of the others, in which one player is measured."""

import hashlib
import json
import time
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from ttr_analysis.maps import GameMap
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.play.simulate import manifest_of, prepare
from ttr_analysis.play.together import play_together
from ttr_analysis.results.journal import SECONDS, Journal
from ttr_analysis.strategies.base import Strategy


@dataclass(frozen=True, eq=False)
class Setting:
    """One player among others who all use the same strategy."""

    game_map: GameMap
    players: int
    others: Strategy

    def line_up(self, who: Strategy, seat: int = 0) -> list[Strategy]:
        """Return the strategies of all seats."""
        return [who if place == seat else self.others for place in range(self.players)]

    def named(self, who: Strategy, seed: int) -> dict[str, object]:
        """Return ``run`` and ``seed`` of the games in which the one moves first, as in their tables."""
        lineup = make_lineup(self.game_map, self.line_up(who), seed=seed, rotate=False)
        return {"run": manifest_of(lineup, 1).run, "seed": seed}


@dataclass(frozen=True)
class Settings:
    """Plays in settings.

    Attributes
    ----------
    threads : int or None
        The number of processors if None.
    bar : ProgressBar
        Counts the games of each seat.
    columns : tuple of str
        Columns of the table of players, which are averaged over all seats.
    journal : Journal, optional
        Where games are written down, and looked up before they are played.
    """

    threads: int | None
    bar: ProgressBar
    columns: tuple[str, ...]
    journal: Journal = field(default_factory=lambda: Journal(None, {}, goes_on=False, owner=""))

    def play(self, settings: list[Setting], who: Strategy, games: int, seed: int) -> list[pd.DataFrame]:
        """Return, for each setting, the columns of one player by game, averaged over all seats.

        All games are played in the same threads. If all at a table play the same strategy, one
        game fills all seats, since rotations would only repeat it.
        """
        if self.journal.folder is None:
            return self._play(settings, who, 0, games, seed)
        name = _name_of(settings, who, seed)
        kept = self.journal.get(name)
        played = [] if kept is None else _frames(kept, len(settings), self.columns)
        done = len(played[0]) if played else 0
        self.bar.advance(min(done, games) * sum(setting.players for setting in settings))
        size, unwritten = FIRST_SLICE, False
        try:
            while done < games:
                began, count = time.perf_counter(), min(size, games - done)
                more = self._play(settings, who, done, count, seed)
                played = [pd.concat(each) for each in zip(played, more, strict=True)] if played else more
                done, unwritten = done + count, True
                size = max(1, min(8 * size, int(count * SECONDS / max(time.perf_counter() - began, 1e-6))))
                if self.journal.due:
                    self.journal.put(name, _arrays(played))
                    unwritten = False
        finally:
            if unwritten:  # Ctrl-C loses only what is under way
                self.journal.put(name, _arrays(played))
        return [each.iloc[:games] for each in played]

    def _play(self, settings: list[Setting], who: Strategy, first: int, games: int, seed: int) -> list[pd.DataFrame]:
        """Play games from number ``first`` on; see :meth:`play`."""
        seated = [
            (setting, None if is_alike(who, setting.others) else seat)
            for setting in settings
            for seat in range(1 if is_alike(who, setting.others) else setting.players)
        ]
        lineups = [_lineup(setting, who, seat or 0, seed) for setting, seat in seated]

        def advance(place: int, games: int) -> None:
            """Count the games of a piece for each seat that they fill."""
            setting, seat = seated[place]
            self.bar.advance(games * setting.players if seat is None else games)

        rows: dict[Setting, list[pd.DataFrame]] = {setting: [] for setting in settings}
        for place, chunk in play_together(lineups, first, games, self.threads, advance):
            setting, seat = seated[place]
            players = chunk.table("players")
            rows[setting].append(players if seat is None else players[players["seat"] == seat])
        return [pd.concat(rows[setting]).groupby("game")[list(self.columns)].mean() for setting in settings]


FIRST_SLICE = 25
"""Games of each seat that are played before the first look at the clock, where games are written down."""


def _name_of(settings: list[Setting], who: Strategy, seed: int) -> str:
    """Return the name of the games of one player: a hash of the runs in which it moves first."""
    runs = [setting.named(who, seed)["run"] for setting in settings]
    return f"games-{hashlib.sha256(json.dumps(runs).encode()).hexdigest()[:24]}"


def _arrays(played: list[pd.DataFrame]) -> dict[str, np.ndarray]:
    """Return tables by game as arrays, which begin with game 0."""
    return {f"{column}_{number}": frame[column].to_numpy() for number, frame in enumerate(played) for column in frame}


def _frames(arrays: dict[str, np.ndarray], settings: int, columns: tuple[str, ...]) -> list[pd.DataFrame]:
    """Return arrays as the tables that they were."""
    frames = [pd.DataFrame({column: arrays[f"{column}_{number}"] for column in columns}) for number in range(settings)]
    return [frame.rename_axis("game") for frame in frames]


def _lineup(setting: Setting, who: Strategy, seat: int, seed: int) -> Lineup:
    """Return the lineup, prepared, in which the one has this seat."""
    lineup = make_lineup(setting.game_map, setting.line_up(who, seat), seed=seed, rotate=False)
    prepare(lineup)
    return lineup


def is_alike(one: Strategy, other: Strategy) -> bool:
    """Return whether two strategies play alike: the same function with the same weights, taught the same."""
    same = one.function is other.function and one.taught._replace(file="") == other.taught._replace(file="")
    return same and dict(one.weights) == dict(other.weights)
