"""The referee agrees with the engine on every map, ticket set, number of players and strategy, rare paths too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from ttr_analysis.maps.events import EndReason
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.referee import Verdict, replay
from ttr_analysis.rules import COLORS
from ttr_analysis.strategies.base import available_strategies, get_strategy


def combinations() -> Iterator[tuple[str, str, int]]:
    for name in available_maps():
        game_map = load_map(name)
        for tickets in game_map.ticket_sets:
            for players in range(game_map.rules.players[0], game_map.rules.players[1] + 1):
                yield name, tickets, players


def judged(game_map: GameMap, players: int, seed: int, strategies: list[str]) -> tuple[Game, Verdict]:
    game = Game(game_map, players, seed).play(strategies)
    verdict = replay(game_map, players, game.events)
    assert list(verdict.scores) == game.scores()
    assert tuple(sorted(verdict.winners)) == game.winners
    assert (verdict.reason, verdict.turns) == (game.end_reason, game.turn)
    return game, verdict


@pytest.mark.parametrize(("name", "tickets", "players"), list(combinations()))
def test_engine_and_referee_agree(name: str, tickets: str, players: int) -> None:
    game_map = load_map(name, tickets)
    names = [get_strategy(each).quickened for each in available_strategies()]
    for seed in range(2):
        judged(game_map, players, seed, ["random"] * players)
    judged(game_map, players, 2, [names[(players + i) % len(names)] for i in range(players)])


def agrees_part_by_part(game: Game, verdict: Verdict) -> None:
    for seat, part in enumerate(verdict.seats):
        score = game.score(seat)
        assert (part.route_points, part.tickets_made) == (score.route_points, score.ticket_points)
        assert part.tickets_failed == score.failed_cut_off + score.failed_unfinished
        assert (part.longest_trail, part.trail_bonus) == (score.longest_trail, score.longest_trail_points)
        assert (part.stations, part.harbours) == (score.station_points, score.harbour_points)
        assert part.exchanges == score.exchange_points
        assert (part.most_tickets_bonus, part.grand_tours) == (score.most_tickets_points, score.grand_tour_points)


@pytest.mark.parametrize("name", available_maps())
def test_scores_agree_in_every_part(name: str) -> None:
    if load_map(name).rules.tickets.shown_when_completed:
        assert judged(load_map(name), 2, 9, ["random"] * 2)[0].over  # completed tickets are counted apart there
        return
    agrees_part_by_part(*judged(load_map(name), 3, 9, ["random"] * 3))


FEW_CARDS = {"card_counts": dict.fromkeys(("purple", "white", "blue", "yellow", "orange", "black", "red"), 2)}


@cache
def rare_variants() -> tuple[tuple[GameMap, int], ...]:
    """Maps on which random players meet the rare paths soon."""
    usa, world, europe = load_map("usa"), load_map("rails_sails_world"), load_map("europe")
    first_journey = load_map("first_journey_usa")

    def variant(game_map: GameMap, **changes: object) -> GameMap:
        return replace(game_map, rules=game_map.rules.replace(**changes))

    return (
        (usa, 2),
        (variant(usa, card_counts={**dict.fromkeys(COLORS, 6), "locomotive": 50}), 3),
        (variant(usa, **FEW_CARDS), 5),
        (variant(world, standstill_rounds=1), 2),
        (variant(europe, **FEW_CARDS), 3),
        (load_map("nordic"), 2),
        (load_map("switzerland"), 3),
        (first_journey, 4),
        (variant(first_journey, card_counts={"red": 3, "blue": 3, "green": 3, "locomotive": 0}), 4),
    )


def met_over(seeds: range) -> Counter[str]:
    met: Counter[str] = Counter()
    for game_map, players in rare_variants():
        for seed in seeds:
            game, verdict = judged(game_map, players, seed, ["random"] * players)
            met.update(verdict.met)
            met["ended_by_passes"] += game.end_reason is EndReason.PASSES
    return met


@pytest.mark.rule("ALL-IDLE-2", "ALL-PASS-2", "USA-MARKET-4", "USA-TICKETS-4", "ALL-DECK-1", "ALL-IDLE-3")
def test_the_rare_paths_are_met() -> None:
    met = met_over(range(16))
    wanted = {
        "deck_rebuilt", "market_cleared", "standstill", "ticket_deck_empty", "market_clear_limit", "passes",
        "one_card_draws", "tunnel_declined", "tunnel_owed_3", "stations_built", "tickets_rebuilt",
        "exchanges_of_pieces", "exchanges_of_tickets", "bonus_tickets",
        "sets_for_a_locomotive", "drawn_tickets_left_the_game", "choices_of_several_places",
    }  # fmt: skip
    assert {path for path in wanted if not met[path]} == set(), dict(met)
