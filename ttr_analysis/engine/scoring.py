"""Scores at any point of a game: route points, tickets, bonuses, buildings, tie-breaks."""

from typing import Annotated, Final

from ttr_analysis.engine.bridges import label_without_bridges
from ttr_analysis.engine.compiled import compiled, part
from ttr_analysis.engine.graph import merge, open_to, visits_in_order
from ttr_analysis.engine.records import Ints, Record, Records
from ttr_analysis.engine.state import NEVER, NOBODY, Game, Private, Public, Scratch, Tables
from ttr_analysis.engine.trails import longest_trail
from ttr_analysis.rules.limits import BUILDINGS, LENGTH, PARALLEL, TICKETS

BY_TICKETS: Final = 1
BY_STATIONS: Final = 2
BY_LONGEST_TRAIL: Final = 3
"""Codes of ``Tables.tie_breaks``."""

MADE: Final = 0
CUT_OFF: Final = 1
UNFINISHED: Final = 2
"""Outcomes of a ticket. It is *cut off* if its cities can no longer be joined over own and open
tracks, regardless of the pieces left."""


class SeatScore(Record):
    """The score of one seat, by part; the parts add up to ``total``."""

    total: int
    route_points: int
    ticket_points: int  # of completed tickets
    failed_cut_off: int  # points lost, zero or negative
    failed_unfinished: int
    longest_trail_points: int
    most_tickets_points: int
    station_points: int
    harbour_points: int
    exchange_points: int
    bonus_ticket_points: int
    grand_tour_points: int
    grand_tours: int  # completed tickets joined by two trails that share no track
    longest_trail: int  # spaces
    longest_trail_proven: int  # 0: a longer one may exist
    tickets_made: int  # including bonus tickets
    tickets_cut_off: int
    tickets_unfinished: int
    winner: int
    ticket_value: Annotated[Ints, TICKETS]  # points gained or lost, by position in Private.tickets
    ticket_outcome: Annotated[Ints, TICKETS]
    station_ticket_points: int  # gained through all stations together; included in the points above
    station_track: Annotated[Ints, BUILDINGS]  # borrowed track, or NOBODY; by city, as all below
    station_worth: Annotated[Ints, BUILDINGS]  # ticket points lost without this station
    harbour_worth: Annotated[Ints, BUILDINGS]


@compiled
def joined(tables: Tables, labels: Ints, ticket: int) -> bool:
    """Return whether all cities of a ticket have the same label; of a choice ticket, those of some option."""
    if tables.ticket_options[ticket] > 0:
        return best_option(tables, labels, ticket) >= 0
    stops = tables.ticket_stops[ticket]
    for i in range(1, tables.ticket_stop_count[ticket]):
        if labels[stops[i]] != labels[stops[0]]:
            return False
    return True


@compiled
def best_option(tables: Tables, labels: Ints, ticket: int) -> int:
    """Return the option of a choice ticket that scores most of those whose cities have the same label, or -1."""
    first = tables.ticket_first_option[ticket]
    for option in range(first, first + tables.ticket_options[ticket]):
        if labels[tables.option_start[option]] == labels[tables.option_goal[option]]:
            return option
    return -1


@compiled
def reached_points(tables: Tables, labels: Ints, ticket: int) -> int:
    """Return the points of a completed ticket: of a choice ticket, those of the best place reached."""
    if tables.ticket_options[ticket] > 0:
        return tables.option_points[best_option(tables, labels, ticket)]
    return tables.ticket_points[ticket]


@compiled
def completed_value(
    tables: Tables, public: Public, seat: int, ticket: int, scratch: Scratch, borrowed: Ints, borrowed_count: int
) -> int:
    """Return the points of a ticket completed with the labels in ``scratch.label``.

    For a tour, they depend on whether the order is kept.
    """
    if tables.ticket_joined_points[ticket] == tables.ticket_points[ticket]:
        return reached_points(tables, scratch.label, ticket)
    count = public.owned_count[seat]
    for i in range(count):
        scratch.tour_tracks[i] = public.owned[seat, i]
    for i in range(borrowed_count):
        scratch.tour_tracks[count + i] = borrowed[i]
    if visits_in_order(tables, scratch, scratch.tour_tracks, count + borrowed_count, ticket):
        return tables.ticket_points[ticket]
    return tables.ticket_joined_points[ticket]


