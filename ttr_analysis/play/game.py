"""``Game``: the compiled rules, played from Python one decision at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Self

import numpy as np

from ttr_analysis._validate import named, shown, whole_number
from ttr_analysis.engine import play
from ttr_analysis.engine.legal import LEGAL, OUT_OF_RANGE, REASONS
from ttr_analysis.errors import IllegalMove, SetupError, StrategyError
from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.events import EndReason, Event
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.live_game import GameRecords
from ttr_analysis.play.messages import announce_compilation
from ttr_analysis.play.placement import place
from ttr_analysis.play.position import Position, read_position
from ttr_analysis.play.stepping import (
    PAID,
    check_is_action,
    in_short,
    list_payments,
    read_log,
    reason_against,
    reason_against_action,
)
from ttr_analysis.play.verbs import Verbs
from ttr_analysis.play.views import PlayerView, Score, player_view, seat_score
from ttr_analysis.rules.limits import CARDS
from ttr_analysis.strategies.base import Strategy, get_strategy

_KINDS_AT = {
    Decision.KEEP_TICKETS: (ActionKind.KEEP_TICKETS,),
    Decision.CHOOSE_PIECES: (ActionKind.CHOOSE_PIECES,),
    Decision.TURN: tuple(ActionKind)[: ActionKind.EXCHANGE_TICKETS + 1],
    Decision.SECOND_CARD: (ActionKind.DRAW_MARKET, ActionKind.DRAW_BLIND),
    Decision.REFILL: (ActionKind.REFILL,),
    Decision.TUNNEL: (ActionKind.PAY_TUNNEL, ActionKind.DECLINE_TUNNEL),
}
_DECISIONS_AT_ONCE = 32
_LARGEST_NUMBER = 1 << 40
"""Targets and numbers beyond this are refused before they reach the records."""


class Game(GameRecords, Verbs):
    """A game under way. Seats, called players here, are numbered from 0.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The map, or the name or folder of one.
    players : int
        Number of players.
    seed, number : int, optional
        Game ``number`` of a seed. Together they determine every deck, and the random choices
        of the strategies in :meth:`play` and :meth:`advance`.

    Raises
    ------
    SetupError
        If the game is not for this number of players, or an argument is of the wrong kind.
    MapError
        If there is no such map, or it has faults.

    Examples
    --------
    >>> game = Game("usa", players=2, seed=7)
    >>> game.keep(["Montréal-New Orleans", "Dallas-New York"])
    >>> game.view(0).tickets
    ('Montréal-New Orleans', 'Dallas-New York')
    """

    def __init__(self, game_map: GameMap | str | Path, players: int, seed: int = 0, number: int = 0) -> None:
        self._prepare(game_map, players, seed, number)
        play.start_game(self._tables, self._game, self._log, self._seed, self._number)

    @classmethod
    def from_position(cls, game_map: GameMap | str | Path, position: Position) -> Self:
        """Return a game that begins at a given position; fields left out get sensible values.

        Parameters
        ----------
        game_map : GameMap, str or Path
            The map, or the name or folder of one.
        position : Position
            From :meth:`position`, or of your own.

        Raises
        ------
        SetupError
            If the position contradicts itself or the rules; the message names the field.

        Examples
        --------
        >>> game = Game.from_position("usa", Position(players=2, hands={0: {"purple": 3}}))
        >>> game.describe(game.legal_actions()[0])
        """
        if not isinstance(position, Position):
            raise SetupError(f"position must be a Position, such as Position(players=2), not {shown(position)}")
        game = cls.__new__(cls)
        game._prepare(game_map, position.players, position.seed, position.number)
        place(game._game_map, game._tables, game._game, game._scratch, game._log, position)
        return game

    def position(self) -> Position:
        """Return the position, from which :meth:`from_position` continues.

        A game that continues from it draws the same random numbers. The position does not tell
        when tracks were claimed, or with which cards.

        Raises
        ------
        SetupError
            If the game is over.
        """
        if self.over:
            raise SetupError("the game is over, so there is no position to continue from")
        return read_position(self._game_map, self._game[0], self._seed, self._number)

    # ---- what is known ----

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return Decision(int(self._game[0].public.decision))

    @property
    def end_reason(self) -> EndReason | None:
        """Why the game ended; None while it is under way."""
        return EndReason(int(self._game[0].public.end_reason)) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, or shared the win; empty while the game is under way."""
        return tuple(player for player in range(self.players) if self.over and self.score(player).winner)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since the first card was dealt (or since the given position)."""
        return self._events(0)

    def _events(self, first: int) -> list[Event]:
        return read_log(self._log[first : int(self._game[0].log_size)], len(self._game_map.rules.cards))

    def view(self, player: int) -> PlayerView:
        """Return what a player knows, and nothing else."""
        return player_view(self._game_map, self._game[0], self._checked(player))

    def scores(self) -> list[int]:
        """Return every player's score, as if the game ended now."""
        play.score_now(self._tables, self._game, self._scratch, self._scores)
        return [int(self._scores[player].total) for player in range(self.players)]

    def score(self, player: int) -> Score:
        """Return a player's score in its parts, as if the game ended now."""
        player = self._checked(player)
        play.score_now(self._tables, self._game, self._scratch, self._scores)
        return seat_score(self._game_map, self._game[0], self._scores[player], player)

    def _checked(self, player: int) -> int:
        """Return the number of a player, or raise an error if there is no such player."""
        number = whole_number("player", player)
        if not 0 <= number < self.players:
            raise SetupError(f"there is no player {shown(number)}; players are numbered from 0 to {self.players - 1}")
        return number

    # ---- actions ----

    def legal_actions(self) -> list[Action]:
        """Return every legal action with every legal payment; none when the game is over."""
        if self.over:
            return []
        actions = []
        for kind in _KINDS_AT[self.decision]:
            for target, number in self._candidates(kind):
                if reason_against(self._tables, self._game, self._action, int(kind), target, number) != LEGAL:
                    continue
                if kind in PAID:
                    actions += [Action(kind, target, number, cards) for cards in self.payments(kind, target)]
                else:
                    actions.append(Action(kind, target, number))
        return actions

    def _candidates(self, kind: ActionKind) -> Iterator[tuple[int, int]]:
        """Return all targets and numbers that an action of this kind can have, legal now or not."""
        tables = self._tables[0]
        targets = {
            ActionKind.DRAW_MARKET: tables.market_slots,
            ActionKind.DRAW_BLIND: tables.decks,
            ActionKind.REFILL: tables.decks,
            ActionKind.CLAIM: tables.tracks,
            ActionKind.BUILD_STATION: tables.cities,
            ActionKind.BUILD_HARBOUR: tables.cities,
            ActionKind.EXCHANGE_PIECES: tables.pieces,
        }
        numbers = {
            ActionKind.KEEP_TICKETS: 1 << int(self._game[0].private[self.player].offered_count),
            ActionKind.CHOOSE_PIECES: tables.pieces_kept + 1,
            ActionKind.EXCHANGE_PIECES: tables.supply.max() + 1,
        }
        return ((t, n) for t in range(int(targets.get(kind, 1))) for n in range(int(numbers.get(kind, 1))))

    def payments(self, kind: ActionKind, target: int = 0) -> list[tuple[int, ...]]:
        """Return every payment for a track, a building or a surcharge that the player to move has the cards for.

        Whether they may claim or build there is not checked; see :meth:`can`.

        Raises
        ------
        SetupError
            If this kind of action costs no cards, or there is no such track or city.
        """
        if kind not in PAID:
            paid = ", ".join(f"ActionKind.{each.name}" for each in sorted(PAID))
            raise SetupError(f"no cards are paid for {shown(kind)}; cards are paid for {paid}")
        things = {ActionKind.CLAIM: len(self._game_map.tracks), ActionKind.PAY_TUNNEL: 1}.get(
            kind, len(self._game_map.cities)
        )
        if not 0 <= whole_number("target", target) < things:
            raise SetupError(f"target is {shown(target)}; give the number of a track or city, from 0 to {things - 1}")
        rows = np.zeros((64, CARDS), np.int64)
        count = list_payments(self._tables, self._game, int(kind), target, rows)
        if count > len(rows):
            rows = np.zeros((count, CARDS), np.int64)
            list_payments(self._tables, self._game, int(kind), target, rows)
        return [tuple(row) for row in rows[:count, : len(self._game_map.rules.cards)].tolist()]

    def can(self, action: Action) -> bool:
        """Check whether an action is legal now."""
        return self.why_not(action) is None

    def why_not(self, action: Action) -> str | None:
        """Return why an action is not legal now, in words (who, what, why), or None if it is legal.

        Raises
        ------
        IllegalMove
            If it is not an action.
        """
        check_is_action(action)
        reason = self._objection(action)
        if not reason:
            return None
        try:
            what = self._described(action)
        except IndexError:
            what = in_short(action)
        return f"player {self.player + 1} (seat {self.player}) cannot {what}: {reason}"

    def _objection(self, action: Action) -> str | None:
        """Return only the reason why an action is not legal, and fill in the action record."""
        if self.over:
            return "the game is over"
        if max(abs(n) for n in (action.target, action.number, *action.cards)) > _LARGEST_NUMBER:
            return REASONS[OUT_OF_RANGE]
        if action.cards and action.kind not in PAID:
            return "no cards are paid for this"
        if action.cards and len(action.cards) != len(self._game_map.rules.cards):
            return f"a payment needs one number for each of the {len(self._game_map.rules.cards)} kinds of card"
        record = self._action[0]
        record.kind, record.target, record.number = int(action.kind), action.target, action.number
        record.cards[:] = 0
        record.cards[: len(action.cards)] = action.cards
        announce_compilation(reason_against_action)  # not every user of Game needs it
        reason = reason_against_action(self._tables, self._game, self._action)
        if reason == LEGAL:
            return None
        return REASONS[reason]

    def step(self, action: Action) -> None:
        """Carry out an action and continue to the next decision.

        Raises
        ------
        IllegalMove
            If it is not legal; the message says why, and the game is unchanged.
        """
        refusal = self.why_not(action)
        if refusal:
            raise IllegalMove(refusal)
        self._make_room(1)
        play.step_game(self._tables, self._game, self._scratch, self._scores, self._log, self._action)

    def describe(self, action: Action) -> str:
        """Describe an action in words, with the names of market cards and offered tickets.

        Raises
        ------
        IllegalMove
            If it is not an action, or its target does not exist on this map.
        """
        check_is_action(action)
        try:
            return self._described(action)
        except IndexError:
            raise IllegalMove(
                f"cannot describe {in_short(action)}: map {self._game_map.name} has no such target"
            ) from None

    def _described(self, action: Action) -> str:
        if action.target < 0:
            raise IndexError(action.target)
        public, private = self._game[0].public, self._game[0].private[self.player]
        market = public.market[: int(self._tables[0].market_slots)].tolist()
        if action.kind is ActionKind.DRAW_MARKET and market[action.target : action.target + 1] == [-1]:
            market = []
        return action.describe(self._game_map, market, private.offered[: private.offered_count].tolist())

    # ---- strategies ----

    def advance(self, strategy: str | Strategy) -> Action:
        """Let a strategy make the next decision, and return its action.

        Raises
        ------
        StrategyError
            If there is no such strategy, or its action is illegal.
        """
        if self.over:
            raise IllegalMove("the game is over")
        if not isinstance(strategy, str | Strategy):
            raise StrategyError(f"a strategy must be a name or a Strategy, not {shown(strategy)}")
        before = int(self._game[0].log_size)
        self._run([get_strategy(strategy)] * self.players, 1)
        return self._events(before)[0].action

    def play(self, strategies: str | Strategy | Sequence[str | Strategy]) -> Self:
        """Let strategies play the game to its end: one for all players, or one for each.

        Raises
        ------
        StrategyError
            If there is no such strategy, or an action is illegal.
        SetupError
            If the number of strategies is neither 1 nor the number of players.
        """
        names = named("strategies", strategies, Strategy)
        if isinstance(strategies, str | Strategy):
            names *= self.players
        if len(names) != self.players:
            raise SetupError(f"{len(names)} strategies for {self.players} players: give one for all, or one for each")
        lineup = [get_strategy(strategy) for strategy in names]
        while not self.over:
            self._run(lineup, _DECISIONS_AT_ONCE)
        return self

    # ---- copies ----

    def copy(self) -> Self:
        """Return an independent game at the same point, with the same decks and random streams."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._game, other._log = self._game.copy(), self._log.copy()
        other._memory = {name: memory.copy() for name, memory in self._memory.items()}
        other._make_buffers()
        return other

    def __repr__(self) -> str:
        public, rules = self._game[0].public, self._game_map.rules
        if self.over:
            head = f"over after {self.turn} turns, won by {' and '.join(f'player {p + 1}' for p in self.winners)}"
        else:
            what = self.decision.name.lower().replace("_", " ")
            head = f"turn {self.turn}, player {self.player + 1} to decide: {what}"
        lines = [f"<Game on {self._game_map.name}, {self.players} players, {head}"]
        for player, points in enumerate(self.scores()):
            left = ", ".join(f"{public.pieces[player, i]} {piece.name}s" for i, piece in enumerate(rules.pieces))
            held = f"{public.hand_size[player]} cards, {public.tickets_held[player]} tickets"
            lines.append(f"  player {player + 1}: {points} points if it ended now, {left}, {held}")
        return "\n".join(lines) + ">"
