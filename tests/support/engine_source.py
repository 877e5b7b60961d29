"""The functions of the engine and of other rooms by name, and how to let one of them run changed source.

Without the compiler (``NUMBA_DISABLE_JIT=1``) those of the engine are plain Python functions, as those of other rooms
always are: to swap the code of one changes it for everybody who imported it.
"""

from __future__ import annotations
import __future__ as future

import ast
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import CodeType, FunctionType

import ttr_analysis.engine
from ttr_analysis.engine.compiled import INTERPRETED


@cache
def engine_functions() -> dict[str, FunctionType]:
    """Every function of the engine's modules, whichever it lies in."""
    assert INTERPRETED, "compiled code cannot be swapped: set NUMBA_DISABLE_JIT=1"
    functions: dict[str, FunctionType] = {}
    for module_info in pkgutil.iter_modules(ttr_analysis.engine.__path__, "ttr_analysis.engine."):
        module = import_module(module_info.name)
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and value.__module__ == module.__name__:
                assert name not in functions, f"the engine has two functions {name}"
                functions[name] = value
    return functions


@cache
def functions_of(room: str) -> dict[str, FunctionType]:
    """Every function and method of a room, by module and name; those that need a cell of their class are left out."""
    home = import_module(f"ttr_analysis.{room}")
    functions: dict[str, FunctionType] = {}
    for module_info in pkgutil.walk_packages(home.__path__, f"{home.__name__}."):
        module = import_module(module_info.name)
        classes = [each for each in vars(module).values() if inspect.isclass(each)]
        for value in [each for holder in (module, *classes) for each in vars(holder).values()]:
            plain = inspect.unwrap(getattr(value, "fget", None) or getattr(value, "__func__", None) or value)
            if isinstance(plain, FunctionType) and plain.__module__ == module.__name__ and not plain.__closure__:
                functions[f"{module.__name__.removeprefix('ttr_analysis.')}.{plain.__qualname__}"] = plain
    return {name: each for name, each in functions.items() if "<" not in name and each.__code__.co_filename[0] != "<"}


def syntax_of(function: FunctionType) -> ast.FunctionDef:
    """A function's source as a tree, without decorators, with the line numbers of its file."""
    lines, first = inspect.getsourcelines(function)
    node = ast.parse(textwrap.dedent("".join(lines))).body[0]
    assert isinstance(node, ast.FunctionDef)
    node.decorator_list = []
    return ast.increment_lineno(node, first - 1)


def code_of(function: FunctionType, node: ast.FunctionDef) -> CodeType:
    """The code of other source for a function, as in its own module."""
    flags = future.annotations.compiler_flag
    module = ast.Module([node], [])
    scope: dict[str, FunctionType] = {}
    exec(compile(module, inspect.getfile(function), "exec", flags, dont_inherit=True), function.__globals__, scope)
    return scope[function.__name__].__code__


@contextmanager
def swapped(function: FunctionType, code: CodeType) -> Iterator[None]:
    """Let a function run other code for a while."""
    before = function.__code__
    function.__code__ = code
    try:
        yield
    finally:
        function.__code__ = before
