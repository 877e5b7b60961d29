"""``monte_carlo``: tries what ``expert`` might do in many imagined continuations of the game.

It uses rollouts of determinizations: the hidden cards and tickets are filled in at random
(:mod:`~ttr_analysis.strategies.shared.determinization`), each candidate is carried out in the same imagined
games, and ``expert`` plays them to the end in every seat. The candidates for a turn are the
action of ``expert``, the tracks that pay most or take most pieces, drawing cards, and drawing
tickets; the candidates for a choice of tickets are the legal subsets. After each third of the
budget, the worse half of the candidates is dropped. The choice of ``expert`` stands unless
another candidate is better by more than the noise.

Averaging over imagined worlds is the information-set search of Long, Sturtevant, Buro and
Furtak ("Understanding the success of perfect information Monte Carlo sampling in game tree
search", AAAI 2010). Halving the candidates comes from Karnin, Koren and Somekh ("Almost optimal
exploration in multi-armed bandits", ICML 2013).
"""

from math import exp, sqrt
from typing import Final, NamedTuple

import numpy as np

from ttr_analysis.engine import codes, legal, moves, payments, play, scoring
from ttr_analysis.engine.compiled import allocating, compiled
from ttr_analysis.engine.decks import SEAT_STREAMS, Log
from ttr_analysis.engine.records import Floats, Ints, Records
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import MEMORY, View
from ttr_analysis.rules.limits import SEATS
from ttr_analysis.strategies.base import decide, strategy
from ttr_analysis.strategies.expert.cards import draw_best
from ttr_analysis.strategies.expert.player import DEPARTED, explain_departing, follow_expert
from ttr_analysis.strategies.expert.weights import WEIGHTS
from ttr_analysis.strategies.shared import copies, equals, planning
from ttr_analysis.strategies.shared.claims import fill_payment, take
from ttr_analysis.strategies.shared.determinization import determinize

ROLLOUTS: Final = len(WEIGHTS)
CAUTION: Final = ROLLOUTS + 1
FIT_TRIES: Final = CAUTION + 1
"""Places of its own weights, which follow those of ``expert``."""
ROUNDS: Final = 3
CANDIDATES: Final = 8
MARGIN: Final = 1.5
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
def add_candidate(actions: Records, count: int, action: ActionRecord) -> int:
    """Add an action unless one with its kind, target and number is there; return the new count."""
    for i in range(count):
        same = actions[i].kind == action.kind and actions[i].target == action.target
        if same and actions[i].number == action.number:
            return count
    if count == CANDIDATES:
        return count
    copies.copy_record(actions[count], action)
    return count + 1


@compiled
def add_subsets(view: View, action: ActionRecord, actions: Records) -> int:
    """Add the expert's subset of the offered tickets, then the others that may be kept; return the new count."""
    count = add_candidate(actions, 0, action)
    for number in range((1 << view.mine.offered_count) - 1, 0, -1):
        if legal.check_keep(view.tables, view.public, view.mine, number) == legal.LEGAL:
            decide(action, codes.KEEP_TICKETS, 0, number)
            count = add_candidate(actions, count, action)
    return count


@compiled
def add_claims(view: View, action: ActionRecord, actions: Records, count: int) -> int:
    """Add up to three claims: most points in the plan, most points outside it, most pieces."""
    tables, public, scratch = view.tables, view.public, view.scratch
    payments.fill_reach(tables, public, view.mine, public.seat, scratch)
    for which in range(3):
        best, most = planning.NO_TRACK, -1
        for i in range(public.open_count):
            track = public.open_tracks[i]
            planned = scratch.plan.role[track] == planning.PLANNED
            if (which == 0 and not planned) or (which == 1 and planned):
                continue
            value = tables.track_points[track] if which < 2 else 100 * tables.track_length[track]
            if equals.is_better(value, most, view.mine.priority.tracks, track, best):
                if payments.can_claim(tables, public, view.mine, public.seat, scratch, track):
                    best, most = track, value
        if best != planning.NO_TRACK:
            decide(action, codes.CLAIM, best, 0)
            count = add_candidate(actions, count, action)
    return count


@compiled
def add_moves(view: View, action: ActionRecord, actions: Records) -> int:
    """Add the expert's action, drawing cards, drawing tickets, and claims; return the new count."""
    count = add_candidate(actions, 0, action)
    if planning.may_draw_cards(view):
        draw_best(view, action)
        count = add_candidate(actions, count, action)
    if planning.may_draw_tickets(view):
        decide(action, codes.DRAW_TICKETS, 0, 0)
        count = add_candidate(actions, count, action)
    return add_claims(view, action, actions, count)


@compiled
def pay_claims(view: View, action: ActionRecord, actions: Records, count: int) -> None:
    """Choose the payments of all claims except the expert's own; ``scratch`` must hold the plan's need."""
    for i in range(1, count):
        if actions[i].kind == codes.CLAIM:
            take(view, actions[i].target, action)
            fill_payment(view, action)
            copies.copy_record(actions[i], action)


