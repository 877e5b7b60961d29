"""A made-up folder that uses every rule of the family at once: the referee agrees with the engine over 1,000 games."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import ttr_analysis as ttr
from ttr_analysis.play.game import Game
from ttr_analysis.referee import replay

EVERYTHING = ttr.load_map(Path(__file__).parent / "boards" / "everything")
GAMES = 334
"""With 2, 3 and 4 players each: 1,002 in all."""
FEW = 40
PATHS = {
    "sets_for_a_color", "sets_for_a_locomotive", "choices_of_several_places", "drawn_tickets_left_the_game",
    "players_with_grand_tours", "stations_built", "harbours_built", "exchanges_of_pieces",
}  # fmt: skip


def test_the_folder_has_every_feature() -> None:
    tracks, tickets, rules = EVERYTHING.tracks, EVERYTHING.tickets, EVERYTHING.rules
    assert [len(others) for others in EVERYTHING.parallel.values()].count(2) == 3
    assert {len(options) for options in map(EVERYTHING.options, tickets)} >= {1, 2, 4, 5}
    assert any(ticket.is_tour for ticket in tickets)
    assert {track.cards_for_one for track in tracks} == {0, 2, 3}
    assert {track.kind for track in tracks} == {"rail", "ferry", "tunnel", "sea"}
    assert any(track.pair_spaces for track in tracks)
    assert len(rules.decks) == 2
    assert (rules.stations.number, rules.harbours.number) == (1, 1)
    assert any(rules.grand_tour_points)
    assert set(EVERYTHING.countries) == {"Nordland", "Sudland"}


def met_in_games(players: int, strategy: str, games: int) -> Counter[str]:
    """Let the referee judge games; return how often each rare path was met."""
    met = Counter[str]()
    for seed in range(games):
        game = Game(EVERYTHING, players, seed).play(strategy)
        verdict = replay(EVERYTHING, players, game.events)
        assert list(verdict.scores) == game.scores(), seed
        assert tuple(sorted(verdict.winners)) == game.winners, seed
        met.update(verdict.met)
    return met


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_on_some_games(players: int) -> None:
    met = met_in_games(players, "random", FEW)
    assert {path for path in PATHS - {"players_with_grand_tours"} if not met[path]} == set(), dict(met)


def test_the_referee_agrees_on_games_of_our_best_player() -> None:
    assert met_in_games(3, "expert", 10)["sets_for_a_locomotive"] > 0


@pytest.mark.long(reason="1,002 games take minutes")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_over_a_thousand_games(players: int) -> None:
    met = met_in_games(players, "random", GAMES)
    assert {path for path in PATHS if not met[path]} == set(), dict(met)
