"""Choice tickets in plans: which of its places a player aims at."""

from typing import Final

from ttr_analysis.engine.compiled import compiled, inlined
from ttr_analysis.engine.graph import distance_of, shortest_path
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import Tables
from ttr_analysis.engine.view import View

ANYWHERE: Final = -1
"""The goal of a search that should reach every city."""


@compiled
def aim(view: View, ticket: int, point: int, limit: int) -> None:
    """Choose, for a choice ticket, the option with the most points for its cost; ordinary tickets have none.

    ``point`` is what a point is worth in the costs of ``scratch.route_cost``, and options that cost more than
    ``limit`` come last.
    """
    tables, best, most, start = view.tables, -1, 0, -1
    first = tables.ticket_first_option[ticket]
    for option in range(first, first + tables.ticket_options[ticket]):
        if tables.option_start[option] != start:
            start = tables.option_start[option]
            shortest_path(tables, view.scratch, view.mine.priority.routes, start, ANYWHERE, limit)
        cost = distance_of(view.scratch, tables.option_goal[option])
        value = point * tables.option_points[option] - cost
        if best < 0 or value > most or (value == most and is_first(view, option, best)):
            best, most = option, value
    view.scratch.aim[ticket] = best


@compiled
def is_first(view: View, option: int, other: int) -> bool:
    """Return whether an option comes before an equal one: by the priority of its goal, then of its start."""
    tables, cities = view.tables, view.mine.priority.cities
    goal, goal_of_other = cities[tables.option_goal[option]], cities[tables.option_goal[other]]
    if goal != goal_of_other:
        return goal > goal_of_other
    return cities[tables.option_start[option]] > cities[tables.option_start[other]]


@inlined
def stop(view: View, ticket: int, place: int) -> int:
    """Return a city of a ticket; of a choice ticket, a city of the option that is aimed at."""
    tables = view.tables
    if tables.ticket_options[ticket] == 0:
        return tables.ticket_stops[ticket, place]
    option = view.scratch.aim[ticket]
    return tables.option_start[option] if place == 0 else tables.option_goal[option]


@inlined
def aimed_points(view: View, ticket: int) -> int:
    """Return the points of a ticket; of a choice ticket, those of the option that is aimed at."""
    if view.tables.ticket_options[ticket] == 0:
        return view.tables.ticket_points[ticket]
    return view.tables.option_points[view.scratch.aim[ticket]]


@compiled
def points_if_joined(tables: Tables, labels: Ints, ticket: int, a: int, b: int) -> int:
    """Return the points of a ticket once the components with the labels ``a`` and ``b`` are one; -1 if it lacks more.

    What is joined already does not count.
    """
    first = tables.ticket_first_option[ticket]
    for option in range(first, first + tables.ticket_options[ticket]):
        start, goal = labels[tables.option_start[option]], labels[tables.option_goal[option]]
        if (start == a and goal == b) or (start == b and goal == a):
            return tables.option_points[option]
    if tables.ticket_options[ticket] > 0:
        return -1
    for i in range(tables.ticket_stop_count[ticket]):
        label = labels[tables.ticket_stops[ticket, i]]
        if label != a and label != b:
            return -1
    return tables.ticket_points[ticket]
