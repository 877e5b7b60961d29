"""The worth of routes in a report: for two players, chosen with one seed and measured again with another."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from ttr_analysis import charts, experiments, stats
from ttr_analysis.charts.board import worth_boards
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.exact import paths
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.experiments.worth import things, told
from ttr_analysis.maps import GameMap
from ttr_analysis.report import chapter, words
from ttr_analysis.results.result import Result

STRATEGIES = ("expert", "ticket_planner")
"""Who plays the games of worth, whoever played those of the report."""
ROUTES = 20
"""Number of routes that are measured."""
MOST, LEAST, PART = 1000, 40, 20
"""Most and fewest games of a row; in between, it has one in so many of the games of the report."""
AGAIN = 4
"""How many times as many games the route has that is named in the headline."""
NAMED = 5
"""Most routes that are named as those about which players disagree."""
USUAL = 16_000
"""Turns times tracks of a game of four on a board of usual size: on larger ones fewer games are played, as each takes
longer."""


@dataclass(frozen=True)
class Worth:
    """What routes are worth.

    Attributes
    ----------
    table : DataFrame
        Of one line-up or of several.
    again : DataFrame or None
        The row of the route that is worth most, in games of another seed; None if it could not be measured.
    number : int
        Number of all routes or tracks of the map.
    """

    table: pd.DataFrame
    again: pd.DataFrame | None
    number: int

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """The table of each line-up, by its player of interest."""
        return by_player(self.table)

    @property
    def leading(self) -> pd.DataFrame:
        """The table that boards show."""
        return next(iter(self.tables.values()))


def by_player(table: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """Return the table of each line-up by its name, or by its player of interest if there is only one."""
    if "line_up" not in table:
        return {str(told.facts_of(table)["strategies"][0]): table}
    return {name: experiments.of_line_up(table, name) for name in dict.fromkeys(table["line_up"])}


def measured(result: Result) -> Worth:
    """Measure the routes with most claims and most tickets, for players of each strategy.

    The games are not those of the report, which choose the routes and tell which one winners claim more often.
    """
    table = experiments.worth_of_line_ups(
        result.game_map, STRATEGIES, players=result.manifest.players, only=busiest(result),
        games=games_of_a_row(result), seed=result.manifest.seed + 1, progress=False,
    )  # fmt: skip
    return confirmed(table, result)


def read(folder: str | Path, game_map: GameMap) -> pd.DataFrame:
    """Read a table of worth that a report of this map can show.

    Raises
    ------
    SetupError
        If the folder holds no table of worth.
    ResultError
        If it is of another map, or not of closed routes or tracks.
    """
    table = experiments.read_worth(folder)
    for each in by_player(table).values():
        facts = told.facts_of(each)
        if facts["of"] not in ("routes", "tracks") or facts["change"] != "closed":
            what = f"{facts['of']}, {facts['change']}"
            raise ResultError(f"{folder} holds the worth of {what}; a report shows that of routes or tracks, closed")
        told.map_of(each, game_map)
    return table


def confirmed(table: pd.DataFrame, result: Result) -> Worth:
    """Return the worth that a table tells, with what is worth most measured again in games of another seed."""
    tables, games = by_player(table), AGAIN * games_of_a_row(result)
    facts, name, again = told.facts_of(next(iter(tables.values()))), most_for_all(tables), None
    with suppress(SetupError):  # of strategies or code that are not here: no route is named then
        again = experiments.confirm(
            table, [name], seed=facts["seed"] + 1, games=games, game_map=result.game_map, progress=False
        )
    return Worth(table, again, len(things.things_of(result.game_map, facts["of"])))


def games_of_a_row(result: Result) -> int:
    """Return how many games each route gets: fewer in short reports and on large boards, the same on all machines."""
    size = float(result.games["turns"].mean()) * len(result.game_map.tracks)
    most = min(MOST, int(MOST * USUAL / max(size, 1.0)), len(result) // PART)
    return max(LEAST, most)


def busiest(result: Result) -> list[str]:
    """Return the routes that are high in both rankings: by claims, and by tickets that have them on a shortest path."""
    tracks = result.game_map.tracks
    claims = result.tracks["track"].value_counts()
    pairs = list(dict.fromkeys(track.pair for track in tracks))
    claimed = dict.fromkeys(pairs, 0)
    for track, number in claims.items():
        claimed[tracks[int(str(track))].pair] += int(number)
    load = paths.ticket_load(result.game_map)
    used = {frozenset(row[:2]): row[2] for row in load[["city_a", "city_b", "tickets"]].itertuples(index=False)}
    names = [each.name for each in things.things_of(result.game_map, "routes")]
    table = pd.DataFrame({"name": names, "claims": claimed.values(), "tickets": [used[frozenset(p)] for p in pairs]})
    table["place"] = table[["claims", "tickets"]].rank(ascending=False, method="min").sum(axis=1)
    return table.sort_values(["place", "name"])["name"].head(ROUTES).tolist()


def most_for_all(tables: Mapping[str, pd.DataFrame]) -> str:
    """Return the thing that is worth most to the player who has least of it."""
    least = pd.concat([table.set_index("thing")["points"] for table in tables.values()], axis=1).min(axis=1)
    return str(least.sort_index().idxmax())


def stem_of(player: str) -> str:
    """Return the stem of the files of a player's table; names of players may hold what no file should."""
    return "worth_" + "".join(letter if letter.isalnum() else "_" for letter in player)


