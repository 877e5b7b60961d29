"""The sentences that commands print for readers, in one place so that they can be translated.

Refusals lie where something is refused, and the help of an argument where it is declared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.errors import Fault
    from ttr_analysis.exact.odds import TunnelOdds, WaitingTime
    from ttr_analysis.exact.optimum import BestNetwork, Progress
    from ttr_analysis.experiments.tournament import Tournament
    from ttr_analysis.experiments.training.train import Trained
    from ttr_analysis.experiments.tuning import Tuned
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.stats import Estimate

# --- what several commands say ---------------------------------------------------------------------------

PAIRED_INTERVALS = (
    "95 % intervals by game, each taken alone: Student for paired differences and scores, Wilson for shares"
)
LADDER = (
    "95 % intervals by game, each taken alone: Student for means, Wilson for shares; "
    "alone: all seats the same strategy; games a CPU-second is a timing of this machine"
)
ONE_GAME = "one game is too few for an interval, so nothing is compared"
ONE_GAME_EACH = "one game of each seating is too few for an interval, so nothing is rated"


def noted(notices: Sequence[str]) -> list[str]:
    """Return the caveats of a map, or of a result, as lines."""
    return [f"note: {notice}" for notice in notices]


def counted(number: int, what: str) -> str:
    """Return a number and what it counts: ``1 game``, ``2,000 games``."""
    return f"{number:,} {what}{'s' * (number != 1)}"


def stopped(how_far: str) -> str:
    """Return that Ctrl-C stopped a command."""
    return f"ttr: stopped; {how_far}"


def games_kept(games: int, asked: int, out: str | None) -> str:
    """Return how many games were played, and where they are."""
    where = f"saved in {out}" if out else "finished, but not saved (no --out)"
    return f"{games:,} of {counted(asked, 'game')} {where}"


def result_checked(folder: str, games: int, rows: dict[str, int], replayed: int) -> str:
    """Return that nothing is wrong with a folder, and what was checked."""
    tables = ", ".join(f"{name} {count:,}" for name, count in rows.items())
    again = f"; {counted(replayed, 'game')} played again, the same" if replayed else ""
    return f"{folder}: {counted(games, 'game')}, nothing contradicts (rows: {tables}){again}"


# --- own games -----------------------------------------------------------------------------------------


def percentiles(strategy: str, games: int, seed: int) -> str:
    """Return what percentiles are of, and how certain they are."""
    return (
        f"percentile: the share of {strategy}'s players who score less, and half of those who score the same, in "
        f"{counted(games, 'game')} (seed {seed}); 95 % intervals, Wilson by game"
    )


def own_parts(table: pd.DataFrame, players: int) -> list[str]:
    """Return where points of one's own come from, and those of a strategy, as lines."""
    from ttr_analysis.stats.columns import number_text, text_of_row

    number = counted(int(table["scores"].iloc[0]), "own score")
    lines = [f"where points come from, {players} players ({number}; means, bootstrap by game):"]
    for who, rows in table.groupby("who", sort=False):
        few = bool(rows["mean_low"].isna().any())
        told = [
            f"{row['part']} {number_text(row['mean']) if few else text_of_row(row, 'mean')}"
            for _, row in rows.iterrows()
        ]
        lines.append(f"  {who}{' (too few games for intervals)' * few}: {'; '.join(told)}")
    return lines


# --- moves -----------------------------------------------------------------------------------------------

MOVES_INTERVALS = (
    "95 % intervals by world: Student for points, leads and paired differences, Wilson for wins; decided: behind "
    "beyond chance (Holm, all looks), while intervals are taken alone. The first row was chosen by these roll-outs, so "
    "its value is somewhat too high"
)
LEVEL_MOVES = "No action is ahead of all others beyond chance"


def advice(best: str, decided: bool, rivals: int) -> str:
    """Return which action is best, and how sure that is."""
    if decided:
        return f"Best beyond chance: {best}."
    return f"{LEVEL_MOVES}; {best} leads, {counted(rivals, 'other')} may be as good."


