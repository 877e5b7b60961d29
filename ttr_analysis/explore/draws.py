"""Draws: how long until a set of cards is in hand."""

from collections.abc import Sequence
from dataclasses import replace

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import charts
from ttr_analysis.charts.odds import SURE
from ttr_analysis.exact import odds
from ttr_analysis.exact.odds.draws import suit
from ttr_analysis.explore import words
from ttr_analysis.explore.base import Explorer, live, offer, slider
from ttr_analysis.maps import MapLike
from ttr_analysis.rules.spec import WILD, CardKind, RuleSet

TURNS = 60
"""Maximum number of turns that are computed with the market."""


class DrawExplorer(Explorer):
    """Odds of drawing a set: choose a map, deck and colour, the number of cards, and those in hand or gone.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map, by name, by folder, or a map made in Python.

    Examples
    --------
    >>> explorer = ttr.explore.DrawExplorer("usa")
    >>> explorer.chosen_map().title
    'Ticket to Ride (USA)'
    """

    def __init__(self, game_map: MapLike = "usa") -> None:
        super().__init__(game_map)
        wide = self.map_menu.layout
        self.cards_menu = widgets.Dropdown(description=words.CARDS_FROM, layout=wide)
        self.color_menu = widgets.Dropdown(description=words.COLOR, layout=wide)
        self.need_slider = slider(*words.WANTED, 6, 1, 9)
        self.color_cards = slider(*words.IN_HAND, 0, 0, 9)
        self.locomotive_cards = slider(*words.LOCOMOTIVES, 0, 0, 9)
        self.gone_color = slider(*words.COLOR_GONE, 0, 0, 12)
        for control in (self.color_menu, self.need_slider, self.color_cards, self.locomotive_cards, self.gone_color):
            control.observe(self.refresh, "value")
        self.map_menu.observe(self._map_chosen, "value")
        self.cards_menu.observe(self._deck_chosen, "value")
        self.arrange(
            [self.map_menu, self.cards_menu, self.color_menu],
            [self.need_slider, self.color_cards],
            [self.locomotive_cards, self.gone_color],
        )
        self._map_chosen(None)

    def figure(self) -> go.FigureWidget:
        """Return a chart of the chance that the set is in hand, by turns: blind, and with the market if exact."""
        game_map = self.chosen_map()
        rules = game_map.rules
        color, need = self.color_menu.value, self.need_slider.value
        times = waiting_times(
            rules, self.cards_menu.value, color, need,
            held=self.color_cards.value, locomotives=self.locomotive_cards.value, gone=self.gone_color.value,
        )  # fmt: skip
        best = min(time.quantile(0.5) for time in times.values())
        note = words.DRAW_NOTE.format(
            map=game_map.name, cards=self.cards_menu.value, held=self.color_cards.value,
            locomotives=self.locomotive_cards.value, draws=rules.draws,
        )  # fmt: skip
        title = words.waiting_title(need, color, best)
        return live(self.figure_box.children, charts.waiting_times(times, title, note=note))

    def _map_chosen(self, change: object) -> None:
        del change
        with self.one_change():
            offer(self.cards_menu, self.offer_ticket_sets().rules.decks)

    def _deck_chosen(self, change: object) -> None:
        del change
        if self.cards_menu.value is None:
            return
        with self.one_change():
            cards = odds.deck_cards(self.chosen_map().rules, self.cards_menu.value)
            offer(self.color_menu, (*dict.fromkeys(suit(card) for card in cards if not card.wild), words.ANY))


def waiting_times(
    rules: RuleSet, deck: str, color: str, need: int, *, held: int = 0, locomotives: int = 0, gone: int = 0
) -> dict[str, odds.WaitingTime]:
    """Return the turns until ``need`` cards of a colour are in hand: blind, and with the market if there is one deck.

    The market is computed only for one named colour. ``held`` and ``gone`` count (single) cards of the colour,
    ``locomotives`` those in hand.
    """
    cards = odds.deck_cards(rules, deck)
    hand = _single(cards, color, held) | _single(cards, WILD, locomotives)
    left = [replace(card, count=max(0, card.count - hand.get(card.name, 0))) for card in cards]
    away = _single(left, color, gone)
    wanted: odds.Need = need if color == words.ANY else {color: need}
    blind = odds.draws_until(cards, wanted, hand=hand, gone=away).in_turns(rules.draws)
    times = {words.BLIND: blind}
    if color != words.ANY and len(rules.decks) == 1 and any(rules.market.slots):
        turns = int(min(blind.quantile(SURE), TURNS))  # no more turns are shown, and each takes time
        times[words.WITH_MARKET] = odds.turns_with_market(rules, wanted, hand=hand, gone=away, turns=turns)
    return times


def _single(cards: Sequence[CardKind], color: str, number: int) -> dict[str, int]:
    """Return ``number`` single cards of a colour, by kind: a game may have kinds with and without a symbol.

    Cards in excess of those that exist go to the last kind, so that the odds refuse it by name.
    """
    kinds = [card for card in cards if suit(card) == color and card.units == 1]
    counts: dict[str, int] = {}
    for kind in kinds:
        counts[kind.name] = min(number, kind.count) if kind is not kinds[-1] else number
        number -= counts[kind.name]
    return counts
