"""Choices among things of equal worth: by priority, never by their order on the map."""

from ttr_analysis.engine.compiled import inlined
from ttr_analysis.engine.records import Ints


@inlined
def is_better(value: float, most: float, priority: Ints, thing: int, best: int) -> bool:
    """Return whether a thing is a better choice than the best one so far, which is worth ``most``.

    Among things worth the same, the one of higher ``priority`` is better; without a best one (-1), it must be
    worth more. Pass ``view.mine.priority.tracks``, or that of cities, routes, cards, colors or decks.
    """
    if value != most:
        return value > most
    return best >= 0 and priority[thing] > priority[best]


@inlined
def sort_by_priority(priority: Ints, things: Ints, count: int) -> None:
    """Sort the first ``count`` things by priority, highest first."""
    for i in range(1, count):
        thing, place = things[i], i
        while place > 0 and priority[things[place - 1]] < priority[thing]:
            things[place] = things[place - 1]
            place -= 1
        things[place] = thing
