"""Set ``expert`` beside people: ``python tests/write_humans.py`` writes ``docs/humans.md``.

It takes a CPU-minute.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import hypot
from pathlib import Path
from textwrap import fill

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).parent / "support"))  # what test modules share

import people
from pages import table, told
from people import FACTS, by_game, from_spread, spread_of_range

from ttr_analysis.maps import load_map
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.stats.intervals import mean, paired_difference, share_by_game
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.strategies.expert.weights import VERSION_0_1

GAMES, SEED = 4000, 2026
PAGE = Path(__file__).parents[1] / "docs" / "humans.md"
EXPERT = get_strategy("expert")
BEFORE = EXPERT.with_weights(**VERSION_0_1)
GUESSED = "°"
"""Marks intervals of people whose spread is not theirs."""

FORM = """# `expert` beside people

The World Boardgaming Championships 2025 held a play-by-mail tournament on USA with the mega ticket set, 4 players. Its
page sums up the 27 games of the semi-finals and the final. Beside them stand the same facts of four `expert`s, and of
four players with its weights of version 0.1 (`VERSION_0_1` in `strategies/expert/weights.py`), on the same board with
the same tickets: n = {games:,} games each, seed {seed}, made by `python tests/write_humans.py`. Means with 95 %
intervals. The winner is that of each game; where several share the win, their mean counts. How many tickets people keep
is not told.

{facts}

**27 games are few.** Only a difference of some {score_half:.0f} points in the winner's score, or of {turns_half:.1f}
turns, can be told from chance. They were also played by the best of one tournament, by mail, with time for each move.

**Intervals of people.** The page tells no spread, but the range of the winner's score ({score_range}) and of the turns
({turns_range}). The range of 27 normal values is {ranges:.2f} standard deviations on average, so the spread is taken to
be {score_spread:.1f} points and {turns_spread:.1f} turns, and Student's interval goes around the mean. Of simulated
tournaments of 27 games, 95 % have their true mean in such an interval if the values are normal, 94 % if they are as
skewed as a gamma distribution of shape 4 (tested); of tournaments drawn from the scores of winning `expert`s,
{coverage:.0f} %. Each bonus is that of 15 of 27 winners, to all digits told, which gives Wilson's interval. The facts
with the mark {mark} have no range. Their spread is supposed to be {wider:.1f} times that of `expert`'s games, since
people's scores spread {score_wider:.1f} times as wide and their turns {turns_wider:.1f} times: a guess.

## Nearer to people?

{aims}

The change is that from version 0.1, in the same decks. "Neither" is what cannot be told from no change.

## Does it win more?

One `expert` against players with the weights of version 0.1, on the same board with the same tickets, seats rotated,
n = {games:,} games.

{wins}

## How the styles differ

{styles}"""

STYLES = """\
`expert` wins with its tracks, people with their tickets. A winning `expert` keeps {tickets_kept:.1f} tickets and
completes {tickets_made:.1f} of them, where people complete {people_tickets_made}; it draws tickets {ticket_draws:.1f}
times a game, people {people_ticket_draws} times. Its tracks pay {route_points:.0f} points and its tickets
{ticket_points:.0f}, theirs {people_route_points:.0f} and {people_ticket_points:.0f}. Both take about as many turns
({turns:.1f} and {people_turns}), so people make more of each: {people_points_a_turn} points a turn, `expert`
{points_a_turn:.1f}.

`expert` draws tickets only while it expects the next ones to pay for their spaces and turns, and holds its claims back
until the game nears its end. The longest trail of the people's tables is longer ({people_longest_trail:.0f} spaces,
ours {longest_trail:.1f}): that fits tickets strung along one way across the board, of which a further one costs little,
but nothing told of those games proves it. Among `expert`s the winner has the bonus for most tickets more often
({tickets_bonus:.1f} of 15 points on average, people {people_tickets_bonus})."""


def games_of(one: Strategy, others: Strategy, players: int) -> Result:
    """Games of one player among others on the tournament's board, seats rotated."""
    lineup = [one, *[others] * (players - 1)]
    return simulate(load_map("usa", "mega"), lineup, games=GAMES, seed=SEED, progress=False)


