"""``long_routes``: six-space tracks, one long trail, and as few tickets as allowed.

Every open track is worth its points. It is worth more if it lengthens the trail (it ends in a
city where an odd number of the player's tracks end), and more if it lies on the cheapest paths
of the tickets that had to be kept. The player collects cards for the track that is worth most
for each turn that it still takes, claims it as soon as the hand can pay for it, and never draws
tickets.

Its weights come from a search; this one finds no better weights::

    ttr tune usa long_routes --weight trail_points=0..6 --weight ticket_share=0.3..2
        --weight turn_power=0..1 --against ticket_planner --games 500 --candidates 90
        --validation 5000 --seed 2
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.codes import AT_KEEP, AT_SECOND, KEEP_TICKETS
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import LEGAL, check_keep
from ttr_analysis.engine.payments import may_claim
from ttr_analysis.engine.records import Floats, Ints, Words
from ttr_analysis.engine.state import ANY_COLOR, ActionRecord, Private, Public, Scratch, Tables
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.expert.outlook import CARDS_A_TURN, cards_of
from ttr_analysis.strategies.shared.buildings import build_harbour
from ttr_analysis.strategies.shared.claims import UNPAYABLE, fill_payment, last_resort, missing_cards, take
from ttr_analysis.strategies.shared.objectives import answer_other, held_color
from ttr_analysis.strategies.shared.planning import (
    NO_TRACK,
    clear_need,
    draw_needed,
    effort_left,
    held_units,
    may_draw_cards,
    open_track,
    plan_held,
    plan_offered,
)

TRAIL_POINTS: Final = 0
TICKET_SHARE: Final = 1
TURN_POWER: Final = 2
"""Places of the weights."""


@compiled
def keep_fewest(tables: Tables, public: Public, private: Private, scratch: Scratch, action: ActionRecord) -> None:
    """Keep as few tickets as allowed, those whose plan takes the least effort."""
    seat, limit = public.seat, effort_left(tables, public, public.seat)
    best, fewest, least = 0, 1 << 20, 1 << 20
    for number in range(1 << private.offered_count):
        if check_keep(tables, public, private, number) != LEGAL:
            continue
        kept = 0
        for i in range(private.offered_count):
            kept += (number >> i) & 1
        plan_held(tables, public, private, seat, limit, scratch)
        points = plan_offered(tables, public, private, seat, number, limit, scratch)
        effort = scratch.plan_effort if points >= 0 else 1 << 19  # out of reach
        if kept < fewest or (kept == fewest and effort < least):
            best, fewest, least = number, kept, effort
    decide(action, KEEP_TICKETS, 0, best)


@compiled
def mark_plan(tables: Tables, public: Public, private: Private, scratch: Scratch) -> float:
    """Mark the tracks of the tickets' cheapest paths in ``scratch.usable``.

    Return the tickets' points at stake on each track.
    """
    for track in range(tables.tracks):
        scratch.usable[track] = 0
    plan_held(tables, public, private, public.seat, effort_left(tables, public, public.seat), scratch)
    stake = 0
    for i in range(private.ticket_count):
        if private.done_turn[i] < 0:
            stake += tables.ticket_points[private.tickets[i]] + tables.ticket_penalty[private.tickets[i]]
    for i in range(scratch.plan_size):
        track = open_track(tables, public, public.seat, scratch.plan[i], private.hand)
        if track != NO_TRACK:
            scratch.usable[track] = 1
    return stake / max(1, scratch.plan_size)


@compiled
def count_ends(tables: Tables, public: Public, scratch: Scratch) -> None:
    """Fill ``scratch.degree`` with the number of the player's own tracks that end in each city."""
    for city in range(tables.cities):
        scratch.degree[city] = 0
    for i in range(public.owned_count[public.seat]):
        track = public.owned[public.seat, i]
        scratch.degree[tables.track_a[track]] += 1
        scratch.degree[tables.track_b[track]] += 1


@compiled
def lengthens(tables: Tables, public: Public, scratch: Scratch, track: int) -> bool:
    """Return whether a track can extend an end of the trail; any track can be the first."""
    at_a, at_b = scratch.degree[tables.track_a[track]], scratch.degree[tables.track_b[track]]
    return public.owned_count[public.seat] == 0 or at_a % 2 == 1 or at_b % 2 == 1


@compiled
def best_track(tables: Tables, public: Public, private: Private, weights: Floats, scratch: Scratch) -> int:
    """Return the open track that is worth most for each turn it still takes; NO_TRACK if there is none."""
    best, most, seat, hand = NO_TRACK, 0.0, public.seat, private.hand
    stake = mark_plan(tables, public, private, scratch)
    count_ends(tables, public, scratch)
    for i in range(public.open_count):
        track = public.open_tracks[i]
        length = tables.track_length[track]
        if length > public.pieces[seat, tables.track_piece[track]] or not may_claim(tables, public, seat, track):
            continue
        value = 1.0 * tables.track_points[track] + weights[TICKET_SHARE] * stake * scratch.usable[track]
        if lengthens(tables, public, scratch, track):
            value += weights[TRAIL_POINTS] * length / 6
        held = held_units(tables, hand, tables.track_deck[track], held_color(tables, hand, track)) + hand[tables.wild]
        turns = 1.0 + max(0.0, cards_of(tables, track) - held) / CARDS_A_TURN
        value /= turns ** weights[TURN_POWER]
        if value > most:
            best, most = track, value
    return best


@compiled
def gather_for(tables: Tables, hand: Ints, scratch: Scratch, track: int) -> None:
    """Need the cards of a track, for a gray one in the colour that the hand holds most of."""
    clear_need(tables, scratch)
    if track == NO_TRACK:
        return
    deck, color = tables.track_deck[track], tables.track_color[track]
    if color == ANY_COLOR:
        color = held_color(tables, hand, track)
    scratch.need[deck, color] = int(cards_of(tables, track) + 0.5)


@strategy(
    name="long_routes",
    idea="Claims the longest tracks it can collect cards for, preferably on one trail; keeps the fewest tickets.",
    weights={
        "trail_points": 4.98,  # extra points for six spaces at an end of the trail
        "ticket_share": 0.62,  # share of the tickets' points at stake that a track of their plan is worth
        "turn_power": 0.68,  # how much the turns of drawing count: 0 not at all, 1 in proportion
    },
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
    """Collect cards for the best track and claim it."""
    clear_need(tables, scratch)
    if public.decision == AT_KEEP:
        keep_fewest(tables, public, private, scratch, action)
    elif not answer_other(tables, public, private, scratch, action):
        track = best_track(tables, public, private, weights, scratch)
        gather_for(tables, private.hand, scratch, track)
        if public.decision == AT_SECOND:
            draw_needed(tables, public, private, scratch, action)
        elif track != NO_TRACK and missing_cards(tables, public, private.hand, scratch, track, 0) < UNPAYABLE:
            take(tables, private, scratch, track, action)
        elif build_harbour(tables, public, private, scratch, action):
            pass
        elif may_draw_cards(tables, public):
            draw_needed(tables, public, private, scratch, action)
        else:
            last_resort(tables, public, private, scratch, action)
    fill_payment(tables, public, private, scratch, action)
