"""The worth of routes in a report: for two players, chosen with one seed and measured again with another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from ttr_analysis import charts, experiments, stats
from ttr_analysis.charts.board.layout import layout_of
from ttr_analysis.errors import ResultError, StrategyError
from ttr_analysis.exact import paths
from ttr_analysis.experiments.worth import beside, things, told
from ttr_analysis.report import words
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.results.result import Result
from ttr_analysis.stats.columns import ENDS, as_text

STRATEGIES = ("expert", "ticket_planner")
"""Who plays the games of worth, whoever played those of the report."""
ROUTES = 20
"""Number of routes that are measured."""
MOST, LEAST, PART = 1000, 40, 20
"""Most and fewest games of a row; in between, it has one in so many of the games of the report."""
AGAIN = 4
"""How many times as many games the route has that is named in the headline."""
USUAL = 16_000
"""Turns times tracks of a game of four on a board of usual size: on larger ones fewer games are played, as each takes
longer."""


@dataclass(frozen=True)
class Worth:
    """What routes are worth.

    Attributes
    ----------
    tables : mapping of str to DataFrame
        The table of each player of interest, by strategy.
    again : mapping of str to DataFrame
        The row of the route that is worth most, in games of another seed; empty if it could not be measured.
    number : int
        Number of all routes or tracks of the map.
    """

    tables: Mapping[str, pd.DataFrame]
    again: Mapping[str, pd.DataFrame]
    number: int

    @property
    def leading(self) -> pd.DataFrame:
        """The table that boards show."""
        return next(iter(self.tables.values()))


def measured(result: Result) -> Worth:
    """Measure the routes with most claims and most tickets, for players of each strategy."""
    players, seed, games = result.manifest.players, result.manifest.seed, games_of_a_row(result)
    names, given = busiest(result), {"players": players, "progress": False}
    tables = {
        each: experiments.worth(result.game_map, each, only=names, games=games, seed=seed, **given)
        for each in STRATEGIES
    }
    name = most_for_all(tables)
    again = {
        each: experiments.worth(result.game_map, each, only=[name], games=AGAIN * games, seed=seed + 1, **given)
        for each in STRATEGIES
    }
    return Worth(tables, again, len(things.things_of(result.game_map, "routes")))


def read(folder: str | Path, result: Result) -> Worth:
    """Read a table of worth of the report's map, and measure what is worth most again with another seed.

    Raises
    ------
    SetupError
        If the folder holds no table of worth.
    ResultError
        If it is of another map, or not of closed routes or tracks.
    """
    table = experiments.read_worth(folder)
    facts = told.facts_of(table)
    if facts["of"] not in ("routes", "tracks") or facts["change"] != "closed":
        raise ResultError(f"{folder} holds the worth of {facts['of']}, {facts['change']}; a report shows closed routes")
    told.map_of(table, result.game_map)
    lineup, seed = facts["strategies"], facts["seed"]
    tables, again = {lineup[0]: table}, {}
    games, name = AGAIN * games_of_a_row(result), most_for_all(tables)
    with suppress(StrategyError):  # of code that is not here: its route is not named
        again[lineup[0]] = experiments.worth(
            result.game_map, lineup, of=facts["of"], only=[name], games=games, seed=seed + 1, progress=False
        )
    return Worth(tables, again, len(things.things_of(result.game_map, facts["of"])))


def games_of_a_row(result: Result) -> int:
    """Return how many games each route gets: fewer in short reports and on large boards, the same on all machines."""
    size = float(result.games["turns"].mean()) * len(result.game_map.tracks)
    most = min(MOST, int(MOST * USUAL / max(size, 1.0)), len(result) // PART)
    return max(LEAST, most)


def busiest(result: Result) -> list[str]:
    """Return the routes that are high in both rankings: by claims, and by tickets that have them on a shortest path."""
    tracks = result.game_map.tracks
    claims = np.bincount(result.tracks["track"], minlength=len(tracks))
    pairs = list(dict.fromkeys(track.pair for track in tracks))
    claimed = dict.fromkeys(pairs, 0)
    for track, number in zip(tracks, claims, strict=True):
        claimed[track.pair] += int(number)
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


def chapters(worth: Worth, result: Result, width: int) -> Iterator[Chapter]:
    """Yield the charts of worth: the board, the rankings of each player, and correlation beside cause."""
    game_map, table = result.game_map, worth.leading
    layout = layout_of(game_map)
    facts = {"player": told.facts_of(table)["strategies"][0], "scope": _scope(worth)}
    board = charts.worth_board(table, game_map=game_map, layout=layout, width=width)
    yield Chapter("worth_board", board, words.CHAPTERS["worth_board"].format(**facts), width)
    for name, each in worth.tables.items():
        text = words.CHAPTERS["worth"].format(player=name)
        yield Chapter(f"worth_{name}", charts.worth_ranking(each, game_map=game_map), text, 600)
    track_table = stats.track_values(result, by="route" if told.facts_of(table)["of"] == "routes" else "track")
    figure = charts.worth_and_lift(table, track_table, game_map=game_map)
    yield Chapter("worth_and_lift", figure, words.CHAPTERS["worth_and_lift"], 900)


def sentences(worth: Worth) -> Iterator[str]:
    """Yield what a reader should remember of worth."""
    if worth.again:
        yield _most(worth)
    if len(worth.tables) > 1 and (names := disagreements(worth.tables)):
        yield words.WORTH_DISAGREES.format(players=words.AND.join(worth.tables), names="; ".join(names))


def disagreements(tables: Mapping[str, pd.DataFrame]) -> list[str]:
    """Return what is good for the player of one table and bad for that of another, beyond chance."""
    signs = pd.concat([beside.signs(table.set_index("thing"), "points") for table in tables.values()], axis=1)
    return sorted(signs.index[(signs.max(axis=1) > 0) & (signs.min(axis=1) < 0)])


def beside_lift(worth: Worth, name: str) -> str:
    """Return what the thing of a track is worth, to stand beside a sentence about correlation; empty if unknown."""
    rows = worth.leading[worth.leading["thing"] == name]
    if rows.empty:
        return ""
    player = told.facts_of(worth.leading)["strategies"][0]
    return words.BESIDE_LIFT.format(name=name, player=player, points=_number(rows.iloc[0], "points", 1))


def _most(worth: Worth) -> str:
    rows = {name: table.iloc[0] for name, table in worth.again.items()}
    texts = [
        words.WORTH_TO.format(player=name, points=_number(row, "points", 1), wins=_number(row, "win_share", 100))
        for name, row in rows.items()
    ]
    sure = [name for name, row in rows.items() if row["points_low"] > 0]
    verdict = words.WORTH_SOME.format(players=words.AND.join(sure)) if sure else words.WORTH_NONE
    if len(sure) == len(rows):
        verdict = words.WORTH_ALL if len(rows) > 1 else ""
    facts, row = told.facts_of(next(iter(worth.again.values()))), next(iter(rows.values()))
    measured = len(worth.leading)
    of = words.OF_ALL if measured == worth.number else words.OF_BUSIEST
    return words.WORTH_MOST.format(
        name=row["thing"], of=of.format(number=measured, of=facts["of"]), costs="; ".join(texts), verdict=verdict,
        games=int(row["n"]), seed=facts["seed"],
    ).strip()  # fmt: skip


def _scope(worth: Worth) -> str:
    halves = pd.concat([(table["points_high"] - table["points_low"]) / 2 for table in worth.tables.values()])
    text = words.SCOPE_ALL if len(worth.leading) == worth.number else words.SCOPE_BUSIEST
    facts = {"number": len(worth.leading), "of": told.facts_of(worth.leading)["of"]}
    return text.format(least=float(halves.min()), most=float(halves.max()), **facts)


def _number(row: pd.Series[float], measure: str, factor: float) -> str:
    return as_text(*(factor * float(row[f"{measure}{end}"]) for end in ENDS), digits=2 if factor == 1 else 1)
