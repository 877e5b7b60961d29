"""Numbers about tracks: any table, by track or by name; what does not fit is named with its row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.track_table import chosen_column, read_track_table, track_columns

USA = load_map("usa")
NAMES = [track.name for track in USA.tracks]


class Polarish:
    """Columns and their names, as frames of polars have them, without pandas' methods."""

    def __init__(self, columns: dict[str, list[Any]]) -> None:
        self.columns, self._data = list(columns), columns

    def __getitem__(self, name: str) -> list[Any]:
        return self._data[name]


class PolarishSeries:
    def __init__(self, values: list[float]) -> None:
        self._values = values

    def to_list(self) -> list[float]:
        return self._values


@pytest.mark.parametrize(
    "table",
    [
        {3: 0.5, 7: 2.5},
        {"3": 0.5, NAMES[7]: 2.5},
        pd.Series({3: 0.5, 7: 2.5}, name="value"),
        pd.Series({NAMES[3]: 0.5, NAMES[7]: 2.5, NAMES[8]: np.nan}, name="value"),
        pd.DataFrame({"track": [7, 3], "value": [2.5, 0.5], "note": ["a", "b"]}),
        pd.DataFrame({"name": [NAMES[7], NAMES[3]], "value": [2.5, 0.5]}).astype({"name": "category"}),
        pd.DataFrame({"value": [2.5, 0.5, None]}, index=pd.Index([7, 3, 4], name="track")),
        pd.DataFrame({"track": [7.0, 3.0], "name": [NAMES[7], NAMES[3]], "value": [2.5, 0.5]}),
        pd.DataFrame({"track": [7, 3, 5], "value": [2.5, 0.5, pd.NA]}).astype({"value": "Float64"}),
        pa.table({"track": [7, 3], "value": [2.5, 0.5]}),
        Polarish({"name": [NAMES[7], NAMES[3]], "value": [2.5, 0.5]}),
        {"track": [7, 3], "value": [2.5, 0.5]},
        {"name": np.array([NAMES[7], NAMES[3]]), "value": np.array([2.5, 0.5])},
        [{"track": 7, "value": 2.5}, {"track": 3, "value": 0.5}, {"track": 4}],
        [0.5 if i == 3 else 2.5 if i == 7 else None for i in range(100)],
        np.array([0.5 if i == 3 else 2.5 if i == 7 else np.nan for i in range(100)]),
        PolarishSeries([0.5 if i == 3 else 2.5 if i == 7 else float("nan") for i in range(100)]),
    ],
)
def test_every_kind_of_table_says_the_same(table: Any) -> None:
    assert track_columns(USA, table) == {"value": {3: 0.5, 7: 2.5}}


def test_names_may_be_written_in_any_way_that_the_map_knows() -> None:
    assert track_columns(USA, {"omaha - denver purple": 1, "Duluth-Helena": 2})["value"] == {
        USA.track("Denver-Omaha purple").index: 1,
        USA.track("Helena-Duluth").index: 2,
    }


