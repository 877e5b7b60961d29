"""What things are worth: signs, intervals that cover, precision, what can be stopped and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import kept, measure
from ttr_analysis.experiments.worth.games import MEASURES, Choices, Tables
from ttr_analysis.experiments.worth.measure import worth
from ttr_analysis.experiments.worth.table import FEW, estimate, flaws, worth_table
from ttr_analysis.experiments.worth.things import CHANGES, Thing, things_of
from ttr_analysis.experiments.worth.told import few_changed
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.rules.interventions import Closed, Restricted
from ttr_analysis.strategies import get_strategy

QUIET: dict[str, Any] = {"progress": False}


def tables(seed: int = 0, strategy: str = "random", players: int = 2) -> Tables:
    return Tables(load_map("usa"), [get_strategy(strategy)] * players, seed, None, ProgressBar(1, False))


@pytest.mark.long(reason="thousands of games; that a route is worth something is tried at every run")
def test_a_turn_and_a_card_are_worth_points_to_their_owner() -> None:
    turns = worth("usa", "ticket_planner", of="turns", players=2, games=1000, **QUIET).set_index("thing")
    assert turns.loc["turn of round 3", "points_low"] > 0
    cards = worth("usa", "ticket_planner", of="cards", players=2, games=2000, **QUIET).set_index("thing")
    assert cards.loc["locomotive", "points_low"] > 0
    assert (cards["points"] > 0).all()


@pytest.mark.long(reason="thousands of games to say how much; small tables are tried at every run")
def test_what_is_closed_is_worth_what_is_lost_without_it() -> None:
    table = worth("usa", "ticket_planner", of="cities", players=2, games=400, **QUIET)
    best = table.iloc[0]
    assert best["points_low"] > 0
    games = {"players": 2, "games": 200, "seed": 0, "rotate": False, **QUIET}
    plain = simulate("usa", "ticket_planner", **games)
    closed = simulate("usa", "ticket_planner", interventions=[Closed(best["thing"], 0)], **games)
    of_first = [run.players.loc[run.players["seat"] == 0, "score"].to_numpy() for run in (plain, closed)]
    assert of_first[0].mean() > of_first[1].mean()
    rows = tables(strategy="ticket_planner").differences(
        [Thing("city", lambda seat, players: (Closed(best["thing"], seat),), -1)], 0, 200
    )[0]
    assert np.array_equal(rows["points"][:200], of_first[0] - of_first[1])
    assert rows["game"].tolist() == list(range(400))
    assert rows["seat"].tolist() == [0] * 200 + [1] * 200


def test_what_never_bites_is_worth_nothing_with_no_width() -> None:
    never = Thing("never", lambda seat, players: (Closed("Denver", seat, 999),), -1)
    sometimes = Thing("some", lambda seat, players: (Restricted("no_tickets", seat),), -1)
    rows = tables().differences([never, sometimes], 0, 100)
    both = {"never": rows[0], "some": rows[1]}
    table = worth_table(both, 0.95, 22.0, inert=["never"]).set_index("thing")
    assert table.loc["never", ["points", "points_low", "points_high", "changed"]].tolist() == [0, 0, 0, 0]
    assert table.loc["never", "p_value"] == 1
    assert table.loc["some", "changed"] > 0.5
    chance = worth_table(both, 0.95, 22.0).set_index("thing").loc["never"]
    assert chance["points_low"] < 0 < chance["points_high"], "that nothing changed in 200 games may be chance"


def test_the_opponents_are_told_one_by_one_in_the_order_of_play() -> None:
    alone = ["random", "greedy_points", "long_routes"]
    closed = Thing("all", lambda seat, players: (Restricted("no_claims_before", (seat + 1) % players, 999),), 1)
    players = [get_strategy(name) for name in alone]
    (rows,) = Tables(load_map("usa"), players, 0, None, ProgressBar(1, False)).differences([closed], 0, 20)
    table = worth_table({"all": rows}, 0.95, 22.0)
    assert table["points_of_next_1"].item() < -10, "greedy_points may not claim anything"
    assert table["points_of_next_1"].item() < table["points_of_next_2"].item()
    for what in ("points", "win_share"):
        together = rows[f"{what}_of_next_1"] + rows[f"{what}_of_next_2"]
        assert np.allclose(together, rows[f"{what}_of_others"])
        assert {f"{what}_of_next_2_low", f"{what}_of_next_2_high"} <= set(table)
    games = {"games": 20, "first_game": 20, "seed": 0, "rotate": False, **QUIET}
    order = [alone[(seat - 1) % 3] for seat in range(3)]
    plain = simulate("usa", order, **games)
    barred = simulate("usa", order, interventions=[Restricted("no_claims_before", 2, 999)], **games)
    of_first = [run.players.loc[run.players["seat"] == 0, "score"].to_numpy() for run in (barred, plain)]
    assert np.array_equal(rows.loc[rows["seat"] == 1, "points_of_next_2"], of_first[0] - of_first[1])


def test_the_order_of_the_rows_changes_nothing_in_the_table() -> None:
    usa = load_map("usa")
    asked: dict[str, Any] = {"of": "cities", "players": 2, "games": 100, **QUIET}
    one, two = (worth(each, "ticket_planner", **asked) for each in (usa, in_other_order(usa)))
    pd.testing.assert_frame_equal(one, two)


@pytest.mark.long(reason="plays round after round of games")
def test_the_bar_grows_with_the_rounds() -> None:
    told: list[tuple[int, int]] = []

    def tell(done: int, total: int) -> bool:
        told.append((done, total))
        return False

    worth("usa", "random", of="habits", players=2, precision=2.5, progress=False, on_progress=tell)
    assert all(done <= total for done, total in told)
    assert told[-1][0] == told[-1][1] > 5 * 1000


def test_few_changed_games_get_a_bound() -> None:
    rows = pd.DataFrame({"points": np.zeros(1000), "changed": False})
    rows.loc[:4] = 4.0, True
    found = estimate(rows, "points", 30.0, 0.95)
    assert found.method == "bound"
    assert found.value == pytest.approx(0.02)
    assert 30 * 5 / 1000 < found.high < 30 * 15 / 1000
    assert found.low == -found.high
    rows.loc[: FEW - 1] = 4.0, True
    assert estimate(rows, "points", 30.0, 0.95).method == "t"


def changes_in(points: int, wins: int, games: int = 1000) -> pd.DataFrame:
    """Rows of games of which so many changed in points, and so many in wins, always to the worse."""
    rows = pd.DataFrame(0.0, index=range(games), columns=list(MEASURES))
    rows.loc[: points - 1, "points"], rows.loc[: wins - 1, "win_share"] = -4.0, -1.0
    return rows.assign(changed=(rows != 0).any(axis=1))


def test_each_measure_has_its_own_bound() -> None:
    table = worth_table({"a": changes_in(25, 0), "b": changes_in(0, 0)}, 0.95, 22.0).set_index("thing").sort_index()
    assert table.loc["a", "points_high"] < 0, "25 changes of points are enough for an interval"
    assert table.loc["a", "win_share_high"] == pytest.approx(0.00383, abs=1e-5), "0 of 1,000 games, by 1 at most"
    assert table.loc["b", "points_high"] == pytest.approx(22 * 0.00383, rel=1e-2), "4 was seen, but 22 can be had"
    assert few_changed(table).tolist() == [False, True]
    assert few_changed(table, "win_share").all()


def test_what_has_a_bound_is_never_sure() -> None:
    table = worth_table({"a": changes_in(FEW - 1, FEW - 1), "b": changes_in(FEW, 0)}, 0.95, 22.0)
    table.attrs["worth"] = {"change": "closed"}
    p_values = table.set_index("thing")[["p_value", "p_value_win_share"]]
    assert p_values.loc["a"].tolist() == [1, 1]
    assert p_values.loc["b", "p_value"] < 0.001
    assert p_values.loc["b", "p_value_win_share"] == 1
    assert flaws(table)["thing"].tolist() == ["b"]


@pytest.mark.long(reason="thousands of games to say how much; small tables are tried at every run")
def test_a_route_that_wins_the_game_is_worth_much() -> None:
    usa = load_map("usa")
    rich = usa.with_rules(route_points=(*usa.rules.route_points[:7], 60)).with_track("Seattle", "Miami", 7)
    table = worth(rich, "long_routes", of="routes", players=2, games=40, **QUIET).set_index("thing")
    assert table.loc["Miami-Seattle" if "Miami-Seattle" in table.index else "Seattle-Miami", "points_low"] > 5


@pytest.mark.long(reason="thousands of games to say how much; small tables are tried at every run")
def test_it_plays_until_the_points_are_precise_enough() -> None:
    table = worth("usa", "random", of="habits", players=2, precision=2.5, **QUIET)
    assert table["n"].min() >= 1000
    assert table["n"].nunique() > 1 or (table["points_high"] - table["points"]).max() < 2
    assert (table["points_high"] - table["points"]).max() <= 2.5
    assert (table["points"] - table["points_low"]).max() <= 2.5


@pytest.mark.release(reason="sixty tables of worth take minutes")
def test_intervals_cover_with_the_stopping_rule_on() -> None:
    asked: dict[str, Any] = {"of": "habits", "players": 2, **QUIET}
    truth = worth("usa", "random", games=60_000, seed=999, **asked).set_index("thing")
    hits = []
    for seed in range(60):
        table = worth("usa", "random", precision=2.5, seed=seed, **asked).set_index("thing")
        hits += (table["points_low"] <= truth["points"].loc[table.index]).tolist()
        hits += (table["points_high"] >= truth["points"].loc[table.index]).tolist()
    assert 1 - np.mean(hits) == pytest.approx(0.025, abs=0.02)


def test_what_is_better_lost_is_named() -> None:
    table = pd.DataFrame(
        {
            "thing": ["a", "b", "c", "d"], "points": [-2.0, -2.0, 2.0, 2.0], "p_adjusted": [0.01, 0.2, 0.01, 0.01],
            "win_share": [0.1, 0.1, 0.1, -0.1], "p_adjusted_win_share": [0.2, 0.2, 0.01, 0.01],
            "points_high": [-1.0, -1.0, 3.0, 3.0], "win_share_high": [0.2, 0.2, 0.2, -0.05],
        }
    )  # fmt: skip
    table.attrs["worth"] = {"change": "closed"}
    assert flaws(table)["thing"].tolist() == ["a", "d"]
    assert flaws(table.assign(points_high=0.1))["thing"].tolist() == ["d"]
    table.attrs["worth"] = {"change": "blocked"}
    assert flaws(table).empty, "the opponents notice that"


@pytest.mark.parametrize("of", CHANGES)
def test_everything_that_can_be_valued_is(of: str) -> None:
    for name in ("usa", "europe", "rails_sails_world"):
        game_map = load_map(name)
        for change in CHANGES[of]:
            things = things_of(game_map, of, change)
            assert len({thing.name for thing in things}) == len(things) > 3
            things = things_of(game_map, of, change, 2)[:: 20 if change == "gone" else 1]
            made = Choices if change == "kept_or_returned" else Tables
            made(game_map, [get_strategy("random")] * 2, 0, None, ProgressBar(1, False)).check(things)


def test_routes_are_valued_once() -> None:
    game_map = load_map("usa")
    assert len(things_of(game_map, "routes")) == len({track.pair for track in game_map.tracks})


@pytest.mark.long(reason="measures a table and draws its charts")
def test_the_command_keeps_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--of", "turns", "--strategies", "random", "--players", "2", "--games", "100"]
    asked += ["--out", str(tmp_path / "worth"), "--by-seats"]
    assert main(["worth", "usa", *asked]) == 0
    told = capsys.readouterr().out
    assert "turn of round 1" in told
    assert "next 1: wins, percentage points" in told
    table = pd.read_csv(tmp_path / "worth" / kept.TABLE)
    assert len(table) == 6
    record = json.loads((tmp_path / "worth" / kept.RECORD).read_text(encoding="utf-8"))
    assert (record["of"], record["change"], record["seed"], record["complete"]) == ("turns", "skipped", 0, True)


def test_what_is_played_is_kept_when_it_is_stopped(tmp_path: Path) -> None:
    def enough(done: int, total: int) -> bool:
        if done > 7_500:
            raise KeyboardInterrupt
        return False

    table = worth(
        "usa", "random", of="turns", players=2, precision=0.5, out=tmp_path / "worth", on_progress=enough, **QUIET
    )  # fmt: skip
    assert not table.attrs["complete"]
    assert table["n"].min() == 1000
    assert len(pd.read_csv(tmp_path / "worth" / kept.TABLE)) == 6


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"of": "route"}, "did you mean"), ({"of": "cards", "change": "closed"}, "choose from more"),
        ({"precision": -1.0}, "above 0"), ({"precision": 0.001, "of": "turns"}, "would take about"),
        ({"games": 2}, "number of games"), ({"strategies": ["random"] * 3, "players": 2}, "3 strategies"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        worth("usa", **{"strategies": "random", "players": 2, **asked, **QUIET})


def test_a_map_where_no_game_changes_is_told() -> None:
    never = Thing("never", lambda seat, players: (Closed("Denver", seat, 999),), -1)
    run = measure._Run(tables(), [never], 100, None, 100, 0.95, {})
    with pytest.raises(SetupError, match="none of the 100 games changed"):
        run.play()
    run = measure._Run(tables(), [never], 5000, None, 100, 0.95, {})
    with pytest.raises(SetupError, match=r"none of the [1-4],[0-9]{3} games changed"):
        run.play()
