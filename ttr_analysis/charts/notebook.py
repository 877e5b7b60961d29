"""Show charts in notebooks: interactive where the notebook runs, a picture where only its file is read.

Plotly puts the data of a figure into a notebook and nothing else. Pages of ``jupyter nbconvert``, code hosts and
mails cannot draw these data; they show the picture that lies beside them.
"""

from functools import cache
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
from plotly.io.base_renderers import MimetypeRenderer

from ttr_analysis.errors import MissingTool

NAME = "ttr"
"""The name of the renderer, for ``plotly.io.renderers.default``."""

PLAIN = frozenset({"plotly_mimetype", "jupyterlab", "vscode", "nteract"})
"""Plotly's names for the renderer that leaves data only; one that somebody has chosen for another purpose stays."""

SVG, TEXT = "image/svg+xml", "text/plain"
"""Types of what lies beside the data of a figure. JupyterLab shows a PNG in place of the live chart, but no SVG."""


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
            return {SVG: browser.svg(fig), **words}
        except MissingTool:
            return words


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
