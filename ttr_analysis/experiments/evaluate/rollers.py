"""Who plays roll-outs: strategies in compiled code, or one by one in Python if the compiler refuses one of them."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np

from ttr_analysis._validate import named
from ttr_analysis.engine import legal, scoring, state
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.evaluate import rollouts
from ttr_analysis.maps import Action, Decision, GameMap
from ttr_analysis.play import Game, bindings, deadline, deciders, live_game, messages
from ttr_analysis.strategies import Strategy, get_strategy

Ints = np.ndarray[Any, np.dtype[np.int64]]
Values = np.ndarray[Any, np.dtype[np.float64]]
"""What roll-outs gave: a row for each world, then for the player left alone and each action, then each measure."""
SLOW_FROM: Final = 50
"""Roll-outs of a strategy that is not compiled, from which it is said how long they will take."""


@dataclass(frozen=True)
class Players:
    """The players of roll-outs, by seat.

    Attributes
    ----------
    names : tuple of str
    deciders : Deciders
    table : rollouts.Table or None
        None if Python must call them one by one.
    """

    names: tuple[str, ...]
    deciders: deciders.Deciders
    table: rollouts.Table | None

    @classmethod
    def of(cls, game_map: GameMap, players: int, given: str | Strategy | Sequence[str | Strategy]) -> Self:
        """Return the players: one strategy for all seats, or one for each.

        Raises
        ------
        StrategyError, SetupError
            If there is no such strategy, it cannot play this game, or the number of strategies does not fit.
        """
        strategies = [get_strategy(each) for each in named("player", given, Strategy)]
        if len(strategies) not in (1, players):
            raise SetupError(f"{len(strategies)} strategies for {players} players: give one for all, or one for each")
        if len(strategies) == 1:
            strategies *= players
        for strategy in strategies:
            if objection := strategy.taught.objection(game_map, players):
                raise SetupError(f"strategy {strategy.name!r} {objection}")
        with messages.said_when_slow("preparing the players of the roll-outs: this takes up to a minute ..."):
            deciding = deciders.Deciders.of([strategy.at(game_map, players) for strategy in strategies])
        table = None if deciding.refusal else rollouts.Table(deciding.weights, deciding.choosers)
        return cls(tuple(each.name for each in strategies), deciding, table)

    def announce(self, game: Game, wanted: int) -> None:
        """Say what is waited for: the compiler, or strategies that are not compiled, and how long they take."""
        if self.table is not None:
            messages.announce_compilation(rollouts.roll_out)
        elif wanted >= SLOW_FROM:
            began = time.perf_counter()
            world = bindings.copied(game._live.game_record)
            _in_python(game, self, world, [], np.array([1]), np.zeros((1, 1, rollouts.MEASURES)))
            seconds = time.perf_counter() - began
            name = next(n for n, reason in zip(self.names, self.deciders.refusals, strict=True) if reason)
            messages.say(
                f"{name} is not compiled: a roll-out takes {seconds:.2g} seconds, so {wanted:,} take up to about "
                f"{wanted * seconds / 60:.2g} minutes"
            )

    def roll_out(self, game: Game, worlds: bindings.Records, actions: Sequence[Action], alive: Ints) -> Values:
        """Roll out all that is alive in some worlds, which are changed; what is not rolled out is NaN.

        Raises
        ------
        StrategyError
            If a player fails.
        """
        values = np.full((len(worlds), 1 + len(actions), rollouts.MEASURES), np.nan)
        if self.table is None:
            _in_python(game, self, worlds, actions, alive, values)
            return values
        space = rollouts.Space(
            bindings.fresh(state.Game), np.zeros_like(game._live.memory), bindings.fresh(state.Scratch),
            bindings.fresh(state.ActionRecord), bindings.fresh(scoring.SeatScore, len(game._live.scores)),
            bindings.fresh(state.EventRecord, 0),
        )  # fmt: skip
        records = recorded(actions)
        reason = rollouts.roll_out(game._live.tables, worlds, self.table, space, records, alive, values)
        if reason != legal.LEGAL:
            raise StrategyError(f"a player of the roll-outs chose an illegal action: {legal.REASONS[reason]}")
        return values


def recorded(actions: Sequence[Action]) -> bindings.Records:
    """Return actions as records; at least one, which may mean nothing."""
    records = bindings.fresh(state.ActionRecord, max(1, len(actions)))
    for record, action in zip(records, actions, strict=False):
        bindings.write_action(record, action)
    return records


# ---- the same in Python, for strategies that are not compiled ----


def _in_python(
    game: Game,
    players: Players,
    worlds: bindings.Records,
    actions: Sequence[Action],
    alive: Ints,
    values: Values,
) -> None:
    """Do what :func:`rollouts.roll_out` does."""
    for number in range(len(worlds)):
        world: Any = worlds[number : number + 1]
        first = _live(game, players, world)
        if not first.public.turn and game.decision in (Decision.KEEP_TICKETS, Decision.CHOOSE_PIECES):
            first.public.seat = 0
            _play_on(first, players, game.player)
            world = first.game_record
        same = -1
        for row in np.flatnonzero(alive).tolist():
            if row == same:
                continue
            live = _live(game, players, world)
            own = _carry_out(live, players, None if row == rollouts.FREE else actions[row - 1])
            if row == rollouts.FREE and own in actions:
                same = 1 + list(actions).index(own)
            _play_on(live, players, None)
            values[number, row] = [*_outcome(live, game.player), 0.0]
            if row == rollouts.FREE and same > 0:
                values[number, same] = [*values[number, row, :-1], 1.0]


def _live(game: Game, players: Players, world: bindings.Records) -> live_game.LiveGame:
    """Return a copy of a world, in which the players sit."""
    live = live_game.LiveGame(game.game_map, game.players, logged=False)
    live.begin(0)
    live.game_record = bindings.copied(world)
    live.sit(players.deciders)
    return live


def _carry_out(live: live_game.LiveGame, players: Players, action: Action | None) -> Action:
    """Ask the player to move, and carry out the given action or else the player's own, which is returned."""
    with deadline.Deadline() as limit:
        try:
            live.decide(limit)
        except Exception as error:
            raise _failure(live, players, deciders.fault_in_words(error)) from error
    own = bindings.read_action(live.action, len(live.game_map.rules.cards))
    if action is not None:
        bindings.write_action(live.action[0], action)
    if live.step() != legal.LEGAL:
        raise _failure(live, players, live.illegal())
    return own


def _play_on(live: live_game.LiveGame, players: Players, decisions: int | None) -> None:
    """Let the players play on, and check that none of them fails."""
    try:
        failure = live.play_watched(decisions)
    except Exception as error:
        raise _failure(live, players, deciders.fault_in_words(error)) from error
    if failure != legal.LEGAL:
        raise _failure(live, players, live.illegal())


def _failure(live: live_game.LiveGame, players: Players, what: str) -> StrategyError:
    return StrategyError(f"strategy {players.names[live.seat]!r} failed in a roll-out (seat {live.seat}): {what}")


def _outcome(live: live_game.LiveGame, seat: int) -> list[float]:
    """Return what the game that has ended gives a seat, in the order of the measures."""
    live.score()
    totals = [int(live.scores[each].total) for each in range(live.players)]
    won = [int(live.scores[each].winner) for each in range(live.players)]
    others = totals[:seat] + totals[seat + 1 :]
    margin, win = totals[seat] - max(others, default=0), won[seat] / max(1, sum(won))
    return [totals[seat], margin, win, 0.5 * win + 0.5 * rollouts.lead_of(live.tables, live.scores, seat)]
