"""What holds for every strategy on every map: whole legal games, the same from the same seed, and the
kinds of move it ever makes.
"""

from __future__ import annotations

from itertools import product

import pytest
from how_often import everywhere
from table_hashes import GOLDEN_SEED, golden_result

from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.simulate import play_logged, simulate
from ttr_analysis.results.schema import TABLES
from ttr_analysis.stats.intervals import share
from ttr_analysis.strategies import get_strategy

A = ActionKind
GAMES = 12
"""Games of each number of players, at most, in which a kind of move must be seen."""

_PUBLISHED = {A.BUILD_STATION, A.EXCHANGE_PIECES, A.EXCHANGE_TICKETS}
LEFT_OUT: dict[str, set[ActionKind]] = {
    "greedy_points": {A.DRAW_TICKETS, A.BUILD_STATION, A.EXCHANGE_PIECES, A.EXCHANGE_TICKETS},
    "path_agent": _PUBLISHED | {A.DRAW_TICKETS},
    "one_step_thinker": _PUBLISHED,
    "long_route_junkie": _PUBLISHED | {A.DRAW_TICKETS},
    "hungry": _PUBLISHED,
    "long_routes": _PUBLISHED | {A.DRAW_TICKETS},
    "racer": _PUBLISHED | {A.DRAW_TICKETS, A.DRAW_MARKET, A.REFILL, A.BUILD_HARBOUR},
    "monte_carlo": {
        A.EXCHANGE_TICKETS
    },  # expert's exchanges are rare; in so few games rollouts may find better each time
}
"""Kinds of move that a strategy leaves out by its idea, but for want of any other."""


RARE: dict[tuple[str, str], set[ActionKind]] = {
    ("expert", "europe"): {A.DRAW_TICKETS},
    ("rush", "europe"): {A.DRAW_TICKETS},
    ("spoiler", "usa"): {A.DRAW_TICKETS},
    ("blocker", "europe"): {A.DRAW_TICKETS},
    ("rush", "first_journey_usa"): {A.EXCHANGE_TICKETS},
    ("rush", "first_journey_europe"): {A.EXCHANGE_TICKETS},
    ("greedy_points", "europe"): {A.PAY_TUNNEL},
    ("greedy_points", "rails_sails_great_lakes"): {A.BUILD_HARBOUR},
}
"""Kinds of move that a strategy makes on a map in one game of hundreds."""


def offered(game_map: GameMap) -> set[ActionKind]:
    """The kinds of move that a map's rules know, passes apart."""
    rules = game_map.rules
    kinds = {A.KEEP_TICKETS, A.CLAIM, A.DRAW_BLIND}
    if sum(rules.market.slots):
        kinds |= {A.DRAW_MARKET}
    if rules.market.refill_choice:
        kinds |= {A.REFILL}
    if rules.tickets.draw:
        kinds |= {A.DRAW_TICKETS}
    if rules.tickets.exchange:
        kinds |= {A.EXCHANGE_TICKETS}
    if rules.stations.number:
        kinds |= {A.BUILD_STATION}
    if rules.harbours.number:
        kinds |= {A.BUILD_HARBOUR}
    if rules.pieces_kept:
        kinds |= {A.CHOOSE_PIECES, A.EXCHANGE_PIECES}
    if any(rules.track_kinds[track.kind].reveals for track in game_map.tracks):
        kinds |= {A.PAY_TUNNEL, A.DECLINE_TUNNEL}
    return kinds


def made(name: str, strategy: str, wanted: set[ActionKind]) -> set[ActionKind]:
    """The kinds of move that a strategy makes, passes apart, in games of all numbers of players until all are seen."""
    game_map, seen = load_map(name), set[ActionKind]()
    low, high = game_map.rules.players
    for game, players in product(range(GAMES), range(low, high + 1)):
        events = play_logged(game_map, get_strategy(strategy).quickened, seed=3, game=game, players=players)
        seen |= {ActionKind(int(event.kind)) for event in events if event.kind < EventKind.PASS}
        if wanted <= seen and game:
            break
    return seen


@pytest.mark.parametrize(("strategy", "name"), everywhere())
def test_every_kind_of_move_is_made_or_left_out_on_purpose(strategy: str, name: str) -> None:
    known, left_out = offered(load_map(name)), LEFT_OUT.get(strategy, set()) | RARE.get((strategy, name), set())
    seen = made(name, strategy, known - left_out)
    assert seen <= known
    assert known - seen <= left_out


@pytest.mark.parametrize(("strategy", "name"), everywhere())
def test_same_seed_same_whole_games(strategy: str, name: str) -> None:
    """Some of the golden games again, by one thread and from another first game."""
    players = load_map(name).rules.players[1]
    golden = golden_result(name, strategy, players)
    again = simulate(
        name,
        get_strategy(strategy).quickened,
        games=5,
        seed=GOLDEN_SEED,
        players=players,
        first_game=7,
        threads=1,
        progress=False,
    )
    assert golden.complete
    assert (golden.games["turns"] > 0).all()
    for table in TABLES:
        whole = golden.table(table)
        assert again.table(table).equals(whole[whole["game"].between(7, 11)].reset_index(drop=True))


@pytest.mark.parametrize("name", available_maps())
def test_the_planner_beats_random_19_times_of_20(name: str) -> None:
    result = simulate(name, ["ticket_planner", "random"], games=1000, seed=6, progress=False)
    won = result.players.loc[result.players["strategy"] == 0, "win_share"]
    assert share(int((won == 1).sum()), len(result)).low >= 0.95
