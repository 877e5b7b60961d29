"""What tickets need on a board: pennants at the places of countries, golden cities, and lines from city to city."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import networkx as nx
import numpy as np
import plotly.graph_objects as go

from ttr_analysis.charts import board_words, theme
from ttr_analysis.charts.board import shapes
from ttr_analysis.charts.board.layout import Layout
from ttr_analysis.charts.board.layout.geometry import CITY_RADIUS
from ttr_analysis.charts.board.layout.projection import Points
from ttr_analysis.maps import City, GameMap, Ticket, Track

GOLD, CREAM = "#FFC72C", "#FFF8E7"
"""Fills of places: those of the tickets shown, and all others."""

STAFF = np.array([(-6.0, -8.5), (-6.0, 8.5)])
"""The staff of a pennant, around the middle of its place."""

CLOTH = np.array([(-6.0, 8.5), (7.0, 3.7), (-6.0, -1.1), (-6.0, 8.5)])
"""The cloth of a pennant: our own shape, the same for every country."""


def pennants(places: Points, fill: str, scale: float) -> list[go.Scatter]:
    """Return pennants with their staffs in the middle of places."""
    return [
        shapes.area([CLOTH + place for place in places], fill, rim=theme.INK, width=1.4 * scale),
        shapes.lines([STAFF + place for place in places], theme.INK, 2.4 * scale),
    ]


def border_places(game_map: GameMap, layout: Layout, emphasised: frozenset[str], scale: float) -> list[go.Scatter]:
    """Return the places of countries: a pennant each, golden if tickets shown lead there, and their hover texts."""
    groups: dict[str, list[City]] = {}
    for city in game_map.cities:
        if city.country:
            groups.setdefault(GOLD if city.name in emphasised else CREAM, []).append(city)
    traces = []
    for fill, cities in groups.items():
        places = np.array([layout.positions[city.name] for city in cities])
        traces += [*pennants(places, fill, scale), _hover(cities, places, scale)]
    return traces


def _hover(cities: Sequence[City], places: Points, scale: float) -> go.Scatter:
    texts = [
        f"<b>{theme.escape(city.name)}</b><br>{board_words.place_of(theme.escape(city.country))}" for city in cities
    ]
    return go.Scatter(
        x=places[:, 0],
        y=places[:, 1],
        mode="markers",
        marker={"size": 2 * CITY_RADIUS * scale, "opacity": 0},
        hovertext=texts,
        hoverinfo="text",
    )


def as_reached(game_map: GameMap, tickets: Iterable[Ticket], tracks: Iterable[Track]) -> list[Ticket]:
    """Return tickets for a picture of a network: a choice ticket that it completes is one of the two cities joined."""
    graph: nx.Graph[str] = nx.Graph(track.cities for track in tracks)
    part = {city: number for number, cities in enumerate(nx.connected_components(graph)) for city in cities}
    shown = []
    for ticket in tickets:
        options = game_map.options(ticket) if ticket.is_choice else ()
        joined = [o for o in options if o.cities[0] in part and part[o.cities[0]] == part.get(o.cities[1])]
        shown.append(replace(ticket, cities=joined[0].cities, alternatives=()) if joined else ticket)
    return shown


def ticket_cities(game_map: GameMap, tickets: Sequence[Ticket]) -> frozenset[str]:
    """Return all cities at which tickets may begin or end."""
    return frozenset(city for ticket in tickets for group in game_map.terminals(ticket) for city in group)


def ticket_lines(game_map: GameMap, tickets: Sequence[Ticket], layout: Layout, scale: float) -> list[go.Scatter]:
    """Return a dotted line for each ticket, through its cities; one to each alternative of a choice ticket."""
    routes = [line for ticket in tickets for line in _lines_of(game_map, ticket, layout)]
    return [shapes.lines(routes, "#9A6A00", 2.2 * scale, "dot")] if routes else []


def _lines_of(game_map: GameMap, ticket: Ticket, layout: Layout) -> list[Points]:
    """Return the lines of a ticket; to a country, or from one, it is the shortest on the board."""
    if not ticket.is_choice:
        return [np.array([layout.positions[city] for city in ticket.cities])]
    starts, _ = game_map.terminals(ticket)
    lines = []
    for place, _ in ticket.alternatives:
        goals = game_map.places(place)
        ends = [np.array([layout.positions[city] for city in (start, goal)]) for start in starts for goal in goals]
        lines.append(min(ends, key=lambda line: float(np.hypot(*(line[1] - line[0])))))
    return lines
