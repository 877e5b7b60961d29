"""Percentiles of own scores: counted rightly, with the games of their map and number of players."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games import percentile as module
from ttr_analysis.experiments.own_games.percentile import own_percentiles, percentile, reference_games

QUICK: dict[str, Any] = {"strategy": "greedy_points", "games": 60}


def test_one_call_tells_where_a_score_stands() -> None:
    found = percentile(60, "usa", players=2, **QUICK)
    scores = reference_games("usa", players=2, **QUICK).players["score"]
    assert found.estimate.value == pytest.approx(100 * ((scores < 60).mean() + (scores == 60).mean() / 2))
    assert found.estimate.low < found.estimate.value < found.estimate.high
    words = str(found)
    assert words.startswith(f"60 points are at percentile {found.estimate.value:.1f} (95 % interval ")
    assert "greedy_points on usa, ticket set base, 2 players; n = 60 games, seed 1" in words
    assert ttr.percentile is percentile


def test_the_games_are_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = reference_games("usa", players=3, **QUICK)
    monkeypatch.setattr(module, "simulate", None)
    assert reference_games("usa", players=3, **QUICK) is first
    with pytest.raises(TypeError):
        reference_games(ttr.load_map("usa").with_rules(longest_trail_bonus=0), players=3, **QUICK)
    with pytest.raises(TypeError):
        reference_games("usa", players=3, **(QUICK | {"seed": 2}))


def test_each_row_is_compared_with_its_own_map_and_players() -> None:
    own = pd.DataFrame(
        {"map": ["usa", "europe", "usa"], "ticket_set": "base", "players": [2, 2, 3], "score": [60, 60, 60]}
    )
    table = own_percentiles(own, **QUICK)
    assert table["map"].tolist() == ["usa", "europe", "usa"]
    for (_, row), number in zip(table.iterrows(), (2, 2, 3), strict=True):
        alone = percentile(60, row["map"], players=number, **QUICK).estimate
        assert (row["percentile"], row["percentile_low"]) == (alone.value, alone.low)
        assert row["player_games"] == 60 * number
    shuffled = own_percentiles(own.iloc[::-1], **QUICK)
    assert shuffled.sort_index()["percentile"].tolist() == table["percentile"].tolist()


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(SetupError, match="score is 1380, but on usa only"):
        percentile(1380, "usa", players=2)
    with pytest.raises(SetupError, match="has no column players"):
        own_percentiles(pd.DataFrame({"map": ["usa"], "ticket_set": ["base"], "score": [1]}))
    with pytest.raises(SetupError, match="has no rows"):
        own_percentiles(pd.DataFrame({"map": [], "ticket_set": [], "players": [], "score": []}))
    with pytest.raises(SetupError, match="games is 3, but cannot be less than 30"):
        percentile(60, "usa", players=2, games=3)


def test_the_command_answers_for_scores_and_for_files(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    quick = ["--strategy", "greedy_points", "--games", "60", "-q"]
    assert main(["percentile", "usa", "60", "-20", "--players", "2", *quick]) == 0
    lines = capsys.readouterr().out.splitlines()
    value = percentile(60, "usa", players=2, **QUICK).estimate
    assert f"{value.value:.1f} [{value.low:.1f}, {value.high:.1f}]" in lines[1]
    assert "60 games (seed 1); 95 % intervals, Wilson by game" in "\n".join(lines)
    (tmp_path / "own.csv").write_text("game,player,score\n1,Ann,60\n1,Ben,50\n", encoding="utf-8")
    assert main(["percentile", "usa", "--own", str(tmp_path / "own.csv"), "--csv", *quick]) == 0
    assert "usa,base,2,1,Ann,60," in capsys.readouterr().out
    for wrong in (["60"], [], ["60", "--own", "x.csv", "--players", "2"], ["1380", "--players", "2"]):
        assert main(["percentile", "usa", *wrong, *quick]) == 2
