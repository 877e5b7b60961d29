"""The article as Markdown, for people who publish with other tools: headings, pictures with captions, tables."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import plotly.graph_objects as go

from ttr_analysis.charts.export import Pictures
from ttr_analysis.charts.frame import for_page, text_of
from ttr_analysis.errors import MissingTool
from ttr_analysis.report import words
from ttr_analysis.report.article import Article, Table
from ttr_analysis.report.chapter import Chapter

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
"""What Markdown would take for markup, wherever it stands."""

ENDINGS = ("png", "svg")
"""The pictures of each chart: one to show, and one to print."""


def escaped(text: str) -> str:
    r"""Return a text that Markdown shows as it is.

    Examples
    --------
    >>> from ttr_analysis.report.markdown import escaped
    >>> print(escaped("a*b | <i>"))
    a\*b \| \<i\>
    """
    return _SPECIAL.sub(r"\\\1", text)


def markdown(article: Article, pictures: bool) -> str:
    """Return the whole article.

    Parameters
    ----------
    article : Article
        What it says.
    pictures : bool
        Whether ``charts/`` contains SVG and PNG files; without them there are the captions only.
    """
    story = article.story
    parts = [f"# {escaped(article.title)}", escaped(story.lead), f"*{escaped(article.facts)}*"]
    parts += [f"> {escaped(notice)}" for notice in article.notices]
    parts += [f"## {words.HEADLINES}", _list(story.findings), words.IN_BRACKETS]
    parts += [part for chapter in article.chapters for part in _chapter(chapter, pictures)]
    parts += [f"## {words.MORE_FINDINGS}", _list(story.rest)] if story.rest else []
    parts += [part for table in article.tables for part in _table(table)]
    parts += [f"## {words.METHODS}", *map(escaped, article.methods), f"## {words.REPRODUCE}"]
    commands, places = "\n".join(article.commands), {name: f"[{at}]({at})" for name, at in words.PLACES.items()}
    parts += [f"```\n{commands}\n```", f"{escaped(article.versions)} {words.DETAILS.format(**places)}"]
    return "\n\n".join(parts) + "\n"


def _list(sentences: tuple[str, ...]) -> str:
    return "\n".join(f"- {escaped(sentence)}" for sentence in sentences)


def _chapter(chapter: Chapter, pictures: bool) -> Iterator[str]:
    fig, file = chapter.figure, f"charts/{chapter.stem}"
    yield f"## {escaped(text_of(fig, 'title'))}"
    if subtitle := text_of(fig, "subtitle"):
        yield f"*{escaped(subtitle)}*"
    yield escaped(chapter.text)
    if pictures:
        yield f"![{escaped(text_of(fig, 'alt'))}]({file}.{ENDINGS[0]})"
    links = " ".join(f"[{ending.upper()}]({file}.{ending})" for ending in (*(ENDINGS if pictures else ()), "csv"))
    yield f"*{escaped(text_of(fig, 'caption'))}* {links}"


def _table(table: Table) -> Iterator[str]:
    yield f"## {escaped(table.heading)}"
    ruler = ["---", *("--:" for _ in table.columns[1:])]
    cells = [list(map(escaped, row)) for row in (table.columns, *table.rows)]
    yield "\n".join(f"| {' | '.join(row)} |" for row in (cells[0], ruler, *cells[1:]))
    yield f"{words.IN_BRACKETS} [CSV](tables/{table.stem}.csv)"


def draw(figures: Mapping[str, go.Figure], folder: Path) -> str:
    """Draw pictures without titles and captions, which the article says in words.

    Returns
    -------
    str
        A notice: empty, or one line on how to get pictures if there is no browser; there are none then.
    """
    with Pictures() as browser:
        try:
            for stem, figure in figures.items():
                for ending in ENDINGS:
                    browser.write(for_page(figure), folder / f"{stem}.{ending}")
        except MissingTool as missing:
            for path in (folder / f"{stem}.{ending}" for stem in figures for ending in ENDINGS):
                path.unlink(missing_ok=True)
            return str(missing)
    return ""
