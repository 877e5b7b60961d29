"""The moves of a turn, one function each: whether the move is legal now, and what must follow."""

from collections import Counter
from collections.abc import Callable, Mapping

from ttr_analysis.maps import Event, EventKind, Track
from ttr_analysis.referee import interventions, payments, scoring
from ttr_analysis.referee.card_sets import takes_sets
from ttr_analysis.referee.table import Table
from ttr_analysis.referee.verdict import RuleBroken


def offered(table: Table, maximum: int) -> list[int]:
    """Read the tickets offered to the seat from the top of the deck: ``maximum``, or all that are left."""
    offer = []
    for _ in range(min(maximum, table.tickets_left)):
        ticket = table.log.take("USA-TICKETS-1", EventKind.TICKET_OFFERED).target
        table.draw_ticket(ticket)
        offer.append(ticket)
    return offer


def keep(table: Table, offer: list[int], minimum: int, rule: str) -> list[int]:
    """Let the seat keep some of the tickets offered; return the others, in the order offered."""
    bits = table.log.take(rule, EventKind.KEEP_TICKETS).number
    if not 0 <= bits < 1 << len(offer) or bits.bit_count() < min(minimum, len(offer)):
        raise RuleBroken(
            rule, f"at least {min(minimum, len(offer))} of the {len(offer)} tickets must be kept, not {bits:b}"
        )
    kept = [ticket for i, ticket in enumerate(offer) if bits >> i & 1]
    most_long = table.rules.tickets.keep_long_at_most
    interventions.check_duty(table, offer, set(kept), minimum, most_long)
    table.players[table.log.seat].held += kept
    return [ticket for i, ticket in enumerate(offer) if not bits >> i & 1]


def draw_cards(table: Table, event: Event) -> bool:
    """Draw cards one after another, until the turn's number, a face-up wild, or nothing left to take."""
    if not table.serving:
        raise RuleBroken("USA-EMPTY-1", "draws cards although the deck and the discards are empty")
    if _hand_full(table):
        raise RuleBroken("HOUSE-HAND-1", "draws a card with a full hand")
    if event.kind is EventKind.DRAW_BLIND:
        interventions.forbid(table, "no_blind_draws", "draws from a deck")
    wild = _take(table, event, 1)
    return draw_on(table, 1, wild)


def _take(table: Table, event: Event, drawn: int) -> bool:
    """Take a card, number ``drawn`` of the turn; return whether it is a wild from the market."""
    return _take_market(table, event, drawn) if event.kind is EventKind.DRAW_MARKET else _take_blind(table, event)


def draw_on(table: Table, drawn: int, wild: bool = False) -> bool:
    """Draw the other cards of a turn in which some have been drawn; ``wild``: the last was a face-up wild."""
    while not (wild and table.rules.market.wild_ends_turn) and drawn < table.rules.draws and not _hand_full(table):
        if not interventions.card_possible(table, table.log.seat, drawn):
            table.met["one_card_draws"] += 1
            return False
        event = table.log.take("ALL-DRAW-2", EventKind.DRAW_MARKET, EventKind.DRAW_BLIND)
        if event.kind is EventKind.DRAW_BLIND:
            interventions.forbid(table, "no_blind_draws", "draws from a deck")
        drawn += 1
        wild = _take(table, event, drawn)
    return False


def _hand_full(table: Table) -> bool:
    """Return whether the seat holds as many cards as the rules allow."""
    limit = table.rules.hand_limit
    return bool(limit) and table.players[table.log.seat].hand.total() >= limit


def _take_market(table: Table, event: Event, drawn: int) -> bool:
    """Take a market card and refill its slot; return whether the card is wild."""
    slot = event.target
    if slot not in table.market:
        raise RuleBroken("USA-DRAW-1", f"market slot {slot} has no card")
    wild = table.rules.cards[table.market[slot]].wild
    if wild and drawn > 1 and table.rules.market.wild_ends_turn:
        raise RuleBroken("USA-DRAW-4", "takes a face-up locomotive as a later card")
    if slot not in interventions.takeable(table, table.log.seat, drawn - 1):
        raise RuleBroken(interventions.RESTRICTED, "takes a face-up card that an intervention forbids")
    table.players[table.log.seat].hand[table.market.pop(slot)] += 1
    if table.rules.market.refill_choice and len(table.serving) > 1:
        refill(table, slot)
    else:
        table.refill_market()
    return wild


def refill(table: Table, slot: int) -> None:
    """Read which deck the seat chooses to refill a market slot."""
    deck = table.log.take("RS-DRAW-2", EventKind.REFILL).target
    if deck not in table.serving:
        raise RuleBroken("RS-DRAW-2", f"deck {deck} has no card to refill the market")
    table.turn_up(slot, [deck])
    table.refill_market()


