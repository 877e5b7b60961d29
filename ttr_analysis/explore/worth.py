"""What things are worth: change one of them, or each in turn, and play the same games again."""

from collections.abc import Sequence

import ipywidgets as widgets
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import charts
from ttr_analysis.experiments.worth import measure, things
from ttr_analysis.explore import words
from ttr_analysis.explore.base import WIDE, Explorer, as_widget, offer
from ttr_analysis.explore.games import GameExplorer
from ttr_analysis.maps import MapLike
from ttr_analysis.strategies import DEFAULT_STRATEGY


class WorthExplorer(GameExplorer):
    """What things are worth: choose what is changed, for which player at which table, and how it is shown.

    The first of the strategies is the player of interest.

    Parameters
    ----------
    game_map : GameMap, str or Path
        The initial map, by name, by folder, or a map made in Python.
    strategies : sequence of str
        The initial lineup: one strategy for all seats, or one for each player.
    players, games, seed : int
        Their initial values; the games are those of each thing.

    Attributes
    ----------
    worth_table : DataFrame or None
        The most recent table of worth.

    Examples
    --------
    >>> explorer = ttr.explore.WorthExplorer("usa")
    >>> explorer.thing_menu.options[:2]
    ('all of them', 'Atlanta-Charleston')
    """

    def __init__(
        self,
        game_map: MapLike = "usa",
        strategies: Sequence[str] = (DEFAULT_STRATEGY,),
        players: int = 4,
        games: int = 100,
        seed: int = 1,
    ) -> None:
        self.worth_table: pd.DataFrame | None = None
        super().__init__(game_map, strategies, players, games, seed)

    def controls(self) -> list[widgets.Widget]:
        """Return the menus of changes, things, measures and charts."""
        wide = widgets.Layout(width=WIDE)
        changes = [
            (f"{words.WORTH_OF[of]}: {words.WORTH_IF[change]}", (of, change))
            for of, known in things.CHANGES.items()
            for change in known
        ]
        self.change_menu = widgets.Dropdown(options=changes, description=words.CHANGE, layout=wide)
        self.thing_menu = widgets.Dropdown(description=words.THING, layout=wide)
        measures = [(words.IN_POINTS, "points"), (words.IN_WINS, "win_share")]
        self.measure_menu = widgets.Dropdown(options=measures, description=words.MEASURE, layout=wide)
        self.chart_menu = widgets.Dropdown(options=words.WORTH_CHARTS, description=words.CHART, layout=wide)
        for control in (self.map_menu, self.ticket_set_menu, self.change_menu, self.players_slider):
            control.observe(self._offer_things, "value")
        for control in (self.measure_menu, self.chart_menu):
            control.observe(self.refresh, "value")
        self._offer_things(None)
        self.need_run(self.change_menu, self.thing_menu)
        return [self.change_menu, self.thing_menu, self.measure_menu, self.chart_menu]

    def work(self) -> None:
        """Measure what was chosen with the controls, and show the figure."""
        (of, change), thing = self.change_menu.value, self.thing_menu.value
        self._valued_map = self.chosen_map()
        self.worth_table = measure.worth(
            self._valued_map, self.lineup(), of=of, change=change, only=None if thing == words.ALL else [thing],
            players=self.players_slider.value, games=self.games_slider.value, seed=self.seed_box.value,
            progress=False, on_progress=self.advance,
        )  # fmt: skip
        self.refresh()
        stopped = "" if self.worth_table.attrs["complete"] else words.STOPPED
        self.status.value = words.PLAYED_PAIRS.format(games=int(self.worth_table["n"].max())) + stopped

    def refresh(self, change: object = None) -> None:
        """Redraw the figure after a change that needs no new games."""
        if self.worth_table is not None:
            Explorer.refresh(self, change)

    def figure(self) -> go.FigureWidget:
        """Return the chart that was chosen, or the one that such things have."""
        assert self.worth_table is not None
        table, column = self.worth_table, self.measure_menu.value
        board, ranking, _ = words.WORTH_CHARTS
        chart = self.chart_menu.value
        if chart == board and table.attrs["worth"]["of"] in ("routes", "tracks"):
            return as_widget(charts.worth_board(table, column, game_map=self._valued_map))
        if chart in (board, ranking):
            return as_widget(charts.worth_ranking(table, column, game_map=self._valued_map))
        return as_widget(charts.points_and_wins(table, game_map=self._valued_map))

    def _offer_things(self, change: object) -> None:
        """Offer what can be changed so on the chosen map."""
        del change
        if self.ticket_set_menu.value is not None and self.change_menu.value is not None:
            of, how = self.change_menu.value
            known = things.things_of(self.chosen_map(), of, how, self.players_slider.value)
            names, chosen = (words.ALL, *(each.name for each in known)), self.thing_menu.value
            offer(self.thing_menu, names, names.index(chosen) if chosen in names else 0)
