"""How good beliefs are: tickets found, reliability and Brier score, over many games of known hands."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis.engine.records import Floats
from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.experiments.beliefs.beliefs import held_before, last_turn
from ttr_analysis.experiments.beliefs.chances import Assumed
from ttr_analysis.maps import GameMap
from ttr_analysis.play import imagined
from ttr_analysis.play.game import Game
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.rules.limits import TICKETS
from ttr_analysis.stats import intervals
from ttr_analysis.strategies.base import Strategy, get_strategy

STAGES: Final = (0.25, 0.5, 0.75, 1.0)
"""Shares of a game's turns before which beliefs are judged."""
BINS: Final = 10
"""Number of bins of a reliability curve."""
METHODS: Final = ("chance", "uniform", "determinized")
"""Columns with chances: the posterior, all tickets alike, and the worlds that ``monte_carlo`` imagines."""


def stage_turns(course: evidence.Course, observer: int) -> list[int]:
    """Return a turn of the observer for each stage of a game that is over."""
    players, last = course.live.players, last_turn(course) - 1
    turns = [max(1, round(share * last)) for share in STAGES]
    return [turn - (turn - 1 - observer) % players for turn in (max(turn, players) for turn in turns)]


def uniform_chances(seen: evidence.Evidence) -> Floats:
    """Return the chance of each ticket if nothing is known but how many were kept of each offer."""
    chance, sizes = np.zeros(TICKETS), [int((seen.offer == offer).sum()) or 1 for offer in seen.offer]
    kept = np.where(seen.offer < 0, 1.0, seen.kept / np.array(sizes))
    kept = kept * (seen.until == evidence.FOREVER) * (seen.shown == evidence.UNKNOWN)
    for long, pool in ((0, seen.tickets), (1, seen.long_tickets)):
        np.add.at(chance, pool, kept[seen.long == long].sum() / max(1, len(pool)))
    return np.minimum(chance, 1.0)


def determinized_chances(live: LiveGame, seat: int, worlds: int, seed: int) -> Floats:
    """Return how often a seat holds each ticket in games that the player to move imagines."""
    chance = np.zeros(TICKETS)
    for number in range(worlds):
        private = imagined.imagine(live, seed + number).game.private[seat]
        for i in range(int(private.ticket_count)):
            chance[private.tickets[i]] += 1 / worlds
    return chance


def judge_game(
    game: Game, seat: int, observer: int, player: Assumed, *, worlds: int, seed: int = 0, determinized: int = 0
) -> pd.DataFrame:
    """Return the chances of all tickets that a seat may hold at four stages of a game that is over, and the truth.

    Parameters
    ----------
    game : Game
    seat, observer : int
    player : Assumed
    worlds : int
    seed : int, optional
    determinized : int, optional
        Number of worlds imagined as ``monte_carlo`` does; 0 for none, as they take long.
    """
    course, parts = evidence.course_of(game), []
    for stage, turn in enumerate(stage_turns(course, observer)):
        found = posterior.posterior(course, seat, turn, player, observer=observer, number=worlds, seed=seed)
        chances, uniform = found.chances(), uniform_chances(found.seen)
        held = set(held_before(course, seat, turn))
        tickets = [ticket for ticket in range(TICKETS) if uniform[ticket] > 0 or ticket in held]
        table = pd.DataFrame({"stage": stage, "turn": turn, "ticket": tickets})
        table["chance"], table["uniform"] = chances[tickets], uniform[tickets]
        if determinized:
            table["determinized"] = determinized_chances(evidence.live_before(course, turn), seat, determinized, seed)[
                tickets
            ]
        table["held"] = [ticket in held for ticket in tickets]
        table["effective_worlds"] = found.effective_worlds
        parts.append(table)
    return pd.concat(parts, ignore_index=True)


def play_judged(
    game_map: GameMap, strategy: Strategy, player: Assumed, numbers: Sequence[int], *, seed: int, worlds: int,
    determinized: int = 0,
) -> Iterator[pd.DataFrame]:  # fmt: skip
    """Play games of two players of the same strategy, and judge what one may believe of the other; yield game by game.

    In games of even numbers the second one is observed by the first, in others the first by the second.
    """
    for number in numbers:
        game = Game(game_map, 2, seed=seed, number=number).play(strategy)
        seat = (number + 1) % 2
        table = judge_game(game, seat, 1 - seat, player, worlds=worlds, seed=number, determinized=determinized)
        yield table.assign(game=number)


