"""Tournaments: strategies against each other with common random numbers, rated with intervals."""

from __future__ import annotations

from ttr_analysis.experiments.tournament.files import load_tournament
from ttr_analysis.experiments.tournament.pairs import cycles, matchups, seats, win_matrix
from ttr_analysis.experiments.tournament.play import tournament
from ttr_analysis.experiments.tournament.points import margins, score_counts, score_parts
from ttr_analysis.experiments.tournament.ratings import Ratings, ratings
from ttr_analysis.experiments.tournament.record import Tournament, TournamentManifest
from ttr_analysis.experiments.tournament.standings import standings
from ttr_analysis.experiments.tournament.stopping import anytime_matchups

__all__ = [
    "Ratings",
    "Tournament",
    "TournamentManifest",
    "anytime_matchups",
    "cycles",
    "load_tournament",
    "margins",
    "matchups",
    "ratings",
    "score_counts",
    "score_parts",
    "seats",
    "standings",
    "tournament",
    "win_matrix",
]
