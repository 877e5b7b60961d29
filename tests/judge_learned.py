"""Judge ``learned``: ``python tests/judge_learned.py`` writes the tables of ``docs/learned.md``.

One ``learned`` among players of one kind, each cell with the games that its interval needs, on seeds that no training
used. Rows are kept in ``build/learned_cells.json`` as soon as they are measured, under what the player has learned:
after Ctrl-C, the same command goes on with those that lack. ``--slow`` adds ``monte_carlo`` (half an hour), ``--kept``
measures nothing, ``--settle`` writes into the player's file where it was shown to gain. A second player of another
seed is given as ``--other FILE``.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

import pages

from ttr_analysis.maps import Action, ActionKind, Decision, GameMap, load_map, made_up_board
from ttr_analysis.play.game import Game
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import Estimate, mean, share_by_game
from ttr_analysis.strategies import available_strategies, get_strategy
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.expert.player import DEPARTED
from ttr_analysis.strategies.learned.player_file import SHIPPED, read_player

ROOT = Path(__file__).parents[1]
PAGE, KEPT = ROOT / "docs" / "learned.md", ROOT / "build" / "learned_cells.json"
BOARDS = Path(__file__).parent / "boards"
SEED = 777_001
GAMES, SLOW_GAMES = 4000, 600
UNSEEN = range(16, 31)
WHERE = (
    "With two players. How often: in 200 games. What it is worth: the kind of departure is switched off "
    f"(`learned:draws=0`), and the same {GAMES:,} games are played again (paired by game, Student). The four do not "
    "add up: they need each other."
)
HEAD = "board; players; one; the others; fair share; win share; ; games; games a CPU-second"


@dataclass(frozen=True)
class Cell:
    """How one player does among others."""

    part: str
    board: str
    players: int
    who: str
    others: str
    share: float
    low: float
    high: float
    games: int
    speed: float

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}]"

    @property
    def row(self) -> str:
        """A row of its table."""
        verdict = "above" if self.low > 1 / self.players else "below" if self.high < 1 / self.players else "-"
        cells = [self.board, self.players, self.who, self.others, f"{1 / self.players:.3f}", self, verdict, self.games]
        return "| " + " | ".join(map(str, [*cells, f"{self.speed:,.0f}"])) + " |"


def unseen() -> Iterator[tuple[str, GameMap]]:
    """The boards that it was not trained on."""
    yield "small_city_map", load_map(BOARDS / "small_city_map")
    yield "India", load_map("india")
    nordic = load_map("nordic")
    yield "Nordic Countries", nordic
    yield "First Journey, USA", load_map("first_journey_usa")
    yield "Switzerland", load_map("switzerland")
    for seed in UNSEEN:
        yield f"made_up_{seed}", made_up_board(seed)


def cells(arguments: Namespace) -> Iterator[tuple[str, str, GameMap, int, Strategy, str, int]]:
    """What is to be measured: part, name of the board, board, players, who, the others, games."""
    learned, usa, europe = everywhere(get_strategy("learned")), load_map("usa"), load_map("europe")
    world = load_map("rails_sails_world")
    players = [learned]
    if arguments.other:
        players.append(replace(learned.with_file(arguments.other), name="another seed"))
    for who in players:
        for number in (2, 4):
            yield "against expert", "USA", usa, number, who, "expert", 10_000
    yield "against expert", "Europe", europe, 2, learned, "expert", 10_000
    for name, board in (("USA", usa), ("Europe", europe), ("Rails & Sails, World", world)):
        for number in (3, 4, 5):
            if (name, number) != ("USA", 4):
                yield "among experts", name, board, number, learned, "expert", GAMES
    for name, board in unseen():
        yield "on boards that it was not trained on", name, board, 2, learned, "expert", GAMES
    for name in available_strategies():
        if name not in {"learned", "expert"} and not get_strategy(name).quick:
            yield "against every strategy", "USA", usa, 2, learned, name, GAMES
            yield "against every strategy", "Europe", europe, 2, learned, name, GAMES
    if arguments.slow:
        yield "against `monte_carlo`", "USA", usa, 2, learned, "monte_carlo", SLOW_GAMES
        yield "against `monte_carlo`", "Europe", europe, 2, learned, "monte_carlo", SLOW_GAMES


def everywhere(who: Strategy) -> Strategy:
    """The player as it would play if it departed from ``expert`` on every board."""
    return replace(who, taught=who.taught.everywhere)


def measured(part: str, name: str, board: GameMap, players: int, who: Strategy, others: str, games: int) -> Cell:
    """Play a cell, with seats rotating from game to game."""
    table = [replace(who, name="one"), *[replace(get_strategy(others), name="others")] * (players - 1)]
    simulate(board, table, games=2, seed=SEED, progress=False)  # compile
    began = time.process_time()
    rows = simulate(board, table, games=games, seed=SEED, progress=False).players
    speed = games / (time.process_time() - began)
    found = share_by_game(rows.loc[rows["strategy"] == 0].set_index("game")["win_share"])
    return Cell(part, name, players, who.name, others, found.value, found.low, found.high, games, speed)


def learned_by(who: Strategy) -> str:
    """A digest of what a player has learned."""
    return hashlib.sha256(repr(who.taught.all_numbers).encode()).hexdigest()[:16]


def all_cells(arguments: Namespace) -> Iterator[Cell]:
    """Measure every cell, or take it from those that were kept."""
    kept = {tuple(key): Cell(**cell) for key, cell in json.loads(KEPT.read_text())} if KEPT.exists() else {}
    for part, name, board, players, who, others, games in cells(arguments):
        key = (part, name, players, who.name, others, learned_by(who))
        if key not in kept and not arguments.kept:
            kept[key] = measured(part, name, board, players, who, others, games)
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps([[key, asdict(cell)] for key, cell in kept.items()]))
            sys.stdout.write(kept[key].row + "\n")
            sys.stdout.flush()
        if key in kept:
            yield kept[key]


KINDS = {
    "draws": "draws cards where `expert` does otherwise, or other cards",
    "tickets": "draws tickets where `expert` does not",
    "claims": "makes a claim that `expert` does not make",
    "keeps": "keeps other tickets than `expert`",
}
"""The weights that switch departures off, and what these are."""
DEPARTURES = "kind; of its own turns or choices, %; what it is worth: win share against `expert`, in points"


def kind_of(action: Action) -> str:
    """The weight that switches an action off."""
    kinds = {ActionKind.CLAIM: "claims", ActionKind.DRAW_TICKETS: "tickets", ActionKind.KEEP_TICKETS: "keeps"}
    return kinds.get(action.kind, "draws")


def frequencies(board: str, games: int) -> dict[str, float]:
    """How often it departs from ``expert`` in each way, in games against ``expert``."""
    departed, decisions = dict.fromkeys(KINDS, 0), {True: 0, False: 0}
    for number in range(games):
        game = Game(board, 2, seed=SEED + 1, number=number)
        while not game.over:
            seat, decision = game.player, game.decision
            ours = seat == number % 2 and decision in (Decision.TURN, Decision.KEEP_TICKETS)
            action = game.advance("learned" if seat == number % 2 else "expert")
            if ours:
                decisions[decision == Decision.KEEP_TICKETS] += 1
                departed[kind_of(action)] += int(game._live.memory[seat][DEPARTED])
    return {kind: departed[kind] / decisions[kind == "keeps"] for kind in KINDS}


def worths(board: str, games: int) -> dict[str, Estimate]:
    """What the win share loses when a kind of departure is switched off, in the same games."""
    learned = get_strategy("learned")

    def shares(who: Strategy) -> Any:
        rows = simulate(board, [replace(who, name="one", changed={}), "expert"], games=games, seed=SEED, progress=False)
        return rows.players[rows.players["strategy"] == 0].set_index("game")["win_share"]

    whole = shares(learned)
    return {kind: mean(100 * (whole - shares(learned.with_weights(**{kind: 0})))) for kind in KINDS}


def departures(board: str, games: int) -> str:
    """The table of departures on a board."""
    often, worth = frequencies(board, 200), worths(board, games)
    rows = [f"| {text} | {100 * often[kind]:.1f} | {pages.told(worth[kind])} |" for kind, text in KINDS.items()]
    return pages.table(DEPARTURES, rows)


def tables(found: list[Cell]) -> str:
    """The tables of the page."""
    lines = []
    for part in dict.fromkeys(cell.part for cell in found):
        lines += [f"### {part[0].upper()}{part[1:]}", ""]
        lines += [pages.table(HEAD, (cell.row for cell in found if cell.part == part)), ""]
    lines += ["### Where it departs from `expert`", "", WHERE, ""]
    lines += [f"{name}:\n\n{departures(board, GAMES)}\n" for name, board in (("USA", "usa"), ("Europe", "europe"))]
    return "\n".join(lines)


def settle(found: list[Cell]) -> None:
    """Write into the player's files where it was shown to gain, by interval, on boards that they were made for."""
    maps = {"USA": "usa", "Europe": "europe", "Rails & Sails, World": "rails_sails_world"}
    kinds = {title: load_map(name).kind_digest for title, name in maps.items()}
    better = [
        cell for cell in found if cell.others == "expert" and cell.who == "learned" and cell.low > 1 / cell.players
    ]
    files = {file: read_player(file) for file in SHIPPED.glob("*.json")}
    alone = {made.manifest["kind"] for made in files.values()}  # boards with a file of their own
    for file, made in files.items():
        shown = sorted(
            [kinds[cell.board], cell.players]
            for cell in better
            if cell.board in kinds
            and (kinds[cell.board] if kinds[cell.board] in alone else "") == made.manifest["kind"]
        )
        file.write_text(replace(made, manifest={**made.manifest, "shown": shown}).text, encoding="utf-8")


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--kept", action="store_true")
    parser.add_argument("--other", metavar="FILE")
    parser.add_argument("--settle", action="store_true")
    options = parser.parse_args()
    measured_cells = list(all_cells(options))
    if options.settle:
        settle(measured_cells)
    pages.put_tables(PAGE, tables(measured_cells))
