"""What became of the tickets that were kept."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.blocks import Floats, block_sums, ratio_intervals
from ttr_analysis.results import NEVER, OUTCOMES, Result
from ttr_analysis.values._columns import add, add_share, check_enough, game_places, rounds_of


def ticket_outcomes(result: Result) -> pd.DataFrame:
    """What became of each ticket that was kept.

    Returns
    -------
    pandas DataFrame
        A row a ticket of the map: ``ticket``, ``name``, ``points`` (printed), ``deck``,
        ``player_games`` and ``kept`` (the n of what follows); ``kept_share`` of
        player-games; ``made_share``, ``cut_off_share``, ``unfinished_share`` and
        ``difficulty`` (not made), of those kept (Wilson); ``made_round`` (mean, of those
        made) and ``mean_points`` gained or lost (of those kept; bootstrap).

    Raises
    ------
    ResultError
        If there are too few games.
    """
    check_enough(result)
    kept, tickets = result.tickets, result.map.tickets
    code = kept["ticket"].to_numpy()
    count = len(tickets)
    game = game_places(result, kept)
    table = pd.DataFrame(
        [{"ticket": t.index, "name": t.name, "points": t.points, "deck": t.deck} for t in tickets],
    )
    total = np.bincount(code, minlength=count)
    table["player_games"], table["kept"] = len(result.players), total
    add_share(table, "kept_share", total, len(result.players))
    for number, outcome in enumerate(OUTCOMES):
        ended = np.bincount(code[kept["outcome"] == number], minlength=count)
        add_share(table, f"{outcome.replace(' ', '_')}_share", ended, total)
        if number == 0:
            add_share(table, "difficulty", total - ended, total)
    made = (kept["completed_turn"] != NEVER).to_numpy()
    rounds = np.where(made, rounds_of(result, kept["completed_turn"]), 0)

    def sums(weights: ArrayLike | None = None) -> Floats:
        return block_sums(game, len(result), code, count, weights)

    add(table, "made_round", ratio_intervals(sums(rounds), sums(made)))
    add(table, "mean_points", ratio_intervals(sums(kept["points"]), sums()))
    return table
