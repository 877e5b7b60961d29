"""Tables and sentences of commands in another language: heads, numbers, plural forms, and the same numbers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from ttr_analysis import cli
from ttr_analysis.cli import main, words
from ttr_analysis.experiments.worth import answers
from ttr_analysis.maps import languages


def test_a_table_and_its_note_are_polish(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "tunnel", "europe", "3", "red", "--language", "pl"]) == 0
    head, *_, last = capsys.readouterr().out.splitlines()
    assert head.split("  ")[:2] == ["zapas", "szansa"]
    assert last == "zapas kart na 90% prób: 2"


def test_json_and_csv_do_not_change_with_the_language(capsys: pytest.CaptureFixture[str]) -> None:
    for form in ("--json", "--csv"):
        main(["odds", "hand", "usa", form])
        english = capsys.readouterr().out
        main(["odds", "hand", "usa", form, "--language", "pl"])
        assert capsys.readouterr().out == english


def test_numbers_choose_the_forms_of_their_nouns() -> None:
    for number, told in ((1, "1 gra"), (2, "2 gry"), (5, "5 gier")):
        with languages.speaking("pl"):
            assert words.simulated("USA", number, 1, [3]) == f"USA: {told}, 1 gracz, ziarno 3"
    with languages.speaking("pl"):
        assert words.estimate("0,5", "0,4", "0,6") == "0,5 [0,4; 0,6]"


def test_an_english_text_without_translation_keeps_its_own_forms() -> None:
    with languages.speaking("pl"):
        assert [languages.say("{n} {n:hat|hats}").format(n=number) for number in (1, 2)] == ["1 hat", "2 hats"]


def test_heads_with_a_number_or_a_strategy_are_translated() -> None:
    assert words.head("next 2: points") == "next 2: points"
    assert words.head("wins among expert, %") == "wins among expert, %"
    with languages.speaking("pl"):
        assert words.head("next 2: points") == "następny 2: punkty"
        assert words.head("wins among expert, %") == "wygrane wśród expert, %"
        assert words.head("draw_share") == "draw_share"


def test_things_of_worth_are_named_in_polish() -> None:
    with languages.speaking("pl"):
        assert answers.called("turn of round 3") == "tura rundy 3"
        assert answers.called("no_tickets") == "dobieranie biletów w trakcie gry"
        assert answers.called("Denver-Omaha") == "Denver-Omaha"


def heads_in(source: str) -> set[str]:
    """Literal names of columns that are set in tables for people."""
    return {
        target.slice.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Subscript)
        and isinstance(target.value, ast.Name)
        and target.value.id in {"shown", "people"}
        and isinstance(target.slice, ast.Constant)
        and isinstance(target.slice.value, str)
    }


def test_all_heads_that_commands_write_can_be_translated() -> None:
    found = {head for file in Path(cli.__file__).parent.glob("*.py") for head in heads_in(file.read_text("utf-8"))}
    assert len(found) > 20
    assert found - set(words.HEADS) == set()
