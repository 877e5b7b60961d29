"""Charts of worth: signs and colours, certainty, twins, what misleads, captions that tell what was changed."""

from __future__ import annotations

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_worth import made_up_worth

from ttr_analysis import charts, stats
from ttr_analysis.charts import theme, words, worth_words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.board.worth_boards import by_track
from ttr_analysis.charts.worth_rows import BAD, EITHER, GOOD
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.worth import beside
from ttr_analysis.maps import in_other_order, load_map


def test_the_best_is_on_top_and_what_may_be_either_is_an_empty_dot() -> None:
    table = made_up_worth(of="turns")
    fig = charts.worth_ranking(table)
    dots = [trace for trace in fig.data if trace.mode == "markers"]
    assert [trace.name for trace in dots] == [worth_words.GOOD, worth_words.BAD, words.INCLUDES_ZERO]
    assert [trace.marker.color for trace in dots] == [GOOD, BAD, theme.PAPER]
    assert [len(trace.x) for trace in dots] == [3, 1, 2]
    assert fig.layout.yaxis.ticktext[0] == table["thing"][0]
    assert fig.layout.yaxis.tickvals[0] == 5
    assert dots[0].x[0] == pytest.approx(2)
    assert dots[0].error_x.array[0] == pytest.approx(0.5)
    wins = charts.worth_ranking(table, "win_share")
    assert wins.data[0].x[0] == pytest.approx(2), "percentage points"
    with pytest.raises(SetupError, match="no worth in 'score'"):
        charts.worth_ranking(table, "score")


def with_bounds(of: str) -> pd.DataFrame:
    """A table whose first row has a bound in place of an interval, and a wide one."""
    table = made_up_worth(of=of)
    table.loc[0, "changed"] = 0.01
    for measure in ("points", "win_share"):
        table.loc[0, [f"{measure}_low", f"{measure}_high"]] = -50.0, 50.0
    return table


def test_bounds_are_dotted_end_where_the_axis_ends_and_do_not_widen_it() -> None:
    figures = (
        charts.worth_ranking(with_bounds("turns")),
        charts.points_and_wins(with_bounds("turns")),
        charts.worth_and_lift(with_bounds("routes"), stats.track_values(made_up_result(games=60), by="route")),
    )
    for fig, axis in zip(figures, ("x", "x", "y"), strict=True):
        low, high = fig.layout[f"{axis}axis"].range
        assert high < 4
        dotted = [end for trace in fig.data if trace.line.dash == "dot" for end in trace[axis] if not pd.isna(end)]
        assert dotted
        assert all(low <= end <= high for end in dotted)
        assert [trace.name for trace in fig.data if trace.showlegend][-1] == worth_words.BOUND
        for trace in fig.data:
            assert max(trace[f"error_{axis}"].array, default=0) < 4 if trace.mode == "markers" else True


def test_a_verdict_of_the_second_panel_only_is_in_the_legend_and_none_is_there_twice() -> None:
    table = made_up_worth(of="habits")
    table.loc[:, ["points", "points_low", "points_high"]] = 0.2, -0.8, 1.2
    table.loc[:, ["win_share", "win_share_low", "win_share_high"]] += 1e-4  # an interval around 0 is taken for a bound
    names = [trace.name for trace in charts.habit_costs(table).data if trace.showlegend]
    assert names == [words.INCLUDES_ZERO, worth_words.GOOD, worth_words.BAD]


