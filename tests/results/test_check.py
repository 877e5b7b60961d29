"""Damaged folders are refused with the file and what is wrong in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis.errors import ResultError
from ttr_analysis.results.files import part_file
from ttr_analysis.results.result import Result

Change = Callable[[pd.DataFrame], pd.DataFrame]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_up_result(games=40).save(tmp_path / "result")


def rewritten(folder: Path, table: str, change: Change) -> None:
    place = part_file(folder, table, 0)  # type: ignore[arg-type]
    change(pd.read_parquet(place)).to_parquet(place, index=False)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"games": "40"}, r"manifest.json is damaged: games: needs a whole number, not '40'"),
        ({"players": 99}, r"manifest.json contradicts itself: players is 99, but strategies has 4"),
        ({"games": 39}, r"finished is 40, but games is 39"),
        ({"finished": 39}, r"its parts have 40 games, but finished is 39"),
        ({"complete": False}, r"complete is False, but 40 of 40 games are finished"),
        ({"seed": -1}, r"seed and first_game must be 0 or more"),
        ({"seed": 2}, r"players|games.*part-00000.parquet is damaged: it has rows of run \w+, seed 1"),
        ({"rotate": "yes"}, r"damaged: rotate: needs true or false, not 'yes'"),
        ({"parts": [{"number": 0, "games": 20}, {"number": 0, "games": 20}]}, "it lists a part twice"),
        ({"parts": [{"number": 0, "games": 40}, {"number": 1, "games": 0}]}, r"part-00001.parquet cannot be read"),
    ],
)
def test_a_manifest_that_contradicts_itself_or_its_files(
    folder: Path, changes: dict[str, object], message: str
) -> None:
    place = folder / "manifest.json"
    place.write_text(json.dumps(json.loads(place.read_text()) | changes))
    with pytest.raises(ResultError, match=message):
        Result.load(folder)


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        ("players", lambda rows: rows.astype({"score": "int32"}), "players.part-00000.parquet is damaged: score is i"),
        ("players", lambda rows: rows.iloc[:-1], r"table of players has 159 rows for 40 games of 4"),
        ("players", lambda rows: rows.assign(seat=0), r"a seat of a game is there twice"),
        ("players", lambda rows: rows.assign(strategy=4), r"column strategy has numbers from 4 to 4; there are 4"),
        ("games", lambda rows: rows.iloc[:-1], r"part-00000.parquet has 39 games, but the manifest lists 40"),
        ("games", lambda rows: rows.assign(game=7), r"a game is there twice"),
        ("tracks", lambda rows: rows.assign(track=100), r"tracks.part-00000.parquet is damaged: column track has"),
        ("tracks", lambda rows: rows.assign(game=rows["game"] + 1), r"the table of tracks has rows of games that are"),
        ("tickets", lambda rows: rows.assign(outcome=-1), r"column outcome has numbers from -1 to -1; there are 3"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be(folder: Path, table: str, change: Change, message: str) -> None:
    rewritten(folder, table, change)
    with pytest.raises(ResultError, match=message):
        Result.load(folder)


def test_a_folder_as_it_was_written_is_read(folder: Path) -> None:
    assert len(Result.load(folder)) == 40
