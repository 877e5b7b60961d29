"""Ratings, pairs, seats, cycles and stopping: they find what made-up tournaments were made with."""

from __future__ import annotations

import numpy as np
import pytest
from how_often import first
from made_up_tournament import made_up_tournament, tournament_of_places

from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.tournament import (
    Tournament,
    anytime_matchups,
    cycles,
    matchups,
    ratings,
    seats,
    standings,
    win_matrix,
)
from ttr_analysis.experiments.tournament.ratings import POINTS
from ttr_analysis.experiments.tournament.stopping import FIRST_LOOK, enough, next_look

COVERAGE = pytest.mark.long(reason="120 made-up tournaments, each with all its intervals; these change with stats only")
STRENGTHS = np.array([0.9, 0.3, -0.2, -1.0])
ROCK_PAPER_SCISSORS = [(0, 1), (1, 0), (1, 2), (2, 1), (0, 2), (2, 0)]


def circle(surely: float, games: int = 100) -> np.ndarray:
    """Places where 0 beats 1, 1 beats 2 and 2 beats 0, each with this probability."""
    random = np.random.default_rng(1)
    place = np.zeros((games, 6, 2), dtype=np.int64)
    for table, (one, other) in enumerate(ROCK_PAPER_SCISSORS):
        better = 0 if (other - one) % 3 == 1 else 1
        won = random.random(games) < surely
        place[:, table, 1 - better] = won
        place[:, table, better] = ~won
    return place


@pytest.mark.parametrize("players", first([2, 3, 4], 1, "thousands of games of more players"))
def test_ratings_recover_strengths_seats_and_ties(players: int) -> None:
    effects = np.linspace(0.25, -0.25, players)
    found = ratings(made_up_tournament(STRENGTHS, effects, 1500, 1, ties=0.4), refits=0)
    assert found.strategies["rating"].to_numpy() == pytest.approx(POINTS * (STRENGTHS - STRENGTHS.mean()), abs=12)
    assert found.seats["rating"].to_numpy() == pytest.approx(POINTS * effects, abs=10)
    assert found.ties == pytest.approx({2: 0.4}, abs=0.03)
    assert found.bounded


def test_without_ties_there_is_no_tie_parameter() -> None:
    found = ratings(made_up_tournament(STRENGTHS, [0.2, -0.2], 800, 2), refits=0)
    assert found.ties == {}
    assert found.strategies["rating"].to_numpy() == pytest.approx(POINTS * (STRENGTHS - STRENGTHS.mean()), abs=20)


def test_two_players_without_ties_have_the_closed_solution() -> None:
    """One pair, no seat effect estimable apart: the odds of the wins are the strengths' ratio."""
    place = np.zeros((100, 2, 2), dtype=np.int64)
    place[:70, 0, 1] = place[70:, 0, 0] = 1
    place[:70, 1, 0] = place[70:, 1, 1] = 1
    found = ratings(tournament_of_places(place, [(0, 1), (1, 0)], ["a", "b"]), refits=0)
    gap = found.strategies["rating"].iloc[0] - found.strategies["rating"].iloc[1]
    assert gap == pytest.approx(400 * np.log10(0.7 / 0.3), rel=1e-3)
    assert found.seats["rating"].to_numpy() == pytest.approx([0, 0], abs=1e-3)


@COVERAGE
def test_rating_intervals_cover_at_the_nominal_rate() -> None:
    strengths, repeats = np.array([0.4, 0.0, -0.4]), 120
    tables = [made_up_tournament(strengths, [0, 0], 80, 100 + k, ties=0.3) for k in range(repeats)]
    truth = POINTS * strengths
    found = [ratings(table, refits=120).strategies for table in tables]
    covered = np.mean([(f["rating_low"] <= truth) & (truth <= f["rating_high"]) for f in found], axis=0)
    assert covered.min() >= 0.87
    assert covered.max() < 1


def test_a_strategy_that_never_loses_is_finite_and_said_to_be_unbounded() -> None:
    place = np.zeros((50, 2, 2), dtype=np.int64)
    place[:, 0, 1] = place[:, 1, 0] = 1
    found = ratings(tournament_of_places(place, [(0, 1), (1, 0)], ["a", "b"]), refits=20)
    assert np.isfinite(found.strategies["rating"]).all()
    assert not found.bounded


def test_pairs_see_both_sides_of_the_same_games() -> None:
    table = matchups(made_up_tournament(STRENGTHS, [0.1, -0.1], 300, 3, ties=0.2))
    assert len(table) == 12
    one = table.set_index(["strategy", "opponent"])
    there, back = one.loc[("s0", "s3")], one.loc[("s3", "s0")]
    assert there["win_share"] == pytest.approx(1 - back["win_share"])
    assert there["win_share_low"] == pytest.approx(1 - back["win_share_high"])
    assert there["margin"] == pytest.approx(-back["margin"])
    assert there["p_adjusted"] == back["p_adjusted"] >= there["p_value"]
    share = np.exp(STRENGTHS[0]) / (np.exp(STRENGTHS[0]) + np.exp(STRENGTHS[3]))
    assert there["win_share"] == pytest.approx(share, abs=0.05)
    matrix = win_matrix(table)
    assert matrix.loc["s0", "s3"] == there["win_share"]
    assert np.isnan(matrix.loc["s1", "s1"])


