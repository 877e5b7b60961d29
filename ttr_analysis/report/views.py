"""The charts of a page in all its looks: for phones and wide windows, light and dark; each told by what differs."""

import json
from typing import Any

import plotly.graph_objects as go

from ttr_analysis.charts import dress
from ttr_analysis.charts.frame import for_page
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.report.narrow import for_phone

PHONE = 358
"""Width of a chart on a phone, in pixels."""

TABLET = 720
"""Width at which boards and the like are drawn for windows between those of a phone and a desk, in pixels."""


def views(chapter: Chapter) -> dict[str, Any]:
    """Return a chart as plain data.

    Returns
    -------
    dict
        ``base``, the chart as it is drawn at its own width; ``fixed``; and ``views`` by width, least first: what turns
        the base into a ``light`` and the light one into a ``dark`` chart, see :func:`difference`.
    """
    wide = for_page(chapter.figure)
    base = _plain(wide)
    drawn = {PHONE: for_phone(for_page(chapter.again(width=PHONE)))}
    if chapter.fixed:
        drawn[TABLET] = for_page(chapter.again(width=TABLET))
    looks = []
    for width, fig in {**drawn, int(wide.layout.width): wide}.items():
        light, dark = _plain(fig), _plain(dress.colored(fig, "dark"))
        looks.append({"width": width, "light": difference(base, light), "dark": difference(light, dark)})
    return {"base": base, "fixed": chapter.fixed, "views": looks}


def _plain(fig: go.Figure) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(fig.to_json())
    return plain


def difference(old: Any, new: Any) -> Any:
    """Return what turns one value into another: an object names the parts that differ, a list of one replaces all.

    Examples
    --------
    >>> from ttr_analysis.report.views import difference
    >>> difference({"size": 3, "marks": [{"color": "red"}]}, {"size": 4, "marks": [{"color": "red"}]})
    {'size': [4]}
    """
    if isinstance(old, dict) and isinstance(new, dict):
        changed = [key for key in {**old, **new} if key not in old or old[key] != new.get(key)]
        return {key: difference(old.get(key), new.get(key)) for key in changed}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and _parts(old) and _parts(new):
        pairs = enumerate(zip(old, new, strict=True))
        return {str(place): difference(one, other) for place, (one, other) in pairs if one != other}
    return [new]


def _parts(values: list[Any]) -> bool:
    return all(isinstance(value, dict) for value in values)
