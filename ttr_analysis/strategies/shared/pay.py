"""What tracks and tickets take and pay by the rules: cards, turns, points, and chances of a bonus.

A bonus goes to one player only, so what a track adds to it is a chance: the longest-trail bonus times
the share of it that each space on one's trail is expected to bring, and the most-tickets bonus times
the share that each completed ticket is.
"""

import math
from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import LENGTH
from ttr_analysis.strategies.shared.equals import is_better

CARDS_A_TURN: Final = 1.6
"""The approximate number of useful cards that a turn of drawing brings."""
USUAL_BONUS: Final = 10.0
"""The longest-trail bonus in print."""
TRAIL_ODDS: Final = 1.5
"""How much a trail longer by all of one's pieces would raise the chance of the longest-trail bonus in print."""
TICKET_ODDS: Final = 0.2
"""How much one more completed ticket raises the chance of the most-tickets bonus."""


@compiled
def all_pieces(tables: Tables) -> int:
    """Return the number of pieces that a player has at the start."""
    return tables.pieces_kept if tables.pieces_kept > 0 else tables.supply[0] + tables.supply[1]


@compiled
def pieces_left(view: View, seat: int) -> int:
    """Return the pieces that a seat has, or will have once it has chosen them."""
    public = view.public
    if public.turn == 0 and view.tables.pieces_kept > 0:
        return view.tables.pieces_kept
    return public.pieces[seat, 0] + public.pieces[seat, 1]


@compiled
def cards_of(tables: Tables, track: int) -> float:
    """Return the number of cards that a track is expected to take."""
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    return spaces + 0.5 * tables.track_wilds[track] + 0.25 * tables.track_reveals[track]


@compiled
def trail_worth(tables: Tables, odds: float) -> float:
    """Return the points that a space on the player's trail is expected to bring by the longest-trail bonus.

    It grows with the root of the bonus: whoever wants a large bonus will mostly be ahead already, and a space
    beyond that brings nothing. A player alone has the longest trail anyway.
    """
    if tables.players == 1:
        return 0.0
    return math.sqrt(USUAL_BONUS * max(0, tables.longest_trail_bonus)) * odds / max(1, all_pieces(tables))


@compiled
def ticket_bonus(tables: Tables, odds: float) -> float:
    """Return the points that a completed ticket is expected to bring by the most-tickets bonus."""
    return tables.most_tickets_bonus * odds if tables.players > 1 else 0.0


@compiled
def largest_network(view: View) -> int:
    """Return the label of the player's connected tracks that have most spaces; -1 without any track."""
    tables, public, seat = view.tables, view.public, view.public.seat
    labels, best, most = public.component[seat], -1, 0
    for i in range(public.owned_count[seat]):
        track, spaces = public.owned[seat, i], 0
        for j in range(public.owned_count[seat]):
            if labels[tables.track_a[public.owned[seat, j]]] == labels[tables.track_a[track]]:
                spaces += tables.track_length[public.owned[seat, j]]
        if is_better(spaces, most, view.mine.priority.tracks, track, best):
            best, most = track, spaces
    return labels[tables.track_a[best]] if best >= 0 else -1


@compiled
def count_ends(view: View) -> None:
    """Fill ``scratch.degree`` with the number of tracks of the player's largest network that end in each city."""
    tables, public, scratch = view.tables, view.public, view.scratch
    seat, network = public.seat, largest_network(view)
    for city in range(tables.cities):
        scratch.degree[city] = 0
    for i in range(public.owned_count[seat]):
        track = public.owned[seat, i]
        if public.component[seat, tables.track_a[track]] == network:
            scratch.degree[tables.track_a[track]] += 1
            scratch.degree[tables.track_b[track]] += 1


@compiled
def lengthens(view: View, track: int) -> bool:
    """Return whether a track can extend an end of the trail; any track can be the first.

    :func:`count_ends` must have been called.
    """
    at_a, at_b = view.scratch.degree[view.tables.track_a[track]], view.scratch.degree[view.tables.track_b[track]]
    return view.public.owned_count[view.public.seat] == 0 or at_a % 2 == 1 or at_b % 2 == 1


@compiled
def track_pay(view: View, track: int, odds: float) -> float:
    """Return the points of a track, with its share of the longest-trail bonus if it lengthens the trail.

    :func:`count_ends` must have been called.
    """
    points = 1.0 * view.tables.track_points[track]
    if lengthens(view, track):
        points += trail_worth(view.tables, odds) * view.tables.track_length[track]
    return points


@compiled
def pay_of_board(view: View) -> float:
    """Return the points per piece of the longest open tracks.

    As many tracks count as the players' pieces can fill.
    """
    tables, public = view.tables, view.public
    count, left, laid, points = view.scratch.open_lengths, 0, 0, 0
    for seat in range(public.players):
        left += pieces_left(view, seat)
    for length in range(LENGTH):
        count[length] = 0
    for i in range(public.open_count):
        count[tables.track_length[public.open_tracks[i]]] += 1
    for i in range(public.open_count):
        track = public.open_tracks[i]
        longer = 0
        for length in range(tables.track_length[track] + 1, LENGTH):
            longer += length * count[length]
        if longer < left:
            laid += tables.track_length[track]
            points += tables.track_points[track]
    return points / max(1, laid)
