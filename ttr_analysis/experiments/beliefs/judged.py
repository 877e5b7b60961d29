"""How good beliefs are: tickets found, reliability and Brier score, over many games of known hands."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import shown
from ttr_analysis.engine import codes
from ttr_analysis.engine.records import Floats, Ints
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.experiments.beliefs.beliefs import held_before, last_turn
from ttr_analysis.experiments.beliefs.chances import Assumed
from ttr_analysis.maps import EventKind, GameMap
from ttr_analysis.play import imagined
from ttr_analysis.play.game import Game
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.rules.limits import TICKETS
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies.base import Strategy, get_strategy

STAGES: Final = (0.25, 0.5, 0.75, 1.0)
"""Shares of a game's turns before which beliefs are judged."""
BINS: Final = 10
"""Number of bins of a reliability curve."""
FIT_PLANS: Final = 4
"""With how many priorities a strategy is asked at each decision when e is fitted."""
ROUNDS: Final = 100
"""Rounds of expectation maximisation."""
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
        table["effective_hands"] = found.effective_hands
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


def true_hand(course: evidence.Course, seat: int, seen: evidence.Evidence) -> tuple[Ints, Ints]:
    """Return the tickets that a seat was given, and which of them it kept, where the evidence has them."""
    given, kept = list[int](), list[int]()
    for event in course.events:
        if event.seat == seat and event.kind in (EventKind.TICKET_OFFERED, EventKind.TICKET_REPLACED):
            given.append(event.target)
            kept += [1] if event.kind == EventKind.TICKET_REPLACED else []
        elif event.seat == seat and event.kind == EventKind.KEEP_TICKETS:
            kept += [event.number >> i & 1 for i in range(len(given) - len(kept))]
    number, shown = len(seen.born), set(seen.shown.tolist())
    left = iter([ticket for ticket in given[:number] if ticket not in shown])
    tickets = [ticket if ticket != evidence.UNKNOWN else next(left) for ticket in seen.shown.tolist()]
    return np.array(tickets, np.int64), np.array(kept[:number], np.int64)


_KINDS: Final = {codes.AT_TURN: 0, codes.AT_SECOND: 1, codes.AT_KEEP: 2}


def agreement(course: evidence.Course, seat: int, player: Assumed, seed: int = 0) -> pd.DataFrame:
    """Return how far a strategy would have made the moves of a seat, with the tickets that it had.

    Returns
    -------
    DataFrame
        A row for each decision: ``kind`` (0 a turn, 1 a second card, 2 a choice of tickets), ``agrees``, the share of
        imagined cards and priorities with which the strategy makes the move, and ``others``, the chance of the move
        among all that are legal.
    """
    seen = evidence.evidence_of(course, seat, last_turn(course) + 1, 1 - seat)
    walk = posterior.Walk(course, seen, player, number=1, plans=FIT_PLANS)
    tickets, kept = true_hand(course, seat, seen)
    walk.draw(seed)
    walk.judge(tickets, kept)
    decisions = [int(each) for each in seen.publics.decision]
    return pd.DataFrame(
        {
            "kind": [_KINDS[each] for each in decisions], "agrees": walk.space.agrees, "others": walk.space.others,
        }
    )  # fmt: skip


def fit_noise(
    game_map: GameMap, strategy: str | Strategy, *, assumed: str | Strategy = "expert", games: int = 20, seed: int,
) -> posterior.Noise:  # fmt: skip
    """Fit how often a player departs from the assumed strategy, by maximum likelihood over games of two players.

    In these games the tickets are known; cards and priorities are imagined as they are where they are not.

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
    """
    player = posterior.assumed_player(get_strategy(assumed))
    courses = [evidence.course_of(Game(game_map, 2, seed=seed, number=n).play(strategy)) for n in range(games)]
    moves = pd.concat([agreement(course, n % 2, player, seed=n) for n, course in enumerate(courses)])
    found = {kind: _departs(each) for kind, each in moves.groupby("kind")}
    return posterior.Noise(*(found.get(kind, posterior.NOISE[kind]) for kind in range(3)))


def _departs(moves: pd.DataFrame) -> float:
    """Return e by expectation maximisation."""
    noise, agrees, others = 0.3, moves["agrees"].to_numpy(), moves["others"].to_numpy()
    for _ in range(ROUNDS):
        own = (1 - noise) * agrees
        noise = float(np.clip(1 - np.mean(own / (own + noise * others)), 0.01, 0.9))
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
    """Return the share found and the Brier score at each stage, for each kind of chance.

    Intervals are over games: of shares Wilson's, of Brier scores those of a bootstrap.
    """
    rows: list[dict[str, Any]] = []
    for method in METHODS:
        if method not in table:
            continue
        judged = table[table[method].notna()]
        for name, values in (("found", found_share(judged, method)), ("brier", brier(judged, method))):
            for stage, each in values.dropna().groupby(level="stage"):
                by_game = each.groupby(level="game").mean()
                value = (
                    intervals.share_by_game(by_game)
                    if name == "found"
                    else intervals.mean_by_game(by_game, by_game.index.to_numpy())
                )
                rows.append({"method": method, "measure": name, "stage": stage, "value": value})
    return pd.DataFrame(rows)


def reliability(table: pd.DataFrame, method: str = "chance") -> pd.DataFrame:
    """Return how often tickets believed with about the same chance were held, as means over games.

    Parameters
    ----------
    table : DataFrame
        A row for each ticket that might be held: ``game``, its chance (``method``), and whether it was ``held``; such
        as :func:`ttr_analysis.experiments.beliefs.judged.play_judged` yields game by game.
    method : str, optional
        The column of the chances.

    Returns
    -------
    DataFrame
        For each tenth from 0 to 1: ``believed``, the mean chance, ``held`` with its interval (Wilson by game, from at
        most as many trials as there are chances), ``n``, how many chances there were, and ``games``, in how many games.

    Raises
    ------
    SetupError
        If this is no such table, has no rows, or a chance is not from 0 to 1.

    Examples
    --------
    >>> table = pd.DataFrame({"game": [1, 1, 2, 2], "chance": [0.9, 0.1, 0.9, 0.1], "held": [True, False, True, False]})
    >>> ttr.experiments.reliability(table)[["believed", "held", "n"]]
       believed  held  n
    0       0.1   0.0  2
    1       0.9   1.0  2
    """
    such_as = "pd.concat(play_judged(...))"
    if not isinstance(method, str):
        raise SetupError(f"method must be the name of a column, not {shown(method)}")
    columns.with_columns(
        "table", columns.with_numbers("table", table, [method, "held"], such_as, 0, 1), ["game"], such_as
    )
    if not len(table) or table["game"].isna().any():
        raise SetupError("table has no rows" if not len(table) else "table: column 'game' has missing values")
    rows = []
    for _, each in table.groupby(np.minimum((table[method] * BINS).astype(int), BINS - 1)):
        by_game = each.groupby("game")[[method, "held"]].mean()
        share = intervals.share_by_game(by_game["held"].astype(float), most_trials=len(each))
        rows.append(
            {
                "believed": float(by_game[method].mean()), "held": share.value, "held_low": share.low,
                "held_high": share.high, "n": len(each), "games": len(by_game),
            }
        )  # fmt: skip
    found = pd.DataFrame(rows)
    found.attrs.update({key: table.attrs[key] for key in ("source",) if key in table.attrs})
    found.attrs["made_by"] = ["experiments.reliability", *found.columns]
    found.attrs["intervals"] = {"held": ["wilson by game", intervals.CONFIDENCE]}
    return found
