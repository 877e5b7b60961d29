"""Answers from tables of worth: numbers with intervals, bounds said to be bounds, honest intervals of differences."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up_worth import made_up_worth

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.worth import answers
from ttr_analysis.stats import columns


def test_a_route_is_worth_points_and_wins_with_their_intervals() -> None:
    table = made_up_worth()
    name = table["thing"][0]
    assert answers.worth_of(table, name) == (
        f"{name} is worth 2.00 (1.50 to 2.50) points and 2.0 (1.5 to 2.5) percentage points of wins to "
        "expert (n = 1,000 games, 95 % intervals)."
    )
    assert answers.worth_of(made_up_worth(change="blocked"), name).startswith(f"Closing {name} to the opponent")
    with pytest.raises(ResultError, match=f"did you mean {name}"):
        answers.worth_of(table, name[:-1])


def test_of_few_changed_games_it_says_at_most() -> None:
    table = made_up_worth(of="turns")
    table.loc[2, "changed"] = 0.019
    table.loc[3, "changed"] = 0.020
    few, enough = (answers.worth_of(table, table["thing"][place]) for place in (2, 3))
    assert "at most 1.30 points and at most 1.3 percentage points of wins either way" in few
    assert "at most" not in enough


def test_a_ticket_is_compared_with_the_mean_of_all_in_the_games_that_all_have() -> None:
    table = made_up_worth(of="tickets")
    row = table.iloc[0]
    over = row["points"] - table["points"].mean()
    said = answers.ticket_over_average(table, str(row["thing"]))
    assert f"is worth {over:.2f} ({over - 0.25:.2f} to {over + 0.25:.2f}) points" in said
    assert "over the average ticket" in said
    assert "(n = 500 games, 95 % intervals)" in said
    with pytest.raises(ResultError, match="this needs the worth of tickets, offered, not that of tickets, kept"):
        answers.ticket_over_average(made_up_worth(of="tickets", change="kept"), str(row["thing"]))
    with pytest.raises(ResultError, match="make it again"):
        answers.ticket_over_average(table.drop(columns="points_over_mean"), str(row["thing"]))


def test_over_the_mean_a_bound_is_said_to_be_one_though_all_games_changed() -> None:
    table = made_up_worth(of="tickets")
    table.loc[0, ["win_share_over_mean_low", "win_share_over_mean_high"]] = -0.02, 0.02
    said = answers.ticket_over_average(table, str(table["thing"][0]))
    assert "points and at most 2.0 percentage points of wins either way" in said


def test_a_locomotive_is_compared_with_the_mean_of_the_colours() -> None:
    table = made_up_worth(of="cards")
    mean = table.loc[table["thing"] != "locomotive", "points"].mean()
    value = float(table.loc[table["thing"] == "locomotive", "points"].iloc[0]) - mean
    said = columns.as_text(value, value - 0.25, value + 0.25, 2)
    assert f"is worth {said} points" in answers.card_over_colors(table)


def test_keeping_over_returning_needs_the_table_that_compares_the_two() -> None:
    table = made_up_worth(of="tickets", change="kept_or_returned")
    name = str(table["thing"][0])
    assert answers.keep_or_return(table, name) == (
        f"Keeping {name} whenever it is offered, rather than returning it, is worth 10.00 (7.50 to 12.50) points and "
        "10.0 (7.5 to 12.5) percentage points of wins to expert for each deal that offers it (n = 200 games, 95 % "
        "intervals). 20 % of 1,000 games offer it; over all of them that is 2.00 (1.50 to 2.50) points and 2.0 (1.5 to "
        "2.5) percentage points of wins a game."
    )
    assert answers.keep_or_return(table.assign(n_if_offered=0), name).startswith("None of the 1,000 games offered")
    with pytest.raises(ResultError, match="which games offered"):
        answers.keep_or_return(table.drop(columns="offered"), name)
    for change in ("kept", "returned"):
        with pytest.raises(ResultError, match="this needs the worth of tickets, kept_or_returned"):
            answers.keep_or_return(made_up_worth(of="tickets", change=change), name)


def fresh(table: pd.DataFrame, points: float) -> pd.DataFrame:
    """The same things as measured by confirm, with another worth."""
    again = table.assign(points=points, points_low=points - 0.25, points_high=points + 0.25)
    again.attrs = {**table.attrs, "worth": {**table.attrs["worth"], "seed": 1, "chosen_with": [0]}}
    return again


def test_the_habit_that_costs_most_is_named_and_its_number_comes_from_fresh_games() -> None:
    table = made_up_worth(of="habits").sample(frac=1, random_state=2)
    said = answers.costliest_habit(table)
    assert said.startswith("The habit that costs most points to give up is taking face-up locomotives, beyond chance")
    assert "2.00" not in said, "the largest of several numbers is large by chance, too"
    told = answers.costliest_habit(table, fresh(table, 0.75))
    assert "The habit of taking face-up locomotives is worth 0.75 (0.50 to 1.00) points" in told
    assert "(fresh games of seed 1; n = 1,000 games" in told
    with pytest.raises(ResultError, match="of another seed"):
        answers.costliest_habit(table, table)


def test_the_best_partner_of_a_ticket_is_named_and_whether_it_may_be_chance() -> None:
    table = made_up_worth(of="partners", ticket="Denver-El Paso")
    best = table["thing"][0]
    said = answers.best_partner(table.sample(frac=1, random_state=2))
    assert said == (
        f"The best partner of Denver-El Paso in the first hand is {best}, beyond chance over all partners. Fresh games "
        "of another seed tell how much it is worth (confirm)."
    )
    assert "it may be chance" in answers.best_partner(table.assign(p_adjusted=0.06))
    added = f"{best} beside Denver-El Paso in the first hand adds"
    assert f"{added} 0.75" in answers.best_partner(table, fresh(table, 0.75))
    assert f"{added} 2.00" in answers.worth_of(table, best)
    with pytest.raises(ResultError, match="this needs the worth of partners"):
        answers.best_partner(made_up_worth(of="tickets"))
