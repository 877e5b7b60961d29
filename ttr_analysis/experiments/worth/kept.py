"""Folders of worth: the table, how it was made, and the pairs of games behind it, so that one can go on with them.

``worth.csv`` is the table, ``worth.json`` tells how it was made, and ``worth.parquet`` has a row for each thing and
pair of games.
"""

import json
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from ttr_analysis._validate import path_of
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth.table import BOUNDS
from ttr_analysis.results import files, folders, going_on, lock

TABLE, RECORD, ROWS = "worth.csv", "worth.json", "worth.parquet"
"""Files of a folder."""
CONFIRMED, CONFIRMED_RECORD = "confirmed.csv", "confirmed.json"
"""Files of a folder whose rows were measured again in fresh games: these rows, and how they were made."""
LINE_UPS = "line_ups"
"""What the record of a table of several line-ups has: how each was made, by its name."""
SECONDS = 5.0
"""The games are written when the last time is so long ago, and at the end."""

_OWN = re.compile(r"(worth|confirmed|charts)(\..*)?|worth-[0-9]+|\.lock")
"""What may lie in a folder: the files, charts, and the folders of line-ups."""

Facts = dict[str, Any]
"""How a table is made: all that its numbers depend on."""
Rows = dict[str, pd.DataFrame]
"""The differences of the pairs of games, by the name of the thing."""


def folder_for(out: str | Path) -> Path:
    """Create a folder for a table of worth, or check that all in it belongs to one.

    Raises
    ------
    SetupError
        If it cannot be created or written to, or contains anything else.
    """
    return folders.own_folder(path_of("out", out), "a table of worth", _foreign)


def _foreign(folder: Path) -> str:
    return min((each.name for each in folder.iterdir() if not _OWN.fullmatch(each.name)), default="")


