"""Made-up tournaments: orders of arrival drawn from a known model, no engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numpy as np
import pandas as pd

from ttr_analysis.experiments.tournament import Tournament, TournamentManifest
from ttr_analysis.experiments.tournament.design import default_tables, seatings
from ttr_analysis.experiments.tournament.record import ROW_COLUMNS
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.results.manifest import MapEntry, StrategyEntry
from ttr_analysis.results.schema import dtypes


def made_up_tournament(
    strengths: Sequence[float],
    seat_effects: Sequence[float],
    games: int,
    seed: int,
    *,
    ties: float = 0.0,
    luck: float = 0.0,
) -> Tournament:
    """A tournament whose places follow Plackett, Luce and Davidson.

    Strengths and seat effects are logarithms; two players share a place with weight ``ties``
    times the root of their strengths' product. ``luck`` is the spread of a shock that a
    seat has in all tables of a game, as decks have.
    """
    random = np.random.default_rng(seed)
    players = len(seat_effects)
    sat = np.array(seatings(default_tables(len(strengths), players)))
    shock = luck * random.normal(size=(games, 1, players))
    shock = np.broadcast_to(shock, (games, len(sat), players))
    level = np.asarray(strengths)[sat] + np.asarray(seat_effects) + shock
    place = _places(level, ties, random)
    return tournament_of_places(place, sat.tolist(), [f"s{number}" for number in range(len(strengths))])


def tournament_of_places(
    place: np.ndarray[tuple[int, int, int], np.dtype[np.int64]], sat: Sequence[Sequence[int]], names: Sequence[str]
) -> Tournament:
    """A tournament with these places (0 is the first) by game, seating and seat."""
    games, tables, players = place.shape
    first = place == 0
    columns = {
        "game": np.repeat(np.arange(games), tables * players),
        "seating": np.tile(np.repeat(np.arange(tables), players), games),
        "seat": np.tile(np.arange(players), games * tables),
        "strategy": np.tile(np.array(sat).ravel(), games),
        "score": 100 - 10 * place.ravel(),
        "win_share": (first / first.sum(axis=2, keepdims=True)).ravel(),
    }
    rows = pd.DataFrame({name: columns.get(name, 0) for name in ROW_COLUMNS}, index=range(place.size))
    game_map, entry = _game_map()
    manifest = TournamentManifest(
        map=entry,
        strategies=tuple(StrategyEntry(name=name) for name in names),
        players=players,
        seed=1,
        seatings=tuple(map(tuple, sat)),
        asked=games,
        games=games,
    )
    return Tournament(rows.astype(dtypes(ROW_COLUMNS)), manifest, game_map)


@cache
def _game_map() -> tuple[GameMap, MapEntry]:
    game_map = load_map("usa")
    return game_map, MapEntry.of(game_map)


def _places(
    level: np.ndarray[tuple[int, int, int], np.dtype[np.float64]], ties: float, random: np.random.Generator
) -> np.ndarray[tuple[int, int, int], np.dtype[np.int64]]:
    """Place after place is drawn among the players left and their pairs, game by game."""
    players = level.shape[2]
    sets = [*combinations(range(players), 1), *(combinations(range(players), 2) if ties else ())]
    weights = np.stack(
        [np.exp(level[..., each].mean(axis=2)) * (ties if len(each) == 2 else 1) for each in map(list, sets)], axis=2
    )
    members = np.array([[seat in each for seat in range(players)] for each in sets])
    place, left = np.full(level.shape, -1), np.ones(level.shape, dtype=bool)
    for number in range(players):
        possible = ~(members[None, None] & ~left[:, :, None, :]).any(axis=3) & left.any(axis=2)[:, :, None]
        share = np.cumsum(weights * possible, axis=2)
        drawn = (share < random.random(share.shape[:2])[..., None] * share[..., -1:]).sum(axis=2)
        taken = members[np.minimum(drawn, len(sets) - 1)] & left
        place[taken], left = number, left & ~taken
    return place
