"""A game played decision by decision, with what each strategy says about its choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ttr_analysis._validate import named, shown
from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.engine.play import start_game, step_game
from ttr_analysis.engine.state import EventRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps.events import Event
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.calling import asked_function
from ttr_analysis.play.chunk import FIRST_LOG, Desk, Failure
from ttr_analysis.play.deadline import Deadline
from ttr_analysis.play.lineup import Lineup
from ttr_analysis.play.simulate import GameFailed, failure_in_words, lineup_for_game
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
    """

    events: list[Event]
    explanations: Mapping[int, str]


def play_explained(
    game_map: str | Path | GameMap,
    strategies: str | Strategy | Sequence[str | Strategy],
    seed: int = 0,
    game: int = 0,
    players: int | None = None,
    *,
    rotate: bool = True,
) -> ExplainedGame:
    """Play one game and let the strategies explain their choices; the game is the same as without explanations.

    If an explanation fails, its text says so, and the game continues.

    Parameters
    ----------
    game_map, strategies, seed, game, players, rotate
        As for :func:`ttr_analysis.play.simulate.play_logged`.

    Raises
    ------
    GameFailed
        If a strategy fails; its ``events`` and ``explanations`` end at the failure.
    """
    lineup = lineup_for_game(game_map, strategies, players, seed, game, rotate)
    explainers = [get_strategy(name).explain for name in named("strategies", strategies, Strategy)]
    if len(explainers) == 1:
        explainers *= lineup.players
    table = _played(lineup, explainers, game)
    events = table.desk.events()
    if table.failure is not None:
        message = failure_in_words(table.failure, lineup)
        raise GameFailed(message, table.failure, events=events, explanations=table.explanations)
    return ExplainedGame(events, table.explanations)


@dataclass
class _Table:
    """A game being played by callable functions, one for each place, and the explanations so far."""

    desk: Desk
    asked: Sequence[tuple[Any, str]]
    explainers: Sequence[Explainer | None]
    explanations: dict[int, str] = field(default_factory=dict)
    failure: Failure | None = None

    def play(self, number: int) -> None:
        """Play the whole game, or up to the decision at which a strategy fails."""
        desk = self.desk
        desk.run.next_game = number
        start_game(desk.tables, desk.game_record, desk.log, desk.lineup.seed, number)
        with Deadline() as deadline:
            while not desk.game.public.over and self.failure is None:
                self._decide(number, deadline)

    def _decide(self, number: int, deadline: Deadline) -> None:
        desk, seat = self.desk, int(self.desk.game.public.seat)
        place = (seat + number) % desk.lineup.players if desk.lineup.rotate else seat
        try:
            desk.decide(*self.asked[place], place, deadline)
        except Exception as error:
            self.failure = desk.failure_of(error)
            return
        explain, event = self.explainers[place], int(desk.game.log_size)
        text = "" if explain is None else _explanation(desk, explain, seat, place)
        desk.run.failure = step_game(desk.tables, desk.game_record, desk.scratch, desk.scores, desk.log, desk.action)
        if desk.run.failure:
            self.failure = desk.failure(desk.illegal())
        elif text:
            self.explanations[event] = text


def _played(lineup: Lineup, explainers: Sequence[Explainer | None], number: int) -> _Table:
    """Play the game, and play it again with a larger log if the log is too small."""
    asked = [asked_function(place.strategy) for place in lineup.places]
    room = FIRST_LOG
    while True:
        table = _Table(Desk(lineup, 1, EventRecord.array(room)), asked, explainers)
        table.play(number)
        needed = int(table.desk.game.log_size)
        if needed <= room:
            return table
        room = needed


def _explanation(desk: Desk, explain: Explainer, seat: int, place: int) -> str:
    """Return what a strategy says about the action it has just chosen, on one line.

    The strategy gets copies, so that nothing it does can change the game.
    """
    game, scratch, action = desk.game_record.copy()[0], desk.scratch.copy()[0], desk.action.copy()[0]
    memory, weights, rng = (
        desk.memory[seat].copy(),
        desk.weights[place].copy(),
        game.hidden.streams[SEAT_STREAMS + seat],
    )
    view = View(desk.tables[0], game.public, game.private[seat], memory, weights, scratch, rng)
    try:
        text: Any = explain(desk.lineup.game_map, view, action)
        if not isinstance(text, str):
            return f"the explanation failed: it returned {shown(text)}, not text"
    except Exception as error:
        text = f"the explanation failed: {type(error).__name__}: {error}"
    return " ".join(text.split())


__all__ = ["ExplainedGame", "play_explained"]
