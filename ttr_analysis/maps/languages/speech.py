"""Texts in the language that is in use.

A text that is asked for with :func:`say` may choose a form by a number, as in ``{games} {games:gra|gry|gier|gry}``
(the plural forms of the language, in the order one, few, many, other; in English one and other), and one of a catalogue
by a word, too, as in ``{piece:train=wagonów|ship=statków}``. Braces use the names of the English text; those without a
name are called 0, 1 and so on.
"""

import re
import string
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from numbers import Real
from types import FrameType, ModuleType
from typing import Any

from ttr_analysis.maps.languages.catalogue import ENGLISH, Catalogue, available_languages, catalogue_of
from ttr_analysis.maps.languages.setting import Setting

MINUS = "\N{MINUS SIGN}"

_ONE_STOP = re.compile(r"(?<=\w)\.\.(?=\s|$)")
"""The full stop of a sentence after that of an abbreviation; they are one."""

_setting = Setting("language", ENGLISH, available_languages)


def language() -> str:
    """Return the code of the language in use."""
    return _setting.in_use()


def use(code: str) -> None:
    r"""Use a language from now on.

    Parameters
    ----------
    code : str
        One of :func:`available_languages`: ``"en"``, ``"pl"``.

    Raises
    ------
    SetupError
        If there is no such language; the error names those that exist.

    Examples
    --------
    >>> from ttr_analysis.maps import languages
    >>> languages.use("pl")
    >>> languages.written(1234.5, ",.1f")
    '1\xa0234,5'
    >>> languages.use("en")
    """
    _setting.use(code)


def speaking(code: str | None) -> AbstractContextManager[None]:
    """Use a language within a block; None changes nothing.

    Raises
    ------
    SetupError
        If there is no such language.
    """
    return _setting.within(code)


def say(text: str) -> str:
    """Return a text in the language in use; one that its catalogue lacks stays English.

    Its ``format`` writes numbers as the language does.
    """
    if not text:
        return text
    if language() == ENGLISH:
        return _Text(text) if "{" in text else text  # minus signs and forms that numbers choose
    return _Text(catalogue_of(language()).texts.get(text, text))


def written(value: Any, spec: str = "") -> str:
    """Return a number by a format such as ``,.1f``, written as the language in use does, with a true minus sign.

    Examples
    --------
    >>> from ttr_analysis.maps import languages
    >>> with languages.speaking("pl"):
    ...     print(languages.written(-0.5, "+.2f"))
    −0,50
    """
    return _Written(catalogue_of(language())).format_field(value, spec)


def separators() -> str | None:
    """Return the decimal sign and the sign between groups of digits, for plotly; None for English."""
    if language() == ENGLISH:
        return None
    catalogue = catalogue_of(language())
    return catalogue.decimal + catalogue.group


class _Text(str):
    """A text that knows how to write numbers, and forms that depend on them."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        """Fill the braces."""
        return _ONE_STOP.sub(".", _Written(catalogue_of(language())).vformat(self, values, named))


class _Written(string.Formatter):
    """Fills braces: numbers are written as a language does, and forms are chosen by numbers and words."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return a value by its format, which may be a choice of forms."""
        if "|" in format_spec or "=" in format_spec:
            return self._form(value, format_spec.split("|"))
        text = format(value, format_spec)
        if isinstance(value, Real) and not isinstance(value, bool):
            signs = {",": self.catalogue.group, ".": self.catalogue.decimal, "-": MINUS}
            text = "".join(signs.get(sign, sign) for sign in text)
        return text

    def _form(self, value: Any, forms: list[str]) -> str:
        if "=" in forms[0]:
            return dict(form.split("=", 1) for form in forms).get(str(value), str(value))
        same = len(forms) == len(self.catalogue.plurals)  # else it is an English text that has no translation
        catalogue = self.catalogue if same else catalogue_of(ENGLISH)
        return forms[catalogue.plurals.index(catalogue.plural_of(self._number(value)))]

    def _number(self, value: Any) -> Any:
        """Return a number without its sign, though it may be written already."""
        number = value.item() if hasattr(value, "item") else value
        if not isinstance(number, Real):  # written already, perhaps with words: "12 or more"
            digits = str(number).replace(self.catalogue.group, "").replace(MINUS, "-").split(" ")[0]
            number = int(digits) if digits.lstrip("+-").isdecimal() else 0.5
        return abs(number)


class _Words(ModuleType):
    """A module of words: its texts are read in the language in use."""

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if name.isupper() and not _is_imported(sys._getframe(1)):
            return _said(value)
        return value


def words_of(module: str) -> None:
    """Make a module's texts, and those in its tuples and mappings, be read in the language in use.

    A function in it reads them in English, and asks :func:`say`. Modules that are being imported read them in
    English, too: what they keep would else stay in the language of that moment.

    Parameters
    ----------
    module : str
        Its ``__name__``.
    """
    sys.modules[module].__class__ = _Words


def _is_imported(reader: FrameType) -> bool:
    """Return whether a module that reads a text is being imported."""
    return bool(getattr(reader.f_globals.get("__spec__"), "_initializing", False))


def _said(value: Any) -> Any:
    """Return a text, or all texts within a value, in the language in use."""
    if isinstance(value, str):
        return say(value)
    if isinstance(value, tuple):
        said = map(_said, value)
        return value._make(said) if hasattr(value, "_make") else tuple(said)
    if isinstance(value, Mapping):
        return {key: _said(each) for key, each in value.items()}
    return value
