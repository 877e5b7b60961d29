"""The blues of a figure are told apart on light and dark pages, also by colour-blind readers."""

from __future__ import annotations

import numpy as np
import pytest

from tests.write_proof import READERS
from ttr_analysis.charts import theme
from ttr_analysis.charts.scores import PART_COLORS

LEAST = 15.0
"""Distance in CIE L*a*b* that eyes see at once; 2.3 is just noticeable side by side."""
SEEN_BY = {"all colours": np.eye(3)} | {
    name: np.array(matrix.split(), dtype=float).reshape(4, 5)[:3, :3] for name, matrix in READERS.items()
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def lab(color: str, seen: np.ndarray) -> np.ndarray:
    """A colour in L*a*b*, as a reader sees it."""
    plain = np.array([int(color[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(plain <= 0.04045, plain / 12.92, ((plain + 0.055) / 1.055) ** 2.4)
    light = TO_XYZ @ np.clip(seen @ linear, 0, 1) / [0.9505, 1.0, 1.089]
    x, y, z = np.where(light > 0.008856, np.cbrt(light), 7.787 * light + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, reader: str) -> float:
    return float(np.linalg.norm(lab(one, SEEN_BY[reader]) - lab(other, SEEN_BY[reader])))


@pytest.mark.parametrize("reader", SEEN_BY)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_points_of_routes_and_tickets_are_told_apart(name: theme.ThemeName, reader: str) -> None:
    palette = theme.PALETTES[name]
    shown = [palette.get(color, color) for color in (PART_COLORS["routes"], PART_COLORS["tickets made"])]
    assert distance(*shown, reader) >= LEAST


def test_blues_that_are_alike_are_found() -> None:
    assert distance("#3C9BDB", "#56B4E9", "all colours") < LEAST
    assert distance("#FFFFFF", "#000000", "all colours") == pytest.approx(100, abs=0.1)