@compiled
def add_candidates(view: View, action: ActionRecord, actions: Records) -> int:
    """Add everything worth trying, the expert's ``action`` first; return the number of candidates."""
    if view.public.decision == codes.AT_KEEP:
        return add_subsets(view, action, actions)
    count = add_moves(view, action, actions)
    pay_claims(view, action, actions, count)
    return count


@compiled
def take_candidate(action: ActionRecord, actions: Records, place: int) -> None:
    """Make a candidate the action."""
    copies.copy_record(action, actions[place])


# ---- rollouts ----


@compiled
def lead_value(view: View, scores: Records) -> float:
    """Return a value from 0 to 1: half for the lead, half for winning.

    The lead is the one over the best opponent, on a logistic scale. For a player alone, it is the
    score as a share of the points of all tickets.
    """
    tables, seat = view.tables, view.public.seat
    best, points = -(1 << 20), 0
    for other in range(tables.players):
        if other != seat:
            best = max(best, scores[other].total)
    for ticket in range(tables.tickets):
        points += tables.ticket_points[ticket]
    if tables.players == 1:
        return scores[seat].total / max(1.0, 1.0 * points)
    scale = MARGIN * points / tables.tickets
    lead = max(-30.0, min(30.0, 4.0 * (scores[seat].total - best) / scale))
    return 0.5 / (1.0 + exp(-lead)) + 0.5 * scores[seat].winner


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
    return lead_value(view, space.scores)


@compiled
def keep_better_half(alive: Ints, total: Floats, count: int) -> int:
    """Drop the worse half of the candidates, but never the first; return how many are left."""
    left = 0
    for i in range(count):
        left += alive[i]
    wanted = max(2, (left + 1) // 2)
    while left > wanted:
        worst, least = -1, 1e18
        for i in range(1, count):
            if alive[i] and total[i] < least:
                worst, least = i, total[i]
        alive[worst] = 0
        left -= 1
    return left


@compiled
def determinize_next(view: View, games: Records) -> None:
    """Imagine the first of two games.

    At the first choice of tickets, all players choose again, because what the others kept is not
    known.
    """
    determinize(view, int(view.weights[FIT_TRIES]), games[0])
    if view.public.decision == codes.AT_KEEP and view.public.turn == 0:
        games[0].public.seat = 0


@allocating
def compare(view: View, space: Sandbox, actions: Records, count: int) -> int:
    """Return the candidate that does best in imagined games, or the first one."""
    alive, total = np.ones(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    gain, square, left, samples = np.zeros(CANDIDATES), np.zeros(CANDIDATES), count, 0
    for _ in range(ROUNDS):
        for _ in range(max(1, int(view.weights[ROLLOUTS] / ROUNDS / left))):
            determinize_next(view, space.games)
            base = 0.0
            for i in range(count):
                if alive[i]:
                    value = rollout(view, space, actions, i)
                    base = value if i == 0 else base
                    total[i] += value
                    gain[i] += value - base
                    square[i] += (value - base) ** 2
            samples += 1
        left = keep_better_half(alive, total, count)
    return surest(alive, gain, square, samples, count, view.weights[CAUTION])


@compiled
def surest(alive: Ints, gain: Floats, square: Floats, samples: int, count: int, caution: float) -> int:
    """Return the candidate with the largest significant mean gain over the first; otherwise the first.

    A gain is significant if it is more than ``caution`` standard errors.
    """
    best, most = 0, 0.0
    for i in range(1, count):
        if alive[i] and gain[i] > most:
            error = sqrt(max(0.0, square[i] / samples - (gain[i] / samples) ** 2) / samples)
            if gain[i] / samples > caution * error:
                best, most = i, gain[i]
    return best


@strategy(
    name="monte_carlo",
    idea="Tries what expert might do in many imagined continuations of the game.",
    source="Long, Sturtevant, Buro, Furtak (AAAI 2010); Karnin, Koren, Somekh (ICML 2013)",
    weights={
        **WEIGHTS,
        "rollouts": 60,  # rollouts per decision; with fewer than there are candidates, it plays like expert
        "caution": 2.0,  # standard errors by which another action must be better than expert's
        "fit_tries": 3,  # tickets considered for each one that an opponent is imagined to hold
    },
    quick={"rollouts": 2},
    explain=explain_departing("does better in rollouts than expert's choice"),
)
def choose(view: View, action: ActionRecord) -> None:
    """Ask the expert, then compare its answer with others."""
    public = view.public
    follow_expert(view, action)
    if public.decision == codes.AT_TURN or public.decision == codes.AT_KEEP:
        actions = copies.new_actions(CANDIDATES + 1)
        count, best = add_candidates(view, action, actions), 0
        if 1 < count <= view.weights[ROLLOUTS]:
            memory = np.zeros((SEATS, MEMORY), np.int64)
            space = Sandbox(
                copies.new_games(2), memory, copies.new_scratch(1), copies.new_logs(0), copies.new_scores(SEATS)
            )
            best = compare(view, space, actions, count)
        view.memory[DEPARTED] = min(1, best)
        take_candidate(action, actions, best)
