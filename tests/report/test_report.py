"""The report: a whole bundle or none, text that stays text, a page that needs nothing else."""

from __future__ import annotations

import csv
import dataclasses
import json
import re
import shlex
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import browsers
import pandas as pd
import pytest
from made_up import made_up_result
from made_up_worth import made_up_worth

from ttr_analysis import charts
from ttr_analysis.charts.export import plotly_script
from ttr_analysis.cli import make_parser, report
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.worth.kept import folder_for, write_table
from ttr_analysis.maps import city_labels, made_up_board
from ttr_analysis.maps.folder import find_map, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.languages import speaking
from ttr_analysis.report import build, build_report
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.report.article import article_of, report_command
from ttr_analysis.report.features import feature_chapters
from ttr_analysis.report.headlines import headlines, story
from ttr_analysis.report.markdown import escaped, markdown
from ttr_analysis.report.page import page
from ttr_analysis.results.result import Result

PLAIN: dict[str, Any] = {"worth": False, "pictures": False, "on_progress": lambda line: None}
HOSTILE = "<script>alert(1)</script>"


class Text(HTMLParser):
    """Collects what a reader sees and which links and charts a page has."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.charts: list[str] = []
        self.places: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self._silent = tag in {"script", "style"}
        self.places += filter(None, [attributes.get("id")])
        if tag == "a":
            self.links.append(str(attributes["href"]))
        if attributes.get("role") == "img":
            self.charts.append(str(attributes["aria-label"]))

    def handle_endtag(self, tag: str) -> None:
        self._silent = False

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.words.append(data)


def read(page: Path) -> Text:
    parser = Text()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=120)


@pytest.fixture(scope="module")
def bundle(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report without pictures."""
    lines: list[str] = []
    out = tmp_path_factory.mktemp("reports") / "usa"
    page = build_report(result.game_map, out, result=result, worth=False, pictures=False, on_progress=lines.append)
    assert page == out / "index.html"
    assert any("estimating" in line for line in lines)
    assert lines[-1].startswith("done")
    return out


def test_bundle_is_an_article_with_its_charts_tables_and_manifest(bundle: Path) -> None:
    page = read(bundle / "index.html")
    assert len(page.charts) >= 8
    assert all(len(alt) > 30 for alt in page.charts)
    text = " ".join(page.words)
    for words in (
        "What stands out",
        "Methods",
        "Reproduce this report",
        "95 % intervals",
        "ttr report usa --strategies random",
    ):
        assert words in text
    assert text.count("n = 120 games") == len(page.charts), "every chart says what was played"
    for link in page.links:
        assert link[1:] in page.places if link.startswith("#") else (bundle / link).exists(), link
    stems = {path.stem for path in (bundle / "charts").glob("*.csv")}
    assert len(stems) == len(page.charts)
    assert len(list((bundle / "charts").glob("*.txt"))) == len(stems)
    assert json.loads((bundle / "manifest.json").read_text())["seed"] == 1
    assert len(Result.load(bundle / "games")) == 120


def test_tables_of_the_bundle_carry_n_and_intervals(bundle: Path) -> None:
    for file in (bundle / "tables").glob("*.csv"):
        with file.open(encoding="utf-8") as lines:
            columns = next(csv.reader(lines))
        assert columns, file
    tracks = pd.read_csv(bundle / "tables" / "tracks.csv")
    assert len(tracks) == 100
    assert {"games", "claims", "claim_share", "claim_share_low", "claim_share_high", "winner_lift_low"} <= set(tracks)


def test_page_loads_nothing_from_anywhere(bundle: Path) -> None:
    page = (bundle / "index.html").read_text(encoding="utf-8")
    assert page.count(plotly_script()) == 1, "plotly.js is inlined once"
    rest = page.replace(plotly_script(), "")
    assert not re.search(r"""(src|href)=["'](https?:)?//""", rest)
    assert "url(" not in rest
    assert "default-src 'none'" in rest
    assert 'name="viewport"' in rest
    assert "@media print" in rest


