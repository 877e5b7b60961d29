"""Every legal action of a decision, with every legal payment."""

from collections.abc import Iterator

import numpy as np

from ttr_analysis.engine.legal import LEGAL
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.play.bindings import PAID, Records, fresh, list_payments, quick, reason_against
from ttr_analysis.rules.limits import CARDS

_KINDS_AT = {
    Decision.KEEP_TICKETS: (ActionKind.KEEP_TICKETS,),
    Decision.CHOOSE_PIECES: (ActionKind.CHOOSE_PIECES,),
    Decision.TURN: tuple(ActionKind)[: ActionKind.EXCHANGE_TICKETS + 1],
    Decision.SECOND_CARD: (ActionKind.DRAW_MARKET, ActionKind.DRAW_BLIND),
    Decision.REFILL: (ActionKind.REFILL,),
    Decision.TUNNEL: (ActionKind.PAY_TUNNEL, ActionKind.DECLINE_TUNNEL),
}


def legal_actions(tables: Records, game: Records, cards: int) -> list[Action]:
    """Return every legal action of the seat to move; none when the game is over.

    Parameters
    ----------
    tables, game : record arrays
        Arrays of one record.
    cards : int
        Number of kinds of card in the rule set.
    """
    tables, game, record = quick(tables), quick(game), quick(fresh(ActionRecord))
    public, actions = game[0].public, list[Action]()
    if public.over:
        return []
    for kind in _KINDS_AT[Decision(int(public.decision))]:
        for target, number in _candidates(tables[0], game[0], kind):
            if reason_against(tables, game, record, int(kind), target, number) != LEGAL:
                continue
            if kind in PAID:
                actions += [
                    Action(kind, target, number, paid) for paid in held_payments(tables, game, kind, target, cards)
                ]
            else:
                actions.append(Action(kind, target, number))
    return actions


def _candidates(tables: Records, game: Records, kind: ActionKind) -> Iterator[tuple[int, int]]:
    """Return all targets and numbers that an action of this kind can have, legal now or not."""
    targets = {
        ActionKind.DRAW_MARKET: tables.market_slots,
        ActionKind.DRAW_BLIND: tables.decks,
        ActionKind.REFILL: tables.decks,
        ActionKind.CLAIM: tables.tracks,
        ActionKind.BUILD_STATION: tables.cities,
        ActionKind.BUILD_HARBOUR: tables.cities,
        ActionKind.EXCHANGE_PIECES: tables.pieces,
    }
    numbers = {
        ActionKind.KEEP_TICKETS: 1 << int(game.private[int(game.public.seat)].offered_count),
        ActionKind.CHOOSE_PIECES: tables.pieces_kept + 1,
        ActionKind.EXCHANGE_PIECES: tables.supply.max() + 1,
    }
    return ((t, n) for t in range(int(targets.get(kind, 1))) for n in range(int(numbers.get(kind, 1))))


def held_payments(tables: Records, game: Records, kind: ActionKind, target: int, cards: int) -> list[tuple[int, ...]]:
    """Return every payment for a track, a building or a surcharge that the seat to move has the cards for."""
    rows = np.zeros((64, CARDS), np.int64)
    count = list_payments(tables, game, int(kind), target, rows)
    if count > len(rows):
        rows = np.zeros((count, CARDS), np.int64)
        list_payments(tables, game, int(kind), target, rows)
    return [tuple(row) for row in rows[:count, :cards].tolist()]
