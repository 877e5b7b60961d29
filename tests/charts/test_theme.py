"""The look: safe text, symbols beside colours, captions that find room."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
import pytest

from ttr_analysis.charts import theme
from ttr_analysis.maps import city_labels
from ttr_analysis.rules.spec import COLORS, GRAY, WILD


def test_every_card_colour_has_its_own_fill_and_symbol() -> None:
    styles = [theme.CARD_STYLES[color] for color in (*COLORS, GRAY, WILD)]
    assert len({style.fill for style in styles}) == len(styles)
    assert len({style.symbol for style in styles}) == len(styles)


def test_highlights_look_like_no_card_and_no_ground() -> None:
    def channels(color: str) -> np.ndarray:
        return np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)])

    others = [style.fill for style in theme.CARD_STYLES.values()] + [theme.LAND, theme.WATER, theme.NEUTRAL]
    for color in theme.HIGHLIGHT_COLORS:
        for other in [*others, *(c for c in theme.HIGHLIGHT_COLORS if c != color)]:
            assert np.linalg.norm(channels(color) - channels(other)) > 80, (color, other)


def test_escape_keeps_hostile_names_text() -> None:
    assert theme.escape("<script>alert(1)</script>") == "&lt;script&gt;alert(1)&lt;/script&gt;"
    assert "<b>" not in theme.wrap("<b>bold</b>", 400)


def test_caption_grows_the_figure_below_the_axes() -> None:
    figure = go.Figure().update_layout(template=theme.TEMPLATE, width=600, height=400)
    short = theme.caption(go.Figure(figure), "Map usa.")
    long = theme.caption(go.Figure(figure), "Map usa, 4 players. " * 30)
    assert 400 < short.layout.height < long.layout.height
    assert long.layout.height - 400 == pytest.approx(long.layout.margin.b - theme.TEMPLATE.layout.margin.b)
    (note,) = long.layout.annotations
    assert note.yshift == -theme.TEMPLATE.layout.margin.b
    assert note.yanchor == "top"
    assert max(len(line) for line in note.text.split("<br>")) * theme.CAPTION_SIZE * 0.5 < 600


def test_a_number_stays_with_its_per_cent() -> None:
    for width in range(120, 200, 5):
        lines = theme.wrap("words and more words, then 95 % intervals and 5 % of all", width).split("<br>")
        assert not any(line.startswith("%") for line in lines)


def test_a_number_of_players_stays_with_their_strategy() -> None:
    for width in range(120, 200, 5):
        lines = theme.wrap("4 players: 4 × Random; some words more, and 2 × Expert", width).split("<br>")
        assert not any(line.startswith("×") or line.endswith("×") for line in lines)


def test_a_tour_longer_than_a_line_breaks_between_its_cities_by_the_names_in_use() -> None:
    tour = "Murmansk-Tiksi-Novosibirsk-Yakutsk-Petropavlovsk is best"
    assert theme.lines_of(tour, 24) == ["Murmansk-Tiksi-", "Novosibirsk-Yakutsk-", "Petropavlovsk is best"]
    with city_labels.naming("pl"):
        assert theme.lines_of(tour, 24)[1] == "Nowosybirsk-Jakuck-"
    assert theme.lines_of("a two-way street of old", 12) == ["a two-way", "street of", "old"], "others stay whole"
