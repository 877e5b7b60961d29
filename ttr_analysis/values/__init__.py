"""What routes, tickets and seats are worth: tables of estimates with n and interval.

Every function takes a :class:`~ttr_analysis.results.Result` and gives a DataFrame. A column
``x`` comes with ``x_low`` and ``x_high``, the ends of its 95 % interval: Wilson's for shares
of independent games, a bootstrap by game for means and differences. Shares are 0 to 1. A
*round* is a player's own n-th turn, counted from 1.
"""

from __future__ import annotations

from ttr_analysis.values._columns import LEAST_GAMES, check_enough
from ttr_analysis.values.routes import claim_turns_by_length, route_values
from ttr_analysis.values.scores import (
    PARTS,
    game_facts,
    game_lengths,
    pieces_left,
    score_distribution,
    score_parts,
    win_share_by_seat,
    win_share_by_strategy,
)
from ttr_analysis.values.tickets import ticket_outcomes

__all__ = [
    "LEAST_GAMES",
    "PARTS",
    "check_enough",
    "claim_turns_by_length",
    "game_facts",
    "game_lengths",
    "pieces_left",
    "route_values",
    "score_distribution",
    "score_parts",
    "ticket_outcomes",
    "win_share_by_seat",
    "win_share_by_strategy",
]
