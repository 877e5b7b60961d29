"""Files of charts: complete with a browser, useful without one, offline always."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from queue import Queue
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from ttr_analysis.charts import export, scores
from ttr_analysis.errors import MissingTool, SetupError
from ttr_analysis.results.source import tagged


@pytest.fixture
def chart() -> scores.go.Figure:
    seats = pd.DataFrame(
        {
            "seat": [0, 1],
            "games": 50,
            "win_share": [0.6, 0.4],
            "win_share_low": [0.5, 0.3],
            "win_share_high": [0.7, 0.5],
        }
    )
    place = {"name": "table", "title": "two <b>seats</b>", "ticket_set": "base", "notices": []}
    return scores.win_share_by_seat(tagged(seats, {"kind": "exact", "map": place}))


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine whose browser cannot be started."""
    monkeypatch.setenv("BROWSER_PATH", "/nonexistent/browser")


def test_without_a_browser_html_and_csv_are_written_and_one_line_helps(
    chart: scores.go.Figure, tmp_path: Path, no_browser: None
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "seats.svg").write_text("old")
    paths, notice = export.save(chart, tmp_path / "deep" / "seats")
    assert [path.name for path in paths] == ["seats.csv", "seats.txt", "seats.html"]
    assert "\n" not in notice
    for way in ("package manager", "plotly_get_chrome", "BROWSER_PATH"):
        assert way in notice
    assert not (tmp_path / "deep" / "seats.svg").exists(), "an older picture would not fit the new table"


def test_html_is_offline_and_the_table_is_the_charts(chart: scores.go.Figure, tmp_path: Path, no_browser: None) -> None:
    export.save(chart, tmp_path / "seats")
    page = (tmp_path / "seats.html").read_text()
    assert "Plotly.newPlot" in page
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page.replace(export.plotly_script(), ""))
    assert "aria-label" in page
    assert pd.read_csv(tmp_path / "seats.csv")["win_share"].tolist() == [0.6, 0.4]
    words = (tmp_path / "seats.txt").read_text()
    assert "Caption: Map two <b>seats</b>, ticket set base." in words
    assert "Alternative text: Share of games won by seat: seat 1 60.0 %" in words


def test_a_batch_shares_one_script(chart: scores.go.Figure, tmp_path: Path) -> None:
    paths, notice = export.save_all({"one": chart, "two": chart}, tmp_path, pictures=False)
    assert notice == ""
    assert {path.name for path in paths} == {
        f"{stem}.{end}" for stem in ("one", "two") for end in ("csv", "txt", "html")
    }
    assert (tmp_path / "plotly.min.js").stat().st_size > 1_000_000
    assert (tmp_path / "one.html").stat().st_size < 100_000
    export.save_all({"three": chart}, tmp_path, pages=False, pictures=False)
    assert not (tmp_path / "three.html").exists()


def test_an_unwritable_target_is_one_clear_line(chart: scores.go.Figure, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError, match="cannot be written"):
        export.save(chart, tmp_path / "file" / "seats")


@pytest.mark.parametrize("stem", ["", ".", "..", "/", "folder/", 5, None])
def test_a_stem_without_a_name_is_refused_and_leaves_nothing(
    chart: scores.go.Figure, stem: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_browser: None
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SetupError, match=r"^stem "):
        export.save(chart, stem)
    assert list(tmp_path.iterdir()) == []


def draws_all_but_pdf(self: export.Pictures, fig: Any, path: Path, scale: float = 1) -> None:
    if path.suffix == ".pdf":
        raise MissingTool("the browser did not draw")
    path.write_text("<svg></svg>")


