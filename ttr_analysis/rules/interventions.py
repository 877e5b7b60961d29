"""Interventions: one thing of a game changed for one player, or for all, to see what it is worth.

Each is a small value with names in it; :func:`ttr_analysis.play.simulate.simulate` takes a list of them. They are
composable, the order does not matter, and the same one twice is it once. What an intervention means on a map, and
whether it contradicts the rules or another one, is decided in :mod:`ttr_analysis.maps.terms`. Changed values of the
rules are no interventions: they go through ``GameMap.with_rules``. ``docs/rules.md`` has the details
(HOUSE-CHANGE-1 to HOUSE-CHANGE-8).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, ClassVar, Literal

from ttr_analysis._validate import Between, did_you_mean, misfit, shown
from ttr_analysis.errors import SetupError
from ttr_analysis.rules.limits import COUNT, SEATS

Seat = Annotated[int, Between(0, SEATS - 1)]
Round = Annotated[int, Between(1, COUNT)]
Habit = Literal[
    "no_face_up_locomotives", "no_tickets", "no_stations", "no_harbours", "no_blind_draws", "one_face_up_card",
    "tracks_at_most", "no_claims_before",
]  # fmt: skip
"""Kinds of restricted play: see :class:`Restricted`."""
NUMBERED = ("tracks_at_most", "no_claims_before")
"""Those that come with a number."""


@dataclass(frozen=True)
class Intervention:
    """Base of all interventions; its subclasses are those that there are.

    Attributes
    ----------
    kind : str
        Its name in texts: ``closed``.
    public : bool
        Whether everybody knows of it; otherwise only the player whom it concerns does.

    Raises
    ------
    SetupError
        If a value is of the wrong kind.
    """

    kind: ClassVar[str] = ""
    public: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if problem := misfit(type(self), self):
            raise SetupError(f"intervention {self.kind!r}: {problem}")

    def __str__(self) -> str:
        values = [(field, getattr(self, field.name)) for field in fields(self)]
        said = [
            f"{field.name}={_as_text(value)}"
            for field, value in values
            if field.default is MISSING or value != field.default
        ]
        return f"{self.kind}: {'; '.join(said)}"


@dataclass(frozen=True)
class Closed(Intervention):
    """A track, a route (all its tracks) or a city (all tracks that end there) is closed to a player.

    The player learns of it when it begins: in round ``from_round``, by default at the start.
    """

    what: str
    seat: Seat
    from_round: Round = 1
    kind: ClassVar[str] = "closed"


@dataclass(frozen=True)
class Owned(Intervention):
    """A track is a player's from the start: pieces taken, points scored; everybody sees it."""

    what: str
    seat: Seat
    kind: ClassVar[str] = "owned"
    public: ClassVar[bool] = True


@dataclass(frozen=True)
class Gone(Intervention):
    """A track, a route or a city's tracks are gone for everybody: the game is that of the map without them."""

    what: str
    kind: ClassVar[str] = "gone"
    public: ClassVar[bool] = True


@dataclass(frozen=True)
class ExtraCard(Intervention):
    """A player has cards of a kind more in the first hand, taken from their deck once hands and market are dealt.

    A card that lies in no deck then, because all of its kind are in hands or face up, is not given.
    """

    card: str
    seat: Seat
    number: Annotated[int, Between(1, COUNT)] = 1
    kind: ClassVar[str] = "extra_card"


@dataclass(frozen=True)
class SkippedTurn(Intervention):
    """A player skips the turn of a round; it counts as a turn, but not as a pass or an idle turn."""

    seat: Seat
    round: Round = 1
    kind: ClassVar[str] = "skipped_turn"


@dataclass(frozen=True)
class FirstTicket(Intervention):
    """A player is offered a ticket at the start, in place of the first drawn, which goes under the deck.

    If another player was offered it, they draw another one. A long ticket dealt apart changes places with the one
    that was drawn.
    """

    ticket: str
    seat: Seat
    kind: ClassVar[str] = "first_ticket"


@dataclass(frozen=True)
class KeptTicket(Intervention):
    """A player must keep a ticket whenever it is offered, as far as the rules allow."""

    ticket: str
    seat: Seat
    kind: ClassVar[str] = "kept_ticket"


@dataclass(frozen=True)
class ReturnedTicket(Intervention):
    """A player must return a ticket whenever it is offered, if enough others are left to keep."""

    ticket: str
    seat: Seat
    kind: ClassVar[str] = "returned_ticket"


