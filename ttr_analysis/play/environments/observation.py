"""What a player sees, as numbers: own and public information only. Module ``layout`` names the fields."""

from typing import Any

import numpy as np

from ttr_analysis.engine import codes, compiled, state
from ttr_analysis.play import bindings
from ttr_analysis.play.environments import codebook, layout, masks, numbering

Floats = np.ndarray[tuple[int], np.dtype[np.float32]]

# Each of the next functions fills some fields from place k on, and returns the place after them. ``out`` is all 0.


@compiled.compiled
def write_turn(game: state.Game, seat: int, k: int, out: Floats) -> int:
    """Write whose turn it is, and what is to be decided."""
    public, players = game.public, game.public.players
    if public.over == 0:
        out[k + public.decision] = 1
        out[k + 6 + (public.seat - seat) % players] = 1
    k += 6 + players
    out[k + seat] = 1
    k += players
    out[k] = public.turn
    out[k + 1] = public.turns_left != state.NEVER
    out[k + 2] = max(0, public.turns_left)
    out[k + 3] = public.cards_drawn
    return k + 4


@compiled.compiled
def write_cards(tables: state.Tables, game: state.Game, seat: int, k: int, out: Floats) -> int:
    """Write hand, market, discards and decks."""
    public, private, cards = game.public, game.private[seat], tables.cards
    for kind in range(cards):
        out[k + kind] = private.hand[kind]
    k += cards
    for slot in range(tables.market_slots):
        if public.market[slot] != state.EMPTY:
            out[k + slot * cards + public.market[slot]] = 1
    k += cards * tables.market_slots
    for kind in range(cards):
        out[k + kind] = public.discards[kind]
    k += cards
    for deck in range(tables.decks):
        out[k + deck] = public.deck_size[deck]
    k += tables.decks
    out[k] = public.ticket_deck_size
    k += 1
    if tables.exchange_tickets:
        out[k] = public.ticket_discards
        k += 1
    return k


@compiled.compiled
def write_supplies(tables: state.Tables, public: state.Public, seat: int, k: int, out: Floats) -> int:
    """Write each player's pieces, and how much each player has of everything else."""
    players, pieces, swaps = public.players, tables.pieces, tables.exchange_cost > 0
    boxes = tables.pieces_kept > 0 or swaps
    for i in range(players):
        other = (seat + i) % players
        for piece in range(pieces):
            out[k + i * pieces + piece] = public.pieces[other, piece]
            if boxes:
                out[k + (players + i) * pieces + piece] = public.box[other, piece]
    k += players * pieces * (2 if boxes else 1)
    for i in range(players):
        other = (seat + i) % players
        out[k + i] = public.hand_size[other]
        out[k + players + i] = public.tickets_held[other]
        out[k + 2 * players + i] = public.route_points[other]
        if swaps:
            out[k + 3 * players + i] = public.exchanged[other]
    return k + players * (4 if swaps else 3)


@compiled.compiled
def write_board(tables: state.Tables, public: state.Public, seat: int, k: int, out: Floats) -> int:
    """Write who owns each track and has a building in each city."""
    players, tracks, cities = public.players, tables.tracks, tables.cities
    for track in range(tracks):
        owner = public.owner[track]
        if owner >= 0:
            out[k + (owner - seat) % players * tracks + track] = 1
        elif owner == state.CLOSED or (owner == state.BARRED and seat == public.seat):
            out[k + players * tracks + track] = 1
    k += (players + 1) * tracks
    if tables.stations > 0:
        for city in range(cities):
            if public.station_owner[city] >= 0:
                out[k + (public.station_owner[city] - seat) % players * cities + city] = 1
        k += players * cities
    if tables.harbours > 0:
        for city in range(cities):
            if public.harbour_owner[city] >= 0:
                out[k + (public.harbour_owner[city] - seat) % players * cities + city] = 1
        k += players * cities
    return k


