"""Settings: a board, a number of players and the strategy of the others, in which one player is measured."""

from dataclasses import dataclass, field

import pandas as pd

from ttr_analysis.maps import GameMap
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.play.simulate import manifest_of, simulate
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
    """Plays in settings, and keeps what is asked for again.

    ``columns`` of the players are averaged over all seats.
    """

    threads: int | None
    bar: ProgressBar
    columns: tuple[str, ...]
    _kept: dict[tuple[Setting, str, int, int], pd.DataFrame] = field(default_factory=dict)

    def kept(self, setting: Setting, who: Strategy, games: int, seed: int) -> pd.DataFrame:
        """Return what :meth:`play` returns, played once."""
        key = (setting, who.name, games, seed)
        if key not in self._kept:
            self._kept[key] = self.play(setting, who, games, seed)
        return self._kept[key]

    def play(self, setting: Setting, who: Strategy, games: int, seed: int) -> pd.DataFrame:
        """Return the columns of one player by game, averaged over all seats.

        If all play the same strategy, one game fills all seats, since rotations would only repeat it.
        """
        alike = is_alike(who, setting.others)
        rows = [self._seat(setting, who, seat, games, seed, alike) for seat in range(1 if alike else setting.players)]
        return pd.concat(rows).groupby("game")[list(self.columns)].mean()

    def _seat(self, setting: Setting, who: Strategy, seat: int, games: int, seed: int, alike: bool) -> pd.DataFrame:
        """Return the rows of one seat, or of all seats if they are ``alike``."""
        result = simulate(
            setting.game_map, setting.line_up(who, seat), games=games, seed=seed, rotate=False, threads=self.threads,
            progress=False,
        )  # fmt: skip
        if not result.complete:
            raise KeyboardInterrupt
        self.bar.advance(games * setting.players if alike else games)
        rows = result.players
        return rows if alike else rows[rows["seat"] == seat]


def is_alike(one: Strategy, other: Strategy) -> bool:
    """Return whether two strategies play alike: the same function with the same weights."""
    return one.function is other.function and dict(one.weights) == dict(other.weights)
