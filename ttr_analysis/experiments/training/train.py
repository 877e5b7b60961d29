"""Training: a player that learns from roll-outs where to depart from ``expert``.

Each round labels actions (:mod:`~ttr_analysis.experiments.training.labels`) with the player of the round before
in every seat that learns, fits trees to the labels of all rounds, and plays the new player against
``expert``. One round alone teaches too much: what could be done in any of ten turns seems to gain in each of them.
The next rounds correct that, because then the roll-outs go on with a player that does it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd

import ttr_analysis
from ttr_analysis._validate import check_seed, misfit, shown, whole_number
from ttr_analysis.engine import codes
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.experiments.settings import Setting, Settings
from ttr_analysis.experiments.training.fit import fit_trees, regressor
from ttr_analysis.experiments.training.labels import Labels, collect
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play.lineup import Place, make_lineup
from ttr_analysis.play.messages import say
from ttr_analysis.play.progress import Progress, ProgressBar
from ttr_analysis.results import going_on
from ttr_analysis.results.folders import at_home, explained, write_file
from ttr_analysis.results.journal import Journal, facts_to_add_to
from ttr_analysis.results.manifest import MapEntry
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies.base import Strategy, get_strategy
from ttr_analysis.strategies.learned import features
from ttr_analysis.strategies.learned.player_file import PlayerFile, read_player
from ttr_analysis.strategies.taught import UNTAUGHT

LEARNER: Final = "learned"
OTHERS: Final = (LEARNER, "expert", LEARNER, "rush", "expert", "blocker", LEARNER, "spoiler", "expert", "racer")
"""The mixed table: who the others are, in turn. At a table of ``learned``, every seat learns."""
RATE: Final = 1500
"""Roll-outs that a processor makes in a second, about: what a budget in minutes is converted with."""
LEAST_BUDGET: Final = 4000
"""Roll-outs in a round below which nothing can be learned."""
TREES: Final = 200
KEEP_TREES: Final = 80
"""Number of trees for turns, and for choices of tickets."""
LEAVES: Final = 150
FEWEST: Final = 100
"""A leaf holds at least one in so many rows, and at least so many of them."""
JUDGING: Final = 0
FRESH: Final = -1
"""What the seeds of games are for, besides rounds: games that judge rounds, and games that judge the best one."""
GAMES: Final = 16_000
"""Games against ``expert`` after each round, over all settings together."""


@dataclass(frozen=True)
class Trained:
    """A trained player and how it became one.

    Attributes
    ----------
    player : PlayerFile or None
        The best round; None if no round was better than the player it began with.
    start, strategy : Strategy
        The player it began with, and the one to play with.
    table : pandas.DataFrame
        One row a round, the first for the beginning: ``round``, ``rollouts`` (so far), ``share``, the win
        share against ``expert`` in units of the fair share, with interval, and ``games``.
    better : bool
        Whether any round did better than the beginning, in games that chose no round.
    gain : Estimate
        How much better, in units of the fair share, paired by game; empty if no round was better.
    complete : bool
        Whether it finished without being interrupted by Ctrl-C.

    Examples
    --------
    >>> list(ttr.experiments.Trained.__dataclass_fields__)[:3]
    ['player', 'start', 'strategy']
    """

    player: PlayerFile | None
    start: Strategy
    strategy: Strategy
    table: pd.DataFrame
    better: bool
    gain: intervals.Estimate
    complete: bool


@dataclass(frozen=True)
class _Course:
    """What is trained, and how: equal courses give equal players."""

    boards: tuple[GameMap, ...]
    players: tuple[int, ...]
    rollouts: int
    rounds: int
    seed: int
    start: Strategy

    @property
    def seatings(self) -> list[tuple[GameMap, int]]:
        """The boards with the numbers of players that they allow."""
        pairs = product(self.boards, self.players)
        return [
            (board, players) for board, players in pairs if board.rules.players[0] <= players <= board.rules.players[1]
        ]

    @property
    def settings(self) -> list[Setting]:
        """The tables of the games that labels come from, each as often as named."""
        others = [get_strategy(name) for name in OTHERS]
        seatings = self.seatings
        tables = [(place, who) for who in range(len(others)) for place in range(len(seatings))]
        return [Setting(*seatings[place], others[(who + place) % len(others)]) for place, who in tables]

    @property
    def judged(self) -> list[Setting]:
        """The tables at which it plays against ``expert``."""
        expert = get_strategy("expert")
        once = {(board.digest, players): Setting(board, players, expert) for board, players in self.seatings}
        return list(once.values())

    def seed_of(self, purpose: int) -> int:
        """Return the seed of the games of a round, or of those for another purpose."""
        return int(np.random.SeedSequence([self.seed, purpose + 1]).generate_state(1)[0])

    @property
    def budget(self) -> int:
        """Number of roll-outs in a round."""
        return self.rollouts // self.rounds

    def manifest(self, rounds: int) -> dict[str, Any]:
        """Return what the file of the player of a round says: how to make that very player again.

        A training of so many rounds, with the roll-outs that they have had, ends with it.
        """
        one = self.boards[0] if len({board.digest for board in self.boards}) == 1 else None
        alone = self.players if one is not None else (1, SEATS)
        return {
            "version": ttr_analysis.__version__,
            "map": one.name if one else "",
            "digest": one.digest if one else "",
            "kind": one.kind_digest if one else "",
            "players": [min(alone), max(alone)],
            "boards": [board.name for board in self.boards],
            "numbers_of_players": list(self.players),
            "others": list(OTHERS),
            "rollouts": self.budget * rounds,
            "rounds": rounds,
            "seed": self.seed,
            "start": self.start.typed if self.start.taught.numbers else "nothing",
        }

    @property
    def facts(self) -> dict[str, Any]:
        """All that tells this course from others, as the folder of its rounds keeps it."""
        numbers, players = np.array(self.start.taught.numbers), [self.start, *map(get_strategy, dict.fromkeys(OTHERS))]
        games = going_on.facts_of_games(
            [MapEntry.of(board) for board in self.boards], [Place.of(each).entry for each in players], source_hash()
        )
        return games | {
            "players": list(self.players), "seed": self.seed, "rounds": self.rounds,
            "roll-outs in a round": self.budget, "others": list(OTHERS), "version": ttr_analysis.__version__,
            "start": hashlib.sha256(numbers.tobytes()).hexdigest()[:16],
        }  # fmt: skip


def train(
    game_map: MapLike | Sequence[MapLike],
    *,
    players: int | Sequence[int] = 2,
    minutes: float = 20.0,
    rollouts: int | None = None,
    rounds: int = 5,
    seed: int = 0,
    start: str | Strategy | None = LEARNER,
    out: str | Path | None = None,
    resume: bool = False,
    more: bool = False,
    threads: int | None = None,
    progress: Progress = True,
) -> Trained:
    """Train a player for a board and a number of players, or for several.

    Ctrl-C ends the training and keeps the best round so far.

    Parameters
    ----------
    game_map : str, Path or GameMap, or several of them
        A board that is named twice is played twice as often. A player that was trained on one board is for this
        board and these numbers of players only.
    players : int, or several, optional
        Numbers of players; combinations that a board does not allow are left out.
    minutes : float, optional
        CPU-minutes, about: converted into a number of roll-outs, so that the same call trains the same player.
    rollouts : int, optional
        Number of roll-outs in place of ``minutes``.
    rounds : int, optional
        Number of rounds.
    seed : int, optional
        The same seed and budget give the same player, whatever the number of threads.
    start : str, Strategy or None, optional
        The player that makes the first roll-outs, ``"learned"`` or a trained one; None: nothing is learned yet, so
        it plays like ``expert``.
    out : str or Path, optional
        The file to write (``.json`` is added), and beside it the folder ``OUT.training`` of finished rounds.
    resume : bool, optional
        Go on with the same call where it was stopped or killed; begin if nothing is there.
    more : bool, optional
        Train ``rounds`` more rounds than those for which the folder was made, each with as many roll-outs as those.
    threads : int, optional
        The number of processors if left out.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.

    Returns
    -------
    Trained

    Raises
    ------
    MapError, SetupError
        If an argument is invalid, or the budget is too small for a round.
    ResultError
        If the folder is of another training.
    StrategyError
        If ``start`` is no trained player.
    MissingTool
        If scikit-learn is not installed.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.train("india", rollouts=1000)
    ... except SetupError as error:
    ...     print(str(error)[:50])
    a budget of 1,000 roll-outs is too small for 5 rou
    """
    course = _course(game_map, players, minutes, rollouts, rounds, seed, start)
    for setting in course.judged:  # is it for these boards and players?
        make_lineup(setting.game_map, setting.line_up(course.start), players=setting.players, seed=course.seed)
    regressor()
    going_on.check_choice(out, resume=resume, more=more)
    training = _Training(course, None if out is None else at_home(out), threads, progress, (resume, more))
    with training.journal:
        try:
            training.begin()
            for number in range(1, training.course.rounds + 1):
                training.round(number)
        except KeyboardInterrupt:
            training.stopped = True
            say("stopped; keeping the best round so far")
        return training.finish()


def _course(
    game_map: Any, players: Any, minutes: float, rollouts: int | None, rounds: int, seed: int, start: Any
) -> _Course:
    """Check the arguments and return what is to be trained."""
    boards = [as_map(each) for each in (game_map if isinstance(game_map, list | tuple) else [game_map])]
    seats = [whole_number("players", each) for each in (players if isinstance(players, list | tuple) else [players])]
    if whole_number("rounds", rounds) < 1:
        raise SetupError(f"rounds must be at least 1, not {rounds}")
    if rollouts is None:
        if misfit(float, minutes) or not 0 < minutes < float("inf"):
            raise SetupError(f"minutes must be a number above 0, not {shown(minutes)}")
        rollouts = int(60 * RATE * minutes)
    if whole_number("rollouts", rollouts) < rounds * LEAST_BUDGET:
        raise SetupError(
            f"a budget of {rollouts:,} roll-outs is too small for {rounds} rounds: a round takes at least "
            f"{LEAST_BUDGET:,} ({LEAST_BUDGET / RATE / 60:.2g} CPU-minutes)"
        )
    course = _Course(tuple(boards), tuple(seats), rollouts, rounds, check_seed("seed", seed), _start(start, boards))
    if not course.seatings:
        raise SetupError(f"no board of these is for {', '.join(map(str, seats))} players")
    return course


def _start(start: str | Strategy | None, boards: Sequence[GameMap]) -> Strategy:
    """Return the player that makes the first roll-outs, with what it has learned for one board or for all."""
    learner = get_strategy(LEARNER)
    if start is None:
        return replace(learner, taught=UNTAUGHT)
    chosen = get_strategy(start)
    if chosen.function is not learner.function:
        raise StrategyError(f"training begins with a trained player, such as {LEARNER!r}, not with {chosen.name!r}")
    alone = len({board.digest for board in boards}) == 1
    taught = chosen.taught.for_board(boards[0]) if alone else chosen.taught
    return replace(chosen, name=LEARNER, taught=taught._replace(shown=(), boards=()))


class _Training:
    """The rounds of a training, which a folder may keep."""

    def __init__(
        self,
        course: _Course,
        out: Path | None,
        threads: int | None,
        progress: Progress,
        goes_on: tuple[bool, bool] = (False, False),
    ) -> None:
        self.start, self.threads, self.progress = course.start, threads, progress
        self.out = None if out is None else out.with_name(out.name.removesuffix(".json") + ".json")
        self.folder = None if self.out is None else self.out.with_suffix(".training")
        self.course = _longer(course, self.folder) if goes_on[1] and self.folder is not None else course
        free = ("rounds",) if goes_on[1] else ()
        self.journal = Journal(
            self.folder, self.course.facts, goes_on=any(goes_on), owner="rounds of a training", free=free
        )
        self.labels = list[Labels]()
        self.players = list[PlayerFile]()
        self.shares: list[pd.Series[float]] = []
        self.made, self.stopped = [0], False

    # ---- one round ----

    def begin(self) -> None:
        """Judge the player that the training begins with."""
        self.shares.append(self.judge(self.start, JUDGING))

    def round(self, number: int) -> None:
        """Label actions, fit trees and judge the player, unless the folder holds this round already."""
        kept = self._kept(number)
        labels = self.collect(number) if kept is None else kept[0]
        self.labels.append(labels)
        player = self.fit() if kept is None else kept[1]
        if kept is None:
            self._keep(number, labels, player)
        self.made.append(self.made[-1] + labels.rollouts)
        self.players.append(player)
        self.shares.append(self.judge(self._strategy(player), JUDGING))
        say(f"round {number} of {self.course.rounds}: {_in_words(self.shares[-1])} of expert's win share")

    def collect(self, number: int) -> Labels:
        """Return the labels of a round."""
        with ProgressBar(self.course.budget, self.progress, unit="roll-outs") as bar:
            kept = _Chunks(self.journal, number)
            try:
                return collect(
                    self.course.settings, self._strategy(self.players[-1]) if self.players else self.start,
                    self.course.seed_of(number), self.course.budget, self.threads, bar.advance,
                    before=(kept.first, kept.before), on_chunk=kept.add,
                )  # fmt: skip
            finally:
                kept.write()

    def fit(self) -> PlayerFile:
        """Return the player that the labels teach."""
        labels = Labels.joined(self.labels)
        turn, keep = (
            fit_trees(*labels.of(code, features.STATES + 2 * width), trees, max(FEWEST, len(labels.x) // LEAVES))
            for code, width, trees in (
                (codes.AT_TURN, features.MOVES, TREES),
                (codes.AT_KEEP, features.KEEPS, KEEP_TREES),
            )
        )
        if not turn and not keep:
            raise SetupError("no candidate ever changed how a game ended, so nothing can be learned on this board")
        return PlayerFile(turn, keep, self.course.manifest(len(self.labels)))

    def _strategy(self, player: PlayerFile) -> Strategy:
        return replace(self.start, taught=player.taught)

    def judge(self, strategy: Strategy, purpose: int) -> pd.Series[float]:
        """Return the win share against ``expert`` in units of the fair share, by game, over all settings."""
        judged = self.course.judged
        games = max(2, GAMES // sum(setting.players for setting in judged))
        with ProgressBar(games * sum(setting.players for setting in judged), self.progress) as bar:
            played = Settings(self.threads, bar, ("win_share",), self.journal).play(
                judged, strategy, games, self.course.seed_of(purpose)
            )
        shares = [rows["win_share"] * each.players for rows, each in zip(played, judged, strict=True)]
        return pd.concat(shares, axis=1).mean(axis=1)

    # ---- the folder ----

    def _player_file(self, number: int) -> Path:
        assert self.folder is not None
        return self.folder / f"round-{number}.json"

    def _kept(self, number: int) -> tuple[Labels, PlayerFile] | None:
        """Return a round from the folder; None if it is not there."""
        if self.folder is None or not self._player_file(number).exists():
            return None
        arrays = self.journal.get(f"round-{number}")
        return None if arrays is None else (_labels_of(arrays), read_player(self._player_file(number)))

    def _keep(self, number: int, labels: Labels, player: PlayerFile) -> None:
        """Write a round to the folder; the player last, so that a round is whole if it is there."""
        if self.folder is None:
            return
        self.journal.put(f"round-{number}", _arrays_of(labels))
        with explained(str(self.folder)):
            write_file(self._player_file(number), player.text)
        self.journal.forget(f"labels-{number}-*")

    # ---- the end ----

    def finish(self) -> Trained:
        """Judge the best round against the beginning in games that chose no round, and write its file."""
        means = [float(share.mean()) for share in self.shares]
        best = int(np.argmax(means)) if means else 0
        gain, better = intervals.mean(pd.Series(dtype=float)), False
        if best > 0:
            strategy = self._strategy(self.players[best - 1])
            gain = intervals.mean(self.judge(strategy, FRESH) - self.judge(self.start, FRESH))
            better = gain.value > 0
        player = self.players[best - 1] if better else None
        found = self.start if player is None else self._strategy(player)
        if player is not None and self.out is not None:
            with explained(str(self.out)):
                write_file(self.out, player.text)
            found = get_strategy(LEARNER).with_file(self.out)
        return Trained(player, self.start, found, self._table(), better, gain, not self.stopped)

    def _table(self) -> pd.DataFrame:
        rows = [
            {"round": number, "rollouts": made, "share": intervals.mean(share), "games": len(share)}
            for number, (made, share) in enumerate(zip(self.made, self.shares, strict=False))
        ]
        return columns.table_of(rows)


class _Chunks:
    """The labels of a round under way: those that the journal holds, and those to be written down."""

    def __init__(self, journal: Journal, number: int) -> None:
        self.journal, self.number, self.first = journal, number, 0
        self.before, self._unwritten = list[Labels](), list[Labels]()
        while (arrays := journal.get(self._name)) is not None:
            self.before.append(_labels_of(arrays))
            self.first += int(arrays["chunks"])

    def add(self, labels: Labels) -> None:
        """Keep the labels of the next chunk, and write them down if it is time."""
        self._unwritten.append(labels)
        if self.journal.due:
            self.write()

    def write(self) -> None:
        """Write down what is not written yet, if there is a folder."""
        if self._unwritten and self.journal.folder is not None:
            chunks = len(self._unwritten)
            self.journal.put(self._name, {**_arrays_of(Labels.joined(self._unwritten)), "chunks": np.array(chunks)})
            self.first, self._unwritten = self.first + chunks, []

    @property
    def _name(self) -> str:
        return f"labels-{self.number}-{self.first}"


def _arrays_of(labels: Labels) -> dict[str, Any]:
    return {"x": labels.x, "gain": labels.gain, "decision": labels.decision, "rollouts": np.array(labels.rollouts)}


def _labels_of(arrays: dict[str, Any]) -> Labels:
    return Labels(arrays["x"], arrays["gain"], arrays["decision"], int(arrays["rollouts"]))


def _longer(course: _Course, folder: Path) -> _Course:
    """Return the course that adds its rounds to those for which a folder was made, of as many roll-outs each."""
    rounds = facts_to_add_to(folder, "training", "rounds")["rounds"] + course.rounds
    return replace(course, rounds=rounds, rollouts=course.budget * rounds)


def _in_words(share: pd.Series[float]) -> str:
    found = intervals.mean(share)
    return f"{100 * found.value:.1f} % [{100 * found.low:.1f}, {100 * found.high:.1f}]"
