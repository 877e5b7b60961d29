"""Save charts as files: HTML that works offline, SVG, PNG, PDF, the table behind the chart, and its
caption and alternative text.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, Literal

import plotly.graph_objects as go

from ttr_analysis._validate import path_of, shown
from ttr_analysis.charts import words
from ttr_analysis.charts.frame import table_of, text_of, with_caption
from ttr_analysis.errors import MissingTool, SetupError
from ttr_analysis.results.folders import csv_text, explained, write_file

PNG_SCALE = 2
"""Pixels of a PNG per pixel of a figure whose size nobody asked for; else there is one for one."""

PICTURES = ("svg", "png", "pdf")
"""Endings of the files that a browser draws."""

PATIENCE = 60.0
"""Time limit of the browser for one picture, in seconds."""

PAGE_CONFIG: Mapping[str, Any] = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d"],
    "plotlyServerURL": "",
}
"""Settings of interactive charts, without buttons that would send data to a server."""


_TAG = re.compile(r"<[^>]*>")
_UNSEEN = re.compile(r'<path [^>]*style="opacity: 0;[^>]*/>')
"""What shows a hint in a live figure and nothing in a picture."""
_DIGITS, _FINE = re.compile(r"(\.\d\d)\d+"), re.compile(r"(?<=\.\d)\d+")
"""Decimals that nobody sees: of a length or a shade, and of a point of a path."""
_PATH = re.compile(r'(?<= d=")[^"]*')
_USUAL = re.compile(r"(?:(?<=\")|(?<= ))(?:vector-effect: none|opacity: 1); ?")
"""Styles that say what holds without them."""


class Pictures:
    """A browser that draws figures as SVG and PNG; it is started for the first figure.

    Use it as a context manager, which stops the browser at the end.

    Examples
    --------
    >>> with Pictures() as pictures:  # doctest: +SKIP
    ...     pictures.write(fig, Path("chart.svg"))
    """

    def __init__(self) -> None:
        self._browser: Any = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = asyncio.Lock()

    def __enter__(self) -> Pictures:
        return self

    def __exit__(self, *error: object) -> None:
        if self._loop is None:
            return
        with suppress(Exception):
            self._run(self._browser.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._loop = None

    def start(self) -> None:
        """Start the browser, unless it is already running.

        Raises
        ------
        MissingTool
            If there is no browser, the browser does not start, or kaleido is not installed.
        """
        if self._loop is not None:
            return
        try:
            from kaleido import Kaleido

            self._browser = Kaleido(mathjax=False)  # MathJax would be fetched from the internet
            self._loop = asyncio.new_event_loop()
            # Use a separate thread, because in a notebook the main thread's event loop is already in use.
            Thread(target=self._loop.run_forever, daemon=True).start()
            self._run(self._browser.open())
            _keep_page(self._browser)
        except Exception as error:
            self.__exit__()
            raise MissingTool(words.PICTURES_NEED) from error

    def write(self, fig: go.Figure, path: Path, scale: float = PNG_SCALE) -> None:
        """Draw a figure to a file whose extension is ``.svg``, ``.png`` or ``.pdf``; ``scale`` is for PNG only.

        Raises
        ------
        MissingTool
            See :meth:`start`.
        """
        self.start()
        options = {"format": path.suffix[1:], "scale": scale if path.suffix == ".png" else 1}
        try:
            self._run(self._browser.write_fig(fig.to_dict(), path=str(path), opts=options, cancel_on_error=True))
        except Exception as error:
            raise MissingTool(
                f"the browser did not draw {path.name} ({type(error).__name__}). {words.PICTURES_NEED}"
            ) from error

    def svg(self, fig: go.Figure) -> str:
        """Return a figure as SVG that says its title and its alternative text, in as few bytes as can be.

        Raises
        ------
        MissingTool
            See :meth:`start`.
        """
        with TemporaryDirectory() as folder:
            file = Path(folder) / "figure.svg"
            self.write(with_caption(fig), file)
            drawn = file.read_text(encoding="utf-8")
        return _with_texts(slim(drawn), text_of(fig, "title"), text_of(fig, "alt"))

    def _run(self, task: Coroutine[Any, Any, Any]) -> None:
        """Wait for a browser task, and give up after a time limit."""
        if self._loop is not None:
            running = asyncio.run_coroutine_threadsafe(self._in_turn(task), self._loop)
            try:
                running.result(timeout=PATIENCE)
            except TimeoutError:
                running.cancel()  # else the browser could not be closed
                raise

    async def _in_turn(self, task: Coroutine[Any, Any, Any]) -> None:
        """Run a task after those that an interrupt left running: a busy browser cannot be closed."""
        async with self._turn:
            await task


def _keep_page(browser: Any) -> None:
    """Let kaleido draw the next picture on the page that is already open.

    By default kaleido reloads its page after every picture, and no setting prevents it. Without the
    reload a batch takes half the time. Versions of kaleido that use another name for this step are left
    unchanged and are merely slower.
    """
    if hasattr(browser, "_return_kaleido_tab"):
        browser._return_kaleido_tab = browser.tabs_ready.put


def save(fig: go.Figure, stem: str | Path) -> tuple[list[Path], str]:
    """Write one chart as ``stem.html``, ``.svg``, ``.png``, ``.pdf``, ``.csv`` and ``.txt``.

    The HTML file is self-contained and works offline; the SVG file has the title and the alternative text inside;
    the text file holds the title that is shown, the caption and the alternative text. A picture whose width or
    height was asked for has exactly these pixels; any other PNG has twice as many. Either all files are written, or
    those that were there stay as they are.

    Parameters
    ----------
    fig : plotly Figure
        A chart of this package, which carries its table and texts; for any other figure, the
        table consists of the points of its traces.
    stem : path
        Where to write, without an extension. Missing folders are created.

    Returns
    -------
    tuple of list of Path and str
        The files written, and a notice: empty, or one line on how to get SVG, PNG and PDF files if
        there is no browser; older ones are then removed, since they would not fit the table.

    Raises
    ------
    SetupError
        If the files cannot be written, or ``stem`` names no file.
    MissingTool
        If the browser is there but does not draw the pictures.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> figure = ttr.charts.board_figure(ttr.load_map("usa"))
    >>> folder = TemporaryDirectory()
    >>> files, problem = ttr.charts.save(figure, folder.name + "/usa")
    >>> files[0].name
    'usa.csv'
    """
    place = _stem(stem)
    with Pictures() as browser:
        return _save(fig, place, browser, "inline")


def _stem(given: str | Path) -> Path:
    """Return the path of files without their endings, if it has a name to which endings can be added."""
    place = path_of("stem", given)
    if not place.name or place.name == ".." or "\0" in place.name or str(given).endswith(("/", os.sep)):
        raise SetupError(f"stem is {shown(str(given))}, but must end with the name of a file, such as figures/denver")
    return place


def save_all(
    figures: Mapping[str, go.Figure], folder: str | Path, *, pages: bool = True, pictures: bool = True
) -> tuple[list[Path], str]:
    """Write several charts with one browser; the HTML files share one ``plotly.min.js``.

    Parameters
    ----------
    figures : mapping of str to plotly Figure
        Figures by the stem of their file names.
    folder : path
        Created if it is missing.
    pages, pictures : bool, optional
        Whether to write HTML files, and whether to write SVG, PNG and PDF files.

    Returns
    -------
    tuple of list of Path and str
        As for :func:`save`.

    Raises
    ------
    SetupError
        If the files cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> figure = ttr.charts.board_figure(ttr.load_map("usa"))
    >>> folder = TemporaryDirectory()
    >>> files, problem = ttr.charts.save_all({"usa": figure}, folder.name, pictures=False)
    >>> sorted(file.suffix for file in files)
    ['.csv', '.html', '.txt']
    """
    written: list[Path] = []
    notices: list[str] = []
    with Pictures() as browser:
        for stem, fig in figures.items():
            paths, notice = _save(
                fig, Path(folder) / stem, browser if pictures else None, "beside" if pages else "none"
            )
            written += paths
            notices += [notice] if notice else []
    return written, notices[0] if notices else ""


def _save(
    fig: go.Figure, stem: Path, browser: Pictures | None, page: Literal["inline", "beside", "none"]
) -> tuple[list[Path], str]:
    """Write one chart; ``page`` says where the script of its HTML file is stored, or that there is no HTML file."""
    if not isinstance(fig, go.Figure):
        raise SetupError(f"fig must be a plotly figure, not {shown(fig)}")
    drawn = with_caption(fig)
    texts = {"csv": csv_text(table_of(fig)), "txt": _words(fig)}
    if page != "none":
        texts["html"] = _html(drawn, fig, page == "inline")
    with explained(f"the chart {str(stem)!r}"):
        for ending in (*texts, *PICTURES):
            if _beside(stem, ending).is_dir():
                raise SetupError(f"the chart {str(stem)!r} cannot be written: {_beside(stem, ending)} is a folder")
        stem.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".", dir=stem.parent) as folder:
            new = Path(folder) / stem.name
            for ending, text in texts.items():
                write_file(_beside(new, ending), text)
            notice = "" if browser is None else _draw(drawn, fig, new, browser, whole=page == "inline")
            pictures = PICTURES if browser is not None and not notice else ()
            _exchange(new, stem, (*texts, *pictures), PICTURES if notice else ())
        script = stem.parent / "plotly.min.js"
        if page == "beside" and not script.exists():
            write_file(script, plotly_script())
    return [_beside(stem, ending) for ending in (*texts, *pictures)], notice


def _exchange(new: Path, stem: Path, endings: Sequence[str], gone: Sequence[str]) -> None:
    """Put new files in the place of those that are there, and remove others; if that fails, all stay as they were."""
    old, placed, moved = new.parent / "old", list[str](), list[str]()
    old.mkdir()
    try:
        for ending in (*endings, *gone):
            if (target := _beside(stem, ending)).exists():
                target.replace(old / target.name)
                moved.append(ending)
        for ending in endings:
            _beside(new, ending).replace(_beside(stem, ending))
            placed.append(ending)
    except BaseException:
        for ending in placed:
            _beside(stem, ending).unlink(missing_ok=True)
        for ending in moved:
            (old / _beside(stem, ending).name).replace(_beside(stem, ending))
        raise


def _draw(drawn: go.Figure, fig: go.Figure, stem: Path, browser: Pictures, *, whole: bool) -> str:
    """Write SVG, PNG and PDF; without a browser, return a notice.

    Of pictures that a browser does not draw, there is a notice, too, unless all files are wanted or none.
    """
    meta = fig.layout.meta
    sized = isinstance(meta, dict) and meta.get("sized")
    try:
        browser.start()
    except MissingTool as missing:
        return str(missing)
    try:
        for ending in PICTURES:
            browser.write(drawn, _beside(stem, ending), 1 if sized else PNG_SCALE)
    except MissingTool as missing:
        if whole:
            raise
        return str(missing)
    svg = _beside(stem, "svg")
    write_file(svg, _with_texts(svg.read_text(encoding="utf-8"), text_of(fig, "title"), text_of(fig, "alt")))
    return ""


def slim(svg: str) -> str:
    """Return an SVG picture of plotly without what is not seen: a board takes half as many bytes.

    Examples
    --------
    >>> slim('<svg><path d="M0.12345,0" style="opacity: 1; fill: none;"/><text>0.12345</text></svg>')
    '<svg><path d="M0.1,0" style="fill: none;"/><text>0.12345</text></svg>'
    """
    seen = _UNSEEN.sub("", svg)
    return _TAG.sub(lambda tag: _USUAL.sub("", _DIGITS.sub(r"\1", _coarse(tag[0]))), seen)


def _coarse(tag: str) -> str:
    """Return a tag with the points of its path to a tenth of a pixel."""
    return _PATH.sub(lambda points: _FINE.sub("", points[0]), tag)


def _with_texts(svg: str, title: str, alt: str) -> str:
    """Return an SVG picture that says its title and its alternative text."""
    told = f"<title>{escape(title or words.CHART)}</title><desc>{escape(alt)}</desc>"
    before, start, rest = svg.partition("<svg")
    head, end, inside = rest.partition(">")
    return f'{before}{start} role="img"{head}{end}{told}{inside}'


def _beside(stem: Path, ending: str) -> Path:
    return stem.with_name(f"{stem.name}.{ending}")


def _words(fig: go.Figure) -> str:
    title, subtitle, caption, alt = (text_of(fig, name) for name in ("title", "subtitle", "caption", "alt"))
    return words.FILE_TEXT.format(title="\n".join(filter(None, (title, subtitle))), caption=caption, alt=alt)


def plotly_script() -> str:
    """Return the source of the plotly.js that belongs to the installed plotly."""
    from plotly.offline import get_plotlyjs

    return str(get_plotlyjs())


def _html(drawn: go.Figure, fig: go.Figure, inline: bool) -> str:
    """Return a page with one chart; screen readers read its alternative text."""
    body = drawn.to_html(full_html=False, include_plotlyjs=inline or "directory", config=dict(PAGE_CONFIG))
    title, alt = escape(text_of(fig, "title") or words.CHART), escape(text_of(fig, "alt"))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f'<link rel="icon" href="data:,"></head>\n<body><div role="img" aria-label="{alt}">{body}</div></body></html>\n'
    )
