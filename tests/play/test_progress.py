"""Every long run tells its progress in the same way and takes its arguments in the same order."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ttr_analysis
from ttr_analysis.experiments.bench import bench
from ttr_analysis.experiments.conformance import check_strategy
from ttr_analysis.experiments.opening_advice import opening_advice
from ttr_analysis.experiments.sweeps import challenge, sweep
from ttr_analysis.experiments.tournament import tournament
from ttr_analysis.experiments.tuning import tune
from ttr_analysis.experiments.verify import verify
from ttr_analysis.play.explanations import play_explained
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.openings import play_dealt
from ttr_analysis.play.progress import ProgressBar
from ttr_analysis.play.simulate import play_logged, simulate

RUNS = [
    simulate, play_logged, play_explained, make_lineup, play_dealt, tournament, sweep, challenge, tune, verify,
    opening_advice, check_strategy, bench,
]  # fmt: skip
PACKAGE = Path(ttr_analysis.__file__).parent


@pytest.mark.parametrize("run", RUNS)
def test_runs_take_the_map_the_strategies_and_then_keywords_in_one_order(run: Callable[..., Any]) -> None:
    parameters = inspect.signature(run).parameters
    positional = [name for name, each in parameters.items() if each.kind is each.POSITIONAL_OR_KEYWORD]
    keywords = [name for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY]
    assert positional[0] in {"game_map", "game_maps"}
    others = [name for name in positional[1:] if name not in {"tickets", "kept"}]
    assert others in ([], ["strategy"], ["strategies"])
    order = ["players", "games", "game", "seed", "first_game"]
    assert [name for name in keywords if name in order] == sorted(set(keywords) & set(order), key=order.index)


def test_one_module_draws_progress_bars() -> None:
    drawing = [path.name for path in sorted(PACKAGE.rglob("*.py")) if "tqdm" in path.read_text(encoding="utf-8")]
    assert drawing == ["progress.py"]


def test_callbacks_have_one_name() -> None:
    taken = {
        argument.arg
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for argument in [*node.args.args, *node.args.kwonlyargs]
        if argument.annotation is not None and {"OnProgress", "OnLine", "Say"} & set(_names(argument.annotation))
    }
    assert taken == {"on_progress"}


def _names(annotation: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)]


def test_a_callback_is_told_the_progress_and_can_stop(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[tuple[int, int]] = []

    def on_progress(done: int, games: int) -> bool:
        told.append((done, games))
        return done >= 5

    with ProgressBar(10, "always", on_progress) as bar:
        bar.advance(3)
        assert not bar.stopped
        bar.advance(4)
    assert bar.stopped
    assert told == [(3, 10), (7, 10)]
    assert "7/10" in capsys.readouterr().err


def test_a_run_of_games_ends_when_its_callback_says_so() -> None:
    ended = simulate("first_journey_usa", "random", games=100_000_000, progress=False, on_progress=lambda *_: True)
    assert not ended.complete
    assert len(ended) > 0
    whole = simulate("first_journey_usa", "random", games=5, progress=False, on_progress=lambda *_: False)
    assert whole.complete
