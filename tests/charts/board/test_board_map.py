"""Board pictures: what is drawn, said on hovering, and refused."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest

from ttr_analysis.charts import theme
from ttr_analysis.charts.board import places, shapes
from ttr_analysis.charts.board.board_map import board_figure
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import City, Track
from ttr_analysis.rules.usa import USA


def _fills(figure: go.Figure) -> set[str]:
    return {trace.fillcolor for trace in figure.data if trace.fill == "toself"}


def _texts(figure: go.Figure) -> list[str]:
    words = [word for trace in figure.data if trace.text is not None for word in trace.text]
    return words + [word for trace in figure.data if trace.hovertext is not None for word in trace.hovertext]


def _hover(figure: go.Figure) -> tuple[str, ...]:
    (trace,) = [trace for trace in figure.data if trace.name == "tracks"]
    return tuple(trace.hovertext)


@pytest.mark.parametrize("name", available_maps())
def test_every_map_is_drawn_with_all_its_spaces_and_names(name: str) -> None:
    game_map = load_map(name)
    figure = board_figure(game_map)
    assert len(_hover(figure)) == sum(track.length for track in game_map.tracks)
    texts = _texts(figure)
    for city in game_map.cities:
        assert ("junction" in city.tags) != (theme.escape(city.country or city.name) in texts)
    for color in game_map.rules.colors:
        assert theme.CARD_STYLES[color].fill in _fills(figure)
        assert color in texts  # the legend


def test_legend_explains_what_the_map_has_and_no_more() -> None:
    assert not {"tunnel", "sea", "port"} & set(_texts(board_figure(load_map("usa"))))
    assert "tunnel" in _texts(board_figure(load_map("europe")))
    texts = set(_texts(board_figure(load_map("rails_sails_world"))))
    assert {"sea", "port", "junction", "two cards per space"} <= texts


def test_border_places_are_named_by_their_country_and_by_more_on_hovering() -> None:
    figure = board_figure(load_map("switzerland"))
    texts = _texts(figure)
    written = {country: texts.count(country) for country in ("Deutschland", "France", "Italia", "Österreich")}
    assert written == {"Deutschland": 5, "France": 4, "Italia": 5, "Österreich": 3}
    assert "Deutschland (Basel)" not in texts
    assert "<b>Deutschland (Basel)</b><br>a place of Deutschland: tickets to Deutschland end here" in texts


def test_border_places_are_pennants_and_no_discs_and_golden_if_a_ticket_leads_there() -> None:
    switzerland = load_map("switzerland")
    plain = board_figure(switzerland)
    cities = sum(not city.country for city in switzerland.cities)
    discs = [trace for trace in plain.data if trace.marker.color == places.CREAM and trace.marker.opacity == 1]
    assert sum(len(trace.x) for trace in discs) == cities
    assert _pennants(plain, places.CREAM) == 17 + 1  # one in the legend
    assert "place of a country" in _texts(plain)
    assert "place of a country" not in _texts(board_figure(load_map("nordic")))
    lugano = board_figure(switzerland, tickets=[switzerland.ticket("Lugano-Chur")])
    assert _pennants(lugano, places.GOLD) == 0
    italia = board_figure(switzerland, tickets=[switzerland.ticket("Italia")])
    assert _pennants(italia, places.GOLD) == 17


def _pennants(figure: go.Figure, fill: str) -> int:
    traces = [trace for trace in figure.data if trace.fill == "toself" and trace.fillcolor == fill]
    return sum(int(np.isnan(trace.x).sum()) for trace in traces)


def test_a_choice_ticket_has_one_line_to_the_nearest_place_of_each_alternative() -> None:
    switzerland = load_map("switzerland")
    layout = layout_of(switzerland)
    (lines,) = places.ticket_lines(switzerland, [switzerland.ticket("Bern-Italia")], layout, 1.0)
    ends = np.stack([lines.x, lines.y], axis=-1).reshape(-1, 3, 2)[:, :2]
    assert len(ends) == 4
    assert all(np.allclose(start, layout.positions["Bern"]) for start in ends[:, 0])
    reached = [min(layout.positions, key=lambda city: np.hypot(*(end - layout.positions[city]))) for end in ends[:, 1]]
    assert [name.partition(" ")[0] for name in reached] == ["France", "Deutschland", "Italia", "Österreich"]
    assert reached[2] == "Italia (Brig)"
    (lines,) = places.ticket_lines(switzerland, [switzerland.ticket("Italia")], layout, 1.0)
    assert np.isnan(lines.x).sum() == 3
    assert places.ticket_cities(switzerland, [switzerland.ticket("Basel-Bern")]) == {"Basel", "Bern"}


def test_a_network_shows_a_choice_ticket_by_the_two_places_that_it_joins_with_the_most_points() -> None:
    switzerland = load_map("switzerland")
    bern, italia, plain = switzerland.tickets_named(["Bern-France", "Italia", "Basel-Bern"])
    names = ("Bern-Solothurn black", "Olten-Solothurn blue", "Basel-Olten orange tunnel", "Basel-Deutschland (Basel)")
    tracks = [switzerland.track(name) for name in names]
    shown = places.as_reached(switzerland, [bern, italia, plain], tracks)
    assert [ticket.cities for ticket in shown] == [("Bern", "Deutschland (Basel)"), ("Italia",), ("Basel", "Bern")]
    assert shown[1:] == [italia, plain]
    assert places.ticket_cities(switzerland, shown[:1]) == {"Bern", "Deutschland (Basel)"}
    tracks += [switzerland.track("Delémont-France (Delémont) black tunnel"), switzerland.track("Basel-Delémont")]
    assert places.as_reached(switzerland, [bern], tracks)[0].cities == ("Bern", "Deutschland (Basel)")


def test_hovering_tells_what_is_unusual_about_paying() -> None:
    nordic = load_map("nordic")
    texts = dict(zip([track[1] for track in _named(board_figure(nordic))], _hover(board_figure(nordic)), strict=True))
    assert "any 4 cards count as one card of its colour" in texts["Lieksa-Murmansk gray"]
    assert "no locomotives" in texts["Lieksa-Murmansk gray"]
    assert "any 3 cards count as a locomotive" in texts["Helsinki-Stockholm gray ferry"]
    assert "locomotives" not in texts["Bergen-Oslo blue tunnel"]
    assert not [text for text in _hover(board_figure(load_map("europe"))) if "any" in text or "no loco" in text]


def _named(figure: go.Figure) -> list[tuple[int, str]]:
    (trace,) = [trace for trace in figure.data if trace.name == "tracks"]
    return [tuple(each) for each in trace.customdata]


def test_the_legend_and_the_board_show_where_sets_of_cards_may_be_paid() -> None:
    texts = _texts(board_figure(load_map("nordic")))
    assert texts.count("4:1") == 2  # on the track, and in the legend
    assert {"any 4 cards for one card", "ferry: one locomotive, or any 3 cards, per mark"} <= set(texts)
    texts = _texts(board_figure(load_map("europe")))
    assert "ferry: one locomotive per mark" in texts
    assert not [text for text in texts if ":1" in text]


def test_the_space_that_tells_of_card_sets_has_no_symbol_of_its_color() -> None:
    track = Track(0, "A", "B", 3, "red", cards_for_one=4)
    line = np.stack([np.linspace(0.0, 30.0, 9), np.zeros(9)], axis=-1)
    lines_of = {0: np.array([line + np.array((40.0 * i, 0.0)) for i in range(3)])}
    (symbols,) = shapes.symbols([track], lines_of, 1.0)
    assert list(symbols.x) == [15.0, 95.0]
    (mark,) = shapes.card_sets([track], lines_of, {0: shapes.style_of(track)}, 1.0)
    assert (list(mark.x), list(mark.text)) == ([55.0], ["4:1"])
    assert shapes.card_sets([replace(track, cards_for_one=0)], lines_of, {0: shapes.style_of(track)}, 1.0) == []


@pytest.mark.parametrize(("color", "ink"), [("black", "#FFFFFF"), ("blue", "#FFFFFF"), ("yellow", theme.INK)])
def test_a_ferry_has_a_locomotive_to_be_seen_or_the_symbol_of_its_color_on_each_space(color: str, ink: str) -> None:
    ferry = Track(0, "A", "B", 3, color, "ferry", locomotives=1)
    line = np.stack([np.linspace(0.0, 30.0, 9), np.zeros(9)], axis=-1)
    lines_of = {0: np.array([line + np.array((40.0 * i, 0.0)) for i in range(3)])}
    (engines,) = shapes.engines([ferry], lines_of, {0: shapes.style_of(ferry)})
    assert engines.fillcolor == ink
    assert np.nanmax(engines.x) < 35.0
    (symbols,) = shapes.symbols([ferry], lines_of, 1.0)
    assert list(symbols.x) == [55.0, 95.0]
    (faded,) = shapes.engines([ferry], lines_of, {0: shapes.restyled(ferry, "#DDDDDD")})
    assert faded.fillcolor == theme.INK


def test_wrapping_tracks_are_labelled_with_the_far_city() -> None:
    texts = _texts(board_figure(load_map("rails_sails_world")))
    assert "◂ Tokyo" in texts
    assert "Los Angeles ▸" in texts


def test_heat_map_has_a_colour_bar_with_unit_and_neutral_tracks() -> None:
    game_map = load_map("usa")
    values = pd.Series({0: 0.25, 1: 0.75, 2: float("nan")})
    figure = board_figure(
        game_map, values=values, value_title="Claim share", value_unit="% of games", hover={0: "n = 1000 <games>"}
    )
    (bar,) = [trace for trace in figure.data if trace.mode == "markers" and trace.marker.showscale]
    assert (bar.marker.cmin, bar.marker.cmax) == (0.25, 0.75)
    assert "Claim share" in bar.marker.colorbar.title.text
    assert "% of games" in bar.marker.colorbar.title.text
    assert theme.NEUTRAL in _fills(figure)
    first = next(text for text in _hover(figure) if "0.25" in text)
    assert "Claim share: 0.25 % of games" in first
    assert "n = 1000 &lt;games&gt;" in first
    assert "no value" in _texts(figure)


def test_values_of_both_signs_are_coloured_around_zero() -> None:
    figure = board_figure(load_map("usa"), values={0: -1.0, 1: 3.0})
    (bar,) = [trace for trace in figure.data if trace.mode == "markers" and trace.marker.showscale]
    assert (bar.marker.cmin, bar.marker.cmax) == (-3.0, 3.0)


def test_equal_and_missing_values_are_drawn_too() -> None:
    game_map = load_map("usa")
    board_figure(game_map, values={0: 2.0, 1: 2.0})
    board_figure(game_map, values={0: 0.0})
    board_figure(game_map, values={})


def test_highlights_fade_the_other_tracks() -> None:
    game_map = load_map("usa")
    figure = board_figure(game_map, highlight={"cheapest": [0, 1], "other": [2]})
    assert {"cheapest", "other"} <= set(_texts(figure))
    assert {1.0, 0.3} <= {trace.opacity for trace in figure.data}


def test_owned_tracks_show_colour_and_number_of_the_player() -> None:
    game_map = load_map("usa")
    figure = board_figure(game_map, owners={0: 2})
    assert theme.SEAT_COLORS[2] in _fills(figure)
    assert _texts(figure).count("3") == game_map.tracks[0].length
    assert "player 3" in _texts(figure)


def test_tickets_emphasise_their_cities() -> None:
    game_map = load_map("usa")
    figure = board_figure(game_map, tickets=game_map.tickets[:1])
    golden = [trace for trace in figure.data if trace.mode == "markers" and trace.marker.color == "#FFC72C"]
    assert sum(len(trace.x) for trace in golden) == 2


def test_hostile_names_stay_text() -> None:
    evil = "<script>alert(1)</script>"
    cities = (City(evil, x=0.1, y=0.5), City("<b>B</b>", x=0.9, y=0.5), City("C", x=0.5, y=0.1))
    tracks = (Track(0, evil, "<b>B</b>", 3, "red"), Track(1, evil, "C", 2, "blue"))
    game_map = GameMap("evil", "Evil", cities, tracks, (), USA)
    figure = board_figure(game_map, title=evil, caption=evil, highlight={evil: [0]}, values={0: 1}, value_title=evil)
    figure.update_traces(customdata=None).update_layout(meta=None)  # data for click handlers and files, never shown
    assert "<script" not in figure.to_json().replace("\\u003c", "<")
    assert theme.escape(evil) in _texts(figure)
    assert "printed board" in figure.layout.annotations[0].text.replace("<br>", " ")  # the layout's notice


@pytest.mark.parametrize("what", ["values", "owners", "hover"])
def test_tracks_that_do_not_exist_are_refused(what: str) -> None:
    with pytest.raises(SetupError, match=f"{what}: map 'usa' has no track 100"):
        board_figure(load_map("usa"), **{what: {100: 1}})
    with pytest.raises(SetupError, match="highlight"):
        board_figure(load_map("usa"), highlight=[100])


def test_maps_without_some_tracks_are_drawn() -> None:
    game_map = load_map("usa").without(3)
    assert len(_hover(board_figure(game_map))) == sum(track.length for track in game_map.tracks)


def test_a_map_without_a_folder_needs_no_files() -> None:
    game_map = load_map("first_journey_usa")
    from ttr_analysis.charts.board.layout import load_layout

    board_figure(replace(game_map, folder=None), load_layout(game_map))


def test_width_sets_the_scale_of_everything() -> None:
    game_map = load_map("usa")
    small, large = (board_figure(game_map, width=width) for width in (700, 1400))
    assert small.layout.height < large.layout.height
    sizes = [
        max(t.marker.size for t in f.data if t.mode == "markers" and t.marker.opacity == 1) for f in (small, large)
    ]
    assert sizes[0] < 0.6 * sizes[1]
    texts = [min(t.textfont.size for t in f.data if t.name == shapes.NAMES) for f in (small, large)]
    assert texts[0] == pytest.approx(11.0), "names are never too small to read"
    assert texts[1] > 13.0


def test_drawing_is_fast_enough_for_a_slider() -> None:
    game_map = load_map("usa")
    start = time.process_time()
    board_figure(game_map, values={0: 1.0, 1: 2.0})
    assert time.process_time() - start < 1.0
