"""Conversion of a map and its rules into the constant record that the compiled rules read."""

from functools import lru_cache
from typing import Any

import numpy as np

from ttr_analysis.engine.bits import WORD
from ttr_analysis.engine.priorities import name_word
from ttr_analysis.engine.records import only
from ttr_analysis.engine.scoring import BY_LONGEST_TRAIL, BY_STATIONS, BY_TICKETS
from ttr_analysis.engine.state import ANY_COLOR, Tables
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.checks import check_sound, supply_flaws
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track
from ttr_analysis.rules import limits
from ttr_analysis.rules.limits import COLORS
from ttr_analysis.rules.spec import GRAY, RuleSet, TrackKind

_TIE_BREAKS = {"tickets": BY_TICKETS, "stations": BY_STATIONS, "longest_trail": BY_LONGEST_TRAIL}


@lru_cache(maxsize=64)
def _tables_of(game_map: GameMap, players: int) -> np.recarray[Any, Any]:
    records = Tables.array()
    tables = only(records, Tables)
    tables.players = players
    _fill_cards(tables, game_map.rules)
    _fill_pieces(tables, game_map.rules)
    _fill_ticket_rules(tables, game_map.rules)
    _fill_buildings(tables, game_map)
    _fill_tracks(tables, game_map)
    _fill_purses(tables)
    _fill_sets_of_tracks(tables)
    _fill_tickets(tables, game_map)
    _fill_names(tables, game_map)
    _fill_routes(tables, game_map)
    tables.closes_doubles = int(players < game_map.rules.doubles_close_below)
    records.flags.writeable = False
    return records


def tables_for(game_map: GameMap, players: int) -> np.recarray[Any, Any]:
    """Return the 1-element, read-only array of :class:`Tables` for a map and a number of players.

    Raises
    ------
    SetupError
        If the game cannot be played with this number of players, or has too few tickets or cards for them.
    MapError
        If the map has faults, or is larger than the engine's records.
    """
    rules = game_map.rules
    low, high = rules.players
    if not low <= players <= high:
        raise SetupError(f"{game_map.title} is for {low} to {high} players, not {players}")
    check_sound(game_map)
    if flaw := next(supply_flaws(game_map, players), None):
        raise SetupError(f"map {game_map.name!r}: {flaw.message}")
    return _tables_of(game_map, players)


def _put(target: Any, values: Any) -> None:
    """Copy numbers to the front of a field."""
    target[: len(values)] = values


def _to_the_end(points: tuple[int, ...]) -> list[int]:
    """Return points by number with the last value for all greater numbers."""
    return [points[min(n, len(points) - 1)] for n in range(limits.LENGTH)]


def _fill_cards(tables: Tables, rules: RuleSet) -> None:
    colors = {color: i for i, color in enumerate(rules.colors)}
    tables.cards, tables.colors, tables.decks = len(rules.cards), len(colors), len(rules.decks)
    tables.color_kinds[:] = -1
    for kind, card in enumerate(rules.cards):
        deck = rules.decks.index(card.deck)
        tables.card_deck[kind], tables.card_units[kind] = deck, card.units
        tables.card_symbol[kind], tables.card_count[kind] = int(card.symbol), card.count
        tables.card_color[kind] = ANY_COLOR if card.wild else colors[card.color]
        if card.wild:
            tables.wild = kind
        elif card.count:
            places = tables.color_kinds[deck, colors[card.color]]
            places[0 if places[0] < 0 else 1] = kind
    _put(tables.hand, rules.hand)
    tables.draws, tables.hand_limit = rules.draws, rules.hand_limit
    market = rules.market
    _put(tables.market_deck, [deck for deck, number in enumerate(market.slots) for _ in range(number)])
    tables.market_slots, tables.wild_limit = sum(market.slots), market.wild_limit
    tables.reset_limit, tables.refill_choice = market.reset_limit, int(market.refill_choice)
    tables.wild_alone = int(market.wild_ends_turn)


def _fill_pieces(tables: Tables, rules: RuleSet) -> None:
    tables.pieces = len(rules.pieces)
    _put(tables.supply, [piece.supply for piece in rules.pieces])
    tables.pieces_kept, tables.exchange_cost = rules.pieces_kept, rules.exchange_cost
    tables.end_pieces, tables.end_turns = rules.end.pieces_left, rules.end.extra_turns
    tables.end_score = rules.end.score
    tables.longest_trail_bonus, tables.most_tickets_bonus = rules.longest_trail_bonus, rules.most_tickets_bonus
    _put(tables.grand_tour_points, _to_the_end(rules.grand_tour_points))
    tables.grand_tours = int(any(rules.grand_tour_points))
    _put(tables.tie_breaks, [_TIE_BREAKS[name] for name in rules.tie_breaks])
    tables.standstill_rounds = rules.standstill_rounds


