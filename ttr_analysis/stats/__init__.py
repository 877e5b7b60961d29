"""What routes, tickets and seats are worth: tables of estimates with n and interval.

Every function takes a :class:`~ttr_analysis.results.result.Result` and returns a DataFrame. A column
``x`` comes with ``x_low`` and ``x_high``, the ends of its 95 % interval: Wilson's for shares
of independent games, a bootstrap by game for means and differences. Shares are 0 to 1. A
*round* is the number of a player's own turn, counted from 1.
"""

from __future__ import annotations

from ttr_analysis.stats._columns import MIN_GAMES, check_enough
from ttr_analysis.stats.buildings import building_values, buildings_by_player
from ttr_analysis.stats.difficulty import difficulty_fit, ticket_difficulty
from ttr_analysis.stats.scores import (
    PARTS,
    game_facts,
    game_lengths,
    pieces_chosen,
    pieces_left,
    score_distribution,
    score_parts,
    win_share_by_seat,
    win_share_by_strategy,
)
from ttr_analysis.stats.tickets import ticket_outcomes, tickets_made, tour_outcomes
from ttr_analysis.stats.tracks import claim_turns_by_length, track_values
from ttr_analysis.stats.tunnels import tunnel_surcharges, tunnel_values

__all__ = [
    "MIN_GAMES",
    "PARTS",
    "building_values",
    "buildings_by_player",
    "check_enough",
    "claim_turns_by_length",
    "difficulty_fit",
    "game_facts",
    "game_lengths",
    "pieces_chosen",
    "pieces_left",
    "score_distribution",
    "score_parts",
    "ticket_difficulty",
    "ticket_outcomes",
    "tickets_made",
    "tour_outcomes",
    "track_values",
    "tunnel_surcharges",
    "tunnel_values",
    "win_share_by_seat",
    "win_share_by_strategy",
]
