"""Draws until a track can be paid for, against the odds of ordinary tracks, and against simulation."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

import ttr_analysis as ttr
from ttr_analysis.maps import GameMap, Track
from ttr_analysis.rules.spec import GRAY

NORDIC = ttr.load_map("nordic")
GAMES = 1_500


@pytest.mark.parametrize("name", ["usa", "europe", "india"])
def test_ordinary_tracks_have_the_ordinary_odds(name: str) -> None:
    game_map = ttr.load_map(name)
    cards = ttr.odds.deck_cards(game_map.rules)
    for track in game_map.tracks[::9]:
        need = track.length if track.color == GRAY else {track.color: track.length}
        usual = ttr.odds.draws_until(cards, need, locomotives=track.locomotives)
        assert ttr.odds.draws_until_track(game_map.rules, track).in_hand == pytest.approx(usual.in_hand)


def ready(game_map: GameMap, track: Track, hand: Counter[str]) -> bool:
    """The ready test of RULES_more.md, section 6, for one colour after another."""
    kind, wilds, total = game_map.rules.track_kinds[track.kind], hand["locomotive"], hand.total()
    for color in game_map.rules.colors if track.color == GRAY else (track.color,):
        held = hand[color]
        if track.cards_for_one:
            done = held >= track.length or total - held >= track.cards_for_one * (track.length - held)
        elif kind.cards_for_wild:
            colored = min(held, track.length - track.locomotives)
            used = min(wilds, track.length - colored)
            done = colored + used + (total - colored - used) // kind.cards_for_wild >= track.length
        else:
            done = held + (wilds if kind.wilds else 0) >= track.length
        if done:
            return True
    return False


@pytest.mark.parametrize(
    "track",
    [
        NORDIC.track("Murmansk-Lieksa"),
        NORDIC.track("Stavanger-Bergen"),
        NORDIC.track("Ålborg-Göteborg"),
        NORDIC.track("Umeå-Vaasa"),
        NORDIC.track("Boden-Kiruna black"),
        next(track for track in NORDIC.tracks if track.kind == "tunnel" and track.length == 4),
    ],
    ids=lambda track: track.name,
)
def test_draws_agree_with_simulation(track: Track) -> None:
    dice, deck = random.Random(track.name), [card.name for card in NORDIC.rules.cards for _ in range(card.count)]
    drawn = []
    for _ in range(GAMES):
        dice.shuffle(deck)
        hand: Counter[str] = Counter()
        while not ready(NORDIC, track, hand):
            hand[deck[hand.total()]] += 1
        drawn.append(hand.total())
    time = ttr.odds.draws_until_track(NORDIC.rules, track)
    deviation = (sum((n - time.mean) ** 2 for n in drawn) / GAMES) ** 0.5
    assert sum(drawn) / GAMES == pytest.approx(time.mean, abs=4 * deviation / GAMES**0.5)


def test_sets_for_symbols_only_are_of_less_use() -> None:
    ferry = NORDIC.track("Stavanger-Bergen")
    rules = NORDIC.rules.replace(track_kinds={"ferry": {"cards_for_wild_symbols_only": True}})
    without = NORDIC.rules.replace(track_kinds={"ferry": {"cards_for_wild": 0}})
    means = [ttr.odds.draws_until_track(each, ferry).mean for each in (NORDIC.rules, rules, without)]
    assert means == sorted(means)
    assert means[0] < means[1] < means[2]


def test_tracks_paid_otherwise_are_refused() -> None:
    world = ttr.load_map("rails_sails_world")
    with pytest.raises(ValueError, match="not paid with single cards"):
        ttr.odds.draws_until_track(world.rules, world.tracks[0])
    pairs = replace(ttr.load_map("usa").tracks[0], color=GRAY, pair_spaces=True)
    with pytest.raises(ValueError, match="not paid with single cards"):
        ttr.odds.draws_until_track(ttr.load_map("usa").rules, pairs)


def test_the_costs_of_paths_know_where_locomotives_and_sets_pay() -> None:
    draws = ttr.paths.track_costs(NORDIC, "draws")
    usual = ttr.paths.track_costs(NORDIC.with_rules(track_kinds={"rail": {"wilds": True}}), "draws")
    rail = [track.index for track in NORDIC.tracks if track.kind == "rail" and not track.cards_for_one]
    assert (draws[rail] > usual[rail]).all()
    lieksa = NORDIC.track("Murmansk-Lieksa")
    assert draws[lieksa.index] == ttr.odds.draws_until_track(NORDIC.rules, lieksa).mean
    assert draws[lieksa.index] < ttr.odds.draws_until_track(NORDIC.rules, replace(lieksa, cards_for_one=0)).mean / 2
