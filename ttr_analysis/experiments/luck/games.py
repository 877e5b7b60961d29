"""Luck and skill over many games."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import count
from ttr_analysis.engine.records import Floats
from ttr_analysis.experiments.luck.luck import TOTALS, totals_of
from ttr_analysis.experiments.luck.model import ValueModel, value_model
from ttr_analysis.experiments.luck.terms import VALUES, terms_of
from ttr_analysis.maps import GameMap
from ttr_analysis.play.chunk import Failure
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.play.simulate import GameFailed, prepare, worker_count
from ttr_analysis.results.source import of_map, tagged
from ttr_analysis.strategies.base import Strategy

PIECE: Final = 10
"""Games that a thread plays at a time."""


def luck_of_games(
    game_map: GameMap,
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
    game_map : GameMap
    strategies : str, Strategy or sequence of them
    players : int, optional
    games : int, optional
    seed : int, optional
    reference : str or Strategy, optional
        Who has every seat in the games that tell what states are worth.
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
        If the arguments do not fit together, or the reference player cannot be compiled.
    GameFailed
        If a strategy fails.

    Examples
    --------
    >>> rows = ttr.experiments.luck_of_games(ttr.load_map("first_journey_usa"), "expert", players=2, games=2)
    >>> parts = ["start_wins", "luck_wins", "own_wins", "others_wins", "unexplained_wins"]
    >>> bool((rows[parts].sum(axis=1) - rows["result_wins"]).abs().max() < 1e-9)
    True
    """
    lineup = make_lineup(game_map, strategies, players=players, seed=seed)
    count("games", games, minimum=1)
    prepare(lineup)
    model = value_model(lineup.game_map, lineup.players, reference)
    model.start  # noqa: B018 - before the threads, which would each compute it
    pieces = [range(first, min(first + PIECE, games)) for first in range(0, games, PIECE)]
    with (
        ThreadPoolExecutor(worker_count(threads), thread_name_prefix="ttr") as pool,
        ProgressBar(games, progress) as bar,
    ):
        found = []
        for piece in pool.map(partial(_played, lineup, model), pieces):
            found.append(piece)
            bar.advance(len(piece))
    table = _table(lineup, np.concatenate(found))
    source = {"kind": "games", "map": of_map(game_map), "players": lineup.players, "seed": seed, "rotate": True}
    source |= {"strategies": [place.name for place in lineup.places], "games": games, "asked": games}
    return tagged(table, source)


def _played(lineup: Lineup, model: ValueModel, numbers: Sequence[int]) -> Floats:
    """Return the totals of some games, an array of shape (games, parts, players, 2)."""
    live, found = LiveGame.of(lineup, games=len(numbers), logged=True), []
    for number in numbers:
        live.start(number)
        if live.play():
            seat, place = live.seat, lineup.place_of(number, live.seat)
            raise GameFailed.of(Failure(number, int(live.public.turn), seat, place.name, live.illegal()), lineup)
        found.append(list(totals_of(terms_of(live, number, model)).values()))
    return np.array(found)


def _table(lineup: Lineup, found: Floats) -> pd.DataFrame:
    games, _, players, _ = found.shape
    game, seat = np.divmod(np.arange(games * players), players)
    place = (seat + game) % players
    names = np.array([each.name for each in lineup.places])
    table: dict[str, object] = {"game": game, "seat": seat, "place": place, "strategy": names[place]}
    for part, name in enumerate(TOTALS):
        table |= {f"{name}_{value}": found[:, part, :, which].ravel() for which, value in enumerate(VALUES)}
    return pd.DataFrame(table)
