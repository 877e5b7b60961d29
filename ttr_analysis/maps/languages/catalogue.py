"""A language: its texts by the English ones, its signs in numbers, and its plural forms."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"
"""The language of the sources; it needs no file."""

FOLDER = Path(__file__).parent
"""Where the catalogues lie: ``pl.po`` and so on."""

CITY = "city"
"""The context (``msgctxt``) of names of cities and countries in a catalogue."""

PLURALS = ("zero", "one", "two", "few", "many", "other")
"""The plural forms that languages may have, in the order in which a catalogue writes them."""


@dataclass(frozen=True)
class Catalogue:
    """What a language needs.

    Attributes
    ----------
    texts : mapping of str to str
        Each text by the English one.
    decimal, group : str
        The signs before the decimals of a number, and between its groups of three digits.
    plural_of : function
        Returns the plural form that a number needs, one of :data:`PLURALS`.
    plurals : tuple of str
        The plural forms of the language, in the order of :data:`PLURALS`.
    cities : mapping of str to str
        The names of cities and countries by the printed ones.
    """

    texts: Mapping[str, str]
    decimal: str
    group: str
    plural_of: Callable[[Any], str]
    plurals: tuple[str, ...]
    cities: Mapping[str, str]


IN_ENGLISH = Catalogue({}, ".", ",", lambda number: "one" if number == 1 else "other", ("one", "other"), {})
"""How English writes numbers, and its plural forms; its texts are those of the sources."""


def available_languages() -> list[str]:
    """Return the codes of the languages that there are.

    Examples
    --------
    >>> from ttr_analysis.maps import languages
    >>> languages.available_languages()
    ['en', 'pl']
    """
    return sorted([ENGLISH, *(file.stem for file in FOLDER.glob("*.po"))])


@cache
def catalogue_of(language: str) -> Catalogue:
    """Return the catalogue of a language; Babel is imported for it, which English does not need."""
    if language == ENGLISH:
        return IN_ENGLISH
    from babel import Locale
    from babel.messages.pofile import read_po

    with (FOLDER / f"{language}.po").open("rb") as file:
        messages = [each for each in read_po(file, locale=language) if each.id and each.string]
    locale = Locale.parse(language)
    signs = locale.number_symbols["latn"]
    forms = {"other", *locale.plural_form.tags}
    return Catalogue(
        texts={str(each.id): str(each.string) for each in messages if each.context != CITY},
        decimal=signs["decimal"],
        group=signs["group"],
        plural_of=locale.plural_form,
        plurals=tuple(form for form in PLURALS if form in forms),
        cities={str(each.id): str(each.string) for each in messages if each.context == CITY},
    )
