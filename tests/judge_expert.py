"""Look for whoever beats ``expert``: ``python tests/judge_expert.py`` writes ``docs/rivals.md``.

On USA, Europe and the World, with 2 to 5 players, one rival sits among ``expert``s: every strategy but the slow ones,
the best response that a search found, and (:data:`CHANGED`) ``expert`` with each weight halved and doubled. It takes
an hour of CPU time. Rows are kept in ``build/rivals.pickle`` as soon as they are measured: after Ctrl-C, the same
command goes on with those that lack. Names of maps after it measure those maps only, and ``--kept`` none: it writes
what has been measured so far.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from scipy.stats import norm

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

import pages

from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.stats.intervals import holm, mean, share_by_game
from ttr_analysis.strategies import available_strategies, get_strategy
from ttr_analysis.strategies.base import Strategy

MAPS, PLAYERS = ("usa", "europe", "rails_sails_world"), (2, 3, 4, 5)
CHANGED = {"usa": PLAYERS, "europe": (2, 4)}
"""Where single weights are changed, too, with so many players: a game of the World takes five times as long."""
SEED, FRESH_SEED, FRESH_GAMES = 2026, 2027, 20_000
WIDTH, NOTABLE, TOO_MUCH = 0.02, 0.01, 0.02
"""Half-width of an interval; how far above the fair share a rival is played again, and how far it must not stay."""
STEPS = {"hurry": (-0.5, 2.0), "fills": (0, 2), "own_scale": (0.5, 2.0), "most_tickets": (5, 20)}
"""Values instead of half and twice: weights that are whole numbers, a threshold of turns, and a switch.

