"""Scores and their parts, seats and strategies, and the length of games."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import columns
from ttr_analysis.stats._games import check_enough, counts_by_strategy, game_places, rounds_of, won_by
from ttr_analysis.stats.bootstrap import Ints, block_sums, ratio_intervals
from ttr_analysis.stats.by_game import FACTS, PARTS, facts_by_game

WIDTH = 5
"""Width of a range of scores in points, if scores are large enough."""

FEWEST_RANGES = 4
"""Fewer ranges would not show the distribution of scores: in First Journey they go up to 6."""


@sourced
def score_parts(result: Result) -> pd.DataFrame:
    """Split mean scores into their parts, for all players, winners and the others.

    Returns
    -------
    pandas DataFrame
        One row per strategy, group of its players (``who``: ``all``, ``winners``, ``others``)
        and ``part`` (those of :data:`PARTS` that occur, and ``score``): ``mean`` in points
        (bootstrap), and ``players``, their number.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.score_parts(result).columns)[:4]
    ['strategy', 'who', 'part', 'mean']
    """
    check_enough(result)
    players = result.columns("players", ["strategy", "score", *PARTS.values()])
    game = game_places(result, players)
    names = np.array(result.strategies)[players["strategy"].to_numpy()]
    won = won_by(result)
    groups = {"all": won | ~won} | ({} if result.manifest.players == 1 else {"winners": won, "others": ~won})
    parts = {part: column for part, column in PARTS.items() if players[column].any() or part == "routes"}
    parts["score"] = "score"
    tables = []
    for strategy in dict.fromkeys(result.strategies):
        for who, chosen in groups.items():
            mask = chosen & (names == strategy)
            if not mask.any():
                continue
            points = [block_sums(game[mask], len(result), weights=players.loc[mask, c]) for c in parts.values()]
            means = ratio_intervals(np.hstack(points), block_sums(game[mask], len(result)))
            table = pd.DataFrame({"strategy": strategy, "who": who, "part": list(parts)})
            columns.add(table, "mean", means)
            tables.append(table.assign(players=int(mask.sum())))
    return pd.concat(tables, ignore_index=True)


@sourced
def win_share_by_seat(result: Result) -> pd.DataFrame:
    """Compute the share of games won by each seat; a shared win counts in parts.

    Returns
    -------
    pandas DataFrame
        ``seat``, ``games``, ``win_share`` (bootstrap), ``fair_share``, ``mean_score`` (bootstrap).

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.win_share_by_seat(result)["games"].tolist()
    [50, 50]
    """
    check_enough(result)
    players = result.columns("players", ["seat", "win_share", "score"])
    seats, count = players["seat"].to_numpy(), result.manifest.players
    game = game_places(result, players)
    played = block_sums(game, len(result), seats, count)
    table = pd.DataFrame({"seat": range(count), "games": played.sum(axis=0).astype(int)})
    for name, column in (("win_share", "win_share"), ("mean_score", "score")):
        sums = block_sums(game, len(result), seats, count, players[column])
        columns.add(table, name, ratio_intervals(sums, played))
    table["fair_share"] = 1 / count
    return table


@sourced
def win_share_by_strategy(result: Result) -> pd.DataFrame:
    """Compute the share of games that one player of each strategy wins; a shared win counts in parts.

    Returns
    -------
    pandas DataFrame
        ``strategy``, ``player_games``, ``win_share`` (bootstrap), ``fair_share``,
        ``mean_score`` (bootstrap).

    Examples
    --------
    >>> result = ttr.simulate("usa", ["random", "greedy_points"], players=2, games=50, seed=1, progress=False)
    >>> ttr.stats.win_share_by_strategy(result)["strategy"].tolist()
    ['random', 'greedy_points']
    """
    check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    players = result.columns("players", ["strategy", "win_share", "score"])
    place = np.array([names.index(name) for name in result.strategies])[players["strategy"].to_numpy()]
    game = game_places(result, players)
    played = block_sums(game, len(result), place, len(names))
    table = pd.DataFrame({"strategy": names, "player_games": played.sum(axis=0).astype(int)})
    for name, column in (("win_share", "win_share"), ("mean_score", "score")):
        sums = block_sums(game, len(result), place, len(names), players[column])
        columns.add(table, name, ratio_intervals(sums, played))
    table["fair_share"] = 1 / result.manifest.players
    return table


_RULE_MEASURES = (
    "tunnel_attempts",
    "tunnel_failures",
    "stations_built",
    "station_ticket_points",
    "harbours_built",
    "harbour_points",
    "pieces_chosen",
    "second_pieces_left",
    "pieces_exchanged",
    "bonus_tickets",
    "grand_tours",
    "ticket_exchanges",
)
"""Columns of the table of players that only the rules of some games use."""


@sourced
def game_facts(result: Result) -> pd.Series[float]:
    """Compute means over games with intervals: ``rounds``, ``market_clears``, ``score``, ``lead_changes`` and more.

    Returns
    -------
    pandas Series
        ``rounds``, ``rounds_low``, ``rounds_high`` and so on; ``score`` and
        ``winning_score`` are points per player; the others are those of
        :data:`~ttr_analysis.stats.by_game.FACTS`. If they occur in the games, also means per
        player of ``tunnel_attempts``, ``stations_built``, ``harbour_points``,
        ``pieces_exchanged``, ``bonus_tickets`` and so on, as in the table of players.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> sorted(ttr.stats.game_facts(result).index)[:3]
    ['close', 'close_high', 'close_low']
    """
    check_enough(result)
    games = result.columns("games", ["turns", "market_clears", "deck_rebuilds"])
    players = result.columns("players", ["score", "tickets_kept", "tickets_made", "bonus_tickets", *_RULE_MEASURES])
    of_game = np.arange(len(games))
    of_player = game_places(result, players)
    won = won_by(result)
    measures: dict[str, tuple[Ints, ArrayLike, ArrayLike]] = {
        "rounds": (of_game, rounds_of(result, games["turns"]), np.ones(len(games))),
        "market_clears": (of_game, games["market_clears"], np.ones(len(games))),
        "deck_rebuilds": (of_game, games["deck_rebuilds"], np.ones(len(games))),
        "score": (of_player, players["score"], np.ones(len(players))),
        "winning_score": (of_player, players["score"] * won, won),
        "tickets_kept": (of_player, players["tickets_kept"], np.ones(len(players))),
        # Bonus tickets are won, not kept: with them the share could exceed 1.
        "made_share": (of_player, players["tickets_made"] - players["bonus_tickets"], players["tickets_kept"]),
    }
    for name in _RULE_MEASURES:
        if players[name].any():
            measures[name] = (of_player, players[name], np.ones(len(players)))
    of_games = facts_by_game(result)
    for name in FACTS:
        if of_games[name].notna().all() and (of_games[name].any() or name not in PARTS.values()):
            measures.setdefault(name, (of_game, of_games[name].to_numpy(), np.ones(len(games))))
    facts = pd.DataFrame(index=[0])
    for name, (game, value, weight) in measures.items():
        sums = [block_sums(game, len(result), weights=each) for each in (value, weight)]
        columns.add(facts, name, ratio_intervals(sums[0], sums[1]))
    return facts.iloc[0].rename(None)


@sourced
def score_distribution(result: Result, width: int | None = None) -> pd.DataFrame:
    """Return the distribution of scores, in ranges of ``width`` points.

    Parameters
    ----------
    result : Result
    width : int, optional
        If left out, :data:`WIDTH`, or 1 if that would make fewer than :data:`FEWEST_RANGES` ranges.

    Returns
    -------
    pandas DataFrame
        ``group`` (the strategy; if there is only one, winners and others, or all of a player alone), ``score_from``,
        ``score_to``, ``players``, ``share`` of the group.

    Raises
    ------
    ResultError
        If the result contains no games; the other functions of this module raise it, too.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.score_distribution(result).columns)
    ['group', 'score_from', 'score_to', 'players', 'share']
    """
    check_enough(result, 1)
    players = result.columns("players", ["score", "strategy"])
    if width is None:
        width = WIDTH if np.ptp(players["score"]) >= FEWEST_RANGES * WIDTH else 1
    if len(set(result.strategies)) > 1:
        groups = np.array(result.strategies)[players["strategy"].to_numpy()]
    elif result.manifest.players == 1:
        groups = np.full(len(players), "all")
    else:
        groups = np.where(won_by(result), "winners", "others")
    start = players["score"].to_numpy() // width * width
    rows = []
    for name in sorted(set(groups), reverse=True):
        chosen = start[groups == name]
        for value in range(chosen.min(), chosen.max() + 1, width):
            rows.append((name, value, value + width - 1, int((chosen == value).sum()), float((chosen == value).mean())))
    return pd.DataFrame(rows, columns=["group", "score_from", "score_to", "players", "share"])


@sourced
def game_lengths(result: Result) -> pd.DataFrame:
    """Return how long games are: ``value`` (rounds), ``games``, ``share`` of games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> int(ttr.stats.game_lengths(result)["games"].sum())
    50
    """
    check_enough(result, 1)
    rounds = rounds_of(result, result.columns("games", ["turns"])["turns"])
    counts = np.bincount(rounds)
    value = np.arange(rounds.min(), len(counts))
    return pd.DataFrame({"value": value, "games": counts[value], "share": counts[value] / len(rounds)})


@sourced
def pieces_left(result: Result) -> pd.DataFrame:
    """Count the pieces left at the end: ``group`` (strategy), ``value``, ``players``, ``share`` of the group.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> int(ttr.stats.pieces_left(result)["players"].sum())
    100
    """
    return counts_by_strategy(result, "pieces_left")


@sourced
def pieces_chosen(result: Result) -> pd.DataFrame:
    """Count the pieces of the first kind that players chose at the start, if the rules let them choose.

    The columns are ``group`` (strategy), ``value``, ``players``, ``share`` of the group, ``piece`` (its name).

    Examples
    --------
    >>> result = ttr.simulate("rails_sails_world", "random", players=2, games=50, seed=1, progress=False)
    >>> list(ttr.stats.pieces_chosen(result).columns)
    ['group', 'value', 'players', 'share', 'piece']
    """
    return counts_by_strategy(result, "pieces_chosen").assign(piece=result.game_map.rules.pieces[0].name)
