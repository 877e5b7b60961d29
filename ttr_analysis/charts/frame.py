"""What every chart carries besides its picture: title, caption, alternative text, and the
table behind it. Exports and reports read them from the figure, so nothing else is needed.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis._validate import instance, option, shown
from ttr_analysis.charts import captions, dress, marks, theme, words
from ttr_analysis.charts.board.layout.geometry import text_width
from ttr_analysis.charts.options import FigureOptions, Look, is_sized, look_of, with_defaults
from ttr_analysis.errors import SetupError, TicketToRideError
from ttr_analysis.maps import city_labels
from ttr_analysis.maps.languages import separators, speaking, written
from ttr_analysis.results.source import maker_of, source_of
from ttr_analysis.stats.columns import intervals_of

if TYPE_CHECKING:
    from ttr_analysis.experiments.tournament import Tournament
    from ttr_analysis.results.result import Result

__all__ = ["FigureOptions", "Look", "look_of", "with_defaults", "written"]  # charts take these from here

WIDTH = 900
"""Width of a chart, in pixels."""

TITLE_ROOM = 60
"""Height of the strip that holds a chart's title, in pixels."""

LEGEND_ROW = 22
"""Height of a row of a legend, in pixels."""

LEGEND_ABOVE = {"orientation": "h", "x": 0, "xanchor": "left", "y": 1, "yanchor": "bottom", "traceorder": "normal"}
"""A legend in one row between title and plot."""

MOST_ROWS = 50
"""Greatest number of rows in a list of bars or dots; of more, the first and the last are drawn."""

PAGE_TOP = 14
"""Space left above a chart whose title is part of the surrounding page, in pixels."""


def finish(
    fig: go.Figure,
    chart: words.Chart,
    table: pd.DataFrame,
    *,
    shows: Sequence[str] | None = (),
    alt: str = "",
    notes: Sequence[str] = (),
    height: int = 460,
    width: int = WIDTH,
    legend_rows: int = 1,
    options: FigureOptions | None = None,
) -> go.Figure:
    """Give a chart the common look, its title and caption, and the data needed for export.

    Parameters
    ----------
    fig : plotly Figure
        Changed in place.
    chart : Chart
        Its words, of which title, note and ``holds`` are used; plain text, which is escaped when shown.
    table : pandas DataFrame
        The numbers behind the chart; the caption says where they come from.
    shows : sequence of str or None
        The columns of the table whose intervals the chart shows; None for exact numbers.
    alt : str
        The alternative text.
    notes : sequence of str
        Further sentences for the start of the caption.
    height, width : int
        Size in pixels, without the room for the caption.
    legend_rows : int
        Rows of the legend between title and plot; the figure grows by every row after the first.
    options : FigureOptions, optional
        What the reader asked for.
    """
    more = LEGEND_ROW * (legend_rows - 1)
    fig.update_layout(template=theme.TEMPLATE, width=width, height=height + more, margin_t=TITLE_ROOM + more)
    caption = captions.caption(table, shows, chart.note, *notes, last=chart.holds)
    attach(fig, chart.title, subtitle=chart.subtitle, table=table, caption=caption, alt=alt)
    return dress.dressed(theme.caption(fig, caption), options or {}, TITLE_ROOM)


def rows_of(
    data: Result | Tournament | Mapping[str, Result] | pd.DataFrame, make: Callable[[Any], pd.DataFrame]
) -> pd.DataFrame:
    """Return a table: the one given, or the one that a function makes from the games given.

    Raises
    ------
    SetupError
        If there is neither, or if the table has no rows.
    """
    given: Any = data
    if not isinstance(given, pd.DataFrame | Mapping) and not hasattr(given, "source"):
        raise SetupError(f"this chart draws games or the table of {make.__name__}, not {shown(data)}")
    table = data if isinstance(data, pd.DataFrame) else make(data)
    if not len(table):
        raise SetupError(f"the table is empty, so there is nothing to draw; {make.__name__} makes one for this chart")
    return table


P = ParamSpec("P")

_HYPHEN = re.compile(r"(?<![\w-])-(?=\d)")
"""A hyphen that stands for a minus sign."""

MOST_COLUMNS = 8
"""Number of columns that a refusal lists."""

TABLES: dict[str, tuple[str, ...]] = {}
"""Which functions make the tables of each chart, by the name of the chart; see :func:`draws`."""


def spoken(chart: Callable[P, go.Figure]) -> Callable[P, go.Figure]:
    """Decorate a chart: its language and the names of its cities are those its options ask for, else those in use."""

    @wraps(chart)
    def drawn(*arguments: P.args, **options: P.kwargs) -> go.Figure:
        asked: dict[str, Any] = {name: options.get(name) for name in ("language", "cities")}
        with speaking(asked["language"]), city_labels.naming(asked["cities"]):
            fig = chart(*arguments, **options)
            if signs := separators():
                fig.update_layout(separators=signs)
            return _with_cities(fig, asked["cities"]) if city_labels.renames() else fig

    return drawn


