"""Names as people say them in the language in use: strategies, weights, players, colours and tracks.

Code, tables and commands keep their own names; charts, reports, explorers and moves in words show these.
"""

import re

from ttr_analysis.maps import languages
from ttr_analysis.rules import spec

languages.words_of(__name__)

COLORS = {name: name for name in (*spec.COLORS, spec.GRAY, "locomotive")}
"""What readers call the colours of cards and tracks.

They are the names in the rules; translations are in the catalogues of languages.
"""

PLAYER = "Player"
"""What a player is called whose strategy is not known; a number follows."""

KINDS = {"tunnel": "tunnel", "ferry": "ferry", "sea": "sea track"}
"""What follows the name of a track and its colour."""

_COLORED = re.compile(rf" ({'|'.join((*COLORS, *KINDS))})(?= |$)")

_WEIGHT = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*")
"""The name of a weight, not the letter in a number such as 1e-05."""

_RULE = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*(?= = )")
"""The name of a value of the rules, before its value."""

_TITLE = re.compile(r"Ticket to Ride(?:: (.+)| \(([^()]+)\))")
"""The title of the game, and what tells its maps apart."""

_DECIMALS = re.compile(r"(?<=\d)\.(?=\d)")
"""The sign before decimals."""

_VARIANT = re.compile(r"([a-z][a-z0-9_]*) \((\w+=[^()]*)\)")
"""A strategy with other weights."""


def player(name: str) -> str:
    """Return a strategy as people write it; names that are no code stay.

    Parameters
    ----------
    name : str
        Its name in code, or that of a variant with other weights, as :func:`ttr_analysis.experiments.sweep` names it.

    Examples
    --------
    >>> player("ticket_planner"), player("greedy_points (least_length=5)")
    ('Ticket planner', 'Greedy points (least length 5)')
    """
    if found := _VARIANT.fullmatch(name):
        return f"{player(found[1])} ({spaced(found[2])})"
    return languages.say(spaced(name).capitalize()) if name.isidentifier() and name.islower() else name


def spaced(code: str) -> str:
    """Return the name of a weight, or weights and their values, without the signs of code, in the language in use.

    Examples
    --------
    >>> spaced("draw_share"), spaced("least_length=5")
    ('draw share', 'least length 5')
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(spaced("least_length=2.5"))
    najmniejsza długość 2,5
    """
    told = _WEIGHT.sub(lambda found: languages.say(found[0].replace("_", " ")), code.replace("=", " "))
    return _DECIMALS.sub((languages.separators() or ".")[0], told)


def board(title: str) -> str:
    """Return the title of a map without that of the game, where a list has maps of this game only.

    Examples
    --------
    >>> board("Ticket to Ride: Rails & Sails, the World"), board("Ticket to Ride (USA)"), board("Ticket to Ride")
    ('Rails & Sails, the World', 'USA', 'Ticket to Ride')
    """
    found = _TITLE.fullmatch(title)
    return title if found is None else found[1] or found[2]


def rules(told: str) -> str:
    """Return a sentence about changed rules with their names as people write them; other texts stay.

    Examples
    --------
    >>> rules("longest_trail_bonus = 0 (printed: 10); tickets.deal = 4 (printed: 3)")
    'longest trail bonus = 0 (printed: 10); tickets deal = 4 (printed: 3)'
    """
    return _RULE.sub(lambda found: found[0].replace(".", " ").replace("_", " "), told)


def seated(name: str) -> str:
    """Return a player at a table as people write it; names without the number of a seat stay.

    Examples
    --------
    >>> seated("ticket_planner 1"), seated("Ann")
    ('Ticket planner 1', 'Ann')
    """
    strategy, _, seat = name.rpartition(" ")
    return f"{player(strategy)} {seat}" if seat.isdecimal() else name


def color(name: str) -> str:
    """Return what readers call a colour; other words stay.

    Examples
    --------
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(color("red"), color("locomotive"))
    czerwony lokomotywa
    """
    return languages.say(COLORS.get(name, name))


def track(name: str) -> str:
    """Return the name of a track, with its colour and kind in the language in use.

    Examples
    --------
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(track("Denver-Omaha purple"))
    Denver-Omaha fioletowy
    """
    if languages.language() == languages.ENGLISH:
        return name
    return _COLORED.sub(
        lambda found: f" {languages.say(KINDS[found[1]]) if found[1] in KINDS else color(found[1])}", name
    )
