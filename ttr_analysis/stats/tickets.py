"""The outcomes of the tickets that were kept, including tours."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.maps import GameMap
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import NEVER, OUTCOMES
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, counts_by_strategy, game_places, rounds_of, summed
from ttr_analysis.stats.bootstrap import Floats, block_sums, ratio_intervals


@sourced
def ticket_outcomes(result: Result) -> pd.DataFrame:
    """Return the outcomes of each ticket that was kept.

    Returns
    -------
    pandas DataFrame
        One row per ticket of the map: ``ticket``, ``name``, ``points`` (printed: the highest value of a choice
        ticket), ``least_points`` (if made: the lowest value of a choice ticket, that of a tour out of order),
        ``deck``, ``player_games`` and ``kept`` (the n of what follows); ``kept_share`` of player-games;
        ``made_share``, ``cut_off_share``, ``unfinished_share`` and ``difficulty`` (not made), of those kept
        (Wilson); ``made_round`` (mean over those made) and ``mean_points`` gained or lost (mean over those kept;
        both bootstrap).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> len(ttr.stats.ticket_outcomes(result))
    30
    """
    check_enough(result)
    tickets, players = result.game_map.tickets, result.rows("players")
    table = pd.DataFrame(
        [
            {"ticket": t.index, "name": t.name, "points": t.points, "least_points": least, "deck": t.deck}
            for t, least in zip(tickets, _least_points(result.game_map), strict=True)
        ],
    )
    each, *ends, made, rounds, points = summed(result, lambda part: _ticket_sums(part, len(result)))
    total = each.sum(axis=0).astype(int)
    table["player_games"], table["kept"] = players, total
    columns.add_share(table, "kept_share", total, players)
    for number, outcome in enumerate(OUTCOMES):
        ended = ends[number].sum(axis=0).astype(int)
        columns.add_share(table, f"{outcome.replace(' ', '_')}_share", ended, total)
        if number == 0:
            columns.add_share(table, "difficulty", total - ended, total)
    columns.add(table, "made_round", ratio_intervals(rounds, made))
    columns.add(table, "mean_points", ratio_intervals(points, each))
    return table


def _ticket_sums(part: Result, games: int) -> tuple[Floats, ...]:
    """Return by block and ticket: how many were kept, had each outcome, were completed; rounds of that, and points."""
    kept = part.columns("tickets", ["ticket", "seat", "outcome", "completed_turn", "points"])
    code, game, outcome = kept["ticket"].to_numpy(), game_places(part, kept), kept["outcome"].to_numpy()
    made = (kept["completed_turn"] != NEVER).to_numpy()
    rounds = np.where(made, rounds_of(part, kept["completed_turn"]), 0)
    weights: list[ArrayLike | None] = [None, *(outcome == number for number in range(len(OUTCOMES)))]
    weights += [made, rounds, kept["points"]]
    return tuple(block_sums(game, games, code, len(part.game_map.tickets), each) for each in weights)


def _least_points(game_map: GameMap) -> list[int]:
    """Return the least that each ticket pays if it is made."""
    out_of_order = [ticket.points_out_of_order for ticket in game_map.tickets]
    lowest = [min(option.points for option in game_map.options(ticket)) for ticket in game_map.tickets]
    return [least if other is None else other for least, other in zip(lowest, out_of_order, strict=True)]


@sourced
def tour_outcomes(result: Result) -> pd.DataFrame:
    """Return the outcomes of the tours that were kept: tickets that pay more if their order is kept.

    Returns
    -------
    pandas DataFrame
        One row per tour: ``ticket``, ``name``, ``points`` (in order), ``points_out_of_order``,
        ``kept``; ``in_order_share``, ``out_of_order_share`` and ``failed_share`` of those
        kept (Wilson). Empty for a map without tours.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("rails_sails_world", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.tour_outcomes(result).columns)[:3]
    ['ticket', 'name', 'points']
    """
    check_enough(result)
    tours = [ticket for ticket in result.game_map.tickets if ticket.points_out_of_order is not None]
    places = [tour.index for tour in tours]
    printed = np.array([ticket.points for ticket in result.game_map.tickets])

    def counts_of(part: Result) -> tuple[Floats, ...]:
        rows = part.columns("tickets", ["ticket", "outcome", "points"])
        code, made = rows["ticket"].to_numpy(), (rows["outcome"] == 0).to_numpy()
        in_order = made & (rows["points"].to_numpy() == printed[code])
        chosen = (made | ~made, in_order, made & ~in_order, ~made)
        return tuple(np.bincount(code[mask], minlength=len(printed)).astype(float)[places] for mask in chosen)

    kept, *ends = (each.astype(int) for each in summed(result, counts_of))
    table = pd.DataFrame(
        {
            "ticket": places,
            "name": [tour.name for tour in tours],
            "points": [tour.points for tour in tours],
            "points_out_of_order": [tour.points_out_of_order for tour in tours],
            "kept": kept,
        }
    )
    for name, ended in zip(("in_order", "out_of_order", "failed"), ends, strict=True):
        if tours:
            columns.add_share(table, f"{name}_share", ended, kept)
    return table


@sourced
def tickets_made(result: Result) -> pd.DataFrame:
    """Count the tickets that players made, including bonus tickets.

    The columns are ``group`` (strategy), ``value``, ``players``, ``share`` of the group.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> int(ttr.stats.tickets_made(result)["players"].sum())
    100
    """
    return counts_by_strategy(result, "tickets_made")
