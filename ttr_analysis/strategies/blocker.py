"""``blocker``: plays like ``expert``, but also takes tracks that an opponent is likely to need.

It uses only public information about opponents: their tracks, how many tickets they hold, and
the list of all tickets. The larger the part of a ticket's cheapest path that an opponent has
laid, the more likely it is that the opponent holds the ticket; the opponent then needs the
routes still missing from that path. When ``expert`` would draw cards, and a claim that leaves
nobody else a track between its cities costs the opponents more than the draw is worth, it makes
that claim.
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.codes import AT_TURN, DRAW_BLIND, DRAW_MARKET
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.graph import shortest_path
from ttr_analysis.engine.payments import can_claim, fill_reach
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import NOBODY, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.rules.limits import PARALLEL
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.expert.outlook import FILL_SPACE, WEIGHTS, pay_of_board
from ttr_analysis.strategies.expert.player import DEPARTED, PLAN_PIECES, explain_departing, follow_expert
from ttr_analysis.strategies.expert.tickets import holds_ticket
from ttr_analysis.strategies.shared.claims import fill_payment, take
from ttr_analysis.strategies.shared.planning import NO_TRACK, SPACE, fill_route_costs, pieces_left

BLOCK_SHARE: Final = len(WEIGHTS)
BLOCK_FLOOR: Final = BLOCK_SHARE + 1
LEAST_LAID: Final = BLOCK_FLOOR + 1
"""Places of its own weights, which follow those of ``expert``."""
POINT: Final = 100
"""Needs are measured in hundredths of a point."""


@compiled
def laid_on_path(tables: Tables, scratch: Scratch, start: int, goal: int) -> int:
    """Return the spaces of the path just found that the opponent owns."""
    laid, city = 0, goal
    while city != start:
        route = scratch.previous_route[city]
        if scratch.route_cost[route] == 0:
            laid += tables.track_length[tables.route_tracks[route, 0]]
        city = scratch.previous_city[city]
    return laid


@compiled
def add_need_of_ticket(
    tables: Tables, scratch: Scratch, ticket: int, held: float, limit: int, least_laid: float
) -> None:
    """Add the worth of the missing routes of a ticket's path to ``scratch.numbers``.

    ``held`` is the probability that an opponent holds the ticket.
    """
    for i in range(1, tables.ticket_stop_count[ticket]):
        start, goal = tables.ticket_stops[ticket, i - 1], tables.ticket_stops[ticket, i]
        effort = shortest_path(tables, scratch, start, goal, limit)
        if effort <= 0:
            continue
        laid = laid_on_path(tables, scratch, start, goal)
        part = laid / (laid + effort / SPACE)
        if part < least_laid:
            continue
        stake = POINT * held * part * (tables.ticket_points[ticket] + tables.ticket_penalty[ticket])
        city = goal
        while city != start:
            route = scratch.previous_route[city]
            if scratch.route_cost[route] > 0:
                scratch.numbers[route] += int(stake)
            city = scratch.previous_city[city]


@compiled
def fill_needs(tables: Tables, public: Public, private: Private, weights: Floats, scratch: Scratch) -> None:
    """Fill ``scratch.numbers`` with what each route is likely to be worth to the opponents."""
    for route in range(tables.routes):
        scratch.numbers[route] = 0
    for other in range(public.players):
        if other == public.seat or public.owned_count[other] == 0:
            continue
        fill_route_costs(tables, public, other, scratch)
        limit = SPACE * pieces_left(tables, public, other)
        held = min(1.0, 3.0 * public.tickets_held[other] / max(1, tables.tickets))
        for ticket in range(tables.tickets):
            if not holds_ticket(private, ticket):
                add_need_of_ticket(tables, scratch, ticket, held, limit, weights[LEAST_LAID])


@compiled
def denies(tables: Tables, public: Public, track: int) -> bool:
    """Return whether claiming a track leaves nobody else a track between its cities."""
    route = tables.track_route[track]
    for i in range(PARALLEL):
        other = tables.route_tracks[route, i]
        if other >= 0 and other != track and public.owner[other] == NOBODY:
            if not (tables.closes_doubles and tables.track_twin[track] == other):
                return False
    return True


@compiled
def best_block(
    tables: Tables, public: Public, private: Private, memory: Ints, weights: Floats, scratch: Scratch
) -> int:
    """Return the track whose claim hurts the opponents most for its price; NO_TRACK if none is worth a turn."""
    best, most, seat = NO_TRACK, weights[BLOCK_FLOOR], public.seat
    piece = weights[FILL_SPACE] * pay_of_board(tables, public, scratch)
    spare = pieces_left(tables, public, seat) - memory[PLAN_PIECES]
    fill_needs(tables, public, private, weights, scratch)
    fill_reach(tables, public, private, seat, scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        need, length = scratch.numbers[tables.track_route[track]], tables.track_length[track]
        if need == 0 or length > spare or not denies(tables, public, track):
            continue
        if can_claim(tables, public, private, seat, scratch, track):
            value = weights[BLOCK_SHARE] * need / POINT + tables.track_points[track] - piece * length
            if value > most:
                best, most = track, value
    return best


@strategy(
    name="blocker",
    idea="Plays like expert, but also takes tracks that an opponent is likely to need.",
    weights={
        **WEIGHTS,
        "block_share": 0.3,  # share of the points at stake on a track that an opponent loses with it
        "block_floor": 12.0,  # points that a block must bring
        "least_laid": 0.6,  # share of a ticket's path that an opponent must have laid to be assumed to hold it
    },
    explain=explain_departing("blocks a route that an opponent is likely to need"),
)
def choose(
    tables: Tables,
    public: Public,
    private: Private,
    memory: Ints,
    weights: Floats,
    scratch: Scratch,
    rng: Words,
    action: ActionRecord,
) -> None:
    """Follow the expert, but block instead of drawing cards if that is worth more."""
    follow_expert(tables, public, private, memory, weights, scratch, rng, action)
    draws = action.kind == DRAW_BLIND or action.kind == DRAW_MARKET
    if public.decision == AT_TURN and draws and weights[BLOCK_SHARE] > 0.0:
        track = best_block(tables, public, private, memory, weights, scratch)
        if track != NO_TRACK:
            memory[DEPARTED] = 1
            take(tables, private, scratch, track, action)
            fill_payment(tables, public, private, scratch, action)
