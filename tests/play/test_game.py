"""Game: actions refused without a trace, copies, views that hide, positions there and back, scores."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from game_words import EUROPE, FIRST_JOURNEY, LAKES, USA, WORLD, L, blind, claim, kinds, paid, take
from how_often import first

from ttr_analysis.engine.scoring import SeatScore
from ttr_analysis.errors import IllegalMove, SetupError, StrategyError
from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.events import EndReason, EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.views import Score

MAPS = (USA, EUROPE, FIRST_JOURNEY, WORLD, LAKES)


def records(game: Game) -> bytes:
    """Everything a game's state consists of, its log included."""
    return game._live.game_record.tobytes() + repr(game.events).encode()


def advanced(game_map: GameMap, decisions: int, players: int = 3, seed: int = 5) -> Game:
    game = Game(game_map, players, seed)
    for _ in range(decisions):
        if not game.over:
            game.advance("random")
    return game


WILD_GUESSES = (
    Action(ActionKind.CLAIM, 0),
    Action(ActionKind.CLAIM, -1),
    Action(ActionKind.CLAIM, 10_000),
    Action(ActionKind.CLAIM, 0, 0, (-1,) * 9),
    Action(ActionKind.CLAIM, 0, 0, (1, 2)),
    Action(ActionKind.CLAIM, 1 << 80),
    Action(ActionKind.DRAW_MARKET, 99),
    Action(ActionKind.DRAW_MARKET, -1),
    Action(ActionKind.DRAW_BLIND, 2),
    Action(ActionKind.DRAW_BLIND, 0, 0, (1,) * 9),
    Action(ActionKind.BUILD_STATION, -3),
    Action(ActionKind.BUILD_STATION, 0),
    Action(ActionKind.BUILD_HARBOUR, 0),
    Action(ActionKind.BUILD_HARBOUR, 64),
    Action(ActionKind.EXCHANGE_PIECES, 0, 0),
    Action(ActionKind.EXCHANGE_PIECES, 5, 1),
    Action(ActionKind.KEEP_TICKETS, 0, 0),
    Action(ActionKind.KEEP_TICKETS, 0, 1 << 8),
    Action(ActionKind.CHOOSE_PIECES, 0, -1),
    Action(ActionKind.CHOOSE_PIECES, 0, 1000),
    Action(ActionKind.REFILL, 9),
    Action(ActionKind.PAY_TUNNEL),
    Action(ActionKind.PASS),
)


@pytest.mark.rule("ALL-DECIDE-1")
@pytest.mark.parametrize("game_map", MAPS, ids=lambda m: m.name)
@pytest.mark.parametrize("decisions", [0, 3, 7, 40, 90])
def test_illegal_actions_are_refused_and_change_nothing(game_map: GameMap, decisions: int) -> None:
    game = advanced(game_map, decisions)
    before, legal = records(game), set(game.legal_actions())
    refused = 0
    for action in WILD_GUESSES:
        if action in legal:
            continue
        assert not game.can(action)
        with pytest.raises(IllegalMove, match=rf"player {game.player + 1} \(seat {game.player}\) cannot .+: \w+"):
            game.step(action)
        refused += 1
    assert refused > 15
    assert records(game) == before


@pytest.mark.rule("ALL-DECIDE-1")
@pytest.mark.parametrize("game_map", MAPS, ids=lambda m: m.name)
def test_every_listed_action_is_legal_and_listed_once(game_map: GameMap) -> None:
    game = Game(game_map, 2, seed=11)
    while not game.over and game.turn < 25:
        actions = game.legal_actions()
        assert len(set(actions)) == len(actions) > 0
        assert all(game.can(action) for action in actions)
        assert game.copy().advance("random") in actions
        game.advance("random")


@pytest.mark.rule("ALL-DECIDE-2")
def test_random_chooses_evenly_at_each_decision_point() -> None:
    position = {"hands": {0: {"blue": 1, "red": 6}}, "market": ["blue", "red", "green", "white", L]}
    chosen = [
        Game.from_position(USA, Position(players=2, seed=seed, **position)).advance("random") for seed in range(600)
    ]
    by_kind = [sum(a.kind in group for a in chosen) for group in ((0, 1), (2,), (3,))]
    assert sum(by_kind) == 600
    assert min(by_kind) > 150  # 200 each expected, standard deviation 12, however many tracks can be claimed
    draws = [a for a in chosen if a.kind in (0, 1)]
    shares = [draws.count(take(slot)) for slot in range(5)] + [draws.count(blind())]
    assert sum(shares) == len(draws)
    assert all(abs(n - len(draws) / 6) < 27 for n in shares)


