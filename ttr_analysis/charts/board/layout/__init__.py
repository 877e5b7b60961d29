"""Layouts: the position of everything in the picture of a map.

A :class:`Layout` is computed once by :func:`make_layout` and stored in the map's folder;
charts only read it.
"""

from pathlib import Path

from ttr_analysis.charts.board.layout.make import layout_of, make_layout
from ttr_analysis.charts.board.layout.quality import Faults, measure
from ttr_analysis.charts.board.layout.record import LAYOUT_FILE, Layout, TrackPath, load_layout, save_layout

__all__ = [
    "LAYOUT_FILE",
    "Faults",
    "Layout",
    "TrackPath",
    "layout_of",
    "load_layout",
    "make_layout",
    "measure",
    "save_layout",
    "write_layout",
]


def write_layout(path: Path) -> tuple[Layout, Faults]:
    """Compute the layout of the map in a folder and write it there.

    Parameters
    ----------
    path : Path
        The map's folder.

    Returns
    -------
    tuple of Layout and Faults
        The layout and its remaining faults.

    Raises
    ------
    MapError
        If the folder is not a valid map.
    """
    from ttr_analysis.maps.folder import load_map

    game_map = load_map(path)
    layout = make_layout(game_map)
    save_layout(layout, path / LAYOUT_FILE)
    return layout, measure(game_map, layout)
