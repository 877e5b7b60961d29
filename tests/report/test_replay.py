"""The replay page: plain data, one file without requests, costs checked; in a browser, quick steps."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import browsers
import pandas as pd
import pytest

from ttr_analysis.charts.board import svg
from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import load_map
from ttr_analysis.play import Frame, Game, game_frames
from ttr_analysis.report import replay_data, replay_page
from ttr_analysis.report.replay import decided_steps
from ttr_analysis.results.source import exact, of_map, tagged

USA = load_map("usa")
SEATS = ("expert 1", "random 2")


@pytest.fixture(scope="module")
def frames() -> list[Frame]:
    return game_frames(USA, 2, Game(USA, 2, seed=7).play("greedy_points").events)


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture, which takes a quarter of a second each."""
    monkeypatch.setattr(svg, "board_svg", lambda game_map: "<svg></svg>")


def costs(frames: Sequence[Frame], **columns: Any) -> pd.DataFrame:
    decisions = list(range(len(frames) - 1))
    table = pd.DataFrame({"decision": decisions, "before": 0.5, "made": 0.45, "best": 0.5, "cost": 0.05})
    return table.assign(**columns)


def test_the_data_is_plain_and_complete(frames: list[Frame]) -> None:
    data = json.loads(json.dumps(replay_data(USA, frames, SEATS, seed=7, game=3)))
    assert data["title"] == "Ticket to Ride (USA): Expert 1 against Random 2"
    assert "seed 7, game 3; n = 1 game" in data["caption"]
    assert len(data["frames"]) == len(frames)
    assert data["frames"][-1]["owners"] == {str(track): seat for track, seat in frames[-1].owners.items()}
    assert [seat["name"] for seat in data["seats"]] == ["Expert 1", "Random 2"]
    assert data["costs"] == []
    assert data["svg"].count('class="track"') == len(USA.tracks)


@pytest.mark.parametrize(("name", "players"), [("rails_sails_world", 5)])
def test_a_page_of_many_players_is_one_small_file_without_requests(name: str, players: int) -> None:
    game_map = load_map(name)
    shown = game_frames(game_map, players, Game(game_map, players, seed=1).play("ticket_planner").events)
    page = replay_page(replay_data(game_map, shown, [f"player {seat + 1}" for seat in range(players)]), "ttr replay")
    assert len(page.encode()) < 3_000_000
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
    assert "default-src 'none'" in page


@pytest.mark.usefixtures("undrawn")
def test_names_cannot_end_the_script(frames: list[Frame]) -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    page = replay_page(replay_data(replace(USA, title=evil), frames, [evil, "Ben"]), evil)
    assert "<img" not in page
    assert page.count("</script>") == 2


@pytest.mark.usefixtures("undrawn")
def test_costs_come_to_their_steps_in_words(frames: list[Frame]) -> None:
    table = costs(frames, cost_low=[0.02 if row == 4 else -0.02 for row in range(len(frames) - 1)], cost_high=0.08)
    data = replay_data(USA, frames, SEATS, costs=table)
    assert [cost["step"] for cost in data["costs"] if cost["blunder"]] == [5]
    assert data["costs"][4]["told"] == {
        "before": "50.0 %", "made": "45.0 %", "best": "50.0 %", "cost": "5.0 % (2.0 to 8.0)"
    }  # fmt: skip
    assert data["costs"][4]["seat"] == frames[5].seat
    assert "(%)" in data["measure"]
    points = replay_data(USA, frames, SEATS, costs=costs(frames, before=90.0, made=88.0, best=90.0, cost=2.0))
    assert "(points)" in points["measure"]
    assert points["costs"][0]["told"]["cost"] == "2.0 points"
    named = replay_data(USA, frames, SEATS, costs=costs(frames, blunder=True, better="draw tickets"))
    assert {(cost["blunder"], cost["better"]) for cost in named["costs"]} == {(True, "draw tickets")}


@pytest.mark.usefixtures("undrawn")
def test_a_table_of_a_review_comes_with_its_words_and_its_caption(frames: list[Frame]) -> None:
    review = costs(frames, made="draw blind", best="claim X", after=0.4, best_value=0.6, blunder=False)
    review = review.iloc[:2].assign(turning_point=[False, True], blunder=[True, False])
    data = replay_data(USA, frames, SEATS, costs=tagged(review, exact(USA)))
    assert [(cost["better"], cost["told"]["best"], cost["turning"]) for cost in data["costs"]] == [
        ("claim X", "60.0 %", False), ("", "60.0 %", True)
    ]  # fmt: skip
    assert "Costs: " in data["caption"]
    assert "Exact." in data["caption"]


@pytest.mark.usefixtures("undrawn")
def test_a_caption_names_the_map_and_its_notices_once(frames: list[Frame]) -> None:
    board = replace(USA, notices=("A notice.",))
    facts = {
        "kind": "review", "map": of_map(board), "players": 2, "decisions": 2, "games": 100, "asked": 100, "seed": 0,
        "strategies": ["expert"], "worlds": "suited", "names": list(SEATS), "played": {"seed": 7, "game": 3},
    }  # fmt: skip
    table = tagged(costs(frames).assign(after=0.4, best_value=0.6, before_low=0.4, before_high=0.6), facts)
    table.attrs["intervals"] = {"before": ["wilson by world", 0.95]}
    caption = replay_data(board, frames, SEATS, seed=7, game=3, costs=table)["caption"]
    assert caption.count("Map ") == 1
    assert all(caption.count(notice) == 1 for notice in board.caveats)
    assert "2 decisions valued by 100 roll-outs in suited worlds, played by Expert; seed 0." in caption
    assert "Wilson by imagined world" in caption
    assert "by game" not in caption


