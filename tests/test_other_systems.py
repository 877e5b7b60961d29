"""Windows and macOS, as far as Linux can play them: locks, files in use, calls, names, code pages."""

from __future__ import annotations

import ast
import errno
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from made_up import made_up_result

import ttr_analysis as ttr
from ttr_analysis.cli import main, maps
from ttr_analysis.errors import SetupError
from ttr_analysis.results import Result, folders
from ttr_analysis.results.lock import LOCK, FolderLock

ROOT = Path(__file__).parents[1]
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted((ROOT / "ttr_analysis").rglob("*.py"))}

POSIX_MODULES = {"crypt", "fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"}
POSIX_NAMES = {
    "os": {
        *("chown", "confstr", "fchmod", "fchown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getloadavg"),
        *("getpgid", "getpriority", "getuid", "killpg", "lchown", "mkfifo", "mknod", "nice", "openpty", "pread"),
        *("pwrite", "sched_getaffinity", "sched_setaffinity", "setpgid", "setsid", "setuid", "statvfs", "sync"),
        *("sysconf", "ttyname", "uname", "wait3", "wait4", "WNOHANG", "O_NOFOLLOW", "O_NONBLOCK"),
    },
    "signal": {
        *("SIGKILL", "SIGHUP", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGQUIT", "SIGCHLD", "SIGPIPE", "SIGSTOP", "SIGCONT"),
        *("alarm", "setitimer", "pause", "sigwait", "pthread_kill", "pthread_sigmask"),
    },
    "time": {"clock_gettime", "tzset"},
}
"""What the documentation of Python names as missing on Windows."""
SUSPICIOUS = re.compile(
    rf"\b(import ({'|'.join(POSIX_MODULES)})|(from )?(os|signal|time)\b|open\(|text=True)|_text\(|to_csv\("
    "|/(tmp|dev|proc|etc|usr)/"
)
"""What a source has that is looked at: to read them all takes seconds."""


def posix_only(source: str) -> Iterator[str]:
    """What a source needs of POSIX without a fallback: modules outside a block that bears their absence, and names."""
    tree = ast.parse(source)
    bears = [node for node in ast.walk(tree) if isinstance(node, ast.Try | ast.With) and "ImportError" in heads(node)]
    safe = {id(inner) for node in bears for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in POSIX_MODULES and id(node) not in safe)
        elif isinstance(node, ast.ImportFrom):
            names = POSIX_NAMES.get(node.module or "", set())
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name in names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in POSIX_NAMES.get(node.value.id, ()):
                yield ast.unparse(node)
        elif isinstance(node, ast.Constant) and re.match("/(tmp|dev|proc|etc|usr)/", str(node.value)):
            yield str(node.value)


def heads(node: ast.Try | ast.With) -> str:
    """What a block says that it bears."""
    if isinstance(node, ast.Try):
        return " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
    return " ".join(ast.unparse(item) for item in node.items)


def left_to_the_system(source: str) -> Iterator[str]:
    """Calls that read or write texts in the code page of the system, or write its ends of lines."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = {keyword.arg for keyword in node.keywords}
            is_method = isinstance(node.func, ast.Attribute)
            needed = (
                {"encoding"}
                if (is_method and name in ("read_text", "write_text")) or opens_a_text(node, name)
                else set[str]()
            )
            needed |= {"newline"} if name == "write_text" else {"lineterminator"} if name == "to_csv" else set()
            needed |= {"encoding"} if "text=True" in map(ast.unparse, node.keywords) else set()
            if needed - given:
                yield ast.unparse(node)


def opens_a_text(node: ast.Call, name: str) -> bool:
    """Whether a call opens a file as text: ``open(file)`` and ``file.open()``, but not ``"rb"`` and ``os.open``."""
    words = [str(word.value) for word in node.args if isinstance(word, ast.Constant)]
    of_text = name == "open" and not any("b" in word for word in words[-1:])
    return of_text and (isinstance(node.func, ast.Name) or words[-1:] in (["r"], ["w"], ["a"], ["x"]))


@pytest.mark.parametrize("look", [posix_only, left_to_the_system])
def test_the_package_needs_nothing_that_other_systems_lack(look: object) -> None:
    found = {path.name: list(look(source)) for path, source in SOURCES.items() if SUSPICIOUS.search(source)}  # type: ignore[operator]
    assert len(found) > 5
    assert {name: names for name, names in found.items() if names} == {}


def test_what_other_systems_lack_is_seen() -> None:
    assert sorted(posix_only("import fcntl\nfrom os import fork\nos.kill(1, signal.SIGKILL)\nx = '/tmp/x'")) == [
        "/tmp/x", "fcntl", "os.fork", "signal.SIGKILL",
    ]  # fmt: skip
    assert not list(
        posix_only("try:\n import fcntl\nexcept ImportError:\n pass\nwith suppress(ImportError): import pwd")
    )
    calls = "a.read_text()\nopen('x')\na.write_text(t, encoding='utf-8')\nsubprocess.run(c, text=True)\na.open('rb')"
    assert len(list(left_to_the_system(calls))) == 4, list(left_to_the_system(calls))


@pytest.fixture
def msvcrt(monkeypatch: pytest.MonkeyPatch) -> None:
    """``msvcrt`` in place of ``fcntl``."""
    fcntl = pytest.importorskip("fcntl", reason="this is Windows")

    def locking(file: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # ends when the file is closed, as there

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))


@pytest.fixture
def lock_in_use(msvcrt: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else holds the file of the lock open, so it cannot be deleted."""
    unlink = Path.unlink

    def in_use(self: Path, missing_ok: bool = False) -> None:
        if self.name == LOCK:
            raise PermissionError(13, "The process cannot access the file")
        unlink(self, missing_ok)

    monkeypatch.setattr(Path, "unlink", in_use)


@pytest.mark.usefixtures("lock_in_use")
def test_a_folder_has_one_writer_where_windows_locks_it(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(SetupError, match="another run is writing to"):
        FolderLock(tmp_path)
    lock.release()
    FolderLock(tmp_path).release()
    assert (tmp_path / LOCK).exists()


@pytest.mark.usefixtures("lock_in_use")
def test_results_are_written_and_replaced_where_the_lock_stays_behind(tmp_path: Path) -> None:
    result = made_up_result(games=4)
    for overwrite in (False, True):
        assert len(Result.load(result.save(tmp_path / "run", overwrite=overwrite))) == 4
    assert (tmp_path / "run" / LOCK).exists()


@pytest.mark.parametrize(("windows", "readings", "written"), [(True, 3, True), (True, 99, False), (False, 1, False)])
def test_a_file_that_is_read_meanwhile_is_waited_for_on_windows_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, windows: bool, readings: int, written: bool
) -> None:
    left, replace = [readings], Path.replace

    def in_use(self: Path, target: Path) -> Path:
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Access is denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", in_use)
    monkeypatch.setattr(folders, "WINDOWS", windows)
    monkeypatch.setattr(folders, "PAUSES", (0, 0, 0, 0))
    place = tmp_path / "manifest.json"
    place.write_text("old")
    if written:
        folders.write_file(place, "new\n")
        assert place.read_bytes() == b"new\n"
    else:
        with pytest.raises(SetupError, match="Access is denied"), folders.explained("it"):
            folders.write_file(place, "new")
        assert place.read_text() == "old"


def unfit(paths: Iterator[Path]) -> list[str]:
    """Names that Windows does not take, or that differ only by case, which neither Windows nor macOS tells apart."""
    names = [path.as_posix() for path in paths]
    folded = [name.casefold() for name in names]
    reserved = r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?"
    return [
        name
        for name in names
        if folded.count(name.casefold()) > 1
        or any(re.search(r'[<>:"|?*\\]|[. ]$|[^ -~]', part) or re.fullmatch(reserved, part) for part in name.split("/"))
    ]


def test_all_names_of_files_are_names_everywhere(tmp_path: Path) -> None:
    """Those of the repository, and those of runs on a ticket set, which commands name with a colon."""
    assert unfit(Path(name) for name in ("a/CON.txt", "b:c", "d.", "e/F", "E/f", "fine.py")) == [
        "a/CON.txt", "b:c", "d.", "e/F", "E/f",
    ]  # fmt: skip
    ours = [path for room in ("ttr_analysis", "maps", "notebooks", "docs") for path in (ROOT / room).rglob("*")]
    assert unfit(path.relative_to(ROOT) for path in ours if "__pycache__" not in path.parts) == []
    game_map = ttr.load_map("usa", "1910")
    asked: Any = {"games": 2, "seed": 1, "progress": False}
    ttr.simulate(game_map, "random", out=tmp_path / "run", **asked)
    ttr.tournament(game_map, ["random", "greedy_points"], out=tmp_path / "met", **asked)
    made = list(tmp_path.rglob("*"))
    assert len(made) > 20
    assert unfit(path.relative_to(tmp_path) for path in made) == []


IN_ASCII = """
import locale, sys
import ttr_analysis as ttr
assert "utf" not in locale.getencoding().lower(), locale.getencoding()
game_map, place = ttr.load_map("europe"), sys.argv[1]
game_map.renamed("mine", "Møns").save(place + "/mine")
assert ttr.load_map(place + "/mine").title == "Møns"
ttr.play.write_position(ttr.Position(players=2, stations={0: ["København"]}), place + "/p.toml", game_map)
assert ttr.play.read_position(place + "/p.toml").position.stations == {0: ["København"]}
"""


def test_maps_and_positions_are_read_and_written_where_the_code_page_is_ascii(tmp_path: Path) -> None:
    code = tmp_path / "code.py"
    code.write_text(IN_ASCII, encoding="utf-8")
    ascii_only = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(code), str(tmp_path)], env=ascii_only, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


