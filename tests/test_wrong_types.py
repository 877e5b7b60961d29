"""What is of another type than asked for is refused by name, before anything is played or computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import ttr_analysis as ttr
from ttr_analysis import charts, experiments, odds, optimum, paths, stats
from ttr_analysis.errors import TicketToRideError
from ttr_analysis.experiments.beliefs.posterior import Noise
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


JUDGED = pd.DataFrame({"game": [1, 1], "chance": [0.5, 0.5], "held": [True, False]})


@pytest.mark.parametrize(
    ("table", "options", "told"),
    [
        (NOTHING, {}, "table must be a DataFrame, such as .*, not None"),
        (JUDGED.drop(columns="held"), {}, "table has no column 'held'"),
        (JUDGED.drop(columns="game"), {}, "table has no column 'game'"),
        (JUDGED, {"method": "uniform"}, "table has no column 'uniform'"),
        (JUDGED, {"method": NOTHING}, "method must be the name of a column, not None"),
        (JUDGED.assign(chance=[0.5, None]), {}, "column 'chance' has values that are missing"),
        (JUDGED.assign(chance=[0.5, 1.2]), {}, "column 'chance' has 1.2, but must be from 0 to 1"),
        (JUDGED.assign(chance=[0.5, -0.2]), {}, "column 'chance' has -0.2"),
        (JUDGED.assign(held=[WORD, WORD]), {}, "column 'held' has values that are .* no numbers"),
        (JUDGED.assign(game=[1, None]), {}, "column 'game' has missing values"),
        (JUDGED.head(0), {}, "no rows"),
    ],
)
def test_reliability_of_no_judged_beliefs_is_refused(table: Any, options: dict[str, Any], told: str) -> None:
    with pytest.raises(TicketToRideError, match=told):
        experiments.reliability(table, **options)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"noise": 0.1}, "noise must be a Noise, such as"),
        ({"noise": NOTHING}, "noise must be a Noise, such as"),
        ({"noise": (2, 2, 2)}, "noise must be a Noise, such as"),
        ({"noise": Noise(tickets=2)}, "noise.tickets is 2, but must be a number between 0 and 1"),
        ({"noise": Noise(turn=WORD)}, "noise.turn is 'x'"),
        ({"seed": WORD}, "seed needs a whole number, not 'x'"),
        ({"seed": 1.5}, "seed needs a whole number, not 1.5"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": 2**80}, "seed is a very large number"),
        ({}, "at turn 0 tickets are still being chosen"),
    ],
)
def test_beliefs_of_other_types_are_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(TicketToRideError, match=told):
        experiments.beliefs(ttr.Game("usa", 2), **options)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: experiments.luck(NOTHING), "game must be a Game, such as .*, not None"),
        (lambda: experiments.luck(ttr.Game("usa", 2), seed=WORD), "seed needs a whole number, not 'x'"),
        (lambda: experiments.luck_of_games(NOTHING, "expert"), "None"),
        (lambda: experiments.luck_of_games("usa", NOTHING), "strategies must be a name"),
        (lambda: experiments.luck_of_games("usa", "expert", seed=WORD), "seed needs a whole number, not 'x'"),
        (lambda: experiments.luck_of_games("usa", "expert", seed=-1), "seed is -1"),
        (lambda: experiments.luck_of_games("usa", "expert", seed=2**70), "seed is a very large number"),
        (lambda: experiments.luck_of_games("usa", "expert", seed=1_000_003), "games to which values are fitted"),
        (lambda: experiments.luck_of_games("usa", "expert", games=1.5), "games needs a whole number"),  # type: ignore[arg-type]
        (lambda: experiments.luck_of_games("usa", "expert", threads=WORD), "threads needs a whole number, not 'x'"),
        (lambda: experiments.luck_of_games("usa", "expert", threads=0), "threads is 0"),
        (lambda: experiments.luck_of_games("usa", "expert", reference=1), "a strategy must be a name or a Strategy"),  # type: ignore[arg-type]
    ],
)
def test_luck_of_other_types_is_refused(call: Callable[[], object], told: str) -> None:
    with pytest.raises(TicketToRideError, match=told):
        call()