def _fill_ticket_rules(tables: Tables, rules: RuleSet) -> None:
    tickets = rules.tickets
    tables.deal, tables.deal_long, tables.keep = tickets.deal, tickets.deal_long, tickets.keep
    tables.keep_long_at_most = tickets.keep_long_at_most
    tables.draw_tickets, tables.draw_keep = tickets.draw, tickets.draw_keep
    tables.returned_leave, tables.drawn_leave = int(tickets.returned_leave_game), int(tickets.drawn_leave_game)
    tables.shown = int(tickets.shown_when_completed)
    tables.goal, tables.exchange_tickets = tickets.goal, int(tickets.exchange)


def _fill_buildings(tables: Tables, game_map: GameMap) -> None:
    stations, harbours = game_map.rules.stations, game_map.rules.harbours
    tables.stations, tables.station_unbuilt = stations.number, stations.unbuilt
    _put(tables.station_cost, stations.costs)
    tables.harbours, tables.harbour_unbuilt = harbours.number, harbours.unbuilt
    _put(tables.harbour_cards, harbours.cards)
    _put(tables.harbour_points, _to_the_end(harbours.points))
    _put(tables.port, [int("port" in city.tags) for city in game_map.cities])
    _put(tables.junction, [int("junction" in city.tags) for city in game_map.cities])


def _fill_tracks(tables: Tables, game_map: GameMap) -> None:
    rules, place = game_map.rules, game_map.city_index
    colors = {GRAY: ANY_COLOR, **{color: i for i, color in enumerate(rules.colors)}}
    pieces = [piece.name for piece in rules.pieces]
    tables.tracks = len(game_map.tracks)
    for i, track in enumerate(game_map.tracks):
        kind = rules.track_kinds[track.kind]
        tables.track_a[i], tables.track_b[i] = place[track.city_a], place[track.city_b]
        tables.track_length[i], tables.track_color[i] = track.length, colors[track.color]
        tables.track_piece[i], tables.track_deck[i] = pieces.index(kind.piece), rules.decks.index(kind.deck)
        tables.track_reveals[i], tables.track_wilds[i] = kind.reveals, track.locomotives
        tables.track_most_wilds[i] = limits.DECK if kind.wilds else track.locomotives
        _fill_sets(tables, track, kind)
        tables.track_pairs[i], tables.track_points[i] = int(track.pair_spaces), rules.route_points[track.length]
        others = game_map.parallel.get(i, ())
        tables.track_twin[i] = next((j for j in others if j > i), min(others, default=-1))


def _fill_sets(tables: Tables, track: Track, kind: TrackKind) -> None:
    """Fill in how sets of cards pay for a track: in place of cards of the colour, or of wilds."""
    i, spaces, symbols = track.index, track.length, track.locomotives
    tables.track_plain[i] = int(not (track.pair_spaces or track.cards_for_one or kind.cards_for_wild))
    tables.track_set[i] = track.cards_for_one or kind.cards_for_wild
    tables.track_most_sets[i] = symbols if kind.cards_for_wild and kind.cards_for_wild_symbols_only else spaces
    tables.track_set_wilds[i] = int(track.cards_for_one > 0 and not kind.wilds)
    if kind.cards_for_wild and not kind.wilds:
        tables.track_least_colored[i] = spaces - symbols


def _fill_purses(tables: Tables) -> None:
    """Assign numbers to the purses, so that a hand is compared with each purse only once."""
    purses: dict[tuple[int, int, int, int, int], int] = {}
    for i in range(tables.tracks):
        color = int(tables.track_color[i])
        least, most = int(tables.track_wilds[i]), int(tables.track_most_wilds[i])
        piece, deck = int(tables.track_piece[i]), int(tables.track_deck[i])
        key = (deck, COLORS if color == ANY_COLOR else color, piece, least, most)
        tables.track_purse[i] = purse = purses.setdefault(key, len(purses))
        tables.purse_deck[purse], tables.purse_color[purse], tables.purse_piece[purse] = key[:3]
        tables.purse_least_wilds[purse], tables.purse_most_wilds[purse] = key[3:]
    tables.purses = len(purses)


