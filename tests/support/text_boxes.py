"""Where a browser draws the texts of a figure, and in which colour, to find what meets, leaves or cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import browsers
import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from ttr_analysis.charts.frame import with_caption

MEETS = 2.0
"""Texts that share fewer pixels than this in either direction do not meet."""

MEASURE = """
async (figure) => {
  const page = document.getElementById("figure");
  await Plotly.newPlot(page, figure.data, figure.layout, {staticPlot: true});
  const found = [];
  const painted = (shape) => {
    const style = shape && getComputedStyle(shape);
    return style && style.fill !== "none" && style.fillOpacity > 0.5 && style.opacity > 0.5 ? style.fill : "";
  };
  const texts = [...page.querySelectorAll("svg text")];
  for (const text of texts) {
    if (!text.textContent.trim() || text.closest(".hoverlayer, defs, .modebar")) continue;
    const style = getComputedStyle(text);
    if (style.opacity === "0" || style.visibility === "hidden") continue;
    const lines = text.querySelectorAll("tspan.line");
    for (const line of lines.length ? lines : [text]) {
      if (!line.textContent.trim()) continue;
      const box = line.getBoundingClientRect();
      const note = text.closest("g.annotation");
      const path = text.classList.contains("bartext") && text.parentNode.querySelector("path");
      const beside = path && path.getBoundingClientRect();
      const middle = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      const bar = path && beside.left < middle[0] && middle[0] < beside.right && beside.top < middle[1]
        && middle[1] < beside.bottom && path;
      const paint = bar || (note && note.querySelector("rect.bg"));
      const turn = text.getAttribute("transform") || "";
      found.push({
        text: line.textContent, left: box.left, top: box.top, right: box.right, bottom: box.bottom,
        fill: getComputedStyle(line).fill, turned: /rotate\\((?!0)/.test(turn), same: texts.indexOf(text),
        ground: text.closest(".heatmap-label") ? "cell" : painted(paint),
      });
    }
  }
  const whole = page.querySelector("svg.main-svg").getBoundingClientRect();
  return {texts: found, width: whole.width, height: whole.height, left: whole.left, top: whole.top};
}
"""


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text in a picture: its box in pixels, its colour and that behind it (empty: the page)."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    fill: str
    ground: str
    turned: bool
    number: int

    def meets(self, other: Text) -> bool:
        """Whether it shares more than a rim with another; a turned one has a box that says nothing."""
        if self.turned or other.turned or self.number == other.number:
            return False
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > MEETS and down > MEETS + 0.15 * (self.bottom - self.top)


@contextmanager
def browser_page() -> Iterator[Any]:
    """A page with plotly.js, in which figures are drawn."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browsers.path(), args=browsers.OPTIONS)
        page = browser.new_page(viewport={"width": 2600, "height": 3200})
        page.set_content("<html><body style='margin:0'><div id='figure'></div></body></html>")
        page.add_script_tag(content=get_plotlyjs())
        yield page
        browser.close()


def texts_of(page: Any, fig: go.Figure) -> tuple[list[Text], tuple[float, float]]:
    """Return the texts of a figure as drawn, and its width and height."""
    import json

    found = page.evaluate(MEASURE, json.loads(with_caption(fig).to_json()))
    x, y = found["left"], found["top"]
    texts = [
        Text(
            each["text"], each["left"] - x, each["top"] - y, each["right"] - x, each["bottom"] - y, each["fill"],
            each["ground"], each["turned"], each["same"],
        )
        for each in found["texts"]
    ]  # fmt: skip
    return texts, (found["width"], found["height"])


def overlaps(texts: list[Text]) -> list[tuple[str, str]]:
    """Return the pairs of texts that meet."""
    return [(one.text, other.text) for one, other in combinations(texts, 2) if one.meets(other)]


def outside(texts: list[Text], size: tuple[float, float], slack: float = 1.5) -> list[str]:
    """Return the texts that leave their figure."""
    return [
        each.text
        for each in texts
        if each.left < -slack or each.top < -slack or each.right > size[0] + slack or each.bottom > size[1] + slack
    ]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, ``rgb(...)`` or ``#...``, from 1 to 21."""
    from ttr_analysis.charts.theme import luminance

    light = sorted((luminance(color) + 0.05 for color in (one, other)), reverse=True)
    return light[0] / light[1]
