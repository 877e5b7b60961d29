"""Values: counted by hand where that is possible, covered by their intervals where it is not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest
from made_up import made_up_result

from ttr_analysis import stats as values
from ttr_analysis.cli.simulate import summary
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.stats.bootstrap import block_sums, ratio_intervals
from ttr_analysis.stats.intervals import mean_by_game, share


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=300)


def test_claim_shares_count_games_and_have_wilsons_interval(result: Result) -> None:
    track_table = values.track_values(result)
    assert track_table["name"].tolist() == [track.name for track in result.game_map.tracks]
    for row in track_table.iloc[::17].itertuples():
        claims = result.tracks[result.tracks["track"] == row.track]
        exact = share(claims["game"].nunique(), 300)
        assert (row.claim_share, row.claim_share_low, row.claim_share_high) == (exact.value, exact.low, exact.high)
        assert row.player_share == pytest.approx(len(claims) / 1200)
        assert row.claim_round == pytest.approx(np.ceil(claims["turn"] / 4).mean())
        assert row.claim_round_low < row.claim_round < row.claim_round_high
        assert row.cards_paid == row.length


def test_winner_lift_compares_winners_with_the_others_of_their_games(result: Result) -> None:
    track_table = values.track_values(result).set_index("track")
    merged = result.tracks.merge(result.players[["game", "seat", "win_share"]], on=["game", "seat"])
    won = result.players["win_share"] > 0
    for track in (0, 40, 99):
        claims = merged[merged["track"] == track]["win_share"] > 0
        lift = claims.sum() / won.sum() - (~claims).sum() / (~won).sum()
        assert track_table.loc[track, "winner_lift"] == pytest.approx(lift)
        assert track_table.loc[track, "winner_lift_low"] < lift < track_table.loc[track, "winner_lift_high"]


def test_a_route_is_claimed_when_one_of_its_tracks_is(result: Result) -> None:
    by_route = values.track_values(result, by="route")
    first, second = next(iter(result.game_map.doubles.items()))
    row = by_route[by_route["track"] == min(first, second)].iloc[0]
    games = result.tracks[result.tracks["track"].isin([first, second])]["game"].nunique()
    assert row["claim_share"] == pytest.approx(games / 300)
    assert len(by_route) == len({(track.pair, track.kind) for track in result.game_map.tracks})


def test_ticket_outcomes_add_up(result: Result) -> None:
    tickets = values.ticket_outcomes(result)
    assert tickets["kept"].sum() == len(result.tickets)
    assert np.allclose(tickets[["made_share", "cut_off_share", "unfinished_share"]].sum(axis=1), 1)
    assert np.allclose(tickets["difficulty"], 1 - tickets["made_share"])
    rows = result.tickets[result.tickets["ticket"] == 7]
    assert tickets.loc[7, "mean_points"] == pytest.approx(rows["points"].mean())
    made = rows[rows["outcome"] == 0]
    assert tickets.loc[7, "made_round"] == pytest.approx(np.ceil(made["completed_turn"] / 4).mean())


def test_score_parts_add_up_to_the_score(result: Result) -> None:
    parts = values.score_parts(result)
    for _, rows in parts.groupby(["strategy", "who"]):
        means = rows.set_index("part")["mean"]
        assert means.drop("score").sum() == pytest.approx(means["score"])
    everybody = parts[(parts["who"] == "all") & (parts["part"] == "score")].iloc[0]
    assert everybody["mean"] == pytest.approx(result.players["score"].mean())


def test_win_shares_of_seats_and_strategies_count_shared_wins_in_parts() -> None:
    result = made_up_result(games=200, lineup=("random", "greedy_points", "random"))
    seats = values.win_share_by_seat(result)
    assert seats["win_share"].sum() == pytest.approx(1)
    assert seats["fair_share"].unique() == pytest.approx([1 / 3])
    strategies = values.win_share_by_strategy(result).set_index("strategy")
    assert strategies.loc["random", "player_games"] == 400
    assert 2 * strategies.loc["random", "win_share"] + strategies.loc["greedy_points", "win_share"] == pytest.approx(1)


def test_distributions_are_shares(result: Result) -> None:
    scores = values.score_distribution(result)
    assert scores.groupby("group")["share"].sum().tolist() == pytest.approx([1, 1])
    assert scores["players"].sum() == len(result.players)
    assert values.game_lengths(result)["share"].sum() == pytest.approx(1)
    assert values.pieces_left(result)["share"].sum() == pytest.approx(1)
    assert values.claim_turns_by_length(result)["claims"].sum() == len(result.tracks)


@pytest.mark.parametrize(("scores", "width"), [([0, 3, 6], 1), ([0, 10, 19], 1), ([0, 5, 20], 5), ([-70, 0, 300], 5)])
def test_scores_of_a_short_range_are_told_one_by_one(scores: list[int], width: int) -> None:
    result = made_up_result(games=60)
    players = result.players.assign(score=np.resize(scores, len(result.players)))
    table = values.score_distribution(dataclasses.replace(result, players=players))
    assert (table["score_to"] - table["score_from"]).unique() == pytest.approx([width - 1])
    told = [range(first, last + 1) for first, last in zip(table["score_from"], table["score_to"], strict=True)]
    assert all(any(score in each for each in told) for score in scores)


def test_bonus_tickets_are_no_part_of_the_share_made_of_those_kept() -> None:
    result = made_up_result(load_map("first_journey_europe"), games=60, lineup=("random",) * 2)
    players = result.players.assign(bonus_tickets=1, tickets_made=result.players["tickets_made"] + 1)
    with_bonus = dataclasses.replace(result, players=players)
    made = (result.tickets["outcome"] == 0).mean()
    assert values.game_facts(with_bonus)["made_share"] == pytest.approx(made)
    assert f"share made {made:.3f}" in summary(with_bonus)[-1]


def test_facts_agree_with_the_tables(result: Result) -> None:
    facts = values.game_facts(result)
    assert facts["score"] == pytest.approx(result.players["score"].mean())
    lengths = values.game_lengths(result)
    assert facts["rounds"] == pytest.approx((lengths["value"] * lengths["share"]).sum()), "a round that is begun counts"
    assert facts["made_share"] == pytest.approx((result.tickets["outcome"] == 0).mean())


def test_block_bootstrap_agrees_with_the_bootstrap_by_game() -> None:
    result = made_up_result(games=3000, seed=5)  # more games than blocks
    scores, games = result.players["score"].to_numpy(), result.players["game"].to_numpy()
    value, low, high = ratio_intervals(block_sums(games, 3000, weights=scores), block_sums(games, 3000))
    slow = mean_by_game(scores, games)
    assert value[0] == pytest.approx(slow.value)
    assert high[0] - low[0] == pytest.approx(slow.high - slow.low, rel=0.12)


def test_nothing_counted_is_unknown() -> None:
    value, low, high = ratio_intervals(np.zeros((50, 1)), np.zeros((50, 1)))
    assert np.isnan([value, low, high]).all()


def test_tracks_never_claimed_have_no_mean() -> None:
    result = made_up_result(games=60)
    without = dataclasses.replace(result, tracks=result.tracks[result.tracks["track"] != 3])
    row = values.track_values(without).loc[3]
    assert row["claims"] == row["claim_share"] == 0
    assert np.isnan(row["claim_round"])


@pytest.mark.parametrize(("games", "words"), [(1, "1 game is"), (29, "29 games are")])
def test_too_few_games_say_how_many_are_needed(games: int, words: str) -> None:
    with pytest.raises(ResultError, match=f"^{words} too few for an interval; at least 30 are needed"):
        values.track_values(made_up_result(games=games))


@pytest.mark.parametrize(
    "table",
    [values.track_values, values.ticket_outcomes, values.score_parts, values.win_share_by_seat, values.game_facts,
     values.score_distribution, values.game_lengths, values.pieces_left, values.claim_turns_by_length],
)  # fmt: skip
def test_an_empty_result_is_refused(table: Callable[[Result], object]) -> None:
    result = made_up_result(games=30)
    empty = {name: result.table(name).iloc[:0] for name in TABLES}
    with pytest.raises(ResultError, match="contains no games"):
        table(dataclasses.replace(result, **empty))


def test_track_values_by_something_else_are_refused() -> None:
    """faults3: ``by="strategy"`` gave the table by route."""
    with pytest.raises(SetupError, match="by is 'strategy', but must be one of: track, route"):
        values.track_values(made_up_result(load_map("usa"), games=40), by="strategy")  # type: ignore[arg-type]


def test_a_player_alone_is_neither_a_winner_nor_one_of_the_others() -> None:
    alone = made_up_result(load_map("usa").with_rules(players=[1, 5]), 30, ("random",))
    assert set(values.score_parts(alone)["who"]) == {"all"}
    assert set(values.score_distribution(alone)["group"]) == {"all"}
