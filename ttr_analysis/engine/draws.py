"""Drawing cards."""

from ttr_analysis.engine.codes import AT_REFILL, AT_SECOND, CARD_DEALT
from ttr_analysis.engine.compiled import compiled
from ttr_analysis.engine.decks import Log, draw_card
from ttr_analysis.engine.legal import card_to_take, hand_full
from ttr_analysis.engine.state import EMPTY, Game, Tables
from ttr_analysis.engine.turns import A_CARD, END_OF_TURN


@compiled
def continue_draw(tables: Tables, game: Game) -> None:
    """Ask for the next card of the draw if one is due and can be taken; otherwise end the turn."""
    public = game.public
    due = public.cards_drawn < tables.draws and not hand_full(tables, public)
    if due and card_to_take(tables, game):
        public.decision = AT_SECOND
    else:
        public.pending = END_OF_TURN


@compiled
def receive_card(game: Game, card: int) -> None:
    """Add a card to the hand of the seat to move."""
    game.private[game.public.seat].hand[card] += 1
    game.public.hand_size[game.public.seat] += 1


@compiled
def draw_from_market(tables: Tables, game: Game, slot: int) -> None:
    """Take a market card; a wild ends the draw, unless it counts like any other card."""
    public = game.public
    card = public.market[slot]
    public.market[slot] = EMPTY
    receive_card(game, card)
    public.cards_market[public.seat] += 1
    if card == tables.wild:
        public.wilds_market[public.seat] += 1
    public.cards_drawn += tables.draws if card == tables.wild and tables.wild_alone == 1 else 1
    decks = 0
    for deck in range(tables.decks):
        if public.deck_size[deck] > 0:
            decks += 1
    if tables.refill_choice and decks > 1:
        public.refill_slot = slot
        public.decision = AT_REFILL
    else:
        public.pending = A_CARD


@compiled
def draw_blind(tables: Tables, game: Game, log: Log, deck: int) -> None:
    """Take the top card of a deck."""
    public = game.public
    receive_card(game, draw_card(tables, game, log, deck, public.seat, CARD_DEALT, 0))
    public.cards_blind[public.seat] += 1
    public.cards_drawn += 1
    public.pending = A_CARD
