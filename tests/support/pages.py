"""What the pages made by scripts share: estimates and tables in their words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ttr_analysis.stats.intervals import Estimate

BEGIN, END = "<!-- tables -->", "<!-- end of tables -->"
"""Between them stands what a script writes into a page; the rest is written by hand."""


def told(found: Estimate, digits: int = 1) -> str:
    """An estimate in a cell of a table."""
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def table(head: str, rows: Iterable[str]) -> str:
    """A table with these titles, separated by semicolons."""
    titles = head.split("; ")
    return "\n".join([f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}", *rows])


def put_tables(page: Path, tables: str) -> None:
    """Write tables in place of those that stand in a page."""
    text, new = page.read_text(encoding="utf-8"), f"{BEGIN}\n{tables.rstrip()}\n{END}"
    page.write_text(re.sub(f"{BEGIN}.*{END}", lambda _: new, text, flags=re.S), encoding="utf-8")
