"""Shares of luck: a bar for each part that had a part, and a caption that tells where they come from."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ttr_analysis.charts import luck_shares, table_of, text_of
from ttr_analysis.experiments.luck.luck import CHANCES
from ttr_analysis.experiments.luck.shares import PARTS, shares_of_variance
from ttr_analysis.maps import load_map
from ttr_analysis.results.source import of_map, tagged


def made_up_rows(games: int = 400) -> pd.DataFrame:
    random = np.random.default_rng(1)
    table = pd.DataFrame({f"{part}_points": random.normal(0, 1 + place, games) for place, part in enumerate(PARTS)})
    table["tunnel_points"] = 0.0
    table["result_points"] = table.drop(columns="luck_points").sum(axis=1)
    table["luck_points"] = table[[f"{kind}_points" for kind in CHANCES]].sum(axis=1)
    table = table.assign(game=np.arange(games), strategy="expert")
    source = {"kind": "games", "map": of_map(load_map("usa")), "players": 2, "seed": 5, "rotate": True}
    return tagged(table, source | {"strategies": ["expert", "learned"], "games": games, "asked": games})


def test_every_part_that_had_a_part_is_a_bar_with_its_interval() -> None:
    table = shares_of_variance(made_up_rows(), "points")
    fig = luck_shares(table)
    shown = table_of(fig)
    assert shown["part"].tolist() == [part for part in PARTS if part != "tunnel"]
    (bars,) = fig.data
    assert np.allclose(bars.x, 100 * shown["share"])
    assert np.allclose(bars.x + bars.error_x.array, 100 * shown["share_high"])
    texts = [note.text for note in fig.layout.annotations if note.name not in ("caption", "subtitle")]
    assert len(texts) == len(shown)
    caption = text_of(fig, "caption")
    for told in ("the points ahead of the best opponent of Expert", "seed 5", "n = 400 games", "bootstrap by game"):
        assert told in caption
    assert "decisions of others: " in text_of(fig, "alt")


def test_the_title_calls_the_share_of_luck_a_least_one_as_the_unexplained_may_be_luck() -> None:
    fig = luck_shares(shares_of_variance(made_up_rows(), "points"))
    assert text_of(fig, "title").startswith("Luck makes up at least ")
    assert "What is unexplained may be luck, too" in text_of(fig, "caption")


def test_on_a_phone_numbers_stand_under_their_names_and_leave_the_bars_their_width() -> None:
    table = shares_of_variance(made_up_rows(), "points")
    fig = luck_shares(table, width=390)
    assert {note.name for note in fig.layout.annotations} == {"caption", "subtitle"}
    assert all("<br>" in name for name in fig.layout.yaxis.ticktext)
    assert "luck in all" in fig.layout.yaxis.ticktext[0]
    assert fig.layout.width - fig.layout.margin.l - fig.layout.margin.r > 200
    assert luck_shares(table, width=390, highlight="tickets").data[0].marker.opacity.count(1.0) == 1
