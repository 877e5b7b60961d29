"""Explanations of actions in words, shared by the planning strategies.

This is plain Python, called only in replays and never from compiled code.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ttr_analysis.engine.state import NEVER
from ttr_analysis.maps.actions import ActionKind, Decision

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap


@dataclass(frozen=True)
class PlanInWords:
    """What a strategy plans to do.

    Attributes
    ----------
    routes : sequence of int
        Routes that it wants to claim, by their numbers in the tables.
    stakes : sequence of float, optional
        Ticket points at stake on each route; empty if they are not known.
    short : int or None, optional
        Spaces of these routes that the hand cannot pay for, not counting locomotives.
    tickets, cards : float or None, optional
        Points that drawing tickets is expected to bring, and the points it must beat: those of drawing cards.
    """

    routes: Sequence[int]
    stakes: Sequence[float] = ()
    short: int | None = None
    tickets: float | None = None
    cards: float | None = None


def why(game_map: "GameMap", view: Any, action: Any, plan: PlanInWords) -> str:
    """Explain why a planning strategy chose an action.

    Parameters
    ----------
    game_map : GameMap
    view, action
        As an explanation receives them, see :data:`ttr_analysis.strategies.base.Explainer`.
    plan : PlanInWords

    Returns
    -------
    str
        One line such as ``plans Denver-Omaha, Chicago-Omaha for Denver-Chicago (9): 8 spaces to lay``.
    """
    kind = ActionKind(int(action.kind))
    if kind in _WITHOUT_PLAN:
        return _WITHOUT_PLAN[kind]
    if view.public.decision != Decision.TURN:
        return f"draws for its plan{_short(plan, 'spaces')}" if len(plan.routes) else "draws without a plan"
    place = f"{_place_in_plan(view.tables, action, plan)}; " if kind is ActionKind.CLAIM else ""
    return f"{place}{_plan_in_words(game_map, view, plan)}{_tickets_or_cards(plan)}"


def route_name(game_map: "GameMap", tables: Any, route: int) -> str:
    """Return the two cities of a route, joined by a hyphen."""
    return "-".join(game_map.tracks[tables.route_tracks[route, 0]].cities)


_WITHOUT_PLAN = {
    ActionKind.KEEP_TICKETS: "the plan for these tickets is worth most",
    ActionKind.CHOOSE_PIECES: "splits the pieces as the plan for its tickets needs them",
    ActionKind.REFILL: "turns up a card from the deck that its plan needs most",
    ActionKind.PAY_TUNNEL: "the hand can pay the surcharge",
    ActionKind.DECLINE_TUNNEL: "the hand cannot pay the surcharge",
}
"""Explanations of choices that do not follow from the plan of the turn."""


def _place_in_plan(tables: Any, action: Any, plan: PlanInWords) -> str:
    route = int(tables.track_route[action.target])
    if route not in plan.routes:
        return "outside its plan"
    if not plan.stakes:
        return "in its plan"
    return f"in its plan, {plan.stakes[list(plan.routes).index(route)]:.1f} ticket points at stake"


def _plan_in_words(game_map: "GameMap", view: Any, plan: PlanInWords) -> str:
    """Describe the routes, the tickets they are for, the spaces left to lay and the tickets given up."""
    tables, goals = view.tables, dict(_goals(view, plan.routes))
    wanted = [_ticket(game_map, ticket) for ticket, planned in goals.items() if planned]
    given_up = [_ticket(game_map, ticket) for ticket, planned in goals.items() if not planned]
    lost = f", gives up {', '.join(given_up)}" if given_up else ""
    if not len(plan.routes):
        return f"has no plan{lost}" if goals else "all its tickets are joined"
    names = [route_name(game_map, tables, route) for route in plan.routes]
    if plan.stakes:
        words = [f"{plan.stakes[0]:.1f} at stake", *(f"{stake:.1f}" for stake in plan.stakes[1:])]
        names = [f"{name} ({stake})" for name, stake in zip(names, words, strict=True)]
    spaces = sum(int(tables.track_length[tables.route_tracks[route, 0]]) for route in plan.routes)
    aim = f" for {', '.join(wanted)}" if wanted else ""
    return f"plans {', '.join(names)}{aim}{lost}: {spaces} spaces to lay{_short(plan, 'of them')}"


def _goals(view: Any, routes: Sequence[int]) -> Iterator[tuple[int, bool]]:
    """Yield each unfinished ticket and whether the player's tracks and the plan together join its cities."""
    tables, mine = view.tables, view.mine
    label = view.public.component[view.public.seat].tolist()
    for route in routes:
        a, b = label[tables.route_a[route]], label[tables.route_b[route]]
        label = [a if each == b else each for each in label]
    for i in range(mine.ticket_count):
        if mine.done_turn[i] == NEVER:
            ticket = int(mine.tickets[i])
            yield ticket, any(len({label[city] for city in stops}) == 1 for stops in _ways(tables, ticket))


def _ways(tables: Any, ticket: int) -> Iterator[Sequence[int]]:
    """Yield the cities that complete a ticket, for each option of a choice ticket."""
    first = int(tables.ticket_first_option[ticket])
    for option in range(first, first + int(tables.ticket_options[ticket])):
        yield tables.option_start[option], tables.option_goal[option]
    if tables.ticket_options[ticket] == 0:
        yield tables.ticket_stops[ticket, : tables.ticket_stop_count[ticket]]


def _ticket(game_map: "GameMap", ticket: int) -> str:
    return f"{game_map.tickets[ticket].name} ({game_map.tickets[ticket].points})"


def _short(plan: PlanInWords, of_what: str) -> str:
    """Return what the hand lacks, as a clause that follows a plan."""
    if plan.short is None:
        return ""
    return f", cards missing for {plan.short} {of_what}" if plan.short else ", no cards missing"


def _tickets_or_cards(plan: PlanInWords) -> str:
    """Compare drawing tickets with drawing cards in a clause; empty if tickets cannot be drawn."""
    if plan.tickets is None or plan.cards is None:
        return ""
    return f"; drawing tickets is expected to bring {plan.tickets:.1f} points and must beat {plan.cards:.1f}"