def test_keeping_and_being_free_to_keep_stand_below_each_other_and_the_title_names_the_ticket() -> None:
    kept, returned, both = (made_up_worth(of="tickets", change=change) for change in worth_words.KEEP_ROWS)
    ticket = kept["thing"][3]
    returned.loc[3, ["points", "points_low", "points_high"]] = 7.0, 6.0, 8.0
    both.loc[3, ["points", "points_low", "points_high"]] = 8.0, 7.5, 8.5
    fig = charts.keep_or_return(kept, returned, both, ticket)
    assert ticket in charts.text_of(fig, "title")
    assert list(fig.layout.yaxis.ticktext) == [*worth_words.KEEP_ROWS.values(), worth_words.KEEP_OFFERED]
    offered = both["points_if_offered"][3]
    assert list(fig.data[0].x) == pytest.approx([kept["points"][3], 7.0, 8.0, offered])
    assert "(20 % do)" in charts.text_of(fig, "caption")
    caption = charts.text_of(fig, "caption")
    assert "one player (Expert) must keep the ticket" in caption
    assert "one player (Expert) must return the ticket" in caption
    assert caption.count("Map Ticket to Ride (USA)") == caption.count("common random numbers") == 1
    kept.loc[3, ["points_low", "points_high", "changed"]] = -40.0, 41.0, 0.001
    low, high = charts.keep_or_return(kept, returned, both, ticket).layout.xaxis.range
    assert low < -40 < 41 < high, "no interval runs off its axis"
    with pytest.raises(SetupError, match="no 'A-B' in all three"):
        charts.keep_or_return(kept, returned, both, "A-B")
    with pytest.raises(SetupError, match="in this order"):
        charts.keep_or_return(returned, kept, both, ticket)


@pytest.mark.parametrize(
    ("points", "wins", "title"),
    [
        (3.0, 0.05, "Keep {}: +3.0 points and +5.0 percentage points of wins where it is offered"),
        (-3.0, 0.0, "Return {}: keeping it brings −3.0 points and 0.0 percentage points of wins where it is offered"),
        (-3.0, 0.2, "Points and wins part company: keeping {} brings −3.0 points, but +20.0 percentage points of wins"),
        (0.5, 0.0, "Whether to keep {} cannot be told from these games"),
    ],
)
def test_whether_to_keep_a_ticket_is_told_by_points_and_by_wins(points: float, wins: float, title: str) -> None:
    kept, returned, both = (made_up_worth(of="tickets", change=change) for change in worth_words.KEEP_ROWS)
    for measure, value, half in (("points", points, 1.0), ("win_share", wins, 0.01)):
        ends = [f"{measure}_if_offered{end}" for end in ("", "_low", "_high")]
        both.loc[3, ends] = value, value - half, value + half
    fig = charts.keep_or_return(kept, returned, both, kept["thing"][3])
    assert charts.text_of(fig, "title") == title.format(kept["thing"][3])


def test_bounds_are_told_last_whatever_the_order_of_the_methods() -> None:
    table = made_up_worth()
    for recorded in ("bound, t", "t, bound"):
        table.attrs["intervals"]["points"] = [recorded, 0.95]
        caption = charts.text_of(charts.points_and_wins(table), "caption")
        assert caption.endswith("Student's t by game; a bound where fewer than 20 games changed.")


def test_of_a_long_table_the_ends_are_drawn_and_the_gap_is_told() -> None:
    table = made_up_worth()
    fig = charts.worth_ranking(table.sample(frac=1, random_state=1), top=3, bottom=2)
    shown = list(fig.layout.yaxis.ticktext)
    assert shown == [*table["thing"][:3], "… 73 more …", *table["thing"][-2:]]
    assert len(charts.table_of(fig)) == 78


def test_the_caption_tells_what_was_changed_for_whom_and_how_often() -> None:
    table = made_up_worth()
    table.loc[0, "n"] = 6000
    caption = charts.text_of(charts.worth_ranking(table), "caption")
    for told in (
        "above 0 is good for its owner", "4 players: 4 × Expert", "routes, each closed to one player (Expert);",
        "seed 0", "n = 1,000 to 6,000 games for each row", "Student's t",
    ):  # fmt: skip
        assert told in caption
    table.attrs["complete"] = False
    assert "(stopped early)" in charts.text_of(charts.worth_ranking(table), "caption")


