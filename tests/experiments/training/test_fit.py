"""Trees fitted to labels: the compiled ones predict what the library's model predicts."""

from __future__ import annotations

import numpy as np
import pytest

from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.view import WEIGHTS
from ttr_analysis.experiments.training import fit
from ttr_analysis.strategies.learned import features, trees
from ttr_analysis.strategies.learned.player_file import PlayerFile

predict = entry(trees.predict.py_func)


def predicted(found: fit.Trees, x: np.ndarray) -> list[float]:
    taught = PlayerFile(found, (), {"players": [1, 6], "map": "", "digest": ""}).taught
    numbers, row = np.concatenate([np.zeros(WEIGHTS), taught.numbers]), np.zeros(features.FEATURES)
    values = []
    for each in x:
        row[: len(each)] = each
        values.append(predict(numbers, trees.TURN, row))
    return values


def test_the_trees_are_those_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    rng, models = np.random.default_rng(1), list[object]()
    x = rng.normal(size=(6000, 5)).astype(np.float32)
    gain = (np.where(x[:, 2] > 0.4, 0.5, -0.1) + rng.normal(scale=0.3, size=6000)).astype(np.float32)
    kind = fit.regressor()

    def kept(**settings: object) -> object:
        models.append(kind(**settings))
        return models[-1]

    monkeypatch.setattr(fit, "regressor", lambda: kept)
    found = fit.fit_trees(x, gain, 30, 100)
    assert len(found) == 30
    assert predicted(found, x[:300]) == pytest.approx(models[0].predict(x[:300]), abs=1e-5)  # type: ignore[attr-defined]
    errors = np.array(predicted(found, x[:300])) - np.where(x[:300, 2] > 0.4, 0.5, -0.1)
    assert np.abs(errors).mean() < 0.08


def test_too_few_labels_teach_nothing() -> None:
    x, gain = np.zeros((fit.LEAST - 1, 3), np.float32), np.arange(fit.LEAST - 1, dtype=np.float32)
    assert fit.fit_trees(x, gain, 10, 10) == ()
    assert fit.fit_trees(np.zeros((9000, 3), np.float32), np.zeros(9000, np.float32), 10, 10) == ()
