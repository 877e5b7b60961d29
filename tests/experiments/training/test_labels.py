"""Labels: what a candidate gained is what the same games give when they are played on one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ttr_analysis.engine import codes
from ttr_analysis.experiments.settings import Setting
from ttr_analysis.experiments.training import labels
from ttr_analysis.maps import Action, ActionKind, Decision
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.strategies.base import get_strategy
from ttr_analysis.strategies.learned import features
from ttr_analysis.strategies.taught import UNTAUGHT

LEARNER = get_strategy("learned")
UNTRAINED = replace(LEARNER, taught=UNTAUGHT)


def of_first_turns(monkeypatch: pytest.MonkeyPatch, seed: int) -> labels.Labels:
    """The labels of all turns of a few games of two untrained players."""
    monkeypatch.setattr(labels, "TURNS", 2.0)
    monkeypatch.setattr(labels, "CHOICES", 0.0)
    monkeypatch.setattr(labels, "GAMES", 1)
    setting = Setting(load_map("usa"), 2, UNTRAINED)
    return labels.collect([setting], UNTRAINED, seed, 1, threads=1)


@pytest.mark.long(reason="plays each candidate on, one game at a time")
def test_a_gain_is_that_of_the_games_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every turn in which tickets can be drawn, but are not, that is one of the candidates."""
    found = of_first_turns(monkeypatch, seed=11)
    drawing = features.STATES + features.TICKETS
    rows = found.gain[(found.x[:, drawing] == 1) & (found.decision == codes.AT_TURN)][:, 1]
    game, gains = Game("usa", 2, seed=11), []
    while not game.over and len(gains) < 25:
        if game.decision == Decision.TURN:
            seat, other = game.player, game.copy()
            action, draw = game.copy().advance("expert"), Action(ActionKind.DRAW_TICKETS)
            if action.kind != ActionKind.DRAW_TICKETS and other.can(draw):
                ours = game.copy().play("expert")
                other.step(draw)
                other.play("expert")
                gains.append((seat in other.winners) - (seat in ours.winners))
        game.advance("expert")
    assert len(gains) == 25
    assert rows[:25].tolist() == gains
    assert any(gains)


@pytest.mark.long(reason="plays candidates on, in code that only trainings need compiled")
def test_labels_do_not_depend_on_threads() -> None:
    settings = [Setting(load_map("usa"), 2, get_strategy(name)) for name in ("learned", "expert")]
    one, two = (labels.collect(settings, LEARNER, 5, 1500, threads=threads) for threads in (1, 2))
    assert one.rollouts == two.rollouts >= 1500
    assert np.array_equal(one.x, two.x)
    assert np.array_equal(one.gain, two.gain)
    assert set(one.decision) == {codes.AT_TURN, codes.AT_KEEP}
    assert np.abs(one.gain).max() <= 1


def comparisons(of: labels.Labels) -> int:
    """How many decisions were compared: each took a roll-out more than it has rows."""
    return of.rollouts - len(of.x)


def test_a_lone_learner_is_compared_in_its_own_turns_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """In game 0 it has seat 0; wherever nothing else could be done, there is nothing to compare."""
    monkeypatch.setattr(labels, "GAMES", 1)
    monkeypatch.setattr(labels, "CHOICES", 0.0)
    game, turns = Game("usa", 2, seed=11), [0, 0]
    while not game.over:
        turns[game.player] += game.decision == Decision.TURN
        game.advance("expert")
    alone = Setting(load_map("usa"), 2, get_strategy("expert"))
    monkeypatch.setattr(labels, "TURNS", 1.0)
    own = comparisons(labels.collect([alone], UNTRAINED, 11, 1, threads=1))
    both = comparisons(of_first_turns(monkeypatch, seed=11))
    assert 0.8 * turns[0] < own <= turns[0]
    assert 0.8 * sum(turns) < both <= sum(turns)
