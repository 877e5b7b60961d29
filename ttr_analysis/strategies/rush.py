"""``rush``: plays like ``expert``, but ends the game as soon as it leads.

Once its tickets are joined (or none can be joined any more) and it is ahead of every opponent,
counting their public points and a guess at their tickets, it lays as many pieces as the hand
can pay for in each turn, where ``expert`` would draw tickets or wait for a track that pays more.
"""

from typing import Final

from ttr_analysis.engine.codes import AT_TURN, CLAIM
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.reach import can_claim, fill_reach
from ttr_analysis.engine.scoring import reached_points
from ttr_analysis.engine.state import NEVER, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.expert import board, player, weights
from ttr_analysis.strategies.shared import claims, equals, planning

LEAD: Final = len(weights.WEIGHTS)
TICKET_GUESS: Final = LEAD + 1
"""Places of its own weights, which follow those of ``expert``."""


@compiled
def own_points(view: View) -> int:
    """Return the player's current points from tracks and tickets."""
    mine = view.mine
    total = view.public.route_points[view.public.seat]
    for i in range(mine.ticket_count):
        ticket = mine.tickets[i]
        if mine.done_turn[i] != NEVER:
            total += reached_points(view.tables, view.public.component[view.public.seat], ticket)
        else:
            total -= view.tables.ticket_penalty[ticket]
    return total


@compiled
def leads(view: View) -> bool:
    """Return whether the player is ahead of every opponent, with a guess at the opponents' tickets."""
    public, unit = view.public, board.unit(view)
    mine = own_points(view)
    for other in range(public.players):
        if other != public.seat:
            theirs = public.route_points[other] + unit * view.weights[TICKET_GUESS] * public.tickets_held[other]
            if mine < theirs + unit * view.weights[LEAD]:
                return False
    return True


@compiled
def track_of_most_pieces(view: View) -> int:
    """Return the claimable track with the most pieces, then the most points; NO_TRACK if there is none."""
    tables, public = view.tables, view.public
    best, most = planning.NO_TRACK, -1
    fill_reach(tables, public, view.mine, public.seat, view.scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if can_claim(tables, public, view.mine, public.seat, view.scratch, track):
            value = 100 * tables.track_length[track] + tables.track_points[track]
            if equals.is_better(value, most, view.mine.priority.tracks, track, best):
                best, most = track, value
    return best


@strategy(
    name="rush",
    idea="Plays like expert, but ends the game as soon as it leads.",
    weights={
        **weights.WEIGHTS,
        "lead": 0.0,  # points by which it must be ahead of every opponent to rush
        "ticket_guess": 9.0,  # points that an opponent's ticket is assumed to bring
    },
    explain=player.explain_departing("leads with nothing left to plan: lays as many pieces as it can to end the game"),
)
def choose(view: View, action: ActionRecord) -> None:
    """Follow the expert until the end can be forced."""
    player.follow_expert(view, action)
    if view.public.decision == AT_TURN and view.memory[player.PLAN_SIZE] == 0 and leads(view):
        track = track_of_most_pieces(view)
        if track != planning.NO_TRACK and not (action.kind == CLAIM and action.target == track):
            view.memory[player.DEPARTED] = 1
            claims.take(view, track, action)
            claims.fill_payment(view, action)
