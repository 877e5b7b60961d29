"""Weights of the ``expert`` family, and how long the game will last."""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, Public, Tables

WEIGHTS: Final = {
    "space_price": 1.5,
    "turn_price": 1.0,
    "card_price": 1.0,
    "point_share": 0.7,
    "hand_credit": 0.8,
    "gray_share": 1.0,
    "reserve": 4 / 45,
    "overtime": 1.0,
    "most_tickets": 8,
    "ticket_floor": 4.0,
    "ticket_space": 1.0,
    "risk_slack": 0.0,
    "risk_width": 6.0,
    "wild_price": 2.0,
    "hurry": 0.0,
    "plan_share": 1.0,
    "fill_floor": 4.0,
    "fill_space": 1.5,
    "fill_slack": 6.0,
    "need_price": 1.0,
    "fills": 1,
    "fill_worth": 0.7,
    "idle_worth": 0.1,
    "wild_worth": 1.2,
    "short_worth": 0.0,
    "market_hint": 0.5,
    "clock_pace": 3.0,
    "gather_many": 1.4,
    "gather_one": 0.6,
    "draw_value": 1.0,
    "wait_price": 0.3,
}

(
    SPACE_PRICE,
    TURN_PRICE,
    CARD_PRICE,
    POINT_SHARE,
    HAND_CREDIT,
    GRAY_SHARE,
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
    WAIT_PRICE,
) = range(31)

CARDS_A_TURN: Final = 1.6
"""Cards of use that a turn of drawing brings, about."""


@compiled
def pieces_left(tables: Tables, public: Public, seat: int) -> int:
    """Pieces that a seat has, or will have once it has chosen them."""
    if public.turn == 0 and tables.pieces_kept > 0:
        return tables.pieces_kept
    return public.pieces[seat, 0] + public.pieces[seat, 1]


@compiled
def pieces_of_kind(tables: Tables, public: Public, seat: int, piece: int) -> int:
    """Pieces of a kind that a seat has, or may choose."""
    if public.turn == 0 and tables.pieces_kept > 0:
        return tables.supply[piece]
    return public.pieces[seat, piece]


@compiled
def scarcity(tables: Tables, public: Public, seat: int, piece: int) -> float:
    """How dear a kind of piece is: 1 when both kinds are equally plenty, or there is one."""
    if tables.pieces < 2:
        return 1.0
    mine, both = pieces_of_kind(tables, public, seat, piece), 0
    for each in range(tables.pieces):
        both += pieces_of_kind(tables, public, seat, each)
    return min(2.0, max(0.6, both / (2.0 * max(mine, 1))))


@compiled
def all_pieces(tables: Tables) -> int:
    """Pieces that a player has at the start."""
    return tables.pieces_kept if tables.pieces_kept > 0 else tables.supply[0] + tables.supply[1]


@compiled
def turns_to_end(tables: Tables, public: Public, other: int, pace: float) -> float:
    """Turns in which a seat can lay its pieces: draws for the cards it lacks, and claims
    of ``pace`` pieces each.
    """
    left = pieces_left(tables, public, other) - tables.end_pieces
    return max(0, left - public.hand_size[other]) / 2 + left / pace


@compiled
def clock(tables: Tables, public: Public, seat: int, pace: float) -> float:
    """Turns that a seat still has, this one included, before an opponent's pieces end the game."""
    if public.turns_left != NEVER:
        return 1.0 + (public.turns_left - 1) // public.players
    least = 1e3
    for other in range(public.players):
        if other != seat:
            least = min(least, turns_to_end(tables, public, other, pace))
    return least + 1.0


@compiled
def cards_of(tables: Tables, track: int) -> float:
    """Cards that a track is expected to take."""
    spaces = tables.track_length[track] * (2 if tables.track_pairs[track] else 1)
    return spaces + 0.5 * tables.track_wilds[track] + 0.25 * tables.track_reveals[track]
