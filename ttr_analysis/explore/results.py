"""Tickets, scores and seats of games."""

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import charts, stats
from ttr_analysis.explore import words
from ttr_analysis.explore.base import as_widget
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.results.result import Result


class ResultExplorer(GameExplorer):
    """Tickets, scores and seats: choose a chart.

    Examples
    --------
    >>> explorer = ttr.explore.ResultExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    CHARTS = words.RESULT_CHARTS

    def controls(self) -> list[widgets.Widget]:
        """Return the menu of charts."""
        self.chart_menu = widgets.Dropdown(
            options=list(zip(words.RESULT_CHARTS, self.CHARTS, strict=True)), description=words.CHART
        )
        self.chart_menu.observe(self.refresh, "value")
        return [self.chart_menu]

    def digest(self, result: Result) -> None:
        """Draw all charts, so that switching between them takes no time."""
        tickets = stats.ticket_outcomes(result)
        figures = (
            charts.ticket_outcomes(tickets),
            charts.ticket_worth(tickets),
            charts.score_parts(result),
            charts.score_distribution(result),
            charts.win_share_by_seat(result),
            charts.game_lengths(result),
        )
        self._figures = {name: as_widget(figure) for name, figure in zip(self.CHARTS, figures, strict=True)}

    def figure(self) -> go.FigureWidget:
        """Return the chosen chart."""
        return self._figures[self.chart_menu.value]