def fit_noise(
    game_map: GameMap, strategy: str | Strategy, *, assumed: str | Strategy = "expert", games: int = 20, seed: int,
    worlds: int = 128, rounds: int = 4,
) -> posterior.Noise:  # fmt: skip
    """Fit how often a player departs from the assumed strategy, by expectation maximisation over games of two players.

    Parameters
    ----------
    game_map : GameMap
    strategy : str or Strategy
        How the players play.
    assumed : str or Strategy, optional
        How they are assumed to play.
    games : int, optional
    seed : int
        Another one than that of the games that are judged.
    worlds, rounds : int, optional
    """
    courses = [
        evidence.course_of(Game(game_map, 2, seed=seed, number=number).play(strategy)) for number in range(games)
    ]
    noise = posterior.NOISE
    for _ in range(rounds):
        player, found = posterior.assumed_player(get_strategy(assumed), noise), np.zeros((3, 2))
        for number, course in enumerate(courses):
            seen = posterior.posterior(
                course, number % 2, last_turn(course), player, observer=1 - number % 2, number=worlds, seed=number
            )
            found += seen.agreement(noise)
        own = found[:, 0] / np.maximum(found[:, 1], 1)
        noise = posterior.Noise(*np.clip(1 - own, 0.01, 0.9).tolist())
    return noise


def found_share(table: pd.DataFrame, method: str) -> "pd.Series[float]":
    """Return, by game and stage, the share of the k tickets held that are among the k likeliest, ties by chance."""
    found = {key: _found(rows, method) for key, rows in table.groupby(["game", "stage"])}
    return pd.Series(found).rename_axis(["game", "stage"])


def _found(rows: pd.DataFrame, method: str) -> float:
    k, left, found = int(rows["held"].sum()), int(rows["held"].sum()), 0.0
    for _, tied in sorted(rows.groupby(rows[method].round(9)), key=lambda each: -each[0]):
        share = min(1.0, left / len(tied))
        found += share * float(tied["held"].sum())
        left -= min(left, len(tied))
        if not left:
            break
    return found / k if k else np.nan


def brier(table: pd.DataFrame, method: str) -> "pd.Series[float]":
    """Return, by game and stage, the mean squared difference between chance and truth over all tickets."""
    squares = pd.Series((table[method] - table["held"]) ** 2, dtype=float)
    return squares.groupby([table["game"], table["stage"]]).mean()


def scores(table: pd.DataFrame) -> pd.DataFrame:
    """Return the share found and the Brier score at each stage, with intervals over games, for each kind of chance."""
    rows: list[dict[str, Any]] = []
    for method in METHODS:
        if method not in table:
            continue
        judged = table[table[method].notna()]
        for name, values in (("found", found_share(judged, method)), ("brier", brier(judged, method))):
            for stage, each in values.dropna().groupby(level="stage"):
                rows.append({"method": method, "measure": name, "stage": stage, "value": intervals.mean(each)})
    return pd.DataFrame(rows)


def reliability(table: pd.DataFrame, method: str = "chance") -> pd.DataFrame:
    """Return how often tickets believed with about the same chance were held, as a mean over games.

    Returns
    -------
    DataFrame
        ``stage``, ``chance`` (the mean of the bin), ``held`` with its interval (Wilson by game), and ``n``, how many
        chances there were.
    """
    rows = []
    bins = np.minimum((table[method] * BINS).astype(int), BINS - 1)
    for (stage, _), each in table.groupby([table["stage"], bins]):
        share = intervals.share_by_game(each.groupby("game")["held"].mean())
        rows.append(
            {
                "stage": stage, "chance": float(each[method].mean()), "held": share.value, "held_low": share.low,
                "held_high": share.high, "n": len(each),
            }
        )  # fmt: skip
    return pd.DataFrame(rows)
