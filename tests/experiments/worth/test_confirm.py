"""Fresh games for a headline: another seed, the same map and players, or a refusal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import kept, line_ups, measure
from ttr_analysis.experiments.worth.confirm import confirm
from ttr_analysis.maps import load_map
from ttr_analysis.strategies import get_strategy

TURNS = ["turn of round 1", "turn of round 2", "turn of round 8"]
ASKED: dict[str, Any] = {"of": "turns", "only": TURNS, "players": 2, "games": 40, "progress": False}
QUIET: dict[str, Any] = {"progress": False}


def test_the_rows_worth_most_are_measured_in_games_of_another_seed(tmp_path: Path) -> None:
    table = measure.worth("usa", "random", out=tmp_path / "first", **ASKED)
    again = confirm(kept.read_worth(tmp_path / "first"), 2, seed=7, out=tmp_path / "second", **QUIET)
    fresh = measure.worth("usa", "random", seed=7, **ASKED).set_index("thing")
    assert set(again["thing"]) == set(table["thing"][:2])
    assert set(again["n"]) == {40}
    for _, row in again.iterrows():
        assert row["points"] == fresh.loc[row["thing"], "points"]
    assert again.attrs["worth"]["chosen_with"] == [0]
    assert kept.read_worth(tmp_path / "second").attrs["worth"]["chosen_with"] == [0]
    with pytest.raises(SetupError, match="games of seed 0"):
        confirm(again, 1, seed=0, **QUIET)


def test_things_are_named_or_counted() -> None:
    table = measure.worth("usa", "random", **ASKED)
    named = confirm(table, ["turn of round 2", "turn of round 8"], seed=1, games=20, **QUIET)
    assert set(named["thing"]) == {"turn of round 2", "turn of round 8"}
    assert set(named["n"]) == {20}
    for wrong, message in ((0, "number of things"), ("turn of round 22", "did you mean")):
        with pytest.raises(SetupError, match=message):
            confirm(table, wrong, seed=1, **QUIET)
    with pytest.raises(SetupError, match="games of seed 0"):
        confirm(table, 1, seed=0, **QUIET)
    with pytest.raises(SetupError, match="nothing to measure again"):
        confirm(table, [], seed=1, **QUIET)
    assert list(confirm(table, 1, seed=1, games=20, strategies="random", **QUIET)["n"]) == [20]  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="not known"):
        confirm(pd.DataFrame({"thing": ["x"], "points": [1.0]}), 1, seed=1, **QUIET)


def test_of_several_line_ups_those_with_the_largest_least_worth_are_chosen() -> None:
    table = line_ups.worth_of_line_ups("usa", ["random", "long_routes"], **ASKED)
    least = table.groupby("thing")["points"].min()
    again = confirm(table, 1, seed=1, **QUIET)
    assert list(again["thing"]) == [least.idxmax()] * 2
    assert list(again["line_up"].unique()) == ["random", "long_routes"]
    with pytest.raises(SetupError, match="games of seed 0"):
        confirm(line_ups.of_line_up(again, "random"), 1, seed=0, **QUIET)


def test_a_changed_map_and_changed_weights_must_be_given() -> None:
    changed = load_map("usa").with_rules(longest_trail_bonus=0)
    own = get_strategy("ticket_planner:draw_share=0.2")
    table = measure.worth(changed, own, **{**ASKED, "games": 20})
    with pytest.raises(SetupError, match="game_map"):
        confirm(table, 1, seed=1, **QUIET)
    with pytest.raises(SetupError, match="other rules"):
        confirm(table, 1, seed=1, game_map="usa", **QUIET)
    again = confirm(table, 1, seed=1, game_map=changed, **QUIET)
    assert again.attrs["worth"]["entries"] == table.attrs["worth"]["entries"]
    table.attrs["worth"]["entries"][0]["weights"]["draw_share"] = 0.3
    with pytest.raises(SetupError, match="other weights or code"):
        confirm(table, 1, seed=1, game_map=changed, **QUIET)


def test_the_command_confirms_what_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--of", "turns", "--players", "2", "--games", "40", "--strategies", "random"]
    assert main(["worth", "usa", *asked, "--confirm", "2"]) == 0
    told = capsys.readouterr().out
    assert told.count("fresh games of seed 1: ") == 2


def test_the_command_keeps_the_fresh_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ttr_analysis.charts.worth_charts", lambda *given: {})
    asked = ["--of", "turns", "--players", "2", "--games", "40", "--strategies", "random", "--only", TURNS[0]]
    assert main(["worth", "usa", *asked, "--only", TURNS[1], "--confirm", "1", "--json", "--out", str(tmp_path)]) == 0
    best, other = json.loads(capsys.readouterr().out)
    fresh = measure.worth("usa", "random", seed=1, **ASKED).set_index("thing").loc[best["thing"]]
    assert best["confirmed_points"] == pytest.approx(fresh["points"])
    assert best["confirmed_n"] == 40
    assert other["confirmed_points"] is None
    kept_again = pd.read_csv(tmp_path / kept.CONFIRMED)
    assert kept_again["thing"].tolist() == [best["thing"]]
    assert json.loads((tmp_path / kept.CONFIRMED_RECORD).read_text(encoding="utf-8"))["chosen_with"] == [0]
    assert kept.read_worth(tmp_path)["thing"].tolist() == [best["thing"], other["thing"]]
