"""Map folders made to break the reader: each gives a list of located faults, soon, and no traceback."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from map_folders import CITIES, FILES, MAP, ROUTES, TICKETS, write

from ttr_analysis.cli import main
from ttr_analysis.maps.folder import check_map

Maker = Callable[[Path], object]

LONG = MAP + "[ticket_sets.two]\ntitle = '''\nx" + " " * 900_000 + "y'''\nfish = 1\n"


def texts(**changed: str | bytes) -> Maker:
    """Some files replaced."""
    return lambda folder: write(folder, **changed)


def instead(name: str, put: Callable[[Path], object]) -> Maker:
    """Something else where a file should be."""

    def make(folder: Path) -> None:
        write(folder)
        (folder / name).unlink()
        put(folder / name)

    return make


HOSTILE: dict[str, Maker] = {
    **{f"junk in {name}": instead(name, lambda path: path.write_bytes(bytes(range(256)) * 40)) for name in FILES},
    **{f"empty {name}": instead(name, Path.touch) for name in FILES},
    **{f"only a byte order mark in {name}": instead(name, lambda p: p.write_bytes(b"\xef\xbb\xbf")) for name in FILES},
    **{f"no {name}": instead(name, lambda path: None) for name in FILES if name != "tickets.csv"},
    **{f"a folder called {name}": instead(name, Path.mkdir) for name in FILES},
    **{f"a link of {name} to itself": instead(name, lambda path: path.symlink_to(path)) for name in FILES},
    **{f"an endless {name}": instead(name, lambda path: path.symlink_to("/dev/zero")) for name in FILES},
    **{f"a pipe called {name}": instead(name, os.mkfifo) for name in FILES},
    **{f"a terabyte of {name}": instead(name, lambda p: (p.touch(), os.truncate(p, 1 << 40))) for name in FILES},
    **{f"a NUL in {name}": texts(**{name.split(".", maxsplit=1)[0]: text + "\0"}) for name, text in FILES.items()},
    "a folder that is empty": Path.mkdir,
    "a folder that is a file": Path.touch,
    "a folder that is a link to itself": lambda folder: folder.symlink_to(folder),
    "old line ends in map.toml": texts(map=MAP.replace("\n", "\r")),
    "two columns alike": texts(cities=CITIES.replace("tags", "city")),
    "the header twice": texts(cities="city,x,y,tags,aliases\n" + CITIES),
    "a header that steers the terminal": texts(cities=CITIES.replace("aliases", "\x1b[2Jaliases")),
    "no number": texts(cities=CITIES.replace("0.9,0.1", "NaN,1e999")),
    "a number without end": texts(routes=ROUTES.replace("3,red", "1e999,red")),
    "a negative length": texts(routes=ROUTES.replace("3,red", "-3,red")),
    "a digit of another script": texts(routes=ROUTES.replace("3,red", "３,red")),
    "a script in one file only": texts(cities=CITIES.replace("Danzig", "<script>alert(1)</script>")),
    "letters from right to left": texts(cities=CITIES.replace("Danzig", "\u202eDanzig")),
    "a letter without width": texts(cities=CITIES.replace("Danzig", "\u200b")),
    "Cyrillic letters that look Latin": texts(cities=CITIES.replace("Berlin", "Веrlin")),
    "names alike but for their case": texts(cities=CITIES + "STRASSE,0.2,0.2,,\nStraße,0.3,0.3,,\n"),
    "a hundred thousand accents": texts(cities=CITIES.replace("Danzig", "D" + "\u0301" * 100_000)),
    "a quotation mark that stays open": texts(tickets=TICKETS + '"' + "x" * 200_000),
    "a cell of 900,000 letters": texts(routes=ROUTES + "x" * 900_000),
    "a ticket of 30,000 cities": texts(tickets="cities,points\n" + " > ".join(["Athína"] * 30_000) + ",1\n"),
    "lists in lists": texts(map="a = " + "[" * 100_000),
    "lists in lists that fit": texts(map=MAP + "[rules.market]\nslots = " + "[" * 200 + "]" * 200 + "\n"),
    "tables in tables": texts(map=MAP + "[rules" + ".a" * 20_000 + "]\nx = 1\n"),
    "fifty thousand tables": texts(map=MAP + "".join(f"[a{i}]\nb = 1\n" for i in range(50_000))),
    "a line that is slow to search": texts(map=LONG),
    "a number of 9,000 digits": texts(map=MAP.replace("deal = 1", "deal = 0x" + "f" * 9_000)),
    "a key that steers the terminal": texts(map='"\\u001b[2J" = 1\n' + MAP),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_folder_gives_faults(make: Maker, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "map"
    make(folder)
    begun = time.perf_counter()
    assert main(["maps", "check", str(folder)]) == 1
    assert time.perf_counter() - begun < 30
    said = capsys.readouterr()
    *faults, last = said.out.splitlines()
    assert said.err == ""
    assert all(line.isprintable() and len(line) < 1000 for line in faults)
    assert all(line.split(":")[0].split(",")[0] in {*FILES, str(folder)} for line in faults)
    assert last == f"{folder}: {len(faults)} fault{'s' * (len(faults) > 1)}"
    assert "Input should" not in said.out


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(tmp_path / "map")
    opened = Path.open

    def forbidden(path: Path, *arguments: object) -> object:  # root may read everything, so the system is played here
        if path.name == "routes.csv":
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", forbidden)
    assert [str(fault) for fault in check_map(folder)] == ["routes.csv: cannot be read: Permission denied"]
