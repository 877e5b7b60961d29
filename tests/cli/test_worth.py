"""``ttr worth``: help that names all changes, p-values of all that is estimated, and numbers of fresh games only."""

from __future__ import annotations

import re

import pandas as pd
import pytest
from made_up_worth import made_up_worth

from ttr_analysis import experiments
from ttr_analysis.cli import _worth_words, main, worth
from ttr_analysis.experiments.worth.things import CHANGES

HABITS = ["worth", "usa", "--of", "habits", "--strategies", "random", "--players", "2", "--games", "40"]


def test_the_help_names_every_change(capsys: pytest.CaptureFixture[str]) -> None:
    for changes in CHANGES.values():
        if len(changes) > 1:
            assert all(re.search(rf"\b{change}\b", worth.CHANGE_HELP) for change in changes)
    with pytest.raises(SystemExit):
        main(["worth", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "kept_or_returned" in told
    assert "the first is the player of interest" in told


def test_a_table_has_adjusted_p_values_of_points_and_wins_and_over_the_mean() -> None:
    table = made_up_worth(of="cards").assign(p_adjusted_win_share=0.04)
    table["p_adjusted_over_mean"] = 0.02
    shown = worth._for_people(table, by_seats=False)
    assert set(shown["p adjusted, wins"]) == {"0.04"}
    assert set(shown["p adjusted, points, over the mean"]) == {"0.02"}
    assert "p adjusted, wins, over the mean" in shown
    assert set(shown["games, over the mean"]) == {"500"}
    assert not [name for name in worth._for_people(made_up_worth(), by_seats=False) if "over the mean" in name]


def test_the_costliest_habit_has_a_number_of_fresh_games_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(HABITS) == 0
    told = capsys.readouterr().out
    assert "The habit that costs most points to give up is" in told
    assert "--confirm N" in told
    assert not re.search(r"is worth \S*\d", told)
    assert main([*HABITS, "--confirm", "1"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"The habit of .+ is worth .+ to random \(fresh games of seed 1; n = 40 games", told)
    assert "a flaw of random: it does better without these" in told
    assert "fresh games of seed 1: drawing tickets after the start" in told, "the flaw that is named is measured, too"


def test_whether_to_keep_a_ticket_is_said_for_each_deal_that_offers_it(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--of", "tickets", "--change", "kept_or_returned", "--only", "Denver-El Paso"]
    assert main(["worth", "usa", *asked, *HABITS[4:]]) == 0
    told = capsys.readouterr().out
    assert "points, where offered" in told.splitlines()[0]
    assert "to random for each deal that offers it" in told
    assert not re.search(r"-[0-9]", told.replace("\n", "").partition("worth:")[0]), "numbers have a true minus sign"


def test_bounds_of_fresh_games_are_said_to_be_bounds() -> None:
    table = made_up_worth(of="turns").head(2)
    table.loc[0, ["points_low", "points_high"]] = -1.5, 1.5
    (one, other) = _worth_words.worth_again(table)
    assert "turn of round 1 at most ±1.50 points, 2.0 [1.5, 2.5] percentage points of wins, 1,000 games" in one
    assert "at most" not in other


def test_flaws_are_named_with_their_player_and_in_words() -> None:
    table = pd.DataFrame({"thing": ["no_tickets"]})
    table.attrs["worth"] = {"strategies": ["expert", "rush"]}
    (line,) = _worth_words.worth_flaws(table)
    assert line.startswith("a flaw of expert: it does better without these")
    assert line.endswith(": drawing tickets after the start")
    assert experiments.flaws(made_up_worth(of="turns")).empty, "a turn cannot be left alone"
