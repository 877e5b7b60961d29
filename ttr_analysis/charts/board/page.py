"""How a board, its legend and its texts share the page."""

from collections.abc import Sequence
from dataclasses import dataclass

from ttr_analysis.charts import dress
from ttr_analysis.charts.board import color_bar
from ttr_analysis.charts.board.layout.geometry import BOARD_WIDTH
from ttr_analysis.charts.board.legend import Strip, strip_below, strip_beside
from ttr_analysis.charts.options import Look

EDGE = 8.0
"""Margin around the board, in pixels."""

BAR_ROOM = 156.0
"""Room for the colour bar of a heat map, in pixels: enough for any title, so that all boards are the same size."""

BAR_LENGTH, TALL = 0.72, 0.8
"""Length of a colour bar as a share of the plot, and of the board where that fills less of the plot than this."""

NARROW = 600.0
"""On figures narrower than this, in pixels, the colour bar lies under the board, not beside it."""

TALL_FIGURE = 1.5
"""So it does on figures this much taller than a board as wide as they are: there is room under it, none beside it."""

LARGEST = 1400
"""Text is larger than usual on boards wider than this, in pixels."""

SMALLEST_SCALE = 0.1
"""A board is never drawn smaller than at these pixels a board unit."""


@dataclass(frozen=True, slots=True)
class Page:
    """The places of a board, its legend and its texts, in pixels but for the strip.

    Attributes
    ----------
    zoom : float
        How much larger than here everything is shown.
    width, height : float
        Size of the figure.
    top, right, bottom : float
        Margins; that at the left is :data:`EDGE`.
    scale : float
        Pixels a board unit.
    strip : Strip
        The legend.
    below : float
        Height of what is between board and caption.
    bar : (float, float) or None
        Where a colour bar beside the board begins, and how long it is, as shares of the plot; None if there is none.
    """

    zoom: float
    width: float
    height: float
    top: float
    right: float
    bottom: float
    scale: float
    strip: Strip
    below: float
    bar: tuple[float, float] | None = None

    def bar_top(self, high: float) -> float:
        """Return where a colour bar under a board of some height and its legend begins, as a share of the plot."""
        deep = (self.height - self.top - self.bottom) / self.scale
        return self._above(high) / deep

    def _above(self, high: float) -> float:
        """Return the room above a board, which is that under its legend, too, in board units."""
        deep = (self.height - self.top - self.bottom) / self.scale
        return max(deep - high - self.strip.high, 0.0) / 2

    def ranges(self, high: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the ranges of the axes of a board of some height in board units.

        It lies in the middle, and with a colour bar at the left, under its title, with the bar beside it.
        """
        wide = (self.width - EDGE - self.right) / self.scale
        spare = 0.0 if self.bar else max(wide - BOARD_WIDTH - self.strip.wide, 0.0) / 2
        deep = (self.height - self.top - self.bottom) / self.scale
        above = self._above(high)
        return (-spare, wide - spare), (high + above - deep, high + above)


def page_of(look: Look, high: float, texts: Sequence[str], *, bar: bool, notes: str, width: int) -> Page:
    """Return the places for a board.

    Parameters
    ----------
    look : Look
        The size asked for, title and subtitle.
    high : float
        Height of the board, in board units.
    texts : sequence of str
        The texts of the legend.
    bar : bool
        Whether there is a colour bar.
    notes : str
        The caption.
    width : int
        The width if none is asked for, in pixels.
    """
    asked = look.width or (width if look.height is None else round(look.height * BOARD_WIDTH / high))
    zoom = look.scale * max(1.0, asked / LARGEST)
    wide = asked / zoom
    tall = look.height is not None and look.height / zoom > TALL_FIGURE * wide * high / BOARD_WIDTH
    under = bar and (wide < NARROW or tall)
    right = BAR_ROOM if bar and not under else EDGE
    below = EDGE + (color_bar.ROOM_BELOW if under else 0.0)
    texts_end = wide - right + EDGE  # title and subtitle end where the board ends
    top = dress.heading_room(look.title or "", look.subtitle or "", texts_end, EDGE, plain=46.0)
    bottom = below + dress.caption_room(notes, wide - EDGE - right)
    room = wide - EDGE - right
    scale = max(room / BOARD_WIDTH, SMALLEST_SCALE)
    strip = strip_below(texts, scale)
    if look.height is None:
        deep = (high + strip.high) * scale + top + bottom
        place = (1.0, BAR_LENGTH) if right > EDGE else None
        return Page(zoom, wide, deep, top, right, bottom, scale, strip, below, place)
    deep = max(look.height / zoom - top - bottom, SMALLEST_SCALE * high)
    scale, strip = _largest(texts, high, room, deep)
    filled = min(high * scale / deep, 1.0)
    ends = (min((BOARD_WIDTH + strip.wide) * scale / room, 1.0), BAR_LENGTH * (filled if filled < TALL else 1.0))
    place = ends if right > EDGE else None
    return Page(zoom, wide, look.height / zoom, top, right, bottom, scale, strip, below, place)


def _largest(texts: Sequence[str], high: float, room: float, deep: float) -> tuple[float, Strip]:
    """Return the greatest scale at which a board fits with its legend under it, or to the right of it."""
    below = beside = min(room / BOARD_WIDTH, deep / high)
    for _ in range(8):
        below = min(room / BOARD_WIDTH, deep / (high + strip_below(texts, below).high))
        column = strip_beside(texts, beside, high)
        beside = 0.0 if column is None else min(room / (BOARD_WIDTH + column.wide), deep / high)
        if not beside:
            break
    column = strip_beside(texts, beside, high) if beside > below else None
    scale = max(below if column is None else beside, SMALLEST_SCALE)
    return scale, column or strip_below(texts, scale)