def test_the_reason_of_a_refusal_names_who_what_and_why() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: ["red", "red"]}, tracks={1: ["Denver-Omaha"]}))
    assert game.why_not(claim(game, "Denver-Omaha", "4 purple")) == (
        "player 1 (seat 0) cannot claim Denver-Omaha purple with 4 purple: the track is already claimed"
    )
    assert "does not hold these cards" in str(game.why_not(claim(game, "Duluth-Omaha gray 1", "2 blue")))
    assert game.why_not(blind()) is None
    assert game.why_not(Action(ActionKind.CLAIM, 500)) == (
        "player 1 (seat 0) cannot claim 500: map usa has no track 500; they are numbered from 0 to 99"
    )


def test_nothing_is_legal_when_the_game_is_over() -> None:
    game = Game(USA, 2, seed=3).play("random")
    assert game.legal_actions() == []
    assert str(game.why_not(blind())).endswith("the game is over")
    with pytest.raises(IllegalMove, match="the game is over"):
        game.advance("random")
    with pytest.raises(SetupError, match="over"):
        game.position()
    assert game.end_reason is EndReason.PIECES


def test_a_copy_is_independent_and_has_the_same_future() -> None:
    game = advanced(WORLD, 30)
    before, twin = records(game), game.copy()
    ends = twin.copy().play("random"), twin.play("random")
    assert ends[0].events == ends[1].events
    assert ends[0].scores() == ends[1].scores()
    assert records(game) == before
    assert len(twin.events) > len(game.events)


def test_games_of_a_seed_are_the_same_however_they_are_played() -> None:
    by_play = Game(USA, 3, seed=4, number=2).play("random")
    by_steps = Game(USA, 3, seed=4, number=2)
    while not by_steps.over:
        by_steps.advance("random")
    assert by_play.events == by_steps.events
    assert Game(USA, 3, seed=4, number=3).play("random").events != by_play.events


def test_the_log_grows_with_the_game() -> None:
    game = Game(LAKES, 5, seed=1).play("random")
    assert len(game.events) > 800
    assert game.events[-1].kind is EventKind.FINAL_SCORE
    assert [event.number for event in game.events[-5:]] == game.scores()
    assert tuple(e.seat for e in game.events[-5:] if e.target) == game.winners


@pytest.mark.rule("ALL-KNOW-1", "ALL-KNOW-2", "ALL-HAND-2")
@pytest.mark.parametrize("game_map", MAPS, ids=lambda m: m.name)
def test_a_view_shows_no_hidden_thing(game_map: GameMap) -> None:
    """Whatever the others hold and the decks hide, a player's view stays the same."""
    game = advanced(game_map, 60)
    view, other = game.view(0), game.copy()
    for seat in (1, 2):
        private = other._live.game.private[seat]
        private.hand[:] = 7
        private.tickets[:] = 1
        private.offered[:] = 2
        private.chosen_pieces = 9
    other._live.game.hidden.deck[:] = 0
    other._live.game.hidden.ticket_pool[:] = 0
    other._live.game.hidden.ticket_queue[:] = 0
    other._live.game.hidden.streams[:] = 1
    shown_tickets = game_map.rules.tickets.shown_when_completed  # then the completed ones are public
    assert shown_tickets or other.view(0) == view
    assert sum(view.hand.values()) == view.hand_sizes[0]
    assert len(view.tickets) == view.ticket_counts[0]
    assert game.view(1).hand != view.hand or game.view(1).tickets != view.tickets


