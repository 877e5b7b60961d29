"""The digest of a map: a hash of all that affects games."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap, Track


def map_digest(game_map: GameMap) -> str:
    """Return the SHA-256 digest (hexadecimal) of all that affects games: cities, tracks, tickets and rules.

    Comments, positions on the board, aliases, titles and notices do not change it.
    """
    decisive = {
        "cities": [(city.name, sorted(city.tags)) for city in game_map.cities],
        "tracks": [_without_label(track) for track in game_map.tracks],
        "tickets": [asdict(ticket) for ticket in game_map.tickets],
        "bonus_tickets": [asdict(bonus) for bonus in game_map.bonus_tickets],
        "rules": asdict(game_map.rules),
    }
    canonical = json.dumps(decisive, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _without_label(track: Track) -> dict[str, Any]:
    return {name: value for name, value in asdict(track).items() if name != "label"}
