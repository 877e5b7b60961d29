"""``ttr advise``: tables for people and machines, and what is refused in a line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ttr_analysis.cli import main
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_files import write_position

PLACE = Position(players=2, hands={0: {"purple": 4}}, tickets={0: ["Denver-El Paso"], 1: ["Boston-Miami"]})
TOML = """
map = "usa"
players = 2
[hands]
0 = {purple = 4}
[tickets]
0 = ["Denver-El Paso"]
1 = ["Boston-Miami"]
"""


def run(*words: object) -> int:
    return main(["advise", *map(str, words), "--player", "greedy_points", "--rollouts", "600"])


def test_the_same_table_from_json_and_toml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "place.json").write_text(json.dumps(PLACE.to_dict()))
    (tmp_path / "place.toml").write_text(TOML)
    assert run(tmp_path / "place.json", "--map", "usa") == 0
    first = capsys.readouterr().out
    assert run(tmp_path / "place.toml") == 0
    assert capsys.readouterr().out == first
    assert "claim Denver-Omaha purple with 4 purple" in first
    assert "roll-outs by Greedy points in suited worlds, seed 0" in first
    assert run(tmp_path / "place.toml", "--seed", 1, "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert {"action", "win_share", "win_share_low", "behind", "p_adjusted"} <= set(rows[0])


def test_files_that_are_written_for_a_game_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In which cards are written as words, and market slots may be empty."""
    game = Game("usa", 2, seed=3)
    while game.turn < 20:
        game.advance("random")
    for name in ("here.toml", "here.json"):
        file = write_position(game.position(), tmp_path / name, "usa")
        assert run(file) == 0
        assert "roll-outs by Greedy points" in capsys.readouterr().out


def test_what_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "place.json"
    for text, said in (
        (None, "cannot be read"),
        ("{", "place.json"),
        ("[1]", "place.json"),
        ('{"players": 2}', "does not name its map"),
        ('{"map": 7, "players": 2}', "map needs the name or folder of a map"),
        ('{"map": "usa", "player": 2}', "a position has no field 'player'"),
        ('{"map": "usa", "players": 2, "hands": {"0": {"red": 40}}}', "40 red cards are given"),
    ):
        if text is not None:
            place.write_text(text)
        assert run(place) == 2
        err = capsys.readouterr().err
        assert said in err
        assert len(err.strip().splitlines()) == 1