class Kept:
    """The folder of a table under way.

    Parameters
    ----------
    folder : Path
    facts : dict
        How the table is made.
    resume : bool
        Whether to go on with the games that are there.
    free : sequence of str, optional
        Facts that may differ from those of the folder.

    Attributes
    ----------
    rows : dict of str to DataFrame
        The games that were there.

    Raises
    ------
    SetupError
        If there are games of another table, or of this one, and they are not to be gone on with.
    """

    def __init__(self, folder: Path, facts: Facts, resume: bool, free: Sequence[str] = ()) -> None:
        self.folder, self.rows, self._written = folder, Rows(), time.monotonic()
        self._lock = lock.FolderLock(folder)
        try:
            check_new(folder, resume)
            if (folder / RECORD).exists():
                check_same(folder, facts, free)
                self.rows = read_rows(folder) if (folder / ROWS).exists() else Rows()
            else:
                _write(folder, RECORD, _record(facts))
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Let others write to the folder."""
        self._lock.release()

    @property
    def due(self) -> bool:
        """Whether it is time to write what was played."""
        return time.monotonic() - self._written > SECONDS

    def write(self, rows: Mapping[str, pd.DataFrame], table: pd.DataFrame) -> None:
        """Write the games, then the table that is made of them."""
        write_pairs(self.folder, _in_one(rows))
        write_table(self.folder, table)
        self._written = time.monotonic()


def write_pairs(folder: Path, pairs: pd.DataFrame) -> None:
    """Write the pairs of games behind a table."""
    with folders.explained("the games of the table of worth"):
        folders.write_file(folder / ROWS, files.parquet(pairs))


def write_confirmed(folder: Path, again: pd.DataFrame) -> None:
    """Write the rows of a table of worth that were measured again in fresh games, and how."""
    write_table(folder, again, CONFIRMED, CONFIRMED_RECORD)


def write_table(folder: Path, table: pd.DataFrame, name: str = TABLE, record: str = RECORD) -> None:
    """Write a table of worth, and how it was made."""
    _write(folder, name, table.to_csv(index=False, lineterminator="\n"))
    _write(folder, record, _record(table.attrs["worth"], table.attrs["complete"], table.attrs["intervals"]))


def _write(folder: Path, name: str, text: str) -> None:
    with folders.explained("the table of worth"):
        folders.write_file(folder / name, text)


def _record(facts: Facts, complete: bool = False, intervals: object = None) -> str:
    return json.dumps({**facts, "complete": complete, "intervals": intervals}, indent=2) + "\n"


def check_new(folder: Path, resume: bool) -> None:
    """Check that a folder holds no table of worth, or one that is to be gone on with.

    Raises
    ------
    SetupError
        If there is a table.
    """
    if (folder / RECORD).exists() and not resume:
        raise SetupError(
            f"{folder} holds a table of worth; choose another folder, or go on with this one: resume (--resume)"
        )


def read_worth(folder: str | Path) -> pd.DataFrame:
    """Return the table of worth of a folder, as ``worth``, ``worth_of_line_ups`` or ``worth_of_rule`` returned it.

    Raises
    ------
    SetupError
        If there is none, or it cannot be read.

    Examples
    --------
    >>> from ttr_analysis.errors import SetupError
    >>> try:
    ...     ttr.experiments.read_worth("nowhere")
    ... except SetupError as error:
    ...     print(error)
    there is no table of worth in nowhere
    """
    place = folders.at_home(path_of("folder", folder))
    if not (place / TABLE).is_file():
        raise SetupError(f"there is no table of worth in {place}")
    facts = _record_of(place)
    try:
        table = pd.read_csv(place / TABLE)
    except (OSError, ValueError) as error:
        raise SetupError(f"{place / TABLE} cannot be read ({type(error).__name__})") from None
    if "strategy" in table:
        table["strategy"] = table["strategy"].astype("str").fillna("")  # of all; without others, it is read as numbers
    if BOUNDS in table:
        table[BOUNDS] = table[BOUNDS].astype("str").fillna("")  # where no row has one, it is read as numbers
    table.attrs["intervals"], table.attrs["complete"] = facts.pop("intervals"), facts.pop("complete")
    table.attrs["worth"] = facts
    return table


def read_rows(folder: Path) -> Rows:
    """Return the games that a folder holds.

    Raises
    ------
    SetupError
        If they cannot be read.
    """
    try:
        together = pd.read_parquet(folder / ROWS)
    except (OSError, ValueError) as error:  # pyarrow's errors are ValueErrors
        raise SetupError(f"{folder / ROWS} cannot be read ({type(error).__name__})") from None
    groups = together.groupby("thing", sort=False, observed=True)
    return {str(name): rows.drop(columns="thing").reset_index(drop=True) for name, rows in groups}


def check_line_ups(folder: Path, names: Sequence[str]) -> None:
    """Check that a folder's line-ups, if it has any, are the first of these: more may follow.

    Raises
    ------
    SetupError
        If it holds the table of one line-up, or other line-ups.
    """
    if not (folder / RECORD).exists():
        return
    there = list(_record_of(folder).get(LINE_UPS, ()))
    if not there:
        raise SetupError(f"{folder} holds a table of worth of one line-up; choose another folder")
    if there != list(names)[: len(there)]:
        raise SetupError(
            f"{folder} holds a table of worth of the line-ups {'; '.join(there)}: "
            "name these first, in this order, or choose another folder"
        )


def check_same(folder: Path, facts: Facts, free: Sequence[str] = ()) -> None:
    """Check that the games of a folder belong to this table; ``free`` names facts that may differ.

    Raises
    ------
    SetupError
        If they belong to another one; the message tells how it differs.
    """
    there, wanted = _record_of(folder), json.loads(json.dumps(facts))
    if LINE_UPS in there:
        raise SetupError(f"{folder} holds a table of worth of several line-ups; choose another folder")
    names = [name for name in wanted if name not in free]
    told = going_on.changes(*({name: _plays(each.get(name)) for name in names} for each in (there, wanted)))
    if differences := "; ".join(told):
        raise SetupError(f"{folder} holds a table of worth with {differences}; choose another folder")


def _plays(fact: object) -> object:
    """Return a fact without where the strategies in it can be found, which may change."""
    if isinstance(fact, list) and all(isinstance(each, dict) for each in fact):
        return [{name: value for name, value in each.items() if name not in ("typed", "file")} for each in fact]
    return fact


def games_of(folder: Path) -> int:
    """Return the number of games for which a folder was made.

    Raises
    ------
    SetupError
        If there is no table of worth to which games could be added.
    """
    if not (folder / RECORD).exists():
        raise SetupError(f"{folder} holds no table of worth to which games could be added; begin one without more")
    games: int = _record_of(folder).get("games", 0)
    return games


def _record_of(folder: Path) -> Facts:
    try:
        record: Facts = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SetupError(f"{folder / RECORD} cannot be read ({type(error).__name__})") from None
    return record


def _in_one(rows: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Return the games of all things in one table."""
    together = pd.concat(rows, names=["thing"]).reset_index("thing").reset_index(drop=True)
    return together.astype({"thing": "category"})
