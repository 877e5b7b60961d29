"""One game with numbered actions: what the environments of PettingZoo and Gymnasium share."""

import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import _validate, errors, maps
from ttr_analysis.engine import state
from ttr_analysis.play import bindings, deciders, live_game, messages
from ttr_analysis.play.environments import batch_steps, layout, masks, numbering, observation
from ttr_analysis.strategies import base

_DECISIONS = 32


class Table:
    """A game that is played by numbers.

    Parameters
    ----------
    game_map : GameMap, str or Path
    players : int

    Attributes
    ----------
    numbering : Numbering
    layout : Layout
    """

    def __init__(self, game_map: maps.GameMap | str | Path, players: int) -> None:
        self.game_map = maps.as_map(game_map)
        self.players = _validate.whole_number("players", players)
        self.numbering = numbering.numbering(self.game_map)
        self.layout = layout.layout(self.game_map, self.players)
        self._work, self._begun = bindings.fresh(state.ActionRecord, masks.WORK), observation.nothing_begun()
        self._live: live_game.LiveGame | None = None

    def observation_space(self) -> Any:
        """Return what a player sees, and the legal actions, as a space of Gymnasium."""
        spaces, fields = library("gymnasium.spaces"), self.layout
        seen = spaces.Box(np.zeros(fields.size, np.float32), fields.highest, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.numbering.size,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def start(self, seed: int, number: int = 0) -> None:
        """Begin a game."""
        messages.announce_compilation(*live_game.STEP_ENTRIES, batch_steps.show_game, observation.observe_game)
        self._live = live_game.LiveGame(self.game_map, self.players, seed, logged=False)
        self._live.start(number)
        self._begun[0].kind = masks.NOTHING_BEGUN

    @property
    def keeps_all(self) -> int:
        """The number that keeps all tickets dealt."""
        tickets, first = self.game_map.rules.tickets, self.numbering.codebook.first[maps.ActionKind.KEEP_TICKETS]
        return int(first) + (1 << (tickets.deal + tickets.deal_long)) - 1

    @property
    def begun(self) -> bool:
        """Whether a game was begun."""
        return self._live is not None

    @property
    def live(self) -> live_game.LiveGame:
        """The game under way.

        Raises
        ------
        IllegalMove
            If none was begun.
        """
        if self._live is None:
            raise errors.IllegalMove("no game has begun; call reset() first")
        return self._live

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.live.over

    @property
    def seat(self) -> int:
        """The seat to decide."""
        return self.live.seat

    def mask(self) -> Any:
        """Return 1 at the numbers that are legal now, else 0."""
        mask = np.zeros(self.numbering.size, np.int8)
        live = self.live
        batch_steps.show_game(
            live.tables, self.numbering.codebook, live.game_record, self._begun, self._work, live.scratch, mask
        )
        return mask

    def observe(self, seat: int) -> Any:
        """Return what a player sees."""
        return observation.seen(self.layout, self.live.tables, self.live.game_record, seat, self._begun)

    def step(self, number: Any) -> None:
        """Carry out a number.

        Raises
        ------
        IllegalMove
            If there is no such number, it is masked, or the game is over; the game is unchanged.
        """
        if self.over:
            raise errors.IllegalMove("the game is over; call reset() to begin another one")
        value = self.numbering.checked(number)
        if not self.mask()[value]:
            raise errors.IllegalMove(self.numbering.refusal(value))
        live = self.live
        if (
            batch_steps.take(live.tables, self.numbering.codebook, live.game_record, self._begun, value, live.action)
            and live.step()
        ):
            raise errors.IllegalMove(live.illegal())

    def play_others(self, strategies: deciders.Deciders, seat: int) -> None:
        """Let strategies, one for each seat, play until a seat is to decide or the game is over.

        Raises
        ------
        StrategyError
            If one of them fails.
        """
        live = self.live
        live.sit(strategies)
        while not live.over and live.seat != seat:
            try:
                failure = live.play(1)
            except Exception as error:
                raise self._failed(strategies, deciders.fault_in_words(error)) from error
            if failure:
                raise self._failed(strategies, live.illegal())

    def _failed(self, strategies: deciders.Deciders, what: str) -> errors.StrategyError:
        name, live = strategies.strategies[self.seat].name, self.live
        where = f"seed {int(live.run.seed)}, game {live.number}, turn {int(live.public.turn)}, seat {self.seat}"
        return errors.StrategyError(f"strategy {name!r} ({where}): {what}")

    def shares(self) -> list[float]:
        """Return each player's share of the win; all 0 while the game is under way."""
        if not self.over:
            return [0.0] * self.players
        self.live.score()
        winners = [int(self.live.scores[seat].winner) for seat in range(self.players)]
        return [winner / sum(winners) for winner in winners]

    def points(self) -> list[int]:
        """Return every player's score, as if the game ended now."""
        self.live.score()
        return [int(self.live.scores[seat].total) for seat in range(self.players)]

    def __repr__(self) -> str:
        public = self.live.public
        what = "over" if self.over else f"turn {int(public.turn)}, player {self.seat + 1} to decide"
        return f"<game on {self.game_map.name}, {self.players} players, {what}, points {self.points()}>"


def seated(
    opponents: str | base.Strategy | Sequence[str | base.Strategy], game_map: maps.GameMap, players: int, seat: int
) -> deciders.Deciders:
    """Return the opponents of a seat by seat; one may stand for all.

    Raises
    ------
    SetupError
        If their number is neither 1 nor that of the other players.
    StrategyError
        If there is no such strategy.
    """
    names = _validate.named("opponents", opponents, base.Strategy)
    if isinstance(opponents, str | base.Strategy):
        names *= players - 1
    if len(names) != players - 1:
        raise errors.SetupError(f"{len(names)} opponents among {players} players: give one for all, or {players - 1}")
    others = [base.get_strategy(name).at(game_map, players) for name in names]
    return deciders.Deciders.of([*others[:seat], others[0], *others[seat:]])


def library(name: str) -> Any:
    """Return an optional library.

    Raises
    ------
    MissingTool
        If it is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise errors.MissingTool(f'this needs {package}: pip install "ttr_analysis[learning]"') from error
