"""Which of the tickets dealt at the start to keep: every legal choice with its trains, odds and points."""

from collections.abc import Sequence

import pandas as pd

from ttr_analysis._validate import check_time_limit, shown, whole_number
from ttr_analysis.exact.optimum import min_trains
from ttr_analysis.maps import GameMap, Ticket
from ttr_analysis.play.openings import dealt_tickets, keepable, play_dealt
from ttr_analysis.play.progress import OnProgress, Progress
from ttr_analysis.results.source import of_map, tagged
from ttr_analysis.stats import MIN_GAMES, mean, paired_difference, share, share_by_game
from ttr_analysis.stats.columns import table_of
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy, get_strategy

MAX_GAMES = 1_000_000
"""Most games for each choice: the list of all games is made before the first one and must fit into memory."""


def opening_advice(
    game_map: GameMap,
    tickets: Sequence[str | Ticket],
    strategy: str | Strategy = DEFAULT_STRATEGY,
    *,
    players: int = 4,
    games: int = 500,
    seed: int = 1,
    time_limit: float = 10.0,
    progress: Progress = False,
    on_progress: OnProgress | None = None,
) -> pd.DataFrame:
    """Compare all sets of tickets that the rules let a player keep of those dealt.

    The trains are exact (:func:`ttr_analysis.exact.optimum.min_trains`). Odds and points come from simulated games: in
    each, one player is dealt these tickets and keeps that choice, everything else is random, and all players,
    including that one, use the same strategy. They are the odds of that strategy against itself, not of a human.
    All choices are played with common random numbers (:func:`ttr_analysis.play.openings.play_dealt`), so
    differences are estimated more precisely than means.

    Parameters
    ----------
    game_map : GameMap
    tickets : sequence of str or Ticket
        As many as the rules deal, for instance ``["Denver-El Paso", "Seattle-New York", "Duluth-Houston"]``.
    strategy : str or Strategy, optional
        The strategy of all players: ``expert`` if none is named. ``ticket_planner`` is several times as fast, but
        the odds are those of weaker players.
    players : int, optional
    games : int, optional
        Games for each choice, 30 to 1,000,000.
    seed : int, optional
    time_limit : float, optional
        Seconds to compute the trains of one choice; used only if the choice names more than 12 cities.
    progress : bool or "always", optional
        Show a progress bar on standard error: only on a terminal, or always.
    on_progress : function of (games played, games in all), optional
        As in :func:`ttr_analysis.play.openings.play_dealt`: can end the games early; ``games`` then says
        how many count.

    Returns
    -------
    DataFrame with one row per choice, the highest mean score first
        ``kept`` (names, separated by ``; ``), ``tickets`` (their number), ``points`` (the sum of the printed points,
        of a choice ticket the highest); ``trains`` (the fewest that complete them all: the order of a tour is
        ignored, and a choice ticket may lead to a place of fewer points), ``proven`` (whether it is proven that
        fewer are impossible), ``spare`` (pieces a player has left after that; negative if their own tracks cannot
        make all of the tickets); ``games``; ``all_made_share`` (share of games in which all of them
        were made; Wilson); ``ticket_points`` (gained minus lost by them) and ``score`` (the player's final score):
        means over games with Student's intervals; ``win_share`` (a shared win counts in parts; Wilson by game);
        ``behind`` (score of the first row minus that of this one, paired by game).

    Raises
    ------
    MapError
        If the map has no such ticket; the closest names are suggested.
    ValueError
        If the number of tickets is not the number dealt, ``games`` is too small or too large, or ``games`` or
        ``time_limit`` is not a number.
    SetupError, StrategyError
        If there is no such strategy, or the rules do not allow this number of players.

    Examples
    --------
    >>> usa = ttr.load_map("usa")
    >>> deal = ["Denver-El Paso", "Boston-Miami", "Dallas-New York"]
    >>> advice = ttr.experiments.opening_advice(usa, deal, "greedy_points", players=2, games=30)
    >>> len(advice)
    4
    """
    check_time_limit(time_limit)
    if whole_number("games", games) < MIN_GAMES:
        raise ValueError(f"games is {shown(games)}, but at least {MIN_GAMES} are needed for an interval")
    if games > MAX_GAMES:
        raise ValueError(f"games is {shown(games)}, but for each choice at most {MAX_GAMES:,} can be played")
    dealt = dealt_tickets(game_map, tickets)
    choices = keepable(game_map, dealt)
    played = play_dealt(
        game_map, dealt, choices, strategy,
        players=players, games=games, seed=seed, progress=progress, on_progress=on_progress,
    )  # fmt: skip
    scores = [rows.set_index("game")["score"] for rows in played]
    best = max(scores, key=lambda some: float(some.mean()))
    rows = [
        _exact(game_map, choice, time_limit)
        | _simulated(frame, len(choice))
        | {"behind": paired_difference(best, score)}
        for choice, frame, score in zip(choices, played, scores, strict=True)
    ]
    table = table_of(rows).sort_values("score", ascending=False, kind="stable", ignore_index=True)
    facts = {"players": players, "strategies": [get_strategy(strategy).name], "seed": seed}
    number = int(table["games"].iloc[0])
    return tagged(table, {"kind": "advice", "map": of_map(game_map), "games": number, "asked": games, **facts})


def _exact(game_map: GameMap, choice: Sequence[Ticket], time_limit: float) -> dict[str, object]:
    """Return the columns that need no games."""
    network = min_trains(game_map, choice, time_limit=time_limit)
    pieces = game_map.rules.pieces_kept or sum(piece.supply for piece in game_map.rules.pieces)
    return {
        "kept": "; ".join(ticket.name for ticket in choice),
        "tickets": len(choice),
        "points": sum(ticket.points for ticket in choice),
        "trains": network.trains,
        "proven": network.proven,
        "spare": pieces - network.trains,
    }


def _simulated(games: pd.DataFrame, kept: int) -> dict[str, object]:
    return {
        "games": len(games),
        "all_made_share": share(int((games["made"] == kept).sum()), len(games)),
        "ticket_points": mean(games["points"]),
        "score": mean(games["score"]),
        "win_share": share_by_game(games["win_share"]),
    }
