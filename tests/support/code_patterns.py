"""Find and replace pieces of code by their form, whatever their variables are called.

A pattern is an expression or some statements. In it

- names of functions that are called, and names in capitals, stand for themselves, also as ``module.NAME``;
- any other name stands for any expression, and for the same one wherever it occurs again;
- attributes (the fields of records), numbers and operators stand for themselves;
- a call ``f(...)`` stands for a call of ``f`` with any arguments, a statement ``...`` for any statements, or none.

The replacement may use everything that the pattern found.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

Found = dict[str, Any]
"""What the names, the calls and the gaps of a pattern stand for."""

_IGNORED = {"ctx", "kind", "type_comment"}


def replaced(function: ast.FunctionDef, pattern: str, replacement: str) -> ast.FunctionDef:
    """A copy of a function in which the one piece of a form is replaced; loud if it has none, or several."""
    changed = copy.deepcopy(function)
    wanted, new = ast.parse(pattern).body, ast.parse(replacement).body
    whole = len(wanted) == len(new) == 1 and isinstance(wanted[0], ast.Expr) and isinstance(new[0], ast.Expr)
    found = list(_expressions(changed, wanted[0].value) if whole else _statements(changed, wanted))  # type: ignore[attr-defined]
    assert len(found) == 1, f"{function.name} has {len(found)} times: {pattern}"
    holder, key, names = found[0]
    filled = _Filler(names).visit(ast.Module(new, []))
    holder[key] = filled.body[0].value if whole else filled.body
    return ast.fix_missing_locations(changed)


def _expressions(tree: ast.AST, pattern: ast.expr) -> Iterator[tuple[Any, Any, Found]]:
    """Where expressions have a form: what holds them, their key there, and what the names stand for."""
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            holder, keys = (value, range(len(value))) if isinstance(value, list) else (vars(node), [field])
            for key in keys:
                if isinstance(holder[key], ast.expr):
                    yield from ((holder, key, found) for found in _matches(pattern, holder[key], {}))


def _statements(tree: ast.AST, pattern: list[ast.stmt]) -> Iterator[tuple[Any, Any, Found]]:
    """Where statements have a form: the list that holds them, their slice of it, what the names stand for."""
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            held = getattr(node, field, None)
            for first in range(len(held) if isinstance(held, list) else 0):
                yield from (
                    (held, slice(first, end), found) for end, found in list(_runs(pattern, held, first, {}))[:1]
                )


def _runs(pattern: list[Any], held: list[Any], at: int, found: Found) -> Iterator[tuple[int, Found]]:
    """Where a run of a form ends that begins at a place; the shortest first."""
    if not pattern:
        yield at, found
    elif _is_gap(pattern[0]):
        for end in range(at, len(held) + 1):
            yield from _runs(pattern[1:], held, end, {**found, f"gap {_gaps(found)}": held[at:end]})
    elif at < len(held):
        for more in _matches(pattern[0], held[at], found):
            yield from _runs(pattern[1:], held, at + 1, more)


def _matches(pattern: Any, node: Any, found: Found) -> Iterator[Found]:
    """What the names stand for if code has a form, in each way in which it has it."""
    match pattern:
        case ast.Name(id=name) if name.isupper():
            if _is_named(name, node):
                yield {**found, name: node}
        case ast.Name(id=name):
            if isinstance(node, ast.expr) and ast.unparse(found.get(name, node)) == ast.unparse(node):
                yield {**found, name: node}
        case ast.Call(func=ast.Name(id=name), args=arguments):
            if isinstance(node, ast.Call) and _is_named(name, node.func):
                named = {**found, name: node.func}
                if _is_any(arguments):
                    yield {**named, f"{name}(...)": node}
                else:
                    yield from _matches(arguments, node.args, named)
        case ast.AST():
            if type(pattern) is type(node):
                fields = [field for field in pattern._fields if field not in _IGNORED]
                yield from _all_match([(getattr(pattern, field), getattr(node, field)) for field in fields], found)
        case [ast.stmt(), *_]:
            yield from (more for end, more in _runs(pattern, node, 0, found) if end == len(node))
        case list():
            if len(pattern) == len(node):
                yield from _all_match(list(zip(pattern, node, strict=True)), found)
        case _:
            if pattern == node:
                yield found


def _all_match(pairs: list[tuple[Any, Any]], found: Found) -> Iterator[Found]:
    if not pairs:
        yield found
        return
    for more in _matches(*pairs[0], found):
        yield from _all_match(pairs[1:], more)


def _is_named(name: str, node: Any) -> bool:
    """Whether an expression is a name, or that name in some module."""
    return (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)


def _is_any(arguments: list[ast.expr]) -> bool:
    return len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and arguments[0].value is ...


def _is_gap(node: Any) -> bool:
    return isinstance(node, ast.Expr) and _is_any([node.value])


def _gaps(found: Found) -> int:
    return sum(name.startswith("gap ") for name in found)


class _Filler(ast.NodeTransformer):
    """Puts in what names, calls and gaps stand for."""

    def __init__(self, found: Found) -> None:
        self.found = found
        self.gaps = 0

    def visit_Name(self, node: ast.Name) -> ast.expr:
        filled = copy.deepcopy(self.found.get(node.id, node))
        filled.ctx = node.ctx
        return filled

    def visit_Call(self, node: ast.Call) -> ast.AST:
        known = f"{node.func.id}(...)" if isinstance(node.func, ast.Name) and _is_any(node.args) else ""
        return copy.deepcopy(self.found[known]) if known else self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if not _is_gap(node):
            return self.generic_visit(node)
        self.gaps += 1
        return copy.deepcopy(self.found[f"gap {self.gaps - 1}"])
