"""Titles that say what a chart finds, and only what its intervals bear out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import pytest

from tests.support.chart_calls import drawing, made_up_calls
from tests.support.made_up import made_up_result
from ttr_analysis import charts, stats
from ttr_analysis.charts import findings
from ttr_analysis.charts.words import Chart
from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.play import simulate

CHART = Chart("What was asked", finding="{top}: {most}, {bottom}: {least}")
NAMES = ["a", "b", "c"]


def ends(values: list[float], half: float) -> findings.Ends:
    value = np.array(values)
    return value, value - half, value + half


def test_a_title_names_the_highest_and_the_lowest_only_if_their_intervals_do_not_meet() -> None:
    assert findings.extremes(CHART, NAMES, ends([1.0, 3.0, 2.0], 0.9)).title == "b: 3.0, a: 1.0"
    assert findings.extremes(CHART, NAMES, ends([1.0, 3.0, 2.0], 1.1)) == CHART, "no claim that there is none"


def test_what_looks_the_same_when_rounded_is_no_finding() -> None:
    assert findings.extremes(CHART, NAMES, ends([1.01, 1.04, 1.0], 0.0)) == CHART


def test_the_usual_title_becomes_the_subtitle() -> None:
    assert findings.extremes(CHART, NAMES, ends([1.0, 3.0, 2.0], 0.1)).subtitle == "What was asked"
    assert findings.extremes(CHART, ["a"], ends([1.0], 0.1)) == CHART, "there is nothing to compare with"
    assert findings.extremes(CHART, NAMES, ends([np.nan] * 3, 0.1)) == CHART


def test_a_leader_needs_a_lead_over_the_second() -> None:
    chart = Chart("Who", finding="{first} {most}, {second} {next}")
    assert findings.leader(chart, NAMES, ends([1.0, 3.0, 2.0], 0.4)).title == "b 3.0, c 2.0"
    assert findings.leader(chart, NAMES, ends([1.0, 3.0, 2.0], 0.6)) == chart


def test_the_row_farthest_from_a_bound_is_named_if_its_interval_does_not_include_it() -> None:
    chart = Chart("Who", finding="{name}: {signed}, not {bound} ({more})", unclear="none is told from {bound}")
    of_rows = {"more": ["x", "y", "z"]}
    value = ends([-3.0, 1.0, 0.5], 0.9)
    assert findings.beyond(chart, NAMES, value, of_rows=of_rows).title == "a: −3.0, not 0 (x)"
    assert findings.beyond(chart, NAMES, value, above=True, of_rows=of_rows).title == "b: +1.0, not 0 (y)"
    assert findings.beyond(chart, NAMES, ends([0.1, 0.2, -0.3], 0.9)).title == "none is told from 0, over all rows"
    assert findings.beyond(chart, ["a"], ends([0.1], 0.9)).title == "none is told from 0"


def test_a_part_is_named_only_where_two_groups_differ() -> None:
    chart = Chart("What", finding="{part}: {one} {more}, {other} {less}")
    one, other = ends([5.0, 1.0], 1.0), ends([1.0, 1.1], 1.0)
    assert findings.contrast(chart, ["x", "y"], one, other, one="A", other="B").title == "x: A 5.0, B 1.0"
    assert findings.contrast(chart, ["y"], ends([1.0], 1.0), ends([1.1], 1.0), one="A", other="B") == chart


def test_a_caption_says_for_what_a_title_over_all_rows_holds() -> None:
    chart = Chart("Who", finding="{name}", unclear="none")
    assert findings.beyond(chart, NAMES, ends([3.0, 1.0, 0.5], 0.9)).holds.startswith("The title holds for all rows")
    assert findings.beyond(chart, ["a"], ends([3.0], 0.9)).holds == "", "of one row nothing was widened"
    judged = np.array([3.0, 1.0]), np.array([3.0, -np.inf]), np.array([3.0, np.inf])
    assert findings.beyond(chart, ["a", "b"], judged).holds == "", "corrected by the table, and told there"
    caption = charts.text_of(charts.win_share_by_seat(made_up_result(games=4000)), "caption")
    title = charts.text_of(charts.win_share_by_seat(made_up_result(games=4000)), "title")
    assert ("Bonferroni" in caption) == title.startswith("Seat")


def test_intervals_are_wider_for_the_most_extreme_of_many() -> None:
    one, twenty = findings.wider(ends([0.0], 1.96), 1), findings.wider(ends([0.0], 1.96), 20)
    assert one[2][0] == pytest.approx(1.96)
    assert twenty[2][0] == pytest.approx(3.02, abs=0.01)


def test_a_mean_of_counts_is_as_sure_as_its_games() -> None:
    mean, low, high = findings.mean_of_counts([0, 1], [200, 200], 100)
    assert (mean, high - mean) == (0.5, pytest.approx(0.098, abs=0.001))
    assert mean - low == high - mean


def test_of_games_without_differences_few_titles_claim_one() -> None:
    claims = 0
    for seed in range(40):
        table = pd.DataFrame(index=range(5))
        draws = np.random.default_rng(seed).normal(0, 1, 5)
        stats.columns.add(table, "lead", [draws, draws - 1.96, draws + 1.96])
        chart = Chart("Who", finding="{name}", unclear="none")
        claims += findings.beyond(chart, range(5), findings.widened(table, "lead")).title != "none, over all rows"
    assert claims <= 6, "5 % of 40 are 2"


def test_charts_say_their_finding_and_keep_their_title_below() -> None:
    fig = charts.win_share_by_seat(made_up_result(games=200))
    assert charts.text_of(fig, "subtitle") == "Does it pay to move first?"
    assert "25 %" in charts.text_of(fig, "title")
    (drawn,) = [note for note in fig.layout.annotations if note.name == "subtitle"]
    assert drawn.text == "Does it pay to move first?"


def test_a_reader_puts_own_texts_in_the_place_of_both() -> None:
    result = made_up_result(games=60)
    fig = charts.game_lengths(result, title="Long games", subtitle="By round")
    assert [charts.text_of(fig, name) for name in ("title", "subtitle")] == ["Long games", "By round"]
    kept = charts.game_lengths(result, title="Long games")
    assert charts.text_of(kept, "subtitle") == "How long games last"
    bare = charts.game_lengths(result, title="")
    assert charts.text_of(bare, "subtitle") == ""


def test_of_many_rows_their_number_is_told_and_of_one_its_own() -> None:
    chart = Chart("What", finding="{number} of {all} matter, most of all {name}", unclear="nothing")
    found = np.array([3.0, -5.0, 0.1]), np.array([2.0, -6.0, -1.0]), np.array([4.0, -4.0, 1.0])
    many = findings.all_beyond(chart, NAMES, found, "{name}: {signed}")
    assert (many.title, many.subtitle) == ("2 of 3 matter, most of all b", "What")
    one = findings.all_beyond(chart, ["a"], tuple(end[:1] for end in found), "{name}: {signed}")
    assert one.title == "a: +3.0"
    assert findings.all_beyond(chart, ["c"], tuple(end[2:] for end in found), "{name}: {signed}").title == "nothing"


@pytest.mark.parametrize("name", ["city_values", "ticket_outcomes", "points_per_train"])
def test_the_order_of_rows_changes_neither_title_nor_alternative_text(name: str) -> None:
    games = made_up_result(games=40, lineup=("random",) * 2)  # few, so that many rows are equal
    table = stats.ticket_difficulty(load_map("usa")) if name == "points_per_train" else getattr(stats, name)(games)
    drawn = getattr(charts, name)
    others = table.sample(frac=1, random_state=3).reset_index(drop=True)
    others.attrs = table.attrs
    for kind in ("title", "alt"):
        assert charts.text_of(drawn(others), kind) == charts.text_of(drawn(table), kind)


def test_equals_stand_in_the_order_of_their_names() -> None:
    values = np.array([2.0, 5.0, 5.0, 2.0])
    for names in (["d", "c", "b", "a"], ["a", "b", "c", "d"]):
        found = findings.extremes(CHART, names, (values, values - 1, values + 1))
        assert found.title == "b: 5.0, d: 2.0"


def test_the_order_of_a_map_s_rows_changes_no_title_of_a_board() -> None:
    usa = load_map("usa")
    titles = set()
    for game_map in (usa, in_other_order(usa, seed=1)):
        result = simulate(game_map, "random", players=2, games=40, seed=1, progress=False)
        fig = charts.track_values(result)
        titles.add((charts.text_of(fig, "title"), charts.text_of(fig, "alt")))
    assert len(titles) == 1


def test_of_rows_equally_far_from_a_bound_the_narrowest_interval_is_named_whatever_it_is_called() -> None:
    chart = Chart("Who", finding="{name}", unclear="none")
    value = np.array([5.0, 5.0]), np.array([1.0, 4.0]), np.array([9.0, 6.0])
    assert findings.beyond(chart, ["few games", "many games"], value).title == "many games"
    equal = ends([5.0, 5.0], 1.0)
    for called in ({"expert": "Ekspert", "racer": "A"}.get, {"expert": "Z", "racer": "Y"}.get):
        assert findings.beyond(chart, ["racer", "expert"], equal, called=called).title == called("expert")


def test_no_name_by_which_equals_stand_in_order_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    order = findings._order

    def spied(values: findings.Floats, names: Sequence[object], *more: findings.Floats) -> list[int]:
        asked.append(list(map(str, names)))
        return order(values, names, *more)

    monkeypatch.setattr(findings, "_order", spied)
    functions, calls, told = drawing(), made_up_calls(), {}
    for language in ("en", "pl"):
        asked.clear()
        for name, given in calls.items():
            if name not in ("board_figure", "ticket_partners", "track_values"):
                functions[name](*given, language=language)
        told[language] = [*asked]
    assert told["en"] == told["pl"]
    assert len(asked) >= 10
