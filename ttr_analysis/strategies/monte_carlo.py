"""``monte_carlo``: tries what ``expert`` might do in many imagined continuations of the game.

It uses rollouts of determinizations: the hidden cards and tickets are filled in at random
(:mod:`~ttr_analysis.strategies.shared.determinization`), each candidate is carried out in the same imagined
games, and ``expert`` plays them to the end in every seat. The candidates for a turn are the
action of ``expert``, six claims (planned tracks first, then those that pay most), drawing cards,
and drawing tickets; the candidates for a choice of tickets are the legal subsets.

The candidates race in rounds. After each, the worse half is dropped, and with it whatever is not
ahead of the choice of ``expert`` by a standard error. So most races end after a round or two, and
the budget goes to the few candidates that may be better. The choice of ``expert`` stands unless
one is ahead by several standard errors: chances last for many turns, and what looks like one but
is not would be taken sooner or later. For the same reason it tries nothing in most of the turns
in which ``expert`` holds its claims back.

With two players it wins .610 of the games against ``expert`` on USA (95 % interval .540 to .675,
n = 200) and .680 on Europe (.612 to .741, n = 200). A game takes as long as 740 or 940 games of
two experts on USA.

Averaging over imagined worlds is the information-set search of Long, Sturtevant, Buro and
Furtak ("Understanding the success of perfect information Monte Carlo sampling in game tree
search", AAAI 2010). Halving the candidates comes from Karnin, Koren and Somekh ("Almost optimal
exploration in multi-armed bandits", ICML 2013).
"""

from math import exp, sqrt
from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes, moves, play, scoring
from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.decks import SEAT_STREAMS, Log
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import ActionRecord, Tables
from ttr_analysis.engine.view import MEMORY, View
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.expert import candidates
from ttr_analysis.strategies.expert.player import DEPARTED, HELD, explain_departing, follow_expert
from ttr_analysis.strategies.expert.weights import WEIGHTS
from ttr_analysis.strategies.shared import copies
from ttr_analysis.strategies.shared.determinization import determinize

ROLLOUTS: Final = len(WEIGHTS)
CAUTION: Final = ROLLOUTS + 1
FIT_TRIES: Final = CAUTION + 1
"""Places of its own weights, which follow those of ``expert``."""
ROUND: Final = 40
"""Rollouts in a round of the race between candidates."""
REST: Final = 4
"""While claims are held back, it tries actions in one of so many of its turns: chances last, and games are long."""
PROMISING: Final = 1.0
"""Standard errors by which a candidate must be ahead to stay in the race."""
CANDIDATES: Final = 10
CLAIMS: Final = 6
MARGIN: Final = 3.0
"""The lead at which a win is almost certain, as a multiple of the mean points of a ticket."""


class Sandbox(NamedTuple):
    """The space in which rollouts are played."""

    games: Records  # the imagined game, and its copy that is played to the end
    memory: Ints
    scratches: Records
    log: Log
    scores: Records


# ---- candidates ----


@compiled
def add_candidates(view: View, action: ActionRecord, actions: Records) -> int:
    """Add everything worth trying, the expert's ``action`` first; return the number of candidates."""
    if view.public.decision == codes.AT_KEEP:
        return candidates.add_subsets(view, action, actions)
    count = candidates.add_candidate(actions, 0, action)
    count = candidates.add_draws(view, action, actions, count)
    count = candidates.add_claims(view, action, actions, count, CLAIMS)
    candidates.pay_claims(view, action, actions, count)
    return count


@compiled
def take_candidate(action: ActionRecord, actions: Records, place: int) -> None:
    """Make a candidate the action."""
    copies.copy_record(action, actions[place])


# ---- rollouts ----


@compiled
def lead_value(tables: Tables, scores: Records, seat: int) -> float:
    """Return a value from 0 to 1: the lead of a seat over the best opponent, on a logistic scale.

    It tells two actions apart in fewer games than winning does. For a player alone, it is the
    score as a share of the points of all tickets.
    """
    best, points = -(1 << 20), 0
    for other in range(tables.players):
        if other != seat:
            best = max(best, scores[other].total)
    for ticket in range(tables.tickets):
        points += tables.ticket_points[ticket]
    if tables.players == 1:
        return scores[seat].total / max(1.0, 1.0 * points)
    scale = MARGIN * max(points, tables.tickets) / tables.tickets
    lead = max(-30.0, min(30.0, 4.0 * (scores[seat].total - best) / scale))
    return 1.0 / (1.0 + exp(-lead))


@compiled
def rollout(view: View, space: Sandbox, actions: Records, first: int) -> float:
    """Play the second game, a copy of the first, to its end and return its value for the player.

    The player's next action is given; the expert chooses all others. The last of ``actions`` is
    scratch space.
    """
    copies.copy_record(space.games[1], space.games[0])
    game, scratch, action, given = space.games[1], space.scratches[0], actions[CANDIDATES], False
    public = game.public
    play.forget(space.memory)
    while public.over == 0:
        seat = public.seat
        if seat == view.public.seat and not given:
            given = True
            moves.apply_action(view.tables, game, space.log, scratch, actions[first])
            continue
        stream = game.hidden.streams[SEAT_STREAMS + seat]
        theirs = View(view.tables, public, game.private[seat], space.memory[seat], view.weights, scratch, stream)
        follow_expert(theirs, action)
        moves.apply_action(view.tables, game, space.log, scratch, action)
    scoring.score_game(view.tables, game, scratch, space.scores)
    return lead_value(view.tables, space.scores, view.public.seat)


