"""Position files: there and back on every map, readable, and errors that name file and field."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from how_often import boards

from ttr_analysis.errors import SetupError
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.play.position_files import MAX_BYTES, read_position, write_position


def positions(name: str) -> Iterator[Position]:
    """The positions of a game: in the set-up, in the first turns, and later."""
    game = Game(name, 2, seed=5)
    for decision in range(90):
        if game.over:
            return
        if decision % 29 == 0:
            yield game.position()
        game.advance("random")


@pytest.mark.parametrize("name", boards("usa", "rails_sails_world"))
@pytest.mark.parametrize("form", ["json", "toml"])
def test_positions_of_games_come_back(name: str, form: str, tmp_path: Path) -> None:
    game_map = load_map(name)
    for position in positions(name):
        file = write_position(position, tmp_path / f"position.{form}", game_map)
        there, again = read_position(file)
        assert there == name
        before, after = (Game.from_position(game_map, each) for each in (position, again))
        assert after.position() == before.position()
        assert before._live.game_record.tobytes() == after._live.game_record.tobytes()


def test_a_file_reads_like_a_person_would_write_it(tmp_path: Path) -> None:
    position = Position(
        players=2, hands={1: {"purple": 3, "locomotive": 1}}, tracks={0: ["Denver-Omaha purple", 0]}, tickets={0: [3]},
        market=["red", None, 0, "blue", "red"], turn=4,
    )  # fmt: skip
    write_position(position, tmp_path / "mine.toml", "usa")
    text = (tmp_path / "mine.toml").read_text(encoding="utf-8")
    told = tomllib.loads(text)
    assert told["map"] == "usa"
    assert told["hands"] == {"1": "3 purple, 1 locomotive"}
    assert told["tracks"] == {"0": ["Denver-Omaha purple", load_map("usa").tracks[0].name]}
    assert told["tickets"] == {"0": [load_map("usa").tickets[3].name]}
    assert told["market"] == ["red", "empty", "purple", "blue", "red"]
    assert "streams" not in told
    write_position(position, tmp_path / "mine.json", load_map("usa", "1910"))
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["map"] == "usa:1910"
    assert read_position(tmp_path / "mine.json").position.hands == {1: {"purple": 3, "locomotive": 1}}


def test_cards_in_words_are_those_of_lists(tmp_path: Path) -> None:
    file = tmp_path / "typed.toml"
    file.write_text(
        'players = 2\ndiscards = "2 red and 1 locomotive"\n[hands]\n0 = "3 purple + 2 locomotives"\n1 = ["red"]\n'
        '[tunnel]\ntrack = "München-Venezia"\nlaid = "2 blue"\nturned_up = ["blue", "red", "red"]\n',
        encoding="utf-8",
    )
    game_map, position = read_position(file)
    assert game_map is None
    view = Game.from_position("europe", position).view(0)
    assert view.hand == {"purple": 3, "locomotive": 2}
    assert view.discards == {"red": 2, "locomotive": 1}
    assert (view.tunnel, view.laid, view.owed) == ("München-Venezia blue tunnel", {"blue": 2}, 1)


def test_two_copies_of_a_ticket_stay_apart(tmp_path: Path) -> None:
    switzerland = load_map("switzerland")
    first, second = (ticket.index for ticket in switzerland.tickets_named(["Italia", "Italia"]))
    for held in ([first], [second], [second, first]):
        file = write_position(Position(players=2, tickets={0: held}), tmp_path / "copies.json", switzerland)
        game = Game.from_position(switzerland, read_position(file).position)
        assert game._live.game.private[0].tickets[: len(held)].tolist() == held


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("p.json", "{", r"p\.json: is not JSON: "),
        ("p.json", "[1]", r"p\.json: needs a table of names and values, not a list"),
        ("p.json", "[" * 100_000, r"p\.json: is not JSON: it is nested too deeply"),
        ("p.toml", "players = ", r"p\.toml: is not TOML: "),
        ("p.toml", "players = 2\nhand = 3", r"p\.toml: a position has no field 'hand'; did you mean hands"),
        ("p.toml", "turn = 2", r"p\.toml: players: a position needs the number of players"),
        ("p.toml", 'players = "2"', r"p\.toml: players needs a whole number"),
        ("p.toml", "players = 2\n[hands]\n3 = 'red'", r"p\.toml: hands: there is no seat 3"),
        ("p.toml", "players = 2\n[hands]\n1 = {red = -1}", r"p\.toml: hands: 1: red: must be 0 or more"),
        ("p.toml", "players = 2\n[hands]\nleft = 'red'", r"p\.toml: hands"),
        ("p.toml", "players = 2\nmap = 3", r"p\.toml: map needs the name or folder of a map, not 3"),
        ("p.json", '{"players": 2, "players": 3}', r"p\.json: is not JSON: 'players' stands twice in one table"),
        ("p.json", '{"players": 2, "hands": {"0": "red", "0": "blue"}}', r"p\.json: is not JSON: '0' stands twice"),
        ("p.toml", "players = 2\nplayers = 3", r"p\.toml: is not TOML: "),
        ("p.txt", "", r"p\.txt: the name of a position file ends in \.json or \.toml"),
        ("p.json", " " * (MAX_BYTES + 1), r"p\.json: is larger than 1,000,000 bytes"),
    ],
)
def test_a_wrong_file_is_refused_by_name_and_field(name: str, content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(SetupError, match=message):
        read_position(tmp_path / name)


def test_files_that_cannot_be_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes('{"map": "Zürich"}'.encode("latin-1"))
    for name, message in (("latin.json", "is not UTF-8 text"), ("none.json", "cannot be read: No such file")):
        with pytest.raises(SetupError, match=message):
            read_position(tmp_path / name)
    with pytest.raises(SetupError, match="cannot be written"):
        write_position(Position(players=2), tmp_path / "no" / "p.json", "usa")
    with pytest.raises(SetupError, match="tracks: there is no number 999 on this map"):
        write_position(Position(players=2, tracks={0: [999]}), tmp_path / "p.json", "usa")
