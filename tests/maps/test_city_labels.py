"""Names of cities in another language: those of the catalogue in finished texts, and accepted as input."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.maps import available_maps, city_labels, load_map, made_up_board
from ttr_analysis.maps.languages import catalogue

NAMES = catalogue.catalogue_of("pl").cities


@pytest.mark.parametrize("name", available_maps())
def test_the_name_of_a_city_in_the_catalogue_means_it_on_its_map(name: str) -> None:
    game_map = load_map(name)
    assert [city.name for city in game_map.cities if game_map.city(NAMES[city.name]).name != city.name] == []


def test_no_name_is_changed_twice() -> None:
    assert [name for name in NAMES.values() if NAMES.get(name, name) != name] == []


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("Wien-Venezia gray", "Wiedeń-Wenecja gray"),
        ("New<br>York – New\N{NO-BREAK SPACE}Orleans", "Nowy<br>Jork – Nowy\N{NO-BREAK SPACE}Orlean"),
        ("<b>New</b><br><b>York</b>", "<b>Nowy</b><br><b>Jork</b>"),
        ("Cape<br>Town", "Kapsztad"),
        ("Romans met in <b>Roma</b>, not in Romania.", "Romans met in <b>Rzym</b>, not in Romania."),
        ("Deutschland (Basel) – Basel", "Niemcy (Bazylea) – Bazylea"),
        ("Rome, Athens and Athína", "Rzym, Ateny and Ateny"),
    ],
)
def test_whole_names_are_changed_and_lines_stay_broken(printed: str, shown: str) -> None:
    with city_labels.naming("pl"):
        assert city_labels.renamed(printed) == shown
    assert city_labels.renamed(printed) == printed


def test_texts_are_changed_wherever_they_stand_and_numbers_stay() -> None:
    told = {"Roma": ["Roma", 3, None], "places": ("Paris", np.array([["Wien", 2]], object)), "x": np.arange(3.0)}
    with city_labels.naming("pl"):
        shown = city_labels.renamed(told)
    assert (shown["Roma"], shown["places"]) == (["Rzym", 3, None], ("Paryż", [["Wiedeń", 2]]))
    assert shown["x"] is told["x"]


def test_names_are_those_in_use_until_others_are_used() -> None:
    city_labels.use("pl")
    try:
        with city_labels.naming("printed"):
            assert city_labels.renamed("Roma") == "Roma"
        with city_labels.naming(None):
            assert city_labels.renamed("Roma") == "Rzym"
    finally:
        city_labels.use("printed")
    assert not city_labels.renames()


@pytest.mark.parametrize("names", ["en", "fr", "PL", ""])
def test_a_language_without_names_is_refused_with_those_that_have_some(names: str) -> None:
    with pytest.raises(SetupError, match="must be one of: printed, pl"), city_labels.naming(names):
        pass


def test_a_map_without_such_names_is_refused() -> None:
    with city_labels.naming("pl"):
        city_labels.check_named(load_map("usa"))
        with pytest.raises(SetupError, match=r"no city of .+ has a name in this language; use cities='printed'"):
            city_labels.check_named(made_up_board(1))
