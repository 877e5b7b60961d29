"""Sweeps: variants against the default, with common random numbers."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.sweeps import challenge, compared, sweep
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.source import source_of
from ttr_analysis.stats.intervals import mean, paired_difference, share_by_game
from ttr_analysis.strategies import get_strategy

GAMES = 60


def per_game(strategies: list[object], mine: int) -> pd.Series[float]:
    result = simulate("usa", strategies, games=GAMES, seed=3, rotate=False, progress=False)  # type: ignore[arg-type]
    return result.players[result.players["seat"] == mine].set_index("game")["score"].astype(float)


def test_a_row_says_what_the_games_say_and_pairing_narrows_it() -> None:
    table = sweep("usa", "ticket_planner", games=GAMES, seed=3, progress=False, draw_share=[10 / 45, 0.6])
    assert table["variant"].tolist() == ["ticket_planner (draw_share=0.6)"]
    row, default = table.iloc[0], get_strategy("ticket_planner")
    variant = default.with_weights(draw_share=0.6)
    mine = (per_game([variant, default], 0) + per_game([default, variant], 1)) / 2
    base = (per_game([default, default], 0) + per_game([default, default], 1)) / 2
    assert row["score"] == pytest.approx(mine.mean())
    assert row["difference"] == pytest.approx(mine.mean() - base.mean())
    first = simulate("usa", [variant, default], games=2, seed=3, rotate=False, progress=False).games.iloc[0]
    assert (row["run"], row["seed"]) == (first["run"], first["seed"])
    paired = paired_difference(mine, base)
    assert row["difference_low"] == pytest.approx(paired.low)
    unpaired = (mean(mine).half_width ** 2 + mean(base).half_width ** 2) ** 0.5
    assert paired.half_width < unpaired


def test_against_others_the_default_among_them_is_the_measure() -> None:
    table = sweep("usa", "ticket_planner", against="greedy_points", games=GAMES, seed=3, progress=False, reserve=[0.5])
    default = get_strategy("ticket_planner")
    mine, base = (
        (per_game([each, "greedy_points"], 0) + per_game(["greedy_points", each], 1)) / 2
        for each in (default.with_weights(reserve=0.5), default)
    )
    row = table.iloc[0]
    assert row["score"] == pytest.approx(mine.mean())
    assert row["difference"] == pytest.approx(mine.mean() - base.mean())
    assert row["difference_high"] == pytest.approx(paired_difference(mine, base).high)


def test_a_table_carries_the_wins_of_the_default_among_the_same_players() -> None:
    alone = sweep("usa", "ticket_planner", games=GAMES, seed=3, progress=False, reserve=[0.5])
    assert (source_of(alone) or {})["default_win_share"] == [0.5, 0.5, 0.5]
    table = sweep("usa", "ticket_planner", against="greedy_points", games=GAMES, seed=3, progress=False, reserve=[0.5])
    share = np.zeros(GAMES)
    for seats, mine in ((["ticket_planner", "greedy_points"], 0), (["greedy_points", "ticket_planner"], 1)):
        result = simulate("usa", seats, games=GAMES, seed=3, rotate=False, progress=False)
        share += result.players.loc[result.players["seat"] == mine, "win_share"].to_numpy(float) / 2
    wanted = share_by_game(share)
    assert (source_of(table) or {})["default_win_share"] == pytest.approx([wanted.value, wanted.low, wanted.high])


def test_a_challenger_is_measured_in_the_seats_of_those_it_challenges() -> None:
    played = challenge(
        "usa", ["greedy_points", "random"], against="ticket_planner", games=GAMES, seed=3, progress=False
    )
    table = compared(played)
    assert table["strategy"].tolist() == ["greedy_points", "random"]
    assert (table[["map", "players", "against", "games"]] == ["usa", 2, "ticket_planner", GAMES]).all(axis=None)
    mine, base = (
        (per_game([each, "ticket_planner"], 0) + per_game(["ticket_planner", each], 1)) / 2
        for each in ("greedy_points", "ticket_planner")
    )
    row, paired = table.iloc[0], paired_difference(mine, base)
    assert row["score"] == pytest.approx(mine.mean())
    assert [row[f"difference{end}"] for end in ("", "_low", "_high")] == pytest.approx(
        [paired.value, paired.low, paired.high]
    )
    assert row["win_share_high"] < 0.5
    with pytest.raises(SetupError, match="same player"):
        challenge("usa", ["ticket_planner"], against="ticket_planner", games=2)


def test_several_weights_give_all_combinations() -> None:
    table = sweep("usa", "ticket_planner", games=2, progress=False, players=3, least_length=[3, 4], reserve=[0.1, 0.2])
    assert table[["least_length", "reserve"]].to_numpy().tolist() == [[3, 0.1], [3, 0.2], [4, 0.1], [4, 0.2]]
    assert (table["games"] == 2).all()


def test_bad_sweeps_are_refused() -> None:
    with pytest.raises(SetupError, match="other than the default"):
        sweep("usa", "ticket_planner", games=2, least_length=[4])
    with pytest.raises(StrategyError, match="no weight 'lenght'"):
        sweep("usa", "ticket_planner", games=2, lenght=[4])
    with pytest.raises(SetupError, match="same player"):
        sweep("usa", "ticket_planner", games=2, least_length=[3, 3])
