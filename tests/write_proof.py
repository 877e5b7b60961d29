"""Draw every chart at every width, in every theme, and as readers who see colours otherwise see it: ``make proof``.

It writes ``build/proof/index.html`` with the pictures beside it; ``python tests/write_proof.py ladder margins`` draws
these charts only. Games are made up, or those of the examples in docstrings.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share
sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support import text_boxes
from tests.support.chart_calls import drawing, made_up_calls, recorded
from ttr_analysis.charts.frame import text_of, with_caption

INTO = Path(__file__).parents[1] / "build" / "proof"
WIDTHS = (390, 838, 1200, 2400)
THEMES = ("dark", "print")
READERS = {
    "gray": "0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0.2126 0.7152 0.0722 0 0 0 0 0 1 0",
    "protanopia": "0.152 1.053 -0.205 0 0 0.115 0.786 0.099 0 0 -0.004 -0.048 1.052 0 0 0 0 0 1 0",
    "deuteranopia": "0.367 0.861 -0.228 0 0 0.280 0.673 0.047 0 0 -0.012 0.043 0.969 0 0 0 0 0 1 0",
    "tritanopia": "1.256 -0.077 -0.179 0 0 -0.078 0.931 0.148 0 0 0.005 0.691 0.304 0 0 0 0 0 1 0",
}
"""Matrices of Machado, Oliveira and Fernandes (2009) at full severity, for linear red, green and blue."""

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Proof of all charts</title><style>
body {{ font: 14px sans-serif; background: #777; color: #fff; }}
img {{ max-width: 420px; vertical-align: top; margin: 4px; }}
</style></head><body><svg width="0" height="0" style="position:absolute">{filters}</svg>{charts}</body></html>
"""


def wanted(names: list[str]) -> Iterator[tuple[str, Any]]:
    """Yield the charts by their names, as functions of a width and a theme."""
    functions, calls = drawing(), {name: (given, {}) for name, given in made_up_calls().items()}
    if not names or set(names) - set(calls):
        with pytest.MonkeyPatch.context() as patch:
            calls = {**recorded(patch), **calls}
    for name in names or sorted(calls):
        given, own = calls[name]
        yield name, lambda chart=functions[name], given=given, own=own, **options: chart(*given, **{**own, **options})


def draw(page: Any, fig: go.Figure, file: Path) -> str:
    """Draw a figure into a file; return its name."""
    page.evaluate("figure => Plotly.newPlot('figure', figure.data, figure.layout, {staticPlot: true})",
                  json.loads(str(with_caption(fig).to_json())))  # fmt: skip
    page.locator("#figure svg.main-svg").first.screenshot(path=file)
    return file.name


def main(names: list[str]) -> None:
    """Draw the charts, and write the page that shows them."""
    INTO.mkdir(parents=True, exist_ok=True)
    sections = []
    with text_boxes.browser_page() as page:
        for name, chart in wanted(names):
            files = [draw(page, chart(), INTO / f"{name}.png")]
            files += [draw(page, chart(width=width), INTO / f"{name}_{width}.png") for width in WIDTHS]
            files += [draw(page, chart(width=838, theme=theme), INTO / f"{name}_{theme}.png") for theme in THEMES]
            pictures = "".join(f'<img src="{file}" alt="">' for file in files)
            seen = (f'<img src="{name}_838.png" alt="" style="filter:url(#{reader})">' for reader in READERS)
            alt = escape(text_of(chart(), "alt"))
            sections.append(f"<h2>{name}</h2><p>{alt}</p>{pictures}{''.join(seen)}")
            sys.stdout.write(f"{name}\n")
    filters = "".join(
        f'<filter id="{name}" color-interpolation-filters="linearRGB"><feColorMatrix values="{matrix}"/></filter>'
        for name, matrix in READERS.items()
    )
    (INTO / "index.html").write_text(PAGE.format(filters=filters, charts="".join(sections)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