def refill_and_draw(table: Table, slot: int, drawn: int) -> bool:
    """Read how a market slot is refilled after ``drawn`` cards, and the other cards of the turn."""
    refill(table, slot)
    return draw_on(table, drawn)


def _take_blind(table: Table, event: Event) -> bool:
    deck = event.target
    if deck not in table.serving:
        raise RuleBroken("USA-EMPTY-1", f"deck {deck} has no card")
    card = table.log.take("ALL-DRAW-3", EventKind.CARD_DEALT).target
    if table.deck_of(card) != deck:
        raise RuleBroken("ALL-DRAW-3", f"the card is not from deck {deck}")
    table.draw(card)
    table.rebuild_decks()
    table.players[table.log.seat].hand[card] += 1
    return False


def claim(table: Table, event: Event) -> bool:
    """Claim a track (a tunnel may still fail); return whether the turn was idle."""
    if not 0 <= event.target < len(table.game_map.tracks):
        raise RuleBroken("USA-CLAIM-1", f"there is no track {event.target}")
    track, seat = table.game_map.tracks[event.target], table.log.seat
    check_open(table, seat, track)
    payment = table.pay(seat, event)
    payments.check_claim(track, payment, table.rules)
    if takes_sets(track, table.rules) and payment.total() > track.length:
        table.met["sets_for_a_color" if track.cards_for_one else "sets_for_a_locomotive"] += 1
    if not table.rules.track_kinds[track.kind].reveals:
        _lay(table, seat, track)
        _spend(table, payment)
    else:
        return finish_tunnel(table, track, payment, _dig(table, track))
    complete_tickets(table, seat)
    return False


def check_open(table: Table, seat: int, track: Track) -> None:
    """Raise :class:`RuleBroken` if the seat cannot claim the track, whatever cards they hold."""
    owner_of = {index: other for other, player in enumerate(table.players) for index in player.tracks}
    if track.index in owner_of:
        raise RuleBroken("USA-CLAIM-1", f"{track.name} is taken")
    claimed = [owner_of[other.index] for other in _tracks_beside(table, track) if other.index in owner_of]
    if seat in claimed:
        raise RuleBroken("USA-DOUBLE-1", f"seat {seat} owns a track beside {track.name}")
    if claimed and len(table.players) < table.rules.doubles_close_below:
        raise RuleBroken("USA-DOUBLE-2", f"{track.name} is closed with {len(table.players)} players")
    if table.players[seat].pieces[table.piece_of(track)] < track.length:
        raise RuleBroken("USA-CLAIM-5", f"seat {seat} has too few pieces for {track.name}")
    if interventions.closed(table, seat, track):
        raise RuleBroken("HOUSE-CHANGE-1", f"{track.name} is closed to seat {seat}")


def _tracks_beside(table: Table, track: Track) -> list[Track]:
    """Return the other tracks of a double or triple route (ALL-DOUBLE-1)."""
    here = {track.city_a, track.city_b}
    route = [other for other in table.game_map.tracks if {other.city_a, other.city_b} == here]
    if Counter(other.number for other in route).most_common(1)[0][1] > 1:  # a number twice: only one kind is parallel
        route = [other for other in route if other.kind == track.kind]
    return [other for other in route if other.index != track.index]


def _lay(table: Table, seat: int, track: Track) -> None:
    player = table.players[seat]
    player.pieces[table.piece_of(track)] -= track.length
    player.tracks.add(track.index)


def _spend(table: Table, cards: payments.Cards) -> None:
    nothing_left = not table.serving
    table.discard(cards)
    if nothing_left:  # otherwise the market has no gaps, and three resets in a row may have left it as it is
        table.refill_market()


def _dig(table: Table, track: Track) -> Counter[int]:
    """Turn up the cards for a tunnel and return them."""
    log, rules = table.log, table.rules
    kind = rules.track_kinds[track.kind]
    deck = rules.decks.index(kind.deck)
    turned_up: Counter[int] = Counter()
    while turned_up.total() < kind.reveals and table.decks[deck].total():
        card = log.take("EUR-TUNNEL-2", EventKind.TUNNEL_CARD).target
        if table.deck_of(card) != deck:
            raise RuleBroken("EUR-TUNNEL-2", f"the card turned up is not from the {kind.deck} deck")
        table.draw(card)
        table.rebuild_decks()
        turned_up[card] += 1
    if turned_up.total() < kind.reveals:
        table.met["tunnel_short_of_cards"] += 1
    return turned_up


