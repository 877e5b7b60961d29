"""The records of a game: what is public, what each seat knows, what nobody knows.

``Tables`` is constant for a map, its rules and a number of players. ``Game`` changes. A
strategy receives ``Tables``, ``Game.public`` and its own ``Game.private[seat]``, never
``Game.hidden``. Kinds of card, tracks, tickets and cities are their positions in the
rule set and the map; colours are positions in ``RuleSet.colors``.
"""

from collections.abc import Sequence
from typing import Annotated, Final

from ttr_analysis.engine.bits import WORD
from ttr_analysis.engine.lanes import LANES
from ttr_analysis.engine.records import Floats, Ints, Record, Shorts, Words
from ttr_analysis.rules import limits

PURSES: Final = limits.TRACKS
"""Largest number of purses (combinations of a deck, a colour of cards, the wilds allowed and a kind of piece)."""
TRACK_WORDS: Final = (limits.TRACKS + WORD - 1) // WORD
"""Words of a set of tracks, see :mod:`ttr_analysis.engine.bits`."""
KINDS: Final = 16
"""Room for the kinds of move."""
NOBODY: Final = -1
"""Owner of a free track, or of a city without a building."""
CLOSED: Final = -2
"""Owner of the other tracks of a double or triple route once nobody may claim them."""
BARRED: Final = -3
"""Owner of a free track that an intervention closes to the seat to move, see :mod:`ttr_analysis.engine.bars`."""
MUST_KEEP: Final = 1
MUST_RETURN: Final = 2
"""What a seat must do with a ticket whenever it is offered."""
ANY_COLOR: Final = -1
"""Colour of a gray track, and of a payment of wilds only."""
EMPTY: Final = -1
"""Market slot without a card."""
NEVER: Final = -1
"""Turn of something that has not happened; value of ``turns_left`` before the last round begins."""


class Names(Record):
    """Words that stand for printed names, see :func:`ttr_analysis.engine.priorities.name_word`."""

    cities: Annotated[Words, limits.CITIES]
    routes: Annotated[Words, limits.TRACKS]
    tracks: Annotated[Words, limits.TRACKS]
    tickets: Annotated[Words, limits.TICKETS]
    cards: Annotated[Words, limits.CARDS]
    colors: Annotated[Words, limits.COLORS]
    decks: Annotated[Words, limits.DECKS]


