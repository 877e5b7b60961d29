"""The notebooks as pages: with the outputs of the tests that executed them, if they did, else without."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import plotly.graph_objects as go

PLOTLY = "application/vnd.plotly.v1+json"
WIDGET = "application/vnd.jupyter.widget-view+json"
EXECUTED = "build/notebooks"
"""Where the tests leave the notebooks that they executed."""

NOTE = "*An explorer with controls is here when the notebook runs.*"
SCRIPT = '<script src="../_static/plotly.min.js"></script>'


def drawn(output: Any) -> Any:
    """Return an output as a page without a kernel shows it."""
    data = output.get("data", {})
    if WIDGET in data:
        return nbformat.v4.new_output("display_data", {"text/markdown": NOTE})
    if PLOTLY not in data:
        return output
    figure = go.Figure(data[PLOTLY], skip_invalid=True)
    html = figure.to_html(full_html=False, include_plotlyjs=False, config={"displayModeBar": False})
    return nbformat.v4.new_output("display_data", {"text/html": f'<div class="figure-scroll">{html}</div>'})


def page(path: Path) -> Any:
    """Return a notebook as a page."""
    book = nbformat.read(path, as_version=4)
    book.metadata.pop("widgets", None)
    for cell in book.cells:
        if cell.cell_type == "code":
            cell.outputs = [drawn(output) for output in cell.outputs if output.get("name") != "stderr"]
    shown = [
        output for cell in book.cells for output in cell.get("outputs", []) if "text/html" in output.get("data", {})
    ]
    for output in shown[:1]:
        output["data"]["text/html"] = SCRIPT + output["data"]["text/html"]
    return book


def source(root: Path, path: Path) -> Path:
    """Return the executed copy of a notebook if it has one that is not older than the notebook."""
    executed = root / EXECUTED / path.name
    if executed.is_file() and executed.stat().st_mtime >= path.stat().st_mtime:
        return executed
    return path


def pages(root: Path) -> dict[str, str]:
    """Return the notebooks, and a list of them, by their names on the site."""
    books = sorted((root / "notebooks").glob("*.ipynb"))
    index = ["# Notebooks", "", "`make lab` opens them in JupyterLab, `ttr notebooks FOLDER` copies them.", ""]
    index += ["```{toctree}", ":maxdepth: 1", "", *(book.stem for book in books), "```", ""]
    found = {f"notebooks/{book.name}": nbformat.writes(page(source(root, book))) for book in books}
    return {"notebooks/index.md": "\n".join(index), **found}
