"""The replay viewer: one game, step by step, played from a seed or read from a saved log."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets as widgets
import pandas as pd
import traitlets

from ttr_analysis import play
from ttr_analysis._validate import instance
from ttr_analysis.explore import choices, words
from ttr_analysis.explore.base import WIDE, set_range
from ttr_analysis.explore.running import RunningExplorer
from ttr_analysis.maps import MapLike
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.report import replay as viewer
from ttr_analysis.strategies import DEFAULT_STRATEGY, available_strategies

_RENDER = """
function render({ model, el }) {
  const root = document.createElement("div");
  el.append(root);
  let view = null;
  const show = () => {
    view?.remove();
    view = showReplay(root, model.get("_game"), (step) => { model.set("step", step); model.save_changes(); });
    view.go(model.get("step"));
  };
  const move = () => { if (view.step() !== model.get("step")) view.go(model.get("step")); };
  show();
  model.on("change:_game", show);
  model.on("change:step", move);
  return () => {
    model.off("change:_game", show);
    model.off("change:step", move);
    view.remove();
  };
}
export default { render };
"""


class ReplayView(anywidget.AnyWidget):
    """One game to step through.

    Parameters
    ----------
    game : mapping
        From :func:`ttr_analysis.report.replay_data`.

    Attributes
    ----------
    step : int
        The step that is shown, 0 for the deal; assign one to show it.
    """

    _esm = viewer.viewer_script() + _RENDER
    _css = viewer.viewer_style()
    _game = traitlets.Dict().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)

    def __init__(self, game: dict[str, Any]) -> None:
        super().__init__(_game=game)
        self._table = _table_of(game)


def replay(
    game_map: MapLike = "usa",
    strategies: Sequence[str] = (DEFAULT_STRATEGY,),
    *,
    players: int = 2,
    seed: int = 1,
    game: int = 0,
    log: str | Path | play.SavedLog | play.Game | None = None,
    costs: pd.DataFrame | None = None,
    luck: pd.DataFrame | None = None,
) -> ReplayExplorer:
    """Return a viewer of one game, and show it at once.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The map.
    strategies : sequence of str
        One strategy for all players, or several that share the seats in turn.
    players, seed, game : int
        Number of players; which game of which seed.
    log : str, Path, SavedLog or Game, optional
        A game to show instead: a file that ``ttr replay --json`` wrote, what :func:`ttr_analysis.play.read_log`
        returns, or a game from Python, which may have begun with a position.
    costs, luck : DataFrame, optional
        What each decision of this game cost, and what each chance brought: see
        :func:`ttr_analysis.report.replay_data`.

    Raises
    ------
    SetupError
        If the log cannot be read, or is none.

    Examples
    --------
    >>> explorer = ttr.explore.replay("usa", ["random"], players=2, seed=7)
    >>> explorer.view.step = 3
    >>> explorer.table.columns.tolist()
    ['step', 'turn', 'seat', 'player', 'decision', 'explanation']
    """
    explorer = ReplayExplorer(game_map, strategies, players, seed, game, costs=costs, luck=luck)
    explorer.saved = None if log is None else _saved(log)
    explorer.run()
    return explorer


def _saved(log: str | Path | play.SavedLog | play.Game) -> play.SavedLog:
    """Return a log that may be in a file or in a game."""
    if isinstance(log, str | Path):
        return play.read_log(log)
    if isinstance(log, play.Game):
        return play.SavedLog.of(log)
    return instance("log", log, play.SavedLog, 'ttr.play.read_log("game.json")')


class ReplayExplorer(RunningExplorer):
    """Choose a map, players and a game, or a saved log, and step through it.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map.
    strategies : sequence of str
        One strategy for all players, or several that share the seats in turn.
    players, seed, game : int
        Their initial values.
    costs, luck : DataFrame, optional
        What each decision of the first game cost, and what each chance of it brought.

    Attributes
    ----------
    view : ReplayView or None
        What is shown; None before the first game.
    saved : SavedLog or None
        A game to show instead of the chosen one; a name in the field *Saved log* goes before it.

    Examples
    --------
    >>> ttr.explore.ReplayExplorer("europe").map_menu.value
    'europe'
    """

    def __init__(
        self,
        game_map: MapLike = "usa",
        strategies: Sequence[str] = (DEFAULT_STRATEGY,),
        players: int = 2,
        seed: int = 1,
        game: int = 0,
        costs: pd.DataFrame | None = None,
        luck: pd.DataFrame | None = None,
    ) -> None:
        super().__init__(game_map, words.PRESS_RUN)
        self.view: ReplayView | None = None
        self.saved: play.SavedLog | None = None
        self._tables: dict[str, pd.DataFrame | None] = {"costs": costs, "luck": luck}
        wide = widgets.Layout(width=WIDE)
        self.strategies_menu = widgets.SelectMultiple(
            options=choices.strategies(), value=tuple(dict.fromkeys(strategies)), layout=wide,
            rows=len(available_strategies()), description=words.STRATEGIES, tooltip=words.LINEUP_HINT,
        )  # fmt: skip
        self.players_slider = widgets.IntSlider(
            players, 1, players, description=words.PLAYERS, continuous_update=False, layout=wide
        )
        self.seed_box = widgets.BoundedIntText(seed, 0, 2**31 - 1, description=words.SEED, layout=wide)
        self.game_box = widgets.BoundedIntText(
            game, 0, 2**31 - 1, description=words.GAME, tooltip=words.GAME_HINT, layout=wide
        )
        self.log_box = widgets.Text(description=words.LOG_FILE, tooltip=words.LOG_HINT, layout=wide)
        self.map_menu.observe(self._map_chosen, "value")
        self._map_chosen(None)
        self.need_run(self.map_menu, self.ticket_set_menu, self.strategies_menu)
        self.need_run(self.players_slider, self.seed_box, self.game_box, self.log_box)
        self.arrange(
            [self.map_menu, self.ticket_set_menu, self.strategies_menu],
            [self.players_slider, self.seed_box, self.game_box, self.log_box],
            below=[self.run_row],
        )
        self.children = self.children[:-2]  # ``ttr replay --html`` writes the viewer; there is no figure to save

    def work(self) -> None:
        """Play the chosen game, or read the chosen log, and show it."""
        name = self.log_box.value.strip()
        log = play.read_log(name) if name else self.saved or self._played()
        frames = play.game_frames(
            log.game_map, len(log.seats), log.events, log.explanations, interventions=log.interventions,
            unfinished=True, position=log.position,
        )  # fmt: skip
        tables = self._tables
        self._tables, self.saved = {}, None  # they are of the game given, not of those chosen later
        self._draw = partial(
            viewer.replay_data, log.game_map, frames, log.seats, seed=log.seed, game=log.game, **tables
        )
        self.view = ReplayView(self._draw())
        self.refresh()
        self.progress.value = self.progress.max
        self.status.value = words.PLAYED_GAME.format(decisions=len(frames) - 1, turns=frames[-1].turn)

    def forget(self) -> None:
        """Make the viewer anew, at the same step."""
        if self.view is not None:
            step, self.view = self.view.step, ReplayView(self._draw())
            self.view.step = step

    def figure(self) -> ReplayView:
        """Return the viewer."""
        assert self.view is not None
        return self.view

    def refresh(self, change: object = None) -> None:
        """Show the viewer, if there is a game."""
        if self.view is not None:
            super().refresh(change)

    def _played(self) -> play.SavedLog:
        """Play the game chosen with the controls."""
        chosen = list(self.strategies_menu.value) or [DEFAULT_STRATEGY]
        names = [chosen[i % len(chosen)] for i in range(self.players_slider.value)]
        seed, game, game_map = self.seed_box.value, self.game_box.value, self.chosen_map()
        played = play.play_explained(game_map, names, game=game, seed=seed)
        lineup = make_lineup(game_map, names, seed=seed)
        seats = tuple(f"{lineup.place_of(game, seat).name} {seat + 1}" for seat in range(len(names)))
        return play.SavedLog(
            game_map, seats, tuple(played.events), played.explanations, seed=seed, game=game
        )  # fmt: skip

    def _map_chosen(self, change: object) -> None:
        del change
        set_range(self.players_slider, *self.offer_ticket_sets().rules.players)


def _table_of(game: dict[str, Any]) -> pd.DataFrame:
    """Return the decisions of a game, one a row."""
    rows = [
        {
            "step": step,
            "turn": frame["turn"],
            "seat": frame["seat"],
            "player": game["seats"][frame["seat"]]["name"],
            "decision": frame["told"][0][1],
            "explanation": frame["explanation"],
        }
        for step, frame in enumerate(game["frames"])
        if frame["seat"] >= 0
    ]
    return pd.DataFrame(rows)