@pytest.mark.usefixtures("undrawn")
def test_passes_are_no_decisions(frames: list[Frame]) -> None:
    passing = [replace(frame, passed=step in (2, 3)) for step, frame in enumerate(frames)]
    assert decided_steps(passing)[:4] == [1, 4, 5, 6]
    assert replay_data(USA, passing, SEATS, costs=costs(frames).iloc[1:2])["costs"][0]["step"] == 4


def test_a_table_that_is_not_of_this_game_is_refused(frames: list[Frame]) -> None:
    with pytest.raises(SetupError, match="no column made, best"):
        replay_data(USA, frames, SEATS, costs=costs(frames).drop(columns=["made", "best"]))
    late = costs(frames).assign(decision=lambda table: table["decision"] + 1)
    with pytest.raises(SetupError, match=f"there is no decision {len(frames) - 1}; this game has the decisions 0 to"):
        replay_data(USA, frames, SEATS, costs=late)


def test_what_is_no_table_or_no_frame_is_refused(frames: list[Frame]) -> None:
    with pytest.raises(SetupError, match="costs must be a DataFrame"):
        replay_data(USA, frames, SEATS, costs="x")  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="frames, entry 1 must be a Frame"):
        replay_data(USA, ["x"], SEATS)  # type: ignore[list-item]
    with pytest.raises(SetupError, match="1 names of seats do not fit"):
        replay_data(USA, frames, ["Ann"])


def test_the_command_writes_a_page_with_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.html"
    typed = ["replay", "first_journey_usa", "--strategies", "ticket_planner", "--players", "2", "--seed", "3"]
    assert main([*typed, "--until", "9", "--html", str(file)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == str(file)
    assert said[1].startswith("the referee agrees")
    page = file.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="game">(.*?)</script>', page, re.S)[1])  # type: ignore[index]
    assert data["frames"][-1]["turn"] == 9
    assert any(frame["explanation"] for frame in data["frames"])
    assert "ttr replay first_journey_usa --strategies ticket_planner" in page
    assert main([*typed, "--html", str(tmp_path)]) != 0
    assert "is a folder" in capsys.readouterr().err


# In a browser

STEP_TIMES = """() => new Promise(done => {
    const root = document.querySelector('.ttr-replay'), times = [];
    const step = () => {
        const start = performance.now();
        root.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
        requestAnimationFrame(() => setTimeout(() => {
            times.push(performance.now() - start);
            times.length < 40 ? step() : done(times);
        }));
    };
    step();
})"""
LIMIT = 200.0  # milliseconds


@pytest.mark.browser
@pytest.mark.long(reason="starts a browser, which takes some seconds; nothing but the page's script is tested")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_in_a_real_browser(frames: list[Frame], tmp_path: Path, scheme: str) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    table = costs(frames, blunder=[row in (4, 30) for row in range(len(frames) - 1)])
    file = tmp_path / "replay.html"
    file.write_text(replay_page(replay_data(USA, frames, SEATS, costs=table)), encoding="utf-8")
    complaints: list[str] = []
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browsers.path(), args=browsers.OPTIONS)
        page = browser.new_page(viewport={"width": 1280, "height": 900}, color_scheme=scheme)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.append(request.url) if request.url != file.as_uri() else None)
        page.goto(file.as_uri())
        page.wait_for_timeout(100)
        assert page.locator(".ttr-replay.dark").count() == (scheme == "dark")
        page.keyboard.press("ArrowRight")  # before anything was clicked
        assert page.locator(".count").inner_text().startswith("step 1 of")
        page.keyboard.press("Home")
        page.get_by_role("button", name="Next blunder").click()
        assert page.locator(".count").inner_text().startswith("step 5 of")
        assert "A blunder" in page.locator(".happened").inner_text()
        page.get_by_role("button", name="Next blunder").click()
        page.get_by_role("button", name="Blunder before this").click()
        assert page.locator(".count").inner_text().startswith("step 5 of")
        page.keyboard.press("Home")
        times = sorted(page.evaluate(STEP_TIMES))
        assert times[len(times) // 2] < LIMIT, times
        page.keyboard.press("End")
        assert "points at the end" in page.locator(".hands").inner_text()
        page.locator("input.steps").fill("20")
        page.locator(".bar select").select_option(label="what Random 2 sees")
        (other, own) = page.locator(".hands .seat").all_inner_texts()
        assert "cards: " in other
        assert "secret tickets" in other
        assert "secret tickets" not in own
        claimed = page.evaluate("[...document.querySelectorAll('.track')].filter(t => t.dataset.owner).length")
        assert claimed == len(frames[20].owners)
        browser.close()
    assert complaints == []
