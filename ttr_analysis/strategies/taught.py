"""What a trained strategy has learned, apart from the strategy: numbers, and the games that they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ttr_analysis.rules.limits import SEATS

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap


class Taught(NamedTuple):
    """What a trained strategy has learned, and for which games.

    Attributes
    ----------
    numbers : tuple of float
        Its function finds them in ``view.weights`` after the weights.
    file : str
        The file that holds them; empty for what ships with the package.
    map_name, digest : str
        The board that it was trained for; empty for every board.
    least, most : int
        Numbers of players that it was trained for.
    shown : tuple of (str, int)
        Boards, by their :attr:`~ttr_analysis.maps.game_map.GameMap.kind_digest`, and numbers of players for which
        what it learned was shown to gain. It is used there only; empty: wherever it plays.
    """

    numbers: tuple[float, ...] = ()
    file: str = ""
    map_name: str = ""
    digest: str = ""
    least: int = 1
    most: int = SEATS
    shown: tuple[tuple[str, int], ...] = ()

    def objection(self, game_map: GameMap, players: int) -> str:
        """Return why it is not for a game; empty if it is."""
        if self.digest and self.digest != game_map.digest:
            return (
                f"was trained for the board {self.map_name!r}, not for {game_map.name!r} with these rules and tickets"
            )
        if not self.least <= players <= self.most:
            seats = f"{self.least} to {self.most}" if self.least < self.most else f"{self.least}"
            return f"was trained for {seats} players, not for {players}"
        return ""

    def counts_at(self, game_map: GameMap, players: int) -> bool:
        """Return whether it is used in a game: nowhere but where it was shown to gain, if that was measured."""
        return not self.shown or (game_map.kind_digest, players) in self.shown


UNTAUGHT: Final = Taught()
"""What strategies know that were not trained."""

Opener = Callable[[Path], Taught]
"""A function that reads what a strategy has learned from a file."""
