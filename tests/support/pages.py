"""What the pages made by scripts share: estimates and tables in their words."""

from __future__ import annotations

from collections.abc import Iterable

from ttr_analysis.stats.intervals import Estimate


def told(found: Estimate, digits: int = 1) -> str:
    """An estimate in a cell of a table."""
    return f"{found.value:.{digits}f} [{found.low:.{digits}f}, {found.high:.{digits}f}]"


def table(head: str, rows: Iterable[str]) -> str:
    """A table with these titles, separated by semicolons."""
    titles = head.split("; ")
    return "\n".join([f"| {' | '.join(titles)} |", f"|{'---|' * len(titles)}", *rows])