def test_headlines_come_from_the_numbers_with_their_intervals(result: Result) -> None:
    sentences = headlines(Analysis.of(result))
    assert len(sentences) >= 7
    assert all(re.search(r"\(-?\d[\d.]* to -?\d", sentence) for sentence in sentences if "No track" not in sentence)
    claims = result.tracks.groupby("track")["game"].nunique()
    assert result.game_map.tracks[int(claims.idxmax())].name in " ".join(sentences)
    mixed = headlines(Analysis.of(made_up_result(games=60, lineup=("random", "greedy_points"))))
    assert any("wins most often" in sentence and "cannot be told from" in sentence for sentence in mixed)


def test_a_lead_and_three_findings_of_different_things_come_first(result: Result, bundle: Path) -> None:
    told = story(Analysis.of(result))
    assert told.lead.startswith("In 120 simulated games of Ticket to Ride (USA) for 4 players, a player scores ")
    assert [said.split(" is")[0] for said in told.findings[:1]] == ["The most wanted track"]
    assert told.findings[1].startswith("A game lasts "), "no difference of tickets or seats is beyond chance"
    assert not any("cannot be told from" in said for said in told.findings)
    assert sorted((*told.findings, *told.rest)) == sorted(headlines(Analysis.of(result))), (
        "nothing is said twice or lost"
    )
    mixed = story(Analysis.of(made_up_result(games=60, lineup=("random", "greedy_points"))))
    assert any(said.startswith("Random wins most often (50.8 % ") for said in mixed.rest), "what is unsure stands below"
    text = (bundle / "index.html").read_text(encoding="utf-8")
    parts = (">In 120 simulated", ">What stands out ", "<summary>Contents<", '<figure id="figure-', ">More findings <")
    order = [text.index(part) for part in parts]
    assert order == sorted(order)


def test_only_what_is_beyond_chance_stands_out(result: Result) -> None:
    analysis = Analysis.of(result)
    seats, tickets = analysis.seats.copy(), analysis.tickets.copy()
    seats.loc[0, ["win_share", "win_share_low", "win_share_high"]] = 0.9, 0.89, 0.91
    ends = ["made_share", "made_share_low", "made_share_high"]
    tickets.loc[tickets.index[:2], ends] = [[0.99, 0.98, 0.995], [0.02, 0.01, 0.03]]
    told = story(dataclasses.replace(analysis, seats=seats, tickets=tickets))
    assert told.findings[1].startswith("The ticket made most often is ")
    assert told.findings[2].startswith("The player who moves first wins 90.0 % ")


def test_contents_name_every_heading_and_headings_link_to_themselves(bundle: Path) -> None:
    text = read(bundle / "index.html")
    listed = [link for link in text.links if link.startswith("#")]
    figures = [place for place in text.places if place.startswith("figure-")]
    assert len(figures) == len(text.charts)
    for place in (*figures, "more", "table-tracks", "table-tickets", "methods", "reproduce"):
        assert listed.count(f"#{place}") == 2, place


def test_people_who_share_the_page_see_its_title_lead_and_picture(result: Result) -> None:
    article = article_of(Analysis.of(result), [])
    drawn, plain = page(article, pictures=True), page(article, pictures=False)
    assert f'<meta property="og:title" content="{article.title}">' in plain
    assert f'<meta property="og:description" content="{article.story.lead}">' in plain
    assert '<meta property="og:image" content="charts/card.png">' in drawn
    assert "og:image" not in plain


def test_one_point_is_not_points(result: Result) -> None:
    analysis = Analysis.of(result)
    for points, words in ((1, "printed value 1 point,"), (2, "printed value 2 points,")):
        tickets = analysis.tickets.assign(points=points, least_points=points)
        assert words in " ".join(headlines(dataclasses.replace(analysis, tickets=tickets)))
    tickets = analysis.tickets.assign(points=9, least_points=1)
    assert "printed value 1 to 9 points," in " ".join(headlines(dataclasses.replace(analysis, tickets=tickets)))


