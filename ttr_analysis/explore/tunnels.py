"""Tunnels: how many extra cards they cost, by hand and deck."""

from __future__ import annotations

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis.charts import odds as odds_plots
from ttr_analysis.errors import SetupError
from ttr_analysis.exact import odds
from ttr_analysis.explore.base import Explorer, live, offer, slider
from ttr_analysis.maps.game_map import GameMap
from ttr_analysis.rules.spec import WILD


class TunnelExplorer(Explorer):
    """Odds of one attempt at a tunnel: choose a map, length, payment and hand, and what is known of the deck.

    Parameters
    ----------
    map_name : str
        The initial map; for one without tunnels, a message says so.
    """

    def __init__(self, map_name: str = "europe") -> None:
        super().__init__(map_name)
        self.length_slider = slider("Length", 2, 1, 8, "Spaces of the tunnel")
        self.color_menu = widgets.Dropdown(description="Paid in", layout=self.map_menu.layout)
        self.color_cards = slider("Of colour", 3, 0, 12, "Cards of the colour in hand")
        self.locomotive_cards = slider("Locomotives", 0, 0, 14, "Locomotives in hand")
        self.gone_color = slider("Colour gone", 0, 0, 12, "Cards of the colour known to be out of the deck")
        self.gone_locomotives = slider("Loco. gone", 0, 0, 14, "Locomotives known to be out of the deck")
        self.deck_slider = slider("Deck", 100, 0, 110, "Cards that can be turned up")
        for control in (
            self.length_slider, self.color_menu, self.color_cards, self.locomotive_cards, self.gone_color,
            self.gone_locomotives, self.deck_slider,
        ):  # fmt: skip
            control.observe(self.refresh, "value")
        self.map_menu.observe(self._map_chosen, "value")
        self.arrange(
            [self.map_menu, self.length_slider, self.color_menu],
            [self.color_cards, self.locomotive_cards],
            [self.gone_color, self.gone_locomotives, self.deck_slider],
        )
        self._map_chosen(None)

    def figure(self) -> go.FigureWidget:
        """Return bars of the surcharge, split by what the hand can pay."""
        game_map = self.chosen_map()
        kind = _tunnel_kind(game_map)
        reveals = game_map.rules.track_kinds[kind].reveals
        cards = odds.deck_cards(game_map.rules, game_map.rules.track_kinds[kind].deck)
        color = self.color_menu.value
        hand = {color: self.color_cards.value, WILD: self.locomotive_cards.value}
        gone = {color: self.gone_color.value, WILD: self.gone_locomotives.value}
        unseen = sum(card.count for card in cards) - sum(hand.values()) - sum(gone.values())
        deck = min(self.deck_slider.value, max(unseen, 0))
        result = odds.tunnel_odds(cards, self.length_slider.value, color, hand, gone=gone, deck=deck, reveals=reveals)
        paid = " and ".join(f"{number} {name}" for name, number in result.payment.items())
        caption = (
            f"Map {game_map.name}; length {self.length_slider.value}, paid with {paid}; {result.spare} spare. "
            f"{deck} of {unseen} unseen cards can be turned up. Mean surcharge {result.mean_surcharge:.2f}, mean cards "
            f"spent {result.cards_lost:.2f} (a failed attempt costs the turn, but no cards). Exact."
        )
        return live(
            self.figure_box.children, odds_plots.surcharge_chart(result.surcharge, result.spare, caption=caption)
        )

    def _map_chosen(self, change: object) -> None:
        del change
        with self.one_change():
            game_map = self.offer_ticket_sets()
            lengths = [track.length for track in game_map.tracks if game_map.rules.track_kinds[track.kind].reveals]
            if lengths:
                self.length_slider.max = max(lengths)
                offer(self.color_menu, (*game_map.rules.colors, WILD))


def _tunnel_kind(game_map: GameMap) -> str:
    """Return the kind of track for which cards are turned up."""
    kinds = game_map.rules.track_kinds
    used = [track.kind for track in game_map.tracks if kinds[track.kind].reveals]
    if not used:
        raise SetupError(f"Map {game_map.name!r} has no tunnels.")
    return used[0]
