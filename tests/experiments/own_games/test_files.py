"""Games of people in CSV files: read as people write them, and mistakes named by row and column."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.own_games.files import read_games
from ttr_analysis.maps.folder import load_map

GAMES = """\
game,player,map,score,routes,tickets,bonus,turns,trains_left
1,Ann,usa,131,78,43,10,36,0
1,Ben,usa,97,60,37,0,36,7
1,Cid,usa,88,,,,,
2,Ann,usa:1910,120,,,,,
2,Ben,usa:1910,101,,,,,
"""


def read(folder: Path, text: str, game_map: str | None = None, players: int | None = None) -> pd.DataFrame:
    (folder / "own.csv").write_text(text, encoding="utf-8")
    return read_games(folder / "own.csv", game_map, players)


def test_games_are_read_with_what_is_known_of_them(tmp_path: Path) -> None:
    table = read(tmp_path, GAMES)
    assert table["map"].tolist() == ["usa"] * 5
    assert table["ticket_set"].tolist() == ["base"] * 3 + ["1910"] * 2
    assert table["players"].tolist() == [3] * 3 + [2] * 2
    assert table["score"].tolist() == [131, 97, 88, 120, 101]
    assert table["routes"].isna().tolist() == [False, False, True, True, True]
    assert "other" not in table


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_what_spreadsheets_write_is_read(delimiter: str, tmp_path: Path) -> None:
    text = "\ufeff" + GAMES.replace(",", delimiter).replace("trains_left", "Trains left").replace("\n", "\r\n")
    pd.testing.assert_frame_equal(read(tmp_path, text), read(tmp_path, GAMES))
    pd.testing.assert_frame_equal(read(tmp_path, GAMES.replace(",7\n", ",7.0\n\n")), read(tmp_path, GAMES))


def test_what_is_the_same_for_all_games_may_be_given_once(tmp_path: Path) -> None:
    table = read(tmp_path, "score\n131\n97\n", "europe", 4)
    assert table[["map", "players"]].to_numpy().tolist() == [["europe", 4]] * 2
    assert read(tmp_path, "score,players\n131,3\n", "usa")["players"].tolist() == [3]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("game,points\n1,3\n", "column 2 is 'points', which is unknown"),
        ("scores\n3\n", "did you mean score"),
        ("score,score\n3,3\n", "the column score occurs more than once"),
        ("game\n1\n", "has no column score"),
        ("game,score\n1,3,4\n", "row 2 has 3 cells, but the header has 2"),
        ("game,score\n1,x\n1,3\n", "row 2, column score: 'x' is not a whole number"),
        ("game,score\n1,\n1,3\n", "row 2, column score: is missing"),
        ("game,score\n1,1380\n1,3\n", "row 2, column score: 1380 cannot be on usa: only -349 to 471"),
        ("game,score,routes\n1,80,60\n1,90,130\n", "row 3, column routes: 130 cannot be on usa: only 0 to 112"),
        ("game,score,trains_left\n1,80,46\n1,9,2\n", "row 2, column trains_left: 46 cannot be"),
        ("game,score,turns\n1,80,0\n1,9,2\n", "row 2, column turns: 0 cannot be"),
        ("game,score,other\n1,80,4\n1,9,0\n", "row 2, column other: 4 cannot be"),
        (
            "game,score,routes,tickets,bonus\n1,131,78,43,10\n1,100,60,30,0\n",
            "row 3, column score: 100 is not the sum of routes, tickets and bonus, which is 90",
        ),
        ("score\n131\n", "row 2, column players: is missing, and no column game tells"),
        ("score,players\n131,6\n", "row 2, column players: usa is for 2 to 5 players, not 6"),
        ("game,score,players\n1,3,2\n1,4,2\n1,5,2\n", "row 2, column game: 1 has 3 rows, but 2 players"),
        ("game,score,players\n1,3,2\n1,4,3\n", "row 3, column players: game 1 has 3 here, but 2 in row 2"),
        ("game,score,map\n1,3,usa\n1,4,usb\n", "row 3, column map: there is no map 'usb'"),
        ("game,score,map\n1,3,europe\n1,4,usa\n", "row 2, column map: is on europe, but the map given"),
        ("score,players\n" + "x,2\n" * 9, "row 6, column score: 'x' is not a whole number; and 4 more"),
        ("game,score\n" + "1,9\n" * 6, "row 2, column game: usa is for 2 to 5 players, not 6 rows"),
    ],
)
def test_a_mistake_is_named_by_row_and_column(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=message) as caught:
        read(tmp_path, text, "usa")
    assert str(caught.value).startswith(str(tmp_path / "own.csv"))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="cannot be read: No such file"):
        read_games(tmp_path / "none.csv", "usa")
    (tmp_path / "latin.csv").write_bytes("score,player\n3,Zoë\n".encode("latin-1"))
    with pytest.raises(SetupError, match="is not UTF-8 text"):
        read_games(tmp_path / "latin.csv", "usa")
    with pytest.raises(SetupError, match="row 2, column map: names no map"):
        read(tmp_path, "score,players\n3,2\n")


def test_a_map_of_ones_own_is_taken(tmp_path: Path) -> None:
    richer = load_map("usa").with_rules(longest_trail_bonus=50)
    (tmp_path / "own.csv").write_text("score,players,bonus\n99,2,50\n", encoding="utf-8")
    assert read_games(tmp_path / "own.csv", richer)["bonus"].tolist() == [50]
