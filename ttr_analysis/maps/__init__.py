"""Maps as data: folders of CSV files read into a checked :class:`~ttr_analysis.maps.game_map.GameMap`."""

from ttr_analysis import _make_room

_make_room(__name__)
