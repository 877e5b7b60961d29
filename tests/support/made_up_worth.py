"""Made-up tables of worth for tests of what comes after the games."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ttr_analysis.experiments.worth import over_mean
from ttr_analysis.experiments.worth.games import MEASURES
from ttr_analysis.experiments.worth.things import change_of, things_of
from ttr_analysis.maps import GameMap, load_map


def made_up_worth(
    game_map: GameMap | None = None, of: str = "routes", change: str | None = None, *, strategy: str = "expert",
    players: int = 4, seed: int = 0, half: float = 0.5, ticket: str | None = None,
) -> pd.DataFrame:  # fmt: skip
    """A table of worth whose points fall from 2 for the first thing to -1 for the last, with intervals of one width."""
    game_map = game_map or load_map("usa")
    names = [thing.name for thing in things_of(game_map, of, change, ticket=ticket)]
    points = np.linspace(2, -1, len(names))
    table = pd.DataFrame({"thing": names})
    for measure in MEASURES:
        factor = 0.01 if "share" in measure else 1.0
        for end, more in (("", 0.0), ("_low", -half), ("_high", half)):
            table[f"{measure}{end}"] = factor * (points + more)
    table["n"], table["changed"], table["p_value"] = 1000, 0.5, 0.2
    sure = np.where(np.abs(points) > half, 0.01, 1.0)
    table["p_adjusted"], table["p_adjusted_win_share"] = sure, sure
    table.attrs["intervals"] = {measure: ["t", 0.95] for measure in MEASURES}
    if others := over_mean.reference(game_map, of, change_of(of, change), names):
        add_over_mean(table, table["thing"].isin(others), half / 2)
    table.attrs["complete"] = True
    table.attrs["worth"] = {
        "map": game_map.name, "digest": game_map.game_digest, "ticket_set": game_map.ticket_set, "of": of,
        "change": change_of(of, change), "players": players, "strategies": [strategy] * players, "seed": seed,
    }  # fmt: skip
    table.attrs["worth"] |= {} if ticket is None else {"ticket": ticket}
    return table


def add_over_mean(table: pd.DataFrame, others: pd.Series[bool], half: float) -> None:
    """Add what things are worth over the mean of others, with intervals of one width."""
    for measure in over_mean.MEASURES:
        name, factor = measure + over_mean.ENDING, 0.01 if "share" in measure else 1.0
        over = table[measure] - table.loc[others, measure].mean()
        for end, more in (("", 0.0), ("_low", -half), ("_high", half)):
            table[f"{name}{end}"] = over + factor * more
        table.attrs["intervals"][name] = ["t", 0.95]
        table[over_mean.ADJUSTED[measure] + over_mean.ENDING] = np.where(over.abs() > factor * half, 0.01, 1.0)
    table[f"n{over_mean.ENDING}"] = 500
