"""Exact graph calculations on a map: cheapest paths, cuts, centrality, tickets, the longest trail.

The map is treated as a simple graph with one edge for each route, the cheapest of its tracks; costs are defined in
:mod:`ttr_analysis.exact.paths.graph`. A city or ticket that is not on the map is a MapError that suggests the nearest
name; any other bad argument is a ValueError that names it.
"""

from ttr_analysis import _make_room

_make_room(__name__)
