"""What menus offer: maps and strategies as people call them, with the names that code calls them."""

from functools import cache

from ttr_analysis.errors import MapError
from ttr_analysis.maps import available_maps, load_map, spoken_names
from ttr_analysis.strategies import available_strategies


def maps() -> list[tuple[str, str]]:
    """Return the maps by what is printed on their boxes, with their names.

    Examples
    --------
    >>> maps()[:2]
    [('Europe', 'europe'), ('First Journey (Europe)', 'first_journey_europe')]
    """
    return [(_label(name), name) for name in available_maps()]


def strategies() -> list[tuple[str, str]]:
    """Return the strategies as people call them in the language in use, with their names.

    Examples
    --------
    >>> [label for label in strategies() if label[1] == "ticket_planner"]
    [('Ticket planner', 'ticket_planner')]
    """
    return [(spoken_names.player(name), name) for name in available_strategies()]


@cache
def _label(name: str) -> str:
    """Return what a map is called; a map with faults has its name."""
    try:
        return spoken_names.board(load_map(name).title)
    except MapError:
        return name
