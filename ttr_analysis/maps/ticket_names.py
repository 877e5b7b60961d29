"""Finding tickets by what people call them: cities in either order, part of a choice ticket, one of two copies."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ttr_analysis._validate import did_you_mean, shown
from ttr_analysis.errors import MapError
from ttr_analysis.maps.choices import Countries, places_of
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.maps.spellings import cities_in

SLASH = "/"
"""What stands between the places that a choice ticket leads to."""


def told_apart(names: Iterable[str]) -> list[str]:
    """Return names, with a number after each that is not the only one of its kind: ``A-B 1`` and ``A-B 2``.

    For tables and charts: two copies of a ticket share their name.

    Examples
    --------
    >>> from ttr_analysis.maps.ticket_names import told_apart
    >>> told_apart(["Denver-Omaha", "Bern-France/Italia", "Bern-France/Italia"])
    ['Denver-Omaha', 'Bern-France/Italia 1', 'Bern-France/Italia 2']
    """
    names = list(names)
    met: dict[str, int] = {}
    told = []
    for name in names:
        met[name] = met.get(name, 0) + 1
        told.append(f"{name} {met[name]}" if names.count(name) > 1 else name)
    return told


def copies_of(tickets: Iterable[Ticket], ticket: Ticket) -> tuple[Ticket, ...]:
    """Return all tickets that differ from one at most by their position: the copies of it, itself among them."""
    return tuple(each for each in tickets if replace(each, index=ticket.index) == ticket)


def choice_named(
    tickets: Sequence[Ticket], name: str, countries: Countries, spellings: Mapping[str, str], where: str
) -> Ticket | None:
    """Return the choice ticket that a name fits: its start with any of its alternatives, or the country it starts in.

    The start stands first if a ticket fits so, else last (``Bern-France/Italia``, ``bern > italia``, ``Italia-Bern``).

    Parameters
    ----------
    spellings : mapping of str to str
        Every accepted spelling of a city or country, with the printed name.
    where : str
        How the error names the map.

    Raises
    ------
    MapError
        If several different tickets fit.
    """
    choices = [ticket for ticket in tickets if ticket.is_choice]
    for start, goals in _readings(name, countries, spellings):
        found = [ticket for ticket in choices if ticket.cities[0] == start and _leads_to(ticket, goals, countries)]
        kinds = {(ticket.cities, ticket.alternatives, ticket.points): ticket for ticket in reversed(found)}
        if len(kinds) > 1:
            names = ", ".join(dict.fromkeys(ticket.name for ticket in found))
            raise MapError(f"{where} has several tickets that {shown(name)} fits: {names}; name more of their places")
        if found:
            return found[0]
    return None


def _readings(name: str, countries: Countries, spellings: Mapping[str, str]) -> Iterator[tuple[str, Collection[str]]]:
    """Yield the start and the goals that a name may mean."""
    country = spellings.get(name.strip().casefold(), "")
    if country in countries:
        yield country, ()
    first, *others = (part.strip() for part in name.split(SLASH))
    pair = cities_in(first, spellings)
    more = [spellings.get(other.casefold(), "") for other in others]
    if len(pair) == 2 and all(more):
        yield pair[0], (pair[1], *more)
        if not more:
            yield pair[1], (pair[0],)


def _leads_to(ticket: Ticket, goals: Collection[str], countries: Countries) -> bool:
    """Return whether a ticket names all of these goals, each by itself or by its country."""
    named = {each for place, _ in ticket.alternatives for each in (place, *places_of(countries, place))}
    return named.issuperset(goals)


def no_ticket(tickets: Iterable[Ticket], name: str, wanted: Sequence[str], where: str) -> MapError:
    """Return the error that a map has no such ticket, with the nearest names."""
    hint = did_you_mean("-".join(wanted) or name, (ticket.name for ticket in tickets), likeness=0.4)
    return MapError(f"{where} has no ticket {shown(name)}{hint}")
