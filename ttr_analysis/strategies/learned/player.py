"""``learned``: departs from ``expert`` where roll-outs taught it that another action brings more.

In each turn, and for each choice of tickets, it lists what else might be done
(:mod:`~ttr_analysis.strategies.expert.candidates`), describes the position, each of these actions and that
of ``expert`` (:mod:`~ttr_analysis.strategies.learned.features`), and lets small regression trees predict how
much more an action brings (:mod:`~ttr_analysis.strategies.learned.trees`). The best one is taken if that is
more than nothing. The shipped player has trees of their own for some boards, and others for the rest; they are
used where they were shown to gain, and elsewhere it plays like ``expert`` (docs/learned.md). The trees come from
games in which candidates were played to the end on the same decks (:mod:`ttr_analysis.experiments.training`).
"""

from pathlib import Path
from typing import Final

import numpy as np

from ttr_analysis.engine import codes
from ttr_analysis.engine.compiled import allocating, compiled, part
from ttr_analysis.engine.records import Floats, Records
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.strategies.base import strategy
from ttr_analysis.strategies.expert import candidates, weights
from ttr_analysis.strategies.expert.player import DEPARTED, follow_expert
from ttr_analysis.strategies.learned import explanation, features, trees
from ttr_analysis.strategies.learned.player_file import read_player, read_shipped
from ttr_analysis.strategies.shared import copies, pay
from ttr_analysis.strategies.taught import Taught

DRAWS: Final = len(weights.WEIGHTS)
TICKETS: Final = DRAWS + 1
CLAIMING: Final = TICKETS + 1
KEEPING: Final = CLAIMING + 1
CAUTION: Final = KEEPING + 1
"""Places of its own weights, which follow those of ``expert``."""
CLAIMS: Final = 4
"""Most claims among the candidates, besides that of ``expert``."""


@part
def add_candidates(view: View, action: ActionRecord, actions: Records) -> int:
    """Add everything worth comparing, the expert's ``action`` first; return the number of candidates."""
    if view.public.decision == codes.AT_KEEP:
        return candidates.add_subsets(view, action, actions)
    count = candidates.add_candidate(actions, 0, action)
    count = candidates.add_draws(view, action, actions, count)
    count = candidates.add_wild(view, action, actions, count)
    count = candidates.add_claims(view, action, actions, count, CLAIMS)
    candidates.pay_claims(view, action, actions, count)
    return count


@part
def describe(view: View, action: ActionRecord, x: Floats, at: int) -> None:
    """Fill in the features of an action."""
    if view.public.decision == codes.AT_KEEP:
        features.fill_keep(view, action, x, at)
    else:
        features.fill_move(view, action, x, at)


@part
def describe_first(view: View, actions: Records, x: Floats) -> int:
    """Fill in the features of the position and of the expert's action; return the place of the other action's."""
    features.fill_state(view, x)
    if view.public.decision == codes.AT_KEEP:
        describe(view, actions[0], x, features.STATES + features.KEEPS)
    else:
        pay.count_ends(view)
        describe(view, actions[0], x, features.STATES + features.MOVES)
    return features.STATES


@compiled
def may_depart(view: View, action: ActionRecord) -> bool:
    """Return whether departing from the expert by an action of this kind is switched on."""
    place = KEEPING if view.public.decision == codes.AT_KEEP else DRAWS
    if action.kind == codes.CLAIM:
        place = CLAIMING
    elif action.kind == codes.DRAW_TICKETS:
        place = TICKETS
    return view.weights[place] > 0.0


@compiled
def best_of(view: View, actions: Records, count: int, x: Floats) -> int:
    """Return the candidate with the largest predicted gain over the expert's action; that one if none has enough."""
    which = trees.kind_at(view)
    if count < 2:
        return 0
    at = describe_first(view, actions, x)
    best, most = 0, view.weights[CAUTION]
    view.memory[explanation.COUNT] = count
    explanation.remember_candidate(view, 0, actions[0], 0.0)
    for i in range(1, count):
        describe(view, actions[i], x, at)
        gain = trees.predict(view.weights, which, x)
        explanation.remember_candidate(view, i, actions[i], gain)
        if gain > most and may_depart(view, actions[i]):
            best, most = i, gain
    return best


@compiled
def find_reasons(view: View, action: ActionRecord, x: Floats, credits: Floats) -> None:
    """Store what speaks for an action that departs from the expert's."""
    which = trees.kind_at(view)
    describe(view, action, x, features.STATES)
    for i in range(credits.shape[0]):
        credits[i] = 0.0
    trees.credit(view.weights, which, x, credits)
    explanation.remember_reasons(view, credits)


@allocating
def depart(view: View, action: ActionRecord) -> None:
    """Replace the expert's action by a better one, if any."""
    actions, x = copies.new_actions(explanation.CANDIDATES + 1), np.zeros(features.FEATURES)
    count = add_candidates(view, action, actions)
    best = best_of(view, actions, count, x)
    view.memory[DEPARTED] = min(1, best)
    if best > 0:
        find_reasons(view, actions[best], x, np.zeros(features.FEATURES))
    copies.copy_record(action, actions[best])


def read_taught(path: Path) -> Taught:
    """Return what the file of a trained player holds."""
    return read_player(path).taught


@strategy(
    name="learned",
    idea="Departs from expert where roll-outs taught it that another action brings more.",
    weights={
        **weights.WEIGHTS,
        "draws": 1,  # 0: never draws cards where expert does otherwise, or other cards
        "tickets": 1,  # 0: never draws tickets where expert does not
        "claims": 1,  # 0: never makes a claim that expert does not make
        "keeps": 1,  # 0: never keeps other tickets than expert
        "caution": 0.0,  # gain that must be exceeded to depart from expert
    },
    explain=explanation.explain,
    taught=read_shipped(),
    opens=read_taught,
)
def choose(view: View, action: ActionRecord) -> None:
    """Ask the expert, then compare its answer with others."""
    follow_expert(view, action)
    view.memory[explanation.COUNT] = 0
    if view.public.decision == codes.AT_TURN or view.public.decision == codes.AT_KEEP:
        if trees.trees_of(view.weights, trees.kind_at(view)) > 0:
            depart(view, action)
