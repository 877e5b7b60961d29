"""Whether two results have the same games, and what differs if not."""

from __future__ import annotations

from ttr_analysis._validate import instance
from ttr_analysis.results import Result, schema
from ttr_analysis.results.later import pandas as pd

_KEYS = ("seed", "game", "seat")


def differences(first: Result, second: Result) -> list[str]:
    """Compare the games of a result with the same games of another one, table by table.

    Parameters
    ----------
    first : Result
        Its games, or the seats that were chosen from them, are compared.
    second : Result
        May have more games.

    Returns
    -------
    list of str
        What differs, a line for each table or column; empty if all tables are the same.

    Raises
    ------
    SetupError
        If one of them is no result.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> again = ttr.simulate("usa", "random", players=2, games=80, seed=1, progress=False)
    >>> ttr.results.differences(result, again)
    []
    """
    for given in (first, second):
        instance("what is compared", given, Result, "simulate(...)")
    lines = []
    if first.game_map.digest != second.game_map.digest:
        lines.append("other maps or rules were played")
    if first.strategies != second.strategies:
        lines.append(f"other strategies played: {', '.join(first.strategies)}, then {', '.join(second.strategies)}")
    for name in schema.TABLES:
        if name not in first.manifest.tables or name not in second.manifest.tables:
            continue
        lines += _of_tables(name, _rows(first, first, name), _rows(first, second, name))
    return lines


def _rows(first: Result, result: Result, name: schema.TableName) -> pd.DataFrame:
    """Return the rows of a table that belong to the games and seats of the first result, without the run's name."""
    table = result.table(name).drop(columns="run")
    known = first.players if "seat" in table else first.games
    keys = [key for key in _KEYS if key in known and key in table]
    return table.merge(known[keys]) if result is not first else table


def _of_tables(name: schema.TableName, first: pd.DataFrame, second: pd.DataFrame) -> list[str]:
    if len(first) != len(second):
        return [f"{name}: {len(first):,} rows, then {len(second):,}"]
    lines = []
    for column in first:
        before, after = first[column].to_numpy(), second[column].to_numpy()
        other = (before != after) & ~(pd.isna(before) & pd.isna(after))  # a win share is unknown for a player alone
        if other.any():
            at = int(other.argmax())
            where = ", ".join(f"{key} {first[key].iloc[at]}" for key in _KEYS if key in first)
            lines.append(
                f"{name}: {column} differs in {int(other.sum()):,} of {len(first):,} rows; the first is {where}: "
                f"{before[at]}, then {after[at]}"
            )
    return lines
