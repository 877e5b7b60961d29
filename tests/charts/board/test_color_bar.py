"""Which colours stand for which values: light is little, and both ends of differences can be told apart."""

from __future__ import annotations

import pytest

from ttr_analysis.charts import theme
from ttr_analysis.charts.board.color_bar import fills, scale_of


def test_light_is_little_and_dark_is_much_and_nothing_is_as_light_as_the_land() -> None:
    light = [theme.luminance(color) for color in theme.SEQUENTIAL]
    assert light == sorted(light, reverse=True)
    assert light[0] < 0.75 * theme.luminance(theme.LAND)
    shown = fills({0: 0.0, 1: 50.0, 2: 100.0}, scale_of({0: 0.0, 1: 50.0, 2: 100.0}, None, None, False))
    assert theme.luminance(shown[0]) > theme.luminance(shown[1]) > theme.luminance(shown[2])


def test_a_scale_of_differences_is_light_in_the_middle_and_black_nowhere() -> None:
    light = [theme.luminance(color) for color in theme.DIVERGING]
    middle = len(light) // 2
    assert light[middle] == max(light)
    assert light[:middle] == sorted(light[:middle])
    assert min(light) > 0.07
    red, _, blue = (int(part) for part in theme.DIVERGING[0][4:-1].split(","))
    assert red > blue


@pytest.mark.parametrize(
    ("values", "limits", "around_zero", "ends"),
    [
        ([0.2, 0.4], None, False, (0.2, 0.4)),
        ([0.2, 0.4], (0.0, 1.0), False, (0.0, 1.0)),
        ([0.2, 1.4], (0.0, 1.0), False, (0.0, 1.4)),
        ([-1.0, 3.0], None, False, (-3.0, 3.0)),
        ([1.0, 3.0], None, True, (-3.0, 3.0)),
        ([2.0], None, False, (0.0, 2.0)),
        ([], None, False, (0.0, 1.0)),
        ([0.0], None, True, (-1.0, 1.0)),
    ],
)
def test_the_ends_of_a_scale(
    values: list[float], limits: tuple[float, float] | None, around_zero: bool, ends: tuple[float, float]
) -> None:
    scale = scale_of(dict(enumerate(values)), None, limits, around_zero)
    assert (scale.low, scale.high) == ends
    assert (scale.colors is theme.DIVERGING) == (ends[0] < 0)