@compiled.compiled
def write_tickets(tables: state.Tables, game: state.Game, seat: int, k: int, out: Floats) -> int:
    """Write the tickets that everybody has seen, and the observer's own."""
    public, players, tickets = game.public, game.public.players, tables.tickets
    if tables.shown:
        for i in range(players):
            private = game.private[(seat + i) % players]
            for place in range(private.ticket_count):
                if private.done_turn[place] != state.NEVER:
                    out[k + i * tickets + private.tickets[place]] = 1
        k += players * tickets
    for i in range(players):
        for bonus in range(tables.bonus_tickets):
            out[k + i * tables.bonus_tickets + bonus] = public.bonus_won[(seat + i) % players, bonus]
    k += players * tables.bonus_tickets
    mine = game.private[seat]
    for place in range(mine.ticket_count):
        done = 1 if mine.done_turn[place] != state.NEVER else 0
        out[k + done * tickets + mine.tickets[place]] = 1
    k += 2 * tickets
    for place in range(mine.offered_count):
        out[k + place * tickets + mine.offered[place]] = 1
    k += max(tables.deal + tables.deal_long, tables.draw_tickets) * tickets
    if tables.pieces_kept > 0:
        out[k] = mine.chosen_pieces
        k += 1
    return k


@compiled.compiled
def write_payment(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, begun: state.ActionRecord, seat: int, k: int,
    out: Floats,
) -> int:  # fmt: skip
    """Write the tunnel being dug, and the payment that the observer makes in steps."""
    public, cards, tunnels = game.public, tables.cards, book.first[codes.DECLINE_TUNNEL] >= 0
    if tunnels:
        if public.decision == codes.AT_TUNNEL and public.over == 0:
            out[k + public.track] = 1
            out[k + tables.tracks + cards] = public.owed
        for kind in range(cards):
            out[k + tables.tracks + kind] = public.turned_up[kind]
        k += tables.tracks + cards + 1
    paying = begun.kind != masks.NOTHING_BEGUN and seat == public.seat
    if tunnels or book.in_steps:
        for kind in range(cards):
            out[k + kind] = public.laid[kind] + (begun.cards[kind] if paying else 0)
        k += cards
    if book.in_steps:
        if paying and begun.kind == codes.CLAIM:
            out[k + begun.target] = 1
        elif paying and begun.kind != codes.PAY_TUNNEL:
            out[k + tables.tracks + begun.target] = 1
        k += tables.tracks + tables.cities
    return k


@compiled.part
def write_observation(
    tables: state.Tables, book: codebook.Codebook, game: state.Game, begun: state.ActionRecord, seat: int, out: Floats
) -> int:
    """Fill ``out`` with what a player sees; return how many numbers that are."""
    out[:] = 0
    k = write_turn(game, seat, 0, out)
    k = write_cards(tables, game, seat, k, out)
    k = write_supplies(tables, game.public, seat, k, out)
    k = write_board(tables, game.public, seat, k, out)
    k = write_tickets(tables, game, seat, k, out)
    return write_payment(tables, book, game, begun, seat, k, out)


@compiled.entry
def observe_game(
    tables_record: Any, book: codebook.Codebook, game_record: Any, begun_record: Any, seat: int, out: Floats
) -> int:
    """Fill ``out`` with what a player sees (called from Python); return how many numbers that are."""
    return write_observation(tables_record[0], book, game_record[0], begun_record[0], seat, out)


def nothing_begun() -> bindings.Records:
    """Return the record of an action that is paid in steps, when none is begun."""
    record = bindings.fresh(state.ActionRecord)
    record[0].kind = masks.NOTHING_BEGUN
    return record


def seen(
    fields: layout.Layout, tables: bindings.Records, game: bindings.Records, seat: int,
    begun: bindings.Records | None = None,
) -> Floats:  # fmt: skip
    """Return what a player sees of a game."""
    out = np.zeros(fields.size, np.float32)
    book = numbering.numbering(fields.game_map).codebook
    observe_game(tables, book, game, nothing_begun() if begun is None else begun, seat, out)
    return out
