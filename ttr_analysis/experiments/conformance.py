"""Checks that every strategy must pass on every map, built-in or written by a user.

Whole games are played twice and judged by the referee, and once on the same map with its rows in
another order, which must change nothing. At some decisions, spread over the
game, the strategy is asked again: with the cards and tickets it does not see exchanged, with
other numbers in the scratch space, and as plain Python. It must make the same choice each time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ttr_analysis import maps
from ttr_analysis._validate import whole_number
from ttr_analysis.engine.decks import SEAT_STREAMS
from ttr_analysis.engine.state import ActionRecord, Scratch
from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps import ActionKind, Event, EventKind, GameMap, as_map, available_maps
from ttr_analysis.play.deciders import interpreted, quickened
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.simulate import GameFailed, play_logged, prepare
from ttr_analysis.referee import RefereeError, replay
from ttr_analysis.strategies.base import Strategy, get_strategy

DECISIONS = 4
"""Number of decisions of a game that are asked again, besides the first one of the set-up."""


@dataclass(frozen=True)
class Conformance:
    """What the check of a strategy found on a map with a number of players.

    Attributes
    ----------
    strategy, map : str
    players, games : int
    faults : tuple of str
        What is wrong; empty if nothing is.
    kinds : frozenset of ActionKind
        The kinds of move that the strategy made.

    Examples
    --------
    >>> checked = ttr.experiments.check_strategy(["usa"], "random", players=[2])
    >>> next(checked).faults
    ()
    """

    strategy: str
    map: str
    players: int
    games: int
    faults: tuple[str, ...]
    kinds: frozenset[ActionKind]

    def __str__(self) -> str:
        kinds = ", ".join(sorted(kind.name.lower().replace("_", " ") for kind in self.kinds))
        found = "; ".join(self.faults) or f"no faults; moves: {kinds}"
        return f"{self.map:<26}{self.players} players  {self.games} games  {found}"


def check_strategy(
    game_maps: Sequence[str | Path | GameMap],
    strategy: str | Strategy,
    *,
    players: Sequence[int] = (),
    games: int = 2,
    seed: int = 1,
) -> Iterator[Conformance]:
    """Check a strategy on each map with each number of players.

    Parameters
    ----------
    game_maps : sequence of str, Path or GameMap
        If empty, all maps that come with the package.
    strategy : str or Strategy
        Plays all seats.
    players : sequence of int, optional
        If left out, all numbers that a map's rules allow. Numbers that they do not allow are skipped.
    games : int, optional
    seed : int, optional

    Yields
    ------
    Conformance

    Raises
    ------
    StrategyError
        If there is no such strategy.
    SetupError
        If the number of games is below 1, or no map allows any of these numbers of players.

    Examples
    --------
    >>> [each.players for each in ttr.experiments.check_strategy(["usa"], "random", players=[2, 3])]
    [2, 3]
    """
    if whole_number("the number of games", games) < 1:
        raise SetupError(f"the number of games must be at least 1, not {games}")
    checked = get_strategy(strategy)
    loaded = [as_map(each) for each in game_maps or available_maps()]
    allowed = [(game_map, range(game_map.rules.players[0], game_map.rules.players[1] + 1)) for game_map in loaded]
    tables = [
        (game_map, number) for game_map, numbers in allowed for number in numbers if not players or number in players
    ]
    if not tables:
        wanted = " or ".join(map(str, players))
        raise SetupError(f"none of the chosen maps allows {wanted} players, so there is nothing to check")
    for game_map, number in tables:
        yield _check(game_map, checked, number, games, seed)


def _check(game_map: GameMap, strategy: Strategy, players: int, games: int, seed: int) -> Conformance:
    faults: dict[str, None] = {}
    kinds: set[ActionKind] = set()
    for game in range(games):
        try:
            events = play_logged(game_map, strategy, players=players, game=game, seed=seed)
            replay(game_map, players, events)
        except (GameFailed, RefereeError) as error:
            faults[str(error)] = None
            break
        kinds |= _kinds(events)
        if events != play_logged(game_map, strategy, players=players, game=game, seed=seed):
            faults[f"game {game} of seed {seed} is different when it is played again"] = None
    if not faults and not _same_in_other_order(game_map, strategy, players, seed):
        faults[
            f"game 0 of seed {seed} is different when the rows of the map's files stand in another order: it chooses "
            "among equals by their place; let view.mine.priority decide"
        ] = None
    if not faults:
        faults |= dict.fromkeys(_ask_again(make_lineup(game_map, strategy, players=players, seed=seed)))
    return Conformance(strategy.name, game_map.name, players, games, tuple(faults), frozenset(kinds))


def _same_in_other_order(game_map: GameMap, strategy: Strategy, players: int, seed: int) -> bool:
    """Return whether game 0 is the same, by the names of things, on the map with its last rows first."""
    games = []
    for each in (game_map, maps.in_other_order(game_map)):
        events = play_logged(each, strategy, players=players, game=0, seed=seed)
        named = [maps.named_event(event, each) for event in events]
        games.append([{key: value for key, value in event.items() if key != "target"} for event in named])
    return games[0] == games[1]


def _kinds(events: Sequence[Event]) -> set[ActionKind]:
    return {ActionKind(int(event.kind)) for event in events if event.kind < EventKind.PASS}


# ---- asking again at the same decision ----


@dataclass(frozen=True)
class Choice:
    """What a strategy did at a decision: its action, its memory and the state of its random stream."""

    action: tuple[int, ...]
    memory: bytes
    stream: bytes


def _ask_again(lineup: Lineup) -> list[str]:
    """Return the faults found by asking again in one game."""
    deciders = prepare(lineup)
    function, plain = deciders.functions[0], quickened(interpreted(deciders.strategies[0].function))
    live, random = LiveGame.of(lineup), np.random.default_rng(lineup.seed)
    faults, chosen = [], _places_of_decisions(live)
    for number in _decisions(live):
        if number not in chosen:
            continue
        first = _choose(live, function)
        where = f"(game 0 of seed {lineup.seed}, turn {live.public.turn})"
        _exchange_hidden(live, random)
        if _choose(live, function) != first:
            faults.append(f"its choice changes when cards or tickets that it does not see are exchanged {where}")
        if _choose(live, function, junk=7) != first:
            faults.append(f"its choice depends on what was left in the scratch space {where}")
        if not deciders.refusal and _choose(live, plain) != first:
            faults.append(f"its choice as plain Python differs from its choice when compiled {where}")
    return faults


def _places_of_decisions(live: LiveGame) -> set[int]:
    """Return the numbers of the decisions to ask again: the first one of the set-up, and some over the game."""
    total = sum(1 for _ in _decisions(live))
    return {0, *np.linspace(1, total - 1, DECISIONS).astype(int).tolist()}


def _decisions(live: LiveGame) -> Iterator[int]:
    """Play game 0 and yield the number of each decision before it is made.

    Changes that the caller makes to the game record are undone before the game goes on.
    """
    live.start(0)
    number = 0
    while not live.over:
        before = live.game_record.copy()
        yield number
        live.game_record[:] = before
        live.ask(live.deciders.functions[0])
        if live.step():
            raise StrategyError(live.illegal())
        number += 1


def _choose(live: LiveGame, function: Any, junk: int = 0) -> Choice:
    """Ask for the current decision and leave everything unchanged."""
    before = live.game_record.copy(), live.memory.copy(), live.scratch, live.action
    live.scratch, live.action = Scratch.array(), ActionRecord.array()
    live.scratch.view(np.int64)[:] = junk
    live.ask(function)
    seat, made = live.seat, live.action[0]
    memory, stream = live.memory[seat].tobytes(), live.game.hidden.streams[SEAT_STREAMS + seat].tobytes()
    live.game_record[:], live.memory[:], live.scratch, live.action = before
    cards = made.cards[: len(live.game_map.rules.cards)]
    words = (int(made.kind), int(made.target), int(made.number), *map(int, cards))
    return Choice(words, memory, stream)


def _exchange_hidden(live: LiveGame, random: np.random.Generator) -> None:
    """Shuffle the cards and tickets that the player to move does not see among the places where they are."""
    game, public, tables = live.game, live.public, live.tables[0]
    others = [seat for seat in range(int(public.players)) if seat != public.seat]
    for deck in range(int(tables.decks)):
        size = int(public.deck_size[deck])
        kinds = [kind for kind in range(int(tables.cards)) if tables.card_deck[kind] == deck]
        held = [np.repeat(kinds, [int(game.private[seat].hand[kind]) for kind in kinds]) for seat in others]
        cards = random.permutation(np.concatenate([game.hidden.deck[deck, :size], *held]))
        game.hidden.deck[deck, :size] = cards[:size]
        parts = np.split(cards[size:], np.cumsum([len(part) for part in held])[:-1])
        for seat, part in zip(others, parts, strict=True):
            for kind in kinds:
                game.private[seat].hand[kind] = int((part == kind).sum())
    places = [(game.hidden.ticket_pool, i) for i in range(int(game.hidden.ticket_pool_size))]
    for seat in others:
        private = game.private[seat]
        places += [(private.tickets, i) for i in range(int(private.ticket_count))]
        places += [(private.offered, i) for i in range(int(private.offered_count))]
    tickets = random.permutation([int(array[i]) for array, i in places])
    for (array, i), ticket in zip(places, tickets, strict=True):
        array[i] = ticket
