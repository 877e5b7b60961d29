"""House rules: what they mean in a single move, and that the referee agrees over whole games."""

from __future__ import annotations

from typing import Any

import fuzz
import pytest

from ttr_analysis import simulate, stats
from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind, Decision
from ttr_analysis.maps.checks import supply_flaws
from ttr_analysis.maps.events import EndReason
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.referee import replay
from ttr_analysis.strategies.base import available_strategies, get_strategy

USA = load_map("usa")
L = "locomotive"


def placed(game_map: GameMap, **values: Any) -> Game:
    return Game.from_position(game_map, Position(players=2, **values))


def take(slot: int) -> Action:
    return Action(ActionKind.DRAW_MARKET, target=slot)


BLIND = Action(ActionKind.DRAW_BLIND, target=0)


@pytest.mark.rule("HOUSE-WILD-1")
def test_a_locomotive_can_count_as_one_card() -> None:
    market = (L, "red", "blue", L, "green")
    printed, house = placed(USA, market=market), placed(USA.with_rules(market={"wild_ends_turn": False}), market=market)
    for game in (printed, house):
        game.step(take(0))
    assert printed.view(0).to_move == 1
    assert (house.view(0).to_move, house.decision) == (0, Decision.SECOND_CARD)
    house.step(take(3))
    assert house.view(0).hand == {L: 2}
    assert house.view(0).to_move == 1


@pytest.mark.rule("HOUSE-HAND-1")
def test_a_full_hand_draws_no_card_and_ends_a_draw() -> None:
    limited = USA.with_rules(hand_limit=5)
    game = placed(limited, hands={0: {"red": 4}, 1: {"red": 5}})
    game.step(BLIND)
    assert (game.view(0).to_move, game.view(0).hand_sizes) == (1, (5, 5))
    with pytest.raises(IllegalMove, match="as many cards as the hand limit allows"):
        game.step(BLIND)
    assert not any(action.kind is ActionKind.DRAW_MARKET for action in game.legal_actions())


@pytest.mark.rule("HOUSE-STATION-1")
def test_stations_may_cost_less_and_less() -> None:
    europe = load_map("europe").with_rules(stations={"costs": [3, 1, 1]})
    game = Game(europe, 2, seed=4).play("random")
    assert replay(europe, 2, game.events).scores == tuple(game.scores())
    cheap = placed(europe, hands={0: {"red": 4}, 1: {"red": 4}})
    assert {sum(action.cards) for action in cheap.legal_actions() if action.kind is ActionKind.BUILD_STATION} == {3}


@pytest.mark.rule("HOUSE-TRACK-1")
def test_wilds_can_be_kept_off_a_kind_of_track() -> None:
    europe = load_map("europe").with_rules(track_kinds={"rail": {"wilds": False}, "ferry": {"wilds": False}})
    game = placed(europe, hands={0: {"red": 3, "orange": 2, L: 4}})
    wild = [card.name for card in europe.rules.cards].index(L)
    claims = [action for action in game.legal_actions() if action.kind is ActionKind.CLAIM]
    for action in claims:
        track = europe.tracks[action.target]
        assert track.kind == "tunnel" or action.cards[wild] == track.locomotives
    assert {europe.tracks[action.target].kind for action in claims if action.cards[wild]} == {"tunnel", "ferry"}


@pytest.mark.rule("HOUSE-PENALTY-1")
@pytest.mark.parametrize("factor", [0, 1, 3])
def test_penalties_are_multiplied(factor: int) -> None:
    house = USA.with_rules(tickets={"penalty_factor": factor})
    game = placed(house, tickets={0: ["Seattle-New York"], 1: ["Denver-El Paso"]})
    assert game.scores() == [-22 * factor, -4 * factor]


@pytest.mark.rule("HOUSE-END-1")
def test_a_score_begins_the_last_round() -> None:
    house = USA.with_rules(end={"score": 7, "extra_turns": 1})
    game = placed(house, hands={0: {"purple": 4}, 1: {"red": 1}})
    claim = next(
        a
        for a in game.legal_actions()
        if a.kind is ActionKind.CLAIM and a.target == USA.track("Denver-Omaha purple").index
    )
    game.step(claim)
    while not game.over:
        game.advance("random")
    assert (game.turn, game.end_reason) == (3, EndReason.SCORE)


