"""Going on with a run where it stopped: only with what was made in the same way, else the difference is named.

A run that is resumed, or played further, has the same rows as one run without a stop. So map, rules, strategies,
seeds and code must be those of what is there; :func:`check_same` compares them and says what to do.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from ttr_analysis._validate import misfit, shown
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps.changes import CHANGED
from ttr_analysis.results.folders import folder_of

Facts = Mapping[str, Any]
"""What rows depend on, by a name that a reader understands; values as JSON has them, mappings may be nested."""

HIDDEN: Final[Mapping[str, str]] = {
    "digest": "another map, or another version of it",
    "code": "other code of a strategy",
    "entries": "other strategies, weights or code",
    "engine": "another version of the engine or of its compiler",
    "things": "other things",
    "start": "another player to begin with",
}
"""How facts differ whose values tell nothing to a reader."""

OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {
    "rotation of the seats": {
        "True": "leave out --fixed-seats; in Python: rotate=True",
        "False": "add --fixed-seats; in Python: rotate=False",
    },
    "choice of tables": {"": "--tables; in Python: tables=..."},
}
"""How to go on as a folder was made, by the fact and its value there; an empty text stands for any other value."""

RESUME: Final = "--resume (in Python: resume=True)"
"""How messages tell to go on with a run."""

MORE: Final = "--more (in Python: more=True)"
"""How messages tell to play more than was asked for at first."""


def check_choice(out: object, *, resume: bool, more: bool, overwrite: bool = False) -> None:
    """Check that going on is asked for in one way, and has a folder to go on with.

    Parameters
    ----------
    out : str, Path or None
        The folder.
    resume, more, overwrite : bool
        To play what is missing, to play more than was asked for at first, or to replace what is there.

    Raises
    ------
    SetupError
        If it is not so.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> from ttr_analysis.results.going_on import check_choice
    >>> try:
    ...     check_choice(None, resume=True, more=False)
    ... except SetupError as error:
    ...     print(error)
    there is nothing to go on with without a folder: name it with --out (in Python: out=...)
    """
    switches = {"resume": resume, "more": more, "overwrite": overwrite}
    chosen = [name for name, given in switches.items() if check_switch(name, given)]
    if out is not None:
        folder_of(out)
    if len(chosen) > 1:
        raise SetupError(f"{chosen[0]} and {chosen[1]} exclude each other; choose one of them")
    if out is None and (resume or more):
        raise SetupError("there is nothing to go on with without a folder: name it with --out (in Python: out=...)")


def check_switch(name: str, value: object) -> bool:
    """Return the value if it is True or False: a text such as ``"no"`` would count as true.

    Raises
    ------
    SetupError
        If it is anything else; the message begins with ``name``.
    """
    if misfit(bool, value):
        raise SetupError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def check_same(folder: Path, there: Facts, now: Facts) -> None:
    """Check that rows made now would be rows of what a folder contains.

    Parameters
    ----------
    folder : Path
    there, now : mapping
        What its rows depend on, and what those made now would depend on.

    Raises
    ------
    ResultError
        If something is not the same; the message names it.

    Examples
    --------
    >>> from pathlib import Path
    >>> from ttr_analysis.errors import ResultError
    >>> from ttr_analysis.results.going_on import check_same
    >>> try:
    ...     check_same(Path("run"), {"seed": 1, "rules": {"draws": 2}}, {"seed": 2, "rules": {"draws": 3}})
    ... except ResultError as error:
    ...     print(str(error)[:52])
    run was made with seed 1, not 2; rules: draws 2, not
    """
    names = [[str(name).replace(CHANGED, "") for name in facts.get("map", ())] for facts in (there, now)]
    if "map" in there and there.get("rules") != now.get("rules") and names[0] == names[1]:
        # The rules say why the map is called otherwise.
        now = {**now, "map": there["map"]}
    told = list(changes(there, now))
    if len(told) > 1:  # a digest says less than what it is of
        told = [each for each in told if each != HIDDEN["digest"]]
    if told:
        raise ResultError(
            f"{folder} was made with {'; '.join(told)}: the new rows would not belong to it; "
            "go on as it was made, or choose another folder"
        )


def changes(there: Facts, now: Facts) -> Iterator[str]:
    """Yield in words what two collections of facts do not have in common.

    Examples
    --------
    >>> from ttr_analysis.results.going_on import changes
    >>> list(changes({"players": 2, "engine": "a1"}, {"players": 3, "engine": "b2"}))
    ['players 2, not 3', 'another version of the engine or of its compiler']
    """
    for name in dict.fromkeys((*there, *now)):
        before, after = there.get(name), now.get(name)
        if before == after:
            continue
        if name in HIDDEN:
            yield HIDDEN[name]
        elif isinstance(before, Mapping) and isinstance(after, Mapping):
            yield f"{name}: {', '.join(changes(before, after))}"
        else:
            options = OPTIONS.get(name, {})
            option = options.get(str(before), options.get("", ""))
            yield f"{name} {_in_words(before)}, not {_in_words(after)}{option and f' ({option})'}"


def facts_of(manifest: Any) -> dict[str, Any]:
    """Return what the rows of a result or of a tournament depend on, but for the number of games.

    Parameters
    ----------
    manifest : Manifest or TournamentManifest
    """
    facts = facts_of_games([manifest.map], manifest.strategies, manifest.engine)
    facts |= {"players": manifest.players, "seed": list(getattr(manifest, "seeds", (manifest.seed,)))}
    others = {"first_game": "first game", "rotate": "rotation of the seats", "interventions": "interventions",
              "chosen": "choice of games", "tables": "choice of tables", "seatings": "tables"}  # fmt: skip
    return facts | {word: getattr(manifest, name) for name, word in others.items() if hasattr(manifest, name)}


def facts_of_games(maps: Sequence[Any], entries: Sequence[Any], engine: str) -> dict[str, Any]:
    """Return what games depend on besides seeds: the entries of maps and of strategies, and the engine.

    Parameters
    ----------
    maps : sequence of MapEntry
    entries : sequence of StrategyEntry
    engine : str
        Hash of its sources.
    """
    alone = len(maps) == 1
    return {
        "map": [f"{each.name} ({each.ticket_set})" for each in maps],
        "rules": maps[0].rules if alone else {each.name: each.rules for each in maps},
        "digest": [each.digest for each in maps],
        "strategies": [entry.name for entry in entries],
        "weights": {entry.name: dict(entry.weights) for entry in entries},
        "code": {entry.name: entry.source_hash for entry in entries},
        "engine": engine,
    }


def _in_words(value: object) -> str:
    """Return a value for a message; a list without brackets."""
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) if value else "none"
    return "none" if value is None else str(value) if isinstance(value, str | bool | int | float) else shown(value)
