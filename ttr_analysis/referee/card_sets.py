"""Payments in which several cards of any kinds, a *set*, stand for one card: for a locomotive, or for the colour paid.

A payment is only a heap of cards. To read it is to say how many of its cards stand for the colour paid, how many for
a locomotive, and how many sets the others make. It is legal if it can be read, and no heap that is smaller can be
read in it: then the cheapest way to read it takes all of its cards.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ttr_analysis.maps.parts import Track
from ttr_analysis.referee.verdict import RuleBroken
from ttr_analysis.rules.spec import GRAY, RuleSet


class Reading(NamedTuple):
    """Numbers of spaces by what pays for them, and the number of cards that this takes."""

    colored: int
    wilds: int
    sets: int
    cards: int


def takes_sets(track: Track, rules: RuleSet) -> bool:
    """Return whether sets of cards may be paid for the track."""
    return _set_size(track, rules) > 0


def check(track: Track, cards: Mapping[int, int], rules: RuleSet) -> None:
    """Raise :class:`RuleBroken` unless the cards, all of the right deck, pay for the track with none left over."""
    fewest = min((reading.cards for reading in readings(track, cards, rules)), default=0)
    if not fewest:
        raise RuleBroken(
            "NORD-SET-1" if track.cards_for_one else "NORD-FERRY-2", f"the cards do not pay for {track.name}"
        )
    if fewest < sum(cards.values()):
        raise RuleBroken("NORD-PAY-2", f"{fewest} of the {sum(cards.values())} cards are enough for {track.name}")


def readings(track: Track, cards: Mapping[int, int], rules: RuleSet) -> Iterator[Reading]:
    """Yield all ways to pay for the track with some of these cards."""
    kind, size = rules.track_kinds[track.kind], _set_size(track, rules)
    held = dict.fromkeys(rules.colors, 0)
    wilds = 0
    for index, n in cards.items():
        card = rules.cards[index]
        if card.wild:
            wilds += n
        elif card.deck == kind.deck:
            held[card.color] += n
    total = wilds + sum(held.values())
    for color in held if track.color == GRAY else (track.color,):
        for way in _ways(track, rules):
            taken = way.colored + way.wilds + size * way.sets
            if way.colored <= held.get(color, 0) and way.wilds <= wilds and taken <= total:
                yield way._replace(cards=taken)


def _set_size(track: Track, rules: RuleSet) -> int:
    return track.cards_for_one or rules.track_kinds[track.kind].cards_for_wild


def _ways(track: Track, rules: RuleSet) -> Iterator[Reading]:
    """Yield all ways to share out the spaces of the track among the colour, locomotives and sets."""
    kind = rules.track_kinds[track.kind]
    for sets in range(track.length + 1):
        for wilds in range(track.length - sets + 1):
            for_symbols = wilds + (0 if track.cards_for_one else sets)
            enough = for_symbols >= track.locomotives
            too_many_wilds = not kind.wilds and for_symbols > track.locomotives
            too_many_sets = kind.cards_for_wild_symbols_only and not track.cards_for_one and sets > track.locomotives
            if enough and not too_many_wilds and not too_many_sets:
                yield Reading(track.length - sets - wilds, wilds, sets, 0)