def rolled_out(table: pd.DataFrame) -> str:
    """Return how a table of moves was made."""
    source = table.attrs["source"]
    players = " and ".join(source["strategies"])
    stopped_early = "" if table.attrs["complete"] else ", stopped early"
    return (
        f"{counted(source['games'], 'roll-out')}{stopped_early} by {players} in {source['worlds']} worlds, seed "
        f"{source['seed']}"
    )


def decision_cost(row: Mapping[Any, Any]) -> str:
    """Return what a decision of a reviewed game was worth, as a note under it."""
    values = f"chance to win {_percent(row, 'before')}, {_percent(row, 'after')} after it"
    if row["best"] == row["made"] or row["cost"] <= 0:
        return values
    cost = f"{100 * row['cost']:.1f} % ({100 * row['cost_low']:.1f} to {100 * row['cost_high']:.1f})"
    sure = "BLUNDER" if row["blunder"] else "not beyond chance"
    return f"{values}; {row['best']}: {cost} better ({sure})"


def _percent(row: Mapping[Any, Any], name: str) -> str:
    low, high = 100 * row[f"{name}_low"], 100 * row[f"{name}_high"]
    return f"{100 * row[name]:.0f} % ({low:.0f} to {high:.0f})"


REVIEW_INTERVALS = (
    "95 % intervals by world: Wilson for chances; of costs Student for pairs, for all decisions of the game together "
    "(Bonferroni); turning points: 10 % of a win or more, beyond chance over the whole game"
)


