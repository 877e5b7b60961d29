"""Imagined worlds: what the player knows stays, the rest is drawn from all that may be."""

from __future__ import annotations

from collections import Counter

import pytest
import small_end

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs.likely_worlds import LikelyWorlds
from ttr_analysis.experiments.evaluate import evaluate
from ttr_analysis.experiments.evaluate.imagining import imagine, imagine_likely
from ttr_analysis.play.game import Game


@pytest.mark.parametrize("worlds", ["uniform", "suited"])
def test_what_the_player_knows_stays(worlds: str) -> None:
    game = Game("usa", 3, seed=2)
    while game.turn < 30:
        game.advance("expert")
    before = game._live.game
    for world in imagine(game, worlds, seed=1, first=0, count=6):  # type: ignore[arg-type]
        assert world.public == before.public
        assert world.private[game.player] == before.private[game.player]
        held = [world.private[seat].hand.sum() for seat in range(3)]
        assert held == before.public.hand_size[:3].tolist()


def test_worlds_depend_on_their_number_only() -> None:
    game = Game.from_position(small_end.small_end(), small_end.position())
    eight, last = imagine(game, "uniform", 5, 0, 8), imagine(game, "uniform", 5, 7, 1)
    assert eight[7].tobytes() == last[0].tobytes()
    assert len({world.tobytes() for world in eight}) == 8


def test_hands_are_as_likely_as_by_the_cards_unseen() -> None:
    game, number = Game.from_position(small_end.small_end(), small_end.position()), 1500
    found = Counter(tuple(world.private[1].hand[:3].tolist()) for world in imagine(game, "uniform", 1, 0, number))
    expected = Counter(
        tuple(arranged[: small_end.HELD].count(card) for card in ("red", "blue", "locomotive"))
        for arranged in small_end.arrangements()
    )
    whole = sum(expected.values())
    assert set(found) == set(expected)
    chi = sum((found[hand] - number * n / whole) ** 2 / (number * n / whole) for hand, n in expected.items())
    assert chi < 30, "6 hands: a chance of 1 in 50,000 to be above"


def test_nobody_hides_a_ticket_that_must_be_shown() -> None:
    game = Game("first_journey_usa", 2, seed=3)
    while game.turn < 25:
        game.advance("greedy_points")
    tables = game._live.tables[0]
    for world in imagine(game, "uniform", 1, 0, 30):
        other, component = world.private[1 - game.player], world.public.component[1 - game.player]
        for place in range(other.ticket_count):
            stops = tables.ticket_stops[other.tickets[place], :2]
            joined = component[stops[0]] == component[stops[1]]
            assert joined == (other.done_turn[place] >= 0)


def test_worlds_drawn_from_moves_keep_what_the_player_knows_and_depend_on_their_number_only() -> None:
    game = Game("usa", 2, seed=2)
    while game.turn < 21:
        game.advance("expert")
    likely, before = LikelyWorlds(game, worlds=16), game._live.game
    four, last = imagine_likely(likely, 5, 0, 4), imagine_likely(likely, 5, 3, 1)
    assert four[3].tobytes() == last[0].tobytes()
    for world in four:
        assert world.public == before.public
        assert world.private[game.player] == before.private[game.player]


def test_actions_are_evaluated_in_worlds_drawn_from_moves() -> None:
    game = Game("usa", 2, seed=7)
    while game.turn < 21:
        game.advance("expert")
    asked = {"player": "greedy_points", "rollouts": 1000, "progress": False}
    table, other = (evaluate.evaluate(game, worlds=each, **asked) for each in ("posterior", "suited"))  # type: ignore[arg-type]
    assert set(table["action"]) == set(other["action"])
    assert table.attrs["source"]["worlds"] == "posterior"
    assert not table["points"].equals(other["points"])


def test_moves_suggest_nothing_where_a_game_began_at_a_position() -> None:
    game = Game.from_position(small_end.small_end(), small_end.position())
    with pytest.raises(SetupError, match="position"):
        evaluate.evaluate(game, worlds="posterior", rollouts=100, progress=False)
