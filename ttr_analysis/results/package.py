"""What lies beside the parts of a result, so that any tool understands them: look-up tables and ``datapackage.json``.

The data package file has the form of https://datapackage.org: it lists every table with its files, its key, the tables
its positions point to, and type, unit and meaning of each column. Parquet files carry unit and meaning, too, in the
metadata of their columns, and as JSON under the key ``columns`` of the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ttr_analysis.maps import GameMap
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.manifest import Manifest
from ttr_analysis.results.schema import SCHEMA, TABLES, Column, TableName

PACKAGE = "datapackage.json"
"""Name of the data package file."""

LOOKUP = "lookup"
"""Name of the folder with the look-up tables."""

LOOKUPS = ("cities", "tracks", "tickets", "strategies", "codes")
"""Names of the look-up tables: what positions and codes stand for."""

_TYPES = {"category": "string", "int64": "integer", "float64": "number", "bool": "boolean"}

_KEYS: Mapping[TableName, tuple[str, ...]] = {
    "games": ("run", "game"),
    "players": ("run", "game", "seat"),
    "tickets": ("run", "game", "seat", "ticket"),
    "tracks": ("run", "game", "track"),
    "buildings": ("run", "game", "kind", "city"),
}
"""What names a row; a tunnel may be tried again in a turn to come by the same seat, so tunnels have no key."""

_POINTS_TO = {"city": "cities", "track": "tracks", "ticket": "tickets", "strategy": "strategies"}

_LOOKED_UP: Mapping[str, Mapping[str, Column]] = {
    "cities": {
        "city": Column("int64", "position", "position in the map's cities"),
        "name": Column("str", "name", "its printed name"),
        "latitude": Column("float64", "degrees", "north of the equator"),
        "longitude": Column("float64", "degrees", "east of Greenwich"),
        "x": Column("float64", "share", "of the width of the board, from the left"),
        "y": Column("float64", "share", "of the height of the board, from the top"),
        "tags": Column("str", "name", "what the rules need to know of it, with semicolons between"),
    },
    "tracks": {
        "track": Column("int64", "position", "position in the map's tracks"),
        "name": Column("str", "name", "its name, unique on the map"),
        "city_a": Column("str", "name", "one of its cities"),
        "city_b": Column("str", "name", "the other one"),
        "length": Column("int64", "spaces", "how many spaces it has"),
        "color": Column("str", "name", "of the cards that pay for it; gray: any one colour"),
        "kind": Column("str", "name", "rail, tunnel, ferry or sea"),
        "locomotives": Column("int64", "cards", "locomotives that a payment must have at least"),
        "points": Column("int64", "points", "for claiming it"),
    },
    "tickets": {
        "ticket": Column("int64", "position", "position in the map's tickets"),
        "name": Column("str", "name", "its cities, joined by hyphens; what it leads to stands between slashes"),
        "points": Column("int64", "points", "if it is made; the highest value of a choice ticket"),
        "penalty": Column("int64", "points", "lost if it is not made"),
        "deck": Column("str", "name", "long: of the deck of long tickets"),
    },
    "strategies": {
        "run": Column("str", "name", "the run"),
        "strategy": Column("int64", "position", "position in the lineup of the run"),
        "name": Column("str", "name", "its name, which tells changed weights"),
        "typed": Column("str", "name", "what a command calls it; empty if no command finds it"),
        "weights": Column("str", "JSON", "all its weights"),
        "source_hash": Column("str", "SHA-256", "of its code"),
    },
    "codes": {
        "table": Column("str", "name", "the table"),
        "column": Column("str", "name", "its column"),
        "code": Column("int64", "code", "a number in it"),
        "name": Column("str", "name", "what that stands for"),
    },
}
"""The columns of the look-up tables."""


def lookups(manifest: Manifest, game_map: GameMap) -> dict[str, pd.DataFrame]:
    """Return the look-up tables by name.

    Examples
    --------
    >>> from ttr_analysis.results.package import lookups
    >>> result = ttr.simulate("usa", "random", players=2, games=50, seed=1, progress=False)
    >>> lookups(result.manifest, result.game_map)["tracks"].loc[17, "name"]
    'Chicago-Duluth red'
    """
    points = game_map.rules.route_points
    cities = [
        {
            "city": number,
            "tags": ";".join(sorted(city.tags)),
            **_fields(city, "name", "latitude", "longitude", "x", "y"),
        }
        for number, city in enumerate(game_map.cities)
    ]
    tracks = [
        {"track": track.index, "points": points[track.length], **_fields(track, *_LOOKED_UP["tracks"])}
        for track in game_map.tracks
    ]
    tickets = [{"ticket": ticket.index, **_fields(ticket, *_LOOKED_UP["tickets"])} for ticket in game_map.tickets]
    strategies = [
        {"run": run.run, "strategy": number, "typed": entry.word, "weights": json.dumps(dict(entry.weights)),
         **_fields(entry, "name", "source_hash")}
        for run in {each.run: each for each in manifest.runs}.values() for number, entry in enumerate(run.strategies)
    ]  # fmt: skip
    codes = [
        {"table": table, "column": name, "code": code, "name": word}
        for table in TABLES for name, column in SCHEMA[table].columns.items() for code, word in enumerate(column.codes)
    ]  # fmt: skip
    rows = dict(zip(LOOKUPS, (cities, tracks, tickets, strategies, codes), strict=True))
    return {name: pd.DataFrame(rows[name], columns=list(_LOOKED_UP[name])) for name in LOOKUPS}


def lookup_texts(manifest: Manifest, game_map: GameMap) -> dict[str, str]:
    """Return the look-up tables by name, as the texts of their CSV files."""
    tables = lookups(manifest, game_map)
    return {name: table.to_csv(index=False, lineterminator="\n") for name, table in tables.items()}


def _fields(thing: object, *names: str) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names if hasattr(thing, name)}


def data_package(manifest: Manifest) -> str:
    """Return the data package file of a result folder, as JSON."""
    resources = [*(_table(name, manifest) for name in manifest.tables), *map(_lookup, LOOKUPS)]
    name = f"{manifest.map.name}-{manifest.run}".lower()
    facts = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "".join(letter if letter.isalnum() and letter.isascii() else "-" for letter in name),
        "title": manifest.summary,
        "created": f"{manifest.created.removesuffix('+00:00')}Z",
        "resources": resources,
    }
    return json.dumps(facts, indent=2, ensure_ascii=False) + "\n"


def _table(name: TableName, manifest: Manifest) -> dict[str, Any]:
    columns = SCHEMA[name].columns
    keys = [
        {"fields": [column], "reference": {"resource": f"{LOOKUP}-{table}", "fields": [column]}}
        for column, table in _POINTS_TO.items() if column in columns and column != "strategy"
    ]  # fmt: skip
    if "strategy" in columns:
        pair = ["run", "strategy"]
        keys.append({"fields": pair, "reference": {"resource": f"{LOOKUP}-strategies", "fields": pair}})
    key = {"primaryKey": list(_KEYS[name])} if name in _KEYS else {}
    return {
        "name": name,
        "title": f"one row per {SCHEMA[name].row}",
        "path": [f"{name}/part-{part.number:05d}.parquet" for part in manifest.parts],
        "format": "parquet",
        "schema": {"fields": _described(columns), **key, "foreignKeys": keys},
    }


def _lookup(name: str) -> dict[str, Any]:
    columns = _LOOKED_UP[name]
    schema: dict[str, Any] = {"fields": _described(columns), "missingValues": [""]}
    if name != "codes":
        schema["primaryKey"] = ["run", "strategy"] if name == "strategies" else [next(iter(columns))]
    return {
        "name": f"{LOOKUP}-{name}",
        "path": f"{LOOKUP}/{name}.csv",
        "format": "csv",
        "encoding": "utf-8",
        "schema": schema,
    }


def _described(columns: Mapping[str, Column]) -> list[dict[str, Any]]:
    """Return type, meaning, unit and codes of columns."""
    return [
        {"name": name, "type": _TYPES.get(column.dtype, "string"), "description": column.meaning, "unit": column.unit}
        | ({"codes": dict(enumerate(column.codes))} if column.codes else {})
        for name, column in columns.items()
    ]


def arrow_schema(name: TableName) -> Any:
    """Return the pyarrow schema of a table's parquet files, whose metadata tells unit and meaning of each column."""
    import pyarrow as pa

    types = {"category": pa.dictionary(pa.int8(), pa.string())}
    fields = [
        pa.field(column, types.get(each.dtype) or pa.from_numpy_dtype(each.dtype), metadata=_metadata(each))
        for column, each in SCHEMA[name].columns.items()
    ]
    described = json.dumps(_described(SCHEMA[name].columns))
    return pa.schema(fields, metadata={"table": f"one row per {SCHEMA[name].row}", "columns": described})


def _metadata(column: Column) -> dict[str, str]:
    codes = {"codes": json.dumps(dict(enumerate(column.codes)))} if column.codes else {}
    return {"unit": column.unit, "meaning": column.meaning, **codes}
