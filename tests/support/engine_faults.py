"""Faults planted in the engine's own source; the referee must catch each in the games then played.

Run by ``test_engine_faults.py`` with ``NUMBA_DISABLE_JIT=1``; prints a line for each fault.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

from code_patterns import replaced
from engine_source import code_of, engine_functions, swapped, syntax_of
from made_up_maps import fifth_map
from north_map import north_map
from quick_records import read_quickly
from rulebook_maps import chain_map
from small_games import ONE_TICKET, small_map, track

from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import BonusTicket
from ttr_analysis.play.game import Game
from ttr_analysis.referee import RefereeError, replay
from ttr_analysis.rules import USA
from ttr_analysis.rules.spec import PieceKind

MAX_GAMES = 12
"""A fault must be caught in one of so many games."""

Change = tuple[str, str, str]
"""A function of the engine, the form of a piece of its code (see ``code_patterns``), and what stands there instead."""


@dataclass(frozen=True)
class Fault:
    """One fault: what it breaks, where it is planted, and the rules that the referee may name for it."""

    name: str
    rules: str
    game: str
    players: int
    changes: tuple[Change, ...]


def fault(name: str, rules: str, game: str, players: int, *parts: str) -> Fault:
    """``parts``: function, pattern and replacement, again and again."""
    return Fault(name, rules, game, players, tuple(zip(parts[::3], parts[1::3], parts[2::3], strict=True)))


SCORE = "USA-SCORE-1"  # the referee finds a wrong total, whichever part of it is wrong

SETS_FIT = "sets >= 0 and total == colored + tables.track_set[track] * sets"

FAULTS = (
    # ---- cards ----
    fault("a face-up locomotive may be the second card", "USA-DRAW-4", "small", 2,
          "check_market", "card != tables.wild or wild_to_take(tables, public)", "True"),
    fault("a face-up locomotive is not the only card", "ALL-TURN-1 ALL-TURN-2", "usa", 2,
          "draw_from_market", "tables.draws if card == tables.wild and tables.wild_alone == 1 else 1", "1"),
    fault("three cards are drawn", "ALL-TURN-1 ALL-TURN-2", "usa", 2,
          "continue_draw", "public.cards_drawn < tables.draws", "public.cards_drawn <= tables.draws"),
    fault("one locomotive more is needed for a reset", "USA-MARKET-1", "usa", 3,
          "settle_market", "wilds < tables.wild_limit", "wilds <= tables.wild_limit"),
    fault("one reset fewer in a row", "USA-MARKET-1", "fifth", 3,
          "settle_market", "tables.reset_limit", "tables.reset_limit - 1"),
    fault("a new market from one deck only", "RS-MARKET-3", "fifth", 3,
          "fill_afresh", "tables.market_deck[slot]", "0"),
    fault("the discards are not shuffled in", "ALL-DECK-1", "usa", 3,
          "rebuild_deck", "public.deck_size[deck] > 0", "True"),
    fault("the discards are shuffled in and stay", "ALL-DECK-1 ALL-CARDS-1", "journey", 3,
          "rebuild_deck", "public.discards[kind] = 0", "pass"),
    fault("a card drawn goes to the next player", "USA-CLAIM-7", "journey", 3,
          "receive_card", "game.private[game.public.seat]",
          "game.private[(game.public.seat + 1) % game.public.players]"),
    fault("a payment stays in the hand", "USA-CLAIM-7", "journey", 2,
          "pay", "hand[kind] -= cards[kind]", "pass"),
    # ---- tracks ----
    fault("both tracks of a double route with 3 players", "USA-DOUBLE-2", "usa", 3,
          "close_beside", "owner[twin] = CLOSED\nremove_open(...)", "pass"),
    fault("the third track of a triple route stays open with 2 players", "USA-DOUBLE-2", "triple", 2,
          "close_beside", "owner[twin] == NOBODY", "owner[twin] == NOBODY and twin == tables.track_twin[track]"),
    fault("two tracks of a triple route for one player", "USA-DOUBLE-1", "triple", 4,
          "close_beside", "twin = tables.track_twin[twin]", "break"),
    fault("both tracks of a double route for one player", "USA-DOUBLE-1", "journey", 2,
          "close_beside", "add_to_set(...)", "pass"),
    fault("a ferry without its locomotives", "EUR-FERRY-1", "europe", 3,
          "pays", "tables.track_wilds[track]", "0",
          "payments", "tables.track_wilds[track]", "0",
          "fill_reach", "wilds < tables.purse_least_wilds[purse]", "False"),
    fault("pieces of the wrong kind are laid", "USA-CLAIM-5 RS-EXCHANGE-1 USA-END-1", "fifth", 2,
          "lay_pieces", "tables.track_piece[track]", "0"),
    fault("a space too many with a single ship", "RS-CLAIM-5", "fifth", 2,
          "covers", "covered == spaces + 1 and singles == 0", "covered == spaces + 1",
          "pays_spaces", "covered == spaces + 1 and singles == 0", "covered == spaces + 1"),
    fault("pairs of two colours", "RS-PAIR-1 RS-PAIR-2", "world", 2,
          "pays_pairs", "cards[tables.wild] >= odd", "True",
          "pairs_when_complete", "wilds < odd", "False",
          "pairs_held", "matched = min(wilds, odd)\nreturn pairs + matched + (wilds - matched) // 2",
          "return pairs + (odd + wilds) // 2"),
    # ---- tunnels ----
    fault("a tunnel of locomotives counts every card", "EUR-TUNNEL-4 EUR-TUNNEL-7", "fifth", 2,
          "dig_tunnel", "color != ANY_COLOR and tables.card_color[card] == color",
          "color == ANY_COLOR or tables.card_color[card] == color"),
    fault("locomotives turned up cost nothing", "EUR-TUNNEL-4 EUR-TUNNEL-6", "fifth", 2,
          "dig_tunnel", "card == tables.wild or of_the_color", "of_the_color"),
    fault("the cards turned up at a tunnel are lost", "ALL-DECK-1", "europe", 3,
          "clear_tunnel", "public.laid[kind] + public.turned_up[kind]", "public.laid[kind]"),
    fault("a declined tunnel costs the payment", "ALL-DECK-1", "europe", 3,
          "decline_tunnel", "private.hand[kind] += public.laid[kind]", "public.discards[kind] += public.laid[kind]"),
    fault("a tunnel turns up a card too few", "EUR-TUNNEL-2", "fifth", 2,
          "dig_tunnel", "tables.track_reveals[track]", "tables.track_reveals[track] - 1"),
    # ---- buildings ----
    fault("every station costs what the first does", "EUR-STATION-3", "fifth", 2,
          "payments", "tables.station_cost[built]", "tables.station_cost[0]",
          "pays", "tables.station_cost[built]", "tables.station_cost[0]"),
    fault("two stations in a city", "EUR-STATION-2", "fifth", 4,
          "may_build_station", "public.station_owner[city] == NOBODY", "True",
          "check_station", "public.station_owner[city] != NOBODY", "False"),
    fault("a harbour far from every own track", "RS-HARBOUR-2", "fifth", 3,
          "may_build_harbour", "touches(...)", "True",
          "check_harbour", "touches(...)", "True"),
    # ---- tickets ----
    fault("one ticket is enough at the start", "USA-SETUP-4", "usa", 3,
          "min_kept", "tables.keep if at_the_start else tables.draw_keep", "tables.draw_keep"),
    fault("returned tickets go on top of the deck", "USA-TICKETS-4", "usa", 3,
          "put_under", "hidden.ticket_queue[place] = ticket\nhidden.ticket_queue_size += 1",
          "hidden.ticket_top[hidden.ticket_top_size] = ticket\nhidden.ticket_top_size += 1"),
    fault("returned tickets come up in the wrong order", "USA-TICKETS-4", "small", 2,
          "put_under", "place = (hidden.ticket_queue_head + hidden.ticket_queue_size) % TICKETS",
          "place = hidden.ticket_queue_head = (hidden.ticket_queue_head - 1) % TICKETS"),
    fault("a completed ticket is replaced twice", "FJ-COMPLETE-1 FJ-COMPLETE-2 ALL-TURN-2 FJ-BONUS-1", "journey", 3,
          "show_completed", "replace_ticket(...)", "replace_ticket(...)\nreplace_ticket(...)"),
    fault("the newest completed ticket is shown first", "FJ-COMPLETE-1", "journey", 3,
          "show_completed",
          """
