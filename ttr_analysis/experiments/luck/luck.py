"""``luck``: what chance and what each player's decisions brought in a game, term by term.

*result = value at the start + luck + own decisions + decisions of the others.* All values are those of
:mod:`~ttr_analysis.experiments.luck.values`. A chance term is the value of the state that chance made, less the mean
over what it may make, so its mean over games is 0 however few roll-outs there are. A decision's term is the mean over
what chance may make of it, less the value before it; it may be positive.
"""

from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import count
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.engine.state import ActionRecord, EventRecord, Scratch
from ttr_analysis.engine.state import Game as GameRecord
from ttr_analysis.engine.view import MEMORY
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence
from ttr_analysis.experiments.beliefs.posterior import assumed_player
from ttr_analysis.experiments.luck import values
from ttr_analysis.maps import EventKind, GameMap
from ttr_analysis.play import bindings, messages
from ttr_analysis.play.game import Game
from ttr_analysis.play.simulate import simulate
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import Strategy

ROLLS: Final = 8
"""Roll-outs of each half of a value."""
DECISION: Final = "decision"
DEAL: Final = "deal"
START_SEED: Final = 1_000_003
"""Seed of the games that tell the value before the deal."""
_CHANCE: Final = {
    EventKind.DRAW_BLIND: "draw",
    EventKind.DRAW_MARKET: "market",
    EventKind.REFILL: "market",
    EventKind.DRAW_TICKETS: "tickets",
    EventKind.KEEP_TICKETS: "tickets",
    EventKind.EXCHANGE_TICKETS: "tickets",
}
TERMS: Final = (DEAL, "draw", "market", "tickets", "tunnel")
"""Kinds of chance: first hands, market and tickets offered; cards from a deck; cards turned up; tickets; tunnels."""
VALUES: Final = ("win", "lead")


def start_values(game_map: GameMap, players: int, reference: str | Strategy, games: int = 2_000) -> Floats:
    """Return the value of each seat before the deal, as wins and leads: an array of shape (players, 2)."""
    played = simulate(game_map, reference, players=players, games=games, seed=START_SEED, rotate=False, progress=False)
    rows = played.players
    best = rows.groupby("game")["score"].transform("max")
    tops = rows["score"].where(rows["score"] < best)
    second = tops.groupby(rows["game"]).transform("max").fillna(best)
    shared = (rows["score"] == best).groupby(rows["game"]).transform("sum") > 1
    lead = np.where(rows["score"] < best, rows["score"] - best, np.where(shared, 0, best - second))
    both = pd.DataFrame({"win": rows["win_share"], "lead": lead}).groupby(rows["seat"]).mean()
    return both.to_numpy()


def luck(
    game: Game,
    *,
    reference: str | Strategy = "expert",
    rolls: int = ROLLS,
    seed: int = 0,
    start: Floats | None = None,
) -> pd.DataFrame:
    """Return what each chance and each decision of a game brought each player.

    Parameters
    ----------
    game : Game
        A game from its first deal on that is over.
    reference : str or Strategy, optional
        Who has every seat in roll-outs.
    rolls : int, optional
        Roll-outs of each value, and as many again for its second estimate.
    seed : int, optional
        Of the roll-outs.
    start : ndarray, optional
        :func:`start_values`, which takes a few seconds otherwise.

    Returns
    -------
    DataFrame
        ``turn``, ``mover`` (-1 for the deal), ``term`` (``decision`` or a kind of chance), ``player``, and what it
        brought the player in wins and in points ahead of the best opponent: ``win``, ``lead``, and the two estimates
        whose mean each is (``win_1``, ``win_2``, ``lead_1``, ``lead_2``). With the value at the start (term
        ``start``), they add up to the result.

    Raises
    ------
    SetupError
        If the game is not over, or began at a given position.

    Examples
    --------
    >>> import numpy as np
    >>> game = ttr.Game("usa", players=2, seed=1).play("greedy_points")
    >>> terms = ttr.experiments.luck(game, reference="greedy_points", rolls=1, start=np.full((2, 2), 0.5))
    >>> float(terms.groupby("player")["win"].sum().round(6).loc[game.winners[0]])
    1.0
    """
    if not game.over:
        raise SetupError("the game is not over; luck and skill are told of a result")
    count("rolls", rolls, minimum=1)
    course = evidence.course_of(game)
    found = _valued(course, reference, rolls, seed)
    before = start_values(game.game_map, game.players, reference) if start is None else start
    return _table(course, found, before)


