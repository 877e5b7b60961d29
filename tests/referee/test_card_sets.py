"""Sets of cards in payments: the examples of the written rule, and every way to read small payments, card by card."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from small_games import track

from ttr_analysis.maps.parts import Track
from ttr_analysis.referee.payments import can_pay_claim, check_claim
from ttr_analysis.referee.verdict import RuleBroken
from ttr_analysis.rules import USA, RuleSet

FERRIES = {"rail": {"wilds": False}, "ferry": {"cards_for_wild": 3}}


def rules(**kinds: dict[str, object]) -> RuleSet:
    return USA.replace(track_kinds={**FERRIES, **kinds})


NORTH = rules()
BERGEN = track("Bergen-Stavanger", "purple", 2, "ferry", locomotives=1)
LIEKSA = track("Lieksa-Murmansk", "gray", 9, cards_for_one=4)


def heap(words: str) -> Counter[int]:
    """``"8 red, locomotive"`` as numbers of cards by kind."""
    names = [card.name for card in USA.cards]
    found: Counter[int] = Counter()
    for part in words.split(", "):
        number, _, name = part.rpartition(" ")
        found[names.index(name)] += int(number or 1)
    return found


def rule_broken(line: Track, words: str, rule_set: RuleSet = NORTH) -> str:
    try:
        check_claim(line, heap(words), rule_set)
    except RuleBroken as broken:
        return broken.rule
    return ""


@pytest.mark.rule("NORD-FERRY-1", "NORD-FERRY-2", "NORD-PAY-1", "NORD-PAY-2")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("purple, locomotive", ""),
        ("2 locomotive", ""),
        ("purple, red, blue, white", ""),
        ("4 purple", ""),
        ("locomotive, red, blue, white", ""),
        ("6 green", ""),
        ("2 purple", "NORD-FERRY-2"),
        ("purple", "NORD-FERRY-2"),
        ("red, locomotive", "NORD-FERRY-2"),
        ("purple, locomotive, 2 red", "NORD-PAY-2"),
        ("3 purple, locomotive", "NORD-PAY-2"),
        ("2 locomotive, red", "NORD-PAY-2"),
        ("5 green, purple", "NORD-PAY-2"),
        ("7 green", "NORD-PAY-2"),
    ],
)
def test_a_ferry_takes_three_cards_for_a_locomotive_and_no_card_too_many(words: str, rule: str) -> None:
    assert rule_broken(BERGEN, words) == rule


@pytest.mark.rule("NORD-SET-1", "NORD-PAY-2")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("9 red", ""),
        ("8 red, 4 blue", ""),
        ("8 red, locomotive, 3 blue", ""),
        ("7 red, 4 locomotive, 4 white", ""),
        ("4 red, 4 blue, 4 white, 4 black, 4 green, 4 orange", ""),
        ("3 red, 4 blue, 4 white, 4 black, 4 green, 4 orange, 4 yellow", "NORD-PAY-2"),
        ("4 red, 3 blue, 3 white, 3 black, 3 green, 3 orange, 3 yellow, 2 locomotive", ""),
        ("8 red, locomotive", "NORD-SET-1"),
        ("9 locomotive", "NORD-SET-1"),
        ("8 red, 3 blue", "NORD-SET-1"),
        ("9 red, 3 blue", "NORD-PAY-2"),
        ("12 red", "NORD-PAY-2"),
    ],
)
def test_four_cards_stand_for_one_of_the_color_where_the_track_says_so(words: str, rule: str) -> None:
    assert rule_broken(LIEKSA, words) == rule


@pytest.mark.rule("NORD-FERRY-2")
def test_sets_may_be_kept_to_the_symbols_of_a_ferry() -> None:
    only = rules(ferry={"cards_for_wild": 3, "cards_for_wild_symbols_only": True})
    for words in ("purple, 3 red", "locomotive, 3 red", "2 locomotive", "4 purple"):
        assert not rule_broken(BERGEN, words, only)
    assert not rule_broken(BERGEN, "6 red")
    assert rule_broken(BERGEN, "6 red", only) == "NORD-FERRY-2"


@pytest.mark.rule("HOUSE-SET-1")
def test_where_locomotives_replace_no_color_sets_pay_for_symbols_alone() -> None:
    strict = rules(ferry={"cards_for_wild": 3, "wilds": False})
    for words in ("purple, 3 red", "purple, locomotive"):
        assert not rule_broken(BERGEN, words, strict)
    for words in ("locomotive, 3 red", "2 locomotive", "6 red"):
        assert rule_broken(BERGEN, words, strict) == "NORD-FERRY-2"


@pytest.mark.rule("HOUSE-SET-2")
def test_a_locomotive_that_can_stand_alone_is_in_no_set() -> None:
    free = rules(rail={"wilds": True})
    assert not rule_broken(LIEKSA, "8 red, locomotive", free)
    assert not rule_broken(LIEKSA, "8 red, 4 blue", free)
    assert rule_broken(LIEKSA, "8 red, locomotive, 3 blue", free) == "NORD-PAY-2"


def ways_to_stand(cards: Sequence[int], line: Track, color: str, rule_set: RuleSet) -> Iterator[tuple[int, int, int]]:
    """Every way to use all the cards: how many stand for the colour, how many are locomotives, and how many sets."""
    if not cards:
        yield 0, 0, 0
        return
    card, rest = rule_set.cards[cards[0]], cards[1:]
    if card.wild:
        yield from ((a, b + 1, s) for a, b, s in ways_to_stand(rest, line, color, rule_set))
    elif card.color == color:
        yield from ((a + 1, b, s) for a, b, s in ways_to_stand(rest, line, color, rule_set))
    size = line.cards_for_one or rule_set.track_kinds[line.kind].cards_for_wild
    seen = set()
    for places in combinations(range(len(rest)), size - 1):
        left = tuple(other for i, other in enumerate(rest) if i not in places)
        if left not in seen:
            seen.add(left)
            yield from ((a, b, s + 1) for a, b, s in ways_to_stand(left, line, color, rule_set))


def stands(cards: Sequence[int], line: Track, rule_set: RuleSet) -> bool:
    """Whether all the cards together pay for the track in some colour, by the words of the rule."""
    kind = rule_set.track_kinds[line.kind]
    for color in rule_set.colors if line.color == "gray" else (line.color,):
        for colored, wilds, sets in ways_to_stand(tuple(sorted(cards)), line, color, rule_set):
            if colored + wilds + sets != line.length:
                continue
            if line.cards_for_one:
                fits = kind.wilds or not wilds
            else:
                fits = wilds + sets >= line.locomotives
                fits &= kind.wilds or wilds + sets == line.locomotives
                fits &= not kind.cards_for_wild_symbols_only or sets <= line.locomotives
            if fits:
                return True
    return False


def is_legal(cards: Sequence[int], line: Track, rule_set: RuleSet) -> bool:
    smaller = {part for n in range(1, len(cards)) for part in combinations(sorted(cards), n)}
    return stands(cards, line, rule_set) and not any(stands(part, line, rule_set) for part in smaller)


def accepted(cards: Sequence[int], line: Track, rule_set: RuleSet) -> bool:
    try:
        check_claim(line, Counter(cards), rule_set)
    except RuleBroken:
        return False
    return True


LINES = (
    track("A-B", "red", 2, "ferry", locomotives=1),
    track("A-B", "gray", 2, "ferry", locomotives=1),
    track("A-B", "gray", 3, "ferry", locomotives=2),
    track("A-B", "gray", 1, "ferry", locomotives=1),
    track("A-B", "red", 2, "ferry"),
    track("A-B", "gray", 3, cards_for_one=2),
    track("A-B", "red", 2, cards_for_one=3),
    track("A-B", "gray", 2, cards_for_one=4),
)


@pytest.mark.rule("NORD-PAY-1", "NORD-PAY-2")
@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.color}{line.length}{line.kind}{line.cards_for_one}")
@pytest.mark.parametrize("wilds", [True, False])
@pytest.mark.parametrize("only", [True, False])
def test_the_legal_payments_are_those_that_can_be_read_card_by_card(line: Track, wilds: bool, only: bool) -> None:
    ferry = {"cards_for_wild": 3, "wilds": wilds, "cards_for_wild_symbols_only": only}
    rule_set, dice = rules(rail={"wilds": wilds}, ferry=ferry), random.Random(5)
    deck = [0, 0, 0, 6, 6, 6, 2, 2, 8, 8, 8]  # purple, red, blue and locomotives
    verdicts = Counter[bool]()
    for _ in range(200):
        cards = dice.sample(deck, dice.randint(1, 7))
        legal = is_legal(cards, line, rule_set)
        assert accepted(cards, line, rule_set) == legal, cards
        parts = {part for n in range(1, len(cards) + 1) for part in combinations(sorted(cards), n)}
        assert can_pay_claim(line, Counter(cards), rule_set) == any(stands(part, line, rule_set) for part in parts)
        verdicts[legal] += 1
    assert verdicts[True]
    assert verdicts[False]


def test_thirty_cards_for_nine_spaces_are_judged_in_milliseconds() -> None:
    hand = heap("4 red, 4 blue, 4 white, 4 black, 4 green, 3 orange, 3 yellow, 4 locomotive")
    start = time.process_time()
    for _ in range(100):
        assert can_pay_claim(LIEKSA, hand, NORTH)
        accepted(list(hand.elements()), LIEKSA, NORTH)
    assert time.process_time() - start < 3
