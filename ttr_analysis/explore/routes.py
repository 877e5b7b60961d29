"""What tracks are worth, on the board."""

from __future__ import annotations

import ipywidgets as widgets
import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import values
from ttr_analysis.charts import theme
from ttr_analysis.charts.board_shapes import area, joined, space_outlines
from ttr_analysis.charts.boards import MEASURES, value_board
from ttr_analysis.charts.captions import caption_of
from ttr_analysis.explore.base import as_widget
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.layout import load_layout, make_layout
from ttr_analysis.results import Result


class RouteExplorer(GameExplorer):
    """What each track is worth, on the board: choose a measure, hide tracks that are rarely claimed."""

    def controls(self) -> list[widgets.Widget]:
        """Measure and least share of claims."""
        self.measure_menu = widgets.Dropdown(
            options=[(measure.title, name) for name, measure in MEASURES.items()], description="Measure"
        )
        self.least_slider = widgets.IntSlider(
            0, 0, 100, 5, description="At least %", continuous_update=False, tooltip="Hide tracks claimed less often"
        )
        for control in (self.measure_menu, self.least_slider):
            control.observe(self.refresh, "value")
        return [self.measure_menu, self.least_slider]

    def digest(self, result: Result) -> None:
        """Boards of all measures, each with a cover for hidden tracks, so that changes take no time."""
        routes = values.route_values(result)
        layout = load_layout(result.map) or make_layout(result.map)
        self._claimed: pd.Series[float] = 100 * routes["claim_share"]
        self._outlines = [
            [outline for line in layout.spaces(track) for outline in space_outlines(track, line)]
            for track in result.map.tracks
        ]
        self._boards: dict[str, go.Figure] = {}
        self._shown = ""
        for measure in MEASURES:
            caption = caption_of(result.manifest, "wilson" if measure.endswith("_share") else "bootstrap")
            board = value_board(result.map, routes, measure, layout=layout, caption=caption)
            board.add_trace(area([], theme.NEUTRAL, rim=theme.PAPER, width=1.0))
            self._boards[measure] = board

    def figure(self) -> go.FigureWidget:
        """The board coloured by the chosen measure."""
        hidden = np.flatnonzero(self._claimed < self.least_slider.value)
        x, y = joined([outline for index in hidden for outline in self._outlines[index]])
        if self._shown == self.measure_menu.value:
            with self._live.batch_update():
                self._live.data[-1].x, self._live.data[-1].y = x, y
            return self._live
        # A new one, as a live figure that is changed before it is shown may stay empty on the page.
        self._shown = self.measure_menu.value
        self._boards[self._shown].data[-1].update(x=x, y=y)
        self._live: go.FigureWidget = as_widget(self._boards[self._shown])
        return self._live
