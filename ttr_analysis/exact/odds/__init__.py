"""Exact odds of tunnels, draws and tickets: arrays in, arrays out.

Only the opening tickets need a map. The cards of a game are its ``rules.cards``; :func:`cards_of` makes a deck of your
own. Every argument is checked: a ValueError names the argument and says what is wrong.
"""

from __future__ import annotations

from ttr_analysis.exact.odds.clearings import market_clearings
from ttr_analysis.exact.odds.draws import (
    Need,
    WaitingTime,
    cards_of,
    deck_cards,
    draws_from_decks,
    draws_until,
    mean_draws,
    useful_in_hand,
)
from ttr_analysis.exact.odds.hands import (
    blind_or_locomotive,
    fresh_market_odds,
    hand_odds,
    market_reset_odds,
    opening_hand_odds,
)
from ttr_analysis.exact.odds.market import turns_with_market
from ttr_analysis.exact.odds.pairs import draws_until_pairs
from ttr_analysis.exact.odds.tickets import TicketDraw, chance_of_near_ticket, opening_ticket_odds, ticket_draw_odds
from ttr_analysis.exact.odds.tunnels import (
    TunnelOdds,
    spare_cards_needed,
    success_odds,
    surcharge_odds,
    tunnel_odds,
    tunnel_table,
)

__all__ = [
    "Need",
    "TicketDraw",
    "TunnelOdds",
    "WaitingTime",
    "blind_or_locomotive",
    "cards_of",
    "chance_of_near_ticket",
    "deck_cards",
    "draws_from_decks",
    "draws_until",
    "draws_until_pairs",
    "fresh_market_odds",
    "hand_odds",
    "market_clearings",
    "market_reset_odds",
    "mean_draws",
    "opening_hand_odds",
    "opening_ticket_odds",
    "spare_cards_needed",
    "success_odds",
    "surcharge_odds",
    "ticket_draw_odds",
    "tunnel_odds",
    "tunnel_table",
    "turns_with_market",
    "useful_in_hand",
]
