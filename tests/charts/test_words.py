"""The words of charts, reports and explorers: in modules of words, and all of them used."""

from __future__ import annotations

import ast
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

import ttr_analysis

PACKAGE = Path(str(ttr_analysis.__file__)).parent
ROOMS = ("charts", "report", "explore")
SPOKEN = {"title", "description", "tooltip", "caption", "alt"}
"""Arguments and keys whose texts readers see."""


def spoken_texts(file: Path) -> list[str]:
    """Texts that a module hands to readers itself, instead of taking them from its room's words."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        pairs = [(each.arg, each.value) for each in node.keywords] if isinstance(node, ast.Call) else []
        if isinstance(node, ast.Dict):
            keys = [key.value if isinstance(key, ast.Constant) else None for key in node.keys]
            pairs += list(zip(keys, node.values, strict=True))
        for name, value in pairs:
            texts = [each.value for each in ast.walk(value) if isinstance(each, ast.Constant)]
            if name in SPOKEN and isinstance(value, ast.Constant | ast.JoinedStr):
                found += [text for text in texts if isinstance(text, str) and re.search(r"[A-Za-z]{3} ?[a-z]", text)]
    return found


def is_of_words(file: Path) -> bool:
    """Whether a module holds the words of its room, or of one subject."""
    return file.stem == "words" or file.stem.endswith("_words")


@pytest.mark.parametrize("room", ROOMS)
def test_what_readers_see_comes_from_the_words_of_the_room(room: str) -> None:
    files = [file for file in (PACKAGE / room).rglob("*.py") if not is_of_words(file)]
    assert files
    assert {file.name: texts for file in files if (texts := spoken_texts(file))} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_word_is_used(room: str) -> None:
    others = "\n".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py") if not is_of_words(file))
    named = set(re.findall(r"\b\w+\.[A-Z][A-Z0-9_]*\b", others))
    for file in filter(is_of_words, (PACKAGE / room).glob("*.py")):
        own = file.read_text(encoding="utf-8")
        times = Counter(re.findall(r"\b[A-Z][A-Z0-9_]*\b", own))
        for name in vars(import_module(f"ttr_analysis.{room}.{file.stem}")):
            if name.isupper() and name in times and f"import {name}" not in own:
                assert f"{file.stem}.{name}" in named or times[name] > 1, f"{room}/{file.name}: {name}"
