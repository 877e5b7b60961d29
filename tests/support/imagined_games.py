"""Games that a player imagines in the middle of games between experts, looked at from outside.

Run by ``test_determinization.py`` with ``NUMBA_DISABLE_JIT=1``; prints a line of JSON.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from quick_records import read_quickly

from ttr_analysis.engine.random_stream import seed_stream
from ttr_analysis.engine.state import Game as GameRecord
from ttr_analysis.engine.view import View
from ttr_analysis.maps.folder import load_map
from ttr_analysis.play.bindings import fresh
from ttr_analysis.play.game import Game
from ttr_analysis.strategies import get_strategy
from ttr_analysis.strategies.shared.determinization import determinize

TRIES = int(get_strategy("monte_carlo").weights["fit_tries"])
IMAGINED = 12
"""Games imagined in each position."""


def position(name: str, number: int, turn: int) -> Game:
    """A game of two experts at the beginning of a turn."""
    game = Game(load_map(name), 2, seed=6, number=number)
    while game.turn < turn:
        game.advance("expert")
    return game


def imagine(view: View, seed: int, tries: int = TRIES) -> Any:
    """The game that a player imagines with a random stream of its own."""
    imagined, rng = fresh(GameRecord), np.zeros(4, np.uint64)
    seed_stream(rng, seed, 0, 0)
    determinize(view._replace(rng=rng), True, tries, imagined[0])
    return imagined[0]


def faults_of(view: View, game: Any) -> list[str]:
    """What an imagined game contradicts."""
    tables, public, private = view.tables, game.public, game.private
    found = ["public"] if game.public != view.public else []
    found += ["own"] if private[public.seat] != view.mine else []
    decks = [game.hidden.deck[deck, : public.deck_size[deck]] for deck in range(tables.decks)]
    market = public.market[: tables.market_slots]
    for kind in range(tables.cards):
        lying = sum(int((cards == kind).sum()) for cards in (*decks, market)) + public.discards[kind]
        if lying + sum(private[seat].hand[kind] for seat in range(public.players)) != tables.card_count[kind]:
            found.append(f"cards of kind {kind}")
    dealt = list(game.hidden.ticket_pool[: game.hidden.ticket_pool_size])
    for seat in range(public.players):
        if private[seat].hand.sum() != public.hand_size[seat]:
            found.append(f"size of hand {seat}")
        if private[seat].ticket_count != public.tickets_held[seat]:
            found.append(f"number of tickets {seat}")
        dealt += list(private[seat].tickets[: private[seat].ticket_count])
    return found + (["a ticket twice"] if len(set(dealt)) < len(dealt) else [])


def touched_share(tables: Any, game: Any, seat: int) -> float:
    """The share of the cities on a player's tickets that its tracks touch."""
    public, private = game.public, game.private[seat]
    own = public.owned[seat, : public.owned_count[seat]]
    touched = {*tables.track_a[own], *tables.track_b[own]}
    held = private.tickets[: private.ticket_count]
    return float(np.mean([city in touched for each in held for city in tables.ticket_stops[each, :2]]))


def look(name: str, numbers: range, turn: int) -> dict[str, Any]:
    """Faults of imagined games, how many change with what is hidden, how far tickets suit in them and by chance."""
    weights = np.array(list(get_strategy("expert").weights.values()))
    faults, peeks, suited, by_chance = set[str](), 0, list[float](), list[float]()
    for number in numbers:
        live = position(name, number, turn)._live
        game, seat, other = live.game, live.seat, 1 - live.seat
        rng = game.hidden.streams[0]
        view = View(live.tables[0], game.public, game.private[seat], live.memory[seat], weights, live.scratch[0], rng)
        games = [imagine(view, seed) for seed in range(IMAGINED)]
        for seed, each in enumerate(games):
            faults |= set(faults_of(view, each))
            suited.append(touched_share(view.tables, each, other))
            by_chance.append(touched_share(view.tables, imagine(view, seed, 1 - game.public.owned_count[other]), other))
        game.private[other].hand[:] = 0
        game.private[other].tickets[:] = 0
        game.hidden.deck[:] = 0
        peeks += sum(bool(imagine(view, seed) != each) for seed, each in enumerate(games))
    means = {"suited": float(np.mean(suited)), "by_chance": float(np.mean(by_chance))}
    return {"faults": sorted(faults), "peeks": peeks, **means}


if __name__ == "__main__":
    read_quickly()
    name, games, turn = sys.argv[1:]
    sys.stdout.write(json.dumps(look(name, range(int(games)), int(turn))))
