"""Where the points come from: parts of the scores that people have made, beside those of simulated players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pandas as pd

from ttr_analysis import stats
from ttr_analysis._validate import instance
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games import files, percentile
from ttr_analysis.maps import GameMap, as_map, load_map
from ttr_analysis.results import Result, source
from ttr_analysis.stats import columns
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

OURS: Final[Mapping[str, Sequence[str]]] = {
    "routes": ("route_points",),
    "tickets": ("ticket_points", "failed_cut_off", "failed_unfinished"),
    "bonus": ("longest_trail_points", "most_tickets_points", "grand_tour_points", "bonus_ticket_points"),
    "other": ("harbour_points", "station_points", "exchange_points"),
}
"""The parts of people's scores, and the columns of simulated players that they are made of."""

PEOPLE: Final = "own games"
"""How the people are called beside strategies."""

FEWEST: Final = 5
"""With fewer games, a mean has no interval: resampling so few says nothing."""


def own_parts(
    own: pd.DataFrame,
    game_map: GameMap | str | Path | None = None,
    *,
    strategy: str | Strategy = DEFAULT_STRATEGY,
    games: int = percentile.GAMES,
    seed: int = percentile.SEED,
) -> pd.DataFrame:
    """Return the mean parts of scores that people have made, beside those of a strategy on the same map.

    Parameters
    ----------
    own : pandas DataFrame
        From :func:`read_games`: games on one map with one number of players.
    game_map : GameMap, str or Path, optional
        The map, if it is none that can be found by its name.
    strategy : str or Strategy, optional
        The strategy of all players of the games to compare with.
    games, seed : int, optional
        Of those games.

    Returns
    -------
    pandas DataFrame
        A row for each part that the file tells, and the score: ``who`` (``own games``, or the strategy), ``part``,
        ``mean`` in points (bootstrap by game; no interval below 5 games), and ``scores``, the number of scores.
        Own games count only where all parts that the file has are known.

    Raises
    ------
    SetupError
        If there is no part of a score in the table, or it has games of several maps or numbers of players.

    Examples
    --------
    >>> import pandas as pd
    >>> own = pd.DataFrame({"map": "usa", "ticket_set": "base", "players": 2, "score": [9, 8], "routes": [6, 7]})
    >>> table = ttr.experiments.own_parts(own, strategy="random", games=50)
    >>> table["part"].tolist()
    ['routes', 'score', 'routes', 'score']
    """
    instance("own", own, pd.DataFrame, 'read_games("games.csv", "usa")')
    told = _told(own)
    complete = own[own[told].notna().all(axis=1)]
    name, ticket_set, players = (own[column].iloc[0] for column in percentile.BY)
    board = as_map(game_map) if game_map is not None else load_map(str(name), str(ticket_set))
    result = percentile.reference_games(board, players=int(players), strategy=strategy, games=games, seed=seed)
    alone = pd.Series([f"row {place}" for place in range(len(complete))], index=complete.index)
    game = complete["game"].where(complete["game"] != "", alone) if "game" in complete else alone
    rows = [
        {"who": PEOPLE, "part": part, "mean": _mean(complete[part], game), "scores": len(complete)}
        for part in (*told, "score")
    ]
    rows += _of_strategy(result, told)
    return source.tagged(columns.table_of(rows), {**result.source, "own_scores": len(complete)})


def tells_parts(own: pd.DataFrame) -> bool:
    """Return whether some row tells all the parts of its score that any row tells."""
    told = [part for part in files.PARTS if part in own and own[part].notna().any()]
    return bool(told) and bool(own[told].notna().all(axis=1).any())


def _told(own: pd.DataFrame) -> list[str]:
    """Return the parts of scores that a table of own games tells."""
    for column in (*percentile.BY, "score"):
        if column not in own:
            raise SetupError(f"the table of own games has no column {column}")
    for column in percentile.BY:
        if own[column].nunique() > 1:
            raise SetupError(f"own games differ in {column}: choose those of one map with one number of players")
    told = [part for part in files.PARTS if part in own and own[part].notna().any()]
    if not tells_parts(own):
        raise SetupError(f"no row of the own games tells the parts of its score: {', '.join(files.PARTS)}")
    return told


def _of_strategy(result: Result, told: Sequence[str]) -> list[dict[str, object]]:
    """Return the rows of the simulated players."""
    rows, game = result.players, result.players["game"]
    points = {part: rows[list(OURS[part])].sum(axis=1) for part in told} | {"score": rows["score"]}
    who = result.strategies[0]
    return [{"who": who, "part": part, "mean": _mean(points[part], game), "scores": len(rows)} for part in points]


def _mean(values: pd.Series[float], games: pd.Series[str]) -> stats.Estimate:
    """Return a mean with its interval by game, which a few games do not have."""
    number = games.nunique()
    found = stats.mean_by_game(values.astype(float).to_numpy(), pd.factorize(games)[0])
    if number >= FEWEST:
        return found
    return stats.Estimate(found.value, float("nan"), float("nan"), number, found.method)
