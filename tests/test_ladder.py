"""``long_routes``, ``rush``, ``blocker`` and ``monte_carlo``: what each adds to the ladder."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from game_words import USA

from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.simulate import play_logged, simulate
from ttr_analysis.referee import replay
from ttr_analysis.results.result import Result
from ttr_analysis.stats.intervals import mean_by_game
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.expert.weights import VERSION_0_1


def duel(one: str | Strategy, other: str | Strategy, games: int, name: str = "usa") -> Result:
    """Games of one strategy against another."""
    return simulate(name, [one, other], games=games, seed=4, progress=False)


def wins(result: Result) -> tuple[float, float]:
    """The interval of the win share of the first strategy."""
    rows = result.players[result.players["strategy"] == 0]
    found = mean_by_game(rows["win_share"], rows["game"])
    return found.low, found.high


def test_long_routes_keeps_as_few_tickets_as_it_may_and_draws_none() -> None:
    players = simulate("usa", "long_routes", games=200, seed=2, players=3, progress=False).players
    assert (players["tickets_kept"] == 2).all()
    assert (players["ticket_draws"] == 0).all()


def test_long_routes_lays_longer_tracks_than_the_planner_and_takes_the_bonus() -> None:
    result = duel("long_routes", "ticket_planner", 400)
    tracks = result.tracks.merge(result.players[["game", "seat", "strategy"]], on=["game", "seat"])
    lengths = np.array([track.length for track in USA.tracks])
    mean = tracks.groupby("strategy")["track"].apply(lambda claimed: lengths[claimed].mean())
    bonus = result.players.groupby("strategy")["longest_trail_points"].mean()
    assert mean[0] > mean[1] + 0.3
    assert bonus[0] > bonus[1] + 1


def test_rush_no_longer_beats_the_expert() -> None:
    """It beat the one of version 0.1, which waited with its trains until it was caught."""
    assert wins(duel("rush", "expert", 600))[0] < 0.5
    former = replace(get_strategy("expert").with_weights(**VERSION_0_1), name="former")
    assert wins(duel("expert", former, 600))[0] > 0.6


def test_rush_lays_the_most_pieces_it_can_once_it_leads() -> None:
    game = Game.from_position(
        USA,
        Position(
            players=2,
            tracks={0: ["Boston-New York yellow"]},
            hands={0: {"purple": 6, "green": 3}},
        ),
    )
    rich = get_strategy("rush").with_weights(lead=-100.0)
    action = game.advance(rich)
    assert action.kind == ActionKind.CLAIM
    assert USA.tracks[action.target].length == 6


def test_blocker_without_blocks_is_the_expert() -> None:
    harmless = get_strategy("blocker").with_weights(block_share=0.0)
    for name in ("usa", "europe"):
        one, other = (
            simulate(name, each, games=40, seed=3, players=3, progress=False) for each in (harmless, "expert")
        )
        assert one.players.drop(columns="run").equals(other.players.drop(columns="run"))
        assert one.tracks.drop(columns="run").equals(other.tracks.drop(columns="run"))


def test_blocker_takes_what_nearly_joins_an_opponents_cities() -> None:
    # El Paso - Houston, and Dallas - Houston on the way north, lead on from the opponent's Houston - Atlanta.
    def position() -> Game:
        theirs = ["El Paso-Los Angeles black", "Houston-New Orleans gray", "Atlanta-New Orleans yellow"]
        return Game.from_position(
            USA,
            Position(
                players=2,
                tracks={0: ["Calgary-Vancouver gray"], 1: theirs},
                hands={0: {"green": 6, "red": 1}},
                tickets={0: [], 1: ["Denver-El Paso", "Duluth-Houston"]},  # the blocker does not see which
                turn=21,
            ),
        )

    patient = {"most_tickets": 0.0, "fill_floor": 1000.0}  # draws cards but for a block
    idle = position().advance(get_strategy("expert").with_weights(**patient))
    assert idle.kind in (ActionKind.DRAW_BLIND, ActionKind.DRAW_MARKET)
    eager = get_strategy("blocker").with_weights(**patient, block_share=5.0, block_floor=1.0, least_laid=0.1)
    action = position().advance(eager)
    assert action.kind == ActionKind.CLAIM
    assert "Houston" in USA.tracks[action.target].cities


def test_monte_carlo_without_roll_outs_is_the_expert() -> None:
    blind = get_strategy("monte_carlo").with_weights(rollouts=0)
    one, other = (simulate("usa", each, games=40, seed=3, players=2, progress=False) for each in (blind, "expert"))
    assert one.players.drop(columns="run").equals(other.players.drop(columns="run"))
    assert one.tracks.drop(columns="run").equals(other.tracks.drop(columns="run"))


@pytest.mark.release(reason="200 games with hundreds of rollouts at each decision take a minute and a half")
def test_monte_carlo_beats_the_expert() -> None:
    assert wins(duel("monte_carlo", "expert", 200))[0] > 0.5


MORE = pytest.mark.long(reason="one game takes seconds; on all boards the referee agrees with a smaller budget, too")
MAPS = [pytest.param(name, marks=() if name in {"usa", "first_journey_europe"} else MORE) for name in available_maps()]


@pytest.mark.parametrize("name", MAPS)
def test_the_referee_agrees_with_monte_carlo_at_its_whole_budget(name: str) -> None:
    game_map = load_map(name)
    verdict = replay(game_map, 2, play_logged(game_map, "monte_carlo", seed=5, players=2))
    assert len(verdict.scores) == 2
