"""A result folder explains itself: names of positions and codes, meaning and unit of each column, keys."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from made_up import made_up_result

from ttr_analysis.results.package import LOOKUP, LOOKUPS
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import SCHEMA, TABLES


@pytest.fixture(scope="module")
def result() -> Result:
    return made_up_result(games=40, lineup=("random", "greedy_points"))


@pytest.fixture(scope="module")
def folder(result: Result, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return result.save(tmp_path_factory.mktemp("results") / "made_up")


@pytest.fixture(scope="module")
def package(folder: Path) -> dict[str, Any]:
    described: dict[str, Any] = json.loads((folder / "datapackage.json").read_text(encoding="utf-8"))
    return described


def looked_up(folder: Path, name: str) -> pd.DataFrame:
    return pd.read_csv(folder / LOOKUP / f"{name}.csv", keep_default_na=False)


def test_look_up_tables_give_the_names_of_the_map(result: Result, folder: Path) -> None:
    tracks = pd.read_parquet(folder / "tracks").merge(looked_up(folder, "tracks"), on="track")
    assert tracks["name"].tolist() == result.named("tracks")["name"].tolist()
    assert tracks["length"].tolist() == result.named("tracks")["length"].tolist()
    tickets = pd.read_parquet(folder / "tickets").merge(looked_up(folder, "tickets"), on="ticket", suffixes=("", "_"))
    assert tickets["name"].tolist() == result.named("tickets")["name"].tolist()
    players = pd.read_parquet(folder / "players").merge(looked_up(folder, "strategies"), on=["run", "strategy"])
    assert players["name"].tolist() == result.named("players")["strategy"].tolist()
    assert looked_up(folder, "cities")["name"].tolist() == [city.name for city in result.game_map.cities]
    assert looked_up(folder, "tracks")["points"].max() == 15


def test_codes_are_those_of_the_schema(folder: Path) -> None:
    codes = looked_up(folder, "codes")
    coded = {(table, name) for table in TABLES for name, column in SCHEMA[table].columns.items() if column.codes}
    assert set(zip(codes["table"], codes["column"], strict=True)) == coded
    outcomes = codes[codes["column"] == "outcome"].set_index("code")["name"].to_dict()
    assert outcomes == {0: "made", 1: "cut off", 2: "unfinished"}


@pytest.mark.parametrize("table", TABLES)
def test_parquet_files_tell_meaning_and_unit_of_each_column(folder: Path, table: str) -> None:
    schema = pq.read_schema(folder / table / "part-00000.parquet")
    for name, column in SCHEMA[table].columns.items():  # type: ignore[index]
        told = schema.field(name).metadata
        assert (told[b"unit"].decode(), told[b"meaning"].decode()) == (column.unit, column.meaning)
    described = json.loads(schema.metadata[b"columns"])
    assert [field["name"] for field in described] == schema.names


@pytest.mark.parametrize("table", TABLES)
def test_the_run_is_stored_once_however_many_rows_it_has(folder: Path, table: str) -> None:
    place = folder / table / "part-00000.parquet"
    groups = pq.ParquetFile(place).metadata
    stored = sum(groups.row_group(group).column(0).total_compressed_size for group in range(groups.num_row_groups))
    assert stored < 200


def test_the_data_package_lists_what_is_there(folder: Path, package: dict[str, Any]) -> None:
    resources = {resource["name"]: resource for resource in package["resources"]}
    assert list(resources) == [*TABLES, *(f"{LOOKUP}-{name}" for name in LOOKUPS)]
    for resource in resources.values():
        paths = resource["path"] if isinstance(resource["path"], list) else [resource["path"]]
        fields = [field["name"] for field in resource["schema"]["fields"]]
        for path in paths:
            read = pd.read_parquet if resource["format"] == "parquet" else pd.read_csv
            assert list(read(folder / path).columns) == fields  # type: ignore[operator]
        assert all(field["description"] and field["unit"] for field in resource["schema"]["fields"])


def test_keys_name_one_row_and_point_to_one(folder: Path, package: dict[str, Any]) -> None:
    tables = {
        resource["name"]: pd.read_parquet(folder / resource["name"])
        if resource["format"] == "parquet"
        else pd.read_csv(folder / resource["path"], keep_default_na=False)
        for resource in package["resources"]
    }
    for resource in package["resources"]:
        table, schema = tables[resource["name"]], resource["schema"]
        if "primaryKey" in schema and resource["name"] != "tracks":  # made-up tracks may be claimed twice
            assert not table.duplicated(schema["primaryKey"]).any() or resource["name"] == "tickets"
        for key in schema.get("foreignKeys", ()):
            other, fields = tables[key["reference"]["resource"]], key["reference"]["fields"]
            assert not other.duplicated(fields).any()
            assert len(table.astype({"run": str}).merge(other, left_on=key["fields"], right_on=fields)) == len(table)


def test_the_run_of_a_table_is_that_of_the_manifest(result: Result, folder: Path) -> None:
    for table in TABLES:
        assert set(pd.read_parquet(folder / table)["run"]) <= {result.manifest.run}
