"""Tournaments: who beats whom, and by how much."""

from collections.abc import Sequence

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import charts
from ttr_analysis.experiments.tournament import Tournament, tournament
from ttr_analysis.explore import choices, words
from ttr_analysis.explore.base import WIDE, as_widget, set_range, slider
from ttr_analysis.explore.running import RunningExplorer
from ttr_analysis.maps import MapLike
from ttr_analysis.strategies.base import available_strategies


class TournamentExplorer(RunningExplorer):
    """Choose map, players and strategies; *Run* lets them play against each other.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map, by name, by folder, or a map made in Python.
    strategies : sequence of str
        The initial strategies, at least two.
    players, games, seed : int
        Their initial values; ``games`` is the number for each seating.

    Attributes
    ----------
    tournament : Tournament or None
        The most recent tournament.

    Examples
    --------
    >>> explorer = ttr.explore.TournamentExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    CHARTS = ("ladder", "win_matrix", "margins", "scores", "score_parts", "seats")

    def __init__(
        self,
        game_map: MapLike = "usa",
        strategies: Sequence[str] = ("expert", "ticket_planner", "long_routes"),
        players: int = 2,
        games: int = 200,
        seed: int = 1,
    ) -> None:
        super().__init__(game_map, words.PRESS_RUN)
        self.tournament: Tournament | None = None
        self._figures: dict[str, go.FigureWidget] = {}
        wide = widgets.Layout(width=WIDE)
        self.strategies_menu = widgets.SelectMultiple(
            options=choices.strategies(), value=tuple(strategies), description=words.STRATEGIES, layout=wide,
            rows=len(available_strategies()), tooltip=words.TWO_OR_MORE,
        )  # fmt: skip
        self.players_slider = slider(words.PLAYERS, words.PLAYERS_HINT, players, 1, players)
        self.games_slider = slider(words.GAMES, words.GAMES_HINT, games, min(games, 20), max(games, 2000))
        self.seed_box = widgets.BoundedIntText(seed, 0, 2**31 - 1, description=words.SEED, layout=wide)
        self.chart_menu = widgets.Dropdown(
            options=[(label, chart) for chart, label in words.TOURNAMENT_CHARTS.items()],
            description=words.CHART,
            layout=wide,
        )
        self.map_menu.observe(self._map_chosen, "value")
        self.chart_menu.observe(self.refresh, "value")
        self._map_chosen(None)
        self.need_run(self.map_menu, self.ticket_set_menu, self.strategies_menu)
        self.need_run(self.players_slider, self.games_slider, self.seed_box)
        self.arrange(
            [self.map_menu, self.ticket_set_menu, self.players_slider, self.games_slider, self.seed_box],
            [self.strategies_menu, self.chart_menu],
            below=[self.run_row],
        )

    def work(self) -> None:
        """Play the tournament and draw its charts, so that switching between them takes no time."""
        played = tournament(
            self.chosen_map(), self.strategies_menu.value,
            players=self.players_slider.value, games=self.games_slider.value, seed=self.seed_box.value,
            progress=False, on_progress=self.advance,
        )  # fmt: skip
        self.status.value = words.ESTIMATING_SEATINGS.format(games=played.games)
        self.tournament = played
        self.forget()
        self.refresh()
        stopped = "" if played.games == played.manifest.asked else words.STOPPED
        self.status.value = (
            words.PLAYED_SEATINGS.format(games=played.games, seatings=len(played.manifest.seatings)) + stopped
        )

    def forget(self) -> None:
        """Draw all charts, in the language in use."""
        if self.tournament is not None:
            drawn = charts.tournament_charts(self.tournament)
            self._figures = {name: as_widget(chart) for name, chart in drawn.items()}

    def refresh(self, change: object = None) -> None:
        """Redraw the figure; another chart needs no new games."""
        if self.tournament is not None:
            super().refresh(change)

    def figure(self) -> go.FigureWidget:
        """Return the chosen chart."""
        chart = self.chart_menu.value
        if chart not in self._figures:
            raise ValueError(words.NO_CHART.format(chart=chart))
        return self._figures[chart]

    def _map_chosen(self, change: object) -> None:
        del change
        fewest, most = self.offer_ticket_sets().rules.players
        set_range(self.players_slider, fewest, most)
