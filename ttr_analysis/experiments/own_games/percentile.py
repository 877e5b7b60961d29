"""Percentiles of scores that people have made, among those of a strategy on the same map with as many players."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd

from ttr_analysis import stats
from ttr_analysis._validate import check_seed, count, instance, whole_number
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments.own_games.possible import check_score
from ttr_analysis.maps import GameMap, as_map, load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import source
from ttr_analysis.results.result import Result
from ttr_analysis.strategies import DEFAULT_STRATEGY
from ttr_analysis.strategies.base import Strategy, get_strategy

GAMES: Final = 1_000
"""Games that scores are compared with, if nothing else is asked for."""

SEED: Final = 1
"""Their seed, if no other is asked for."""

_played: dict[tuple[Any, ...], Result] = {}


@dataclass(frozen=True, slots=True)
class Percentile:
    """Where a score stands among those of a strategy's players.

    Attributes
    ----------
    score : int
    estimate : Estimate
        The share of players who score less, and half of those who score the same, in percent, with its interval.
    source : dict
        The games compared with, see :mod:`ttr_analysis.results.source`.

    Examples
    --------
    >>> found = ttr.percentile(471, "usa", players=2, strategy="random", games=50)
    >>> found.estimate.value
    100.0
    """

    score: int
    estimate: stats.Estimate
    source: source.Source

    def __str__(self) -> str:
        facts, board, known = self.source, self.source["map"], self.estimate
        where = f"{board['name']}, ticket set {board['ticket_set']}, {facts['players']} players"
        interval = f"{100 * known.confidence:.0f} % interval {known.low:.1f} to {known.high:.1f}"
        return (
            f"{self.score} points are at percentile {known.value:.1f} ({interval}, {known.method.capitalize()}) of "
            f"{facts['strategies'][0]} on {where}; n = {facts['games']:,} games, seed {facts['seed']}"
        )


def percentile(
    score: int,
    game_map: GameMap | str | Path,
    *,
    players: int,
    strategy: str | Strategy = DEFAULT_STRATEGY,
    games: int = GAMES,
    seed: int = SEED,
) -> Percentile:
    """Return where a score stands among those of a strategy that plays against itself.

    The games are played once in a process, however many scores are asked for.

    Parameters
    ----------
    score : int
    game_map : GameMap, str or Path
    players : int
        Number of players.
    strategy : str or Strategy, optional
        The strategy of all players.
    games, seed : int, optional
        Of the games to compare with.

    Raises
    ------
    SetupError
        If nobody can have this score on this map, or an argument is of the wrong kind.

    Examples
    --------
    >>> print(ttr.percentile(20, "usa", players=2, strategy="random", games=50))  # doctest: +ELLIPSIS
    20 points are at percentile ...
    """
    board = as_map(game_map)
    number = check_score(score, board)
    result = reference_games(board, players=players, strategy=strategy, games=games, seed=seed)
    table = stats.percentiles(result, [number])
    method, confidence = table.attrs["intervals"]["percentile"]
    value, low, high = (float(table[f"percentile{end}"].iloc[0]) for end in ("", "_low", "_high"))
    estimate = stats.Estimate(value, low, high, len(result), method, confidence)
    return Percentile(number, estimate, result.source)


def reference_games(
    game_map: GameMap | str | Path,
    *,
    players: int,
    strategy: str | Strategy = DEFAULT_STRATEGY,
    games: int = GAMES,
    seed: int = SEED,
) -> Result:
    """Return games of a strategy against itself, to compare scores with; those of a process are kept.

    Parameters
    ----------
    game_map : GameMap, str or Path
    players : int
        Number of players.
    strategy : str or Strategy, optional
    games, seed : int, optional

    Raises
    ------
    ResultError
        If Ctrl-C stopped the games.
    StrategyError
        If there is no such strategy.

    Examples
    --------
    >>> len(ttr.experiments.reference_games("usa", players=2, strategy="random", games=50))
    50
    """
    board, chosen = as_map(game_map), get_strategy(strategy)
    asked = (whole_number("players", players), count("games", games, stats.MIN_GAMES), check_seed("seed", seed))
    key = (board.name, board.digest, chosen.name, chosen.weight_values.tobytes(), *asked)
    if key not in _played:
        result = simulate(board, chosen, players=asked[0], games=asked[1], seed=asked[2])
        if not result.complete:
            raise ResultError(f"stopped after {len(result)} of {asked[1]} games to compare with")
        _played[key] = result
    return _played[key]


BY: Final = ("map", "ticket_set", "players")
"""Columns of own games: rows that agree in them are compared with the same games."""


def own_percentiles(
    own: pd.DataFrame,
    game_map: GameMap | str | Path | None = None,
    *,
    strategy: str | Strategy = DEFAULT_STRATEGY,
    games: int = GAMES,
    seed: int = SEED,
) -> pd.DataFrame:
    """Add the percentile of each score, among those of a strategy on the same map with as many players.

    Parameters
    ----------
    own : pandas DataFrame
        From :func:`read_games`, or with the columns ``map``, ``ticket_set``, ``players`` and ``score``.
    game_map : GameMap, str or Path, optional
        The map of all rows, if it is none that can be found by its name.
    strategy : str or Strategy, optional
        The strategy of all players of the games to compare with.
    games, seed : int, optional
        Of those games, for each map and number of players.

    Returns
    -------
    pandas DataFrame
        The same rows with ``percentile``, ``percentile_low``, ``percentile_high`` and ``player_games``.

    Raises
    ------
    SetupError
        If a column is missing, or there are no rows.

    Examples
    --------
    >>> import pandas as pd
    >>> own = pd.DataFrame({"map": "usa", "ticket_set": "base", "players": 2, "score": [-500, 500]})
    >>> table = ttr.experiments.own_percentiles(own, strategy="random", games=50)
    >>> table["percentile"].tolist()
    [0.0, 100.0]
    """
    instance("own", own, pd.DataFrame, 'read_games("games.csv", "usa")')
    if missing := [name for name in (*BY, "score") if name not in own]:
        raise SetupError(f"the table of own games has no column {missing[0]}")
    if not len(own):
        raise SetupError("the table of own games has no rows")
    parts = []
    for (name, ticket_set, seated), rows in own.groupby(list(BY), sort=False):
        players = whole_number("players in the table of own games", seated)
        board = as_map(game_map) if game_map is not None else load_map(str(name), str(ticket_set))
        result = reference_games(board, players=players, strategy=strategy, games=games, seed=seed)
        parts.append(_with_percentiles(rows, result))
    if len(parts) == 1:
        return parts[0]
    table = stats.joined(parts)
    table.index = pd.Index([place for part in parts for place in part.index])
    return table.sort_index()


def _with_percentiles(rows: pd.DataFrame, result: Result) -> pd.DataFrame:
    """Return rows of own games with their percentiles among the players of a result."""
    found = stats.percentiles(result, rows["score"].tolist())
    table = rows.assign(**{name: found[name].to_numpy() for name in found.columns if name != "score"})
    table.attrs = {"intervals": found.attrs["intervals"]}
    return source.tagged(table, result.source)


def scores_of(own: pd.DataFrame | Sequence[int]) -> list[int]:
    """Return the scores in a table of own games, or in a plain list of them."""
    values = own["score"].tolist() if isinstance(own, pd.DataFrame) else list(own)
    return [whole_number(f"own scores, entry {i}", value) for i, value in enumerate(values, 1)]
