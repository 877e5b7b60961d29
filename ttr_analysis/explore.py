"""Explorers for notebooks: controls, a *Run* button with progress and *Stop*, a figure.

A control that needs no new games changes the figure at once; everything else waits for
*Run*. Errors are shown under the controls. The plain figure is built first and wrapped as a
widget then, so that it survives being shown inside a box.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from threading import Event, Thread
from typing import Any

import ipywidgets as widgets
import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import values
from ttr_analysis.board import GameMap
from ttr_analysis.charts import plots, theme, ticket_plots
from ttr_analysis.charts.board_shapes import area, joined, space_outlines
from ttr_analysis.charts.boards import MEASURES, value_board
from ttr_analysis.charts.captions import caption_of
from ttr_analysis.errors import TicketToRideError
from ttr_analysis.layout import load_layout, make_layout
from ttr_analysis.maps import available_maps, load_map
from ttr_analysis.results import TABLES, Result
from ttr_analysis.simulation import simulate
from ttr_analysis.strategies.base import available_strategies

CHUNK = 250
"""Games between two looks at the *Stop* button."""

WIDTH = 900
"""Width of figures, in pixels."""


class Explorer:
    """What all explorers share: which games to play, and playing them.

    Parameters
    ----------
    map_name : str
        The map to begin with.
    strategies : sequence of str
        The line-up to begin with: one strategy for all seats, or one for each player.
    players, games, seed : int
        What to begin with.

    Attributes
    ----------
    widget : ipywidgets.VBox
        To be shown: the last line of a cell.
    result : Result or None
        The games played last.
    """

    def __init__(
        self,
        map_name: str = "usa",
        strategies: Sequence[str] = ("ticket_planner",),
        players: int = 4,
        games: int = 2000,
        seed: int = 1,
    ) -> None:
        self.result: Result | None = None
        self._stop = Event()
        self._thread: Thread | None = None
        wide = widgets.Layout(width="320px")
        self.map_menu = widgets.Dropdown(options=list(available_maps()), value=map_name, description="Map", layout=wide)
        self.deck_menu = widgets.Dropdown(description="Deck", layout=wide)
        self.strategies_menu = widgets.SelectMultiple(
            options=available_strategies(), value=tuple(dict.fromkeys(strategies)), description="Strategies", rows=3,
            layout=wide, tooltip="One for all seats, or several that share the seats in turn",
        )  # fmt: skip
        self.players_slider = widgets.IntSlider(
            players, 2, 5, description="Players", continuous_update=False, layout=wide
        )
        self.games_slider = widgets.IntSlider(
            games, min(games, 100), max(games, 20_000), 100, description="Games", continuous_update=False, layout=wide
        )
        self.seed_box = widgets.BoundedIntText(seed, 0, 2**31 - 1, description="Seed", layout=wide)
        self.run_button = widgets.Button(description="Run", icon="play", button_style="primary")
        self.stop_button = widgets.Button(description="Stop", icon="stop", disabled=True)
        self.progress = widgets.IntProgress(0, 0, 1, layout=widgets.Layout(width="220px"))
        self.status = widgets.Label("Press Run.")
        self.error = widgets.HTML()
        self.figure_box = widgets.VBox()
        self.map_menu.observe(self._map_chosen, "value")
        self.run_button.on_click(lambda button: self.start())
        self.stop_button.on_click(lambda button: self.stop())
        self._map_chosen(None)
        self.widget = widgets.VBox(
            [
                widgets.HBox(
                    [
                        widgets.VBox([self.map_menu, self.deck_menu, self.strategies_menu]),
                        widgets.VBox([self.players_slider, self.games_slider, self.seed_box]),
                        widgets.VBox(self.controls()),
                    ],
                    layout=widgets.Layout(flex_flow="row wrap"),
                ),
                widgets.HBox([self.run_button, self.stop_button, self.progress, self.status]),
                self.error,
                self.figure_box,
            ]
        )

    def controls(self) -> list[widgets.Widget]:
        """The controls of one explorer that need no new games."""
        return []

    def digest(self, result: Result) -> None:
        """Make the tables of new games; slow work belongs here."""

    def figure(self) -> go.FigureWidget:
        """The live figure for the games played and the controls as they are."""
        raise NotImplementedError

    def start(self) -> None:
        """Play in the background; the notebook stays alive, and *Stop* works."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self.run, daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop after the games under way; what has been played is shown."""
        self._stop.set()

    def run(self) -> None:
        """Play as the controls say, and show the figure; returns when it is done."""
        self._stop.clear()
        self.run_button.disabled, self.stop_button.disabled = True, False
        try:
            self.error.value = ""
            result = self._play()
            self.status.value = f"{len(result):,} games; estimating ..."
            self.digest(result)
            self.result = result
            self.refresh()
            self.status.value = f"{len(result):,} games" + ("" if result.complete else ", stopped")
        except TicketToRideError as error:
            self._show_error(str(error))
            self.status.value = "Nothing was played."
        except Exception as error:
            self._show_error(f"{type(error).__name__}: {error}")
            self.status.value = "Failed."
        finally:
            self.run_button.disabled, self.stop_button.disabled = False, True

    def refresh(self, change: object = None) -> None:
        """Show the figure anew; for controls that need no new games."""
        del change
        if self.result is None:
            return
        try:
            self.error.value = ""
            self.figure_box.children = (self.figure(),)
        except TicketToRideError as error:
            self._show_error(str(error))

    def line_up(self) -> list[str]:
        """The chosen strategies, dealt to the players in turn."""
        chosen = list(self.strategies_menu.value) or ["random"]
        return [chosen[i % len(chosen)] for i in range(self.players_slider.value)]

    def chosen_map(self) -> GameMap:
        """The chosen map with the chosen deck."""
        return load_map(self.map_menu.value, self.deck_menu.value)

    def _play(self) -> Result:
        """Chunks of games until all are played or *Stop* was pressed."""
        game_map, line_up = self.chosen_map(), self.line_up()
        games = self.games_slider.value
        self.progress.max, self.progress.value = games, 0
        self.status.value = "playing (the first time, the engine is compiled: about a minute) ..."
        parts: list[Result] = []
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            parts.append(simulate(game_map, line_up, count, self.seed_box.value, first_game=first, progress=False))
            self.progress.value = first + count
            self.status.value = f"{first + count:,} of {games:,} games"
            if self._stop.is_set():
                break
        return _united(parts, games)

    def _map_chosen(self, change: object) -> None:
        del change
        game_map = load_map(self.map_menu.value)
        self.deck_menu.index = None  # else the page shows no choice when the new one has the old position
        self.deck_menu.options = game_map.ticket_sets
        self.deck_menu.index = 0
        fewest, most = game_map.rules.players
        self.players_slider.min, self.players_slider.max = fewest, most

    def _show_error(self, message: str) -> None:
        self.error.value = f"<p style='color:#b3261e;white-space:pre-wrap'>{escape(message)}</p>"


