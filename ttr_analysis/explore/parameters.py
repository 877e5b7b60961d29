"""A check of the parameters that papermill writes into a notebook."""

import ast

from ttr_analysis._validate import did_you_mean
from ttr_analysis.errors import SetupError

INJECTED = "# Parameters"
"""The line with which the cell begins that papermill puts behind a notebook's own cell of parameters."""


def check_parameters() -> None:
    """Stop a notebook that papermill was given a parameter for which it does not have: papermill itself only warns.

    Outside of notebooks, and where nobody gave any parameters, there is nothing to check.

    Raises
    ------
    SetupError
        If a parameter is not one of those in the cell before; the message names all of both.

    Examples
    --------
    >>> ttr.explore.check_parameters()
    """
    cells = _cells_run()
    injected = [place for place, cell in enumerate(cells) if cell.startswith(INJECTED)]
    if not injected or not injected[0]:
        return
    known = _names_set(cells[injected[0] - 1])  # cells that are run again by hand may follow any other
    unknown = [name for name in _names_set(cells[injected[-1]]) if name not in known]
    if known and unknown:
        meant = did_you_mean(unknown[0], known) if len(unknown) == 1 else ""
        raise SetupError(
            f"this notebook has no parameter {', '.join(unknown)}; its parameters are {', '.join(known)}{meant}"
        )


def _cells_run() -> list[str]:
    """Return the code of the cells that a notebook has run so far; none outside of one."""
    try:
        from IPython import get_ipython
    except ImportError:  # a script made of a notebook
        return []
    shell = get_ipython()
    return [] if shell is None else [cell for cell in shell.user_ns["In"] if cell.strip()]


def _names_set(cell: str) -> list[str]:
    """Return the names that the lines of a cell set."""
    lines = [line for line in ast.parse(cell).body if isinstance(line, ast.Assign)]
    return [target.id for line in lines for target in line.targets if isinstance(target, ast.Name)]