@compiled
def error_of(gain: float, square: float, worlds: int) -> float:
    """Return the standard error of a mean gain."""
    mean = gain / worlds
    return sqrt(max(0.0, square / worlds - mean * mean) / worlds)


@compiled
def best_gain(alive: Ints, gain: Floats, count: int) -> int:
    """Return the candidate with the largest gain over the first one, which is returned if none is left."""
    best = 0
    for i in range(1, count):
        if alive[i] and (best == 0 or gain[i] > gain[best]):
            best = i
    return best


@compiled
def keep_better_half(alive: Ints, gain: Floats, square: Floats, worlds: int, count: int) -> int:
    """Drop the first candidate's worse rivals, and all that are not promising; return how many are left.

    The better half stays in, and of it those that are ahead by more than a standard error.
    """
    left, wanted = 0, 0
    for i in range(1, count):
        left += alive[i]
    wanted = (left + 1) // 2
    while left > 0:
        worst = 0
        for i in range(1, count):
            if alive[i] and (worst == 0 or gain[i] < gain[worst]):
                worst = i
        error = error_of(gain[worst], square[worst], worlds)
        if left <= wanted and gain[worst] / worlds > PROMISING * error:
            break
        alive[worst] = 0
        left -= 1
    return left


@compiled
def rests(view: View) -> bool:
    """Return whether no candidates are tried in this turn."""
    return view.memory[HELD] == 1 and view.public.turn // view.public.players % REST != 0


@compiled
def determinize_next(view: View, games: Records) -> None:
    """Imagine the first of two games.

    At the first choice of tickets, all players choose again, because what the others kept is not
    known. A view does not tell which tickets they have shown either.
    """
    for seat in range(SEATS):
        games[0].private[seat].ticket_count = 0
    determinize(view, True, int(view.weights[FIT_TRIES]), games[0])
    if view.public.decision == codes.AT_KEEP and view.public.turn == 0:
        games[0].public.seat = 0


@allocating
def compare(view: View, space: Sandbox, actions: Records, count: int) -> int:
    """Return the candidate that does best in imagined games, or the first one."""
    alive, gain, square = np.ones(CANDIDATES, np.int64), np.zeros(CANDIDATES), np.zeros(CANDIDATES)
    left, worlds, spent, most = count - 1, 0, 0, int(view.weights[ROLLOUTS])
    while left > 0 and spent < most:
        for _ in range(max(1, min(ROUND, most) // (left + 1))):
            determinize_next(view, space.games)
            base = rollout(view, space, actions, 0)
            for i in range(1, count):
                if alive[i]:
                    more = rollout(view, space, actions, i) - base
                    gain[i] += more
                    square[i] += more * more
            worlds += 1
            spent += left + 1
        left = keep_better_half(alive, gain, square, worlds, count)
    best = best_gain(alive, gain, count)
    if best > 0 and gain[best] / worlds <= view.weights[CAUTION] * error_of(gain[best], square[best], worlds):
        return 0
    return best


@allocating
def try_candidates(view: View, action: ActionRecord) -> None:
    """Replace the expert's answer by a candidate that does better."""
    actions = copies.new_actions(CANDIDATES + 1)
    count, best = add_candidates(view, action, actions), 0
    if 1 < count <= view.weights[ROLLOUTS] and not rests(view):
        memory = np.zeros((SEATS, MEMORY), np.int64)
        space = Sandbox(
            copies.new_games(2), memory, copies.new_scratch(1), copies.new_logs(0), copies.new_scores(SEATS)
        )
        best = compare(view, space, actions, count)
    view.memory[DEPARTED] = min(1, best)
    take_candidate(action, actions, best)


@strategy(
    name="monte_carlo",
    idea="Tries what expert might do in many imagined continuations of the game.",
    source="Long, Sturtevant, Buro, Furtak (AAAI 2010); Karnin, Koren, Somekh (ICML 2013)",
    weights={
        **WEIGHTS,
        "rollouts": 160,  # rollouts after which no other round begins; with fewer than candidates, it plays like expert
        "caution": 2.5,  # standard errors by which another action must be better than expert's
        "fit_tries": 3,  # tickets considered for each one of an opponent, and one more for each track that it owns
    },
    quick={"rollouts": 2},
    explain=explain_departing("does better in rollouts than expert's choice"),
)
def choose(view: View, action: ActionRecord) -> None:
    """Ask the expert, then compare its answer with others."""
    follow_expert(view, action)
    if view.public.decision == codes.AT_TURN or view.public.decision == codes.AT_KEEP:
        try_candidates(view, action)
