"""The gallery: a picture of every chart, and the lines of code that draw it, taken from the examples of the docstrings.

The examples play few games of quick players, so that tests of them are quick. Here stronger players
play more games. A picture is drawn anew only if its code or the package has changed.
"""

from __future__ import annotations

import ast
import doctest
import hashlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

import ttr_analysis as ttr
from ttr_analysis import charts
from ttr_analysis.charts.export import Pictures
from ttr_analysis.charts.frame import with_caption
from ttr_analysis.errors import MissingTool

STRONGER = (
    ('"random", players=2, games=50,', '["expert", "ticket_planner"], games=400,'),
    ('["random", "greedy_points"], players=2, games=40,', '["expert", "ticket_planner", "greedy_points"], games=100,'),
    ('[("greedy_points", "random")]', '[("expert", "ticket_planner")]'),
    ('worth("usa", "random"', 'worth("usa", "ticket_planner"'),
    ('players=2, games=8,', 'players=2, games=100,'),
    ('"players": 2, "games": 40', '"players": 2, "games": 200'),
    ('of="habits", players=2, games=40', 'of="habits", players=2, games=200'),
    ('of="turns", players=2, games=40', 'of="turns", players=2, games=200'),
    ('["greedy_points"], against="random", games=20', '["expert", "racer"], against="ticket_planner", games=100'),
    ('"greedy_points", games=20, progress=False, least_length=[1, 5]',
     '"greedy_points", games=200, progress=False, least_length=[1, 3, 5]'),
    ('"greedy_points", games=30, progress=False', '"ticket_planner", games=300, progress=False'),
    ('"greedy_points", players=2, games=50', '["racer", "ticket_planner"], games=400'),
    ('"greedy_points", players=2, games=200', '"ticket_planner", players=2, games=400'),
    ("optimum_by_trains(usa, [4, 6])", "optimum_by_trains(usa, [2, 4, 6])"),
    ('ttr.Game("usa", players=2, seed=7)\ngame.keep(["Toronto-Miami", "Duluth-Houston"])',
     'ttr.Game("first_journey_usa", players=2, seed=7).play("greedy_points")'),
    ('usa, deal, "greedy_points", players=2, games=30', 'usa, deal, "ticket_planner", players=2, games=100'),
    ('strategy="random", games=50', 'strategy="ticket_planner", games=400'),
    ('"score": [9, 8], "routes": [6, 7]', '"score": [109, 88], "routes": [56, 47]'),
    ('own_scores(result, [12, 55])', 'own_scores(result, [95, 138])'),
    ('player="greedy_points", precision=0.1', 'player="greedy_points", seats=[0]'),
    ('player="random", rollouts=60', 'player="ticket_planner", rollouts=400'),
    ('[usa.ticket("Denver-El Paso")]',
     '[usa.ticket(name) for name in ("Denver-El Paso", "Boston-Miami", "Dallas-New York")]'),
    ('{length: ttr.odds.tunnel_table(cards, length, "red") for length in (2, 3)}',
     '{length: ttr.odds.tunnel_table(cards, length, "red") for length in (2, 3, 4)}'),
)  # fmt: skip
"""Parts of the examples, and what the gallery has instead."""

RELIABILITY = """
import numpy as np
import pandas as pd
random = np.random.default_rng(1)
table = pd.DataFrame({"game": np.arange(2000) // 20, "chance": random.random(2000)})
table["held"] = random.random(2000) < 0.15 + 0.7 * table["chance"]
figure = ttr.charts.reliability(ttr.experiments.reliability(table))
"""
"""The example has four made-up chances, these are two thousand."""

INSTEAD = {
    "annotate": 'figure = ttr.charts.annotate(figure, "Denver", "Everybody comes through here")',
    "tournament_charts": 'figure = ttr.charts.tournament_charts(played)["score_parts"]',
    "worth_charts": 'figure = ttr.charts.worth_charts(table)["worth"]',
}
"""Last lines of examples that draw no figure of that name by themselves."""

NO_CHARTS = ("save", "save_all", "table_of", "text_of")

SUBJECTS = {
    "board": "Boards", "facts": "Boards in numbers", "difficulty": "Tickets", "tickets": "Tickets", "scores": "Games",
    "pace": "Games", "features": "Tunnels, stations, tours", "tournaments": "Comparing players",
    "challenges": "Comparing players", "comparisons": "Comparing players", "sweeps": "Comparing players",
    "worth": "What things are worth", "rule_worth": "What things are worth", "evaluate": "Moves", "beliefs": "Moves",
    "luck": "Moves", "odds": "Exact odds", "optimum": "Best networks", "own_scores": "Your own games",
    "profile": "Maps beside maps", "marks": "Boards",
}  # fmt: skip
"""The heading under which the charts of a module stand."""


HEAD = (
    "Every chart, with the lines that draw it. Few games were played for these pictures: look at their form, not at "
    'their numbers. All charts take [the same options](figures.md), and `ttr.charts.save(figure, "figures/name")` '
    "writes one as files."
)


@dataclass(frozen=True)
class Drawn:
    """What is known of a picture: what it was made of, its title, and the text for those who do not see it."""

    key: str
    title: str
    alt: str