def finish_tunnel(table: Table, track: Track, payment: Counter[int], turned_up: Counter[int]) -> bool:
    """Read what the player does about the cards turned up for a tunnel; return whether the turn was idle."""
    log, rules, seat = table.log, table.rules, table.log.seat
    payments.check_claim(track, payment, rules)
    due = payments.owed(turned_up.elements(), payment, rules)
    table.met[f"tunnel_owed_{due}"] += 1
    if not due:
        log.take("EUR-TUNNEL-7", EventKind.TUNNEL_FREE)
        stands = True
    else:
        event = log.take("EUR-TUNNEL-6", EventKind.PAY_TUNNEL, EventKind.DECLINE_TUNNEL)
        stands = event.kind is EventKind.PAY_TUNNEL
        if stands:
            surcharge = table.pay(seat, event)
            payments.check_surcharge(track, payment, surcharge, due, rules)
            turned_up += surcharge
    if stands:
        _lay(table, seat, track)
        turned_up += payment
    else:
        table.met["tunnel_declined"] += 1
        table.players[seat].hand.update(payment)
    _spend(table, turned_up)
    if stands:
        complete_tickets(table, seat)
    return not stands


def draw_tickets(table: Table, event: Event) -> bool:
    """Draw tickets and keep some."""
    rules = table.rules.tickets
    interventions.forbid(table, "no_tickets", "draws tickets")
    if not rules.draw or not table.tickets_left:
        raise RuleBroken("USA-TICKETS-3", "draws tickets although there are none to draw")
    return keep_drawn(table, offered(table, rules.draw))


def keep_drawn(table: Table, offer: list[int]) -> bool:
    """Keep some of the tickets drawn; the others go under the deck, or leave the game."""
    rules = table.rules.tickets
    returned = keep(table, offer, rules.draw_keep, "USA-TICKETS-2")
    if rules.drawn_leave_game:
        table.met["drawn_tickets_left_the_game"] += len(returned)
    else:
        table.returned_tickets += returned
    return False


def build_station(table: Table, event: Event) -> bool:
    """Build a station."""
    player, rules = table.players[table.log.seat], table.rules.stations
    interventions.forbid(table, "no_stations", "builds a station")
    if len(player.stations) >= rules.number:
        raise RuleBroken("EUR-STATION-1", "has no station left to build")
    city = _city(table, event, "EUR-STATION-2")
    if any(city in other.stations for other in table.players):
        raise RuleBroken("EUR-STATION-2", f"{city} already has a station")
    cards = table.pay(table.log.seat, event)
    payments.check_station(rules.costs[len(player.stations)], cards, table.rules)
    player.stations.append(city)
    table.met["stations_built"] += 1
    _spend(table, cards)
    return False


def build_harbour(table: Table, event: Event) -> bool:
    """Build a harbour."""
    player = table.players[table.log.seat]
    interventions.forbid(table, "no_harbours", "builds a harbour")
    city = _city(table, event, "RS-HARBOUR-1")
    if city not in _harbour_sites(table, table.log.seat):
        own = any(city in table.game_map.tracks[index].cities for index in player.tracks)
        raise RuleBroken("RS-HARBOUR-1" if own else "RS-HARBOUR-2", f"cannot build a harbour in {city}")
    cards = table.pay(table.log.seat, event)
    payments.check_harbour(cards, table.rules)
    player.harbours.append(city)
    table.met["harbours_built"] += 1
    _spend(table, cards)
    return False


def _city(table: Table, event: Event, rule: str) -> str:
    if not 0 <= event.target < len(table.game_map.cities) or "junction" in table.game_map.cities[event.target].tags:
        raise RuleBroken(rule, f"place {event.target} is not a city")
    return table.game_map.cities[event.target].name


def _harbour_sites(table: Table, seat: int) -> set[str]:
    """Return the cities where the seat may build a harbour, if they can pay for it."""
    player = table.players[seat]
    if len(player.harbours) >= table.rules.harbours.number:
        return set()
    ports = {city.name for city in table.game_map.cities if "port" in city.tags and "junction" not in city.tags}
    touched = {city for index in player.tracks for city in table.game_map.tracks[index].cities}
    return ports & touched - {city for other in table.players for city in other.harbours}


def exchange_pieces(table: Table, event: Event) -> bool:
    """Exchange pieces with the box: an idle turn."""
    player, given = table.players[table.log.seat], event.target
    if not table.rules.exchange_cost or given not in (0, 1) or len(player.pieces) != 2:
        raise RuleBroken("RS-EXCHANGE-1", "these pieces cannot be exchanged")
    if not 1 <= event.number <= min(player.pieces[given], player.box[1 - given]):
        raise RuleBroken("RS-EXCHANGE-1", f"exchanges {event.number}: {player.pieces} owned, {player.box} in the box")
    for kind, change in ((given, -event.number), (1 - given, event.number)):
        player.pieces[kind] += change
        player.box[kind] -= change
    player.exchanged += event.number
    table.met["exchanges_of_pieces"] += 1
    return True


