"""Try the built package as people install it: ``python tests/install_matrix.py [FOLDER] [--only TEXT]``.

FOLDER (``build/release``) holds the wheel and the sdist, which ``make release`` builds. Each is installed into new
environments: on every Python that is found, with the lowest versions that ``pyproject.toml`` allows, those of
``constraints.txt`` and the newest; then where people run it: with an empty cache, offline, with a package folder that
cannot be written to, without a home, as a user without rights. Everywhere the same games must come out. What cannot be
tried on this machine is named as not run. Exit code 1 if something fails. Most of the time goes into compiling: a
minute or two for each environment.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
BIN = "Scripts" if os.name == "nt" else "bin"
NOBODY = 65534
"""Number of the user and group without rights."""
NOWHERE = str(Path(os.devnull) / "home")
"""A home that nobody can create, not even root."""
SECONDS = 1500

TRIAL = """
import hashlib, sys
import ttr_analysis as ttr
assert "site-packages" in ttr.__file__, ttr.__file__
assert [ttr.load_map(name) for name in ttr.available_maps()]
result = ttr.simulate("usa", ["random", "greedy_points"], games=40, seed=1, out=sys.argv[1], progress=False)
players = ttr.Result.load(sys.argv[1]).table("players").drop(columns=["run"])
assert len(ttr.charts.score_parts(result).to_html()) > 1_000_000
print("games", hashlib.sha256(players.to_csv(index=False).encode()).hexdigest()[:12])
"""
"""Loads every map, plays, writes and reads a folder, draws a chart; prints a hash of its games."""


class NotRun(Exception):
    """Something cannot be tried on this machine; the message says why."""


@dataclass
class Matrix:
    """What is tried, where, and what came out.

    Attributes
    ----------
    dist : Path
        Folder with the wheel and the sdist.
    work : Path
        Environments and caches, which stay for the next time.
    games : set of str
        Hashes of the games so far.
    """

    dist: Path
    work: Path
    games: set[str] = field(default_factory=set)

    def install(self, name: str, python: str, package: str, *options: str) -> Path:
        """Install a file that was built into a new environment, and return its Python."""
        folder = self.work / name
        uv("venv", "--clear", "--python", python, str(folder))
        into = ("--python", str(folder / BIN / "python"), "--link-mode", "copy")  # links would lose rights with others
        uv("pip", "install", *into, *options, str(built(self.dist, package)))
        return folder / BIN / "python"

    def try_out(self, python: Path, *, before: Sequence[str] = (), **variables: str | None) -> str:
        """Run the trial from an empty folder that everybody may write to, and return its warnings."""
        place = self.work / "elsewhere"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        place.chmod(0o777)
        asked = {"NUMBA_CACHE_DIR": str(self.work / "cache"), "TTR_MAPS": None, "PYTHONPATH": None, **variables}
        environment = {name: value for name, value in {**os.environ, **asked}.items() if value is not None}
        run([*before, str(python), "-m", "ttr_analysis", "maps"], place, environment)
        done = run([*before, str(python), "-c", TRIAL, str(place / "run")], place, environment)
        self.games.add(done.stdout.split("games ")[-1].strip())
        if len(self.games) > 1:
            raise RuntimeError(f"other games than before: {', '.join(sorted(self.games))}")
        return done.stderr


def run(command: Sequence[str], place: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command; if it fails, raise its last lines."""
    done = subprocess.run(
        command, cwd=place, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)[:200]}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    return done


def uv(*arguments: str) -> str:
    """Run uv, which lies beside this Python or on the path."""
    beside = Path(sys.executable).with_name("uv")
    return run([str(beside) if beside.exists() else "uv", *arguments, "--quiet"], ROOT, dict(os.environ)).stdout


def built(folder: Path, ending: str) -> Path:
    """Return the file with an ending that was built."""
    found = sorted(folder.glob(f"*{ending}"))
    if len(found) != 1:
        raise SystemExit(f"{folder} has {len(found)} files *{ending}; build them anew with 'make release'")
    return found[0].resolve()


def pythons() -> dict[str, str]:
    """Return the Pythons that are found, by version: on the path, then those of pyenv and uv."""
    found = {}
    for version in VERSIONS:
        on_path = [str(Path(folder) / f"python{version}") for folder in os.environ.get("PATH", "").split(os.pathsep)]
        pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        uvs = Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python"))
        others = [*pyenv.glob(f"{version}.*/bin/python"), *uvs.glob(f"cpython-{version}.*/bin/python")]
        for candidate in [*sorted(on_path, key=lambda path: "shims" in path), *map(str, others)]:
            if version_of(candidate) == version:
                found[version] = candidate
                break
    return found


def version_of(python: str) -> str:
    """Return the version of a Python, such as 3.11; nothing if it is none."""
    if not Path(python).is_file():
        return ""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=False).stdout.strip()


