"""The games behind a table: what is gone is as on the map without it, and seats are compared in the same games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.cli import main
from ttr_analysis.experiments.worth import measure
from ttr_analysis.experiments.worth.confirm import confirm
from ttr_analysis.experiments.worth.games import Choices, Partners, Tables
from ttr_analysis.experiments.worth.things import seat_of, things_of
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.rules import limits
from ttr_analysis.rules.interventions import FirstTicket, KeptTicket
from ttr_analysis.strategies import get_strategy

QUIET: dict[str, Any] = {"progress": False}
USA = load_map("usa")
BUSY = ["El Paso-Los Angeles", "New York-Pittsburgh", "Nashville-Saint Louis"]
SEATS: dict[str, Any] = {"of": "seats", "games": 60, "progress": False}
PLACES = ["first seat", "second seat", "third seat"]


def test_a_route_gone_is_worth_the_map_with_it_less_the_map_without_it() -> None:
    (thing,) = [each for each in things_of(USA, "routes", "gone") if each.name == BUSY[1]]
    players = [get_strategy("ticket_planner")] * 2
    (rows,) = Tables(USA, players, 0, None, ProgressBar(1, False)).differences([thing], 0, 30)
    games = {"players": 2, "games": 60, "rotate": False, **QUIET}
    scores = [
        simulate(each, "ticket_planner", **games).players["score"].to_numpy().reshape(60, 2)
        for each in (USA, USA.without(thing.name))
    ]
    own, others = (scores[0] - scores[1]).T
    assert np.array_equal(rows["points"], np.where(rows["seat"] == 0, own, others))
    assert np.array_equal(rows["points_of_others"], np.where(rows["seat"] == 0, others, own))
    assert rows["changed"].any()


def test_the_order_of_the_rows_changes_nothing_in_what_is_gone() -> None:
    asked: dict[str, Any] = {"change": "gone", "only": BUSY, "players": 2, "games": 60, **QUIET}
    one, two = (measure.worth(each, "ticket_planner", **asked) for each in (USA, in_other_order(USA)))
    pd.testing.assert_frame_equal(one, two)
    assert set(one["thing"]) == set(BUSY)


def test_a_partner_is_worth_what_both_tickets_are_less_what_each_is_alone() -> None:
    ticket, partner = "Denver-El Paso", "Seattle-New York"
    (thing,) = [each for each in things_of(USA, "partners", ticket=ticket) if each.name == partner]
    players = [get_strategy("ticket_planner")] * 2
    (rows,) = Partners(USA, players, 0, None, ProgressBar(1, False)).differences([thing], 0, 20)
    games = {"players": 2, "games": 20, "rotate": False, **QUIET}
    none, one, two, both = (
        simulate(USA, "ticket_planner", interventions=[FirstTicket(name, 0) for name in names], **games)
        .players["score"].to_numpy().reshape(20, 2)
        for names in ([], [ticket], [partner], [ticket, partner])
    )  # fmt: skip
    own, others = ((both - none) - (one - none) - (two - none)).T
    assert np.array_equal(rows["points"][:20], own)
    assert np.array_equal(rows["points_of_others"][:20], others)
    assert np.ptp(own) > 0
    assert rows["changed"][:20].to_numpy()[own != 0].all()


def test_keeping_is_compared_with_returning_in_the_same_games() -> None:
    asked: dict[str, Any] = {"of": "tickets", "only": ["Denver-El Paso"], "players": 2, "games": 60, **QUIET}
    players = [get_strategy("ticket_planner")] * 2
    parts = {}
    for change, kind in (("kept", Tables), ("returned", Tables), ("kept_or_returned", Choices)):
        (thing,) = [each for each in things_of(USA, "tickets", change) if each.name == "Denver-El Paso"]
        (parts[change],) = kind(USA, players, 0, None, ProgressBar(1, False)).differences([thing], 0, 30)
    kept, returned, both = parts.values()
    for column in ("points", "win_share", "points_of_others", "win_share_of_next_1"):
        assert both[column].to_numpy() == pytest.approx((kept[column] + returned[column]).to_numpy())
    assert both["changed"].any()
    assert set(both["game"][both["offered"] & (both["seat"] == 0)]) == games_with_ticket("Denver-El Paso", 30)
    assert both["offered"][both["changed"]].all()
    assert 0.08 < both["offered"].mean() < 0.5, "it is among the first three of thirty tickets in a tenth of the games"
    table = measure.worth("usa", "ticket_planner", change="kept_or_returned", **asked)
    assert table["points"].item() == pytest.approx(both["points"].mean())
    assert table["offered"].item() == both["offered"].mean()
    assert table["n_if_offered"].item() == both["offered"].sum()
    assert table["points_if_offered"].item() == pytest.approx(both["points"][both["offered"]].mean())
    again = confirm(table, 1, seed=1, progress=False)
    assert again.attrs["worth"]["change"] == "kept_or_returned"


def games_with_ticket(name: str, games: int) -> set[int]:
    """The games in which the first seat has a ticket that it must keep whenever it is offered."""
    asked: dict[str, Any] = {"players": 2, "games": games, "rotate": False, **QUIET}
    tickets = simulate(USA, "ticket_planner", interventions=[KeptTicket(name, 0)], **asked).tickets
    named = tickets["ticket"].astype("str").isin([name, str(USA.ticket(name).index)])
    return set(tickets["game"][(tickets["seat"] == 0) & named])


def test_partners_are_measured_as_other_things_are() -> None:
    asked: dict[str, Any] = {"of": "partners", "players": 2, "games": 8, **QUIET}
    some = ["Los Angeles-Chicago", "Boston-Miami"]
    told: list[tuple[int, int]] = []
    one, two = (
        measure.worth(each, "random", ticket=name, only=some, on_progress=lambda *far: bool(told.append(far)), **asked)
        for each, name in ((USA, "El Paso-Denver"), (in_other_order(USA), "Denver-El Paso"))
    )
    pd.testing.assert_frame_equal(one, two)
    assert told[-1] == (8 * (2 * 2 + 2), 8 * (2 * 2 + 2))
    again = confirm(one, 1, seed=1, progress=False)
    assert again.attrs["worth"]["ticket"] == "Denver-El Paso"
    assert again.attrs["worth"]["of"] == "partners"


def test_the_command_tells_the_best_partner(capsys: pytest.CaptureFixture[str]) -> None:
    asked = [
        "worth",
        "first_journey_usa",
        "--of",
        "partners",
        "--strategies",
        "random",
        "--players",
        "2",
        "--games",
        "8",
    ]
    assert main([*asked, "--ticket", "Miami-Chicago"]) == 0
    told = capsys.readouterr().out
    assert "The best partner of Chicago-Miami in the first hand is" in told
    assert "they help each other" in told
    assert main(asked) == 2
    assert "--ticket" in capsys.readouterr().err


def test_among_like_players_a_seat_is_worth_its_score_above_the_mean_of_the_table() -> None:
    table = measure.worth("usa", "ticket_planner", players=3, **SEATS).set_index("thing")
    played = simulate("usa", "ticket_planner", players=3, games=60, rotate=False, progress=False)
    scores = played.players["score"].to_numpy().reshape(60, 3)
    above = scores - scores.mean(axis=1, keepdims=True)
    for seat, place in enumerate(PLACES):
        assert table.loc[place, "points"] == pytest.approx(above[:, seat].mean())
        half = (table.loc[place, "points_high"] - table.loc[place, "points_low"]) / 2
        assert half == pytest.approx(2.001 * above[:, seat].std(ddof=1) / np.sqrt(60), rel=1e-3)
    assert table["points"].sum() == pytest.approx(0)
    assert table["win_share"].sum() == pytest.approx(0)


def test_in_a_mixed_line_up_the_same_player_is_compared_in_all_seats() -> None:
    mixed = ["ticket_planner", "random", "greedy_points"]
    table = measure.worth("usa", mixed, **SEATS).set_index("thing")
    scores = np.stack([
        simulate("usa", mixed[-seat:] + mixed[:-seat], games=60, rotate=False, progress=False)
        .players["score"].to_numpy().reshape(60, 3)[:, seat]
        for seat in range(3)
    ])  # fmt: skip
    for seat, place in enumerate(PLACES):
        assert table.loc[place, "points"] == pytest.approx((scores[seat] - scores.mean(axis=0)).mean())


def test_some_seats_and_all_of_them_have_the_same_numbers_in_any_order_of_rows() -> None:
    usa, asked = USA, {**SEATS, "players": 2}
    one, two = (measure.worth(each, "ticket_planner", **asked) for each in (usa, in_other_order(usa)))
    pd.testing.assert_frame_equal(one, two)
    second = measure.worth(usa, "ticket_planner", only=["second seat"], **asked)
    assert second["points"].item() == one.set_index("thing").loc["second seat", "points"]


def test_every_seat_that_there_may_be_has_a_name() -> None:
    six = USA.with_rules(players=(2, limits.SEATS), pieces={"train": 30})
    assert len({thing.name for thing in things_of(six, "seats")}) == limits.SEATS
    assert [seat_of(thing) for thing in things_of(six, "seats", players=4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(("strategies", "games"), [("random", 60), (["random", "greedy_points"], 120)])
def test_the_bar_counts_the_games_that_are_played(strategies: Any, games: int) -> None:
    told: list[tuple[int, int]] = []
    measure.worth("usa", strategies, players=2, on_progress=lambda *far: bool(told.append(far)), **SEATS)
    assert told[-1] == (games, games)
