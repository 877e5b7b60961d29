"""Where ``learned`` leaves ``expert``: kinds of departures, how often, when, and players that do without some.

A player without a kind plays as ``learned`` does, except where it would depart from ``expert`` in that way: there it
does what ``expert`` would do in its place. What a kind is worth is what such a player loses in the same games.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import pandas as pd

from ttr_analysis._validate import count, option
from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps import Decision, MapLike, as_map
from ttr_analysis.play.game import Game
from ttr_analysis.strategies.base import Strategy, get_strategy
from ttr_analysis.strategies.expert.player import follow_expert as ask_expert
from ttr_analysis.strategies.learned import player  # noqa: F401 # so that its source counts in the hash of this module
from ttr_analysis.strategies.shared.copies import copy_record, new_actions

KINDS: Final = {
    "waits": "draws cards where expert claims",
    "claims early": "claims where expert draws cards",
    "other track": "claims another track than expert",
    "other card": "draws another card than expert",
    "tickets": "draws tickets where expert does not, or the reverse",
    "keeps": "keeps other tickets than expert",
}
"""The kinds of departures, and what they are."""
WAITS, EARLY, TRACK, CARD, TICKETS, KEEPS = range(1, len(KINDS) + 1)
"""The number of each kind; 0 is no departure."""
LEARNED: Final = get_strategy("learned")
WITHOUT: Final = len(LEARNED.weights)
"""Place of the weight that switches kinds off: the sum of 2 to the power of their places in :data:`KINDS`."""
ask_learned: Final = LEARNED.compiled


def kind_of(theirs: int, ours: int, same: bool) -> int:
    """Return the number of the kind of a departure, from the kinds of two actions and whether these are the same."""
    if same:
        return 0
    if ours == codes.KEEP_TICKETS:
        return KEEPS
    if codes.DRAW_TICKETS in (theirs, ours):
        return TICKETS
    if theirs == codes.CLAIM:
        return TRACK if ours == codes.CLAIM else WAITS
    return EARLY if ours == codes.CLAIM else CARD


compiled_kind_of = compiled(kind_of)
"""The same for compiled code."""


def play_without(view: View, action: ActionRecord) -> None:
    """Ask ``learned``, and do as ``expert`` does where it departs in a way that is switched off."""
    theirs = new_actions(1)
    ask_expert(view, theirs[0])
    ask_learned(view, action)
    same = theirs[0].kind == action.kind and theirs[0].target == action.target
    kind = compiled_kind_of(theirs[0].kind, action.kind, same and theirs[0].number == action.number)
    if kind > 0 and (int(view.weights[WITHOUT]) >> (kind - 1)) & 1 == 1:
        copy_record(action, theirs[0])


def without(*kinds: str) -> Strategy:
    """Return ``learned`` without some kinds of departures.

    Parameters
    ----------
    *kinds : str
        Keys of :data:`KINDS`.

    Raises
    ------
    SetupError
        If there is no such kind.

    Examples
    --------
    >>> from ttr_analysis.experiments.training.departures import without
    >>> without("waits").name
    'learned without waits'
    """
    off = sum(1 << list(KINDS).index(option("kind", kind, KINDS)) for kind in dict.fromkeys(kinds))
    name = "learned without " + " and ".join(kinds) if kinds else "learned without nothing"
    weights = {**LEARNED.weights, "without": float(off)}
    return replace(
        LEARNED, name=name, function=play_without, idea="Departs from expert in some ways only.", weights=weights,
        file=__file__, explain=None, opens=None,
    )  # fmt: skip


def departures(
    game_map: MapLike, *, games: int = 200, seed: int = 0, kinds: Sequence[str] = tuple(KINDS)
) -> pd.DataFrame:
    """Count the departures of ``learned`` in games with one ``expert``.

    Parameters
    ----------
    game_map : str, Path or GameMap
    games : int, optional
        Number of games; the seats rotate.
    seed : int, optional
    kinds : sequence of str, optional
        Keys of :data:`KINDS`.

    Returns
    -------
    pandas.DataFrame
        A row for each game and kind: ``game``, ``kind``, ``departures`` (how many), ``turns`` (of its own in the
        game) and ``turn`` (mean number of its own turns at them, from 1; missing without any; 0: before the first).

    Raises
    ------
    MapError, SetupError
        If there is no such map or kind, or the number of games is not positive.

    Examples
    --------
    >>> from ttr_analysis.experiments.training.departures import departures
    >>> departures("usa", games=1, seed=1, kinds=["waits"]).columns.tolist()
    ['game', 'kind', 'departures', 'turns', 'turn']
    """
    count("games", games, minimum=1)
    found, board = [option("kind", kind, KINDS) for kind in kinds], as_map(game_map)
    rows = []
    for number in range(games):
        turns, departed = 0, dict[int, list[int]]()
        for turns, kind in _departed(Game(board, 2, seed=seed, number=number), number % 2):
            departed.setdefault(kind, []).append(turns)
        for name in found:
            at = departed.get(list(KINDS).index(name) + 1, [])
            rows.append((number, name, len(at), turns, sum(at) / len(at) if at else float("nan")))
    return pd.DataFrame(rows, columns=["game", "kind", "departures", "turns", "turn"])


def _departed(game: Game, seat: int) -> Iterator[tuple[int, int]]:
    """Play a game to the end; yield the own turn and the kind of departure at each decision of ``learned``."""
    turns = 0
    while not game.over:
        if game.player != seat:
            game.advance("expert")
            continue
        compares = game.decision in (Decision.TURN, Decision.KEEP_TICKETS)
        turns += game.decision == Decision.TURN
        theirs = game.copy().advance("expert") if compares else None
        ours = game.advance(LEARNED)
        if theirs is not None:
            same = (theirs.kind, theirs.target, theirs.number) == (ours.kind, ours.target, ours.number)
            yield turns, kind_of(int(theirs.kind), int(ours.kind), same)
