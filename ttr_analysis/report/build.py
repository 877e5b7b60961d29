"""Building a report: play or read the games, write everything into a new folder, swap it in."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from ttr_analysis import charts
from ttr_analysis._validate import option
from ttr_analysis.charts.board.layout import load_layout
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.maps import GameMap, as_map, city_labels
from ttr_analysis.maps.languages import speaking
from ttr_analysis.play.progress import OnLine
from ttr_analysis.play.simulate import simulate
from ttr_analysis.report import words
from ttr_analysis.report.analysis import Analysis, chapters
from ttr_analysis.report.article import Article, article_of
from ttr_analysis.report.markdown import draw, markdown
from ttr_analysis.report.page import CARD, page
from ttr_analysis.report.worth import Worth, confirmed, measured, read, stem_of
from ttr_analysis.results import Result, folders, reading
from ttr_analysis.stats import check_enough
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

PAGES: Mapping[str, str] = {"html": "index.html", "md": "index.md"}
"""Name of the article's file, by its format."""

_PARTS = frozenset({*PAGES.values(), reading.MANIFEST, "charts", "games", "tables"})
"""Everything that a report's folder may contain."""


def build_report(
    game_map: str | Path | GameMap,
    out: str | Path,
    strategies: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    *,
    players: int | None = None,
    games: int = 20_000,
    seed: int = 1,
    first_game: int = 0,
    rotate: bool = True,
    result: Result | str | Path | None = None,
    worth: bool | str | Path = True,
    pictures: bool = True,
    page_format: Literal["html", "md"] = "html",
    language: str | None = None,
    cities: str | None = None,
    on_progress: OnLine | None = None,
) -> Path:
    """Write the report of a map into a folder: an article, its charts and its tables.

    Parameters
    ----------
    game_map : str, Path or GameMap
        A map, or the name or folder of one.
    out : str or Path
        The folder. An existing report is replaced, but only by a complete one.
    strategies, players, games, seed, first_game, rotate : optional
        What to play, see :func:`ttr_analysis.play.simulate.simulate`. With one strategy there
        are 4 players, or the most the map allows if that is fewer. If none is named, ``expert`` plays;
        ``ticket_planner`` is several times as fast.
    result : Result, str or Path, optional
        Games played earlier, or the folder that contains them; no new games are then played.
    worth : bool, str or Path, optional
        Whether to measure what routes are worth, for the 20 routes with most claims and tickets and for players of
        ``expert`` and ``ticket_planner``; or the folder of a table written by ``ttr worth --out``.
    pictures : bool, optional
        Whether to write SVG and PNG as well, which needs a browser. Without one, a
        notice says so and everything else is written.
    page_format : {"html", "md"}, optional
        Whether the article is a page that works offline, or Markdown for other tools: its pictures then have no
        titles and captions, which the article says in words.
    language : str, optional
        The language of the article and its charts, such as ``"pl"``; by default the one in use.
    cities : str, optional
        The names of cities in the article and its charts: ``"printed"``, or those of a language, such as ``"pl"``; by
        default those in use. The files in ``tables/`` and ``games/`` keep the printed names.
    on_progress : function of a line, optional
        Receives lines about the progress; by default they go to standard error.

    Returns
    -------
    Path
        The article: ``index.html`` or ``index.md`` in ``out``. Beside it are ``charts/`` (SVG, PNG, CSV and
        texts of each chart), ``tables/`` (CSV), ``games/`` (the result, parquet) and
        ``manifest.json``.

    Raises
    ------
    MapError, StrategyError
        If map or strategy cannot be used.
    ResultError
        If the result was played on another map, is empty, or has too few games for intervals.
    SetupError
        If the folder cannot be written or contains something else, or the map does not allow
        that number of players, or there is no such format or language, or no city of the map has a name in it.
    """
    page_name = PAGES[option("page_format", page_format, PAGES)]
    game_map = as_map(game_map)
    out = folders.at_home(out)
    say = on_progress or _to_standard_error
    _check_replaceable(out.resolve())
    table = None if isinstance(worth, bool) else read(worth, game_map)  # refused before anything is played
    with city_labels.naming(cities):
        city_labels.check_named(game_map)
    with speaking(language), city_labels.naming(cities), folders.whole_folder(out.resolve(), "the report") as folder:
        if result is None:
            check_enough(games)
            say(words.PLAYING.format(games=games, title=game_map.title))
            result = _played(
                game_map, strategies, players, games=games, seed=seed, first_game=first_game, rotate=rotate
            )
        else:
            result = _read(result, game_map)
        check_enough(result)
        if load_layout(game_map) is None:
            say(words.NO_LAYOUT.format(name=game_map.name))
        valued = None if worth is False else _valued(result, table, on_progress=say)
        _write(folder, out.name, page_format, result, valued, pictures, say)
        done = words.DONE.format(page=out / page_name)
    say(done)
    return out / page_name


