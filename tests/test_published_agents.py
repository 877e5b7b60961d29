"""The four published play-testing agents do what their papers' engine does, on the USA map."""

from __future__ import annotations

from functools import cache

import pytest

from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.strategies import get_strategy

AGENTS = ("path_agent", "one_step_thinker", "long_route_junkie", "hungry")


@cache
def played(strategy: str) -> Result:
    return simulate("usa", strategy, games=150, seed=12, players=3, progress=False)


def claimed_lengths(result: Result) -> list[int]:
    return [result.game_map.tracks[track].length for track in result.tracks["track"]]


@pytest.mark.parametrize("name", AGENTS)
def test_the_source_is_named(name: str) -> None:
    assert "FDG 2017" in get_strategy(name).source


@pytest.mark.parametrize("name", ["path_agent", "one_step_thinker"])
def test_these_keep_every_ticket_dealt(name: str) -> None:
    tickets = played(name).tickets
    first = tickets[tickets["kept_turn"] == 0].groupby(["game", "seat"]).size()
    assert (first == 3).all()
    assert len(first) == 450


@pytest.mark.parametrize("name", ["path_agent", "long_route_junkie"])
def test_these_draw_no_tickets_while_they_can_draw_cards(name: str) -> None:
    assert played(name).players["ticket_draws"].mean() < 0.05


def test_one_step_thinker_draws_tickets_when_its_own_are_done() -> None:
    result = played("one_step_thinker")
    done = []
    for _, held in result.tickets.groupby(["game", "seat"]):
        for turn in held.loc[held["kept_turn"] > 0, "kept_turn"].unique():
            before = held[held["kept_turn"] < turn]
            done.append(bool(before["completed_turn"].between(0, turn).all()))
    assert sum(done) / len(done) > 0.98, "the others had no cards to draw and no track to claim"
    assert result.players["ticket_draws"].mean() > 0.5


def test_long_route_junkie_claims_long_tracks() -> None:
    long = [length >= 3 for length in claimed_lengths(played("long_route_junkie"))]
    other = [length >= 3 for length in claimed_lengths(played("one_step_thinker"))]
    assert sum(long) / len(long) > 0.85 > sum(other) / len(other)


def test_hungry_holds_more_tickets_than_the_others() -> None:
    kept = {name: played(name).players["tickets_kept"].mean() for name in AGENTS}
    assert max(kept, key=kept.__getitem__) == "hungry"


def test_path_agent_is_the_weakest_of_the_four() -> None:
    """As in the published games: Path won 3 % of four-player games, the others about a third each."""
    result = simulate("usa", AGENTS, games=300, seed=3, progress=False)
    wins = result.players.groupby("strategy")["win_share"].sum()
    assert wins.idxmin() == 0
