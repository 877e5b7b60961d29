"""Evidence is what everybody saw, and all of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from known_hands import course

from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence
from ttr_analysis.maps import Event, EventKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.game import Game
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.position import Position

MAPS = ("usa", "europe", "rails_sails_world", "first_journey_usa", "switzerland")


def true_cards(game: evidence.Course, seat: int, number: int) -> list[int]:
    dealt = [e.target for e in game.events if e.kind == EventKind.CARD_DEALT and e.seat == seat]
    return dealt[:number]


@pytest.mark.parametrize("name", MAPS)
def test_what_was_seen_and_the_unseen_cards_make_up_each_hand(name: str) -> None:
    game = course(load_map(name), 1)
    seen = evidence.evidence_of(game, 1, 1000)
    cards = true_cards(game, 1, len(seen.card_born))
    assert len(cards) == len(seen.card_born) > 0
    for at, public in enumerate(seen.publics):
        hand = seen.known[at].copy()
        for card, born in zip(cards, seen.card_born, strict=True):
            hand[card] += born <= at
        assert hand.min() >= 0
        assert hand.sum() == public.hand_size[1]
    for at, card, least in seen.needs:
        got = sum(each == card and born <= at for each, born in zip(cards, seen.card_born, strict=True))
        assert got >= least


def otherwise(event: Event, seat: int) -> Event:
    """The same event with another hidden card or ticket."""
    if event.seat == seat and event.kind == EventKind.TICKET_OFFERED:
        return replace(event, target=29 - event.target)
    if event.seat == seat and event.kind == EventKind.CARD_DEALT:
        return replace(event, target=(event.target + 1) % 9)
    if event.seat == seat and event.kind == EventKind.KEEP_TICKETS:
        return replace(event, number={1: 2, 2: 4, 4: 1, 3: 5, 5: 6, 6: 3}.get(event.number, event.number))
    return event


def test_nothing_hidden_is_read() -> None:
    game = course(load_map("usa"), 0)
    changed = game._replace(events=[otherwise(event, 1) for event in game.events])
    assert changed.events != game.events
    one, other = (evidence.evidence_of(each, 1, 30, observer=0) for each in (game, changed))
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_later_turns_are_not_read() -> None:
    game = course(load_map("europe"), 0)
    cut = next(i for i, event in enumerate(game.events) if event.turn >= 20)
    row = sum(place < cut for place in game.places)
    earlier = game._replace(
        events=game.events[:cut], places=game.places[:row], publics=game.publics[: row + 1].view(np.recarray)
    )
    one, other = (evidence.evidence_of(each, 0, 20, observer=1) for each in (game, earlier))
    assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_own_tickets_are_nobody_elses() -> None:
    game = course(load_map("usa"), 2)
    offered = {e.target for e in game.events if e.kind == EventKind.TICKET_OFFERED and e.seat == 0 and e.turn == 0}
    assert offered.isdisjoint(evidence.evidence_of(game, 1, 2, observer=0).tickets.tolist())
    assert len(evidence.evidence_of(game, 1, 2).tickets) == 30


def test_a_game_from_a_position_is_refused() -> None:
    game = Game.from_position("usa", Position(players=2, hands={0: {"red": 3}}))
    game.advance("expert")
    with pytest.raises(SetupError, match="began at a given position"):
        evidence.course_of(game)


def test_a_course_holds_what_the_game_did() -> None:
    played = Game("usa", 2, seed=3).play("ticket_planner")
    game = evidence.course_of(played)
    assert isinstance(game.live, LiveGame)
    assert game.live.events() == played.events
    assert game.publics[-1].over
