"""``ttr strategies``: list the strategies, and check those of your own."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words

if TYPE_CHECKING:
    from ttr_analysis.strategies import Strategy


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    made = _common.add_command(
        commands,
        "strategies",
        list_strategies,
        "list the strategies, their ideas and weights, or check one",
        "ttr strategies check my.py",
    )
    _common.add_code(made)
    _common.add_json(made, "the list")
    actions = made.add_subparsers(title="actions", metavar="ACTION")
    summary = "check that strategies follow the rules on every map; the exit code is 1 if one does not"
    check = _common.add_command(actions, "check", check_strategies, summary, "ttr strategies check my.py --map usa")
    check.add_argument("what", metavar="FILE|NAME", help="a Python file with strategies, or the name of one")
    _common.add_maps(check, "map (repeatable; default: all)")
    _common.add_player_counts(check)
    _common.add_games(check, 2, "games for each map and number of players")
    _common.add_seed(check, 1)
    check.add_argument(
        "--limit",
        type=_common.seconds,
        default=600.0,
        metavar="S",
        help="seconds after which the check is stopped (default: 600)",
    )
    check.add_argument("--here", action="store_true", help="check in this process, without the time limit")
    _common.add_code(check)


def list_strategies(arguments: Namespace) -> int:
    """Print the strategies with their ideas and weights."""
    from ttr_analysis.strategies import available_strategies, get_strategy

    _common.load_code(arguments.code)
    if arguments.json:
        every = map(get_strategy, available_strategies())
        _output.print_json(
            [{"name": s.name, "idea": s.idea, "source": s.source, "weights": dict(s.weights)} for s in every]
        )
        return 0
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
    sent = [arguments.what, "--here", "--games", str(arguments.games), "--seed", str(arguments.seed)]
    sent += [word for name in arguments.map for word in ("--map", name)]
    sent += [word for number in arguments.players for word in ("--players", str(number))]
    sent += [word for file in arguments.code for word in ("--code", file)]
    command = [sys.executable, "-m", "ttr_analysis", "strategies", "check", *sent]
    try:
        code = subprocess.run(command, timeout=arguments.limit, check=False).returncode
    except subprocess.TimeoutExpired:
        print(words.check_stopped(arguments.what, arguments.limit))
        return 1
    if code < 0:
        print(words.check_crashed(arguments.what, -code))
        return 1
    return code


def _check_here(arguments: Namespace) -> int:
    from ttr_analysis.experiments.conformance import check_strategy
    from ttr_analysis.strategies import load_file

    _common.load_code(arguments.code)
    is_file = Path(arguments.what).suffix == ".py"
    game_maps, faults = [_common.map_of(name, rules=arguments.rule) for name in arguments.map], False
    for name in load_file(arguments.what) if is_file else [arguments.what]:
        _output.print_now(name)
        for found in check_strategy(
            game_maps, name, players=arguments.players, games=arguments.games, seed=arguments.seed
        ):
            _output.print_now(f"  {found}")
            faults = faults or bool(found.faults)
    return int(faults)
