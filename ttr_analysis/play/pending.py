"""What is under way at a given position: cards being drawn, a market slot to refill, a tunnel being dug."""

from collections.abc import Sequence

import numpy as np

from ttr_analysis.engine.state import CLOSED, EMPTY, NOBODY
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import ActionKind, Decision, Track
from ttr_analysis.maps.actions import cards_in_words
from ttr_analysis.play.legal_actions import held_payments
from ttr_analysis.play.placed import Placed
from ttr_analysis.play.position_names import fault


def decision_of(placed: Placed) -> Decision:
    """Return what is to be decided.

    Raises
    ------
    SetupError
        If fields stand for different decisions.
    """
    given = placed.position
    offered = any(given.offered.values())
    if placed.in_setup:
        return Decision.KEEP_TICKETS if given.offered.get(placed.seat) else Decision.CHOOSE_PIECES
    drawing = "refill_slot" if given.refill_slot is not None else "cards_drawn"
    pending = {
        "tunnel": (given.tunnel is not None, Decision.TUNNEL),
        drawing: (
            given.refill_slot is not None or bool(given.cards_drawn),
            Decision.SECOND_CARD if given.refill_slot is None else Decision.REFILL,
        ),
        "offered": (offered, Decision.KEEP_TICKETS),
    }
    found = [name for name, (is_given, _) in pending.items() if is_given]
    if len(found) > 1:
        raise fault(found[0], f"cannot be given together with {found[1]}: a turn is one move, so leave one of them out")
    return pending[found[0]][1] if found else Decision.TURN


def place_draw(placed: Placed) -> None:
    """Fill in the cards drawn this turn, and the market slot to refill."""
    given, public, draws = placed.position, placed.public, placed.rules.draws
    if not 0 <= given.cards_drawn <= draws:
        raise fault("cards_drawn", f"must be from 0 to {draws}, not {given.cards_drawn}")
    if given.cards_drawn == draws and given.refill_slot is None:
        raise _turn_over(f"after {given.cards_drawn} cards")
    public.cards_drawn = given.cards_drawn
    if given.refill_slot is not None:
        _check_refill(placed, given.refill_slot)
        public.refill_slot = given.refill_slot


def _turn_over(why: str) -> SetupError:
    return fault("cards_drawn", f"{why} the turn is over: set up the next turn instead")


def _check_refill(placed: Placed, slot: int) -> None:
    """Check that a market slot waits for the choice of a deck."""
    slots, market = sum(placed.rules.market.slots), placed.public.market
    if not placed.rules.market.refill_choice:
        raise fault("refill_slot", "under these rules, players do not choose what refills the market")
    if not 0 <= slot < slots or market[slot] != EMPTY:
        raise fault("refill_slot", f"there is no empty market slot {slot}; slots are numbered 0 to {slots - 1}")
    if not placed.position.cards_drawn:
        raise fault("cards_drawn", f"market slot {slot} is empty because a card was taken: give cards_drawn, 1 or more")
    serving = [name for deck, name in enumerate(placed.rules.decks) if placed.public.deck_size[deck]]
    if len(serving) < 2:
        left = f"only the {serving[0]} deck has cards" if serving else "no deck has cards"
        raise fault("refill_slot", f"{left}, so there is nothing to choose: set up what follows")
    if any(market[other] == EMPTY for other in range(slots) if other != slot):
        raise fault("market", f"only slot {slot} can be empty while it waits for a card: give the cards in the others")


def check_draw(placed: Placed) -> None:
    """Check that another card can be drawn, once decks and market are in order."""
    limit = placed.rules.hand_limit
    if 0 < limit <= placed.public.hand_size[placed.seat]:
        raise _turn_over(f"seat {placed.seat} holds {limit} cards or more, the limit, so")
    wild = int(placed.tables.wild) if placed.tables.wild_alone else EMPTY
    market = placed.public.market[: sum(placed.rules.market.slots)].tolist()
    decks = placed.public.deck_size[: len(placed.rules.decks)]
    if not decks.any() and not any(card not in (EMPTY, wild) for card in market):
        raise _turn_over("no card is left that can be the next one, so")


