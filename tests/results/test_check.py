"""Damaged folders are refused with the file and what is wrong in it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis.errors import ResultError
from ttr_analysis.results.check import checksum, contradictions
from ttr_analysis.results.manifest import Manifest, Part
from ttr_analysis.results.reading import part_file
from ttr_analysis.results.result import Result

Change = Callable[[pd.DataFrame], pd.DataFrame]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return made_up_result(games=40).save(tmp_path / "result")


def signed_anew(folder: Path) -> None:
    """Make checksums and digest fit what was changed: only checks of contents are left."""
    place = folder / "manifest.json"
    manifest = Manifest.model_validate_json(place.read_text())
    parts = [
        part.model_copy(
            update={"checksums": {name: checksum(part_file(folder, name, part.number)) for name in manifest.tables}}
        )
        for part in manifest.parts
    ]
    place.write_text(manifest.model_copy(update={"parts": tuple(parts)}).signed().model_dump_json())


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
        ({"parts": [{"number": 0, "games": 40}]}, r"contradicts itself: part 0 has no checksum of its file of build"),
        ({"digest": ""}, r"manifest.json was changed after it was written: it has no digest any more"),
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
    signed_anew(folder)
    with pytest.raises(ResultError, match=message):
        Result.load(folder)


def test_a_folder_as_it_was_written_is_read(folder: Path) -> None:
    assert len(Result.load(folder)) == 40


def test_whatever_was_changed_afterwards_is_named(folder: Path) -> None:
    """Numbers that could be so, too: another score, other games, a part from another run."""
    place, manifest = part_file(folder, "players", 0), folder / "manifest.json"
    part, text = place.read_bytes(), manifest.read_text()
    rewritten(folder, "players", lambda rows: rows.assign(score=rows["score"] + 1))
    with pytest.raises(ResultError, match=r"players.part-00000.parquet was changed after it was written"):
        Result.load(folder)
    place.write_bytes(part)
    manifest.write_text(text.replace('"engine": "', '"engine": "0', 1))
    with pytest.raises(ResultError, match=r"manifest.json was changed after it was written"):
        Result.load(folder)
    manifest.write_text(text)
    assert len(Result.load(folder)) == 40


def test_a_part_that_was_cut_is_told_by_its_checksum(folder: Path) -> None:
    place = part_file(folder, "players", 0)
    place.write_bytes(place.read_bytes()[:-100])
    with pytest.raises(ResultError, match=r"players.part-00000.parquet was changed after .* checksum .* from a copy"):
        Result.load(folder)


def test_flipped_bits_never_load_as_other_numbers(folder: Path) -> None:
    whole = Result.load(folder)
    place = part_file(folder, "players", 0)
    content = place.read_bytes()
    for byte in range(4, len(content), max(1, len(content) // 8)):
        place.write_bytes(content[:byte] + bytes([content[byte] ^ 1]) + content[byte + 1 :])
        with pytest.raises(ResultError):
            Result.load(folder)
    place.write_bytes(content)
    pd.testing.assert_frame_equal(Result.load(folder).players, whole.players)


@pytest.mark.parametrize("text", ["[]", "null", "7", '"x"'])
def test_a_manifest_that_is_no_table_is_damaged(folder: Path, text: str) -> None:
    (folder / "manifest.json").write_text(text)
    with pytest.raises(ResultError, match=r"manifest.json is damaged: it must be a table of names and values, not"):
        Result.load(folder)


def test_a_part_that_is_missing_is_told_with_the_way_out(folder: Path) -> None:
    part_file(folder, "players", 0).unlink()
    with pytest.raises(ResultError, match=r"part-00000.parquet is missing; put it back .* with --overwrite"):
        Result.load(folder)


def test_a_manifest_that_is_nested_too_deeply_is_refused(folder: Path) -> None:
    (folder / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(ResultError, match=r"manifest.json cannot be read"):
        Result.load(folder)


def scored(rows: pd.DataFrame) -> pd.DataFrame:
    """A score of another one, whose parts it no longer is."""
    return rows.assign(score=rows["score"] + (rows.index == 7))


@pytest.mark.parametrize(
    ("table", "change", "message"),
    [
        ("players", scored, r"is damaged: players: the score is not the sum of its parts in game 1, seat 3"),
        ("players", lambda rows: scored(rows).assign(route_points=scored(rows)["route_points"] + (rows.index == 7)),
         r"route_points is \d+, but the tracks claimed make \d+ in game 1, seat 3"),
        ("players", lambda rows: rows.assign(strategy=0), r"the strategy is not that of the seat in game 0, seat 1"),
        ("players", lambda rows: rows.assign(win_share=0.5), r"games: winners and win shares disagree in game 0"),
        ("players", lambda rows: rows.assign(turns=3), r"the turns of the players do not add up in game 0 and 39 more"),
        ("players", lambda rows: rows.assign(pieces_left=rows["pieces_left"] - 1), r"pieces_left is -?\d+, but|is -1"),
        ("players", lambda rows: rows.assign(cards_left=-1), r"players: cards_left is -1 in game 0, seat 0 and 159"),
        ("players", lambda rows: rows.assign(tickets_kept=1), r"tickets_kept is not the number of tickets in game"),
        ("players", lambda rows: rows.assign(stations_built=1), r"stations_built is not the number of buildings"),
        ("tracks", lambda rows: rows.iloc[1:], r"tracks_claimed is \d+, but the tracks claimed make \d+ in game 0"),
        ("tracks", lambda rows: rows.assign(locomotives=9), r"tracks: more locomotives than cards in game"),
        ("tracks", lambda rows: rows.assign(turn=999), r"tracks: a turn after the end of the game in game 0"),
        ("tracks", lambda rows: pd.concat([rows, rows.iloc[:1]]), r"tracks: a track is claimed twice in game 0"),
        ("tickets", lambda rows: rows.assign(points=rows["points"] + 1), r"ticket_points is not that of the tickets"),
        ("tickets", lambda rows: rows.iloc[1:], r"tickets_\w+ is not that of the tickets|points is not that"),
        ("games", lambda rows: rows.assign(game=rows["game"] + 50), r"rows of games that are not|numbered from 50"),
    ],
)  # fmt: skip
def test_tables_that_contradict_each_other_are_refused_with_the_reason(
    folder: Path, table: str, change: Change, message: str
) -> None:
    rewritten(folder, table, change)
    signed_anew(folder)
    with pytest.raises(ResultError, match=message):
        Result.load(folder)


def test_a_manifest_that_contradicts_itself_is_told() -> None:
    def told(**changes: object) -> list[str]:
        return list(contradictions(begun.model_copy(update=changes)))

    begun = made_up_result(games=4).manifest.model_copy(update={"finished": 0, "complete": False})
    assert told() == []
    assert told(seed=-1) == told(first_game=-1) == ["seed and first_game must be 0 or more"]
    assert told(seed=2**63) == ["seed and first_game must be 0 or more"]
    assert told(seed=2**63 - 1) == []
    tables = begun.tables
    for wrong in ((*tables, tables[-1]), tables[::-1], tables[1:]):
        (line,) = told(tables=wrong)
        assert line.endswith("games and players come first, and none comes twice")
    unsigned = Part(number=3, games=4, checksums=dict.fromkeys(tables[1:], "0"))
    assert f"part 3 has no checksum of its file of {tables[0]}" in told(parts=(unsigned,), finished=4, complete=True)


def test_a_joined_manifest_tells_the_games_and_lineups_of_its_runs() -> None:
    one, two = (made_up_result(games=4, seed=seed).manifest for seed in (1, 2))
    joined = one.model_copy(update={"games": 8, "finished": 8, "joined": (one, two)})
    assert not [line for line in contradictions(joined) if "joins" in line]
    assert "games is 9, but the runs that it joins have 8" in contradictions(joined.model_copy(update={"games": 9}))
    other = two.model_copy(update={"players": 3})
    wrong = contradictions(joined.model_copy(update={"joined": (one, other)}))
    assert "the runs that it joins have other lineups" in wrong
