"""``Game``: the compiled rules, played from Python one decision at a time."""

from collections.abc import Sequence
from pathlib import Path
from typing import Self

from ttr_analysis._validate import check_seed, named, shown, whole_number
from ttr_analysis.engine.legal import LEGAL, OUT_OF_RANGE, REASONS
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.errors import IllegalMove, SetupError, StrategyError
from ttr_analysis.maps import Action, ActionKind, Decision, EndReason, Event, GameMap, as_map
from ttr_analysis.maps.terms import settled
from ttr_analysis.play import bindings, branches, messages, past, placement, words
from ttr_analysis.play.deciders import Deciders, announce_refusals, fault_in_words
from ttr_analysis.play.environments import numbering, observation
from ttr_analysis.play.legal_actions import held_payments, legal_actions
from ttr_analysis.play.live_game import STEP_ENTRIES, LiveGame, entries
from ttr_analysis.play.position import Position, position_of
from ttr_analysis.play.views import PlayerView, Score, offered_tickets, player_view, seat_score
from ttr_analysis.rules.interventions import Given, as_interventions
from ttr_analysis.strategies.base import Strategy, get_strategy

_DECISIONS_AT_ONCE = 32
_LARGEST_NUMBER = 1 << 40
"""Targets and numbers beyond this are refused before they reach the records."""


