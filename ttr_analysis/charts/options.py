"""The options that all charts take, described and checked once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypedDict

import numpy as np

from ttr_analysis._validate import did_you_mean, option, shown
from ttr_analysis.charts import theme
from ttr_analysis.errors import SetupError

Preset = Literal["card", "square", "column", "poster"]

PRESETS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"card": (1200, 630), "square": (1080, 1080), "column": (640, 800), "poster": (2400, 3000)}
)
"""Width and height of the sizes with a name, in pixels: a card in social media, a square, a column, a poster."""

LIMITS = (300, 10_000)
"""Least and greatest width and height of a figure, in pixels."""

PHONE = 560
"""Figures narrower than this have no room for panels, or names, beside each other, in pixels."""

SCALES = (0.25, 8.0)
"""Least and greatest factor of text and marks."""

SMALLEST_ZOOM = 0.8
"""Text does not become smaller than this part of its usual size, however small the figure is."""


class FigureOptions(TypedDict, total=False):
    """Options of every chart, given as keywords: ``charts.ladder(table, title="Who wins?", size="card")``.

    Attributes
    ----------
    title : str
        The title, in place of the chart's own; an empty text leaves it out.
    subtitle : str
        A line under the title, in place of the chart's own.
    source : str
        Where the numbers come from, for the end of the caption.
    size : {"card", "square", "column", "poster"}
        A width and a height: 1200 × 630, 1080 × 1080, 640 × 800 and 2400 × 3000 pixels.
    width, height : int
        Size of the figure in pixels, title and caption included. Text grows with it.
    scale : float
        Factor by which text and marks are larger or smaller than is usual at that size.
    language : str
        The language of its words and numbers: ``"en"`` or ``"pl"``; by default that of ``charts.theme.use``.
    cities : str
        The names of cities in the picture, its texts and its table: ``"printed"``, those of the board, or ``"pl"``, the
        Polish ones; by default those of ``charts.theme.use``, which is for all charts: asked for here, a chart refuses
        names of cities if it shows no city that has one.
    theme : {"light", "dark", "print", "transparent"}
        Colours of page and text: for light and dark pages, white and black for paper, and light without a page. On
        paper, bars that would be one gray without colours are hatched.
    highlight : str or sequence of str
        What the chart is about: names of bars, lines or points, or of tracks on a board. All others fade. Names of
        tracks and tickets may begin at either city, and tickets need not tell their points; two of one name are both
        meant.
    annotate : mapping of str to str
        Texts with an arrow to a bar, line or point, or to a city or track on a board:
        ``{"Denver": "Everybody comes through here"}``.

    Examples
    --------
    >>> figure = ttr.charts.board_figure("usa", title="The board", source="My own table", size="card", theme="dark")
    >>> int(figure.layout.width), int(figure.layout.height)
    (1200, 630)
    """

    title: str
    subtitle: str
    source: str
    size: Preset
    width: int
    height: int
    scale: float
    language: str
    cities: str
    theme: theme.ThemeName
    highlight: Any
    annotate: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Look:
    """Options that were checked; what was not asked for is None or empty."""

    title: str | None = None
    subtitle: str | None = None
    source: str = ""
    width: int | None = None
    height: int | None = None
    scale: float = 1.0
    theme: theme.ThemeName = "light"
    highlight: tuple[str, ...] = ()
    annotate: Mapping[str, str] = field(default_factory=dict)

    @property
    def sized(self) -> bool:
        """Whether a width or a height was asked for: a picture then has exactly these pixels."""
        return self.width is not None or self.height is not None

    @property
    def narrow(self) -> bool:
        """Whether a figure as narrow as a phone was asked for: panels then lie below each other."""
        return self.width is not None and self.width < PHONE

    def zoom(self, width: float, height: float | None) -> float:
        """Return how much larger than usual text is, if the usual size of the figure is this."""
        asked = [self.width / width] if self.width is not None else []
        asked += [self.height / height] if self.height is not None and height else []
        return self.scale * (max(min(asked), SMALLEST_ZOOM) if asked else 1.0)

    def plot_size(self, width: int, height: int, caption: int = 60) -> tuple[int, int]:
        """Return the size at which a chart is laid out, without its caption, if the usual size is this."""
        if self.width is None or self.height is None:
            zoom = self.zoom(width, height + caption)
        else:  # there is no need for its proportions
            zoom = self.scale * max((self.width * self.height / width / (height + caption)) ** 0.5, SMALLEST_ZOOM)
        wide = width if self.width is None else self.width / zoom
        high = height if self.height is None else self.height / zoom - caption
        return round(wide), max(round(high), 200)


def with_defaults(options: FigureOptions, title: str, width: int, subtitle: str = "") -> FigureOptions:
    """Return the options of a board, with its own title, subtitle and width where they ask for none."""
    filled: FigureOptions = {"title": title, "subtitle": subtitle if asked(options).get("title") != "" else "",
                             **asked(options)}  # fmt: skip
    if "size" not in filled and "height" not in filled:
        filled.setdefault("width", width)
    return filled


def asked(options: FigureOptions) -> FigureOptions:
    """Return the options that were given: None is none."""
    return {name: value for name, value in options.items() if value is not None}  # type: ignore[return-value]


def is_sized(options: FigureOptions) -> bool:
    """Return whether a reader asked for a size; a default width is none."""
    return not {"size", "width", "height"}.isdisjoint(asked(options))


def look_of(options: FigureOptions) -> Look:
    """Return the options, checked.

    Raises
    ------
    SetupError
        If one is unknown or has a value that it cannot have.
    """
    given: dict[str, Any] = dict(asked(options))
    if unknown := sorted(set(given) - set(FigureOptions.__annotations__)):
        hint = did_you_mean(unknown[0], list(FigureOptions.__annotations__))
        raise TypeError(f"a chart takes an unexpected keyword argument {unknown[0]!r}{hint}")
    width, height = PRESETS[option("size", given["size"], PRESETS)] if "size" in given else (None, None)
    return Look(
        title=_text("title", given["title"]) if "title" in given else None,
        subtitle=_text("subtitle", given["subtitle"]) if "subtitle" in given else None,
        source=_text("source", given.get("source", "")),
        width=_pixels("width", given.get("width", width)),
        height=_pixels("height", given.get("height", height)),
        scale=_scale(given.get("scale", 1.0)),
        theme=option("theme", given.get("theme", "light"), theme.PALETTES),
        highlight=_names(given.get("highlight", ())),
        annotate=_annotations(given.get("annotate", {})),
    )


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SetupError(f"{name} is {shown(value)}, but must be a text")
    return value


def _pixels(name: str, value: Any) -> int | None:
    low, high = LIMITS
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
        raise SetupError(f"{name} is {shown(value)}, but must be a whole number of pixels from {low} to {high:,}")
    return int(value)


def _scale(value: Any) -> float:
    low, high = SCALES
    if isinstance(value, bool) or not isinstance(value, int | float | np.number) or not low <= value <= high:
        raise SetupError(f"scale is {shown(value)}, but must be a number from {low} to {high:g}")
    return float(value)


def _names(value: Any) -> tuple[str, ...]:
    names = (value,) if isinstance(value, str) else tuple(value or ()) if isinstance(value, Sequence) else None
    if names is None or not all(isinstance(name, str) for name in names):
        raise SetupError(f"highlight is {shown(value)}, but must be a name or a list of names")
    return names


def _annotations(value: Any) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise SetupError(f"annotate is {shown(value)}, but must be a mapping of names to texts")
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str):
            raise SetupError(f"annotate has {shown(text)} for {shown(name)}, but must be a mapping of names to texts")
        if not text.strip():
            raise SetupError(f"annotate has no text for {shown(name)}; write one, or leave it out")
    return dict(value)
