"""Simulate and analyse Ticket to Ride: what its routes, tickets and strategies are worth.

Importing the package is cheap: each name below is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ttr_analysis.maps.folder import available_maps, load_map
    from ttr_analysis.play.game import Game
    from ttr_analysis.play.simulate import simulate

__version__ = "0.1.0"

__all__ = ["Game", "__version__", "available_maps", "load_map", "simulate"]

_HOMES = {
    "Game": "ttr_analysis.play.game",
    "available_maps": "ttr_analysis.maps.folder",
    "load_map": "ttr_analysis.maps.folder",
    "simulate": "ttr_analysis.play.simulate",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
