"""``ttr strategies``, ``ttr verify`` and ``ttr bench``."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from argparse import Namespace
from pathlib import Path
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
    """Return the weights as text; for a strategy that builds on another one, only those that differ from it."""
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


def check_strategies(arguments: Namespace) -> int:
    """Check the strategies of a file, or one by name, in a separate process that is stopped at the time limit."""
    if arguments.here:
        return _check_here(arguments)
    words = [arguments.what, "--here", "--games", str(arguments.games), "--seed", str(arguments.seed)]
    words += [word for name in arguments.map for word in ("--map", name)]
    words += [word for number in arguments.players for word in ("--players", str(number))]
    words += [word for file in arguments.code for word in ("--code", file)]
    command = [sys.executable, "-m", "ttr_analysis", "strategies", "check", *words]
    try:
        code = subprocess.run(command, timeout=arguments.limit, check=False).returncode
    except subprocess.TimeoutExpired:
        print(
            f"ttr: {arguments.what}: stopped because it had not finished after {arguments.limit:g} seconds; "
            "perhaps an infinite loop? The last line above shows how far it got (--limit S allows more time)"
        )
        return 1
    if code < 0:
        print(f"ttr: {arguments.what}: its process crashed (signal {-code}); the last line above shows where")
        return 1
    return code


def _check_here(arguments: Namespace) -> int:
    from ttr_analysis.cli.boards import map_of
    from ttr_analysis.cli.games import load_code
    from ttr_analysis.experiments.conformance import check_strategy
    from ttr_analysis.strategies import load_file

    load_code(arguments.code)
    is_file = Path(arguments.what).suffix == ".py"
    game_maps, faults = [map_of(name) for name in arguments.map], False
    for name in load_file(arguments.what) if is_file else [arguments.what]:
        _print(name)
        for found in check_strategy(name, game_maps, arguments.players, arguments.games, arguments.seed):
            _print(f"  {found}")
            faults = faults or bool(found.faults)
    return int(faults)


def verify(arguments: Namespace) -> int:
    """Replay games of every lineup; return exit code 1 if the referee finds a fault."""
    from ttr_analysis.cli.boards import map_of
    from ttr_analysis.experiments.verify import verify as check
    from ttr_analysis.maps.folder import available_maps

    names = available_maps() if "all" in arguments.map else arguments.map or ("usa",)
    game_maps = [map_of(name) for name in names]
    checks = check(
        game_maps, arguments.games, arguments.seed, arguments.players, on_progress=_print, shared=arguments.shared
    )
    return int(any(check.faults for check in checks))


def bench(arguments: Namespace) -> int:
    """Print the benchmark's table."""
    from ttr_analysis.experiments.bench import MAPS, PLAYERS, STRATEGIES
    from ttr_analysis.experiments.bench import bench as measure

    maps = arguments.map or MAPS
    strategies = arguments.strategies or STRATEGIES
    measure(maps, strategies, arguments.players or PLAYERS, arguments.repetitions, say=_print)
    return 0


def _print(line: str) -> None:
    print(line, flush=True)
