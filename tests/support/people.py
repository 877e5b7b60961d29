"""People at their best, and the same facts of games of our own.

The World Boardgaming Championships 2025 held a play-by-mail tournament on USA with the mega ticket set, 4 players. Its
page sums up the 27 games of the semi-finals and the final: means, and the lowest and the highest of two of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import pandas as pd
from scipy.integrate import quad
from scipy.stats import norm, t

from ttr_analysis.results.result import Result
from ttr_analysis.stats.intervals import Estimate, share

GAMES = 27


@dataclass(frozen=True)
class Fact:
    """What was printed of one column of ``by_game``."""

    words: str
    mean: float
    ends: tuple[int, ...] = ()
    """The lowest and the highest of the games, if they were printed."""
    bonus: int = 0
    """What a winner scores or does not, if it is a bonus."""

    @property
    def spread(self) -> float:
        """The standard deviation that the range suggests."""
        low, high = self.ends
        return spread_of_range(low, high, GAMES)

    def of_people(self, guess: float) -> Estimate:
        """The printed mean with an interval; the guess of its spread counts where no range and no bonus tells it."""
        if self.bonus:
            had = share(round(self.mean / self.bonus * GAMES), GAMES)
            return Estimate(*(self.bonus * end for end in (had.value, had.low, had.high)), GAMES, had.method)
        return from_spread(self.mean, self.spread if self.ends else guess, GAMES)


FACTS = {
    "score": Fact("winner's score", 157.1, (120, 233)),
    "route_points": Fact("points of the winner's tracks", 69.8),
    "ticket_points": Fact("points of the winner's tickets, less those failed", 73.4),
    "trail_bonus": Fact("longest-trail bonus of the winner (10 or 0)", 5.6, bonus=10),
    "tickets_bonus": Fact("most-tickets bonus of the winner (15 or 0)", 8.3, bonus=15),
    "tickets_made": Fact("tickets that the winner completes", 6.4),
    "ticket_draws": Fact("the winner's draws of tickets", 1.9),
    "turns": Fact("turns of each player", 35.4, (31, 42)),
    "points_a_turn": Fact("the winner's points a turn", 4.4),
    "most_made": Fact("most tickets completed at the table", 7.4),
    "longest_trail": Fact("longest trail of the table, spaces", 38.0),
}


def by_game(result: Result) -> pd.DataFrame:
    """One row for each game: every fact, and the tickets the winner keeps; winners who share a win count in parts."""
    players = result.players
    won = players[players["win_share"] > 0].groupby("game").mean(numeric_only=True)
    table = players.groupby("game")
    failed = won["failed_cut_off"] + won["failed_unfinished"]
    return pd.DataFrame(
        {
            "score": won["score"],
            "route_points": won["route_points"],
            "ticket_points": won["ticket_points"] + failed,
            "trail_bonus": won["longest_trail_points"],
            "tickets_bonus": won["most_tickets_points"],
            "tickets_made": won["tickets_made"],
            "tickets_kept": won["tickets_kept"],
            "ticket_draws": won["ticket_draws"],
            "turns": table["turns"].mean(),
            "points_a_turn": won["score"] / won["turns"],
            "most_made": table["tickets_made"].max(),
            "longest_trail": table["longest_trail"].max(),
        }
    )


def spread_of_range(low: float, high: float, n: int) -> float:
    """The standard deviation of n values, from the lowest and the highest: as for normal ones."""
    mean_range, _ = quad(lambda x: 1 - norm.cdf(x) ** n - norm.sf(x) ** n, -10, 10)
    return (high - low) / mean_range


def from_spread(mean: float, spread: float, n: int) -> Estimate:
    """A mean of n values with Student's interval at 95 %."""
    half = t.ppf(0.975, n - 1) * spread / sqrt(n)
    return Estimate(mean, mean - half, mean + half, n, "t")
