"""The rules of Switzerland, from typed-in positions, and whole games that the referee replays."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product

import networkx as nx
import pytest
from drawing_checks import check_drawn_tickets_leave, check_two_locomotives
from game_words import L, claim, claims, pass_the_turn, payments, take

from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.parts import Ticket
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged
from ttr_analysis.referee import replay

K = ActionKind
SWISS = load_map("switzerland")
PLAIN = ["white", "white", "green", "green", "black"]
BORDER = {city.name for city in SWISS.cities if city.country}


def at(players: int = 2, **more: object) -> Game:
    return Game.from_position(SWISS, Position(players=players, **more))  # type: ignore[arg-type]


def choice(start: str) -> Ticket:
    return next(ticket for ticket in SWISS.tickets if ticket.is_choice and ticket.cities == (start,))


@pytest.mark.rule("SWI-SETUP-1", "SWI-CLAIM-1")
def test_the_box_and_the_scoring_table() -> None:
    assert SWISS.rules.players == (2, 3)
    assert [(piece.name, piece.supply) for piece in SWISS.rules.pieces] == [("train", 40)]
    points = {n: SWISS.rules.route_points[n] for n in SWISS.rules.lengths}
    assert points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}


@pytest.mark.rule("SWI-SETUP-2", "SWI-TICKETS-2")
def test_five_tickets_are_dealt_and_returned_ones_leave_the_game() -> None:
    game = Game(SWISS, 3, seed=3)
    assert sum(ticket.is_choice for ticket in SWISS.tickets) == 12
    assert len(game.view(0).offered) == 5
    assert min(action.number.bit_count() for action in game.legal_actions()) == 2
    for _ in range(3):
        game.step(Action(K.KEEP_TICKETS, number=0b00011))
    assert game.view(0).ticket_deck_size == 46 - 15


@pytest.mark.rule("SWI-TICKETS-1", "SWI-TICKETS-2")
def test_tickets_drawn_later_and_returned_leave_the_game_until_none_is_left() -> None:
    check_drawn_tickets_leave(SWISS)


@pytest.mark.rule("SWI-DRAW-1")
def test_two_face_up_locomotives_may_be_taken_in_a_turn() -> None:
    check_two_locomotives(SWISS)


@pytest.mark.rule("SWI-MARKET-1")
def test_three_face_up_locomotives_clear_the_market() -> None:
    game = at(market=["red", L, L, "blue", "blue"], deck_top=[L, *PLAIN])
    game.step(take(0))
    assert game.view(0).market == tuple(PLAIN)
    never = SWISS.with_rules(market={"wild_limit": 0})
    position = Position(players=2, market=["red", L, L, "blue", "blue"], deck_top=[L, *PLAIN])
    other = Game.from_position(never, position)
    other.step(take(0))
    assert other.view(0).market == (L, L, L, "blue", "blue")


@pytest.mark.rule("SWI-BOARD-1")
def test_a_border_place_ends_one_track_and_joins_no_other_of_its_country() -> None:
    touching = Counter(city for track in SWISS.tracks for city in track.cities)
    assert {touching[place] for place in BORDER} == {1}
    assert {name: len(places) for name, places in SWISS.countries.items()} == {
        "Deutschland": 5, "Italia": 5, "France": 4, "Österreich": 3,
    }  # fmt: skip
    assert not any(track.pair <= BORDER for track in SWISS.tracks)
    assert not any(set(ticket.cities) & BORDER for ticket in SWISS.tickets)


@pytest.mark.rule("SWI-WILD-1")
def test_locomotives_are_for_tunnels_only() -> None:
    game = at(hands={0: {"red": 2, "yellow": 3, L: 6}})
    seen = set()
    for track in SWISS.tracks:
        found = claims(game, track.name)
        if track.kind == "tunnel":
            assert any(payment.get(L) for payment in found), track.name
        else:
            assert not any(payment.get(L) for payment in found), track.name
        seen.add((track.kind, track.color == "gray", bool(found)))
    assert {("rail", False, True), ("rail", False, False), ("tunnel", True, True)} <= seen
    rail = next(track for track in SWISS.tracks if (track.kind, track.color, track.length) == ("rail", "red", 2))
    for words in ("1 red, 1 locomotive", "2 locomotive"):
        with pytest.raises(IllegalMove):
            game.copy().step(claim(game, rail.name, words))


@pytest.mark.rule("SWI-TUNNEL-1")
def test_tunnels_are_dug_as_in_europe_gray_ones_in_any_one_color() -> None:
    assert {track.kind for track in SWISS.tracks} == {"rail", "tunnel"}
    assert SWISS.rules.track_kinds["tunnel"].reveals == 3
    gray = next(track for track in SWISS.tracks if (track.kind, track.color, track.length) == ("tunnel", "gray", 2))
    game = at(hands={0: {"red": 3, "blue": 1, L: 2}}, market=PLAIN, deck_top=["red", L, "blue"])
    assert {tuple(sorted(payment.items())) for payment in claims(game, gray.name)} == {
        (("red", 2),), ((L, 1), ("red", 1)), ((L, 2),), (("blue", 1), (L, 1)),
    }  # fmt: skip
    game.step(claim(game, gray.name, "2 red"))
    assert game.view(0).owed == 2
    assert {tuple(sorted(payment.items())) for payment in payments(game, K.PAY_TUNNEL, 0)} == {
        ((L, 1), ("red", 1)), ((L, 2),),
    }  # fmt: skip


@pytest.mark.rule("SWI-DOUBLE-1")
@pytest.mark.parametrize(("players", "closed"), [(2, True), (3, False)])
def test_with_two_players_the_second_track_closes(players: int, closed: bool) -> None:
    for first, second in SWISS.doubles.items():
        track = SWISS.tracks[second]
        hand = {track.color: track.length} if track.color != "gray" else {"red": track.length}
        assert bool(claims(at(players, tracks={1: [first]}, hands={0: hand}), track.name)) is not closed
        assert not claims(at(players, tracks={0: [first]}, hands={0: hand}), track.name)


@pytest.mark.rule("SWI-DOUBLE-2")
def test_the_two_tracks_from_kreuzlingen_to_deutschland_are_no_double_route() -> None:
    one, two = (
        track for track in SWISS.tracks
        if "Kreuzlingen" in track.pair and track.pair & set(SWISS.countries["Deutschland"])
    )  # fmt: skip
    assert one.index not in SWISS.doubles
    game = at(2, tracks={0: [one.index]}, hands={0: {two.color if two.color != "gray" else "red": two.length}})
    assert claims(game, two.name)


@pytest.mark.rule("SWI-CHOICE-1", "SWI-CHOICE-2", "SWI-CHOICE-3")
def test_choice_tickets_are_worth_their_best_country_and_cost_their_lowest() -> None:
    for ticket in SWISS.tickets:
        if ticket.is_choice:
            values = [points for _, points in ticket.alternatives]
            assert (ticket.points, ticket.penalty) == (max(values), min(values))
            assert {name for name, _ in ticket.alternatives} <= set(SWISS.countries)
    starts = Counter(ticket.cities[0] for ticket in SWISS.tickets if ticket.is_choice)
    assert starts == {"Bern": 1, "Chur": 1, "Lugano": 1, "Zürich": 1, **dict.fromkeys(SWISS.countries, 2)}


def way(start: str, goal: str) -> list[int]:
    """The tracks of a shortest way, one of each double route."""
    stops = nx.shortest_path(SWISS.graph(), start, goal)
    return [next(track.index for track in SWISS.tracks if track.pair == set(leg)) for leg in pairwise(stops)]


def by_choice(own: list[int], *tickets: Ticket) -> list[int]:
    game = at(2, tracks={0: own}, tickets={0: [ticket.index for ticket in tickets]})
    score = game.score(0)
    assert score.tickets_made + score.tickets_unfinished + score.tickets_cut_off == len(tickets)
    return [result.points for result in score.tickets]


@pytest.mark.rule("SWI-CHOICE-2", "SWI-CHOICE-3", "SWI-CHOICE-5")
def test_the_best_country_reached_counts_and_none_reached_costs_the_lowest_value() -> None:
    lugano = choice("Lugano")
    assert dict(lugano.alternatives) == {"Italia": 2, "Deutschland": 12, "Österreich": 13, "France": 14}
    to_italy = [track for track in SWISS.tracks if track.pair <= {"Lugano", *SWISS.countries["Italia"]}]
    assert [by_choice([track.index], lugano) for track in to_italy] == [[2]] * len(to_italy) != []
    for track in to_italy:  # no bonus for a way out of the country
        assert at(2, tracks={0: [track.index]}).score(0).route_points == SWISS.rules.route_points[track.length]
    elsewhere = [track.index for track in SWISS.tracks if "Basel" in track.pair and track.pair & BORDER]
    assert by_choice(elsewhere, lugano) == [-2]
    every = [track.index for track in SWISS.tracks if SWISS.doubles.get(track.index, track.index) >= track.index]
    free = SWISS.with_rules(pieces={"train": 300})
    game = Game.from_position(free, Position(players=2, tracks={0: every}, tickets={0: [lugano.index], 1: []}))
    assert game.score(0).ticket_points == 14


@pytest.mark.rule("SWI-CHOICE-2")
def test_a_ticket_from_a_country_may_start_at_any_of_its_places() -> None:
    ticket = choice("Deutschland")
    values, tried = dict(ticket.alternatives), Counter[str]()
    for start, goal in product(SWISS.countries["Deutschland"], sorted(BORDER)):
        own, country = way(start, goal), SWISS.city(goal).country
        if start != goal and sum(SWISS.tracks[i].length for i in own) <= 40:
            assert by_choice(own, ticket) == [values.get(country, -5)], (start, goal)
            tried[country] += 1
    assert min(tried[country] for country in SWISS.countries) > 8


@pytest.mark.rule("SWI-CHOICE-4")
def test_two_equal_tickets_in_one_hand_both_score() -> None:
    twins = [ticket for ticket in SWISS.tickets if ticket.cities == ("France",)]
    assert [dict(ticket.alternatives) for ticket in twins] == [{"Deutschland": 5, "Italia": 11, "Österreich": 14}] * 2
    assert by_choice([], *twins) == [-5, -5]
    own = way("France (Genève)", next(place for place in SWISS.countries["Italia"]))
    game = at(2, tracks={0: own}, tickets={0: [ticket.index for ticket in twins]})
    assert (game.score(0).tickets_made, game.score(0).ticket_points) == (2, 22)


@pytest.mark.rule("SWI-SCORE-1")
def test_every_player_with_the_longest_trail_gets_ten() -> None:
    assert SWISS.rules.most_tickets_bonus == 0
    four = [track.index for track in SWISS.tracks if track.length == 4 and track.index not in SWISS.doubles][:2]
    game = at(3, tracks={0: four[:1], 1: four[1:]})
    assert [game.score(seat).longest_trail_points for seat in range(3)] == [10, 10, 0]


@pytest.mark.rule("SWI-WIN-1")
def test_ties_are_broken_by_tickets_then_by_the_trail() -> None:
    assert SWISS.rules.tie_breaks == ("tickets", "longest_trail")
    touched: set[str] = set()
    own: dict[int, list[int]] = {0: [], 1: []}
    for seat, lengths in ((0, [4]), (1, [3, 3, 3, 3, 1])):  # 7 + 10 for the trail, and 17 in islands
        for length in lengths:
            island = next(t for t in SWISS.tracks if t.length == length and not t.pair & touched)
            touched |= island.pair
            own[seat].append(island.index)
    game = at(2, tracks=own, turns_left=1)
    pass_the_turn(game)
    assert (game.scores(), game.winners) == ([17, 17], (0,))
    ahead = at(2, tracks={0: [], 1: []}, turns_left=1)
    pass_the_turn(ahead)
    assert ahead.winners == (0, 1)


@pytest.mark.rule("SWI-CHOICE-3", "SWI-TICKETS-2", "SWI-MARKET-1")
def test_the_referee_agrees_over_games_and_meets_the_rare_paths() -> None:
    met: Counter[str] = Counter()
    for game in range(24):
        players = 2 + game % 2
        events = play_logged(SWISS, "expert" if game % 3 else "random", players=players, game=game, seed=5)
        assert EventKind.GAME_OVER in {event.kind for event in events}
        met.update(replay(SWISS, players, events).met)
    wanted = {"choices_of_several_places", "drawn_tickets_left_the_game", "tunnel_declined", "market_cleared"}
    assert {path for path in wanted if not met[path]} == set(), dict(met)
