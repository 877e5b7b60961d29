"""From a game's record back to the arguments of ``Game.from_position``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ttr_analysis.actions import Decision
from ttr_analysis.board import GameMap
from ttr_analysis.engine.state import NEVER
from ttr_analysis.position_names import Name
from ttr_analysis.views import card_counts, held_tickets, market_names


def read_position(game_map: GameMap, game: Any) -> dict[str, Any]:
    """A game's record as the arguments of a :class:`Position` that are not at their defaults."""
    public, private, hidden = game.public, game.private, game.hidden
    seats = range(int(public.players))
    shown = game_map.rules.tickets.shown_when_completed
    decision = Decision(int(public.decision))
    cards = [card.name for card in game_map.rules.cards]

    def tickets(numbers: Sequence[int]) -> list[Name]:
        return [_ticket_name(game_map, int(number)) for number in numbers]

    by_seat: dict[str, dict[int, Any]] = {
        "tracks": {s: [game_map.tracks[t].name for t in public.owned[s, : public.owned_count[s]]] for s in seats},
        "hands": {s: dict(card_counts(game_map, private[s].hand)) for s in seats},
        "tickets": {s: tickets(held_tickets(game, s, shown)) for s in seats},
        "completed": {s: tickets(held_tickets(game, s, shown, completed=True)) if shown else [] for s in seats},
        "bonus": {s: _bonus_won(game_map, public, s) for s in seats},
        "offered": {s: tickets(private[s].offered[: private[s].offered_count]) for s in seats},
        "exchanged": {s: int(public.exchanged[s]) for s in seats},
        "stations": {s: _cities(game_map, public.station_owner, s) for s in seats},
        "harbours": {s: _cities(game_map, public.harbour_owner, s) for s in seats},
        "chosen_pieces": {s: int(private[s].chosen_pieces) for s in seats if not public.turn},
    }
    position: dict[str, Any] = {"players": len(seats), "turn": int(public.turn), "seat": int(public.seat)}
    position |= {name: {s: value for s, value in values.items() if value} for name, values in by_seat.items()}
    if public.turn or not game_map.rules.pieces_kept:
        names = [piece.name for piece in game_map.rules.pieces]
        position["pieces"] = {s: dict(zip(names, public.pieces[s].tolist(), strict=False)) for s in seats}
    top, rest = _decks_in_order(game_map, game)
    queue = [hidden.ticket_queue[(hidden.ticket_queue_head + i) % len(hidden.ticket_queue)]
             for i in range(hidden.ticket_queue_size)]  # fmt: skip
    position |= {
        "market": list(market_names(game_map, public.market)),
        "discards": dict(card_counts(game_map, public.discards)),
        "deck_top": [cards[kind] for kind in top],
        "deck": [cards[kind] for kind in rest],
        "ticket_top": tickets(hidden.ticket_top[: hidden.ticket_top_size][::-1]),
        "ticket_deck": tickets(hidden.ticket_pool[: hidden.ticket_pool_size]),
        "ticket_bottom": tickets(queue),
        "ticket_discards": tickets(hidden.discarded_tickets[: public.ticket_discards]),
        "returned": tickets(hidden.pending_return[: hidden.pending_return_size]),
        "turns_left": None if public.turns_left == NEVER else int(public.turns_left),
        "cards_drawn": int(public.cards_drawn) if decision in (Decision.SECOND_CARD, Decision.REFILL) else 0,
        "refill_slot": int(public.refill_slot) if decision is Decision.REFILL else None,
        "tunnel": _tunnel(game_map, public) if decision is Decision.TUNNEL else None,
        "idle_turns": int(public.idle_turns),
        "stuck_turns": int(public.stuck_turns),
        "streams": hidden.streams.tolist(),
    }
    return {name: value for name, value in position.items() if value not in ({}, None, [], ()) or name in _ALWAYS}


_ALWAYS = frozenset({"market", "deck", "ticket_deck"})
"""Arguments whose absence means something else than nothing."""


def _ticket_name(game_map: GameMap, index: int) -> Name:
    """The name of a ticket, or its number where another one answers to the name."""
    name = game_map.tickets[index].name
    return name if game_map.ticket(name).index == index else index


def _cities(game_map: GameMap, owner: Any, seat: int) -> list[str]:
    return [city.name for city, who in zip(game_map.cities, owner.tolist(), strict=False) if who == seat]


def _decks_in_order(game_map: GameMap, game: Any) -> tuple[list[int], list[int]]:
    """The known tops, first drawn first, and the rests, deck after deck."""
    top: list[int] = []
    rest: list[int] = []
    for deck in range(len(game_map.rules.decks)):
        size, ordered = int(game.public.deck_size[deck]), int(game.hidden.ordered[deck])
        cards = game.hidden.deck[deck, :size].tolist()
        rest += cards[: size - ordered]
        top += cards[size - ordered :][::-1]
    return top, rest


def _bonus_won(game_map: GameMap, public: Any, seat: int) -> list[str]:
    return [bonus.name for bonus, won in zip(game_map.bonus_tickets, public.bonus_won[seat], strict=False) if won]


def _tunnel(game_map: GameMap, public: Any) -> dict[str, Any]:
    return {
        "track": game_map.tracks[public.track].name,
        "laid": dict(card_counts(game_map, public.laid)),
        "turned_up": dict(card_counts(game_map, public.turned_up)),
    }