@pytest.mark.long(reason="plays games of another board for one headline")
def test_grand_tours_have_a_headline_where_there_are_any() -> None:
    result = made_up_result(load_map("india"), games=60)
    assert "Grand Tours" not in " ".join(headlines(Analysis.of(result)))
    toured = dataclasses.replace(result, players=result.players.assign(grand_tours=1))
    assert "A player completes 1.00 (1.00 to 1.00) Grand Tours" in " ".join(headlines(Analysis.of(toured)))


def test_the_command_of_a_report_makes_it_again(result: Result) -> None:
    words = shlex.split(report_command(result.manifest))
    arguments = make_parser().parse_args(words[1:])
    assert (words[0], arguments.run, arguments.out, arguments.worth) == ("ttr", report.report, "report", True)
    without = shlex.split(report_command(result.manifest, worth=False).split(" ", 1)[1])
    assert make_parser().parse_args(without).worth is False
    as_markdown = shlex.split(report_command(result.manifest, page_format="md").split(" ", 1)[1])
    assert make_parser().parse_args(as_markdown).format == "md"
    assert (arguments.map, arguments.games, arguments.players) == ("usa", len(result), result.manifest.players)


def test_the_command_of_a_report_names_the_folder_of_its_map_and_the_changed_rules(tmp_path: Path) -> None:
    house = load_map(shutil.copytree(find_map("usa"), tmp_path / "house")).renamed("house")
    printed = shlex.split(report_command(made_up_result(house, games=2).manifest))
    assert printed[:3] == ["ttr", "report", str(tmp_path / "house")]
    changed = shlex.split(report_command(made_up_result(house.with_rules(draws=3), games=2).manifest))
    assert changed[:5] == ["ttr", "report", str(tmp_path / "house"), "--rule", "draws=3"]


def test_every_page_and_caption_of_a_changed_game_names_the_changed_values() -> None:
    changed = load_map("usa").with_rules(longest_trail_bonus=0, draws=3, pieces={"train": 30})
    analysis = Analysis.of(made_up_result(changed, games=30))
    written = page(article_of(analysis, []), pictures=False)
    figure = charts.score_parts(analysis.result)
    for value in ("longest trail bonus = 0 (printed: 10)", "draws = 3 (printed: 2)", "pieces train = 30 (printed: 45)"):
        assert value in written
        assert value in charts.text_of(figure, "caption")
    assert "(changed)" in written


def renamed(game_map: GameMap, old: str, new: str) -> GameMap:
    """The map with another name for a city, as a home-made map may have it."""

    def named(name: str) -> str:
        return new if name == old else name

    return dataclasses.replace(
        game_map,
        cities=tuple(dataclasses.replace(city, name=named(city.name)) for city in game_map.cities),
        tracks=tuple(
            dataclasses.replace(track, city_a=named(track.city_a), city_b=named(track.city_b))
            for track in game_map.tracks
        ),
        tickets=tuple(
            dataclasses.replace(ticket, cities=tuple(map(named, ticket.cities))) for ticket in game_map.tickets
        ),
        title=f"{game_map.title} {HOSTILE}",
        folder=None,
    )


@pytest.mark.long(reason="builds a report and all its charts")
def test_hostile_names_stay_text(tmp_path: Path) -> None:
    hostile = renamed(load_map("first_journey_usa"), "Denver", HOSTILE)
    result = made_up_result(hostile, games=40, lineup=("random", "random"))
    page = build_report(
        hostile, tmp_path / "report", result=result, worth=False, pictures=False, on_progress=lambda line: None
    )
    assert HOSTILE not in page.read_text(encoding="utf-8").replace(plotly_script(), "")
    text = " ".join(read(page).words)
    assert HOSTILE in text
    kept = tmp_path / "report" / "games" / "map"
    assert all(
        f"{command} {kept} --strategies random --players 2" in text for command in ("ttr report", "ttr simulate")
    )
    assert load_map(kept).digest == hostile.digest


