"""``evaluate``: against all that may happen, what must not matter, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import small_end

import ttr_analysis as ttr
from ttr_analysis.errors import IllegalMove, SetupError, StrategyError
from ttr_analysis.experiments.evaluate import candidates, imagining, rollers, sampling
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position

PLAYER = "greedy_points"
MEASURES = ("points", "margin", "win_share")
OPPONENT = {1: ["Denver-El Paso", "Boston-Miami"]}


def late(hand: dict[str, int], tickets: dict[int, list[str]], deck_top: tuple[str, ...] = ()) -> Position:
    """A position on USA in which the second player's cards and tickets, and the deck, may be these."""
    return Position(
        players=2, turn=41, market=["red", "blue", "white", "black", "green"], deck_top=deck_top,
        tracks={0: ["Chicago-Omaha"], 1: ["Atlanta-Miami"]},
        hands={0: {"purple": 4, "locomotive": 1}, 1: hand}, tickets={0: ["Seattle-New York"], **tickets},
    )  # fmt: skip


def asked(position: Game | Position, game_map: ttr.GameMap | str | None = None, **options: object) -> pd.DataFrame:
    return ttr.evaluate(position, game_map, **{"player": PLAYER, "progress": False, **options})  # type: ignore[arg-type]


def test_values_are_those_of_all_that_may_happen() -> None:
    """Every order of the unseen cards is played with the same player."""
    actions = ["claim A-B red with 3 red", "claim A-D blue with 1 blue", "draw blind from the train deck"]
    table = asked(small_end.position(), small_end.small_end(), actions=actions, rollouts=3000, seed=3, worlds="uniform")
    table = table.set_index("action")
    assert len(table) == 3
    exact = {action: np.mean(list(small_end.ends(action, PLAYER)), axis=0) for action in actions}
    for action in actions:
        for measure, value in zip(MEASURES, exact[action], strict=True):
            row = table.loc[action]
            assert row[measure] == pytest.approx(value, abs=max(1e-9, 4 * row[f"{measure}_se"])), (action, measure)
    assert table["win_share_se"].max() > 0, "or nothing is left to chance"
    assert table.index[0] == max(actions, key=lambda action: exact[action][2])


def test_what_is_hidden_changes_nothing() -> None:
    one = late({"red": 2, "white": 3}, OPPONENT, ("red", "red"))
    two = late({"black": 4, "locomotive": 1}, {1: ["Calgary-Phoenix", "Duluth-Houston"]}, ("white", "green"))
    tables = [asked(each, "usa", rollouts=600) for each in (one, two)]
    pd.testing.assert_frame_equal(*tables)


@pytest.mark.parametrize("worlds", ["suited", "uniform"])
def test_a_game_and_its_position_have_the_same_values(worlds: str) -> None:
    """In suited worlds it counts how many cards an opponent took face up: the position tells it."""
    game = Game("usa", 2, seed=3, number=1)
    while game.turn < 24:
        game.advance("ticket_planner")
    position = game.position()
    assert position.cards_market[1]
    table = asked(game, rollouts=200, worlds=worlds)
    pd.testing.assert_frame_equal(table, asked(position, "usa", rollouts=200, worlds=worlds))
    if worlds == "suited":
        forgetful = replace(position, cards_market={}, cards_blind={})
        assert not table.equals(asked(forgetful, "usa", rollouts=200, worlds=worlds))


def test_neither_threads_nor_the_order_of_rows_matter_but_the_seed_does() -> None:
    usa = load_map("usa")
    turned = replace(
        usa,
        tracks=tuple(replace(each, index=i) for i, each in enumerate(reversed(usa.tracks))),
        tickets=tuple(replace(each, index=i) for i, each in enumerate(reversed(usa.tickets))),
        cities=usa.cities[::-1],
    )
    place = late({"red": 2}, OPPONENT)
    first = asked(place, usa, rollouts=600, threads=1)
    pd.testing.assert_frame_equal(first, asked(place, usa, rollouts=600, threads=2))
    pd.testing.assert_frame_equal(first, asked(place, turned, rollouts=600))
    assert not first.equals(asked(place, usa, rollouts=600, seed=1))


@pytest.mark.parametrize("turn", [0, 1, 14])
def test_the_same_in_python_and_in_compiled_code(turn: int) -> None:
    """Python plays what the compiler refuses; here it calls a compiled strategy, whose roll-outs are known."""
    game = Game("europe", 2, seed=5)
    while game.turn < turn or game.player == 0:  # at turn 0 the first player has chosen in secret
        game.advance(PLAYER)
    actions = candidates.sensible(game)[:3]
    compiled = rollers.Players.of(game.game_map, 2, PLAYER)
    both = [
        sampling.Sample(game, actions, each, "suited", seed=2) for each in (compiled, replace(compiled, table=None))
    ]
    for sample in both:
        sample.more(4)
    assert np.array_equal(both[0].values, both[1].values)
    assert np.isfinite(both[0].values[:, :, 0]).all()


