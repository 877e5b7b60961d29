"""Luck and skill over many games."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import count
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.seating import place_of
from ttr_analysis.experiments.luck import luck, model
from ttr_analysis.maps import MapLike, as_map
from ttr_analysis.play import chunk, lineup, live_game
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.play.simulate import GameFailed, prepare, worker_count
from ttr_analysis.results.source import of_map, tagged
from ttr_analysis.strategies.base import Strategy, get_strategy

PIECE: Final = 10
"""Games that a thread plays at a time."""


def luck_of_games(
    game_map: MapLike,
    strategies: str | Strategy | Sequence[str | Strategy],
    *,
    players: int | None = None,
    games: int = 1_000,
    seed: int = 1,
    reference: str | Strategy = "expert",
    threads: int | None = None,
    progress: Progress = False,
) -> pd.DataFrame:
    """Play games, with the seats in rotation, and return what luck and decisions brought in each of them.

    Parameters
    ----------
    game_map : GameMap, str or Path
    strategies : str, Strategy or sequence of them
    players : int, optional
    games : int, optional
    seed : int, optional
    reference : str or Strategy, optional
        Who has every seat in the games that tell what states are worth. If these take longer than some seconds, a
        line on standard error tells how long.
    threads : int, optional
        The number of processors if left out. Numbers do not depend on it.
    progress : bool or "always", optional

    Returns
    -------
    DataFrame
        A row for each game and seat: ``game``, ``seat``, ``place`` (of the strategy in the list), ``strategy``, and
        for each part of the result what it brought in wins and in points ahead of the best opponent, such as
        ``luck_wins`` and ``luck_points``. Parts: ``result``, ``start``, ``luck`` in all and by kind (``deal``,
        ``market``, ``draw``, ``tickets``, ``tunnel``), ``own`` and ``others`` (decisions), ``unexplained``.

    Raises
    ------
    SetupError, StrategyError
        If the arguments do not fit together, the seed is that of the games to which values are fitted, or the
        reference player is none, cannot be compiled or is too slow.
    GameFailed
        If a strategy fails.

    Examples
    --------
    >>> rows = ttr.experiments.luck_of_games("first_journey_usa", "expert", players=2, games=2)
    >>> rows.columns[4:8].tolist()
    ['result_wins', 'result_points', 'start_wins', 'start_points']
    """
    seated = lineup.make_lineup(as_map(game_map), strategies, players=players, seed=seed)
    model.check_judged(seated.seed)
    reference = get_strategy(reference)  # refused before anything is compiled
    count("games", games, minimum=1)
    workers = worker_count(None if threads is None else count("threads", threads, minimum=1))
    prepare(seated)
    fitted = model.value_model(seated.game_map, seated.players, reference)
    fitted.start  # noqa: B018 - before the threads, which would each compute it
    pieces = [range(first, min(first + PIECE, games)) for first in range(0, games, PIECE)]
    with (
        ThreadPoolExecutor(workers, thread_name_prefix="ttr") as pool,
        ProgressBar(games, progress) as bar,
    ):
        found = []
        for piece in pool.map(lambda piece: _played(seated, fitted, piece), pieces):
            found.append(piece)
            bar.advance(len(piece))
    table = _table(seated, np.concatenate(found))
    source = {"kind": "games", "map": of_map(seated.game_map), "players": seated.players, "seed": seed, "rotate": True}
    source |= {"strategies": [place.name for place in seated.places], "games": games, "asked": games}
    return tagged(table, source)


def _played(seated: lineup.Lineup, fitted: model.ValueModel, numbers: Sequence[int]) -> Floats:
    """Return the totals of some games, an array of shape (games, parts, players, 2)."""
    live, found = live_game.LiveGame.of(seated, games=len(numbers), logged=True), []
    for number in numbers:
        live.start(number)
        if live.play():
            place, turn = seated.place_of(number, live.seat), int(live.public.turn)
            failure = chunk.Failure(number, turn, live.seat, place.name, live.illegal())
            raise GameFailed.of(failure, seated)
        found.append(list(luck.totals_of(luck.terms_of(live, number, fitted)).values()))
    return np.array(found)


def _table(seated: lineup.Lineup, found: Floats) -> pd.DataFrame:
    """Return the totals as a table."""
    games, _, players, _ = found.shape
    game, seat = np.divmod(np.arange(games * players), players)
    place = np.array([place_of(seated.rotate, players, *each) for each in np.ndindex(games, players)])
    names = np.array([each.name for each in seated.places])
    table: dict[str, object] = {"game": game, "seat": seat, "place": place, "strategy": names[place]}
    for part, name in enumerate(luck.TOTALS):
        table |= {f"{name}_{value}": found[:, part, :, which].ravel() for which, value in enumerate(luck.VALUES)}
    return pd.DataFrame(table)
