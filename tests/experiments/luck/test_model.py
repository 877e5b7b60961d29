"""What states are worth: fitted to games, the result at the end, and fair between the seats."""

from __future__ import annotations

import numpy as np
import pytest
from known_hands import tiny_map

from ttr_analysis.errors import StrategyError
from ttr_analysis.experiments.luck import features, model


def test_weights_are_found_in_made_up_states() -> None:
    random = np.random.default_rng(4)
    x = random.normal(0, 1, (4_000, 3, features.WIDTH))
    x[..., features.ONE], x[..., features.REMAINING] = 1.0, random.uniform(0, 1, (4_000, 1))
    rows = model.design(x)
    true = random.normal(0, 1, rows.shape[1])
    true[features.WIDTH * 3 :] = 0.0
    points, known = model.fit_points(rows, rows @ true + random.normal(0, 1.0, len(rows)))
    assert known > 0.9
    assert np.corrcoef(rows @ points.ravel(), rows @ true)[0, 1] > 0.995


def test_how_sharply_points_decide_is_found() -> None:
    random = np.random.default_rng(4)
    expected, remaining = random.normal(100, 20, (6_000, 3)), random.uniform(0, 1, 6_000)
    noisy = expected * np.exp(-2.5 - remaining)[:, None] + random.gumbel(0, 1, expected.shape)
    wins = (noisy == noisy.max(axis=1, keepdims=True)).astype(float)
    assert model.fit_sharpness(expected, remaining, wins) == pytest.approx([-2.5, -1.0], abs=0.15)


@pytest.mark.long(reason="fits values to hundreds of games of a board")
def test_values_tell_something_and_are_shared_out_among_the_seats() -> None:
    fitted = model.value_model(tiny_map(), 2)
    assert 0.1 < fitted.known < 1.0
    assert fitted.start[:, 0].sum() == pytest.approx(1.0)
    assert fitted.start[:, 1].sum() == pytest.approx(0.0, abs=1e-9)
    assert fitted is model.value_model(tiny_map(), 2), "fitted once"


@pytest.mark.long(reason="fits values to hundreds of games of a board")
def test_people_are_told_how_long_they_wait_and_slow_players_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(model.messages, "SLOW", 0.0)
    model.value_model(tiny_map(), 2, "random", games=20)
    assert "playing 20 games of random to tell what states are worth" in capsys.readouterr().err
    monkeypatch.setattr(model, "LONGEST", 0.0)
    with pytest.raises(StrategyError, match=r"a game of random takes .* values are fitted to 21: give a faster"):
        model.value_model(tiny_map(), 2, "random", games=21)
