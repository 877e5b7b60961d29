"""Neither the order of rows nor names nor colours change what a strategy does: no choice is made by index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from fuzz import TIMES
from how_often import marks
from relabelled import least_p, relabelled, tables_by_name

from ttr_analysis.maps import in_other_order, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.strategies import available_strategies, base, get_strategy, load_file
from ttr_analysis.strategies.base import Strategy

MAPS = ("usa", "europe", "rails_sails_world", "india", "nordic", "switzerland")
SLOW = pytest.mark.long(reason="a game takes a second, and each is played four times")
GAMES_OF = [
    pytest.param(strategy, name, marks=SLOW if strategy == "monte_carlo" else marks(strategy, name))
    for strategy in available_strategies()
    for name in MAPS
]
"""Every strategy on every map."""
MANY = 12_000
"""So many games of each board show a shift of 3 points, see the last test."""
GAMES = min(MANY, 400 * TIMES)
SURE = 0.001
ROWS, NAMES = 1, 2
"""The weight of the strategies with planted ties."""


@pytest.fixture
def tied(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Strategy]:
    """The strategies with planted ties, for this test only."""
    monkeypatch.setattr(base, "_REGISTRY", dict(base._REGISTRY))
    load_file(Path(__file__).parent / "support" / "tied_strategies.py")
    return get_strategy


def games_of(game_map: GameMap, strategy: str | Strategy, games: int, players: int = 2, seed: int = 4) -> Result:
    return simulate(game_map, strategy, players=players, games=games, seed=seed, progress=False)


def differences(game_map: GameMap, other: GameMap, strategy: str | Strategy, games: int, players: int = 2) -> list[str]:
    """The tables in which the games differ by the names of things."""
    one, two = (tables_by_name(games_of(each, strategy, games, players)) for each in (game_map, other))
    return [kind for kind in one if not one[kind].equals(two[kind])]


@pytest.mark.parametrize(("strategy", "name"), GAMES_OF)
def test_the_order_of_the_rows_changes_nothing_but_numbers(strategy: str, name: str) -> None:
    game_map, player, games, players = load_map(name), get_strategy(strategy), 50 if TIMES > 1 else 15, 3
    if strategy == "monte_carlo":  # the whole budget in make long
        games, players = (20, 3) if TIMES > 1 else (3, 2)
        player = player.with_weights(rollouts=60 if TIMES > 1 else 12)
    assert differences(game_map, in_other_order(game_map), player, games) == []
    assert differences(game_map, in_other_order(game_map, seed=1), player, games, players) == []


@pytest.mark.parametrize("name", MAPS)
def test_nor_does_the_order_in_the_files(name: str, tmp_path: Path) -> None:
    game_map = load_map(name)
    folder = game_map.save(tmp_path / "map")
    for file in ("cities.csv", "routes.csv", "tickets.csv"):  # a row of copies stays one row
        head, *rows = (folder / file).read_text(encoding="utf-8").splitlines()
        (folder / file).write_text("\n".join([head, *reversed(rows)]) + "\n", encoding="utf-8")
    assert load_map(folder).tickets[0].name == game_map.tickets[-1].name
    assert differences(game_map, load_map(folder), "ticket_planner", 50) == []


def test_a_tie_by_rows_is_caught(tied: Callable[[str], Strategy]) -> None:
    usa, strategy = load_map("usa"), tied("claimer")
    assert differences(usa, in_other_order(usa), strategy, 50) == []
    assert differences(usa, in_other_order(usa), strategy.with_weights(tie=ROWS), 50)


@pytest.mark.long(reason="hundreds of games of every strategy on three boards")
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("strategy", [name for name in available_strategies() if name != "monte_carlo"])
def test_names_and_colours_change_no_share(strategy: str, name: str) -> None:
    game_map = load_map(name)
    first = games_of(game_map, strategy, GAMES)
    assert least_p(first, games_of(relabelled(game_map, 1), strategy, GAMES, seed=5)) > SURE


@pytest.mark.long(reason="thousands of games; a tie by rows is caught at every run")
@pytest.mark.parametrize(("name", "tie"), [("taker", ROWS), ("claimer", NAMES)])
def test_a_tie_by_name_or_by_colour_is_caught(tied: Callable[[str], Strategy], name: str, tie: int) -> None:
    usa, strategy = load_map("usa"), tied(name)
    other = relabelled(usa, 1)
    for fair, chosen in ((True, strategy), (False, strategy.with_weights(tie=tie))):
        p = least_p(games_of(usa, chosen, 1000), games_of(other, chosen, 1000, seed=5))
        assert (p > SURE) == fair


@pytest.mark.long(reason="thousands of games; it says how many the long tests need")
def test_so_many_games_show_a_shift_of_three_points() -> None:
    first, second = (games_of(load_map("usa"), "random", MANY, seed=seed) for seed in (4, 5))
    assert least_p(first, second) > SURE
    counts = first.tracks.groupby("track").size()
    track = int((counts - MANY / 2).abs().idxmin())
    shift = int(counts[track] - second.tracks.groupby("track").size()[track] + 0.03 * MANY)
    moved = first.tracks[first.tracks["track"] == track].index[:shift]
    assert least_p(replace(first, tracks=first.tracks.drop(moved)), second) < SURE
