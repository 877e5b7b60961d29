"""Whether games are fresh ones of a table of worth: of the same map, change and players, and of another seed."""

from typing import Any

import pandas as pd

from ttr_analysis.experiments.worth import table as estimates

UNLIKE = {
    "digest": "another map or other rules", "ticket_set": "another ticket set", "of": "other things",
    "change": "another change", "ticket": "another ticket", "players": "another number of players",
    "strategies": "other strategies",
}  # fmt: skip
"""What is said of fresh games in which a fact of the table is another one."""
SEED = "the fresh games must be those of confirm, of another seed than those that chose the things"
LIKE = "the fresh games must be those of confirm for this table, but they are of {}"
LINE_UPS = "other line-ups"

Facts = dict[str, Any]


def problem_of(table: pd.DataFrame, again: object) -> str:
    """Return why games are no fresh ones of a table, of one line-up or of several; empty if they are."""
    facts, fresh = estimates.facts_in(table) or {}, estimates.facts_in(again)
    if fresh is None:
        return SEED
    one, other = (each.get("line_ups", {"": each}) for each in (facts, fresh))
    if set(one) != set(other):
        return LIKE.format(LINE_UPS)
    for name, each in one.items():
        if unlike := _unlike(each, other[name]):
            return LIKE.format(unlike)
    seeds = {each["seed"] for each in one.values() if "seed" in each}
    return "" if seeds <= set(fresh.get("chosen_with", ())) else SEED


def _unlike(facts: Facts, fresh: Facts) -> str:
    """Return how fresh games differ from those of a line-up."""
    return next((told for name, told in UNLIKE.items() if facts.get(name) != fresh.get(name)), "")
