"""The schema describes the tables, the records of the engine and the page that documents them."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import numpy as np
import pytest

from ttr_analysis.engine import rows
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.results.schema import (
    RUN,
    SCHEMA,
    TABLES,
    Table,
    TableName,
    as_markdown,
    dtypes,
    new_rows,
    of_run,
    recorded,
    table_of,
)

PAGE = Path(__file__).parents[2] / "docs" / "tables.md"


def filled_columns() -> dict[str, set[str]]:
    """Fields of a variable ``row`` that each function of the engine assigns, by the function's name."""
    found: dict[str, set[str]] = {}
    for function in ast.parse(inspect.getsource(rows)).body:
        if isinstance(function, ast.FunctionDef):
            targets = [node for node in ast.walk(function) if isinstance(node, ast.Attribute)]
            stored = [node for node in targets if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name)]
            found[function.name] = {node.attr for node in stored if node.value.id == "row"}  # type: ignore[attr-defined]
    return found


def test_the_page_of_the_tables_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == as_markdown(), "run python tools/write_table_docs.py"


@pytest.mark.parametrize("table", TABLES)
def test_the_engine_fills_every_column_and_no_other(table: TableName) -> None:
    writer = "write_rows" if table == "games" else f"write_{table}"
    assert filled_columns()[writer] == set(recorded(table)) == set(SCHEMA[table].columns) - set(RUN)


def test_the_engine_counts_rows_of_the_tables_of_the_schema() -> None:
    assert rows.Rows._fields == TABLES
    assert set(TABLES) <= set(rows.Run.__annotations__)


@pytest.mark.parametrize("table", TABLES)
def test_records_become_tables_with_the_columns_and_dtypes_of_the_schema(table: TableName) -> None:
    game_map = load_map("europe")
    records = new_rows(table, game_map, 3, 2)
    records[-1][0] = 7
    frame = of_run(table_of(table, [records]), "a run", 5)
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == dtypes(SCHEMA[table].columns)
    assert len(frame) == 2 * SCHEMA[table].max_rows(game_map, 3) > 0
    assert frame["game"].iloc[-1] == 7
    assert (set(frame["run"]), set(frame["seed"])) == ({"a run"}, {5})
    assert not np.shares_memory(frame["game"].to_numpy(), records)


@pytest.mark.parametrize("described", SCHEMA.values(), ids=SCHEMA)
def test_every_column_has_a_meaning_and_a_unit(described: Table) -> None:
    for column in described.columns.values():
        assert column.meaning
        assert column.unit
        assert "|" not in column.meaning


def test_there_is_no_room_for_what_a_map_does_not_have() -> None:
    for name in available_maps():
        game_map = load_map(name)
        rules = game_map.rules
        tunnels = any(rules.track_kinds[track.kind].reveals for track in game_map.tracks)
        assert bool(len(new_rows("tunnels", game_map, 2, 1))) == tunnels
        assert len(new_rows("buildings", game_map, 2, 1)) == 2 * (rules.stations.number + rules.harbours.number)


def test_no_column_has_the_name_of_an_attribute_that_numpy_hides_it_behind() -> None:
    assert not [column for table in TABLES for column in SCHEMA[table].columns if hasattr(np.record, column)]


@pytest.mark.parametrize("described", SCHEMA.values(), ids=SCHEMA)
def test_every_table_begins_with_the_run_the_seed_and_the_game(described: Table) -> None:
    assert list(described.columns)[:3] == ["run", "seed", "game"]