class Tables(Record):
    """Map, rules and number of players as numbers; see :mod:`ttr_analysis.engine.tables`."""

    players: int
    cities: int
    tracks: int
    routes: int
    tickets: int
    cards: int
    colors: int
    decks: int
    pieces: int
    wild: int  # the kind of card that is wild
    # cards
    card_deck: Annotated[Ints, limits.CARDS]
    card_color: Annotated[Ints, limits.CARDS]  # ANY_COLOR for the wild
    card_units: Annotated[Ints, limits.CARDS]
    card_symbol: Annotated[Ints, limits.CARDS]
    card_count: Annotated[Ints, limits.CARDS]
    color_kinds: Annotated[Ints, limits.DECKS, limits.COLORS, 2]  # kinds of card of a deck and colour, or -1
    hand: Annotated[Ints, limits.DECKS]
    hand_limit: int  # 0: none
    draws: int
    wild_alone: int  # 1: a market wild is the first and last card of a draw
    market_slots: int
    market_deck: Annotated[Ints, limits.MARKET]  # deck that fills a slot at set-up
    wild_limit: int
    reset_limit: int
    refill_choice: int
    # tracks, and routes (pairs of neighbouring cities)
    track_a: Annotated[Ints, limits.TRACKS]
    track_b: Annotated[Ints, limits.TRACKS]
    track_length: Annotated[Ints, limits.TRACKS]
    track_color: Annotated[Ints, limits.TRACKS]  # ANY_COLOR for gray
    track_piece: Annotated[Ints, limits.TRACKS]
    track_deck: Annotated[Ints, limits.TRACKS]
    track_reveals: Annotated[Ints, limits.TRACKS]
    track_wilds: Annotated[Ints, limits.TRACKS]  # least number of wilds in a payment,
    track_most_wilds: Annotated[Ints, limits.TRACKS]  # and the largest
    track_pairs: Annotated[Ints, limits.TRACKS]  # 1: every space costs a pair of cards
    track_set: Annotated[Ints, limits.TRACKS]  # cards of a set that counts as one card (0: none do),
    track_most_sets: Annotated[Ints, limits.TRACKS]  # most sets in a payment,
    track_set_wilds: Annotated[Ints, limits.TRACKS]  # whether wilds may be in them,
    track_least_colored: Annotated[Ints, limits.TRACKS]  # and least number of cards of the colour beside them
    track_plain: Annotated[Ints, limits.TRACKS]  # 1: neither pairs nor sets
    track_twin: Annotated[Ints, limits.TRACKS]  # the next one of a double or triple route, in a ring; or -1
    track_points: Annotated[Ints, limits.TRACKS]
    track_purse: Annotated[Ints, limits.TRACKS]
    track_route: Annotated[Ints, limits.TRACKS]
    route_a: Annotated[Ints, limits.TRACKS]
    route_b: Annotated[Ints, limits.TRACKS]
    route_tracks: Annotated[Ints, limits.TRACKS, limits.PARALLEL]  # -1 after the last
    neighbour_start: Annotated[Ints, limits.CITIES + 1]
    neighbour_city: Annotated[Ints, 2 * limits.TRACKS]
    neighbour_route: Annotated[Ints, 2 * limits.TRACKS]
    closes_doubles: int
    # purses, from which tracks are paid: a deck, a colour (COLORS: any), a kind of piece, fewest and most wilds
    purses: int
    purse_deck: Annotated[Ints, PURSES]
    purse_color: Annotated[Ints, PURSES]
    purse_piece: Annotated[Ints, PURSES]
    purse_least_wilds: Annotated[Ints, PURSES]
    purse_most_wilds: Annotated[Ints, PURSES]
    # sets of tracks: what a purse pays for by its reach, see engine.reach, and what needs a closer look
    track_words: int
    within_reach: Annotated[Words, TRACK_WORDS, PURSES, limits.LENGTH]
    not_plain: Annotated[Words, TRACK_WORDS]
    all_plain: int
    # pieces
    supply: Annotated[Ints, limits.PIECES]
    pieces_kept: int
    exchange_cost: int
    end_pieces: int
    end_turns: int
    end_score: int  # 0: none
    # tickets
    ticket_stops: Annotated[Ints, limits.TICKETS, limits.STOPS]
    ticket_stop_count: Annotated[Ints, limits.TICKETS]
    ticket_points: Annotated[Ints, limits.TICKETS]
    ticket_joined_points: Annotated[Ints, limits.TICKETS]  # of a tour that is joined, but out of order
    ticket_penalty: Annotated[Ints, limits.TICKETS]
    # the ways to complete choice tickets: those of one follow each other, the best first
    ticket_options: Annotated[Ints, limits.TICKETS]  # how many; 0: an ordinary ticket
    ticket_first_option: Annotated[Ints, limits.TICKETS]
    option_start: Annotated[Ints, limits.OPTIONS]
    option_goal: Annotated[Ints, limits.OPTIONS]
    option_points: Annotated[Ints, limits.OPTIONS]
    tours: int  # 1: some ticket has other points out of order
    ticket_long: Annotated[Ints, limits.TICKETS]
    deal: int
    deal_long: int
    keep: int
    keep_long_at_most: int
    draw_tickets: int
    draw_keep: int
    returned_leave: int
    drawn_leave: int
    shown: int
    goal: int
    exchange_tickets: int
    bonus_tickets: int
    bonus_points: Annotated[Ints, limits.BONUS_TICKETS]
    bonus_copies: Annotated[Ints, limits.BONUS_TICKETS]
    bonus_side: Annotated[Ints, limits.BONUS_TICKETS, limits.CITIES]  # 1 west, 2 east, 0 neither
    # buildings
    stations: int
    station_cost: Annotated[Ints, limits.BUILDINGS]
    station_unbuilt: int
    harbours: int
    harbour_cards: Annotated[Ints, limits.DECKS]
    harbour_points: Annotated[Ints, limits.LENGTH]  # by number of own completed tickets that name the city
    harbour_unbuilt: int
    port: Annotated[Ints, limits.CITIES]
    junction: Annotated[Ints, limits.CITIES]
    # scores
    longest_trail_bonus: int
    most_tickets_bonus: int
    grand_tours: int  # 1: the next ones are not all 0
    grand_tour_points: Annotated[Ints, limits.LENGTH]  # by number of such tickets
    tie_breaks: Annotated[Ints, 3]  # codes of engine.scoring, 0 after the last
    standstill_rounds: int
    # names, and orders that follow from them, whatever the order of the map's rows
    names: Names
    city_order: Annotated[Ints, limits.CITIES]
    track_order: Annotated[Ints, limits.TRACKS]
    ticket_order: Annotated[Ints, limits.TICKETS]


