"""What routes, tickets and seats are worth: tables of estimates with n and interval.

Every function takes a :class:`~ttr_analysis.results.Result` and gives a DataFrame. A column
``x`` comes with ``x_low`` and ``x_high``, the ends of its 95 % interval: Wilson's for shares
of independent games, a bootstrap by game for means and differences. Shares are 0 to 1. A
*round* is a player's own n-th turn, counted from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from ttr_analysis.blocks import Floats, Ints, block_sums, ratio_intervals
from ttr_analysis.errors import ResultError
from ttr_analysis.results import NEVER, OUTCOMES, Result
from ttr_analysis.stats import share

LEAST_GAMES = 30
"""Games from which on an interval is worth its name."""

PARTS = {
    "routes": "route_points",
    "tickets made": "ticket_points",
    "longest trail": "longest_trail_points",
    "most tickets": "most_tickets_points",
    "bonus tickets": "bonus_ticket_points",
    "harbours": "harbour_points",
    "stations": "station_points",
    "exchanges": "exchange_points",
    "tickets cut off": "failed_cut_off",
    "tickets unfinished": "failed_unfinished",
}
"""Parts of a score by the names that charts use; they add up to it."""


def check_enough(result: Result, least: int = LEAST_GAMES) -> None:
    """See that a result holds enough games for intervals.

    Raises
    ------
    ResultError
        If it holds fewer than ``least``; the message says how many are needed.
    """
    if len(result) == 0:
        raise ResultError("the result holds no games; at least 30 are needed for an interval")
    if len(result) < least:
        raise ResultError(f"{len(result)} games are too few for an interval; at least {least} are needed")


def route_values(result: Result, by: Literal["track", "route"] = "track") -> pd.DataFrame:
    """How often, when and at what price tracks are claimed, and whether winners claim them.

    Parameters
    ----------
    result : Result
    by : {"track", "route"}
        A row a track, or a row a route: all tracks of one kind between two cities.

    Returns
    -------
    pandas DataFrame
        ``track`` (index on the map; of the first track of a route), ``name``, ``city_a``,
        ``city_b``, ``length``, ``color``, ``kind``, ``points``; ``games``, ``player_games``
        and ``claims`` (the n of what follows); ``claim_share`` of games (Wilson);
        ``player_share`` of player-games (Wilson); ``winner_lift``: share among winners
        minus share among the others; ``claim_round``; ``cards_paid`` and ``wilds_paid``
        (means over claims). NaN where there was no claim.

    Raises
    ------
    ResultError
        If there are too few games.
    """
    check_enough(result)
    unit_of, rows = _units(result, by)
    count = len(rows)
    claims = result.tracks
    unit = unit_of[claims["track"].to_numpy()]
    game = _game_places(result, claims)
    won = _won(result)[game * result.manifest.players + claims["seat"].to_numpy()]

    def sums(weights: ArrayLike | None = None) -> Floats:
        return block_sums(game, len(result), unit, count, weights)

    taken = np.bincount(np.unique(game * count + unit) % count, minlength=count)
    claimed = sums()
    total = claimed.sum(axis=0)
    winners, others = _winners_and_others(result)
    table = pd.DataFrame(rows)
    table["games"], table["player_games"], table["claims"] = len(result), len(result.players), total.astype(int)
    _add_share(table, "claim_share", taken, len(result))
    _add_share(table, "player_share", total, len(result.players))
    _add(table, "winner_lift", ratio_intervals(sums(won), winners, sums(~won), others))
    _add(table, "claim_round", ratio_intervals(sums(_round(result, claims["turn"])), claimed))
    _add(table, "cards_paid", ratio_intervals(sums(claims["cards"]), claimed))
    _add(table, "wilds_paid", ratio_intervals(sums(claims["locomotives"]), claimed))
    return table


def ticket_outcomes(result: Result) -> pd.DataFrame:
    """What became of each ticket that was kept.

    Returns
    -------
    pandas DataFrame
        A row a ticket of the map: ``ticket``, ``name``, ``points`` (printed), ``deck``,
        ``player_games`` and ``kept`` (the n of what follows); ``kept_share`` of
        player-games; ``made_share``, ``cut_off_share``, ``unfinished_share`` and
        ``difficulty`` (not made), of those kept (Wilson); ``made_round`` (mean, of those
        made) and ``mean_points`` gained or lost (of those kept; bootstrap).

    Raises
    ------
    ResultError
        If there are too few games.
    """
    check_enough(result)
    kept, tickets = result.tickets, result.map.tickets
    code = kept["ticket"].to_numpy()
    count = len(tickets)
    game = _game_places(result, kept)
    table = pd.DataFrame(
        [{"ticket": t.index, "name": t.name, "points": t.points, "deck": t.deck} for t in tickets],
    )
    total = np.bincount(code, minlength=count)
    table["player_games"], table["kept"] = len(result.players), total
    _add_share(table, "kept_share", total, len(result.players))
    for number, outcome in enumerate(OUTCOMES):
        ended = np.bincount(code[kept["outcome"] == number], minlength=count)
        _add_share(table, f"{outcome.replace(' ', '_')}_share", ended, total)
        if number == 0:
            _add_share(table, "difficulty", total - ended, total)
    made = (kept["completed_turn"] != NEVER).to_numpy()
    rounds = np.where(made, _round(result, kept["completed_turn"]), 0)

    def sums(weights: ArrayLike | None = None) -> Floats:
        return block_sums(game, len(result), code, count, weights)

    _add(table, "made_round", ratio_intervals(sums(rounds), sums(made)))
    _add(table, "mean_points", ratio_intervals(sums(kept["points"]), sums()))
    return table


def score_parts(result: Result) -> pd.DataFrame:
    """Mean scores taken apart, for all players, winners and the others.

    Returns
    -------
    pandas DataFrame
        A row a strategy, group of its players (``who``: ``all``, ``winners``, ``others``)
        and ``part`` (:data:`PARTS` that occur, and ``score``): ``mean`` in points
        (bootstrap), and ``players``, their number.
    """
    check_enough(result)
    players = result.players
    game = _game_places(result, players)
    names = np.array(result.strategies)[players["strategy"].to_numpy()]
    won = _won(result)
    columns = {part: column for part, column in PARTS.items() if players[column].any() or part == "routes"}
    columns["score"] = "score"
    rows: list[dict[str, Any]] = []
    for strategy in dict.fromkeys(result.strategies):
        for who, chosen in (("all", won | ~won), ("winners", won), ("others", ~won)):
            mask = chosen & (names == strategy)
            if not mask.any():
                continue
            points = [block_sums(game[mask], len(result), weights=players.loc[mask, c]) for c in columns.values()]
            means = ratio_intervals(np.hstack(points), block_sums(game[mask], len(result)))
            for part, mean, low, high in zip(columns, *means, strict=True):
                rows.append(
                    {"strategy": strategy, "who": who, "part": part, "mean": mean, "mean_low": low, "mean_high": high,
                     "players": int(mask.sum())}
                )  # fmt: skip
    return pd.DataFrame(rows)


def win_share_by_seat(result: Result) -> pd.DataFrame:
    """Share of games won by each seat; a shared win counts in parts.

    Returns
    -------
    pandas DataFrame
        ``seat``, ``games``, ``win_share`` (bootstrap), ``fair_share``, ``mean_score`` (bootstrap).
    """
    check_enough(result)
    seats = result.players["seat"].to_numpy()
    count = result.manifest.players
    game = _game_places(result, result.players)
    played = block_sums(game, len(result), seats, count)
    table = pd.DataFrame({"seat": range(count), "games": len(result)})
    for name, column in (("win_share", "win_share"), ("mean_score", "score")):
        sums = block_sums(game, len(result), seats, count, result.players[column])
        _add(table, name, ratio_intervals(sums, played))
    table["fair_share"] = 1 / count
    return table


def win_share_by_strategy(result: Result) -> pd.DataFrame:
    """Share of games that one player of each strategy wins; a shared win counts in parts.

    Returns
    -------
    pandas DataFrame
        ``strategy``, ``player_games``, ``win_share`` (bootstrap), ``fair_share``,
        ``mean_score`` (bootstrap).
    """
    check_enough(result)
    names = list(dict.fromkeys(result.strategies))
    place = np.array([names.index(name) for name in result.strategies])[result.players["strategy"].to_numpy()]
    game = _game_places(result, result.players)
    played = block_sums(game, len(result), place, len(names))
    table = pd.DataFrame({"strategy": names, "player_games": played.sum(axis=0).astype(int)})
    for name, column in (("win_share", "win_share"), ("mean_score", "score")):
        sums = block_sums(game, len(result), place, len(names), result.players[column])
        _add(table, name, ratio_intervals(sums, played))
    table["fair_share"] = 1 / result.manifest.players
    return table


def game_facts(result: Result) -> pd.Series[float]:
    """Means over games with their intervals: ``rounds``, ``market_clears``, ``deck_rebuilds``, ``score`` …

    Returns
    -------
    pandas Series
        ``rounds``, ``rounds_low``, ``rounds_high`` and so on; ``score`` and
        ``winning_score`` are points a player.
    """
    check_enough(result)
    games, players = result.games, result.players
    of_game = np.arange(len(games))
    of_player = _game_places(result, players)
    won = _won(result)
    measures: dict[str, tuple[Ints, ArrayLike, ArrayLike]] = {
        "rounds": (of_game, games["turns"] / result.manifest.players, np.ones(len(games))),
        "market_clears": (of_game, games["market_clears"], np.ones(len(games))),
        "deck_rebuilds": (of_game, games["deck_rebuilds"], np.ones(len(games))),
        "score": (of_player, players["score"], np.ones(len(players))),
        "winning_score": (of_player, players["score"] * won, won),
        "tickets_kept": (of_player, players["tickets_kept"], np.ones(len(players))),
        "made_share": (of_player, players["tickets_made"], players["tickets_kept"]),
    }
    facts: dict[str, float] = {}
    for name, (game, value, weight) in measures.items():
        sums = [block_sums(game, len(result), weights=each) for each in (value, weight)]
        mean, low, high = ratio_intervals(sums[0], sums[1])
        facts |= {name: float(mean[0]), f"{name}_low": float(low[0]), f"{name}_high": float(high[0])}
    return pd.Series(facts)


def score_distribution(result: Result, width: int = 5) -> pd.DataFrame:
    """How scores are spread, in ranges of ``width`` points.

    Returns
    -------
    pandas DataFrame
        ``group`` (the strategy; with a single one: winners and others), ``score_from``,
        ``score_to``, ``players``, ``share`` of the group.
    """
    players = result.players
    if len(set(result.strategies)) > 1:
        groups = np.array(result.strategies)[players["strategy"].to_numpy()]
    else:
        groups = np.where(_won(result), "winners", "others")
    start = players["score"].to_numpy() // width * width
    rows = []
    for name in sorted(set(groups), reverse=True):
        chosen = start[groups == name]
        for value in range(chosen.min(), chosen.max() + 1, width):
            rows.append((name, value, value + width - 1, int((chosen == value).sum()), float((chosen == value).mean())))
    return pd.DataFrame(rows, columns=["group", "score_from", "score_to", "players", "share"])


def game_lengths(result: Result) -> pd.DataFrame:
    """How long games are: ``value`` (rounds), ``games``, ``share`` of games."""
    rounds = _round(result, result.games["turns"])
    counts = np.bincount(rounds)
    value = np.arange(rounds.min(), len(counts))
    return pd.DataFrame({"value": value, "games": counts[value], "share": counts[value] / len(rounds)})


def pieces_left(result: Result) -> pd.DataFrame:
    """Pieces left at the end: ``group`` (strategy), ``value``, ``players``, ``share`` of the group."""
    frames = []
    names = np.array(result.strategies)[result.players["strategy"].to_numpy()]
    for name in dict.fromkeys(result.strategies):
        counts = np.bincount(result.players["pieces_left"].to_numpy()[names == name])
        frames.append(
            pd.DataFrame(
                {"group": name, "value": range(len(counts)), "players": counts, "share": counts / counts.sum()}
            )
        )
    return pd.concat(frames, ignore_index=True)


def claim_turns_by_length(result: Result) -> pd.DataFrame:
    """Rounds in which tracks are claimed, by their ``length``: ``claims`` and quantiles ``q05`` to ``q95``."""
    lengths = np.array([track.length for track in result.map.tracks])[result.tracks["track"].to_numpy()]
    rounds = _round(result, result.tracks["turn"])
    shares = (0.05, 0.25, 0.5, 0.75, 0.95)
    rows = [
        {"length": int(length), "claims": int((lengths == length).sum())}
        | {f"q{round(100 * level):02d}": float(np.quantile(rounds[lengths == length], level)) for level in shares}
        for length in np.unique(lengths)
    ]
    return pd.DataFrame(rows)


def _units(result: Result, by: str) -> tuple[Ints, list[dict[str, Any]]]:
    """For each track the row it counts in, and the rows' first columns."""
    places: dict[object, int] = {}
    unit_of = np.zeros(len(result.map.tracks), dtype=np.int64)
    rows = []
    for track in result.map.tracks:
        key = track.index if by == "track" else (track.pair, track.kind)
        if key not in places:
            places[key] = len(places)
            name = track.name if by == "track" else f"{track.city_a}-{track.city_b}"
            rows.append(
                {"track": track.index, "name": name, "city_a": track.city_a, "city_b": track.city_b,
                 "length": track.length, "color": track.color, "kind": track.kind,
                 "points": result.map.rules.route_points[track.length]}
            )  # fmt: skip
        unit_of[track.index] = places[key]
    return unit_of, rows


