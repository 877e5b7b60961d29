"""Tables of worth on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import games, measure
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.stats import columns, intervals


def read_worth(folder: str | Path) -> pd.DataFrame:
    """Return the table of worth of a folder, as :func:`ttr_analysis.experiments.worth` returned it.

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
    place = Path(folder).expanduser()
    if not (place / measure.TABLE).is_file():
        raise SetupError(f"there is no table of worth in {place}")
    try:
        record = json.loads((place / measure.RECORD).read_text(encoding="utf-8"))
        table = pd.read_csv(place / measure.TABLE)
        few = (table["changed"] * table["n"]).round() < estimates.FEW
    except (OSError, ValueError, LookupError) as error:
        raise SetupError(f"the table of worth in {place} cannot be read ({type(error).__name__})") from None
    methods = [method for method, used in (("t", not few.all()), ("bound", few.any())) if used]
    how = [columns.SEVERAL.join(methods), intervals.CONFIDENCE]
    table.attrs["intervals"], table.attrs["complete"] = dict.fromkeys(games.MEASURES, how), record.pop("complete")
    table.attrs["worth"] = record
    return table