def _with_cities(fig: go.Figure, asked: str | None) -> go.Figure:
    """Return a finished figure with other names of cities in its texts and its table.

    Raises
    ------
    SetupError
        If its options ask for the names, and it shows no city that has one.
    """
    told: dict[str, Any] = {
        "data": [trace.to_plotly_json() for trace in fig.data], "layout": fig.layout.to_plotly_json()
    }  # fmt: skip
    if asked and not city_labels.tells_cities(told):
        raise SetupError(f"cities is {asked!r}, but the chart shows no city that has a name in this language; "
                         f"leave cities out")  # fmt: skip
    return go.Figure(city_labels.renamed(told))


def draws(*makers: str) -> Callable[[Callable[P, go.Figure]], Callable[P, go.Figure]]:
    """Decorate a chart that takes tables: tables of other functions, and what is no table, are refused in words.

    Parameters
    ----------
    *makers : str
        The functions that make its tables, as in ``stats.score_parts``.
    """

    def decorated(chart: Callable[P, go.Figure]) -> Callable[P, go.Figure]:
        TABLES[chart.__name__] = makers
        wanted = f"this chart draws the table of {' or '.join(makers)}"
        signature = inspect.signature(chart)
        games = _takes_games(signature)

        @spoken
        @wraps(chart)
        def checked(*arguments: P.args, **options: P.kwargs) -> go.Figure:
            given = [*arguments, *options.values()]
            tables = list(_tables_in(given))
            made = [maker_of(table) for table in tables]
            if other := next((name for name in made if name not in ("", *makers)), ""):
                raise SetupError(f"{wanted}, not that of {other}")
            signature.bind(*arguments, **options)
            known = {*signature.parameters, *FigureOptions.__annotations__}
            look_of({name: value for name, value in options.items() if name not in known})  # type: ignore[arg-type]
            sure = all(made) if tables else games and hasattr(next(iter(given)), "source")
            try:
                return chart(*arguments, **options)
            except TicketToRideError:
                raise
            except (LookupError, AttributeError, TypeError, ValueError) as error:
                if sure:  # the fault is ours
                    raise
                found = next((_columns_of(table) for table in tables), shown(next(iter(given))))
                raise SetupError(f"{wanted}, not {found}") from error

        return checked

    return decorated


def _takes_games(signature: inspect.Signature) -> bool:
    """Return whether a chart takes a result or a tournament in place of its table, as its annotation says."""
    first = str(next(iter(signature.parameters.values())).annotation)
    return re.search(r"\b(Result|Tournament)\b", re.sub(r"\[.*\]", "", first)) is not None


def _columns_of(table: pd.DataFrame) -> str:
    """Describe a table of unknown origin."""
    return f"one with the columns {', '.join(map(str, table.columns[:MOST_COLUMNS]))}"


def _tables_in(values: Iterable[Any]) -> Iterator[pd.DataFrame]:
    """Yield the tables among some values, and in mappings among them."""
    for value in values:
        if isinstance(value, pd.DataFrame):
            yield value
        elif isinstance(value, Mapping):
            yield from _tables_in(value.values())


def with_intervals(table: pd.DataFrame, means: pd.DataFrame) -> pd.DataFrame:
    """Return a table that also says how the intervals of another table, drawn in the same chart, were computed."""
    both = table.copy(deep=False)
    both.attrs["intervals"] = intervals_of(means)
    return both


def kind_of(table: pd.DataFrame) -> str:
    """Return what kind of source a table has; empty if it has none."""
    source = source_of(table)
    return "" if source is None else str(source["kind"])


def attach(
    fig: go.Figure,
    title: str,
    *,
    table: pd.DataFrame,
    subtitle: str = "",
    caption: str = "",
    alt: str = "",
    sized: bool = False,
) -> go.Figure:
    """Store title, subtitle, caption, alternative text, table, and whether its size was asked for in a figure."""
    columns = {str(name): _plain(table[name]) for name in table.columns}
    alt_with_minus = _HYPHEN.sub("\N{MINUS SIGN}", alt)
    texts = {"title": title, "subtitle": subtitle, "caption": caption, "alt": alt_with_minus}
    fig.update_layout(meta={**texts, "table": columns, "sized": sized})
    return fig


def describe(fig: go.Figure, table: pd.DataFrame, alt: str, options: FigureOptions) -> go.Figure:
    """Store table and alternative text in a board, which has its title and caption already.

    Whether its size was asked for is told by the options of its reader: its own width is none.
    """
    texts, drawn = {name: text_of(fig, name) for name in ("title", "subtitle", "caption")}, fig.layout.meta
    attach(fig, **texts, table=table, alt=alt, sized=is_sized(options))
    return fig.update_layout(meta={**drawn, **fig.layout.meta})


def _plain(column: pd.Series[Any]) -> list[Any]:
    return [None if missing else value for value, missing in zip(column.tolist(), column.isna(), strict=True)]