def place_tunnel(placed: Placed) -> None:
    """Fill in the tunnel being dug, and what is owed for it; its cards lie there already."""
    given, public, tables = placed.position.tunnel or {}, placed.public, placed.tables
    if unknown := sorted(set(given) - {"track", "laid", "turned_up"}):
        raise fault("tunnel", f"may contain track, laid and turned_up, but not {', '.join(unknown)}")
    if "track" not in given:
        raise fault("tunnel, track", "is missing: name the track that is being dug")
    public.track = placed.names.track("tunnel, track", given["track"])
    wild = int(tables.wild)
    colors = {int(tables.card_color[kind]) for kind in np.flatnonzero(public.laid) if kind != wild}
    if len(colors) > 1 or not public.laid.any():
        raise fault("tunnel, laid", "must be cards of one colour, locomotives, or both, and at least one card")
    track = placed.game_map.tracks[public.track]
    _check_turned_up(placed, track)
    _check_open(placed, track)
    _check_payment(placed, track)
    public.payment_color = colors.pop() if colors else -1
    counting = {wild} | {
        kind for kind, color in enumerate(tables.card_color[: len(placed.rules.cards)].tolist())
        if color == public.payment_color
    }  # fmt: skip
    public.owed = sum(int(public.turned_up[kind]) for kind in counting)
    if not public.owed:
        raise fault("tunnel, turned_up", "no card is owed, so there is nothing to decide")


def _check_turned_up(placed: Placed, track: Track) -> None:
    """Check how many cards are turned up, and from which deck."""
    public, tables = placed.public, placed.tables
    reveals, deck, number = int(tables.track_reveals[track.index]), int(tables.track_deck[track.index]), 0
    if not reveals:
        raise fault("tunnel, track", f"{track.name} is not a tunnel")
    for kind, card in enumerate(placed.rules.cards):
        number += int(public.turned_up[kind])
        if public.turned_up[kind] and tables.card_deck[kind] != deck:
            raise fault("tunnel, turned_up", f"{card.name} is not from the {placed.rules.decks[deck]} deck")
    if number > reveals:
        raise fault("tunnel, turned_up", f"{number} cards are given, but only {reveals} are turned up")
    if number < reveals and placed.has_cards(deck):
        raise fault(
            "tunnel, turned_up", f"{number} cards are given, but {reveals} are turned up while the deck has cards"
        )


def _check_open(placed: Placed, track: Track) -> None:
    """Check that the seat to move may claim the track that it digs."""
    public, seat, owner = placed.public, placed.seat, int(placed.public.owner[track.index])
    if owner == CLOSED:
        raise fault("tunnel, track", f"{track.name} is closed, since a track beside it is taken")
    if owner != NOBODY:
        raise fault("tunnel, track", f"{track.name} is taken: seat {owner} owns it already")
    if any(public.owner[other] == seat for other in placed.game_map.parallel.get(track.index, ())):
        raise fault("tunnel, track", f"seat {seat} owns another track beside {track.name}")
    left = int(public.pieces[seat, placed.tables.track_piece[track.index]])
    if left < track.length:
        raise fault("tunnel, track", f"{track.name} takes {track.length} pieces, but seat {seat} has only {left}")


def _check_payment(placed: Placed, track: Track) -> None:
    """Check that the cards laid down are a payment for the track."""
    laid = tuple(placed.public.laid[: len(placed.rules.cards)].tolist())
    if laid not in _payments(placed, track, laid):
        words = cards_in_words(laid, placed.rules)
        raise fault("tunnel, laid", f"{words} do not pay exactly for {track.name}, which has {track.length} spaces")


def _payments(placed: Placed, track: Track, cards: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the payments for a track out of these cards."""
    hand = placed.private[placed.seat].hand
    held = hand.copy()
    hand[: len(cards)] = cards
    found = held_payments(placed.tables_record, placed.game_record, ActionKind.CLAIM, track.index, len(cards))
    hand[:] = held
    return found
