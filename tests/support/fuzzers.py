"""Fuzzers: seeded mutants of everything that people give the package, each read as they would have it read.

A mutant is valid, or refused with an error that names its place. Anything else is a finding: another exception, more
than :data:`SECONDS`, or a game that the referee sees otherwise.
"""

from __future__ import annotations

import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import StringIO
from pathlib import Path
from random import Random
from shutil import copytree, rmtree
from typing import NamedTuple

import map_folders
import mutate

import ttr_analysis as ttr
from ttr_analysis.charts.board.layout.make import make_layout
from ttr_analysis.charts.board.layout.record import LAYOUT_FILE, save_layout
from ttr_analysis.cli import main
from ttr_analysis.errors import MapError, TicketToRideError
from ttr_analysis.maps.folder import find_map
from ttr_analysis.play.game import Game
from ttr_analysis.referee import replay
from ttr_analysis.results import Result
from ttr_analysis.results.check import checksum
from ttr_analysis.results.manifest import Manifest
from ttr_analysis.results.reading import MANIFEST, part_file
from ttr_analysis.strategies.base import load_file

SECONDS = 5
"""A mutant that takes so much time of the processor, or twelve times as long while it waits, hangs."""

VALID, REFUSED = "valid", "refused"


class Finding(NamedTuple):
    """A mutant that is neither valid nor refused as it should be: its number, and what happened."""

    kind: str
    number: int
    what: str


