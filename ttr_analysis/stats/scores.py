"""Scores and their parts, seats and strategies, and the length of games."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ttr_analysis.results.result import Result
from ttr_analysis.results.source import sourced
from ttr_analysis.stats import _games, columns
from ttr_analysis.stats.bootstrap import Floats, Ints, block_sums, ratio_intervals
from ttr_analysis.stats.by_game import FACTS, PARTS, facts_of, has_whole_tables

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
    _games.check_enough(result)
    met, number, *points = _games.summed(result, lambda part: _part_sums(part, len(result)))
    parts = [part for part, any_ in zip((*PARTS, "score"), met, strict=True) if any_ or part in ("routes", "score")]
    sums = np.stack([each for part, each in zip((*PARTS, "score"), points, strict=True) if part in parts], axis=-1)
    groups = {"all": [0, 1]} | ({} if result.manifest.players == 1 else {"winners": [1], "others": [0]})
    tables = []
    for strategy, name in enumerate(dict.fromkeys(result.strategies)):
        for who, chosen in groups.items():
            of_group = [2 * strategy + each for each in chosen]
            players = number[:, of_group].sum(axis=1, keepdims=True)
            if not players.any():
                continue
            table = pd.DataFrame({"strategy": name, "who": who, "part": parts})
            columns.add(table, "mean", ratio_intervals(sums[:, of_group].sum(axis=1), players))
            tables.append(table.assign(players=int(players.sum())))
    return pd.concat(tables, ignore_index=True)


def _part_sums(part: Result, games: int) -> tuple[Floats, ...]:
    """Return how often the parts of a score occur, and by block, strategy and win: players, and points of each part."""
    wanted = [*PARTS.values(), "score"]
    players = part.columns("players", ["strategy", "win_share", *wanted])
    game, (names, strategy) = _games.game_places(part, players), _games.strategy_places(part)
    unit = 2 * strategy + _games.has_won(players)
    met = np.array([np.count_nonzero(players[name]) for name in wanted], dtype=float)
    weights: list[ArrayLike | None] = [None, *(players[name] for name in wanted)]
    return met, *(block_sums(game, games, unit, 2 * len(names), each) for each in weights)


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
    _games.check_enough(result)
    count = result.manifest.players

    def seats_of(part: Result) -> Ints:
        return part.columns("players", ["seat"])["seat"].to_numpy()

    played, won, points = _won_and_scored(result, seats_of, count)
    table = pd.DataFrame({"seat": range(count), "games": played.sum(axis=0).astype(int)})
    columns.add(table, "win_share", ratio_intervals(won, played))
    columns.add(table, "mean_score", ratio_intervals(points, played))
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
    _games.check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    played, won, points = _won_and_scored(result, lambda part: _games.strategy_places(part)[1], len(names))
    table = pd.DataFrame({"strategy": names, "player_games": played.sum(axis=0).astype(int)})
    columns.add(table, "win_share", ratio_intervals(won, played))
    columns.add(table, "mean_score", ratio_intervals(points, played))
    table["fair_share"] = 1 / result.manifest.players
    return table


def _won_and_scored(result: Result, unit_of: Callable[[Result], Ints], units: int) -> tuple[Floats, ...]:
    """Return by block and unit (a seat, a strategy): players, their win shares and their scores."""

    def sums_of(part: Result) -> tuple[Floats, ...]:
        players, unit = part.columns("players", ["win_share", "score"]), unit_of(part)
        weights: tuple[ArrayLike | None, ...] = (None, players["win_share"], players["score"])
        game = _games.game_places(part, players)
        return tuple(block_sums(game, len(result), unit, units, each) for each in weights)

    return _games.summed(result, sums_of)


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

_MEASURES = tuple(
    dict.fromkeys(
        ("rounds", "market_clears", "deck_rebuilds", "score", "winning_score", "tickets_kept", "made_share",
         *_RULE_MEASURES, *FACTS)
    )
)  # fmt: skip
"""What :func:`game_facts` knows, in its order."""


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
    _games.check_enough(result)
    whole = has_whole_tables(result)

    def sums_of(part: Result) -> tuple[Floats, ...]:
        measures = _measures(part, whole)
        rows = [measures[name] for name in _MEASURES]
        values = [block_sums(game, len(result), weights=value) for game, value, _ in rows]
        weights = [block_sums(game, len(result), weights=weight) for game, _, weight in rows]
        met = np.array([np.count_nonzero(value) for _, value, _ in rows], dtype=float)
        return np.hstack(values), np.hstack(weights), met

    values, weights, met = _games.summed(result, sums_of)
    facts = pd.DataFrame(index=[0])
    for i, name in enumerate(_MEASURES):
        unused = not met[i] and name in (*_RULE_MEASURES, *PARTS.values())
        if not (unused or np.isnan(values[:, i]).any()):
            columns.add(facts, name, ratio_intervals(values[:, [i]], weights[:, [i]]))
    return facts.iloc[0].rename(None)


def _measures(part: Result, whole: bool) -> dict[str, tuple[Ints, ArrayLike, ArrayLike | None]]:
    """Return the game, the value and the weight of each row of a batch that counts for a measure."""
    of_games, turns = facts_of(part, whole), part.columns("games", ["turns", "market_clears", "deck_rebuilds"])
    players = part.columns("players", ["score", "win_share", "tickets_kept", "tickets_made", "bonus_tickets",
                                       *_RULE_MEASURES])  # fmt: skip
    of_game, of_player = _games.game_places(part, turns), _games.game_places(part, players)
    won = _games.has_won(players)
    return {
        **{name: (of_game, values, None) for name, values in of_games.items()},
        "rounds": (of_game, _games.rounds_of(part, turns["turns"]), None),
        "market_clears": (of_game, turns["market_clears"], None),
        "deck_rebuilds": (of_game, turns["deck_rebuilds"], None),
        "score": (of_player, players["score"], None),
        "winning_score": (of_player, players["score"] * won, won),
        "tickets_kept": (of_player, players["tickets_kept"], None),
        # Bonus tickets are won, not kept: with them the share could exceed 1.
        "made_share": (of_player, players["tickets_made"] - players["bonus_tickets"], players["tickets_kept"]),
        **{name: (of_player, players[name], None) for name in _RULE_MEASURES},
    }


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
    _games.check_enough(result, 1)
    names, group_of = _groups(result)
    counts = _games.value_counts(result, "score", len(names), group_of).astype(int)
    scores = np.flatnonzero(counts.any(axis=0)) + _games.LOWEST
    if width is None:
        width = WIDTH if np.ptp(scores) >= FEWEST_RANGES * WIDTH else 1
    rows = []
    for name, of_group in sorted(zip(names, counts, strict=True), key=lambda each: each[0], reverse=True):
        if not of_group.any():
            continue
        places = (np.flatnonzero(of_group) + _games.LOWEST) // width
        in_range = np.bincount(places - places[0], of_group[of_group > 0]).astype(int)
        for start, players in enumerate(in_range.tolist(), int(places[0])):
            rows.append((name, start * width, (start + 1) * width - 1, players, players / of_group.sum()))
    return pd.DataFrame(rows, columns=["group", "score_from", "score_to", "players", "share"])


def _groups(result: Result) -> tuple[list[str], Callable[[Result], Ints]]:
    """Return the names of the groups of players, and the function that tells the groups of a batch."""
    names = list(dict.fromkeys(result.strategies))
    if len(names) > 1:
        return names, lambda part: _games.strategy_places(part)[1]
    if result.manifest.players == 1:
        return ["all"], lambda part: np.zeros(part.rows("players"), np.int64)
    return ["others", "winners"], lambda part: _games.won_by(part).astype(np.int64)


@sourced
def game_lengths(result: Result) -> pd.DataFrame:
    """Return how long games are: ``value`` (rounds), ``games``, ``share`` of games.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> int(ttr.stats.game_lengths(result)["games"].sum())
    50
    """
    _games.check_enough(result, 1)
    rounds = _games.rounds_of(result, result.columns("games", ["turns"])["turns"])
    counts = np.bincount(rounds)
    value = np.arange(rounds.min(), len(counts))
    return pd.DataFrame({"value": value, "games": counts[value], "share": counts[value] / len(rounds)})


@sourced
def pieces_left(result: Result) -> pd.DataFrame:
    """Count the pieces left at the end.

    The columns are ``group`` (strategy), ``value``, ``players``, ``share`` of the group, ``piece`` (the name of the
    pieces, or ``piece`` where there are several kinds).

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> int(ttr.stats.pieces_left(result)["players"].sum())
    100
    """
    kinds = [kind.name for kind in result.game_map.rules.pieces]
    return _games.counts_by_strategy(result, "pieces_left").assign(piece=kinds[0] if len(kinds) == 1 else "piece")


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
    return _games.counts_by_strategy(result, "pieces_chosen").assign(piece=result.game_map.rules.pieces[0].name)
