"""What the rules say of a given position: every field checked against the others.

A position may leave out what one does not know, and need not be one that was reached turn by turn. What it
says must not contradict the rules, so that the game can be played to its end from there.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ttr_analysis.engine.state import EMPTY, NEVER
from ttr_analysis.maps import Decision
from ttr_analysis.play.placed import Placed
from ttr_analysis.play.position_names import fault

AFTER_SETUP: Final = (
    *("tracks", "completed", "bonus", "exchanged", "stations", "harbours", "ticket_discards", "turns_left"),
    *("cards_market", "cards_blind", "cards_drawn", "refill_slot", "tunnel", "idle_turns", "stuck_turns"),
)
"""Fields of which nothing can be said during the set-up, when the first turn has not begun."""


def check_rules(placed: Placed, decision: Decision) -> None:
    """Check a position that lies in the records, before decks and market are put in order.

    Raises
    ------
    SetupError
        If a field contradicts the others or the rules; the message names it and says what to do.
    """
    _check_market(placed, decision)
    _check_hands(placed)
    _check_drawn(placed)
    if placed.in_setup:
        _check_setup(placed, decision)
    else:
        _check_turn(placed)
    _check_idleness(placed)
    _check_offers(placed, decision)
    _check_hands_of_tickets(placed)
    _check_ticket_deck(placed)
    _check_shown(placed)
    _check_bonus_tickets(placed)
    _check_goal(placed)


def _is_given(value: Any) -> bool:
    """Return whether a field says something: neither nothing at all nor nothing of each seat."""
    return any(map(_is_given, value.values())) if isinstance(value, Mapping) else bool(value)


# ---- when it is ----


def _check_setup(placed: Placed, decision: Decision) -> None:
    """Check that a position of the set-up says nothing of what comes later, and who has chosen."""
    given, seat = placed.position, placed.seat
    for name in AFTER_SETUP:
        value = getattr(given, name)
        if _is_given(value) or (name in ("refill_slot", "turns_left", "tunnel") and value is not None):
            raise fault(
                name, "turn 0 is the set-up, when nothing can be said of it: give a later turn, or leave it out"
            )
    keeping = decision is Decision.KEEP_TICKETS
    if placed.rules.pieces_kept:
        if _is_given(given.pieces):
            raise fault("pieces", "are chosen at the end of the set-up: give chosen_pieces of those who have chosen")
        _check_chosen_pieces(placed, 0 if keeping else seat)
    for other in range(placed.players):
        if keeping and other < seat and given.offered.get(other):
            raise fault("offered", f"seat {other} has chosen before seat {seat}, which is to move: give its tickets")
        if keeping and other >= seat and given.tickets.get(other):
            raise fault(
                "tickets", f"seat {other} has not chosen yet, since seat {seat} is to move: give them in offered"
            )
    if not keeping and _is_given(given.offered):
        raise fault("offered", f"seat {seat} is to move, but is offered no tickets: give another seat, or its tickets")
    if given.returned and not keeping:
        raise fault("returned", "the first tickets have been chosen, so give those returned in ticket_bottom")


def _check_chosen_pieces(placed: Placed, seat: int) -> None:
    """Check that the seats before one have chosen a mix of pieces, and the others have not."""
    supply, kept = [piece.supply for piece in placed.rules.pieces], placed.rules.pieces_kept
    least = max(0, kept - supply[-1])
    for other in range(placed.players):
        number = placed.position.chosen_pieces.get(other, 0)
        if other < seat and number < least:
            raise fault("chosen_pieces", f"seat {other} has chosen before seat {seat}: give its number, from {least}")
        if other >= seat and number:
            raise fault("chosen_pieces", f"seat {other} has not chosen yet: give a later seat to move, or leave it out")


def _check_turn(placed: Placed) -> None:
    """Check that a position of a turn says nothing that belongs to the set-up."""
    if placed.position.returned:
        raise fault("returned", "is for turn 0, the set-up: later, returned tickets are in ticket_bottom")


def _check_idleness(placed: Placed) -> None:
    """Check that so many idle turns have not ended the game."""
    most = {
        "idle_turns": placed.rules.standstill_rounds * placed.players,
        "stuck_turns": placed.players,
    }
    for name, limit in most.items():
        if getattr(placed.position, name) >= limit:
            number = getattr(placed.position, name)
            raise fault(name, f"{number} such turns in a row have ended the game: give less than {limit}")


# ---- cards ----


def _check_market(placed: Placed, decision: Decision) -> None:
    """Check that the market is full as long as there are cards, and has no wilds that would have been cleared."""
    slots = placed.public.market[: sum(placed.rules.market.slots)].tolist()
    if placed.position.market is None or not any(map(placed.has_cards, range(len(placed.rules.decks)))):
        return
    if decision is not Decision.REFILL and EMPTY in slots:
        raise fault(
            "market",
            f"slot {slots.index(EMPTY)} (slots are numbered from 0) is empty, but there are cards to fill it: give its "
            "card, or leave the market out to have it dealt",
        )
    limit, wild = placed.rules.market.wild_limit, int(placed.tables.wild)
    if 0 < limit <= slots.count(wild) and not placed.position.market_stays:
        raise fault(
            "market",
            f"{slots.count(wild)} {placed.rules.cards[wild].name} cards face up are cleared at once under these rules: "
            "give the market after that, or market_stays if it has been cleared as often as the rules allow",
        )


def _check_hands(placed: Placed) -> None:
    """Check that no hand is beyond the limit of cards."""
    limit = placed.rules.hand_limit
    for seat in range(placed.players):
        if 0 < limit < (held := int(placed.public.hand_size[seat])):
            raise fault("hands", f"seat {seat} holds {held} cards, but {limit} is the limit under these rules")


def _check_drawn(placed: Placed) -> None:
    """Check that no seat has drawn more cards than its turns allow, or any face up where no card lies so."""
    public, turn = placed.public, int(placed.public.turn)
    for seat in range(placed.players) if turn else ():
        face_up, blind = int(public.cards_market[seat]), int(public.cards_blind[seat])
        if face_up and not any(placed.rules.market.slots):
            raise fault("cards_market", "under these rules no cards lie face up: leave it out")
        turns = (turn - seat + placed.players - 2) // placed.players
        most = turns * placed.rules.draws + (int(public.cards_drawn) if seat == placed.seat else 0)
        if face_up + blind > most:
            name = "cards_market" if face_up > most or not blind else "cards_blind"
            raise fault(
                name,
                f"seat {seat} has drawn {face_up} cards face up and {blind} blind, but its {turns} turns before turn "
                f"{turn} allow {most} at most: give the number of the turn, or fewer cards",
            )


# ---- tickets ----


def _is_long(placed: Placed, ticket: int) -> bool:
    """Return whether a ticket is one of the long ones that are dealt from a deck of their own."""
    return bool(placed.rules.tickets.deal_long and placed.game_map.tickets[ticket].is_long)


def _check_offers(placed: Placed, decision: Decision) -> None:
    """Check that so many tickets are offered, that some of them may be kept, and none that have left the game."""
    rules, setup = placed.rules.tickets, placed.in_setup
    most = rules.deal + rules.deal_long if setup else rules.draw
    for seat in range(placed.players):
        private = placed.private[seat]
        offered = private.offered[: private.offered_count].tolist()
        if len(offered) > most:
            when = (
                f"{most} are dealt" if setup else f"{most} are drawn" if most else "no tickets are drawn in this game"
            )
            raise fault("offered", f"seat {seat} is offered {len(offered)} tickets, but {when}")
        long = [ticket for ticket in offered if placed.game_map.tickets[ticket].is_long]
        if long and not setup and rules.returned_leave_game and rules.deal_long:
            name = placed.game_map.tickets[long[0]].name
            raise fault("offered", f"{name} is a long ticket, which can be offered only in turn 0, the set-up")
        least = min(rules.keep if setup else rules.draw_keep, len(offered))
        if len(offered) - len(long) + min(len(long), rules.keep_long_at_most) < least:
            raise fault("offered", f"seat {seat} must keep {least}, but {len(long)} of its {len(offered)} are long")


def _check_hands_of_tickets(placed: Placed) -> None:
    """Check that no hand has more tickets than there can be in it."""
    rules, names = placed.rules.tickets, placed.game_map.tickets
    for seat, given in placed.position.tickets.items():
        if rules.shown_when_completed and not rules.draw and len(given) > rules.deal:
            raise fault("tickets", f"seat {seat} holds {len(given)}, but a hand is of {rules.deal}")
        private = placed.private[seat]
        long = [names[t].name for t in private.tickets[: private.ticket_count].tolist() if _is_long(placed, t)]
        if rules.returned_leave_game and len(long) > min(rules.deal_long, rules.keep_long_at_most):
            most = min(rules.deal_long, rules.keep_long_at_most)
            raise fault("tickets", f"seat {seat} holds {len(long)} long ones ({', '.join(long)}), but can hold {most}")


def _check_ticket_deck(placed: Placed) -> None:
    """Check that the ticket deck and its discards hold only what can have come there."""
    rules, hidden, tickets = placed.rules.tickets, placed.hidden, placed.game_map.tickets
    if placed.position.ticket_discards and not rules.exchange:
        raise fault("ticket_discards", "under these rules no tickets are discarded: returned ones are in ticket_bottom")
    if placed.position.ticket_bottom and rules.returned_leave_game and rules.drawn_leave_game:
        raise fault("ticket_bottom", "under these rules returned tickets leave the game: leave it out")
    parts: dict[str, Sequence[int]] = {
        "ticket_top": hidden.ticket_top[: hidden.ticket_top_size].tolist(),
        "ticket_deck": hidden.ticket_pool[: hidden.ticket_pool_size].tolist(),
    }
    if rules.returned_leave_game:
        parts["ticket_bottom"] = hidden.ticket_queue[: hidden.ticket_queue_size].tolist()
    for name, part in parts.items():
        for ticket in part:
            if _is_long(placed, ticket):
                raise fault(name, f"{tickets[ticket].name} is a long ticket, and those are never in this deck")


# ---- tickets and the board ----


def _check_shown(placed: Placed) -> None:
    """Check that exactly the completed tickets are shown, under rules that show them."""
    if not placed.rules.tickets.shown_when_completed:
        if _is_given(placed.position.completed):
            raise fault("completed", "under these rules completed tickets are not shown: give them in tickets")
        return
    for seat in range(placed.players):
        private = placed.private[seat]
        for ticket, done in _held(private):
            if not done and joins(placed, seat, ticket):
                name = placed.game_map.tickets[ticket].name
                raise fault("tickets", f"the tracks of seat {seat} join {name}, so it was shown: give it in completed")


def _held(private: Any) -> Iterable[tuple[int, bool]]:
    """Return the tickets of a seat, and whether each is completed."""
    count = int(private.ticket_count)
    return zip(private.tickets[:count].tolist(), (private.done_turn[:count] != NEVER).tolist(), strict=True)


def joins(placed: Placed, seat: int, ticket: int) -> bool:
    """Return whether the tracks of a seat join the cities of a ticket, in one of the ways that complete it."""
    label, place = placed.public.component[seat], placed.game_map.city_index
    ways = (option.cities for option in placed.game_map.options(placed.game_map.tickets[ticket]))
    return any(len({int(label[place[city]]) for city in cities}) == 1 for cities in ways)


def _check_bonus_tickets(placed: Placed) -> None:
    """Check that seats have won those bonus tickets whose sides they join, as long as there are copies."""
    public, place = placed.public, placed.game_map.city_index
    for seat in range(placed.players):
        label = public.component[seat]
        for i, bonus in enumerate(placed.game_map.bonus_tickets):
            west, east = ({int(label[place[city]]) for city in side} for side in (bonus.west, bonus.east))
            joined, won = bool(west & east), bool(public.bonus_won[seat, i])
            if won and not joined:
                raise fault("bonus", f"the tracks of seat {seat} do not join the two sides of {bonus.name}")
            if joined and not won and public.bonus_left[i] and not placed.in_setup:
                raise fault("bonus", f"the tracks of seat {seat} join the two sides of {bonus.name}: give it as won")


def _check_goal(placed: Placed) -> None:
    """Check that nobody has completed so many tickets that the game is over."""
    rules = placed.rules.tickets
    for seat in range(placed.players if rules.goal else 0):
        done = int(placed.public.completed[seat])
        if not rules.shown_when_completed:
            done += sum(is_done for _, is_done in _held(placed.private[seat]))
        if done >= rules.goal:
            field = "completed" if rules.shown_when_completed else "tickets"
            raise fault(field, f"seat {seat} has completed {done} tickets, and {rules.goal} end the game: it is over")
