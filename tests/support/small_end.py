"""A small game near its end, in which few cards are hidden, so that all that may happen can be listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

from small_games import small_map, track

from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.play.game import Game
from ttr_analysis.play.position import Position
from ttr_analysis.rules import USA
from ttr_analysis.rules.spec import CardKind, EndRule, Market, TicketRules

RULES = replace(
    USA,
    name="small end",
    cards=(CardKind("train", "red", 7), CardKind("train", "blue", 6), CardKind("train", "locomotive", 2)),
    hand=(1,),
    market=Market(slots=(1,), wild_limit=0),
    tickets=TicketRules(deal=1, keep=1, draw=1, draw_keep=1),
    end=EndRule(pieces_left=2, extra_turns=2),
    longest_trail_bonus=0,
)
TRACKS = (
    track("A-B", "red", 3), track("B-C", "blue", 2), track("C-D", "red", 4), track("A-D", "blue", 1),
    track("E-F", "red", 3),
)  # fmt: skip
UNSEEN = ("red",) * 3 + ("blue",) * 2 + ("locomotive",)
"""What the first player does not see: two cards of the opponent, and the deck."""
HELD = 2


def small_end() -> GameMap:
    return small_map(RULES, TRACKS, [("A-C", 4), ("B-D", 3)])


def position(hidden: Sequence[str] = UNSEEN) -> Position:
    """The first player, the second and the first again have a turn; ``hidden``: the other hand, then the deck."""
    return Position(
        players=2, turns_left=3, turn=11, hands={0: {"red": 3, "blue": 1}, 1: list(hidden[:HELD])}, market=["blue"],
        tickets={0: ["A-C"], 1: ["B-D"]}, tracks={1: ["E-F"]}, deck_top=list(hidden[HELD:]), deck=[], ticket_deck=[],
        discards={"red": 1, "blue": 2, "locomotive": 1},
    )  # fmt: skip


def arrangements() -> list[tuple[str, ...]]:
    """All different orders of the unseen cards; each is as likely as any other."""
    return sorted(set(permutations(UNSEEN)))


def ends(action: str, player: str) -> Iterator[tuple[int, int, float]]:
    """Points, lead and share of the win of the first player after an action, for each arrangement."""
    game_map = small_end()
    for hidden in arrangements():
        game = Game.from_position(game_map, position(hidden))
        game.step(game.parse(action))
        scores = game.play(player).scores()
        yield scores[0], scores[0] - scores[1], (0 in game.winners) / len(game.winners)
