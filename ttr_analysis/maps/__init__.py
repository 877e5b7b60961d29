"""Maps as data: folders of CSV files read into a checked :class:`~ttr_analysis.maps.game_map.GameMap`."""

from __future__ import annotations

from ttr_analysis.maps.folder import available_maps as available_maps
from ttr_analysis.maps.folder import load_map as load_map
