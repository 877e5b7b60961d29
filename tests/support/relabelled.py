"""The same board with other names and with its colours exchanged, and how alike its games are."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.stats import norm

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.maps.parts import COUNTRY, City
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import TABLES
from ttr_analysis.rules.spec import GRAY
from ttr_analysis.stats import holm


def relabelled(game_map: GameMap, seed: int) -> GameMap:
    """The map with random words for names, and another colour for the tracks of each colour."""
    dice = random.Random(seed)
    names = (*(city.name for city in game_map.cities), *game_map.countries)
    word = {name: "".join(dice.choices("abcdefghijklmnopqrstuvwxyz", k=9)) for name in names}
    colors = game_map.rules.colors
    color = {GRAY: GRAY, **dict(zip(colors, dice.sample(colors, len(colors)), strict=True))}
    return replace(
        game_map,
        name=f"{game_map.name} relabelled",
        aliases={},
        folder=None,
        cities=tuple(replace(city, name=word[city.name], tags=_renamed_tags(city, word)) for city in game_map.cities),
        tracks=tuple(
            replace(t, city_a=word[t.city_a], city_b=word[t.city_b], color=color[t.color], label="")
            for t in game_map.tracks
        ),
        tickets=tuple(
            replace(
                t,
                cities=tuple(word[city] for city in t.cities),
                alternatives=tuple((word[place], points) for place, points in t.alternatives),
            )
            for t in game_map.tickets
        ),
        bonus_tickets=tuple(
            replace(b, west=tuple(word[city] for city in b.west), east=tuple(word[city] for city in b.east))
            for b in game_map.bonus_tickets
        ),
    )


def _renamed_tags(city: City, word: Mapping[str, str]) -> frozenset[str]:
    return frozenset(f"{COUNTRY}{word[city.country]}" if tag.startswith(COUNTRY) else tag for tag in city.tags)


def tables_by_name(result: Result) -> dict[str, pd.DataFrame]:
    """The tables of a run with names in place of numbers, in an order that follows from the names."""
    tables = {}
    for kind in TABLES:
        table = result.named(kind).drop(columns=["run", "track", "ticket", "city"], errors="ignore")
        table = table.astype(dict.fromkeys(table.select_dtypes("category"), str))
        tables[kind] = table.sort_values(list(table)).reset_index(drop=True)
    return tables


def shares(result: Result) -> Mapping[str, Sequence[float]]:
    """In what share of the games each track is claimed and each ticket made, and who wins; with their variances."""
    games = len(result)
    claimed = result.tracks.groupby("track").size().reindex(range(len(result.game_map.tracks)), fill_value=0)
    made = result.tickets[result.tickets["outcome"] == 0].groupby("ticket").size()
    made = made.reindex(range(len(result.game_map.tickets)), fill_value=0)
    share = np.array([*(claimed / games), *(made / games)])
    first, score = result.players[result.players["seat"] == 0], result.players.groupby("game")["score"].mean()
    mean = [*share, first["win_share"].mean(), score.mean()]
    variance = [*(share * (1 - share)), first["win_share"].var(), score.var()]
    return {"mean": mean, "error": [float(np.sqrt(value / games)) for value in variance]}


def least_p(first: Result, second: Result) -> float:
    """The least adjusted p-value of all differences between two runs that are independent of each other."""
    one, two = shares(first), shares(second)
    error = np.hypot(one["error"], two["error"])
    difference = np.abs(np.subtract(one["mean"], two["mean"]))
    certain = np.where(difference > 0, np.inf, 0.0)
    z = np.divide(difference, error, out=certain, where=error > 0)
    return float(holm(2 * norm.sf(z)).min())
