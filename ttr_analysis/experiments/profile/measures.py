"""The measures of a profile: what each means, from the map alone or from games."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ttr_analysis.exact import paths, supply
from ttr_analysis.maps import EndReason, GameMap
from ttr_analysis.results import Result
from ttr_analysis.stats import bootstrap, by_game, columns, evenness, fair_points, intervals

EXACT = "exact"
"""Method of a measure of the map alone."""


class Measure(NamedTuple):
    """A measure: its unit, what it means, and whether it tells what players do (:mod:`.likeness`)."""

    unit: str
    meaning: str
    behaviour: bool = False


OF_MAP: Mapping[str, Measure] = {
    "color_imbalance": Measure(
        "ratio", "largest less smallest ratio of a colour's share of coloured spaces to its share of cards"
    ),
    "gray_spaces": Measure("share", "spaces that lie on gray tracks"),
    "spaces_per_card": Measure("ratio", "spaces that can be claimed, for each space that a card covers"),
    "ticket_tightness": Measure(
        "ratio", "trains of the tickets that all players must keep, for each space that can be claimed"
    ),
    "piece_tightness": Measure("ratio", "pieces of all players, for each space that can be claimed"),
    "track_length": Measure("spaces", "mean length of a track"),
    "points_per_train": Measure("points", "mean over tickets of printed points for each train of the shortest path"),
    "routes_off_tickets": Measure("share", "routes on no cheapest path of any ticket"),
}
"""Measures of the map alone, for a number of players; they are exact."""

OF_GAMES: Mapping[str, Measure] = {
    "rounds": Measure("turns", "turns of a player", True),
    "ended_by_passes": Measure("share", "games that ended because all passed, or nothing moved any more"),
    "first_seat_wins": Measure("share", "wins of the first seat above the fair share"),
    "first_seat_points": Measure("points", "score of the first seat above the mean of the table"),
    "winning_margin": Measure("share", "lead of the first over the second player, relative to the winning score", True),
    "lead_changes": Measure("times", "changes of the lead on the board in a game", True),
    "routes_left": Measure("share", "routes that nobody claims in a game", True),
    "routes_seldom_claimed": Measure("share", f"routes claimed in at most {100 * evenness.SELDOM:g} % of games"),
    "claim_entropy": Measure("share", "evenness of claims over routes: entropy relative to equal shares", True),
    "claimant_entropy": Measure("share", "openness of who claims a route: entropy relative to equal chances"),
    "tickets_kept": Measure("tickets", "tickets that a player keeps", True),
    "tickets_made": Measure("share", "kept tickets that are made", True),
    "tickets_cut_off": Measure("share", "kept tickets that are cut off", True),
    "tickets_seldom_kept": Measure(
        "share", f"tickets kept at most in {100 * evenness.SELDOM_KEPT:g} % of the times they are dealt at the start"
    ),
    "ticket_points": Measure("share", "points of made tickets, of these and the points of tracks together", True),
    "claimed_length": Measure("spaces", "mean length of the tracks that are claimed", True),
    "blind_draws": Measure("share", "cards drawn that are drawn from a deck", True),
    "locomotives_paid": Measure("share", "cards paid that are locomotives", True),
    "ticket_slope": Measure("points", "points more that a ticket with one more printed point brings its holder"),
    "length_slope": Measure("points", "points that a track of one more space brings beyond what its turns are worth"),
}
"""Measures of games; all have intervals."""

MEASURES: Mapping[str, Measure] = {**OF_MAP, **OF_GAMES}
"""All measures, in the order of tables."""


def of_map(game_map: GameMap, players: int) -> dict[str, intervals.Estimate]:
    """Return the measures of a map alone; NaN where one does not apply."""
    ratio = supply.color_balance(game_map)["ratio"].dropna().to_numpy()
    filled: Any = supply.tightness(game_map).set_index("players").loc[players]
    covered = sum(card.count * card.units for card in game_map.rules.cards)
    costs = paths.ticket_costs(game_map).to_numpy()
    joined = np.isfinite(costs) & (costs > 0)
    printed = np.array([ticket.points for ticket in game_map.tickets], dtype=float)
    routes = len({track.pair for track in game_map.tracks})
    values = {
        "color_imbalance": float(ratio.max() - ratio.min()) if len(ratio) else np.nan,
        "gray_spaces": supply.gray_share(game_map),
        "spaces_per_card": filled["spaces"] / covered,
        "ticket_tightness": filled["tickets_per_space"] if len(costs) else np.nan,
        "piece_tightness": filled["pieces_per_space"],
        "track_length": float(np.mean([track.length for track in game_map.tracks])),
        "points_per_train": float(np.mean(np.sort(printed[joined] / costs[joined]))) if joined.any() else np.nan,
        "routes_off_tickets": len(supply.routes_off_tickets(game_map)) / routes if len(costs) else np.nan,
    }
    return {name: intervals.Estimate(float(value), np.nan, np.nan, 0, EXACT) for name, value in values.items()}


def of_games(result: Result) -> dict[str, intervals.Estimate]:
    """Return the measures of games; NaN where one does not apply, as a lead does to a player alone."""
    found = dict(_of_games(result)) | dict(_of_players(result))
    return {name: found[name] for name in OF_GAMES}


def _of_games(result: Result) -> Iterator[tuple[str, intervals.Estimate]]:
    """Yield the measures that are one number a game, or come from other tables of estimates."""
    games, facts = len(result), by_game.facts_by_game(result)
    players = result.manifest.players
    unknown = intervals.Estimate(np.nan, np.nan, np.nan, games, "t")
    passes = result.games["end_reason"].isin([EndReason.PASSES, EndReason.STANDSTILL])
    first = result.players.loc[(result.players["seat"] == 0).to_numpy(), "win_share"]
    yield "rounds", intervals.mean(facts["turns"] / players)
    yield "ended_by_passes", intervals.share(int(passes.sum()), games)
    yield "first_seat_wins", intervals.mean(first - 1 / players) if players > 1 else unknown
    yield "first_seat_points", intervals.mean(facts["first_seat"]) if players > 1 else unknown
    yield "winning_margin", _ratio(result, facts["margin"], facts["winning_score"]) if players > 1 else unknown
    yield "lead_changes", intervals.mean(facts["lead_changes"]) if players > 1 else unknown
    yield "routes_left", evenness.routes_left(result)
    use, keeping = evenness.route_use(result), evenness.ticket_keeping(result)
    yield "routes_seldom_claimed", evenness.few_of(use, "claim_share", evenness.SELDOM, games)
    yield "tickets_seldom_kept", evenness.few_of(keeping, "start_share", evenness.SELDOM_KEPT, games)
    yield "claim_entropy", evenness.claim_entropy(result)
    yield "claimant_entropy", evenness.claimant_entropy(result)
    yield "ticket_slope", fair_points.ticket_slope(result)
    yield "length_slope", fair_points.length_slope(result)


def _of_players(result: Result) -> Iterator[tuple[str, intervals.Estimate]]:
    """Yield the measures that are ratios of sums over players, or over claims."""
    game = result.game_places(result.tracks)
    sums = result.players.drop(columns=["run", "strategy"]).groupby(result.game_places(result.players)).sum()
    claims = result.tracks.groupby(game)[["cards", "locomotives"]].sum().reindex(sums.index, fill_value=0)
    spaces = np.array([track.length for track in result.game_map.tracks])[result.tracks["track"].to_numpy()]
    laid = np.bincount(game, spaces, len(result))
    drawn = sums["cards_blind"] + sums["cards_market"]
    yield "tickets_kept", _ratio(result, sums["tickets_kept"], np.full(len(sums), result.manifest.players))
    yield "tickets_made", _ratio(result, sums["tickets_made"] - sums["bonus_tickets"], sums["tickets_kept"])
    yield "tickets_cut_off", _ratio(result, sums["tickets_cut_off"], sums["tickets_kept"])
    yield "ticket_points", _ratio(result, sums["ticket_points"], sums["ticket_points"] + sums["route_points"])
    yield "claimed_length", _ratio(result, laid, sums["tracks_claimed"])
    yield "blind_draws", _ratio(result, sums["cards_blind"], drawn)
    yield "locomotives_paid", _ratio(result, claims["locomotives"], claims["cards"])


def _ratio(result: Result, above: ArrayLike, below: ArrayLike) -> intervals.Estimate:
    """Return the ratio of two sums over games."""
    game, games = np.arange(len(result)), len(result)
    sums = [bootstrap.block_sums(game, games, weights=part) for part in (above, below)]
    value, low, high = (float(part[0]) for part in bootstrap.ratio_intervals(*sums))
    return intervals.Estimate(value, low, high, games, columns.BOOTSTRAP)