def names() -> list[str]:
    """Return the public functions that draw."""
    found = [name for name in charts.__all__ if inspect.isfunction(getattr(charts, name))]
    return [name for name in found if name not in NO_CHARTS]


def subject(name: str) -> str:
    """Return the heading under which a chart stands."""
    return SUBJECTS[getattr(charts, name).__module__.removeprefix("ttr_analysis.charts.").partition(".")[0]]


def drawing(name: str, line: str) -> list[str]:
    """Return the part of an example's last line that draws a chart, if it does: it shows a text of the chart."""
    calls = [node for node in ast.walk(ast.parse(line)) if isinstance(node, ast.Call)]
    found = [call for call in calls if ast.unparse(call.func) == f"ttr.charts.{name}"]
    return [f"figure = {ast.get_source_segment(line, call)}" for call in found]


def code(name: str) -> str:
    """Return the lines that draw a chart, from the example of its docstring; they end with ``figure = ...``."""
    examples = doctest.DocTestParser().get_examples(inspect.getdoc(getattr(charts, name)) or "")
    lines = [example.source.rstrip() for example in examples]
    if name == "reliability":
        lines = RELIABILITY.strip().splitlines()
    if name in INSTEAD:
        lines[-1] = INSTEAD[name]
    text = "\n".join(lines if lines[-1].startswith("figure = ") else [*lines[:-1], *drawing(name, lines[-1])])
    for old, new in STRONGER:
        text = text.replace(old, new)
    return "import ttr_analysis as ttr\n\n" + text


def sources(root: Path) -> str:
    """Return a hash of all that pictures are made of but their code."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for folder, pattern in (("ttr_analysis", "*.py"), ("maps", "*.*")):
        for path in sorted((root / folder).rglob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def shared(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs once for the same arguments."""
    known: dict[str, Any] = {}

    def call(*arguments: Any, **options: Any) -> Any:
        key = repr((arguments, options))
        if key not in known:
            known[key] = function(*arguments, **options)
        return known[key]

    return call


def draw(name: str, folder: Path, key: str, browser: Pictures) -> None:
    """Run the code of a chart and draw its figure into a folder, with what is known of it."""
    space: dict[str, Any] = {}
    exec(code(name), space)
    figure = space["figure"]
    browser.write(with_caption(figure), folder / f"{name}.png", scale=1)
    drawn = Drawn(key, charts.text_of(figure, "title"), charts.text_of(figure, "alt"))
    (folder / f"{name}.json").write_text(json.dumps(asdict(drawn)), encoding="utf-8")


def known(name: str, folder: Path) -> Drawn | None:
    """Return what is known of a picture, if it is there."""
    if not (folder / f"{name}.png").is_file() or not (folder / f"{name}.json").is_file():
        return None
    return Drawn(**json.loads((folder / f"{name}.json").read_text(encoding="utf-8")))


def draw_all(root: Path, folder: Path) -> None:
    """Draw the charts whose code, or whose package, has changed; without a browser, say so and draw none."""
    folder.mkdir(parents=True, exist_ok=True)
    state = sources(root)
    keys = {name: hashlib.sha256(f"{state}{code(name)}".encode()).hexdigest() for name in names()}
    old = [name for name in names() if (was := known(name, folder)) is None or was.key != keys[name]]
    if not old:
        return
    sys.stderr.write(f"drawing {len(old)} charts for the gallery: this takes up to a minute ...\n")
    before = ttr.simulate, ttr.tournament
    ttr.simulate, ttr.tournament = map(shared, before)
    try:
        with Pictures() as browser:
            browser.start()
            for name in old:
                draw(name, folder, keys[name], browser)
    except MissingTool as missing:
        sys.stderr.write(f"the gallery has no new pictures: {missing}\n")
    finally:
        ttr.simulate, ttr.tournament = before


def entry(name: str, drawn: Drawn | None) -> Iterator[str]:
    """Yield the lines about one chart."""
    first = (inspect.getdoc(getattr(charts, name)) or "").partition("\n\n")[0].replace("\n", " ")
    yield from (f"({name})=", f"### {name}", "", first.replace("``", "`"), "")
    if drawn is not None:
        alt = escape(drawn.alt or drawn.title or name, quote=True)
        yield from ("```{raw} html", f'<img class="chart" loading="lazy" src="_static/gallery/{name}.png" alt="{alt}">')
        yield from ("```", "")
    yield from ("```python", code(name), "```", "", f"{{py:obj}}`Reference <ttr_analysis.charts.{name}>`", "")


def page(folder: Path) -> str:
    """Return the page of the gallery."""
    subjects = list(dict.fromkeys(SUBJECTS.values()))
    lines = ["# Gallery", "", HEAD, "", "```{raw} html", '<div class="gallery">']
    for name in sorted(names(), key=lambda name: subjects.index(subject(name))):
        if known(name, folder):
            image = f'<img loading="lazy" src="_static/gallery/{name}.png" alt="">'
            lines.append(f'<a href="#{name.replace("_", "-")}">{image}<span>{name}</span></a>')
    lines += ["</div>", "```", ""]
    for heading in subjects:
        lines += [f"## {heading}", ""]
        for name in [name for name in names() if subject(name) == heading]:
            lines += entry(name, known(name, folder))
    return "\n".join(lines)