def text_of(fig: go.Figure, name: str) -> str:
    """Return ``title``, ``subtitle``, ``caption`` or ``alt`` of a figure, or an empty text if it has none.

    Raises
    ------
    SetupError
        If another text is asked for.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> figure = ttr.charts.board_figure(usa)
    >>> ttr.charts.text_of(figure, "title")
    ''
    """
    option("the text of a figure", name, ("title", "subtitle", "caption", "alt"))
    instance("the figure", fig, go.Figure, "charts.score_parts(result)")
    meta, drawn = fig.layout.meta, fig.layout.title.text
    if name == "title" and drawn:  # what is shown, whoever has changed it
        return marks.plain_text(drawn)
    if not isinstance(meta, dict):
        return ""
    notes = meta.get(marks.NOTES, ()) if name == "alt" else ()
    return " ".join(text for text in (str(meta.get(name, "")), *notes) if text)


def table_of(fig: go.Figure) -> pd.DataFrame:
    """Return the table behind a figure, or the points of its traces if it has no table.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> len(ttr.charts.table_of(ttr.charts.win_share_by_seat(result)))
    2
    """
    meta = instance("the figure", fig, go.Figure, "charts.score_parts(result)").layout.meta
    if isinstance(meta, dict) and "table" in meta:
        return pd.DataFrame(meta["table"])
    frames = [pd.DataFrame({"trace": trace.name or f"trace {i + 1}", "x": list(trace.x), "y": list(trace.y)})
              for i, trace in enumerate(fig.data) if getattr(trace, "x", None) is not None
              and getattr(trace, "y", None) is not None]  # fmt: skip
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def for_page(fig: go.Figure) -> go.Figure:
    """Return a copy without title, caption and table, for a page that shows these itself."""
    bare = go.Figure(fig)
    top = bare.layout.margin.t
    removed = (TITLE_ROOM if top is None else top) - PAGE_TOP
    height = (bare.layout.height or 0) - removed
    notes = [note for note in bare.layout.annotations if note.name == "caption"]
    bare.layout.annotations = [note for note in bare.layout.annotations if note.name not in ("caption", "subtitle")]
    if notes:
        bottom = -notes[0].yshift
        height -= bare.layout.margin.b - bottom
        bare.update_layout(margin_b=bottom)
    return bare.update_layout(title=None, meta=None, margin_t=PAGE_TOP, height=height)


def with_caption(fig: go.Figure) -> go.Figure:
    """Return a copy without its table, and draw the caption if there is one that is not drawn yet."""
    copy = go.Figure(fig)
    text = text_of(fig, "caption")
    drawn = any(note.name == "caption" for note in copy.layout.annotations)
    if text and not drawn and not marks.is_board(fig):  # a board whose caption is not drawn shall have none
        theme.caption(copy, text)
    return copy.update_layout(meta=None)


def left_room(names: list[str], size: float) -> float:
    """Return the left margin needed for bar names and the axis title; captions start at its end."""
    return 64 + max((0.86 * text_width(name, size) for name in names), default=0)


def with_numbers_below(names: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return the labels of rows on a phone: names, already escaped, with their numbers in a second line."""
    return [f'{name}<br><span style="font-size:85%">{text}</span>' for name, text in zip(names, texts, strict=True)]


def folded(table: pd.DataFrame, names: Sequence[str]) -> tuple[pd.DataFrame, list[str]]:
    """Return the first and the last rows of a long table, between them an empty row that tells how many are left out.

    The table behind a chart holds all.
    """
    left = len(table) - MOST_ROWS
    if left <= 0:
        return table, list(names)
    half = MOST_ROWS // 2
    empty = table.iloc[:0].reindex([table.index.max() + 1])
    shown = pd.concat([table.iloc[:half], empty, table.iloc[-half:]])
    return shown, [*names[:half], words.LEFT_OUT.format(left), *names[-half:]]


def whiskers(value: Any, low: Any, high: Any) -> dict[str, Any]:
    """Return error bars from a value to the ends of its interval."""
    return {
        "type": "data",
        "symmetric": False,
        "array": np.maximum(high - value, 0),
        "arrayminus": np.maximum(value - low, 0),
        "thickness": 1.2,
        "width": 3,
        "color": theme.INK,
    }


def padded(values: Any, share: float = 0.09) -> tuple[float, float]:
    """Return the range of an axis that shows these values with some room around them."""
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    room = share * (high - low) or 1.0
    return low - room, high + room


def of_whole_numbers(values: Any) -> dict[str, int]:
    """Return the ticks of an axis of turns, pieces and the like, which has none at halves however few there are."""
    return {"dtick": 1} if max(values) - min(values) <= 8 else {}


def signed(value: float, digits: int = 0) -> str:
    """Format a difference with a sign: a plus or a true minus, and none before what rounds to zero."""
    text = written(value, f"+z,.{digits}f")
    return text if re.search("[1-9]", text) else text.removeprefix("+")


def faint(color: str) -> str:
    """Return a hexadecimal colour made mostly transparent."""
    red, green, blue = (int(color[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.22)"
