"""How often, when and at what price tracks are claimed."""

from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ttr_analysis._validate import option
from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, game_places, met, rounds_of, summed, won_by
from ttr_analysis.stats.bootstrap import Floats, Ints, block_sums, ratio_intervals


@sourced
def track_values(result: Result, by: Literal["track", "route"] = "track") -> pd.DataFrame:
    """Return how often, when and at what price tracks are claimed, and whether winners claim them.

    Parameters
    ----------
    result : Result
    by : {"track", "route"}
        One row per track, or one row per route: all tracks of one kind between two cities.

    Returns
    -------
    pandas DataFrame
        ``track`` (index on the map; for a route, that of its first track), ``name``, ``city_a``,
        ``city_b``, ``length``, ``color``, ``kind``, ``points``; ``games``, ``player_games``
        and ``claims`` (the n of what follows); ``claim_share`` of games (Wilson);
        ``player_share`` of player-games (Wilson); ``winner_lift``: share among winners
        minus share among the others; ``claim_round``, ``cards_paid`` and ``locomotives_paid``
        (means over claims; NaN if there was none).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.track_values(result).columns)[:3]
    ['track', 'name', 'city_a']
    """
    option("by", by, ("track", "route"))
    check_enough(result)
    unit_of, rows = _units(result, by)
    count = len(rows)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        claims = part.columns("tracks", ["track", "seat", "turn", "cards", "locomotives"])
        unit, game = unit_of[claims["track"].to_numpy()], game_places(part, claims)
        won = won_by(part)
        seats = _winners_and_others(part, len(result), won)
        won = won[part.seat_places(claims)]
        weights: list[ArrayLike | None] = [None, won, ~won, rounds_of(part, claims["turn"])]
        weights += [claims["cards"], claims["locomotives"]]
        taken = met(part, claims, unit, count).sum(axis=0).astype(float)
        return taken, *seats, *(block_sums(game, len(result), unit, count, each) for each in weights)

    taken, winners, others, claimed, by_winners, by_others, rounds, cards, locomotives = summed(result, sums_of)
    total = claimed.sum(axis=0)
    table = pd.DataFrame(rows)
    table["games"], table["player_games"], table["claims"] = len(result), result.rows("players"), total.astype(int)
    columns.add_share(table, "claim_share", taken.astype(int), len(result))
    columns.add_share(table, "player_share", total, result.rows("players"))
    columns.add(table, "winner_lift", ratio_intervals(by_winners, winners, by_others, others))
    columns.add(table, "claim_round", ratio_intervals(rounds, claimed))
    columns.add(table, "cards_paid", ratio_intervals(cards, claimed))
    columns.add(table, "locomotives_paid", ratio_intervals(locomotives, claimed))
    return table


@sourced
def claim_turns_by_length(result: Result) -> pd.DataFrame:
    """Return the rounds in which tracks are claimed, by ``length``: ``claims`` and quantiles ``q05`` to ``q95``.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.claim_turns_by_length(result)["claims"].tolist()
    [250, 1184, 381, 75, 10, 6]
    """
    check_enough(result, 1)
    length_of = np.array([track.length for track in result.game_map.tracks])
    units = int(length_of.max()) + 1
    most = max(int(part.columns("games", ["turns"])["turns"].max()) for part in result.batches()) + 1

    def counts_of(part: Result) -> tuple[Floats, ...]:
        claims = part.columns("tracks", ["track", "turn"])
        unit = length_of[claims["track"].to_numpy()] * most + rounds_of(part, claims["turn"])
        return (np.bincount(unit, minlength=units * most).reshape(units, most).astype(float),)

    (counts,) = summed(result, counts_of)
    shares = (0.05, 0.25, 0.5, 0.75, 0.95)
    rows = [
        {"length": length, "claims": int(of_length.sum())}
        | {f"q{round(100 * level):02d}": quantile_of_counts(of_length, level) for level in shares}
        for length, of_length in enumerate(counts) if of_length.any()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def quantile_of_counts(counts: Floats, level: float) -> float:
    """Return a quantile of whole numbers given by how often each occurs; as numpy's, linear between neighbours.

    Examples
    --------
    >>> import numpy as np
    >>> from ttr_analysis.stats.tracks import quantile_of_counts
    >>> quantile_of_counts(np.array([0, 2, 1, 1]), 0.5)
    1.5
    """
    upto = counts.cumsum()
    place = level * (upto[-1] - 1)
    low, high = (int(np.searchsorted(upto, at, side="right")) for at in (np.floor(place), np.ceil(place)))
    return float(low + (high - low) * (place - np.floor(place)))


def _units(result: Result, by: str) -> tuple[Ints, list[dict[str, Any]]]:
    """Return the row that each track counts in, and the first columns of the rows."""
    places: dict[object, int] = {}
    unit_of = np.zeros(len(result.game_map.tracks), dtype=np.int64)
    rows, beside = [], result.game_map.parallel
    for track in result.game_map.tracks:
        key = track.index if by == "track" else min(track.index, *beside.get(track.index, (track.index,)))
        if key not in places:
            places[key] = len(places)
            name = track.name if by == "track" else f"{track.city_a}-{track.city_b}"
            rows.append(
                {"track": track.index, "name": name, "city_a": track.city_a, "city_b": track.city_b,
                 "length": track.length, "color": track.color, "kind": track.kind,
                 "points": result.game_map.rules.route_points[track.length]}
            )  # fmt: skip
        unit_of[track.index] = places[key]
    return unit_of, rows


def _winners_and_others(part: Result, games: int, won: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Count the winners and the other players of a batch in each block of all games, shape (blocks, 1)."""
    game = game_places(part, part.columns("players", []))
    return block_sums(game, games, weights=won), block_sums(game, games, weights=~won)
