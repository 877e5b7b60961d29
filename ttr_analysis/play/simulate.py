"""Simulation: many games in chunks, on threads or any executor, with progress and cancellation."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from threading import Event as Flag
from typing import Any, Literal, Self

from ttr_analysis._validate import listed, option, shown, whole_number
from ttr_analysis.engine.sources import source_hash
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps import Event, GameMap, as_map
from ttr_analysis.play.chunk import Chunk, Failure, logged_games
from ttr_analysis.play.deciders import Deciders, announce_refusals
from ttr_analysis.play.dispatcher import Dispatcher
from ttr_analysis.play.kept import Kept
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.live_game import entries
from ttr_analysis.play.messages import announce_compilation, said_when_slow, say
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.schedulers import Watch, lost_workers
from ttr_analysis.play.worker_parts import PartWriters
from ttr_analysis.results.files import ResultWriter, check_place
from ttr_analysis.results.going_on import RESUME, check_choice
from ttr_analysis.results.manifest import Manifest, MapEntry
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import ALWAYS, TABLES, TableName
from ttr_analysis.rules.interventions import Given
from ttr_analysis.strategies.base import Strategy

GAMES = 2**31 - 1
"""Number of games of a seed; they are numbered from 0."""


class GameFailed(StrategyError):
    """A game ended because a strategy failed.

    Attributes
    ----------
    failure : Failure
        Where and why.
    result : Result or None
        The games that were finished, marked incomplete.
    events : list of Event
        The log up to the failure, if one was requested.
    explanations : dict of int to str
        Why its moves were chosen, by the position of their events in the log, if that was requested.

    Examples
    --------
    >>> issubclass(ttr.play.GameFailed, Exception), ttr.play.GameFailed.__name__
    (True, 'GameFailed')
    """

    def __init__(
        self,
        message: str,
        failure: Failure,
        result: Result | None = None,
        events: Sequence[Event] = (),
        explanations: Mapping[int, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.failure = failure
        self.result = result
        self.events = list(events)
        self.explanations = dict(explanations or {})

    @classmethod
    def of(cls, failure: Failure, lineup: Lineup, **kept: Any) -> Self:
        """Return the error that tells of a failure in words; ``kept`` is what the game left behind."""
        return cls(failure_in_words(failure, lineup), failure, **kept)


def simulate(
    game_map: str | Path | GameMap,
    strategies: str | Strategy | Sequence[str | Strategy] = "random",
    *,
    players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    first_game: int = 0,
    rotate: bool = True,
    interventions: Given = (),
    on_error: Literal["raise", "skip"] = "raise",
    out: str | Path | None = None,
    overwrite: bool = False,
    resume: bool = False,
    more: bool = False,
    tables: Sequence[TableName] = TABLES,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: Progress = True,
    on_progress: OnProgress | None = None,
) -> Result:
    """Play many games and return their tidy tables.

    The tables depend only on map, lineup, seed and the games' numbers, not on threads,
    executors or chunks. Ctrl-C ends the run and returns the games finished so far;
    ``result.complete`` is then false.

    Parameters
    ----------
    game_map : str, Path or GameMap
        A map, or the name or folder of one.
    strategies : str, Strategy or sequence of them
        One strategy for all seats, or one for each player.
    players : int, optional
        If left out, the number of strategies; with one strategy, the fewest that the rules allow.
    games : int
        Number of games, at least 1.
    seed : int
        0 or more.
    first_game : int, optional
        Number of the first game, to continue a run.
    rotate : bool, optional
        Rotate the seats: seat ``s`` of game ``g`` has strategy ``(s + g) % players``; else
        strategy ``s``.
    interventions : sequence of Intervention or str, optional
        What is changed for some seats: see :mod:`ttr_analysis.rules.interventions`.
    on_error : {"raise", "skip"}, optional
        What to do when a strategy fails: stop and raise, with the finished games as
        ``error.result``; or leave the game out and continue, and raise if no game is left.
    out : str or Path, optional
        Folder to which the tables are written during the run, with the manifest. A large run keeps nothing else:
        memory does not grow with the number of games, and the result reads its tables from the folder.
    overwrite : bool, optional
        Replace a result that the folder contains.
    resume : bool, optional
        Play only the games that are missing in ``out``, where the same call was stopped or killed; begin if nothing
        is there. The tables are those of one run.
    more : bool, optional
        Add ``games`` games to those for which ``out`` was made, and play what is missing. The tables are those of one
        run of all games. ``first_game`` stays that of ``out``.
    tables : sequence of str, optional
        The tables to keep besides ``games`` and ``players``, which are always kept; by default all. The tables of
        tracks and tickets are by far the largest.
    executor : concurrent.futures.Executor, optional
        Where chunks are played: a process pool, or dask's ``Client.get_executor(pure=False)``. If left out,
        threads of this process. With ``out``, its workers write the tables, so they must see that folder under the
        same name.
    threads : int, optional
        Number of chunks played at the same time; if left out, the number of processors of this machine.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    on_progress : function of (games played, total games), optional
        Called after each chunk. Once it returns True, the run ends as with Ctrl-C.

    Returns
    -------
    Result

    Raises
    ------
    MapError, SetupError, StrategyError, ResultError
        If an argument is invalid, or the games in ``out`` are of another map, lineup, seed or version; raised before
        anything is compiled. Also if ``executor`` loses its workers, or they see another folder. A scheduler of dask
        keeps work until it has workers again: people are told after ten seconds, the run ends after five minutes.
    GameFailed
        If a strategy makes an illegal move or raises an exception. It is a StrategyError.

    Examples
    --------
    >>> result = ttr.simulate("usa", ["random", "greedy_points"], players=2, games=50, seed=1, progress=False)
    >>> result.table("players").groupby("strategy").size().tolist()
    [50, 50]
    """
    game_map = as_map(game_map)
    lineup = make_lineup(
        game_map, strategies, players=players, seed=seed, rotate=rotate, interventions=interventions
    )  # fmt: skip
    _check_numbers(games, first_game, threads)
    option("on_error", on_error, ("raise", "skip"))
    check_executor(executor)
    check_choice(out, resume=resume, more=more, overwrite=overwrite)
    manifest = manifest_of(lineup, games, first_game).model_copy(update={"tables": kept_tables(tables)})
    if out is not None:
        check_place(out, manifest, overwrite, resume=resume, more=more)
    prepare(lineup)
    kept = Kept(lineup, manifest)
    if out is not None:
        kept.begin(ResultWriter(out, manifest, game_map, overwrite, resume=resume, more=more))
    workers = worker_count(threads)
    flag = Flag()
    try:
        check_game(first_game + kept.manifest.games - 1)
        left = kept.left
        with (
            ProgressBar(sum(map(len, left)), progress, on_progress) as bar,
            pool_of(executor, workers, flag, kept.writer) as (pool, extra),
        ):
            written = isinstance(pool, PartWriters)
            dispatcher = Dispatcher(pool, extra, lineup, kept.manifest, on_error == "skip", left, written=written)
            interrupted = _run(dispatcher, kept, bar, workers, flag, Watch(executor, bar.say))
        return _outcome(kept, interrupted, on_error)
    finally:
        kept.end()


def play_logged(
    game_map: str | Path | GameMap,
    strategies: str | Strategy | Sequence[str | Strategy],
    *,
    players: int | None = None,
    game: int = 0,
    seed: int = 0,
    rotate: bool = True,
    interventions: Given = (),
) -> list[Event]:
    """Play one game and return its log; the game is the same as in :func:`simulate`.

    Raises
    ------
    GameFailed
        If a strategy fails; its ``events`` are the log up to the failure.

    Examples
    --------
    >>> ttr.play.play_logged("usa", "random", players=2, seed=1)[-1].kind
    <EventKind.FINAL_SCORE: 46>
    """
    lineup = lineup_for_game(
        game_map, strategies, players=players, game=game, seed=seed, rotate=rotate, interventions=interventions
    )  # fmt: skip
    events, failure = next(logged_games(lineup, game, 1))
    if failure is not None:
        raise GameFailed.of(failure, lineup, events=events)
    return events


def lineup_for_game(
    game_map: str | Path | GameMap,
    strategies: str | Strategy | Sequence[str | Strategy],
    *,
    players: int | None,
    game: int,
    seed: int,
    rotate: bool,
    interventions: Given,
) -> Lineup:
    """Check the arguments of :func:`play_logged` and return the lineup, prepared, that plays the game."""
    game_map = as_map(game_map)
    lineup = make_lineup(
        game_map, strategies, players=players, seed=seed, rotate=rotate, interventions=interventions
    )  # fmt: skip
    check_game(game)
    prepare(lineup)
    return lineup


def prepare(lineup: Lineup) -> Deciders:
    """Compile the strategies of a lineup and return them.

    Announces on standard error that the first compilation takes a while, and which
    strategies are played uncompiled and why.
    """
    announce_compilation(*entries(lineup.strangers))
    everybody = ", ".join(dict.fromkeys(place.name for place in lineup.places))
    with said_when_slow(f"preparing {everybody}: this takes up to a minute if it must be compiled ..."):
        deciders = Deciders.of(lineup.strategies)
    announce_refusals(deciders)
    return deciders


def manifest_of(lineup: Lineup, games: int, first_game: int = 0) -> Manifest:
    """Return the manifest of a run that has not begun."""
    return Manifest(
        map=MapEntry.of(lineup.game_map),
        strategies=tuple(place.entry for place in lineup.places),
        players=lineup.players,
        seed=lineup.seed,
        games=games,
        first_game=first_game,
        rotate=lineup.rotate,
        interventions=tuple(map(str, lineup.interventions)),
        engine=source_hash(),
    )


def _check_numbers(games: int, first_game: int, threads: int | None) -> None:
    if whole_number("the number of games", games) < 1:
        raise SetupError(f"the number of games must be at least 1, not {shown(games)}")
    if games > GAMES:
        raise SetupError(f"the number of games is {shown(games)}; one seed has {GAMES:,}, so play them in several runs")
    check_game(first_game)
    check_game(first_game + games - 1)
    check_threads(threads)


def kept_tables(tables: Sequence[TableName]) -> tuple[TableName, ...]:
    """Return the tables that are kept, in their order: those asked for, and those that are always kept.

    Raises
    ------
    SetupError
        If there is no table of one of these names.

    Examples
    --------
    >>> from ttr_analysis.play.simulate import kept_tables
    >>> kept_tables(["tickets"])
    ('games', 'players', 'tickets')
    """
    asked = [option("a name of tables", name, TABLES) for name in listed("tables", tables, "('games', 'players')")]
    return tuple(name for name in TABLES if name in (*ALWAYS, *asked))


def check_threads(threads: int | None) -> None:
    """Check a number of threads.

    Raises
    ------
    SetupError
        If the number is below 1.
    """
    if threads is not None and whole_number("the number of threads", threads) < 1:
        raise SetupError(f"the number of threads must be at least 1, not {threads}")


def check_executor(executor: object) -> None:
    """Check that a value is an executor, or None.

    Raises
    ------
    SetupError
        If it is anything else.
    """
    if executor is not None and not hasattr(executor, "submit"):
        raise SetupError(f"executor must be a concurrent.futures.Executor, not {shown(executor)}")


def worker_count(threads: int | None = None) -> int:
    """Return how many threads play: as many as asked for, or as there are processors."""
    return threads or os.cpu_count() or 1


def check_game(number: int) -> None:
    """Check that there is a game with this number.

    Raises
    ------
    SetupError
        If there is none.
    """
    if not 0 <= whole_number("the number of a game", number) < GAMES:
        raise SetupError(f"there is no game {shown(number)}; games are numbered from 0 to {GAMES - 1:,}")


def replay_command(lineup: Lineup, game: int, until: int | None = None) -> str:
    """Return the command that describes a game in words, or a call if only this process has a strategy or the map."""
    return manifest_of(lineup, 1).command(game, until)


def failure_in_words(failure: Failure, lineup: Lineup) -> str:
    """Describe what went wrong, where, and how to see it again."""
    reason = " ".join(failure.reason.split())
    return (
        f"strategy {failure.strategy!r} failed (seed {lineup.seed}, game {failure.game}, turn {failure.turn}, "
        f"seat {failure.seat}): {reason}. To see it: {replay_command(lineup, failure.game, failure.turn)}"
    )


@contextmanager
def pool_of(
    executor: Executor | None, workers: int, flag: Flag, writer: ResultWriter | None = None
) -> Iterator[tuple[Executor, dict[str, Any]]]:
    """Provide what plays chunks, and an argument of them that only works for threads: when to stop.

    Parameters
    ----------
    executor : Executor or None
        If there is none, threads.
    workers : int
        The number of threads.
    flag : threading.Event
        Set to stop them.
    writer : ResultWriter, optional
        Of the folder to which the workers of the executor write.
    """
    if executor is not None:
        yield executor if writer is None else PartWriters(executor, writer), {}
        return
    with ThreadPoolExecutor(workers, thread_name_prefix="ttr") as threads:
        yield threads, {"stopped": flag.is_set}


def _run(dispatcher: Dispatcher, kept: Kept, bar: ProgressBar, workers: int, flag: Flag, watch: Watch) -> bool:
    """Play all games while this thread only waits; return whether Ctrl-C or ``on_progress`` stopped them."""
    pending: set[Future[Chunk]] = set()
    interrupted = False
    try:
        while dispatcher.more or pending:
            stop = bool(kept.failures) and not dispatcher.skip
            while dispatcher.more and not stop and len(pending) < 2 * workers:
                pending.add(dispatcher.submit())
            if not pending:
                break
            done, pending = wait(pending, timeout=0.5, return_when=FIRST_COMPLETED)
            for future in done:
                _keep(chunk_of(future), dispatcher, kept, bar)
            if done:
                watch.heard()
            else:
                watch.look()
            if bar.stopped:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        interrupted = True
        flag.set()
        for future in pending:
            future.cancel()
        _keep_finished(pending, dispatcher, kept, bar)
    finally:
        for future in pending:  # else whoever closes the executor waits for work that nobody does
            future.cancel()
    return interrupted


def chunk_of(future: Future[Chunk]) -> Chunk:
    """Return the games of a piece of work that is done.

    Raises
    ------
    SetupError
        If the process that played them, or the scheduler that handed them out, has ended.
    """
    try:
        return future.result()
    except Exception as error:
        if lost_workers(error):
            raise SetupError(
                f"the executor has lost the processes that play ({type(error).__name__}); start new ones, and go on "
                f"with {RESUME} if the games are written to a folder"
            ) from error
        raise


def _keep(chunk: Chunk, dispatcher: Dispatcher, kept: Kept, bar: ProgressBar) -> None:
    kept.add(chunk)
    dispatcher.learn(chunk)
    bar.advance(chunk.games + len(chunk.failures))


def _keep_finished(pending: set[Future[Chunk]], dispatcher: Dispatcher, kept: Kept, bar: ProgressBar) -> None:
    """Keep what the running chunks have finished after Ctrl-C."""
    wait(pending, timeout=10)
    for future in pending:
        if future.done() and not future.cancelled() and future.exception() is None:
            _keep(future.result(), dispatcher, kept, bar)


def _outcome(kept: Kept, interrupted: bool, on_error: str) -> Result:
    """Return the result, or raise the first failure with it if failures are to be raised or no game was finished."""
    result = kept.result()
    if kept.failures:
        first = min(kept.failures, key=lambda failure: failure.game)
        message, failed = failure_in_words(first, kept.lineup), len(kept.failures)
        if not interrupted and on_error == "raise":
            raise GameFailed.of(first, kept.lineup, result=result)
        if not interrupted and not len(result):
            raise GameFailed(f"no game was finished, {failed:,} failed; the first: {message}", first, result)
        say((f"{failed:,} games failed; the first: " if failed > 1 else "") + message)
    return result


__all__ = ["GameFailed", "play_logged", "simulate"]