def _valued(result: Result, table: pd.DataFrame | None, on_progress: OnLine) -> Worth | None:
    """Return what routes are worth, as a table tells or as measured now; None where nothing can be measured."""
    on_progress(words.MEASURING)
    try:
        return measured(result) if table is None else confirmed(table, result)
    except SetupError as error:
        on_progress(words.NO_WORTH.format(error=error))
        return None


def _to_standard_error(line: str) -> None:
    print(line, file=sys.stderr, flush=True)  # noqa: T201 - for people, while they wait


def _played(
    game_map: GameMap, strategies: str | Strategy | Sequence[str | Strategy], players: int | None, **options: Any
) -> Result:
    alone = isinstance(strategies, str | Strategy) or len(strategies) == 1
    if players is None and alone:
        fewest, most = game_map.rules.players
        players = max(fewest, min(4, most))
    return simulate(game_map, strategies, players=players, **options)


def _read(result: Result | str | Path, game_map: GameMap) -> Result:
    """Return a result, and refuse one of another map."""
    if not isinstance(result, Result):
        return Result.load(result, game_map)
    wanted, found = game_map, result.manifest.map
    if wanted.digest != found.digest:
        raise ResultError(
            f"the result was not played on {wanted.name} (ticket set {wanted.ticket_set}) but on another map: "
            f"{found.name} (ticket set {found.ticket_set}), digest {found.digest[:12]}"
        )
    return result


def _write(
    folder: Path, name: str, page_format: str, result: Result, worth: Worth | None, pictures: bool, on_progress: OnLine
) -> None:
    """Write everything of a report into an empty folder, which will get another name."""
    on_progress(words.ESTIMATING)
    saved = result.save(folder / "games")
    result = replace(result, manifest=reading.with_map_in(saved, result.manifest))
    analysis = Analysis.of(result)
    on_progress(words.DRAWING)
    article = article_of(analysis, chapters(analysis, worth), worth, page_format)
    text, notice = _written(article, folder / "charts", page_format, pictures, result)
    if notice:
        on_progress(notice)
    (folder / "tables").mkdir()
    valued = {} if worth is None else {stem_of(player): table for player, table in worth.tables.items()}
    for stem, table in (analysis.tables() | valued).items():
        folders.write_file(folder / "tables" / f"{stem}.csv", folders.csv_text(table))
    manifest = result.manifest.model_dump_json(indent=2) + "\n"
    folders.write_file(folder / reading.MANIFEST, manifest.replace(folder.name, name))
    folders.write_file(folder / PAGES[page_format], text.replace(folder.name, name))


def _written(article: Article, folder: Path, page_format: str, pictures: bool, result: Result) -> tuple[str, str]:
    """Write the files of the charts; return the text of the article, and a notice if a browser is missing."""
    figures = {chapter.stem: chapter.figure for chapter in article.chapters}
    if page_format == "md":
        charts.save_all(figures, folder, pages=False, pictures=False)
        notice = draw(figures, folder) if pictures else ""
        return markdown(article, pictures and not notice), notice
    if pictures:
        figures |= {CARD: charts.track_values(result, size="card")}
    _, notice = charts.save_all(figures, folder, pages=False, pictures=pictures)
    return page(article, pictures and not notice), notice


def _check_replaceable(out: Path) -> None:
    """Refuse to replace a folder that is not a report, or one that is or contains the current folder."""
    if not out.exists():
        return
    if out in (here := Path.cwd(), *here.parents):
        raise SetupError(
            f"{out} is the current folder or contains it, and cannot be replaced; choose a folder inside it"
        )
    if not out.is_dir():
        raise SetupError(f"{out} is a file; choose a folder for the report")
    names = {path.name for path in out.iterdir()}
    whole = reading.MANIFEST in names and not names.isdisjoint(PAGES.values())
    strange = min(names - _PARTS, default=f"no {PAGES['html']} with its {reading.MANIFEST}")
    if names and not (whole and names <= _PARTS):
        raise SetupError(f"{out} contains something other than a report ({strange}); choose a new or empty folder")