def test_a_plain_strategy_plays_roll_outs_too() -> None:
    @ttr.strategy(name="first_action", plain=True)
    def choose(view: object, actions: list[ttr.maps.Action], rng: object) -> ttr.maps.Action:
        return actions[0]

    table = asked(small_end.position(), small_end.small_end(), player="first_action", rollouts=80)
    assert table["points"].notna().all()
    assert table.attrs["source"]["strategies"] == ["first_action"]


def test_a_better_action_is_found_and_it_ends_early() -> None:
    table = asked(small_end.position(), small_end.small_end(), by="points", rollouts=100_000)
    assert (table["points"].iloc[0] > table["points"].iloc[1:]).all()
    assert (table["p_adjusted"].iloc[1:] < 0.05).all()
    assert table.attrs["source"]["games"] < 20_000


def test_an_action_without_alternative_is_not_behind() -> None:
    game = Game("usa", 2, seed=1)
    table = asked(game, actions=[game.legal_actions()[0]], rollouts=100)
    assert table[["behind", "behind_low", "behind_high"]].to_numpy().tolist() == [[0, 0, 0]]


def test_all_actions_and_precision() -> None:
    game = Game("usa", 2, seed=1)
    every = asked(game, actions="all", rollouts=200)
    assert len(every) == len(game.legal_actions())
    rough = asked(game, rollouts=5000, precision=0.2)
    assert rough.attrs["source"]["games"] < 1000


def test_it_can_be_stopped() -> None:
    table = asked(Game("usa", 2, seed=1), rollouts=5000, on_progress=lambda done, total: True)
    assert not table.attrs["complete"]
    assert len(table) > 1


def test_what_is_refused() -> None:
    game = Game("usa", 2, seed=1)
    with pytest.raises(SetupError, match="does not name its map"):
        asked(Position(players=2))
    with pytest.raises(SetupError, match="has its own map"):
        asked(game, "usa")
    with pytest.raises(SetupError, match="needs a Game or a Position, not 7"):
        asked(7)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="too few for"):
        asked(game, rollouts=20)
    with pytest.raises(SetupError, match="precision"):
        asked(game, precision=0)
    with pytest.raises(SetupError, match="win_shar"):
        asked(game, by="win_shar")
    with pytest.raises(SetupError, match="precision is 'a', but must be a number above 0"):
        asked(game, precision="a")
    with pytest.raises(SetupError, match="confidence is 'high'"):
        asked(game, confidence="high")
    with pytest.raises(SetupError, match="actions must be a name or an Action, or a list of these, not 3"):
        asked(game, actions=3)
    with pytest.raises(IllegalMove, match="cannot draw blind"):
        asked(game, actions=["draw blind from the train deck"])
    with pytest.raises(StrategyError):
        asked(game, player="expertt")
    with pytest.raises(SetupError, match="over"):
        asked(Game("usa", 2, seed=1).play(PLAYER))


def closed_to(seat: int) -> Game:
    """A game in which the first player could claim a track that an intervention closes to somebody."""
    changes = [f"closed: what=Denver-Omaha; seat={seat}", "owned: what=Atlanta-Miami; seat=1"]
    game = Game("usa", 2, seed=1, interventions=changes)
    for _ in range(2):
        game.advance(PLAYER)
    return game


def test_what_interventions_forbid_the_player_is_forbidden_in_roll_outs_too() -> None:
    """Those that concern an opponent are not known, so they change nothing."""
    unknown = asked(closed_to(1), rollouts=400)
    assert unknown.equals(asked(closed_to(1), rollouts=400))
    for worlds in ("suited", "uniform"):
        game = closed_to(0)
        made = imagining.imagine(game, worlds, 1, 0, 3)  # type: ignore[arg-type]
        for world in made:
            assert world.public == game._live.public
            assert world.private[0] == game._live.game.private[0]
            assert world.hidden.barred_count == game._live.game.hidden.barred_count == 1
            assert world.hidden.changes.closed_tracks.tolist() == [1, *[0] * 5]
        other = imagining.imagine(closed_to(1), worlds, 1, 0, 1)[0]  # type: ignore[arg-type]
        assert other.hidden.changes.closed_tracks.sum() == 0
    assert len(asked(closed_to(0), rollouts=400)) > 1


def test_the_table_can_be_written(tmp_path: Path) -> None:
    table = asked(Game("usa", 2, seed=1), rollouts=100)
    table.to_parquet(tmp_path / "moves.parquet")
    assert pd.read_parquet(tmp_path / "moves.parquet").attrs["source"] == table.attrs["source"]
