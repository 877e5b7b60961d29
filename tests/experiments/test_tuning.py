"""Tuning: the search on some decks, the proof on others, and the default where there is none."""

from __future__ import annotations

import pandas as pd
import pytest
from how_often import first

from ttr_analysis.errors import MapError, SetupError, StrategyError
from ttr_analysis.experiments import settings, tuning
from ttr_analysis.experiments.sweeps import sweep
from ttr_analysis.experiments.tuning import Tuned, tune
from ttr_analysis.maps import load_map, made_up_board
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import mean
from ttr_analysis.strategies import get_strategy

WEAK = get_strategy("greedy_points").with_weights(least_length=1)
"""Claims the shortest tracks too: longer ones win more."""


def tuned(seed: int = 0, **changes: object) -> Tuned:
    words = {"games": 30, "candidates": 5, "validation": 60, "progress": False, "least_length": (1, 4), **changes}
    return tune("usa", words.pop("strategy", WEAK), seed=seed, **words)  # type: ignore[arg-type]


def test_a_weak_default_gets_better_and_the_sweep_says_the_same_of_its_validation() -> None:
    found = tuned(against="greedy_points")
    assert found.better
    assert found.strategy is found.found
    assert found.strategy.weights["least_length"] > 1
    assert found.table["others"].tolist() == ["greedy_points"] * 2 + [WEAK.name] * 2
    assert found.table["variant"].tolist() == [WEAK.name, found.found.name] * 2
    length = found.found.weights["least_length"]
    for place, others in ((1, "greedy_points"), (3, None)):
        row = found.table.iloc[place]
        same = sweep(
            "usa", WEAK, against=others, games=60, seed=found.validation_seed, progress=False, least_length=[length]
        ).iloc[0]
        assert row["least_length"] == length
        assert row[["score", "score_low", "win_share", "win_share_high", "games"]].tolist() == pytest.approx(
            same[["score", "score_low", "win_share", "win_share_high", "games"]].tolist()
        )
        assert row["score_difference_low"] == pytest.approx(same["difference_low"])
        assert row[["run", "seed"]].tolist() == same[["run", "seed"]].tolist()
    assert found.gain.low == pytest.approx(found.table["win_share_difference_low"].iloc[1])


def test_the_gain_is_paired_and_among_its_like_it_is_what_lies_above_the_fair_share() -> None:
    found = tuned(objective="score")
    row = found.table.iloc[1]
    assert found.objective == "score"
    assert (found.gain.value, found.gain.high) == (row["score_difference"], row["score_difference_high"])
    assert row["win_share_difference"] == pytest.approx(row["win_share"] - 0.5)
    assert found.table["win_share"].iloc[0] == pytest.approx(0.5)


def test_the_same_seed_gives_the_same_whatever_the_threads() -> None:
    one, other, another = tuned(3, threads=1), tuned(3, threads=2), tuned(4)
    pd.testing.assert_frame_equal(one.table, other.table)
    assert one.gain == other.gain
    assert {one.search_seed, one.validation_seed}.isdisjoint({another.search_seed, another.validation_seed})


def test_search_and_validation_play_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[int, int]] = []
    whole = settings.play_together

    def noted(lineups: list[Lineup], first: int, games: int, *rest: object) -> object:
        played.extend((lineup.seed, games) for lineup in lineups)
        return whole(lineups, first, games, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(settings, "play_together", noted)
    found = tuned()
    assert found.search_seed != found.validation_seed
    assert set(played) == {(found.search_seed, 30), (found.validation_seed, 60)}
    assert played.count((found.search_seed, 30)) == 1 + 2 * found.candidates


def test_what_was_only_lucky_in_the_search_leaves_the_default_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    strong = get_strategy("greedy_points")

    def best_is_worst(search: object) -> dict[str, float]:
        return {"least_length": 1}

    monkeypatch.setattr(tuning.Search, "best", property(best_is_worst))
    found = tuned(strategy=strong)
    assert found.found.weights["least_length"] == 1
    assert found.gain.high < 0
    assert not found.better
    assert found.strategy is strong


def test_a_default_that_is_best_in_the_search_is_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning.Search, "best", property(lambda search: {"least_length": 1}))
    found = tuned()
    assert found.found is found.default is found.strategy is WEAK
    assert (found.gain.value, found.better, len(found.table)) == (0, False, 1)


def test_ctrl_c_in_the_search_validates_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _interrupt_call(monkeypatch, 1 + 2 + 1)
    found = tuned()
    assert (found.complete, found.candidates) == (False, 2)
    assert found.table["games"].tolist() == [60] * len(found.table)
    assert "validating the best weights so far" in capsys.readouterr().err


def test_ctrl_c_in_the_validation_leaves_the_gain_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    _interrupt_call(monkeypatch, 1 + 3 + 2)
    found = tuned()
    assert found.found is not WEAK
    assert (found.complete, found.better, found.gain.n) == (False, False, 0)
    assert found.strategy is WEAK
    assert found.table["games"].tolist() == [60, 0]