@pytest.mark.long(reason="many made-up tournaments, each with all its intervals; these change with stats only")
def test_intervals_of_pairs_cover_at_the_nominal_rate() -> None:
    repeats, covered = 300, []
    truth = float(1 / (1 + np.exp(-0.8)))
    for number in range(repeats):
        table = matchups(made_up_tournament([0.4, -0.4], [0.2, -0.2], 40, number))
        row = table.iloc[0]
        covered.append(row["win_share_low"] <= _with_seats(0.8, 0.4) <= row["win_share_high"])
    assert truth != _with_seats(0.8, 0.4)
    assert 0.91 <= np.mean(covered) <= 0.985


def _with_seats(gap: float, effect: float) -> float:
    """The mean win share over both seats."""
    return float(np.mean([1 / (1 + np.exp(-gap - effect)), 1 / (1 + np.exp(-gap + effect))]))


@pytest.mark.long(reason="many made-up tournaments, each with all its intervals; these change with stats only")
def test_equal_strategies_are_seldom_called_different() -> None:
    """Holm's correction: in at most 5 % of tournaments is any of ten pairs found that is not there."""
    repeats = 200
    found = [
        (matchups(made_up_tournament([0] * 5, [0.3, -0.3], 40, number, luck=1.0))["p_adjusted"] < 0.05).any()
        for number in range(repeats)
    ]
    assert np.mean(found) <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / repeats)


def test_rock_paper_scissors_is_found_when_it_is_sure() -> None:
    table = matchups(tournament_of_places(circle(0.8), ROCK_PAPER_SCISSORS, ["rock", "scissors", "paper"]))
    assert cycles(table) == [("paper", "rock", "scissors")]
    unsure = matchups(tournament_of_places(circle(0.53), ROCK_PAPER_SCISSORS, ["rock", "scissors", "paper"]))
    assert cycles(unsure) == []
    assert cycles(matchups(made_up_tournament(STRENGTHS, [0, 0], 300, 4))) == []


@pytest.mark.parametrize("players", [2, 4])
def test_seats_are_measured(players: int) -> None:
    effects = np.linspace(0.3, -0.3, players)
    table = seats(made_up_tournament([0.5, 0.0, -0.5], effects, 400, 5))
    assert table["win_share"].is_monotonic_decreasing
    assert table["win_share"].sum() == pytest.approx(1)
    assert table["win_share_low"].iloc[0] > 1 / players > table["win_share_high"].iloc[-1]
    assert table["advantage"].sum() == pytest.approx(0, abs=1e-9)


def test_standings_put_the_best_first_and_leave_mirror_matches_out() -> None:
    made = made_up_tournament(STRENGTHS, [0.2, -0.2], 200, 6)
    table = standings(made)
    assert table["strategy"].tolist() == ["s0", "s1", "s2", "s3"]
    against = matchups(made)
    expected = against[against["strategy"] == "s0"]["win_share"].mean()
    assert table["win_share"].iloc[0] == pytest.approx(expected)
    assert (table["rating_low"] < table["rating"]).all()
    assert (table["rating"] < table["rating_high"]).all()


def test_one_game_has_no_intervals() -> None:
    with pytest.raises(ResultError, match="too few"):
        standings(made_up_tournament(STRENGTHS, [0, 0], 1, 7))


@COVERAGE
def test_intervals_that_are_watched_hold_at_every_look() -> None:
    """At every look from the first on, for three pairs at once: ordinary intervals would fail often."""
    repeats, games = 120, 400
    wrong, ordinary = 0, 0
    for number in range(repeats):
        made = made_up_tournament([0, 0, 0], [0, 0], games, number, luck=0.5)
        looks, look = [], FIRST_LOOK
        while look <= games:
            looks.append(look)
            look = next_look(look)
        parts = [_first(made, look) for look in looks]
        wrong += any(anytime_matchups(part)["decided"].any() for part in parts)
        if ordinary <= 0.15 * repeats:  # no more need to be found
            ordinary += any((matchups(part)["p_value"] < 0.05).any() for part in parts)
    assert wrong / repeats <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / repeats)
    assert ordinary / repeats > 0.15


def _first(made: Tournament, games: int) -> Tournament:
    manifest = made.manifest.model_copy(update={"games": games})
    return Tournament(made.rows[made.rows["game"] < games], manifest, made.game_map)


def test_looks_lie_at_fixed_numbers_of_games() -> None:
    assert [next_look(games) for games in (0, 31, 32, 39, 40)] == [32, 32, 40, 40, 50]


def test_enough_is_enough() -> None:
    clear, even = (made_up_tournament([gap, -gap], [0, 0], 300, 8) for gap in (1.0, 0.0))
    assert enough(clear, "decided")
    assert not enough(even, "decided")
    assert enough(even, 0.5)
    assert not enough(even, 0.05)
