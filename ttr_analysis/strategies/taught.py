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
    boards : tuple of (str, Taught)
        What it has learned for single boards, by their ``kind_digest``. There it is used instead of the numbers.
    """

    numbers: tuple[float, ...] = ()
    file: str = ""
    map_name: str = ""
    digest: str = ""
    least: int = 1
    most: int = SEATS
    shown: tuple[tuple[str, int], ...] = ()
    boards: tuple[tuple[str, Taught], ...] = ()

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

    def for_board(self, game_map: GameMap) -> Taught:
        """Return what it has learned for a board, else what it has learned for all."""
        return dict(self.boards).get(game_map.kind_digest, self)

    def at(self, game_map: GameMap, players: int) -> Taught:
        """Return what it uses in a game: nothing but where that was shown to gain, if that was measured."""
        part = self.for_board(game_map)
        gains = not part.shown or (game_map.kind_digest, players) in part.shown
        return part if gains else UNTAUGHT

    @property
    def all_numbers(self) -> tuple[float, ...]:
        """The numbers for all boards, one after the other."""
        return sum((part.numbers for _, part in self.boards), self.numbers)

    @property
    def everywhere(self) -> Taught:
        """The same, used also where it was not shown to gain."""
        boards = tuple((digest, part.everywhere) for digest, part in self.boards)
        return self._replace(shown=(), boards=boards)


UNTAUGHT: Final = Taught()
"""What strategies know that were not trained."""

Opener = Callable[[Path], Taught]
"""A function that reads what a strategy has learned from a file."""
