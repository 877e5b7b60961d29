"""The measures of the maps that ship, kept in a file: the band that a profile is held against.

``python tests/write_profiles.py`` plays the games and writes the file; it says with each row how it was made.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ttr_analysis.experiments.profile import measures
from ttr_analysis.maps import GameMap
from ttr_analysis.results import Result
from ttr_analysis.stats import intervals
from ttr_analysis.strategies import DEFAULT_STRATEGY, get_strategy

FILE = Path(__file__).with_name("shipped.csv")
"""The file, one row for each map with its base tickets, number of players and measure."""

GAMES, SEED = 2000, 2026
"""Games of each map and number of players in the file, and their seed."""

STRATEGY = DEFAULT_STRATEGY
"""The strategy of all players in the file."""

CLOSE = 1e-6
"""Numbers that differ by less, relative to the larger, are equal: the file has them rounded."""


def shipped_measures(players: int) -> pd.DataFrame:
    """Return the measures of the shipped maps that take so many players.

    Returns
    -------
    pandas DataFrame
        One row for each map and measure: ``map``, ``ticket_set``, ``digest``, ``players``, ``measure``, ``value`` with
        its interval, ``n``, ``strategy`` and ``seed``.

    Examples
    --------
    >>> ttr.experiments.shipped_measures(5)["map"].unique().tolist()
    ['europe', 'rails_sails_great_lakes', 'rails_sails_world', 'usa']
    """
    rows = pd.read_csv(FILE)
    return rows[(rows["players"] == players).to_numpy()].reset_index(drop=True)


def digest_of(game_map: GameMap) -> str:
    """Return the first digits of a digest that no order of rows, no name and no colour changes: the file has them."""
    return game_map.kind_digest[:16]


def neighbours(result: Result) -> pd.DataFrame:
    """Return the rows that games are held against: of other maps, and of games only if these were played alike."""
    rows, usual = shipped_measures(result.manifest.players), get_strategy(STRATEGY)
    alike = all(each.name == usual.name and each.weights == usual.weights for each in result.manifest.strategies)
    other = (rows["digest"] != digest_of(result.game_map)).to_numpy()
    return rows[other & (alike | rows["measure"].isin(list(measures.OF_MAP)).to_numpy())]


def label_of(game_map: GameMap) -> str:
    """Return the name of a map, with its ticket set if that is not the base set: ``usa:1910``."""
    return game_map.name + ("" if game_map.ticket_set == "base" else f":{game_map.ticket_set}")


def rows_of(
    game_map: GameMap, players: int, found: Mapping[str, intervals.Estimate], strategy: str, seed: int
) -> pd.DataFrame:
    """Return the measures of a map as rows of such a table."""
    facts = {
        "map": label_of(game_map),
        "ticket_set": game_map.ticket_set,
        "digest": digest_of(game_map),
        "players": players,
    }
    return pd.DataFrame(
        [
            {**facts, "measure": name, "value": each.value, "value_low": each.low, "value_high": each.high, "n": each.n,
             "strategy": strategy, "seed": seed}
            for name, each in found.items()
        ]
    )  # fmt: skip


def band(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    """Return the smallest and the largest value of a measure among some maps, and whose they are.

    Returns
    -------
    dict
        ``band_low``, ``band_high``; ``lowest``, ``highest`` (maps); ``sure_low``, ``sure_high``: the ends of the
        intervals of these two, beyond which a value is outside; ``maps``, their number.
    """
    of = rows[(rows["measure"] == name).to_numpy() & rows["value"].notna().to_numpy()]
    if of.empty:
        unknown = dict.fromkeys(("band_low", "band_high", "sure_low", "sure_high"), np.nan)
        return {**unknown, "lowest": "", "highest": "", "maps": 0}
    of = of.sort_values(["value", "map"], kind="stable")
    first, last = of.iloc[0], of.iloc[-1]
    return {
        "band_low": first["value"],
        "band_high": last["value"],
        "sure_low": np.fmin(first["value_low"], first["value"]),
        "sure_high": np.fmax(last["value_high"], last["value"]),
        "lowest": first["map"],
        "highest": last["map"],
        "maps": len(of),
    }


def games_of(rows: pd.DataFrame) -> dict[str, Any]:
    """Return which games some rows were measured in: ``games``, ``seed``, ``strategy``; empty if in none."""
    first = rows.loc[(rows["n"] > 0).to_numpy(), ["n", "seed", "strategy"]].head(1)
    return {} if first.empty else dict(zip(("games", "seed", "strategy"), first.to_numpy().tolist()[0], strict=True))


def outside(value: float, low: float, high: float, ends: Mapping[str, Any]) -> float:
    """Return how far a value lies beyond a band for sure, in widths of the band: above 0 for above, 0 if inside.

    It is outside for sure if its interval and that of the map at the end of the band do not meet.
    """
    low, high = (value if np.isnan(end) else end for end in (low, high))
    edges = {name: float(ends[name]) for name in ("band_low", "band_high", "sure_low", "sure_high")}
    slack = CLOSE * max(abs(value), *(abs(edge) for edge in edges.values()))
    width = edges["band_high"] - edges["band_low"]
    if low > edges["sure_high"] + slack:
        return float((value - edges["band_high"]) / width) if width > 0 else np.inf
    if high < edges["sure_low"] - slack:
        return float((value - edges["band_low"]) / width) if width > 0 else -np.inf
    return 0.0
