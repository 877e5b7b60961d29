"""The ladder: its figures are those of the games, rows that are known are kept, what cannot be played is refused."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.ladder import ladder
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import mean

MODULE = import_module("ttr_analysis.experiments.ladder")


def test_a_row_tells_the_games_that_its_command_plays() -> None:
    row = ladder("usa", ["greedy_points"], players=[3], games=20, seed=4, progress=False).iloc[0]
    alone = simulate("usa", "greedy_points", players=3, games=20, seed=4, progress=False).players
    score = mean(alone.groupby("game")["score"].mean())
    assert (row["score"], row["score_low"], row["games"]) == (pytest.approx(score.value), pytest.approx(score.low), 20)
    for rival in ("expert", "ticket_planner"):
        lineup = ["greedy_points", rival, rival]
        seats = simulate("usa", lineup, players=3, games=20, seed=4, progress=False).players
        assert row[f"wins_{rival}"] == pytest.approx(seats.loc[seats["strategy"] == 0, "win_share"].mean())
    assert row["command"] == "ttr ladder usa --players 3 --strategies greedy_points --games 20 --seed 4"


def test_rows_are_handed_over_and_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[dict[str, Any]] = []
    first = ladder("usa", ["random"], players=[2], games=4, progress=False, on_row=kept.append)
    monkeypatch.setattr(MODULE, "simulate", None)
    again = ladder("usa", ["random"], players=[2], games=4, progress=False, rows=kept)
    assert again.equals(first)


def test_what_cannot_be_played_is_refused_before_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODULE, "simulate", None)
    with pytest.raises(SetupError, match="at least 2"):
        ladder("usa", ["random"], games=1)
    with pytest.raises(SetupError, match="players"):
        ladder("usa", ["random"], players=[2, 9])
    with pytest.raises(StrategyError, match="nobody"):
        ladder("usa", ["nobody"])