@pytest.mark.rule("ALL-KNOW-1")
def test_a_view_names_everything_public() -> None:
    game = Game.from_position(
        USA,
        Position(
            players=2,
            tracks={0: ["Dallas-Houston gray 1"], 1: ["Denver-Omaha"]},
            hands={0: ["red"], 1: ["blue"] * 3},
            tickets={1: ["Seattle-New York"]},
            market=["red", "red", "blue", "white", L],
            discards={"green": 5},
            turn=2,
        ),
    )
    view = game.view(0)
    assert view.owners == {"Dallas-Houston gray 1": 0, "Denver-Omaha purple": 1}
    assert view.closed == ("Dallas-Houston gray 2",)
    assert (view.hand, view.hand_sizes) == ({"red": 1}, (1, 3))
    assert (view.tickets, view.ticket_counts) == ((), (0, 1))
    assert view.market == ("red", "red", "blue", "white", L)
    assert view.discards == {"green": 5}
    assert view.deck_sizes == {"train": 110 - 4 - 5 - 5}
    assert (view.to_move, view.turn, view.route_points) == (1, 2, (1, 7))
    assert [dict(pieces) for pieces in view.pieces] == [{"train": 44}, {"train": 41}]
    assert view.ticket_deck_size == 29


@pytest.mark.rule("ALL-HAND-1")
def test_there_is_no_limit_on_cards_in_hand() -> None:
    game = Game.from_position(
        USA, Position(players=2, hands={0: {"red": 12, "blue": 12, "green": 12, "white": 12, "black": 12}})
    )
    game.step(blind())
    game.step(blind())
    assert game.view(0).hand_sizes[0] == 62


@pytest.mark.rule("ALL-SETUP-2")
def test_tickets_are_chosen_without_knowing_the_others_choice() -> None:
    game = Game(USA, 3, seed=9)
    before = game.view(1)
    first = game.copy()
    for bits in (0b011, 0b101, 0b110, 0b111):
        other = game.copy()
        other.step(Action(ActionKind.KEEP_TICKETS, number=bits))
        if bits == 0b011:
            first = other
        assert other.view(1) == first.view(1)
        assert other.view(1).ticket_counts == (0, 0, 0)
    assert (first.view(1).hand, first.view(1).market) == (before.hand, before.market)
    assert len(first.view(1).offered) == 3


@pytest.mark.parametrize(
    ("game_map", "players", "seed"),
    first([(m, 2 + i % 3, i) for i, m in enumerate(MAPS)], 3, "games of Rails & Sails take longest"),
)
def test_positions_round_trip_and_play_on_alike(game_map: GameMap, players: int, seed: int) -> None:
    """At every decision: the same position, views, actions and scores, and the same chance after them."""
    game = Game(game_map, players, seed)
    decisions = 0
    while not game.over:
        decisions += 1
        if decisions % 30 and game.turn and game.decision is Decision.TURN:
            game.advance("random")
            continue
        position = game.position()
        again = Game.from_position(game_map, position)
        assert Position.from_dict(json.loads(json.dumps(position.to_dict()))) == position
        assert again.position() == position
        assert again.legal_actions() == game.legal_actions()
        assert [again.view(p) for p in range(players)] == [game.view(p) for p in range(players)]
        before = len(game.events)
        action = game.advance("random")
        again.step(action)
        assert again.scores() == game.scores()
        assert [e for e in again.events if not e.is_decision] == [e for e in game.events[before:] if not e.is_decision]
    assert decisions > 50


def test_what_a_position_leaves_out_gets_sensible_values() -> None:
    game = Game.from_position("usa", Position(players=4))
    view = game.view(0)
    assert (game.turn, game.player, game.decision) == (1, 0, Decision.TURN)
    assert [dict(pieces) for pieces in view.pieces] == [{"train": 45}] * 4
    assert (view.hand_sizes, view.ticket_counts) == ((0,) * 4, (0,) * 4)
    assert len([card for card in view.market if card]) == 5
    assert view.deck_sizes == {"train": 105}
    assert game.scores() == [0] * 4
    mix = Game.from_position("rails_sails_world", Position(players=2)).view(0)
    assert sum(mix.pieces[0].values()) == 60
    assert sum(mix.boxes[0].values()) == 15


