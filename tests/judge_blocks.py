"""What blocking gains from knowing tickets: ``python tests/judge_blocks.py --minutes 20`` prints rows of a table.

A blocker plays against ``expert`` on USA, and so does ``expert`` in its place, with the same decks. The blockers are
``blocker`` itself, one who knows the chance of each ticket from :func:`ttr_analysis.experiments.beliefs`, and one who
sees the true tickets: no belief can tell more. Games that were judged are kept in ``build/blocks``. The tables stand
in ``docs/beliefs.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

from pages import table, told

from ttr_analysis.engine.compiled import compiled, entry
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.play import Game
from ttr_analysis.play.deciders import view_of
from ttr_analysis.rules.limits import TICKETS
from ttr_analysis.stats import intervals
from ttr_analysis.strategies import blocker, get_strategy
from ttr_analysis.strategies.expert import player
from ttr_analysis.strategies.shared import pay, planning

KEPT = Path(__file__).parents[1] / "build" / "blocks"
SEED, MAP = 6161, "usa"
CHAINS, EVERY = 16, 6
"""Chains of hands for each belief, which is renewed after so many turns."""
LIKELY = 0.05
"""Tickets believed less than this need nothing."""
EACH = {"expert": 1, "blocker": 1, "true tickets": 1, "beliefs": 10}
"""Who plays, and in one of how many games: beliefs take long."""


@compiled
def fill_needs_by(view: View, chance: Floats) -> None:
    """Fill ``scratch.denied`` with what each route is worth to the other one of two players."""
    tables, other = view.tables, 1 - view.public.seat
    for route in range(tables.routes):
        view.scratch.denied[route] = 0
    planning.fill_route_costs(view, other)
    limit = planning.SPACE * pay.pieces_left(view, other)
    for ticket in range(tables.tickets):
        if chance[ticket] >= LIKELY:
            blocker.add_need_of_ticket(view, ticket, chance[ticket], limit, 0.0)


@entry
def choose(view: View, action: ActionRecord) -> bool:
    """Choose as ``expert``; return whether a block may take the place of the action."""
    player.follow_expert(view, action)
    return blocker.may_block(view, action)


@entry
def block(view: View, action: ActionRecord, chance: Floats, believes: bool) -> None:
    """Block in place of the action if that is worth more, by the chances of tickets or as ``blocker`` does."""
    if believes:
        fill_needs_by(view, chance)
    else:
        blocker.fill_needs(view)
    blocker.follow_blocker(view, action)


class Blocker:
    """A player in a seat, of one of the kinds."""

    def __init__(self, game: Game, seat: int, kind: str, share: float) -> None:
        self._game, self._seat, self._kind = game, seat, kind
        self._weights = get_strategy("blocker").weight_values.copy()
        self._weights[blocker.BLOCK_SHARE] = share
        self._chance, self._until = np.zeros(TICKETS), 0
        self._assumed = posterior.assumed_player("expert")

    def _chances(self) -> Floats:
        """The chance of each ticket that the other player holds it."""
        turn, other = self._game.turn, 1 - self._seat
        if self._kind == "true tickets":
            private = self._game._live.game.private[other]
            self._chance[:] = 0
            self._chance[private.tickets[: private.ticket_count]] = 1
        elif self._kind == "beliefs" and turn >= self._until:
            course = evidence.course_of(self._game)
            found = posterior.posterior(course, other, turn, self._assumed, observer=self._seat, number=CHAINS)
            self._chance, self._until = found.chances(), turn + EVERY
        return self._chance

    def decide(self) -> None:
        """Fill in the action of the player to move: this one, or ``expert``."""
        live = self._game._live
        memory = live.memory[live.seat]
        view = view_of(live.tables[0], live.game, live.scratch[0], memory, self._weights)
        free = choose(view, live.action[0])
        if free and live.seat == self._seat and self._kind != "expert":
            block(view, live.action[0], self._chances(), self._kind != "blocker")


def play(number: int, kind: str, share: float = 0.3) -> tuple[float, float]:
    """The share of a win, and the lead, of one kind of player in a game against ``expert``."""
    game, seat = Game(MAP, 2, seed=SEED, number=number), number % 2
    player_of = Blocker(game, seat, kind, share)
    while not game.over:
        player_of.decide()
        if game._live.step():
            raise RuntimeError(game._live.illegal())
    scores = game.scores()
    return (seat in game.winners) / len(game.winners), float(scores[seat] - scores[1 - seat])


def run(minutes: float) -> None:
    """Play games until the CPU-minutes are spent; those that were played are not played again."""
    KEPT.mkdir(parents=True, exist_ok=True)
    number, begun = 0, time.process_time()
    while time.process_time() - begun < 60 * minutes:
        file = KEPT / f"{MAP}-{number:05d}.json"
        if not file.is_file():
            rows = {kind: play(number, kind) for kind, every in EACH.items() if number % every == 0}
            file.with_suffix(".part").write_text(json.dumps(rows), encoding="utf-8")
            file.with_suffix(".part").rename(file)
        number += 1


def rows() -> Iterator[str]:
    """Rows of a table: how each kind of player did, and how much better than ``expert`` with the same decks."""
    games = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(KEPT.glob(f"{MAP}-*.json"))]
    for kind in list(EACH)[1:]:
        found = np.array([(game[kind], game["expert"]) for game in games if kind in game])
        gains = found[:, 0] - found[:, 1]
        won = told(intervals.mean(100 * found[:, 0, 0]))
        cells = [told(intervals.mean(factor * gains[:, place])) for place, factor in ((0, 100), (1, 1))]
        yield f"| {MAP} | {kind} | {len(found):,} | {won} | {' | '.join(cells)} |".replace("-", "−")


HEAD = "map; needs told by; n games; wins (%); more wins than expert (%); larger lead than expert (points)"

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20)
    run(parser.parse_args().minutes)
    sys.stdout.write(table(HEAD, rows()) + "\n")
