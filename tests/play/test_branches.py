"""Games beside a game: copies without a log, decisions taken back, imagined worlds that give nothing away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from game_words import EUROPE, FIRST_JOURNEY, LAKES, USA, WORLD
from how_often import CLASSIC, OTHERS, boards

from ttr_analysis import strategy
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps.actions import Action, Decision
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.strategies import base

MAPS = (USA, EUROPE, FIRST_JOURNEY, WORLD, LAKES)


def state(game: Game) -> list[Any]:
    """Everything that later decisions and their consequences depend on."""
    live = game._live
    sitting = [each.name for each in live.deciders.strategies]
    remembered = {key: numbers.tolist() for key, numbers in live.remembered.items()}
    run = (int(live.run.next_game), int(live.run.playing), int(live.run.games))
    log = live.log[: live.game.log_size].tobytes()
    return [live.game_record.tobytes(), live.memory.tobytes(), remembered, sitting, run, log]


# ---- copies without a log ----


@pytest.mark.parametrize("game_map", MAPS, ids=lambda m: m.name)
def test_a_copy_without_a_log_has_the_same_future_and_no_events(game_map: GameMap) -> None:
    game = Game(game_map, 3, seed=4)
    for _ in range(30):
        game.advance("expert")
    plain, whole = game.copy(log=False), game.copy()
    assert plain.events == []
    for turn in range(12):
        who = ("random", "expert")[turn % 2]
        assert plain.advance(who) == whole.advance(who)
    assert plain.copy().play("expert").scores() == whole.copy().play("expert").scores()
    assert plain.copy().events == plain.events == []
    assert plain.view(0) == whole.view(0)
    assert len(whole.events) > len(game.events)


# ---- decisions taken back ----


def make_some_decision(game: Game, dice: random.Random) -> None:
    """Let somebody decide: a strategy that remembers, one that does not, or a player."""
    who = dice.choice(["expert", "random", "rush", "a player"])
    if who == "a player":
        game.step(dice.choice(game.legal_actions()))
    else:
        game.advance(who)


@pytest.mark.parametrize("name", available_maps())
def test_taken_back_to_the_start_a_game_was_the_same_after_each_decision(name: str) -> None:
    game_map, dice = load_map(name), random.Random(name)
    game = Game(game_map, game_map.rules.players[-1], seed=8)
    states = [state(game)]
    while not game.over and len(states) < 150:
        make_some_decision(game, dice)
        states.append(state(game))
    for before in reversed(states[:-1]):
        game.undo()
        assert state(game) == before
    with pytest.raises(SetupError, match="no decision to take back"):
        game.undo()
    assert state(game) == states[0]


def test_the_same_decision_has_the_same_consequences_again() -> None:
    game = Game(EUROPE, 2, seed=5)
    while not game.over:
        action = game.advance("random")
        after = game.events
        game.undo()
        game.step(action)
        assert game.events == after
    assert {"CARD_DEALT", "TUNNEL_CARD", "TICKET_OFFERED"} <= {event.kind.name for event in game.events}


def last_action(game: Game) -> Action:
    return next(event.action for event in reversed(game.events) if event.is_decision)


@pytest.mark.parametrize("who", ["expert", "random", ["rush", "expert"]])
def test_a_game_that_strategies_played_is_taken_back_one_decision_at_a_time(who: str | list[str]) -> None:
    played, stepped = Game(USA, 2, seed=6).play(who), Game(USA, 2, seed=6)
    logs, of_seat = [stepped.events], [who] * 2 if isinstance(who, str) else who
    while not stepped.over:
        stepped.advance(of_seat[stepped.player])
        logs.append(stepped.events)
    assert played.events == logs[-1]
    for log in reversed(logs[:-1]):
        played.undo()
        assert played.events == log
        assert not played.over
    assert played.play(who).events == logs[-1]


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> tuple[base.Strategy, base.Strategy]:
    """A strategy that chooses differently each time it is asked, and one that gives up in turn 11."""
    base.available_strategies()
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))

    @strategy("whimsical", plain=True)
    def whimsical(view: Any, actions: list[Action], rng: random.Random) -> Action:
        return random.SystemRandom().choice(actions)

    @strategy("stubborn", plain=True)
    def stubborn(view: Any, actions: list[Action], rng: random.Random) -> Action:
        if view.turn > 10:
            raise ValueError("no more")
        return actions[0]

    return base.get_strategy("whimsical"), base.get_strategy("stubborn")


def test_what_a_stranger_chose_by_whim_is_not_asked_again(strangers: tuple[base.Strategy, base.Strategy]) -> None:
    game = Game(USA, 2, seed=1).play(strangers[0])
    logs = [game.events]
    copy = game.copy()
    while len(logs) < 40:
        game.undo()
        logs.append(game.events)
        assert logs[-1] == logs[0][: len(logs[-1])]
    for log in logs[1:]:
        copy.undo()
        assert copy.events == log


def test_a_strategy_that_fails_leaves_the_game_as_its_last_decision_did(
    strangers: tuple[base.Strategy, base.Strategy],
) -> None:
    game = Game(USA, 2, seed=1)
    while game.turn < 11:
        game.advance("expert")
    before = state(game)
    with pytest.raises(StrategyError, match=r"turn 11, seat 0.*no more"):
        game.advance(strangers[1])
    assert state(game) == before
    game.undo()
    assert game.advance("expert") == last_action(game)
    assert state(game) == before


def test_copies_are_taken_back_each_on_its_own() -> None:
    game = Game(USA, 2, seed=3)
    for _ in range(20):
        game.advance("expert")
    before, copy = state(game), game.copy(log=False)
    for _ in range(20):
        copy.undo()
    with pytest.raises(SetupError, match="no decision"):
        copy.undo()
    assert state(game) == before
    assert copy.view(0) == Game(USA, 2, seed=3).view(0)


def test_a_position_and_an_imagined_world_are_where_a_game_began() -> None:
    game = Game.from_position(USA, Position(players=2, hands={0: {"purple": 4}}))
    for each in (game, game.imagine(1)):
        with pytest.raises(SetupError, match="no decision"):
            each.undo()
        before = each.view(0)
        each.advance("expert")
        each.undo()
        assert each.view(0) == before


# ---- imagined worlds ----


def decisions(name: str, players: int) -> Iterator[Game]:
    """The set-up of a game and some later decisions, of experts and at random."""
    game_map = load_map(name)
    for seed, who in enumerate(("expert", "random")):
        game, number = Game(game_map, players, seed=seed), 0
        while not game.over:
            if game.turn == 0 or number % 37 == 0 or (number % 9 == 0 and game.decision is Decision.TUNNEL):
                yield game
            game.advance(who)
            number += 1


def faults(game: Game) -> list[str]:
    """Cards and tickets that are missing, or there twice."""
    live, found = game._live, []
    tables, public, private, hidden = live.tables[0], live.public, live.game.private, live.game.hidden
    lying = [hidden.deck[deck, : public.deck_size[deck]] for deck in range(tables.decks)]
    lying.append(public.market[: tables.market_slots])
    for kind in range(tables.cards):
        number = sum(int((cards == kind).sum()) for cards in lying) + public.discards[kind] + public.laid[kind]
        number += public.turned_up[kind] + sum(private[seat].hand[kind] for seat in range(game.players))
        found += [f"{number} cards of kind {kind}"] if number != tables.card_count[kind] else []
    ring = (hidden.ticket_queue_head + np.arange(hidden.ticket_queue_size)) % len(hidden.ticket_queue)
    tickets = [*hidden.ticket_pool[: hidden.ticket_pool_size], *hidden.ticket_top[: hidden.ticket_top_size]]
    tickets += [*hidden.ticket_queue[ring], *hidden.pending_return[: hidden.pending_return_size]]
    if len(tickets) - hidden.pending_return_size != public.ticket_deck_size:
        found.append("the ticket deck")
    tickets += [*hidden.discarded_tickets[: public.ticket_discards]]
    for seat in range(game.players):
        mine = private[seat]
        tickets += [*mine.tickets[: mine.ticket_count], *mine.offered[: mine.offered_count]]
        if int(mine.hand.sum()) != public.hand_size[seat]:
            found.append(f"the hand of {seat}")
        secret = game.view(seat).tickets
        if public.turn > 0 and len(secret) != public.tickets_held[seat]:
            found.append(f"the tickets of {seat}")
    rules = game.game_map.rules.tickets
    leave = rules.returned_leave_game or rules.drawn_leave_game
    if len(set(tickets)) < len(tickets) or (not leave and len(tickets) + hidden.long_pool_size != tables.tickets):
        found.append(f"{len(tickets)} tickets, {len(set(tickets))} different ones")
    return found


PLAYERS = [(name, players) for name in available_maps() for players in sorted({*load_map(name).rules.players})]
IMAGINED = [
    pytest.param(
        name, players, marks=() if name in CLASSIC or (name, players) == ("rails_sails_great_lakes", 2) else OTHERS
    )
    for name, players in PLAYERS
]


@pytest.mark.parametrize(("name", "players"), IMAGINED)
def test_an_imagined_world_is_one_that_the_player_may_be_in(name: str, players: int) -> None:
    seen, differ = 0, 0
    for game in decisions(name, players):
        world, live = game.imagine(seen), game._live
        assert world._live.public.tobytes() == live.public.tobytes()
        assert world._live.game.private[live.seat].tobytes() == live.game.private[live.seat].tobytes()
        assert world.view(game.player) == game.view(game.player)
        for other in range(players):
            assert world.view(other).shown_tickets == game.view(other).shown_tickets
            differ += world.view(other).hand != game.view(other).hand
            differ += world.view(other).tickets != game.view(other).tickets
        assert (faults(world), faults(game)) == ([], [])
        assert world.legal_actions() == game.legal_actions()
        assert (world.events, world.turn) == ([], game.turn)
        seen += 1
    assert seen > 5
    assert differ > seen


@pytest.mark.parametrize("name", boards())
def test_imagining_sees_only_what_the_player_sees(name: str) -> None:
    game_map = load_map(name)
    for game in decisions(name, game_map.rules.players[-1]):
        world, before = game.imagine(1), state(game)
        assert game.imagine(1)._live.game_record.tobytes() == world._live.game_record.tobytes()
        assert game.imagine(2)._live.game_record.tobytes() != world._live.game_record.tobytes()
        assert state(game) == before
        other = game.imagine(99)  # for the player, another world is the same game
        other._live.game.hidden = np.zeros_like(other._live.game.hidden)
        other._live.memory[:] = 7
        assert other.imagine(1)._live.game_record.tobytes() == world._live.game_record.tobytes()


@pytest.mark.parametrize("game_map", MAPS, ids=lambda m: m.name)
def test_imagined_worlds_can_be_played_to_the_end(game_map: GameMap) -> None:
    for seed in range(3):
        game = Game(game_map, 2, seed=seed)
        for _ in range(seed * 25 + 1):
            game.advance("expert")
        ends = [game.imagine(world).play("expert") for world in (1, 1, 2)]
        assert ends[0].events == ends[1].events != ends[2].events
        assert all(faults(end) == [] for end in ends)
        assert all(game.can(game.imagine(world).advance("expert")) for world in range(3))


def test_nothing_is_imagined_when_the_game_is_over_or_the_seed_is_none() -> None:
    with pytest.raises(SetupError, match="the game is over"):
        Game(USA, 2, seed=1).play("random").imagine(1)
    with pytest.raises(SetupError, match="seed"):
        Game(USA, 2, seed=1).imagine("one")  # type: ignore[arg-type]
