"""The words of other people's files: names of columns and values, and what they are called here.

Everything is compared without regard to case, spaces, hyphens and underscores.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from ttr_analysis.maps.tables import Record, is_missing
from ttr_analysis.rules.spec import GRAY

ROUTES = {
    "city_a": ("source", "from", "a", "u", "start", "origin", "city1", "node1", "town1", "citya", "cityfrom", "first"),
    "city_b": ("target", "to", "b", "v", "end", "destination", "city2", "node2", "town2", "cityb", "cityto", "second"),
    "length": ("weight", "len", "distance", "dist", "spaces", "trains", "cost", "size", "cars", "value"),
    "color": ("colour", "colors", "colours", "track color", "card", "cards"),
    "kind": ("type", "track type", "route type"),
    "locomotives": ("locos", "wilds", "ferry", "engines", "locomotive"),
    "pair_spaces": ("pairs",),
    "wraps": ("wrap",),
    "cards_for_one": (),
    "track": ("number",),
}
"""Columns of ``routes.csv`` with other names for them; the first that a file has counts."""

CITIES = {
    "city": ("name", "label", "id", "node", "title", "town", "place", "station"),
    "latitude": ("lat",),
    "longitude": ("lon", "lng", "long"),
    "x": ("px",),
    "y": ("py",),
    "tags": ("tag",),
    "aliases": ("alias", "spellings"),
}

TICKETS = {
    "cities": ("stops", "route", "tour"),
    "city_a": ROUTES["city_a"],
    "city_b": ROUTES["city_b"],
    "points": ("value", "score", "worth", "pts", "weight", "length"),
    "points_out_of_order": (),
    "penalty": (),
    "deck": ("type", "kind"),
    "alternatives": ("choices",),
    "copies": (),
}

ANY_COLOR = (
    "gray",
    "grey",
    "any",
    "wild",
    "null",
    "none",
    "nan",
    "x",
    "joker",
    "neutral",
    "colorless",
    "colourless",
    "",
)
OTHER_COLORS = {"pink": "purple", "violet": "purple", "magenta": "purple", "amber": "yellow", "gold": "yellow"}

ORDINARY = ("undirected", "directed", "route", "normal", "plain", "train", "track", "land", "regular")
"""Kinds that other files name where nothing is special."""

NO_VALUE = ("", "nan", "none", "null", "<na>", "nat")
"""Texts that stand for a missing value, but not where a city is named: there may be one that is called so."""

NAMES = ("city", "city_a", "city_b", "cities", "aliases", "alternatives")
"""Columns that name cities."""


def plain(name: object) -> str:
    """Return a name in small letters, without spaces, hyphens and underscores."""
    return re.sub(r"[\s_-]+", "", str(name)).casefold()


def renamed(records: Iterable[Record], words: Mapping[str, Iterable[str]]) -> list[dict[str, Any]]:
    """Return the records with our names for what they hold; what nobody knows is left out."""
    return [_renamed(record, words) for record in records]


def _renamed(record: Record, words: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    given = {plain(name): value for name, value in reversed(list(record.items())) if not _is_empty(value)}
    ours: dict[str, Any] = {}
    taken: set[str] = set()
    for name, others in words.items():
        for spelling in map(plain, (name, *others)):
            if spelling in given and spelling not in taken and (name in NAMES or not is_nothing(given[spelling])):
                ours[name] = given[spelling]
                taken.add(spelling)
                break
    return ours


def _is_empty(value: Any) -> bool:
    return is_missing(value) or (isinstance(value, str) and not value.strip())


def is_nothing(value: Any) -> bool:
    """Return whether a value is missing, or a text that other files have in its place; not for names of cities."""
    return _is_empty(value) or str(value).strip().casefold() in NO_VALUE


def cell(value: Any) -> str:
    """Return a value as a cell of a map file: whole numbers without decimals, lists between semicolons.

    Letters with accents become single characters: files that write them in two would have a second city that looks
    the same.
    """
    if is_missing(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, list | tuple | set | frozenset):
        return ";".join(map(str, sorted(value) if isinstance(value, set | frozenset) else value))
    text = unicodedata.normalize("NFC", str(value).strip())
    return re.sub(r"^([+-]?\d+)\.0+$", r"\1", text)


def color(value: Any) -> str:
    """Return our name for a colour; an unknown one stays, for the checks to find."""
    text = "" if is_nothing(value) else plain(value)
    return GRAY if text in ANY_COLOR else OTHER_COLORS.get(text, text)


def color_word(text: str) -> str:
    """Return our name for a colour as people write it: in any case, ``grey`` and ``pink``, too.

    Examples
    --------
    >>> from ttr_analysis.maps.synonyms import color_word
    >>> color_word("Grey"), color_word("PINK"), color_word("purpel")
    ('gray', 'purple', 'purpel')
    """
    word = text.casefold()
    return GRAY if word == "grey" else OTHER_COLORS.get(word, word)


def kind(value: Any) -> str:
    """Return our name for a kind of track: nothing where nothing is special."""
    text = "" if is_nothing(value) else str(value).strip().casefold()
    return "" if text in ORDINARY else text