def test_a_table_of_another_map_or_origin_is_refused() -> None:
    table = made_up_worth()
    with pytest.raises(ResultError, match="not of map 'europe'"):
        charts.worth_board(table, game_map=load_map("europe"))
    table.attrs["worth"]["digest"] = "other"
    with pytest.raises(ResultError, match="no folder holds"):
        charts.worth_ranking(table)
    with pytest.raises(SetupError, match=r"draws the table of experiments.worth"):
        charts.worth_ranking(pd.DataFrame({"points": [1.0]}))
    with pytest.raises(ResultError, match="not points of cards"):
        charts.worth_board(made_up_worth(of="cards"))


def test_a_board_is_pale_where_the_interval_includes_0_and_blue_where_its_owner_gains() -> None:
    usa = load_map("usa")
    table = made_up_worth(usa)
    fig = charts.worth_board(table)
    values = by_track(table, usa, "points")
    assert len(values) == len(usa.tracks)
    either = sum(low <= 0 <= high for _, low, high, _ in values.values())
    assert 0 < either < len(usa.tracks)
    assert f"{either} of 100 tracks are pale" in charts.text_of(fig, "alt")
    dotted = [trace for trace in fig.data if trace.line.dash == "2px,1.5px"]
    spaces = sum(track.length for track in usa.tracks if values[track.index][1] <= 0 <= values[track.index][2])
    assert sum(int(pd.isna(trace.x).sum()) for trace in dotted) == spaces + 1, "and a swatch in the legend"
    assert min(trace.line.width for trace in dotted) >= 1.3, "thinner rims are lost on the ground"
    bar = next(trace.marker for trace in fig.data if trace.marker.showscale)
    assert (bar.cmin, bar.cmax) == pytest.approx((-2, 2))
    assert bar.colorscale[-1][1] == theme.DIVERGING[-1]
    blue, red = (int(part) for part in theme.DIVERGING[-1][4:-1].split(",")[::2][::-1])
    assert blue > red


def test_a_board_of_gains_only_is_drawn_around_0_all_the_same() -> None:
    table = made_up_worth()
    for end in ("", "_low", "_high"):
        table[f"points{end}"] += 5
    bar = next(trace.marker for trace in charts.worth_board(table).data if trace.marker.showscale)
    assert bar.cmin == -bar.cmax


def test_twins_that_nobody_can_tell_apart_share_a_value_with_the_widest_interval() -> None:
    usa = load_map("usa")
    table = made_up_worth(usa, "tracks")
    values = by_track(table, usa, "points")
    one, two = (usa.track(f"Dallas-Houston gray {number}").index for number in (1, 2))
    mean = (table["points"][one] + table["points"][two]) / 2
    assert table["points"][one] != table["points"][two]
    assert values[one] == values[two]
    assert values[one][0] == pytest.approx(mean)
    assert values[one][2] - values[one][1] == pytest.approx(1)
    orange, black = (usa.track(f"Chicago-Pittsburgh {color}").index for color in ("orange", "black"))
    assert values[orange] != values[black], "their colours tell them apart"


def test_the_order_of_the_rows_of_a_map_colours_the_same_tracks() -> None:
    usa = load_map("usa")
    table, other = made_up_worth(usa), in_other_order(usa)
    by_name = {other.tracks[index].pair: value for index, value in by_track(table, other, "points").items()}
    assert by_name == {usa.tracks[index].pair: value for index, value in by_track(table, usa, "points").items()}


def row(points: float, wins: float, half: float = 0.5) -> dict[str, float]:
    return {
        "points": points, "points_low": points - half, "points_high": points + half,
        "win_share": wins, "win_share_low": wins - half, "win_share_high": wins + half,
        "p_adjusted": 0.01 if abs(points) > half else 1, "p_adjusted_win_share": 0.01 if abs(wins) > half else 1,
    }  # fmt: skip


def test_points_and_wins_part_where_both_are_sure_and_have_opposite_signs() -> None:
    table = pd.DataFrame([row(1, -0.1), row(1, 0.1), row(-0.1, 1), row(0.1, -0.1), row(-1, 1), row(-1, -1)])
    assert beside.parting(table).tolist() == [False, False, False, False, True, False]
    drawn = made_up_worth(of="turns")
    drawn.loc[0, ["win_share", "win_share_low", "win_share_high"]] = -0.02, -0.03, -0.01
    fig = charts.points_and_wins(drawn)
    assert drawn["thing"][0] in charts.text_of(fig, "caption")
    assert [note.text for note in fig.layout.annotations if note.name not in ("caption", "subtitle")] == [
        drawn["thing"][0]
    ]


