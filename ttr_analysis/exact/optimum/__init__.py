"""Exact optima for one player alone on the board: networks for a set of tickets, and for a number of trains."""

from ttr_analysis.exact.optimum.frontier import best_networks, network_table, optimum_by_trains
from ttr_analysis.exact.optimum.records import BestNetwork, Network, Progress
from ttr_analysis.exact.optimum.search import best_network
from ttr_analysis.exact.optimum.steiner import min_trains

__all__ = [
    "BestNetwork",
    "Network",
    "Progress",
    "best_network",
    "best_networks",
    "min_trains",
    "network_table",
    "optimum_by_trains",
]
