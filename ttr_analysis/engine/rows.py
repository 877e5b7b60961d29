"""The rows that a finished game writes into the tidy tables."""

from __future__ import annotations

from typing import Annotated, Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Ints, Record, Records
from ttr_analysis.engine.state import NOBODY, Game, Tables
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.rules.limits import ATTEMPTS, BONUS_TICKETS, PIECES


class Run(Record):
    """The state of a series of games, so that the loop can stop anywhere and continue later."""

    seed: int
    next_game: int
    end_game: int  # the games before this one are played
    rotate: int  # 1: the seats rotate from game to game
    playing: int  # 1: a game is under way
    failure: int  # reason code of the illegal action that stopped the loop
    games: int  # number of rows filled, as all below
    players: int
    tickets: int
    tracks: int
    tunnels: int
    buildings: int


class GameRow(Record):
    """One finished game."""

    game: int
    players: int
    turns: int
    end_reason: int
    winners: int  # bit set of the winning seats
    market_clears: int
    deck_rebuilds: int
    last_round_seat: int
    last_round_turn: int


class PlayerRow(Record):
    """One seat of one finished game; points as in :class:`SeatScore`."""

    game: int
    seat: int
    strategy: int
    score: int
    route_points: int
    ticket_points: int
    failed_cut_off: int
    failed_unfinished: int
    longest_trail_points: int
    most_tickets_points: int
    station_points: int
    harbour_points: int
    exchange_points: int
    bonus_ticket_points: int
    longest_trail: int
    tickets_kept: int
    tickets_made: int
    tickets_cut_off: int
    tickets_unfinished: int
    winner: int
    winners: int  # how many seats share the win
    pieces_left: Annotated[Ints, PIECES]
    pieces_chosen: int  # of the first kind
    cards_left: int
    tracks_claimed: int
    ticket_draws: int
    stations_built: int
    harbours_built: int
    pieces_exchanged: int
    tunnel_attempts: int
    tunnel_failures: int
    station_ticket_points: int
    bonus_tickets: int
    ticket_exchanges: int


class TicketRow(Record):
    """One ticket that a seat kept."""

    game: int
    seat: int
    ticket: int
    kept_turn: int
    completed_turn: int
    outcome: int
    points: int


class TrackRow(Record):
    """One claimed track."""

    game: int
    track: int
    seat: int
    turn: int
    cards: int
    wilds: int


class TunnelRow(Record):
    """One tunnel attempt."""

    game: int
    track: int
    seat: int
    turn: int
    cards: int
    wilds: int
    turned_up: int
    owed: int
    paid: int


class BuildingRow(Record):
    """One station or harbour built."""

    game: int
    seat: int
    kind: int  # 0: station, 1: harbour
    city: int
    turn: int
    track: int  # borrowed through a station, or -1
    points: int  # of the harbour; ticket points that would be lost without the station


ROWS: Final[tuple[type[Record], ...]] = (GameRow, PlayerRow, TicketRow, TrackRow, TunnelRow, BuildingRow)
"""The row class of each tidy table, in the order of the arguments of :func:`write_rows`."""


def max_rows(game_map: GameMap, players: int) -> tuple[int, ...]:
    """Return how many rows one game can write at most into each table, in the order of :data:`ROWS`."""
    rules = game_map.rules
    digs = any(rules.track_kinds[track.kind].reveals for track in game_map.tracks)
    buildings = players * (rules.stations.number + rules.harbours.number)
    return 1, players, len(game_map.tickets), len(game_map.tracks), ATTEMPTS * digs, buildings


@compiled
def write_players(game: Game, scores: Records, run: Run, number: int, rows: Records) -> int:
    """Write one row per seat and return the bit set of winners."""
    public, winners, shared = game.public, 0, 0
    for seat in range(public.players):
        if scores[seat].winner:
            winners |= 1 << seat
            shared += 1
    for seat in range(public.players):
        row, score = rows[run.players], scores[seat]
        row.game, row.seat = number, seat
        row.strategy = strategy_of(run, public.players, number, seat)
        row.score, row.route_points, row.ticket_points = score.total, score.route_points, score.ticket_points
        row.failed_cut_off, row.failed_unfinished = score.failed_cut_off, score.failed_unfinished
        row.longest_trail_points, row.longest_trail = score.longest_trail_points, score.longest_trail
        row.most_tickets_points, row.bonus_ticket_points = score.most_tickets_points, score.bonus_ticket_points
        row.station_points, row.harbour_points = score.station_points, score.harbour_points
        row.exchange_points, row.tickets_made = score.exchange_points, score.tickets_made
        row.tickets_cut_off, row.tickets_unfinished = score.tickets_cut_off, score.tickets_unfinished
        row.tickets_kept = game.private[seat].ticket_count
        row.winner, row.winners = score.winner, shared
        for piece in range(PIECES):
            row.pieces_left[piece] = public.pieces[seat, piece]
        row.pieces_chosen, row.cards_left = game.private[seat].chosen_pieces, public.hand_size[seat]
        row.tracks_claimed, row.ticket_draws = public.owned_count[seat], public.ticket_draws[seat]
        row.stations_built, row.harbours_built = public.stations_built[seat], public.harbours_built[seat]
        row.pieces_exchanged = public.exchanged[seat]
        row.tunnel_attempts, row.tunnel_failures = public.tunnel_attempts[seat], public.tunnel_failures[seat]
        row.station_ticket_points = score.station_ticket_points
        row.ticket_exchanges = public.ticket_exchanges[seat]
        row.bonus_tickets = 0
        for bonus in range(BONUS_TICKETS):
            row.bonus_tickets += public.bonus_won[seat, bonus]
        run.players += 1
    return winners


