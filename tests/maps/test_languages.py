"""Languages: every text in every catalogue, and numbers, plurals and quotes as the language writes them."""

from __future__ import annotations

import ast
import re
import string
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from texts import english_texts, printed_cities

import ttr_analysis as ttr
from ttr_analysis.charts import caption_words, move_words, odds_words, words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import languages
from ttr_analysis.maps.languages import catalogue

PACKAGE = Path(str(ttr.__file__)).parent
OTHERS = [code for code in languages.available_languages() if code != languages.ENGLISH]


@pytest.fixture(params=OTHERS)
def texts(request: pytest.FixtureRequest) -> catalogue.Catalogue:
    return catalogue.catalogue_of(request.param)


@pytest.fixture
def polish() -> Iterator[None]:
    with languages.speaking("pl"):
        yield


# Catalogues


def test_a_catalogue_holds_all_texts_of_the_sources_and_no_others(texts: catalogue.Catalogue) -> None:
    """``python tests/write_catalogue.py`` adds and drops them."""
    known = english_texts()
    assert len(known) > 600
    assert [text for text in known if text not in texts.texts] == []
    assert [text for text in texts.texts if text not in known] == []


def test_a_catalogue_names_all_cities_and_countries_of_the_maps(texts: catalogue.Catalogue) -> None:
    assert list(texts.cities) == printed_cities()


def fields(text: str) -> set[str]:
    """The names in braces; those without a name are numbered."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return {name or str(place) for place, name in enumerate(named)}


def plotly_fields(text: str) -> list[str]:
    return sorted(re.findall(r"%\{\{?((?:x|y|z|text|customdata|fullData)\b[^{}]*)\}", text))


def test_translations_use_the_same_names_in_braces(texts: catalogue.Catalogue) -> None:
    for english, other in texts.texts.items():
        assert plotly_fields(english) == plotly_fields(other), english
        if not re.search(r"%\{[^{]", english):  # it is not filled by format
            assert fields(english) == fields(other), english


def test_translations_keep_spaces_at_their_ends_and_tags(texts: catalogue.Catalogue) -> None:
    for english, other in texts.texts.items():
        assert (english[0] == " ", english[-1] == " ") == (other[0] == " ", other[-1] == " "), english
        assert set(re.findall(r"</?\w+>", english)) == set(re.findall(r"</?\w+>", other)), english


def test_every_choice_by_a_number_has_all_plural_forms(texts: catalogue.Catalogue) -> None:
    for text in texts.texts.values():
        for choice in re.findall(r"\{\w+:([^{}]*\|[^{}]*)\}", text):
            if "=" not in choice:
                assert len(choice.split("|")) == len(texts.plurals), text


def test_polish_has_its_quotes_its_decimals_and_no_space_before_percent() -> None:
    for english, text in catalogue.catalogue_of("pl").texts.items():
        if text == english:  # a call, or a name of a file
            continue
        bare = re.sub(r"%?\{[^{}]*\}", "x", text)
        assert not re.search(r"[\"“]|[\dx] %(?!\w)|\d\.\d|''", bare), text
        assert bare.count("„") == bare.count("”"), text


# Numbers and forms


@pytest.mark.usefixtures("polish")
def test_numbers_are_written_as_polish_writes_them() -> None:
    assert languages.written(1234567.891, ",.2f") == "1\xa0234\xa0567,89"
    assert languages.written(np.float64(-0.5), "+.1f") == "−0,5"
    assert languages.written(0.125, ".1%") == "12,5%"
    assert languages.say("{} {}").format("a.b", True) == "a.b True"


@pytest.mark.usefixtures("polish")
@pytest.mark.parametrize(
    ("number", "told"),
    [(1, "1 gra"), (2, "2 gry"), (4, "4 gry"), (5, "5 gier"), (12, "12 gier"), (22, "22 gry"), (25, "25 gier"),
     (1000, "1\xa0000 gier"), (np.int64(3), "3 gry"), (2.5, "2,5 gry")],
)  # fmt: skip
def test_a_noun_has_the_form_of_its_number(number: float, told: str) -> None:
    assert caption_words.GAMES.format(games=number) == told


@pytest.mark.usefixtures("polish")
def test_a_form_may_depend_on_a_number_that_is_written_already_or_on_a_word() -> None:
    text = languages.say("{points:punkt|punkty|punktów|punktu}")
    assert [text.format(points=points) for points in ("1", "−2", "5", "1\xa0000", "2,5")] == [
        "punkt", "punkty", "punktów", "punktów", "punktu",
    ]  # fmt: skip
    assert text.format(points="12 lub więcej") == "punktów"
    assert words.BUILT.title.format(kind="harbour") == "Ile portów budują gracze"
    assert languages.say("{kind:station=dworce}").format(kind="depot") == "depot"


@pytest.mark.usefixtures("polish")
def test_the_stop_of_an_abbreviation_ends_the_sentence_and_paths_keep_theirs() -> None:
    said = languages.say("{players} players on {map}: {lead} percentage points")
    rows = said.format(players=4, map="USA", lead="+50,0")
    assert languages.say("Source: {}.").format(rows) == "Źródło: 4 graczy, USA: +50,0 p.p."
    assert languages.say("done: {page}").format(page="../a..b") == "gotowe: ../a..b"


def test_words_functions_speak_the_language() -> None:
    assert odds_words.spare_cards(2) == "2 spare cards"
    with languages.speaking("pl"):
        assert [odds_words.spare_cards(number) for number in (1, 2)] == ["1 karty", "2 kart"]
        assert words.label("winners") == "zwycięzcy"
        assert words.label("my own strategy") == "my own strategy"


# Which language


def test_english_is_the_language_until_another_is_used() -> None:
    assert languages.language() == "en"
    assert words.SEATS.title == "Does it pay to move first?"
    assert languages.written(1234.5, ",.1f") == "1,234.5"


def test_a_language_in_use_is_that_of_all_threads_and_ends_with_the_next() -> None:
    heard = []
    languages.use("pl")
    try:
        thread = threading.Thread(target=lambda: heard.append(words.SEATS.title))
        thread.start()
        thread.join()
        with languages.speaking("en"):
            heard.append(words.SEATS.title)
    finally:
        languages.use("en")
    assert heard == ["Czy opłaca się zaczynać?", "Does it pay to move first?"]


@pytest.mark.parametrize("code", ["tlh", "PL", "", 3])
def test_an_unknown_language_is_refused_with_those_that_exist(code: object) -> None:
    for refused in (
        lambda: ttr.charts.theme.use(language=code),  # type: ignore[arg-type]
        lambda: ttr.charts.board_figure("usa", language=code),  # type: ignore[arg-type]
    ):
        with pytest.raises(SetupError, match=r"language is .* but must be one of: en, pl"):
            refused()
    assert languages.language() == "en"


# Words are read when they are used


def read_at_import(tree: ast.AST) -> Iterator[str]:
    """Attributes in capitals of modules of words that are read while the module is imported."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for each in [*node.args.defaults, *node.args.kw_defaults, *node.decorator_list]:
                yield from read_at_import(ast.Expr(each)) if each is not None else ()
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if re.fullmatch(r"\w*words", node.value.id) and node.attr.isupper():
                yield f"{node.value.id}.{node.attr}"
        elif not isinstance(node, ast.Lambda):
            yield from read_at_import(node)


