"""The games behind a table of worth: with and without each thing, in pairs with common random numbers."""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pandas as pd

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth.things import Thing, seat_of
from ttr_analysis.maps import GameMap, ticket_names
from ttr_analysis.play import chunk, lineup, progress, together
from ttr_analysis.play.simulate import prepare
from ttr_analysis.results.schema import TableName
from ttr_analysis.rules.interventions import Intervention
from ttr_analysis.strategies.base import Strategy

MEASURES = ("points", "win_share", "points_of_others", "win_share_of_others")
"""What is compared, of each game: the player's points and share of the win, and those of the opponents together."""
BY_SEAT = ("points", "win_share")
"""What is compared of each opponent, too: ``points_of_next_1`` are those of who moves next after the player."""
CHANGED = "changed"
"""The column after these: whether anything in the scores of the game is different."""
OFFERED = "offered"
"""The column after that where a ticket is kept or returned: whether the game offered it to the player."""


def measures(players: int) -> list[str]:
    """Return the names of all that is compared: the player's, the opponents' together, and each of theirs in order."""
    return [*MEASURES, *(f"{what}_of_next_{k}" for what in BY_SEAT for k in range(1, players))]


Numbers = npt.NDArray[np.float64]
Changes = tuple[Intervention, ...]


@dataclass(frozen=True)
class Tables:
    """Plays the games of a line-up, whose first strategy is the player of interest, in every seat in turn.

    Attributes
    ----------
    game_map : GameMap
    strategies : sequence of Strategy
        One for each player.
    seed : int
    threads : int or None
    bar : ProgressBar
    executor : Executor or None
    """

    game_map: GameMap
    strategies: Sequence[Strategy]
    seed: int
    threads: int | None
    bar: progress.ProgressBar
    executor: Executor | None = None
    _ready: dict[tuple[int, Changes], lineup.Lineup] = field(default_factory=dict, repr=False)

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.strategies)

    def line_up(self, seat: int, changes: Sequence[Intervention] = ()) -> lineup.Lineup:
        """Return the line-up with the player of interest in a seat."""
        order = [self.strategies[(place - seat) % self.players] for place in range(self.players)]
        return lineup.make_lineup(
            self.game_map, order, players=self.players, seed=self.seed, rotate=False, interventions=changes
        )  # fmt: skip

    def check(self, things: Sequence[Thing]) -> None:
        """Refuse what contradicts the rules, and compile the strategies.

        Raises
        ------
        SetupError
            If a thing cannot be changed on this map with so many players.
        """
        for thing in things:
            known: list[Changes] = []
            for seat in range(self.players):
                for changes in self.together(thing.changes(seat, self.players)):
                    if changes not in known:  # what concerns everybody is checked once
                        self._with(changes, seat)
                        known.append(changes)
        prepare(self.line_up(0))

    def together(self, changes: Changes) -> Sequence[Changes]:
        """Return which of the changes of a thing meet in one game: all of them."""
        return [changes]

    def _with(self, changes: Changes, seat: int) -> lineup.Lineup:
        """Return the line-up with something changed; it is made once, as a map without a track takes long."""
        if (seat, changes) not in self._ready:
            self._ready[seat, changes] = self.line_up(seat, changes)
        return self._ready[seat, changes]

    def games_of_a_pair(self, things: int) -> int:
        """Return how many games are played for one pair of games of each of so many things."""
        return things + 1

    def differences(self, things: Sequence[Thing], first: int, games: int) -> list[pd.DataFrame]:
        """Return, for each thing, a row a game: result with it less the result without, and whether they differ.

        In each seat, ``games`` games are played, with numbers of their own from ``first`` on. The columns are
        ``game``, ``seat``, the measures, and ``changed``.
        """
        rows: list[list[pd.DataFrame]] = [[] for _ in things]
        for seat in range(self.players):
            lineups = [self.line_up(seat), *(self._with(each.changes(seat, self.players), seat) for each in things)]
            begin = first + seat * games
            base, *changed = (self._of_games(played, seat) for played in self.play(lineups, begin, games))
            for place, (thing, after) in enumerate(zip(things, changed, strict=True)):
                rows[place].append(_compared(base, after, thing.sign, begin, seat, measures(self.players)))
        return [pd.concat(parts, ignore_index=True) for parts in rows]

    def play(self, lineups: Sequence[lineup.Lineup], first: int, games: int) -> list[pd.DataFrame]:
        """Play the same games with each line-up, and return their tables of players."""
        return [_in_one(pieces, "players") for pieces in self.pieces(lineups, first, games)]

    def pieces(self, lineups: Sequence[lineup.Lineup], first: int, games: int) -> list[list[chunk.Chunk]]:
        """Play the same games with each line-up, and return them in pieces."""
        played: list[list[chunk.Chunk]] = [[] for _ in lineups]
        for place, piece in together.play_together(
            lineups, first, games, self.threads, lambda place, number: self.bar.advance(number), self.executor
        ):
            played[place].append(piece)
        return played

    def _of_games(self, rows: pd.DataFrame, seat: int) -> Numbers:
        """Return a row a game: the measures, then all that tells whether two games have the same scores."""
        shape = (-1, self.players)
        score = rows["score"].to_numpy(dtype=float).reshape(shape)
        won = np.nan_to_num(rows["win_share"].to_numpy(dtype=float).reshape(shape))
        others = [(seat + k) % self.players for k in range(1, self.players)]
        told = [rows[name].to_numpy(dtype=float).reshape(shape) for name in ("route_points", "turns", "cards_left")]
        compared = [score[:, seat], won[:, seat], score[:, others].sum(axis=1), won[:, others].sum(axis=1)]
        return np.column_stack([*compared, score[:, others], won[:, others], *told])


