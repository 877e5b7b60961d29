"""The terms of a game add up to its result, and tell who brought what about."""

from __future__ import annotations

import pytest
from known_hands import tiny_map

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.luck.luck import luck
from ttr_analysis.maps import EventKind, in_other_order
from ttr_analysis.play.game import Game


def game_of(number: int, strategies: str | list[str] = "random") -> Game:
    return Game(tiny_map(), 2, seed=8, number=number).play(strategies)


@pytest.mark.long(reason="fits values to games, in code that only luck needs compiled")
def test_terms_add_up_to_the_result() -> None:
    game = game_of(1, ["random", "expert"])
    terms, scores = luck(game), game.scores()
    for seat in range(2):
        mine = terms[terms["seat"] == seat]
        assert mine["wins"].sum() == pytest.approx((seat in game.winners) / len(game.winners))
        assert mine["points"].sum() == pytest.approx(scores[seat] - scores[1 - seat])


def test_the_reference_player_makes_no_decision_that_brings_anything() -> None:
    assert "decision" not in set(luck(game_of(2, "expert"))["kind"])
    mixed = luck(game_of(2, ["expert", "random"]))
    assert set(mixed.loc[mixed["kind"] == "decision", "mover"]) == {1}


def test_each_term_names_the_event_of_its_decision() -> None:
    game = game_of(3)
    terms = luck(game)
    kinds = {EventKind.DRAW_BLIND: "draw", EventKind.DRAW_MARKET: "market", EventKind.DRAW_TICKETS: "tickets"}
    chances = terms[(terms["event"] >= 0) & ~terms["kind"].isin(["decision", "unexplained"])]
    assert len(chances) > 10
    for event, turn, mover, kind in chances[["event", "turn", "mover", "kind"]].itertuples(index=False):
        told = game.events[event]
        assert (told.turn, told.seat, kinds[told.kind]) == (turn, mover, kind)


def test_what_must_not_matter_does_not() -> None:
    """Neither the seed of a second call nor the order of rows in the map's files, but for the seed of samples."""
    game = game_of(4)
    terms = luck(game, seed=1)
    assert terms.equals(luck(game, seed=1))
    assert not terms.equals(luck(game, seed=2))
    other = Game(in_other_order(tiny_map(), 3), 2, seed=8, number=4).play("random")
    again = luck(other, seed=1)
    for column in ("wins", "points"):
        assert again[column].to_numpy() == pytest.approx(terms[column].to_numpy(), abs=1e-6)


def test_a_game_that_is_not_over_or_was_given_is_refused() -> None:
    with pytest.raises(SetupError, match="not over"):
        luck(Game(tiny_map(), 2))
    started = Game(tiny_map(), 2)
    while started.turn < 4:
        started.advance("random")
    given = Game.from_position(tiny_map(), started.position()).play("random")
    with pytest.raises(SetupError, match="given position"):
        luck(given)
