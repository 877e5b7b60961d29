"""odds: against full enumeration on small decks, against simulation, and against the laws of probability."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, permutations

import numpy as np
import pytest
from fuzz import examples
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray
from scipy.stats import nhypergeom

from ttr_analysis.exact import odds
from ttr_analysis.exact.odds._market_games import Card, Collection, Start, Table
from ttr_analysis.rules import EUROPE, FIRST_JOURNEY, USA, WORLD
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet

GAMES = 100_000


def within_four_errors(shares: ArrayLike, exact: ArrayLike) -> bool:
    error = np.sqrt(np.maximum(np.asarray(exact) * (1 - np.asarray(exact)), 1e-12) / GAMES)
    return bool(np.all(np.abs(np.asarray(shares) - exact) < 4 * error + 1e-9))


def shuffled(counts: Sequence[int], size: int, seed: int = 1) -> NDArray[np.int64]:
    """GAMES samples of ``size`` cards: kind numbers, shape (GAMES, size)."""
    random = np.random.default_rng(seed)
    deck = np.repeat(np.arange(len(counts)), counts)
    order = np.argsort(random.random((GAMES, deck.size), dtype=np.float32), axis=1)[:, :size]
    return deck[order]


# --- tunnels ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("reveals", [0, 2, 3])
def test_surcharge_matches_every_way_to_turn_cards_up(deck: int, reveals: int) -> None:
    unseen = [True, True, False, False, False, True]
    found = Counter(sum(turned) for turned in combinations(unseen, min(deck, reveals)))
    exact = np.array([found[n] for n in range(reveals + 1)]) / sum(found.values())
    assert odds.surcharge_odds(3, 6, deck, reveals) == pytest.approx(exact)


def test_tunnel_success_matches_simulated_tunnels() -> None:
    hand, gone = {"red": 3, WILD: 1}, {"red": 2, "blue": 4, WILD: 1}
    result = odds.tunnel_odds(EUROPE.cards, 2, "red", hand, gone=gone)
    turned = shuffled([7, 12, 110 - 7 - 12 - 3 - 1 - 7], 3)  # red, locomotives, others unseen
    extra = (turned <= 1).sum(axis=1)
    assert within_four_errors([(extra == n).mean() for n in range(4)], np.array(result.surcharge))
    assert within_four_errors((extra <= 2).mean(), result.success)
    assert result.spare == 2
    lost = np.where(extra <= 2, 2 + extra, 0)
    assert abs(lost.mean() - result.cards_lost) < 4 * lost.std() / GAMES**0.5


def test_tunnel_of_locomotives_only_is_matched_by_locomotives_only() -> None:
    result = odds.tunnel_odds(EUROPE.cards, 2, WILD, {WILD: 3, "red": 5})
    assert result.surcharge == pytest.approx(odds.surcharge_odds(11, 102).tolist())
    assert result.spare == 1
    same = odds.tunnel_odds(EUROPE.cards, 2, "red", {WILD: 3, "red": 5}, locomotives_paid=2)
    assert same == result


def test_tunnel_pays_colour_first_and_spares_the_rest() -> None:
    result = odds.tunnel_odds(EUROPE.cards, 3, "red", {"red": 2, WILD: 3, "blue": 4})
    assert result.payment == {"red": 2, WILD: 1}
    assert result.spare == 2


def test_tunnel_into_an_empty_deck_is_no_risk() -> None:
    result = odds.tunnel_odds(EUROPE.cards, 1, "red", {"red": 1}, deck=0)
    assert (result.success, result.cards_lost, result.mean_surcharge) == (1, 1, 0)


def test_spare_cards_needed_is_the_least_that_suffice() -> None:
    for wanted in (0, 0.5, 0.884, 0.89, 0.999, 1):
        spare = odds.spare_cards_needed(EUROPE.cards, 2, wanted, color="red")
        success = [odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 2 + s}).success for s in range(4)]
        assert success[spare] >= wanted - 1e-12
        assert spare == 0 or success[spare - 1] < wanted


def test_tunnel_table_has_a_row_for_each_number_of_spare_cards() -> None:
    table = odds.tunnel_table(EUROPE.cards, 2, "red", gone={"blue": 3}, deck=40)
    for spare in range(4):
        one = odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 2 + spare}, gone={"blue": 3}, deck=40)
        assert table.loc[spare].tolist() == [one.success, one.mean_surcharge, one.cards_lost, one.cards_lost_if_built]
    assert table.success.is_monotonic_increasing
    few = odds.tunnel_table(EUROPE.cards, 2, "red", gone={"red": 9})
    assert few.index.tolist() == [0, 1], "only three red cards are left to pay with"


def test_tunnel_odds_take_arrays() -> None:
    table = odds.success_odds(np.arange(4)[:, None], [26, 14], 110)
    assert table.shape == (4, 2)
    assert table[3] == pytest.approx([1, 1])
    assert table[0, 1] == pytest.approx(odds.surcharge_odds(14, 110)[0])


# --- draws -----------------------------------------------------------------------------------------------

SMALL = odds.cards_of({"red": 3, "blue": 2, WILD: 1, "green": 1})
SHIPS = (
    CardKind("ship", "red", 2),
    CardKind("ship", "red", 2, units=2),
    CardKind("ship", "blue", 2, units=2),
)


def enumerated(cards: Iterable[CardKind], complete: Callable[[list[CardKind]], bool]) -> NDArray[np.float64]:
    """P(complete after n cards), by every order of the deck."""
    deck = [card for card in cards for _ in range(card.count)]
    orders = set(permutations(range(len(deck))))
    found = np.zeros(len(deck) + 1)
    for order in orders:
        found += [complete([deck[i] for i in order[:n]]) for n in range(len(deck) + 1)]
    return found / len(orders)


def units(drawn: Iterable[CardKind], color: str) -> int:
    return sum(card.units for card in drawn if card.color == color)


@pytest.mark.parametrize("need", [1, 2, 3, 4, 5])
def test_any_one_colour_matches_every_order_of_a_small_deck(need: int) -> None:
    def complete(drawn: Iterable[CardKind]) -> bool:
        return max(units(drawn, c) for c in ("red", "blue", "green")) + units(drawn, WILD) >= need

    assert odds.draws_until(SMALL, need).in_hand == pytest.approx(enumerated(SMALL, complete))


@pytest.mark.parametrize("need", [{"red": 2}, {"red": 4}, {"red": 2, "blue": 2}, {"green": 2, "blue": 1}, {"blue": 4}])
@pytest.mark.parametrize("least", [0, 1])
def test_named_colours_match_every_order_of_a_small_deck(need: dict[str, int], least: int) -> None:
    def complete(drawn: Iterable[CardKind]) -> bool:
        short = sum(max(0, n - units(drawn, color)) for color, n in need.items())
        return units(drawn, WILD) >= max(short, least)

    result = odds.draws_until(SMALL, need, locomotives=least)
    assert result.in_hand == pytest.approx(enumerated(SMALL, complete))


def test_double_ships_cover_two_spaces() -> None:
    red = odds.draws_until(SHIPS, {"red ship": 3})
    assert red.in_hand == pytest.approx(enumerated(SHIPS, lambda drawn: units(drawn, "red") >= 3))
    any_color = odds.draws_until(SHIPS, 3)
    exact = enumerated(SHIPS, lambda drawn: max(units(drawn, "red"), units(drawn, "blue")) >= 3)
    assert any_color.in_hand == pytest.approx(exact)


def test_two_decks_match_every_order_of_small_decks() -> None:
    trains = odds.cards_of({"red": 2, WILD: 2, "blue": 1})
    table = odds.draws_from_decks((*trains, *SHIPS), {"red": 2, "red ship": 3}, hand={"red": 1})
    assert table.shape == (5, 7)
    left, ships = odds.cards_of({"red": 1, WILD: 2, "blue": 1}), [c for c in SHIPS for _ in range(c.count)]
    plain = [card for card in left for _ in range(card.count)]
    for i, j in [(0, 3), (2, 2), (3, 1), (4, 0), (4, 6), (2, 3)]:
        hits = [
            max(0, 1 - units(a, "red")) + max(0, 3 - units(b, "red")) <= units(a, WILD)
            for a in combinations(plain, i)
            for b in combinations(ships, j)
        ]
        assert table[i, j] == pytest.approx(np.mean(hits))


def test_hand_and_known_cards_are_out_of_the_deck() -> None:
    result = odds.draws_until(USA.cards, {"red": 4}, hand={"red": 1, WILD: 1}, gone={"red": 5, "blue": 8})
    exact = odds.useful_in_hand(np.arange(96), 2, 6 + 13, 95)
    assert result.in_hand == pytest.approx(exact)


@pytest.mark.parametrize("need", [1, 4, 6])
def test_one_named_colour_is_negative_hypergeometric(need: int) -> None:
    result = odds.draws_until(USA.cards, {"red": need})
    failures = np.arange(85)
    assert result.odds[need : need + 85] == pytest.approx(nhypergeom.pmf(failures, 110, 84, need), abs=1e-9)
    assert result.mean == pytest.approx(odds.mean_draws(need, 26, 110))


def test_draws_match_simulated_decks() -> None:
    cards = shuffled([card.count for card in USA.cards], 12)
    wild = (cards == 8).cumsum(axis=1)
    colors = np.array([(cards == color).cumsum(axis=1) for color in range(8)])
    any_color = odds.draws_until(USA.cards, 4).in_hand[1:13]
    assert within_four_errors((colors.max(axis=0) + wild >= 4).mean(axis=0), any_color)
    short = np.maximum(0, 2 - colors[0]) + np.maximum(0, 3 - colors[1])
    both = odds.draws_until(USA.cards, {USA.cards[0].color: 2, USA.cards[1].color: 3}).in_hand[1:13]
    assert within_four_errors((short <= wild).mean(axis=0), both)
    ferry = odds.draws_until(USA.cards, 4, locomotives=2).in_hand[1:13]
    assert within_four_errors(((colors.max(axis=0) + wild >= 4) & (wild >= 2)).mean(axis=0), ferry)


def test_a_deck_too_small_may_never_give_the_set() -> None:
    result = odds.draws_until(USA.cards, {"red": 3}, deck=5)
    assert result.never == pytest.approx(1 - odds.useful_in_hand(5, 3, 26, 110))
    assert result.mean == float("inf")
    assert result.quantile(0.999) == float("inf")
    assert odds.draws_until(SMALL, 9).never == 1


def test_turns_hold_two_cards() -> None:
    cards = odds.draws_until(USA.cards, {"red": 3})
    turns = cards.in_turns(2)
    assert turns.in_hand[3] == cards.in_hand[6]
    assert turns.in_hand[-1] == 1
    assert turns.within(3) == turns.in_hand[3]
    assert turns.quantile(0.5) == np.argmax(turns.in_hand >= 0.5)
    assert odds.draws_until(SMALL, 1).in_turns(2).in_hand.size == 5  # 7 cards are 4 turns


DECKS = st.dictionaries(st.sampled_from(["red", "blue", "green", WILD]), st.integers(0, 7), max_size=4)


@given(counts=DECKS, need=st.integers(0, 9), least=st.integers(0, 3), data=st.data())
@examples(150)
def test_waiting_times_are_distributions_on_any_deck(
    counts: dict[str, int], need: int, least: int, data: st.DataObject
) -> None:
    cards = odds.cards_of(counts)
    size = sum(counts.values())
    deck = data.draw(st.integers(0, size))
    for wanted in (need, {color: need for color in counts if color != WILD}):
        result = odds.draws_until(cards, wanted, locomotives=least, deck=deck)
        assert result.in_hand.shape == (deck + 1,)
        assert np.all(result.odds >= -1e-12)
        assert result.odds.sum() + result.never == pytest.approx(1)


@given(size=st.integers(0, 40), data=st.data())
@examples(150)
def test_surcharges_are_distributions_on_any_deck(size: int, data: st.DataObject) -> None:
    matching, deck = data.draw(st.integers(0, size)), data.draw(st.integers(0, size))
    reveals = data.draw(st.integers(0, 5))
    assert odds.surcharge_odds(matching, size, deck, reveals).sum() == pytest.approx(1)
    assert odds.success_odds(reveals, matching, size, deck, reveals) == pytest.approx(1)


# --- hands and markets -----------------------------------------------------------------------------------


def test_hands_match_simulated_hands() -> None:
    drawn = (shuffled([96, 14], 5) == 1).sum(axis=1)
    exact = odds.hand_odds(USA.cards, 5)
    assert within_four_errors([(drawn == n).mean() for n in range(6)], exact)
    assert odds.fresh_market_odds(USA) == pytest.approx(exact)
    assert odds.market_reset_odds(USA) == pytest.approx(exact[3:].sum())


def test_opening_hands_of_two_decks_and_of_a_blind_deck() -> None:
    assert odds.opening_hand_odds(WORLD).size == 11
    assert odds.opening_hand_odds(WORLD)[0] == pytest.approx(66 * 65 * 64 / (80 * 79 * 78))
    assert odds.opening_hand_odds(FIRST_JOURNEY).sum() == pytest.approx(1)
    assert odds.market_reset_odds(FIRST_JOURNEY) == 0
    assert odds.market_reset_odds(WORLD) == pytest.approx(14 * 13 * 12 / (80 * 79 * 78))


def test_own_locomotives_make_a_reset_rarer() -> None:
    assert odds.market_reset_odds(USA, gone={WILD: 4}) < odds.market_reset_odds(USA)


def test_blind_cards_beat_a_locomotive_in_count_from_four_colours() -> None:
    table = odds.blind_or_locomotive(USA.cards)
    assert table.blind_is_better.tolist() == [False] * 4 + [True] * 5
    assert table.mean_useful.loc[8] == 2
    two = shuffled([card.count for card in USA.cards], 2)
    useful = np.isin(two, [0, 1, 8]).sum(axis=1)
    assert within_four_errors((useful == 0).mean(), table.none_useful[2])
    assert within_four_errors((useful == 2).mean(), table.all_useful[2])


# --- with the market -------------------------------------------------------------------------------------

USEFUL, WILDS, OTHERS = range(3)


class Markets:
    """GAMES games of one deck at once, each with its market; nothing of the package but the rules' numbers."""

    def __init__(self, rules: RuleSet, useful: int = 0) -> None:
        wilds = sum(card.count for card in rules.cards if card.wild)
        counts = (useful, wilds, sum(card.count for card in rules.cards) - wilds - useful)
        deck = shuffled(counts, sum(counts))
        self.before = np.zeros((3, GAMES, deck.shape[1] + 1), dtype=np.int16)  # of each kind above every place
        for kind in range(3):
            np.cumsum(deck == kind, axis=1, dtype=np.int16, out=self.before[kind, :, 1:])
        self.deck, self.market, self.games = deck, rules.market, np.arange(GAMES)
        self.top, self.cleared = np.zeros(GAMES, dtype=np.int64), np.zeros(GAMES, dtype=np.int64)
        self.shown = np.zeros((3, GAMES), dtype=np.int64)
        self.refill()

    def refill(self) -> None:
        for reset in range(self.market.reset_limit + 1):
            after = self.top + self.market.slots[0] - self.shown.sum(axis=0)
            assert after.max() < self.deck.shape[1], "no deck runs out"
            self.shown += self.before[:, self.games, after] - self.before[:, self.games, self.top]
            self.top = after
            clear = (self.shown[WILDS] >= self.market.wild_limit) & (reset < self.market.reset_limit)
            self.shown[:, clear] = 0
            self.cleared += clear

    def take(self, kind: int, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        self.shown[kind] -= where
        return where.astype(np.int64)

    def blind(self, where: NDArray[np.bool_]) -> NDArray[np.int64]:
        useful = self.deck[self.games, self.top] != OTHERS
        self.top += where
        return (where & useful).astype(np.int64)


TINY = USA.replace(
    card_counts={**dict.fromkeys((c.name for c in USA.cards), 0), "red": 3, "blue": 3, WILD: 2},
    market={"slots": (2,), "wild_limit": 2, "reset_limit": 2},
)


@pytest.mark.parametrize("take", [True, False])
def test_turns_with_market_match_every_order_of_a_small_deck(take: bool) -> None:
    deck = [card for card in TINY.cards for _ in range(card.count)]
    orders = set(permutations(deck))
    turns = 5
    found = np.zeros(turns + 1)
    for order in orders:
        table = Table(Start(TINY, {}, {}, Collection({"red": 3}, 0, take)), [list(map(Card.of, order))])
        for turn in range(turns + 1):
            found[turn] += table.goal.complete(table.units)
            table.turn()
    result = odds.turns_with_market(TINY, {"red": 3}, take_locomotives=take, turns=turns)
    assert result.exact
    assert result.in_hand == pytest.approx(found / len(orders))


@pytest.mark.parametrize("given", [{}, {"hand": {"red": 1}, "market": {"red": 1, "blue": 3, WILD: 1}}])
def test_turns_with_market_simulated_and_exact_agree(given: dict[str, dict[str, int]]) -> None:
    exact = odds.turns_with_market(USA, {"red": 4}, **given)
    games = odds.turns_with_market(USA, {"red": 4}, games=3000, **given)
    assert (exact.exact, games.exact) == (True, False)
    error = np.sqrt(exact.in_hand * (1 - exact.in_hand) / 3000)
    assert np.all(np.abs(games.in_hand - exact.in_hand) <= 4 * error + 1e-3)
    assert exact.mean < odds.draws_until(USA.cards, {"red": 4}, hand=given.get("hand")).in_turns().mean


def test_turns_with_market_match_simulated_games() -> None:
    tables, wanted = Markets(USA, useful=12), 4
    exact = odds.turns_with_market(USA, {"red": wanted}).in_hand
    hand = np.zeros(GAMES, dtype=np.int64)
    for turn in range(1, 13):
        waiting = hand < wanted
        for card in range(2):
            lies = waiting & (tables.shown[USEFUL] > 0)
            wild = waiting & ~lies & (tables.shown[WILDS] > 0) & (card == 0)
            hand += tables.take(USEFUL, lies) + tables.take(WILDS, wild) + tables.blind(waiting & ~lies & ~wild)
            tables.refill()
            waiting &= ~wild & (hand < wanted)
        assert within_four_errors((hand >= wanted).mean(), exact[turn])


def test_a_game_without_market_draws_blind() -> None:
    exact = odds.turns_with_market(FIRST_JOURNEY, {"red": 3})
    blind = odds.draws_until(FIRST_JOURNEY.cards, {"red": 3}).in_turns()
    assert exact.in_hand[:30] == pytest.approx(blind.in_hand[:30])


def test_any_colour_and_two_decks_are_simulated_and_repeatable() -> None:
    first = odds.turns_with_market(WORLD, {"red": 2, "red ship": 3}, games=200, seed=5)
    again = odds.turns_with_market(WORLD, {"red": 2, "red ship": 3}, games=200, seed=5)
    assert np.array_equal(first.in_hand, again.in_hand)
    assert first.standard_error.max() > 0
    gray = odds.turns_with_market(USA, 3, games=500)
    assert gray.mean < odds.draws_until(USA.cards, 3).in_turns().mean
    assert odds.turns_with_market(USA, 3, hand={"red": 3}, games=10).in_hand[0] == 1
    assert odds.turns_with_market(USA, {"red": 3}, hand={"red": 2, WILD: 1}).in_hand[0] == 1


def simulated_clearings(rules: RuleSet, order: Sequence[bool], taken: int, choose: Callable[[int, int], bool]) -> int:
    """Clearings while ``taken`` cards leave the market; the deck from its end, True for a locomotive."""
    deck, market, times = list(order), [], 0
    slots = rules.market.slots[0]
    for card in range(taken + 1):
        if card and market:
            market.remove(choose(sum(market), len(market)))
        for reset in range(rules.market.reset_limit + 1):
            while deck and len(market) < slots:
                market.append(deck.pop())
            if sum(market) < rules.market.wild_limit or reset == rules.market.reset_limit or not deck:
                break
            market.clear()
            times += 1
    return times


PICKS: dict[str, Callable[[int, int], bool]] = {
    "others": lambda wilds, cards: wilds == cards,
    "locomotives": lambda wilds, cards: wilds > 0,
}


@pytest.mark.parametrize("policy", PICKS)
def test_clearings_match_every_order_of_a_small_deck(policy: str) -> None:
    rules = TINY.replace(card_counts={**{c.name: c.count for c in TINY.cards}, "red": 5, WILD: 4})
    orders = [[place in wilds for place in range(12)] for wilds in combinations(range(12), 4)]
    table = odds.market_clearings(rules, 6, policy=policy)  # type: ignore[arg-type]
    for taken in (0, 2, 6):
        times = np.array([simulated_clearings(rules, order, taken, PICKS[policy]) for order in orders])
        assert table.loc[taken].tolist() == pytest.approx([times.mean(), (times > 0).mean()])


@pytest.mark.long(reason="a simulation; markets are enumerated at every run")
def test_clearings_match_simulated_markets() -> None:
    tables = Markets(USA)
    times, random = tables.cleared.copy(), np.random.default_rng(4)
    first = times > 0
    for _ in range(30):
        wild = random.random(GAMES) * tables.shown.sum(axis=0) < tables.shown[WILDS]
        tables.take(WILDS, wild)
        tables.take(OTHERS, ~wild)
        tables.refill()
    times = tables.cleared
    table = odds.market_clearings(USA, 30)
    assert abs(times.mean() - table["mean"][30]) < 4 * times.std() / GAMES**0.5
    assert within_four_errors([first.mean(), (times > 0).mean()], table["any"][[0, 30]])
    assert table["any"][0] == pytest.approx(odds.market_reset_odds(USA))


def test_clearings_of_two_decks_and_of_none() -> None:
    world = odds.market_clearings(WORLD, 20, policy="others")
    assert world["any"][0] == pytest.approx(odds.market_reset_odds(WORLD))
    counts = {**dict.fromkeys((c.name for c in USA.cards), 0), "red": 66, WILD: 14}  # as many as its train deck
    trains = USA.replace(card_counts=counts, market={"slots": (3,)})
    assert odds.market_clearings(trains, 20, policy="others").equals(world)
    assert not odds.market_clearings(FIRST_JOURNEY, 30).to_numpy().any()
    with pytest.raises(ValueError, match="taken is 106, but cannot be more than 105"):
        odds.market_clearings(USA, 106)
    with pytest.raises(ValueError, match="policy is 'all', but must be one of: others, any, locomotives"):
        odds.market_clearings(USA, 1, policy="all")  # type: ignore[arg-type]


# --- tickets ---------------------------------------------------------------------------------------------


def test_ticket_draws_match_every_draw() -> None:
    points, long = [4, 5, 5, 9, 12], [20, 21]
    draws = [(*a, *b) for a in combinations(points, 3) for b in combinations(long, 1)]
    result = odds.ticket_draw_odds((points, 3), (long, 1))
    for series, value in ((result.best, max), (result.worst, min), (result.total, sum)):
        found = {points: count / len(draws) for points, count in Counter(map(value, draws)).items()}
        assert series[series > 1e-12].to_dict() == pytest.approx(found)


@given(points=st.lists(st.integers(0, 25), min_size=1, max_size=12), data=st.data())
@examples(60)
def test_ticket_draws_are_distributions(points: list[int], data: st.DataObject) -> None:
    result = odds.ticket_draw_odds((points, data.draw(st.integers(1, len(points)))))
    for series in (result.best, result.worst, result.total):
        assert series.sum() == pytest.approx(1)
        assert (series >= -1e-12).all()


def test_chance_of_near_ticket_matches_every_draw() -> None:
    missing = [0, 2, 3, 7, np.inf]
    chances = odds.chance_of_near_ticket(missing, [0, 2, 6, 50], number=2)
    for within, chance in zip([0, 2, 6, 50], chances, strict=True):
        assert chance == pytest.approx(np.mean([min(pair) <= within for pair in combinations(missing, 2)]))


# --- bad input -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "argument"),
    [
        (lambda: odds.surcharge_odds(-1, 10), "matching"),
        (lambda: odds.surcharge_odds("many", 10), "matching"),  # type: ignore[arg-type]
        (lambda: odds.success_odds(None, 3, 10), "spare"),  # type: ignore[arg-type]
        (lambda: odds.tunnel_table(EUROPE.cards, 13, "red"), "length"),
        (lambda: odds.tunnel_table(EUROPE.cards, 2, "pink"), "color"),
        (lambda: odds.surcharge_odds(11, 10), "matching"),
        (lambda: odds.surcharge_odds(1, 10, 11), "deck"),
        (lambda: odds.surcharge_odds(1, 10, reveals=-1), "reveals"),
        (lambda: odds.success_odds(-1, 1, 10), "spare"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 0, "red", {}), "length"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "pink", {}), "color"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 1}), "hand"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 13}), "hand"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": -2}), "hand"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 3}, gone={"red": 10}), "gone"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 3}, deck=108), "deck"),
        (lambda: odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 3}, locomotives_paid=3), "locomotives_paid"),
        (lambda: odds.spare_cards_needed(EUROPE.cards, 2, 1.1, color="red"), "success"),
        (lambda: odds.draws_until(USA.cards, -1), "need"),
        (lambda: odds.draws_until(USA.cards, 2.5), "need"),
        (lambda: odds.draws_until(USA.cards, {"pink": 1}), "need"),
        (lambda: odds.draws_until(USA.cards, 2, deck=111), "deck"),
        (lambda: odds.draws_until(USA.cards, 2, hand={"red": 13}), "hand"),
        (lambda: odds.draws_until(USA.cards, 2, locomotives=-1), "locomotives"),
        (lambda: odds.draws_until(WORLD.cards, 2), "cards"),
        (lambda: odds.deck_cards(USA, "ship"), "deck"),
        (lambda: odds.draws_from_decks(WORLD.cards, {"green ships": 2}), "need"),
        (lambda: odds.useful_in_hand(111, 1, 26, 110), "draws"),
        (lambda: odds.useful_in_hand(1, 1, 111, 110), "useful"),
        (lambda: odds.useful_in_hand(1.5, 1, 11, 110), "draws"),
        (lambda: odds.hand_odds(USA.cards, 111), "size"),
        (lambda: odds.hand_odds(USA.cards, 4, "pink"), "color"),
        (lambda: odds.market_reset_odds(USA, gone={WILD: 15}), "gone"),
        (lambda: odds.turns_with_market(USA, {"red": 2}, market={"red": 6}), "market"),
        (lambda: odds.turns_with_market(USA, 2, games=0), "games"),
        (lambda: odds.turns_with_market(USA, 2, games=1, seed=-1), "seed is -1"),
        (lambda: odds.ticket_draw_odds(([1, 2], 3)), "draws[0] number"),
        (lambda: odds.ticket_draw_odds(([1, -2], 1)), "draws[0] points"),
        (lambda: odds.ticket_draw_odds(([1], 0)), "draws"),
        (lambda: odds.chance_of_near_ticket([1, 2], 1, 3), "number"),
        (lambda: odds.chance_of_near_ticket([-1], 1), "missing"),
        (lambda: odds.draws_until(USA.cards, 2).quantile(2), "chance"),
        (lambda: odds.draws_until(USA.cards, 2).in_turns(0), "draws"),
    ],
)
def test_bad_arguments_are_named(call: Callable[[], object], argument: str) -> None:
    with pytest.raises(ValueError, match=argument.replace("[", r"\[").replace("]", r"\]")):
        call()


def test_tunnels_turn_up_as_many_cards_as_the_rules_say() -> None:
    four = EUROPE.replace(track_kinds={"tunnel": {"reveals": 4}})
    attempt = odds.tunnel_odds(four, 2, "red", {"red": 3})
    few = sum(math.comb(23, k) * math.comb(84, 4 - k) for k in (0, 1)) / math.comb(107, 4)
    assert attempt.success == pytest.approx(few)
    assert odds.tunnel_odds(four, 2, "red", {"red": 3}, reveals=3) == odds.tunnel_odds(EUROPE, 2, "red", {"red": 3})
    assert odds.tunnel_odds(EUROPE, 2, "red", {"red": 3}) == odds.tunnel_odds(EUROPE.cards, 2, "red", {"red": 3})
    assert len(odds.tunnel_table(four, 2, "red")) == 5
    with pytest.raises(ValueError, match="have no tunnels"):
        odds.tunnel_odds(USA, 2, "red", {"red": 3})
