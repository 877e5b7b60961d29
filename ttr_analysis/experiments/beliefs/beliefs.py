"""``beliefs``: the chance of every ticket of every opponent, turn by turn."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd

from ttr_analysis._validate import between, check_seed, count, instance, listed, whole_number
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.beliefs import evidence
from ttr_analysis.experiments.beliefs.posterior import NOISE, Noise, Posterior, assumed_player, posterior
from ttr_analysis.maps import EventKind
from ttr_analysis.play.game import Game
from ttr_analysis.results import source
from ttr_analysis.stats import columns, intervals
from ttr_analysis.strategies.base import Strategy, get_strategy

WORLDS = 64
"""Chains of imagined hands for each opponent and turn."""


def beliefs(
    game: Game,
    *,
    player: int | None = None,
    turns: Sequence[int] | None = None,
    assumed: str | Strategy = "expert",
    noise: Noise = NOISE,
    worlds: int = WORLDS,
    seed: int = 0,
    reveal: bool = False,
) -> pd.DataFrame:
    """Return the chance of every ticket that each opponent holds it, from what could be seen before some turns.

    At first all tickets are equally likely. They are weighted by how likely the assumed strategy would have made the
    moves seen with them, whatever the cards that nobody has seen. What the intervals tell is how well the hands
    imagined stand for all that there are, not whether the opponent plays as assumed.

    Parameters
    ----------
    game : Game
        A game from its first deal on, over or not.
    player : int, optional
        Who observes, and knows their own tickets and cards; by default somebody who only sees what everybody sees.
    turns : sequence of int, optional
        Before which turns; by default now.
    assumed : str or Strategy, optional
        How the opponents are assumed to play.
    noise : Noise, optional
        How often they do not.
    worlds : int, optional
        Number of chains of imagined hands for each opponent and turn.
    seed : int, optional
        The same seed gives the same table.
    reveal : bool, optional
        Whether a column ``held`` tells the truth.

    Returns
    -------
    DataFrame
        ``turn``, ``player``, ``ticket``, ``points``, ``chance`` with its interval, and ``effective_hands`` (of equal
        weight, which tell as much as all that were found).

    Raises
    ------
    SetupError
        If the game began at a given position, or there is no such player or turn.
    StrategyError
        If the strategy cannot be compiled.

    Examples
    --------
    >>> game = ttr.Game("usa", players=2, seed=1).play("expert")
    >>> table = ttr.experiments.beliefs(game, player=0, turns=[40], worlds=16, reveal=True)
    >>> round(float(table["chance"].sum())), int(table["held"].sum())
    (4, 4)
    """
    course = evidence.course_of(game)
    count("worlds", worlds, minimum=2)
    check_seed("seed", seed)
    noise, asked = _checked(noise), _turns(course, turns)
    if player is not None and not 0 <= whole_number("player", player) < game.players:
        raise SetupError(f"there is no player {player}; players are numbered from 0 to {game.players - 1}")
    who = assumed_player(assumed, noise)
    parts = [
        _rows(course, seat, turn, posterior(course, seat, turn, who, observer=player, number=worlds, seed=seed), reveal)
        for turn in asked
        for seat in range(game.players)
        if seat != player
    ]
    table = pd.concat(parts, ignore_index=True)
    table.attrs["made_by"] = ["experiments.beliefs", *table.columns]
    table.attrs["intervals"] = {"chance": [METHOD, intervals.CONFIDENCE]}
    facts: source.Source = {
        "kind": "beliefs", "map": source.of_map(game.game_map), "players": game.players,
        "strategies": [get_strategy(assumed).name], "seed": int(course.live.run.seed), "games": 1, "asked": 1,
        "worlds": worlds,
    }  # fmt: skip
    return source.tagged(table, facts)


def _checked(noise: Noise) -> Noise:
    """Return the noise if each of its chances lies between 0 and 1: at 0 or 1, moves would tell all or nothing."""
    such_as = "Noise(turn=0.1) of ttr_analysis.experiments.beliefs.posterior"
    for name, chance in instance("noise", noise, Noise, such_as)._asdict().items():
        between(f"noise.{name}", chance, 0, 1)
    return noise


METHOD = "normal by chain"
"""How the intervals of chances are computed."""


def last_turn(course: evidence.Course) -> int:
    """Return the first turn that has not been played."""
    public = course.live.public
    return int(public.turn) + int(public.over)


def _turns(course: evidence.Course, turns: Sequence[int] | None) -> list[int]:
    last = last_turn(course)
    if last < 1:
        raise SetupError("at turn 0 tickets are still being chosen, and no move tells of them; beliefs begin at turn 1")
    asked = [last] if turns is None else [whole_number("turns", turn) for turn in listed("turns", turns, "[21]")]
    for turn in asked:
        if not 1 <= turn <= last:
            raise SetupError(f"turn {turn} is not one of this game: turns are numbered from 1, and {last} is the next")
    if not asked:
        raise SetupError(f"turns is an empty list; give at least one turn, from 1 to {last}")
    return list(dict.fromkeys(asked))


def _rows(course: evidence.Course, seat: int, turn: int, found: Posterior, reveal: bool) -> pd.DataFrame:
    """Return the rows of an opponent before a turn."""
    tickets, effective = course.game_map.tickets, found.effective_hands
    chance = found.chances()[: len(tickets)]
    half = intervals.half_width_in_errors() * found.errors()[: len(tickets)]
    table = pd.DataFrame(
        {
            "turn": turn, "player": seat, "ticket": [ticket.name for ticket in tickets],
            "points": [ticket.points for ticket in tickets],
        }
    )  # fmt: skip
    columns.add(table, "chance", (chance, np.maximum(chance - half, 0), np.minimum(chance + half, 1)), METHOD)
    table["effective_hands"] = effective
    if reveal:
        held = set(held_before(course, seat, turn))
        table["held"] = [i in held for i in range(len(tickets))]
    return table


def held_before(course: evidence.Course, seat: int, turn: int) -> Iterator[int]:
    """Yield the tickets that a seat holds before a turn, and has not shown."""
    held, offered = list[int](), list[int]()
    for event in course.events:
        if event.turn >= turn:
            break
        if event.seat != seat:
            continue
        if event.kind == EventKind.TICKET_OFFERED:
            offered.append(event.target)
        elif event.kind == EventKind.KEEP_TICKETS:
            held += [ticket for i, ticket in enumerate(offered) if event.number >> i & 1]
            offered = []
        elif event.kind == EventKind.TICKET_REPLACED:
            held.append(event.target)
        elif event.kind == EventKind.TICKET_COMPLETED:
            held.remove(event.target)
        elif event.kind == EventKind.EXCHANGE_TICKETS:
            held = []
    yield from held
