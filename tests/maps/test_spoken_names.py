"""Names and changes of the game as people say them."""

from __future__ import annotations

import re

import pytest

from ttr_analysis.maps import languages, load_map, spoken_names
from ttr_analysis.maps.languages.catalogue import catalogue_of

USA = load_map("usa")


def test_every_change_of_a_map_and_its_rules_is_told_in_polish() -> None:
    changed = (
        USA.with_rules(longest_trail_bonus=0, tickets={"deal": 4}, market={"wild_limit": 4})
        .without("Denver-Omaha")
        .with_length("Miami-Atlanta", 4)
        .with_track("Seattle", "Denver", 5)
        .with_ticket("Seattle-New York", 23)
    )
    (caveat,) = changed.caveats
    with languages.speaking("pl"):
        told = spoken_names.rules(caveat)
    assert told.startswith(
        "Zmiany względem gry drukowanej: bez: Denver-Omaha fioletowy; Atlanta-Miami niebieski: 4 pola"
    )
    assert "dodano Denver-Seattle" in told or "dodano Seattle-Denver" in told
    assert "dodano bilet Seattle-New York (23 punkty)" in told
    assert "rozdawane bilety = 4 (w druku: 3)" in told
    assert "premia za najdłuższą trasę = 0 (w druku: 10)" in told
    assert not re.search(r"printed|without|added|spaces|_", told)


def test_every_value_of_the_rules_has_a_polish_name() -> None:
    texts = catalogue_of("pl").texts
    assert not [name for name in spoken_names.RULES.values() if not texts.get(name)]
    with languages.speaking("pl"):
        assert spoken_names.rules("stations.number = 3") == "liczba dworców = 3"
        assert (
            spoken_names.rules("track_kinds.tunnel.reveals = 4 (printed: 3)")
            == "track kinds tunnel reveals = 4 (w druku: 3)"
        )


@pytest.mark.parametrize("language", languages.available_languages())
def test_a_notice_in_free_words_stays(language: str) -> None:
    with languages.speaking(language):
        assert spoken_names.rules("The outline is sketched.") == "The outline is sketched."
        assert spoken_names.player("monte_carlo") == "Monte Carlo"
