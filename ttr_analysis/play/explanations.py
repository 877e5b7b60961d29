"""A game played decision by decision, with what each strategy says about its choices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ttr_analysis._validate import named, shown
from ttr_analysis.maps import Event, GameMap
from ttr_analysis.play.chunk import failure_in
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.deciders import view_of
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.simulate import GameFailed, lineup_for_game
from ttr_analysis.rules.interventions import Given
from ttr_analysis.strategies.base import Explainer, Strategy, get_strategy


@dataclass(frozen=True)
class ExplainedGame:
    """A game, and why its moves were chosen.

    Attributes
    ----------
    events : list of Event
        The log, as :func:`ttr_analysis.play.simulate.play_logged` returns it.
    explanations : mapping of int to str
        One line for each explained decision, by the position of its event in ``events``. Passes, and
        decisions of strategies that do not explain themselves, have none.

    Examples
    --------
    >>> played = ttr.play.play_explained("usa", "ticket_planner", players=2, seed=1)
    >>> len(played.explanations) > 10, played.events[0].turn
    (True, 0)
    """

    events: list[Event]
    explanations: Mapping[int, str]


def play_explained(
    game_map: str | Path | GameMap,
    strategies: str | Strategy | Sequence[str | Strategy],
    *,
    players: int | None = None,
    game: int = 0,
    seed: int = 0,
    rotate: bool = True,
    interventions: Given = (),
) -> ExplainedGame:
    """Play one game and let the strategies explain their choices; the game is the same as without explanations.

    If an explanation fails, its text says so, and the game continues.

    Parameters
    ----------
    game_map, strategies, players, game, seed, rotate, interventions
        As for :func:`ttr_analysis.play.simulate.play_logged`.

    Raises
    ------
    GameFailed
        If a strategy fails; its ``events`` and ``explanations`` end at the failure.

    Examples
    --------
    >>> played = ttr.play.play_explained("usa", "random", players=2, seed=1)
    >>> len(played.explanations)
    0
    """
    lineup = lineup_for_game(
        game_map, strategies, players=players, game=game, seed=seed, rotate=rotate, interventions=interventions
    )  # fmt: skip
    explainers = [get_strategy(name).explain for name in named("strategies", strategies, Strategy)]
    if len(explainers) == 1:
        explainers *= lineup.players
    told = _Told(LiveGame.of(lineup, logged=True), explainers)
    failure = failure_in(told.live, lineup, lambda: told.play(game))
    events = told.live.events()
    if failure is not None:
        raise GameFailed.of(failure, lineup, events=events, explanations=told.explanations)
    return ExplainedGame(events, told.explanations)


@dataclass
class _Told:
    """A game being played, who can explain the choices of each place, and the explanations so far."""

    live: LiveGame
    explainers: Sequence[Explainer | None]
    explanations: dict[int, str] = field(default_factory=dict)

    def play(self, number: int) -> None:
        """Play the whole game, or up to an illegal action."""
        live = self.live
        live.start(number)
        with Deadline() as deadline:
            while not live.over and not live.run.failure:
                live.decide(deadline)
                explain, event = self.explainers[live.place], int(live.game.log_size)
                text = "" if explain is None else _explanation(live, explain)
                if not live.step() and text:
                    self.explanations[event] = text


def _explanation(live: LiveGame, explain: Explainer) -> str:
    """Return what a strategy says about the action it has just chosen, on one line.

    The strategy gets copies, so that nothing it does can change the game.
    """
    game, scratch, action = live.game_record.copy()[0], live.scratch.copy()[0], live.action.copy()[0]
    view = view_of(live.tables[0], game, scratch, live.memory[live.seat].copy(), live.weights[live.place].copy())
    try:
        text: Any = explain(live.game_map, view, action)
        if not isinstance(text, str):
            return f"the explanation failed: it returned {shown(text)}, not text"
    except Exception as error:
        text = f"the explanation failed: {type(error).__name__}: {error}"
    return " ".join(text.split())


__all__ = ["ExplainedGame", "play_explained"]
