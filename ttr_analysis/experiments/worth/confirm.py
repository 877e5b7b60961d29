"""Fresh games for a headline: what was chosen with one seed is measured with another."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from ttr_analysis._validate import check_seed, count, did_you_mean, named, shown
from ttr_analysis.errors import MapError, SetupError, StrategyError
from ttr_analysis.experiments.worth import kept, line_ups
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth.measure import worth
from ttr_analysis.experiments.worth.things import known_as, spellings
from ttr_analysis.maps import GameMap, MapLike, as_map, load_map
from ttr_analysis.play.lineup import Place
from ttr_analysis.strategies import Strategy, get_strategy


def confirm(
    table: pd.DataFrame,
    things: int | str | Sequence[str] = 5,
    *,
    seed: int,
    games: int | None = None,
    game_map: MapLike | None = None,
    strategies: Sequence[Strategy] | None = None,
    **asked: Any,
) -> pd.DataFrame:
    """Measure some rows of a table of worth again, in games of another seed.

    The largest of many numbers is large by chance, too. A number that is quoted comes from games that did not choose
    it.

    Parameters
    ----------
    table : pandas DataFrame
        From :func:`ttr_analysis.experiments.worth`, ``worth_of_line_ups`` or ``read_worth``.
    things : int, str or sequence of str, optional
        The things by name, or how many: those worth most; of several line-ups, those with the largest least worth.
    seed : int
        Another one than that of the table.
    games : int, optional
        Games of each row; as many as the row of these with most games has, if left out.
    game_map : GameMap, str or Path, optional
        The map, where it cannot be found by its name because it was changed.
    strategies : sequence of Strategy, optional
        The strategies that cannot be found by their names, such as those of a notebook.
    **asked
        ``precision``, ``out``, ``resume``, ``threads``, ``progress`` and the like, as for
        :func:`ttr_analysis.experiments.worth`.

    Returns
    -------
    pandas DataFrame
        The table of these things, of the same shape; p-values are adjusted over these things only.
        ``attrs["worth"]["chosen_with"]`` has the seeds of the games that they were chosen by.

    Raises
    ------
    SetupError
        If the seed is that of the table, or a thing, the map or a strategy cannot be found.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> again = ttr.experiments.confirm(table, 1, seed=1, progress=False)
    >>> again["thing"].tolist() == table["thing"].tolist()[:1], again.attrs["worth"]["chosen_with"]
    (True, [0])
    """
    facts = _facts_of(table)
    before = [*facts.get("chosen_with", []), facts["seed"]]
    if check_seed("seed", seed) in before:
        raise SetupError(f"the rows were chosen in games of seed {seed}; measure them in games of another one")
    names = chosen_names(table, things)
    if not names:
        raise SetupError("no thing is named, so there is nothing to measure again")
    own = [] if strategies is None else [get_strategy(each) for each in named("strategies", strategies, Strategy)]
    chosen = table[table["thing"].isin(names)]
    found = _measured(facts, _map_of(facts, game_map), own, {
        "of": facts["of"], "change": facts["change"], "only": names, "ticket": facts.get("ticket"),
        "players": facts["players"], "seed": seed,
        "games": int(chosen["n"].max()) if games is None else games, "confidence": facts["confidence"], **asked,
    })  # fmt: skip
    found.attrs["worth"] = {**found.attrs["worth"], "chosen_with": before}
    if asked.get("out") is not None:
        kept.write_table(kept.folder_for(asked["out"]), found)
    return found


def _facts_of(table: pd.DataFrame) -> kept.Facts:
    facts: kept.Facts | None = estimates.facts_in(table)
    if facts is None or ("entries" not in facts and "line_ups" not in facts):
        raise SetupError("how this table was made is not known; take one from worth or read_worth, with all it carries")
    return facts


def chosen_names(table: pd.DataFrame, things: int | str | Sequence[str]) -> list[str]:
    """Return the names of some things of a table, or of so many: those worth most; of line-ups, the least counts."""
    least = table.groupby("thing")["points"].min().sort_index().sort_values(ascending=False, kind="stable")
    if isinstance(things, int):
        return list(least.index[: count("the number of things", things, 1)])
    asked, names = [str(each) for each in named("things", things, str)], [str(each) for each in least.index]
    found = {name: known_as(name, names) for name in asked}
    for name, each in found.items():
        if each is None:
            raise SetupError(f"there is no {shown(name)} in the table{did_you_mean(name, spellings(names))}")
    return [each for each in found.values() if each is not None]


def _measured(facts: kept.Facts, game_map: GameMap, own: Sequence[Strategy], asked: dict[str, Any]) -> pd.DataFrame:
    """Return the table of the line-up or line-ups that the facts tell."""
    if "line_ups" not in facts:
        return worth(game_map, _strategies(facts, own), **asked)
    several = {name: _strategies(each, own) for name, each in facts["line_ups"].items()}
    if len(several) < 2:
        raise SetupError(
            "the table was stopped in its first line-up; take that one with of_line_up, or resume the table"
        )
    return line_ups.worth_of_line_ups(game_map, several, **asked)


def _map_of(facts: kept.Facts, given: MapLike | None) -> GameMap:
    """Return the map that was played on.

    Raises
    ------
    SetupError
        If it is another one now, or cannot be found.
    """
    try:
        found = load_map(facts["map"], facts["ticket_set"]) if given is None else as_map(given)
    except MapError:
        raise SetupError(f"there is no map {shown(facts['map'])} by name; give it as game_map") from None
    if found.game_digest != facts["digest"]:
        raise SetupError(
            f"the table was made on another map than {shown(facts['map'])} is now; give that map as game_map"
            if given is None
            else "the table was made on another map, or with other rules, than this one"
        )
    return found


def _strategies(facts: kept.Facts, own: Sequence[Strategy]) -> list[Strategy]:
    """Return the strategies of a line-up: from those given if they fit, or by their names.

    Raises
    ------
    SetupError
        If one cannot be found, or is another one now.
    """
    there = {each.name: each for each in own}
    return [_strategy(entry, there.get(entry["name"])) for entry in facts["entries"]]


def _strategy(entry: dict[str, Any], given: Strategy | None) -> Strategy:
    try:
        found = given or get_strategy(entry["name"] if entry["typed"] is None else entry["typed"])
    except StrategyError:
        raise SetupError(f"there is no strategy {shown(entry['name'])} by name; give it in strategies") from None
    now = Place.of(found).entry.model_dump(mode="json")
    if any(now[name] != entry[name] for name in ("name", "weights", "source_hash")):
        raise SetupError(f"the table was made with other weights or code of the strategy {shown(entry['name'])}")
    return found
