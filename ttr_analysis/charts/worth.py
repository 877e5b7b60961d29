"""Charts of worth: what things bring their owner, in points and wins, and what correlation makes of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from ttr_analysis.charts import findings, frame, theme, tickets, words, worth_rows, worth_words
from ttr_analysis.charts.board import worth_boards
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.worth import answers, beside, line_ups, over_mean, told, where_offered
from ttr_analysis.maps import GameMap
from ttr_analysis.results.source import joined_source, tagged
from ttr_analysis.stats.columns import estimates_of, intervals_of, ranked, texts_of

NAMED = theme.SERIES_COLORS[3]
"""Colour of things with names among others without."""


@frame.draws("experiments.worth")
def worth_ranking(
    table: pd.DataFrame,
    measure: str = "points",
    *,
    top: int = 14,
    bottom: int = 6,
    game_map: GameMap | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw what is worth most and least, as dots with whiskers, the best on top.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth`.
    measure : {"points", "win_share", "points_over_mean", "win_share_over_mean"}
        The last two are over the mean of all tickets, or of the cards that have a colour.
    top, bottom : int
        How many of the best and of the worst are drawn; the table behind the chart holds all.
    game_map : GameMap, optional
        The map; by default the one that the table names.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> figure = ttr.charts.worth_ranking(table)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What a turn is worth to Random'
    """
    _check(measure, table)
    over = measure.endswith(over_mean.ENDING)
    table = table.assign(n=table[f"n{over_mean.ENDING}"]) if over else table
    table = ranked(told.with_source(table, game_map), measure, "thing")
    few = table if len(table) <= top + bottom else pd.concat([table.head(top), table.tail(bottom)])
    gap = (top, len(table) - len(few)) if len(few) < len(table) else None
    names = [thing(name) for name in few["thing"]]
    fig = worth_rows.rows(few, names, [measure], gap)
    chart = worth_words.WORTH._replace(title=_over_title(table) if over else _title(table), note=_note(table))
    notes = [worth_words.WORTH_OVER_NOTES[told.facts_of(table)["of"]]] if over else []
    ends = [(name, _text(few, measure, place)) for name, place in ((names[0], 0), (names[-1], -1))]
    alt = chart.alt.format(number=len(table), best=ends[0][0], most=ends[0][1], worst=ends[1][0], least=ends[1][1])
    height = 150 + worth_rows.ROW * (len(few) + (gap is not None))
    chart = _finding(chart, table, measure)
    return frame.finish(fig, chart, table, shows=[measure], alt=alt, notes=notes, height=height, options=options)


@frame.draws("experiments.worth")
def habit_costs(
    table: pd.DataFrame, *, game_map: GameMap | None = None, **options: Unpack[frame.FigureOptions]
) -> go.Figure:
    """Draw what each habit is worth in points and in wins: what a player loses who must do without it.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="habits"``, or of other things of which there are few.
    game_map : GameMap, optional
        The map; by default the one that the table names.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="habits", players=2, games=40, progress=False)
    >>> figure = ttr.charts.habit_costs(table)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Which habit costs Random most to give up'
    """
    table = ranked(told.with_source(table, game_map), "points", "thing")
    names = [thing(name) for name in table["thing"]]
    narrow = frame.look_of(options).narrow
    fig = worth_rows.rows(table, names, ["points", "win_share"], None, narrow=narrow)
    facts = told.facts_of(table)
    chart = worth_words.HABIT_COSTS._replace(title=worth_words.HABIT_COSTS.title.format(player=_player(table)))
    if facts["of"] != "habits":
        chart = worth_words.WORTH._replace(title=_title(table), alt=chart.alt)
    points, wins = (_text(table, measure, 0) for measure in ("points", "win_share"))
    alt = chart.alt.format(number=len(table), best=names[0], points=points, wins=wins)
    chart = _habit_finding(chart, table) if facts["of"] == "habits" else _finding(chart, table, "points")
    return frame.finish(
        fig,
        chart,
        table,
        shows=["points", "win_share"],
        alt=alt,
        height=worth_rows.height(len(table), 2, narrow=narrow),
        options=options,
    )


