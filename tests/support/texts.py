"""The English texts that readers see, as the keys of every catalogue: from modules of words, and from ``say``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import ttr_analysis
from ttr_analysis.charts.words import player, spaced
from ttr_analysis.maps import available_maps, load_map
from ttr_analysis.strategies import available_strategies, get_strategy
from ttr_analysis.strategies.learned import features

PACKAGE = Path(str(ttr_analysis.__file__)).parent


def english_texts() -> list[str]:
    """All texts that have words, in the order of files and lines, the names of
    strategies and their weights as people write them, and what ``learned`` looks at."""
    found: dict[str, None] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        source = file.read_text(encoding="utf-8")
        if "words_of(__name__)" in source:
            found |= dict.fromkeys(texts_of(module_of(file)))
        if "maps.languages import" in source or "languages.say(" in source:
            found |= dict.fromkeys(said_in(source))
    found |= dict.fromkeys(map(player, available_strategies()))
    found |= dict.fromkeys(spaced(weight) for name in available_strategies() for weight in get_strategy(name).weights)
    found |= dict.fromkeys([*features.STATE.values(), *features.MOVE.values(), *features.KEEP.values()])
    return [text for text in found if has_words(text)]


def printed_cities() -> list[str]:
    """The names of all cities and countries, by the letters, as they are printed on the boards."""
    maps = map(load_map, available_maps())
    return sorted({name for each in maps for name in (*(city.name for city in each.cities), *each.countries)})


def module_of(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)


def texts_of(module: str) -> Iterator[str]:
    """The texts of a module of words."""
    for name, value in vars(import_module(module)).items():
        if name.isupper():
            yield from texts_within(value)


def texts_within(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (text for each in value.values() for text in texts_within(each))
    elif isinstance(value, tuple | list):
        yield from (text for each in value for text in texts_within(each))


def said_in(source: str) -> Iterator[str]:
    """The texts that a module asks for by ``say("...")``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "say":
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def has_words(text: str) -> bool:
    """Whether anything of a text can be translated: a letter, a form, or a percent sign after a number."""
    if re.search(r"\{\w+:[^{}]*\|", text):
        return True
    bare = re.sub(r"%?\{\{?[^{}]*\}\}?|<[^<>]*>", "", text)
    return bool(re.search(r"[A-Za-z%]", bare))
