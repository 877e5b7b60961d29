"""All tables and charts of a report, made from a result in one go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pandas as pd

from ttr_analysis import charts, stats
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.report import worth as valued
from ttr_analysis.report.chapter import Chapter, chapter
from ttr_analysis.report.features import feature_chapters
from ttr_analysis.results.result import Result

BOARD = 1000
"""Width of boards, in pixels: the full width of the article's column."""


@dataclass(frozen=True)
class Analysis:
    """The data of a report: a result and the tables of :mod:`ttr_analysis.stats` made from it."""

    result: Result
    track_table: pd.DataFrame
    tickets: pd.DataFrame
    parts: pd.DataFrame
    seats: pd.DataFrame
    strategies: pd.DataFrame
    facts: pd.Series[float]

    @classmethod
    def of(cls, result: Result) -> Analysis:
        """Compute every table of a result.

        Raises
        ------
        ResultError
            If there are too few games for intervals.
        """
        return cls(
            result,
            stats.track_values(result),
            stats.ticket_outcomes(result),
            stats.score_parts(result),
            stats.win_share_by_seat(result),
            stats.win_share_by_strategy(result),
            stats.game_facts(result),
        )

    @property
    def mixed(self) -> bool:
        """Whether different strategies played against each other."""
        return len(self.strategies) > 1

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return the tables by the stem of their file names."""
        tables = {
            "tracks": self.track_table,
            "routes": stats.track_values(self.result, by="route"),
            "tickets": self.tickets,
            "score_parts": self.parts,
            "seats": self.seats,
            "strategies": self.strategies,
            "games": pd.DataFrame(self.facts.rename_axis("measure").rename("value").reset_index()),
            "tunnel_surcharges": stats.tunnel_surcharges(self.result),
            "tunnels": stats.tunnel_values(self.result),
            "buildings": stats.building_values(self.result),
            "buildings_by_player": stats.buildings_by_player(self.result),
            "tours": stats.tour_outcomes(self.result),
        }
        return {stem: table for stem, table in tables.items() if len(table)}


def chapters(analysis: Analysis, worth: valued.Worth | None = None) -> Iterator[Chapter]:
    """Yield the charts of a report, in the order of the article."""
    if worth is not None:
        yield from valued.chapters(worth, analysis.result, BOARD)
    yield from _boards(analysis)
    yield from _tickets(analysis)
    yield from _scores(analysis)
    yield from feature_chapters(analysis.result)
    yield from _games(analysis)


def _boards(analysis: Analysis) -> Iterator[Chapter]:
    game_map = analysis.result.game_map
    options: dict[str, Any] = {"game_map": game_map, "layout": layout_of(game_map), "width": BOARD}
    for measure in ("claim_share", "winner_lift", "claim_round"):
        draw = charts.track_values
        yield chapter(f"board_{measure}", draw, analysis.track_table, measure, fixed=True, **options)


def _tickets(analysis: Analysis) -> Iterator[Chapter]:
    yield chapter("tickets", charts.ticket_outcomes, analysis.tickets)
    yield chapter("ticket_value", charts.ticket_worth, analysis.tickets, fixed=True)


def _scores(analysis: Analysis) -> Iterator[Chapter]:
    yield chapter("score_parts", charts.score_parts, analysis.parts)
    yield chapter("scores", charts.score_distribution, analysis.result)
    if analysis.mixed:
        yield chapter("strategies", charts.win_share_by_strategy, analysis.strategies)
    yield chapter("seats", charts.win_share_by_seat, analysis.seats)


def _games(analysis: Analysis) -> Iterator[Chapter]:
    yield chapter("game_length", charts.game_lengths, analysis.result)
    yield chapter("claim_rounds", charts.claim_turns_by_length, analysis.result)
    yield chapter("pieces_left", charts.pieces_left, analysis.result)
