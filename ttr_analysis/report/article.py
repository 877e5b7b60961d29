"""What an article says, as plain text, which :mod:`page` writes as HTML and :mod:`markdown` as Markdown."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ttr_analysis.charts import captions
from ttr_analysis.maps import city_labels, languages, spoken_names
from ttr_analysis.maps.ticket_names import told_apart
from ttr_analysis.report import headlines, words
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.report.worth import Worth
from ttr_analysis.results import Manifest, Result
from ttr_analysis.stats.columns import ranked, texts_of

ROWS = 15
"""Number of tracks in the article's table; its CSV file lists all of them."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the article: the name of its file without an ending, its heading, and its texts by rows."""

    stem: str
    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Article:
    """All texts of an article, in the order in which they are read.

    Attributes
    ----------
    title, facts : str
        What it is about, and what was played.
    notices : tuple of str
        What readers must know of the map.
    story : Story
        The sentences made from the numbers.
    chapters : tuple of Chapter
        The charts.
    tables : tuple of Table
    methods : tuple of str
        Paragraphs.
    commands : tuple of str
        What makes the report again, and what plays its games again.
    versions : str
        Of the map, the program and what it uses.
    """

    title: str
    facts: str
    notices: tuple[str, ...]
    story: headlines.Story
    chapters: tuple[Chapter, ...]
    tables: tuple[Table, ...]
    methods: tuple[str, ...]
    commands: tuple[str, ...]
    versions: str


def article_of(
    analysis: Analysis, chapters: Iterable[Chapter], worth: Worth | None = None, page_format: str = "html"
) -> Article:
    """Return the article about a result, whose charts are drawn."""
    result, manifest = analysis.result, analysis.result.manifest
    known = {name: getattr(manifest, name) for name in ("package", "python", "numpy", "numba", "created")}
    about = (*words.ABOUT, *((words.ABOUT_WORTH,) if worth is not None else ()))
    article = Article(
        title=words.TITLE.format(title=manifest.map.title),
        facts=" · ".join(fact.format(**_known(result)) for fact in words.FACTS),
        notices=tuple(map(spoken_names.rules, manifest.map.notices)),
        story=headlines.story(analysis, worth),
        chapters=tuple(chapters),
        tables=(_tracks(analysis), _tickets(analysis)),
        methods=(words.PLAYED.format(**_known(result)), *about),
        commands=(report_command(manifest, worth is not None, page_format), manifest.command()),
        versions=words.VERSIONS.format(digest=manifest.map.digest[:16], engine=manifest.engine[:16], **known),
    )
    return _with_cities(article)


def _with_cities(article: Article) -> Article:
    """Return an article with the names of cities in use; its charts have them, its commands do not need them."""
    told, renamed = article.story, city_labels.renamed
    return replace(
        article,
        notices=renamed(article.notices),
        story=headlines.Story(renamed(told.lead), renamed(told.findings), renamed(told.rest)),
        chapters=tuple(replace(chapter, text=renamed(chapter.text)) for chapter in article.chapters),
        tables=tuple(replace(table, rows=renamed(table.rows)) for table in article.tables),
        methods=renamed(article.methods),
    )


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


def _tracks(analysis: Analysis) -> Table:
    table = ranked(analysis.track_table, "claim_share").head(ROWS)
    columns = (
        table["name"].map(words.track),
        table["length"],
        table["points"],
        texts_of(table, "claim_share", factor=100),
        texts_of(table, "winner_lift", factor=100),
        texts_of(table, "claim_round"),
        texts_of(table, "cards_paid", 2),
    )
    return _table("tracks", words.TRACK_TABLE.format(number=len(table)), words.TRACK_COLUMNS, columns)


def _tickets(analysis: Analysis) -> Table:
    table = analysis.tickets.assign(name=told_apart(analysis.tickets["name"]))
    table = ranked(table, "mean_points")
    columns = (
        table["name"],
        table["points"],
        table["kept"].map(lambda kept: words.written(kept, ",")),
        texts_of(table, "made_share", factor=100),
        texts_of(table, "cut_off_share", factor=100),
        texts_of(table, "unfinished_share", factor=100),
        texts_of(table, "made_round"),
        texts_of(table, "mean_points"),
    )
    return _table("tickets", words.TICKET_TABLE, words.TICKET_COLUMNS, columns)


def _table(stem: str, heading: str, names: Sequence[str], columns: Sequence[Iterable[object]]) -> Table:
    return Table(stem, heading, names, [[str(value) for value in row] for row in zip(*columns, strict=True)])


def report_command(manifest: Manifest, worth: bool = True, page_format: str = "html") -> str:
    """Return the command that makes this report again, or the call in Python if no command does."""
    command = manifest.command()
    if not command.startswith("ttr "):
        return words.BY_PYTHON
    rest = "" if worth else " --no-worth"
    rest += "" if words.language() == languages.ENGLISH else f" --language {words.language()}"
    rest += f" --cities {city_labels.in_use()}" if city_labels.renames() else ""
    rest += " --out report" if page_format == "html" else f" --format {page_format} --out report"
    return "\n".join(line.replace("ttr simulate", "ttr report", 1) + rest for line in command.split("\n"))
