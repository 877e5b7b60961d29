"""``luck``: what chance and what each player's decisions brought in a game, term by term.

*result = value at the start + luck + own decisions + decisions of the others + what the values did not see.* All values
are those of :mod:`~ttr_analysis.experiments.luck.values`. A chance term is the value of what did come, less the mean
over all that might have come, so its mean over games is 0 however good the values are. A decision's term is the value
after it, less that after the decision of the reference player; it may be positive.
"""

from typing import Any, Final

import numpy as np
import pandas as pd

from ttr_analysis.engine.records import Floats
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence
from ttr_analysis.experiments.luck.model import value_model
from ttr_analysis.experiments.luck.terms import CHANCES, VALUES, Terms, terms_of
from ttr_analysis.play.game import Game
from ttr_analysis.strategies.base import Strategy

TOTALS: Final = ("result", "start", "luck", *CHANCES, "own", "others", "unexplained")
"""Parts of a game for one player: ``luck`` is the sum of the kinds of chance after it."""


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
        If the game is not over, or began at a given position.

    Examples
    --------
    >>> game = ttr.Game("first_journey_usa", players=2, seed=1).play("greedy_points")
    >>> terms = ttr.experiments.luck(game)
    >>> float(terms.groupby("seat")["wins"].sum().round(6).loc[game.winners[0]])
    1.0
    """
    if not game.over:
        raise SetupError("the game is not over; luck and skill are told of a result")
    course = evidence.course_of(game)
    model = value_model(game.game_map, game.players, reference)
    return _table(terms_of(course.live, course.live.number, model, seed))


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
