"""``ttr tickets``: the list, the advice, tables for machines, what is refused."""

from __future__ import annotations

import io
import json
import re

import pandas as pd
import pytest

from ttr_analysis import load_map, stats
from ttr_analysis.cli import main
from ttr_analysis.cli._output import aligned
from ttr_analysis.experiments.opening_advice import opening_advice

THREE = ("Los Angeles-New York", "Duluth-El Paso", "Seattle-New York")


def said(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert main([str(word) for word in words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    capsys.readouterr()
    assert main([str(word) for word in words]) == 2
    line = capsys.readouterr().err.strip()
    assert len(line.splitlines()) == 1
    assert len(line) < 300
    return line


def test_the_list_for_people_begins_with_the_hardest(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "tickets", "usa").splitlines()
    assert len(lines) == 1 + 30 + 2
    assert lines[1].startswith("Vancouver-Montréal ")
    assert "3.20" in lines[1]


@pytest.mark.long(reason="the columns are those of a function that is tried at every run")
def test_the_list_for_machines_holds_every_column(capsys: pytest.CaptureFixture[str]) -> None:
    table = pd.read_csv(io.StringIO(said(capsys, "tickets", "rails_sails_world", "--csv")))
    expected = stats.ticket_difficulty(load_map("rails_sails_world")).sort_values("rank", ignore_index=True)
    assert list(table) == list(expected)
    assert sorted(table["name"]) == sorted(expected["name"])
    assert table["resistance"].sum() == pytest.approx(expected["resistance"].sum())
    rows = json.loads(said(capsys, "tickets", "usa:1910", "--json"))
    assert len(rows) == 35
    assert rows[0]["rank"] == 1


def test_games_add_what_became_of_the_tickets(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "tickets", "first_journey_usa", "--games", 700, "--players", 2)
    assert "made, %" in out
    assert "Rank correlation" in out
    assert "700 games: 2 players, all Expert, seed 1" in out
    assert "only 0 tickets were kept" in said(capsys, "tickets", "first_journey_usa", "--games", 30, "--players", 2)


def test_advice(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("tickets", "usa", *THREE, "--games", 40, "--players", 2, "--seed", 3)
    lines = said(capsys, *words).splitlines()
    table = opening_advice(load_map("usa"), THREE, games=40, players=2, seed=3)
    assert [line.partition("  ")[0] for line in lines[1:5]] == table["kept"].tolist()
    assert f"Most points on average: {table.loc[0, 'kept']}." in lines[-2]
    assert lines[-1].startswith("40 games for each choice, with common random numbers: 2 players")
    read = pd.read_csv(io.StringIO(said(capsys, *words, "--csv")))
    pd.testing.assert_frame_equal(read, table, check_dtype=False)


def test_advice_tells_apart_the_best_and_the_cheapest_places_of_choice_tickets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deal = ("Italia", "Italia", "Bern-France", "Basel-Brig", "Zürich-Vaduz")
    words = ("tickets", "switzerland", *deal, "--games", 30, "--players", 2, "--strategy", "ticket_planner")
    assert "Points are those of the best place of each choice ticket" in said(capsys, *words)


def test_a_notice_of_the_map_stands_below(capsys: pytest.CaptureFixture[str]) -> None:
    game_map = load_map("first_journey_europe")
    assert game_map.notices[0] in said(capsys, "tickets", "first_journey_europe")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("Los Angeles-New Yrk", *THREE[1:]), "did you mean Los Angeles-New York"),
        (("A" * 3000, *THREE[1:]), "has no ticket 'AAAA"),
        (THREE[:2], "tickets: 2 are given, but 3 are dealt"),
        ((*THREE[:2], THREE[0]), "tickets: Los Angeles-New York is listed twice"),
        ((*THREE, "--games", 3), "games is 3"),
        ((*THREE, "--games", 1_000_001), "at most 1,000,000 can be played"),
        ((*THREE, "--games", 10**25), "games is a very large number, but for each choice at most"),
        ((*THREE, "--players", 9), "--players is 9, but cannot be more than 5"),
        ((*THREE, "--strategy", "clairvoyant"), "no strategy is called"),
        (("--games", 3), "3 games are too few"),
        (("--csv", "--json"), "not allowed with"),
    ],
)
def test_bad_input_is_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: tuple[object, ...], message: str
) -> None:
    assert message in refused(capsys, "tickets", "usa", *words)


def test_tables_are_aligned() -> None:
    table = pd.DataFrame({"city": ["Denver", "El Paso"], "n": [5, 12], "share": [0.5, 1 / 3]})
    assert aligned(table) == ["city      n  share", "Denver    5   0.50", "El Paso  12   0.33"]


def test_the_footer_writes_numbers_as_the_language_does(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "tickets", "usa", "--games", 40, "--players", 2, "--strategy", "expert", "--language", "pl")
    (line,) = [line for line in out.splitlines() if line.startswith("Korelacja rang")]
    assert re.search(r": −?\d,\d\d \[−?\d,\d\d; −?\d,\d\d\]; n = \d+ bilet", line)