def _game_places(result: Result, rows: pd.DataFrame) -> Ints:
    """Position of each row's game in the table of games."""
    return np.searchsorted(result.games["game"].to_numpy(), rows["game"].to_numpy())


def _won(result: Result) -> NDArray[np.bool_]:
    return (result.players["win_share"] > 0).to_numpy()


def _winners_and_others(result: Result) -> tuple[Floats, Floats]:
    """Numbers of winners and of other players in each block, shape (blocks, 1)."""
    game, won = _game_places(result, result.players), _won(result)
    return block_sums(game, len(result), weights=won), block_sums(game, len(result), weights=~won)


def _round(result: Result, turns: pd.Series[int]) -> Ints:
    return -(-turns.to_numpy().astype(np.int64) // result.manifest.players)


def _add(table: pd.DataFrame, name: str, interval: Sequence[Floats]) -> None:
    for end, values in zip(("", "_low", "_high"), interval, strict=True):
        table[f"{name}{end}"] = values


def _add_share(table: pd.DataFrame, name: str, successes: ArrayLike, number: ArrayLike) -> None:
    hits, tries = np.broadcast_arrays(np.asarray(successes, dtype=int), np.asarray(number, dtype=int))
    estimates = [share(int(hit), int(tried)) for hit, tried in zip(hits, tries, strict=True)]
    columns = np.array([(estimate.value, estimate.low, estimate.high) for estimate in estimates])
    _add(table, name, tuple(columns.T))