@compiled
def collect_borrowable(tables: Tables, public: Public, seat: int, scratch: Scratch) -> int:
    """Collect the tracks that each own station may borrow, and return the number of stations.

    This is one opponents' track of each route at the station's city, if the route leads out
    of the component (or, on maps with ordered tours, anywhere); none where completed tickets are
    shown, since only own tracks complete them. The order of stations and tracks
    follows from their names, so that equal choices do not tell the order of a map's rows.
    """
    stations = 0
    for place in range(tables.cities):
        city = tables.city_order[place]
        if public.station_owner[city] != seat:
            continue
        count = 0
        for i in range(tables.neighbour_start[city], tables.neighbour_start[city + 1]):
            other = tables.neighbour_city[i]
            inside = public.component[seat, other] == public.component[seat, city] and tables.tours == 0
            if inside or tables.shown:
                continue
            for j in range(PARALLEL):
                track = tables.route_tracks[tables.neighbour_route[i], j]
                if track >= 0 and public.owner[track] >= 0 and public.owner[track] != seat:
                    scratch.candidates[stations, count] = track
                    count += 1
                    break
        scratch.candidate_count[stations] = count
        stations += 1
    return stations


@compiled
def label_with_choice(tables: Tables, public: Public, seat: int, scratch: Scratch, stations: int) -> int:
    """Label the seat's components with the chosen tracks borrowed.

    The labels are left in ``scratch.label`` and the borrowed tracks in ``scratch.borrowed``. Return
    the number of borrowed tracks.
    """
    borrowed = 0
    for city in range(tables.cities):
        scratch.label[city] = public.component[seat, city]
    for i in range(stations):
        if scratch.choice[i] >= 0:
            track = scratch.candidates[i, scratch.choice[i]]
            merge(scratch.label, tables.cities, tables.track_a[track], tables.track_b[track])
            scratch.borrowed[borrowed] = track
            borrowed += 1
    return borrowed


@compiled
def ticket_points_with(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, borrowed: int
) -> tuple[int, int]:
    """Return the ticket points and the number of completed tickets for the labels in ``scratch.label``."""
    points, made = 0, 0
    for i in range(private.ticket_count):
        ticket = private.tickets[i]
        if joined(tables, scratch.label, ticket):
            points += completed_value(tables, public, seat, ticket, scratch, scratch.borrowed, borrowed)
            made += 1
        else:
            points -= tables.ticket_penalty[ticket]
    return points, made


@compiled
def choose_borrowed(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, stations: int
) -> tuple[int, int]:
    """Choose the track that each station borrows: most ticket points, then most tickets.

    All combinations of choices are tried. The best one is left in ``scratch.choice``. Return
    the ticket points without any station and with the best choice.
    """
    without, best_points, best_made = 0, -(1 << 62), -1
    for i in range(stations):
        scratch.choice[i] = -1
    place = 0
    while place < stations:
        borrowed = label_with_choice(tables, public, seat, scratch, stations)
        points, made = ticket_points_with(tables, public, private, seat, scratch, borrowed)
        if best_made < 0:
            without = points
        if points > best_points or (points == best_points and made > best_made):
            best_points, best_made = points, made
            for i in range(stations):
                scratch.best_choice[i] = scratch.choice[i]
        place = 0
        while place < stations:
            scratch.choice[place] += 1
            if scratch.choice[place] < scratch.candidate_count[place]:
                break
            scratch.choice[place] = -1
            place += 1
    for i in range(stations):
        scratch.choice[i] = scratch.best_choice[i]
    return without, best_points


@compiled
def score_stations(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, score: SeatScore
) -> int:
    """Choose the tracks that the stations borrow and record what each station adds.

    The labels are left in ``scratch.label`` and the borrowed tracks in ``scratch.borrowed``. Return
    the number of borrowed tracks.
    """
    stations = collect_borrowable(tables, public, seat, scratch)
    without, points = choose_borrowed(tables, public, private, seat, scratch, stations)
    score.station_ticket_points = points - without if stations > 0 else 0
    for i in range(stations):
        chosen = scratch.choice[i]
        score.station_track[i] = scratch.candidates[i, chosen] if chosen >= 0 else NOBODY
        scratch.choice[i] = -1
        borrowed = label_with_choice(tables, public, seat, scratch, stations)
        score.station_worth[i] = points - ticket_points_with(tables, public, private, seat, scratch, borrowed)[0]
        scratch.choice[i] = chosen
    return label_with_choice(tables, public, seat, scratch, stations)


