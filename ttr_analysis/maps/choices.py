"""Choice tickets: what their places stand for, and all the ways to complete them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from ttr_analysis.maps.parts import City, Ticket, TicketOption

Countries = Mapping[str, tuple[str, ...]]
"""The places of each country."""


def countries_of(cities: Iterable[City]) -> dict[str, tuple[str, ...]]:
    """Return the places of each country, both in the order of the cities."""
    found: dict[str, tuple[str, ...]] = {}
    for city in cities:
        if city.country:
            found[city.country] = (*found.get(city.country, ()), city.name)
    return found


def places_of(countries: Countries, name: str) -> tuple[str, ...]:
    """Return the cities that a place of a ticket stands for: those of a country, or the city itself."""
    return countries.get(name, (name,))


def as_choice(ticket: Ticket, countries: Collection[str]) -> Ticket:
    """Return a ticket of two places as a choice ticket with one alternative if one of them is a country."""
    if ticket.is_choice or len(ticket.cities) != 2 or not set(ticket.cities) & set(countries):
        return ticket
    return replace(ticket, cities=ticket.cities[:1], alternatives=((ticket.cities[1], ticket.points),))


def terminals_of(countries: Countries, ticket: Ticket) -> tuple[tuple[str, ...], ...]:
    """Return the cities that a network must join to complete a ticket: one of each group.

    For an ordinary ticket every group is one city; for a choice ticket the groups are the places
    where it may start, and all places that it leads to.
    """
    if not ticket.is_choice:
        return tuple((city,) for city in ticket.cities)
    goals = (city for place, _ in ticket.alternatives for city in places_of(countries, place))
    return (places_of(countries, ticket.cities[0]), tuple(dict.fromkeys(goals)))


def options_of(countries: Countries, ticket: Ticket) -> tuple[TicketOption, ...]:
    """Return every way to complete a ticket, the best first."""
    if not ticket.is_choice:
        return (TicketOption(ticket.cities, ticket.points),)
    found = [
        TicketOption((start, goal), points)
        for place, points in ticket.alternatives
        for start in places_of(countries, ticket.cities[0])
        for goal in places_of(countries, place)
    ]
    return tuple(sorted(found, key=lambda option: -option.points))
