"""Comparisons of maps, rules and lineups, and the facts of games that they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from ttr_analysis import Result, charts, load_map, simulate
from ttr_analysis.charts import captions
from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.comparison import compare, compared
from ttr_analysis.maps import GameMap
from ttr_analysis.maps.events import Event, EventKind
from ttr_analysis.play.simulate import play_logged
from ttr_analysis.stats import facts_by_game, game_facts, holm, mean, share_by_game

USA = load_map("usa")


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    variants = {"printed": USA, "no bonus": USA.with_rules(longest_trail_bonus=0), "again": USA}
    return compare(variants, "path_agent", games=40, seed=7)


def of(table: pd.DataFrame, variant: str, fact: str) -> pd.Series:
    return table[(table["variant"] == variant) & (table["fact"] == fact)].iloc[0]


def test_a_bonus_that_is_gone_is_all_that_differs_for_players_who_do_not_heed_it(table: pd.DataFrame) -> None:
    gone = of(table, "no bonus", "longest_trail_points")
    assert gone["value"] == 0
    assert gone["difference"] <= -5
    assert gone["p_adjusted"] < 1e-6
    for fact in ("route_points", "ticket_points", "turns", "lead_changes", "tracks_unused"):
        row = of(table, "no bonus", fact)
        assert (row["difference"], row["difference_low"], row["difference_high"], row["p_value"]) == (0, 0, 0, 1)
    assert of(table, "no bonus", "score")["difference"] == pytest.approx(gone["difference"])


def test_a_variant_that_is_the_same_does_not_differ(table: pd.DataFrame) -> None:
    assert (table.loc[table["variant"] == "again", "difference"] == 0).all()


def test_p_values_are_adjusted_over_the_whole_table(table: pd.DataFrame) -> None:
    tested = table[table["p_value"].notna()]
    assert tested["p_adjusted"].to_numpy() == pytest.approx(holm(tested["p_value"]))
    assert table.loc[table["variant"] == "printed", "p_value"].isna().all()


@pytest.fixture(scope="module")
def result() -> Result:
    return simulate("usa", ["greedy_points", "random", "ticket_planner"], games=40, seed=2)


def test_facts_by_game_from_the_logs(result: Result) -> None:
    """Everything is counted again from the events of each game."""
    facts = facts_by_game(result)
    for number in facts.index[:12]:
        events = play_logged("usa", ["greedy_points", "random", "ticket_planner"], seed=2, game=int(number))
        scores = sorted((e.number for e in events if e.kind is EventKind.FINAL_SCORE), reverse=True)
        board, leader, changes, claims = [0, 0, 0], None, 0, set()
        for event in events:
            if event.kind is EventKind.CLAIM:
                claims.add(event.target)
                board[event.seat] += USA.rules.route_points[USA.tracks[event.target].length]
                best = [seat for seat in range(3) if board[seat] == max(board)]
                if leader not in best:
                    changes += leader is not None
                    (leader,) = best
        row = facts.loc[number]
        assert (row["winning_score"], row["margin"]) == (scores[0], scores[0] - scores[1])
        assert row["close"] == (scores[0] - scores[1] <= 5)
        assert row["score"] == pytest.approx(np.mean(scores))
        assert row["lead_changes"] == changes
        assert row["tracks_unused"] == 100 - len(claims)
        assert row["turns"] == max(event.turn for event in events)


def test_the_lead_is_that_on_the_board_where_points_were_paid_for_pieces() -> None:
    """The log knows when pieces were exchanged: without that, the lead changes at other times."""
    lakes = load_map("rails_sails_great_lakes")
    run = simulate(lakes, "ticket_planner", players=2, games=30, seed=3)
    told, differ = facts_by_game(run)["lead_changes"], 0
    for number in range(12):
        events = play_logged(lakes, "ticket_planner", seed=3, game=number, players=2)
        counted, without = (_changes_of_the_lead(events, lakes, cost) for cost in (1, 0))
        assert told[number] == counted
        differ += counted != without
    assert differ >= 3
    assert "lead_changes" in game_facts(run)


def _changes_of_the_lead(events: Sequence[Event], game_map: GameMap, cost: int) -> int:
    """Count who alone has most points on the board after each event, where a piece exchanged costs some."""
    board, leader, changes = [0, 0], None, 0
    for event in events:
        if event.kind is EventKind.CLAIM:
            board[event.seat] += game_map.rules.route_points[game_map.tracks[event.target].length]
        if event.kind is EventKind.EXCHANGE_PIECES:
            board[event.seat] -= cost * event.number
        best = [seat for seat in range(2) if board[seat] == max(board)]
        if len(best) == 1 and best != [leader]:
            changes += leader is not None
            (leader,) = best
    return changes


def test_intervals_of_shares_stay_within_their_range() -> None:
    variants = {"greedy": (USA, "greedy_points"), "random": (USA, "random")}
    table = compare(variants, players=2, games=6, seed=5)
    shares = table[table["unit"] == "share"]
    assert list(shares["fact"].unique()) == ["close", "trail_ties"]
    assert shares["value_low"].min() >= 0
    assert shares["value_high"].max() <= 1
    differences = shares[shares["variant"] == "random"]
    unbounded = differences["value"].to_numpy() - shares[shares["variant"] == "greedy"]["value"].to_numpy()
    assert differences["difference"].to_numpy() == pytest.approx(unbounded)
    assert differences["difference_low"].min() >= -1
    assert differences["difference_high"].max() <= 1
    close = facts_by_game(simulate(USA, "greedy_points", players=2, games=6, seed=5, progress=False))["close"]
    wilson = share_by_game(close)
    assert shares.iloc[0][["value", "value_low", "value_high"]].tolist() == [wilson.value, wilson.low, wilson.high]
    assert mean(close).low < 0 or mean(close).high > 1, "Student's interval would not do"
    assert "Wilson by game and Student's t by game" in captions.caption(table, ["value"])


def test_facts_of_one_run_have_the_same_columns(result: Result) -> None:
    facts = game_facts(result)
    means = facts_by_game(result).mean()
    for name in ("lead_changes", "margin", "close", "trail_ties", "tracks_unused", "tickets_cut_off"):
        assert facts[name] == pytest.approx(means[name])
        assert facts[f"{name}_low"] <= facts[name] <= facts[f"{name}_high"]


def test_lineups_and_maps_can_be_compared() -> None:
    variants = {"greedy": ("usa", "greedy_points"), "planner": ("usa", "ticket_planner")}
    table = compare(variants, players=2, games=30, seed=1)
    assert of(table, "planner", "ticket_points")["difference"] > 0
    maps = compare(["usa", "europe"], "greedy_points", games=30)
    assert list(dict.fromkeys(maps["variant"])) == ["usa", "europe"]
    assert "station_points" in set(maps["fact"])


def test_results_that_were_played_before_can_be_compared(result: Result) -> None:
    other = simulate("usa", ["greedy_points", "random", "ticket_planner"], games=20, seed=2, first_game=10)
    table = compared({"one": result, "other": other})
    assert (table["n"] == 20).all()
    assert set(table["run"]) == {result.manifest.run} == set(result.players["run"])
    assert (table["seed"] == 2).all()
    assert (table.loc[table["variant"] == "other", "difference"].dropna() == 0)[:-1].all()
    never = of(table, "one", "tracks never used")
    assert never["value"] == of(table, "other", "tracks never used")["value"] == 100 - other.tracks["track"].nunique()
    with pytest.raises(SetupError, match="use one seed"):
        compared({"one": result, "other": simulate("usa", "random", players=3, games=30, seed=3)})
    again = simulate("usa", ["greedy_points", "random", "ticket_planner"], games=20, seed=3)
    with pytest.raises(SetupError, match="'other' was put together from 2 runs"):
        compared({"one": result, "other": Result.concat([result, again])})


@pytest.mark.parametrize(
    ("variants", "message"),
    [
        ({"one": "usa"}, "two variants or more"),
        (["usa", "usa"], "two variants are called 'usa'"),
        ("usa", "a mapping of names to maps"),
        ([], "two variants or more"),
    ],
)
def test_what_cannot_be_compared(variants: object, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        compare(variants, "random", games=30)  # type: ignore[arg-type]


def test_the_chart_names_every_change(table: pd.DataFrame) -> None:
    figure = charts.comparison(table)
    caption = charts.text_of(figure, "caption")
    assert "no bonus: Ticket to Ride (USA) with longest trail bonus = 0 (printed: 10)" in caption
    assert "n = 40 games of each variant" in caption
    assert caption.count("longest trail bonus") == 1
    assert "no bonus: points from longest trail " in charts.text_of(figure, "alt")
    assert "No fact of again differs clearly from printed." in charts.text_of(figure, "alt")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["--strategies", "greedy_points", "--games", "30"]
    named = ["compare", "usa", "--variant", "short game: pieces.train=20, end.pieces_left=3", *common]
    assert main([*named, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "short game" in said
    assert (
        "note: Changed from the printed game: pieces train = 20 (printed: 45); end pieces left = 3 (printed: 2)."
        in said
    )
    assert (tmp_path / "out" / "comparison.csv").exists()
    assert main(["compare", "usa", "--rule", "longest_trail_bonus=0", *common]) == 0
    assert "longest_trail_bonus=0" in capsys.readouterr().out
    assert main(["compare", "usa", *common]) == 2
    assert "nothing to compare" in capsys.readouterr().err
    assert main(["compare", "usa", "--variant", "nothing", *common]) == 2
    assert "must have a name and rules" in capsys.readouterr().err


def test_the_sign_of_differences() -> None:
    table = compare({"two": USA, "three": USA.with_rules(draws=3)}, "random", games=30)
    for _, rows in table.groupby("fact"):
        first, second = rows.iloc[0], rows.iloc[1]
        assert second["difference"] == pytest.approx(second["value"] - first["value"])


def test_what_a_few_games_have_in_common_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    few = compare({"printed": USA, "no bonus": USA.with_rules(longest_trail_bonus=0)}, "path_agent", games=3, seed=7)
    row = of(few, "no bonus", "longest_trail_points")
    assert (row["value"], np.isnan(row["value_low"])) == (0.0, True)
    wide = of(few, "printed", "score")
    assert wide["value_low"] < wide["value"] < wide["value_high"]
    assert not (few["value_low"] == few["value_high"]).any()
    assert len(charts.comparison(few).data) == 2
    for games, told in ((3, True), (30, False)):
        main(["compare", "first_journey_usa", "first_journey_europe", "--games", str(games), "--strategies", "random"])
        assert ("too few to compare" in capsys.readouterr().out) == told
