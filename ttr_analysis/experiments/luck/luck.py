"""``luck``: what chance and what each player's decisions brought in a game, term by term.

*result = value at the start + luck + own decisions + decisions of the others + what the values did not see.* All values
are those of :mod:`~ttr_analysis.experiments.luck.values`. A chance term is the value of what did come, less the mean
over all that might have come, so its mean over games is 0 however good the values are. A decision's term is the value
after it, less that after the decision of the reference player; it may be positive.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis._validate import check_seed, instance
from ttr_analysis.engine import state
from ttr_analysis.engine.records import Floats, Ints
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence
from ttr_analysis.experiments.luck import model, outcomes
from ttr_analysis.maps import EventKind
from ttr_analysis.play import bindings, live_game, messages
from ttr_analysis.play.game import Game
from ttr_analysis.strategies.base import Strategy

VALUES: Final = ("wins", "points")
"""What terms are measured in: shares of a win, and points ahead of the best opponent."""
CHANCES: Final = ("deal", "market", "draw", "tickets", "tunnel")
"""Kinds of chance: first hands, market and tickets offered; cards turned up; cards from a deck; tickets; tunnels."""
SALT: Final = 0x2B5A_17DE_C000_0000
GAME_BITS: Final = 40
"""Imagined decks are seeded by another number than those that are played, and by the game from this bit on."""
_KINDS: Final = {
    EventKind.MARKET_CARD: 1, EventKind.CARD_DEALT: 2, EventKind.TICKET_OFFERED: 3, EventKind.TICKET_REPLACED: 3,
    EventKind.TUNNEL_CARD: 4,
}  # fmt: skip
"""Places in :data:`CHANCES`; of several kinds that follow a decision, the last counts."""
TOTALS: Final = ("result", "start", "luck", *CHANCES, "own", "others", "unexplained")
"""Parts of a game for one player: ``luck`` is the sum of the kinds of chance after it."""


@dataclass(frozen=True)
class Terms:
    """The terms of a game, decision by decision.

    Attributes
    ----------
    event, turn, mover, chance : array of int64, (decisions,)
        The place of each decision in the log, its turn, who made it, and the place in :data:`CHANCES` of what chance
        made of it; 0 if it had no part.
    luck, decided, unexplained : array of float64, (decisions, players, 2)
        What chance brought each seat, what the decision did, and how far the value before it was wrong.
    start, deal, result : array of float64, (players, 2)
    """

    event: Ints
    turn: Ints
    mover: Ints
    chance: Ints
    luck: Floats
    decided: Floats
    unexplained: Floats
    start: Floats
    deal: Floats
    result: Floats


def terms_of(live: live_game.LiveGame, number: int, fitted: model.ValueModel, seed: int = 0) -> Terms:
    """Return the terms of game ``number``, which has just been played on these records and logged.

    Raises
    ------
    SetupError
        If the log does not begin with the deal of that game.
    """
    events: Any = live.log[: int(live.game.log_size)]
    decisions = int((events.kind < EventKind.PASS).sum())
    games = bindings.fresh(state.Game, 4)
    games[0] = live._fresh_game()[0]
    space = model.new_space(games, len(events), ((SALT + seed) % (1 << 62), number << GAME_BITS))
    shape = model.no_value().shape
    numbers = [np.zeros(decisions, np.int64) for _ in range(5)]
    found = outcomes.Found(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
        np.zeros((decisions + 1, *shape)), np.zeros((decisions, *shape)), np.zeros((decisions, *shape)),
    )  # fmt: skip
    messages.announce_compilation(outcomes.value_game)
    outcomes.value_game(
        live.tables, fitted.player, fitted.fitted, space, events, bindings.fresh(state.ActionRecord, 2),
        model.no_value(), found, int(live.run.seed), number,
    )  # fmt: skip
    again = int(games[0].log_size)
    if again > len(events) or space.log[:again].tobytes() != events[:again].tobytes() or not games[0].public.over:
        raise SetupError("luck is told of a whole game from its deal on, but this one began at a given position")
    return _terms(found, events, live.players, model.start_of(fitted, live))


def _terms(found: outcomes.Found, events: Any, players: int, start: Floats) -> Terms:
    before, expected, meant = (each[:, :players] for each in (found.before, found.expected, found.meant))
    return Terms(
        found.event, found.turn, found.seat, np.where(found.chance > 0, _chances(found.event, events), 0),
        before[1:] - meant, meant - expected, expected - before[:-1], start, before[0] - start, before[-1],
    )  # fmt: skip


def _chances(places: Ints, events: Any) -> Ints:
    """Return the kind of chance that followed each decision."""
    kinds = np.zeros(len(events), np.int64)
    for kind, place in _KINDS.items():
        kinds[events.kind == kind] = place
    return np.maximum.reduceat(kinds, places)


def luck(game: Game, *, reference: str | Strategy = "expert", seed: int = 0) -> pd.DataFrame:
    """Return what each chance and each decision of a game brought each player.

    Parameters
    ----------
    game : Game
        A game from its first deal on that is over.
    reference : str or Strategy, optional
        Who has every seat in the games that tell what states are worth. The first call for a map and a number of
        players takes some seconds to fit that.
    seed : int, optional
        Of the outcomes over which means are taken where they are too many to list.

    Returns
    -------
    DataFrame
        ``event`` (place of the decision in ``game.events``; -1 for what came before the first), ``turn``, ``mover``
        (who decided; -1 for the deal), ``kind`` (``start``, a kind of chance, ``decision`` or ``unexplained``),
        ``seat``, and what it brought that seat: ``wins`` (shares of a win) and ``points`` (ahead of the best
        opponent). For each seat they add up to the result. Terms that bring nobody anything are left out.

    Raises
    ------
    SetupError
        If the game is not over, or began at a given position, or is one of those to which values are fitted.
    StrategyError
        If the reference player cannot be compiled or is too slow.

    Examples
    --------
    >>> game = ttr.Game("first_journey_usa", players=2, seed=1).play("greedy_points")
    >>> terms = ttr.experiments.luck(game)
    >>> terms.columns.tolist()
    ['event', 'turn', 'mover', 'kind', 'seat', 'wins', 'points']
    """
    check_seed("seed", seed)
    if not instance("game", game, Game, 'ttr.Game("usa", 2)').over:
        raise SetupError("the game is not over; luck and skill are told of a result")
    course = evidence.course_of(game)
    model.check_judged(int(course.live.run.seed))
    fitted = model.value_model(game.game_map, game.players, reference)
    return _table(terms_of(course.live, course.live.number, fitted, seed))


def _table(terms: Terms) -> pd.DataFrame:
    """Return the terms of a game as rows."""
    rows: list[dict[str, Any]] = []

    def add(event: int, turn: int, mover: int, kind: str, brought: Floats) -> None:
        if np.any(brought != 0.0):
            where = {"event": event, "turn": turn, "mover": mover, "kind": kind}
            for seat, (wins, points) in enumerate(brought.tolist()):
                rows.append(where | {"seat": seat, "wins": wins, "points": points})

    add(-1, 0, -1, "start", terms.start)
    add(-1, 0, -1, "deal", terms.deal)
    for at, (event, turn, mover) in enumerate(zip(terms.event, terms.turn, terms.mover, strict=True)):
        where = int(event), int(turn), int(mover)
        add(*where, "decision", terms.decided[at])
        add(*where, CHANCES[terms.chance[at]], terms.luck[at])
        add(*where, "unexplained", terms.unexplained[at])
    return pd.DataFrame(rows, columns=["event", "turn", "mover", "kind", "seat", *VALUES])


def totals_of(terms: Terms) -> dict[str, Floats]:
    """Return the sums of the terms of a game: for each of :data:`TOTALS`, an array of shape (players, 2)."""
    seats = np.arange(len(terms.start))
    own = terms.mover[:, None] == seats
    parts = {"result": terms.result, "start": terms.start, "deal": terms.deal}
    for place, kind in enumerate(CHANCES[1:], 1):
        parts[kind] = terms.luck[terms.chance == place].sum(axis=0)
    parts["luck"] = sum((parts[kind] for kind in CHANCES), np.zeros_like(terms.start))
    parts["own"] = (terms.decided * own[..., None]).sum(axis=0)
    parts["others"] = (terms.decided * ~own[..., None]).sum(axis=0)
    parts["unexplained"] = terms.unexplained.sum(axis=0)
    return {name: parts[name] for name in TOTALS}
