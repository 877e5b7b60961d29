"""Explorers that play games: a *Run* button with progress and *Stop*."""

from collections.abc import Sequence
from dataclasses import replace

import ipywidgets as widgets

from ttr_analysis.explore import choices, words
from ttr_analysis.explore.base import WIDE, set_range
from ttr_analysis.explore.running import RunningExplorer
from ttr_analysis.maps import MapLike
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results import Result
from ttr_analysis.strategies import DEFAULT_STRATEGY, available_strategies

CHUNK = 250
"""Number of games between two checks of the *Stop* button."""


class GameExplorer(RunningExplorer):
    """An explorer that lets users choose games and plays them.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map, by name, by folder, or a map made in Python.
    strategies : sequence of str
        The initial lineup: one strategy for all seats, or one for each player. ``ticket_planner`` is the fast one.
    players, games, seed : int
        Their initial values.

    Attributes
    ----------
    result : Result or None
        The most recent games.

    Examples
    --------
    >>> explorer = ttr.explore.GameExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    def __init__(
        self,
        game_map: MapLike = "usa",
        strategies: Sequence[str] = (DEFAULT_STRATEGY,),
        players: int = 4,
        games: int = 2000,
        seed: int = 1,
    ) -> None:
        super().__init__(game_map, words.PRESS_RUN)
        self.result: Result | None = None
        wide = widgets.Layout(width=WIDE)
        self.strategies_menu = widgets.SelectMultiple(
            options=choices.strategies(), value=tuple(dict.fromkeys(strategies)), layout=wide,
            rows=len(available_strategies()), description=words.STRATEGIES, tooltip=words.LINEUP_HINT,
        )  # fmt: skip
        self.players_slider = widgets.IntSlider(
            players, 1, players, description=words.PLAYERS, continuous_update=False, layout=wide
        )
        self.games_slider = widgets.IntSlider(
            games,
            min(games, 100),
            max(games, 20_000),
            100,
            description=words.GAMES,
            continuous_update=False,
            layout=wide,
        )
        self.seed_box = widgets.BoundedIntText(seed, 0, 2**31 - 1, description=words.SEED, layout=wide)
        self.map_menu.observe(self._map_chosen, "value")
        self._map_chosen(None)
        self.need_run(self.map_menu, self.ticket_set_menu, self.strategies_menu)
        self.need_run(self.players_slider, self.games_slider, self.seed_box)
        self.arrange(
            [self.map_menu, self.ticket_set_menu, self.strategies_menu],
            [self.players_slider, self.games_slider, self.seed_box],
            self.controls(),
            below=[self.run_row],
        )

    def controls(self) -> list[widgets.Widget]:
        """Return further controls of an explorer, which need no new games."""
        return []

    def digest(self, result: Result) -> None:
        """Compute the tables of new games; slow work belongs here."""

    def forget(self) -> None:
        """Draw again what is kept of the games."""
        if self.result is not None:
            self.digest(self.result)

    def work(self) -> None:
        """Play the games chosen with the controls, and show the figure."""
        result = self._play()
        self.status.value = words.ESTIMATING.format(games=len(result))
        self.digest(result)
        self.result = result
        self.refresh()
        self.status.value = words.PLAYED.format(games=len(result)) + ("" if result.complete else words.STOPPED)

    def refresh(self, change: object = None) -> None:
        """Redraw the figure after a change that needs no new games."""
        if self.result is not None:
            super().refresh(change)

    def lineup(self) -> list[str]:
        """Return the chosen strategies, assigned to the players in turn."""
        chosen = list(self.strategies_menu.value) or [DEFAULT_STRATEGY]
        return [chosen[i % len(chosen)] for i in range(self.players_slider.value)]

    def _play(self) -> Result:
        """Play chunks of games until all are played or *Stop* was pressed."""
        game_map, lineup = self.chosen_map(), self.lineup()
        games = self.games_slider.value
        self.progress.max, self.progress.value = games, 0
        parts: list[Result] = []
        for first in range(0, games, CHUNK):
            count = min(CHUNK, games - first)
            parts.append(
                simulate(game_map, lineup, games=count, seed=self.seed_box.value, first_game=first, progress=False)
            )
            if self.advance(first + count, games):
                break
        return _united(parts, games)

    def _map_chosen(self, change: object) -> None:
        del change
        fewest, most = self.offer_ticket_sets().rules.players
        set_range(self.players_slider, fewest, most)


def _united(parts: Sequence[Result], games: int) -> Result:
    """Combine several runs of consecutive games into one result; ``games`` is the number requested."""
    joined = Result.concat(parts)
    complete = len(joined) == games
    return replace(joined, manifest=joined.manifest.model_copy(update={"games": games, "complete": complete}))