@pytest.mark.rule("HOUSE-END-2")
def test_hidden_tickets_can_end_the_game_and_points_decide() -> None:
    house = USA.with_rules(tickets={"goal": 1})
    tracks = [USA.track(name).index for name in ("Denver-Santa Fe", "Santa Fe-El Paso")]
    hands = {0: {L: 4}, 1: {L: 6}}
    game = placed(house, hands=hands, tickets={0: ["Denver-El Paso"]}, tracks={1: ["Calgary-Seattle"]}, turn=1)
    while not game.over:
        moves = [a for a in game.legal_actions() if a.kind is ActionKind.CLAIM and a.target in tracks]
        game.step(moves[0] if moves and game.view(0).to_move == 0 else BLIND)
    assert (game.end_reason, game.turn) == (EndReason.GOAL, 3)
    assert game.view(0).tickets == ("Denver-El Paso",)
    assert game.scores() == [2 + 2 + 4 + 10, 7 + 10]  # both trails have four spaces


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {"market": {"wild_ends_turn": False}, "draws": 3},
    {"hand_limit": 12, "tickets": {"penalty_factor": 2}},
    {"hand_limit": 10, "draws": 3, "market": {"wild_ends_turn": False}},
    {"end": {"score": 30, "extra_turns": 0}},
    {"end": {"score": 40, "extra_turns": 2}, "tickets": {"goal": 3}},
    {"tickets": {"goal": 2, "penalty_factor": 0}},
    {"track_kinds": {"rail": {"wilds": False}}, "market": {"wild_ends_turn": False}},
    {"tickets": {"drawn_leave_game": True}, "grand_tour_points": [0, 3, 9]},
    {"longest_trail_bonus": -10, "most_tickets_bonus": 5, "doubles_close_below": 0},
)


@pytest.mark.rule("HOUSE-BONUS-1", "HOUSE-WILD-1", "HOUSE-HAND-1", "HOUSE-PENALTY-1", "HOUSE-END-1", "HOUSE-END-2")
@pytest.mark.parametrize("name", available_maps())
def test_engine_and_referee_agree_on_house_rules(name: str) -> None:
    names = [get_strategy(each).quickened for each in available_strategies()]
    for seed, rules in enumerate(HOUSE_RULES):
        game_map = load_map(name).with_rules(**rules)
        if name.startswith("first_journey"):
            shown = seed % 2 == 0
            game_map = game_map.with_rules(tickets={"shown_when_completed": shown, "exchange": shown})
        players = 2 + seed % 2
        for strategies in (["random"] * players, [names[(3 * seed + i) % len(names)] for i in range(players)]):
            game = Game(game_map, players, seed).play(strategies)
            verdict = replay(game_map, players, game.events)
            assert list(verdict.scores) == game.scores()
            assert (tuple(sorted(verdict.winners)), verdict.reason) == (game.winners, game.end_reason)


def test_every_kind_of_end_is_met() -> None:
    ends = set()
    for rules in HOUSE_RULES:
        game_map = USA.with_rules(**rules)
        ends |= {Game(game_map, 2, seed).play("greedy_points").end_reason for seed in range(3)}
    assert {EndReason.PIECES, EndReason.SCORE} <= ends


@pytest.mark.rule("HOUSE-SEATS-1")
@pytest.mark.parametrize("players", [1, 6])
@pytest.mark.parametrize("name", available_maps())
def test_engine_and_referee_agree_with_one_and_with_six(name: str, players: int) -> None:
    game_map = load_map(name).with_rules(players=[1, 6])
    if any(supply_flaws(game_map, players)):
        assert players == 6  # the mega games deal more tickets than six players can have
        return
    strategies = [get_strategy(each).quickened for each in available_strategies()]
    first = 0 if fuzz.TIMES > 1 else available_maps().index(name) % 3  # at every run, a third of them on each map
    for seed, strategy in enumerate(strategies[first :: 1 if fuzz.TIMES > 1 else 3]):
        game = Game(game_map, players, seed).play([strategy] * players)
        verdict = replay(game_map, players, game.events)
        assert list(verdict.scores) == game.scores()
        assert tuple(sorted(verdict.winners)) == game.winners


@pytest.mark.long(reason="100 games of every strategy, map and both numbers of players")
@pytest.mark.rule("HOUSE-SEATS-1")
@pytest.mark.parametrize("players", [1, 6])
@pytest.mark.parametrize("strategy", available_strategies())
def test_every_strategy_ends_a_hundred_games_with_one_and_with_six(strategy: str, players: int) -> None:
    for name in available_maps():
        game_map = load_map(name).with_rules(players=[1, 6])
        if any(supply_flaws(game_map, players)):
            continue
        result = simulate(game_map, get_strategy(strategy).quickened, players=players, games=100, seed=1)
        assert len(result) == 100
        assert (result.games["end_reason"] != EndReason.STANDSTILL).mean() > 0.9


def test_a_player_alone_has_a_score_and_no_share_of_wins() -> None:
    alone = USA.with_rules(players=(1, 6))
    result = simulate(alone, "ticket_planner", players=1, games=40, seed=3)
    assert result.players["win_share"].isna().all()
    assert result.players["score"].mean() > 80
    table = stats.win_share_by_strategy(result)
    assert table["win_share"].isna().all()
    assert table["mean_score"].between(table["mean_score_low"], table["mean_score_high"]).all()


def test_six_players_share_the_wins() -> None:
    result = simulate(USA.with_rules(players=(2, 6)), "random", players=6, games=20, seed=1)
    assert result.players.groupby("game")["win_share"].sum().round(9).eq(1).all()
    assert set(result.players["seat"]) == set(range(6))