def test_ctrl_c_among_the_last_opponents_keeps_the_proof_among_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    _interrupt_call(monkeypatch, 1 + 3 + 4)
    found = tuned(against="greedy_points")
    assert found.table["games"].tolist() == [60, 60, 60, 0]
    assert (found.complete, found.better, found.gain.n) == (False, True, 60)


def _interrupt_call(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let Ctrl-C end the games of this number, from 1 on: the default, then each candidate."""
    whole, calls = settings.play_together, []

    def interrupted(*words: object) -> object:
        calls.append(words)
        if len(calls) == number:
            raise KeyboardInterrupt
        return whole(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(settings, "play_together", interrupted)


def test_gains_at_larger_tables_come_from_every_seat() -> None:
    found = tuned(players=3, games=10, validation=12, candidates=3, objective="score")
    seats = []
    length = found.found.weights["least_length"]
    assert length != 1
    for seat in range(3):
        table = [WEAK] * 3
        table[seat] = WEAK.with_weights(least_length=length)
        players = simulate("usa", table, games=12, seed=found.validation_seed, rotate=False, progress=False).players
        seats.append(players[players["seat"] == seat]["score"].to_numpy(dtype=float))
    assert found.table["score"].iloc[1] == pytest.approx(mean(sum(seats) / 3).value)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"objective": "wins"}, "objective is 'wins', but must be one of: win_share, score"),
        ({"games": 0}, "games must be at least 1"),
        ({"candidates": 0}, "candidates must be at least 1"),
        ({"validation": 1}, "validation must be at least 2"),
        ({"games": 2.5}, "games needs a whole number"),
        ({"seed": -1}, "seed"),
        ({"players": 9}, "players"),
        ({"strategy": "random"}, "'random' has no weights to tune"),
        ({"least_length": (4, 2)}, "from a smaller to a larger value, not from 4 to 2"),
    ],
)
def test_bad_numbers_are_refused_before_a_game(
    changes: dict[str, object], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "play_together", None)
    if "strategy" in changes:
        changes["least_length"] = (1, 2)
    with pytest.raises(SetupError, match=said):
        tuned(**changes)  # type: ignore[arg-type]


def test_unknown_names_are_refused() -> None:
    with pytest.raises(StrategyError, match="no weight 'lenght'"):
        tuned(lenght=(1, 2))
    with pytest.raises(StrategyError, match="nobody"):
        tuned(against="nobody")


TOWN = made_up_board(6)


def test_several_boards_tables_and_opponents_make_a_setting_each() -> None:
    found = tune(
        ["usa", TOWN], WEAK, players=[2, 3], against=["greedy_points", "random"], games=10, candidates=4, validation=20,
        objective="score", progress=False, least_length=(1, 4),
    )  # fmt: skip
    default = found.table[found.table["variant"] == WEAK.name]
    settings = default[["map", "players", "others"]].values.tolist()
    assert settings[:8] == [[a, b, c] for a in ("usa", TOWN.name) for b in (2, 3) for c in ("greedy_points", "random")]
    assert settings[8:] == [[a, b, WEAK.name] for a in ("usa", TOWN.name) for b in (2, 3)]
    gains = found.table[found.table["variant"] != WEAK.name]["score_difference"].iloc[:8]
    assert found.gain.value == pytest.approx(gains.mean())
    assert found.table["games"].tolist() == [20] * len(found.table)


@pytest.mark.parametrize("aim", first(["worst", "mean"], 1, "both aims are one function of the same gains"))
def test_the_aim_is_the_mean_or_the_least_of_gains_in_standard_deviations(aim: str) -> None:
    found = tune(
        ["usa", TOWN], WEAK, against="greedy_points", games=20, candidates=15, validation=2, seed=7, objective="score",
        aim=aim, progress=False, least_length=(1, 4),  # type: ignore[arg-type]
    )  # fmt: skip
    worth = {}
    for length in (1, 2, 3, 4):
        gains = []
        for board in ("usa", TOWN):
            default, other = (
                _by_game(board, WEAK.with_weights(least_length=each), found.search_seed) for each in (1, length)
            )
            gains.append((other.mean() - default.mean()) / default.std(ddof=0))
        worth[length] = min(gains) if aim == "worst" else sum(gains) / 2
    assert worth[1] == 0
    assert worth[found.found.weights["least_length"]] == max(worth.values())


def _by_game(board: object, who: object, seed: int) -> pd.Series[float]:
    rows = []
    for seat in (0, 1):
        seated = ["greedy_points"] * 2
        seated[seat] = who  # type: ignore[call-overload]
        result = simulate(board, seated, games=20, seed=seed, rotate=False, progress=False)  # type: ignore[arg-type]
        rows.append(result.players[result.players["seat"] == seat].set_index("game")["score"])
    return (rows[0] + rows[1]) / 2


def test_the_same_board_or_opponent_twice_is_refused() -> None:
    for changes in ({"players": [2, 2]}, {"against": ["random", "random"]}, {"players": []}):
        with pytest.raises(SetupError, match=r"twice|at least one"):
            tuned(**changes)


def test_boards_are_made_up_by_their_seed() -> None:
    assert load_map("made_up", "6") == TOWN
    for seed in (None, "x", "-1", "1.5"):
        with pytest.raises(MapError, match="needs its seed"):
            load_map("made_up", seed)