class Attempt(Record):
    """A tunnel attempt."""

    track: int
    seat: int
    turn: int
    cards: int  # laid down before cards were turned up
    wilds: int  # among those cards
    turned_up: int
    owed: int
    paid: int  # 1: completed, 0: given up


class Public(Record):
    """What every player sees."""

    players: int
    turn: int  # number of the turn, 1 for the first; 0 during set-up
    seat: int  # the seat to decide
    decision: int  # actions.Decision
    over: int
    end_reason: int  # events.EndReason
    turns_left: int  # in the last round, otherwise NEVER
    stuck_turns: int  # in a row, with no move other than a ticket exchange
    idle_turns: int  # in a row
    stuck: int  # this turn
    idle: int  # this turn
    cards_drawn: int  # this turn
    pending: int  # what follows the action being carried out, see engine.turns
    refill_slot: int
    # board
    owner: Annotated[Ints, limits.TRACKS]  # seat, NOBODY or CLOSED
    claim_turn: Annotated[Ints, limits.TRACKS]
    claim_cards: Annotated[Ints, limits.TRACKS]  # cards paid, including the surcharge
    claim_wilds: Annotated[Ints, limits.TRACKS]
    open_count: int
    open_tracks: Annotated[Ints, limits.TRACKS]
    open_place: Annotated[Ints, limits.TRACKS]
    open_set: Annotated[Words, TRACK_WORDS]  # the same tracks as a set
    beside: Annotated[Words, limits.SEATS, TRACK_WORDS]  # those of the same double or triple routes as a seat's own
    owned: Annotated[Ints, limits.SEATS, limits.TRACKS]
    owned_count: Annotated[Ints, limits.SEATS]
    component: Annotated[Ints, limits.SEATS, limits.CITIES]  # equal labels: joined by the seat's own tracks
    station_owner: Annotated[Ints, limits.CITIES]
    harbour_owner: Annotated[Ints, limits.CITIES]
    station_turn: Annotated[Ints, limits.CITIES]  # turn in which it was built
    harbour_turn: Annotated[Ints, limits.CITIES]
    stations_built: Annotated[Ints, limits.SEATS]
    harbours_built: Annotated[Ints, limits.SEATS]
    # supplies
    pieces: Annotated[Ints, limits.SEATS, limits.PIECES]
    box: Annotated[Ints, limits.SEATS, limits.PIECES]
    hand_size: Annotated[Ints, limits.SEATS]
    tickets_held: Annotated[Ints, limits.SEATS]
    route_points: Annotated[Ints, limits.SEATS]
    exchanged: Annotated[Ints, limits.SEATS]
    completed: Annotated[Ints, limits.SEATS]  # tickets shown, including bonus tickets
    bonus_won: Annotated[Ints, limits.SEATS, limits.BONUS_TICKETS]
    bonus_left: Annotated[Ints, limits.BONUS_TICKETS]
    market: Annotated[Ints, limits.MARKET]  # kind of card, or EMPTY
    deck_size: Annotated[Ints, limits.DECKS]
    discards: Annotated[Ints, limits.CARDS]
    ticket_deck_size: int
    ticket_discards: int
    # a tunnel being dug
    track: int
    payment_color: int
    owed: int
    laid: Annotated[Ints, limits.CARDS]
    turned_up: Annotated[Ints, limits.CARDS]
    # counters for the tables
    market_clears: int
    deck_rebuilds: int
    last_round_seat: int
    last_round_turn: int
    last_round_reason: int  # events.EndReason
    leader: int  # who had more points on the board than everybody else at the end of a turn, last; or NOBODY
    lead_changes: int
    # what is barred to one seat while it is to move, see engine.bars
    barred: int  # bits
    barred_seat: int
    claims_from: int  # the first turn in which it may claim a track; 0: always
    tunnel_attempts: Annotated[Ints, limits.SEATS]
    tunnel_failures: Annotated[Ints, limits.SEATS]
    cards_blind: Annotated[Ints, limits.SEATS]  # drawn from a deck, not counting the first hand
    cards_market: Annotated[Ints, limits.SEATS]  # taken face up
    wilds_market: Annotated[Ints, limits.SEATS]  # among those
    ticket_draws: Annotated[Ints, limits.SEATS]
    ticket_exchanges: Annotated[Ints, limits.SEATS]
    attempts: Annotated[Sequence[Attempt], limits.ATTEMPTS]  # tunnels begun, oldest first
    attempt_count: int


