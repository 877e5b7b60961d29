"""Which stations and harbours were built, and what they earned."""

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import BUILDINGS
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, game_places, rounds_of, summed
from ttr_analysis.stats.bootstrap import Floats, block_sums, ratio_intervals


@sourced
def building_values(result: Result) -> pd.DataFrame:
    """Return where buildings were built and what each was worth.

    Returns
    -------
    pandas DataFrame
        One row per ``kind`` of building and city in which one was built: ``city``, ``name``,
        ``built``; ``built_share`` of games, ``mean_points`` and ``mean_round`` (bootstrap).
        Points are those of a harbour; for a station they are the ticket points that its player
        would have lost without it; the cost of building is not subtracted.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.building_values(result).columns)[:4]
    ['kind', 'city', 'name', 'built']
    """
    check_enough(result)
    cities = result.game_map.cities

    def sums_of(part: Result) -> tuple[Floats, ...]:
        rows = part.columns("buildings", ["kind", "city", "points", "turn"])
        unit, units = rows["kind"].to_numpy() * len(cities) + rows["city"].to_numpy(), len(BUILDINGS) * len(cities)
        weights: list[ArrayLike | None] = [None, rows["points"], rounds_of(part, rows["turn"])]
        return tuple(block_sums(game_places(part, rows), len(result), unit, units, each) for each in weights)

    built, points, rounds = summed(result, sums_of)
    games = block_sums(np.arange(len(result)), len(result))
    table = pd.DataFrame(
        [{"kind": kind, "city": i, "name": city.name} for kind in BUILDINGS for i, city in enumerate(cities)]
    )
    table["built"] = built.sum(axis=0).astype(int)
    columns.add(table, "built_share", ratio_intervals(built, games))
    columns.add(table, "mean_points", ratio_intervals(points, built))
    columns.add(table, "mean_round", ratio_intervals(rounds, built))
    return table[table["built"] > 0].sort_values("built", ascending=False, ignore_index=True)


@sourced
def buildings_by_player(result: Result) -> pd.DataFrame:
    """Return how many buildings players built, and how these players fared.

    Returns
    -------
    pandas DataFrame
        One row per ``kind`` and number ``value`` that occurs: ``players``, ``share`` of all
        players, ``mean_points`` that the buildings of such a player earned together, and
        ``mean_score`` and ``win_share`` of such players (all bootstrap by game). This is
        correlation, not causation: players who build more also play differently.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("europe", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.buildings_by_player(result).columns)[:4]
    ['kind', 'value', 'players', 'share']
    """
    check_enough(result)
    rules = result.game_map.rules
    tables = []
    for kind, most, points in (
        ("station", rules.stations.number, "station_ticket_points"),
        ("harbour", rules.harbours.number, "harbour_points"),
    ):
        if most == 0:
            continue
        players, *sums = _builder_sums(result, f"{kind}s_built", most, points)
        table = pd.DataFrame({"kind": kind, "value": range(most + 1)})
        table["players"] = players.sum(axis=0).astype(int)
        columns.add(table, "share", ratio_intervals(players, players.sum(axis=1, keepdims=True)))
        for name, whole in zip(("mean_points", "mean_score", "win_share"), sums, strict=True):
            columns.add(table, name, ratio_intervals(whole, players))
        tables.append(table[table["players"] > 0])
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def _builder_sums(result: Result, built: str, most: int, points: str) -> tuple[Floats, ...]:
    """Return by block and number of buildings: players, points for buildings, scores and win shares."""

    def sums_of(part: Result) -> tuple[Floats, ...]:
        players = part.columns("players", [built, points, "score", "win_share"])
        game, number = game_places(part, players), players[built].to_numpy()
        weights = (None, players[points], players["score"], players["win_share"])
        return tuple(block_sums(game, len(result), number, most + 1, each) for each in weights)

    return summed(result, sums_of)
