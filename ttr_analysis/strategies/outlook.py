"""Weights of the ``expert`` family, and how long the game will last."""

from __future__ import annotations

from typing import Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import NEVER, Public, Tables

SPACE_PRICE: Final = 0
TURN_PRICE: Final = 1
CARD_PRICE: Final = 2
POINT_SHARE: Final = 3
HAND_CREDIT: Final = 4
RESERVE: Final = 5
DRAW_SPARE: Final = 6
MOST_TICKETS: Final = 7
WILD_PRICE: Final = 8
CLAIM_FLOOR: Final = 9
FILL_FLOOR: Final = 10
NEED_PRICE: Final = 11
PLAN_SHARE: Final = 12
DRAW_LEAST: Final = 13
FILL_SPACE: Final = 14
FILL_WORTH: Final = 15
IDLE_WORTH: Final = 16
WILD_WORTH: Final = 17
DRAW_SLACK: Final = 18
FILL_SLACK: Final = 19
MARKET_HINT: Final = 20
FILLS: Final = 21
LATE: Final = 22
CLOCK_PACE: Final = 23
TRAIL: Final = 24
GATHER_MANY: Final = 25
GATHER_ONE: Final = 26
REPLAN: Final = 27
IDLE_TICKETS: Final = 28
HURRY: Final = 29

WEIGHTS: Final = {
    "space_price": 1.5,
    "turn_price": 1.0,
    "card_price": 1,
    "point_share": 0.7,
    "hand_credit": 0.8,
    "reserve": 4 / 45,
    "draw_spare": 14 / 45,
    "most_tickets": 8,
    "wild_price": 2,
    "claim_floor": 0.0,
    "fill_floor": 4,
    "need_price": 1.0,
    "plan_share": 1.0,
    "draw_least": 20 / 45,
    "fill_space": 1.5,
    "fill_worth": 0.7,
    "idle_worth": 0.1,
    "wild_worth": 1.2,
    "draw_slack": 2.0,
    "fill_slack": 0.0,
    "market_hint": 0.5,
    "fills": 1,
    "late": 1.0,
    "clock_pace": 3.0,
    "trail": 0.0,
    "gather_many": 1.4,
    "gather_one": 0.6,
    "replan": 1,
    "idle_tickets": 0.0,
    "hurry": 0.0,
}

CARDS_A_TURN: Final = 1.6
"""Cards of use that a turn of drawing brings, about."""


@compiled
def pieces_left(tables: Tables, public: Public, seat: int) -> int:
    """Pieces that a seat has, or will have once it has chosen them."""
    if public.turn == 0 and tables.pieces_kept > 0:
        return tables.pieces_kept
    return public.pieces[seat, 0] + public.pieces[seat, 1]


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
