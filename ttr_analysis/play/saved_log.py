"""Logs of single games, read from the files that ``ttr replay --json`` writes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from ttr_analysis._validate import instance, once_each, path_of, several
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import Event, GameMap, MapLike, as_map, event_of, load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.results.folders import at_home

NEEDED = ("map", "seats", "events")
"""What a file must have."""


@dataclass(frozen=True)
class SavedLog:
    """One game, as a file tells it.

    Attributes
    ----------
    game_map : GameMap
        The map it was played on.
    seats : tuple of str
        The players' names.
    events : tuple of Event
        The log.
    explanations : mapping of int to str
        Why moves were chosen, by the position of their events.
    interventions : tuple of str
        What was changed for some seats.
    seed, game : int or None
        Of a simulated game.
    position : Position or None
        Where the log begins, if not with a deal.

    Examples
    --------
    >>> ttr.play.SavedLog(ttr.load_map("usa"), ("Ann", "Ben"), (), {}).seats
    ('Ann', 'Ben')
    """

    game_map: GameMap
    seats: tuple[str, ...]
    events: tuple[Event, ...]
    explanations: Mapping[int, str]
    interventions: tuple[str, ...] = ()
    seed: int | None = None
    game: int | None = None
    position: Position | None = None

    @classmethod
    def of(cls, game: Game, seats: Sequence[str] = ()) -> Self:
        """Return the log of a game from Python, perhaps one that began with a position.

        Parameters
        ----------
        game : Game
            Over or not.
        seats : sequence of str, optional
            The players' names; by default ``player 1``, ``player 2``, ...

        Raises
        ------
        SetupError
            If this is no game, or there are more or fewer names than players.

        Examples
        --------
        >>> game = ttr.Game.from_position("usa", ttr.Position(players=2, turns_left=2)).play("greedy_points")
        >>> ttr.play.SavedLog.of(game, ["Ann", "Ben"]).position
        Position(players=2, turns_left=2)
        """
        live = instance("game", game, Game, 'ttr.Game("usa", 2)')._live
        names = several("seats", seats, str) or [f"player {seat + 1}" for seat in range(game.players)]
        if len(names) != game.players:
            raise SetupError(f"{len(names)} names for {game.players} players: give one for each, by seat")
        changes = tuple(map(str, live._interventions))
        return cls(game.game_map, tuple(names), tuple(game.events), {}, changes, position=game.start_position)


def read_log(path: str | Path, game_map: MapLike | None = None) -> SavedLog:
    """Read a game from a file that ``ttr replay --json`` wrote.

    Parameters
    ----------
    path : str or Path
        The file.
    game_map : str, Path or GameMap, optional
        The map, if the file names one that is not found by its name, or whose rules were changed.

    Raises
    ------
    SetupError
        If the file is not such a log, or of another map than the one with its name.
    MapError
        If there is no map of the name in the file.

    Examples
    --------
    >>> read_log("no_such_file.json")
    Traceback (most recent call last):
    ttr_analysis.errors.SetupError: the log no_such_file.json cannot be read: No such file or directory
    """
    record = _record(at_home(path_of("path", path)))
    told = record["map"]
    given = (
        as_map(game_map) if game_map is not None else load_map(str(told["name"]), str(told.get("ticket_set", "base")))
    )
    if told.get("digest", given.digest) != given.digest:
        raise SetupError(
            f"the log {path} is of another map, or of other rules, than {given.name}; give its map as game_map"
        )
    return SavedLog(
        given,
        tuple(map(str, record["seats"])),
        tuple(event_of(each, given) for each in record["events"]),
        {place: str(each["explanation"]) for place, each in enumerate(record["events"]) if "explanation" in each},
        tuple(map(str, record.get("interventions", ()))),
        record.get("seed"),
        record.get("game"),
        Position.from_dict(record["position"]) if record.get("position") is not None else None,
    )


def _record(path: Path) -> dict[str, Any]:
    """Return what the file holds, if it looks like a log."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=once_each)
    except OSError as error:
        raise SetupError(f"the log {path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SetupError(f"{path} is not a log that ttr replay --json wrote: {error}") from None
    if not isinstance(record, dict) or any(name not in record for name in NEEDED):
        raise SetupError(f"{path} is not a log that ttr replay --json wrote: it needs {', '.join(NEEDED)}")
    if not isinstance(record["map"], dict) or "name" not in record["map"]:
        raise SetupError(f"{path} does not name its map")
    return record
