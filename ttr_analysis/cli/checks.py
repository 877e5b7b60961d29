"""``ttr strategies``, ``ttr verify`` and ``ttr bench``."""

from __future__ import annotations

import textwrap
from argparse import Namespace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttr_analysis.strategies import Strategy


def list_strategies(arguments: Namespace) -> int:
    """Print the strategies with their ideas and weights."""
    from ttr_analysis.cli.games import load_code
    from ttr_analysis.strategies import available_strategies, get_strategy

    load_code(arguments.code)
    for name in available_strategies():
        strategy = get_strategy(name)
        print(f"{name:<18}{strategy.idea}")
        if strategy.source:
            print(_indented(f"source: {strategy.source}"))
        if strategy.weights:
            print(_indented(f"weights: {_weights(strategy)}"))
    return 0


def _weights(strategy: Strategy) -> str:
    """Names and values; for a strategy that builds on another one, whose weights come first, only what differs."""
    from ttr_analysis.strategies import available_strategies, get_strategy

    others = [get_strategy(name) for name in available_strategies() if name != strategy.name]
    inside = [each for each in others if 0 < len(each.weights) < len(strategy.weights)]
    inside = [each for each in inside if list(strategy.weights)[: len(each.weights)] == list(each.weights)]
    base = max(inside, key=lambda each: len(each.weights), default=None)
    known = base.weights if base else {}
    named = [f"{key} = {value:g}" for key, value in strategy.weights.items() if known.get(key) != value]
    return ", ".join([f"those of {base.name}", *named] if base else named)


def _indented(text: str) -> str:
    return textwrap.fill(text, 100, initial_indent=" " * 18, subsequent_indent=" " * 20)


def verify(arguments: Namespace) -> int:
    """Replay games of every line-up; exit code 1 if the referee objects to one."""
    from ttr_analysis.cli.boards import map_of
    from ttr_analysis.maps import available_maps
    from ttr_analysis.verify import verify as check

    names = available_maps() if "all" in arguments.map else arguments.map or ("usa",)
    boards = [map_of(name) for name in names]
    checks = check(boards, arguments.games, arguments.seed, arguments.players, report=_print, shared=arguments.shared)
    return int(any(check.faults for check in checks))


def bench(arguments: Namespace) -> int:
    """Print the benchmark's table."""
    from ttr_analysis.bench import MAPS, PLAYERS, STRATEGIES
    from ttr_analysis.bench import bench as measure

    maps = arguments.map or MAPS
    strategies = arguments.strategies or STRATEGIES
    measure(maps, strategies, arguments.players or PLAYERS, arguments.repetitions, report=_print)
    return 0


def _print(line: str) -> None:
    print(line, flush=True)