class Seats(Tables):
    """Compares the seats in games with the same decks: the player's result in a seat less the mean over all seats."""

    @property
    def _rotations(self) -> Sequence[int]:
        """The seats of the player of interest in different games: one if all players are alike."""
        return range(self.players if any(each != self.strategies[0] for each in self.strategies) else 1)

    def games_of_a_pair(self, things: int) -> int:
        """Return how many games tell what all seats are worth: one if all players are alike, else one for each seat."""
        return len(self._rotations)

    def differences(self, things: Sequence[Thing], first: int, games: int) -> list[pd.DataFrame]:
        """Return, for each seat, a row a game, as for other things; each has ``games`` games times the players."""
        played = self.play([self.line_up(seat) for seat in self._rotations], first, games * self.players)
        results = [self._of_games(played[seat % len(played)], seat) for seat in range(self.players)]
        names = measures(self.players)
        means = np.mean([each[:, : len(names)] for each in results], axis=0)
        return [
            _compared(means, results[seat][:, : len(names)], 1, first, seat, names) for seat in map(seat_of, things)
        ]


class Partners(Tables):
    """Compares two tickets in a first hand with each of them alone: what they are worth together less both worths.

    The changes of each thing are the ticket whose partners are valued, then the partner.
    """

    def games_of_a_pair(self, things: int) -> int:
        """Return how many games tell of so many partners: without both tickets, with the first, and two for each."""
        return 2 * things + 2

    def differences(self, things: Sequence[Thing], first: int, games: int) -> list[pd.DataFrame]:
        """Return, for each partner, a row a game, as for other things."""
        rows: list[list[pd.DataFrame]] = [[] for _ in things]
        for seat in range(self.players):
            pairs = [each.changes(seat, self.players) for each in things]
            changed = [(), pairs[0][:1], *(pair[1:] for pair in pairs), *pairs]
            begin = first + seat * games
            played = self.play([self._with(each, seat) for each in changed], begin, games)
            base, ticket, *others = (self._of_games(each, seat) for each in played)
            alone, together = others[: len(things)], others[len(things) :]
            for place, (one, both) in enumerate(zip(alone, together, strict=True)):
                _check_alike(base, ticket, one, both)
                rows[place].append(_compared(ticket + one, both + base, 1, begin, seat, measures(self.players)))
        return [pd.concat(parts, ignore_index=True) for parts in rows]


class Choices(Tables):
    """Compares two changes of a game with each other, not with the game as it is: with the first less with the second.

    The changes of each thing are these two.
    """

    def together(self, changes: Changes) -> Sequence[Changes]:
        """Return each change by itself, as they contradict each other."""
        return [changes[:1], changes[1:]]

    def games_of_a_pair(self, things: int) -> int:
        """Return how many games tell of so many things: two for each."""
        return 2 * things

    def differences(self, things: Sequence[Thing], first: int, games: int) -> list[pd.DataFrame]:
        """Return, for each thing, a row a game; it tells whether the game offered the ticket, too."""
        rows: list[list[pd.DataFrame]] = [[] for _ in things]
        for seat in range(self.players):
            changes = [each for thing in things for each in self.together(thing.changes(seat, self.players))]
            begin = first + seat * games
            played = self.pieces([self._with(each, seat) for each in changes], begin, games)
            results = [self._of_games(_in_one(pieces, "players"), seat) for pieces in played]
            for place, (thing, one, other) in enumerate(zip(things, results[::2], results[1::2], strict=True)):
                found = _compared(other, one, thing.sign, begin, seat, measures(self.players))
                kept = _in_one(played[2 * place], "tickets")
                found[OFFERED] = found[CHANGED] | found["game"].isin(self._with_ticket(kept, thing, seat))
                rows[place].append(found)
        return [pd.concat(parts, ignore_index=True) for parts in rows]

    def _with_ticket(self, tickets: pd.DataFrame, thing: Thing, seat: int) -> Sequence[int]:
        """Return the games in which a seat has a ticket at the end: all that offered it, where it had to be kept."""
        known = self.game_map.tickets
        copies = [each.index for each in ticket_names.copies_of(known, self.game_map.ticket(thing.name))]
        own = tickets[(tickets["seat"] == seat) & tickets["ticket"].isin(copies)]
        return own["game"].unique().tolist()


def _in_one(pieces: Sequence[chunk.Chunk], name: TableName) -> pd.DataFrame:
    return pd.concat([each.table(name) for each in pieces])


def _check_alike(*played: Numbers) -> None:
    if len({each.shape for each in played}) > 1:
        raise SetupError("a strategy failed in a game, so that games cannot be compared in pairs")


def _compared(base: Numbers, after: Numbers, sign: int, first: int, seat: int, names: Sequence[str]) -> pd.DataFrame:
    """Return the differences of games with numbers from ``first`` on."""
    _check_alike(base, after)
    table = pd.DataFrame(sign * (after - base)[:, : len(names)] + 0.0, columns=list(names))
    table.insert(0, "game", np.arange(first, first + len(table)))
    table.insert(1, "seat", seat)
    table[CHANGED] = (base != after).any(axis=1)
    return table
