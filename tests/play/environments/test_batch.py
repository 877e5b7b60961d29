"""Batches: the same games as ``Game`` plays, move by move, on every map."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import fuzz
import numpy as np
import pytest
from side_by_side import play_side_by_side

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, MapError, SetupError

EVERYTHING = Path(__file__).parents[2] / "boards" / "everything"
MAPS = [*ttr.available_maps(), EVERYTHING]


@pytest.mark.parametrize("name", MAPS)
def test_masks_and_observations_are_those_of_the_same_games(name: str) -> None:
    game_map = ttr.load_map(name)
    for players in game_map.rules.players:
        play_side_by_side(game_map, players, games=1, seed=players, most=40)


@pytest.mark.long(reason="all legal actions of every decision of 20 games of every map, of 100 with TTR_FUZZ=5")
@pytest.mark.parametrize("name", MAPS)
def test_masks_and_observations_are_those_of_many_games(name: str) -> None:
    game_map = ttr.load_map(name)
    low, high = game_map.rules.players
    share = -(-min(100, 20 * fuzz.TIMES) // (high - low + 1))
    met: set[int] = set()
    for players in range(low, high + 1):
        met |= play_side_by_side(game_map, players, games=share, seed=100 + players)
    kinds = {-1 if part.kind is None else int(part.kind) for part in ttr.play.numbering(game_map).parts}
    assert met == kinds


def played(batch: ttr.Batch, steps: int) -> tuple[Any, ...]:
    for _ in range(steps):
        batch.step(batch.sample())
    arrays = (batch.observations, batch.masks, batch.rewards, batch.points, batch.done, batch.numbers)
    return tuple(array.copy() for array in arrays)


def test_a_reset_begins_the_same_games_again() -> None:
    batch = ttr.Batch("usa", players=2, games=8, seed=3)
    first = played(batch, 400)
    assert batch.numbers.max() >= 8
    batch.reset()
    assert all(np.array_equal(a, b) for a, b in zip(first, played(batch, 400), strict=True))
    batch.reset(seed=4)
    assert not np.array_equal(first[0], played(batch, 400)[0])


def test_games_do_not_depend_on_those_beside_them() -> None:
    alone, many = ttr.Batch("usa", players=3, games=1, seed=5), ttr.Batch("usa", players=3, games=7, seed=5)
    for _ in range(150):
        chosen = many.sample()
        many.step(chosen)
        alone.step(chosen[:1])
        if many.done[0]:
            break
        assert np.array_equal(alone.observations[0], many.observations[0])


def test_rewards_share_the_win() -> None:
    batch, sums = ttr.Batch("usa", players=3, games=32, seed=5), []
    for _ in range(400):
        batch.step(batch.sample())
        assert not batch.rewards[batch.done == 0].any()
        sums += batch.rewards[batch.done == 1].sum(axis=1).tolist()
    assert len(sums) > 20
    assert np.allclose(sums, 1)


def test_a_masked_number_is_refused_and_no_game_changes() -> None:
    batch = ttr.Batch("usa", players=2, games=3, seed=1)
    before = batch.observations.copy()
    with pytest.raises(
        IllegalMove, match=r"game 1 of the batch: action 5 \(draw blind from the train deck\) is not legal"
    ):
        batch.step([10, 5, 10])
    with pytest.raises(IllegalMove, match="game 2 of the batch: there is no action 9999"):
        batch.step([10, 10, 9999])
    with pytest.raises(IllegalMove, match="game 0 of the batch: there is no action -1"):
        batch.step([-1, 10, 10])
    assert np.array_equal(before, batch.observations)


@pytest.mark.parametrize("numbers", [[10, 10], [[10, 10, 10]], [10.0, 10.0, 10.0], "abc", 10, None])
def test_numbers_must_be_one_for_each_game(numbers: object) -> None:
    with pytest.raises(SetupError, match="numbers must be 3 whole numbers"):
        ttr.Batch("usa", players=2, games=3).step(numbers)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [(("atlantis", 2, 4), MapError), (("usa", 9, 4), SetupError), (("usa", 2, 0), SetupError),
     (("usa", "two", 4), SetupError), (("usa", 2, 4, -1), SetupError)],
)  # fmt: skip
def test_a_batch_that_cannot_be_is_refused(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        ttr.Batch(*arguments)


def test_what_a_batch_shows_cannot_be_written_to() -> None:
    batch = ttr.Batch("usa", players=2, games=2)
    for array in (batch.observations, batch.masks, batch.rewards, batch.points, batch.done, batch.numbers):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize("name", MAPS)
def test_what_is_hidden_does_not_show(name: str) -> None:
    """Whatever the others hold, and whatever comes next: the same observation."""
    game_map, dice = ttr.load_map(name), random.Random(1)
    for players in game_map.rules.players:
        game = ttr.Game(game_map, players, seed=players)
        for _ in range(50):
            if game.over:
                break
            game.advance("random")
            seen = [game.observe(player) for player in range(players)]
            for player in range(players):
                assert np.array_equal(shuffled(game, player, dice).observe(player), seen[player]), game


def shuffled(game: ttr.Game, player: int, dice: random.Random) -> ttr.Game:
    """A copy in which everything that a player does not know is different."""
    other = game.copy()
    record, shown = other._live.game_record[0], game.game_map.rules.tickets.shown_when_completed
    hidden = record.hidden
    for field in hidden.dtype.names:
        hidden[field] = dice.randrange(1, 1 << 20)
    for seat in range(game.players):
        private = record.private[seat]
        if seat == player:
            continue
        private.hand[:] = dice.randrange(1, 9)
        private.offered[:] = dice.randrange(len(game.game_map.tickets))
        private.chosen_pieces = dice.randrange(1, 20)
        for place in range(int(private.ticket_count)):
            if not (shown and private.done_turn[place] >= 0):
                private.tickets[place] = dice.randrange(len(game.game_map.tickets))
    return other


def test_the_layout_names_every_number_of_an_observation() -> None:
    layout = ttr.play.layout("europe", players=3)
    fields = list(layout.fields.values())
    assert [field.first for field in fields] == [0, *np.cumsum([field.size for field in fields])[:-1]]
    assert sum(field.size for field in fields) == layout.size
    game = ttr.Game("europe", players=3, seed=2)
    game.step(game.legal_actions()[0])
    seen = layout.split(game.observe(0))
    view = game.view(0)
    assert dict(zip(game.game_map.card_index, seen["hand"].tolist(), strict=True)) == {
        name: view.hand.get(name, 0) for name in game.game_map.card_index
    }
    assert seen["to_move"].tolist() == [0, 1, 0]
    assert layout.split(game.observe(1))["to_move"].tolist() == [1, 0, 0]


@pytest.mark.parametrize("name", MAPS)
def test_observations_stay_within_the_bounds_of_their_fields(name: str) -> None:
    game_map = ttr.load_map(name)
    for players in game_map.rules.players:
        batch = ttr.Batch(game_map, players, games=16, seed=1)
        for _ in range(300):
            batch.step(batch.sample())
            assert (batch.observations >= 0).all()
            assert (batch.observations <= batch.layout.highest).all()


def test_a_game_for_other_numbers_of_players_has_the_same_numbers() -> None:
    assert ttr.Batch("usa", 2, 1).masks.shape == ttr.Batch("usa", 5, 1).masks.shape


def test_a_changed_map_is_not_mistaken_for_the_printed_one() -> None:
    usa = ttr.load_map("usa")
    shorter = dataclasses.replace(usa, tracks=usa.tracks[:90])
    assert ttr.play.numbering(shorter).size < ttr.play.numbering(usa).size
