"""Settings: the averages over all seats of the games that a simulation plays, all in the same threads."""

from __future__ import annotations

import pandas as pd
import pytest

from ttr_analysis.experiments import settings
from ttr_analysis.experiments.settings import Setting, Settings, is_alike
from ttr_analysis.maps import load_map
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.play.simulate import simulate
from ttr_analysis.strategies import get_strategy

WHO, OTHER = get_strategy("greedy_points"), get_strategy("random")
ASKED = [Setting(load_map("usa"), 2, OTHER), Setting(load_map("europe"), 3, OTHER), Setting(load_map("usa"), 3, WHO)]
COLUMNS = ("score", "win_share")


def by_game(setting: Setting, seed: int) -> pd.DataFrame:
    """Return what :meth:`Settings.play` must return, from one simulation for each seat."""
    rows = []
    for seat in range(setting.players):
        seated = setting.line_up(WHO, seat)
        result = simulate(setting.game_map, seated, games=12, seed=seed, rotate=False, progress=False)
        rows.append(result.players[result.players["seat"] == seat])
    return pd.concat(rows).groupby("game")[list(COLUMNS)].mean()


@pytest.mark.parametrize("threads", [1, 2])
def test_the_numbers_are_those_of_one_simulation_for_each_seat(threads: int) -> None:
    done: list[tuple[int, int]] = []
    with ProgressBar(12 * 8, False, lambda *games: bool(done.append(games))) as bar:
        played = Settings(threads, bar, COLUMNS).play(ASKED, WHO, 12, 3)
    assert done[-1] == (12 * 8, 12 * 8)
    assert len(played) == len(ASKED)
    for setting, rows in zip(ASKED, played, strict=True):
        pd.testing.assert_frame_equal(rows, by_game(setting, 3))


def test_all_settings_and_seats_are_played_at_once_and_one_game_fills_the_seats_of_equals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[list[str]] = []
    whole = settings.play_together

    def noted(lineups: list[settings.Lineup], *words: object) -> object:
        asked.append([f"{each.game_map.name} {each.players}" for each in lineups])
        return whole(lineups, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(settings, "play_together", noted)
    Settings(1, ProgressBar(1, False), COLUMNS).play(ASKED, WHO, 2, 0)
    assert asked == [["usa 2", "usa 2", "europe 3", "europe 3", "europe 3", "usa 3"]]
    assert is_alike(WHO, WHO.with_weights(**WHO.weights))
