"""The rows that a finished game writes into the tidy tables."""

from math import nan
from typing import NamedTuple

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.gaps import measure_gaps
from ttr_analysis.engine.records import Record, Records
from ttr_analysis.engine.seating import compiled_place_of
from ttr_analysis.engine.state import NOBODY, Game, Public, Scratch, Tables
from ttr_analysis.rules.limits import BONUS_TICKETS


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


class Rows(NamedTuple):
    """The records of each table, which the functions below fill.

    Their fields are the tables' columns. They are described, and these arrays made, where the
    tables are: in ``ttr_analysis.results.schema``, above the engine.
    """

    games: Records
    players: Records
    tickets: Records
    tracks: Records
    tunnels: Records
    buildings: Records


@compiled
def write_players(game: Game, scores: Records, run: Run, number: int, rows: Records) -> int:
    """Write one row per seat and return the number of winners."""
    public, winners = game.public, 0
    for seat in range(public.players):
        winners += scores[seat].winner
    for seat in range(public.players):
        row, score = rows[run.players], scores[seat]
        row.game, row.seat = number, seat
        row.strategy = compiled_place_of(run.rotate, public.players, number, seat)
        row.score, row.route_points, row.ticket_points = score.total, score.route_points, score.ticket_points
        row.failed_cut_off, row.failed_unfinished = score.failed_cut_off, score.failed_unfinished
        row.longest_trail_points, row.longest_trail = score.longest_trail_points, score.longest_trail
        row.longest_trail_proven = score.longest_trail_proven == 1
        row.most_tickets_points, row.bonus_ticket_points = score.most_tickets_points, score.bonus_ticket_points
        row.station_points, row.harbour_points = score.station_points, score.harbour_points
        row.grand_tour_points, row.grand_tours = score.grand_tour_points, score.grand_tours
        row.exchange_points, row.tickets_made = score.exchange_points, score.tickets_made
        row.tickets_cut_off, row.tickets_unfinished = score.tickets_cut_off, score.tickets_unfinished
        row.tickets_kept = game.private[seat].ticket_count
        row.win_share = 1.0 / winners if score.winner else 0.0
        if public.players == 1:
            row.win_share = nan  # there was nobody to win against
        row.pieces_left = public.pieces[seat, 0] + public.pieces[seat, 1]
        row.second_pieces_left = public.pieces[seat, 1]
        row.pieces_chosen, row.cards_left = game.private[seat].chosen_pieces, public.hand_size[seat]
        row.tracks_claimed, row.ticket_draws = public.owned_count[seat], public.ticket_draws[seat]
        row.turns = turns_of(public, seat)
        row.cards_blind, row.cards_market = public.cards_blind[seat], public.cards_market[seat]
        row.locomotives_market = public.wilds_market[seat]
        row.stations_built, row.harbours_built = public.stations_built[seat], public.harbours_built[seat]
        row.pieces_exchanged = public.exchanged[seat]
        row.tunnel_attempts, row.tunnel_failures = public.tunnel_attempts[seat], public.tunnel_failures[seat]
        row.station_ticket_points = score.station_ticket_points
        row.ticket_exchanges = public.ticket_exchanges[seat]
        bonus_tickets = 0
        for bonus in range(BONUS_TICKETS):
            bonus_tickets += public.bonus_won[seat, bonus]
        row.bonus_tickets = bonus_tickets
        run.players += 1
    return winners


@compiled
def turns_of(public: Public, seat: int) -> int:
    """Return how many turns a seat has begun, including those it passed: the seats take turns in order."""
    return (public.turn + public.players - 1 - seat) // public.players


@compiled
def write_tickets(
    tables: Tables, game: Game, scratch: Scratch, scores: Records, run: Run, number: int, rows: Records
) -> None:
    """Write one row per ticket kept."""
    for seat in range(game.public.players):
        private = game.private[seat]
        measure_gaps(tables, game.public, private, seat, scratch.gaps, scores[seat])
        for i in range(private.ticket_count):
            row = rows[run.tickets]
            row.game, row.seat, row.ticket = number, seat, private.tickets[i]
            row.kept_turn, row.completed_turn = private.kept_turn[i], private.done_turn[i]
            row.outcome, row.points = scores[seat].ticket_outcome[i], scores[seat].ticket_value[i]
            row.trains_missing = scratch.gaps.spaces[i]
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
            row.locomotives = public.claim_wilds[track]
            run.tracks += 1


@compiled
def write_tunnels(game: Game, run: Run, number: int, rows: Records) -> None:
    """Write one row per tunnel attempt, in the order of the game."""
    for i in range(game.public.attempt_count):
        row, attempt = rows[run.tunnels], game.public.attempts[i]
        row.game, row.track, row.seat, row.turn = number, attempt.track, attempt.seat, attempt.turn
        row.cards, row.locomotives, row.turned_up = attempt.cards, attempt.wilds, attempt.turned_up
        row.surcharge, row.paid = attempt.owed, attempt.paid == 1
        run.tunnels += 1


@compiled
def write_buildings(tables: Tables, game: Game, scores: Records, run: Run, number: int, rows: Records) -> None:
    """Write one row per building: for each seat the stations, then the harbours."""
    public = game.public
    for seat in range(public.players):
        for kind in range(2):
            built = 0
            for place in range(tables.cities):
                city = tables.city_order[place]
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
    tables: Tables, game: Game, scratch: Scratch, scores: Records, run: Run, number: int, rows: Rows
) -> None:
    """Write all rows of a finished game; a table without room is not kept, so its rows are not worked out."""
    public, row = game.public, rows.games[run.games]
    row.game, row.turns, row.end_reason = number, public.turn, public.end_reason
    row.market_clears, row.deck_rebuilds = public.market_clears, public.deck_rebuilds
    row.last_round_seat, row.last_round_turn = public.last_round_seat, public.last_round_turn
    row.lead_changes = public.lead_changes
    row.winners = write_players(game, scores, run, number, rows.players)
    if rows.tickets.shape[0] > 0:
        write_tickets(tables, game, scratch, scores, run, number, rows.tickets)
    if rows.tracks.shape[0] > 0:
        write_tracks(tables, game, run, number, rows.tracks)
    if rows.tunnels.shape[0] > 0:
        write_tunnels(game, run, number, rows.tunnels)
    if rows.buildings.shape[0] > 0:
        write_buildings(tables, game, scores, run, number, rows.buildings)
    run.games += 1
