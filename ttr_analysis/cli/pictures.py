"""Writing the charts of a command to files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import plotly.graph_objects as go


def write_charts(figures: Mapping[str, go.Figure], folder: Path) -> None:
    """Write charts, given by the stem of their file names, and list the files on standard error."""
    from ttr_analysis.charts.export import save_all

    written, notice = save_all(figures, folder)
    for line in (*map(str, written), *([notice] if notice else [])):
        print(line, file=sys.stderr)
