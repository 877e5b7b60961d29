"""Made-up tables of worth for tests of what comes after the games."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ttr_analysis.experiments.worth import over_mean, where_offered
from ttr_analysis.experiments.worth.games import MEASURES
from ttr_analysis.experiments.worth.things import change_of, things_of
from ttr_analysis.maps import GameMap, load_map
from ttr_analysis.maps.changes import TOLD
from ttr_analysis.results.source import of_map


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
    if change == "kept_or_returned":
        add_if_offered(table)
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


def add_if_offered(table: pd.DataFrame) -> None:
    """Add what keeping tickets is worth for each deal that offers them: a fifth of the games, so five times as much."""
    for measure in where_offered.MEASURES:
        for end in ("", "_low", "_high"):
            table[f"{measure}{where_offered.ENDING}{end}"] = 5 * table[f"{measure}{end}"]
        table.attrs["intervals"][measure + where_offered.ENDING] = ["t", 0.95]
    table[where_offered.SHARE], table[f"n{where_offered.ENDING}"], table["changed"] = 0.2, 200, 0.1


RULE_FACTS = {
    "score": "points", "winning_score": "points", "margin": "points", "close": "share", "first_seat": "points",
    "turns": "turns",
}  # fmt: skip


def made_up_rule_worth(strategies: tuple[str, ...] = ("expert", "expert")) -> pd.DataFrame:
    """A table of the worth of a rule, in which only the score differs beyond chance, and the turns have no width."""
    usa = load_map("usa")
    rows = [(fact, "", unit) for fact, unit in RULE_FACTS.items()]
    rows += [(fact, name, unit) for name in sorted(set(strategies)) for fact, unit in
             (("score", "points"), ("win_share", "share"))][: 99 * (len(set(strategies)) > 1)]  # fmt: skip
    table = pd.DataFrame(rows, columns=["fact", "strategy", "unit"])
    value = np.where(table["fact"] == "score", 5.0, np.where(table["unit"] == "share", -0.02, 0.5))
    half = np.where(table["unit"] == "share", 0.05, 1.0)
    for name, middle in (("printed", 100.0), ("changed", 99.0), ("worth", value)):
        for end, more in (("", 0.0), ("_low", -1.0), ("_high", 1.0)):
            table[f"{name}{end}"] = middle + more * half
    table.loc[table["fact"] == "turns", ["worth", "worth_low", "worth_high"]] = 0.0
    table["p_value"] = np.where(table["fact"] == "score", 0.001, 0.3)
    table["p_adjusted"], table["n"] = np.where(table["fact"] == "score", 0.01, 1.0), 300
    source = {
        "kind": "games", "map": {**of_map(usa), "notices": []}, "players": len(strategies), "games": 300, "played": 300,
        "strategies": list(strategies), "rotate": True, "seed": 3, "asked": 300,
    }  # fmt: skip
    changed = {**source, "map": {**of_map(usa), "notices": [f"{TOLD}longest_trail_bonus = 0 (printed: 10)."]}}
    table.attrs = {
        "intervals": {name: ["paired t", 0.95] for name in ("printed", "changed", "worth")}, "complete": True,
        "worth": {
            "map": "usa", "digest": usa.game_digest, "ticket_set": "base", "of": "rules",
            "change": {"longest_trail_bonus": "0"}, "players": len(strategies), "strategies": list(strategies),
            "seed": 3, "games": 300,
            "source": {"kind": "comparison", "variants": ["printed", "changed"], "parts": [source, changed],
                       "games": 300},
        },
    }  # fmt: skip
    return table