The switch is as good as on with both its values, so its rows show the luck that all rivals of a column share.
"""
RESPONSES: dict[str, dict[str, float]] = {
    "best response": {
        "space_price": 1.64,
        "turn_price": 3,
        "point_share": 0.745,
        "reserve": 0.12,
        "overtime": 1.37,
        "most_tickets": 6,
        "ticket_floor": 3.76,
        "ticket_space": 0.501,
        "risk_slack": 0.875,
        "risk_width": 7.85,
        "wild_price": 0.81,
        "hurry": -61.4,
        "plan_share": 0.474,
        "fill_floor": 6.76,
        "fill_space": 0.201,
        "fill_slack": 12.4,
        "need_price": 0.306,
        "fills": 1,
        "fill_worth": 0.529,
        "idle_worth": 0.0271,
        "wild_worth": 0.316,
        "short_worth": 0.0079,
        "market_hint": 0.496,
        "clock_pace": 5.87,
        "gather_many": 0.92,
        "gather_one": 0.497,
        "draw_value": 1.39,
        "tunnel_spare": 0.415,
        "burst": 0.815,
        "open_share": 0.187,
        "trail_odds": 4.42,
        "ticket_odds": 0.489,
        "spare_share": 0.479,
        "own_scale": 0.59,
    }
}
"""Weights of ``expert`` that a search found against it."""
ROOT = Path(__file__).parents[1]
PAGE, KEPT = ROOT / "docs" / "rivals.md", ROOT / "build" / "rivals.pickle"


@dataclass(frozen=True)
class Cell:
    """How one rival does among experts."""

    board: str
    players: int
    rival: str
    share: float
    low: float
    high: float
    games: int

    def __str__(self) -> str:
        return f"{self.share:.3f} [{self.low:.3f}, {self.high:.3f}]"

    @property
    def fair(self) -> float:
        """The win share if all are alike."""
        return 1 / self.players

    def chance(self) -> float:
        """The p-value against the fair share, one-sided."""
        error = (self.high - self.low) / (2 * norm.ppf(0.975))
        return float(norm.sf((self.share - self.fair) / error))


def rivals(board: str, players: int) -> Iterator[Strategy]:
    """Whoever may beat ``expert`` on a board with so many players, under a name of its own."""
    expert = get_strategy("expert")
    for name in available_strategies():
        if name != "expert" and not get_strategy(name).quick:
            yield get_strategy(name)
    for weight, value in expert.weights.items() if players in CHANGED.get(board, ()) else ():
        for other in STEPS.get(weight, (value / 2, value * 2)):
            yield expert.with_weights(**{weight: other})
    for name, weights in RESPONSES.items():
        yield replace(expert.with_weights(**weights), name=name, changed={})


def measured(board: str, players: int, rival: Strategy, games: int, seed: int) -> Cell:
    """The win share of one rival among experts, in all seats in turn."""
    others = replace(get_strategy("expert"), name="others", changed={})
    table = [replace(rival, name="one", changed={}), *[others] * (players - 1)]
    rows = simulate(load_map(board), table, games=games, seed=seed, progress=False).players
    found = share_by_game(rows.loc[rows["strategy"] == 0].set_index("game")["win_share"])
    return Cell(board, players, rival.name, found.value, found.low, found.high, games)


def enough(players: int) -> int:
    """The games after which the interval of a fair share is as narrow as asked for."""
    fair = 1 / players
    return int(fair * (1 - fair) * (norm.ppf(0.975) / WIDTH) ** 2) + 1


def kept() -> dict[tuple[str, int, str, int], Cell]:
    """What was measured before."""
    return pickle.loads(KEPT.read_bytes()) if KEPT.exists() else {}


def look(board: str, players: int, rival: Strategy, games: int, seed: int) -> Cell:
    """Measure a cell, or take it from those that were kept."""
    cells, key = kept(), (board, players, rival.name, seed)
    if key not in cells:
        cells[key] = measured(board, players, rival, games, seed)
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_bytes(pickle.dumps(cells))
    return cells[key]


def judge(maps: Sequence[str]) -> tuple[list[Cell], list[Cell]]:
    """All cells, and those played again in other games because a rival did well."""
    cells, again = [], []
    for board, players in product(maps, PLAYERS):
        for rival in rivals(board, players):
            cells.append(cell := look(board, players, rival, enough(players), SEED))
            if cell.share > cell.fair + NOTABLE:
                again.append(look(board, players, rival, FRESH_GAMES, FRESH_SEED))
    return cells, again


def so_far() -> tuple[list[Cell], list[Cell]]:
    """The cells that were kept, and those played again."""
    cells, again = ([cell for key, cell in kept().items() if key[-1] == seed] for seed in (SEED, FRESH_SEED))
    return cells, again


def table(cells: Sequence[Cell]) -> str:
    """A row for each rival, a column for each number of players."""
    heads = [f"{players} players (fair {1 / players:.3f}, n = {enough(players):,})" for players in PLAYERS]
    rows = []
    for name in dict.fromkeys(cell.rival for cell in cells):
        shown = {cell.players: str(cell) for cell in cells if cell.rival == name}
        rows.append(f"| {name} | {' | '.join(shown.get(players, '') for players in PLAYERS)} |")
    return pages.table("; ".join(["rival", *heads]), rows)


def verdict(cells: Sequence[Cell], again: Sequence[Cell]) -> str:
    """What the cells say together."""
    adjusted = holm([cell.chance() for cell in cells])
    proven = [cell for cell, p in zip(cells, adjusted, strict=True) if p < 0.05]
    stay = sum(cell.share > cell.fair + TOO_MUCH for cell in again)
    lines = [
        f"{len(cells):,} cells. Above the fair share, one-sided at 5 %, adjusted by Holm's method over all of them:",
        f"{', '.join(map(where, proven)) or 'none'}.",
        "",
        f"Above it by more than {100 * NOTABLE:.0f} point, and so played again in {FRESH_GAMES:,} other games each",
        f"(seed {FRESH_SEED}): {len(again)} cells. Of these, {stay} stay above it by {100 * TOO_MUCH:.0f} points.",
        "",
    ]
    rows = []
    first = {(cell.board, cell.players, cell.rival): cell for cell in cells}
    for cell in sorted(again, key=lambda cell: cell.fair - cell.share):
        before = first[cell.board, cell.players, cell.rival]
        rows.append(f"| {cell.rival} | {cell.board} | {cell.players} | {cell.fair:.3f} | {before} | {cell} |")
    return "\n".join([*lines, pages.table("rival; map; players; fair; first; again", rows)])


def where(cell: Cell) -> str:
    """A cell in words."""
    return f"{cell.rival} ({cell.board}, {cell.players} players, {cell})"


def worth_of_holding() -> str:
    """How one ``expert`` that holds claims back does among spoilers, beside the same one that never does."""
    lines = []
    for board, players in product(CHANGED, (2, 4)):
        wins = []
        for burst in (get_strategy("expert").weights["burst"], 1e6):
            one = replace(get_strategy("expert").with_weights(burst=burst), name="one", changed={})
            rows = simulate(
                load_map(board), [one, *["spoiler"] * (players - 1)], games=enough(players), seed=SEED, progress=False
            ).players
            wins.append(rows.loc[rows["strategy"] == 0].set_index("game")["win_share"])
        found = [share_by_game(wins[0]), share_by_game(wins[1]), mean(wins[0] - wins[1])]
        lines.append(f"| {board} | {players} | {' | '.join(pages.told(each, 3) for each in found)} |")
    return pages.table("map; players; holds claims back; never does; difference", lines)


def page(cells: Sequence[Cell], again: Sequence[Cell]) -> str:
    """The tables of the page."""
    parts = [
        f"## All together\n\n{verdict(cells, again)}",
        f"## Holding claims back, among spoilers\n\n{worth_of_holding()}",
    ]
    for board in dict.fromkeys(cell.board for cell in cells):
        parts.append(f"## {load_map(board).title}\n\n{table([cell for cell in cells if cell.board == board])}")
    return "\n\n".join(parts)


if __name__ == "__main__":
    found = so_far() if sys.argv[1:] == ["--kept"] else judge(sys.argv[1:] or MAPS)
    pages.put_tables(PAGE, page(*found))
