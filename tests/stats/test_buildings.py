"""Tables and charts of what only some games have, against plain sums over the rows."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from ttr_analysis import charts, stats
from ttr_analysis.charts.frame import table_of, text_of
from ttr_analysis.play.simulate import simulate
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.report.features import feature_chapters
from ttr_analysis.report.headlines import headlines
from ttr_analysis.results.result import Result


@cache
def played(name: str) -> Result:
    return simulate(name, ["ticket_planner", "random", "ticket_planner"], games=60, seed=2, progress=False)


def test_surcharges_count_every_attempt_once() -> None:
    result = played("europe")
    table = stats.tunnel_surcharges(result)
    assert table["attempts"].sum() == len(result.tunnels)
    only = result.tunnels["locomotives"] == result.tunnels["cards"]
    for payment, rows in (
        (stats.tunnels.PAYMENTS[0], result.tunnels[~only]),
        (stats.tunnels.PAYMENTS[1], result.tunnels[only]),
    ):
        mine = table[table["payment"] == payment].set_index("surcharge")
        assert mine["share"].sum() == pytest.approx(1)
        for surcharge, group in rows.groupby("surcharge"):
            assert mine.loc[surcharge, "attempts"] == len(group)
            assert mine.loc[surcharge, "dug_share"] == pytest.approx(group["paid"].mean())
    assert (table.loc[table["surcharge"] == 0, "dug_share"] == 1).all()
    inside = table.dropna()
    assert ((inside["share_low"] <= inside["share"]) & (inside["share"] <= inside["share_high"])).all()


def test_tunnel_values_are_means_over_attempts() -> None:
    result = played("europe")
    table = stats.tunnel_values(result).set_index("track")
    kinds = result.game_map.rules.track_kinds
    assert set(table.index) == {t.index for t in result.game_map.tracks if kinds[t.kind].reveals}
    for track, rows in result.tunnels.groupby("track"):
        row, dug = table.loc[track], rows[rows["paid"]]
        assert row["attempts_a_game"] == pytest.approx(len(rows) / len(result))
        assert row["mean_surcharge"] == pytest.approx(rows["surcharge"].mean())
        assert row["given_up_share"] == pytest.approx(1 - rows["paid"].mean())
        if len(dug):
            assert row["mean_cards"] == pytest.approx((dug["cards"] + dug["surcharge"]).mean())


@pytest.mark.parametrize(("name", "kind"), [("europe", "station"), ("rails_sails_great_lakes", "harbour")])
def test_building_values_are_means_over_buildings(name: str, kind: str) -> None:
    result = played(name)
    table = stats.building_values(result)
    assert set(table["kind"]) == {kind}
    assert table["built"].sum() == len(result.buildings)
    best = table.iloc[0]
    rows = result.buildings[result.buildings["city"] == best["city"]]
    assert best["mean_points"] == pytest.approx(rows["points"].mean())
    numbers = stats.buildings_by_player(result)
    assert numbers["share"].sum() == pytest.approx(1)
    assert (numbers["value"] * numbers["players"]).sum() == len(result.buildings)
    mean = np.average(numbers["mean_score"], weights=numbers["players"])
    assert mean == pytest.approx(result.players["score"].mean())


def test_tours_are_in_order_out_of_order_or_failed() -> None:
    result = played("rails_sails_world")
    table = stats.tour_outcomes(result)
    assert len(table) == 8
    met = table[table["kept"] > 0]
    assert np.allclose(met[["in_order_share", "out_of_order_share", "failed_share"]].sum(axis=1), 1)
    for row in met.itertuples():
        points = result.tickets.loc[result.tickets["ticket"] == row.ticket, "points"]
        assert row.in_order_share == pytest.approx((points == row.points).mean())
        assert row.out_of_order_share == pytest.approx((points == row.points_out_of_order).mean())
    assert stats.tour_outcomes(played("europe")).empty


@pytest.mark.parametrize(
    ("name", "stems"),
    [
        ("usa", set()),
        ("europe", {"tunnel_surcharges", "tunnels", "stations", "stations_built"}),
        ("rails_sails_world", {"harbours", "harbours_built", "pieces_chosen", "tours"}),
        ("rails_sails_great_lakes", {"harbours", "harbours_built", "pieces_chosen"}),
        ("first_journey_usa", {"tickets_made"}),
        ("first_journey_europe", {"tickets_made"}),
    ],
)
def test_reports_have_the_chapters_of_their_rules(name: str, stems: set[str]) -> None:
    result = played(name)
    drawn = {chapter.stem: chapter for chapter in feature_chapters(result)}
    assert set(drawn) == stems
    for chapter in drawn.values():
        assert text_of(chapter.figure, "alt")
        assert f"n = {len(result)} games" in text_of(chapter.figure, "caption")
        assert len(table_of(chapter.figure))
    assert stems <= {*Analysis.of(result).tables(), *stems}


def test_headlines_speak_of_what_the_rules_have() -> None:
    words = {
        "europe": ("tunnels per game", "stations, which save"),
        "rails_sails_world": ("harbours, built and unbuilt", "Players choose"),
        "first_journey_usa": ("bonus tickets",),
        "usa": (),
    }
    every = {phrase for phrases in words.values() for phrase in phrases}
    for name, phrases in words.items():
        text = " ".join(headlines(Analysis.of(played(name))))
        assert {phrase for phrase in every if phrase in text} == set(phrases)


def test_a_city_s_name_is_escaped_in_charts() -> None:
    table = stats.building_values(played("europe")).replace({"name": {"Berlin": "<script>alert(1)</script>"}})
    fig = charts.building_values(table, "station")
    assert "<script>" not in "".join(map(str, fig.data[0].y))
