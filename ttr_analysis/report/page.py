"""The article as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files

import pandas as pd

from ttr_analysis.charts.captions import lineup_in_words
from ttr_analysis.charts.export import PAGE_CONFIG, plotly_script
from ttr_analysis.charts.frame import for_page, text_of
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.results.manifest import Manifest

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"
)
"""What the page may load: nothing from outside."""

PHONE = 358
"""Width of a chart on a phone, in pixels; wider ones scroll sideways."""

ROWS = 15
"""Number of tracks in the page's table; its CSV file lists all of them."""


def page(analysis: Analysis, chapters: Sequence[Chapter], sentences: Sequence[str], pictures: bool) -> str:
    """Return the whole page.

    Parameters
    ----------
    analysis : Analysis
    chapters : sequence of Chapter
        The charts in order.
    sentences : sequence of str
        The headlines, plain text.
    pictures : bool
        Whether ``charts/`` contains SVG and PNG files.
    """
    manifest = analysis.result.manifest
    title = f"{manifest.map.title}: what its routes and tickets are worth"
    body = "\n".join(
        [
            f"<header><p class='kind'>Simulation report</p><h1>{escape(title)}</h1>{_facts(manifest)}</header>",
            _list("What stands out", sentences),
            *(_chapter(chapter, pictures) for chapter in chapters),
            _track_table(analysis),
            _ticket_table(analysis),
            _methods(analysis),
            _footer(manifest),
        ]
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n<style>{_asset("page.css")}</style>\n'
        f"<script>{plotly_script()}</script>\n</head>\n<body>\n<main>\n{body}\n</main>\n"
        f"<script>{_asset('page.js')}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return files("ttr_analysis.report").joinpath(name).read_text(encoding="utf-8")


def _facts(manifest: Manifest) -> str:
    facts = [f"{manifest.finished:,} games", f"{manifest.players} players", lineup_in_words(manifest)]
    facts += [f"ticket set {manifest.map.ticket_set}", f"seed {manifest.seed}"]
    notices = "".join(f"<p class='notice'>{escape(notice)}</p>" for notice in manifest.map.notices)
    return f"<p class='facts'>{escape(' · '.join(facts))}</p>{notices}"


def _list(heading: str, sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    note = "<p class='small'>In brackets: 95 % intervals.</p>"
    return f"<section class='headlines'><h2>{escape(heading)}</h2><ul>{items}</ul>{note}</section>"


def _chapter(chapter: Chapter, pictures: bool) -> str:
    fig = chapter.figure
    shown = for_page(fig)
    body = shown.to_html(full_html=False, include_plotlyjs=False, config=dict(PAGE_CONFIG), div_id=chapter.stem)
    endings = ("svg", "png", "csv") if pictures else ("csv",)
    kind = "chart sideways" if chapter.min_width > PHONE else "chart"
    links = " ".join(f'<a href="charts/{chapter.stem}.{ending}">{ending.upper()}</a>' for ending in endings)
    return (
        f'<figure id="figure-{chapter.stem}"><h2>{escape(text_of(fig, "title"))}</h2><p>{escape(chapter.text)}</p>'
        f'<div class="{kind}" role="img" aria-label="{escape(text_of(fig, "alt"))}" tabindex="0" '
        f'data-least="{chapter.min_width}" data-most="{shown.layout.width}">{body}</div>'
        f'<figcaption>{escape(text_of(fig, "caption"))} <span class="files">{links}</span></figcaption></figure>'
    )


def _track_table(analysis: Analysis) -> str:
    table = analysis.track_table.sort_values("claim_share", ascending=False).head(ROWS)
    columns: dict[str, Iterable[object]] = {
        "Track": table["name"],
        "Spaces": table["length"],
        "Points": table["points"],
        "Claimed (% of games)": _interval(table, "claim_share", 100),
        "Winners minus others (percentage points)": _interval(table, "winner_lift", 100),
        "Mean round": _interval(table, "claim_round"),
        "Cards paid": _interval(table, "cards_paid", 1, 2),
    }
    return _table(f"The {len(table)} most wanted tracks", columns, "tracks.csv")


def _ticket_table(analysis: Analysis) -> str:
    table = analysis.tickets.sort_values("mean_points", ascending=False)
    columns: dict[str, Iterable[object]] = {
        "Ticket": table["name"],
        "Printed": table["points"],
        "Kept (times)": table["kept"].map("{:,}".format),
        "Made (%)": _interval(table, "made_share", 100),
        "Cut off (%)": _interval(table, "cut_off_share", 100),
        "Unfinished (%)": _interval(table, "unfinished_share", 100),
        "Made in round": _interval(table, "made_round"),
        "Worth (points)": _interval(table, "mean_points"),
    }
    return _table("All tickets, by their worth", columns, "tickets.csv")


def _interval(table: pd.DataFrame, name: str, factor: float = 1, digits: int = 1) -> list[str]:
    rows = zip(*(factor * table[f"{name}{end}"] for end in ("", "_low", "_high")), strict=True)
    return ["–" if pd.isna(v) else f"{v:.{digits}f} ({a:.{digits}f} to {b:.{digits}f})" for v, a, b in rows]


def _table(heading: str, columns: Mapping[str, Iterable[object]], file: str) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in zip(*columns.values(), strict=True)
    )
    return (
        f'<section><h2>{escape(heading)}</h2><div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="small">In brackets: 95 % intervals. '
        f'<span class="files"><a href="tables/{file}">CSV</a></span></p></section>'
    )


_METHODS = (
    """The numbers describe how these strategies play; people play differently. The same seed gives the same games: a
    game depends only on map, rules, strategies, seed and its number, not on the machine that plays it.""",
    """Shares of independent games have Wilson's score interval; means, differences, and shares that depend on each
    other within a game are resampled by game (bootstrap). Each interval covers 95 % on its own: of a hundred intervals,
    about five miss the true value, and the best entry of a list is slightly overrated.""",
    """A ticket is cut off when its cities can no longer be joined over the player's own and open tracks; any other
    ticket that is not made is unfinished. A round is one turn for every player. A shared win is divided equally.""",
)


def _methods(analysis: Analysis) -> str:
    manifest = analysis.result.manifest
    played = (
        f"{manifest.finished:,} games of {manifest.map.title} (ticket set {manifest.map.ticket_set}) were simulated "
        f"with {manifest.players} players: {lineup_in_words(manifest)}."
    )
    texts = (played, *_METHODS)
    return f"<section class='methods'><h2>Methods</h2>{''.join(f'<p>{escape(text)}</p>' for text in texts)}</section>"


def _footer(manifest: Manifest) -> str:
    versions = (
        f"ttr_analysis {manifest.package}, Python {manifest.python}, numpy {manifest.numpy}, numba {manifest.numba}; "
        f"map digest {manifest.map.digest[:16]}, engine {manifest.engine[:16]}; played {manifest.created}."
    )
    return (
        f"<footer><h2>Reproduce this report</h2><pre>{escape(report_command(manifest))}\n"
        f"{escape(manifest.command())}</pre>"
        f'<p class="small">{escape(versions)} Full details: <a href="manifest.json">manifest.json</a>; the tables: '
        '<a href="tables/">tables/</a>; every game, ticket and claim: <a href="games/">games/</a>. '
        "Unofficial; not affiliated with the game's publisher.</p></footer>"
    )


def report_command(manifest: Manifest) -> str:
    """Return the command that makes this report again."""
    return manifest.command().replace("ttr simulate", "ttr report", 1) + " --out report"
