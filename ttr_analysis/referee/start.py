"""A log that begins with a position: the table as the position lays it, and what goes on from there.

The fields are read here from their description in :class:`ttr_analysis.play.Position`, not with the code that
sets up the engine's records. That the cards add up and that nothing is in two places is checked; all that
happens afterwards is judged as in any other game.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from ttr_analysis.maps import EndReason, GameMap
from ttr_analysis.maps.ticket_names import copies_of
from ttr_analysis.referee import moves
from ttr_analysis.referee.table import Table
from ttr_analysis.referee.verdict import RuleBroken

Fields = Mapping[str, Any]
Move = Callable[[Table], bool]
"""The rest of a turn that has begun; returns whether it was idle."""


class HasFields(Protocol):
    """What has the fields of a position."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields that differ from their defaults."""


class Start(NamedTuple):
    """Where a log goes on.

    Attributes
    ----------
    move : callable or None
        The rest of the turn; None if a new turn begins, or the set-up is under way.
    offers : dict of int to list of int
        During the set-up: the tickets offered to seats that have not chosen.
    returned : list of int
        During the set-up: the tickets returned so far.
    chosen : list of int
        During the set-up: pieces of the first kind that seats have chosen.
    idle, stuck : int
        Idle turns in a row, and turns without a move other than an exchange of tickets.
    turns_left : int or None
        Turns left to play, once the last round has begun.
    causes : set of EndReason
        Why it can have begun.
    """

    move: Move | None
    offers: dict[int, list[int]]
    returned: list[int]
    chosen: list[int]
    idle: int
    stuck: int
    turns_left: int | None
    causes: set[EndReason]


def begin(table: Table, position: HasFields | Fields) -> Start:
    """Lay the table as a position describes it, and return where the log goes on.

    Raises
    ------
    RuleBroken
        If something is in two places, or cards are missing.
    """
    fields = position if isinstance(position, Mapping) else position.to_dict()
    _whose_turn(table, fields)
    _lay_tracks(table, fields)
    _place_buildings(table, fields)
    offers, returned = _tickets(table, fields)
    laid, turned_up = _cards(table, fields)
    table.offers, table.turned_up = {seat: list(offer) for seat, offer in offers.items() if offer}, turned_up
    table.long_tickets = set()
    if fields.get("refill_slot") is None:
        _restock(table, dealt=fields.get("market") is None)
    return Start(
        move=_rest_of_turn(table, fields, offers, laid, turned_up) if table.log.turn else None,
        offers=offers,
        returned=returned,
        chosen=[_by_seat(fields, "chosen_pieces").get(seat, 0) for seat in range(table.log.seat)],
        idle=fields.get("idle_turns", 0),
        stuck=fields.get("stuck_turns", 0),
        turns_left=fields.get("turns_left"),
        causes=_causes(table),
    )


def _by_seat(fields: Fields, name: str) -> dict[int, Any]:
    """Return the values of a field by seat; seats may be texts, as JSON writes them."""
    return {int(seat): value for seat, value in fields.get(name, {}).items()}


def _whose_turn(table: Table, fields: Fields) -> None:
    """Read the turn and the seat to move; if one of them is missing it follows from the other."""
    turn, seat, players = fields.get("turn"), fields.get("seat"), len(table.players)
    if seat is None:
        seat = (turn - 1) % players if turn else 0
    table.log.turn, table.log.seat = seat + 1 if turn is None else turn, seat


# ---- the board ----


def _lay_tracks(table: Table, fields: Fields) -> None:
    """Read the tracks, and what each player has left of their pieces."""
    owners: dict[int, int] = {}
    given = _by_seat(fields, "pieces")
    for seat, player in enumerate(table.players):
        laid = [0] * len(player.pieces)
        for name in _by_seat(fields, "tracks").get(seat, ()):
            track = table.game_map.tracks[name] if isinstance(name, int) else table.game_map.track(name)
            if track.index in owners:
                raise RuleBroken("USA-CLAIM-1", f"{track.name} belongs to seat {owners[track.index]} and seat {seat}")
            owners[track.index] = seat
            player.tracks.add(track.index)
            laid[table.piece_of(track)] += track.length
        if table.log.turn or not table.rules.pieces_kept:
            _count_pieces(table, seat, laid, given.get(seat))
        player.exchanged = _by_seat(fields, "exchanged").get(seat, 0)


