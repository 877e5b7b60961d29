"""Worth for several line-ups: one long table, where they disagree, and what holds for all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.cli import _worth_words, main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import kept, line_ups, measure
from ttr_analysis.stats.columns import table_of
from ttr_analysis.stats.intervals import mean, paired_p_value

TURNS = ["turn of round 1", "turn of round 2", "turn of round 8"]
ASKED: dict[str, Any] = {"of": "turns", "only": TURNS, "players": 2, "games": 40, "progress": False}


def made_up(worths: dict[str, dict[str, float]], n: int = 400, spread: float = 1.0, seed: int = 0) -> pd.DataFrame:
    """Return a table of line-ups from games drawn at random around a worth in points; wins tell nothing."""
    random = np.random.default_rng(seed)
    rows = []
    for line_up, of_things in worths.items():
        for thing, value in of_things.items():
            points, wins = random.normal(value, spread, n), random.normal(0, 1, n)
            rows.append({
                "line_up": line_up, "thing": thing, "points": mean(points), "win_share": mean(wins), "n": n,
                "p_value": paired_p_value(points), "p_value_win_share": paired_p_value(wins),
            })  # fmt: skip
    table = table_of(rows)
    table.attrs["worth"] = {"line_ups": {name: {} for name in worths}}
    return table


def test_the_long_table_is_that_of_each_line_up(tmp_path: Path) -> None:
    both = ["random", ["long_routes", "random"]]
    table = line_ups.worth_of_line_ups("usa", both, out=tmp_path, **ASKED)
    assert list(table["line_up"].unique()) == ["random", "long_routes, random"]
    for name, line_up in zip(table["line_up"].unique(), both, strict=True):
        alone, found = measure.worth("usa", line_up, **ASKED), line_ups.of_line_up(table, name)
        pd.testing.assert_frame_equal(found, alone, check_exact=True)
        assert found.attrs["worth"] == alone.attrs["worth"]
    again = line_ups.worth_of_line_ups("usa", both, out=tmp_path, resume=True, **ASKED)
    pd.testing.assert_frame_equal(again, table, check_exact=True)
    read = kept.read_worth(tmp_path)
    pd.testing.assert_frame_equal(read, table, check_exact=True)
    assert read.attrs == table.attrs
    with pytest.raises(SetupError, match="holds a table of worth"):
        line_ups.worth_of_line_ups("usa", both, out=tmp_path, **ASKED)


@pytest.mark.parametrize("line_up", [1, 2])
def test_a_stopped_table_keeps_the_line_ups_played_and_is_gone_on_with(line_up: int, tmp_path: Path) -> None:
    totals: list[int] = []

    def stop(done: int, total: int) -> bool:
        if len(totals) == line_up - 1:  # in the only round of this line-up
            raise KeyboardInterrupt
        totals.extend([total] if done == total else [])
        return False

    both, asked = ["random", "long_routes"], {**ASKED, "out": tmp_path}
    if line_up == 1:
        with pytest.raises(KeyboardInterrupt):
            line_ups.worth_of_line_ups("usa", both, on_progress=stop, **asked)
    else:
        table = line_ups.worth_of_line_ups("usa", both, on_progress=stop, **asked)
        assert list(table["line_up"].unique()) == ["random"]
        assert not table.attrs["complete"]
    again = line_ups.worth_of_line_ups("usa", both, resume=True, **asked)
    pd.testing.assert_frame_equal(again, line_ups.worth_of_line_ups("usa", both, **ASKED), check_exact=True)


def test_what_differs_beyond_chance_is_found_and_nothing_else() -> None:
    table = made_up({"a": {"x": 1.0, "y": 1.0}, "b": {"x": 1.0, "y": 0.0}, "c": {"x": 1.0, "y": 1.0}})
    found = line_ups.disagreements(table)
    assert set(found[["thing", "line_up", "other"]].itertuples(index=False, name=None)) == {
        ("y", "a", "b"), ("y", "b", "c"),
    }  # fmt: skip
    assert set(found["measure"]) == {"points"}
    a_b = found[found["line_up"] == "a"].iloc[0]
    assert a_b["difference_low"] < 1 < a_b["difference_high"]
    assert a_b["difference_high"] - a_b["difference_low"] == pytest.approx(2 * 1.96 * np.sqrt(2 / 400), rel=0.1)


def test_the_list_of_disagreements_is_free_of_chance_finds_as_often_as_it_says() -> None:
    alike = {"x": 0.5, "y": 0.0, "z": -1.0}
    wrong = [len(line_ups.disagreements(made_up({"a": alike, "b": alike}, seed=seed))) > 0 for seed in range(80)]
    assert np.mean(wrong) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 80)


def test_what_holds_for_all_is_above_0_in_each() -> None:
    table = made_up({"a": {"x": 1.0, "y": 2.0, "z": -1.0}, "b": {"x": 0.5, "y": 0.0, "z": -1.0}})
    found = line_ups.holds_for_all(table)
    assert found["thing"].tolist() == ["x"]
    assert found["line_up"].tolist() == ["b"], "its worth is least there"
    assert found["worth"].item() == pytest.approx(0.5, abs=0.2)
    assert found["measure"].tolist() == ["points"]
    assert "z" not in set(line_ups.holds_for_all(table, 1)["thing"]), "it is below 0"
    for wrong in (-0.1, 1.1, "a"):
        with pytest.raises(SetupError, match="level"):
            line_ups.holds_for_all(table, wrong)  # type: ignore[arg-type]


def test_what_holds_for_all_in_wins_is_found_where_points_tell_nothing() -> None:
    table = made_up({"a": {"x": 0.0, "y": 0.0}, "b": {"x": 0.0, "y": 0.0}})
    table.loc[table["thing"] == "y", ["win_share", "win_share_low", "win_share_high"]] = 0.02, 0.01, 0.03
    table.loc[table["thing"] == "y", "p_value_win_share"] = 1e-4
    found = line_ups.holds_for_all(table)
    assert found[["thing", "measure"]].to_numpy().tolist() == [["y", "win_share"]]
    assert found["p_adjusted"].item() == pytest.approx(4e-4), "two things in two measures"
    assert _worth_words.worth_agreed(found) == [
        "worth points in every line-up, beyond chance: nothing", "worth wins in every line-up, beyond chance: y",
    ]  # fmt: skip


def test_differences_of_fresh_games_stand_beside_those_that_were_chosen_by() -> None:
    worths = {"a": {"x": 0.0, "y": 2.0, "z": 1.0}, "b": {"x": 2.0, "y": 0.0, "z": 1.0}}
    table, again = made_up(worths), made_up({name: {"x": 0.5} for name in worths}, seed=1)
    for each, seed in ((table, 0), (again, 1)):
        each.attrs["worth"] = {"line_ups": {name: {"seed": seed} for name in worths}}
    with pytest.raises(SetupError, match="another seed"):
        line_ups.disagreements(table, again=again)
    again.attrs["worth"] |= {"chosen_with": [0], "seed": 1}
    found = line_ups.disagreements(table, again=again)
    assert set(found["thing"]) == {"x", "y"}
    both = found.set_index("thing")
    assert both.loc["x", "difference"] == pytest.approx(-2, abs=0.3)
    assert both.loc["x", "again"] == pytest.approx(0, abs=0.3)
    assert both.loc["x", "again_low"] < both.loc["x", "again"] < both.loc["x", "again_high"]
    assert np.isnan(both.loc["y", "again"]), "it was not measured again"


def test_a_thing_that_never_changed_anything_is_no_disagreement() -> None:
    table = made_up({"a": {"x": 1.0}, "b": {"x": 1.0}})
    table.loc[:, [name for name in table if str(name).startswith(("points", "win_share"))]] = 0.0
    assert line_ups.disagreements(table, 1.0)["p_value"].tolist() == [1.0, 1.0]


def test_differences_are_told_with_the_line_up_that_gains_more_first() -> None:
    found = line_ups.disagreements(made_up({"a": {"x": 0.0}, "b": {"x": 2.0}}))
    (line,) = _worth_words.worth_differs(found)
    assert line == "x: worth more points for b than for a, beyond chance", "no number of the games that chose it"
    (line,) = _worth_words.worth_differs(found.assign(again=-1.5, again_low=-2.0, again_high=-1.0))
    assert line.endswith("in fresh games 1.50 [1.00, 2.00] points more")
    assert _worth_words.worth_differs(pd.concat([found] * 12))[-1] == "and 2 differences more beyond chance"


def test_few_or_like_line_ups_are_refused() -> None:
    for given, message in ((["random"], "two line-ups"), (["random", "random"], "called 'random'")):
        with pytest.raises(SetupError, match=message):
            line_ups.worth_of_line_ups("usa", given, **ASKED)
    with pytest.raises(SetupError, match="no table of several"):
        line_ups.disagreements(pd.DataFrame({"thing": ["x"]}))


def test_the_command_tells_where_line_ups_agree(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--of", "turns", "--players", "2", "--games", "40", "--line-up", "random"]
    assert main(["worth", "usa", *asked, "--line-up", "long_routes,random"]) == 0
    told = capsys.readouterr().out
    assert "line-up" in told.splitlines()[0]
    assert "worth points in every line-up, beyond chance:" in told
    assert main(["worth", "usa", *asked, "--strategies", "random"]) == 2
    assert "but not both" in capsys.readouterr().err
