"""The profile of a map: measures beside those of the shipped maps, fair points, and what deserves a second look."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis import _validate, errors
from ttr_analysis.exact import supply
from ttr_analysis.experiments.profile import likeness, measures, shipped
from ttr_analysis.maps import GameMap, MapLike, as_map
from ttr_analysis.play import progress as bar
from ttr_analysis.play import simulate
from ttr_analysis.results import Result, source
from ttr_analysis.stats import MIN_GAMES, columns, evenness, fair_points
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy, get_strategy

MOST_PLAYERS = 4
"""Number of players if none is given, or as many as the map takes."""


@dataclass(frozen=True, slots=True)
class MapProfile:
    """The profile of a map; each table has the intervals of its numbers.

    Attributes
    ----------
    game_map : GameMap
    result : Result
        The games that were played.
    measures : pandas DataFrame
        A row for each measure of :data:`ttr_analysis.experiments.MEASURES`: ``measure``, ``unit``, ``value`` (exact,
        or with an interval), ``n`` (games, 0 if exact); of the maps beside it ``band_low``, ``lowest``,
        ``band_high``, ``highest``, ``maps``; ``place``, 0 at the lower end of the band and 1 at the upper;
        ``outside``, how far beyond the band for sure, in widths of the band, 0 if inside.
    routes, tickets, lengths : pandas DataFrame
        :func:`ttr_analysis.stats.route_use`; :func:`ttr_analysis.stats.ticket_keeping`;
        :func:`ttr_analysis.stats.length_fair_points`.
    fair_tickets : pandas DataFrame
        :func:`ttr_analysis.stats.ticket_fair_points`.
    colors, tightness : pandas DataFrame
        :func:`ttr_analysis.exact.supply.color_balance` and :func:`ttr_analysis.exact.supply.tightness`.
    alike : pandas DataFrame
        The maps beside it by their distance in what they make players do
        (:func:`ttr_analysis.experiments.likeness`): ``map``, ``distance``; empty without such maps.

    Examples
    --------
    >>> profile = ttr.experiments.map_profile("usa", "greedy_points", players=2, games=100, progress=False)
    >>> list(profile.second_look().columns)[:3]
    ['what', 'name', 'why']
    """

    game_map: GameMap
    result: Result
    measures: pd.DataFrame
    routes: pd.DataFrame
    tickets: pd.DataFrame
    lengths: pd.DataFrame
    fair_tickets: pd.DataFrame
    colors: pd.DataFrame
    tightness: pd.DataFrame
    alike: pd.DataFrame

    def second_look(self) -> pd.DataFrame:
        """Return what deserves a second look, and why.

        Measures outside the band beyond their intervals, farthest first; routes seldom or never claimed and tickets
        seldom or never kept, beyond their intervals; tickets and lengths whose printed points are not what would be
        fair, beyond chance over the table, farthest first.

        Returns
        -------
        pandas DataFrame
            ``what`` (``measure``, ``route``, ``ticket``, ``length``), ``name``, ``why`` (``above``, ``below``,
            ``never``, ``seldom``, ``too many points``, ``too few points``), ``value`` with its interval (the measure;
            the share of games, or of times offered; the fair points), and ``beside``: the end of the band, or the
            printed points.
        """
        parts = [_measures_outside(self.measures), _seldom(self.routes, "route", "claims", "claim_share")]
        parts += [_seldom(self.tickets, "ticket", "kept", "start_share")]
        parts += [_priced(self.fair_tickets, "ticket", "name"), _priced(self.lengths, "length", "length")]
        kept = [part for part in parts if len(part)]
        return pd.concat(kept, ignore_index=True) if kept else parts[0]


def map_profile(
    game_map: MapLike,
    strategy: str | Strategy = DEFAULT_STRATEGY,
    *,
    players: int | None = None,
    games: int = shipped.GAMES,
    seed: int = 0,
    beside: Sequence[MapLike] = (),
    threads: int | None = None,
    progress: bar.Progress = True,
    on_progress: bar.OnProgress | None = None,
) -> MapProfile:
    """Measure a map for its designers, beside the band of the maps that ship.

    Parameters
    ----------
    game_map : str, Path or GameMap
    strategy : str or Strategy, optional
        The strategy of all players.
    players : int, optional
        4 if left out, or as many as the map takes.
    games : int, optional
        At least 30.
    seed : int, optional
    beside : sequence of maps, optional
        The maps that make the band, played with the same strategy, number of games and seed. If left out, the maps
        that ship with their base tickets, but not this map itself: their numbers are kept in a file, played by
        ``expert``. With another strategy, only measures of the map alone are held against these.
    threads, progress, on_progress : optional
        As for :func:`ttr_analysis.simulate`.

    Returns
    -------
    MapProfile

    Raises
    ------
    MapError, SetupError, StrategyError
        If an argument is invalid; raised before anything is played.
    ResultError
        If the run was stopped before it had 30 games, or before the maps beside it were played.

    Examples
    --------
    >>> profile = ttr.experiments.map_profile("usa", "greedy_points", players=2, games=100, progress=False)
    >>> profile.measures["measure"].iloc[0], len(profile.routes)
    ('color_imbalance', 78)
    """
    game_map = as_map(game_map)
    players = _checked(game_map, players, games)
    others = [_beside(each, players) for each in beside]
    labels = [shipped.label_of(each) for each in others]
    if twice := next((label for label in labels if labels.count(label) > 1), None):
        raise errors.SetupError(f"two of the maps beside it are called {twice!r}; name each once")
    player = get_strategy(strategy)

    def play(each: GameMap) -> Result:
        return simulate(
            each, player, players=players, games=games, seed=seed, threads=threads,
            progress=progress, on_progress=on_progress,
        )  # fmt: skip

    result = play(game_map)
    rows = pd.concat(list(_rows_beside(result, map(play, others)))) if others else shipped.neighbours(result)
    return _profile(result, rows)


def profile_of(result: Result) -> MapProfile:
    """Return the profile of games that were played already, all seats by one strategy.

    Raises
    ------
    ResultError
        If there are too few games.
    SetupError
        If several strategies play, or some seats were left out.

    Examples
    --------
    >>> result = ttr.simulate("usa", "greedy_points", players=2, games=100, progress=False)
    >>> ttr.experiments.profile_of(result).lengths["length"].tolist()
    [1, 2, 3, 4, 5, 6]
    """
    if len(names := set(result.strategies)) > 1:
        raise errors.SetupError(f"a profile needs one strategy in all seats, not {', '.join(sorted(names))}")
    if "seats" in result.source:
        raise errors.SetupError("a profile needs all seats of its games")
    return _profile(result, shipped.neighbours(result))


def _checked(game_map: GameMap, players: int | None, games: int) -> int:
    """Return the number of players, and check it and the number of games."""
    _validate.count("games", games, MIN_GAMES)
    if not game_map.tracks:
        raise errors.SetupError(f"map {game_map.name!r} has no tracks, so there is nothing to measure")
    players = min(MOST_PLAYERS, game_map.rules.players[1]) if players is None else players
    return _validate.count("players", players, *game_map.rules.players)


def _beside(each: MapLike, players: int) -> GameMap:
    game_map = as_map(each)
    low, high = game_map.rules.players
    if not low <= players <= high:
        raise errors.SetupError(
            f"map {game_map.name!r} takes {low} to {high} players, not {players}, so it cannot stand beside"
        )
    return game_map


def _rows_beside(result: Result, others: Iterator[Result]) -> Iterator[pd.DataFrame]:
    """Yield the rows of the maps beside one, each played when it is asked for, unless a run was stopped."""
    for each in itertools.chain((result,), others):
        if not each.complete:
            raise errors.ResultError("the run was stopped before all maps were played, so there is nothing to compare")
        if each is not result:
            yield _rows(each)[0]


def _rows(result: Result) -> tuple[pd.DataFrame, str]:
    """Return the measures of games and their map as rows, and the methods of their intervals."""
    players, seed = result.manifest.players, result.manifest.seed
    found = measures.of_games(result)
    whole = measures.of_map(result.game_map, players) | found
    methods = columns.SEVERAL.join(dict.fromkeys(each.method for each in found.values()))
    return shipped.rows_of(result.game_map, players, whole, result.strategies[0], seed), methods


def _profile(result: Result, rows: pd.DataFrame) -> MapProfile:
    own, methods = _rows(result)
    has_games = rows["measure"].isin(list(measures.OF_GAMES)).any()
    alike = (
        likeness.nearest(own, rows, result.manifest.players) if has_games else pd.DataFrame(columns=["map", "distance"])
    )
    return MapProfile(
        game_map=result.game_map,
        result=result,
        measures=source.tagged(_beside_band(own, rows, methods), result.source),
        routes=evenness.route_use(result),
        tickets=evenness.ticket_keeping(result),
        lengths=fair_points.length_fair_points(result),
        fair_tickets=fair_points.ticket_fair_points(result),
        colors=supply.color_balance(result.game_map),
        tightness=supply.tightness(result.game_map),
        alike=source.tagged(alike, result.source),
    )


def _beside_band(own: pd.DataFrame, rows: pd.DataFrame, methods: str) -> pd.DataFrame:
    """Return the measures of a map beside the band of others."""
    table = pd.DataFrame({"measure": own["measure"], "unit": [measures.MEASURES[m].unit for m in own["measure"]]})
    columns.add(table, "value", [own[f"value{end}"].to_numpy() for end in columns.ENDS], methods)
    table["n"] = own["n"].to_numpy()
    ends = [shipped.band(rows, name) for name in table["measure"]]
    for name in ("band_low", "band_high", "lowest", "highest", "maps"):
        table[name] = [each[name] for each in ends]
    width = table["band_high"] - table["band_low"]
    table["place"] = (table["value"] - table["band_low"]) / width.where(width > 0)
    interval = zip(*columns.estimates_of(table, "value"), ends, strict=True)
    table["outside"] = [shipped.outside(*each) for each in interval]
    table.attrs["band"] = shipped.games_of(rows)
    return table


def _listed(rows: pd.DataFrame, what: str, name: str, why: Any, value: str, beside: Any) -> pd.DataFrame:
    """Return rows of the table of what deserves a second look."""
    found = pd.DataFrame({"what": what, "name": rows[name].astype(str), "why": why})
    for end in columns.ENDS:
        found[f"value{end}"] = rows[f"{value}{end}"]
    found["beside"] = beside
    return found


def _measures_outside(table: pd.DataFrame) -> pd.DataFrame:
    rows = table[(table["outside"] != 0).to_numpy()]
    rows = rows.iloc[np.argsort(-rows["outside"].abs().to_numpy(), kind="stable")]
    above = (rows["outside"] > 0).to_numpy()
    ends = np.where(above, rows["band_high"], rows["band_low"])
    return _listed(rows, "measure", "measure", np.where(above, "above", "below"), "value", ends)


def _seldom(table: pd.DataFrame, what: str, number: str, share: str) -> pd.DataFrame:
    limit = evenness.SELDOM if what == "route" else evenness.SELDOM_KEPT
    never = (table[number] == 0).to_numpy()
    rows = table[never | (table[f"{share}_high"] <= limit).to_numpy()]
    why = np.where(rows[number] == 0, "never", "seldom")
    return _listed(rows, what, "name", why, share, limit).sort_values("value", kind="stable")


def _priced(table: pd.DataFrame, what: str, name: str) -> pd.DataFrame:
    rows = table[(table["verdict"] != "").to_numpy()]
    rows = rows.iloc[np.argsort(-(rows["fair_points"] - rows["points"]).abs().fillna(0).to_numpy(), kind="stable")]
    return _listed(rows, what, name, rows["verdict"], "fair_points", rows["points"].astype(float))
