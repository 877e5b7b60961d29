"""The article as one self-contained HTML page."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib.resources import files

from ttr_analysis.charts import captions
from ttr_analysis.charts.export import PAGE_CONFIG, plotly_script
from ttr_analysis.charts.frame import for_page, text_of
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.report import words
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.results import Manifest, Result
from ttr_analysis.stats.columns import texts_of

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"
)
"""What the page may load: nothing from outside."""

PHONE = 358
"""Width of a chart on a phone, in pixels; wider ones scroll sideways."""

ROWS = 15
"""Number of tracks in the page's table; its CSV file lists all of them."""


def page(
    analysis: Analysis, chapters: Sequence[Chapter], sentences: Sequence[str], pictures: bool, worth: bool = False
) -> str:
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
    worth : bool
        Whether the worth of routes is among the charts.
    """
    manifest = analysis.result.manifest
    title = words.TITLE.format(title=manifest.map.title)
    body = "\n".join(
        [
            f"<header><p class='kind'>{words.KIND}</p><h1>{escape(title)}</h1>{_facts(analysis.result)}</header>",
            _list(words.HEADLINES, sentences),
            *(_chapter(chapter, pictures) for chapter in chapters),
            _track_table(analysis),
            _ticket_table(analysis),
            _methods(analysis, worth),
            _footer(manifest, worth),
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


def _facts(result: Result) -> str:
    facts = [fact.format(**_known(result)) for fact in words.FACTS]
    notices = "".join(f"<p class='notice'>{escape(notice)}</p>" for notice in result.manifest.map.notices)
    return f"<p class='facts'>{escape(' · '.join(facts))}</p>{notices}"


def _known(result: Result) -> dict[str, object]:
    """Return what sentences about the games need."""
    manifest = result.manifest
    return {
        "title": manifest.map.title,
        "ticket_set": manifest.map.ticket_set,
        "finished": len(result),
        "players": manifest.players,
        "seeds": captions.seeds(result.source),
        "lineup": captions.lineup(result.source),
    }


def _list(heading: str, sentences: Sequence[str]) -> str:
    items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
    note = f"<p class='small'>{words.IN_BRACKETS}</p>"
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
    columns = (
        table["name"],
        table["length"],
        table["points"],
        texts_of(table, "claim_share", factor=100),
        texts_of(table, "winner_lift", factor=100),
        texts_of(table, "claim_round"),
        texts_of(table, "cards_paid", 2),
    )
    heading = words.TRACK_TABLE.format(number=len(table))
    return _table(heading, dict(zip(words.TRACK_COLUMNS, columns, strict=True)), "tracks.csv")


def _ticket_table(analysis: Analysis) -> str:
    table = analysis.tickets.assign(name=told_apart(analysis.tickets["name"]))
    table = table.sort_values("mean_points", ascending=False)
    columns = (
        table["name"],
        table["points"],
        table["kept"].map("{:,}".format),
        texts_of(table, "made_share", factor=100),
        texts_of(table, "cut_off_share", factor=100),
        texts_of(table, "unfinished_share", factor=100),
        texts_of(table, "made_round"),
        texts_of(table, "mean_points"),
    )
    return _table(words.TICKET_TABLE, dict(zip(words.TICKET_COLUMNS, columns, strict=True)), "tickets.csv")


def _table(heading: str, columns: Mapping[str, Iterable[object]], file: str) -> str:
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in zip(*columns.values(), strict=True)
    )
    return (
        f'<section><h2>{escape(heading)}</h2><div class="wide" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="small">{words.IN_BRACKETS} '
        f'<span class="files"><a href="tables/{file}">CSV</a></span></p></section>'
    )


def _methods(analysis: Analysis, worth: bool) -> str:
    texts = (words.PLAYED.format(**_known(analysis.result)), *words.ABOUT, *((words.ABOUT_WORTH,) if worth else ()))
    paragraphs = "".join(f"<p>{escape(text)}</p>" for text in texts)
    return f"<section class='methods'><h2>{words.METHODS}</h2>{paragraphs}</section>"


def _footer(manifest: Manifest, worth: bool) -> str:
    known = {name: getattr(manifest, name) for name in ("package", "python", "numpy", "numba", "created")}
    versions = words.VERSIONS.format(digest=manifest.map.digest[:16], engine=manifest.engine[:16], **known)
    return (
        f"<footer><h2>{words.REPRODUCE}</h2><pre>{escape(report_command(manifest, worth))}\n"
        f"{escape(manifest.command())}</pre>"
        f'<p class="small">{escape(versions)} {words.DETAILS}</p></footer>'
    )


def report_command(manifest: Manifest, worth: bool = True) -> str:
    """Return the command that makes this report again, or the call in Python if no command does."""
    command = manifest.command()
    if not command.startswith("ttr "):
        return words.BY_PYTHON
    rest = " --out report" if worth else " --no-worth --out report"
    return "\n".join(line.replace("ttr simulate", "ttr report", 1) + rest for line in command.split("\n"))