def test_no_module_reads_words_while_it_is_imported() -> None:
    """They would stay in the language of that moment; modules of words themselves build on each other in English."""
    found = {}
    for file in PACKAGE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        reads = re.search(r"words\.[A-Z]", source) and "words_of(__name__)" not in source
        if reads and (names := list(read_at_import(ast.parse(source)))):
            found[file.name] = names
    assert {name: read for name, read in found.items() if name not in AS_KEYS} == {}
    assert set(found) >= AS_KEYS


AS_KEYS = {"heat_maps.py", "results.py"}
"""Modules that keep English texts as keys, and look up what they show."""


def test_modules_of_words_are_read_in_english_while_another_language_is_in_use() -> None:
    """They may be imported late: what they take from each other is English all the same."""
    name = move_words.__name__
    before = sys.modules.pop(name)
    try:
        with languages.speaking("pl"):
            again = import_module(name)
    finally:
        sys.modules[name] = before
    assert again is not move_words
    assert again.OWN_SCORES.x == "Final score (points)"


def test_numbers_have_a_true_minus_sign_in_every_language() -> None:
    for code in languages.available_languages():
        with languages.speaking(code):
            assert languages.written(-1234, ",").startswith("\N{MINUS SIGN}")
            assert languages.written("a-b", "") == "a-b"


def test_english_texts_write_a_true_minus_sign_as_others_do() -> None:
    assert languages.say("{lead:+.1f} points").format(lead=-2.5) == "\N{MINUS SIGN}2.5 points"
    assert words.NUMBER.format(-0.25) == "\N{MINUS SIGN}0.2"
    assert languages.say("no number") == "no number"