FAULTS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"trakcs": {}}, "no field 'trakcs'; did you mean tracks"),
    ({"tracks": {0: ["Denver-Omahaa"]}}, "tracks: map 'usa' has no track 'Denver-Omahaa'; did you mean Denver-Omaha"),
    ({"tracks": {5: []}}, "tracks: there is no seat 5"),
    ({"tracks": {0: ["Denver-Omaha"], 1: ["Denver-Omaha"]}}, "tracks: .* is given to seat 0 and to seat 1"),
    ({"tracks": {0: ["Dallas-Houston gray 1", "Dallas-Houston gray 2"]}}, "tracks: .* closed with 2 players"),
    ({"hands": {0: {"red": 13}}}, r"hands.*: 13 red cards are given \(13 in hand of seat 0\), but there are 12"),
    ({"hands": {0: {"red": -1}}}, "hands: 0: red: must be 0 or more, not -1"),
    ({"hands": {0: ["reed"]}}, "hands: there is no card 'reed'; did you mean red"),
    ({"market": ["red"] * 6}, "market: 6 cards are given for 5 slots"),
    ({"deck": ["red"]}, "deck: 1 red cards are given|deck: 0 purple"),
    ({"tickets": {0: ["Seattle-New York"], 1: ["New York-Seattle"]}}, "tickets: .* appears twice"),
    ({"tickets": {0: ["Seattle-Boston"]}}, "tickets: .* no ticket 'Seattle-Boston'"),
    ({"ticket_deck": []}, "ticket_deck: the ticket .* is missing"),
    ({"pieces": {0: 44}}, "pieces: seat 0 has 44 trains"),
    ({"pieces": {0: {"ship": 45}}}, "pieces: there is no piece 'ship'"),
    ({"turns_left": 3}, "turns_left: must be from 1 to 2, not 3"),
    ({"turn": 3, "seat": 1}, "turn: turn 3 is not a turn of seat 1"),
    ({"seat": 2}, "seat: there is no seat 2"),
    ({"stations": {0: ["Denver"]}}, "stations: seat 0 has 1, but the rules allow only 0"),
    ({"turn": 0}, "turn: there is nothing to decide"),
    ({"tunnel": {"track": 0, "laid": ["red", "blue"]}}, "tunnel, laid: must be cards of one colour"),
)


@pytest.mark.parametrize(("position", "message"), FAULTS)
def test_a_contradictory_position_is_refused_by_argument(position: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Game.from_position(USA, Position.from_dict({"players": 2, **position}))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"hands": {1: {L: -2}}}, f"hands: 1: {L}: must be 0 or more, not -2"),
        ({"discards": {"red": -1}}, "discards: red: must be 0 or more, not -1"),
        ({"deck": {"red": -1}}, "deck: red: must be 0 or more, not -1"),
        ({"pieces": {0: -1}}, "pieces: 0: must be 0 or more, not -1"),
        ({"exchanged": {0: -1}}, "exchanged: 0: must be 0 or more, not -1"),
        ({"tunnel": {"track": 0, "laid": {"red": -1}}}, "tunnel: laid: red: must be 0 or more, not -1"),
        ({"turn": -1}, "turn: must be 0 or more, not -1"),
        ({"turns_left": -1}, "turns_left: must be 0 or more, not -1"),
        ({"cards_drawn": -1}, "cards_drawn: must be 0 or more, not -1"),
        ({"players": -2}, "players: must be 0 or more, not -2"),
        ({"hands": {2: {"red": 1}}}, "hands: there is no seat 2; seats are numbered from 0 to 1"),
        ({"seat": 2}, "seat: there is no seat 2"),
    ],
)
def test_what_no_game_has_is_refused_when_a_position_is_made(position: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError, match=message):
        Position(**{"players": 2, **position})


def test_both_tracks_of_a_double_route_cannot_be_one_seats() -> None:
    with pytest.raises(SetupError, match="two tracks of a double or triple route"):
        Game.from_position(USA, Position(players=4, tracks={0: ["Dallas-Houston gray 1", "Dallas-Houston gray 2"]}))
    Game.from_position(USA, Position(players=4, tracks={0: ["Dallas-Houston gray 1"], 1: ["Dallas-Houston gray 2"]}))


def test_the_deck_has_an_ordered_top_and_a_random_rest() -> None:
    drawn = set()
    for seed in range(12):
        game = Game.from_position(
            USA, Position(players=2, seed=seed, deck_top=["red", L, "blue"], market=["white"] * 5)
        )
        for _ in range(4):
            game.step(blind())
        dealt = [USA.rules.cards[e.target].name for e in game.events if e.kind is EventKind.CARD_DEALT]
        assert dealt[:3] == ["red", L, "blue"]
        drawn.add(dealt[3])
    assert len(drawn) > 3


