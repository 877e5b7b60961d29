"""``ttr odds`` and ``ttr optimum``: tables for people and machines, bad input, Ctrl-C."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.exact import odds
from ttr_analysis.exact.optimum import search
from ttr_analysis.maps.folder import load_map

Run = Callable[..., SimpleNamespace]


@pytest.fixture
def ttr(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(words: str) -> SimpleNamespace:
        capsys.readouterr()
        code = main(words.split())
        said = capsys.readouterr()
        return SimpleNamespace(code=code, out=said.out, err=said.err)

    return run


COMMANDS = {
    "odds tunnel europe 3 red": ["spare", "success", "mean_surcharge", "cards_lost", "cards_lost_if_built"],
    "odds tunnel europe 2 red --hand red=3 --gone red=2 --deck 40": ["extra_cards", "probability", "built"],
    "odds draws usa red=6 --turns": ["turns", "in_hand", "standard_error"],
    "odds draws usa 4 --hand locomotive=1 --gone blue=3 --locomotives 1": ["cards", "in_hand", "standard_error"],
    "odds draws usa red=3 --market red=1": ["turns", "in_hand", "standard_error"],
    "odds hand usa": ["cards", "probability"],
    "odds market usa --taken 12": ["taken", "left_lying", "any_card", "taken_first"],
    "odds choice usa": ["useful_colors", "useful_cards", "mean_useful", "none_useful", "all_useful", "blind_is_better"],
}


@pytest.mark.parametrize("words", COMMANDS)
def test_people_and_machines_get_the_same_numbers(ttr: Run, words: str) -> None:
    for_people, as_csv, as_json = ttr(words), ttr(f"{words} --csv"), ttr(f"{words} --json")
    assert (for_people.code, as_csv.code, as_json.code) == (0, 0, 0)
    table = pd.read_csv(io.StringIO(as_csv.out))
    assert table.columns.tolist() == COMMANDS[words]
    assert len(json.loads(as_json.out)) == len(table)
    first = for_people.out.splitlines()[1].split()
    assert float(first[1]) == pytest.approx(table.iloc[0, 1], abs=0.00006)


def test_a_tunnel_says_how_many_spare_cards_are_enough(ttr: Run) -> None:
    assert "spare cards for 90 % of attempts: 2" in ttr("odds tunnel europe 3 red").out
    assert "spare cards for 50 % of attempts: 1" in ttr("odds tunnel europe 3 red --success 0.5").out
    assert "too few red for 100 % of attempts" in ttr("odds tunnel europe 3 red --success 1 --gone red=8").out
    said = ttr("odds tunnel europe 2 red --hand red=3")
    assert f"built in {100 * odds.success_odds(1, 9 + 14, 107):.2f} % of attempts" in said.out


def test_draws_say_how_long(ttr: Run) -> None:
    assert "mean 24.67 cards" in ttr("odds draws usa red=6").out
    exact = odds.turns_with_market(load_map("usa").rules, {"red": 3})
    assert f"mean {exact.mean:.2f} turns" in ttr("odds draws usa red=3 --market").out
    assert "simulated games" in ttr("odds draws rails_sails_world red=1 --market").out
    assert "never, or not within" in ttr("odds draws usa red=6 --deck 9").out
    assert "in_hand" in ttr("odds draws rails_sails_world 4 --cards ship").out


def test_draws_say_where_locomotives_do_not_count(ttr: Run) -> None:
    assert "though rail tracks of this map do not take them so" in ttr("odds draws nordic red=3").out
    assert "Locomotives" not in ttr("odds draws usa red=3").out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("odds tunnel usa 3 red", "MAP: 'usa' has no tunnels"),
        ("odds tunnel europe 3 pink", "color is 'pink'"),
        ("odds tunnel europe 13 red", "length is 13, but cannot be more than 12"),
        ("odds tunnel europe -1 red", "length is -1"),
        ("odds tunnel europe 3 red --hand red=2", "hand holds 2 red"),
        ("odds tunnel europe 3 red --hand red=20", "hand['red'] is 20"),
        ("odds tunnel europe 3 red --deck 200", "deck is 200"),
        ("odds tunnel europe 3 red --success 2", "argument --success"),
        ("odds draws usa 500", "NEED: cannot be in hand within 110 cards"),
        ("odds draws usa pink=2", "need names 'pink'"),
        ("odds draws usa 0", "argument NEED"),
        ("odds draws usa red=2,red=3", "names 'red' twice"),
        ("odds draws usa 6 --gone red", "argument --gone"),
        ("odds draws usa 6 --market --deck 20", "--deck"),
        ("odds draws usa 6 --cards ship", "deck is 'ship'"),
        ("odds draws usa 6 --cards=", "deck is ''"),
        ("odds draws usa red=" + 5000 * "9", "needs cards as name=number"),
        ("odds draws usa " + 5000 * "9", "needs cards as name=number"),
        ("odds draws usa red=²", "needs cards as name=number"),
        ("odds draws first_journey_usa 6 --market", "MAP: Ticket to Ride: First Journey has no market"),
        ("odds tunnel europe 3 red --hand blue=3", "hand holds 0 red and 0 locomotives, which cannot pay 3 spaces"),
        ("odds market first_journey_usa", "has no market"),
        ("odds market usa --taken 200", "taken is 200"),
        ("odds choice first_journey_usa", "has no market"),
        ("odds choice switzerland", "a face-up locomotive is one card of a draw like any other"),
        ("odds hand usa --color pink", "color is 'pink'"),
        ("optimum usa --trains x", "argument --trains"),
        ("optimum usa --trains 9-4", "argument --trains"),
        ("optimum usa --time-limit -3", "argument --time-limit"),
        ("optimum rails_sails_world --trains 99", "box holds 75"),
        ("optimum usa --tickets 2020", "no ticket set '2020'"),
        ("optimum atlantis", "available are"),
    ],
)
def test_bad_input_is_one_clear_line(ttr: Run, words: str, message: str) -> None:
    said = ttr(words)
    assert said.code == 2
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert len(said.err) < 300
    assert message in said.err


def test_the_best_network_is_listed_and_drawn(ttr: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttr_analysis.charts.export.Pictures.start", _no_browser)
    said = ttr(f"optimum first_journey_usa --out {tmp_path}")
    assert said.code == 0
    assert "20 of 20 pieces: 23 points = 0 route + 23 ticket" in said.out
    assert "proven best" in said.out
    assert "23 points with 20 trains" in (tmp_path / "network.html").read_text()
    (row,) = json.loads(ttr("optimum first_journey_usa --json").out)
    assert (row["points"], row["bound"], row["proven"], row["ticket_set"]) == (23, 23, True, "base")
    assert len(row["track_names"]) == row["tracks"]


def test_what_the_solver_prints_is_no_part_of_the_answer(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from ttr_analysis.exact import optimum

    solve = optimum.best_networks

    def chatty(*arguments: Any, **options: Any) -> Any:
        os.write(1, b"tmpSolver.run();")
        return solve(*arguments, **options)

    monkeypatch.setattr(optimum, "best_networks", chatty)
    assert main(["optimum", "first_journey_usa", "--trains", "3", "--json"]) == 0
    said = capfd.readouterr()
    assert json.loads(said.out)[0]["trains"] == 3
    assert "tmpSolver" in said.err


def _no_browser(self: object) -> None:
    from ttr_analysis.errors import MissingTool

    raise MissingTool("no browser")


@pytest.mark.long(reason="proves a network for each number of trains")
def test_a_frontier_has_a_row_for_each_number(ttr: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttr_analysis.charts.export.Pictures.start", _no_browser)
    said = ttr(f"optimum first_journey_usa --trains 0-8:4,10 --csv --out {tmp_path}")
    table = pd.read_csv(io.StringIO(said.out))
    assert table["trains"].tolist() == [0, 4, 8, 10]
    assert table["points"].is_monotonic_increasing
    assert {"network.html", "frontier.html", "frontier.csv"} <= {file.name for file in tmp_path.iterdir()}


@pytest.mark.long(reason="interrupts a search for four seconds; the search itself is interrupted at every run")
def test_ctrl_c_keeps_the_best_so_far(ttr: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("ttr_analysis.exact.optimum.guess._STEPS", 800)
    monkeypatch.setattr(search, "solve", interrupted)
    said = ttr("optimum usa --trains 45,46 --json")
    assert said.code == 130
    (row,) = json.loads(said.out)
    assert 270 <= row["points"] <= 285 <= row["bound"] < 400
    assert not row["proven"]
    assert "stopped" in said.err
