"""What to keep of the tickets dealt at the start: every legal choice with its trains, odds and points."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from ttr_analysis.arguments import check_time_limit, whole_number
from ttr_analysis.board import GameMap, Ticket
from ttr_analysis.deals import Report, dealt_tickets, keepable, play_dealt
from ttr_analysis.optimum import least_trains
from ttr_analysis.shapes import shown
from ttr_analysis.stats import Estimate, mean, paired_difference, share
from ttr_analysis.strategies.base import Strategy
from ttr_analysis.values import LEAST_GAMES

MOST_GAMES = 1_000_000
"""Games for each choice; the list of what is to be played is made first, and more would fill the memory."""


def opening_advice(
    game_map: GameMap,
    tickets: Sequence[str | Ticket],
    *,
    players: int = 4,
    games: int = 500,
    strategy: str | Strategy = "ticket_planner",
    seed: int = 1,
    time_limit: float = 10.0,
    progress: bool = False,
    report: Report | None = None,
) -> pd.DataFrame:
    """Compare everything that the rules let a player keep of the tickets dealt.

    The trains are exact (:func:`ttr_analysis.optimum.least_trains`). Odds and points come from games: in each, one
    player is dealt these tickets and keeps that choice, everything else is random, and everybody, that player
    included, plays the same strategy. They are the odds of that strategy against itself, not of any human.
    All choices meet the same decks (:func:`ttr_analysis.deals.play_dealt`), so differences are surer than means.

    Parameters
    ----------
    game_map : GameMap
    tickets : sequence of str or Ticket
        As many as the rules deal, by name: ``["Denver-El Paso", "Seattle-New York", "Duluth-Houston"]``.
    players : int, optional
    games : int, optional
        Games for each choice, 30 to 1,000,000.
    strategy : str or Strategy, optional
    seed : int, optional
    time_limit : float, optional
        Seconds for the trains of one choice, where it names more than 12 cities.
    progress : bool, optional
        Show a bar on standard error, if that is a terminal.
    report : function of (games played, games in all), optional
        As in :func:`ttr_analysis.deals.play_dealt`: may end the games early; ``games`` then says how many count.

    Returns
    -------
    DataFrame, a row a choice, the one with most points first
        ``kept`` (names with ``; `` between them), ``tickets`` (their number), ``points`` (printed, in all);
        ``trains`` (fewest that join all their cities; the order of a tour is not looked at), ``proven`` (whether
        fewer were shown to be impossible), ``spare`` (pieces a player has more than that; negative: not all of
        them can be made with one's own tracks); ``games``; ``all_made_share`` (games in which all of them were made;
        Wilson); ``ticket_points`` (gained less lost by them), ``score`` (of the player in the end) and ``win_share``
        (a shared win in parts): means over games with Student's intervals; ``behind`` (score of the first row less
        this one's, game by game, paired).

    Raises
    ------
    MapError
        If a ticket is not on the map; the nearest names are suggested.
    ValueError
        If the tickets are not as many as are dealt, ``games`` is too small or too large, or ``games`` or
        ``time_limit`` is no number.
    SetupError, StrategyError
        If there is no such strategy, or the rules do not allow so many players.
    """
    check_time_limit(time_limit)
    if whole_number("games", games) < LEAST_GAMES:
        raise ValueError(f"games is {shown(games)}, but at least {LEAST_GAMES} are needed for an interval")
    if games > MOST_GAMES:
        raise ValueError(f"games is {shown(games)}, but for each choice at most {MOST_GAMES:,} can be played")
    dealt = dealt_tickets(game_map, tickets)
    choices = keepable(game_map, dealt)
    played = play_dealt(
        game_map, dealt, choices,
        players=players, games=games, strategy=strategy, seed=seed, progress=progress, report=report,
    )  # fmt: skip
    scores = [rows.set_index("game")["score"] for rows in played]
    best = max(scores, key=lambda some: float(some.mean()))
    rows = [
        _exact(game_map, choice, time_limit)
        | _simulated(frame, len(choice))
        | _columns("behind", paired_difference(best, score))
        for choice, frame, score in zip(choices, played, scores, strict=True)
    ]
    return pd.DataFrame(rows).sort_values("score", ascending=False, kind="stable", ignore_index=True)


def _exact(game_map: GameMap, choice: Sequence[Ticket], time_limit: float) -> dict[str, object]:
    """The columns that need no games."""
    network = least_trains(game_map, choice, time_limit=time_limit)
    pieces = game_map.rules.pieces_kept or sum(piece.supply for piece in game_map.rules.pieces)
    return {
        "kept": "; ".join(ticket.name for ticket in choice),
        "tickets": len(choice),
        "points": sum(ticket.points for ticket in choice),
        "trains": network.trains,
        "proven": network.proven,
        "spare": pieces - network.trains,
    }


def _simulated(games: pd.DataFrame, kept: int) -> dict[str, float]:
    return (
        {"games": len(games)}
        | _columns("all_made_share", share(int((games["made"] == kept).sum()), len(games)))
        | _columns("ticket_points", mean(games["points"]))
        | _columns("score", mean(games["score"]))
        | _columns("win_share", mean(games["win_share"]))
    )


def _columns(name: str, estimate: Estimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
