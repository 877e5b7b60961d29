"""The words of charts, reports and explorers: in one module a room, and all of them used."""

from __future__ import annotations

import ast
import re
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


@pytest.mark.parametrize("room", ROOMS)
def test_what_readers_see_comes_from_the_words_of_the_room(room: str) -> None:
    files = [file for file in (PACKAGE / room).rglob("*.py") if file.name != "words.py"]
    assert files
    assert {file.name: texts for file in files if (texts := spoken_texts(file))} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_word_is_used(room: str) -> None:
    own = (PACKAGE / room / "words.py").read_text(encoding="utf-8")
    others = "\n".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py") if file.name != "words.py")
    for name in vars(import_module(f"ttr_analysis.{room}.words")):
        if name.isupper() and name in own and f"import {name}" not in own:
            used = re.search(rf"words\.{name}\b", others) or len(re.findall(rf"\b{name}\b", own)) > 1
            assert used, f"{room}/words.py: {name}"