class HangError(BaseException):
    """A mutant took too long; no handler of the package catches this."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Stop what takes so much time of the processor, or twelve times as long. Only the main thread can."""

    def stop(*_: object) -> None:
        raise HangError

    before = {number: signal.signal(number, stop) for number in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, 12 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in before.items():
            signal.signal(number, handler)


def fuzz(kind: str, numbers: Sequence[int], folder: Path) -> tuple[Counter[str], list[Finding]]:
    """Try mutants of a kind, and return how many had each outcome, and the findings.

    Parameters
    ----------
    kind : str
        One of :data:`KINDS`.
    numbers : sequence of int
        Seeds of the mutants.
    folder : Path
        An empty folder to work in.
    """
    outcomes: Counter[str] = Counter()
    findings = []
    attempt = KINDS[kind](folder)
    for number in numbers:
        begun = time.process_time()
        try:
            with at_most(2 * SECONDS), redirect_stderr(StringIO()):
                outcome = attempt(Random(f"{kind} {number}"))
        except HangError as hang:
            outcome = f"took more than {2 * SECONDS} s: {hang}"
        except BaseException as error:  # the findings are what a fuzzer is for, SystemExit among them
            outcome = f"{type(error).__name__}: {error}"[:300]
        if (spent := time.process_time() - begun) > SECONDS and outcome in (VALID, REFUSED):
            outcome = f"{outcome} after {spent:.1f} s"
        outcomes[outcome if outcome in (VALID, REFUSED) else "finding"] += 1
        if outcome not in (VALID, REFUSED):
            findings.append(Finding(kind, number, outcome))
    return outcomes, findings


def told(error: TicketToRideError, *places: str) -> str:
    """Return that a mutant was refused, if the message names one of these places in printable words."""
    message = str(error)
    if not any(place in message for place in places):
        return f"refused without its place: {message[:200]}"
    if not all(line.isprintable() for line in message.replace("\t", " ").splitlines()):
        return f"refused in unprintable letters: {message[:200]!r}"
    return REFUSED


REAL = ("first_journey_usa", "india", "switzerland", "rails_sails_great_lakes", "nordic", "europe")
"""Maps in print of which mutants are made besides those of a small one."""

Attempt = Callable[[Random], str]


def map_folder(folder: Path) -> Attempt:
    """Mutants of a small map; on those that can be read, a random game is played and replayed by the referee."""
    place = folder / "map"

    def attempt(random: Random) -> str:
        rmtree(place, ignore_errors=True)
        if random.random() < 0.8:
            map_folders.write(place)
        else:
            copytree(find_map(random.choice(REAL)), place)
        for name in random.choices(list(map_folders.FILES), k=random.choice((1, 1, 2))):
            file = place / name
            if random.random() < 0.05:
                file.write_bytes(mutate.in_bytes(file.read_bytes(), random))
            else:
                file.write_bytes(mutate.in_text(file.read_text(errors="replace"), random).encode(errors="replace"))
        try:
            game_map = ttr.load_map(place)
        except MapError as error:
            return told(error, *map_folders.FILES, str(place))
        return agreed(game_map, random)

    return attempt


def agreed(game_map: ttr.GameMap, random: Random) -> str:
    """Return that engine and referee see a random game alike; a map may be refused for some numbers of players."""
    try:
        least, most = game_map.rules.players
        game = Game(game_map, random.randint(least, most), random.randrange(1000)).play("random")
    except TicketToRideError as error:
        return told(error, "map", "ticket", "players", "rules")
    verdict = replay(game_map, game.players, game.events)
    seen = (list(verdict.scores), tuple(sorted(verdict.winners)), verdict.reason, verdict.turns)
    same = seen == (game.scores(), game.winners, game.end_reason, game.turn)
    return VALID if same else f"the referee sees another game: {seen}"


def layout(folder: Path) -> Attempt:
    """Mutants of ``layout.json``, which is read and drawn."""
    place = map_folders.write(folder / "map")
    save_layout(make_layout(ttr.load_map(place)), place / LAYOUT_FILE)
    text = (place / LAYOUT_FILE).read_text()

    def attempt(random: Random) -> str:
        (place / LAYOUT_FILE).write_text(mutate.in_json(text, random), errors="replace")
        try:
            game_map = ttr.load_map(place)
            ttr.charts.board_figure(game_map)
        except TicketToRideError as error:
            return told(error, LAYOUT_FILE)
        return VALID

    return attempt


def result_folder(folder: Path) -> Attempt:
    """Mutants of the files of a result, which is read and counted."""
    saved, place = folder / "saved", folder / "run"
    ttr.simulate("europe", "random", players=2, games=30, out=saved, progress=False)
    names = sorted(str(path.relative_to(saved)) for path in saved.rglob("*") if path.is_file())

    def attempt(random: Random) -> str:
        rmtree(place, ignore_errors=True)
        copytree(saved, place)
        name = random.choice([*names, *["manifest.json"] * len(names)])
        match random.randrange(6):
            case 0:
                (place / name).unlink()
            case 1:
                (place / name).write_bytes((place / random.choice(names)).read_bytes())
            case _ if name.endswith(".json"):
                (place / name).write_text(mutate.in_json((place / name).read_text(), random), errors="replace")
            case _:
                (place / name).write_bytes(mutate.in_bytes((place / name).read_bytes(), random))
        if random.random() < 0.5:
            _sign(place)
        try:
            result = Result.load(place)
            ttr.stats.win_share_by_seat(result)
            repr(result)
        except TicketToRideError as error:
            return told(error, str(place))
        return VALID

    return attempt


def _sign(folder: Path) -> None:
    """Make checksums and digest fit what was changed, unless the manifest is damaged: only other checks are left."""
    place = folder / MANIFEST
    with suppress(ValueError, OSError):
        manifest = Manifest.model_validate_json(place.read_text())
        sums = [
            {table: checksum(part_file(folder, table, part.number)) for table in manifest.tables}
            for part in manifest.parts
        ]
        parts = [part.model_copy(update={"checksums": each}) for part, each in zip(manifest.parts, sums, strict=True)]
        place.write_text(manifest.model_copy(update={"parts": tuple(parts)}).signed().model_dump_json())


def position_file(folder: Path) -> Attempt:
    """Mutants of a position in a file, from which a game begins and is played to its end."""
    files = []
    for number, (name, steps) in enumerate((("usa", 60), ("europe", 40), ("rails_sails_world", 80))):
        game, choices = Game(name, 3, number), Random(number)
        for _ in range(steps):
            game.step(choices.choice(game.legal_actions()))
        for suffix in (".json", ".toml"):
            path = ttr.play.write_position(game.position(), folder / f"{name}{suffix}", name)
            files.append((path, path.read_text()))

    def attempt(random: Random) -> str:
        path, text = random.choice(files)
        change = mutate.in_json if path.suffix == ".json" else mutate.in_text
        path.write_text(change(text, random), errors="replace")
        try:
            found = ttr.play.read_position(path)
        except TicketToRideError as error:
            return told(error, str(path))
        try:
            game = Game.from_position(found.map or path.stem, found.position)
            game.play("random")
        except TicketToRideError as error:
            return told(error, "")
        return VALID

    return attempt


COMMANDS = (
    "maps", "maps show europe", "maps check usa", "odds draws usa red=3 --market --turns", "odds tunnel europe 3 red",
    "odds hand usa --color red", "odds market europe --taken 2", "odds choice usa --gone red=3", "tickets usa --csv",
    "simulate usa --strategies random --players 2 --games 3 --seed 1 --first-game 2", "strategies --language pl",
    "simulate europe:expanded --strategies random,greedy_points --games 2 --rule longest_trail_bonus=5 --json",
    "replay usa --strategies random --game 3 --until 5 --seed 7", "maps show usa --rule draws=3",
    "percentile usa 100 90 --players 2 --strategy random --games 30", "results check nowhere",
    "tournament usa --strategies random,greedy_points --games 3 --players 2 --seed 3",
    "simulate usa --strategies random --players 2 --games 2 --intervention 'closed: what=Denver-Omaha purple; seat=0'",
)  # fmt: skip
"""Command lines that run soon, from which mutants are made; all but the one that names no folder are valid."""


def mutant_of(words: Sequence[str], random: Random) -> list[str]:
    """Change a command line: one time in four anywhere, else one word after the command, most of which say how much."""
    if len(words) < 3 or random.random() < 0.25:
        return mutate.in_words(words, random)
    changed, at = list(words), random.randrange(2, len(words))
    new = (random.choice(mutate.JUNK), mutate.in_text(changed[at], random).replace("\n", " "), random.choice(SMALL))
    changed[at] = changed[at] if random.random() < 0.1 else random.choice(new)
    return changed


SMALL = ("0", "1", "2", "3", "4", "5", "-1", "1.5", "red", "red=1", "usa", "random", "Denver-Omaha")
"""Words that may be what is wanted in many places."""


def command_line(folder: Path) -> Attempt:
    """Mutants of command lines: they do what they say, or say in a line what is wrong."""
    import shlex

    def attempt(random: Random) -> str:
        return outcome_of(mutant_of(shlex.split(random.choice(COMMANDS)), random))

    return attempt


def outcome_of(words: Sequence[str]) -> str:
    """Return what became of a command line."""
    out, err = StringIO(), StringIO()
    try:
        with redirect_stdout(out), redirect_stderr(err):
            code = main(words)
    except SystemExit as end:
        code = int(end.code or 0)
    except HangError:
        raise HangError(str(words)) from None
    said = err.getvalue()
    if code == 0 or (code == 1 and not said):
        return VALID
    if code not in (1, 2) or "Traceback" in said or not said.startswith("ttr"):
        return f"{words} gave {code}: {said[:200]}"
    return REFUSED if all(line.isprintable() for line in said.split("\n")) else f"{words}: unprintable: {said[:200]!r}"


STRATEGY = '''\
"""Claims when it can."""

import ttr_analysis as ttr
from ttr_analysis.maps import ActionKind


@ttr.strategy("claimer", plain=True, idea="Claims the longest track it can.")
def choose(view, actions, rng):
    claims = [action for action in actions if action.kind == ActionKind.CLAIM]
    if claims and view.hand:
        return max(claims, key=lambda action: action.target)
    return actions[0]
'''


def strategy_file(folder: Path) -> Attempt:
    """Mutants of a file with a strategy, which is loaded and plays a game."""
    usa = ttr.load_map("first_journey_usa")

    def attempt(random: Random) -> str:
        path = folder / f"mine_{random.randrange(10**9)}.py"
        source = STRATEGY.replace("claimer", path.stem)
        path.write_text(mutate.in_text(source, random), errors="replace")
        try:
            names = load_file(path)
        except TicketToRideError as error:
            return told(error, str(path), path.name, "a strategy's name")
        try:
            for name in names or ():
                ttr.simulate(usa, name, players=2, games=1, progress=False)
        except TicketToRideError as error:
            return told(error, path.stem, "claimer", *map(str, names or ()))
        finally:
            path.unlink()
        return VALID

    return attempt


KINDS: dict[str, Callable[[Path], Attempt]] = {
    "map": map_folder,
    "layout": layout,
    "result": result_folder,
    "position": position_file,
    "command": command_line,
    "strategy": strategy_file,
}
"""What is fuzzed: a function of a folder to work in, which returns what to do with each mutant's random numbers."""
