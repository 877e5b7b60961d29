"""Finished pieces of work are found again, by those to whom they belong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.results.journal import JOURNAL, Journal

FACTS = {"seed": 1, "ranges": {"a": [0, 1]}, "candidates": 5}


def opened(folder: Path, goes_on: bool = True, **changes: object) -> Journal:
    return Journal(folder, FACTS | changes, goes_on=goes_on, owner="a search", free=())


def test_pieces_are_found_again_and_replaced(tmp_path: Path) -> None:
    journal = opened(tmp_path / "new", goes_on=False)
    assert journal.get("one") is None
    journal.put("one", {"x": np.arange(3)})
    journal.put("one", {"x": np.arange(4), "y": np.array(0.1)})
    journal.put("two", {"x": np.zeros(2)})
    journal.release()
    again = opened(tmp_path / "new")
    found = again.get("one")
    assert found is not None
    assert found["x"].tolist() == [0, 1, 2, 3]
    assert float(found["y"]) == 0.1
    again.forget("tw*")
    assert again.get("two") is None
    again.release()
    assert {path.name for path in (tmp_path / "new").iterdir()} == {JOURNAL, "one.npz"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 2}, r"seed 1, not 2: the new rows would not belong to it; go on as it was made, or choose another"),
        ({"ranges": {"a": [0, 2]}}, r"ranges: a 0, 1, not 0, 2"),
        ({"candidates": 6}, r"candidates 5, not 6"),
        ({"engine": "abc"}, r"another version of the engine"),
    ],
)
def test_other_work_is_refused_by_name(tmp_path: Path, changes: dict[str, object], message: str) -> None:
    opened(tmp_path, goes_on=False).release()
    with pytest.raises(ResultError, match=message):
        opened(tmp_path, **changes)
    opened(tmp_path).release()  # the refusal left no lock


def test_what_may_differ_may_differ(tmp_path: Path) -> None:
    opened(tmp_path).release()
    Journal(tmp_path, FACTS | {"candidates": 9}, goes_on=True, owner="a search", free=("candidates",)).release()
    opened(tmp_path, candidates=9).release()


def test_folders_are_refused_that_are_in_use_or_for_something_else(tmp_path: Path) -> None:
    journal = opened(tmp_path / "one")
    with pytest.raises(SetupError, match="another run is writing"):
        opened(tmp_path / "one")
    journal.release()
    with pytest.raises(ResultError, match=r"already contains a search; choose another folder, or go on: --resume"):
        opened(tmp_path / "one", goes_on=False)
    (tmp_path / "letter.txt").write_text("mine")
    with pytest.raises(SetupError, match=r"not part of a search \(letter.txt\)"):
        opened(tmp_path)


@pytest.mark.parametrize("place", [0.0, 0.3, 0.6, 0.95])
def test_damaged_pieces_are_named(tmp_path: Path, place: float) -> None:
    journal = opened(tmp_path)
    journal.put("one", {"x": np.random.default_rng(1).random(400)})
    content = bytearray((tmp_path / "one.npz").read_bytes())
    content[int(place * len(content)) :] = b"\0" * (len(content) - int(place * len(content)))
    (tmp_path / "one.npz").write_bytes(content)
    with pytest.raises(ResultError, match=r"one.npz is damaged \(\w+\); delete it, and its work is done again"):
        journal.get("one")
    journal.release()
    (tmp_path / JOURNAL).write_text("[1]")
    with pytest.raises(ResultError, match=r"journal.json is damaged"):
        opened(tmp_path)


def test_without_a_folder_nothing_is_kept() -> None:
    journal = Journal(None, {}, goes_on=False, owner="a search")
    journal.put("one", {"x": np.arange(3)})
    assert journal.get("one") is None
    assert not journal.due
