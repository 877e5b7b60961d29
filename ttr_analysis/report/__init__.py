"""The report of a map: an article that works offline, its charts and tables as files."""

from ttr_analysis import _make_room

_make_room(__name__)
