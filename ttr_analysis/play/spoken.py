"""Moves, events and reasons of strategies in the language in use.

The engine's rooms, the referee and the strategies say them in English, for people and for programs: logs keep these
sentences, and :meth:`ttr_analysis.play.game.Game.parse` reads them. Here they are recognised by their form and said
again; a sentence without a known form, such as the reason of somebody's own strategy, stays as it is.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType

from ttr_analysis.maps import languages
from ttr_analysis.maps.spoken_names import track
from ttr_analysis.rules.rule_sets import RULE_SETS

languages.words_of(__name__)

CARDS: Mapping[str, str] = MappingProxyType(
    {card.name: f"{{n}} {card.name}" for rules in RULE_SETS.values() for card in rules.cards}
)
"""Some cards of a kind."""

CARD: Mapping[str, str] = MappingProxyType({name: f"one {name}" for name in CARDS})
"""A single card, whose number is not told: the texts are keys of catalogues only."""

NO_CARDS, TWO_TICKETS = "no cards", " and "

ACTIONS = (
    "take market card {slot} ({card})", "take market card {slot}", "draw blind from the {deck} deck",
    "claim {track} with {cards}", "draw tickets", "build a station in {city} with {cards}",
    "build a harbour in {city} with {cards}", "exchange {number} {piece} for {other} pieces",
    "exchange the unfinished tickets", "keep no ticket", "keep offered tickets {places}",
    "keep {number} of the tickets offered", "keep {tickets}", "take {number} {piece} and {rest} {other} pieces",
    "choose pieces", "refill the market from the {deck} deck", "pay {cards} more for the tunnel", "decline the tunnel",
    "pass: no legal move",
)  # fmt: skip
"""Forms of actions, as :meth:`ttr_analysis.maps.actions.Action.describe` writes them and others see them."""

EVENTS = (
    "set-up", "turn {number}", "receives a card", "receives {card}", "market slot {slot}: {card}",
    "too many locomotives face up: the market is cleared", "the ticket deck is rebuilt from {number} discards",
    "the {deck} deck is rebuilt from {number} discards",
    "is offered a ticket", "is offered {ticket}", "turned up: {card}", "nothing more is owed", "completes {ticket}",
    "draws a ticket", "draws the ticket {ticket}", "wins the bonus ticket {ticket}",
    "reveals {number} {piece} and {rest} {other} pieces",
    "the last round begins: {number} turns to play", "the game ends ({reason})", "scores {number} and wins",
    "scores {number}", "has a longest trail of {number} spaces; it is not proven that none is longer",
    "has a longest trail of {number} spaces",
)  # fmt: skip
"""Forms of what happens, as :func:`ttr_analysis.maps.events.describe` writes it."""

REASONS = (
    "the plan for these tickets is worth most", "splits the pieces as the plan for its tickets needs them",
    "turns up a card from the deck that its plan needs most", "the hand can pay the surcharge",
    "the hand cannot pay the surcharge", "draws without a plan", "draws for its plan",
    "draws for its plan, no cards missing", "draws for its plan, cards missing for {number} spaces",
    "outside its plan", "in its plan", "in its plan, {value} ticket points at stake", "all its tickets are joined",
    "has no plan", "has no plan, gives up {tickets}", "holds its claims back",
    "drawing tickets is expected to bring {value} points and must beat {bound}",
    "will abandon its tickets, so it keeps those with the fewest points",
    "splits the pieces as the tracks that pay most a turn take them", "no track is left for its pieces",
    "lays what it can in its last turn",
    "races for tracks of at least {length} spaces: {number} left",
    "takes a track without which many tickets are far", "does better in rollouts than expert's choice",
    "leads with nothing left to plan: lays as many pieces as it can to end the game",
    "blocks a route that an opponent is likely to need",
    "departs from expert because of {because}",
    "predicted gains over expert's choice ({candidate}), in hundredths: {candidates}",
)  # fmt: skip
"""Forms of what strategies say about their choices, but for their plans."""

PLANS, FOR, GIVES_UP, TO_LAY = "plans {routes}", " for {tickets}", ", gives up {tickets}", ": {number} spaces to lay"
MISSING, NONE_MISSING, AT_STAKE = ", cards missing for {number} of them", ", no cards missing", "{value} at stake"
"""Parts of a plan, in this order; the points are those at stake on its first route."""

CANDIDATES = ("drawing from the market", "drawing from the deck", "drawing tickets", "drawing {card}")
IN_EXPERTS_CHOICE = "in expert's choice: {meaning}"

_PLAN = re.compile(
    r"plans (?P<routes>.+?)(?: for (?P<wanted>.+?))?(?:, gives up (?P<lost>.+?))?: (?P<number>\d+) spaces to lay"
    r"(?:, (?P<short>no cards missing|cards missing for (?P<missing>\d+) of them))?"
)
_ONE = re.compile(r"(?<=^\\ discard)s|(?<=^\\ turn)s|(?<=^\\ space)s")
"""The ending of a noun after a number, which may be 1."""
_number, _decimal = r"\d+", r"[-+]?\d+(?:\.\d+)?"
_patterns = dict.fromkeys(("number", "rest", "slot", "length"), _number) | dict.fromkeys(("value", "bound"), _decimal)
"""What stands for a field of a form; for all others, any text without a semicolon.