def _count_pieces(table: Table, seat: int, laid: list[int], left: int | Mapping[str, int] | None) -> None:
    """Set a player's pieces and box: as given, else all that are not laid, of the middle of the possible mixes."""
    rules, player = table.rules, table.players[seat]
    supply = [piece.supply for piece in rules.pieces]
    kept = rules.pieces_kept or sum(supply)
    if isinstance(left, Mapping):
        start = [left.get(piece.name, 0) + n for piece, n in zip(rules.pieces, laid, strict=True)]
    elif left is not None:
        start = [left + laid[0]]
    elif len(supply) == 1:
        start = list(supply)
    else:
        fewest, most = max(laid[0], kept - supply[1]), min(supply[0], kept - laid[1])
        start = [(fewest + most) // 2, kept - (fewest + most) // 2]
    if sum(start) != kept or any(not n <= own <= most for n, own, most in zip(laid, start, supply, strict=True)):
        raise RuleBroken("USA-CLAIM-5", f"seat {seat} cannot have had {start} pieces, {laid} of them on tracks")
    player.pieces = [own - n for own, n in zip(start, laid, strict=True)]
    player.box = [most - own for own, most in zip(start, supply, strict=True)]


def _place_buildings(table: Table, fields: Fields) -> None:
    names = {bonus.name.casefold(): i for i, bonus in enumerate(table.game_map.bonus_tickets)}
    for seat, player in enumerate(table.players):
        for kind, built in (("stations", player.stations), ("harbours", player.harbours)):
            built += [_city(table.game_map, name) for name in _by_seat(fields, kind).get(seat, ())]
        won = _by_seat(fields, "bonus").get(seat, ())
        player.bonus += [name if isinstance(name, int) else names[name.casefold()] for name in won]


def _city(game_map: GameMap, name: str | int) -> str:
    return game_map.cities[name].name if isinstance(name, int) else game_map.city(name).name


# ---- tickets ----


def _tickets(table: Table, fields: Fields) -> tuple[dict[int, list[int]], list[int]]:
    """Read where the tickets are; return those offered by seat, and those returned during the set-up.

    A number is a ticket. A name is one of its copies that is not given by its number and was not named before.
    """
    seats = ("completed", "tickets", "offered")
    piles = ("ticket_top", "ticket_bottom", "ticket_discards", "returned", "ticket_deck")
    named: list[tuple[str, int | None, str | int]] = [
        (field, seat, name) for field in seats for seat, names in _by_seat(fields, field).items() for name in names
    ]
    named += [(field, None, name) for field in piles for name in fields.get(field) or ()]
    found = _without_doubles(table.game_map, [name for _, _, name in named])
    places: dict[tuple[str, int | None], list[int]] = {}
    for (field, seat, _), ticket in zip(named, found, strict=True):
        places.setdefault((field, seat), []).append(ticket)
    for seat, player in enumerate(table.players):
        player.shown += places.get(("completed", seat), [])
        player.held += places.get(("tickets", seat), [])
    top, bottom, discards, returned, deck = (places.get((field, None), []) for field in piles)
    if fields.get("ticket_deck") is None:
        dealt_apart = table.long_tickets
        deck = [t.index for t in table.game_map.tickets if t.index not in {*found, *dealt_apart}]
    table.ticket_top, table.unknown_tickets, table.returned_tickets = top, set(deck), bottom
    table.ticket_discards = discards
    return {seat: places.get(("offered", seat), []) for seat in range(len(table.players))}, returned


def _without_doubles(game_map: GameMap, names: list[str | int]) -> list[int]:
    """Return the tickets of these names, each once."""
    taken = {name for name in names if isinstance(name, int)}
    found: list[int] = []
    for name in names:
        if isinstance(name, int):
            found.append(name)
            continue
        first = game_map.ticket(name)
        copies = [ticket.index for ticket in copies_of(game_map.tickets, first) if ticket.index not in taken]
        copies = [first.index] * (first.index in copies) + copies
        if not copies:
            raise RuleBroken("USA-TICKETS-4", f"the ticket {first.name} is given more often than there are copies")
        taken.add(copies[0])
        found.append(copies[0])
    if len(set(found)) < len(found):
        raise RuleBroken("USA-TICKETS-4", "a ticket is given twice")
    return found


# ---- cards ----


def _cards(table: Table, fields: Fields) -> tuple[Counter[int], Counter[int]]:
    """Read where the cards are; return those laid down for a tunnel, and those turned up for it."""
    rules, kinds = table.rules, {card.name: i for i, card in enumerate(table.rules.cards)}

    def counted(cards: Any) -> Counter[int]:
        listed = cards.items() if isinstance(cards, Mapping) else ((name, 1) for name in cards)
        counts = Counter[int]()
        for name, number in listed:
            counts[name if isinstance(name, int) else kinds[name if name in kinds else name.casefold()]] += number
        return +counts

    for seat, cards in _by_seat(fields, "hands").items():
        table.players[seat].hand = counted(cards)
    for slot, name in enumerate(fields.get("market") or ()):
        if name is not None:
            (table.market[slot],) = counted([name])
    tunnel = fields.get("tunnel") or {}
    laid, turned_up = counted(tunnel.get("laid", ())), counted(tunnel.get("turned_up", ()))
    discards, top = counted(fields.get("discards", ())), [next(iter(counted([n]))) for n in fields.get("deck_top", ())]
    elsewhere = Counter(table.market.values()) + laid + turned_up + discards
    for player in table.players:
        elsewhere += player.hand
    rest = counted(fields["deck"]) + Counter(top) if fields.get("deck") is not None else None
    for kind, card in enumerate(rules.cards):
        number = card.count - elsewhere[kind] if rest is None else rest[kind]
        if number < 0 or number + elsewhere[kind] != card.count or number < top.count(kind):
            raise RuleBroken("ALL-CARDS-1", f"the {card.name} cards of the position do not add up to {card.count}")
        deck = table.deck_of(kind)
        table.decks[deck][kind], table.discards[deck][kind] = number, discards[kind]
    for kind in top:
        table.deck_tops[table.deck_of(kind)].append(kind)
    return laid, turned_up


def _restock(table: Table, dealt: bool) -> None:
    """Read what puts decks and market in order: decks that are empty are rebuilt, and gaps are filled."""
    had_cards = bool(table.serving)
    table.rebuild_decks()
    gaps = len(table.market) < sum(table.rules.market.slots)
    if dealt or not had_cards or (gaps and table.serving):
        table.refill_market()


# ---- what goes on ----


def _rest_of_turn(
    table: Table, fields: Fields, offers: dict[int, list[int]], laid: Counter[int], turned_up: Counter[int]
) -> Move | None:
    """Return the rest of a turn that has begun, None if it is only beginning."""
    seat, drawn, slot = table.log.seat, fields.get("cards_drawn", 0), fields.get("refill_slot")
    if fields.get("tunnel") is not None:
        name = fields["tunnel"]["track"]
        track = table.game_map.tracks[name] if isinstance(name, int) else table.game_map.track(name)
        moves.check_open(table, seat, track)
        return lambda table: moves.finish_tunnel(table, track, laid, turned_up)
    if slot is not None:
        return lambda table: moves.refill_and_draw(table, slot, drawn)
    if drawn:
        return lambda table: moves.draw_on(table, drawn)
    if offers[seat]:
        return lambda table: moves.keep_drawn(table, offers[seat])
    return None


def _causes(table: Table) -> set[EndReason]:
    """Return why the last round can have begun; a position does not tell."""
    few = any(sum(player.pieces) <= table.rules.end.pieces_left for player in table.players)
    by_points = {EndReason.SCORE} if table.rules.end.score else set()
    return by_points | ({EndReason.PIECES} if few or not by_points else set())