def cells(matrix: Matrix, found: dict[str, str]) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the name of each thing to try, and the function that tries it."""
    if not found:
        raise SystemExit(f"none of Python {', '.join(VERSIONS)} is found")
    constrained = ("-c", str(ROOT / "constraints.txt"))
    for version in VERSIONS:
        yield (
            f"Python {version}, wheel, versions of constraints.txt",
            lambda version=version: matrix.try_out(
                matrix.install(version, interpreter(found, version), ".whl", *constrained)
            ),
        )
    lowest, newest = min(found, key=VERSIONS.index), max(found, key=VERSIONS.index)
    yield (
        f"Python {lowest}, wheel, lowest versions allowed",
        lambda: matrix.try_out(with_lowest_versions(matrix, found[lowest])),
    )
    yield (
        f"Python {newest}, sdist, newest versions",
        lambda: matrix.try_out(matrix.install("newest", found[newest], ".tar.gz", "--upgrade")),
    )
    for name, condition in CONDITIONS.items():
        yield (
            f"Python {lowest}, {name}",
            lambda condition=condition: condition(matrix, matrix.work / lowest / BIN / "python"),
        )


def interpreter(found: dict[str, str], version: str) -> str:
    """Return the Python of a version."""
    if version not in found:
        raise NotRun("not found on this machine")
    return found[version]


def with_lowest_versions(matrix: Matrix, python: str) -> Path:
    """Install the lowest versions of what the package names itself, and check that it is those that are there."""
    asked = ROOT / "pyproject.toml"  # what a wheel asks for is not "direct" to uv
    installed = matrix.install("lowest", python, ".whl", "--resolution", "lowest-direct", "-r", str(asked))
    named = tomllib.loads(asked.read_text(encoding="utf-8"))["project"]["dependencies"]
    bounds = dict(each.split(">=") for each in named)
    code = f"from importlib.metadata import version; print(*map(version, {list(bounds)}))"
    there = run([str(installed), "-c", code], matrix.work, dict(os.environ)).stdout.split()
    for (name, bound), version in zip(bounds.items(), there, strict=True):
        if not f"{version}.0.0".startswith(f"{bound}."):
            raise RuntimeError(f"{name} {version} is there, not {bound}")
    return installed


def with_an_empty_cache(matrix: Matrix, python: Path) -> None:
    """Compile everything anew."""
    cache = matrix.work / "empty"
    shutil.rmtree(cache, ignore_errors=True)
    matrix.try_out(python, NUMBA_CACHE_DIR=str(cache))
    if not list(cache.rglob("*.nbc")):
        raise RuntimeError(f"no compiled code was kept in {cache}")


def offline(matrix: Matrix, python: Path) -> None:
    """Run in a name space without a network."""
    alone = ["unshare", "--net"] if is_root() else ["unshare", "--map-root-user", "--net"]
    if not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        raise NotRun("unshare cannot take the network away")
    matrix.try_out(python, before=alone)


def with_a_package_folder_that_is_read_only(matrix: Matrix, python: Path) -> None:
    """Take the right to write from every file of the environment, and run as nobody who could ignore that."""
    folder = python.parents[1]
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    try:
        matrix.try_out(python, before=without_rights(python) if is_root() else [], **own_cache(matrix))
    finally:
        for path in [folder, *folder.rglob("*")]:
            if not path.is_symlink():
                path.chmod(path.stat().st_mode | 0o200)


def without_a_home(matrix: Matrix, python: Path) -> None:
    """Let nothing be kept: everything is compiled at each start, after one warning."""
    told = matrix.try_out(python, HOME=NOWHERE, NUMBA_CACHE_DIR=None, XDG_CACHE_HOME=None)
    if told.count("no writable folder for compiled code") != 1:
        raise RuntimeError(f"not one warning, but: {told}")


def as_a_user_without_rights(matrix: Matrix, python: Path) -> None:
    """Run as a user that owns nothing and has no home; its cache is in a folder that everybody may write to."""
    if not is_root():
        raise NotRun("only root can become another user")
    matrix.try_out(python, before=without_rights(python), HOME=NOWHERE, **own_cache(matrix))


CONDITIONS: dict[str, Callable[[Matrix, Path], None]] = {
    "an empty cache": with_an_empty_cache,
    "offline": offline,
    "a package folder that is read-only": with_a_package_folder_that_is_read_only,
    "a user without rights": as_a_user_without_rights,
    "no home that can be written to, no cache": without_a_home,
}
"""Where people run the package, by name."""


def is_root() -> bool:
    """Return whether this process may do everything."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def without_rights(python: Path) -> list[str]:
    """Return how a command begins that runs as a user without rights."""
    command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    if not shutil.which("setpriv"):
        raise NotRun("there is no setpriv")
    if subprocess.run([*command, str(python), "-c", ""], capture_output=True, check=False).returncode:
        raise NotRun(f"a user without rights cannot start {python.resolve()}")
    return command


def own_cache(matrix: Matrix) -> dict[str, str]:
    """Return the variable that names a cache for everybody, which begins as a copy of what was compiled so far."""
    cache = matrix.work / "everybody"
    shutil.rmtree(cache, ignore_errors=True)
    shutil.copytree(matrix.work / "cache", cache)
    for path in [cache, *cache.rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    return {"NUMBA_CACHE_DIR": str(cache)}


def main() -> int:
    """Try everything, print a line for each, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build/release", help="the wheel and the sdist")
    parser.add_argument("--only", default="", metavar="TEXT", help="try only what has this text in its name")
    parser.add_argument("--work", type=Path, help="folder for environments and caches (default: beside the wheel)")
    arguments = parser.parse_args()
    matrix = Matrix(arguments.folder, (arguments.work or arguments.folder / "matrix").resolve())
    failed = 0
    for name, attempt in cells(matrix, pythons()):
        if arguments.only not in name:
            continue
        begun = time.perf_counter()
        try:
            attempt()
            outcome = "works"
        except NotRun as why:
            outcome = f"NOT RUN: {why}"
        except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
            outcome, failed = f"FAILS: {error}", failed + 1
        print(f"{name}: {outcome} ({time.perf_counter() - begun:.0f} s)", flush=True)  # noqa: T201
    print(f"games {', '.join(sorted(matrix.games)) or 'none'}")  # noqa: T201
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
