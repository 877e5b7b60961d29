"""Fair points: recovered where they are known, and no verdict where there is none to give."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.errors import ResultError
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.results.result import Result
from ttr_analysis.stats import fair_points

USA = load_map("usa")


def scored(worth_of_ticket: dict[int, float], worth_of_space: float, games: int = 400, seed: int = 1) -> Result:
    """Games whose scores are made of noise, of what tickets are worth to a holder, and of each space of a track."""
    result = made_up_result(USA, games=games, seed=seed)
    score = np.random.default_rng(seed).normal(0, 10, len(result.players))
    worth = np.array([worth_of_ticket.get(ticket.index, 0.0) for ticket in USA.tickets])
    np.add.at(score, result.seat_places(result.tickets), worth[result.tickets["ticket"].to_numpy()])
    spaces = np.array([track.length for track in USA.tracks])[result.tracks["track"].to_numpy()]
    np.add.at(score, result.seat_places(result.tracks), worth_of_space * spaces)
    return replace(result, players=result.players.assign(score=score))


def test_a_ticket_that_helps_its_holder_is_overvalued_by_that_much() -> None:
    table = stats.ticket_fair_points(scored({3: 9.0, 5: -9.0}, 0.0)).set_index("name")
    good, bad = (table.loc[USA.tickets[i].name] for i in (3, 5))
    assert (good["verdict"], bad["verdict"]) == ("too many points", "too few points")
    assert (
        good["excess_low"] < 9 * (1 - 1 / 4) < good["excess_high"]
    )  # of four players, one has it: a quarter is the table's
    # six of ten are made, so that a printed point brings 0.2
    assert good["share_paid"] == pytest.approx(0.2, abs=0.15)
    assert good["fair_points"] == pytest.approx(good["points"] - good["excess"] / good["share_paid"])
    others = table.drop([good.name, bad.name])
    assert (others["verdict"] == "").sum() >= len(others) - 1


def test_without_any_worth_nothing_is_judged() -> None:
    found = scored({}, 0.0, seed=4)
    assert (stats.ticket_fair_points(found)["verdict"] == "").all()
    assert (stats.length_fair_points(found)["verdict"] == "").all()
    slope = fair_points.ticket_slope(found)
    assert slope.low < 0 < slope.high


def test_a_score_that_grows_with_spaces_is_recovered_by_length() -> None:
    table = stats.length_fair_points(scored({}, 3.0))
    assert (table["brings_low"] < 3 * table["length"]).sum() >= 5
    assert (3 * table["length"] < table["brings_high"]).sum() >= 5
    assert np.average(table["excess"], weights=table["claims"]) == pytest.approx(0, abs=1e-9)
    assert (table["fair_points"] == table["points"] - table["excess"]).all()
    assert fair_points.length_slope(scored({}, 3.0)).low > 0  # a space costs half a turn, a claim a whole one


def test_what_is_rare_is_not_judged() -> None:
    result = scored({}, 1.0, games=30)
    some = result.tickets[(result.tickets["ticket"] != 3) | (result.tickets["game"] < 20)]
    table = stats.ticket_fair_points(replace(result, tickets=some)).set_index("name")
    row = table.loc[USA.tickets[3].name]
    assert 0 < row["kept"] < fair_points.LEAST
    assert np.isnan(row[["excess", "fair_points", "p_adjusted"]].to_numpy(dtype=float)).all()
    assert row["verdict"] == ""
    with pytest.raises(ResultError, match="too few"):
        stats.ticket_fair_points(made_up_result(USA, games=20))


def test_a_player_alone_is_compared_with_all_games() -> None:
    result = made_up_result(USA.with_rules(players=(1, 5)), games=60, lineup=("random",))
    assert fair_points.compared_scores(result).mean() == pytest.approx(0, abs=1e-9)
    assert stats.ticket_fair_points(result)["excess"].notna().any()


def test_copies_of_a_ticket_are_one_row_and_the_order_of_rows_does_not_matter() -> None:
    game_map = USA.with_tickets([*USA.tickets, USA.tickets[0]])
    table = stats.ticket_fair_points(made_up_result(game_map, games=60))
    assert len(table) == 30
    assert table["kept"].nlargest(1).index[0] == table.index[table["name"] == USA.tickets[0].name][0]
    result = made_up_result(USA, games=60)
    other = in_other_order(USA, 1)
    ticket = np.array([[t.name for t in other.tickets].index(each.name) for each in USA.tickets])
    track = np.array([[t.name for t in other.tracks].index(each.name) for each in USA.tracks])
    moved = replace(
        result,
        game_map=other,
        tickets=result.tickets.assign(ticket=ticket[result.tickets["ticket"]]),
        tracks=result.tracks.assign(track=track[result.tracks["track"]]),
    )
    for function in (stats.ticket_fair_points, stats.length_fair_points, stats.route_use, stats.ticket_keeping):
        assert function(moved).round(9).equals(function(result).round(9)), function


@pytest.mark.long(reason="eighty made-up runs, each with its bootstrap; these change with stats only")
def test_intervals_cover_at_their_nominal_rate_and_few_runs_judge_by_chance() -> None:
    covered, judged = [], []
    for seed in range(80):
        table = stats.length_fair_points(scored({}, 3.0, games=100, seed=seed))
        covered.append((table["brings_low"] < 3 * table["length"]) & (3 * table["length"] < table["brings_high"]))
        judged.append((stats.ticket_fair_points(scored({}, 0.0, games=100, seed=seed))["verdict"] != "").any())
    assert 0.91 < np.mean(covered) < 0.98
    assert np.mean(judged) < 0.14


def test_the_slope_of_an_excess_on_a_line_is_that_of_the_line_whatever_the_weights() -> None:
    at, weight = np.array([1.0, 2, 4, 9]), np.array([5.0, 1, 2, 3])
    rows = np.stack([slope * at - 1 for slope in np.linspace(1.5, 2.5, 101)])
    rows[:, 1] = np.nan  # unknown: it must not count
    found = fair_points._slope(np.vstack([2 * at - 1, rows]), at, weight, games=30)
    assert [found.value, found.low, found.high] == pytest.approx([2, 1.525, 2.475])
