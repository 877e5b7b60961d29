"""Tables of worth that are kept: resumed they are the same, and nothing else is taken for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from how_often import first

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.worth import confirm, kept, measure, told
from ttr_analysis.maps import in_other_order, load_map

TURNS = ["turn of round 1", "turn of round 2", "turn of round 12"]
ASKED: dict[str, Any] = {
    "of": "turns", "only": TURNS, "players": 2, "precision": 4.5, "games": 200, "progress": False,
}  # fmt: skip
"""Stages of 200 games of each of three things, of which one or two need a second stage."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make stages and rounds so short that a test meets several of them."""
    monkeypatch.setattr(measure, "LEAST", 200)
    monkeypatch.setattr(measure, "ROUND", 25)


def stopped_after(games: int, **changed: Any) -> pd.DataFrame:
    def stop(done: int, total: int) -> bool:
        if done > games:
            raise KeyboardInterrupt
        return False

    return measure.worth("usa", "random", **{**ASKED, "on_progress": stop, **changed})


@pytest.fixture(scope="module")
def whole() -> pd.DataFrame:
    """Return a table made in one go."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measure, "LEAST", 200)
        patch.setattr(measure, "ROUND", 25)
        return measure.worth("usa", "random", **ASKED)


@pytest.mark.parametrize("games", first([350, 750, 1_000], 1, "other places to stop at"))
def test_a_resumed_table_is_that_of_a_run_never_stopped(games: int, whole: pd.DataFrame, tmp_path: Path) -> None:
    assert whole["n"].min() == 200 < whole["n"].max(), "some rows need more games than others"
    first = stopped_after(games, out=tmp_path)
    assert not first.attrs["complete"]
    assert first["n"].sum() < whole["n"].sum()
    again = measure.worth("usa", "random", out=tmp_path, resume=True, **ASKED)
    pd.testing.assert_frame_equal(again, whole, check_exact=True)
    assert again.attrs["complete"]
    read = kept.read_worth(tmp_path)
    pd.testing.assert_frame_equal(read, whole, check_exact=True)
    assert read.attrs == again.attrs


def test_a_round_is_what_ctrl_c_loses_at_most(tmp_path: Path) -> None:
    table = stopped_after(650, out=tmp_path)
    assert table["n"].unique() == [3 * 50], "a round has 25 games in each of 2 seats; the fourth was under way"
    rows = kept.read_rows(tmp_path)
    assert {name: len(each) for name, each in rows.items()} == table.set_index("thing")["n"].to_dict()
    for _, row in table.iterrows():
        assert rows[row["thing"]]["points"].mean() == pytest.approx(row["points"], abs=1e-12)


def test_games_are_written_while_it_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "SECONDS", 0.0)
    there: list[int] = []

    def look(done: int, total: int) -> bool:
        there.append(len(kept.read_rows(tmp_path)["turn of round 1"]) if (tmp_path / kept.ROWS).exists() else 0)
        return False

    measure.worth("usa", "random", out=tmp_path, on_progress=look, **{**ASKED, "precision": None, "games": 160})
    assert set(there) == {0, 50, 100, 150}


def test_no_game_is_played_twice_where_a_thing_comes_back() -> None:
    run = measure._Run(None, [], 100, None, 100, 0.95, {})  # type: ignore[arg-type]
    run.rows = {"long": pd.DataFrame({"game": [0, 1, 2]}), "back": pd.DataFrame({"game": [0, 7]})}
    assert run.next_game == 8


def test_more_games_can_be_allowed_later(whole: pd.DataFrame, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="more than the 100 allowed"):
        measure.worth("usa", "random", out=tmp_path, most_games=100, **ASKED)
    assert kept.read_worth(tmp_path)["n"].tolist() == [200] * 3
    again = measure.worth("usa", "random", out=tmp_path, resume=True, **ASKED)
    pd.testing.assert_frame_equal(again, whole, check_exact=True)


def test_another_table_is_refused_by_what_differs(tmp_path: Path) -> None:
    few = {"precision": None, "games": 40}
    measure.worth("usa", "random", out=tmp_path, **{**ASKED, **few})
    other: dict[str, tuple[Any, str, dict[str, Any]]] = {
        "seed 0, not 1": ("usa", "random", {"seed": 1}),
        "another map, or another version": (load_map("usa").with_rules(longest_trail_bonus=0), "random", {}),
        "other things": ("usa", "random", {"only": TURNS[:1]}),
        "games 40, not 200": ("usa", "random", {"games": 200}),
        "other strategies": ("usa", "long_routes", {}),
    }
    for message, (game_map, strategies, changed) in other.items():
        with pytest.raises(SetupError, match=message):
            measure.worth(game_map, strategies, out=tmp_path, resume=True, **{**ASKED, **few, **changed})
    with pytest.raises(SetupError, match="go on with this one"):
        measure.worth("usa", "random", out=tmp_path, **{**ASKED, **few})
    (tmp_path / kept.ROWS).write_bytes(b"no parquet")
    with pytest.raises(SetupError, match="cannot be read"):
        measure.worth("usa", "random", out=tmp_path, resume=True, **{**ASKED, **few})


def test_the_order_of_the_rows_of_a_map_is_no_other_map(tmp_path: Path) -> None:
    few = {**ASKED, "precision": None, "games": 40}
    usa = load_map("usa")
    first = measure.worth(usa, "random", out=tmp_path, **few)
    for seed in (None, 1):
        other = in_other_order(usa, seed)
        again = measure.worth(other, "random", out=tmp_path, resume=True, **few)
        pd.testing.assert_frame_equal(again, first)
        assert told.map_of(kept.read_worth(tmp_path), other) is other
        fresh = confirm.confirm(first, 1, seed=1, games=20, game_map=other, progress=False)
        assert fresh.attrs["worth"]["digest"] == first.attrs["worth"]["digest"]
    with pytest.raises(ResultError, match="not of map"):
        told.map_of(first, usa.with_length("Denver-Omaha", 3))


def test_only_some_things_are_measured_as_in_the_whole_table() -> None:
    few = {**ASKED, "precision": None, "games": 100, "only": None}
    whole = measure.worth("usa", "random", **few).set_index("thing")
    some = measure.worth("usa", "random", **{**few, "only": ["turn of round 2"]}).set_index("thing")
    assert list(some.index) == ["turn of round 2"]
    assert some.loc["turn of round 2", "points"] == whole.loc["turn of round 2", "points"]
    with pytest.raises(SetupError, match="did you mean turn of round 2"):
        measure.worth("usa", "random", **{**few, "only": ["turn of round 22"]})
    with pytest.raises(SetupError, match="nothing to go on with without a folder"):
        measure.worth("usa", "random", resume=True, **few)


def test_more_games_are_those_of_one_long_run(tmp_path: Path) -> None:
    few = {**ASKED, "precision": None}
    asked = {**few, "games": 100}
    measure.worth("usa", "random", out=tmp_path / "run", **asked)
    longer = measure.worth("usa", "random", out=tmp_path / "run", more=True, **asked)
    whole = measure.worth("usa", "random", **few)
    pd.testing.assert_frame_equal(longer, whole, check_exact=True)
    again = measure.worth("usa", "random", out=tmp_path / "run", resume=True, **few)
    pd.testing.assert_frame_equal(again, whole, check_exact=True)
    with pytest.raises(SetupError, match="seed 0, not 1"):
        measure.worth("usa", "random", out=tmp_path / "run", more=True, **{**asked, "seed": 1})
    with pytest.raises(SetupError, match="played to a precision has no games to be added"):
        measure.worth("usa", "random", out=tmp_path / "run", more=True, **ASKED)
    with pytest.raises(SetupError, match="holds no table of worth to which games could be added"):
        measure.worth("usa", "random", out=tmp_path / "none", more=True, **asked)
    measure.worth("usa", "random", out=tmp_path / "short", **{**few, "games": 40})
    with pytest.raises(SetupError, match="made for 40 games of each thing, which end in a short round"):
        measure.worth("usa", "random", out=tmp_path / "short", more=True, **asked)


def test_one_run_at_a_time_writes_a_table(tmp_path: Path) -> None:
    few = {**ASKED, "precision": None, "games": 40}
    refused: list[str] = []

    def another(done: int, total: int) -> bool:
        with pytest.raises(SetupError, match="another run is writing") as error:
            measure.worth("usa", "random", out=tmp_path, resume=True, **few)
        refused.append(str(error.value))
        return False

    measure.worth("usa", "random", out=tmp_path, **{**few, "on_progress": another})
    assert refused