def lift(name: str, low: float, high: float) -> dict[str, object]:
    first, second = name.split("-")
    ends = {"winner_lift": (low + high) / 2, "winner_lift_low": low, "winner_lift_high": high}
    return {"name": name, "city_a": first, "city_b": second} | ends


def test_what_misleads_is_claimed_by_winners_and_worth_little_or_has_the_other_sign() -> None:
    table = pd.DataFrame([{"thing": name} | row(points, 0) for name, points in
                          (("A-B", -0.2), ("B-C", 0.2), ("C-D", 2.0), ("D-E", 2.0), ("E-F", -0.2))])  # fmt: skip
    lifts = [lift("A-B", 0.1, 0.2), lift("B-C", 0.1, 0.2), lift("C-D", 0.1, 0.2), lift("E-D", -0.2, -0.1),
             lift("E-F", -0.1, 0.2)]  # fmt: skip
    both = beside.lift_and_worth(table, pd.DataFrame(lifts))
    assert both["misleads"].tolist() == [True, False, False, True, False]
    assert beside.lift_and_worth(table, pd.DataFrame(lifts), bound=1.0)["misleads"].tolist() == [
        True, True, False, True, False,
    ]  # fmt: skip
    with pytest.raises(ResultError, match="no row for A-B"):
        beside.lift_and_worth(table, pd.DataFrame(lifts[1:]))


def test_correlation_stands_beside_cause_with_both_sources() -> None:
    result = made_up_result(games=120)
    fig = charts.worth_and_lift(made_up_worth(), stats.track_values(result, by="route"))
    caption = charts.text_of(fig, "caption")
    assert "n = 120 games" in caption
    assert "routes, each closed" in caption
    assert "bootstrap by game for differences" in caption
    assert {"misleads", "winner_lift_low", "points_low"} <= set(charts.table_of(fig))
    assert fig.data[1].marker.line.color == EITHER


def test_a_correlation_that_is_unknown_is_said_to_be() -> None:
    lifts = stats.track_values(made_up_result(games=60), by="route")
    flat = made_up_worth().assign(points=0.0)
    assert "their correlation is unknown" in charts.text_of(charts.worth_and_lift(flat, lifts), "alt")
    alt = charts.text_of(charts.worth_and_lift(made_up_worth(), lifts), "alt")
    assert "nan" not in alt
    assert "unknown" not in alt


def test_a_board_finds_routes_whose_cities_the_table_names_in_the_other_order() -> None:
    usa, table = load_map("usa"), made_up_worth()
    turned = table.assign(thing=["-".join(reversed(name.split("-"))) for name in table["thing"]])
    turned.attrs = table.attrs
    assert by_track(turned, usa, "points") == by_track(table, usa, "points")
    strange = table.replace({"thing": {table["thing"][0]: "Denver-Nowhere"}})
    with pytest.raises(ResultError, match="has no Denver-Nowhere"):
        by_track(strange, usa, "points")


def test_habits_have_a_panel_for_points_and_one_for_wins() -> None:
    fig = charts.habit_costs(made_up_worth(of="habits"))
    assert fig.layout.xaxis.title.text != fig.layout.xaxis2.title.text
    assert "taking face-up locomotives" in fig.layout.yaxis.ticktext
    assert charts.text_of(fig, "subtitle") == "Which habit costs Expert most to give up"


@pytest.mark.parametrize(("of", "number"), [("routes", 5), ("tracks", 5), ("cards", 5), ("habits", 1)])
def test_all_charts_of_a_table_are_made(of: str, number: int) -> None:
    assert len(charts.worth_charts(made_up_worth(of=of))) == number


