"""Games that people have written down: what cannot be in one game is named by row and column."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games.files import read_games


def read(folder: Path, text: str, game_map: str) -> int:
    (folder / "own.csv").write_text(text, encoding="utf-8")
    return len(read_games(folder / "own.csv", game_map))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game,player,score\n1,Ann,90\n1,ann,80\n", "row 3, column player: ann has played game 1 already, in row 2"),
        ("game,score,turns\n1,90,36\n1,80,38\n", "row 3, column turns: game 1 has 38 turns here, but 36 in row 2"),
        ("game,score,turns\n1,90,38\n1,80,36\n1,70,\n", "row 3, column turns: game 1 has 36 turns here"),
        ("game,score,trains_left\n1,90,3\n1,80,9\n", "row 2, column trains_left: game 1 has nobody with 2 or less"),
        ("game,score,bonus\n1,90,0\n1,80,0\n", "row 2, column bonus: game 1 has no bonus, but somebody always has"),
        ("game,score,bonus\n1,90,7\n1,80,10\n", "row 2, column bonus: 7 cannot be on usa: only 0 or 10"),
    ],
)  # fmt: skip
def test_what_cannot_be_in_one_game_is_named(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message):
        read(tmp_path, text, "usa")


@pytest.mark.parametrize(
    ("text", "game_map"),
    [
        ("game,player,score\n1,Ann,90\n1,Ben,80\n2,Ann,80\n2,Ben,80\n", "usa"),
        ("game,player,score\n1,,90\n1,,80\n", "usa"),
        ("game,score,turns\n1,90,36\n1,80,37\n2,90,50\n2,80,49\n", "usa"),
        ("game,score,trains_left\n1,90,3\n1,80,\n", "usa"),  # who is not known may have ended it
        ("game,score,trains_left,players\n1,90,3,2\n", "usa"),
        ("game,score,trains_left\n1,5,8\n1,6,9\n", "first_journey_usa"),  # six tickets end it, too
        ("game,score,trains_left\n1,90,6\n1,80,9\n", "rails_sails_world"),
        ("game,score,bonus\n1,90,50\n1,80,20\n", "india"),  # ten for the longest trail, and Grand Tours
        ("game,score,bonus\n1,90,0\n1,80,\n", "usa"),
    ],
)
def test_what_may_be_is_read(text: str, game_map: str, tmp_path: Path) -> None:
    assert read(tmp_path, text, game_map) == text.count("\n") - 1
