"""Spellings of names: what people type instead of the printed names of cities, and how names are joined."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from ttr_analysis.maps.synonyms import color_word

_LETTERS = str.maketrans({"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ß": "ss", "æ": "ae", "Æ": "Ae"})

_SEPARATORS = (" > ", " - ", " – ", " — ", " to ", "–", "—", "-")
"""What people write between cities; the plain hyphen comes last, since names of cities contain hyphens."""

_MOST_PARTS = 50
"""No ticket has this many parts, even if its city names contain hyphens."""


def plain_spelling(name: str) -> str:
    """Return the name without accents, as typed on a keyboard without them."""
    parts = unicodedata.normalize("NFKD", name.translate(_LETTERS))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def spellings_of(names: Iterable[str], aliases: Mapping[str, str]) -> dict[str, str]:
    """Return a mapping from every accepted spelling, case-folded, to the printed name.

    Accepted are the printed names, the aliases (spellings mapped to printed names), and both
    without their accents unless that could be another city.
    """
    printed = list(names)
    found = {name.casefold(): name for name in printed}
    for alias, name in aliases.items():
        found.setdefault(alias.casefold(), name)
    plain: dict[str, set[str]] = {}
    for spelling, name in (*((name, name) for name in printed), *aliases.items()):
        plain.setdefault(plain_spelling(spelling).casefold(), set()).add(name)
    for spelling, meant in plain.items():
        if len(meant) == 1:
            found.setdefault(spelling, *meant)
    return found


def cities_in(text: str, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Split ``"denver-El Paso"`` into printed names, which may contain hyphens; return nothing if that fails."""
    for separator in filter(text.__contains__, _SEPARATORS):
        parts = [part.strip() for part in text.split(separator)]
        if len(parts) < _MOST_PARTS and len(found := _joined(parts, separator, spellings)) > 1:
            return found
    return ()


def _joined(parts: Sequence[str], separator: str, spellings: Mapping[str, str]) -> tuple[str, ...]:
    """Return the cities that the parts spell, one or more parts per city, or nothing if they spell none."""
    for end in range(1, len(parts) + 1):
        city = spellings.get(separator.join(parts[:end]).casefold())
        if city and end == len(parts):
            return (city,)
        if city and (rest := _joined(parts[end:], separator, spellings)):
            return (city, *rest)
    return ()


def route_and_words(
    text: str, spellings: Mapping[str, str], known: Collection[str]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the two cities that a text begins with, and the words after them.

    Both are empty if the text names no two cities, or a word after them is none of the ``known`` ones.
    """
    rest, words = text.strip(), list[str]()
    while rest:
        pair = cities_in(rest, spellings)
        if len(pair) == 2:
            return pair, frozenset(words)
        rest, _, last = rest.rpartition(" ")
        word = color_word(last)
        if word not in known:
            break
        words.append(word)
    return (), frozenset()
