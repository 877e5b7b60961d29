"""The best network and its proof.

1. Annealing finds a network (:mod:`~ttr_analysis.exact.optimum.guess`).
2. The networks are split into *cases* by their main tree, the one with the most pieces: it contains
   city r(1); or not r(1) but r(2); and so on. The linear relaxation of a case (less than 0.1 seconds)
   bounds it. Most cases are settled by this step.
3. A network may have more trees. A tree that is not the main tree has at most half of all pieces, and the main tree
   has only the pieces it leaves; relaxations of both bound what they score together
   (:class:`~ttr_analysis.exact.optimum.bounds.TreeBounds`).
4. The remaining cases are searched for a better network by branching on cities
   (:mod:`~ttr_analysis.exact.optimum.branch`), with the bounds of other trees.
5. Where these bounds are too weak, mostly because they count a ticket in both trees, the second tree is searched
   for together with the main one: once for each case that it may belong to.

Ctrl-C ends the search at any step; the result is then what was found and proven so far.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from ttr_analysis._validate import check_seed, check_time_limit, whole_number
from ttr_analysis.exact.optimum.bounds import TreeBounds, trivial_bounds
from ttr_analysis.exact.optimum.branch import solve
from ttr_analysis.exact.optimum.guess import guess
from ttr_analysis.exact.optimum.model import tree_model
from ttr_analysis.exact.optimum.problem import Problem, goals_of, joined_tickets, problem_of, route_points
from ttr_analysis.exact.optimum.records import BestNetwork, Progress
from ttr_analysis.maps import GameMap, takes_map

_RUNS = 12
"""Annealing runs: on the hardest ticket sets (Europe, World) one in four to eight finds the best points known."""

_SIZES_SHARE, _CASES_SHARE = 0.3, 0.5
"""Shares of the time left that the relaxations of other trees, and then the first attempt at the cases, may take."""

OnProgress = Callable[[Progress], None]
"""Called after each step of the search with its progress."""

_Solver = Callable[[TreeBounds, int, float], int]
"""Looks for a better network of a case for some seconds; returns the most that one can score."""


@takes_map
def best_network(
    game_map: GameMap,
    trains: int | None = None,
    *,
    longest_trail_bonus: bool = False,
    time_limit: float = 120.0,
    seed: int = 0,
    on_progress: OnProgress | None = None,
) -> BestNetwork:
    """Find the network with the most points (tracks and completed tickets) for a number of trains.

    The player is alone on the board, has all the cards they need, and holds every ticket of the set; tickets
    that are not completed cost nothing. On maps with two kinds of piece, any mix that the box holds is allowed.
    A tour counts with its in-order points in the bound, and with its true points in the network found.

    Parameters
    ----------
    trains : int, optional
        Pieces in total, 0 or more; if left out, the number the rules give a player.
    longest_trail_bonus : bool
        Add the bonus for the longest trail. For a player alone on the board, any track earns it.
    time_limit : float
        Seconds after which the best network so far is returned, with the bound reached. The guess
        alone takes 2 to 5 seconds with the trains of a game, less with few.
    seed : int
        Seed of the annealing, 0 or more.
    on_progress : function of a Progress, optional
        Called after each step.

    Returns
    -------
    BestNetwork
        Also after Ctrl-C: it is then ``stopped``, and says what was found and proven so far.

    Raises
    ------
    ValueError
        If ``trains``, ``seed`` or ``time_limit`` is negative or not a number, or ``trains`` is more than the box
        holds.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> ttr.optimum.best_network(usa, 6).points
    15
    """
    started = time.monotonic()
    budget = _budget(game_map, trains)
    seed, seconds = check_seed("seed", seed), check_time_limit(time_limit)
    finder = _Finder(game_map, problem_of(game_map, budget), seconds, on_progress)
    stopped = finder.search(seed)
    bonus = game_map.rules.longest_trail_bonus if longest_trail_bonus and finder.tracks else 0
    tickets = joined_tickets(game_map, finder.tracks)
    return BestNetwork(
        tracks=tuple(game_map.tracks[i] for i in finder.tracks),
        tickets=tuple(ticket for ticket, _ in tickets),
        route_points=route_points(game_map, finder.tracks),
        ticket_points=sum(points for _, points in tickets),
        bonus_points=bonus,
        trains=sum(game_map.tracks[i].length for i in finder.tracks),
        budget=budget,
        bound=finder.bound + bonus,
        proven=finder.bound == finder.points,
        seconds=time.monotonic() - started,
        notes=_notes(game_map),
        stopped=stopped,
    )


def _budget(game_map: GameMap, trains: int | None) -> int:
    rules = game_map.rules
    box = sum(piece.supply for piece in rules.pieces)
    if trains is None:
        return rules.pieces_kept or box
    if whole_number("trains", trains) < 0:
        raise ValueError(f"trains must be 0 or more, not {trains}")
    if len(rules.pieces) > 1 and trains > box:
        raise ValueError(f"trains is {trains}, but the box holds {box} pieces")
    return trains


def _notes(game_map: GameMap) -> tuple[str, ...]:
    rules = game_map.rules
    notes = list(game_map.caveats)
    if rules.harbours.number:
        notes.append("harbours are not counted")
    if rules.stations.number:
        notes.append("stations are not counted")
    if len(rules.pieces) > 1:
        notes.append("any mix of pieces that the box holds is allowed; exchanges are not needed and not counted")
    if any(ticket.is_tour for ticket in game_map.tickets):
        notes.append("the bound counts every tour with its in-order points")
    if any(rules.grand_tour_points):
        notes.append("Grand Tours are not counted")
    if rules.tickets.goal:
        notes.append(f"tickets beyond the {rules.tickets.goal} that end the game are counted; bonus tickets are not")
    return tuple(notes)


class _Finder:
    """Holds the best network so far, and the bound on any network."""

    def __init__(self, game_map: GameMap, problem: Problem, time_limit: float, on_progress: OnProgress | None) -> None:
        self.game_map = game_map
        self.problem = problem
        self.started = time.monotonic()
        self.time_limit = time_limit
        self.on_progress = on_progress
        self.points = 0
        self.tracks: tuple[int, ...] = ()
        self.bound = int(trivial_bounds(problem)[-1])

    @property
    def time_left(self) -> float:
        return self.started + self.time_limit - time.monotonic()

    def search(self, seed: int) -> bool:
        """Look for the best network and its proof; return whether Ctrl-C ended the search."""
        try:
            self.guess(seed)
            if self.bound > self.points:
                self.prove()
        except KeyboardInterrupt:
            return True
        return False

    def tell(self, step: str) -> None:
        """Report the progress of the search."""
        if self.on_progress is not None:
            seconds = time.monotonic() - self.started
            self.on_progress(Progress(step, self.points, self.bound, seconds, self.time_limit))

    def offer(self, links: Sequence[int]) -> None:
        """Keep a network if it is better than the best so far."""
        tracks = tuple(sorted(self.problem.links[i].track for i in links))
        points = route_points(self.game_map, tracks)
        points += sum(scored for _, scored in joined_tickets(self.game_map, tracks))
        if points > self.points:
            self.points, self.tracks = points, tracks

    def guess(self, seed: int) -> None:
        """Anneal twice: with tours counted by their points in order, and by their points out of order."""
        for goals in dict.fromkeys((self.problem.goals, goals_of(self.game_map, in_order=False))):
            for run in range(_RUNS):
                self.offer(guess(replace(self.problem, goals=goals), seed, run))
                self.tell("guessing")

    def prove(self) -> None:
        """Lower the bound to the points of the best network, or as far as the time allows."""
        trees = TreeBounds(self.problem)

        def lower(step: str) -> None:
            bounds = [trees.bound(k) for k in range(len(trees.cases))]
            self.bound = min(self.bound, max([self.points, *bounds]))
            self.tell(step)

        if not trees.relax_cases(self._until(1.0), lambda: self.tell("relaxing")):
            return
        trees.relax_sizes(self.points, self._until(_SIZES_SHARE), lambda: lower("relaxing other trees"))
        bounds = [trees.bound(k) for k in range(len(trees.cases))]
        self._solve_cases(trees, bounds, self._until(_CASES_SHARE), self._solve)
        self._solve_cases(trees, bounds, self._until(1.0), self._solve_pairs)

    def _until(self, share: float) -> float:
        return time.monotonic() + share * self.time_left

    def _solve_cases(self, trees: TreeBounds, bounds: list[int], deadline: float, how: _Solver) -> None:
        """Solve the cases that may be better, the easiest first, so that the time they leave goes to the hardest."""
        order = sorted(range(len(bounds)), key=lambda k: bounds[k])
        for k, number in enumerate(order):
            seconds = (deadline - time.monotonic()) / (len(order) - k)
            if bounds[number] > self.points and seconds > 0:
                bounds[number] = min(bounds[number], how(trees, number, seconds))
                self.bound = min(self.bound, max([self.points, *bounds]))
                self.tell(f"solving case {k + 1} of {len(order)}")
        self.bound = min(self.bound, max([self.points, *bounds]))

    def _solve(self, trees: TreeBounds, number: int, seconds: float) -> int:
        """Look for a better network of a case; return the most that one can score.

        Trees besides the main one are not looked for: they score what their tables say.
        """
        return self._look(trees, number, None, trees.harmful(number, self.points), seconds)

    def _solve_pairs(self, trees: TreeBounds, number: int, seconds: float) -> int:
        """Look for a better network of a case with no second tree, or with one of any other case."""
        pairs = [(None, {}), *trees.seconds(number, self.points)]
        deadline = time.monotonic() + seconds
        bound = 0
        for k, (second, further) in enumerate(pairs):
            share = (deadline - time.monotonic()) / (len(pairs) - k)
            bound = max(bound, self._look(trees, number, second, further, share))
        return bound

    def _look(self, trees: TreeBounds, number: int, second: int | None, others: dict[int, int], seconds: float) -> int:
        other = None if second is None else trees.cases[second]
        model = tree_model(self.problem, trees.cases[number], self.problem.budget, second=other, others=others)
        solved = solve(model, self.points, seconds)
        self.offer(solved.links)
        return solved.bound