def reviewed(table: pd.DataFrame, blunders: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return what a review found: turning points and blunders."""
    turned = [
        f"turn {row['turn']}, {names[row['seat']]}: {100 * row['change']:+.0f} % of a win"
        for row in table[table["turning_point"]].to_dict("records")
    ]
    lines = ["turning points (since the player's last decision): " + ("; ".join(turned) or "none")]
    lines += [f"blunder, {each}" for each in blunders] or ["no blunder beyond chance"]
    return [*lines, REVIEW_INTERVALS]


# --- maps ------------------------------------------------------------------------------------------------


def map_line(name: str, game_map: GameMap) -> str:
    """Return a map's line in the list of maps."""
    low, high = game_map.rules.players
    ticket_sets = f"; ticket sets: {', '.join(game_map.ticket_sets)}" if len(game_map.ticket_sets) > 1 else ""
    return f"{name:<26}{game_map.title}, {low} to {high} players{ticket_sets}"


def faults_found(path: str, number: int) -> str:
    """Return how many faults a map has."""
    return f"{path}: " + (counted(number, "fault") if number else "no faults")


def map_written(folder: str, game_map: GameMap) -> str:
    """Return what a new map folder holds."""
    cities = len(game_map.cities)
    parts = [f"{cities} {'city' if cities == 1 else 'cities'}"]
    parts += [counted(len(game_map.tracks), "track"), counted(len(game_map.tickets), "ticket")]
    return f"{folder}: {', '.join(parts)}; see ttr maps show {folder}"


def map_to_fill_in(folder: str) -> str:
    """Return what to do with a map folder to fill in."""
    return f"{folder}: a map to fill in; put your rows in place of the examples, then see ttr maps check {folder}"


def oddity(fault: Fault) -> str:
    """Return what no printed map has, and may be a slip: a misspelt city cuts a board in two."""
    return f"note: {fault}"


def trail_in_doubt(pieces: int) -> str:
    """Return from which number of pieces on the longest trail may not be proven."""
    return (
        f"with {pieces} pieces or more a player can own so many tracks that the longest trail is not always "
        "proven; then the longest one found counts, and the column longest_trail_proven says so"
    )


def too_few_to_play(players: int, all_games: bool, why: str) -> str:
    """Return from which number of players on no game can be played, and why; nor can the map be profiled then."""
    who = "" if all_games else f" with {players} players or more"
    return f"no game can be played{who}: {why}"


def warned(warning: str) -> str:
    """Return a warning of a map as a line."""
    return f"warning: {warning}"


def laying_out(name: str) -> str:
    """Return that a layout is being computed."""
    return f"laying out {name} (a few seconds, half a minute at most) ..."


LAYOUT_FAULTS = {
    "spaces": "pairs of overlapping spaces",
    "cities": "spaces on a city",
    "labels": "hidden names",
    "clipped": "things beyond the edge",
    "short": "tracks with short spaces",
    "bent": "tracks with sharp bends",
}
"""What the faults of a layout are called, by kind."""


def layout_written(path: object, faults: Mapping[str, int]) -> str:
    """Return that a layout was written, and which faults are left in it, by kind."""
    kinds = "; ".join(f"{LAYOUT_FAULTS[kind]}: {number}" for kind, number in faults.items() if number)
    return f"{path} written; {counted(sum(faults.values()), 'fault')} left{f' ({kinds})' if kinds else ''}"


# --- simulate and replay ---------------------------------------------------------------------------------


def simulated(title: str, games: int, players: int, seeds: Sequence[int]) -> str:
    """Return what was simulated."""
    numbers = f"seed{'s' * (len(seeds) > 1)} {', '.join(map(str, seeds))}"
    return f"{title}: {counted(games, 'game')}, {counted(players, 'player')}, {numbers}"


def changed_for_seats(interventions: Sequence[str]) -> list[str]:
    """Return a line for each thing that was changed for a seat, or for all."""
    return [f"changed: {each}" for each in interventions]


def same_tables(place: str, games: int) -> str:
    """Return that games played again are the same."""
    return f"the same: all tables of the {counted(games, 'game')} in {place}"


def strategy_line(name: str, score: Estimate, wins: Estimate, made: float, kept: float) -> str:
    """Return how a strategy did: with the share of kept tickets that it made, and how many it kept in a game.

    A player alone has no win share, and there is no share of no tickets.
    """
    parts = [
        f"{name}: score {score.value:.2f} [{score.low:.2f}, {score.high:.2f}]",
        "" if isnan(wins.value) else f"win share {wins.value:.3f} [{wins.low:.3f}, {wins.high:.3f}]",
        f"tickets kept {kept:.2f}",
        f"share made {made:.3f}" if kept else "",
    ]
    return ", ".join(filter(None, parts))


def referee_agrees(events: int, scores: Sequence[int]) -> str:
    """Return that the referee found nothing wrong with a game."""
    return f"the referee agrees with all {events:,} events; scores: {', '.join(map(str, scores))}"


# --- strategies ------------------------------------------------------------------------------------------


def check_stopped(what: str, limit: float) -> str:
    """Return that a check of strategies took too long."""
    return (
        f"ttr: {what}: stopped because it had not finished after {limit:g} seconds; "
        "perhaps an infinite loop? The last line above shows how far it got (--limit S allows more time)"
    )


def check_crashed(what: str, signal: int) -> str:
    """Return that the process of a check died."""
    return f"ttr: {what}: its process crashed (signal {signal}); the last line above shows where"


# --- tickets ---------------------------------------------------------------------------------------------

RANKED = "rank 1 is the hardest, judged by trains and by how few and how long the alternative paths are."


def wilds_count(kinds: Sequence[str]) -> str:
    """Say that locomotives count as cards of a colour, though they do not pay for tracks of some kinds."""
    listed = " and ".join(kinds)
    return f"Locomotives count as cards of every colour, though {listed} tracks of this map do not take them so."


def no_choice(title: str) -> str:
    """Say that a face-up locomotive costs nothing in a game."""
    return f"in {title} a face-up locomotive is one card of a draw like any other, so there is nothing to compare"


def best_choice(points: str, wins: str) -> str:
    """Return which tickets to keep for points, and which for wins."""
    return f"Most points on average: {points}. Most wins: {wins}."


CHOICE_TICKETS = "Points are those of the best place of each choice ticket, trains those to the cheapest places."


def rank_fits(fit: object) -> str:
    """Return how well the rank of tickets fits what happened in games."""
    return f"Rank correlation with the share not made, among tickets kept at the set-up: {fit}."


def rank_fit_unknown(why: object) -> str:
    """Return why it cannot be told how well the rank of tickets fits."""
    return f"How well the rank fits cannot be computed: {why}."


def tickets_played(games: int, players: int, strategy: str, seed: int, how: str = "") -> str:
    """Return the games that tickets were measured in."""
    what = f"{counted(games, 'game')} {how}".rstrip()
    return f"{what}: {counted(players, 'player')}, all {strategy}, seed {seed}; 95 % intervals in brackets."


# --- odds ------------------------------------------------------------------------------------------------

CHOICE = "a face-up locomotive is one card that is certain to be useful"
CLEARINGS = "mean number of clearings if locomotives are left, any card is taken, or locomotives are taken first"


def spare_cards(success: float, spare: int | None, color: str) -> str:
    """Return how many spare cards make a tunnel succeed as often as asked; None if there are too few cards."""
    wanted = f"{100 * success:g} % of attempts"
    return f"too few {color} for {wanted}" if spare is None else f"spare cards for {wanted}: {spare}"


def tunnel_attempt(attempt: TunnelOdds) -> list[str]:
    """Return what an attempt at a tunnel is paid with, and what comes of it."""
    paid = ", ".join(f"{number} {name}" for name, number in attempt.payment.items())
    return [
        f"paid with {paid}; {attempt.spare} spare",
        f"built in {100 * attempt.success:.2f} % of attempts; mean surcharge {attempt.mean_surcharge:.3f} cards",
        f"mean cards spent {attempt.cards_lost:.3f} (none if it fails), {attempt.cards_lost_if_built:.3f} if built",
    ]


def waiting(time: WaitingTime, rare: float) -> list[str]:
    """Return how long it takes to collect a set; that it may never be is told if that is not ``rare``."""
    how = "exact" if time.exact else f"{time.games:,} simulated games, standard error {time.standard_error.max():.4f}"
    half = f"half the time within {time.quantile(0.5):g} {time.unit}"
    never = f"never, or not within the range computed: {time.never:.4f}"
    return [f"mean {time.mean:.2f} {time.unit}; {half}; {how}", *([never] if time.never > rare else [])]


def opening_hand(at_least_one: float, mean: float) -> str:
    """Return what an opening hand holds of a colour."""
    return f"at least one: {at_least_one:.4f}; mean {mean:.3f} cards"


def first_market(cleared: float) -> str:
    """Return how often the first market is cleared."""
    return f"the first market is cleared with a probability of {cleared:.5f}"


# --- optimum ---------------------------------------------------------------------------------------------

NETWORK_SO_FAR = "this is the best network found so far, with what is proven about it"


def network(game_map: GameMap, best: BestNetwork) -> list[str]:
    """Return what a network is worth, and how far it is proven to be the best."""
    parts = f"{best.route_points} route + {best.ticket_points} ticket"
    parts += f" + {best.bonus_points} bonus" if best.bonus_points else ""
    proof = "proven best" if best.proven else f"no network scores more than {best.bound}: gap {100 * best.gap:.1f} %"
    size = f"{best.trains} of {best.budget} pieces: {best.points} points = {parts}"
    return [
        f"{game_map.name}, ticket set {game_map.ticket_set}, {size}",
        f"{proof}; {best.seconds:.1f} seconds",
        *noted(best.notes),
    ]


def searching(progress: Progress) -> str:
    """Return how far the search for the best network has got."""
    return (
        f"{progress.seconds:5.0f} s of {progress.time_limit:.0f}: {progress.points} points, at most {progress.bound} "
        f"({progress.step}; Ctrl-C keeps the best)"
    )


# --- tournament, sweep, tune -----------------------------------------------------------------------------

NOTHING_SAVED = "no games were saved (no --out)"
TOURNAMENT_INTERVALS = "95 % intervals by game: bootstrap for ratings, Wilson for shares, Student for scores"
UNBOUNDED = "a group of strategies never lost to the rest, so how far apart their ratings lie is unknown"


def tournament_saved(games: int, asked: int, out: str) -> str:
    """Return how much of a tournament is saved."""
    return f"{games:,} of {counted(asked, 'game')} of each seating saved in {out}"


def tournament_played(played: Tournament) -> str:
    """Return what was played in a tournament."""
    manifest = played.manifest
    return (
        f"{played.game_map.title}, {manifest.players} players, seed {manifest.seed}: {counted(played.games, 'game')} "
        f"of each of {len(manifest.seatings)} seatings, common random numbers"
    )


def first_seat(wins: str, fair: float, advantage: str) -> str:
    """Return what the first seat is worth."""
    return f"first seat: wins {wins} % (fair share {fair:.1f} %), {advantage} points above the mean of its table"


def pairs_told_apart(sure: int, pairs: int, cycles: Sequence[Sequence[str]]) -> str:
    """Return how many pairs of strategies differ for certain, and which beat each other in a circle."""
    circles = "; ".join(" beats ".join((*cycle, cycle[0])) for cycle in cycles)
    return f"pairs told apart: {sure} of {pairs} (Holm, 5 %); rock-paper-scissors cycles: {circles or 'none'}"


def decided_before(asked: int) -> str:
    """Return that a tournament stopped early because all was decided."""
    return f"stopped before {counted(asked, 'game')}, as the confidence sequences were narrow enough"


def variants_finished(games: int, asked: int) -> str:
    """Return how far a sweep got."""
    return f"{games:,} of {counted(asked, 'game')} of each variant finished"


def sweep_played(title: str, players: int, seed: int, games: int, rivals: str) -> str:
    """Return what was played in a sweep."""
    return (
        f"{title}, {players} players, seed {seed}: {counted(games, 'game')} of each variant in "
        f"each seat against {rivals}, common random numbers"
    )


def default_weights(strategy: str, weights: Mapping[str, float]) -> str:
    """Return the default values of a strategy's weights."""
    return f"default of {strategy}: {', '.join(f'{name} = {value:g}' for name, value in weights.items())}"


def weights_found(tuned: Tuned) -> list[str]:
    """Return each weight that was searched: before, after, and its range."""
    old, new = tuned.default.weights, tuned.found.weights
    return [
        f"{name}: {old[name]:g} -> {new[name]:g}, searched from {low:g} to {high:g}"
        for name, (low, high) in tuned.ranges.items()
    ]


TRAINING = (
    "round 0 is the player that the training began with; each round plays the same games in every seat against expert; "
    "95 % intervals (Student by game)"
)
"""How the rounds of a training are judged."""


def whether_it_learned(trained: Trained, out: object) -> str:
    """Return what was gained in games that chose no round, and how to play with it."""
    gain = trained.gain
    if not trained.better:
        return "no round did better than the player that the training began with, so no player was written"
    won = f"{100 * gain.value:+.1f} [{100 * gain.low:+.1f}, {100 * gain.high:+.1f}] % of the fair share"
    doubt = "" if gain.low > 0 else " (the interval includes 0 or less, so this is not shown)"
    return (
        f"in other games, the best round wins more against expert than the player that it began with: {won}{doubt}; "
        f"play it with --strategies learned:file={out}"
    )


def whether_to_change(tuned: Tuned) -> str:
    """Return whether to change the weights."""
    if tuned.found is tuned.default:
        return "no candidate was better than the default, which stays"
    aim = tuned.objective.replace("_", " ")
    if not tuned.gain.n:
        return f"weights were found, but not validated: whether their {aim} is better is unknown, so the default stays"
    if tuned.better:
        return f"the weights found are better in {aim}: {_gained(tuned)}, so the whole interval lies above 0"
    return (
        f"the weights found are not shown to be better in {aim}: {_gained(tuned)}; "
        "the interval includes 0 or less, so the default stays"
    )


def _gained(tuned: Tuned) -> str:
    """Return the gain with its interval, in points or percentage points."""
    scale, unit = (100, " percentage points") if tuned.objective == "win_share" else (1, " points")
    gain = tuned.gain
    return f"{scale * gain.value:+.1f} [{scale * gain.low:+.1f}, {scale * gain.high:+.1f}]{unit}"


def tuning_played(titles: Sequence[str], players: Sequence[int], games: int, tuned: Tuned) -> str:
    """Return what was played to find weights, and to validate them."""
    each = "" if len(titles) == len(players) == 1 else " in each setting"
    return (
        f"{', '.join(titles)}, {' and '.join(map(str, players))} players: {counted(tuned.candidates, 'candidate')} "
        f"on {counted(games, 'game')} of seed {tuned.search_seed}{each}, "
        f"validated on {counted(tuned.gain.n, 'game')} of seed {tuned.validation_seed}, in every seat"
    )
