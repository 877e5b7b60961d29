"""Names on boards can be read at the size shown, stand at their cities, and run into nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import plotly.graph_objects as go
import pytest
from how_often import boards

from ttr_analysis.charts import theme
from ttr_analysis.charts.board import naming, shapes
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.layout import geometry, layout_of
from ttr_analysis.charts.board.layout.quality import written_name
from ttr_analysis.maps.folder import load_map

SIZE = {"width": 1200, "height": 675}


def scale_of(figure: go.Figure) -> float:
    """Pixels a board unit."""
    low, high = figure.layout.xaxis.range
    return float((figure.layout.width - figure.layout.margin.l - figure.layout.margin.r) / (high - low))


def text_boxes(figure: go.Figure) -> list[tuple[str, tuple[float, float, float, float]]]:
    """The names of a board, near and far, with their boxes in pixels."""
    scale, found = scale_of(figure), []
    for trace in figure.data:
        if trace.name not in (shapes.NAMES, shapes.FAR_NAMES):
            continue
        side = {"left": -1.0, "center": -0.5, "right": 0.0}[trace.textposition.split()[1]]
        for x, y, text in zip(trace.x, trace.y, trace.text, strict=True):
            wide = geometry.text_width(text, trace.textfont.size) * (0.9 if trace.textfont.weight == 400 else 1.0)
            left, middle, half = x * scale + side * wide, y * scale, 0.56 * trace.textfont.size
            found.append((text, (left, middle - half, left + wide, middle + half)))
    return found


@pytest.mark.parametrize("name", boards("rails_sails_world"))
def test_no_name_runs_into_another_and_none_is_too_small_in_a_picture_for_an_article(name: str) -> None:
    game_map = load_map(name)
    figure = board_figure(game_map, title=game_map.title, caption="Map " * 30, **SIZE)
    assert (figure.layout.width, figure.layout.height) == (1200, 675)
    boxes = text_boxes(figure)
    written = [theme.escape(written_name(game_map, city)) for city in layout_of(game_map).labels]
    assert sorted(text for text, _ in boxes if not set("◂▸") & set(text)) == sorted(written), "all cities are named"
    for (one, first), (two, second) in combinations(boxes, 2):
        assert not naming.overlap(first, second), (one, two)
    inner = 1200 - figure.layout.margin.l - figure.layout.margin.r
    low = figure.layout.xaxis.range[0] * scale_of(figure)
    for text, (left, _, right, _) in boxes:
        assert low <= left + 0.5, text
        assert right <= low + inner + 0.5, text
    assert min(t.textfont.size for t in figure.data if t.name in (shapes.NAMES, shapes.FAR_NAMES)) >= 11.0 - 1e-9


@pytest.mark.parametrize(("name", "scale"), [("europe", 0.62), ("europe", 1.0), ("rails_sails_world", 0.7)])
def test_every_name_stands_at_its_own_city(name: str, scale: float) -> None:
    """Bruxelles, Paris and Dar Es Salaam stood nearer to other cities than to their own."""
    game_map = load_map(name)
    layout, size = layout_of(game_map), naming.name_size(scale)
    places = naming.places_of_names(game_map, layout, scale)
    boxes = naming.name_boxes(game_map, places, size)
    for city, (left, low, right, high) in boxes.items():
        x, y = layout.positions[city]
        away = np.hypot(max(left - x, 0.0, x - right), max(low - y, 0.0, y - high))
        assert away < geometry.CITY_RADIUS + max(naming.DISTANCES) + 1, city
    for city in {"Bruxelles", "Paris", "Dar Es Salaam"} & set(places):
        left, low, right, high = boxes[city]
        gaps = {
            other: np.hypot(max(left - x, 0.0, x - right), max(low - y, 0.0, y - high))
            for other, (x, y) in layout.positions.items()
        }
        assert min(gaps, key=lambda other: gaps[other]) == city


def test_on_a_phone_the_names_of_the_most_connected_cities_are_left() -> None:
    switzerland = load_map("switzerland")
    layout = layout_of(switzerland)
    places = naming.places_of_names(switzerland, layout, 0.12)
    assert 12 <= len(places) < len(layout.labels)
    assert "Zürich" in places
    boxes = naming.name_boxes(switzerland, places, naming.name_size(0.12))
    assert not any(naming.overlap(one, two) for one, two in combinations(boxes.values(), 2))


def test_a_stored_place_is_kept_at_full_size_unless_it_is_far_from_its_city() -> None:
    usa = load_map("usa")
    layout = layout_of(usa)
    x, y = layout.positions["Denver"]
    moved = replace(layout, labels={**layout.labels, "Denver": (x + 150.0, y + 60.0)})
    places = naming.places_of_names(usa, moved, 1.0)
    assert places["Denver"] != moved.labels["Denver"]
    kept = [city for city, place in layout.labels.items() if places[city] == place]
    assert len(kept) > len(layout.labels) / 2


def test_the_order_of_cities_and_tracks_moves_no_name() -> None:
    usa = load_map("usa")
    layout = layout_of(usa)
    turned = replace(layout, labels=dict(reversed(layout.labels.items())))
    assert naming.places_of_names(usa, layout, 0.5) == naming.places_of_names(usa, turned, 0.5)
