"""Every legal action of a decision, with every legal payment, by number."""

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.legal import LEGAL, check_decision, costs_cards
from ttr_analysis.engine.payments import payments
from ttr_analysis.engine.records import Ints
from ttr_analysis.engine.state import ActionRecord, Game, Private, Tables
from ttr_analysis.rules.limits import PIECES


@compiled
def targets_of(tables: Tables, kind: int) -> int:
    """Return how many targets a kind of action has, legal now or not; 1 if it has none."""
    if kind == codes.DRAW_MARKET:
        return tables.market_slots
    if kind == codes.DRAW_BLIND or kind == codes.REFILL:
        return tables.decks
    if kind == codes.CLAIM:
        return tables.tracks
    if kind == codes.BUILD_STATION or kind == codes.BUILD_HARBOUR:
        return tables.cities
    return tables.pieces if kind == codes.EXCHANGE_PIECES else 1


@compiled
def numbers_of(tables: Tables, private: Private, kind: int) -> int:
    """Return how many numbers, from 0 on, a kind of action can have, legal now or not."""
    if kind == codes.KEEP_TICKETS:
        return 1 << private.offered_count
    if kind == codes.CHOOSE_PIECES:
        return tables.pieces_kept + 1
    most = 0
    if kind == codes.EXCHANGE_PIECES:
        for piece in range(PIECES):
            most = max(most, tables.supply[piece])
    return most + 1


@compiled
def list_actions(tables: Tables, game: Game, action: ActionRecord, first: int, heads: Ints, cards: Ints) -> int:
    """Count the legal actions of the seat to move, and write those from number ``first`` on.

    Parameters
    ----------
    action : ActionRecord
        Scratch space.
    first : int
    heads : ndarray
        A row for each action that there is room for; kind, target and number are written into it.
    cards : ndarray
        Room for as many payments. That of an action that costs no cards is left as it is.

    Returns
    -------
    int
        How many there are; counting may stop once there is no room left.
    """
    public, private, count = game.public, game.private[game.public.seat], 0
    if public.over:
        return 0
    for kind in range(codes.PASS):
        for target in range(targets_of(tables, kind)):
            for number in range(numbers_of(tables, private, kind)):
                action.kind, action.target, action.number = kind, target, number
                if check_decision(tables, game, action) != LEGAL:
                    continue
                more = 1
                if costs_cards(kind):
                    more = payments(tables, public, private.hand, kind, target, first - count, cards)
                for place in range(max(0, count - first), min(heads.shape[0], count - first + more)):
                    heads[place, 0], heads[place, 1], heads[place, 2] = kind, target, number
                count += more
    return count