def facts(ours: pd.DataFrame, before: pd.DataFrame, factor: float) -> Iterator[str]:
    """People, both players, and how far ``expert`` is from people."""
    for name, fact in FACTS.items():
        theirs, mine = fact.of_people(factor * ours[name].std()), mean(ours[name])
        half = hypot(theirs.half_width, mine.half_width)
        away = mine.value - theirs.value
        mark = "" if fact.ends or fact.bonus else GUESSED
        cells = [f"{told(theirs)}{mark}", told(mean(before[name])), told(mine)]
        yield f"| {fact.words} | {' | '.join(cells)} | {away:+.1f} [{away - half:+.1f}, {away + half:+.1f}]{mark} |"
    kept = (told(mean(games["tickets_kept"])) for games in (before, ours))
    yield f"| tickets that the winner keeps | | {' | '.join(kept)} | |"


def aims(ours: pd.DataFrame, before: pd.DataFrame) -> Iterator[str]:
    """What ought to come nearer to people, and whether it did."""
    for name in ("score", "turns", "tickets_made"):
        goal, old, new = FACTS[name].mean, before[name].mean(), ours[name].mean()
        change = paired_difference(ours[name], before[name])
        verdict = "nearer" if abs(new - goal) < abs(old - goal) else "further away"
        sure = change.low > 0 or change.high < 0
        cells = [f"{goal:.1f}", f"{old:.2f}", f"{new:.2f}", told(change, 2), verdict if sure else "neither"]
        yield f"| {FACTS[name].words} | {' | '.join(cells)} |"


def wins() -> Iterator[str]:
    """The win share of one ``expert`` among players of before."""
    for players in (2, 4):
        table = games_of(EXPERT, BEFORE, players).players
        share = share_by_game(table.loc[table["strategy"] == 0, "win_share"])
        yield f"| {players} | {told(share, 3)} | {1 / players:.3f} |"


def coverage(scores: pd.Series[float], tournaments: int = 10_000) -> float:
    """How often the mean of all scores lies in the interval that the range of 27 of them gives."""
    drawn = np.random.default_rng(SEED).choice(scores.to_numpy(), (tournaments, people.GAMES))
    spreads = spread_of_range(drawn.min(axis=1), drawn.max(axis=1), people.GAMES)
    halves = from_spread(0, 1, people.GAMES).high * spreads
    return float((abs(drawn.mean(axis=1) - scores.mean()) <= halves).mean())


def page() -> str:
    """The whole page."""
    ours, before = (by_game(games_of(each, each, 4)) for each in (EXPERT, BEFORE))
    ranged = {name: fact for name, fact in FACTS.items() if fact.ends}
    factors = {name: fact.spread / ours[name].std() for name, fact in ranged.items()}
    factor = max(factors.values())
    numbers = {"games": GAMES, "seed": SEED, "mark": GUESSED, "wider": factor}
    for name, fact in ranged.items():
        numbers |= {f"{name}_range": "{} to {}".format(*fact.ends), f"{name}_spread": fact.spread}
        numbers |= {f"{name}_half": fact.of_people(0).half_width, f"{name}_wider": factors[name]}
    theirs = {f"people_{name}": fact.mean for name, fact in FACTS.items()}
    return FORM.format(
        **numbers,
        coverage=100 * coverage(ours["score"]),
        ranges=1 / spread_of_range(0, 1, people.GAMES),
        facts=table("; people; version 0.1; `expert`; `expert` less people", facts(ours, before, factor)),
        aims=table("; people; version 0.1; `expert`; change; so it is", aims(ours, before)),
        wins=table("players; wins of the one `expert`; fair share", wins()),
        styles=STYLES.format(**ours.mean(), **theirs),
    )


def filled(text: str) -> str:
    """The text with lines of equal length, but for tables."""
    parts = text.split("\n\n")
    return "\n\n".join(part if part[0] in "#|" else fill(part, 120, break_on_hyphens=False) for part in parts)


if __name__ == "__main__":
    PAGE.write_text(filled(page()) + "\n", encoding="utf-8")
