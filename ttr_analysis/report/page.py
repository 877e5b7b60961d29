"""The article as one self-contained HTML page."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from ttr_analysis.charts.export import PAGE_CONFIG, plotly_script
from ttr_analysis.charts.frame import text_of
from ttr_analysis.charts.marks import is_board
from ttr_analysis.report import views, words
from ttr_analysis.report.article import Article, Table
from ttr_analysis.report.chapter import Chapter

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"
)
"""What the page may load: nothing from outside."""

CARD = "card"
"""Stem of the picture that is shown where people share the page."""


def page(article: Article, pictures: bool) -> str:
    """Return the whole page.

    Parameters
    ----------
    article : Article
        What it says.
    pictures : bool
        Whether ``charts/`` contains SVG and PNG files.
    """
    body = "\n".join(
        [
            _header(article),
            _list("headlines", words.HEADLINES, article.story.findings),
            _contents(article),
            *(_chapter(chapter, pictures) for chapter in article.chapters),
            _list("more", words.MORE_FINDINGS, article.story.rest),
            *map(_table, article.tables),
            _methods(article.methods),
            _footer(article),
        ]
    )
    return (
        f'<!doctype html>\n<html lang="{words.language()}">\n<head>\n<meta charset="utf-8">\n{_head(article, pictures)}'
        f"<style>{_asset('page.css')}</style>\n<script>{plotly_script()}</script>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n"
        f"{_data('config', dict(PAGE_CONFIG))}\n<script>{_asset('page.js')}</script>\n</body>\n</html>\n"
    )


def _head(article: Article, pictures: bool) -> str:
    """Return title, policy, and what is shown where people share the page."""
    shared = {"title": article.title, "description": article.story.lead, "type": "article"}
    shared |= {"image": f"charts/{CARD}.png", "image:width": "1200", "image:height": "630"} if pictures else {}
    told = "".join(f'<meta property="og:{name}" content="{escape(text)}">\n' for name, text in shared.items())
    return (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="description" content="{escape(article.story.lead)}">\n{told}'
        f'<title>{escape(article.title)}</title>\n<link rel="icon" href="data:,">\n'
    )


def _asset(name: str) -> str:
    return files("ttr_analysis.report").joinpath(name).read_text(encoding="utf-8")


def _header(article: Article) -> str:
    notices = _paragraphs(article.notices, "notice")
    return (
        f"<header><p class='kind'>{words.KIND}</p><h1>{escape(article.title)}</h1>"
        f"<p class='lead'>{escape(article.story.lead)}</p><p class='facts'>{escape(article.facts)}</p>"
        f"{notices}</header>"
    )


def _paragraphs(texts: Iterable[str], kind: str = "") -> str:
    start = f"<p class='{kind}'>" if kind else "<p>"
    return "".join(f"{start}{escape(text)}</p>" for text in texts)


def _heading(text: str, place: str) -> str:
    """Return a heading with a link to it."""
    link = f'<a class="here" href="#{place}" aria-label="{words.LINK_HERE}">#</a>'
    return f"<h2>{escape(text)} {link}</h2>"


def _list(place: str, heading: str, sentences: Sequence[str]) -> str:
    """Return a section of sentences; none if there are no sentences."""
    if not sentences:
        return ""
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    note = f"<p class='small'>{words.IN_BRACKETS}</p>"
    return f"<section id='{place}' class='headlines'>{_heading(heading, place)}<ul>{items}</ul>{note}</section>"


def _contents(article: Article) -> str:
    entries = [
        (_place(chapter), text_of(chapter.figure, "subtitle") or text_of(chapter.figure, "title"))
        for chapter in article.chapters
    ]
    entries += [("more", words.MORE_FINDINGS)] if article.story.rest else []
    entries += [(f"table-{table.stem}", table.heading) for table in article.tables]
    entries += [("methods", words.METHODS), ("reproduce", words.REPRODUCE)]
    links = "".join(f'<li><a href="#{place}">{escape(text)}</a></li>' for place, text in entries)
    return f"<nav class='contents'><details open><summary>{words.CONTENTS}</summary><ol>{links}</ol></details></nav>"


def _place(chapter: Chapter) -> str:
    return f"figure-{chapter.stem}"


def _chapter(chapter: Chapter, pictures: bool) -> str:
    fig = chapter.figure
    endings = ("svg", "png", "csv") if pictures else ("csv",)
    hint = f"<p class='hint'>{words.POINT}</p>" if is_board(fig) else ""
    links = " ".join(f'<a href="charts/{chapter.stem}.{ending}">{ending.upper()}</a>' for ending in endings)
    return (
        f'<figure id="{_place(chapter)}">{_heading(text_of(fig, "title"), _place(chapter))}'
        f'<p class="small">{escape(text_of(fig, "subtitle"))}</p><p>{escape(chapter.text)}</p>{hint}'
        f'<div class="chart" role="img" aria-label="{escape(text_of(fig, "alt"))}" tabindex="0">'
        f'<div id="{chapter.stem}"></div></div>'
        f'<figcaption>{escape(text_of(fig, "caption"))} <span class="files">{links}</span></figcaption>'
        f"{_data(f'data-{chapter.stem}', views.views(chapter))}</figure>"
    )


def _data(place: str, told: object) -> str:
    """Return data for the page's script, in which no name can end it."""
    text = json.dumps(told, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="{place}">{text}</script>'


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in table.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(value)}</td>" for value in row) + "</tr>" for row in table.rows)
    place = f"table-{table.stem}"
    return (
        f'<section id="{place}">{_heading(table.heading, place)}<p class="hint swipe">{words.SWIPE}</p>'
        f'<div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="small">{words.IN_BRACKETS} '
        f'<span class="files"><a href="tables/{table.stem}.csv">CSV</a></span></p></section>'
    )


def _methods(texts: Iterable[str]) -> str:
    return f"<section id='methods' class='methods'>{_heading(words.METHODS, 'methods')}{_paragraphs(texts)}</section>"


def _footer(article: Article) -> str:
    commands = "\n".join(map(escape, article.commands))
    details = words.DETAILS.format(**{name: f'<a href="{place}">{place}</a>' for name, place in words.PLACES.items()})
    return (
        f"<footer id='reproduce'>{_heading(words.REPRODUCE, 'reproduce')}<pre>{commands}</pre>"
        f'<p class="small">{escape(article.versions)} {details}</p></footer>'
    )
