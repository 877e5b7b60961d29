"""Map folders to fill in: they pass the checks, have the rules of another map, and become a map when filled in."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from ttr_analysis.cli import main
from ttr_analysis.errors import MapError
from ttr_analysis.maps.blank import TOWNS, new_folder
from ttr_analysis.maps.folder import available_maps, check_map, load_map


def columns(file: Path) -> list[str]:
    return next(csv.reader(file.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("name", available_maps())
def test_a_new_folder_passes_the_checks_and_has_the_rules_of_the_map(name: str, tmp_path: Path) -> None:
    like = load_map(name)
    folder = new_folder(like, tmp_path / "new")
    assert check_map(folder) == []
    made = load_map(folder)
    assert made.rules == like.rules
    assert made.changed_rules == ()
    assert (made.title, [city.name for city in made.cities]) == ("new", list(TOWNS))
    choice = any(ticket.is_choice for ticket in like.tickets)  # then a row shows how one is written
    assert (len(made.tracks), [ticket.is_choice for ticket in made.tickets]) == (2, [False, False, True][: 2 + choice])
    assert made.tickets[0].points == sum(track.length for track in made.tracks)


@pytest.mark.parametrize("name", available_maps())
def test_the_values_in_comments_are_those_of_the_rules(name: str, tmp_path: Path) -> None:
    """Every comment can be taken off; none then changes the rules, and every one could."""
    like = load_map(name)
    folder = new_folder(like, tmp_path / "new")
    text = (folder / "map.toml").read_text(encoding="utf-8").partition("\n[rules]")[2]
    told = re.findall(r"^# ([a-z_.]+) = ", text, flags=re.MULTILINE)
    assert {"players", "pieces", "route_points", "tickets.deal"} <= set(told)
    assert ("stations.number" in told) == bool(like.rules.stations.number)
    whole = (folder / "map.toml").read_text(encoding="utf-8").replace("\n# [bonus_ticket]", "\n[bonus_ticket]")
    (folder / "map.toml").write_text(re.sub(r"^# ([a-z_.]+ = )", r"\1", whole, flags=re.MULTILINE), encoding="utf-8")
    cities = (folder / "cities.csv").read_text(encoding="utf-8").splitlines()
    if like.bonus_tickets:  # which the comments name, too
        place = columns(folder / "cities.csv").index("tags")
        for row, tag in ((1, "west"), (2, "east")):
            cells = cities[row].split(",")
            cities[row] = ",".join([*cells[:place], tag, *cells[place + 1 :]])
        (folder / "cities.csv").write_text("\n".join(cities) + "\n", encoding="utf-8")
    assert check_map(folder) == []
    made = load_map(folder)
    assert made.rules == like.rules
    assert [(bonus.name, bonus.points, bonus.copies) for bonus in made.bonus_tickets] == [
        (bonus.name, bonus.points, bonus.copies) for bonus in like.bonus_tickets
    ]


def test_the_columns_are_those_that_the_map_fills(tmp_path: Path) -> None:
    usa, europe = (new_folder(load_map(name), tmp_path / name) for name in ("usa", "europe"))
    assert columns(usa / "routes.csv") == ["city_a", "city_b", "length", "color", "track"]
    assert columns(usa / "tickets.csv") == ["cities", "points"]
    assert {"kind", "locomotives"} <= set(columns(europe / "routes.csv"))
    assert "deck" in columns(europe / "tickets.csv")
    special = load_map(europe).tracks[1]
    assert special.kind != "rail"


def test_changed_rules_come_along(tmp_path: Path) -> None:
    changed = load_map("usa", "mega").with_rules(longest_trail_bonus=7)
    made = load_map(new_folder(changed, tmp_path / "new", "My <town>"))
    assert made.rules == changed.rules
    assert made.changed_rules == ("longest_trail_bonus = 7 (printed: 10)",)
    assert made.title == "My <town>"


def test_without_the_mark_of_an_odd_map_the_missing_tickets_are_told(tmp_path: Path) -> None:
    folder = new_folder(load_map("usa"), tmp_path / "new")
    text = (folder / "map.toml").read_text(encoding="utf-8")
    (folder / "map.toml").write_text(re.sub(r"^odd = .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    (fault,) = check_map(folder)
    assert "2 tickets, but 5 players are dealt 3 each" in fault.message


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "notes.txt").write_text("mine")
    with pytest.raises(MapError, match="is there already"):
        new_folder(load_map("usa"), tmp_path / "new")
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["notes.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_the_command_writes_it_and_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["maps", "new", "town", "--like", "europe", "--folder", str(tmp_path), "--title", "Our town"]
    assert main(words) == 0
    assert f"ttr maps check {tmp_path / 'town'}" in capsys.readouterr().out
    assert main(["maps", "check", str(tmp_path / "town")]) == 0
    assert "no faults" in capsys.readouterr().out
    assert load_map(tmp_path / "town").title == "Our town"
    assert main(words) == 2
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--like", "usa", "--edges", "e.csv"], "not allowed with argument"),
        (["--like", "usa", "--rules", "europe"], "--rules goes with --edges, not with --like"),
        (["--like", "atlantis"], "there is no map 'atlantis'"),
    ],
)
def test_what_does_not_go_together_is_refused(
    options: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["maps", "new", str(tmp_path / "town"), *options]) == 2
    assert message in capsys.readouterr().err
    assert not (tmp_path / "town").exists()
