"""Charts of tickets: claims on ticket paths beside chance, in percent; the names of copies, the points of choices."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis.charts import (
    best_network,
    claims_on_paths,
    points_per_train,
    table_of,
    text_of,
    ticket_outcomes,
    ticket_partners,
    ticket_worth,
)
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.exact.optimum import BestNetwork
from ttr_analysis.exact.paths import ticket_overlaps
from ttr_analysis.maps.folder import load_map
from ttr_analysis.stats import ticket_difficulty


def made_up() -> pd.DataFrame:
    table = pd.DataFrame({"strategy": ["racer", "<b>rush</b>"], "claims": [100, 200]})
    for name, value in (("on_path", 0.05), ("by_chance", 0.07), ("difference", -0.02), ("claims_each", 8.0)):
        table = table.assign(**{name: [value, 2 * value], f"{name}_low": value / 2, f"{name}_high": 3 * value})
    return table


def test_claims_stand_above_chance_in_percent_with_their_whiskers() -> None:
    fig = claims_on_paths(made_up())
    claims, chance = fig.data
    assert list(claims.x) == pytest.approx([5, 10])
    assert list(chance.x) == pytest.approx([7, 14])
    assert claims.error_x.array == pytest.approx([10, 5])
    assert list(claims.y) > list(chance.y)
    assert list(fig.layout.yaxis.ticktext) == ["Racer", "&lt;b&gt;rush&lt;/b&gt;"]
    assert fig.layout.xaxis.range[1] > 21
    assert "Racer 5.0 %, by chance 7.0 %" in text_of(fig, "alt")
    assert len(table_of(fig)) == 2


def test_two_copies_of_a_ticket_have_a_bar_and_a_name_each_with_the_range_of_its_points() -> None:
    result = made_up_result(load_map("switzerland"), games=100, lineup=("random",) * 3)
    fig = ticket_outcomes(result)
    names = list(fig.data[0].y)
    assert len(set(names)) == len(names) == len(result.game_map.tickets)
    assert {f"Italia-Österreich/France/Deutschland {copy} (6–13)" for copy in (1, 2)} <= set(names)
    assert "Basel-Bern (5)" in names
    shares = pd.DataFrame([list(trace.x) for trace in fig.data[:3]]).sum()
    assert shares.to_numpy() == pytest.approx(100)
    fig = ticket_worth(result)
    hover = {name: points for name, points, _ in fig.data[0].customdata}
    assert hover["Bern-France/Deutschland/Italia/Österreich"] == "5–11"
    assert len(hover) == len(fig.data[0].customdata)


def test_exact_charts_tell_two_copies_apart() -> None:
    switzerland = load_map("switzerland")
    both = {f"Deutschland-France/Österreich/Italia {copy}" for copy in (1, 2)}
    difficulty = ticket_difficulty(switzerland)
    assert both <= {name.rpartition(" (")[0] for name in points_per_train(difficulty).data[0].y}
    partners = ticket_partners(ticket_overlaps(switzerland))
    assert both <= set(partners.layout.xaxis.ticktext)
    pairs = table_of(partners)
    assert ((pairs["ticket"] != pairs["partner"]) & ~pairs.duplicated(["ticket", "partner"])).all()


def test_the_table_of_a_best_network_counts_what_each_ticket_pays_for_the_place_it_reaches() -> None:
    switzerland = load_map("switzerland")
    names = ("Bern-Solothurn black", "Olten-Solothurn blue", "Basel-Olten orange tunnel", "Basel-Deutschland (Basel)")
    tracks = tuple(switzerland.track(name) for name in names)
    tickets = switzerland.tickets_named(["Basel-Bern", "Bern-Deutschland"])
    table = table_of(best_network(switzerland, BestNetwork(tracks, tickets, 6, 11, 0, 6, 6, 17, True, 0.1)))
    paid = table[table["what"] == "ticket"].set_index("name")["points"]
    assert paid.to_dict() == {"Basel-Bern": 5, "Bern-France/Deutschland/Italia/Österreich": 6}


def test_the_title_of_the_colour_bar_has_its_room_beside_the_plot() -> None:
    games = made_up_result(games=40)
    margins = [ticket_worth(games, language=language).layout.margin.r for language in ("en", "pl")]
    assert margins[0] < 130
    assert margins[1] > text_width("Wydrukowane", 17) + 30