@compiled
def label_reachable(tables: Tables, public: Public, seat: int, scratch: Scratch) -> None:
    """Label, in ``scratch.label``, the components the seat could still form over own and open tracks."""
    for city in range(tables.cities):
        scratch.label[city] = public.component[seat, city]
    for i in range(public.open_count):
        track = public.open_tracks[i]
        if open_to(public, seat, track):
            merge(scratch.label, tables.cities, tables.track_a[track], tables.track_b[track])


@compiled
def counts(tables: Tables, private: Private, labels: Ints, place: int) -> bool:
    """Return whether a held ticket scores: if it is joined, or, on maps that show completed tickets, shown."""
    if tables.shown:
        return private.done_turn[place] != NEVER
    return joined(tables, labels, private.tickets[place])


@compiled
def score_tickets(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, score: SeatScore
) -> None:
    """Score every ticket: its value, its outcome, and their sums."""
    borrowed = score_stations(tables, public, private, seat, scratch, score)
    for i in range(private.ticket_count):
        ticket = private.tickets[i]
        if counts(tables, private, scratch.label, i):
            value = completed_value(tables, public, seat, ticket, scratch, scratch.borrowed, borrowed)
            score.ticket_value[i] = value
            score.ticket_outcome[i] = MADE
            score.ticket_points += value
            score.tickets_made += 1
        else:
            score.ticket_value[i] = -tables.ticket_penalty[ticket]
            score.ticket_outcome[i] = UNFINISHED
    score_failed(tables, public, private, seat, scratch, score)


@compiled
def score_failed(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, score: SeatScore
) -> None:
    """Divide the incomplete tickets into cut off and unfinished."""
    if score.tickets_made == private.ticket_count:
        return
    label_reachable(tables, public, seat, scratch)
    for i in range(private.ticket_count):
        if score.ticket_outcome[i] == MADE:
            continue
        if joined(tables, scratch.label, private.tickets[i]):
            score.failed_unfinished += score.ticket_value[i]
            score.tickets_unfinished += 1
        else:
            score.ticket_outcome[i] = CUT_OFF
            score.failed_cut_off += score.ticket_value[i]
            score.tickets_cut_off += 1


@compiled
def names_city(tables: Tables, ticket: int, city: int) -> bool:
    """Return whether a ticket names a city, itself or as a place of a country."""
    first = tables.ticket_first_option[ticket]
    for option in range(first, first + tables.ticket_options[ticket]):
        if city == tables.option_start[option] or city == tables.option_goal[option]:
            return True
    if tables.ticket_options[ticket] == 0:
        for i in range(tables.ticket_stop_count[ticket]):
            if tables.ticket_stops[ticket, i] == city:
                return True
    return False


@compiled
def score_harbours(tables: Tables, public: Public, private: Private, seat: int, score: SeatScore) -> None:
    """Score each harbour by the completed tickets that name its city."""
    built = 0
    for place in range(tables.cities):
        city = tables.city_order[place]
        if public.harbour_owner[city] != seat:
            continue
        named = 0
        for i in range(private.ticket_count):
            if score.ticket_outcome[i] == MADE:
                named += int(names_city(tables, private.tickets[i], city))
        score.harbour_worth[built] = tables.harbour_points[min(named, LENGTH - 1)]
        score.harbour_points += score.harbour_worth[built]
        built += 1
    score.harbour_points += tables.harbour_unbuilt * (tables.harbours - public.harbours_built[seat])


@compiled
def score_grand_tours(
    tables: Tables, public: Public, private: Private, seat: int, scratch: Scratch, score: SeatScore
) -> None:
    """Score the completed tickets that are Grand Tours: two own trails join them that share no track."""
    if tables.grand_tours == 0:
        return
    label_without_bridges(tables, scratch, public.owned[seat], public.owned_count[seat])
    for i in range(private.ticket_count):
        if score.ticket_outcome[i] == MADE and joined(tables, scratch.label, private.tickets[i]):
            score.grand_tours += 1
    score.grand_tour_points = tables.grand_tour_points[min(score.grand_tours, LENGTH - 1)]


