"""Moves, events and reasons in another language: every sentence of every game is said, and none is lost."""

from __future__ import annotations

import re

import pytest

import ttr_analysis as ttr
from ttr_analysis.maps import EventKind, named_event
from ttr_analysis.maps.languages import speaking
from ttr_analysis.play.spoken import one_card, spoken
from ttr_analysis.referee import narrate

ENGLISH = re.compile(
    r"\b(the|of|and|with|from|for|its?|is|card|cards|deck|claim|draws?|tickets?|keep|take|plans|spaces|points|stake|choice|scores|"
    r"receives|offered|completes|pass|gray|red|blue|green|yellow|purple|orange|black|white|locomotive|harbour|ship|sea)\b"
)
"""Words that no Polish sentence has, and no name of a city in these games."""

LINEUPS = {
    "usa": ("expert", "learned", "ticket_planner", "racer"),
    "europe": ("blocker", "greedy_points"),
    "rails_sails_great_lakes": ("rush", "racer"),
    "first_journey_europe": ("expert", "long_routes"),
}


def told_in_polish(game_map: str, strategies: tuple[str, ...]) -> list[str]:
    played = ttr.play.play_explained(game_map, strategies, players=len(strategies), seed=7)
    with speaking("pl"):
        notes = {place: spoken(text) for place, text in played.explanations.items()}
        names = ["A", "B", "C", "D"]
        return list(narrate(ttr.load_map(game_map), len(strategies), played.events, names, notes, spoken))


@pytest.mark.parametrize("game_map", LINEUPS)
def test_a_game_with_its_reasons_has_no_english_words(game_map: str) -> None:
    lines = told_in_polish(game_map, LINEUPS[game_map])
    assert len(lines) > 40
    for line in lines:
        assert not ENGLISH.search(line), line
        assert not re.search(r"\d\.\d|(?<![\w)])-\d", line), line


def test_the_names_and_numbers_of_a_sentence_stay() -> None:
    game = ttr.Game("usa", players=2, seed=3).play("greedy_points")
    with speaking("pl"):
        for event in game.events:
            record = named_event(event, game.game_map)
            said = spoken(record["text"])
            for name in ("city", "ticket"):
                assert record.get(name, "") in said
            if event.kind is EventKind.CLAIM:
                assert record["track"].rsplit(" ")[0] in said
                assert re.findall(r"\b\d\b", record["text"])[-1] in said


def test_counts_of_cards_choose_their_forms() -> None:
    with speaking("pl"):
        assert spoken("pay 1 red + 2 purple + 5 locomotive more for the tunnel") == (
            "dopłata za tunel: 1 czerwona + 2 fioletowe + 5 lokomotyw"
        )
        assert spoken("claim Basel-Bern gray tunnel with nothing").endswith(": brak kart")
        assert one_card("green ship x2") == "zielona (podwójny statek)"


def test_a_plan_keeps_what_it_is_for_and_what_it_lacks() -> None:
    plan = (
        "in its plan, 3.5 ticket points at stake; plans A-B (3.5 at stake), C-D (1.0) for B-A (9), gives up C-E (4): "
        "8 spaces to lay, cards missing for 3 of them; drawing tickets is expected to bring -1.5 points and must "
        "beat 2.0"
    )
    with speaking("pl"):
        assert spoken(plan) == (
            "w planie, stawka: 3,5 pkt z biletów; planuje: A-B (stawka 3,5), C-D (1,0) – dla biletów: B-A (9), "
            "rezygnuje z biletów: C-E (4); do zajęcia 8 pól, na 3 z nich brakuje kart; oczekiwany zysk z dobrania "
            "biletów to −1,5 pkt, a musi przekroczyć 2,0"
        )


def test_english_sentences_and_those_of_others_stay_as_they_are() -> None:
    assert spoken("draw tickets") == "draw tickets"
    with speaking("pl"):
        assert spoken("hoards because the market is dull; draws without a plan") == (
            "hoards because the market is dull; dobiera karty bez planu"
        )
        assert spoken("") == ""
