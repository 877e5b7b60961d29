"""The worth of routes in a report: which are measured, how often, what is said of it, and with how much certainty."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from made_up import made_up_result
from made_up_worth import made_up_worth

from ttr_analysis.charts import text_of
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.exact.paths import ticket_load
from ttr_analysis.experiments.worth.kept import folder_for, write_table
from ttr_analysis.experiments.worth.things import things_of
from ttr_analysis.maps import languages, load_map
from ttr_analysis.report import build_report, worth
from ttr_analysis.report.analysis import Analysis, chapters
from ttr_analysis.report.headlines import headlines, story
from ttr_analysis.results.result import Result


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=120)


def test_twenty_routes_are_measured_that_are_high_by_claims_and_tickets(result: Result) -> None:
    names = worth.busiest(result)
    assert len(names) == len(set(names)) == 20
    assert set(names) <= {thing.name for thing in things_of(result.game_map, "routes")}
    load = ticket_load(result.game_map)
    most = {frozenset(row[:2]) for row in load[load["tickets"] == load["tickets"].max()].itertuples(index=False)}
    rarely = replace(result, tracks=result.tracks.assign(track=0))
    assert frozenset(worth.busiest(rarely)[0].split("-")) in most, "where claims tell nothing, tickets do"


def test_long_reports_and_small_boards_have_more_games_of_a_row(result: Result) -> None:
    assert worth.games_of_a_row(result) == worth.LEAST
    long = made_up_result(games=4000)
    assert worth.LEAST < worth.games_of_a_row(long) <= 4000 // worth.PART
    slow = replace(long, games=long.games.assign(turns=20_000))
    assert worth.games_of_a_row(slow) < worth.games_of_a_row(long)


@pytest.mark.long(reason="measures worth twice, as a report does")
def test_the_report_measures_for_two_players_and_confirms_with_another_seed(
    result: Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth, "STRATEGIES", ("random", "greedy_points"))
    found = worth.measured(result)
    assert list(found.tables) == ["random", "greedy_points"]
    assert len(found.leading) == 20
    assert found.again is not None
    seeds = {name: table.attrs["worth"]["seed"] for name, table in worth.by_player(found.again).items()}
    assert seeds == {"random": 3, "greedy_points": 3}, "the report has seed 1, the games that chose the route seed 2"
    assert found.again["n"].tolist() == [160, 160]
    assert found.again["thing"].nunique() == 1
    first, *_ = headlines(Analysis.of(result), found)
    assert re.search(
        r"[Oo]f the 20 routes with most claims and tickets, .+ has the largest worth in points that all players share",
        first,
    )
    assert "in 160 fresh games (seed 3)" in first.lower()
    drawn = list(chapters(Analysis.of(result), found))
    stems = [chapter.stem for chapter in drawn]
    assert stems[:4] == ["worth_board", "worth_random", "worth_greedy_points", "worth_and_lift"]
    assert stems.index("board_winner_lift") > 3
    assert "Measured: the 20 routes" in drawn[0].text
    assert drawn[1].text.startswith("All 20 routes measured for Random.")
    assert text_of(drawn[3].figure, "caption").count("Map Ticket to Ride (USA)") == 1
    assert "n = 40 games for each row" in text_of(drawn[0].figure, "caption")


def again(points: float, half: float) -> pd.DataFrame:
    table = made_up_worth(seed=1, half=half).head(1)
    table[["points", "points_low", "points_high"]] = points, points - half, points + half
    return table


def test_the_headline_says_whether_its_number_is_beyond_chance(result: Result) -> None:
    table = made_up_worth()
    (sure,) = worth.sentences(worth.Worth(table, again(1.0, 0.5), 78))
    assert sure.startswith("Of all 78 routes, ")
    assert "closing it to one player costs Expert 1.00 (0.50 to 1.50) points" in sure
    assert "percentage points of wins" in sure
    (unsure,) = worth.sentences(worth.Worth(table, again(1.0, 1.5), 78))
    assert unsure.endswith("that cost Expert 1.00 (−0.50 to 2.50) points: clearly above 0 for nobody.")
    stories = [story(Analysis.of(result), worth.Worth(table, again(1.0, half), 78)) for half in (0.5, 1.5)]
    assert stories[0].findings[0] == sure
    assert stories[1].findings[0].startswith("The most wanted track"), "what may be chance does not lead"
    assert unsure in stories[1].rest
    assert not list(worth.sentences(worth.Worth(table, None, 78)))


def test_bounds_are_called_so_and_are_no_precision(result: Result) -> None:
    table = made_up_worth()
    table["bounds"] = ""
    table.loc[:59, "bounds"] = "points"
    once = again(4.0, 40.0).assign(bounds="points")
    (said,) = worth.sentences(worth.Worth(table, once, 78))
    assert "Expert 4.00 (bound: −36.00 to 44.00) points" in said
    drawn = next(worth.chapters(worth.Worth(table, once, 78), result, 1000))
    assert "In 60 of 78 measurements, fewer than 20 games changed" in drawn.text
    assert "Half the width of an interval is 0.5 points." in drawn.text
    assert "(bound: 1.50 to 2.50)" in text_of(drawn.figure, "alt")
    all_bounds = table.assign(bounds="points")
    drawn = next(worth.chapters(worth.Worth(all_bounds, once, 78), result, 1000))
    assert "Half the width" not in drawn.text
    assert "In all 78 measurements, fewer than 20 games changed: they have bounds" in drawn.text


def test_polish_tells_bounds_and_measured_routes_in_whole_sentences(result: Result) -> None:
    table = made_up_worth().assign(bounds="points")
    with languages.speaking("pl"):
        text = next(worth.chapters(worth.Worth(table, None, 78), result, 1000)).text
    assert "Zmierzono wszystkie połączenia (78). We wszystkich pomiarach (78) zmieniło się mniej niż 20 gier" in text


def test_correlation_is_named_so_and_stands_beside_the_worth(result: Result) -> None:
    lifted = result.game_map.track("Atlanta-Charleston")
    analysis = Analysis.of(result)
    tracks = analysis.track_table.copy()
    tracks.loc[lifted.index, ["winner_lift", "winner_lift_low", "winner_lift_high"]] = 0.2, 0.19, 0.21
    analysis = replace(analysis, track_table=tracks)
    said = headlines(analysis, worth.Worth(made_up_worth(), None, 78))
    assert said[0].startswith("Correlation, not worth: winners claim Atlanta-Charleston")
    assert re.search(r"; to Expert, Atlanta-Charleston is worth [^ ]+ \(", said[0])
    same = headlines(analysis, worth.Worth(made_up_worth(seed=1), None, 78))
    assert "is worth" not in same[0], "the games that chose the track tell no number"
    alone = headlines(analysis)
    assert not alone[0].startswith("Correlation"), "it does not lead"
    assert any(each.startswith("Correlation, not worth") and "is worth" not in each for each in alone)


def test_a_table_from_a_folder_leads_the_report(result: Result, tmp_path: Path) -> None:
    write_table(folder_for(tmp_path / "worth"), made_up_worth())
    lines: list[str] = []
    page = build_report(
        result.game_map, tmp_path / "report", result=result, worth=tmp_path / "worth", pictures=False,
        on_progress=lines.append,
    )  # fmt: skip
    text = page.read_text(encoding="utf-8")
    assert text.index('id="figure-worth_board"') < text.index('id="figure-board_claim_share"')
    assert "All 78 routes are measured. Half the width of an interval is 0.5 points." in text
    assert "Worth is cause, not correlation" in text
    assert len(pd.read_csv(tmp_path / "report" / "tables" / "worth_expert.csv")) == 78


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (made_up_worth(of="cards"), "holds the worth of cards, more"),
        (made_up_worth(load_map("europe")), "not of map 'usa'"),
    ],
)
def test_a_table_of_something_else_is_refused_before_anything_is_played(
    table: pd.DataFrame, message: str, tmp_path: Path
) -> None:
    write_table(folder_for(tmp_path / "worth"), table)
    with pytest.raises(ResultError, match=message):
        build_report("usa", tmp_path / "report", worth=tmp_path / "worth", games=10**9)
    with pytest.raises(SetupError, match="no table of worth"):
        build_report("usa", tmp_path / "report", worth=tmp_path, games=10**9)
    assert not (tmp_path / "report").exists()
