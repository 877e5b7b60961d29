"""Results to look at: made once on each machine, and read from the user's cache afterwards."""

from functools import partial
from pathlib import Path

from ttr_analysis._validate import option
from ttr_analysis.engine.code_cache import cache_root
from ttr_analysis.errors import ResultError
from ttr_analysis.maps import GameMap, available_maps, load_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.messages import say
from ttr_analysis.play.progress import Progress
from ttr_analysis.play.simulate import manifest_of, simulate
from ttr_analysis.results import Result
from ttr_analysis.results.files import check_resumed
from ttr_analysis.results.reading import load_result

GAMES = 20_000
SEED = 1
STRATEGY = "expert"
PLAYERS = 4
"""At most; on a map for fewer, as many as it allows."""


def load_example(name: str = "usa", *, progress: Progress = True) -> Result:
    """Return 20,000 games of four players of ``expert`` on a map, to try charts and tables on.

    The first call plays them, which takes half a minute or so, and keeps them in the user's cache folder (5 MB);
    later calls read them. They are played anew if they are damaged, or if the rules, the map or the strategy have
    changed since. A call that was interrupted goes on where it was stopped.

    Parameters
    ----------
    name : str, optional
        One of :func:`ttr_analysis.available_maps`.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.

    Returns
    -------
    Result
        Incomplete if Ctrl-C ended the call.

    Raises
    ------
    SetupError
        If there is no such map, if the cache folder contains foreign files, or if another process is just
        making this example.

    Examples
    --------
    >>> result = ttr.load_example("usa")  # doctest: +SKIP
    >>> ttr.charts.score_parts(result)  # doctest: +SKIP
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.load_example("atlantis")
    ... except SetupError as error:
    ...     print(str(error)[:42])
    the example is 'atlantis', but must be one
    """
    game_map = load_map(option("the example", name, tuple(available_maps())))
    players = min(PLAYERS, game_map.rules.players[1])
    play = partial(simulate, game_map, STRATEGY, players=players, games=GAMES, seed=SEED, progress=progress)
    root = cache_root()
    if root is None:  # it has warned of that
        return play()
    folder = root / "examples" / name
    try:
        if (kept := _read(folder, game_map, players)) is not None:
            return kept
        say(f"playing {GAMES:,} games of {STRATEGY} for the example {name!r}, once: half a minute or so ...")
        return play(out=folder, resume=True)
    except ResultError as problem:
        say(f"the example {name!r} is played anew, for half a minute or so: {problem}")
        return play(out=folder, overwrite=True)


def _read(folder: Path, game_map: GameMap, players: int) -> Result | None:
    """Return the games that a folder contains if they are all there, and are those that would be played today."""
    lineup = make_lineup(game_map, STRATEGY, players=players, seed=SEED, rotate=True)
    there = check_resumed(folder, manifest_of(lineup, GAMES), more=False)
    return load_result(folder, game_map) if there is not None and there.complete else None
