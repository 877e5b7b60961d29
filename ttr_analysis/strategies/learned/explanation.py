"""What ``learned`` expects of each candidate, and why: kept in its memory for explanations in replays."""

from typing import TYPE_CHECKING, Any, Final

from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.records import Floats
from ttr_analysis.engine.state import ActionRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.strategies.expert import player as expert
from ttr_analysis.strategies.learned import features

if TYPE_CHECKING:
    from ttr_analysis.maps.game_map import GameMap

COUNT: Final = 256
FIRST: Final = COUNT + 1
FIELDS: Final = 4
CANDIDATES: Final = 12
"""Most actions that are compared."""
REASON: Final = FIRST + FIELDS * CANDIDATES
REASONS: Final = 3
"""Places in the memory: the number of candidates, the kind, target, number and gain of each, and the features
that speak most for the choice, with what each adds to the gain (gains in parts of :data:`PARTS`)."""
PARTS: Final = 100_000


@compiled
def remember_candidate(view: View, place: int, action: ActionRecord, gain: float) -> None:
    """Store a candidate with its predicted gain."""
    at = FIRST + FIELDS * place
    view.memory[at], view.memory[at + 1], view.memory[at + 2] = action.kind, action.target, action.number
    view.memory[at + 3] = int(PARTS * gain)


@compiled
def remember_reasons(view: View, credits: Floats) -> None:
    """Store the features that add most to the gain; ``credits`` is used up."""
    for i in range(REASONS):
        best = 0
        for j in range(1, credits.shape[0]):
            if credits[j] > credits[best]:
                best = j
        view.memory[REASON + 2 * i], view.memory[REASON + 2 * i + 1] = best, int(PARTS * credits[best])
        credits[best] = 0.0


def explain(game_map: "GameMap", view: View, action: ActionRecord) -> str:
    """Name the candidates with their predicted gains, and the features that speak most for the choice.

    Gains are in hundredths: half of a win, and half of the lead on a logistic scale.
    """
    ours, memory = expert.explain(game_map, view, action), view.memory
    count = int(memory[COUNT])
    if count < 2:
        return ours
    gains = [_candidate(game_map, view, place) for place in range(count)]
    listed = ", ".join(f"{name} {100 * gain:+.1f}" for name, gain in sorted(gains[1:], key=lambda each: -each[1]))
    text = f"predicted gains over expert's choice ({gains[0][0]}), in hundredths: {listed}"
    if memory[expert.DEPARTED]:
        text = f"departs from expert because of {_reasons(view)}; {text}"
    return f"{text}; {ours}"


def _candidate(game_map: "GameMap", view: View, place: int) -> tuple[str, float]:
    kind, target, number, gain = view.memory[FIRST + FIELDS * place : FIRST + FIELDS * (place + 1)].tolist()
    return _name(game_map, view, ActionKind(kind), target, number), gain / PARTS


def _name(game_map: "GameMap", view: View, kind: ActionKind, target: int, number: int) -> str:
    """Return a candidate in a few words."""
    if kind is ActionKind.CLAIM:
        return str(game_map.tracks[target].name)
    if kind is ActionKind.KEEP_TICKETS:
        mine: Any = view.mine
        kept = [game_map.tickets[mine.offered[i]].name for i in range(mine.offered_count) if number >> i & 1]
        return " and ".join(kept)
    if kind is ActionKind.DRAW_MARKET:
        card = int(view.public.market[target])
        return f"drawing {game_map.rules.cards[card].name}" if card >= 0 else "drawing from the market"
    words = {ActionKind.DRAW_BLIND: "drawing from the deck", ActionKind.DRAW_TICKETS: "drawing tickets"}
    return words.get(kind, kind.name.lower().replace("_", " "))


def _reasons(view: View) -> str:
    """Return the features that speak most for the choice."""
    keeps = int(view.memory[FIRST]) == ActionKind.KEEP_TICKETS
    names = [*features.STATE.values(), *_twice(features.KEEP if keeps else features.MOVE)]
    places = view.memory[REASON : REASON + 2 * REASONS].reshape(REASONS, 2).tolist()
    return ", ".join(f"{names[place]} ({100 * gain / PARTS:+.1f})" for place, gain in places if gain > 0)


def _twice(meanings: Any) -> list[str]:
    """Return the features of the choice, and the same of expert's choice."""
    return [*meanings.values(), *(f"in expert's choice: {meaning}" for meaning in meanings.values())]
