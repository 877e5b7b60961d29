"""Explorers for notebooks: controls, a figure, errors under the controls.

Controls that need no new games change the figure at once; all others wait for *Run*.
"""

from __future__ import annotations

from ttr_analysis.explore.base import Explorer
from ttr_analysis.explore.draws import DrawExplorer
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.explore.results import ResultExplorer
from ttr_analysis.explore.routes import TrackExplorer
from ttr_analysis.explore.tickets import TicketExplorer
from ttr_analysis.explore.tournaments import TournamentExplorer
from ttr_analysis.explore.tunnels import TunnelExplorer

__all__ = [
    "DrawExplorer",
    "Explorer",
    "GameExplorer",
    "ResultExplorer",
    "TicketExplorer",
    "TournamentExplorer",
    "TrackExplorer",
    "TunnelExplorer",
]
