"""Logs in files: what ``ttr replay --json`` wrote comes back, and anything else is refused by name."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import load_map, named_event
from ttr_analysis.play import Game, Position, SavedLog, game_frames, play_explained, play_logged, read_log


@pytest.fixture
def written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    command = ["replay", "europe", "--strategies", "random", "--players", "2", "--seed", "4", "--game", "2"]
    assert main([*command, "--json"]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    return file


def test_a_log_comes_back_from_its_file(written: Path) -> None:
    log = read_log(written)
    assert list(log.events) == play_logged("europe", "random", players=2, game=2, seed=4)
    assert (log.seats, log.seed, log.game) == (("random 1", "random 2"), 4, 2)
    assert log.game_map == load_map("europe")
    assert game_frames(log.game_map, 2, log.events)[-1].to_move == -1


def test_explanations_and_interventions_come_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change = "closed: what=Chicago-Duluth; seat=0; from_round=1"
    command = ["replay", "first_journey_usa", "--strategies", "ticket_planner", "--players", "2", "--explain", "--json"]
    assert main([*command, "--intervention", change]) == 0
    file = tmp_path / "game.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    log = read_log(file)
    played = play_explained(log.game_map, "ticket_planner", players=2, interventions=[change])
    assert dict(log.explanations) == dict(played.explanations)
    frames = game_frames(log.game_map, 2, log.events, log.explanations, interventions=log.interventions)
    assert sum(bool(frame.explanation) for frame in frames) == len(log.explanations)


def test_a_log_may_begin_with_a_position(written: Path) -> None:
    position = Position(players=2, turns_left=2, hands={0: {"red": 3}})
    game = Game.from_position("europe", position).play("greedy_points")
    kept = SavedLog.of(game, ["Ann", "Ben"])
    events = [named_event(event, game.game_map) for event in game.events]
    record = json.loads(written.read_text(encoding="utf-8")) | {"events": events, "position": position.to_dict()}
    written.write_text(json.dumps(record), encoding="utf-8")
    log = read_log(written)
    assert (log.events, log.position) == (kept.events, kept.position)
    decisions = sum(event.is_decision for event in log.events)
    assert len(game_frames(log.game_map, 2, log.events, position=log.position)) == 1 + decisions
    with pytest.raises(SetupError, match="1 names for 2 players"):
        SavedLog.of(game, ["Ann"])
    with pytest.raises(SetupError, match="game must be a Game"):
        SavedLog.of("game.json")  # type: ignore[arg-type]


def test_a_name_that_stands_twice_is_refused(written: Path) -> None:
    text = written.read_text(encoding="utf-8")
    written.write_text(text.replace("{", '{"seats": [],', 1), encoding="utf-8")
    with pytest.raises(SetupError, match="'seats' stands twice"):
        read_log(written)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"map": {"name": "europe", "digest": "0"}}, "of another map, or of other rules, than europe"),
        ({"map": "europe"}, "does not name its map"),
        ({"events": None}, "it needs map, seats, events"),
        ({"events": [{"turn": 1}]}, "cannot be read: KeyError"),
        ({"events": [{"turn": 1, "seat": 0, "kind": "claim", "target": 0, "number": 0, "cards": {"gold": 1}}]}, "gold"),
        ({"events": [{"turn": 1, "seat": 0, "kind": "fly", "target": 0, "number": 0}]}, "FLY"),
    ],
)
def test_what_is_not_such_a_log_is_refused(written: Path, change: dict[str, Any], message: str) -> None:
    record = json.loads(written.read_text(encoding="utf-8")) | change
    written.write_text(json.dumps({name: value for name, value in record.items() if value is not None}))
    with pytest.raises(SetupError, match=message):
        read_log(written)


def test_files_that_are_no_json_or_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("ttr")
    with pytest.raises(SetupError, match=r"a\.json is not a log"):
        read_log(tmp_path / "a.json")
    with pytest.raises(SetupError, match=r"the log .*b\.json cannot be read: No such file"):
        read_log(tmp_path / "b.json")
