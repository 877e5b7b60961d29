"""What a rule is worth: facts of games and of strategies, printed less changed, in pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from made_up_worth import RULE_FACTS, made_up_rule_worth, made_up_worth

from ttr_analysis.cli import _output, main
from ttr_analysis.errors import ResultError, RuleError, SetupError
from ttr_analysis.experiments.comparison import compare
from ttr_analysis.experiments.worth import kept, measure, rules
from ttr_analysis.experiments.worth.rules import rule_effect, worth_of_rule
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate

ASKED: dict[str, Any] = {"games": 60, "progress": False}
NO_BONUS = {"longest_trail_bonus": 0}


def test_a_rule_is_worth_the_printed_game_less_the_changed_one() -> None:
    usa = load_map("usa")
    table = worth_of_rule("usa", NO_BONUS, "greedy_points", players=2, **ASKED).set_index("fact")
    compared = compare({"a": usa, "b": usa.with_rules(**NO_BONUS)}, "greedy_points", players=2, **ASKED)
    other = compared[compared["variant"] == "b"].set_index("fact")
    assert list(table.index) == ["score", "winning_score", "margin", "close", "first_seat", "turns"]
    for fact, row in table.iterrows():
        assert row["worth"] == pytest.approx(-other.loc[fact, "difference"])
        assert row["worth_low"] == pytest.approx(-other.loc[fact, "difference_high"])
        assert row["worth"] == pytest.approx(row["printed"] - row["changed"])
        assert row["changed"] == pytest.approx(other.loc[fact, "value"])
    assert table.loc["score", "worth_low"] > 0, "a bonus brings points"
    assert (table["p_adjusted"] >= table["p_value"]).all()


def test_of_a_mixed_line_up_each_strategy_is_told() -> None:
    mixed = ["ticket_planner", "random", "random"]
    table = worth_of_rule("usa", {"tickets.deal": 5}, mixed, **ASKED)
    of_strategies = table[table["strategy"] != ""].set_index(["strategy", "fact"])
    assert set(of_strategies.index) == {(a, b) for a in ("random", "ticket_planner") for b in ("score", "win_share")}
    shares = []
    for changed in ({}, {"tickets": {"deal": 5}}):
        rows = simulate(load_map("usa").with_rules(**changed), mixed, **ASKED).players
        shares.append(rows[rows["strategy"] > 0].groupby("game")["win_share"].mean())
    row = of_strategies.loc["random", "win_share"]
    assert row["worth"] == pytest.approx((shares[0] - shares[1]).mean())
    half = 2.001 * (shares[0] - shares[1]).std() / np.sqrt(60)
    assert (row["worth_high"] - row["worth_low"]) / 2 == pytest.approx(half, rel=1e-3)


def test_the_order_of_the_rows_changes_nothing() -> None:
    usa = load_map("usa")
    one, two = (
        worth_of_rule(each, {"end.pieces_left": 0}, "ticket_planner", players=2, **ASKED)
        for each in (usa, in_other_order(usa))
    )
    pd.testing.assert_frame_equal(one, two)


def test_what_is_no_change_is_refused() -> None:
    for changes, error, message in (
        ({}, SetupError, "rules of this map already"),
        ({"longest_trail_bonus": 10}, SetupError, "rules of this map already"),
        ({"longest_bonus": 10}, RuleError, "longest_bonus"),
    ):
        with pytest.raises(error, match=message):
            worth_of_rule("usa", changes, "random", **ASKED)


def test_the_folder_holds_the_table_and_the_pairs_that_it_is_made_of(tmp_path: Path) -> None:
    table = worth_of_rule("usa", NO_BONUS, ["greedy_points", "random"], out=tmp_path, **ASKED)
    read = kept.read_worth(tmp_path)
    pd.testing.assert_frame_equal(read, table)
    assert read.attrs == table.attrs
    pairs = pd.read_parquet(tmp_path / kept.ROWS)
    means = (pairs["printed"] - pairs["changed"]).groupby([pairs["strategy"], pairs["fact"]]).mean()
    assert len(means) == len(table)
    for _, row in table.iterrows():
        assert means[row["strategy"], row["fact"]] == pytest.approx(row["worth"])
    assert "(2 players: Greedy points and Random; n = 60 games" in rule_effect(read)
    with pytest.raises(SetupError, match="holds a table of worth"):
        worth_of_rule("usa", NO_BONUS, "random", out=tmp_path, **ASKED)


def test_a_table_that_is_there_is_taken_unless_it_is_another_one_or_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {"out": tmp_path, "resume": True, **ASKED}
    table = worth_of_rule("usa", NO_BONUS, "random", **asked)

    def play(*given: object, **more: object) -> None:
        raise AssertionError("games are played")

    with monkeypatch.context() as patch:
        patch.setattr(rules, "simulate", play)
        pd.testing.assert_frame_equal(worth_of_rule("usa", NO_BONUS, "random", **asked), table)
        for message, changed in (("seed 0, not 1", {"seed": 1}), ("games 60, not 80", {"games": 80})):
            with pytest.raises(SetupError, match=message):
                worth_of_rule("usa", NO_BONUS, "random", **{**asked, **changed})
        with pytest.raises(SetupError, match="change"):
            worth_of_rule("usa", {"end.pieces_left": 0}, "random", **asked)
        patch.setattr(measure, "source_hash", lambda: "of another day")
        with pytest.raises(SetupError, match="another version of the engine"):
            worth_of_rule("usa", NO_BONUS, "random", **asked)
    kept.write_table(tmp_path, table_of_a_stopped_run(table))
    assert worth_of_rule("usa", NO_BONUS, "random", **asked).attrs["complete"]


def table_of_a_stopped_run(table: pd.DataFrame) -> pd.DataFrame:
    """The same table as if it had been stopped."""
    stopped = table.assign(n=1)
    stopped.attrs = {**table.attrs, "complete": False}
    return stopped


def test_a_sentence_tells_what_a_rule_does() -> None:
    said = rule_effect(made_up_rule_worth())
    assert said == (
        "Against a game with longest trail bonus = 0, the printed game changes the mean score by 5.00 (4.00 to 6.00) "
        "points, the winner's lead by 0.50 (\N{MINUS SIGN}0.50 to 1.50) points, the first seat's advantage by 0.50 "
        "(\N{MINUS SIGN}0.50 to 1.50) points, and its length by 0.00 (0.00 to 0.00) turns of all players (2 players: "
        "Expert; n = 300 games, 95 % intervals)."
    )
    with pytest.raises(ResultError, match=r"not a table of experiments\.worth_of_rule"):
        rule_effect(made_up_worth())


def test_the_command_tells_what_a_rule_is_worth(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: dict[Path, list[str]] = {}
    monkeypatch.setattr(_output, "write_charts", lambda figures, folder: written.update({folder: list(figures)}))
    asked = ["worth", "usa", "--of", "rules", "--strategies", "random", "--players", "2", "--games", "60"]
    assert main([*asked, "--rule", "longest_trail_bonus=0", "--out", str(tmp_path / "rule")]) == 0
    told = capsys.readouterr().out
    assert "margin" in told
    assert "Against a game with longest trail bonus = 0" in told
    assert written == {tmp_path / "rule" / "charts": ["rule_worth"]}
    read = kept.read_worth(tmp_path / "rule")
    assert (read["fact"].tolist(), set(read["strategy"])) == (list(RULE_FACTS), {""})
    assert rule_effect(read) in told
    assert main(asked) == 2
    assert "--rule" in capsys.readouterr().err
    assert main([*asked, "--rule", "longest_trail_bonus=0", "--precision", "1"]) == 2
    assert "--precision" in capsys.readouterr().err