@pytest.mark.long(reason="builds a report of each board; chapters have tests of their own")
@pytest.mark.parametrize("name", ["europe", "first_journey_europe", "rails_sails_great_lakes"])
def test_other_maps_have_reports_too(name: str, tmp_path: Path) -> None:
    result = made_up_result(load_map(name), games=30, lineup=("random", "random"))
    page = build_report(
        result.game_map, tmp_path / "r", result=result, worth=False, pictures=False, on_progress=lambda line: None
    )
    text = read(page)
    assert len(text.charts) >= 8
    if result.game_map.notices:
        assert " ".join(text.words).count("reconstruction") >= len(text.charts)


@pytest.fixture(scope="module")
def as_markdown(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("markdown") / "usa"
    assert build_report(result.game_map, out, result=result, page_format="md", **PLAIN) == out / "index.md"
    return out


def test_markdown_says_what_the_page_says(as_markdown: Path, bundle: Path) -> None:
    text, html = (as_markdown / "index.md").read_text(encoding="utf-8"), read(bundle / "index.html")
    told = story(Analysis.of(Result.load(as_markdown / "games")))
    assert text.startswith(
        f"# {escaped('Ticket to Ride (USA): what its routes and tickets are worth')}\n\n{escaped(told.lead)}"
    )
    assert all(f"- {escaped(said)}\n" in text for said in (*told.findings, *told.rest))
    assert text.count("\n## ") == len(html.charts) + 6
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert (as_markdown / link).exists(), link
    assert text.count("n = 120 games") == len(html.charts)
    assert "ttr report usa --strategies random" in text
    assert "--format md --out report" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert len(rows) == 2 * 2 + 15 + len(load_map("usa").tickets)
    assert len({row.replace("\\|", "").count("|") for row in rows[:17]}) == 1
    assert not (as_markdown / "index.html").exists()


def test_markdown_keeps_hostile_names_as_text() -> None:
    assert escaped("<script>*a*_b_|`c`[d](e)") == r"\<script\>\*a\*\_b\_\|\`c\`\[d\](e)"


def test_an_unknown_format_is_refused(result: Result, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="page_format is 'pdf', but must be one of: html, md"):
        build_report(result.game_map, tmp_path / "r", result=result, page_format="pdf", **PLAIN)  # type: ignore[arg-type]
    assert not (tmp_path / "r").exists()


@pytest.mark.browser
@pytest.mark.long(reason="draws all charts in a browser")
def test_markdown_has_pictures_without_titles_and_captions(result: Result, tmp_path: Path) -> None:
    options = {**PLAIN, "pictures": True}
    page = build_report(result.game_map, tmp_path / "r", result=result, page_format="md", **options)
    shown = re.findall(r"!\[.{30,}\]\((charts/.+)\)", page.read_text(encoding="utf-8"))
    assert len(shown) >= 8
    for place in shown:
        svg = (tmp_path / "r" / place).with_suffix(".svg").read_text(encoding="utf-8")
        assert (tmp_path / "r" / place).stat().st_size > 5000
        assert "n = 120 games" not in svg


@pytest.mark.long(reason="builds three reports; that one is written whole is tried at every run")
def test_half_written_report_never_replaces_a_whole_one(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report"
    build_report(result.game_map, out, result=result, **PLAIN)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}

    def fails(*arguments: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(build, "page", fails)
    with pytest.raises(SetupError, match="cannot be written: No space left on device"):
        build_report(result.game_map, out, result=result, **PLAIN)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["report"], "nothing is left lying about"
    monkeypatch.undo()
    build_report(result.game_map, out, result=result, **PLAIN)
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


def test_bad_input_is_refused_before_anything_is_lost(
    result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    europe = load_map("europe")
    with pytest.raises(ResultError, match=r"not played on europe .* but on another map: usa"):
        build_report(europe, tmp_path / "a", result=result, on_progress=lambda line: None)
    with pytest.raises(ResultError, match="12 games are too few for an interval; at least 30 are needed"):
        build_report("usa", tmp_path / "a", games=12, on_progress=lambda line: None)
    with pytest.raises(ResultError, match="is not a folder"):
        build_report("usa", tmp_path / "a", result=tmp_path / "nothing", on_progress=lambda line: None)
    (tmp_path / "file").write_text("precious")
    with pytest.raises(SetupError, match="is a file"):
        build_report("usa", tmp_path / "file", result=result)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    with pytest.raises(SetupError, match=r"contains something other than a report \(thesis.txt\)"):
        build_report("usa", tmp_path / "mine", result=result)
    for name in ("index.html", "manifest.json"):  # a page of one's own is no report either
        (tmp_path / "mine" / name).write_text("{}")
    with pytest.raises(SetupError, match=r"contains something other than a report \(thesis.txt\)"):
        build_report("usa", tmp_path / "mine", result=result)
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "precious"
    monkeypatch.chdir(tmp_path / "mine")
    for here in (".", "..", "/"):
        with pytest.raises(SetupError, match="is the current folder or contains it"):
            build_report("usa", here, result=result)
    with pytest.raises(SetupError, match="cannot be written"):
        build_report("usa", tmp_path / "file" / "report", result=result)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "mine"]


@pytest.mark.long(reason="builds a report of a map of its own")
def test_a_map_without_places_says_so(tmp_path: Path) -> None:
    plain = load_map("first_journey_usa")
    kept = {"New York", "Washington", "Chicago", "Atlanta", "Miami"} & set(plain.city_index)
    cities = tuple(
        dataclasses.replace(city, latitude=None, longitude=None, x=None, y=None)
        for city in plain.cities
        if city.name in kept
    )
    tracks = [track for track in plain.tracks if track.pair <= kept]
    plain = dataclasses.replace(
        plain,
        cities=cities,
        tracks=tuple(dataclasses.replace(track, index=i) for i, track in enumerate(tracks)),
        folder=None,
    )
    result = made_up_result(plain, games=30, lineup=("random", "random"))
    lines: list[str] = []
    page = build_report(plain, tmp_path / "r", result=result, worth=False, pictures=False, on_progress=lines.append)
    assert any("no layout" in line for line in lines)
    assert "neither coordinates nor board positions are complete" in " ".join(read(page).words)


SHEET = (688, 1016)
"""What the margins of page.css leave of A4, in CSS pixels."""

OFF_THE_SHEET = """([width, height]) => [...document.querySelectorAll('figure, table')].filter(part => {
    const box = part.getBoundingClientRect();
    const drawn = [box, ...[...part.querySelectorAll('.main-svg')].map(drawing => drawing.getBoundingClientRect())];
    return (part.tagName === 'FIGURE' && box.height > height) || Math.max(...drawn.map(it => it.right)) > width + 1;
}).map(part => part.id || part.innerText.slice(0, 40))"""


ENDS = """place => {
    const plot = document.getElementById(place), room = plot.parentElement.getBoundingClientRect();
    return [plot.querySelector('.main-svg').getBoundingClientRect().right, room.right];
}"""

GROUND = "document.querySelector('#seats .main-svg').style.background"


@pytest.mark.long(reason="starts a browser, which takes twenty seconds")
@pytest.mark.browser
def test_page_in_a_real_browser(result: Result, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    write_table(folder_for(tmp_path / "worth"), made_up_worth(result.game_map))
    page_file = build_report(
        result.game_map, tmp_path / "r", result=result, worth=tmp_path / "worth", on_progress=lambda line: None
    )
    assert len(list((tmp_path / "r" / "charts").glob("*.png"))) >= 8
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browsers.path(), args=browsers.OPTIONS)
        for width in (390, 1280):
            complaints: list[str] = []
            requests: list[str] = []
            page = browser.new_page(viewport={"width": width, "height": 900})
            page.route("**/*", lambda route, seen=requests: guard(route, page_file, seen))
            page.on(
                "console", lambda m, seen=complaints: seen.append(m.text) if m.type in ("error", "warning") else None
            )
            page.on("pageerror", lambda error, seen=complaints: seen.append(str(error)))
            page.goto(page_file.as_uri())
            page.wait_for_function("document.querySelectorAll('.chart .main-svg').length >= 16")
            page.wait_for_timeout(300)
            assert complaints == []
            assert requests == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for place in ("seats", "tickets", "board_claim_share", "ticket_value"):
                right, room = page.evaluate(ENDS, place)
                assert room - 25 < right <= room + 1, f"{place} fills the page at {width} pixels"
            page.emulate_media(color_scheme="dark")
            page.wait_for_timeout(300)
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(29, 31, 34)"
            assert page.evaluate(GROUND) == "rgb(29, 31, 34)"
        page.emulate_media(media="print")
        page.set_viewport_size({"width": SHEET[0], "height": SHEET[1]})
        page.wait_for_timeout(500)
        assert page.evaluate(GROUND) == "rgb(255, 255, 255)", "paper is white, whatever the screen is"
        assert page.evaluate(OFF_THE_SHEET, list(SHEET)) == [], "figures are not cut by the edge of a sheet"
        assert page.locator(".files").first.is_visible() is False, "paper has no links to files"
        assert len(page.pdf()) > 50_000
        browser.close()


def guard(route: Any, page_file: Path, requests: list[str]) -> None:
    """Let the page itself pass; note and stop everything else."""
    if route.request.url == page_file.as_uri() or route.request.url.startswith(("data:", "blob:")):
        route.continue_()
    else:
        requests.append(route.request.url)
        route.abort()


def test_the_ticket_that_ends_a_game_is_named_in_each_language() -> None:
    board = made_up_result(load_map("first_journey_usa"), 40)
    texts = {}
    for language in ("en", "pl"):
        with speaking(language):
            texts[language] = next(each.text for each in feature_chapters(board) if each.stem == "tickets_made")
    assert "makes ticket number 6 " in texts["en"]
    assert "bilet numer 6 " in texts["pl"]


def test_a_polish_report_has_no_english_sentences(result: Result) -> None:
    """Code, files and names stay: what is looked at is what the article says in words."""
    with speaking("pl"):
        text = markdown(article_of(Analysis.of(result), [], None, "md"), False)
    told = re.sub(r"```.*?```|\[[^\]]*\]\([^)]*\)|\w+\\?_\w+|Ticket to Ride \([^)]*\)", "", text, flags=re.DOTALL)
    assert "# Ticket to Ride (USA): ile warte są połączenia i bilety" in text
    assert "przedział" in told.casefold()
    found = re.findall(r"\b(?:the|of|and|with|players|games|tickets|tracks|points|mean|each|gray|purple)\b.*", told)
    assert found == []


def test_a_report_shows_the_names_of_cities_that_are_asked_for(result: Result) -> None:
    with city_labels.naming("pl"):
        text = markdown(article_of(Analysis.of(result), [], None, "md"), False)
    plain = markdown(article_of(Analysis.of(result), [], None, "md"), False)
    assert "New York" in plain
    told, printed = (each.partition("```")[0] for each in (text, plain))  # the command that makes it again differs
    assert told == re.sub("|".join(POLISH), lambda found: POLISH[found[0]], printed)


POLISH = {"New York": "Nowy Jork", "New Orleans": "Nowy Orlean", "Washington": "Waszyngton", "Montréal": "Montreal",
          "Sault St. Marie": "Sault Ste. Marie"}  # fmt: skip


def test_a_report_of_a_map_without_such_names_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"no city of .* has a name in this language"):
        build_report(made_up_board(1), tmp_path / "report", cities="pl", **PLAIN)
    assert list(tmp_path.iterdir()) == []


def test_the_command_that_makes_a_report_again_names_its_language_and_its_cities(result: Result) -> None:
    assert "--language" not in report_command(result.manifest)
    with speaking("pl"), city_labels.naming("pl"):
        command = report_command(result.manifest)
    assert command.endswith(" --language pl --cities pl --out report")
    assert make_parser(shlex.split(command)[1:]).parse_args(shlex.split(command)[1:]).cities == "pl"