class Priorities(Record):
    """A player's priorities between equals, from 0 to 2 ** 47 - 1; see :mod:`ttr_analysis.engine.priorities`."""

    cities: Annotated[Ints, limits.CITIES]
    routes: Annotated[Ints, limits.TRACKS]
    tracks: Annotated[Ints, limits.TRACKS]
    cards: Annotated[Ints, limits.CARDS]
    colors: Annotated[Ints, limits.COLORS]
    decks: Annotated[Ints, limits.DECKS]


class Private(Record):
    """What one player knows in addition."""

    hand: Annotated[Ints, limits.CARDS]
    ticket_count: int  # including completed tickets
    tickets: Annotated[Ints, limits.TICKETS]  # oldest first
    kept_turn: Annotated[Ints, limits.TICKETS]
    done_turn: Annotated[Ints, limits.TICKETS]  # NEVER if not completed
    offered_count: int
    offered: Annotated[Ints, limits.OFFER]
    chosen_pieces: int
    must_keep: int  # bit set of the tickets offered, by interventions
    must_return: int
    priority: Priorities


class Changes(Record):
    """Interventions as numbers: written before a game is set up, and not changed by it. Rounds are 0 for never."""

    count: int  # 0: there are none
    bars: Annotated[Ints, limits.SEATS]  # bits of engine.bars
    claims_from: Annotated[Ints, limits.SEATS]  # the round from which a seat may claim tracks
    closed_tracks: Annotated[Ints, limits.SEATS]  # how many tracks are closed to a seat in some round,
    closed_from: Annotated[Ints, limits.SEATS, limits.TRACKS]  # and from which round each is
    skips: Annotated[Ints, limits.SEATS]
    skipped_round: Annotated[Ints, limits.SEATS, limits.SKIPS]
    given: int
    given_seat: Annotated[Ints, limits.OWNED]
    given_track: Annotated[Ints, limits.OWNED]
    extra_cards: Annotated[Ints, limits.SEATS, limits.CARDS]
    first_tickets: Annotated[Ints, limits.SEATS]
    first_ticket: Annotated[Ints, limits.SEATS, limits.OFFER]
    duties: int  # how many tickets some seat must keep or return
    duty: Annotated[Ints, limits.SEATS, limits.TICKETS]  # MUST_KEEP, MUST_RETURN or 0


