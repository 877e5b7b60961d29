"""The plain Python functions behind compiled ones, for those that only compiled code can call."""

from __future__ import annotations

from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any


def plain(module: ModuleType) -> SimpleNamespace:
    """Return the functions of a module, none of them compiled; made anew at each call, from the code they have now."""
    made: dict[FunctionType, FunctionType] = {}
    return SimpleNamespace(**{name: _plain(value, made) for name, value in vars(module).items()})


def _plain(value: Any, made: dict[FunctionType, FunctionType]) -> Any:
    """Return a function that calls plain functions only; anything else as it is."""
    function = getattr(value, "py_func", value)
    if not isinstance(function, FunctionType) or (function is value and not _calls_compiled(function)):
        return value
    if function not in made:
        scope = dict(function.__globals__)
        made[function] = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        scope |= {name: _plain(scope[name], made) for name in _names(function.__code__) & scope.keys()}
    return made[function]


def _calls_compiled(function: FunctionType) -> bool:
    names = _names(function.__code__) & function.__globals__.keys()
    return any(hasattr(function.__globals__[name], "py_func") for name in names)


def _names(code: CodeType) -> set[str]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return set(code.co_names).union(*map(_names, inner))
