"""What guides the ``expert`` player: its weights, the end of the game, the worth of pieces.

The clock uses only public information: the opponents' pieces, and how many cards they hold.
"""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.rules.limits import LENGTH
from ttr_analysis.strategies.shared.planning import pieces_left

WEIGHTS: Final = {
    "space_price": 2.5,  # points that a planned space costs
    "turn_price": 2.14,  # points that a turn costs
    "point_share": 0.837,  # share of a track's points that makes it cheaper to plan
    "reserve": 5 / 45,  # share of all pieces that kept tickets must leave over
    "overtime": 1.86,  # points deducted for each turn that kept tickets need beyond the clock
    "most_tickets": 8,  # draw no more tickets when holding this many
    "ticket_floor": 3.36,  # points that drawing tickets must be expected to bring
    "ticket_space": 0.482,  # points that each space needed by a new ticket costs
    "risk_slack": 2.24,  # turns to spare beyond the estimate
    "risk_width": 5.17,  # turns over which the odds of completing a new ticket rise from 0 to 1
    "wild_price": 1.02,  # points that a wild costs while the plan is short of cards
    "hurry": 0.0,  # turns of slack below which wilds cost nothing
    "plan_share": 0.64,  # share of the tickets' points in the order of claims
    "fill_floor": 5.6,  # points that a track outside the plan must bring for each useful card that drawing brings
    "fill_space": 0.7,  # price of a piece outside the plan, as a share of what the board pays
    "fill_slack": 9.23,  # turns of slack before tracks outside the plan are claimed
    "need_price": 0.285,  # points that a card costs if the plan needs it elsewhere
    "fills": 1,  # tracks outside the plan that cards are gathered for
    "fill_worth": 0.73,  # worth of a card for those tracks, relative to one for the plan
    "idle_worth": 0.062,  # worth of a card that nothing needs, scaled by the number held of it
    "wild_worth": 0.76,  # worth of a wild, relative to a card for the plan
    "short_worth": 0.012,  # additional worth for each missing card of a colour
    "market_hint": 0.479,  # cards in hand that a market card counts for when choosing the colour of a gray track
    "clock_pace": 5.44,  # pieces that opponents lay per claim
    "gather_many": 0.87,  # useful cards per turn of drawing for several colours
    "gather_one": 0.52,  # the same for one colour
    "draw_value": 0.97,  # points that a useful card counts for when compared with drawing tickets
    "tunnel_spare": 2 / 3,  # spare cards to hold before a tunnel, for each card turned up
}
"""Default weights. Thirteen of them were found with this command, starting from earlier values.
Run again, it keeps them (six minutes on one processor)::

    ttr tune usa expert --players 3 --against ticket_planner --objective score
        --weight ticket_floor=3..7 --weight fill_floor=2..7 --weight fill_slack=5..12
        --weight overtime=1..2.6 --weight risk_width=2..6 --weight turn_price=1..2.2
        --weight point_share=0.5..1.3 --weight ticket_space=0.1..0.7
        --weight risk_slack=0.5..2.9 --weight plan_share=0.5..1.3 --weight need_price=0.2..0.8
        --weight market_hint=0.2..1 --weight wild_price=1..2.7
        --games 300 --candidates 400 --validation 1500 --seed 1

The other fractional values come from earlier searches. With ``--players 4``, the same command
finds a hastier player, which wins more but scores less when everybody plays it.
"""

(
    SPACE_PRICE,
    TURN_PRICE,
    POINT_SHARE,
    RESERVE,
    OVERTIME,
    MOST_TICKETS,
    TICKET_FLOOR,
    TICKET_SPACE,
    RISK_SLACK,
    RISK_WIDTH,
    WILD_PRICE,
    HURRY,
    PLAN_SHARE,
    FILL_FLOOR,
    FILL_SPACE,
    FILL_SLACK,
    NEED_PRICE,
    FILLS,
    FILL_WORTH,
    IDLE_WORTH,
    WILD_WORTH,
    SHORT_WORTH,
    MARKET_HINT,
    CLOCK_PACE,
    GATHER_MANY,
    GATHER_ONE,
    DRAW_VALUE,
    TUNNEL_SPARE,
) = range(len(WEIGHTS))
"""Places of the weights."""

CARDS_A_TURN: Final = 1.6
"""The approximate number of useful cards that a turn of drawing brings."""


@compiled
def pieces_of_kind(view: View, seat: int, piece: int) -> int:
    """Return the pieces of one kind that a seat has or may choose."""
    if view.public.turn == 0 and view.tables.pieces_kept > 0:
        return view.tables.supply[piece]
    return view.public.pieces[seat, piece]


@compiled
def scarcity(view: View, seat: int, piece: int) -> float:
    """Return how scarce a kind of piece is: 1 if both kinds are equally plentiful, or there is only one."""
    if view.tables.pieces < 2:
        return 1.0
    mine, both = pieces_of_kind(view, seat, piece), 0
    for each in range(view.tables.pieces):
        both += pieces_of_kind(view, seat, each)
    return min(2.0, max(0.6, both / (2.0 * max(mine, 1))))


@compiled
def turns_to_end(view: View, other: int, pace: float) -> float:
    """Return the turns in which a seat can lay its pieces.

    These are the draws for the cards it lacks, and claims of ``pace`` pieces each.
    """
    left = pieces_left(view, other) - view.tables.end_pieces
    return max(0, left - view.public.hand_size[other]) / 2 + left / pace


@compiled
def clock(view: View, seat: int, pace: float) -> float:
    """Return a seat's remaining turns, including this one, before an opponent's pieces end the game."""
    public = view.public
    if public.turns_left != NEVER:
        return 1.0 + (public.turns_left - 1) // public.players
    least = 1e3
    for other in range(public.players):
        if other != seat:
            least = min(least, turns_to_end(view, other, pace))
    return least + 1.0


@compiled
def cards_of(tables: Tables, track: int) -> float:
    """Return the number of cards that a track is expected to take."""
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    return spaces + 0.5 * tables.track_wilds[track] + 0.25 * tables.track_reveals[track]


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
