"""Same seed, same games, from version to version."""

from __future__ import annotations

import json
from pathlib import Path

from table_hashes import golden_games

GOLDEN_FILE = Path(__file__).with_name("golden.json")


def test_the_games_are_the_golden_ones() -> None:
    golden, played = json.loads(GOLDEN_FILE.read_text(encoding="utf-8")), golden_games()
    changed = [name for name in sorted(golden.keys() | played.keys()) if golden.get(name) != played.get(name)]
    assert not changed, (
        f"other games than before: {', '.join(changed)}. If that is meant, run python tests/update_golden.py "
        "and say why in CHANGELOG.md"
    )