def test_whole_numbers_stay_whole_and_mixed_ones_become_alike() -> None:
    whole, mixed = (track_columns(USA, {0: np.int64(300), 1: second})["value"] for second in (2, 0.5))
    assert [type(number) for number in whole.values()] == [int, int]
    assert [type(number) for number in mixed.values()] == [float, float]


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({100: 1}, "values: map 'usa' has no track 100; its tracks are numbered 0 to 99"),
        ({-1: 1}, "has no track -1"),
        ({1.5: 1}, "has no track 1.5"),
        ({True: 1}, "has no track True"),
        ({"Denver-Kansas City": 1}, "more than one track 'Denver-Kansas City'"),
        ({"Denver-Omhaa purple": 1}, "did you mean"),
        ({0: 1, NAMES[0]: 2}, f"{NAMES[0]} has more than one row"),
        ({0: "much"}, "no column of numbers"),
        ({0: 1.0, 1: "much"}, "value: 'much' is not a finite number"),
        ({0: float("inf")}, "is not a finite number"),
        ([1.0] * 99, "one number for each of the 100 tracks of map 'usa', not 99"),
        ([{"track": 0, "v": 1}, {"track": 120, "v": 1}, {"v": 1}], "row 2: .*no track 120.*; row 3: names no track"),
        ({"track": [0, 0], "v": [1, 2]}, r"more than one row \(row 1 and row 2\)"),
        ({"track": [0], "name": [NAMES[1]], "v": [1]}, f"row 1: track 0 of map 'usa' is not '{NAMES[1]}'"),
        ({"track": [0, 1], "v": [1]}, "differ in length"),
        (pd.DataFrame({"route": ["a"], "v": [1]}), "needs a column 'track' .* or 'name'; its columns are 'route', 'v'"),
        (pd.DataFrame({"track": range(200), "v": 1.0}), r"no track 104; .*; and 95 more"),
        ("tracks.csv", "needs a frame, a mapping, or a list"),
        (None, "needs a frame"),
        (7, "needs a frame"),
    ],
)
def test_what_does_not_fit_is_named(table: Any, message: str) -> None:
    with pytest.raises(SetupError, match=message):
        track_columns(USA, table)


def test_the_column_shown_is_the_only_one_that_can_be_meant() -> None:
    columns = track_columns(
        USA, {"track": [0], "length": [2], "points": [2], "share": [0.5], "share_low": [0.4], "share_high": [0.6]}
    )
    assert chosen_column(columns) == "share"
    assert chosen_column(columns, "points") == "points"
    with pytest.raises(SetupError, match="is 'pionts', but must be one of: length, points"):
        chosen_column(columns, "pionts")
    with pytest.raises(SetupError, match="choose one of the columns a, b"):
        chosen_column(track_columns(USA, {"track": [0], "a": [1], "b": [2]}))


def test_files_are_read_alike(tmp_path: Path) -> None:
    frame = pd.DataFrame({"name": [NAMES[7], NAMES[3], NAMES[4]], "value": [2.5, 0.5, None], "n": [10, 20, 30]})
    frame.to_csv(tmp_path / "a.csv", index=False)
    frame.to_parquet(tmp_path / "a.parquet")
    (tmp_path / "a.json").write_text(frame.to_json(orient="records"))
    (tmp_path / "b.JSON").write_text(json.dumps(frame.astype(object).where(frame.notna(), None).to_dict("list")))
    wanted = {"value": {3: 0.5, 7: 2.5}, "n": {7: 10, 3: 20, 4: 30}}
    for file in sorted(tmp_path.iterdir()):
        assert track_columns(USA, read_track_table(file)) == wanted, file.name


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.csv", "track,v\n\n0,1\n 250 ,2\n", "row 4: map 'usa' has no track 250"),
        ("a.csv", 'name,v\n"Denver-\nOmaha purple",1\nnowhere,2\n', "values: row 4: .*no track 'nowhere'"),
        ("a.csv", "track,v\n0,1,2\n", "row 2: 3 cells, but the header has 2"),
        ("a.csv", "track,v,v\n0,1,2\n", "column 'v' occurs more than once"),
        ("a.csv", "track,v\n0,1\n1,many\n", "row 3, column v: 'many' is not a finite number"),
        ("a.csv", "", "is empty"),
        ("a.csv", b"track,v\n0,\xff\n", "cannot be read"),
        ("a.json", "{", "cannot be read"),
        ("a.json", "3", "needs a frame, a mapping, or a list"),
        ("a.parquet", "no parquet", "cannot be read"),
        ("a.xlsx", "", "ends in .csv, .json, .parquet"),
    ],
)
def test_faults_of_files_are_named_with_their_place(tmp_path: Path, name: str, text: str | bytes, message: str) -> None:
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SetupError, match=message):
        track_columns(USA, read_track_table(tmp_path / name))
    with pytest.raises(SetupError, match="there is no file"):
        read_track_table(tmp_path / "none.csv")
