"""What is of another type than asked for is refused by name, before anything is played or computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis import charts, odds, optimum, paths, stats
from ttr_analysis.errors import TicketToRideError
from ttr_analysis.experiments.tournament import ratings
from ttr_analysis.referee import replay

NOTHING: Any = None
WORD: Any = "x"


@pytest.fixture(scope="module")
def usa() -> ttr.GameMap:
    return ttr.load_map("usa")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda usa: ttr.simulate(usa, "random", games=2, executor=WORD), "executor must be"),
        (lambda usa: ttr.simulate(usa, {"random": 1}, games=2), "strategies must be"),  # type: ignore[arg-type]
        (lambda usa: ttr.tournament(usa, ["random", "rush"], games=2, tables=[]), "tables is empty"),
        (lambda usa: ratings(NOTHING), "a tournament must be given, not None"),
        (lambda usa: replay(usa, 2, [NOTHING]), r"events\[0\] must be an event"),
        (lambda usa: replay(NOTHING, 2, []), "game_map must be a map"),
        (lambda usa: odds.hand_odds(WORD, 4), "cards must be kinds of card"),
        (lambda usa: odds.draws_until(NOTHING, 4), "cards must be kinds of card"),
        (lambda usa: odds.draws_until_pairs(["red"], 4), "cards must be kinds of card"),  # type: ignore[list-item]
        (lambda usa: odds.tunnel_odds(WORD, 2, "red", {}), "cards must be kinds of card"),
        (lambda usa: odds.opening_hand_odds(NOTHING), "rules must be a rule set"),
        (odds.market_reset_odds, "rules must be a rule set"),
        (lambda usa: odds.draws_until_track(WORD, usa.tracks[0]), "rules must be a rule set"),
        (lambda usa: odds.surcharge_odds(10**12, 10**13), "cannot be more than 1,000,000 cards"),
        (lambda usa: paths.shortest_path(usa, NOTHING, "Denver"), "no city None"),
        (lambda usa: paths.betweenness(NOTHING), "a map must be given"),
        (lambda usa: optimum.best_network(NOTHING, 5), "a map must be given"),
        (lambda usa: usa.track(NOTHING), "no track None"),
        (lambda usa: usa.ticket(NOTHING), "no ticket None"),
        (lambda usa: stats.holm(NOTHING), "must be a list of numbers, not None"),
        (lambda usa: stats.share(1.5, 3), "successes needs a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda usa: charts.save(NOTHING, "x"), "fig must be a plotly figure"),
        (lambda usa: charts.save(pd.DataFrame(), "x"), "fig must be a plotly figure"),  # type: ignore[arg-type]
    ],
)
def test_other_types_are_refused_by_name(usa: ttr.GameMap, call: Callable[[ttr.GameMap], object], told: str) -> None:
    with pytest.raises((TicketToRideError, ValueError), match=told):
        call(usa)