class Game(branches.Branches):
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
    interventions : sequence of Intervention or str, optional
        What is changed for some seats: see :mod:`ttr_analysis.rules.interventions`.

    Raises
    ------
    SetupError
        If the game is not for this number of players, or an argument is of the wrong kind.
    MapError
        If there is no such map, or it has faults.

    Examples
    --------
    >>> game = Game("usa", players=2, seed=7)
    >>> game.keep(["Toronto-Miami", "Duluth-Houston"])
    >>> game.view(0).tickets
    ('Toronto-Miami', 'Duluth-Houston')
    """

    def __init__(
        self,
        game_map: GameMap | str | Path,
        players: int,
        seed: int = 0,
        number: int = 0,
        *,
        interventions: Given = (),
    ) -> None:
        self._live, self._past = _live_game(game_map, players, seed, number, interventions), past.Past()
        self._live.start(self._live.number)

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
        >>> game = Game.from_position("usa", Position(players=2, hands={0: {"purple": 4}}))
        >>> game.claim("Denver-Omaha purple")
        >>> game.position().tracks
        {0: ['Denver-Omaha purple']}
        """
        if not isinstance(position, Position):
            raise SetupError(f"position must be a Position, such as Position(players=2), not {shown(position)}")
        live = _live_game(game_map, position.players, position.seed, position.number)
        placement.place(live.game_map, live.tables, live.game_record, live.scratch, live.log, position)
        if live.over:  # nobody can do anything
            live.score()
            placement.log_result(live.game, live.scores, live.log)
        game = cls._of(live, past.Past())
        game._start = position
        return game

    def position(self) -> Position:
        """Return the position, from which :meth:`from_position` continues.

        A game that continues from it draws the same random numbers, but strategies begin anew: they have
        forgotten what they remembered, and those that choose at random or take the first of equals may choose
        otherwise, because the open tracks are listed in the order of the map. For the very same game take
        :meth:`copy`. The position does not tell when tracks were claimed, or with which cards.

        Raises
        ------
        SetupError
            If the game is over.
        """
        if self.over:
            raise SetupError("the game is over, so there is no position to continue from")
        return position_of(self.game_map, self._live.game, int(self._live.run.seed), self._live.number)

    # ---- what is known ----

    @property
    def game_map(self) -> GameMap:
        """The map with its rules."""
        return self._live.game_map

    @property
    def players(self) -> int:
        """Number of players."""
        return self._live.players

    @property
    def turn(self) -> int:
        """Number of the turn, 1 for the first; 0 during set-up."""
        return int(self._live.public.turn)

    @property
    def player(self) -> int:
        """Whose decision it is."""
        return self._live.seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._live.over

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return Decision(int(self._live.game.public.decision))

    @property
    def end_reason(self) -> EndReason | None:
        """Why the game ended; None while it is under way."""
        return EndReason(int(self._live.game.public.end_reason)) if self.over else None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, or shared the win; empty while the game is under way."""
        return tuple(player for player in range(self.players) if self.over and self.score(player).winner)

    @property
    def events(self) -> list[Event]:
        """Everything that has happened since the first card was dealt (or since the given position)."""
        return self._live.events()

    def view(self, player: int) -> PlayerView:
        """Return what a player knows, and nothing else."""
        return player_view(self.game_map, self._live.game, self._checked(player))

    def _offered(self) -> tuple[str, ...]:
        return offered_tickets(self.game_map, self._live.game.private[self.player])

    def scores(self) -> list[int]:
        """Return every player's score, as if the game ended now."""
        self._live.score()
        return [int(self._live.scores[player].total) for player in range(self.players)]

    def score(self, player: int) -> Score:
        """Return a player's score in its parts, as if the game ended now."""
        player = self._checked(player)
        self._live.score()
        return seat_score(self.game_map, self._live.game, self._live.scores[player], player)

    def _checked(self, player: int) -> int:
        """Return the number of a player, or raise an error if there is no such player."""
        number = whole_number("player", player)
        if not 0 <= number < self.players:
            raise SetupError(f"there is no player {shown(number)}; players are numbered from 0 to {self.players - 1}")
        return number

    # ---- actions ----

    def legal_actions(self) -> list[Action]:
        """Return every legal action with every legal payment; none when the game is over."""
        return legal_actions(self._live.tables, self._live.game_record, len(self.game_map.rules.cards))

    def payments(self, kind: ActionKind, target: int = 0) -> list[tuple[int, ...]]:
        """Return every payment for a track, a building or a surcharge that the player to move has the cards for.

        Whether they may claim or build there is not checked; see :meth:`can`.

        Raises
        ------
        SetupError
            If this kind of action costs no cards, or there is no such track or city.
        """
        if kind not in bindings.PAID:
            paid = ", ".join(f"ActionKind.{each.name}" for each in sorted(bindings.PAID))
            raise SetupError(f"no cards are paid for {shown(kind)}; cards are paid for {paid}")
        things = {ActionKind.CLAIM: len(self.game_map.tracks), ActionKind.PAY_TUNNEL: 1}.get(
            kind, len(self.game_map.cities)
        )
        if not 0 <= whole_number("target", target) < things:
            raise SetupError(f"target is {shown(target)}; give the number of a track or city, from 0 to {things - 1}")
        live, cards = self._live, len(self.game_map.rules.cards)
        return held_payments(live.tables, live.game_record, kind, target, cards)

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
        bindings.check_is_action(action)
        reason = self._objection(action)
        if not reason:
            return None
        try:
            what = self._described(action)
        except IndexError:
            what = bindings.in_short(action)
        return f"player {self.player + 1} (seat {self.player}) cannot {what}: {reason}"

    def _objection(self, action: Action) -> str | None:
        """Return only the reason why an action is not legal, and fill in the action record."""
        if self.over:
            return "the game is over"
        if max(abs(n) for n in (action.target, action.number, *action.cards)) > _LARGEST_NUMBER:
            return REASONS[OUT_OF_RANGE]
        if action.target and action.kind not in bindings.AIMED:
            return f"it has no target, so that must be 0, not {action.target}"
        if action.number and action.kind not in bindings.COUNTED:
            return f"it has no number, so that must be 0, not {action.number}"
        if action.cards and action.kind not in bindings.PAID:
            return "no cards are paid for this"
        if action.cards and len(action.cards) != len(self.game_map.rules.cards):
            return f"a payment needs one number for each of the {len(self.game_map.rules.cards)} kinds of card"
        if lacking := words.feature_lacking(self.game_map, action.kind) or words.target_lacking(self.game_map, action):
            return lacking
        bindings.write_action(self._live.action[0], action)
        messages.announce_compilation(bindings.reason_against_action)  # not every user of Game needs it
        reason = bindings.reason_against_action(self._live.tables, self._live.game_record, self._live.action)
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
        with self._past.keeping(self._live):
            self._live.step()

    def describe(self, action: Action) -> str:
        """Describe an action in words, with the names of market cards and offered tickets.

        Raises
        ------
        IllegalMove
            If it is not an action, or its target does not exist on this map.
        """
        bindings.check_is_action(action)
        try:
            return self._described(action)
        except IndexError:
            raise IllegalMove(
                f"cannot describe {bindings.in_short(action)}: map {self.game_map.name} has no such target"
            ) from None

    def _described(self, action: Action) -> str:
        if action.target < 0:
            raise IndexError(action.target)
        # Reading the records takes longer than the description of an action that names nothing in them.
        if action.kind is ActionKind.DRAW_MARKET:
            market = self._live.public.market[: int(self._live.tables[0].market_slots)].tolist()
            return action.describe(self.game_map, [] if market[action.target : action.target + 1] == [-1] else market)
        if action.kind is ActionKind.KEEP_TICKETS:
            private = self._live.game.private[self.player]
            return action.describe(self.game_map, (), private.offered[: private.offered_count].tolist())
        return action.describe(self.game_map)

    # ---- numbers, for learning ----

    def encode(self, action: Action) -> numbering.Number:
        """Return the number of an action, or a tuple of numbers if it is paid in steps.

        Numbers are the same in all positions of a map: see :func:`ttr_analysis.play.numbering`.

        Raises
        ------
        IllegalMove
            If it is not an action, or never legal on this map.
        """
        return self._live.numbers.encode(action)

    def decode(self, number: int | Sequence[int]) -> Action:
        """Return the action that a number, or a tuple of numbers, stands for.

        Raises
        ------
        IllegalMove
            If there is no such number, or steps are missing or out of order.

        Examples
        --------
        >>> game = Game("usa", players=2, seed=7)
        >>> game.step(game.decode(10))
        >>> game.view(0).tickets
        ('Seattle-New York', 'Toronto-Miami')
        """
        return self._live.numbers.decode(number)

    def observe(self, player: int | None = None) -> observation.Floats:
        """Return what a player sees as numbers; :func:`ttr_analysis.play.layout` names the fields.

        Parameters
        ----------
        player : int, optional
            The player to move if left out.
        """
        seat = self.player if player is None else self._checked(player)
        return observation.seen(self._live.fields, self._live.tables, self._live.game_record, seat)

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
        self._run([get_strategy(strategy)] * self.players, 1)
        return bindings.read_action(self._live.action, len(self.game_map.rules.cards))

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
        at_once = 1 if Deciders.of(lineup).watched else _DECISIONS_AT_ONCE  # a stranger may choose otherwise later
        while not self.over:
            self._run(lineup, at_once)
        return self

    def _run(self, strategies: Sequence[Strategy], decisions: int) -> None:
        """Make up to ``decisions`` decisions, fewer if the game ends first; one strategy per player."""
        for strategy in dict.fromkeys(strategies):
            if objection := strategy.taught.objection(self.game_map, self.players):
                raise SetupError(f"strategy {strategy.name!r} {objection}")
        deciders = Deciders.of([strategy.at(self.game_map, self.players) for strategy in strategies])
        announce_refusals(deciders)
        if not deciders.watched:
            messages.announce_compilation(*entries(watched=False))
        try:
            with self._past.keeping(self._live):
                self._live.sit(deciders)
                failure = self._live.play(decisions)
        except Exception as error:
            raise self._failed(strategies, fault_in_words(error)) from error
        if failure:
            raise self._failed(strategies, f"chose an illegal action: {REASONS[failure]}")

    def _failed(self, strategies: Sequence[Strategy], what: str) -> StrategyError:
        """Return the error for a failure of the strategy to move."""
        where = f"seed {self._live.run.seed}, game {self._live.number}, turn {self.turn}, seat {self.player}"
        return StrategyError(f"strategy {strategies[self.player].name!r} ({where}): {what}")

    def __repr__(self) -> str:
        public, rules = self._live.game.public, self.game_map.rules
        if self.over:
            head = f"over after {self.turn} turns, won by {' and '.join(f'player {p + 1}' for p in self.winners)}"
        else:
            what = self.decision.name.lower().replace("_", " ")
            head = f"turn {self.turn}, player {self.player + 1} to decide: {what}"
        lines = [f"<Game on {self.game_map.name}, {self.players} players, {head}"]
        for player, points in enumerate(self.scores()):
            left = ", ".join(f"{public.pieces[player, i]} {piece.name}s" for i, piece in enumerate(rules.pieces))
            held = f"{public.hand_size[player]} cards, {public.tickets_held[player]} tickets"
            lines.append(f"  player {player + 1}: {points} points if it ended now, {left}, {held}")
        return "\n".join(lines) + ">"


def _live_game(game_map: GameMap | str | Path, players: int, seed: int, number: int, given: Given = ()) -> LiveGame:
    """Return the records of a game that has not begun."""
    seed, number = check_seed("seed", seed), check_seed("number", number)
    game_map, players = as_map(game_map), whole_number("players", players)
    tables_for(game_map, players)
    game_map, changes = settled(game_map, players, as_interventions(given))
    live = LiveGame(game_map, players, seed, interventions=changes)
    messages.announce_compilation(*STEP_ENTRIES, bindings.list_actions)
    live.begin(number)
    return live
