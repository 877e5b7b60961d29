"""Tickets, scores and seats of games."""

from __future__ import annotations

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import stats
from ttr_analysis.charts import scores
from ttr_analysis.charts import tickets as ticket_plots
from ttr_analysis.charts.captions import caption_of
from ttr_analysis.explore.base import as_widget
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.results.result import Result


class ResultExplorer(GameExplorer):
    """Tickets, scores and seats: choose a chart."""

    CHARTS = ("tickets", "ticket value", "score parts", "scores", "seats", "game length")

    def controls(self) -> list[widgets.Widget]:
        """Return the menu of charts."""
        self.chart_menu = widgets.Dropdown(options=self.CHARTS, description="Chart")
        self.chart_menu.observe(self.refresh, "value")
        return [self.chart_menu]

    def digest(self, result: Result) -> None:
        """Draw all charts, so that switching between them takes no time."""
        manifest = result.manifest
        tickets = stats.ticket_outcomes(result)
        shares, means = caption_of(manifest, "wilson"), caption_of(manifest, "bootstrap")
        both, none = caption_of(manifest, "both"), caption_of(manifest, "none")
        charts = (
            ticket_plots.ticket_chart(tickets, caption=shares),
            ticket_plots.difficulty_chart(tickets, caption=both),
            scores.score_parts_chart(stats.score_parts(result), caption=means),
            scores.score_chart(stats.score_distribution(result), caption=none),
            scores.seat_chart(stats.win_share_by_seat(result), caption=means),
            scores.game_length_chart(stats.game_lengths(result), caption=none),
        )
        self._figures = {name: as_widget(chart) for name, chart in zip(self.CHARTS, charts, strict=True)}

    def figure(self) -> go.FigureWidget:
        """Return the chosen chart."""
        return self._figures[self.chart_menu.value]