@frame.draws("experiments.worth")
def keep_or_return(
    kept_table: pd.DataFrame,
    returned_table: pd.DataFrame,
    table: pd.DataFrame,
    ticket: str,
    *,
    game_map: GameMap | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw what it is worth to have to keep a ticket, to be free to keep it, and to keep rather than return it.

    That is a game; keeping rather than returning it stands there for each deal that offers it, too.

    Parameters
    ----------
    kept_table, returned_table, table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="tickets"`` and ``change="kept"``, ``change="returned"`` and
        ``change="kept_or_returned"``.
    ticket : str
        The ticket.
    game_map : GameMap, optional
        The map; by default the one that the tables name.

    Examples
    --------
    >>> asked = {"of": "tickets", "only": ["Denver-El Paso"], "players": 2, "games": 40, "progress": False}
    >>> changes = ("kept", "returned", "kept_or_returned")
    >>> tables = [ttr.experiments.worth("usa", "random", change=change, **asked) for change in changes]
    >>> figure = ttr.charts.keep_or_return(*tables, "Denver-El Paso")
    >>> len(figure.layout.yaxis.ticktext)
    4
    """
    given = dict(zip(worth_words.KEEP_ROWS, (kept_table, returned_table, table), strict=True))
    tables = [told.with_source(each[each["thing"] == ticket], game_map) for each in given.values()]
    if [told.facts_of(each)["change"] for each in given.values()] != list(given):
        raise SetupError(f"this needs the tables of tickets {', '.join(given)}, in this order")
    if any(each.empty for each in tables):
        raise SetupError(f"there is no {ticket!r} in all three tables")
    if where_offered.SHARE not in table:
        raise SetupError("the last table does not tell which games offered the ticket; make it again")
    names = [*worth_words.KEEP_ROWS.values(), worth_words.KEEP_OFFERED]
    share = float(tables[-1][where_offered.SHARE].iloc[0])
    rows = pd.concat([*tables, where_offered.of_offers(tables[-1])], ignore_index=True)
    tagged(rows, joined_source(tables))
    rows.attrs["intervals"] = intervals_of(kept_table)
    narrow = frame.look_of(options).narrow
    fig = worth_rows.rows(rows, names, ["points", "win_share"], None, whole=True, narrow=narrow)
    chart = worth_words.WORTH._replace(title=worth_words.KEEP_OR_RETURN.format(ticket=ticket))
    points, wins = (_text(rows, measure, 0) for measure in ("points", "win_share"))
    alt = worth_words.HABIT_COSTS.alt.format(number=len(rows), best=names[0], points=points, wins=wins)
    chart = _keep_finding(chart, tables[-1], ticket)
    shows, notes = ["points", "win_share"], [worth_words.KEEP_NOTE.format(share=100 * share)]
    height = worth_rows.height(len(rows), 2, narrow=narrow)
    return frame.finish(fig, chart, rows, shows=shows, alt=alt, notes=notes, height=height, options=options)


@frame.draws("experiments.worth")
def points_and_wins(
    table: pd.DataFrame,
    *,
    game_map: GameMap | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw worth in points against worth in wins, and name the things in which they part company.

    Those are things that are good or bad beyond chance in one of them, and have the other sign in the other.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth`.
    game_map : GameMap, optional
        The map; by default the one that the table names.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> figure = ttr.charts.points_and_wins(table)
    >>> ttr.charts.text_of(figure, "subtitle")
    'Points against wins'
    """
    width, height = frame.look_of(options).plot_size(frame.WIDTH, 640)
    table = told.with_source(table, game_map)
    apart = beside.parting(table)
    names = [thing(name) for name in table["thing"]]
    axes = {"points": 1, "win_share": 100}
    chart = worth_words.POINTS_AND_WINS._replace(note=_note(table))
    fig = _scatter(table, axes, apart.to_numpy(), names, chart, (width, height), worth_words.PARTS)
    found = worth_words.listed_names([name for name, yes in zip(names, apart, strict=True) if yes])
    notes = [worth_words.PARTING.format(names=found)] if found else []  # else the title says it
    alt = chart.alt.format(number=len(table), note=notes[0] if found else worth_words.NONE_PARTING)
    chart = _counted(chart, int(apart.sum()), len(table))
    shows = ["points", "win_share"]
    return frame.finish(
        fig, chart, table, shows=shows, alt=alt, notes=notes, width=width, height=height, options=options
    )


@frame.draws("experiments.worth", "stats.track_values")
def worth_and_lift(
    table: pd.DataFrame,
    track_table: pd.DataFrame,
    *,
    bound: float = beside.BOUND,
    game_map: GameMap | None = None,
    **options: Unpack[frame.FigureOptions],
) -> go.Figure:
    """Draw what winners claim more often (correlation) against what routes are worth (cause), and name what misleads.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` of routes or tracks.
    track_table : pandas DataFrame
        :func:`ttr_analysis.stats.track_values` of games, by route or track likewise.
    bound : float
        Points that count as little: a thing whose interval lies below this misleads if winners claim it more often
        than others beyond chance; so does one whose worth has the other sign, beyond chance.
    game_map : GameMap, optional
        The map; by default the one that the table names.
    **options
        See :class:`ttr_analysis.charts.FigureOptions`.

    Examples
    --------
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> routes = ttr.stats.track_values(result, by="route")
    >>> table = ttr.experiments.worth("usa", "random", players=2, games=8, progress=False)
    >>> figure = ttr.charts.worth_and_lift(table, routes)
    >>> ttr.charts.text_of(figure, "subtitle")
    'What winners claim, and what it is worth'
    """
    width, height = frame.look_of(options).plot_size(frame.WIDTH, 680)
    both = beside.lift_and_worth(told.with_source(table, game_map), track_table, bound)
    tagged(both, joined_source([both, track_table]))
    both.attrs["intervals"] = {**intervals_of(table), **intervals_of(track_table)}
    misleads, chart = both["misleads"].to_numpy(dtype=bool), worth_words.WORTH_AND_LIFT
    axes = {"winner_lift": 100, "points": 1}
    fig = _scatter(both, axes, misleads, both["thing"].tolist(), chart, (width, height), worth_words.MISLEADS)
    found = worth_words.listed_names(both["thing"][misleads])
    note = (
        worth_words.MISLEADING.format(names=found, bound=bound)
        if found
        else worth_words.NONE_MISLEADING.format(bound=bound)
    )
    correlation = float(both["winner_lift"].corr(both["points"]))
    told_of = worth_words.UNCORRELATED if np.isnan(correlation) else worth_words.CORRELATED.format(correlation)
    alt = chart.alt.format(number=len(both), correlation=told_of, note=note)
    chart = _counted(chart, int(misleads.sum()), len(both))
    shows = ["winner_lift", "points"]
    return frame.finish(
        fig, chart, both, shows=shows, alt=alt, notes=[note], width=width, height=height, options=options
    )


def worth_charts(table: pd.DataFrame, game_map: GameMap | None = None) -> dict[str, go.Figure]:
    """Return all charts of a table of worth, by the stem of their file names.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth`, or of several line-ups, whose charts are numbered.
    game_map : GameMap, optional
        The map; by default the one that the table names.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=40, progress=False)
    >>> list(ttr.charts.worth_charts(table))
    ['worth', 'worth_wins', 'points_and_wins']
    """
    if "line_up" in table:
        parts = [worth_charts(line_ups.of_line_up(table, name), game_map) for name in dict.fromkeys(table["line_up"])]
        return {f"{stem}_{number}": fig for number, part in enumerate(parts, 1) for stem, fig in part.items()}
    if told.facts_of(table)["of"] == "habits":
        return {"habits": habit_costs(table, game_map=game_map)}
    boards: dict[str, go.Figure] = {}
    if told.facts_of(table)["of"] in ("routes", "tracks"):
        boards = {
            "worth_board": worth_boards.worth_board(table, game_map=game_map),
            "worth_board_wins": worth_boards.worth_board(table, "win_share", game_map=game_map),
        }
    over: dict[str, go.Figure] = {}
    if f"points{over_mean.ENDING}" in table:
        over = {
            "worth_over_mean": worth_ranking(table, f"points{over_mean.ENDING}", game_map=game_map),
            "worth_over_mean_wins": worth_ranking(table, f"win_share{over_mean.ENDING}", game_map=game_map),
        }
    return boards | {
        "worth": worth_ranking(table, game_map=game_map),
        "worth_wins": worth_ranking(table, "win_share", game_map=game_map),
        **over,
        "points_and_wins": points_and_wins(table, game_map=game_map),
    }


def _finding(chart: words.Chart, table: pd.DataFrame, measure: str, above: bool = False) -> words.Chart:
    """Return the words of a chart: how many things matter beyond chance, and which most; ``above``: above 0 only."""
    factor = worth_rows.RANKED[measure]
    ends, unit = findings.widened(table, measure, factor), worth_words.WORTH_UNITS[measure]
    alone, digits = worth_words.WORTH_OF_ONE, 2 if factor == 1 else 1
    return findings.all_beyond(
        chart, table["thing"].tolist(), ends, alone, digits=digits, above=above, called=thing, unit=unit,
        player=_player(table),
    )  # fmt: skip


def _habit_finding(chart: words.Chart, table: pd.DataFrame) -> words.Chart:
    """Return the words of the chart: how many habits bring something beyond chance; if none does, how many cost."""
    if not (findings.widened(table, "points")[1] > 0).any() and (findings.widened(table, "points")[2] < 0).any():
        return _finding(chart._replace(finding=worth_words.HABITS_COST), table, "points")
    return _finding(chart, table, "points", above=True)


def _keep_finding(chart: words.Chart, table: pd.DataFrame, ticket: str) -> words.Chart:
    """Return the words of the chart: whether to keep the ticket where it is offered, by points and by wins."""
    row = where_offered.of_offers(table).iloc[0]
    measures = {"points": 1, "win_share": 100}
    signs = {int(np.sign(row[each])) for each in measures if row[f"{each}_low"] > 0 or row[f"{each}_high"] < 0}
    points, wins = (frame.signed(factor * row[each], 1) for each, factor in measures.items())
    finding = worth_words.KEEP_FINDINGS[tuple(sorted(signs))]
    return findings.headed(chart, finding.format(ticket=ticket, points=points, wins=wins))


def _counted(chart: words.Chart, number: int, of: int) -> words.Chart:
    """Return the words of a chart of things of which some were found."""
    return findings.headed(chart, chart.finding.format(number=number, all=of) if number else chart.unclear)


def thing(name: str) -> str:
    """Return a thing of a table of worth as readers see it."""
    return words.track(answers.called(name))


def _title(table: pd.DataFrame) -> str:
    return worth_boards.title(told.facts_of(table))


def _note(table: pd.DataFrame) -> str:
    return worth_words.WORTH_NOTES.get(told.facts_of(table)["change"], worth_words.WORTH.note)


def _over_title(table: pd.DataFrame) -> str:
    return worth_words.WORTH_OVER_TITLES[told.facts_of(table)["of"]].format(player=_player(table))


def _player(table: pd.DataFrame) -> str:
    return words.player(told.facts_of(table)["strategies"][0])


def _check(measure: str, table: pd.DataFrame) -> None:
    if measure not in worth_rows.RANKED:
        raise SetupError(f"there is no worth in {measure!r}; choose one of: {', '.join(worth_rows.RANKED)}")
    if measure.endswith(over_mean.ENDING) and told.facts_of(table) and measure not in table:
        raise SetupError(f"this table has no {measure}: only whole tables of tickets offered, and of cards, have it")


def _text(table: pd.DataFrame, measure: str, place: int) -> str:
    text = worth_boards.text_of(table.iloc[place], measure, 2, worth_rows.RANKED[measure])
    return worth_words.WORTH_AMOUNTS[measure].format(text)


def _scatter(
    table: pd.DataFrame,
    axes: Mapping[str, int],
    named: Any,
    names: Sequence[str],
    chart: words.Chart,
    size: tuple[int, int],
    label: str,
) -> go.Figure:
    """Draw points with whiskers both ways: those with names on top and in colour, the others pale.

    ``axes`` are the columns across and up with the factors to their units, ``label`` says what names stand for.
    """
    few = told.few_changed(table).to_numpy()
    true = [[each.to_numpy() for each in estimates_of(table, column, factor)] for column, factor in axes.items()]
    bounds = [few & (column in worth_rows.FACTORS) for column in axes]
    x, y = ([np.where(bound, ends[0], end) for end in ends] for bound, ends in zip(bounds, true, strict=True))
    fig = go.Figure()
    for chosen, color, name in ((named, NAMED, label), (~named, worth_rows.EITHER, worth_words.OTHERS)):
        first, second = ([each[chosen] for each in ends] for ends in (x, y))
        shown = [theme.escape(name) for name, yes in zip(names, chosen, strict=True) if yes]
        texts = [texts_of(table[chosen], column, 2, factor) for column, factor in axes.items()]
        pale = {"color": color, "thickness": 0.8 if color == worth_rows.EITHER else 1.4, "width": 0}
        fig.add_scatter(
            x=first[0], y=second[0], mode="markers", name=name, marker=worth_rows.marker(color),
            error_x=frame.whiskers(*first) | pale, error_y=frame.whiskers(*second) | pale,
            customdata=list(zip(shown, *texts, strict=True)), hovertemplate=chart.hover,
        )  # fmt: skip
    fig.add_hline(y=0, line={"color": theme.INK, "width": 1}, layer="below")
    fig.add_vline(x=0, line={"color": theme.INK, "width": 1}, layer="below")
    ranges = [frame.padded(np.concatenate([*ends, [0.0]]), 0.04) for ends in (x, y)]
    chosen_names = [name for name, yes in zip(names, named, strict=True) if yes]
    tickets.name_points(fig, chosen_names, chart, (ranges[0], ranges[1]), size, avoid=fig.data[1])
    if any(bound.any() for bound in bounds):
        fig.update_annotations(bgcolor=theme.PAPER)  # dotted lines may run through the names
    for place, bound in enumerate(bounds):
        if bound.any():
            ends = [np.clip(end[bound], *ranges[place]) for end in true[place][1:]]
            across = [true[1 - place][0][bound]] * 2
            lines = worth_rows.segments(*((across, ends) if place else (ends, across)))
            fig.add_scatter(x=lines[0], y=lines[1], **worth_rows.dotted())
    worth_rows.name_once(fig)
    if not np.any(named):  # all are "others": of none
        fig.update_traces(showlegend=False, selector={"name": worth_words.OTHERS})
    return fig.update_layout(legend=frame.LEGEND_ABOVE)