@compiled
def write_tickets(game: Game, scores: Records, run: Run, number: int, rows: Records) -> None:
    """Write one row per ticket kept."""
    for seat in range(game.public.players):
        private = game.private[seat]
        for i in range(private.ticket_count):
            row = rows[run.tickets]
            row.game, row.seat, row.ticket = number, seat, private.tickets[i]
            row.kept_turn, row.completed_turn = private.kept_turn[i], private.done_turn[i]
            row.outcome, row.points = scores[seat].ticket_outcome[i], scores[seat].ticket_value[i]
            run.tickets += 1


@compiled
def write_tracks(tables: Tables, game: Game, run: Run, number: int, rows: Records) -> None:
    """Write one row per claimed track, in the order of the map."""
    public = game.public
    for track in range(tables.tracks):
        if public.owner[track] >= 0:
            row = rows[run.tracks]
            row.game, row.track, row.seat = number, track, public.owner[track]
            row.turn, row.cards = public.claim_turn[track], public.claim_cards[track]
            row.wilds = public.claim_wilds[track]
            run.tracks += 1


@compiled
def write_tunnels(game: Game, run: Run, number: int, rows: Records) -> None:
    """Write one row per tunnel attempt, in the order of the game."""
    for i in range(game.public.attempt_count):
        row, attempt = rows[run.tunnels], game.public.attempts[i]
        row.game, row.track, row.seat, row.turn = number, attempt.track, attempt.seat, attempt.turn
        row.cards, row.wilds, row.turned_up = attempt.cards, attempt.wilds, attempt.turned_up
        row.owed, row.paid = attempt.owed, attempt.paid
        run.tunnels += 1


@compiled
def write_buildings(tables: Tables, game: Game, scores: Records, run: Run, number: int, rows: Records) -> None:
    """Write one row per building: for each seat the stations, then the harbours, in the order of the cities."""
    public = game.public
    for seat in range(public.players):
        for kind in range(2):
            built = 0
            for city in range(tables.cities):
                if (public.station_owner[city] if kind == 0 else public.harbour_owner[city]) != seat:
                    continue
                row, score = rows[run.buildings], scores[seat]
                row.game, row.seat, row.kind, row.city = number, seat, kind, city
                row.turn = public.station_turn[city] if kind == 0 else public.harbour_turn[city]
                row.track = score.station_track[built] if kind == 0 else NOBODY
                row.points = score.station_worth[built] if kind == 0 else score.harbour_worth[built]
                built += 1
                run.buildings += 1


@compiled
def write_rows(
    tables: Tables,
    game: Game,
    scores: Records,
    run: Run,
    number: int,
    game_rows: Records,
    player_rows: Records,
    ticket_rows: Records,
    track_rows: Records,
    tunnel_rows: Records,
    building_rows: Records,
) -> None:
    """Write all rows of a finished game."""
    public, row = game.public, game_rows[run.games]
    row.game, row.players, row.turns, row.end_reason = number, public.players, public.turn, public.end_reason
    row.market_clears, row.deck_rebuilds = public.market_clears, public.deck_rebuilds
    row.last_round_seat, row.last_round_turn = public.last_round_seat, public.last_round_turn
    row.winners = write_players(game, scores, run, number, player_rows)
    write_tickets(game, scores, run, number, ticket_rows)
    write_tracks(tables, game, run, number, track_rows)
    write_tunnels(game, run, number, tunnel_rows)
    write_buildings(tables, game, scores, run, number, building_rows)
    run.games += 1


@compiled
def strategy_of(run: Run, players: int, number: int, seat: int) -> int:
    """Return the position in the lineup of the strategy that plays a seat in a game."""
    return (seat + number) % players if run.rotate else seat
