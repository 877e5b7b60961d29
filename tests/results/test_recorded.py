"""Tables that are made of a run's records when they are asked for."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pandas as pd

import ttr_analysis as ttr
from ttr_analysis.play.chunk import play_chunk
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.results import TABLES, Result
from ttr_analysis.results.schema import RUN


def games(number: int = 40) -> Result:
    return ttr.simulate("europe", ["random", "greedy_points"], games=number, seed=5, progress=False)


def tables_in(result: Result) -> list[str]:
    return [name for name in TABLES if name in vars(result)]


def test_counts_need_no_table_and_tables_are_those_of_the_records() -> None:
    result = games()
    counts = {name: result.rows(name) for name in TABLES}
    assert (len(result), counts["players"], tables_in(result)) == (40, 80, [])
    chunk = play_chunk(make_lineup(ttr.load_map("europe"), ["random", "greedy_points"], seed=5), 0, 40)
    for name in TABLES:
        pd.testing.assert_frame_equal(result.table(name).drop(columns=list(RUN)), chunk.table(name), check_like=False)
        assert result.rows(name) == len(result.table(name)) == counts[name]
    assert tables_in(result) == list(TABLES)


def test_a_table_is_made_once_whatever_the_number_of_threads() -> None:
    for _ in range(5):
        result = games()
        with ThreadPoolExecutor(8) as pool:
            made = list(pool.map(Result.table, [result] * 16, ["tickets"] * 16))
        assert len({id(table) for table in made}) == 1
        assert len(made[0]) == result.rows("tickets") > 0


def test_the_records_of_a_table_are_forgotten_once_it_is_made() -> None:
    result = games()
    assert result._recorded is not None
    recorded = sum(map(len, result._recorded._parts["tracks"]))
    assert recorded == len(result.tracks) > 500
    assert not result._recorded._parts["tracks"]
    assert result._recorded.rows("tracks") == len(result.tracks)


def test_a_result_without_tables_can_be_pickled_and_replaced() -> None:
    result = games()
    copied, other = pickle.loads(pickle.dumps(result)), replace(result, manifest=result.manifest)
    assert tables_in(copied) == []
    assert tables_in(other) == list(TABLES)
    for name in TABLES:
        pd.testing.assert_frame_equal(copied.table(name), result.table(name))
        pd.testing.assert_frame_equal(other.table(name), result.table(name))
