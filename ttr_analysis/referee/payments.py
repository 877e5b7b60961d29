"""What may be paid for a track, a tunnel's surcharge, a station or a harbour, and whether a hand can pay it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ttr_analysis.maps.parts import Track
from ttr_analysis.referee import card_sets
from ttr_analysis.referee.verdict import RuleBroken
from ttr_analysis.rules.spec import GRAY, RuleSet

Cards = Mapping[int, int]
"""Numbers of cards by kind of card."""


def number(cards: Cards) -> int:
    """Return the number of cards."""
    return sum(cards.values())


def wilds(cards: Cards, rules: RuleSet) -> int:
    """Return how many of the cards are wild."""
    return sum(n for kind, n in cards.items() if rules.cards[kind].wild)


def colors(cards: Cards, rules: RuleSet) -> set[str]:
    """Return the colours of the cards, without wilds."""
    return {rules.cards[kind].color for kind, n in cards.items() if n and not rules.cards[kind].wild}


def check_claim(track: Track, cards: Cards, rules: RuleSet) -> None:
    """Raise :class:`RuleBroken` unless the cards are a valid payment for the track."""
    deck = rules.track_kinds[track.kind].deck
    paid = colors(cards, rules)
    if any(n and not rules.cards[kind].wild and rules.cards[kind].deck != deck for kind, n in cards.items()):
        raise RuleBroken("RS-CLAIM-1", f"{track.name} takes only cards from the {deck} deck")
    if card_sets.takes_sets(track, rules):
        card_sets.check(track, cards, rules)
        return
    if track.color != GRAY and not paid <= {track.color}:
        raise RuleBroken("USA-CLAIM-2", f"{track.name} is paid with {', '.join(sorted(paid))}")
    if wilds(cards, rules) < track.locomotives:
        raise RuleBroken("EUR-FERRY-1", f"{track.name} needs {track.locomotives} locomotives")
    if wilds(cards, rules) > _most_wilds(track, rules):
        raise RuleBroken("HOUSE-TRACK-1", f"{track.name} takes locomotives for its symbols only")
    if track.pair_spaces:
        _check_pairs(track, cards, rules)
        return
    if len(paid) > 1:
        raise RuleBroken("USA-CLAIM-3", f"{track.name} is paid with more than one colour: {', '.join(sorted(paid))}")
    _check_spaces(track, cards, rules)


def _most_wilds(track: Track, rules: RuleSet) -> int:
    return sum(card.count for card in rules.cards) if rules.track_kinds[track.kind].wilds else track.locomotives


def _check_pairs(track: Track, cards: Cards, rules: RuleSet) -> None:
    if number(cards) != 2 * track.length:
        raise RuleBroken("RS-PAIR-1", f"{track.name} costs {2 * track.length} cards, not {number(cards)}")
    by_color = Counter[str]()
    for kind, n in cards.items():
        by_color[rules.cards[kind].color] += n
    odd = sum(by_color[color] % 2 for color in colors(cards, rules))
    if odd > wilds(cards, rules):
        raise RuleBroken(
            "RS-PAIR-2", f"{odd} colours have an odd number of cards, but there are only {wilds(cards, rules)} wilds"
        )


def _check_spaces(track: Track, cards: Cards, rules: RuleSet) -> None:
    covered = sum(n * rules.cards[kind].units for kind, n in cards.items())
    if covered < track.length:
        raise RuleBroken("USA-CLAIM-2", f"{track.name} has {track.length} spaces, but the payment covers {covered}")
    smallest = min((rules.cards[kind].units for kind, n in cards.items() if n), default=1)
    if covered - track.length >= smallest:
        rule = "USA-CLAIM-2" if all(card.units == 1 for card in rules.cards) else "RS-CLAIM-5"
        raise RuleBroken(rule, f"{track.name} has {track.length} spaces, but the payment covers {covered}")


def owed(turned_up: Iterable[int], payment: Cards, rules: RuleSet) -> int:
    """Return the cards owed for a tunnel: one for each card turned up that is wild or of the colour paid."""
    paid = colors(payment, rules)
    return sum(rules.cards[kind].wild or rules.cards[kind].color in paid for kind in turned_up)


def check_surcharge(track: Track, payment: Cards, surcharge: Cards, due: int, rules: RuleSet) -> None:
    """Raise :class:`RuleBroken` unless the surcharge pays what is due in wilds or the colour paid."""
    if number(surcharge) != due:
        raise RuleBroken("EUR-TUNNEL-4", f"{due} cards are owed, but {number(surcharge)} were paid")
    paid = colors(payment, rules)
    if not colors(surcharge, rules) <= paid:
        rule = "EUR-TUNNEL-4" if paid else "EUR-TUNNEL-5"
        raise RuleBroken(rule, f"the surcharge is paid with {', '.join(sorted(colors(surcharge, rules)))}")
    deck = rules.track_kinds[track.kind].deck
    if any(n and not rules.cards[kind].wild and rules.cards[kind].deck != deck for kind, n in surcharge.items()):
        raise RuleBroken("RS-CLAIM-1", f"{track.name} takes only cards from the {deck} deck")


def check_station(cost: int, cards: Cards, rules: RuleSet) -> None:
    """Raise :class:`RuleBroken` unless the cards pay for a station of this cost."""
    decks = {rules.cards[kind].deck for kind, n in cards.items() if n and not rules.cards[kind].wild}
    if number(cards) != cost or len(colors(cards, rules)) > 1 or not decks <= {rules.decks[0]}:
        raise RuleBroken("EUR-STATION-3", f"the station costs {cost} cards of one colour from the first deck")


def check_harbour(cards: Cards, rules: RuleSet) -> None:
    """Raise :class:`RuleBroken` unless the cards pay for a harbour."""
    if number(cards) != sum(rules.harbours.cards):
        raise RuleBroken("RS-HARBOUR-3", f"a harbour costs {sum(rules.harbours.cards)} cards, not {number(cards)}")
    colored = {kind: n for kind, n in cards.items() if n and not rules.cards[kind].wild}
    if len(colors(colored, rules)) > 1:
        raise RuleBroken("RS-HARBOUR-3", "the cards for a harbour have more than one colour")
    if not all(rules.cards[kind].symbol for kind in colored):
        raise RuleBroken("RS-HARBOUR-3", "a card for a harbour has no harbour symbol")
    for deck, most in zip(rules.decks, rules.harbours.cards, strict=True):
        if sum(n for kind, n in colored.items() if rules.cards[kind].deck == deck) > most:
            raise RuleBroken("RS-HARBOUR-3", f"more than {most} cards of the {deck} deck for a harbour")


def can_pay_claim(track: Track, hand: Cards, rules: RuleSet) -> bool:
    """Return whether the hand contains a payment for the track."""
    if card_sets.takes_sets(track, rules):
        return any(True for _ in card_sets.readings(track, hand, rules))
    deck = rules.track_kinds[track.kind].deck
    usable = Counter[tuple[str, int]]()  # by colour and units
    for kind, n in hand.items():
        card = rules.cards[kind]
        if not card.wild and card.deck == deck and track.color in (GRAY, card.color):
            usable[card.color, card.units] += n
    wild = wilds(hand, rules)
    if wild < track.locomotives:
        return False
    wild = min(wild, _most_wilds(track, rules))
    by_color = Counter[str]()
    for (color, _), n in usable.items():
        by_color[color] += n
    if track.pair_spaces:
        return _pairs(by_color.values(), wild) >= track.length
    if wild >= track.length:
        return True
    return any(_covers(track, usable[color, 1], usable[color, 2], wild) for color in by_color)


def _pairs(counts: Iterable[int], wild: int) -> int:
    """Return the most pairs of one colour that these numbers of cards make with the wilds."""
    counts = list(counts)
    joined = min(wild, sum(n % 2 for n in counts))
    return sum(n // 2 for n in counts) + joined + (wild - joined) // 2


def _covers(track: Track, singles: int, doubles: int, wild: int) -> bool:
    """Return whether cards of one colour and wilds cover the spaces with no card to spare."""
    exact = any(
        0 <= track.length - 2 * used - wilds_used <= singles
        for used in range(doubles + 1)
        for wilds_used in range(track.locomotives, wild + 1)
    )
    return exact or (track.length % 2 == 1 and track.locomotives == 0 and 2 * doubles > track.length)


def can_pay_station(cost: int, hand: Cards, rules: RuleSet) -> bool:
    """Return whether the hand holds the cards for a station of this cost."""
    by_color = Counter[str]()
    for kind, n in hand.items():
        if not rules.cards[kind].wild and rules.cards[kind].deck == rules.decks[0]:
            by_color[rules.cards[kind].color] += n
    return max(by_color.values(), default=0) + wilds(hand, rules) >= cost


def can_pay_harbour(hand: Cards, rules: RuleSet) -> bool:
    """Return whether the hand holds the cards for a harbour."""
    best = 0
    for color in rules.colors:
        found = 0
        for deck, most in zip(rules.decks, rules.harbours.cards, strict=True):
            wanted = (True, color, deck)
            fitting = [i for i, card in enumerate(rules.cards) if (card.symbol, card.color, card.deck) == wanted]
            found += min(most, sum(hand.get(kind, 0) for kind in fitting))
        best = max(best, found)
    return best + wilds(hand, rules) >= sum(rules.harbours.cards)
