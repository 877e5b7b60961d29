"""Tournaments: strategies against each other on the same decks, rated with intervals."""

from __future__ import annotations

from ttr_analysis.experiments.tournament.files import load_tournament
from ttr_analysis.experiments.tournament.pairs import cycles, pairs, seats, win_matrix
from ttr_analysis.experiments.tournament.play import tournament
from ttr_analysis.experiments.tournament.points import margins, score_counts, score_parts
from ttr_analysis.experiments.tournament.ratings import Ratings, ratings
from ttr_analysis.experiments.tournament.record import Record, Tournament
from ttr_analysis.experiments.tournament.standings import standings
from ttr_analysis.experiments.tournament.stopping import anytime_pairs

__all__ = [
    "Ratings",
    "Record",
    "Tournament",
    "anytime_pairs",
    "cycles",
    "load_tournament",
    "margins",
    "pairs",
    "ratings",
    "score_counts",
    "score_parts",
    "seats",
    "standings",
    "tournament",
    "win_matrix",
]
