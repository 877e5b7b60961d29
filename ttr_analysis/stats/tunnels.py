"""The surcharges of tunnels, and how often they were dug or given up."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, game_places, summed
from ttr_analysis.stats.bootstrap import Floats, block_sums, ratio_intervals

PAYMENTS = ("colour cards", "locomotives only")
"""Kinds of payment that a tunnel treats differently: revealed cards of the payment's colour
count only against the first kind, revealed locomotives against both."""


@sourced
def tunnel_surcharges(result: Result) -> pd.DataFrame:
    """Return how large the surcharge was, and how often it was paid.

    Returns
    -------
    pandas DataFrame
        One row per ``payment`` (those of :data:`PAYMENTS` that occur) and ``surcharge`` in
        cards: ``attempts``; ``share`` of the attempts with that payment; ``dug_share`` of the
        attempts in the row (bootstrap by game).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.tunnel_surcharges(result).columns)[:3]
    ['payment', 'surcharge', 'attempts']
    """
    check_enough(result)
    most = max((kind.reveals for kind in result.game_map.rules.track_kinds.values()), default=0)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        tunnels = part.columns("tunnels", ["locomotives", "cards", "surcharge", "paid"])
        only_wild = (tunnels["locomotives"] == tunnels["cards"]).to_numpy().astype(int)
        unit, game = only_wild * (most + 1) + tunnels["surcharge"].to_numpy(), game_places(part, tunnels)
        weights: list[ArrayLike | None] = [None, tunnels["paid"]]
        sums = (block_sums(game, len(result), unit, 2 * (most + 1), each) for each in weights)
        return *sums, block_sums(game, len(result), only_wild, 2).repeat(most + 1, axis=1)

    attempts, dug, of_payment = summed(result, sums_of)
    table = pd.DataFrame(
        {
            "payment": np.repeat(PAYMENTS, most + 1),
            "surcharge": np.tile(np.arange(most + 1), 2),
            "attempts": attempts.sum(axis=0).astype(int),
        }
    )
    columns.add(table, "share", ratio_intervals(attempts, of_payment))
    columns.add(table, "dug_share", ratio_intervals(dug, attempts))
    met: pd.DataFrame = table[of_payment.sum(axis=0) > 0]
    return met.reset_index(drop=True)


@sourced
def tunnel_values(result: Result) -> pd.DataFrame:
    """Return what each tunnel cost the players who tried to dig it.

    Returns
    -------
    pandas DataFrame
        One row per tunnel: ``track``, ``name``, ``length``, ``attempts``; ``attempts_a_game``,
        ``mean_surcharge`` in cards, ``given_up_share`` of the attempts and ``mean_cards``
        paid in total, surcharge included, by those who dug it (all bootstrap).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.tunnel_values(result).columns)[:3]
    ['track', 'name', 'length']
    """
    check_enough(result)
    tracks = result.game_map.tracks

    def sums_of(part: Result) -> tuple[Floats, ...]:
        tunnels = part.columns("tunnels", ["track", "cards", "surcharge", "paid"])
        game, track, paid = game_places(part, tunnels), tunnels["track"].to_numpy(), tunnels["paid"].to_numpy()
        cards = (tunnels["cards"] + tunnels["surcharge"]).to_numpy() * paid
        weights: list[ArrayLike | None] = [None, tunnels["surcharge"], paid, ~paid, cards]
        return tuple(block_sums(game, len(result), track, len(tracks), each) for each in weights)

    attempts, surcharges, dug, given_up, cards = summed(result, sums_of)
    games = block_sums(np.arange(len(result)), len(result))
    table = pd.DataFrame([{"track": t.index, "name": t.name, "length": t.length} for t in tracks])
    table["attempts"] = attempts.sum(axis=0).astype(int)
    columns.add(table, "attempts_a_game", ratio_intervals(attempts, games))
    columns.add(table, "mean_surcharge", ratio_intervals(surcharges, attempts))
    columns.add(table, "given_up_share", ratio_intervals(given_up, attempts))
    columns.add(table, "mean_cards", ratio_intervals(cards, dug))
    digs = [result.game_map.rules.track_kinds[track.kind].reveals > 0 for track in tracks]
    return table[digs].reset_index(drop=True)