class Hidden(Record):
    """What nobody knows: decks, random streams and interventions."""

    deck: Annotated[Ints, limits.DECKS, limits.DECK]  # the top is the last card
    ordered: Annotated[Ints, limits.DECKS]  # how many cards at the top have a known order
    ticket_pool: Annotated[Ints, limits.TICKETS]  # the deck's unordered part
    ticket_pool_size: int
    ticket_queue: Annotated[Ints, limits.TICKETS]  # returned tickets below the pool, a ring buffer
    ticket_queue_head: int
    ticket_queue_size: int
    ticket_top: Annotated[Ints, limits.TICKETS]  # tickets of known order above the pool; the last is drawn first
    ticket_top_size: int
    long_pool: Annotated[Ints, limits.TICKETS]
    long_pool_size: int
    discarded_tickets: Annotated[Ints, limits.TICKETS]
    pending_return: Annotated[Ints, limits.TICKETS]
    pending_return_size: int
    streams: Annotated[Words, limits.DECKS + 2 + limits.SEATS, 4]
    changes: Changes
    barred_count: int  # tracks that are barred to the seat to move now,
    barred_tracks: Annotated[Ints, limits.TRACKS]  # in the order in which they were


class Game(Record):
    """One game. ``log_size`` counts the events of its log."""

    public: Public
    private: Annotated[Sequence[Private], limits.SEATS]
    hidden: Hidden
    log_size: int


class ActionRecord(Record):
    """An action; see :class:`ttr_analysis.maps.actions.ActionKind`."""

    kind: int
    target: int
    number: int
    cards: Annotated[Ints, limits.CARDS]


class EventRecord(Record):
    """An event; see :class:`ttr_analysis.maps.events.EventKind`."""

    turn: int
    seat: int
    kind: int
    target: int
    number: int
    cards: Annotated[Ints, limits.CARDS]


class GapScratch(Record):
    """Scratch space of :mod:`ttr_analysis.engine.gaps`; a component is named by one of its cities."""

    spaces: Annotated[Ints, limits.TICKETS]  # the answers, by position in Private.tickets
    links: int
    link_a: Annotated[Ints, limits.TRACKS]
    link_b: Annotated[Ints, limits.TRACKS]
    length: Annotated[Ints, limits.TRACKS]
    terminal: Annotated[Ints, limits.STOPS]
    pairs: Annotated[Ints, LANES]  # tickets between two cities that are measured together
    distance: Annotated[Shorts, limits.CITIES, LANES]  # of each component from the first city of each
    to_stops: Annotated[Ints, limits.CITIES, 1 << (limits.STOPS - 1)]  # the same from each set of stops but the last


class Plan(Record):
    """What a strategy plans to claim."""

    order: Annotated[Ints, limits.TICKETS]  # tickets in the order in which they are planned
    routes: Annotated[Ints, limits.TRACKS]
    route_count: int
    tracks: Annotated[Ints, limits.TRACKS]  # the track to claim on each route that is still missing
    track_count: int
    effort: int
    role: Annotated[Ints, limits.TRACKS]  # why the cards of each track are collected, 0 if they are not


class Forest(Record):
    """A cheap forest over all tickets, see :mod:`ttr_analysis.strategies.expert.forest`; one entry for each route."""

    price: Annotated[Ints, limits.TRACKS]
    track: Annotated[Ints, limits.TRACKS]  # the track that the price is for, or -1
    users: Annotated[Ints, limits.TRACKS]  # bit set of the tickets, by their places in Plan.order, whose paths use it


class Pool(Record):
    """Tickets that an imagined game has not dealt yet, in random order."""

    tickets: Annotated[Ints, limits.TICKETS]
    ticket_count: int


