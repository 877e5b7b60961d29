"""``long_routes``: six-space tracks, one long trail, and as few tickets as allowed.

Every open track is worth its points. It is worth more if it lengthens the trail (it ends in a
city where an odd number of the player's tracks end), and more if it lies on the cheapest paths
of the tickets that had to be kept. The player collects cards for the track that is worth most
for each turn that it still takes, claims it as soon as the hand can pay for it, and never draws
tickets.

Two of its weights come from a search, when a trail counted in points of its own; of those tried since, these
``trail_odds`` brought the most points against ``ticket_planner`` with the bonus in print::

    ttr sweep usa long_routes --weight trail_odds=0,0.5,1,1.5,2.5,3.7 --against ticket_planner --games 1500
"""

from typing import Final

from ttr_analysis.engine import codes, graph, legal
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import ANY_COLOR, ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.shared import buildings, claims, equals, objectives, pay, planning

TRAIL_ODDS: Final = 0
TICKET_SHARE: Final = 1
TURN_POWER: Final = 2
"""Places of the weights."""


@compiled
def keep_fewest(view: View, action: ActionRecord) -> None:
    """Keep as few tickets as allowed, those whose plan takes the least effort."""
    mine, limit = view.mine, planning.effort_left(view)
    best, fewest, least = 0, 1 << 20, 1 << 20
    for number in range(1 << mine.offered_count):
        if legal.check_keep(view.tables, view.public, mine, number) != legal.LEGAL:
            continue
        kept = 0
        for i in range(mine.offered_count):
            kept += (number >> i) & 1
        planning.plan_held(view, limit)
        points = planning.plan_offered(view, number, limit)
        effort = view.scratch.plan.effort if points >= 0 else 1 << 19  # out of reach
        if kept < fewest or (kept == fewest and effort < least):
            best, fewest, least = number, kept, effort
    decide(action, codes.KEEP_TICKETS, 0, best)


@compiled
def mark_plan(view: View) -> float:
    """Mark the tracks of the tickets' cheapest paths in ``scratch.plan.role``.

    Return the tickets' points at stake on each track.
    """
    tables, mine, scratch = view.tables, view.mine, view.scratch
    for track in range(tables.tracks):
        scratch.plan.role[track] = 0
    planning.plan_held(view, planning.effort_left(view))
    stake = 0
    for i in range(mine.ticket_count):
        if mine.done_turn[i] < 0:
            stake += tables.ticket_points[mine.tickets[i]] + tables.ticket_penalty[mine.tickets[i]]
    planning.tracks_of_plan(view)
    for i in range(scratch.plan.track_count):
        scratch.plan.role[scratch.plan.tracks[i]] = planning.PLANNED
    return stake / max(1, scratch.plan.route_count)


@compiled
def best_track(view: View) -> int:
    """Return the open track that is worth most for each turn it still takes; NO_TRACK if there is none."""
    tables, public, weights = view.tables, view.public, view.weights
    best, most, seat = planning.NO_TRACK, 0.0, public.seat
    stake = mark_plan(view)
    pay.count_ends(view)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if length > public.pieces[seat, tables.track_piece[track]] or graph.owns_beside(public, seat, track):
            continue
        value = pay.track_pay(view, track, weights[TRAIL_ODDS])
        if view.scratch.plan.role[track] == planning.PLANNED:
            value += weights[TICKET_SHARE] * stake
        color = objectives.held_color(view, track)
        held = planning.held_units(view, tables.track_deck[track], color) + planning.wilds_for(view, track)
        turns = 1.0 + max(0.0, pay.cards_of(tables, track) - held) / pay.CARDS_A_TURN
        value /= turns ** weights[TURN_POWER]
        if equals.is_better(value, most, view.mine.priority.tracks, track, best):
            best, most = track, value
    return best


@compiled
def gather_for(view: View, track: int) -> None:
    """Need the cards of a track, for a gray one in the colour that the hand holds most of."""
    tables = view.tables
    planning.clear_need(view)
    if track == planning.NO_TRACK:
        return
    deck, color = tables.track_deck[track], tables.track_color[track]
    if color == ANY_COLOR:
        color = objectives.held_color(view, track)
    view.scratch.need[deck, color] = int(pay.cards_of(tables, track) + 0.5)


@strategy(
    name="long_routes",
    idea="Claims the longest tracks it can collect cards for, preferably on one trail; keeps the fewest tickets.",
    weights={
        "trail_odds": 1.5,  # how much a trail longer by all pieces raises the chance of its bonus
        "ticket_share": 0.62,  # share of the tickets' points at stake that a track of their plan is worth
        "turn_power": 0.68,  # how much the turns of drawing count: 0 not at all, 1 in proportion
    },
)
def choose(view: View, action: ActionRecord) -> None:
    """Collect cards for the best track and claim it."""
    planning.clear_need(view)
    if view.public.decision == codes.AT_KEEP:
        keep_fewest(view, action)
    elif not objectives.answer_other(view, action):
        track = best_track(view)
        gather_for(view, track)
        if view.public.decision == codes.AT_SECOND:
            planning.draw_needed(view, action)
        elif track != planning.NO_TRACK and claims.missing_cards(view, track, 0) < claims.UNPAYABLE:
            claims.take(view, track, action)
        elif buildings.build_harbour(view, action):
            pass
        elif planning.may_draw_cards(view):
            planning.draw_needed(view, action)
        else:
            claims.last_resort(view, action)
    claims.fill_payment(view, action)
