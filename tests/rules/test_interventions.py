"""Interventions: what each changes and what it leaves alone, as the referee sees it, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from relabelled import tables_by_name

from ttr_analysis import maps
from ttr_analysis.cli import main
from ttr_analysis.errors import IllegalMove, SetupError
from ttr_analysis.maps import Action, ActionKind, Event, EventKind, GameMap, in_other_order, load_map
from ttr_analysis.maps.terms import settled
from ttr_analysis.play import Game, play_again, play_logged, simulate
from ttr_analysis.referee import RefereeError, Verdict, replay
from ttr_analysis.results import differences
from ttr_analysis.results.schema import TABLES
from ttr_analysis.rules.interventions import (
    Closed,
    ExtraCard,
    FirstTicket,
    Gone,
    Intervention,
    KeptTicket,
    Owned,
    Restricted,
    ReturnedTicket,
    SkippedTurn,
    parse_intervention,
)
from ttr_analysis.strategies import available_strategies, get_strategy

BOARDS = ("usa", "europe", "rails_sails_world")
STRATEGIES = ("random", "ticket_planner")
HABITS = ("no_face_up_locomotives", "no_tickets", "no_blind_draws", "one_face_up_card")


def judged(
    name: str | GameMap, given: Sequence[Intervention], strategy: str = "random", players: int = 2, game: int = 0
) -> tuple[list[Event], Verdict]:
    """The log of a game with interventions, and the verdict of the referee, who knows of them."""
    game_map = load_map(name) if isinstance(name, str) else name
    asked: dict[str, Any] = {"players": players, "game": game, "seed": 8}
    events = play_logged(game_map, get_strategy(strategy).quickened, interventions=given, **asked)
    played, changes = settled(game_map, players, given)
    return events, replay(played, players, events, interventions=changes)


def of_kind(events: Sequence[Event], *kinds: EventKind, seat: int | None = None) -> list[Event]:
    return [event for event in events if event.kind in kinds and seat in (None, event.seat)]


GAMES = tuple(product(BOARDS, STRATEGIES, (2, 3)))


def short(game_map: GameMap) -> list[str]:
    return [ticket.name for ticket in game_map.tickets if not ticket.is_long]


# ---- what each kind changes ----


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-1")
def test_a_closed_city_gets_no_track_of_its_seat_from_its_round_on(name: str, strategy: str, players: int) -> None:
    game_map, met = load_map(name), 0
    busy = max(game_map.cities, key=lambda city: sum(city.name in track.cities for track in game_map.tracks)).name
    ends = [track.index for track in game_map.tracks if busy in track.cities]
    for game in range(4):
        events, _ = judged(name, [Closed(busy, 0, 1), Closed(busy, 1, 6)], strategy, players, game)
        there = [event for event in of_kind(events, EventKind.CLAIM) if event.target in ends]
        assert not [event for event in there if event.seat == 0]
        assert not [event for event in there if event.seat == 1 and event.turn > 5 * players]
        met += len(there)
    assert met or players == 2


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-2")
def test_an_owned_track_is_laid_before_the_first_turn(name: str, strategy: str, players: int) -> None:
    track = load_map(name).tracks[5]
    game = Game(name, players, seed=8, interventions=[Owned(track.name, 1)])
    assert game.view(0).owners == {track.name: 1}
    assert game.view(0).route_points[1] == game.game_map.rules.route_points[track.length]
    first, _ = judged(name, [Owned(track.name, 1)], strategy, players)
    [laid] = [event for event in of_kind(first, EventKind.CLAIM) if event.turn == 0]
    assert (laid.seat, laid.target, sum(laid.cards)) == (1, track.index, 0)
    plain = Game(name, players, seed=8).play(strategy)
    game.play(strategy)
    total = sum(piece.supply for piece in game.game_map.rules.pieces)
    assert sum(game.view(1).pieces[1].values()) + track.length <= (game.game_map.rules.pieces_kept or total)
    assert plain.view(0).owners != game.view(0).owners


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-3")
def test_a_card_more_comes_from_the_deck_and_leaves_the_deal_alone(name: str, strategy: str, players: int) -> None:
    card = next(card.name for card in load_map(name).rules.cards if card.wild)
    plain, _ = judged(name, [], strategy, players)
    events, _ = judged(name, [ExtraCard(card, 1, 2)], strategy, players)
    deal = next(i for i, event in enumerate(plain) if event.kind is EventKind.TICKET_OFFERED)
    tickets = len(of_kind(plain[deal:], EventKind.TICKET_OFFERED))
    kept = next(i for i, event in enumerate(plain) if event.kind is EventKind.KEEP_TICKETS)
    wild = load_map(name).card_index[card]
    assert events[:deal] == plain[:deal]
    assert [(each.kind, each.seat, each.target) for each in events[deal : deal + 2]] == [
        (EventKind.CARD_DEALT, 1, wild)
    ] * 2
    assert tickets >= kept - deal
    assert events[deal + 2 : kept + 2] == plain[deal:kept]
    before, after = (
        Game(name, players, seed=8, interventions=given).view(1) for given in ([], [ExtraCard(card, 1, 2)])
    )
    assert after.hand.get(card, 0) == before.hand.get(card, 0) + 2
    assert after.market == before.market
    assert after.offered == before.offered
    assert sum(after.deck_sizes.values()) == sum(before.deck_sizes.values()) - 2


def test_with_a_card_more_the_deck_is_the_same_but_for_its_place() -> None:
    drawn = []
    for given in ([], [ExtraCard("red", 1)]):
        game = Game("usa", 2, seed=3, interventions=given)
        while not game.turn:
            game.keep(list(game.view(game.player).offered))
        for _ in range(60):
            game.step(Action(ActionKind.DRAW_BLIND))
        drawn.append([event.target for event in of_kind(game.events, EventKind.CARD_DEALT) if event.turn])
    assert sum(one != other for one, other in zip(*drawn, strict=True)) <= 1


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-4")
def test_a_skipped_turn_counts_as_a_turn(name: str, strategy: str, players: int) -> None:
    events, verdict = judged(name, [SkippedTurn(0), SkippedTurn(1, 4)], strategy, players)
    skipped = of_kind(events, EventKind.PASS)
    assert {(1, 0), (3 * players + 2, 1)} <= {(event.turn, event.seat) for event in skipped}
    assert verdict.met["skips"] == 2
    assert not [event for event in events if event.turn == 1 and event.kind is not EventKind.PASS]


@pytest.mark.rule("HOUSE-CHANGE-4")
def test_skipped_turns_are_neither_idle_nor_passes() -> None:
    rounds = range(1, 30)
    events, verdict = judged("usa", [SkippedTurn(seat, each) for seat in (0, 1) for each in rounds])
    assert verdict.met["skips"] == 58
    assert min(event.turn for event in events if event.turn and event.kind is not EventKind.PASS) == 59


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-5")
def test_a_ticket_of_the_first_hand_replaces_a_drawn_one(name: str, strategy: str, players: int) -> None:
    game_map, met = load_map(name), 0
    for start in range(0, len(short(game_map)) - 3, 5):
        wished = short(game_map)[start : start + 2]
        given = [FirstTicket(ticket, 1) for ticket in wished]
        plain, game = Game(name, players, seed=8), Game(name, players, seed=8, interventions=given)
        offers = {ticket for event in of_kind(plain.events, EventKind.TICKET_OFFERED) for ticket in (event.target,)}
        met += any(game_map.ticket(ticket).index in offers for ticket in wished)
        game.keep(list(game.view(game.player).offered))
        assert set(wished) <= set(game.view(1).offered)
        assert len(game.view(1).offered) == len(plain.view(0).offered)
        seen = Counter(each for seat in range(1, players) for each in game.view(seat).offered)
        assert seen <= Counter(ticket.name for ticket in game_map.tickets)
        judged(name, given, strategy, players)
    assert met, "no other player was ever offered one of them"


@pytest.mark.rule("HOUSE-CHANGE-5")
def test_a_long_ticket_changes_places_with_the_one_dealt() -> None:
    europe = load_map("europe")
    for ticket in (ticket.name for ticket in europe.tickets if ticket.is_long):
        game = Game("europe", 5, seed=2, interventions=[FirstTicket(ticket, 4)])
        longs = [game.view(seat).offered[0] for seat in range(5)]
        assert longs[4] == ticket
        assert len(set(longs)) == 5
        judged("europe", [FirstTicket(ticket, 4)], players=5)


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-6")
def test_tickets_are_kept_and_returned_as_demanded(name: str, strategy: str, players: int) -> None:
    game_map, met = load_map(name), set[bool]()
    for game in range(4):
        kept, returned = short(game_map)[::2], short(game_map)[1::2]
        given = [KeptTicket(each, 0) for each in kept] + [ReturnedTicket(each, 0) for each in returned]
        events, _ = judged(name, given, strategy, players, game)
        offer: list[str] = []
        for event in of_kind(events, EventKind.TICKET_OFFERED, EventKind.KEEP_TICKETS, seat=0):
            if event.kind is EventKind.TICKET_OFFERED:
                offer.append(game_map.tickets[event.target].name)
                continue
            held = [ticket for i, ticket in enumerate(offer) if event.number >> i & 1]
            least = game_map.rules.tickets.keep if event.turn == 0 else game_map.rules.tickets.draw_keep
            assert not [ticket for ticket in offer if ticket in kept and ticket not in held]
            if least <= sum(ticket not in returned for ticket in offer):
                assert not set(held) & set(returned)
            met |= {ticket in kept for ticket in offer}
            offer = []
    assert met == {True, False}


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-7")
def test_restricted_seats_do_without_their_habits(name: str, strategy: str, players: int) -> None:
    game_map, others = load_map(name), 0
    for game in range(3):
        events, _ = judged(name, [Restricted(habit, 0) for habit in HABITS], strategy, players, game)
        market: dict[int, int] = {}
        for event, before in zip(events[1:], events, strict=False):
            if event.kind is EventKind.MARKET_CARD:
                market[event.number] = event.target
            if event.seat == 0 and event.turn:
                assert event.kind not in (EventKind.DRAW_BLIND, EventKind.DRAW_TICKETS)
            if event.kind is EventKind.DRAW_MARKET:
                wild = game_map.rules.cards[market[event.target]].wild
                assert event.seat or not wild
                assert event.seat or before.turn < event.turn
                others += event.seat > 0 and wild
        assert of_kind(events, EventKind.DRAW_MARKET, seat=0)
        others += len(of_kind(events, EventKind.DRAW_BLIND, EventKind.DRAW_TICKETS))
    assert others


@pytest.mark.parametrize(("name", "strategy", "players"), GAMES)
@pytest.mark.rule("HOUSE-CHANGE-7")
def test_restricted_seats_claim_no_long_tracks_and_none_too_early(name: str, strategy: str, players: int) -> None:
    given = [Restricted("tracks_at_most", 0, 3), Restricted("no_claims_before", 1, 9)]
    events, _ = judged(name, given, strategy, players)
    tracks = load_map(name).tracks
    assert of_kind(events, EventKind.CLAIM, seat=0)
    assert of_kind(events, EventKind.CLAIM, seat=1)
    assert max(tracks[event.target].length for event in of_kind(events, EventKind.CLAIM, seat=0)) <= 3
    assert min(event.turn for event in of_kind(events, EventKind.CLAIM, seat=1)) > 8 * players


@pytest.mark.rule("HOUSE-CHANGE-7")
def test_no_stations_are_built_by_a_restricted_seat() -> None:
    built = [0, 0]
    for game in range(6):
        events, _ = judged("europe", [Restricted("no_stations", 0)], game=game)
        for seat in (0, 1):
            built[seat] += len(of_kind(events, EventKind.BUILD_STATION, seat=seat))
    assert built[0] == 0 < built[1]


@pytest.mark.rule("HOUSE-CHANGE-7")
def test_no_harbours_are_built_by_a_restricted_seat() -> None:
    built = [0, 0]
    for game in range(6):
        events, _ = judged("rails_sails_world", [Restricted("no_harbours", 0)], game=game)
        for seat in (0, 1):
            built[seat] += len(of_kind(events, EventKind.BUILD_HARBOUR, seat=seat))
    assert built[0] == 0 < built[1]


@pytest.mark.rule("HOUSE-CHANGE-8")
def test_seats_without_any_legal_action_pass_and_the_game_ends() -> None:
    given = [Restricted(habit, seat) for seat in (0, 1) for habit in ("no_blind_draws", "no_tickets")]
    given += [Restricted("no_claims_before", seat, 900) for seat in (0, 1)]
    events, verdict = judged("usa", given)
    assert of_kind(events, EventKind.PASS)
    assert verdict.reason is maps.EndReason.PASSES


@pytest.mark.parametrize("strategy", available_strategies())
def test_built_in_strategies_play_legally_under_all_restrictions(strategy: str) -> None:
    """An illegal action raises GameFailed."""
    player = get_strategy(strategy).quickened
    for name in ("europe", "rails_sails_world"):
        game_map = load_map(name)
        bans = [Restricted(habit, seat) for seat in (0, 2) for habit in HABITS[seat // 2 :: 2]]
        bans += [Restricted("no_claims_before", 1, 12), Restricted("tracks_at_most", 2, 3)]
        bans += [Restricted("no_stations", 1)] if game_map.rules.stations.number else [Restricted("no_harbours", 1)]
        duties = [ReturnedTicket(ticket, 1) for ticket in short(game_map)]
        closed = [Closed(game_map.cities[i].name, 0, i + 1) for i in range(8)]
        result = simulate(
            game_map, player, players=3, games=3, seed=4, interventions=[*bans, *duties, *closed], progress=False
        )  # fmt: skip
        assert len(result) == 3


# ---- what they leave alone ----


def test_what_can_never_bite_changes_nothing() -> None:
    plain = simulate("usa", "ticket_planner", players=3, games=30, seed=2, progress=False)
    given = [Closed(track.name, seat, 999) for track in load_map("usa").tracks for seat in range(3)]
    given += [SkippedTurn(0, 999)]
    late = simulate("usa", "ticket_planner", players=3, games=30, seed=2, interventions=given, progress=False)
    assert all(plain.table(table).drop(columns="run").equals(late.table(table).drop(columns="run")) for table in TABLES)
    assert plain.manifest.run != late.manifest.run


def test_the_same_twice_is_it_once_in_any_order() -> None:
    one, other = Closed("Denver-Omaha", 0, 3), ExtraCard("red", 1)
    runs = [
        simulate("usa", "ticket_planner", players=2, games=20, interventions=given, progress=False)
        for given in ([one, other], [str(other), one, other, str(one)], [one])
    ]
    assert differences(runs[0], runs[1]) == []
    assert runs[0].manifest.run == runs[1].manifest.run
    assert differences(runs[0], runs[2])


@pytest.mark.parametrize("name", BOARDS)
def test_the_order_of_the_rows_changes_nothing_but_numbers(name: str) -> None:
    game_map = load_map(name)
    first, second, third = short(game_map)[:3]
    given = [
        FirstTicket(first, 1), FirstTicket(second, 1), FirstTicket(third, 0), KeptTicket(second, 1),
        ExtraCard("red", 0), ExtraCard("green", 0), SkippedTurn(0, 2), Owned(game_map.tracks[3].name, 1),
        Closed(game_map.cities[4].name, 0),
    ]  # fmt: skip
    asked: dict[str, Any] = {"players": 2, "games": 20, "seed": 6, "interventions": given, "progress": False}
    for order in (0, 1):
        one, two = (
            tables_by_name(simulate(each, "ticket_planner", **asked))
            for each in (game_map, in_other_order(game_map, seed=order))
        )
        assert [kind for kind in one if not one[kind].equals(two[kind])] == []


def test_what_is_gone_gives_the_games_of_the_map_without_it() -> None:
    usa = load_map("usa")
    asked: dict[str, Any] = {"players": 3, "games": 20, "seed": 5, "progress": False}
    gone = simulate(usa, "ticket_planner", interventions=[Gone("Denver-Omaha"), Closed("Dallas", 1)], **asked)
    without = simulate(usa.without("Denver-Omaha"), "ticket_planner", interventions=[Closed("Dallas", 1)], **asked)
    assert differences(gone, without) == []
    assert gone.game_map == without.game_map
    twin = usa.tracks_named("Denver-Kansas City")[0]
    left = simulate(usa, "ticket_planner", interventions=[Gone(twin.name), Closed("Denver-Kansas City", 1)], **asked)
    assert len(left.game_map.tracks) == len(usa.tracks) - 1


def test_the_other_players_do_not_know() -> None:
    given = [Closed("Denver-Omaha", 0), Restricted("no_blind_draws", 0), KeptTicket("Seattle-New York", 0)]
    changed, plain = Game("usa", 2, seed=7, interventions=given), Game("usa", 2, seed=7)
    closed = tuple(track.name for track in load_map("usa").tracks_named("Denver-Omaha"))
    assert changed.view(0) == replace(plain.view(0), closed=closed)
    assert changed.view(1) == plain.view(1)
    for game in (changed, plain):
        game.keep(list(game.view(0).offered))
    assert changed.view(1) == plain.view(1)
    assert changed.legal_actions() == plain.legal_actions()


def test_a_game_lists_what_is_left_and_takes_back_what_was_done() -> None:
    game = Game("usa", 2, seed=7, interventions=[Closed("Denver", 0), Restricted("no_blind_draws", 0)])
    free = [track.index for track in game.game_map.tracks if "Denver" not in track.cities]
    seen = []
    for _ in range(60):
        if game.over:
            break
        actions = game.legal_actions()
        if game.player == 0:
            assert all(action.target in free for action in actions if action.kind is ActionKind.CLAIM)
            assert all(action.kind is not ActionKind.DRAW_BLIND for action in actions)
        seen.append((game.view(game.player), actions))
        game.advance("random")
    for view, actions in reversed(seen):
        game.undo()
        assert (game.view(game.player), game.legal_actions()) == (view, actions)
    while game.turn == 0:
        game.keep(list(game.view(game.player).offered))
    with pytest.raises(IllegalMove, match="restricts"):
        game.step(Action(ActionKind.DRAW_BLIND))


# ---- the referee ----


@pytest.mark.parametrize(
    "given",
    [
        [Closed("Duluth", 0)], [Owned("Denver-Omaha purple", 0)], [ExtraCard("red", 0)], [SkippedTurn(0)],
        [FirstTicket("Seattle-New York", 1)], [Restricted("no_blind_draws", 0)], [Restricted("one_face_up_card", 0)],
        [Restricted("no_face_up_locomotives", 0)], [Restricted("no_tickets", 0)],
        [Restricted("tracks_at_most", 0, 1)], [Restricted("no_claims_before", 0, 500)],
        [KeptTicket(each, 0) for each in short(load_map("usa"))],
    ],
    ids=str,
)  # fmt: skip
def test_the_referee_objects_to_games_without_them(given: list[Intervention]) -> None:
    usa, objections = load_map("usa"), 0
    for game in range(4):
        events = play_logged(usa, "random", players=2, game=game, seed=8)
        try:
            replay(usa, 2, events, interventions=given)
        except RefereeError as error:
            objections += error.rule.startswith("HOUSE-CHANGE") or error.rule == "ALL-TURN-2"
    assert objections >= 2


@pytest.mark.parametrize("given", [Owned("Denver-Omaha purple", 0), ExtraCard("red", 0), SkippedTurn(0)], ids=str)
def test_the_referee_objects_to_games_of_which_it_does_not_know_what_is_changed(given: Intervention) -> None:
    events = play_logged("usa", "random", players=2, seed=8, interventions=[given])
    with pytest.raises(RefereeError):
        replay(load_map("usa"), 2, events)


# ---- records of them ----


@pytest.mark.parametrize(
    "given",
    [
        Closed("Denver-Omaha purple", 0, 3), Owned("Boston-Montreal", 1), Gone("Denver"), ExtraCard("red", 2, 3),
        SkippedTurn(1), FirstTicket("Seattle-New York", 0), KeptTicket("Seattle-New York", 0),
        ReturnedTicket("Seattle-New York", 0), Restricted("tracks_at_most", 1, 3),
    ],
    ids=str,
)  # fmt: skip
def test_texts_tell_everything(given: Intervention) -> None:
    assert parse_intervention(str(given)) == given


@pytest.mark.parametrize(
    "name",
    [
        "66",
        "-7",
        "Den;ver",
        " Denver ",
        'the "Mile High"',
        '"66"',
        "a=b; seat=1",
        "St. John's: harbour",
        "x;",
        "\\;",
        "",
    ],
)
def test_the_text_of_any_name_is_read_again(name: str) -> None:
    for given in (Closed(name, 1, 3), Owned(name, 0), FirstTicket(name, 2), ExtraCard(name, 0, 2), Gone(name)):
        assert parse_intervention(str(given)) == given


def test_names_are_quoted_only_where_they_must_be() -> None:
    assert str(Closed("66", 0)) == "closed: what=66; seat=0"
    assert str(Closed("Den;ver", 0)) == 'closed: what="Den;ver"; seat=0'
    assert parse_intervention('closed: what="Montréal"; seat=0') == Closed("Montréal", 0)
    assert parse_intervention("closed:what = Denver ;seat= 1;") == Closed("Denver", 1)


def test_cities_with_such_names_are_closed_by_their_texts() -> None:
    usa = load_map("usa")
    odd = {"Denver": "Den;ver", "Omaha": "66"}
    cities = tuple(replace(city, name=odd.get(city.name, city.name)) for city in usa.cities)
    tracks = tuple(
        replace(track, city_a=odd.get(track.city_a, track.city_a), city_b=odd.get(track.city_b, track.city_b), label="")
        for track in usa.tracks
    )
    tickets = tuple(replace(each, cities=tuple(odd.get(name, name) for name in each.cities)) for each in usa.tickets)
    named = replace(usa, cities=cities, tracks=tracks, tickets=tickets)
    given = (Closed("Den;ver", 0), Closed("66", 1))
    result = simulate(named, "random", players=2, games=20, progress=False, interventions=[*map(str, given)])
    assert result.manifest.interventions == tuple(map(str, sorted(given, key=str)))
    assert set(map(parse_intervention, result.manifest.interventions)) == set(given)
    touched = {track.index for track in named.tracks if "Den;ver" in track.cities}
    seats = result.tracks["seat"].to_numpy()[result.tracks["track"].isin(touched).to_numpy()]
    assert set(seats) <= {1}


def test_the_manifest_records_them_and_games_are_played_again() -> None:
    given = [Closed("Denver-Omaha", 0, 3), SkippedTurn(1)]
    result = simulate("usa", "random", players=2, games=20, interventions=given, progress=False)
    assert result.manifest.interventions == tuple(map(str, given))
    assert differences(result, play_again(result, progress=False)) == []
    assert "--intervention 'closed: what=Denver-Omaha; seat=0; from_round=3'" in result.manifest.command()


def test_the_command_replays_a_game_with_them(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["replay", "usa", "--strategies", "random", "--players", "2", "--seed", "3"]
    given = [
        "owned: what=Denver-Omaha purple; seat=0",
        "skipped_turn: seat=1",
        "first_ticket: ticket=Dallas-New York; seat=1",
    ]
    for each in given:
        asked += ["--intervention", each]
    assert main(asked) == 0
    told = capsys.readouterr().out
    assert "claim Denver-Omaha purple" in told.split("turn 1,")[0]
    assert "the referee agrees" in told.lower()


# ---- what is refused ----

REFUSED = {
    "there is no seat 2": [Closed("Denver-Omaha", 2)],
    "did you mean Denver-Omaha": [Closed("Denwer-Omaha", 0)],
    "Denver-Kansas City black": [Owned("Denver-Kansas City", 0)],
    "is given to seat 0, too": [Owned("Denver-Omaha purple", 0), Owned("Denver-Omaha purple", 1)],
    "closed to it": [Owned("Denver-Omaha purple", 0), Closed("Denver", 0)],
    "only one track beside": [Owned("Denver-Kansas City black", 0), Owned("Denver-Kansas City orange", 1)],
    "too few": [Owned(track.name, 0) for track in load_map("usa").tracks if track.length == 6],
    "there is no card 'rde'": [ExtraCard("rde", 0)],
    "the game has only 12": [ExtraCard("red", 0, 7), ExtraCard("red", 1, 6)],
    "left after the deal": [ExtraCard(card.name, 0, card.count) for card in load_map("usa").rules.cards],
    "ticket set is 'base'": [FirstTicket("Los Angeles-Calgary", 0)],
    "is offered to seat 0, too": [FirstTicket("Dallas-New York", 0), FirstTicket("Dallas-New York", 1)],
    "than it is dealt": [FirstTicket(each, 0) for each in short(load_map("usa"))[:4]],
    "kept and returned": [KeptTicket("Dallas-New York", 0), ReturnedTicket("Dallas-New York", 0)],
    "has no stations": [Restricted("no_stations", 0)],
    "has no harbours": [Restricted("no_harbours", 0)],
    "is gone for everybody": [Gone("Denver-Omaha"), Closed("Denver-Omaha purple", 0)],
}


@pytest.mark.parametrize("message", REFUSED)
def test_contradictions_are_refused_by_name(message: str) -> None:
    with pytest.raises(SetupError, match=message):
        simulate("usa", "random", players=2, games=1, interventions=REFUSED[message], progress=False)


def test_contradictions_are_looked_for_once_and_not_for_each_record_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def look(*given: Any) -> list[str]:
        looked.append(1)
        return []

    monkeypatch.setattr("ttr_analysis.maps.terms._contradictions", look)
    asked: dict[str, Any] = {"interventions": [Closed("Denver", 0)], "players": 2, "progress": False}
    simulate("usa", "random", games=60, threads=2, **asked)
    assert len(looked) == 1
    Game("usa", players=2, interventions=[Closed("Denver", 0)])
    assert len(looked) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("close: what=Denver; seat=0", "did you mean"), ("closed: seat=0", "needs what"),
        ("closed: what=Denver; seat=x", "whole number"), ("closed: what=Denver; seat=0; until=3", "until"),
        ("closed: what=Denver; seat=0; from_round=0", "from 1"),
        ("restricted: habit=tracks_at_most; seat=0", "needs a number"),
        ("restricted: habit=no_tickets; seat=0; number=3", "no number"),
        ("restricted: habit=no_sleep; seat=0", "choose from"),
    ],
)  # fmt: skip
def test_wrong_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        parse_intervention(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("closed: what=Denver-Omaha; what=Atlanta-Miami; seat=0", "'what' twice"),
        ("closed: what=Denver-Omaha; seat=--1", "seat"),
        ("closed: what=Denver-Omaha; seat=\u00b2", "seat"),
    ],
)
def test_values_given_twice_or_that_are_no_numbers_are_refused_by_name(text: str, said: str) -> None:
    with pytest.raises(SetupError, match=said):
        parse_intervention(text)
