"""The menu of languages in explorers: it says everything on the page again, and lets figures be drawn anew."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from weakref import WeakSet

import ipywidgets as widgets

from ttr_analysis.charts import MEASURES
from ttr_analysis.explore import words
from ttr_analysis.explore.choices import strategies
from ttr_analysis.maps import languages

_LISTENING: WeakSet[Any] = WeakSet()
"""The explorers of this session: they change their language together."""


def menu_for(explorer: Any, width: str) -> widgets.Dropdown:
    """Return a menu of languages for an explorer, whose ``speak`` is called after a choice.

    A choice in one explorer is that of all: charts drawn afterwards in the same session have the language, too, as
    after ``charts.theme.use(language=...)``.
    """
    menu = widgets.Dropdown(
        options=choices(), value=languages.language(), description=words.LANGUAGE, layout=widgets.Layout(width=width)
    )
    listen(explorer)
    menu.observe(lambda change: choose(change["new"]), "value")
    return menu


def choices() -> list[tuple[str, str]]:
    """Return the languages, as their speakers call them, with their codes."""
    return [(_own_name(code), code) for code in languages.available_languages()]


def listen(explorer: Any) -> None:
    """Let ``explorer.speak`` be called with the code of every language chosen from now on."""
    _LISTENING.add(explorer)


def choose(code: str) -> None:
    """Use a language in this session, and tell all explorers.

    Raises
    ------
    SetupError
        If there is no such language.
    """
    languages.use(code)
    for explorer in list(_LISTENING):
        explorer.speak(code)


def retell(top: widgets.Widget, before: str, after: str) -> None:
    """Say labels, hints, options and states of a widget and of all within it in another language."""
    for widget in _within(top):
        for name in ("description", "tooltip"):
            if isinstance(text := getattr(widget, name, None), str):
                setattr(widget, name, retold(text, before, after))
        if isinstance(widget, widgets.Label):
            widget.value = retold(widget.value, before, after)
        if options := getattr(widget, "options", ()):
            _retell_options(widget, tuple(options), before, after)


def retold(text: str, before: str, after: str) -> str:
    """Return a text of explorers in another language; others stay.

    Examples
    --------
    >>> retold("Seed", "en", "pl"), retold("my own label", "en", "pl")
    ('Ziarno', 'my own label')
    """
    english = _english(before)
    with languages.speaking(after):
        if text in english:
            return str(languages.say(english[text]))
        parts = text.split(": ")
        return ": ".join(str(languages.say(english.get(part, part))) for part in parts) if len(parts) > 1 else text


def _retell_options(menu: widgets.Widget, options: tuple[Any, ...], before: str, after: str) -> None:
    """Say the options of a menu; the same one stays chosen."""
    said = tuple(
        retold(each, before, after) if isinstance(each, str) else (retold(each[0], before, after), *each[1:])
        for each in options
    )
    if said != options:
        place = menu.index
        menu.options = said
        menu.index = place


def _within(top: widgets.Widget) -> Iterator[widgets.Widget]:
    yield top
    for child in getattr(top, "children", ()):
        yield from _within(child)


@cache
def _english(code: str) -> Mapping[str, str]:
    """Return the English texts of explorers by those of a language."""
    with languages.speaking("en"):
        texts = [*_texts(value for name, value in vars(words).items() if name.isupper())]
        texts += [name for name, _ in strategies()]
        texts += [measure.title for measure in MEASURES.values()]
    with languages.speaking(code):
        return {str(languages.say(text)): text for text in reversed(texts)}


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, Mapping):
            yield from _texts(value.values())
        elif isinstance(value, tuple):
            yield from _texts(value)


@cache
def _own_name(code: str) -> str:
    """Return what the speakers of a language call it."""
    if code == languages.ENGLISH:
        return "English"
    from babel import Locale

    return str(Locale.parse(code).get_display_name(code)).capitalize()