def test_a_score_adds_up_at_any_time() -> None:
    parts = [name for name in Score.__dataclass_fields__ if name.endswith("_points") or name.startswith("failed_")]
    for game_map in MAPS:
        game = advanced(game_map, 70)
        for player in range(3):
            score = game.score(player)
            assert sum(getattr(score, name) for name in parts) == score.total == game.scores()[player]
            made = score.tickets_made + score.tickets_cut_off + score.tickets_unfinished
            assert made == len(score.tickets) + sum(n in game.view(0).shown_tickets[player] for n in _bonus(game_map))
    assert {*Score.__dataclass_fields__} - {"winner", "tickets"} <= set(SeatScore.dtype().names or ())


def _bonus(game_map: GameMap) -> list[str]:
    return [bonus.name for bonus in game_map.bonus_tickets]


def test_strategies_and_arguments_that_do_not_exist() -> None:
    with pytest.raises(StrategyError, match="no strategy is called"):
        Game(USA, 2).play("randon")
    with pytest.raises(SetupError, match="1 strategies for 2 players"):
        Game(USA, 2).play(["random"])
    with pytest.raises(SetupError, match="for 2 to 5 players, not 6"):
        Game(USA, 6)
    with pytest.raises(SetupError, match="seed is -1"):
        Game(USA, 2, seed=-1)
    with pytest.raises(SetupError, match="no player 2"):
        Game(USA, 2).view(2)


def test_actions_in_words_name_card_and_tickets() -> None:
    game = Game.from_position(
        USA, Position(players=2, market=["red", "blue", L, "white", "white"], hands={0: {"purple": 3, L: 1}})
    )
    assert game.describe(take(2)) == "take market card 3 (locomotive)"
    assert (
        game.describe(claim(game, "Denver-Omaha", "3 purple, 1 locomotive"))
        == "claim Denver-Omaha purple with 3 purple + 1 locomotive"
    )
    game.step(Action(ActionKind.DRAW_TICKETS))
    assert game.describe(Action(ActionKind.KEEP_TICKETS, number=1)) == f"keep {game.view(0).offered[0]}"
    assert kinds(game) == {ActionKind.KEEP_TICKETS}


def test_a_game_prints_what_matters() -> None:
    game = Game.from_position(USA, Position(players=2, tracks={1: ["Denver-Omaha"]}))
    text = repr(game)
    assert "turn 1, player 1 to decide: turn" in text
    assert "player 2: 17 points if it ended now, 41 trains, 0 cards, 0 tickets" in text
    assert "won by player" in repr(Game(USA, 2).play("random"))


def test_payments_hold_what_is_asked() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: {"purple": 3, L: 2}}))
    assert paid(USA, "3 purple, 1 locomotive") in game.payments(
        ActionKind.CLAIM, next(t.index for t in USA.tracks if t.name == "Denver-Omaha purple")
    )


def test_two_copies_of_a_ticket_are_given_by_name_and_stay_apart() -> None:
    switzerland = load_map("switzerland")
    position = Position(players=2, tickets={0: ["Italia", "Bern-France"], 1: ["Italia-Österreich"]}, turn=2)
    game = Game.from_position(switzerland, position)
    (italia,) = game.view(1).tickets
    assert game.view(0).tickets == (italia, "Bern-France/Deutschland/Italia/Österreich")
    again = Game.from_position(switzerland, game.position())
    assert again.view(0).tickets == game.view(0).tickets
    assert again.view(1).tickets == game.view(1).tickets
    with pytest.raises(SetupError, match=r"tickets: .* appears twice"):
        Game.from_position(switzerland, Position(players=2, tickets={0: ["Italia"] * 3}))
    numbered = Position(players=2, tickets={0: [43, "Italia"]}, turn=2)
    assert Game.from_position(switzerland, numbered).position().tickets[0] == [43, italia]


def test_a_target_or_number_that_an_action_does_not_have_is_refused() -> None:
    game = Game("usa", 2, 7)
    keep = game.legal_actions()[0]
    assert "no target" in str(game.why_not(replace(keep, target=1)))
    game.step(keep)
    game.step(game.legal_actions()[0])
    assert "no number" in str(game.why_not(Action(ActionKind.DRAW_BLIND, 0, number=3)))
    assert game.can(Action(ActionKind.DRAW_BLIND))