ticket = private.tickets[place]
if private.done_turn[place] == NEVER and joined(tables, labels, ticket):
    ...
""",
          """
ticket = private.tickets[place]
for i in range(place + 1, private.ticket_count):
    if private.done_turn[i] == NEVER and joined(tables, labels, private.tickets[i]):
        place, ticket = i, private.tickets[i]
if private.done_turn[place] == NEVER and joined(tables, labels, ticket):
    ...
"""),
    fault("a bonus ticket is won twice", "ALL-TURN-1 ALL-TURN-2 FJ-BONUS-1", "chain", 2,
          "award_bonus_tickets", "public.bonus_won[seat, bonus] or none_is_left", "none_is_left"),
    fault("the sixth ticket does not end the game", "USA-END-1", "chain", 2,
          "count_completed", "completed >= tables.goal", "completed > tables.goal"),
    fault("exchanged tickets leave the game", "FJ-TICKETS-1 FJ-COMPLETE-2", "journey", 4,
          "exchange_tickets", "public.ticket_discards += 1", "pass"),
    # ---- turns ----
    fault("the second seat begins", "ALL-TURN-1", "journey", 2,
          "begin_turn", "(public.turn - 1) % public.players", "public.turn % public.players"),
    fault("the last round begins with one piece fewer", "USA-END-1", "small", 2,
          "count_down", "pieces <= tables.end_pieces", "pieces < tables.end_pieces"),
    fault("the last round is announced a turn short", "USA-END-1", "small", 2,
          "count_down", "tables.end_turns * public.players", "tables.end_turns * public.players - 1"),
    fault("the last turn is not played", "ALL-TURN-2 USA-END-1", "fifth", 2,
          "count_down", "public.turns_left == 0", "public.turns_left == 1"),
    # ---- scores ----
    fault("route points are the spaces", SCORE, "usa", 2,
          "lay_pieces", "tables.track_points[track]", "tables.track_length[track]"),
    fault("failed tickets cost nothing", SCORE, "usa", 2,
          "score_tickets", "-tables.ticket_penalty[ticket]", "0"),
    fault("a tour out of order scores in full", SCORE, "fifth", 3,
          "completed_value", "visits_in_order(...)", "True"),
    fault("stations borrow nothing", SCORE, "fifth", 4,
          "collect_borrowable", "track >= 0 and public.owner[track] >= 0 and public.owner[track] != seat", "False"),
    fault("borrowed tracks count for the trail", SCORE, "fifth", 4,
          "score_tickets", "borrowed = score_stations(tables, public, private, seat, scratch, score)",
          """
