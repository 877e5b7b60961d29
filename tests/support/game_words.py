"""Short ways for tests to write actions and positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ttr_analysis.maps.actions import Action, ActionKind
from ttr_analysis.maps.folder import load_map
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position_names import Names

USA = load_map("usa")
EUROPE = load_map("europe")
FIRST_JOURNEY = load_map("first_journey_europe")
WORLD = load_map("rails_sails_world")
LAKES = load_map("rails_sails_great_lakes")
L = "locomotive"


def paid(game_map: GameMap, words: str) -> tuple[int, ...]:
    """A payment: ``"3 purple, 1 locomotive"``."""
    counts: Counter[int] = Counter()
    for part in filter(None, words.split(", ")):
        number, name = part.split(" ", 1)
        counts[Names(game_map, 2).card("payment", name)] += int(number)
    return tuple(counts[kind] for kind in range(len(game_map.rules.cards)))


def claim(game: Game, track: str, words: str) -> Action:
    index = Names(game.game_map, game.players).track("track", track)
    return Action(ActionKind.CLAIM, index, 0, paid(game.game_map, words))


def station(game: Game, city: str, words: str) -> Action:
    return Action(ActionKind.BUILD_STATION, game.game_map.city_index[city], 0, paid(game.game_map, words))


def harbour(game: Game, city: str, words: str) -> Action:
    return Action(ActionKind.BUILD_HARBOUR, game.game_map.city_index[city], 0, paid(game.game_map, words))


def take(slot: int) -> Action:
    return Action(ActionKind.DRAW_MARKET, slot)


def blind(deck: int = 0) -> Action:
    return Action(ActionKind.DRAW_BLIND, deck)


def kinds(game: Game) -> set[ActionKind]:
    """The kinds of action that are legal now."""
    return {action.kind for action in game.legal_actions()}


def payments(game: Game, kind: ActionKind, target: int) -> list[dict[str, int]]:
    """The legal payments for a target, by name of card."""
    names = [card.name for card in game.game_map.rules.cards]
    found = [a.cards for a in game.legal_actions() if a.kind is kind and a.target == target]
    return [{name: n for name, n in zip(names, cards, strict=True) if n} for cards in found]


def claims(game: Game, track: str) -> list[dict[str, int]]:
    """The legal payments for a track."""
    return payments(game, ActionKind.CLAIM, Names(game.game_map, game.players).track("track", track))


def pass_the_turn(game: Game, cards: int = 2) -> None:
    """The player to move draws so many cards blind."""
    for _ in range(cards):
        game.step(blind())


def tracks_of_lengths(game_map: GameMap, spaces: int, free_of: Sequence[str] = ()) -> list[str]:
    """Tracks without double that together have exactly so many spaces, none touching the cities named."""
    single = [t for t in game_map.tracks if t.index not in game_map.doubles and not t.pair & set(free_of)]
    ways: dict[int, list[str]] = {0: []}
    for track in single:
        for total in sorted(ways, reverse=True):
            ways.setdefault(total + track.length, [*ways[total], track.name])
    return ways[spaces]
