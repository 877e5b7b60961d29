"""What no game creates or destroys: cards, pieces, tickets."""

from __future__ import annotations

from typing import Any

import numpy as np

from ttr_analysis.engine.bits import WORD
from ttr_analysis.play.game import Game


def check_cards(game: Game) -> None:
    record, tables = game._live.game, game._live.tables[0]
    total = record.public.discards + record.public.laid + record.public.turned_up
    for seat in range(game.players):
        total = total + record.private[seat].hand
        assert record.private[seat].hand.sum() == record.public.hand_size[seat]
        assert record.private[seat].hand.min() >= 0
    for deck in range(int(tables.decks)):
        cards = record.hidden.deck[deck, : record.public.deck_size[deck]]
        assert (tables.card_deck[cards] == deck).all()
        np.add.at(total, cards, 1)
        mine = tables.card_deck[: tables.cards] == deck
        assert record.public.deck_size[deck] or not record.public.discards[: tables.cards][mine].any()
    market = record.public.market[: tables.market_slots]
    np.add.at(total, market[market >= 0], 1)
    assert (total[: tables.cards] == tables.card_count[: tables.cards]).all()


def check_pieces(game: Game) -> None:
    public, tables = game._live.game.public, game._live.tables[0]
    if not game.turn and tables.pieces_kept:
        return
    for seat in range(game.players):
        laid = np.zeros(2, int)
        for track in public.owned[seat, : public.owned_count[seat]]:
            assert public.owner[track] == seat
            laid[tables.track_piece[track]] += tables.track_length[track]
        assert (public.pieces[seat] >= 0).all()
        assert (public.box[seat] >= 0).all()
        assert (public.pieces[seat] + public.box[seat] + laid == tables.supply).all()
        points = tables.track_points[public.owned[seat, : public.owned_count[seat]]].sum()
        assert public.route_points[seat] == points
    owned = (public.owner[: tables.tracks] >= 0).sum()
    assert owned == public.owned_count[: game.players].sum()
    still_open = public.open_tracks[: public.open_count]
    assert sorted(still_open) == np.flatnonzero(public.owner[: tables.tracks] == -1).tolist()
    assert (public.open_place[still_open] == np.arange(public.open_count)).all()
    assert members(public.open_set) == set(still_open.tolist())


def check_beside(game: Game) -> None:
    """What is noted of the tracks beside a seat's own is what the map and its tracks say."""
    public = game._live.game.public
    for seat in range(game.players):
        own = public.owned[seat, : public.owned_count[seat]].tolist()
        beside = {other for track in own for other in game.game_map.parallel.get(track, ())}
        assert members(public.beside[seat]) == beside


def members(words: np.ndarray[Any, np.dtype[np.uint64]]) -> set[int]:
    """The numbers in a set of the engine."""
    return {WORD * place + bit for place, word in enumerate(words.tolist()) for bit in range(WORD) if word >> bit & 1}


def check_tickets(game: Game) -> None:
    position = game.position()
    parts = [
        t for name in ("tickets", "completed", "offered") for held in getattr(position, name).values() for t in held
    ]
    for name in ("ticket_top", "ticket_deck", "ticket_bottom", "ticket_discards", "returned"):
        parts += getattr(position, name)
    assert len(set(parts)) == len(parts)
    rules = game.game_map.rules.tickets
    leave = rules.returned_leave_game or rules.drawn_leave_game
    long = sum(t.is_long for t in game.game_map.tickets if game.game_map.rules.tickets.deal_long)
    assert len(parts) <= len(game.game_map.tickets)
    assert leave or len(parts) >= len(game.game_map.tickets) - long