def chapters(worth: Worth, result: Result, width: int) -> Iterator[chapter.Chapter]:
    """Yield the charts of worth: the board, the rankings of each player, and correlation beside cause."""
    game_map, table = result.game_map, worth.leading
    player = words.player(told.facts_of(table)["strategies"][0])
    text = words.CHAPTERS["worth_board"].format(player=player, scope=_scope(worth))
    options = {"game_map": game_map, "width": width, "title": words.BOARD_TITLE.format(player=player)}
    yield chapter.chapter("worth_board", charts.worth_board, table, text=text, fixed=True, **options)
    for name, each in worth.tables.items():
        text = words.CHAPTERS["worth"].format(player=words.player(name), shown=_shown(each))
        yield chapter.chapter(stem_of(name), charts.worth_ranking, each, text=text, game_map=game_map)
    track_table = stats.track_values(result, by="route" if told.facts_of(table)["of"] == "routes" else "track")
    draw = charts.worth_and_lift
    yield chapter.chapter("worth_and_lift", draw, table, track_table, fixed=True, game_map=game_map)


def sentences(worth: Worth) -> Iterator[str]:
    """Yield what a reader should remember of worth."""
    if worth.again is not None:
        yield _most(worth, by_player(worth.again))
    if len(worth.tables) > 1:
        apart = experiments.disagreements(worth.table)
        names = list(dict.fromkeys(apart.loc[apart["measure"] == "points", "thing"]))[:NAMED]
        if names:
            players = words.AND.join(map(words.player, worth.tables))
            yield words.WORTH_DISAGREES.format(players=players, names="; ".join(names))


def may_be_chance(worth: Worth) -> bool:
    """Return whether the route that came out highest, measured again, is worth nothing beyond chance to anybody."""
    return worth.again is not None and not any(map(_is_sure, by_player(worth.again).values()))


def _is_sure(table: pd.DataFrame) -> bool:
    return bool(table["points_low"].iloc[0] > 0)


def beside_lift(worth: Worth, name: str, seeds: Collection[int]) -> str:
    """Return what the thing of a track is worth, to stand beside a sentence about correlation; empty if unknown.

    So it is where the table is of games of the same seed as those that chose the track: they may be the same games.
    """
    facts = told.facts_of(worth.leading)
    rows = worth.leading[worth.leading["thing"] == name]
    if rows.empty or facts["seed"] in seeds:
        return ""
    player = words.player(facts["strategies"][0])
    return words.BESIDE_LIFT.format(name=name, player=player, points=_number(rows.iloc[0], "points", 1))


def _most(worth: Worth, again: Mapping[str, pd.DataFrame]) -> str:
    rows = {words.player(name): table.iloc[0] for name, table in again.items()}
    sure = [words.player(name) for name, table in again.items() if _is_sure(table)]
    costs = words.WORTH_TO if sure else words.POINTS_TO
    texts = [
        costs.format(player=name, points=_number(row, "points", 1), wins=_number(row, "win_share", 100))
        for name, row in rows.items()
    ]
    verdict = words.WORTH_SOME.format(players=words.AND.join(sure))
    if len(sure) == len(rows):
        verdict = words.WORTH_ALL if len(rows) > 1 else ""
    facts, row = told.facts_of(next(iter(again.values()))), next(iter(rows.values()))
    of = words.OF_ALL if len(worth.leading) == worth.number else words.OF_BUSIEST
    said = of.format(number=len(worth.leading), of=facts["of"])
    highest = words.HIGHEST_FOR_ALL if len(rows) > 1 else words.HIGHEST
    return (words.WORTH_MOST if sure else words.WORTH_UNSURE).format(
        name=row["thing"], highest=highest, of=said, costs="; ".join(texts),
        verdict=f" {verdict}".rstrip(), games=int(row["n"]), seed=facts["seed"],
    )  # fmt: skip


def _shown(table: pd.DataFrame) -> str:
    """Say which rows of a table its ranking draws."""
    form = words.SHOWN_ALL if len(table) <= ROUTES else words.SHOWN_ENDS
    return form.format(number=len(table), of=told.facts_of(table)["of"])


def _scope(worth: Worth) -> str:
    """Say which routes are measured, how precisely, and how many have only a bound, which is no precision."""
    text = words.SCOPE_ALL if len(worth.leading) == worth.number else words.SCOPE_BUSIEST
    parts = [text.format(number=len(worth.leading), of=told.facts_of(worth.leading)["of"])]
    sure = [table[~told.few_changed(table)] for table in worth.tables.values()]
    halves = pd.concat([(table["points_high"] - table["points_low"]) / 2 for table in sure])
    if len(halves):
        least, most = (words.written(float(half), ".1f") for half in (halves.min(), halves.max()))
        form = words.PRECISION_OF_ALL if least == most else words.PRECISION
        parts.append(form.format(least=least, most=most))
    if bounds := len(worth.table) - len(halves):
        form = words.BOUNDS_ONLY if len(halves) else words.ALL_BOUNDS
        parts.append(form.format(bounds=bounds, rows=len(worth.table), few=estimates.FEW))
    return " ".join(parts)


def _number(row: pd.Series[float], measure: str, factor: float) -> str:
    return worth_boards.text_of(row, measure, 2 if factor == 1 else 1, factor)
