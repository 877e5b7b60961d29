"""Compile the engine, every strategy and what judges beliefs before the processes of a test run start, each once.

Processes that find nothing on disk would each compile what they need, two of them the same thing at the same time.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

SLOWEST = {"monte_carlo", "learned", "blocker", "rush", "spoiler", "expert"}
"""Strategies that take longest to compile; they come first."""


def compile_on_disk(processes: int, *, strategies: bool, known: str) -> str:
    """Fill the disk cache, unless it is as an earlier run has left it; return what that is to be ``known`` by."""
    from ttr_analysis.engine.code_cache import cache_root
    from ttr_analysis.engine.compiled import INTERPRETED, is_cold
    from ttr_analysis.engine.sources import source_hash
    from ttr_analysis.strategies import available_strategies

    filled = f"{source_hash()} in {cache_root()}"
    if INTERPRETED or cache_root() is None or (filled == known and not is_cold()):
        return known
    sys.stderr.write("compiling what the tests need, once for these sources ...\n")
    names = sorted(available_strategies(), key=lambda name: name not in SLOWEST) if strategies else ()
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        parts = [pool.submit(compile_engine), *(pool.submit(compile_strategy, name) for name in names)]
        for part in parts:
            part.result()
    return filled


def compile_strategy(name: str) -> None:
    """Compile one strategy, and what is believed of the one that opponents are assumed to play."""
    from ttr_analysis.strategies import get_strategy

    assert get_strategy(name).compiled is not None
    if name == "expert":
        compile_beliefs()


def compile_beliefs() -> None:
    """Compile what judges hands of tickets."""
    from ttr_analysis.experiments.beliefs import evidence, posterior
    from ttr_analysis.play.game import Game

    course = evidence.course_of(Game("first_journey_usa", 2).play("random"))
    posterior.posterior(course, 0, 3, posterior.assumed_player("expert"), number=2, steps=2)


def compile_engine() -> None:
    """Compile what Python calls of the engine, by calling it."""
    from ttr_analysis.play.environments.batch import Batch
    from ttr_analysis.play.game import Game
    from ttr_analysis.play.simulate import play_logged, simulate

    simulate("first_journey_usa", "random", games=1, players=2, progress=False)
    play_logged("first_journey_usa", "random", players=2)
    game = Game("first_journey_usa", 2)
    game.imagine(1)
    batch = Batch("first_journey_usa", players=2, games=2)
    batch.step(batch.masks.argmax(axis=1))
    for _ in range(30):
        game.step(game.legal_actions()[0])
    game.position()
    game.play("random").scores()
