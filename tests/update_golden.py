"""Write ``tests/golden.json`` anew: ``python tests/update_golden.py``.

Do this only when the same seed is meant to give other games, and say why in CHANGELOG.md.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from table_hashes import golden_games

GOLDEN_FILE = Path(__file__).parent / "golden.json"

if __name__ == "__main__":
    GOLDEN_FILE.write_text(json.dumps(golden_games(), indent=2) + "\n", encoding="utf-8")
