"""The referee catches every fault planted in the engine, in games that the faulty engine plays."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import engine_faults
import pytest

from ttr_analysis.referee import replay

ROOT = Path(__file__).resolve().parents[1]


@cache
def outcomes() -> dict[str, str]:
    """The rule that the referee names, by lineup and by fault; all from one process without the compiler."""
    found = subprocess.run(
        [sys.executable, engine_faults.__file__],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    return dict(line.split("\t") for line in found.stdout.splitlines())


def test_games_without_a_fault_pass() -> None:
    names = {fault.name for fault in engine_faults.FAULTS}
    assert len(names) == len(engine_faults.FAULTS)
    assert engine_faults.SHOWS_IN.keys() <= names
    plain = {name: rule for name, rule in outcomes().items() if name not in names}
    assert set(plain) == {f"{fault.game} {fault.players}" for fault in engine_faults.FAULTS}
    assert set(plain.values()) == {"none"}


@pytest.mark.parametrize("fault", engine_faults.FAULTS, ids=lambda fault: fault.name)
def test_the_referee_catches(fault: engine_faults.Fault) -> None:
    assert outcomes()[fault.name] in fault.rules.split()


LINEUPS = [(fault.game, fault.players) for fault in engine_faults.FAULTS if fault.game != "world"]


@pytest.mark.parametrize(("name", "players"), sorted(set(LINEUPS)))
@pytest.mark.parametrize("seed", [0])
def test_the_referee_agrees(name: str, players: int, seed: int) -> None:
    """The games that faults are planted in, without any; here because ``mutation.py`` runs them, too."""
    game = engine_faults.play(name, players, seed)
    verdict = replay(engine_faults.map_named(name), players, game.events)
    scores = [game.score(seat) for seat in range(players)]
    assert list(verdict.scores) == [score.total for score in scores]
    assert tuple(sorted(verdict.winners)) == game.winners
    for part, score in zip(verdict.seats, scores, strict=True):
        assert (part.route_points, part.longest_trail) == (score.route_points, score.longest_trail)
        assert part.tickets_made + part.bonus_tickets == score.ticket_points + score.bonus_ticket_points
        assert part.tickets_failed == score.failed_cut_off + score.failed_unfinished
        assert (part.trail_bonus, part.most_tickets_bonus) == (score.longest_trail_points, score.most_tickets_points)
        assert (part.stations, part.harbours) == (score.station_points, score.harbour_points)
        assert (part.exchanges, part.tickets_completed) == (score.exchange_points, score.tickets_made)
