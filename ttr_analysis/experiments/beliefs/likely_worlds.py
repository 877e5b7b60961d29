"""Worlds that a player may be in, in which opponents hold what their moves suggest."""

from collections.abc import Sequence

import numpy as np

from ttr_analysis.engine import scoring
from ttr_analysis.engine.compiled import entry
from ttr_analysis.engine.records import Ints, Records
from ttr_analysis.engine.state import NEVER
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence, posterior
from ttr_analysis.play.game import Game
from ttr_analysis.strategies.base import Strategy

TRIES = 200
"""How often hands of several opponents are drawn until no card or ticket is in two of them."""


@entry
def give(tables_record: Records, game_record: Records, seat: int, tickets: Ints, cards: Ints) -> None:
    """Give a seat tickets, beside those that it has shown, and cards in place of what it has."""
    tables, public, private = tables_record[0], game_record[0].public, game_record[0].private[seat]
    count = 0
    for i in range(private.ticket_count if tables.shown else 0):
        if private.done_turn[i] != NEVER:
            private.tickets[count], private.done_turn[count] = private.tickets[i], private.done_turn[i]
            count += 1
    for i in range(tickets.shape[0]):
        private.tickets[count], private.kept_turn[count], private.done_turn[count] = tickets[i], 0, NEVER
        if scoring.joined(tables, public.component[seat], tickets[i]):
            private.done_turn[count] = public.turn
        count += 1
    private.ticket_count = count
    for card in range(cards.shape[0]):
        private.hand[card] = cards[card]


class LikelyWorlds:
    """Draws games that the player to move may be in, from what the opponents' moves suggest that they hold.

    They are like those of :meth:`ttr_analysis.play.game.Game.imagine`, and all weigh the same. Tickets are drawn from
    what moves suggest, cards from all hands that can have paid what was paid.

    Parameters
    ----------
    game : Game
        A game from its first deal on, which is not over.
    assumed : str or Strategy, optional
        How the opponents are assumed to play.
    noise : Noise, optional
    worlds : int, optional
        Number of imagined hands of each opponent from which hands are drawn.
    seed : int, optional

    Attributes
    ----------
    effective_hands : float
        How many hands of equal weight tell as much, of the opponent with the fewest.

    Raises
    ------
    SetupError
        If the game is over, tickets are still being chosen, or the game began at a given position.

    Examples
    --------
    >>> from ttr_analysis.experiments.beliefs.likely_worlds import LikelyWorlds
    >>> game = ttr.Game("usa", players=2, seed=7)
    >>> while game.turn < 21:
    ...     action = game.advance("expert")
    >>> world = LikelyWorlds(game, worlds=16).imagine(seed=1)
    >>> world.turn, world.view(game.player).tickets == game.view(game.player).tickets
    (21, True)
    """

    def __init__(
        self, game: Game, assumed: str | Strategy = "expert", noise: posterior.Noise = posterior.NOISE,
        worlds: int = 64, seed: int = 0,
    ) -> None:  # fmt: skip
        if game.over or game.turn < 1:
            raise SetupError("opponents are imagined in turns only: not before tickets are chosen, nor after the end")
        self._game = game
        course, player = evidence.course_of(game), posterior.assumed_player(assumed, noise)
        self._found = {
            seat: posterior.posterior(
                course, seat, game.turn, player, observer=game.player, number=worlds, seed=seed
            )
            for seat in range(game.players)
            if seat != game.player
        }  # fmt: skip
        self.effective_hands = min(found.effective_hands for found in self._found.values())

    def imagine(self, seed: int) -> Game:
        """Return a game that the player to move may be in, drawn from a seed."""
        world, rng = self._game.imagine(seed), np.random.default_rng(seed)
        live = world._live
        for _ in range(TRIES):
            tickets = {seat: found.draw_tickets(rng) for seat, found in self._found.items()}
            cards = {seat: found.draw_cards(rng) for seat, found in self._found.items()}
            left = _cards_left(live.tables[0], live.game, live.seat, list(cards.values()))
            if left is None or len(set(np.concatenate([*tickets.values()]))) < sum(map(len, tickets.values())):
                continue
            for seat, held in tickets.items():
                give(live.tables, live.game_record, seat, held, cards[seat])
            _stack_cards(live.tables[0], live.game, left, rng)
            _stack_tickets(live.tables[0], live.game, rng)
            return world
        return world


def _cards_left(tables: Records, game: Records, seat: int, hands: Sequence[Ints]) -> Ints | None:
    """Return how many cards of each kind the decks hold; None if hands hold more cards than there are."""
    public = game.public
    left: Ints = tables.card_count - public.discards - public.laid - public.turned_up - game.private[seat].hand
    for card in public.market[: int(tables.market_slots)]:
        left[card] -= int(card) >= 0
    left = left - sum(hands)
    sizes = np.bincount(tables.card_deck, left, len(public.deck_size))[: int(tables.decks)]
    fits = bool((left >= 0).all() and (sizes == public.deck_size[: int(tables.decks)]).all())
    return left if fits else None


def _stack_cards(tables: Records, game: Records, left: Ints, rng: np.random.Generator) -> None:
    for deck in range(int(tables.decks)):
        cards = np.repeat(np.arange(len(left)), np.where(tables.card_deck == deck, left, 0))
        game.hidden.deck[deck, : len(cards)] = rng.permutation(cards)
        game.hidden.ordered[deck] = 0


def _stack_tickets(tables: Records, game: Records, rng: np.random.Generator) -> None:
    """Let the tickets that nobody holds be the ticket deck, and the discards."""
    public, hidden = game.public, game.hidden
    held = {int(t) for seat in range(int(public.players)) for t in _held(game.private[seat])}
    free = [t for t in range(int(tables.tickets)) if t not in held]
    short = [t for t in free if not (tables.ticket_long[t] and tables.deal_long)]
    order = [*rng.permutation(short), *rng.permutation([t for t in free if t not in short])]
    size, discards = int(public.ticket_deck_size), int(public.ticket_discards)
    hidden.ticket_pool[:size] = order[:size]
    hidden.discarded_tickets[:discards] = order[size : size + discards]


def _held(private: Records) -> Ints:
    return np.concatenate([private.tickets[: private.ticket_count], private.offered[: private.offered_count]])
