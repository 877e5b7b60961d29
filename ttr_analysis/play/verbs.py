"""The moves of a game as methods: ``game.claim("Denver-Omaha purple", "3 purple, 1 locomotive")``."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from ttr_analysis.engine.legal import REASONS, WRONG_PAYMENT
from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind, cards_in_words
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.views import PlayerView
from ttr_analysis.play.words import Cards, Words

_LISTED = 5
"""Number of possibilities of one kind that a refusal lists."""


class Verbs(ABC):
    """A method for each kind of action; a refusal says what is possible instead.

    Tracks, cities, tickets, cards, decks and pieces are given by name. Cards are given in words
    (``"3 purple, 1 locomotive"``) or as a mapping (``{"purple": 3, "locomotive": 1}``). Every
    method raises IllegalMove if the action is not legal, and leaves the game as it was.
    """

    @property
    @abstractmethod
    def game_map(self) -> GameMap:
        """The map with its rules."""

    @property
    @abstractmethod
    def player(self) -> int:
        """Whose decision it is."""

    @abstractmethod
    def legal_actions(self) -> list[Action]:
        """Return every legal action."""

    @abstractmethod
    def why_not(self, action: Action) -> str | None:
        """Return why an action is not legal now."""

    @abstractmethod
    def step(self, action: Action) -> None:
        """Carry out an action."""

    @abstractmethod
    def describe(self, action: Action) -> str:
        """Describe an action in words."""

    @abstractmethod
    def view(self, player: int) -> PlayerView:
        """Return what a player knows."""

    @abstractmethod
    def _offered(self) -> tuple[str, ...]:
        """Return the tickets offered to the player to decide."""

    # ---- words ----

    @property
    def _words(self) -> Words:
        return Words(self.game_map, self._offered)

    def parse(self, text: str) -> Action:
        """Return the action that a text describes: the inverse of :meth:`describe`.

        Whether it is legal is not checked; see :meth:`can`.

        Raises
        ------
        IllegalMove
            If the text describes no action.

        Examples
        --------
        >>> from ttr_analysis import Game
        >>> Game("usa", players=2, seed=7).parse("claim Denver-Omaha purple with 3 purple + 1 locomotive")
        Action(CLAIM, 34, cards=(3, 0, 0, 0, 0, 0, 0, 0, 1))
        """
        return self._words.action(text)

    # ---- the moves ----

    def claim(self, track: str | int, cards: Cards | None = None) -> None:
        """Claim a track; the cards may be left out if only one payment is possible.

        Examples
        --------
        >>> from ttr_analysis import Game, Position
        >>> game = Game.from_position("usa", Position(players=2, hands={0: {"purple": 3, "locomotive": 1}}))
        >>> game.claim("Denver-Omaha purple", "3 purple, 1 locomotive")
        >>> game.view(0).owners
        mappingproxy({'Denver-Omaha purple': 0})
        """
        self._pay(ActionKind.CLAIM, self._words.track(track), cards)

    def draw(self, card: str, deck: str | None = None) -> None:
        """Draw a card: ``"blind"`` from a deck, or a face-up card by its name, such as ``"red"`` or ``"locomotive"``.

        Parameters
        ----------
        card : str
        deck : str, optional
            The deck of a blind draw; needed only if the game has several.

        Examples
        --------
        >>> from ttr_analysis import Game, Position
        >>> game = Game.from_position("usa", Position(players=2, market=["red", "blue", "red", "white", "black"]))
        >>> game.draw("red")
        >>> game.view(0).hand
        mappingproxy({'red': 1})
        """
        decks = self.game_map.rules.decks
        if str(card).casefold() == "blind":
            if deck is None and len(decks) > 1:
                raise IllegalMove(f"from which deck? The decks are: {', '.join(decks)}")
            self._carry_out(Action(ActionKind.DRAW_BLIND, self._words.deck(deck or decks[0])))
            return
        name = self.game_map.rules.cards[self._words.card(card)].name
        market = self.view(self.player).market
        if name not in market:
            face_up = ", ".join(filter(None, market)) or "none"
            raise IllegalMove(f"no {name} card is face up (face up: {face_up}); {self._possible(None)}")
        self._carry_out(Action(ActionKind.DRAW_MARKET, market.index(name)))

    def draw_tickets(self) -> None:
        """Draw tickets, of which :meth:`keep` then keeps some."""
        self._carry_out(Action(ActionKind.DRAW_TICKETS))

    def keep(self, tickets: Sequence[str | int]) -> None:
        """Keep some of the offered tickets, given by their names or their numbers from 1.

        Examples
        --------
        >>> from ttr_analysis import Game
        >>> game = Game("usa", players=2, seed=7)
        >>> game.view(0).offered
        ('Seattle-New York', 'Toronto-Miami', 'Duluth-Houston')
        >>> game.keep(["Duluth-Houston", "Toronto-Miami"])
        >>> game.view(0).tickets
        ('Toronto-Miami', 'Duluth-Houston')
        """
        given = [tickets] if isinstance(tickets, str | int) else tickets
        self._carry_out(Action(ActionKind.KEEP_TICKETS, 0, self._words.kept(given)))

    def build_station(self, city: str | int, cards: Cards | None = None) -> None:
        """Build a station; the cards may be left out if only one payment is possible.

        Examples
        --------
        >>> from ttr_analysis import Game, Position
        >>> game = Game.from_position("europe", Position(players=2, hands={0: {"red": 1}}))
        >>> game.build_station("Wien", "1 red")
        >>> game.view(0).stations
        mappingproxy({'Wien': 0})
        """
        self._pay(ActionKind.BUILD_STATION, self._words.city(city), cards)

    def build_harbour(self, city: str | int, cards: Cards | None = None) -> None:
        """Build a harbour; the cards may be left out if only one payment is possible."""
        self._pay(ActionKind.BUILD_HARBOUR, self._words.city(city), cards)

    def pay_tunnel(self, cards: Cards | None = None) -> None:
        """Pay what a tunnel costs in addition; the cards may be left out if only one payment is possible."""
        self._pay(ActionKind.PAY_TUNNEL, 0, cards)

    def decline_tunnel(self) -> None:
        """Take the cards laid for a tunnel back, and end the turn."""
        self._carry_out(Action(ActionKind.DECLINE_TUNNEL))

    def exchange_pieces(self, number: int, piece: str) -> None:
        """Exchange pieces of one kind for as many of the other: ``exchange_pieces(3, "train")`` takes 3 ships."""
        self._carry_out(Action(ActionKind.EXCHANGE_PIECES, self._words.piece(piece), number))

    def exchange_tickets(self) -> None:
        """Exchange the unfinished tickets for new ones."""
        self._carry_out(Action(ActionKind.EXCHANGE_TICKETS))

    def choose_pieces(self, number: int) -> None:
        """Choose how many of the pieces kept are of the first kind (trains); the others are of the second (ships)."""
        self._carry_out(Action(ActionKind.CHOOSE_PIECES, 0, number))

    def refill(self, deck: str) -> None:
        """Replace the face-up card just taken by one from this deck."""
        self._carry_out(Action(ActionKind.REFILL, self._words.deck(deck)))

    def pass_turn(self) -> None:
        """Pass. A player without any legal move passes by themselves, so this is refused with what is possible."""
        raise IllegalMove(f"cannot pass: players pass only when they have no legal move; {self._possible(None)}")

    # ---- refusals ----

    def _carry_out(self, action: Action) -> None:
        """Carry out an action, or refuse it with what is possible instead."""
        if refusal := self.why_not(action):
            raise IllegalMove(f"{refusal}; {self._possible(action)}")
        self.step(action)

    def _pay(self, kind: ActionKind, target: int, cards: Cards | None) -> None:
        """Carry out an action that costs cards, with the only payment if none is given."""
        if cards is not None:
            self._carry_out(Action(kind, target, 0, self._words.cards(cards)))
            return
        possible = [action for action in self.legal_actions() if (action.kind, action.target) == (kind, target)]
        if len(possible) > 1:
            raise IllegalMove(f"say which cards to pay: {self._possible(possible[0])}")
        if possible:
            self.step(possible[0])
            return
        refusal = str(self.why_not(Action(kind, target))).replace(" with nothing", "")
        refusal = refusal.replace(REASONS[WRONG_PAYMENT], "the cards in hand do not pay for it")
        raise IllegalMove(f"{refusal}; {self._possible(None)}")

    def _possible(self, instead_of: Action | None) -> str:
        """Say what is possible: payments for the same thing if there are any, or other actions, the same kind first."""
        legal = self.legal_actions()
        if not legal:
            return "nothing is possible any more"
        same = [each for each in legal if instead_of and each.kind == instead_of.kind]
        payments = [each.cards for each in same if instead_of and each.target == instead_of.target and each.cards]
        if payments:
            paid = [cards_in_words(each, self.game_map.rules) for each in payments]
            return f"it can be paid with {_some(paid)}"
        by_kind: dict[ActionKind, dict[str, None]] = {}
        for each in (*same, *legal):
            head = self.describe(replace(each, cards=())).removesuffix(" with nothing")
            by_kind.setdefault(each.kind, {})[head] = None
        return f"possible now: {'; '.join(_some(list(heads)) for heads in by_kind.values())}"


def _some(texts: Sequence[str]) -> str:
    """Return the first few texts in a row, and how many more there are."""
    if len(texts) > _LISTED:
        return f"{'; '.join(texts[:_LISTED])}; {len(texts) - _LISTED} more like these"
    return "; ".join(texts)
