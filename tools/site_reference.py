"""The pages of the reference: one for each room, with all its public names, made from the docstrings."""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType

ROOMS = (
    "ttr_analysis", "ttr_analysis.maps", "ttr_analysis.rules", "ttr_analysis.strategies", "ttr_analysis.results",
    "ttr_analysis.exact", "ttr_analysis.exact.odds", "ttr_analysis.exact.paths", "ttr_analysis.exact.optimum",
    "ttr_analysis.play", "ttr_analysis.stats", "ttr_analysis.experiments", "ttr_analysis.experiments.tournament",
    "ttr_analysis.charts", "ttr_analysis.explore", "ttr_analysis.report", "ttr_analysis.errors",
)  # fmt: skip
"""The modules whose public names are documented, in the order of the list."""


def public(room: ModuleType) -> list[str]:
    """Return the public names of a room that are no rooms themselves."""
    names = getattr(room, "__all__", None) or [
        name for name, each in vars(room).items() if getattr(each, "__module__", "") == room.__name__
    ]
    return sorted(
        (name for name in names if not name.startswith("_") and not inspect.ismodule(getattr(room, name))),
        key=str.casefold,
    )


def directive(room: str, name: str, value: object) -> list[str]:
    """Return the lines that document one name."""
    full = f"{room}.{name}"
    if inspect.isclass(value):
        return [f".. autoclass:: {full}", "   :members:", ""]
    if callable(value):
        return [f".. autofunction:: {full}", ""]
    return [f".. autodata:: {full}", "   :no-value:", ""]


def summary(value: object) -> str:
    """Return the first sentence of a docstring, for the list at the head of a page."""
    if not (inspect.isclass(value) or callable(value)):
        return ""
    first = (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")
    return first.replace("|", "\\|")


def page(name: str, seen: dict[int, str]) -> str:
    """Return the page of a room; what another page documents is only named."""
    room = importlib.import_module(name)
    head = (inspect.getdoc(room) or "").partition("\n\n")[0].replace("\n", " ")
    lines = [name, "=" * len(name), "", head, "", ".. list-table::", "   :class: names", "   :widths: 30 70", ""]
    body: list[str] = []
    for each in public(room):
        value = getattr(room, each)
        home = seen.setdefault(id(value), f"{name}.{each}")
        own = home == f"{name}.{each}"
        lines += [f"   * - :py:obj:`{each} <{home}>`", f"     - {summary(value)}"]
        body += directive(name, each, value) if own else []
    return "\n".join([*lines, "", *body])


def pages() -> dict[str, str]:
    """Return the pages of the reference by their names on the site."""
    seen: dict[int, str] = {}
    # A name that two rooms have is documented by the room that is not the front door.
    made = {name: page(name, seen) for name in (*ROOMS[1:], ROOMS[0])}
    rooms = [name for name in ROOMS if len(made[name].splitlines()) > 8]
    index = ["Reference", "=========", "", "All public names, by room. ``import ttr_analysis as ttr``, then tab.", ""]
    index += [".. toctree::", "   :maxdepth: 1", "", *(f"   {name}" for name in rooms), ""]
    return {"api/index.rst": "\n".join(index), **{f"api/{name}.rst": made[name] for name in rooms}}
