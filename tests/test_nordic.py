"""The rules of the Nordic Countries, from typed-in positions, and whole games that the referee replays."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from drawing_checks import check_drawn_tickets_leave, check_two_locomotives
from game_words import L, blind, claim, claims, paid, pass_the_turn, payments, take

from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged
from ttr_analysis.referee import replay
from ttr_analysis.referee.payments import can_pay_claim, check_claim
from ttr_analysis.referee.verdict import RuleBroken

K = ActionKind
NORDIC = load_map("nordic")
BERGEN = "Bergen-Stavanger"
LIEKSA = "Lieksa-Murmansk"
PLAIN = ["white", "white", "green", "green", "black"]


def holding(hand: dict[str, int], players: int = 2, **more: object) -> Game:
    return Game.from_position(NORDIC, Position(players=players, hands={0: hand}, **more))  # type: ignore[arg-type]


@pytest.mark.rule("NORD-SETUP-1", "NORD-CLAIM-1")
def test_the_box_and_the_scoring_table() -> None:
    assert NORDIC.rules.players == (2, 3)
    assert [(piece.name, piece.supply) for piece in NORDIC.rules.pieces] == [("train", 40)]
    points = {n: NORDIC.rules.route_points[n] for n in NORDIC.rules.lengths}
    assert points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}


@pytest.mark.rule("NORD-SETUP-2", "NORD-TICKETS-2")
def test_five_tickets_are_dealt_and_returned_ones_leave_the_game() -> None:
    game = Game(NORDIC, 2, seed=3)
    assert len(game.view(0).offered) == 5
    assert min(action.number.bit_count() for action in game.legal_actions()) == 2
    for _ in range(2):
        game.step(Action(K.KEEP_TICKETS, number=0b00011))
    assert game.view(0).ticket_deck_size == 46 - 10


@pytest.mark.rule("NORD-TICKETS-1", "NORD-TICKETS-2")
def test_tickets_drawn_later_and_returned_leave_the_game_until_none_is_left() -> None:
    check_drawn_tickets_leave(NORDIC)


@pytest.mark.rule("NORD-DRAW-1")
def test_two_face_up_locomotives_may_be_taken_in_a_turn() -> None:
    check_two_locomotives(NORDIC)


@pytest.mark.rule("NORD-DRAW-2")
def test_when_the_cards_run_out_the_second_may_be_a_face_up_locomotive() -> None:
    rest = Counter({card.name: card.count for card in NORDIC.rules.cards}) - Counter(["red", "red", *[L] * 5])
    game = Game.from_position(
        NORDIC,
        Position(players=2, hands={1: dict(rest + Counter(["red"]))}, market=[L] * 5, deck=[], deck_top=["red"]),
    )
    game.step(blind())
    assert game.view(0).deck_sizes == {"train": 0}
    game.step(take(2))
    assert game.view(0).hand == {"red": 1, L: 1}
    assert game.view(0).market == (L, L, None, L, L)


@pytest.mark.rule("NORD-MARKET-1")
def test_the_market_is_not_cleared() -> None:
    game = holding({}, market=["red", L, L, L, "blue"], deck_top=[L, L, L])
    game.step(take(0))
    game.step(take(4))
    assert game.view(0).market == (L, L, L, L, L)
    assert EventKind.MARKET_CLEARED not in {event.kind for event in game.events}
    begun = (Game(NORDIC, 2, seed).view(0).market for seed in range(1500))
    assert any(market.count(L) >= 3 for market in begun)


@pytest.mark.rule("NORD-WILD-1")
def test_ordinary_tracks_take_no_locomotives() -> None:
    game = holding({"red": 4, "purple": 1, L: 6})
    assert claims(game, "Kuopio-Oulu gray") == [{"red": 3}]
    assert claims(game, "Ålborg-Århus purple") == [{"purple": 1}]
    assert claims(game, "Helsinki-Tampere orange") == []
    for words in ("1 locomotive", "1 red"):
        with pytest.raises(IllegalMove):
            game.copy().step(claim(game, "Ålborg-Århus purple", words))
    in_the_tunnel = these({"red": 4}, *({"red": 4 - n, L: n} for n in (1, 2, 3)), {L: 4})
    assert {tuple(sorted(payment.items())) for payment in claims(game, "Bergen-Oslo red tunnel")} == in_the_tunnel


@pytest.mark.rule("NORD-TUNNEL-1")
def test_tunnels_are_as_in_europe_and_know_no_sets() -> None:
    name = "Åndalsnes-Lillehammer yellow tunnel"
    assert claims(holding({"yellow": 1, "red": 12, "blue": 9}), name) == []
    game = holding({"yellow": 3, "red": 9, L: 1}, market=PLAIN, deck_top=["yellow", L, "red"])
    game.step(claim(game, name, "2 yellow"))
    assert game.view(0).owed == 2
    assert payments(game, K.PAY_TUNNEL, 0) == [{"yellow": 1, L: 1}]
    alone = holding({"yellow": 3, L: 3}, market=PLAIN, deck_top=["yellow", L, "red"])
    alone.step(claim(alone, name, "2 locomotive"))
    assert (alone.view(0).owed, payments(alone, K.PAY_TUNNEL, 0)) == (1, [{L: 1}])


def listed(hand: dict[str, int], name: str, game_map: GameMap = NORDIC) -> set[tuple[tuple[str, int], ...]]:
    game = Game.from_position(game_map, Position(players=2, hands={0: hand}))
    found = claims(game, name)
    assert len({tuple(sorted(payment.items())) for payment in found}) == len(found)
    return {tuple(sorted(payment.items())) for payment in found}


def these(*payments: dict[str, int]) -> set[tuple[tuple[str, int], ...]]:
    return {tuple(sorted(payment.items())) for payment in payments}


@pytest.mark.rule("NORD-FERRY-1", "NORD-FERRY-2", "NORD-PAY-1", "NORD-PAY-2")
def test_a_ferry_takes_locomotives_or_sets_of_three_for_its_symbols() -> None:
    assert listed({"purple": 4, "red": 2, L: 2}, BERGEN) == these(
        {"purple": 1, L: 1}, {L: 2}, {"purple": 4}, {"purple": 3, "red": 1}, {"purple": 2, "red": 2}
    )
    threes = [{"red": 3}, {"red": 2, "green": 1}, {"red": 1, "green": 2}, {"green": 3}]
    with_a_locomotive = ({L: 1, **three} for three in threes)
    assert listed({"red": 3, "green": 3, L: 1}, BERGEN) == these(*with_a_locomotive, {"red": 3, "green": 3})
    assert listed({"purple": 2}, BERGEN) == set()
    mixed = {"red": 1, "blue": 1, "white": 1}
    assert listed(mixed, "Umeå-Vaasa gray ferry") == these(mixed)


@pytest.mark.rule("NORD-FERRY-2")
def test_sets_of_three_may_be_kept_to_the_symbols() -> None:
    only = NORDIC.with_rules(track_kinds={"ferry": {"cards_for_wild_symbols_only": True}})
    assert listed({"red": 6}, BERGEN) == these({"red": 6})
    assert listed({"red": 6}, BERGEN, only) == set()
    assert listed({"red": 3, L: 1}, BERGEN, only) == these({"red": 3, L: 1})


@pytest.mark.rule("NORD-SET-1", "NORD-PAY-2")
def test_four_cards_stand_for_one_between_lieksa_and_murmansk() -> None:
    game = holding({"red": 9, "blue": 4, L: 9})
    for words in (
        "8 red, 1 locomotive",
        "9 locomotive",
        "9 red, 3 blue",
        "8 red, 3 blue",
        "8 red, 1 locomotive, 4 blue",
    ):
        with pytest.raises(IllegalMove):
            game.copy().step(claim(game, LIEKSA, words))
    for words in ("9 red", "8 red, 1 locomotive, 3 blue", "8 red, 4 blue", "7 red, 8 locomotive"):
        taken = game.copy()
        taken.step(claim(game, LIEKSA, words))
        assert taken.score(0).route_points == 27
        assert taken.view(0).pieces[0] == {"train": 31}  # however many cards it costs
        assert sum(taken.view(0).discards.values()) == sum(paid(NORDIC, words))


def accepted(line: Track, cards: tuple[int, ...]) -> bool:
    try:
        check_claim(line, Counter(dict(enumerate(cards))), NORDIC.rules)
    except RuleBroken:
        return False
    return True


@pytest.mark.rule("NORD-PAY-1", "NORD-PAY-2", "NORD-FERRY-2", "NORD-SET-1")
@pytest.mark.parametrize(
    "name",
    [
        BERGEN,
        "Umeå-Vaasa gray ferry",
        "Åndalsnes-Bergen black ferry",
        "Helsinki-Stockholm gray ferry",
        "Mo I Rana-Trondheim red ferry",
        "Kuopio-Oulu gray",
        LIEKSA,
    ],
)
def test_the_engine_lists_each_payment_that_the_referee_accepts_and_no_other(name: str) -> None:
    line, dice, listed_in_all = NORDIC.track(name), random.Random(7), 0
    kind_of = [card.name for card in NORDIC.rules.cards]
    likely = [kind_of.index(line.color if line.color in kind_of else "red"), kind_of.index("blue"), kind_of.index(L)]
    counts, least = ((10, 5, 3), line.length) if line.cards_for_one else ((5, 5, 5), line.length - 1)
    for _ in range(15):
        hand = [0] * len(kind_of)
        size = dice.randint(least, least + 9)
        for kind in [*dice.sample(likely, k=size, counts=counts), *dice.choices(range(len(kind_of)), k=2)]:
            hand[kind] += 1
        mine = {name: n for name, n in zip(kind_of, hand, strict=True) if n}
        game = holding(mine)
        offers = game.payments(K.CLAIM, line.index)
        legal = {cards for cards in product(*(range(n + 1) for n in hand)) if any(cards) and accepted(line, cards)}
        assert set(offers) == legal, mine
        assert len(offers) == len(legal)
        assert can_pay_claim(line, Counter(dict(enumerate(hand))), NORDIC.rules) == bool(legal)
        assert bool(claims(game, line.name)) == bool(legal)
        listed_in_all += len(legal)
    assert listed_in_all


@pytest.mark.rule("NORD-DOUBLE-1", "NORD-DOUBLE-2")
@pytest.mark.parametrize(("players", "closed"), [(2, True), (3, False)])
@pytest.mark.parametrize(
    ("first", "second", "hand"),
    [
        ("Boden-Kiruna black", "Boden-Kiruna orange", {"orange": 3}),
        ("Kristiansand-Stavanger green tunnel", "Kristiansand-Stavanger orange ferry", {"orange": 2, L: 1}),
        ("Kristiansand-Stavanger orange ferry", "Kristiansand-Stavanger green tunnel", {"green": 2}),
        ("Mo I Rana-Trondheim red ferry", "Mo I Rana-Trondheim green tunnel", {"green": 5}),
        ("Helsinki-Stockholm gray ferry", "Helsinki-Stockholm yellow ferry", {"yellow": 3, L: 1}),
    ],
)
def test_with_two_players_the_second_track_closes_also_where_the_two_differ(
    players: int, closed: bool, first: str, second: str, hand: dict[str, int]
) -> None:
    other = holding(hand, players, tracks={1: [first]})
    assert bool(claims(other, second)) is not closed
    own = holding(hand, players, tracks={0: [first]})
    assert not claims(own, second)


@pytest.mark.rule("NORD-SCORE-1")
def test_every_player_with_the_most_completed_tickets_gets_ten() -> None:
    assert NORDIC.rules.longest_trail_bonus == 0
    short = NORDIC.with_ticket(["Oslo", "Bergen"], 4).with_ticket(["Tampere", "Turku"], 1)
    position = Position(
        players=3,
        tracks={0: ["Bergen-Oslo blue tunnel"], 1: ["Tampere-Turku red"], 2: ["Oulu-Vaasa black"]},
        tickets={0: [short.tickets[-2].index], 1: [short.tickets[-1].index]},
    )
    game = Game.from_position(short, position)
    assert [game.score(seat).most_tickets_points for seat in range(3)] == [10, 10, 0]
    assert [game.score(seat).longest_trail_points for seat in range(3)] == [0, 0, 0]


@pytest.mark.rule("NORD-WIN-1")
def test_ties_are_broken_by_tickets_only() -> None:
    assert NORDIC.rules.tie_breaks == ("tickets",)
    tracks = {0: ["Göteborg-Norrköping gray"], 1: ["Göteborg-Oslo orange", "Örebro-Oslo green"]}
    game = holding({}, tracks=tracks, turns_left=1)
    pass_the_turn(game)
    assert game.scores() == [4, 4]
    assert game.winners == (0, 1)


@pytest.mark.rule("NORD-FERRY-2", "NORD-SET-1", "NORD-TICKETS-2")
def test_the_referee_agrees_over_games_and_meets_the_rare_paths() -> None:
    met: Counter[str] = Counter()
    for game in range(24):
        players = 2 + game % 2
        events = play_logged(NORDIC, "random" if game % 3 else "expert", players=players, game=game, seed=5)
        met.update(replay(NORDIC, players, events).met)
    wanted = {"sets_for_a_locomotive", "drawn_tickets_left_the_game", "ticket_deck_empty", "tunnel_declined"}
    assert {path for path in wanted if not met[path]} == set(), dict(met)
    assert not met["market_cleared"]
