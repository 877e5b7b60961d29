"""Boards made up from seeds: whole, as various as they promise, and the same for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from ttr_analysis.maps import load_map, made_up_board
from ttr_analysis.maps.checks import check_sound, supply_flaws

SEEDS = range(1, 31)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_is_whole(seed: int) -> None:
    board = made_up_board(seed)
    check_sound(board)
    assert not list(supply_flaws(board, 4))
    assert board == made_up_board(seed)
    assert 12 <= len(board.cities) <= 45
    assert 12 <= board.rules.pieces[0].supply <= 45
    assert 3 <= len(board.rules.colors) <= 8
    assert all(1 <= ticket.points <= 25 for ticket in board.tickets)


def test_the_boards_are_as_various_as_they_promise() -> None:
    boards = [made_up_board(seed) for seed in SEEDS]
    few_points = [sum(t.points for t in board.tickets) <= 5 * len(board.tickets) for board in boards]
    few_trains = [board.rules.pieces[0].supply <= 20 for board in boards]
    tunnels = [any(track.kind == "tunnel" for track in board.tracks) for board in boards]
    stations = [board.rules.stations.number > 0 for board in boards]
    assert min(map(sum, (few_points, few_trains, tunnels, stations))) >= 8


@pytest.mark.parametrize("seed", [2, 3, 7])
def test_its_rules_are_its_own_and_no_change_of_a_printed_game(seed: int, tmp_path: Path) -> None:
    board = made_up_board(seed)
    assert board.caveats == ()
    assert board.with_rules(draws=3).caveats == ("Changed from the printed game: draws = 3 (printed: 2).",)
    board.save(tmp_path / "board")
    read = load_map(tmp_path / "board")
    assert read.rules == board.rules
    assert read.caveats == ()