def _fill_sets_of_tracks(tables: Tables) -> None:
    """Fill in which tracks a purse pays for by its reach, and for which that does not tell whether a hand pays."""
    tables.track_words = -(-tables.tracks // WORD)
    tables.all_plain = int(all(tables.track_plain[: tables.tracks]))
    for i in range(tables.tracks):
        word, bit = i // WORD, np.uint64(1 << i % WORD)
        if tables.track_plain[i]:
            tables.within_reach[word, tables.track_purse[i], tables.track_length[i] :] |= bit
        else:
            tables.not_plain[word] |= bit


def _fill_routes(tables: Tables, game_map: GameMap) -> None:
    """Fill in the routes, in the order of their first tracks, and the adjacency of the cities, in an order by name."""
    routes: dict[frozenset[str], list[int]] = {}
    for track in game_map.tracks:
        routes.setdefault(track.pair, []).append(track.index)
    tables.cities, tables.routes = len(game_map.cities), len(routes)
    tables.route_tracks[:] = -1
    neighbours: list[list[tuple[int, int]]] = [[] for _ in game_map.cities]
    for route, tracks in enumerate(routes.values()):
        a, b = int(tables.track_a[tracks[0]]), int(tables.track_b[tracks[0]])
        tables.route_a[route], tables.route_b[route] = a, b
        tables.names.routes[route] = name_word(*game_map.tracks[tracks[0]].cities)
        _put(tables.route_tracks[route], sorted(tracks, key=lambda track: tables.names.tracks[track]))
        for index in tracks:
            tables.track_route[index] = route
        neighbours[a].append((b, route))
        neighbours[b].append((a, route))
    flat = [link for links in neighbours for link in sorted(links, key=lambda link: tables.names.routes[link[1]])]
    _put(tables.neighbour_start, np.cumsum([0, *map(len, neighbours)]).tolist())
    _put(tables.neighbour_city, [city for city, _ in flat])
    _put(tables.neighbour_route, [route for _, route in flat])


def _fill_tickets(tables: Tables, game_map: GameMap) -> None:
    place = game_map.city_index
    tables.tickets = len(game_map.tickets)
    options = 0
    for i, ticket in enumerate(game_map.tickets):
        first, *others = game_map.options(ticket)
        _put(tables.ticket_stops[i], [place[city] for city in first.cities])
        tables.ticket_stop_count[i] = len(first.cities)
        if ticket.is_choice:
            tables.ticket_first_option[i], tables.ticket_options[i] = options, 1 + len(others)
            for option in (first, *others):
                tables.option_start[options], tables.option_goal[options] = (place[city] for city in option.cities)
                tables.option_points[options] = option.points
                options += 1
        tables.ticket_points[i] = ticket.points
        tables.ticket_penalty[i] = ticket.penalty * game_map.rules.tickets.penalty_factor
        out_of_order = ticket.points_out_of_order
        tables.ticket_joined_points[i] = ticket.points if out_of_order is None else out_of_order
        tables.ticket_long[i] = int(ticket.is_long)
        if out_of_order not in (None, ticket.points):
            tables.tours = 1
    tables.bonus_tickets = len(game_map.bonus_tickets)
    for i, bonus in enumerate(game_map.bonus_tickets):
        tables.bonus_points[i], tables.bonus_copies[i] = bonus.points, bonus.copies
        for side, cities in ((1, bonus.west), (2, bonus.east)):
            for city in cities:
                tables.bonus_side[i, place[city]] = side


def _fill_names(tables: Tables, game_map: GameMap) -> None:
    """Fill in what stands for printed names, and the orders that follow from them."""
    names, rules = tables.names, game_map.rules
    _put(names.cities, [name_word(city.name) for city in game_map.cities])
    for track in game_map.tracks:
        names.tracks[track.index] = name_word(*track.cities, track.name.removeprefix("-".join(track.cities)))
    _put(names.cards, [name_word(card.name) for card in rules.cards])
    _put(names.colors, [name_word(color) for color in rules.colors])
    _put(names.decks, [name_word(deck) for deck in rules.decks])
    _put(names.tickets, [name_word(ticket.name) for ticket in game_map.tickets])
    _put(tables.city_order, np.argsort(names.cities[: len(game_map.cities)], kind="stable"))
    _put(tables.track_order, np.argsort(names.tracks[: tables.tracks], kind="stable"))
    keys = (tables.ticket_points[: tables.tickets], names.tickets[: tables.tickets])  # points tell twins apart
    _put(tables.ticket_order, np.lexsort(keys))
