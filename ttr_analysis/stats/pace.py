"""The pace of games: how many tracks of each length players claim, when half of their pieces lie, who ends games."""

import numpy as np
import pandas as pd

from ttr_analysis.results import Result, source
from ttr_analysis.stats import _games, bootstrap, columns


@source.sourced
def claims_by_length(result: Result) -> pd.DataFrame:
    """Return how many tracks of each length a player of each strategy claims in a game.

    Returns
    -------
    pandas DataFrame
        One row per strategy and length of a track on the map: ``strategy``, ``length``, ``player_games`` (the n of
        what follows), ``claims`` (their number), ``claims_each`` (claims in a game; bootstrap).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> table = ttr.stats.claims_by_length(result)
    >>> int(table["claims"].sum()), len(result.tracks)
    (1906, 1906)
    """
    _games.check_enough(result)
    length_of = np.array([track.length for track in result.game_map.tracks])
    lengths, place = np.unique(length_of, return_inverse=True)
    names = list(dict.fromkeys(result.strategies))

    def sums_of(part: Result) -> tuple[bootstrap.Floats, ...]:
        rows, (_, seats) = part.columns("tracks", ["track", "seat"]), _games.strategy_places(part)
        unit = seats[part.seat_places(rows)] * len(lengths) + place[rows["track"].to_numpy()]
        game, units = _games.game_places(part, rows), len(names) * len(lengths)
        claims = bootstrap.block_sums(game, len(result), unit, units)
        return claims, _games.player_games(part, seats, len(names), len(result)).repeat(len(lengths), axis=1)

    claims, played = _games.summed(result, sums_of)
    table = pd.DataFrame({"strategy": np.repeat(names, len(lengths)), "length": np.tile(lengths, len(names))})
    table["player_games"], table["claims"] = played.sum(axis=0).astype(int), claims.sum(axis=0).astype(int)
    columns.add(table, "claims_each", bootstrap.ratio_intervals(claims, played))
    return table


@source.sourced
def half_time(result: Result) -> pd.DataFrame:
    """Return when players of each strategy have laid half of their pieces.

    Returns
    -------
    pandas DataFrame
        One row per strategy: ``strategy``, ``player_games``; ``reached_share`` of them, those who lay half of their
        pieces (Wilson by game), and of these, with intervals (bootstrap), ``half_round`` (the own turn in which they
        do, mean) and ``half_share`` (the share of the game that has passed by then).

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.half_time(result)["half_round"].round().tolist()
    [34.0]
    """
    _games.check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    played, halves, rounds, passed = _games.summed(result, lambda part: _half_sums(part, len(result)))
    table = pd.DataFrame({"strategy": names, "player_games": played.sum(axis=0).astype(int)})
    columns.add_shares(table, "reached_share", bootstrap.share_intervals(halves, played, len(result)))
    columns.add(table, "half_round", bootstrap.ratio_intervals(rounds, halves))
    columns.add(table, "half_share", bootstrap.ratio_intervals(passed, halves))
    return table


@source.sourced
def game_enders(result: Result) -> pd.DataFrame:
    """Return who triggers the last round, and whether it goes with winning.

    Returns
    -------
    pandas DataFrame
        One row per strategy: ``strategy``, ``player_games``, ``ends`` (last rounds triggered); with intervals
        (Wilson by game) ``end_share`` of player-games, the win shares ``won_ending`` of those who triggered it and
        ``won_otherwise`` of the others; their ``difference`` (bootstrap): correlation, not causation.

    Raises
    ------
    ResultError
        If there are too few games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=50, seed=1, progress=False)
    >>> float(ttr.stats.game_enders(result)["end_share"].iloc[0])
    0.5
    """
    _games.check_enough(result)
    names, games = list(dict.fromkeys(result.strategies)), len(result)
    played, ends, others, won, lost = _games.summed(result, lambda part: _end_sums(part, games))
    table = pd.DataFrame({"strategy": names, "player_games": played.sum(axis=0).astype(int)})
    table["ends"] = ends.sum(axis=0).astype(int)
    columns.add_shares(table, "end_share", bootstrap.share_intervals(ends, played, games))
    columns.add_shares(table, "won_ending", bootstrap.share_intervals(won, ends, games))
    columns.add_shares(table, "won_otherwise", bootstrap.share_intervals(lost, others, games))
    columns.add(table, "difference", bootstrap.ratio_intervals(won, ends, lost, others))
    return table


def _end_sums(part: Result, games: int) -> tuple[bootstrap.Floats, ...]:
    """Return by block and strategy: players, those who ended the game, the others, and the win shares of both."""
    names, seats = _games.strategy_places(part)
    players = part.columns("players", ["seat", "win_share"])
    game = _games.game_places(part, players)
    last = part.columns("games", ["last_round_seat"])["last_round_seat"].to_numpy()[part.game_places(players)]
    ended, won = last == players["seat"].to_numpy(), players["win_share"].fillna(0).to_numpy()
    weights = (None, ended, ~ended, won * ended, won * ~ended)
    return tuple(bootstrap.block_sums(game, games, seats, len(names), each) for each in weights)


def _half_sums(part: Result, games: int) -> tuple[bootstrap.Floats, ...]:
    """Return by block and strategy: players, those who laid half of their pieces, the rounds and shares of that."""
    names, seats = _games.strategy_places(part)
    turn = _half_turns(part)
    rows, reached = part.columns("players", []), np.isfinite(turn)
    rounds = np.where(reached, np.ceil(np.where(reached, turn, 0) / part.manifest.players), 0)
    turns = part.columns("games", ["turns"])["turns"].to_numpy()[part.game_places(rows)]
    game, passed = _games.game_places(part, rows), np.where(reached, turn, 0) / turns
    weights = (None, reached, rounds, passed)
    return tuple(bootstrap.block_sums(game, games, seats, len(names), each) for each in weights)


def _half_turns(result: Result) -> bootstrap.Floats:
    """Return the turn in which each player had laid half of the pieces; infinite if that never happened."""
    rules, claims = result.game_map.rules, result.columns("tracks", ["track", "seat", "turn"])
    given = rules.pieces_kept or sum(piece.supply for piece in rules.pieces)
    seat, turn = result.seat_places(claims), claims["turn"].to_numpy()
    order = np.lexsort((turn, seat))
    length = np.array([track.length for track in result.game_map.tracks])[claims["track"].to_numpy()][order]
    laid = pd.Series(length).groupby(seat[order]).cumsum().to_numpy()
    found = np.full(result.rows("players"), np.inf)
    half = 2 * laid >= given
    np.minimum.at(found, seat[order][half], turn[order][half])
    return found
