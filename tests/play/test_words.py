"""Actions in words: parse is the inverse of describe, and forgives how people write."""

from __future__ import annotations

import random

import fuzz
import pytest
from how_often import boards

from ttr_analysis.errors import IllegalMove
from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

K = ActionKind
USA = load_map("usa")


def alike(game: Game, one: Action, other: Action) -> bool:
    """Whether two actions keep the same tickets but for which of two copies it is."""
    copies = any(ticket.copies > 1 for ticket in game.game_map.tickets)
    kept = [sorted(game.describe(action).removeprefix("keep ").split(", ")) for action in (one, other)]
    return copies and one.kind == other.kind and kept[0] == kept[1]


def check_game(game_map: GameMap, seed: int, most: int | None = None) -> set[ActionKind]:
    """Check every legal action of a game (at most so many a decision), and the position before it.

    Returns the kinds of action met.
    """
    game, chance, met = Game(game_map, 2 + seed % 2, seed), random.Random(seed), set()
    while not game.over:
        actions = game.legal_actions()
        chosen = actions if most is None else chance.sample(actions, min(most, len(actions)))
        for action in chosen:
            again = game.parse(game.describe(action))
            assert again == action or alike(game, again, action)
        met |= {action.kind for action in chosen}
        if game.turn % 10 == seed % 10:
            assert Game.from_position(game_map, game.position()).position() == game.position()
        game.advance("random")
    return met


@pytest.mark.parametrize("name", boards())
def test_parse_undoes_describe_in_a_game(name: str) -> None:
    met = check_game(load_map(name), seed=1, most=200)  # Nordic has thousands
    assert met >= {K.CLAIM, K.DRAW_BLIND, K.KEEP_TICKETS}


def test_a_move_is_read_without_a_view_which_takes_a_hundred_times_as_long(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(USA, 2)
    monkeypatch.setattr(Game, "view", None)
    assert [game.parse(game.describe(action)) for action in game.legal_actions()] == game.legal_actions()


@pytest.mark.long(reason="a text for 50 actions of every decision; 100 games a map with TTR_FUZZ=50 take hours")
@pytest.mark.parametrize("name", available_maps())
def test_parse_undoes_describe_in_more_games(name: str) -> None:
    game_map = load_map(name)
    for seed in range(2 * fuzz.TIMES):
        check_game(game_map, seed, most=50)


@pytest.mark.parametrize(
    "text",
    [
        "claim Denver-Omaha purple with 3 purple + 1 locomotive",
        "Claim  omaha - denver with 3 purple, locomotive",
        "claim Denver to Omaha purple with 1 locomotives and 3 purple",
    ],
)
def test_parse_forgives_how_people_write(text: str) -> None:
    game = Game(USA, 2)
    track = next(track.index for track in USA.tracks if track.name == "Denver-Omaha purple")
    assert game.parse(text) == Action(K.CLAIM, track, 0, (3, 0, 0, 0, 0, 0, 0, 0, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("eat", "'eat' describes no action, such as 'claim"),
        ("claim Denver-Omaha", "with which cards"),
        ("claim Denver-Omahaa with 3 purple", "has no track 'Denver-Omahaa'.*did you mean"),
        ("claim Denver-Omaha with 3 violet", "there is no card 'violet'; the cards are: purple"),
        ("draw blind from the ship deck", "there is no deck 'ship'; the decks are: train"),
        ("keep Denver-El Paso", "there is no offered ticket 'Denver-El Paso'; they are numbered from 1: "),
        ("exchange 3 ship for train pieces", "there are no pieces 'ship'"),
        (3, "must be text, not 3"),
    ],
)
def test_what_describes_no_action_is_refused_with_what_would(text: str, why: str) -> None:
    with pytest.raises(IllegalMove, match=why):
        Game(USA, 2).parse(text)


def test_a_name_may_contain_the_words_of_the_grammar() -> None:
    harbour = Game("rails_sails_world", 2)
    text = "build a harbour in Lima with 2 purple with harbour + 2 purple ship with harbour"
    action = harbour.parse(text)
    assert harbour.describe(action) == text


def test_an_action_shows_itself_in_a_line() -> None:
    assert repr(Action(K.CLAIM, 3, 0, (1, 0, 2))) == "Action(CLAIM, 3, cards=(1, 0, 2))"
    assert repr(Action(K.KEEP_TICKETS, 0, 5)) == "Action(KEEP_TICKETS, 0, number=5)"
    assert len(repr(Game.from_position(USA, Position(players=2)).legal_actions()[0])) < 40