@pytest.mark.parametrize(("of", "whose"), [("tickets", "over the average one"), ("cards", "over one of a colour")])
def test_over_the_mean_the_title_the_caption_and_n_tell_with_what_it_is_compared(of: str, whose: str) -> None:
    table = made_up_worth(of=of)
    fig = charts.worth_ranking(table, "points_over_mean")
    assert charts.text_of(fig, "subtitle").endswith(whose)
    assert "The mean is that of" in charts.text_of(fig, "caption")
    assert "n = 500 games" in charts.text_of(fig, "caption")
    assert fig.layout.xaxis.title.text == worth_words.WORTH_AXES["points_over_mean"]
    assert fig.data[0].x[0] == pytest.approx(table["points_over_mean"].max())
    assert fig.data[0].error_x.array[0] == pytest.approx(0.25)
    with pytest.raises(SetupError, match="only whole tables of tickets"):
        charts.worth_ranking(made_up_worth(), "points_over_mean")


def test_partners_are_drawn_with_the_ticket_that_they_are_of() -> None:
    table = made_up_worth(of="partners", ticket="Denver-El Paso")
    fig = charts.worth_ranking(table)
    assert charts.text_of(fig, "subtitle") == "What tickets beside Denver-El Paso add to it for Expert"
    caption = charts.text_of(fig, "caption")
    assert caption.startswith(worth_words.WORTH_NOTES["together"])
    assert "is offered Denver-El Paso and the other ticket at the start" in caption
    assert charts.text_of(charts.points_and_wins(table), "caption").startswith(worth_words.WORTH_NOTES["together"])
    assert list(charts.worth_charts(table)) == ["worth", "worth_wins", "points_and_wins"]


def test_hostile_names_stay_text() -> None:
    table = made_up_worth(of="turns")
    table.loc[0, "thing"] = "<b>turn</b>"
    for fig in (charts.worth_ranking(table), charts.habit_costs(table)):
        assert "&lt;b&gt;turn&lt;/b&gt;" in fig.layout.yaxis.ticktext


def test_a_habit_whose_loss_gains_is_not_named_as_one_that_brings_something() -> None:
    table = made_up_worth(of="habits")
    worst = table["points"].abs().idxmax()
    for end in ("points", "points_low", "points_high"):
        table[end] = -table[end].abs() - 5.0
    assert table["points_high"].max() < 0, worst
    title = charts.text_of(charts.habit_costs(table), "title")
    assert "brings" not in title
    assert title.startswith(f"{len(table)} of {len(table)} habits cost Expert something")


def test_on_a_phone_panels_of_worth_lie_below_each_other_with_room_for_their_numbers() -> None:
    table = made_up_worth(of="habits")
    fig = charts.habit_costs(table, width=390)
    assert fig.layout.yaxis.domain[0] > fig.layout.yaxis2.domain[1]
    assert fig.layout.xaxis.domain == fig.layout.xaxis2.domain == (0, 1)
    assert fig.layout.yaxis2.ticktext == fig.layout.yaxis.ticktext
    assert fig.layout.height > charts.habit_costs(table, width=838).layout.height
    numbers = [text.strip() for trace in fig.data if trace.mode == "text" for text in trace.text]
    assert fig.layout.margin.r >= 0.8 * max(text_width(text, 11) for text in numbers)


def test_habits_that_only_cost_are_the_finding() -> None:
    """The title told that no habit brings anything, of a habit that cost 140 points."""
    table = made_up_worth(of="habits")
    table.loc[:, ["points", "points_low", "points_high"]] = 0.2, -0.8, 1.2
    assert charts.text_of(charts.habit_costs(table), "title").startswith("No habit brings Expert anything")
    table.loc[1, ["points", "points_low", "points_high"]] = -140.0, -150.0, -130.0
    title = charts.text_of(charts.habit_costs(table), "title").replace("\n", " ")
    assert title.startswith(f"1 of {len(table)} habits costs Expert something beyond chance, namely ")
    table.loc[2, ["points", "points_low", "points_high"]] = 5.0, 4.0, 6.0
    assert "brings Expert something" in charts.text_of(charts.habit_costs(table), "title")