def exchange_tickets(table: Table, event: Event) -> bool:
    """Exchange the unfinished tickets; the turn is idle if that completes nothing."""
    player = table.players[table.log.seat]
    if not _may_exchange_tickets(table, table.log.seat):
        raise RuleBroken("FJ-EXCHANGE-2", "exchanges tickets, which is not legal")
    set_aside, player.held = player.held, []
    for _ in set_aside:
        table.replace_ticket(table.log.seat)
    table.ticket_discards += set_aside
    table.met["exchanges_of_tickets"] += 1
    return not complete_tickets(table, table.log.seat)


def _may_exchange_tickets(table: Table, seat: int) -> bool:
    rules = table.rules.tickets
    return rules.exchange and len(table.players[seat].held) >= rules.deal


def complete_tickets(table: Table, seat: int) -> bool:
    """Show, count and replace the completed tickets, then award the bonus; return whether there was any."""
    rules, player = table.rules.tickets, table.players[seat]
    before = len(player.shown) + len(player.bonus)
    graph = scoring.network(table.game_map.tracks[index] for index in player.tracks)
    tickets, countries = table.game_map.tickets, scoring.countries_of(table.game_map)
    while rules.shown_when_completed and (
        done := [t for t in player.held if scoring.is_completed(tickets[t], graph, countries)]
    ):
        event = table.log.take("FJ-COMPLETE-1", EventKind.TICKET_COMPLETED)
        if event.target != done[0]:
            raise RuleBroken("FJ-COMPLETE-1", f"ticket {done[0]} is the oldest completed one, not {event.target}")
        player.held.remove(done[0])
        player.shown.append(done[0])
        if _goal_reached(table, seat):
            return True
        table.replace_ticket(seat)
    for index, bonus in enumerate(table.game_map.bonus_tickets):
        left = bonus.copies - sum(other.bonus.count(index) for other in table.players)
        if index in player.bonus or not left or _goal_reached(table, seat):
            continue
        if any(scoring.joined((west, east), graph) for west in bonus.west for east in bonus.east):
            if table.log.take("FJ-BONUS-1", EventKind.BONUS_TICKET).target != index:
                raise RuleBroken("FJ-BONUS-1", f"bonus ticket {index} is due")
            player.bonus.append(index)
            table.met["bonus_tickets"] += 1
    return len(player.shown) + len(player.bonus) > before


def _goal_reached(table: Table, seat: int) -> bool:
    player, goal = table.players[seat], table.rules.tickets.goal
    return bool(goal) and len(player.shown) + len(player.bonus) >= goal


def card_move_legal(table: Table, seat: int) -> bool:
    """Return whether the seat can draw a card or claim a track."""
    if table.serving and not _hand_full(table) and interventions.card_possible(table, seat, 0):
        return True
    for track in table.game_map.tracks:
        try:
            check_open(table, seat, track)
        except RuleBroken:
            continue
        if payments.can_pay_claim(track, table.players[seat].hand, table.rules):
            return True
    return False


def pass_legal(table: Table, seat: int) -> bool:
    """Return whether the seat has no legal move at all."""
    rules, player = table.rules, table.players[seat]
    built = len(player.stations)
    free = {city.name for city in table.game_map.cities if "junction" not in city.tags}
    free -= {city for other in table.players for city in other.stations}
    costs = () if interventions.lacks(table, seat, "no_stations") else rules.stations.costs[built : built + 1]
    station = free and any(payments.can_pay_station(cost, player.hand, rules) for cost in costs)
    sites = set() if interventions.lacks(table, seat, "no_harbours") else _harbour_sites(table, seat)
    harbour = sites and payments.can_pay_harbour(player.hand, rules)
    both = zip(player.pieces, reversed(player.box), strict=True)
    pieces = rules.exchange_cost and len(player.pieces) == 2 and any(own and box for own, box in both)
    draws = rules.tickets.draw and table.tickets_left and not interventions.lacks(table, seat, "no_tickets")
    tickets = draws or _may_exchange_tickets(table, seat)
    return not (station or harbour or pieces or tickets or card_move_legal(table, seat))


MOVES: Mapping[EventKind, Callable[[Table, Event], bool]] = {
    EventKind.DRAW_MARKET: draw_cards,
    EventKind.DRAW_BLIND: draw_cards,
    EventKind.CLAIM: claim,
    EventKind.DRAW_TICKETS: draw_tickets,
    EventKind.BUILD_STATION: build_station,
    EventKind.BUILD_HARBOUR: build_harbour,
    EventKind.EXCHANGE_PIECES: exchange_pieces,
    EventKind.EXCHANGE_TICKETS: exchange_tickets,
}
"""For each kind of move, the function that plays it and returns whether the turn was idle."""
