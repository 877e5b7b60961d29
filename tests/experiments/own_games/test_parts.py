"""Where people's points come from: means of the rows that tell it, beside the same parts of a strategy's players."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games.parts import OURS, PEOPLE, own_parts, tells_parts
from ttr_analysis.experiments.own_games.percentile import reference_games
from ttr_analysis.stats.by_game import PARTS

OWN = pd.DataFrame(
    {
        "map": "usa", "ticket_set": "base", "players": 2, "game": [str(row // 2) for row in range(12)],
        "score": [100, 80] * 6, "routes": [60, 50] * 5 + [60, None], "tickets": [30, 30] * 6, "bonus": [10, 0] * 6,
    }
)  # fmt: skip
ASKED = {"strategy": "random", "games": 60, "seed": 3}


def test_parts_stand_beside_those_of_a_strategy() -> None:
    table = own_parts(OWN, **ASKED)  # type: ignore[arg-type]
    own, theirs = (table[table["who"] == who].set_index("part") for who in (PEOPLE, "random"))
    assert own.index.tolist() == theirs.index.tolist() == ["routes", "tickets", "bonus", "score"]
    assert own["scores"].tolist() == [11] * 4, "a row that lacks a part counts in none"
    assert own["mean"].round(3).tolist() == [round(610 / 11, 3), 30, round(60 / 11, 3), round(1000 / 11, 3)]
    assert (own["mean_low"] <= own["mean"]).all()
    players = reference_games("usa", players=2, **ASKED).players  # type: ignore[arg-type]
    assert theirs.loc["score", "mean"] == pytest.approx(players["score"].mean())
    assert theirs["mean"].iloc[:3].sum() == pytest.approx(players["score"].mean()), "USA has no other parts"


def test_few_games_have_no_interval() -> None:
    table = own_parts(OWN.head(8), **ASKED)  # type: ignore[arg-type]
    assert table.loc[table["who"] == PEOPLE, ["mean_low", "mean_high"]].isna().to_numpy().all()
    assert np.isfinite(table.loc[table["who"] == "random", "mean_low"]).all()


def test_every_part_of_a_score_belongs_to_one_of_people() -> None:
    ours = [column for columns in OURS.values() for column in columns]
    assert sorted(ours) == sorted(PARTS.values())


def test_what_has_no_parts_or_several_boards_is_refused() -> None:
    scores = OWN[["map", "ticket_set", "players", "score"]]
    assert not tells_parts(scores)
    with pytest.raises(SetupError, match="no row of the own games tells the parts"):
        own_parts(scores)
    with pytest.raises(SetupError, match="own games differ in players"):
        own_parts(OWN.assign(players=[2, 3] * 6))
    with pytest.raises(SetupError, match="own must be a DataFrame"):
        own_parts("games.csv")  # type: ignore[arg-type]
