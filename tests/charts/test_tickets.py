"""Claims on ticket paths beside chance: the numbers of the table, in percent."""

from __future__ import annotations

import pandas as pd
import pytest

from ttr_analysis.charts import claims_on_paths, table_of, text_of


def made_up() -> pd.DataFrame:
    table = pd.DataFrame({"strategy": ["racer", "<b>rush</b>"], "claims": [100, 200]})
    for name, value in (("on_path", 0.05), ("by_chance", 0.07), ("difference", -0.02), ("claims_each", 8.0)):
        table = table.assign(**{name: [value, 2 * value], f"{name}_low": value / 2, f"{name}_high": 3 * value})
    return table


def test_claims_stand_above_chance_in_percent_with_their_whiskers() -> None:
    fig = claims_on_paths(made_up())
    claims, chance = fig.data
    assert list(claims.x) == pytest.approx([5, 10])
    assert list(chance.x) == pytest.approx([7, 14])
    assert claims.error_x.array == pytest.approx([10, 5])
    assert list(claims.y) > list(chance.y)
    assert list(fig.layout.yaxis.ticktext) == ["racer", "&lt;b&gt;rush&lt;/b&gt;"]
    assert fig.layout.xaxis.range[1] > 21
    assert "racer 5.0 %, by chance 7.0 %" in text_of(fig, "alt")
    assert len(table_of(fig)) == 2
