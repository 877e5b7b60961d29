"""The worlds that the player to move may be in: what they know, and the rest drawn at random."""

from typing import Any, Final, Literal

import numpy as np

from ttr_analysis.engine import state
from ttr_analysis.experiments.beliefs import likely_worlds
from ttr_analysis.play import Game, bindings, imagined
from ttr_analysis.strategies import get_strategy

WithoutHistory = Literal["uniform", "suited"]
Worlds = Literal[WithoutHistory, "posterior"]
"""How the cards and tickets that the player does not see are drawn: all alike; rather those that suit the tracks of
the opponents who hold them, as ``monte_carlo`` imagines them; or as the moves of the opponents suggest."""
WITHOUT_HISTORY: Final = ("uniform", "suited")
WORLDS: Final = (*WITHOUT_HISTORY, "posterior")
ATTEMPTS: Final = 50
"""How often a world is drawn until no opponent hides a ticket that the rules would have made them show."""


def seed_of(seed: int, *places: int) -> int:
    """Return the seed of a world from the seed of the whole and the numbers that tell which world it is."""
    return int(np.random.SeedSequence([seed, *places]).generate_state(1, np.uint64)[0] >> np.uint64(2))


def imagine_likely(likely: likely_worlds.LikelyWorlds, seed: int, first: int, count: int) -> bindings.Records:
    """Return worlds number ``first`` to ``first + count - 1`` of a seed, drawn from what moves suggest."""
    made = bindings.fresh(state.Game, count)
    for number in range(first, first + count):
        made[number - first] = likely.imagine(seed_of(seed, number))._live.game_record[0]
    return made


def imagine(game: Game, worlds: Worlds, seed: int, first: int, count: int) -> bindings.Records:
    """Return worlds number ``first`` to ``first + count - 1`` of a seed, in which the player to move may be."""
    live, scratch, made = game._live, bindings.fresh(state.Scratch), bindings.fresh(state.Game, count)
    weights, tries = get_strategy("expert").weight_values, int(get_strategy("monte_carlo").weights["fit_tries"])
    for number in range(first, first + count):
        world: Any = made[number - first : number - first + 1]
        for attempt in range(ATTEMPTS):
            drawn = seed_of(seed, number, attempt)
            imagined.imagine_game(
                live.tables, live.game_record, world, scratch, weights, drawn, worlds == "suited", tries
            )
            if not (live.tables[0].shown and _hides(game, world[0])):
                break
    return made


def _hides(game: Game, world: bindings.Records) -> bool:
    """Return whether an opponent holds a ticket that its tracks join, though such tickets are shown."""
    tables, component = game._live.tables[0], world.public.component
    for seat in range(game.players):
        private = world.private[seat]
        for place in range(private.ticket_count if seat != game.player else 0):
            ticket = private.tickets[place]
            stops = tables.ticket_stops[ticket, : tables.ticket_stop_count[ticket]]
            if private.done_turn[place] < 0 and len(set(component[seat, stops].tolist())) == 1:
                return True
    return False
