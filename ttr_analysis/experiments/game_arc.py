"""The arc of a game: how many tracks are open and how many moves are legal, from the first round to the last."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from ttr_analysis import _validate
from ttr_analysis.maps import ActionKind, Decision, GameMap, takes_map
from ttr_analysis.play import game as games_of
from ttr_analysis.play import lineup
from ttr_analysis.results import source
from ttr_analysis.stats import _games, bootstrap, columns
from ttr_analysis.strategies import base

COUNTED = ("open_tracks", "claimable_tracks", "moves", "actions")
"""What is counted at the start of each turn."""


@takes_map
def game_arc(
    game_map: GameMap,
    strategies: str | base.Strategy | Sequence[str | base.Strategy],
    *,
    players: int,
    games: int = 60,
    seed: int = 0,
) -> pd.DataFrame:
    """Count what players can do at the start of each of their turns, over the rounds of a game.

    Games are played one decision at a time, which takes some tenths of a second each. Late rounds are only of games
    that last so long: ``games`` tells how many they are.

    Parameters
    ----------
    game_map : str, Path or GameMap
    strategies : str, Strategy or sequence of them
        One for all seats, or one for each player; seats rotate as in :func:`ttr_analysis.play.simulate.simulate`.
    players : int
    games : int
        At least 30.
    seed : int
        With the same seed, :func:`~ttr_analysis.play.simulate.simulate` plays the same games.

    Returns
    -------
    pandas DataFrame
        One row per round: ``round`` (own turns, from 1), ``games`` that reach it; means over turns (bootstrap by
        game) of ``open_tracks`` (free and not closed to the player), ``claimable_tracks`` (of these, those that the
        player has cards and pieces for), ``moves`` (legal moves: a track, slot, deck or city each counts once, and
        drawing tickets), ``actions`` (the same, with every way to pay).

    Raises
    ------
    ResultError
        If there are too few games.
    SetupError, StrategyError
        As for :func:`~ttr_analysis.play.simulate.simulate`.

    Examples
    --------
    >>> arc = ttr.experiments.game_arc("first_journey_usa", "greedy_points", players=2, games=30, seed=1)
    >>> arc["open_tracks"].head(3).round().tolist()
    [64.0, 63.0, 62.0]
    """
    games = _validate.count("games", games, 1)
    _games.check_enough(games)
    seated = lineup.make_lineup(game_map, strategies, players=players, seed=seed)
    rows = [row for number in range(games) for row in _of_game(seated, number)]
    counts = pd.DataFrame(rows, columns=["game", "round", *COUNTED])
    game, place = counts["game"].to_numpy(), counts["round"].to_numpy() - 1
    rounds = int(place.max()) + 1
    turns = bootstrap.block_sums(game, games, place, rounds)
    table = pd.DataFrame({"round": np.arange(1, rounds + 1)})
    table["games"] = counts.groupby("round")["game"].nunique().reindex(table["round"]).to_numpy()
    for name in COUNTED:
        sums = bootstrap.block_sums(game, games, place, rounds, counts[name])
        columns.add(table, name, bootstrap.ratio_intervals(sums, turns))
    names = [strategy.name for strategy in seated.strategies]
    return source.tagged(table, {
        "kind": "games", "map": source.of_map(game_map), "players": players, "strategies": names, "rotate": True,
        "seed": seed, "games": games, "played": games, "asked": games,
    })  # fmt: skip


def _of_game(seated: lineup.Lineup, number: int) -> Iterator[tuple[int, ...]]:
    """Play a game and yield, for the start of each turn, its number, the round, and what is counted."""
    game = games_of.Game(seated.game_map, seated.players, seated.seed, number)
    players = [seated.place_of(number, seat).strategy for seat in range(seated.players)]
    while not game.over:
        if game.decision == Decision.TURN:
            yield number, -(-game.turn // seated.players), *_counted(game)
        game.advance(players[game.player])


def _counted(game: games_of.Game) -> tuple[int, int, int, int]:
    """Count the tracks open to the player to move, those they can claim, their moves and their actions."""
    actions = game.legal_actions()
    moves = {(action.kind, action.target) for action in actions}
    claims = sum(kind == ActionKind.CLAIM for kind, _ in moves)
    return _open_tracks(game), claims, len(moves), len(actions)


def _open_tracks(game: games_of.Game) -> int:
    """Count the tracks that are free and not closed to the player to move."""
    view, game_map = game.view(game.player), game.game_map
    owned = [track.index for track in game_map.tracks if view.owners.get(track.name) == game.player]
    beside = {other for track in owned for other in game_map.parallel.get(track, ())}
    taken = {*view.owners, *view.closed}
    return sum(track.name not in taken and track.index not in beside for track in game_map.tracks)
