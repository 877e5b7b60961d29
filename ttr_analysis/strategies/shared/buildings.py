"""Where strategies build stations and harbours."""

from typing import Final

from ttr_analysis.engine.codes import BUILD_HARBOUR, BUILD_STATION
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import may_build_harbour, may_build_station
from ttr_analysis.engine.reach import can_pay_building
from ttr_analysis.engine.scoring import joined, names_city
from ttr_analysis.engine.state import NEVER, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import LENGTH
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.shared import choices, equals

TURN: Final = 3
"""The points that a harbour must bring to be worth a turn and its cards."""


@compiled
def station_site(view: View) -> int:
    """Return a city where a station saves an unfinished ticket; -1 if there is none.

    The station must complete the ticket over a single track of an opponent. The most valuable
    ticket comes first.
    """
    seat = view.public.seat
    tables, public = view.tables, view.public
    labels, best, most, priority = public.component[seat], -1, 0, view.mine.priority.cities
    for i in range(view.mine.ticket_count):
        ticket = view.mine.tickets[i]
        if joined(tables, labels, ticket):
            continue
        for track in range(tables.tracks):
            owner = public.owner[track]
            if owner < 0 or owner == seat:
                continue
            a, b = tables.track_a[track], tables.track_b[track]
            points = choices.points_if_joined(tables, labels, ticket, labels[a], labels[b])
            gain = points + tables.ticket_penalty[ticket]
            if points < 0 or gain < most or gain <= tables.station_unbuilt:
                continue
            if public.station_owner[a] == seat or public.station_owner[b] == seat:
                continue
            for city in (a, b):
                if may_build_station(tables, public, city) and equals.is_better(gain, most, priority, city, best):
                    best, most = city, gain
    return best


@compiled
def build_station(view: View, action: ActionRecord) -> bool:
    """Build a station if it saves a ticket; return whether it did."""
    public = view.public
    if not can_pay_building(view.tables, public, view.mine, public.seat, BUILD_STATION):
        return False
    city = station_site(view)
    if city < 0:
        return False
    decide(action, BUILD_STATION, city, 0)
    return True


@compiled
def harbour_site(view: View) -> int:
    """Return the city where a harbour scores most for the completed tickets that name it; -1 if none is worth a turn.

    A harbour that is built also saves what one left over costs.
    """
    tables, mine = view.tables, view.mine
    best, most = -1, TURN
    for city in range(tables.cities):
        if tables.port[city] == 0 or not may_build_harbour(tables, view.public, view.public.seat, city):
            continue
        named = 0
        for i in range(mine.ticket_count):
            if mine.done_turn[i] == NEVER:
                continue
            named += int(names_city(tables, mine.tickets[i], city))
        gain = tables.harbour_points[min(named, LENGTH - 1)] - tables.harbour_unbuilt
        if named > 0 and equals.is_better(gain, most, mine.priority.cities, city, best):
            best, most = city, gain
    return best


@compiled
def build_harbour(view: View, action: ActionRecord) -> bool:
    """Build a harbour where completed tickets end; return whether it did."""
    public = view.public
    if not can_pay_building(view.tables, public, view.mine, public.seat, BUILD_HARBOUR):
        return False
    city = harbour_site(view)
    if city < 0:
        return False
    decide(action, BUILD_HARBOUR, city, 0)
    return True
