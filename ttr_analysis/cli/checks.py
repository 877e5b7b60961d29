"""``ttr strategies``, ``ttr verify`` and ``ttr bench``."""

from __future__ import annotations

from argparse import Namespace


def list_strategies(arguments: Namespace) -> int:
    """Print the strategies with their ideas and weights."""
    from ttr_analysis.cli.games import load_code
    from ttr_analysis.strategies import available_strategies, get_strategy

    load_code(arguments.code)
    for name in available_strategies():
        strategy = get_strategy(name)
        print(f"{name:<18}{strategy.idea}")
        if strategy.source:
            print(f"{'':<18}source: {strategy.source}")
        if strategy.weights:
            print(f"{'':<18}weights: {', '.join(f'{key} = {value:g}' for key, value in strategy.weights.items())}")
    return 0


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
