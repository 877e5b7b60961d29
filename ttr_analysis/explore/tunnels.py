"""Tunnels: how many extra cards they cost, by hand and deck."""

import ipywidgets as widgets
import plotly.graph_objects as go

from ttr_analysis import charts
from ttr_analysis.errors import SetupError
from ttr_analysis.exact import odds
from ttr_analysis.explore import words
from ttr_analysis.explore.base import Explorer, live, offer, slider
from ttr_analysis.maps import GameMap, MapLike
from ttr_analysis.rules.spec import WILD


class TunnelExplorer(Explorer):
    """Odds of one attempt at a tunnel: choose a map, length, payment and hand, and what is known of the deck.

    Parameters
    ----------
    game_map : str, Path or GameMap
        The initial map; for one without tunnels, a message says so.

    Examples
    --------
    >>> explorer = ttr.explore.TunnelExplorer("europe")
    >>> explorer.chosen_map().title
    'Ticket to Ride: Europe'
    """

    def __init__(self, game_map: MapLike = "europe") -> None:
        super().__init__(game_map)
        self.length_slider = slider(*words.LENGTH, 2, 1, 8)
        self.color_menu = widgets.Dropdown(description=words.PAID_IN, layout=self.map_menu.layout)
        self.color_cards = slider(*words.OF_COLOR, 3, 0, 12)
        self.locomotive_cards = slider(*words.LOCOMOTIVES, 0, 0, 14)
        self.gone_color = slider(*words.COLOR_GONE, 0, 0, 12)
        self.gone_locomotives = slider(*words.LOCOMOTIVES_GONE, 0, 0, 14)
        self.deck_slider = slider(*words.DECK, 100, 0, 110)
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
        note = words.TUNNEL_NOTE.format(
            map=game_map.name, length=self.length_slider.value, paid=words.payment(result.payment), spare=result.spare,
            deck=deck, unseen=unseen, surcharge=result.mean_surcharge, lost=result.cards_lost,
        )  # fmt: skip
        return live(self.figure_box.children, charts.surcharge_odds(result, note=note))

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
        raise SetupError(words.NO_TUNNELS.format(map=game_map.name))
    return used[0]
