"""Show charts in notebooks: interactive where the notebook runs, a picture where only its file is read.

Plotly puts the data of a figure into a notebook and nothing else. Pages of ``jupyter nbconvert``, code hosts and
mails cannot draw these data; they show the picture that lies beside them.
"""

from base64 import b64encode
from functools import cache
from html import escape
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
from plotly.io.base_renderers import MimetypeRenderer

from ttr_analysis.errors import MissingTool

NAME = "ttr"
"""The name of the renderer, for ``plotly.io.renderers.default``."""

PLAIN = frozenset({"plotly_mimetype", "jupyterlab", "vscode", "nteract"})
"""Plotly's names for the renderer that leaves data only; one that somebody has chosen for another purpose stays."""

HTML, TEXT = "text/html", "text/plain"
"""Types of what lies beside the data of a figure. JupyterLab shows a PNG in place of the live chart, but no HTML.

A picture of type ``image/svg+xml`` would be shown by ``jupyter nbconvert`` without its alternative text, and wider
than a phone.
"""


class StillPictures(MimetypeRenderer):  # type: ignore[misc]  # plotly has no types
    """A renderer of plotly that adds a picture and words to a chart of this package, and nothing to other figures.

    Examples
    --------
    >>> list(StillPictures().to_mimebundle({"data": [], "layout": {"title": {"text": "A chart of my own"}}}))
    []
    """

    def to_mimebundle(self, fig_dict: dict[str, Any]) -> dict[str, str]:
        """Return the picture of a chart, unless there is no browser, and its title and alternative text."""
        meta = fig_dict.get("layout", {}).get("meta")
        if not isinstance(meta, dict) or "alt" not in meta:
            return {}
        from ttr_analysis.charts import export, frame  # who imports the room for its template needs no pandas

        fig = go.Figure(fig_dict, skip_invalid=True)
        words = {TEXT: "\n".join(frame.text_of(fig, name) for name in ("title", "alt")).strip()}
        browser = _started(export.Pictures)
        if browser is None:
            return words
        try:
            return {HTML: _image(browser.svg(fig), frame.text_of(fig, "alt")), **words}
        except MissingTool:
            return words


def _image(svg: str, alt: str) -> str:
    """Return a picture as HTML that screen readers read and that shrinks where there is little room.

    Examples
    --------
    >>> _image("<svg/>", 'n = 20 "games"')
    '<img alt="n = 20 &quot;games&quot;" style="max-width:100%;height:auto" src="data:image/svg+xml;base64,PHN2Zy8+">'
    """
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{escape(alt)}" style="max-width:100%;height:auto" src="data:image/svg+xml;base64,{data}">'


@cache
def _started(kind: type[Any]) -> Any:
    """Return the browser that draws for this notebook, and ends with it; None if there is none."""
    pictures = kind()
    try:
        pictures.start()
    except MissingTool:
        return None
    return pictures


def offer() -> None:
    """Let plotly show charts with their pictures where it would leave data only.

    Examples
    --------
    >>> offer()
    >>> [name for name in pio.renderers if name.startswith("ttr")]
    ['ttr']
    """
    pio.renderers[NAME] = StillPictures()
    if pio.renderers.default in PLAIN:
        pio.renderers.default = f"{pio.renderers.default}+{NAME}"