class RouteExplorer(Explorer):
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
        self._boards = {}
        for measure in MEASURES:
            caption = caption_of(result.manifest, "wilson" if measure.endswith("_share") else "bootstrap")
            board = value_board(result.map, routes, measure, layout=layout, caption=caption, width=WIDTH)
            board.add_trace(area([], theme.NEUTRAL, rim=theme.PAPER, width=1.0))
            self._boards[measure] = _as_widget(board)

    def figure(self) -> go.FigureWidget:
        """The board coloured by the chosen measure."""
        board = self._boards[self.measure_menu.value]
        hidden = np.flatnonzero(self._claimed < self.least_slider.value)
        x, y = joined([outline for index in hidden for outline in self._outlines[index]])
        with board.batch_update():
            board.data[-1].x, board.data[-1].y = x, y
        return board


class ResultExplorer(Explorer):
    """Tickets, scores and seats: choose a chart."""

    CHARTS = ("tickets", "ticket value", "score parts", "scores", "seats", "game length")

    def controls(self) -> list[widgets.Widget]:
        """The chart."""
        self.chart_menu = widgets.Dropdown(options=self.CHARTS, description="Chart")
        self.chart_menu.observe(self.refresh, "value")
        return [self.chart_menu]

    def digest(self, result: Result) -> None:
        """All charts, so that changing between them takes no time."""
        manifest = result.manifest
        tickets = values.ticket_outcomes(result)
        shares, means = caption_of(manifest, "wilson"), caption_of(manifest, "bootstrap")
        both, none = caption_of(manifest, "both"), caption_of(manifest, "none")
        charts = (
            ticket_plots.ticket_chart(tickets, caption=shares),
            ticket_plots.difficulty_chart(tickets, caption=both),
            plots.score_parts_chart(values.score_parts(result), caption=means),
            plots.score_chart(values.score_distribution(result), caption=none),
            plots.seat_chart(values.win_share_by_seat(result), caption=means),
            plots.game_length_chart(values.game_lengths(result), caption=none),
        )
        self._figures = {name: _as_widget(chart) for name, chart in zip(self.CHARTS, charts, strict=True)}

    def figure(self) -> go.FigureWidget:
        """The chosen chart."""
        return self._figures[self.chart_menu.value]


def _as_widget(fig: go.Figure) -> go.FigureWidget:
    """A live figure without the table that a plain one carries."""
    return go.FigureWidget(go.Figure(fig).update_layout(meta=None))


def _united(parts: Sequence[Result], games: int) -> Result:
    """One result of several runs of consecutive games, of ``games`` that were wanted."""
    tables: dict[str, Any] = {
        name: pd.concat([part.table(name) for part in parts], ignore_index=True) for name in TABLES
    }
    finished = len(tables["games"])
    manifest = parts[0].manifest.model_copy(
        update={"games": games, "finished": finished, "complete": finished == games}
    )
    return Result(**tables, manifest=manifest, map=parts[0].map)
