"""Interventions as the referee reads them: what each seat must do without, and what the set-up must show."""

from itertools import product

from ttr_analysis.maps import EventKind, Track
from ttr_analysis.referee.table import Table
from ttr_analysis.referee.verdict import RuleBroken

RESTRICTED = "HOUSE-CHANGE-7"
"""The rule that restrictions must be obeyed."""


def round_now(table: Table) -> int:
    """Return the number of the round, 1 during the set-up."""
    return max(1, -(-table.log.turn // len(table.players)))


def lacks(table: Table, seat: int, habit: str) -> bool:
    """Return whether a seat must do without a habit."""
    return (seat, habit) in table.terms.habits


def closed(table: Table, seat: int, track: Track) -> bool:
    """Return whether a track is closed to a seat now, or all tracks are."""
    now = round_now(table)
    return now >= table.terms.closed.get((seat, track.index), now + 1) or now < table.terms.claims_from.get(seat, 0)


def forbid(table: Table, habit: str, what: str) -> None:
    """Raise :class:`RuleBroken` if the seat whose turn it is must do without this."""
    if lacks(table, table.log.seat, habit):
        raise RuleBroken(RESTRICTED, f"{what}, which an intervention forbids")


def takeable(table: Table, seat: int, drawn: int) -> list[int]:
    """Return the market slots whose cards a seat may take after it has drawn some in this turn."""
    if drawn and lacks(table, seat, "one_face_up_card"):
        return []
    rules = table.rules
    wild = (not drawn or not rules.market.wild_ends_turn) and not lacks(table, seat, "no_face_up_locomotives")
    return [slot for slot, kind in table.market.items() if wild or not rules.cards[kind].wild]


def card_possible(table: Table, seat: int, drawn: int) -> bool:
    """Return whether a seat can take another card after it has drawn some in this turn."""
    blind = bool(table.serving) and not lacks(table, seat, "no_blind_draws")
    return blind or bool(takeable(table, seat, drawn))


def extra_cards(table: Table) -> None:
    """Read the cards more in first hands."""
    for (seat, kind), number in sorted(table.terms.extra_cards.items()):
        deck = table.decks[table.deck_of(kind)]
        table.log.seat = seat
        for _ in range(min(number, deck[kind])):
            if table.log.take("HOUSE-CHANGE-3", EventKind.CARD_DEALT).target != kind:
                raise RuleBroken("HOUSE-CHANGE-3", f"a {table.rules.cards[kind].name} is due")
            table.draw(kind)
            table.rebuild_decks()
            table.players[seat].hand[kind] += 1


def owned_tracks(table: Table) -> None:
    """Read the tracks that are owned from the start."""
    for index, seat in table.terms.owned.items():
        table.log.seat = seat
        event = table.log.take("HOUSE-CHANGE-2", EventKind.CLAIM)
        if event.target != index or any(event.cards):
            raise RuleBroken("HOUSE-CHANGE-2", f"{table.game_map.tracks[index].name} is seat {seat}'s from the start")
        table.players[seat].tracks.add(index)
        if not table.rules.pieces_kept:
            table.players[seat].pieces[table.piece_of(table.game_map.tracks[index])] -= table.game_map.tracks[
                index
            ].length


def take_pieces(table: Table) -> None:
    """Take the pieces of the tracks owned from the start from the mixes that were chosen."""
    for index, seat in table.terms.owned.items():
        track, pieces = table.game_map.tracks[index], table.players[seat].pieces
        kind = table.piece_of(track)
        short = max(0, track.length - pieces[kind])
        pieces[kind] -= track.length - short
        pieces[1 - kind] -= short


def first_tickets(table: Table, offers: list[list[int]]) -> None:
    """Read which tickets are offered in place of those that were dealt."""
    apart = table.rules.tickets.deal_long
    wished = table.terms.first_tickets
    for seat, ticket in wished:
        if ticket in offers[seat]:
            continue
        is_long = bool(apart) and table.game_map.tickets[ticket].is_long
        places = range(apart) if is_long else range(apart, len(offers[seat]))
        place = next(i for i in places if (seat, offers[seat][i]) not in wished)
        returned = offers[seat][place]
        holder = next((each for each, offer in enumerate(offers) if ticket in offer), None)
        if is_long:
            table.long_tickets = table.long_tickets - {ticket} | ({returned} if holder is None else set())
        else:
            table.returned_tickets = [each for each in table.returned_tickets if each != ticket] + [returned]
            table.unknown_tickets.discard(ticket)
        if holder is not None:
            other = _instead(table, holder, offers[holder].index(ticket), returned if is_long else None)
            offers[holder][offers[holder].index(ticket)] = other
        _instead(table, seat, place, ticket)
        offers[seat][place] = ticket


def _instead(table: Table, seat: int, place: int, ticket: int | None) -> int:
    """Read that a seat is offered another ticket in a place: a given one, or (None) the top of the deck."""
    table.log.seat = seat
    event = table.log.take("HOUSE-CHANGE-5", EventKind.TICKET_REPLACED)
    if event.number != place or ticket not in (None, event.target):
        raise RuleBroken("HOUSE-CHANGE-5", f"seat {seat} is offered ticket {event.target} in place {event.number}")
    if ticket is None:
        table.draw_ticket(event.target)
    return event.target


def check_duty(table: Table, offer: list[int], kept: set[int], least: int, most_long: int | None) -> None:
    """Raise :class:`RuleBroken` if a seat keeps or returns a ticket against an intervention."""
    duties, seat = table.terms.duties, table.log.seat
    must = {ticket for ticket in offer if duties.get((seat, ticket)) is True}
    never = {ticket for ticket in offer if duties.get((seat, ticket)) is False}
    if not must | never:
        return
    sets = [
        {ticket for ticket, held in zip(offer, each, strict=True) if held}
        for each in product((0, 1), repeat=len(offer))
    ]
    legal = [each for each in sets if len(each) >= min(least, len(offer)) and _few_long(table, each, most_long)]
    for wanted in ((must, never), (must, set[int]()), (set[int](), set[int]())):
        allowed = [each for each in legal if wanted[0] <= each and not wanted[1] & each]
        if allowed:
            break
    if kept not in allowed:
        raise RuleBroken("HOUSE-CHANGE-6", "keeps or returns a ticket against an intervention")


def _few_long(table: Table, tickets: set[int], most: int | None) -> bool:
    return most is None or sum(table.game_map.tickets[ticket].is_long for ticket in tickets) <= most


def skips(table: Table) -> bool:
    """Return whether the seat whose turn it is skips it."""
    return (table.log.seat, round_now(table)) in table.terms.skipped
