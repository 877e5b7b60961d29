"""Strategies read the rules: where a value is changed, they score more than with the printed one in their heads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pandas as pd
import pytest
from believers import HARBOURS, TRACKS, believer
from how_often import first

from ttr_analysis.maps import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import Estimate, mean
from ttr_analysis.strategies import available_strategies, base, get_strategy
from ttr_analysis.strategies.base import Strategy


@pytest.fixture(autouse=True, scope="module")
def _own_registry() -> Iterator[None]:
    """The believers are gone after these tests."""
    available_strategies()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
        yield


USA, EUROPE, WORLD = load_map("usa"), load_map("europe"), load_map("rails_sails_world")

CHANGED = {
    "no trail bonus": (USA, USA.with_rules(longest_trail_bonus=0), 0),
    "trail bonus 50": (USA, USA.with_rules(longest_trail_bonus=50), 0),
    "most tickets 15": (USA, USA.with_rules(most_tickets_bonus=15), 0),
    "each space alike": (USA, USA.with_rules(route_points=(0, 1, 2, 3, 4, 5, 6)), TRACKS),
    "stations left 20": (EUROPE, EUROPE.with_rules(stations={"unbuilt": 20}), 0),
    "harbours worthless": (WORLD, WORLD.with_rules(harbours={"points": (0, 0, 0, 0), "unbuilt": 0}), HARBOURS),
}
"""The printed map, the changed one, and what else a believer takes for printed."""


def scores(game_map: GameMap, who: Strategy, games: int) -> pd.Series[float]:
    """The score of one player against ``ticket_planner``, by game, in both seats; all in one thread."""
    other = get_strategy("ticket_planner")
    rows = []
    for seat in (0, 1):
        seated = [replace(who, name="one", changed={}), replace(other, name="other")]
        players = simulate(
            game_map, seated[:: 1 - 2 * seat], games=games, seed=5, rotate=False, threads=1, progress=False
        ).players
        rows.append(players[players["seat"] == seat].set_index("game")["score"])
    return (rows[0] + rows[1]) / 2


def gain(name: str, change: str, games: int) -> Estimate:
    """What reading the changed rules brings, in points."""
    printed, changed, values = CHANGED[change]
    knowing = scores(changed, get_strategy(name), games)
    return mean(knowing - scores(changed, believer(name, printed, values), games))


@pytest.mark.long(reason="compiles a player for a test of the tests")
def test_a_believer_in_what_is_true_plays_as_the_player_itself() -> None:
    assert scores(USA, get_strategy("expert"), 30).equals(scores(USA, believer("expert", USA), 30))


@pytest.mark.parametrize(
    "change", first(["no trail bonus", "most tickets 15", "harbours worthless"], 2, "games of the World take longest")
)
def test_expert_reads_the_rules(change: str) -> None:
    assert gain("expert", change, 400).low > 0


READ = {
    "rush": ["most tickets 15", "harbours worthless"],
    "ticket_planner": ["trail bonus 50", "stations left 20", "harbours worthless"],
    "long_routes": ["no trail bonus", "trail bonus 50", "each space alike", "harbours worthless"],
}
"""What else is read with profit; docs/ladder.md has all numbers."""


@pytest.mark.long(reason="compiles three players for one thread, and plays 30,000 games in it")
@pytest.mark.parametrize(("name", "change"), [(name, change) for name, changes in READ.items() for change in changes])
def test_the_changed_score_rises_for_who_reads_it(name: str, change: str) -> None:
    assert gain(name, change, 1000).low > 0


if __name__ == "__main__":  # the table of docs/ladder.md
    for name in ("expert", *READ, "greedy_points"):
        print(f"| `{name}` |", " | ".join(f"{gain(name, change, 1500)}" for change in CHANGED), "|", flush=True)  # noqa: T201
