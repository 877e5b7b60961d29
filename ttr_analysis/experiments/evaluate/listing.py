"""Which actions of a decision are tried: sensible ones, listed by compiled code as ``expert`` sees the game.

In a turn these are the action of ``expert``, what ``monte_carlo`` would try (the card that is worth most, a
locomotive, tickets), one action for each kind of card that lies face up and for each deck, one for each track that
the hand can pay for (of equal tracks beside each other only one), with the payment that ``expert`` would choose, and
a station, a harbour or an exchange of tickets where strategies would think of it. At the second card: each kind of
card and each deck. For a choice of tickets: every subset that may be kept. At a tunnel: paying and giving up. For a
mix of pieces: that of ``expert``, and some others at equal distances.
"""

from typing import Final

import numpy as np

from ttr_analysis.engine import codes, legal, random_stream, view
from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats, Records
from ttr_analysis.engine.state import EMPTY, ActionRecord, Game, Tables
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import decide
from ttr_analysis.strategies.expert import candidates, player
from ttr_analysis.strategies.shared import buildings, claims, copies, paying

ROOM: Final = 512
"""Actions of a decision that there is room for: more than there are tracks and subsets of an offer; the last one is
scratch space."""
MIXES: Final = 8
"""Mixes of pieces that are tried."""


@compiled
def lies_earlier(view: View, slot: int) -> bool:
    """Return whether a market slot before this one holds the same kind of card."""
    for earlier in range(slot):
        if view.public.market[earlier] == view.public.market[slot]:
            return True
    return False


@compiled
def add_cards(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add drawing each kind of card that lies face up, and drawing from each deck."""
    taken = EMPTY
    if actions[0].kind == codes.DRAW_MARKET:  # the expert may take another card of the same kind
        taken = view.public.market[actions[0].target]
    for slot in range(view.tables.market_slots):
        card = view.public.market[slot]
        if card != EMPTY and card != taken and not lies_earlier(view, slot):
            decide(action, codes.DRAW_MARKET, slot, 0)
            count = candidates.add_candidate(actions, count, action)
    for deck in range(view.tables.decks):
        decide(action, codes.DRAW_BLIND, deck, 0)
        count = candidates.add_candidate(actions, count, action)
    return count


@compiled
def add_tracks(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add claiming each track that the hand can pay for; of equal tracks beside each other only one."""
    tables, before = view.tables, count
    count = candidates.add_claims(view, action, actions, count, view.public.open_count)
    kept = before
    for i in range(before, count):
        track, equal = actions[i].target, False
        for j in range(kept):
            other = actions[j].target
            if actions[j].kind == codes.CLAIM and tables.track_route[other] == tables.track_route[track]:
                equal = equal or are_alike(tables, track, other)
        if not equal:
            copies.copy_record(actions[kept], actions[i])
            kept += 1
    return kept


@compiled
def are_alike(tables: Tables, track: int, other: int) -> bool:
    """Return whether two tracks of a route have the same price and points."""
    alike: bool = (
        tables.track_color[track] == tables.track_color[other]
        and tables.track_purse[track] == tables.track_purse[other]
        and tables.track_length[track] == tables.track_length[other]
        and tables.track_points[track] == tables.track_points[other]
        and tables.track_reveals[track] == tables.track_reveals[other]
        and tables.track_wilds[track] == tables.track_wilds[other]
        and tables.track_set[track] == tables.track_set[other]
        and tables.track_pairs[track] == tables.track_pairs[other]
    )
    return alike


@compiled
def add_others(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add what else a turn may be used for: tickets, buildings, other tickets for those held."""
    decide(action, codes.DRAW_TICKETS, 0, 0)
    count = candidates.add_candidate(actions, count, action)
    if buildings.build_station(view, action):
        count = candidates.add_candidate(actions, count, action)
    if buildings.build_harbour(view, action):
        count = candidates.add_candidate(actions, count, action)
    decide(action, codes.EXCHANGE_TICKETS, 0, 0)
    return candidates.add_candidate(actions, count, action)


@compiled
def add_mixes(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add mixes of pieces at equal distances."""
    least, most = legal.min_first_pieces(view.tables), legal.max_first_pieces(view.tables)
    for step in range(MIXES):
        decide(action, codes.CHOOSE_PIECES, 0, least + (most - least) * step // (MIXES - 1))
        count = candidates.add_candidate(actions, count, action)
    return count


@compiled
def add_options(view: View, action: ActionRecord, actions: Records) -> int:
    """Add what is tried at this decision, the expert's ``action`` first; payments are not chosen yet."""
    decision = view.public.decision
    if decision == codes.AT_KEEP:
        return candidates.add_subsets(view, action, actions)
    count = candidates.add_candidate(actions, 0, action)
    if decision == codes.AT_TURN or decision == codes.AT_SECOND:
        count = add_cards(view, action, actions, count)
    if decision == codes.AT_TURN:
        count = add_others(view, action, actions, count)
        count = add_tracks(view, action, actions, count)
    elif decision == codes.AT_REFILL:
        for deck in range(view.tables.decks):
            decide(action, codes.REFILL, deck, 0)
            count = candidates.add_candidate(actions, count, action)
    elif decision == codes.AT_TUNNEL:
        decide(action, codes.PAY_TUNNEL, 0, 0)
        count = candidates.add_candidate(actions, count, action)
        decide(action, codes.DECLINE_TUNNEL, 0, 0)
        count = candidates.add_candidate(actions, count, action)
    elif decision == codes.AT_PIECES:
        count = add_mixes(view, action, actions, count)
    return count


@compiled
def pay_and_check(view: View, game: Game, action: ActionRecord, actions: Records, count: int) -> int:
    """Choose the payments, and keep what is legal; return how many are left. ``scratch`` must hold the plan's need."""
    kept = 0
    for i in range(count):
        copies.copy_record(action, actions[i])
        if i > 0 and action.kind == codes.CLAIM:
            claims.take(view, actions[i].target, action)
        if paying.lacks_payment(view.tables, action):
            claims.fill_payment(view, action)
        if i > 0 and action.kind != actions[i].kind:  # a surcharge that the hand cannot pay
            continue
        if legal.check_action(view.tables, game, action) == legal.LEGAL:
            copies.copy_record(actions[kept], action)
            kept += 1
    return kept


@entry
def list_sensible(
    tables_record: Records, game_record: Records, scratch_record: Records, weights: Floats, actions: Records
) -> int:
    """Write the sensible actions of a decision, that of ``expert`` first; return their number."""
    tables, game = tables_record[0], game_record[0]
    memory, rng = np.zeros(view.MEMORY, np.int64), np.zeros(4, np.uint64)
    random_stream.seed_stream(rng, 0, 0, 0)
    seen = View(tables, game.public, game.private[game.public.seat], memory, weights, scratch_record[0], rng)
    action = actions[actions.shape[0] - 1]
    player.follow_expert(seen, action)
    count = add_options(seen, action, actions)
    return pay_and_check(seen, game, action, actions, count)
