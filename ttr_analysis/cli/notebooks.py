"""``ttr notebooks``: copy the notebooks of the package, to be run and changed."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import ttr_analysis
from ttr_analysis.cli import _common, _output
from ttr_analysis.errors import SetupError
from ttr_analysis.results.folders import at_home


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    made = _common.add_command(
        commands, "notebooks", copy_notebooks, "copy the notebooks into a folder", "ttr notebooks my_notebooks"
    )
    made.add_argument(
        "folder", type=_common.folder, metavar="FOLDER", help="created if it is not there; no file in it is overwritten"
    )


def copy_notebooks(arguments: Namespace) -> int:
    """Copy the notebooks, all or none, and print their names."""
    folder, found = at_home(arguments.folder), packed_notebooks()
    if folder.exists() and not folder.is_dir():
        raise SetupError(f"{folder} is a file; choose a folder for the notebooks")
    if there := [book.name for book in found if (folder / book.name).exists()]:
        raise SetupError(f"{folder} contains {', '.join(there)} already; choose another folder, or move yours away")
    folder.mkdir(parents=True, exist_ok=True)
    copies = [folder / book.name for book in found]
    try:
        for book, copy in zip(found, copies, strict=True):
            _output.write_file(str(copy), book.read_text(encoding="utf-8"))
    except BaseException:
        for copy in copies:
            copy.unlink(missing_ok=True)
        raise
    print("\n".join(map(str, copies)))
    return 0


def packed_notebooks() -> list[Path]:
    """Return the notebooks that came with the package, or those of the checkout that it is run from.

    Raises
    ------
    SetupError
        If there are none.
    """
    package = Path(ttr_analysis.__file__).parent
    for home in (package / "_notebooks", package.parent / "notebooks"):
        if books := sorted(home.glob("*.ipynb")):
            return books
    raise SetupError(f"the notebooks are missing from the installation in {package}; install the package again")
