"""Actions read from words: the inverse of ``Game.describe``."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ttr_analysis._validate import misfit, shown
from ttr_analysis.errors import IllegalMove, TicketToRideError
from ttr_analysis.maps import Action, ActionKind, GameMap
from ttr_analysis.play.position_names import Names

Cards = str | Mapping[str, int] | Sequence[str]
"""Cards: ``"3 purple, 1 locomotive"``, ``{"purple": 3, "locomotive": 1}`` or ``["purple", "purple"]``."""


@dataclass(frozen=True)
class Words:
    """The words of one game at one decision.

    Parameters
    ----------
    game_map : GameMap
    look_up_offered : function
        Returns the names of the tickets offered, in order; called only for an action that names tickets.
    """

    game_map: GameMap
    look_up_offered: Callable[[], tuple[str, ...]]

    @cached_property
    def offered(self) -> tuple[str, ...]:
        """Names of the tickets offered, in order."""
        return self.look_up_offered()

    def action(self, text: str) -> Action:
        """Return the action that a text describes, as :meth:`ttr_analysis.maps.actions.Action.describe` writes it.

        Raises
        ------
        IllegalMove
            If the text describes no action.
        """
        if not isinstance(text, str):
            raise IllegalMove(f"an action in words must be text, not {shown(text)}")
        words = re.sub(r"\s+", " ", text).strip()
        for pattern, make in _PATTERNS.items():
            if found := re.fullmatch(pattern, words, re.IGNORECASE):
                return make(self, *found.groups())
        raise IllegalMove(f"{shown(text)} describes no action, such as 'claim Denver-Omaha purple with 3 purple'")

    # ---- names ----

    def track(self, name: str | int) -> int:
        """Return the index of a track."""
        return self._found(lambda names: names.track("track", name))

    def city(self, name: str | int) -> int:
        """Return the index of a city."""
        return self._found(lambda names: names.city("city", name))

    def deck(self, name: str) -> int:
        """Return the index of a deck."""
        decks = self.game_map.rules.decks
        if name not in decks:
            raise IllegalMove(f"there is no deck {shown(name)}; the decks are: {', '.join(decks)}")
        return decks.index(name)

    def piece(self, name: str) -> int:
        """Return the index of a kind of piece, given in the singular or plural."""
        pieces = [piece.name for piece in self.game_map.rules.pieces]
        for spelling in (name, str(name).removesuffix("s")):
            if spelling in pieces:
                return pieces.index(spelling)
        raise IllegalMove(f"there are no pieces {shown(name)}; the kinds of piece are: {', '.join(pieces)}")

    def card(self, name: str) -> int:
        """Return the index of a kind of card, given in the singular or plural."""
        if (kind := self.game_map.card_index.get(str(name))) is not None:
            return kind
        cards = [card.casefold() for card in self.game_map.card_index]
        for spelling in (name, str(name).removesuffix("s")):
            if str(spelling).casefold() in cards:
                return cards.index(spelling.casefold())
        raise IllegalMove(f"there is no card {shown(name)}; the cards are: {', '.join(cards)}")

    def _found(self, find: Callable[[Names], int]) -> int:
        try:
            return find(Names(self.game_map, 0))
        except IllegalMove:
            raise
        except TicketToRideError as error:
            raise IllegalMove(str(error)) from None

    # ---- amounts ----

    def cards(self, given: Cards) -> tuple[int, ...]:
        """Return the number of cards of each kind."""
        if not isinstance(given, str) and (problem := misfit(Cards, given)):
            raise IllegalMove(f"cards: {problem}")
        counts = [0] * len(self.game_map.rules.cards)
        if isinstance(given, Mapping):
            parts = [(number, name) for name, number in given.items()]
        elif isinstance(given, str):
            parts = list(amounts(given))
        else:
            parts = [(1, name) for name in given]
        for number, name in parts:
            counts[self.card(name)] += number
        return tuple(counts)

    def kept(self, given: Sequence[str | int]) -> int:
        """Return the bit set of the offered tickets that are kept, given by their names or their numbers from 1."""
        if problem := misfit(Sequence[str | int], given):
            raise IllegalMove(f"tickets: {problem}")
        bits = 0
        for name in given:
            place = name - 1 if isinstance(name, int) else self._offered(name, bits)
            if not 0 <= place < len(self.offered):
                offered = ", ".join(self.offered)
                raise IllegalMove(f"there is no offered ticket {shown(name)}; they are numbered from 1: {offered}")
            bits |= 1 << place
        return bits

    def _offered(self, name: str, taken: int) -> int:
        """Return the place of an offered ticket that is not taken yet; -1 if there is none."""
        try:
            name = self.game_map.ticket(name).name
        except TicketToRideError:
            return -1
        return next((i for i, each in enumerate(self.offered) if each == name and not taken >> i & 1), -1)


def _has_tunnels(game_map: GameMap) -> bool:
    kinds = game_map.rules.track_kinds
    return any(kinds[track.kind].reveals for track in game_map.tracks)


_FEATURES: Mapping[ActionKind, tuple[str, Callable[[GameMap], object]]] = {
    ActionKind.BUILD_STATION: ("stations", lambda game_map: game_map.rules.stations.number),
    ActionKind.BUILD_HARBOUR: ("harbours", lambda game_map: game_map.rules.harbours.number),
    ActionKind.PAY_TUNNEL: ("tunnels", _has_tunnels),
    ActionKind.DECLINE_TUNNEL: ("tunnels", _has_tunnels),
    ActionKind.EXCHANGE_PIECES: ("exchange of pieces", lambda game_map: game_map.rules.exchange_cost),
    ActionKind.CHOOSE_PIECES: ("choice of pieces", lambda game_map: game_map.rules.pieces_kept),
    ActionKind.EXCHANGE_TICKETS: ("exchange of tickets", lambda game_map: game_map.rules.tickets.exchange),
    ActionKind.REFILL: ("choice of a deck for the market", lambda game_map: len(game_map.rules.decks) > 1),
}
"""What the kinds of action that not every game has are about, and whether a map has any of it."""


def feature_lacking(game_map: GameMap, kind: ActionKind) -> str:
    """Say that a game has no such thing as a kind of action is about; empty if it does."""
    what, there = _FEATURES.get(kind, ("", bool))
    return f"{game_map.title} has no {what}" if what and not there(game_map) else ""


def target_lacking(game_map: GameMap, action: Action) -> str:
    """Say that a map has no such track or city as an action names by its number; empty if it has."""
    what, things = {
        ActionKind.CLAIM: ("track", len(game_map.tracks)),
        ActionKind.BUILD_STATION: ("city", len(game_map.cities)),
        ActionKind.BUILD_HARBOUR: ("city", len(game_map.cities)),
    }.get(action.kind, ("", 0))
    if not what or 0 <= action.target < things:
        return ""
    return f"map {game_map.name} has no {what} {action.target}; they are numbered from 0 to {things - 1}"


def amounts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the numbers and names in ``3 purple + 1 locomotive``; commas and "and" are as good as "+"."""
    if text.strip().casefold() in ("", "nothing"):
        return
    for part in re.split(r" *\+ *| *, *| and ", text.strip()):
        found = re.fullmatch(r"(?:(\d{1,9}) +)?(.+)", part)
        if found is None:
            raise IllegalMove(f"{shown(text)} is not a number of cards, such as '3 purple, 1 locomotive'")
        yield int(found[1] or 1), found[2]


