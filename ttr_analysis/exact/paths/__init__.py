"""Exact graph calculations on a map: cheapest paths, cuts, centrality, tickets, the longest trail.

The map is treated as a simple graph with one edge for each route, the cheapest of its tracks; costs are defined in
:mod:`ttr_analysis.exact.paths.graph`. A city or ticket that is not on the map is a MapError that suggests the nearest
name; any other bad argument is a ValueError that names it.
"""

from __future__ import annotations

from ttr_analysis.exact.paths.graph import Cost, distances, route_graph, track_costs
from ttr_analysis.exact.paths.tickets import (
    joining_cost,
    new_ticket_odds,
    ticket_costs,
    ticket_load,
    ticket_overlap,
    ticket_overlaps,
    trains_missing,
)
from ttr_analysis.exact.paths.tours import path_through
from ttr_analysis.exact.paths.trail import LongestTrail, longest_trail
from ttr_analysis.exact.paths.ways import (
    DisjointPaths,
    RoutePath,
    betweenness,
    city_losses,
    detours,
    disjoint_paths,
    effective_resistance,
    k_shortest_paths,
    shortest_path,
    shortest_paths,
)

__all__ = [
    "Cost",
    "DisjointPaths",
    "LongestTrail",
    "RoutePath",
    "betweenness",
    "city_losses",
    "detours",
    "disjoint_paths",
    "distances",
    "effective_resistance",
    "joining_cost",
    "k_shortest_paths",
    "longest_trail",
    "new_ticket_odds",
    "path_through",
    "route_graph",
    "shortest_path",
    "shortest_paths",
    "ticket_costs",
    "ticket_load",
    "ticket_overlap",
    "ticket_overlaps",
    "track_costs",
    "trains_missing",
]