class Scratch(Record):
    """Scratch space for the graph algorithms and for strategies; nothing is kept between calls."""

    # what a hand can pay for
    spaces: Annotated[
        Ints, limits.DECKS, limits.COLORS + 1
    ]  # spaces that a hand can pay for without wilds, by colour; last: any colour
    reach: Annotated[Ints, PURSES]  # longest track that each purse can pay for
    payable: Annotated[Words, TRACK_WORDS]  # the set of tracks that a seat can claim
    # cheapest paths
    route_cost: Annotated[Ints, limits.TRACKS]
    reached: Annotated[Ints, limits.CITIES]  # at which cost and rank
    previous_city: Annotated[Ints, limits.CITIES]
    previous_route: Annotated[Ints, limits.CITIES]
    path: Annotated[Ints, limits.CITIES]  # the routes of the path found last, from the goal backwards
    bucket: Annotated[Words, 512]  # by distance, the set of cities to go on from
    # networks and trails
    label: Annotated[Ints, limits.CITIES]  # components of a network; equal labels: joined
    degree: Annotated[Ints, limits.CITIES]  # tracks of a network that end in each city
    first: Annotated[Ints, limits.CITIES + 1]  # the first link of each city
    next_link: Annotated[Ints, limits.CITIES]  # the place of each city's next link while they are indexed
    link_city: Annotated[Ints, 2 * limits.TRACKS]
    link_track: Annotated[Ints, 2 * limits.TRACKS]
    component_spaces: Annotated[Ints, limits.CITIES]
    component_odd: Annotated[Ints, limits.CITIES]  # cities in which an odd number of tracks end
    used: Annotated[Ints, limits.TRACKS]  # tracks of the trail that is being searched
    visited: Annotated[Ints, limits.CITIES]  # cities of the tour that is being searched
    at_city: Annotated[Ints, limits.TRACKS + limits.CITIES]  # for each step of such a search: where it is,
    at_link: Annotated[Ints, limits.TRACKS + limits.CITIES]  # the next link to try,
    came_by: Annotated[Ints, limits.TRACKS + limits.CITIES]  # the track that led there,
    stops_met: Annotated[Ints, limits.TRACKS + limits.CITIES]  # and how many stops of the tour were met
    tour_tracks: Annotated[Ints, limits.TRACKS]  # own and borrowed
    met: Annotated[Ints, limits.CITIES]  # as which one a search for bridges met each city,
    leads_back: Annotated[Ints, limits.CITIES]  # and to which one what was met after it leads back
    # stations
    candidates: Annotated[Ints, limits.BUILDINGS, limits.TRACKS]
    candidate_count: Annotated[Ints, limits.BUILDINGS]
    choice: Annotated[Ints, limits.BUILDINGS]
    best_choice: Annotated[Ints, limits.BUILDINGS]
    borrowed: Annotated[Ints, limits.BUILDINGS]  # tracks
    # what tickets lacked at the end
    gaps: GapScratch
    # what strategies plan and want
    plan: Plan
    forest: Forest
    aim: Annotated[Ints, limits.TICKETS]  # the option that a plan has chosen for each choice ticket
    saved_cost: Annotated[Ints, limits.TRACKS]  # the route costs once the held tickets are planned
    need: Annotated[Ints, limits.DECKS, limits.COLORS]  # spaces a plan needs, by deck and colour
    gray_need: Annotated[Ints, limits.DECKS]  # the same for gray tracks
    gray_color: Annotated[Ints, limits.DECKS]  # colour in which a gray track is best paid for
    card_worth: Annotated[Ints, limits.CARDS]
    open_lengths: Annotated[Ints, limits.LENGTH]  # number of open tracks by length
    denied: Annotated[Ints, limits.TRACKS]  # what the opponents lose with each route
    priority: Annotated[Ints, limits.TRACKS]  # of each route
    tour_worth: Annotated[Floats, limits.TRACKS]  # what each route adds to a second way of a ticket
    tour_routes: Annotated[Ints, limits.TRACKS]  # the routes of such a way that are not laid yet
    tour_size: int
    ticket_cities: Annotated[Ints, limits.CITIES]
    is_ticket_city: Annotated[Ints, limits.CITIES]
    claimable: Annotated[Ints, limits.TRACKS]  # tracks
    kinds: Annotated[Ints, KINDS]  # of move that are possible
    pool: Pool  # tickets that the player does not see, without
    long_pool: Pool  # and with the long ones that are dealt apart