Small letters, as these are no texts for readers.
"""


def spoken(text: str) -> str:
    """Return a move, an event or a reason in the language in use.

    Parameters
    ----------
    text : str
        In English, as actions, events and strategies are described; several may be joined by ``"; "``.

    Returns
    -------
    str
        The same in the language in use; parts without a known form stay English.

    Examples
    --------
    >>> spoken("claim Denver-Omaha purple with 3 purple + 1 locomotive")
    'claim Denver-Omaha purple with 3 purple + 1 locomotive'
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(spoken("claim Denver-Omaha purple with 3 purple + 1 locomotive"))
    zajęcie Denver-Omaha fioletowy: 3 fioletowe + 1 lokomotywa
    """
    if languages.language() == languages.ENGLISH or not text:
        return text
    whole = _sentence(text)
    return "; ".join(_sentence(part) or part for part in text.split("; ")) if whole is None else whole


def one_card(name: str) -> str:
    """Return what readers call a single card of a kind.

    Examples
    --------
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(one_card("red"))
    czerwona
    """
    return name if languages.language() == languages.ENGLISH else languages.say(CARD.get(name, name))


def _sentence(text: str) -> str | None:
    """Return a single sentence in the language in use; None if it has no known form."""
    if found := _PLAN.fullmatch(text):
        return _plan(found)
    return _said(text, (*ACTIONS, *EVENTS, *REASONS))


def _said(text: str, forms: tuple[str, ...]) -> str | None:
    """Return a text that has one of some forms in the language in use; None if it has none of them."""
    for form in forms:
        if found := _pattern(form).fullmatch(text):
            fields = {name: _FIELDS.get(name, str)(value) for name, value in found.groupdict().items()}
            return languages.say(form).format(**fields)
    return None


@cache
def _pattern(form: str) -> re.Pattern[str]:
    """Return the pattern of texts that have a form."""
    first, *rest = re.split(r"\{(\w+)\}", form)
    pattern = re.escape(first)
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        pattern += f"(?P<{name}>{_patterns.get(name, '[^;]+?')}){_ONE.sub('s?', re.escape(text))}"
    return re.compile(pattern)


def _plan(found: re.Match[str]) -> str:
    """Return a plan in the language in use."""
    parts = [languages.say(PLANS).format(routes=re.sub(r"\(([^()]*)\)", _stake, found["routes"]))]
    parts += [languages.say(FOR).format(tickets=found["wanted"])] if found["wanted"] else []
    parts += [languages.say(GIVES_UP).format(tickets=found["lost"])] if found["lost"] else []
    parts.append(languages.say(TO_LAY).format(number=int(found["number"])))
    if found["short"]:
        parts.append(
            languages.say(MISSING).format(number=int(found["missing"]))
            if found["missing"]
            else languages.say(NONE_MISSING)
        )
    return "".join(parts)


def _stake(found: re.Match[str]) -> str:
    """Return the points at stake on a route, in brackets."""
    number, at_stake = found[1].removesuffix(" at stake"), found[1].endswith(" at stake")
    if not re.fullmatch(_decimal, number):  # a part of a city's name
        return found[0]
    return f"({languages.say(AT_STAKE).format(value=_value(number)) if at_stake else _value(number)})"


def _value(text: str) -> str:
    """Return a number with decimals, and a sign if it had one, as the language writes it."""
    places = len(text.partition(".")[2])
    return languages.written(float(text), f"{'+' if text.startswith('+') else ''}.{places}f")


def _cards(text: str) -> str:
    """Return counts of cards, such as ``3 purple + 1 locomotive``."""
    if text == "nothing":
        return languages.say(NO_CARDS)
    pairs = (part.partition(" ") for part in text.split(" + "))
    return " + ".join(
        languages.say(CARDS.get(name, f"{{n}} {name}")).format(n=int(number)) for number, _, name in pairs
    )


def _candidate(text: str) -> str:
    """Return what ``learned`` calls an action that it compares."""
    return _said(text, CANDIDATES) or languages.say(TWO_TICKETS).join(map(track, text.split(TWO_TICKETS)))


def _candidates(text: str) -> str:
    """Return actions with their gains, such as ``drawing red -0.3, drawing tickets -1.3``."""
    pairs = re.findall(rf"(.+?) ({_decimal})(?:, |$)", text)
    return ", ".join(f"{_candidate(name)} {_value(gain)}" for name, gain in pairs)


def _because(text: str) -> str:
    """Return the facts that speak most for a choice, such as ``turns left (+0.3)``."""
    pairs = re.findall(rf"(.+?) \(({_decimal})\)(?:, |$)", text)
    return ", ".join(f"{_meaning(name)} ({_value(gain)})" for name, gain in pairs)


def _meaning(text: str) -> str:
    if found := _pattern(IN_EXPERTS_CHOICE).fullmatch(text):
        return languages.say(IN_EXPERTS_CHOICE).format(meaning=languages.say(found["meaning"]))
    return languages.say(text)


_FIELDS: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {
        "number": int, "rest": int, "length": int, "value": _value, "bound": _value, "track": track, "card": one_card,
        "cards": _cards, "candidate": _candidate, "candidates": _candidates, "because": _because,
    }
)  # fmt: skip
"""How the fields of forms are said; all others stay."""
