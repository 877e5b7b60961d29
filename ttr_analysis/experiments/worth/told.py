"""What a table of worth says of how it was made: for captions, boards and sentences."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pandas as pd

from ttr_analysis.errors import ResultError, TicketToRideError
from ttr_analysis.experiments.worth import over_mean
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.results import source

FACTS = ("map", "digest", "ticket_set", "of", "change", "players", "strategies", "seed")
"""What a table says at least of how it was made."""


def few_changed(table: pd.DataFrame, measure: str = "points") -> pd.Series[bool]:
    """Return which rows have a bound in place of an interval, because the measure changed in too few games.

    The table names them in ``bounds``. Where it does not, as it was made before, numbers must tell: a bound lies around
    0, not around the estimate, and a few changed games in all leave few changed values of any measure, but not of what
    a thing is worth over the mean of others, which change their games, too.
    """
    if estimates.BOUNDS in table:
        named = [measure in str(each).split(estimates.BETWEEN) for each in table[estimates.BOUNDS]]
        return pd.Series(named, table.index, dtype=bool)
    around = (table[f"{measure}_low"] == -table[f"{measure}_high"]) & (table[measure] != 0)
    if measure.endswith(over_mean.ENDING):
        return around
    return around | ((table["changed"] * table["n"]).round() < estimates.FEW)


def has_bound(row: pd.Series[Any], measure: str) -> bool:
    """Return whether a row of a table of worth has a bound of a measure."""
    return bool(few_changed(pd.DataFrame([row]).infer_objects(), measure).iloc[0])


def facts_of(table: pd.DataFrame) -> dict[str, Any]:
    """Return what a table of worth says of how it was made.

    Raises
    ------
    ResultError
        If it is no such table.
    """
    facts = estimates.facts_in(table)
    if facts is not None and "line_ups" in facts:
        raise ResultError("this table has several line-ups; take one of them with experiments.of_line_up")
    if facts is None or "points" not in table:
        raise ResultError("this is not a table of experiments.worth, or it no longer says how it was made")
    return facts


def map_of(table: pd.DataFrame, game_map: GameMap | None = None) -> GameMap:
    """Return the map of a table of worth: the one given if it is that, else the one that the table names.

    Raises
    ------
    ResultError
        If the map is another one, or no folder holds it as it was.
    """
    facts = facts_of(table)
    if game_map is None:
        with suppress(TicketToRideError):
            game_map = load_map(facts["map"], facts["ticket_set"])
        if game_map is None or game_map.game_digest != facts["digest"]:
            raise ResultError(
                f"the table is of map {facts['map']!r}, which no folder holds as it was; pass it as game_map"
            )
    if game_map.game_digest != facts["digest"]:
        raise ResultError(f"the table of worth is not of map {game_map.name!r} as it is, but of {facts['map']!r}")
    return game_map


def with_source(table: pd.DataFrame, game_map: GameMap | None = None) -> pd.DataFrame:
    """Return a table of worth that carries its source, from which charts make their captions.

    Parameters
    ----------
    table : pandas DataFrame
        Of :func:`ttr_analysis.experiments.worth`, or some of its rows.
    game_map : GameMap, optional
        Its map; by default the one that it names.
    """
    played = table["n"]
    facts = facts_of(table)
    told = {name: facts[name] for name in (*FACTS[3:], "ticket") if name in facts}
    games_of_rows = [int(played.min()), int(played.max())] if len(table) else [0, 0]
    place = {"map": source.of_map(map_of(table, game_map)), "games": games_of_rows}
    place["complete"] = table.attrs.get("complete", True)
    return source.tagged(table.copy(deep=False), {"kind": "worth", "rotate": True, **told, **place})