def _paid(kind: ActionKind, find: Callable[[Words, str], int]) -> Callable[[Words, str], Action]:
    """Return the function that reads ``Denver-Omaha purple with 3 purple``; names may contain the word "with"."""

    def make(words: Words, rest: str) -> Action:
        splits = [found.span() for found in re.finditer(" with ", rest)]
        if not splits:
            raise IllegalMove(f"with which cards? Write {shown(rest)} with, for instance, '3 purple'")
        for start, end in splits:
            try:
                return Action(kind, find(words, rest[:start]), 0, words.cards(rest[end:]))
            except IllegalMove:
                if (start, end) == splits[-1]:
                    raise
        raise AssertionError

    return make


def _draw(words: Words, slot: str) -> Action:
    return Action(ActionKind.DRAW_MARKET, int(slot) - 1)


def _keep(words: Words, rest: str) -> Action:
    if rest.casefold() == "no ticket":
        return Action(ActionKind.KEEP_TICKETS)
    if found := re.fullmatch(r"offered tickets ([\d, ]+)", rest):
        bits = sum(1 << int(place) - 1 for place in found[1].split(","))
        return Action(ActionKind.KEEP_TICKETS, 0, bits)
    bits = 0
    while rest:
        fits = [i for i, name in enumerate(words.offered) if not bits >> i & 1 and _begins(rest, name)]
        if not fits:
            return Action(ActionKind.KEEP_TICKETS, 0, bits | words.kept(rest.split(", ")))
        longest = max(fits, key=lambda i: len(words.offered[i]))
        bits |= 1 << longest
        rest = rest[len(words.offered[longest]) :].removeprefix(",").strip()
    return Action(ActionKind.KEEP_TICKETS, 0, bits)


def _begins(text: str, name: str) -> bool:
    """Check whether a text begins with a name, followed by a comma or nothing."""
    return text.casefold().startswith(name.casefold()) and text[len(name) : len(name) + 1] in ("", ",")


def _exchange(words: Words, number: str, piece: str, _other: str) -> Action:
    return Action(ActionKind.EXCHANGE_PIECES, words.piece(piece), int(number))


def _choose(words: Words, number: str, piece: str) -> Action:
    if words.piece(piece):
        raise IllegalMove(f"name the {words.game_map.rules.pieces[0].name}s first")
    return Action(ActionKind.CHOOSE_PIECES, 0, int(number))


_PATTERNS: Mapping[str, Callable[..., Action]] = {
    r"take market card (\d{1,9})(?: \(.*\))?": _draw,
    r"draw blind from the (.+) deck": lambda words, deck: Action(ActionKind.DRAW_BLIND, words.deck(deck)),
    r"claim (.+)": _paid(ActionKind.CLAIM, Words.track),
    r"draw tickets": lambda _: Action(ActionKind.DRAW_TICKETS),
    r"build a station in (.+)": _paid(ActionKind.BUILD_STATION, Words.city),
    r"build a harbour in (.+)": _paid(ActionKind.BUILD_HARBOUR, Words.city),
    r"exchange (\d{1,9}) (.+) for (.+) pieces": _exchange,
    r"exchange the unfinished tickets": lambda _: Action(ActionKind.EXCHANGE_TICKETS),
    r"keep (.+)": _keep,
    r"take (\d{1,9}) (\S+) and \d+ \S+ pieces": _choose,
    r"refill the market from the (.+) deck": lambda words, deck: Action(ActionKind.REFILL, words.deck(deck)),
    r"pay (.+) more for the tunnel": lambda words, cards: Action(ActionKind.PAY_TUNNEL, 0, 0, words.cards(cards)),
    r"decline the tunnel": lambda _: Action(ActionKind.DECLINE_TUNNEL),
    r"pass(?:: no legal move)?": lambda _: Action(ActionKind.PASS),
}
"""How each kind of action is written, and the function that reads it."""
