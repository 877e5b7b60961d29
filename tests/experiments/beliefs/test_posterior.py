"""In the true world, the assumed player makes the moves that were seen."""

from __future__ import annotations

import numpy as np
import pytest
from known_hands import course

from ttr_analysis.errors import StrategyError
from ttr_analysis.experiments.beliefs import evidence, posterior, worlds
from ttr_analysis.maps import EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.strategies.base import strategy


@pytest.mark.parametrize("name", ["usa", "europe", "rails_sails_world", "india"])
def test_expert_agrees_with_itself_in_the_true_world(name: str) -> None:
    """In every decision, given the priorities by which it tells equals apart."""
    game = course(load_map(name), 3)
    seen, player = evidence.evidence_of(game, 0, 1000), posterior.assumed_player("expert")
    truth = posterior.empty_worlds(seen, 1)
    tickets = [e.target for e in game.events if e.kind == EventKind.TICKET_OFFERED and e.seat == 0]
    bits = [e.number for e in game.events if e.kind == EventKind.KEEP_TICKETS and e.seat == 0]
    sizes = [int((seen.offer == offer).sum()) for offer in dict.fromkeys(seen.offer.tolist())]
    truth.tickets[0, : len(tickets)] = tickets
    truth.kept[0] = [number >> i & 1 for number, size in zip(bits, sizes, strict=True) for i in range(size)]
    cards = [e.target for e in game.events if e.kind == EventKind.CARD_DEALT and e.seat == 0]
    truth.cards[0, : len(cards)] = cards
    space, total = posterior.space_for(seen, 1), np.zeros(1)
    truth.mine[0].priority = game.live.game.private[0].priority
    worlds.judge_all(game.live.tables, seen, player, truth, space, total)
    assert space.agrees.all()


def test_chances_add_up_to_the_tickets_held() -> None:
    game = course(load_map("usa"), 0)
    found = posterior.posterior(game, 1, 20, posterior.assumed_player("expert"), observer=0, number=40)
    assert found.chances().sum() == pytest.approx(int(found.seen.publics[-1].tickets_held[1]))
    assert sum(weight for _, weight in found.hands()) == pytest.approx(1)
    assert 1 <= found.effective_worlds <= 40


def test_an_uncompiled_player_is_refused() -> None:
    @strategy("believed_plain", plain=True)
    def choose(view, actions, rng):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return actions[0]

    with pytest.raises(StrategyError, match="compiled"):
        posterior.assumed_player("believed_plain")
