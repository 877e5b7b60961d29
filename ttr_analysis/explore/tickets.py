"""Tickets: what they pay, which fit together, the cheapest network for some, which of a deal to keep."""

import ipywidgets as widgets
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis import charts, stats
from ttr_analysis.errors import SetupError
from ttr_analysis.exact import paths
from ttr_analysis.exact.optimum import min_trains
from ttr_analysis.experiments.opening_advice import opening_advice
from ttr_analysis.explore import words
from ttr_analysis.explore.base import WIDE, as_widget, set_range, slider
from ttr_analysis.explore.running import RunningExplorer
from ttr_analysis.maps import GameMap, MapLike, Ticket
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.play.openings import random_deal

SECONDS = 5.0
"""Time limit of the search for the network of many tickets."""


class TicketExplorer(RunningExplorer):
    """Choose map, ticket set and tickets: see their value, partners and cheapest network at once, advice after *Run*.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map, by name, by folder, or a map made in Python.
    tickets : sequence of str
        The initial tickets, by name; by default a random deal.
    players, games : int
        The initial number of players, and of games for each choice, for the advice.

    Attributes
    ----------
    advice : DataFrame or None
        The advice for the chosen tickets, once it has been computed.

    Examples
    --------
    >>> explorer = ttr.explore.TicketExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    CHARTS = ("network", "value", "partners", "advice")

    def __init__(
        self, game_map: MapLike = "usa", tickets: tuple[str, ...] = (), players: int = 4, games: int = 300
    ) -> None:
        super().__init__(game_map, words.PRESS_RUN_FOR_ADVICE)
        self.advice: pd.DataFrame | None = None
        self._deals = 0
        self._exact: dict[tuple[str, str, str], go.FigureWidget] = {}
        self.ticket_menu = widgets.SelectMultiple(
            description=words.TICKETS, rows=9, layout=widgets.Layout(width="420px"), tooltip=words.SEVERAL_HINT
        )
        self.chart_menu = widgets.Dropdown(
            options=[(label, chart) for chart, label in words.TICKET_CHARTS.items()],
            description=words.CHART,
            layout=widgets.Layout(width=WIDE),
        )
        self.players_slider = slider(words.PLAYERS, words.ADVICE_PLAYERS_HINT, players, 1, players)
        self.games_slider = slider(words.GAMES, words.ADVICE_GAMES_HINT, games, min(games, 30), 2000)
        self.deal_button = widgets.Button(description=words.DEAL, icon="random", tooltip=words.DEAL_HINT)
        self.map_menu.observe(self._map_chosen, "value")
        self.ticket_set_menu.observe(self._ticket_set_chosen, "value")
        for control in (self.ticket_menu, self.players_slider, self.games_slider):
            control.observe(self._choice_changed, "value")
        self.chart_menu.observe(self.refresh, "value")
        self.deal_button.on_click(lambda button: self.deal())
        self.arrange(
            [self.map_menu, self.ticket_set_menu, self.chart_menu, self.players_slider, self.games_slider],
            [self.ticket_menu],
            below=[widgets.HBox([self.deal_button, self.run_row])],
        )
        self._map_chosen(None)
        if tickets:
            self.choose(tickets)

    def choose(self, tickets: tuple[str, ...]) -> None:
        """Choose tickets of the map by name; a name given twice stands for two copies."""
        game_map = self.chosen_map()
        self.ticket_menu.index = tuple(sorted(ticket.index for ticket in game_map.tickets_named(tickets)))

    def deal(self) -> None:
        """Choose a random deal of first tickets, or all tickets if a deal takes more than there are."""
        self._deals += 1
        game_map = self.chosen_map()
        try:
            dealt = random_deal(game_map, self._deals)
        except SetupError:
            dealt = game_map.tickets
        self.ticket_menu.index = tuple(sorted(ticket.index for ticket in dealt))

    def chosen_tickets(self) -> list[Ticket]:
        """Return the chosen tickets."""
        return [self.chosen_map().tickets[place] for place in self.ticket_menu.index]

    def figure(self) -> go.FigureWidget:
        """Return the chosen chart."""
        game_map, chart = self.chosen_map(), self.chart_menu.value
        if not game_map.tickets:
            raise SetupError(words.NO_TICKETS.format(map=game_map.name))
        if chart == "network":
            return self._network(game_map)
        if chart == "advice":
            return self._advice_figure()
        key = (self.map_menu.value, game_map.ticket_set, chart)
        if key not in self._exact:
            self._exact[key] = as_widget(_exact_chart(game_map, chart))
        return self._exact[key]

    def forget(self) -> None:
        """Drop the figures that are kept."""
        self._exact = {}

    def work(self) -> None:
        """Compute the advice for the chosen tickets and show it."""
        players, games = self.players_slider.value, self.games_slider.value
        chosen = self._choice()
        advice = opening_advice(
            self.chosen_map(), self.chosen_tickets(), players=players, games=games, on_progress=self.advance
        )
        played = int(advice["games"].iloc[0])
        self.status.value = words.ADVISED.format(games=played, choices=len(advice)) + words.STOPPED * (played < games)
        if chosen == self._choice():  # otherwise the controls have been changed in the meantime
            self.advice = advice
            self.chart_menu.value = "advice"
            self.refresh()

    def _choice(self) -> tuple[object, ...]:
        menus = (self.map_menu, self.ticket_set_menu, self.ticket_menu, self.players_slider, self.games_slider)
        return tuple(menu.value for menu in menus)

    def _network(self, game_map: GameMap) -> go.FigureWidget:
        tickets = self.chosen_tickets()
        if not tickets:
            raise SetupError(words.CHOOSE_A_TICKET)
        network = min_trains(game_map, tickets, time_limit=SECONDS)
        return as_widget(charts.ticket_network(game_map, tickets, network))

    def _advice_figure(self) -> go.FigureWidget:
        if self.advice is None:
            raise SetupError(words.NO_ADVICE)
        return as_widget(charts.opening_advice(self.advice))

    def _map_chosen(self, change: object) -> None:
        del change
        with self.one_change():
            fewest, most = self.offer_ticket_sets().rules.players
            set_range(self.players_slider, fewest, most)
            self._ticket_set_chosen(None)

    def _ticket_set_chosen(self, change: object) -> None:
        del change
        if self.ticket_set_menu.index is None:
            return
        with self.one_change():
            self.ticket_menu.index = ()
            tickets = self.chosen_map().tickets
            names = told_apart(ticket.name for ticket in tickets)
            self.ticket_menu.options = [
                (f"{name} ({ticket.points})", ticket.index) for name, ticket in zip(names, tickets, strict=True)
            ]
            self.deal()

    def _choice_changed(self, change: object) -> None:
        self.advice, self.status.value = None, words.PRESS_RUN_FOR_ADVICE
        self.refresh(change)


def _exact_chart(game_map: GameMap, chart: str) -> go.Figure:
    if chart == "value":
        return charts.points_per_train(stats.ticket_difficulty(game_map))
    return charts.ticket_partners(paths.ticket_overlaps(game_map))
