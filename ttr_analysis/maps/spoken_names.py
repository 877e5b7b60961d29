"""Names as people say them in the language in use: strategies, weights, players, colours and tracks.

Code, tables and commands keep their own names; charts, reports, explorers and moves in words show these.
"""

import re

from ttr_analysis.maps import languages
from ttr_analysis.rules import spec
from ttr_analysis.rules.changes import setting_names

languages.words_of(__name__)

COLORS = {name: name for name in (*spec.COLORS, spec.GRAY, "locomotive")}
"""What readers call the colours of cards and tracks.

They are the names in the rules; translations are in the catalogues of languages.
"""

NAMES = {"monte_carlo": "Monte Carlo"}
"""Strategies with the names of places, which are written alike in every language."""

PLAYER = "Player"
"""What a player is called whose strategy is not known; a number follows."""

KINDS = {"tunnel": "tunnel", "ferry": "ferry", "sea": "sea track"}
"""What follows the name of a track and its colour."""

_COLORED = re.compile(rf" ({'|'.join((*COLORS, *KINDS))})(?= |$)")

_WEIGHT = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*")
"""The name of a weight, not the letter in a number such as 1e-05."""

RULES = {name: name.replace(".", " ").replace("_", " ") for name in setting_names()}
"""The values of the rules, as people write them."""

CHANGES = {
    r"without (?P<what>.+)": "without {what}",
    r"(?P<what>.+) of (?P<spaces>\d+) spaces? added": "{what} of {spaces} {spaces:space|spaces} added",
    r"(?P<what>.+) of (?P<spaces>\d+) spaces?": "{what} of {spaces} {spaces:space|spaces}",
    r"ticket (?P<what>.+) of (?P<points>\d+) points added": "ticket {what} of {points} {points:point|points} added",
    r"(?P<tickets>\d+) tickets of its own": "{tickets} {tickets:ticket|tickets} of its own",
    r"(?P<what>.+) = (?P<now>.+) \(printed: (?P<then>.+)\)": "{what} = {now} (printed: {then})",
    r"(?P<what>.+) = (?P<now>.+)": "{what} = {now}",
}
"""What :mod:`ttr_analysis.maps.changes` and changed rules tell, each as a pattern and as people write it."""

TOLD = "Changed from the printed game: {}."
"""What all changes are told after."""

_TOLD = re.compile(TOLD.replace(".", r"\.").format("(.+)"))

_SETTING = re.compile(r"(?<![\w.])[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)*")
"""The name of a value of the rules."""

_RULE = re.compile(rf"{_SETTING.pattern}(?= = )")
"""The same before its value."""

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
    if not (name.isidentifier() and name.islower()):
        return name
    return NAMES.get(name) or languages.say(spaced(name).capitalize())


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
    """Return a sentence about changed rules, or a change, as people write it in the language in use; other texts stay.

    Examples
    --------
    >>> rules("longest_trail_bonus = 0 (printed: 10); tickets.deal = 4 (printed: 3)")
    'longest trail bonus = 0 (printed: 10); tickets deal = 4 (printed: 3)'
    """
    if languages.language() == languages.ENGLISH:
        return _RULE.sub(lambda found: _without_code(found[0]), told)
    whole = _TOLD.fullmatch(told)
    changes = "; ".join(map(_change, (whole[1] if whole else told).split("; ")))
    return languages.say(TOLD).format(changes) if whole else changes


def _change(told: str) -> str:
    """Return one change in the language in use; a text of another form stays."""
    for pattern, form in CHANGES.items():
        if found := re.fullmatch(pattern, told):
            facts = {name: int(part) if part.isdecimal() else part for name, part in found.groupdict().items()}
            facts |= {"what": ", ".join(map(_changed_thing, str(facts["what"]).split(", ")))} if "what" in facts else {}
            return languages.say(form).format(**facts)
    return told


def _changed_thing(name: str) -> str:
    """Return what was changed: a value of the rules, of a kind of track or card, or a track."""
    if _SETTING.fullmatch(name):
        return languages.say(RULES.get(name, _without_code(name)))
    return track(name)


def _without_code(name: str) -> str:
    return name.replace(".", " ").replace("_", " ")


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


def printed_track(name: str) -> str:
    """Return the name of a track with the colour and the kind that the rules give it, in place of spoken ones.

    Examples
    --------
    >>> with ttr.maps.languages.speaking("pl"):
    ...     print(printed_track("Denver-Omaha fioletowy"))
    Denver-Omaha purple
    """
    if languages.language() == languages.ENGLISH:
        return name
    spoken = {color(code): code for code in COLORS} | {languages.say(kind): code for code, kind in KINDS.items()}
    words = "|".join(map(re.escape, sorted(spoken, key=len, reverse=True)))
    return re.sub(rf" ({words})(?= |$)", lambda found: f" {spoken[found[1]]}", name)
