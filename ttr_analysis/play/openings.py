"""Games in which one player is dealt given tickets and keeps some of them; everything else is left to chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from random import Random
from typing import Any

from ttr_analysis.errors import SetupError, StrategyError
from ttr_analysis.maps import ActionKind, GameMap, Ticket
from ttr_analysis.play.game import Game
from ttr_analysis.play.lineup import Lineup, make_lineup
from ttr_analysis.play.live_game import LiveGame
from ttr_analysis.play.position import Position
from ttr_analysis.play.progress import OnProgress, Progress, ProgressBar
from ttr_analysis.play.simulate import prepare, worker_count
from ttr_analysis.results.later import pandas as pd
from ttr_analysis.results.schema import TableName
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

BLOCK = 100
"""Number of games that a thread plays before it takes on others."""

Kept = tuple[Ticket, ...]

_TABLES: tuple[TableName, TableName] = ("players", "tickets")


def dealt_tickets(game_map: GameMap, tickets: Sequence[str | Ticket]) -> tuple[Ticket, ...]:
    """Check that a player can be dealt tickets at the start; return them in the order of the deal (long ones first).

    Parameters
    ----------
    game_map : GameMap
    tickets : sequence of str or Ticket
        As many as the rules deal, each as a name or as a Ticket. A name given twice stands for two copies of a
        ticket, if there are two.

    Raises
    ------
    MapError
        If a ticket is not on the map; the nearest names are suggested.
    ValueError
        If there are too few or too many, long ones or in total, or if one is listed twice.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> [t.name for t in ttr.play.dealt_tickets(usa, ["Denver-El Paso", "Boston-Miami", "Dallas-New York"])]
    ['Denver-El Paso', 'Boston-Miami', 'Dallas-New York']
    """
    found = _found(game_map, tickets)
    if twice := [ticket for ticket in found if found.count(ticket) > 1]:
        raise ValueError(f"tickets: {twice[0].name} is listed twice")
    rules = game_map.rules.tickets
    where = f"on map {game_map.name!r} ({game_map.ticket_set})"
    if len(found) != rules.deal + rules.deal_long:
        raise ValueError(f"tickets: {len(found)} are given, but {rules.deal + rules.deal_long} are dealt {where}")
    long = [ticket for ticket in found if rules.deal_long and ticket.is_long]
    if len(long) != rules.deal_long:
        raise ValueError(f"tickets: {len(long)} long ones are given, but {rules.deal_long} are dealt {where}")
    return (*long, *(ticket for ticket in found if ticket not in long))


def _found(game_map: GameMap, tickets: Sequence[str | Ticket]) -> list[Ticket]:
    names = iter(game_map.tickets_named(ticket for ticket in tickets if isinstance(ticket, str)))
    return [next(names) if isinstance(ticket, str) else ticket for ticket in tickets]


def random_deal(game_map: GameMap, seed: int = 0) -> tuple[Ticket, ...]:
    """Return random tickets that a player may be dealt at the start; the same seed returns the same tickets.

    Raises
    ------
    SetupError
        If the map has fewer tickets than are dealt.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> [ticket.name for ticket in ttr.play.random_deal(usa, seed=1)]
    ['Chicago-Santa Fe', 'Portland-Nashville', 'Vancouver-Santa Fe']
    """
    random, rules = Random(seed), game_map.rules.tickets
    long = [ticket for ticket in game_map.tickets if rules.deal_long and ticket.is_long]
    others = [ticket for ticket in game_map.tickets if ticket not in long]
    if len(others) < rules.deal or len(long) < rules.deal_long:
        raise SetupError(
            f"map {game_map.name!r} has {len(game_map.tickets)} tickets, but {rules.deal + rules.deal_long} are dealt"
        )
    return (*random.sample(long, rules.deal_long), *random.sample(others, rules.deal))


def keepable(game_map: GameMap, tickets: Sequence[Ticket]) -> list[Kept]:
    """Return every set of the dealt tickets that the rules allow a player to keep; of copies, it does not say which.

    Parameters
    ----------
    game_map : GameMap
    tickets : sequence of Ticket
        As returned by :func:`dealt_tickets`.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> len(ttr.play.keepable(usa, ttr.play.random_deal(usa, seed=1)))
    4
    """
    offered = {0: [ticket.index for ticket in tickets]}
    game = Game.from_position(game_map, Position(players=game_map.rules.players[0], turn=0, offered=offered))
    masks = [action.number for action in game.legal_actions()]
    kept = [tuple(ticket for i, ticket in enumerate(tickets) if mask >> i & 1) for mask in masks]
    alike = {tuple(replace(ticket, index=0) for ticket in choice): choice for choice in reversed(kept)}
    return [choice for choice in kept if choice in alike.values()]


def play_dealt(
    game_map: GameMap,
    tickets: Sequence[Ticket],
    kept: Sequence[Kept],
    strategy: str | Strategy = DEFAULT_STRATEGY,
    *,
    players: int,
    games: int,
    seed: int = 0,
    progress: Progress = False,
    on_progress: OnProgress | None = None,
) -> list[pd.DataFrame]:
    """Play games from the start with a given deal, once for each set of tickets kept.

    All players use the same strategy. In game g the player of interest has seat g % players. Their tickets are
    exchanged for the given ones, wherever those are, which leaves all other cards and tickets as random as before.
    Game g has the same decks whichever tickets are kept, so the sets can be compared game by game.

    Parameters
    ----------
    game_map : GameMap
    tickets : sequence of Ticket
        What is dealt, as returned by :func:`dealt_tickets`.
    kept : sequence of tuple of Ticket
        Sets to keep, from those that :func:`keepable` returns.
    strategy : str or Strategy, optional
        The strategy of all players: ``expert`` if none is named.
    players, games, seed : int
        The number of games is per set.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    on_progress : function of (games played, total games), optional
        Called after each block of games. Once it returns True, no more games are begun, and only games that were
        played for every set are returned: at least the first block of each.

    Returns
    -------
    list of DataFrame, one for each set
        One row per game: ``game``; ``score`` and ``win_share`` of the player; ``made`` and ``points`` of the
        tickets kept at the start: how many were made, and the points they gained or lost in total.

    Raises
    ------
    SetupError, StrategyError
        If the lineup is invalid, the compiler refuses the strategy, or the strategy makes an illegal move.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> deal = ttr.play.random_deal(usa, seed=1)
    >>> kept = ttr.play.keepable(usa, deal)[:1]
    >>> tables = ttr.play.play_dealt(usa, deal, kept, "greedy_points", players=2, games=5)
    >>> len(tables), len(tables[0])
    (1, 5)
    """
    lineup = make_lineup(game_map, strategy, players=players, seed=seed, rotate=False)
    if refusal := prepare(lineup).refusal:
        raise StrategyError(f"strategy {lineup.places[0].name!r} cannot be compiled: {refusal}")
    # Block by block through all sets, so that after a stop each has the same number of games.
    tasks = [(some, first, min(BLOCK, games - first)) for first in range(0, games, BLOCK) for some in kept]
    blocks: list[pd.DataFrame] = []
    bar = ProgressBar(games * len(kept), progress, on_progress)
    with bar, ThreadPoolExecutor(worker_count()) as threads:
        for part in threads.map(lambda task: _play_block(lineup, tuple(tickets), *task), tasks):
            blocks.append(part)
            bar.advance(len(part))
            if bar.stopped and len(blocks) >= len(kept):
                threads.shutdown(cancel_futures=True)
                break
    whole = len(blocks) - len(blocks) % len(kept)
    return [pd.concat(blocks[place : whole : len(kept)], ignore_index=True) for place in range(len(kept))]


def exchange_deal(game: Any, seat: int, tickets: Sequence[int]) -> None:
    """Give a seat these tickets in place of those it was dealt; whoever had them gets the dealt ones.

    Parameters
    ----------
    game : record of Game
        A game that has just been set up; changed in place.
    seat : int
    tickets : sequence of int
        As many as the seat was dealt, in the order of the deal.
    """
    private, hidden = game.private, game.hidden
    places = [private[other].offered[: private[other].offered_count] for other in range(game.public.players)]
    places += [hidden.ticket_pool[: hidden.ticket_pool_size], hidden.long_pool[: hidden.long_pool_size]]
    mine = places[seat]
    for slot, ticket in enumerate(tickets):
        other = int(mine[slot])
        for place in places:
            place[place == ticket] = other
        mine[slot] = ticket


def _play_block(lineup: Lineup, tickets: Kept, kept: Kept, first: int, count: int) -> pd.DataFrame:
    live = LiveGame.of(lineup, games=count)
    mask = sum(1 << i for i, ticket in enumerate(tickets) if ticket in kept)
    for number in range(first, first + count):
        seat = _own_seat(number, lineup.players)
        live.start(number)
        exchange_deal(live.game, seat, [ticket.index for ticket in tickets])
        failure = 0
        while live.seat != seat and not failure:  # earlier seats keep theirs first
            failure = live.play_fast(1)
        if not failure:
            live.action[0].kind, live.action[0].number = int(ActionKind.KEEP_TICKETS), mask
            failure = live.step() or live.play_fast()
        if failure:
            raise StrategyError(f"strategy {lineup.places[0].name!r} failed in game {number}: {live.illegal()}")
    return _of_the_player(live.frames(), lineup.players)


def _own_seat(number: Any, players: int) -> Any:
    """Return the seat of the player of interest in a game, or in several."""
    return number % players


def _of_the_player(frames: Mapping[TableName, pd.DataFrame], players: int) -> pd.DataFrame:
    """Return the rows of the player of interest, and what became of the tickets they kept at the start."""
    rows, tickets = (_own_rows(frames[name], players) for name in _TABLES)
    first = tickets[tickets["kept_turn"] == 0].assign(made=lambda some: some["outcome"] == 0).groupby("game")
    sums = first[["made", "points"]].sum()
    played = rows[["game", "score", "win_share"]].join(sums, on="game")
    return played.fillna({"made": 0, "points": 0}).reset_index(drop=True)


def _own_rows(frame: pd.DataFrame, players: int) -> pd.DataFrame:
    mine: pd.Series[bool] = frame["seat"] == _own_seat(frame["game"], players)
    return frame[mine]
