"""What strategies say about their choices: on the same games, in words that name what is planned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ttr_analysis.engine.state import NEVER, ActionRecord, Private, Public, Scratch
from ttr_analysis.engine.tables import tables_for
from ttr_analysis.engine.view import View
from ttr_analysis.maps.actions import ActionKind
from ttr_analysis.maps.events import EventKind
from ttr_analysis.maps.folder import available_maps, load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play import deadline, explanations
from ttr_analysis.play.explanations import ExplainedGame, play_explained
from ttr_analysis.play.simulate import GameFailed, play_logged
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.base import Strategy, decide, strategy
from ttr_analysis.strategies.shared.words import PlanInWords, why

THREE = ("expert", "ticket_planner", "random")


def explained_by(told: ExplainedGame, strategies: Sequence[Any], game: int) -> dict[int, int]:
    """The place in the lineup that made each decision but passes, by the place in the log."""
    count = len(strategies)
    return {
        place: (event.seat + game) % count
        for place, event in enumerate(told.events)
        if event.is_decision and event.kind is not EventKind.PASS
    }


def saying(explain: Any, name: str = "random") -> Strategy:
    """A strategy with another explanation."""
    return replace(get_strategy(name), explain=explain)


@pytest.mark.parametrize("name", available_maps())
def test_an_explained_game_is_the_same_game(name: str) -> None:
    for game in (0, 1):
        told = play_explained(name, THREE, seed=5, game=game)
        assert told.events == play_logged(name, THREE, seed=5, game=game)
        makers = explained_by(told, THREE, game)
        assert set(told.explanations) == {place for place, maker in makers.items() if THREE[maker] != "random"}
        for text in told.explanations.values():
            assert text == text.strip() != ""
            assert "\n" not in text
            assert "failed" not in text
        assert any(text.startswith("plans ") for text in told.explanations.values())


def test_seats_stay_where_they_are_told_to() -> None:
    told = play_explained("usa", THREE, seed=5, game=1, rotate=False)
    assert told.events == play_logged("usa", THREE, seed=5, game=1, rotate=False)
    assert {told.events[place].seat for place in told.explanations} == {0, 1}


def test_a_log_longer_than_its_buffer(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = play_explained("usa", THREE, seed=5)
    monkeypatch.setattr("ttr_analysis.play.live_game._EVENTS_OF_A_DECISION", 8)
    assert play_explained("usa", THREE, seed=5) == expected


def kinds_said(told: ExplainedGame, words: str) -> list[EventKind]:
    """The kinds of the moves whose explanation begins with these words."""
    return [told.events[place].kind for place, text in told.explanations.items() if text.startswith(words)]


@pytest.mark.parametrize(
    ("name", "weights", "words"),
    [
        ("blocker", {"block_floor": 0.0, "least_laid": 0.0, "block_share": 1.0}, "blocks "),
        ("rush", {"lead": -1000.0}, "leads with nothing left to plan"),
    ],
)
def test_what_builds_on_expert_says_when_it_departs(name: str, weights: dict[str, float], words: str) -> None:
    players = [get_strategy(name).with_weights(**weights), "expert"]
    departures: list[EventKind] = []
    for game in range(6, 12):
        told = play_explained("usa", players, seed=5, game=game)
        assert told.events == play_logged("usa", players, seed=5, game=game)
        departures += kinds_said(told, words)
    assert departures
    assert set(departures) == {EventKind.CLAIM}


def test_monte_carlo_says_when_it_departs_from_expert() -> None:
    careless = get_strategy("monte_carlo").with_weights(rollouts=24, caution=0.0)
    told = play_explained("usa", [careless, "random"], seed=5)
    assert told.events == play_logged("usa", [careless, "random"], seed=5)
    assert kinds_said(told, "does better in rollouts")
    follower = get_strategy("monte_carlo").with_weights(rollouts=0)
    assert not kinds_said(play_explained("usa", [follower, "random"], seed=5), "does better in rollouts")


def fails(game_map: GameMap, *records: Any) -> str:
    raise KeyError("what\na pity")


def meddles(game_map: GameMap, view: View, action: Any) -> str:
    """Write wherever it can."""
    view.public.seat, view.public.owner[:], view.mine.hand[:] = 1, 0, 50
    view.memory[:], view.weights[:], view.rng[:], view.scratch.need[:], action.kind = 99, -1.0, 1, 2, 13
    return "meddled"


@pytest.mark.parametrize(
    ("explain", "text"),
    [
        (fails, "the explanation failed: KeyError: 'what\\na pity'"),
        (lambda *records: 7, "the explanation failed: it returned 7, not text"),
        (lambda *records: "two\n  lines", "two lines"),
        (meddles, "meddled"),
    ],
    ids=["raises", "no text", "lines", "meddles"],
)
def test_an_explanation_never_changes_the_game(explain: Any, text: str) -> None:
    players = [saying(explain, "ticket_planner"), "random"]
    told = play_explained("usa", players, seed=5)
    assert told.events == play_logged("usa", ["ticket_planner", "random"], seed=5)
    assert set(told.explanations.values()) == {text}


def test_an_empty_explanation_is_none() -> None:
    assert play_explained("usa", [saying(lambda *records: ""), "random"], seed=5).explanations == {}


def test_a_game_that_fails_is_explained_up_to_there() -> None:
    @strategy(name="stumbles", explain=lambda *records: "because")
    def choose(view: Any, action: Any) -> None:
        decide(action, 8 if view.public.turn == 0 else 2, 0, 3)

    with pytest.raises(GameFailed, match="illegal action CLAIM") as caught:
        play_explained("usa", ["stumbles", "random"], seed=5)
    with pytest.raises(GameFailed) as logged:
        play_logged("usa", ["stumbles", "random"], seed=5)
    assert caught.value.events == logged.value.events
    assert str(caught.value) == str(logged.value)
    (place,) = caught.value.explanations
    assert caught.value.events[place].kind is EventKind.KEEP_TICKETS


# ---- the words ----


@pytest.fixture
def usa() -> GameMap:
    return load_map("usa")


def said(usa: GameMap, kind: ActionKind, target: int, pairs: Sequence[str], decision: int = 2, **plan: Any) -> str:
    """What is said of an action by a player with two tickets, empty board, and a plan of these routes."""
    tables, action = tables_for(usa, 2)[0], ActionRecord.array()[0]
    public, mine = Public.array()[0], Private.array()[0]
    public.decision, action.kind, action.target = decision, kind, target
    public.component[0] = np.arange(public.component.shape[1])
    names = [ticket.name for ticket in usa.tickets]
    mine.ticket_count = 2
    mine.tickets[:2] = names.index("Duluth-El Paso"), names.index("Denver-El Paso")
    mine.done_turn[:] = NEVER
    routes = [int(tables.track_route[track_of(usa, pair)]) for pair in pairs]
    view = View(tables, public, mine, np.zeros(0), np.zeros(0), Scratch.array()[0], np.zeros(0))
    return why(usa, view, action, PlanInWords(routes, **plan))


def track_of(usa: GameMap, pair: str) -> int:
    return next(track.index for track in usa.tracks if "-".join(track.cities) == pair)


def test_a_plan_names_routes_tickets_and_what_is_short(usa: GameMap) -> None:
    pairs = ["Denver-Santa Fe", "El Paso-Santa Fe"]
    assert said(usa, ActionKind.DRAW_BLIND, 0, pairs) == (
        "plans Denver-Santa Fe, El Paso-Santa Fe for Denver-El Paso (4), gives up Duluth-El Paso (10): 4 spaces to lay"
    )
    words = said(
        usa, ActionKind.CLAIM, track_of(usa, "El Paso-Santa Fe"), pairs,
        stakes=[4.0, 3.25], short=2, tickets=-1.5, cards=5.25,
    )  # fmt: skip
    assert words == (
        "in its plan, 3.2 ticket points at stake; plans Denver-Santa Fe (4.0 at stake), El Paso-Santa Fe (3.2) "
        "for Denver-El Paso (4), gives up Duluth-El Paso (10): 4 spaces to lay, cards missing for 2 of them; "
        "drawing tickets is expected to bring -1.5 points and must beat 5.2"
    )


def test_other_choices_in_words(usa: GameMap) -> None:
    pairs = ["Denver-Santa Fe"]
    assert said(usa, ActionKind.CLAIM, track_of(usa, "Denver-Omaha"), pairs).startswith("outside its plan; plans ")
    assert said(usa, ActionKind.DRAW_BLIND, 0, pairs, decision=3, short=2) == (
        "draws for its plan, cards missing for 2 spaces"
    )
    assert said(usa, ActionKind.DRAW_BLIND, 0, pairs, decision=3, short=0) == "draws for its plan, no cards missing"
    assert said(usa, ActionKind.DRAW_BLIND, 0, [], decision=3, short=0) == "draws without a plan"
    assert said(usa, ActionKind.KEEP_TICKETS, 0, pairs, decision=0) == "the plan for these tickets is worth most"
    assert said(usa, ActionKind.DRAW_TICKETS, 0, []) == "has no plan, gives up Duluth-El Paso (10), Denver-El Paso (4)"


def test_only_what_is_not_compiled_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "Deadline", lambda: deadline.Deadline(0.01))
    game_map = load_map("first_journey_usa")
    slow = get_strategy("monte_carlo").with_weights(rollouts=1000)  # takes longer in many a decision
    assert play_explained(game_map, slow, seed=5, game=0, players=2).events == play_logged(
        game_map, slow, seed=5, game=0, players=2
    )

    def endless(view, action):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        while __import__("math").pi > 3:  # an import keeps it uncompiled
            pass

    with pytest.raises(GameFailed, match="a decision took longer than"):
        play_explained(game_map, Strategy("endless", endless), seed=5, game=0, players=2)
