"""How many parameters compiled functions have: what belongs together is handed on as one."""

from __future__ import annotations

import ast
from pathlib import Path

import ttr_analysis

MOST = 7
WIDE = {
    "colored_payments": 10,
    "plain_payments": 10,
    "play_games": 12,
    "strategy": 9,
    "write": 8,
    "write_cards": 8,
}
"""The functions that have more, and why is said beside each of them."""


def test_no_function_of_the_engine_or_a_strategy_has_many_parameters() -> None:
    root = Path(ttr_analysis.__file__).parent
    wide = {}
    for path in [*root.glob("engine/**/*.py"), *root.glob("strategies/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                count = len([*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs])
                if count > MOST:
                    wide[node.name] = count
    assert wide == WIDE
