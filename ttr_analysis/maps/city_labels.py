"""The names of cities that figures and reports show: as printed on the board, or those of a language.

Tables, logs, commands and the games themselves keep the printed names; what is finished is renamed as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import TYPE_CHECKING, Any

from ttr_analysis.errors import SetupError
from ttr_analysis.maps.languages import available_languages, catalogue
from ttr_analysis.maps.languages.setting import Setting

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

PRINTED = "printed"
"""In place of a language: the names that stand on the board."""

_SPACE = r"(?: |\N{NO-BREAK SPACE}|(?:</b>)?<br>(?:<b>)?)"
"""What may stand between the words of a name in a figure, whose lines are broken."""


def city_languages() -> list[str]:
    """Return what may be asked for: ``"printed"``, and the languages that have names of cities.

    Examples
    --------
    >>> from ttr_analysis.maps import city_labels
    >>> city_labels.city_languages()
    ['printed', 'pl']
    """
    return [PRINTED, *(code for code in available_languages() if catalogue.catalogue_of(code).cities)]


_setting = Setting("cities", PRINTED, city_languages)


def use(names: str) -> None:
    """Show these names of cities from now on.

    Raises
    ------
    SetupError
        If it is neither ``"printed"`` nor a language with names of cities; the error names those that exist.
    """
    _setting.use(names)


def naming(names: str | None) -> AbstractContextManager[None]:
    """Show these names of cities within a block; None changes nothing.

    Raises
    ------
    SetupError
        If it is neither ``"printed"`` nor a language with names of cities; the error names those that exist.
    """
    return _setting.within(names)


def renames() -> bool:
    """Return whether other names than the printed ones are in use."""
    return bool(_names())


def renamed(told: Any) -> Any:
    """Return a text, or nested lists and mappings of texts, with the names of cities in use.

    Examples
    --------
    >>> from ttr_analysis.maps import city_labels
    >>> with city_labels.naming("pl"):
    ...     print(city_labels.renamed("Wien-Venezia gray"))
    Wiedeń-Wenecja gray
    """
    if not (names := _names()):
        return told
    pattern = _pattern(in_use())
    return _with_texts(told, lambda text: pattern.sub(lambda found: _renamed(found[0], names), text))


def tells_cities(told: Any) -> bool:
    """Return whether a text, or nested lists and mappings of texts, tell a city that has a name in the language."""
    pattern, found = _pattern(in_use()), []

    def look(text: str) -> str:
        found.extend(pattern.findall(text))
        return text

    _with_texts(told, look)
    return bool(found)


def check_named(game_map: GameMap) -> None:
    """Refuse a map none of whose cities has a name in the language in use.

    Raises
    ------
    SetupError
        If there is none.
    """
    names = _names()
    if names and not any(city.name in names for city in game_map.cities):
        raise SetupError(
            f"cities is {in_use()!r}, but no city of {game_map.name} has a name in this language; "
            f"use cities={PRINTED!r}, or add names to {in_use()}.po"
        )


def in_use() -> str:
    """Return which names are in use: ``"printed"``, or the code of a language."""
    return _setting.in_use()


def _names() -> Mapping[str, str]:
    return {} if in_use() == PRINTED else catalogue.catalogue_of(in_use()).cities


@cache
def _pattern(code: str) -> re.Pattern[str]:
    """Return what finds the printed names that have one in a language; longer names first."""
    longest = sorted(catalogue.catalogue_of(code).cities, key=len, reverse=True)
    names = "|".join(_SPACE.join(map(re.escape, name.split(" "))) for name in longest)
    return re.compile(rf"(?<!\w)(?:{names})(?!\w)")


def _renamed(found: str, names: Mapping[str, str]) -> str:
    """Return the other name of a city; its words stand in as many lines if they are as many."""
    breaks = re.findall(_SPACE, found)
    words = names[re.sub(_SPACE, " ", found)].split(" ")
    if len(breaks) != len(words) - 1:
        return " ".join(words)
    return "".join(word + gap for word, gap in zip(words, [*breaks, ""], strict=True))


def _with_texts(told: Any, change: Callable[[str], str]) -> Any:
    """Return nested lists and mappings with all their texts changed."""
    if isinstance(told, str):
        return change(told)
    if isinstance(told, Mapping):
        return {key: _with_texts(each, change) for key, each in told.items()}
    if isinstance(told, list | tuple):
        return type(told)(_with_texts(each, change) for each in told)
    if getattr(getattr(told, "dtype", None), "kind", None) in {"O", "U", "T"}:  # texts, or rows with texts
        return _with_texts(told.tolist(), change)
    return told
