"""A state machine drives games and the referee's table side by side, on small boards where rare rules are common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import FunctionType, MappingProxyType
from typing import Any, ClassVar, NamedTuple

import made_up_maps
import pytest
from code_patterns import replaced
from engine_source import code_of, swapped, syntax_of
from fuzz import TIMES, examples
from hypothesis import Phase
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
from ttr_analysis.maps import Action, ActionKind, Event, EventKind, GameMap
from ttr_analysis.maps.parts import Track
from ttr_analysis.play.game import Game
from ttr_analysis.play.verbs import IllegalMove
from ttr_analysis.referee import RefereeError, moves, replay
from ttr_analysis.referee.table import Table
from ttr_analysis.rules import EUROPE, FIRST_JOURNEY, USA
from ttr_analysis.rules.spec import RuleSet

PAIRS = ("A-B", "B-C", "C-D", "D-A", "A-C", "B-D", "D-E", "E-A", "C-E")
COLORS = ("red", "blue")

PICKS = st.integers(0, 10**6)

SHORT = {"hand": (1,), "market": {"slots": (2,), "wild_limit": 2}}
TINY = SHORT | {"card_counts": dict.fromkeys((*COLORS, "locomotive"), 2)}


class Kind(NamedTuple):
    """Boards of one kind: rule sets, their changes, the kinds of tracks (all if none is named), tickets to spare."""

    bases: tuple[RuleSet, ...] = (USA, EUROPE, FIRST_JOURNEY)
    changes: Mapping[str, Any] = MappingProxyType({})
    tracks: tuple[str, ...] = ()
    spare: int = 3
    double: bool = False
    """Whether each route has two tracks."""
    meets: tuple[str, ...] = ()
    """What games on these boards must meet."""


KINDS = {
    "usual": Kind(changes={"pieces": {"train": 12}}, meets=("ticket_deck_empty",)),
    "a tiny deck": Kind(changes=TINY, meets=("deck_rebuilt", "passes", "one_card_draws")),
    "all locomotives": Kind(
        changes={"card_counts": dict.fromkeys(COLORS, 1) | {"locomotive": 24}, "pieces": {"train": 12}},
        meets=("deck_rebuilt", "market_clear_limit", "market_clear_impossible"),
    ),
    "double routes": Kind(changes={"pieces": {"train": 16}}, double=True),
    "few pieces": Kind(changes={"pieces": {"train": 6}}),
    "one ticket left": Kind(
        (USA, EUROPE, FIRST_JOURNEY), {"pieces": {"train": 8}}, spare=1, meets=("ticket_deck_empty",)
    ),
    "everything a tunnel": Kind(
        (EUROPE,),
        SHORT | {"card_counts": dict.fromkeys(COLORS, 4) | {"locomotive": 3}, "pieces": {"train": 9}},
        ("tunnel",),
        meets=("tunnel_owed_0", "tunnel_owed_1", "tunnel_owed_2", "tunnel_declined", "tunnel_short_of_cards"),
    ),
    "ferries and stations": Kind((EUROPE,), {"pieces": {"train": 8}}, ("ferry",), meets=("stations_built",)),
    "ships": Kind(meets=("harbours_built", "stations_built", "exchanges_of_pieces", "market_clear_limit")),
}
"""Small boards on which rare rules are common."""


def rules_of(base: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """A rule set with two colours and the changes."""
    cards = tuple(card for card in base.cards if card.color in (*COLORS, "locomotive"))
    return replace(base, cards=cards).replace(**changes)


@st.composite
def boards(draw: st.DrawFn, kind: Kind, players: int) -> GameMap:
    """Boards of a few tracks, with as many tickets as are dealt or few more."""
    if kind is KINDS["ships"]:
        return made_up_maps.fifth_map()
    rules = rules_of(draw(st.sampled_from(kind.bases)), kind.changes)
    rows = draw(st.lists(st.sampled_from(PAIRS[3:]), max_size=4 - 3 * kind.double, unique=True))
    tracks: list[Track] = []
    for cities in sorted([*PAIRS[:3], *rows] * (1 + kind.double)):
        of, length = draw(st.sampled_from(kind.tracks or tuple(rules.track_kinds))), draw(st.integers(1, 4))
        color = draw(st.sampled_from((*COLORS, "gray")))
        number = 1 + sum(f"{other.city_a}-{other.city_b}" == cities for other in tracks)
        more = {"locomotives": int(of == "ferry"), "number": number}
        tracks.append(track(cities, color if of == "rail" else "gray", length, of, **more))
    short = replace(rules.tickets, deal=1, keep=1, deal_long=0, draw=min(rules.tickets.draw, 2))
    ends = [(f"{a}-{b}", 1 << i) for i, (a, b) in enumerate(("AC", "BD", "AD", "CA", "DB", "DA"))]
    return small_map(replace(rules, tickets=short), tracks, ends[: players + draw(st.integers(1, kind.spare))])


CHANGES = (
    "closed: what=A-B; seat={0}", "extra_card: card=locomotive; seat={0}", "skipped_turn: seat={0}; round=2",
    "restricted: habit=no_blind_draws; seat={0}", "restricted: habit=no_face_up_locomotives; seat={0}",
    "restricted: habit=one_face_up_card; seat={0}", "restricted: habit=no_tickets; seat={0}",
    "restricted: habit=tracks_at_most; seat={0}; number=2", "restricted: habit=no_claims_before; seat={0}; number=3",
    "owned: what=C-D; seat={0}", "closed: what=B; seat={0}; from_round=3", "gone: what=B-C",
    "first_ticket: ticket=A-C; seat={0}", "kept_ticket: ticket=B-D; seat={0}", "returned_ticket: ticket=A-D; seat={0}",
)  # fmt: skip
"""Interventions that most boards allow."""


def begun(board: GameMap, players: int, seed: int, wanted: Iterable[str]) -> Game:
    """A game with those of the interventions that the board allows, and that do not exclude each other."""
    given: list[str] = []
    for text in wanted:
        with suppress(SetupError):
            Game(board, players, seed, interventions=[*given, text])
            given.append(text)
    return Game(board, players, seed, interventions=given)


USED = {
    ActionKind.DRAW_MARKET: "target", ActionKind.DRAW_BLIND: "target", ActionKind.REFILL: "target",
    ActionKind.CLAIM: "target cards", ActionKind.BUILD_STATION: "target cards",
    ActionKind.BUILD_HARBOUR: "target cards", ActionKind.EXCHANGE_PIECES: "target number",
    ActionKind.KEEP_TICKETS: "number", ActionKind.CHOOSE_PIECES: "number", ActionKind.PAY_TUNNEL: "cards",
}  # fmt: skip
"""What each kind of action says; the referee does not read what else is in an event."""


def forged(game: Game, legal: list[Action], dice: Random, number: int) -> Iterator[Action]:
    """Actions that look legal and often are: of kinds that are possible now and of others, with cards that may pay."""
    for _ in range(number):
        honest = one_of(legal, dice.randrange(10**6))
        any_kind, in_turn = dice.choice(list(ActionKind)), ActionKind(dice.randrange(ActionKind.KEEP_TICKETS))
        kind = dice.choice((honest.kind, honest.kind, ActionKind.CLAIM, in_turn, any_kind))
        target = dice.choice((honest.target, dice.randint(-1, 8), dice.randint(0, 8)))
        paid = payment(game, target, dice)
        fields = {
            "target": target,
            "number": dice.choice((honest.number, dice.randint(-1, 4))),
            "cards": dice.choice((paid, honest.cards or paid)),
        }
        yield Action(kind, **{name: value for name, value in fields.items() if name in USED.get(kind, "")})


def payment(game: Game, target: int, dice: Random) -> tuple[int, ...]:
    """Cards in hand that may pay for a track: as many as its length or few more, of one kind and locomotives."""
    tracks, cards = game.game_map.tracks, game.game_map.rules.cards
    held = [game.view(game.player).hand.get(card.name, 0) for card in cards]
    of_track = target in range(len(tracks)) and game.decision.name == "TURN"
    size = tracks[target].length if of_track else dice.randint(1, 3)
    wild, kind = next(kind for kind, card in enumerate(cards) if card.wild), dice.randrange(len(cards))
    paid = [0] * len(cards)
    paid[kind] = min(held[kind], size - dice.randint(0, min(size, held[wild])))
    paid[wild] += size - paid[kind]
    return tuple(paid)


def one_of(actions: list[Action], pick: int) -> Action:
    """Choose first a kind of action, so that claims, stations and exchanges are as common as draws."""
    kinds = sorted({action.kind for action in actions})
    of_kind = [action for action in actions if action.kind == kinds[pick % len(kinds)]]
    return of_kind[pick // len(kinds) % len(of_kind)]


class Together(RuleBasedStateMachine):
    """A game, decided at random, and what the referee makes of its log."""

    kind: ClassVar[str]
    met: ClassVar[Counter[str]]
    """How often the games met rare cases."""

    @initialize(data=st.data(), players=st.integers(2, 3), seed=st.integers(0, 2**40), changed=st.integers(0, 2))
    def begin(self, data: st.DataObject, players: int, seed: int, changed: int) -> None:
        """Begin a game, and play some of it: most states of most games are far from their beginning."""
        board = data.draw(boards(KINDS[self.kind], players))
        wanted = data.draw(st.lists(st.sampled_from(CHANGES), min_size=1, max_size=4, unique=True)) if changed else []
        players = min(players, board.rules.players[1])
        self.game = begun(
            board, players, seed, [each.format(data.draw(st.integers(0, players - 1))) for each in wanted]
        )
        self.board = self.game.game_map  # without what is gone
        self.given = self.game._live._interventions
        self.decide([dice.randrange(10**6) for dice in [Random(seed)] for _ in range(data.draw(st.integers(0, 40)))])
        self.met["games"] += 1
        self.met["changed games"] += bool(self.given)

    @property
    def going_on(self) -> bool:
        return not self.game.over

    @precondition(lambda self: self.going_on)
    @rule(picks=st.lists(PICKS, min_size=1, max_size=4))
    def choose(self, picks: list[int]) -> None:
        self.decide(picks)

    def decide(self, picks: list[int]) -> None:
        """Decide so often, or until the rare decision about a tunnel is due."""
        for pick in picks:
            if actions := self.game.legal_actions():
                assert len(set(actions)) == len(actions)
                self.game.step(one_of(actions, pick))
                if self.game.decision.name == "TUNNEL":
                    break

    @invariant()
    def what_is_not_legal_is_refused(self) -> None:
        """What the referee would refuse is not legal, and what is not legal is refused and changes nothing."""
        if not hasattr(self, "game") or self.game.over:
            return
        legal, events = self.game.legal_actions(), self.game.events
        for action in forged(self.game, legal, Random(len(events)), 5):
            assert self.game.can(action) == (action in legal) == self.referee_allows(action), action
            for wrong in (action, replace(action, number=-1), replace(action, target=99)):
                if wrong not in legal:
                    with pytest.raises(IllegalMove):
                        self.game.step(wrong)
        assert self.game.events == events
        assert self.game.legal_actions() == legal

    def referee_allows(self, action: Action) -> bool:
        decided = Event(
            self.game.turn, self.game.player, EventKind(action.kind), action.target, action.number, action.cards
        )
        try:
            replay(
                self.board, self.game.players, [*self.game.events, decided], interventions=self.given, unfinished=True
            )
        except RefereeError:
            return False
        return True

    @precondition(lambda self: self.going_on)
    @rule(pick=PICKS)
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
        self.met.update(verdict.met)


def drive(kind: str, games: int, **more: Any) -> Counter[str]:
    """Drive games on boards of a kind; return how often they met rare cases."""
    met = Counter[str]()
    machine = type(f"Together on {kind}", (Together,), {"kind": kind, "met": met})
    run_state_machine_as_test(machine, settings=examples(games, stateful_step_count=12, **more))
    return met


@pytest.mark.parametrize("kind", KINDS)
def test_games_and_the_referee_go_together(kind: str) -> None:
    met = drive(kind, 5, derandomize=TIMES == 1)
    assert not [case for case in KINDS[kind].meets if not met[case]], met
    assert 4 * met["changed games"] > met["games"]


FAULTS: dict[str, tuple[str, FunctionType, str, str]] = {
    "a player owns both tracks of a double route": (
        "double routes", moves.check_open, "claimed = [a for b in c if d]", "claimed = []",
    ),
    "pieces are never short": ("few pieces", moves.check_open, "player.pieces[kind] < track.length", "False"),
    "a tunnel owes half": (
        "everything a tunnel", moves.finish_tunnel, "due = f.owed(a, b, c)", "due = f.owed(a, b, c) // 2",
    ),
    "returned tickets leave the game": ("usual", moves.keep_drawn, "t.returned_tickets += back", "pass"),
    "a second card can always be drawn": ("a tiny deck", moves.draw_on, "card_possible(...)", "True"),
    "the market is reset once more": (
        "all locomotives", Table.refill_market, "a == b.reset_limit", "a > b.reset_limit",
    ),
    "each station costs what the first does": (
        "ferries and stations", moves.build_station, "rules.costs[a]", "rules.costs[0]",
    ),
}  # fmt: skip
"""Faults planted in the referee: the kind of boards that shows each, the function, its form and what stands there."""


@pytest.mark.long(reason="shows that the state machine bites: needed when it changes")
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_on_one_side_is_found(fault: str) -> None:
    kind, function, form, instead = FAULTS[fault]
    code = code_of(function, replaced(syntax_of(function), form, instead))
    with swapped(function, code), pytest.raises((AssertionError, RefereeError)):
        drive(kind, 40, derandomize=True, phases=[Phase.generate], report_multiple_bugs=False)