borrowed = score_stations(tables, public, private, seat, scratch, score)
for i in range(borrowed):
    track = scratch.borrowed[i]
    public.owned[seat, public.owned_count[seat] + i] = track
    merge(public.component[seat], tables.cities, tables.track_a[track], tables.track_b[track])
public.owned_count[seat] += borrowed
"""),
    fault("the trail's bonus is not shared", SCORE, "small", 2,
          "score_game",
          "if score.longest_trail == longest:\n    score.longest_trail_points = tables.longest_trail_bonus",
          "if score.longest_trail == longest:\n    score.longest_trail_points = tables.longest_trail_bonus\n"
          "    longest = -1"),
    fault("the bonus for most tickets is not shared", SCORE, "fifth", 4,
          "score_game",
          "if score.tickets_made == most:\n    score.most_tickets_points = tables.most_tickets_bonus",
          "if score.tickets_made == most:\n    score.most_tickets_points = tables.most_tickets_bonus\n"
          "    most = -1"),
    fault("stations kept score nothing", SCORE, "fifth", 2,
          "score_seat", "tables.station_unbuilt * kept", "0"),
    fault("a harbour scores the same for any ticket", SCORE, "fifth", 3,
          "score_harbours", "tables.harbour_points[named]", "tables.harbour_points[1]"),
    fault("exchanged pieces cost nothing", SCORE, "fifth", 2,
          "score_seat", "-tables.exchange_cost", "0"),
    fault("ties go to the worse in the tie-breaks", "USA-WIN-1", "small", 3,
          "is_ahead", "theirs = tie_break_value(...)\nif mine != theirs:\n    return mine > theirs",
          "theirs = tie_break_value(...)\nif mine != theirs:\n    return mine < theirs"),
    fault("a win is never shared", "USA-WIN-1", "small", 3,
          "is_ahead",
          "if scores[seat].total != scores[other].total:\n    ...\n...\nreturn False",
          "if scores[seat].total != scores[other].total:\n    ...\n...\nreturn seat < other"),
    # ---- sets of cards, choice tickets, Grand Tours ----
    fault("a card fewer counts as a locomotive", "NORD-FERRY-2", "north", 2,
          "set_payments", "size, spaces = tables.track_set[track], tables.track_length[track]",
          "size, spaces = tables.track_set[track] - int(tables.track_wilds[track] > 0), tables.track_length[track]",
          "pays_in_sets", SETS_FIT, "True"),
    fault("a card fewer stands for one of the colour", "NORD-SET-1", "north", 2,
          "set_payments", "size, spaces = tables.track_set[track], tables.track_length[track]",
          "size, spaces = tables.track_set[track] - int(tables.track_wilds[track] == 0), tables.track_length[track]",
          "pays_in_sets", SETS_FIT, "True"),
    fault("sets stand for the colour where they count for symbols only", "NORD-FERRY-2", "north", 2,
          "fitting_sets", "sets <= tables.track_most_sets[track]", "True",
          "set_payments", "tables.track_most_sets[track] + 1", "tables.track_length[track] + 1"),
    fault("symbols are paid in the colour", "NORD-FERRY-2", "north", 2,
          "most_colored", "tables.track_length[track] - tables.track_wilds[track]", "tables.track_length[track]"),
    fault("locomotives replace a colour that they may not", "NORD-FERRY-2", "north", 2,
          "fitting_sets", "colored < tables.track_least_colored[track]", "False"),
    fault("a locomotive stands alone where it may only be in a set", "NORD-SET-1", "north", 2,
          "fitting_sets", "wilds > tables.track_most_wilds[track]", "False",
          "pays_in_sets", SETS_FIT, "True"),
    fault("a locomotive is in a set though it could stand alone", "NORD-PAY-2", "north", 2,
          "in_sets", "tables.track_set_wilds[track] == 1", "True",
          "pays_in_sets", SETS_FIT, "True"),
    fault("cards of the colour are in sets though they could stand alone", "NORD-PAY-2", "north", 2,
          "set_payments", "ways(tables, hand, track, colored, total, counts[0])",
          "ways(tables, hand, track, colored + 1, total, counts[0])",
          "pays_in_sets", SETS_FIT, "True"),
    fault("locomotives pay on ordinary tracks", "HOUSE-TRACK-1", "north", 2,
          "payments", "tables.track_most_wilds[target]", "tables.track_length[target]",
          "pays", "tables.track_most_wilds[target]", "tables.track_length[target]"),
    fault("drawn tickets that are returned stay in the game", "USA-TICKETS-2 USA-TICKETS-3 USA-TICKETS-4", "north", 2,
          "keep_tickets", "not tables.drawn_leave", "True"),
    fault("tickets returned at the start stay in the game", "USA-TICKETS-2 USA-TICKETS-3 USA-TICKETS-4", "north", 2,
          "close_first_tickets", "not tables.returned_leave", "True"),
    fault("a choice ticket scores the worst place reached", SCORE, "north", 2,
          "best_option", "range(first, first + tables.ticket_options[ticket])",
          "range(first + tables.ticket_options[ticket] - 1, first - 1, -1)"),
    fault("a choice ticket costs its highest value", SCORE, "north", 2,
          "score_tickets", "-tables.ticket_penalty[ticket]", "-tables.ticket_points[ticket]"),
    fault("a choice ticket leads from one place to one place only", SCORE, "north", 2,
          "best_option", "range(first, first + tables.ticket_options[ticket])", "range(first, first + 1)"),
    fault("a harbour counts no place that a choice ticket leads to", SCORE, "north", 2,
          "names_city", "city == tables.option_start[option] or city == tables.option_goal[option]",
          "city == tables.option_start[option]"),
    fault("borrowed tracks count for tickets that were shown", SCORE, "north shown", 2,
          "collect_borrowable", "inside or tables.shown", "inside"),
    fault("a bridge counts as two ways", SCORE, "north", 2,
          "leave", "scratch.leads_back[city] <= scratch.met[before]", "True"),
    fault("Grand Tours score what one does", SCORE, "north", 2,
          "score_grand_tours", "min(score.grand_tours, LENGTH - 1)", "min(score.grand_tours, 1)"),
)  # fmt: skip

SHOWS_IN = {
    "the discards are shuffled in and stay": 12,
    "a tunnel of locomotives counts every card": 3,
    "returned tickets come up in the wrong order": 8,
    "the newest completed ticket is shown first": 15,
    "the bonus for most tickets is not shared": 9,
    "ties go to the worse in the tie-breaks": 3,
}
"""The seeds of games that rare faults were found in: they are played first."""


@cache
def map_named(name: str) -> GameMap:
    """The game of a fault; in the small one, with 6 trains and all tracks alike, ties are common."""
    if name == "fifth":
        return fifth_map()
    if name == "north":
        return north_map()
    if name == "north shown":
        return north_map(tickets={"shown_when_completed": True, "goal": 5})
    if name == "chain":
        ends = BonusTicket("Bonus", west=("c0", "c1", "c2"), east=("c3", "c4", "c5"), points=1, copies=2)
        return replace(chain_map(), bonus_tickets=(ends,))
    if name == "triple":
        rules = USA.replace(pieces=(PieceKind("train", 6),), tickets=ONE_TICKET)
        three = [track("A-B", color, 2, number=i + 1) for i, color in enumerate(("gray", "gray", "gray"))]
        return small_map(rules, [*three, track("B-C", "gray", 2)], [("A-C", 0)] * 8)
    if name == "small":
        rules = USA.replace(pieces=(PieceKind("train", 6),), tickets=ONE_TICKET)
        pairs = [f"{a}-{b}" for a, b in combinations("ABCDEF", 2)]
        return small_map(rules, [track(pair, "gray", 2) for pair in pairs], [(pair, 0) for pair in pairs])
    return load_map({"journey": "first_journey_usa", "world": "rails_sails_world"}.get(name, name))


def play(name: str, players: int, seed: int) -> Game:
    """A game of ``random``; on the small board one of any actions that the engine lists as legal."""
    game = Game(map_named(name), players, seed)
    if name != "small":
        return game.play("random")
    dice = random.Random(seed)
    while not game.over:
        actions = game.legal_actions()
        kind = dice.choice(sorted({action.kind for action in actions}))
        game.step(dice.choice([action for action in actions if action.kind is kind]))
    return game


def changed_code(change: Change) -> tuple[Any, Any]:
    """The function of a change and its code with it; loud if its code has no such piece, or several."""
    name, pattern, replacement = change
    function = engine_functions()[name]
    return function, code_of(function, replaced(syntax_of(function), pattern, replacement))


def outcome(name: str, players: int, changes: tuple[Change, ...], seeds: Iterable[int]) -> str:
    """The rule that the referee names first in games of these seeds, ``none``, or how the engine itself stumbled."""
    stumbled = ""
    with ExitStack() as planted:
        for function, code in map(changed_code, changes):
            planted.enter_context(swapped(function, code))
        for seed in seeds:
            try:
                events = play(name, players, seed).events
            except Exception as error:  # whatever the faulty engine does: no catch of the referee's
                stumbled = f" (the engine: {error!r})"
                continue
            try:
                replay(map_named(name), players, events)
            except RefereeError as error:
                return error.rule
    return "none" + stumbled


def report() -> Iterator[tuple[str, str]]:
    """Each lineup without a fault, in the games that are played first with one; then each fault; and the rule named."""
    seeds: dict[tuple[str, int], set[int]] = defaultdict(set)
    for fault in FAULTS:
        seeds[fault.game, fault.players].add(SHOWS_IN.get(fault.name, 0))
    for (name, players), first in sorted(seeds.items()):
        yield f"{name} {players}", outcome(name, players, (), sorted(first))
    for fault in FAULTS:
        seed = SHOWS_IN.get(fault.name, 0)
        others = (other for other in range(MAX_GAMES) if other != seed)
        try:
            yield fault.name, outcome(fault.game, fault.players, fault.changes, (seed, *others))
        except AssertionError as error:  # the engine's source has changed: plant the fault anew
            yield fault.name, " ".join(str(error).split())


if __name__ == "__main__":
    read_quickly()
    for key, value in report():
        sys.stdout.write(f"{key}\t{value}\n")
        sys.stdout.flush()