def _valued(course: evidence.Course, reference: str | Strategy, rolls: int, seed: int) -> values.Values:
    player = assumed_player(reference)
    live, decisions = course.live, len(course.places)
    actions = bindings.fresh(ActionRecord, decisions)
    for row, place in enumerate(course.places):
        bindings.write_action(actions[row], course.events[place])
    space = values.Space(
        bindings.fresh(GameRecord, 2), np.zeros((SEATS, MEMORY), np.int64), bindings.fresh(Scratch),
        bindings.fresh(ActionRecord), bindings.fresh(SeatScore, SEATS), bindings.fresh(EventRecord, 0),
    )  # fmt: skip
    shape = (values.HALVES, SEATS, len(VALUES))
    found = values.Values(
        np.zeros((decisions + 1, *shape)), np.zeros((decisions, *shape)),
        *(np.zeros(decisions, np.int64) for _ in range(3)),
    )  # fmt: skip
    messages.announce_compilation(values.value_game)
    values.value_game(
        live.tables, values.Reference(player.weights, player.choosers), space, actions, found,
        bindings.fresh(GameRecord), int(live.run.seed), live.number, rolls, (seed + 1) << 20,
    )  # fmt: skip
    return found


def _table(course: evidence.Course, found: values.Values, start: Floats) -> pd.DataFrame:
    """Return the terms of a game."""
    rows: list[dict[str, Any]] = []
    players = course.live.players

    def add(turn: int, mover: int, term: str, brought: Floats) -> None:
        for player in range(players):
            row = {"turn": turn, "mover": mover, "term": term, "player": player}
            for which, name in enumerate(VALUES):
                halves = brought[:, player, which]
                row |= {name: halves.mean(), f"{name}_1": halves[0], f"{name}_2": halves[1]}
            rows.append(row)

    begun = np.zeros_like(found.before[0])
    begun[:, :players] = start
    add(0, -1, "start", begun)
    add(0, -1, DEAL, found.before[0] - begun)
    for at, place in enumerate(course.places):
        event, mover = course.events[place], int(found.seat[at])
        if not found.agrees[at]:
            add(event.turn, mover, DECISION, found.meant[at] - found.before[at])
        if found.chance[at] or np.any(found.before[at + 1] != found.meant[at]):
            kind = _CHANCE.get(event.kind, "tunnel")
            add(event.turn, mover, kind, found.before[at + 1] - found.meant[at])
    return pd.DataFrame(rows)


def totals(terms: pd.DataFrame) -> pd.DataFrame:
    """Return for each player of a game: the result, the start, luck by kind and in all, own and others' decisions.

    Each has its two estimates, too, such as ``luck_win_1``.
    """
    rows = []
    for player, each in terms.groupby("player"):
        row: dict[str, Any] = {"player": player}
        own = each["mover"] == player
        parts = {
            "result": each["turn"] >= 0, "start": each["term"] == "start", "luck": each["term"].isin(TERMS),
            "own": (each["term"] == DECISION) & own, "others": (each["term"] == DECISION) & ~own,
            **{term: each["term"] == term for term in TERMS},
        }  # fmt: skip
        for part, chosen in parts.items():
            for name in (f"{value}{half}" for value in VALUES for half in ("", "_1", "_2")):
                row[f"{part}_{name}"] = float(each.loc[chosen, name].sum())
        rows.append(row)
    return pd.DataFrame(rows)