@dataclass(frozen=True)
class Restricted(Intervention):
    """Restricted play (Jaffe et al. 2012): a player must do without a habit.

    The habits are ``no_face_up_locomotives``, ``no_tickets`` (drawn after the start), ``no_stations``,
    ``no_harbours``, ``no_blind_draws``, ``one_face_up_card`` (a turn's second card is never one of the market),
    ``tracks_at_most`` (``number`` spaces long), and ``no_claims_before`` (round ``number``). A player without any legal
    action passes.
    """

    habit: Habit
    seat: Seat
    number: Annotated[int, Between(0, COUNT)] = 0
    kind: ClassVar[str] = "restricted"

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.habit in NUMBERED) != (self.number > 0):
            raise SetupError(
                f"intervention 'restricted': {self.habit} needs a number of 1 or more"
                if self.habit in NUMBERED
                else f"intervention 'restricted': {self.habit} takes no number"
            )


KINDS: dict[str, type[Intervention]] = {
    each.kind: each
    for each in (
        Closed, Owned, Gone, ExtraCard, SkippedTurn, FirstTicket, KeptTicket, ReturnedTicket, Restricted,
    )
}  # fmt: skip
"""The interventions by the names of their kinds."""


def parse_intervention(text: str) -> Intervention:
    """Return the intervention with this text, such as ``closed: what=Denver-Omaha purple; seat=0; from_round=3``.

    It is the inverse of ``str(intervention)``. A name with a semicolon, or with spaces around it, stands in double
    quotes, as in JSON: ``closed: what="Den;ver"; seat=0``.

    Raises
    ------
    SetupError
        If there is no such kind, or a value is missing or wrong.

    Examples
    --------
    >>> from ttr_analysis.rules.interventions import parse_intervention
    >>> parse_intervention("extra_card: card=locomotive; seat=1")
    ExtraCard(card='locomotive', seat=1, number=1)
    """
    kind, _, rest = text.partition(":")
    made = KINDS.get(kind.strip())
    if made is None:
        raise SetupError(
            f"there is no intervention {shown(kind.strip())}{did_you_mean(kind.strip(), list(KINDS))}; "
            f"choose from {', '.join(KINDS)}"
        )
    texts = {field.name for field in fields(made) if field.type in _TEXTS}
    parts = list(_parts(rest))
    values = {name: _value(text, name in texts) for name, text in parts}
    if len(values) < len(parts):
        names = [name for name, _ in parts]
        twice = next(name for name in names if names.count(name) > 1)
        raise SetupError(f"intervention {made.kind!r} has {shown(twice)} twice; give each value once")
    known = [field.name for field in fields(made)]
    missing = [field.name for field in fields(made) if field.default is MISSING and field.name not in values]
    if unknown := [name for name in values if name not in known]:
        raise SetupError(f"intervention {made.kind!r} has no value {shown(unknown[0])}; it has {', '.join(known)}")
    if missing:
        raise SetupError(f"intervention {made.kind!r} needs {missing[0]}: write {missing[0]}=... after the colon")
    return made(**values)


_TEXTS = ("str", "Habit")
"""Types of fields that hold text."""
_PART = re.compile(r"""\s*([^=;]*?)\s*(?:=\s*("(?:[^"\\]|\\.)*"|[^;]*?)\s*)?(?:;|$)""")
"""A name and its value, which may stand in quotes."""


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a text."""
    for found in _PART.finditer(text):
        if found[0].strip(" ;"):
            yield found[1], found[2] or ""


def _value(text: str, is_text: bool) -> str | int:
    if len(text) > 1 and text[0] == text[-1] == '"':
        with suppress(ValueError):
            return str(json.loads(text))
    return int(text) if not is_text and re.fullmatch("-?[0-9]+", text) else text


def _as_text(value: object) -> str:
    """Return a value as :func:`parse_intervention` reads it."""
    text = str(value)
    plain = text == text.strip() and ";" not in text and not text.startswith('"')
    return text if plain else json.dumps(text, ensure_ascii=False)


def as_interventions(given: object) -> tuple[Intervention, ...]:
    """Return interventions, given as values or texts, each once.

    Raises
    ------
    SetupError
        If one is neither.
    """
    several = [given] if isinstance(given, str | Intervention) else given
    if not isinstance(several, Iterable):
        raise SetupError(f"interventions must be a list of interventions, not {shown(given)}")
    made = []
    for each in several:
        if not isinstance(each, str | Intervention):
            raise SetupError(f"an intervention must be one of {', '.join(KINDS)}, or its text, not {shown(each)}")
        made.append(parse_intervention(each) if isinstance(each, str) else each)
    return tuple(dict.fromkeys(made))


Given = Sequence[Intervention | str]
"""What a user gives as interventions."""
