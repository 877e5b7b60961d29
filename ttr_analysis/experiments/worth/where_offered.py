"""Worth for each deal that offers a ticket: of keeping it over returning it, in the games that offer it alone."""

from collections.abc import Mapping

import pandas as pd

from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth.games import OFFERED
from ttr_analysis.stats import columns

ENDING = "_if_offered"
"""How the names of the columns end."""
MEASURES = ("points", "win_share")
"""What is told of these games."""
SHARE = OFFERED
"""The column with the share of games that offered the ticket."""


def is_told(rows: Mapping[str, pd.DataFrame]) -> bool:
    """Return whether all pairs of games tell if the ticket was offered: those of older folders do not."""
    return all(OFFERED in each and bool(each[OFFERED].notna().all()) for each in rows.values())


def add(table: pd.DataFrame, rows: Mapping[str, pd.DataFrame], least: float, confidence: float) -> None:
    """Add what each ticket is worth in the games that offered it to a table of worth.

    A game offers a ticket if the player had it at the end where they must keep it, or if anything changed. A ticket
    that the rules did not let them keep counts as offered only if it changed the game.

    Parameters
    ----------
    table : pandas DataFrame
        Of :func:`ttr_analysis.experiments.worth`; changed in place. New are ``offered``, the share of games that
        offered the ticket, ``n_if_offered``, their number, and ``points_if_offered``, ``win_share_if_offered`` with
        the ends of their intervals, over these games.
    rows : mapping of str to DataFrame
        The differences of the pairs of games, by the name of the thing.
    least : float
        The least that counts as the largest change of points.
    confidence : float
    """
    names = table["thing"].tolist()
    own = [rows[name][rows[name][OFFERED].astype(bool)] for name in names]
    table[SHARE] = [len(each) / len(rows[name]) for name, each in zip(names, own, strict=True)]
    table[f"n{ENDING}"] = [len(each) for each in own]
    for measure in MEASURES:
        largest = estimates.largest_change(rows, measure, least)
        found = [estimates.estimate(each, measure, largest, confidence) for each in own]
        estimates.add_estimates(table, measure + ENDING, found)


def of_offers(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table of worth with the numbers of the games that offered the ticket in place of those of all games."""
    found = table.copy(deep=False)
    for measure in MEASURES:
        for end in columns.ENDS:
            found[measure + end] = table[f"{measure}{ENDING}{end}"]
    found["n"] = table[f"n{ENDING}"]
    found["changed"] = (table["changed"] * table["n"] / table[f"n{ENDING}"]).fillna(0.0)
    if estimates.BOUNDS in table:
        found[estimates.BOUNDS] = [_of_offers(told) for told in table[estimates.BOUNDS]]
    return found


def _of_offers(bounds: str) -> str:
    """Return the measures that have a bound in the games that offered the ticket, by their plain names."""
    told = [each.removesuffix(ENDING) for each in bounds.split(estimates.BETWEEN) if each.endswith(ENDING)]
    return estimates.BETWEEN.join(told)
