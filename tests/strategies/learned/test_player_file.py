"""Files of trained players: they come back as they were written, and nothing damaged is played with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps import in_other_order
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.lineup import make_lineup
from ttr_analysis.play.simulate import simulate
from ttr_analysis.strategies.base import get_strategy
from ttr_analysis.strategies.learned.player_file import SHIPPED, PlayerFile, Tree, read_player
from ttr_analysis.strategies.taught import Taught

STUMP: Tree = ((0.0, 2.5, 2.0, 0.0), (-1.0, 0.0, 0.0, -0.25), (-1.0, 0.0, 0.0, 0.125))
BOARD = {"map": "", "digest": "", "kind": "", "players": [1, 6]}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The file of a player with one small tree of each kind."""
    path = tmp_path / "mine.json"
    path.write_text(PlayerFile([STUMP], [STUMP, STUMP], BOARD).text, encoding="utf-8")
    return path


def test_what_was_written_is_read(place: Path) -> None:
    read = read_player(place)
    assert (list(read.turn), list(read.keep)) == ([STUMP], [STUMP, STUMP])
    assert read_player(place.with_suffix("")).text == place.read_text(encoding="utf-8")


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.json")), ids=lambda file: file.stem)
def test_a_shipped_file_tells_how_it_was_made(file: Path) -> None:
    shipped = read_player(file)
    assert shipped.text == file.read_text(encoding="utf-8")
    assert {"seed", "rollouts", "rounds", "boards", "others", "version"} <= set(shipped.manifest)
    assert file.stat().st_size < 300_000


def test_each_board_has_what_was_learned_on_it() -> None:
    files, learned = {}, get_strategy("learned").taught.everywhere
    for file in SHIPPED.glob("*.json"):
        files[file.stem] = read_player(file)
    assert set(files) == {"usa", "other_boards"}
    for name, made in files.items():
        board = load_map("india" if name == "other_boards" else name)
        assert made.manifest["map"] == ("" if name == "other_boards" else name)
        assert learned.at(in_other_order(board), 2).numbers == made.taught.numbers


def test_what_was_not_shown_to_gain_is_not_used() -> None:
    usa, europe, india = load_map("usa"), load_map("europe"), load_map("india")
    part = Taught((2.0,), shown=((usa.kind_digest, 3),))
    learned = Taught((1.0,), shown=((europe.kind_digest, 2),), boards=((usa.kind_digest, part),))
    used = [learned.at(board, players).numbers for board in (usa, europe, india) for players in (2, 3)]
    assert used == [(), (2.0,), (1.0,), (), (), ()]
    used = [learned.everywhere.at(board, players).numbers for board in (usa, europe, india) for players in (2, 3)]
    assert used == [(2.0,), (2.0,), (1.0,), (1.0,), (1.0,), (1.0,)]


def _change(key: str, change: Callable[[Any], Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda content: {**content, key: change(content[key])}


def _node(place: int, field: int, value: float) -> Callable[[Any], Any]:
    def change(trees: Any) -> Any:
        trees[0][place][field] = value
        return trees

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_change("turn", _node(0, 1, 2.0)), "is damaged: its trees do not have the digest"),
        (_change("turn", _node(0, 3, float("nan"))), "is damaged: node 0 of tree 0 of 'turn'"),
        (_change("turn", _node(0, 2, 0.0)), "is damaged: node 0 of tree 0 of 'turn'"),
        (_change("turn", _node(0, 2, 9.0)), "is damaged: node 0 of tree 0 of 'turn'"),
        (_change("keep", _node(0, 0, 70.0)), "is damaged: node 0 of tree 0 of 'keep'"),
        (_change("keep", _node(0, 0, 1.5)), "is damaged"),
        (_change("keep", _node(2, 0, 1.0)), "is damaged"),
        (_change("keep", lambda trees: [[]]), "ends without a leaf"),
        (_change("keep", lambda trees: [[[1, 2]]]), "is not the file of a trained player"),
        (_change("turn", lambda trees: "none"), "is not the file of a trained player"),
        (_change("manifest", lambda each: {**each, "format": 99}), "was made by another version of this package"),
        (_change("manifest", lambda each: {**each, "features": "?"}), "was made by another version of this package"),
        (_change("manifest", lambda each: {k: v for k, v in each.items() if k != "map"}), "'map'"),
        (_change("manifest", lambda each: {**each, "players": [2]}), "is not the file of a trained player"),
        (lambda content: {}, "is not the file of a trained player"),
        (lambda content: [], "is not the file of a trained player"),
    ],
)
def test_a_damaged_file_is_refused(place: Path, change: Any, said: str) -> None:
    place.write_text(json.dumps(change(json.loads(place.read_text()))), encoding="utf-8")
    with pytest.raises(StrategyError) as told:
        read_player(place)
    assert said in str(told.value)
    assert str(place) in str(told.value)


def test_what_is_no_file_of_a_player_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="a player is made with: ttr train"):
        read_player(tmp_path / "nobody")
    (tmp_path / "text.json").write_bytes(b"\xff{")
    with pytest.raises(StrategyError, match="is not the file of a trained player"):
        read_player(tmp_path / "text")


def test_a_player_is_named_after_its_file(place: Path) -> None:
    mine = get_strategy(f"learned:file={place}")
    assert mine.name == "learned (file=mine)"
    assert mine.typed == f"learned:file={place}"
    changed = get_strategy(f"learned:file={place}+burst=0.5")
    assert changed.name == "learned (file=mine, burst=0.5)"
    assert get_strategy(changed.typed) == changed
    assert changed.with_weights(burst=0.7).name == "learned (file=mine, burst=0.7)"
    with pytest.raises(StrategyError, match="is not trained, so it reads no file"):
        get_strategy(f"expert:file={place}")


def test_a_result_tells_with_which_file_it_was_played(place: Path) -> None:
    mine = get_strategy(f"learned:file={place}")
    games = simulate("usa", [mine, "learned"], games=2, seed=1, progress=False)
    hashes = {entry.name: entry.source_hash for entry in games.manifest.strategies}
    assert set(hashes) == {"learned (file=mine)", "learned"}
    assert len(set(hashes.values())) == 2
    assert f"learned:file={place}" in games.manifest.command(0)


def test_a_player_trained_for_a_board_plays_no_other(tmp_path: Path) -> None:
    usa, path = load_map("usa"), tmp_path / "mine.json"
    board = {"map": "usa", "digest": usa.digest, "players": [2, 3]}
    path.write_text(PlayerFile([STUMP], [], board).text, encoding="utf-8")
    mine = get_strategy(f"learned:file={path}")
    make_lineup(usa, mine, players=3)
    with pytest.raises(SetupError, match=r"was trained for the board 'usa', not for 'europe'"):
        make_lineup(load_map("europe"), mine, players=2)
    with pytest.raises(
        SetupError, match=r"was trained for the board 'usa', not for 'usa \(changed\)' with these rules"
    ):
        make_lineup(usa.with_rules(longest_trail_bonus=0), mine, players=2)
    with pytest.raises(SetupError, match="was trained for 2 to 3 players, not for 4"):
        make_lineup(usa, mine, players=4)