@compiled
def score_seat(tables: Tables, game: Game, seat: int, scratch: Scratch, score: SeatScore) -> None:
    """Score a seat as if the game ended now, except for the bonuses that compare seats."""
    public, private = game.public, game.private[seat]
    score.route_points = public.route_points[seat]
    score.ticket_points, score.failed_cut_off, score.failed_unfinished = 0, 0, 0
    score.tickets_made, score.tickets_cut_off, score.tickets_unfinished = 0, 0, 0
    score.harbour_points, score.bonus_ticket_points = 0, 0
    score.grand_tours, score.grand_tour_points = 0, 0
    score.longest_trail_points, score.most_tickets_points, score.winner = 0, 0, 0
    score_tickets(tables, public, private, seat, scratch, score)
    score_harbours(tables, public, private, seat, score)
    score_grand_tours(tables, public, private, seat, scratch, score)
    score.station_points = tables.station_unbuilt * (tables.stations - public.stations_built[seat])
    score.exchange_points = -tables.exchange_cost * public.exchanged[seat]
    for bonus in range(tables.bonus_tickets):
        score.bonus_ticket_points += tables.bonus_points[bonus] * public.bonus_won[seat, bonus]
        score.tickets_made += public.bonus_won[seat, bonus]
    score.longest_trail, score.longest_trail_proven = longest_trail(
        tables, scratch, public.owned[seat], public.owned_count[seat], public.component[seat]
    )


@compiled
def add_up(score: SeatScore) -> None:
    """Set ``total`` to the sum of the parts."""
    score.total = (
        score.route_points
        + score.ticket_points
        + score.failed_cut_off
        + score.failed_unfinished
        + score.longest_trail_points
        + score.most_tickets_points
        + score.station_points
        + score.harbour_points
        + score.exchange_points
        + score.bonus_ticket_points
        + score.grand_tour_points
    )


@compiled
def tie_break_value(public: Public, score: SeatScore, seat: int, code: int) -> int:
    """Return the value that a tie-break compares; more is better."""
    if code == BY_TICKETS:
        return score.tickets_made
    if code == BY_STATIONS:
        return -public.stations_built[seat]
    if code == BY_LONGEST_TRAIL:
        return score.longest_trail_points
    return 0


@compiled
def is_ahead(tables: Tables, public: Public, scores: Records, seat: int, other: int) -> bool:
    """Return whether ``seat`` ranks ahead of ``other``: by goal reached, then score, then the tie-breaks."""
    if tables.goal > 0:
        mine, theirs = public.completed[seat] >= tables.goal, public.completed[other] >= tables.goal
        if mine != theirs:
            return mine
    if scores[seat].total != scores[other].total:
        return scores[seat].total > scores[other].total
    for i in range(3):
        mine = tie_break_value(public, scores[seat], seat, tables.tie_breaks[i])
        theirs = tie_break_value(public, scores[other], other, tables.tie_breaks[i])
        if mine != theirs:
            return mine > theirs
    return False


@part
def score_game(tables: Tables, game: Game, scratch: Scratch, scores: Records) -> None:
    """Fill ``scores``, one :class:`SeatScore` per seat, as if the game ended now."""
    public = game.public
    longest, most = 1, 1
    for seat in range(public.players):
        score_seat(tables, game, seat, scratch, scores[seat])
        longest = max(longest, scores[seat].longest_trail)
        most = max(most, scores[seat].tickets_made)
    for seat in range(public.players):
        if scores[seat].longest_trail == longest:
            scores[seat].longest_trail_points = tables.longest_trail_bonus
        if scores[seat].tickets_made == most:
            scores[seat].most_tickets_points = tables.most_tickets_bonus
        add_up(scores[seat])
    for seat in range(public.players):
        scores[seat].winner = 1
        for other in range(public.players):
            if other != seat and is_ahead(tables, public, scores, other, seat):
                scores[seat].winner = 0