# --- what is open, and folders in the place of others -----------------------------------------------------


def is_open(place: Path) -> bool:
    there = place.stat()
    for number in range(3, 300):
        try:
            file = os.fstat(number)
        except OSError:
            continue
        if (file.st_dev, file.st_ino) == (there.st_dev, there.st_ino):
            return True
    return False


@pytest.fixture
def windows(msvcrt: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that deletes and replaces nothing that is open, and puts no folder in the place of another."""
    unlink, replace, rename = Path.unlink, Path.replace, Path.rename

    def unlinked(self: Path, missing_ok: bool = False) -> None:
        if self.exists() and is_open(self):
            raise PermissionError(errno.EACCES, "the file is open", str(self))
        unlink(self, missing_ok=missing_ok)

    def moved(self: Path, target: Path) -> Path:
        if target.is_dir() or (target.exists() and is_open(target)):
            raise PermissionError(errno.EACCES, "access is denied", str(target))
        return replace(self, target)

    def renamed(self: Path, target: Path) -> Path:
        if target.exists():
            raise FileExistsError(errno.EEXIST, "there already", str(target))
        return rename(self, target)

    for name, stand_in in {"unlink": unlinked, "replace": moved, "rename": renamed}.items():
        monkeypatch.setattr(Path, name, stand_in)
    monkeypatch.setattr(folders, "WINDOWS", True)


@pytest.mark.usefixtures("windows")
def test_a_lock_leaves_no_file_where_nothing_is_deleted_that_is_open(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    with pytest.raises(SetupError, match="another run is writing"):
        FolderLock(tmp_path)
    lock.release()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / LOCK).touch()  # as a crash leaves it behind
    FolderLock(tmp_path).release()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("windows")
def test_results_are_replaced_where_nothing_is_that_is_open(tmp_path: Path) -> None:
    result = made_up_result(games=6)
    result.save(tmp_path / "run")
    result.save(tmp_path / "run", overwrite=True)
    assert Result.load(tmp_path / "run").players.equals(result.players)
    assert not (tmp_path / "run" / LOCK).exists()


@pytest.mark.usefixtures("windows")
def test_maps_and_reports_take_the_place_of_a_folder_without_replacing_it(tmp_path: Path) -> None:
    europe, empty = ttr.load_map("europe"), tmp_path / "empty"
    empty.mkdir()
    europe.save(empty)
    assert ttr.load_map(empty).digest == europe.digest
    with folders.whole_folder(empty, "the report") as folder:
        (folder / "page.html").touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["empty", "page.html"]


# --- commands ----------------------------------------------------------------------------------------------


def test_a_closed_pipe_is_no_error_on_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def printed(*_: object) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")  # what Windows says there

    monkeypatch.setattr(maps, "list_maps", printed)
    assert (main(["maps"]), capsys.readouterr().err) == (2, "ttr maps: the output: Invalid argument\n")
    monkeypatch.setattr(folders, "WINDOWS", True)
    assert (main(["maps"]), capsys.readouterr().err) == (0, "")


def test_commands_to_copy_are_quoted_as_the_shell_reads_them(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = made_up_result(games=2, lineup=("random", "rush")).manifest
    assert "--strategies random,rush --players 2" in manifest.command()
    monkeypatch.setattr(folders, "WINDOWS", True)
    assert 'ttr simulate usa --strategies "random,rush" --players 2' in manifest.command()


WORDS = {
    "a result": ["results", "check"], "a report": ["report", "usa", "--out"], "notebooks": ["notebooks"],
    "a position": ["advise"], "a log": ["replay", "usa", "--html"],
}  # fmt: skip


def test_only_those_ask_for_a_home_who_say_that_there_is_none() -> None:
    asking = {path for path, source in SOURCES.items() if "expanduser" in source}
    named = ("engine/code_cache.py", "maps/folder.py", "results/folders.py")
    assert asking == {ROOT / "ttr_analysis" / name for name in named}


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS)
def test_a_home_that_nobody_has_is_told_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*words, "~nobody-at-all/x"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[-1].endswith("'~nobody-at-all/x' cannot be found: nobody here has such a home; give the whole path")
