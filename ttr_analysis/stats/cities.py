"""How wanted cities are: who claims tracks at them, and whether winners do more often."""

from typing import Literal

import numpy as np
import pandas as pd

from ttr_analysis import _validate
from ttr_analysis.results import result, source
from ttr_analysis.stats import _games, bootstrap, columns


@source.sourced
def city_values(result: result.Result, by: Literal["all", "strategy"] = "all") -> pd.DataFrame:
    """Return how often players claim a track at each city, and whether winners do so more often.

    A city with many tracks is claimed at more often, whatever players want; ``per_route`` divides by the number of
    its neighbours.

    Parameters
    ----------
    result : Result
    by : {"all", "strategy"}
        One row per city, or one row per city and strategy.

    Returns
    -------
    pandas DataFrame
        ``strategy`` (if asked for), ``city``, ``name``, ``routes`` (to neighbours), ``player_games`` (the n of what
        follows); with intervals ``player_share`` of player-games in which the player claims a track there (Wilson
        by game), and (bootstrap) ``claims_each`` (tracks claimed there by a player in a game), ``per_route``
        (``claims_each`` divided by the city's routes), ``winner_lift``: ``player_share`` of winners minus that of
        the others.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.city_values(result).nlargest(1, "claims_each")["name"].tolist()
    ['Pittsburgh']
    """
    _validate.option("by", by, ("all", "strategy"))
    _games.check_enough(result)
    names, cities, games = list(dict.fromkeys(result.strategies)), len(result.game_map.cities), len(result)
    names = names if by == "strategy" else [""]
    claims, once, winners, losers, seats, won, lost = _games.summed(
        result, lambda part: _sums(part, games, by == "strategy")
    )
    routes = np.array([_routes(result)[city.name] for city in result.game_map.cities] * len(names))
    table = pd.DataFrame({"strategy": np.repeat(names, cities), "city": np.tile(np.arange(cities), len(names))})
    table["name"] = [city.name for city in result.game_map.cities] * len(names)
    table["routes"], table["player_games"] = routes, seats.sum(axis=0).astype(int)
    columns.add_shares(table, "player_share", bootstrap.share_intervals(once, seats, games))
    columns.add(table, "claims_each", bootstrap.ratio_intervals(claims, seats))
    columns.add(table, "per_route", bootstrap.ratio_intervals(claims, seats * np.maximum(routes, 1)))
    columns.add(table, "winner_lift", bootstrap.ratio_intervals(winners, won, losers, lost))
    return table.drop(columns="strategy") if by == "all" else table


def _sums(part: result.Result, games: int, by_strategy: bool) -> tuple[bootstrap.Floats, ...]:
    """Return the sums of a batch by block, strategy and city.

    Of claims, players who claim there, winners and others who do; then of all players, all winners and all others.
    """
    names, strategy = _games.strategy_places(part)
    if not by_strategy:
        names, strategy = [""], np.zeros_like(strategy)
    cities, claims = len(part.game_map.cities), _claims_at(part)
    seat, won = part.seat_places(claims), _games.won_by(part)
    city = claims["city"].to_numpy()
    once = ~pd.Series(seat * cities + city).duplicated().to_numpy()
    game, players = _games.game_places(part, claims), _games.game_places(part, part.columns("players", []))
    unit, units = strategy[seat] * cities + city, len(names) * cities
    return (
        *(
            bootstrap.block_sums(game, games, unit, units, chosen)
            for chosen in (None, once, once & won[seat], once & ~won[seat])
        ),
        *(
            bootstrap.block_sums(players, games, strategy, len(names), chosen).repeat(cities, axis=1)
            for chosen in (None, won, ~won)
        ),
    )


def _claims_at(result: result.Result) -> pd.DataFrame:
    """Return the claims twice: with the ``city`` at one end of the track, and with that at the other."""
    place, tracks = result.game_map.city_index, result.game_map.tracks
    rows = result.columns("tracks", ["track", "seat"])
    claimed = rows["track"].to_numpy()
    ends = (np.array([place[track.cities[end]] for track in tracks])[claimed] for end in (0, 1))
    return pd.concat([rows.assign(city=city) for city in ends])


def _routes(result: result.Result) -> dict[str, int]:
    """Count the neighbours of each city."""
    pairs = {track.pair for track in result.game_map.tracks}
    return {city.name: sum(city.name in pair for pair in pairs) for city in result.game_map.cities}
