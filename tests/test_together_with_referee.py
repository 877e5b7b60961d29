"""A state machine drives games and the referee's table side by side, on small boards where rare rules are common."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import made_up_maps
import pytest
from fuzz import TIMES, examples
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from small_games import small_map, track

from ttr_analysis.errors import SetupError
from ttr_analysis.maps import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.verbs import IllegalMove
from ttr_analysis.referee import replay
from ttr_analysis.rules import EUROPE, FIRST_JOURNEY, USA
from ttr_analysis.rules.spec import RuleSet

PAIRS = ("A-B", "B-C", "C-D", "D-A", "A-C", "B-D", "D-E", "E-A", "C-E")
COLORS = ("red", "blue")

SHORT = {"hand": (1,), "market": {"slots": (2,), "wild_limit": 2}}
SPARSE: dict[str, dict[str, Any]] = {
    "usual": {},
    "a tiny deck": SHORT | {"card_counts": dict.fromkeys((*COLORS, "locomotive"), 2)},
    "all locomotives": {"card_counts": dict.fromkeys(COLORS, 1) | {"locomotive": 24}},
    "few pieces": {"pieces": {"train": 5}},
    "few of everything": SHORT | {"card_counts": dict.fromkeys(COLORS, 3) | {"locomotive": 1}, "pieces": {"train": 6}},
}
"""Changes of a rule set under which rare rules become common."""


def rules_of(base: RuleSet, changes: dict[str, Any]) -> RuleSet:
    """A rule set with two colours and the changes."""
    cards = tuple(card for card in base.cards if card.color in (*COLORS, "locomotive"))
    return replace(base, cards=cards).replace(**changes)


@st.composite
def boards(draw: st.DrawFn) -> GameMap:
    """Boards of a few tracks, tunnels and ferries among them, with as many tickets as are dealt or few more."""
    if draw(st.integers(0, 4)) == 0:
        return made_up_maps.fifth_map()
    base = draw(st.sampled_from((USA, EUROPE, FIRST_JOURNEY)))
    rules = rules_of(base, SPARSE[draw(st.sampled_from(sorted(SPARSE)))])
    kinds = draw(st.sampled_from((tuple(rules.track_kinds), tuple(rules.track_kinds)[-1:])))
    rows = draw(st.lists(st.sampled_from(PAIRS), min_size=3, max_size=7, unique=True))
    tracks = []
    for cities in ("A-B", "B-C", "C-D", *(pair for pair in rows if pair not in ("A-B", "B-C", "C-D"))):
        kind, length = draw(st.sampled_from(kinds)), draw(st.integers(1, 3))
        color = draw(st.sampled_from((*COLORS, "gray")))
        tracks.append(
            track(cities, color if kind == "rail" else "gray", length, kind, locomotives=int(kind == "ferry"))
        )
    short = replace(rules.tickets, deal=1, keep=1, deal_long=0, draw=min(rules.tickets.draw, 2))
    ends = [(f"{a}-{b}", 1 << i) for i, (a, b) in enumerate(("AC", "BD", "AD", "CA", "DB", "DA"))]
    return small_map(replace(rules, tickets=short), tracks, ends[: draw(st.integers(4, 6))])


@st.composite
def changes(draw: st.DrawFn) -> list[str]:
    """Interventions that most boards allow, none in half of the games."""
    kinds = ("closed: what=A-B; seat={0}", "extra_card: card=locomotive; seat={0}", "skipped_turn: seat={0}; round=2",
             "restricted: habit=no_blind_draws; seat={0}", "restricted: habit=no_face_up_locomotives; seat={0}",
             "owned: what=C-D; seat={0}", "closed: what=B; seat={0}; from_round=3", "gone: what=B-C")  # fmt: skip
    if draw(st.booleans()):
        return []
    return [
        kind.format(draw(st.integers(0, 1))) for kind in draw(st.lists(st.sampled_from(kinds), max_size=3, unique=True))
    ]


class Together(RuleBasedStateMachine):
    """A game, decided at random, and what the referee makes of its log."""

    @initialize(board=boards(), seed=st.integers(0, 2**40), given=changes(), players=st.integers(2, 3))
    def begin(self, board: GameMap, seed: int, given: list[str], players: int) -> None:
        players = min(players, board.rules.players[1])
        try:
            self.game = Game(board, players, seed, interventions=given)
        except SetupError:  # the board has no such track, or the changes exclude each other
            self.game = Game(board, players, seed)
        self.board = self.game.game_map  # without what is gone
        self.given = self.game._live._interventions

    @property
    def going_on(self) -> bool:
        return not self.game.over

    @precondition(lambda self: self.going_on)
    @rule(pick=st.integers(0, 10**6))
    def decide(self, pick: int) -> None:
        actions = self.game.legal_actions()
        assert len(set(actions)) == len(actions) > 0
        self.game.step(actions[pick % len(actions)])

    @precondition(lambda self: self.going_on)
    @rule(pick=st.integers(0, 10**6), aim=st.integers(-1, 8), number=st.integers(-1, 4), cards=st.booleans())
    def forge(self, pick: int, aim: int, number: int, cards: bool) -> None:
        """What is not among the legal actions is refused, and changes nothing."""
        actions = self.game.legal_actions()
        honest = actions[pick % len(actions)]
        forged = replace(honest, target=aim, number=number, cards=honest.cards if cards else ())
        assert self.game.can(forged) == (forged in actions)
        if forged in actions:
            return
        before = self.game.events
        with pytest.raises(IllegalMove):
            self.game.step(forged)
        assert self.game.events == before
        assert self.game.legal_actions() == actions

    @precondition(lambda self: self.going_on)
    @rule(pick=st.integers(0, 10**6))
    def take_back(self, pick: int) -> None:
        """A decision that is taken back leaves the game as it was, and can be made again."""
        before, actions = self.game.events, self.game.legal_actions()
        for _ in range(2):
            self.game.step(actions[pick % len(actions)])
            after = self.game.events
            self.game.undo()
            assert self.game.events == before
        copy = self.game.copy()
        copy.step(actions[pick % len(actions)])
        assert copy.events == after

    @precondition(lambda self: not self.going_on)
    @rule()
    def rest(self) -> None:
        """Nothing is left to decide."""
        assert self.game.legal_actions() == []

    @invariant()
    def the_referee_sees_the_same(self) -> None:
        if not hasattr(self, "game"):
            return
        tables: list[Any] = []
        verdict = replay(
            self.board,
            self.game.players,
            self.game.events,
            interventions=self.given,
            unfinished=True,
            watch=tables.append,
        )
        table, record = tables[-1], self.game._live.game
        for seat, player in enumerate(table.players):
            own = record.private[seat]
            assert +player.hand == Counter({kind: int(n) for kind, n in enumerate(own.hand) if n})
            view = self.game.view(seat)
            names = [each.name for each in self.game.game_map.tracks]
            assert {names[index] for index in player.tracks} == {name for name, of in view.owners.items() if of == seat}
            assert [each.total for each in verdict.seats][seat] == self.game.scores()[seat] or not self.game.over
        market = self.game.view(0).market
        cards = [card.name for card in self.board.rules.cards]
        assert {slot: cards[kind] for slot, kind in table.market.items()} == {
            slot: name for slot, name in enumerate(market) if name is not None
        }

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        self.game.play("random")
        verdict = replay(self.board, self.game.players, self.game.events, interventions=self.given)
        assert list(verdict.scores) == self.game.scores()
        assert tuple(sorted(verdict.winners)) == self.game.winners
        assert (verdict.reason, verdict.turns) == (self.game.end_reason, self.game.turn)
        MET.update(verdict.met)


MET: Counter[str] = Counter()
"""How often the games met rare cases."""

RARE = ("deck_rebuilt", "market_clear_impossible", "ticket_deck_empty")


def test_games_and_the_referee_go_together() -> None:
    run_state_machine_as_test(Together, settings=examples(30, stateful_step_count=20, derandomize=TIMES == 1))
    assert not [case for case in RARE if not MET[case]], MET
