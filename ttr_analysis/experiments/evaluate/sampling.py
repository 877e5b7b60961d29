"""Roll-outs of one decision, world by world: which actions are still compared, and what they gave so far."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ttr_analysis.experiments.beliefs import likely_worlds
from ttr_analysis.experiments.evaluate import imagining, rollers, rollouts
from ttr_analysis.maps import Action
from ttr_analysis.play import Game
from ttr_analysis.stats import intervals

CHUNK = 8
"""Worlds that are imagined and rolled out at once."""
LOOKS = 12
"""Looks at the roll-outs, at most, after which actions may be dropped: the chance of a wrong drop is shared by all."""

Task = Callable[[], rollers.Values]
Run = Callable[[Sequence[Task]], Iterable[rollers.Values]]
"""Does tasks, perhaps several at once, and returns what they return in their order."""


def by_world(estimate: intervals.Estimate, paired: bool = False) -> intervals.Estimate:
    """Return an estimate of independent values that says that each is of an imagined world, not of a game."""
    kind = "wilson" if estimate.method.startswith("wilson") else "paired t" if paired else "t"
    return replace(estimate, method=f"{kind} by world")


def one_by_one(tasks: Sequence[Task]) -> Iterable[rollers.Values]:
    """Do tasks one after the other."""
    return (task() for task in tasks)


@dataclass
class Sample:
    """The roll-outs of one decision.

    Attributes
    ----------
    game : Game
        At the decision.
    actions : sequence of Action
    players : Players
    worlds : {"suited", "uniform", "posterior"}
    seed : int
    measure : int
        Place of the measure by which actions are compared.
    run : callable
    values : array of float, (worlds, 1 + actions, measures)
        NaN where an action was not rolled out any more; the first row is the player left alone.
    alive : array of int, (1 + actions,)
    """

    game: Game
    actions: Sequence[Action]
    players: rollers.Players
    worlds: imagining.Worlds
    seed: int
    measure: int = rollouts.WIN
    run: Run = one_by_one
    values: rollers.Values = field(init=False)
    alive: rollers.Ints = field(init=False)
    _likely: likely_worlds.LikelyWorlds | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        rows = 1 + len(self.actions)
        self.values, self.alive = np.empty((0, rows, rollouts.MEASURES)), np.ones(rows, np.int64)
        if self.worlds == "posterior":
            self._likely = likely_worlds.LikelyWorlds(self.game, seed=self.seed)

    @property
    def rolled(self) -> int:
        """Number of roll-outs so far; where the player chooses an action anyway, both rows have one in common."""
        return int(np.isfinite(self.values[:, :, 0]).sum() - np.nansum(self.values[:, 1:, rollouts.CHOSEN]))

    def chosen_share(self, place: int) -> float:
        """Return the share of worlds in which the player would choose an action."""
        return float(np.nanmean(self.values[:, 1 + place, rollouts.CHOSEN]))

    def more(self, count: int) -> None:
        """Roll out all that is alive in so many more worlds."""
        first, alive = len(self.values), self.alive.copy()
        end = first + count

        def task(begin: int) -> Task:
            return lambda: self._chunk(begin, min(CHUNK, end - begin), alive)

        made = self.run([task(begin) for begin in range(first, end, CHUNK)])
        self.values = np.concatenate([self.values, *made])

    def _chunk(self, first: int, count: int, alive: rollers.Ints) -> rollers.Values:
        if self._likely is None:
            worlds = imagining.imagine(self.game, self.worlds, self.seed, first, count)
        else:
            worlds = imagining.imagine_likely(self._likely, self.seed, first, count)
        return self.players.roll_out(self.game, worlds, self.actions, alive)

    def means(self) -> rollers.Values:
        """Return the mean of the measure for each action."""
        means: rollers.Values = np.nanmean(self.values[:, 1:, self.measure], axis=0)
        return means

    def best(self) -> int:
        """Return the place of the action with the highest mean among those alive; of equals, that first in words."""
        means = np.where(self.alive[1:] == 1, self.means(), -np.inf)
        equals: list[int] = np.flatnonzero(means >= means.max() - 1e-12).tolist()
        return min(equals, key=lambda place: self.game.describe(self.actions[place]))

    def gaps(self, place: int, best: int) -> rollers.Values:
        """Return how far an action is behind another in each world in which both were rolled out."""
        gap = self.values[:, 1 + best, self.measure] - self.values[:, 1 + place, self.measure]
        return gap[np.isfinite(gap)]

    def adjusted(self, best: int) -> rollers.Values:
        """Return how likely gaps as large as those of each action are by chance (paired t, Holm, all looks)."""
        others = [place for place in range(len(self.actions)) if place != best]
        adjusted = np.ones(len(self.actions))
        if others:
            raw = [intervals.paired_p_value(gap) if len(gap := self.gaps(each, best)) > 1 else 1.0 for each in others]
            adjusted[others] = np.minimum(1.0, LOOKS * intervals.holm(raw))
        return adjusted

    def drop_decided(self, level: float) -> int:
        """Drop the actions that are behind the best beyond chance; return how many are left."""
        best = self.best()
        decided = self.adjusted(best) < level
        self.alive[1:] &= ~decided
        self.alive[1 + best] = 1
        return int(self.alive[1:].sum())

    def keep_better(self, most: int, always: int) -> None:
        """Drop the worse actions until ``most`` are left, but not the one at the place ``always``."""
        measure = rollouts.VALUE if self.measure == rollouts.WIN else self.measure
        means = np.nanmean(self.values[:, 1:, measure], axis=0)
        alive = np.flatnonzero(self.alive[1:]).tolist()
        for place in sorted(alive, key=lambda each: (-means[each], self.game.describe(self.actions[each])))[most:]:
            self.alive[1 + place] = int(place == always)

    def largest_error(self) -> float:
        """Return the largest standard error of the gaps of the actions alive to the best of them."""
        best, errors = self.best(), [0.0]
        for place in np.flatnonzero(self.alive[1:]):
            if place != best and len(gap := self.gaps(int(place), best)) > 1:
                errors.append(float(gap.std(ddof=1) / np.sqrt(len(gap))))
        return max(errors)