def test_all_files_are_replaced_or_none(
    chart: scores.go.Figure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ending in ("csv", "html", "png"):
        (tmp_path / f"seats.{ending}").write_text("old")
    before = {path.name: path.read_text() for path in tmp_path.iterdir()}
    monkeypatch.setattr(export.Pictures, "start", lambda self: None)
    monkeypatch.setattr(export.Pictures, "write", draws_all_but_pdf)
    with pytest.raises(MissingTool, match="did not draw"):
        export.save(chart, tmp_path / "seats")
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before
    (tmp_path / "seats.svg").mkdir()
    with pytest.raises(SetupError, match=r"seats\.svg is a folder"):
        export.save(chart, tmp_path / "seats")
    (tmp_path / "seats.svg").rmdir()
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == before


def test_an_exchange_that_fails_half_way_is_undone(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    for place, text in (("new/a.csv", "new"), ("a.csv", "old"), ("a.txt", "old")):
        (tmp_path / place).write_text(text)
    with pytest.raises(FileNotFoundError):
        export._exchange(tmp_path / "new" / "a", tmp_path / "a", ("csv", "txt"), ())
    assert [(tmp_path / name).read_text() for name in ("a.csv", "a.txt")] == ["old", "old"]


def test_a_kaleido_without_the_private_step_is_left_as_it_is() -> None:
    """Reloading its page after each picture is kaleido's private step; only its speed depends on it."""
    other, known = SimpleNamespace(tabs_ready=Queue()), SimpleNamespace(tabs_ready=Queue(), _return_kaleido_tab=None)
    export._keep_page(other)
    export._keep_page(known)
    assert not hasattr(other, "_return_kaleido_tab")
    assert known._return_kaleido_tab == known.tabs_ready.put


@pytest.mark.parametrize("busy", ["open", "write_fig"])
def test_an_interrupt_closes_the_browser_once_it_can_be(
    busy: str, chart: scores.go.Figure, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it lives on, and litters the screen when its folder is deleted under it."""
    done: list[str] = []

    class Browser:
        def __init__(self, **options: object) -> None:
            del options

        def __getattr__(self, task: str) -> Callable[..., Coroutine[Any, Any, None]]:
            async def run(*arguments: object, **options: object) -> None:
                del arguments, options
                if task == busy:
                    os.kill(os.getpid(), signal.SIGINT)
                    await asyncio.sleep(0.3)
                done.append(task)

            return run

    monkeypatch.setitem(sys.modules, "kaleido", SimpleNamespace(Kaleido=Browser))
    monkeypatch.setattr(export, "_keep_page", lambda browser: None)
    with pytest.raises(KeyboardInterrupt), export.Pictures() as pictures:
        pictures.write(chart, tmp_path / "chart.svg")
    assert done[-2:] == [busy, "close"]


@pytest.mark.long(reason="draws many pictures in a browser")
@pytest.mark.browser
def test_a_batch_takes_little_time_for_each_picture(chart: scores.go.Figure, tmp_path: Path) -> None:
    """Half a second is meant, of a machine that does nothing else."""
    with export.Pictures() as pictures:
        pictures.write(chart, tmp_path / "first.svg")
        seconds = []
        for number in range(5):
            start = time.perf_counter()
            pictures.write(chart, tmp_path / f"{number}.svg")
            seconds.append(time.perf_counter() - start)
        assert min(seconds) < 0.5
        with pytest.raises(MissingTool, match=r"did not draw lost\.svg"):
            pictures.write(chart, tmp_path / "missing" / "lost.svg")


@pytest.mark.browser
def test_pictures_are_drawn_with_one_browser(chart: scores.go.Figure, tmp_path: Path) -> None:
    paths, notice = export.save_all({"one": chart, "two": chart}, tmp_path, pages=False)
    assert notice == ""
    assert {"one.svg", "one.png", "two.svg", "two.png"} <= {path.name for path in paths}
    png = (tmp_path / "two.png").read_bytes()
    width = int.from_bytes(png[16:20], "big")
    assert width == export.PNG_SCALE * chart.layout.width
    svg = (tmp_path / "one.svg").read_text()
    assert "Does it pay to move first?" in svg
    assert "&#60;b&#62;seats" in svg, "the caption's markup stays text"
