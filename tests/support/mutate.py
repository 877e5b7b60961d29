"""Seeded changes of texts, bytes, values and words: what a slip of the hand, a bad disk or an enemy makes of a file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

JUNK = (
    "", " ", "0", "-1", "2", "7", "1e999", "nan", "-inf", "3.5", "999999999999999999999", "true", "null", "[]",
    "{}", "x", "é", "\u202e", "\u0301", "\x1b[2J", "\0", "\N{FULLWIDTH DIGIT THREE}", "'", '"', ",", ";", "=", "<b>",
    "../..", "/dev/null", "%s", "{0}", "=1+1", "x" * 3000, "\n", "\r", "\t", "\ufeff", "gray", "locomotive",
)  # fmt: skip
"""What is put in place of something else."""

VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 3, 7, 255, 2**31, 2**63, -(2**63), 10**30, 0.5, 1e308, float("nan"), float("inf"),
    "", "x", "Denver", "\0", "x" * 3000, [], [[]], {}, {"x": 1}, [0, 1], [None], {"0": {}}, "0", -0.0,
)  # fmt: skip
"""What is put in place of a value in JSON."""


def in_text(text: str, random: Random) -> str:
    """Change a text in one to three places: letters, cells, lines."""
    for _ in range(random.choice((1, 1, 2, 3))):
        text = random.choice((_letters, _cell, _line, _number, _number, _number))(text, random)
    return text


def _letters(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(JUNK) + text[at + random.choice((0, 1, 1, 5)) :]


def _cell(text: str, random: Random) -> str:
    """Change what stands between commas, spaces and ends of lines."""
    ends = [i for i, letter in enumerate(text) if letter in ",\n =:>;"]
    if len(ends) < 2:
        return _letters(text, random)
    place = random.randrange(len(ends) - 1)
    start, end = ends[place] + 1, ends[place + 1]
    other = random.randrange(len(ends) - 1)
    new = random.choice((random.choice(JUNK), text[ends[other] + 1 : ends[other + 1]]))
    return text[:start] + new + text[end:]


def _line(text: str, random: Random) -> str:
    lines = text.split("\n")
    at, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


def _number(text: str, random: Random) -> str:
    """Put a number in place of a digit."""
    digits = [i for i, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return _letters(text, random)
    at = random.choice(digits)
    return text[:at] + str(random.choice((0, 1, 2, 3, 4, 5, 6, 9, 12, 45, -1, 100))) + text[at + 1 :]


def in_bytes(content: bytes, random: Random) -> bytes:
    """Change bytes: cut them off, overwrite, repeat or empty them."""
    at = random.randrange(len(content) + 1)
    match random.randrange(4):
        case 0:
            return content[:at]
        case 1:
            return content[:at] + random.randbytes(random.choice((1, 1, 8, 200))) + content[at + 1 :]
        case 2:
            return content[:at] + content
        case _:
            return random.randbytes(random.choice((0, 4, 500)))


def in_json(text: str, random: Random) -> str:
    """Change a value, a key or a length somewhere in JSON; now and then the text itself."""
    if random.random() < 0.2:
        return in_text(text, random)
    data = json.loads(text)
    for _ in range(random.choice((1, 1, 2))):
        data = _in_value(data, random)
    return json.dumps(data)


def _in_value(data: Any, random: Random) -> Any:
    if not isinstance(data, dict | list) or not data or random.random() < 0.1:
        return random.choice(VALUES)
    if isinstance(data, list):
        at = random.randrange(len(data))
        match random.randrange(5):
            case 0:
                return data[:at] + data[at + 1 :]
            case 1:
                return [*data, data[at]]
            case _:
                return [*data[:at], _in_value(data[at], random), *data[at + 1 :]]
    key = random.choice(list(data))
    match random.randrange(6):
        case 0:
            return {name: value for name, value in data.items() if name != key}
        case 1:
            return {(random.choice(JUNK) if name == key else name): value for name, value in data.items()}
        case 2:
            return data | {random.choice(JUNK): data[key]}
        case _:
            return data | {key: _in_value(data[key], random)}


def in_words(words: Sequence[str], random: Random) -> list[str]:
    """Change the words of a command line."""
    changed = list(words)
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(changed)) if changed else 0
        match random.randrange(5):
            case 0:
                del changed[at : at + 1]
            case 1:
                changed.insert(at, random.choice(JUNK))
            case 2:
                changed[at : at + 1] = [random.choice(JUNK)]
            case 3 if changed:
                other = random.randrange(len(changed))
                changed[at], changed[other] = changed[other], changed[at]
            case _ if changed:
                changed[at] = in_text(changed[at], random).replace("\n", " ")
            case _:
                pass
    return changed
