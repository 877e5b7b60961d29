"""The sentences that searches and experiments print for readers: ``optimum``, ``tournament``, ``sweep``, ``tune``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ttr_analysis.cli import words
from ttr_analysis.maps.languages import say, words_of, written

if TYPE_CHECKING:
    from ttr_analysis.exact.optimum import BestNetwork, Progress
    from ttr_analysis.experiments.tournament import Tournament
    from ttr_analysis.experiments.training.train import Trained
    from ttr_analysis.experiments.tuning import Tuned
    from ttr_analysis.maps.game_map import GameMap

words_of(__name__)

# --- optimum ---------------------------------------------------------------------------------------------

NETWORK_SO_FAR = "this is the best network found so far, with what is proven about it"


def network(game_map: GameMap, best: BestNetwork) -> list[str]:
    """Return what a network is worth, and how far it is proven to be the best."""
    size = say(
        "{map}, ticket set {ticket_set}, {trains} of {budget} pieces: {points} points = {routes} route + {tickets} "
        "ticket{bonus}"
    ).format(
        map=game_map.name, ticket_set=game_map.ticket_set, trains=best.trains, budget=best.budget, points=best.points,
        routes=best.route_points, tickets=best.ticket_points,
        bonus=say(" + {} bonus").format(best.bonus_points) if best.bonus_points else "",
    )  # fmt: skip
    bound = say("no network scores more than {bound}: gap {gap:.1f} %").format(bound=best.bound, gap=100 * best.gap)
    proof = say("proven best") if best.proven else bound
    time = say("{proof}; {seconds:.1f} seconds").format(proof=proof, seconds=best.seconds)
    return [size, time, *words.noted(best.notes)]


def searching(progress: Progress) -> str:
    """Return how far the search for the best network has got."""
    return say(
        "{seconds:5.0f} s of {limit:.0f}: {points} points, at most {bound} ({step}; Ctrl-C keeps the best)"
    ).format(
        seconds=progress.seconds, limit=progress.time_limit, points=progress.points, bound=progress.bound,
        step=progress.step,
    )  # fmt: skip


# --- tournament, sweep, tune -----------------------------------------------------------------------------

NOTHING_SAVED = "no games were saved (no --out)"
TOURNAMENT_INTERVALS = "95 % intervals by game: bootstrap for ratings, Wilson for shares, Student for scores"
UNBOUNDED = "a group of strategies never lost to the rest, so how far apart their ratings lie is unknown"


def tournament_saved(games: int, asked: int, out: str) -> str:
    """Return how much of a tournament is saved."""
    form = say("{games:,} of {asked:,} {asked:game|games} of each seating saved in {out}")
    return form.format(games=games, asked=asked, out=out)


def tournament_played(played: Tournament) -> str:
    """Return what was played in a tournament."""
    manifest = played.manifest
    return say(
        "{title}, {players} players, seed {seed}: {games:,} {games:game|games} of each of {seatings} seatings, common "
        "random numbers"
    ).format(
        title=played.game_map.title, players=manifest.players, seed=manifest.seed, games=played.games,
        seatings=len(manifest.seatings),
    )  # fmt: skip


def first_seat(wins: str, fair: float, advantage: str) -> str:
    """Return what the first seat is worth."""
    form = say("first seat: wins {wins} % (fair share {fair:.1f} %), {advantage} points above the mean of its table")
    return form.format(wins=wins, fair=fair, advantage=advantage)


def pairs_told_apart(sure: int, pairs: int, cycles: Sequence[Sequence[str]]) -> str:
    """Return how many pairs of strategies differ for certain, and which beat each other in a circle."""
    circles = "; ".join(say(" beats ").join((*cycle, cycle[0])) for cycle in cycles)
    form = say("pairs told apart: {sure} of {pairs} (Holm, 5 %); rock-paper-scissors cycles: {circles}")
    return form.format(sure=sure, pairs=pairs, circles=circles or say("none"))


def decided_before(asked: int) -> str:
    """Return that a tournament stopped early because all was decided."""
    form = say("stopped before {asked:,} {asked:game|games}, as the confidence sequences were narrow enough")
    return form.format(asked=asked)


def few_games(games: int, needed: int) -> str:
    """Say that so few games prove nothing, and why some numbers have no interval."""
    return say(
        "{games} {games:game|games} of each variant: too few to compare; what was the same in all of them has no "
        "interval. Play at least {needed}."
    ).format(games=games, needed=needed)


def variants_finished(games: int, asked: int) -> str:
    """Return how far a sweep got."""
    form = say("{games:,} of {asked:,} {asked:game|games} of each variant finished")
    return form.format(games=games, asked=asked)


def sweep_played(title: str, players: int, seed: int, games: int, rivals: str) -> str:
    """Return what was played in a sweep."""
    return say(
        "{title}, {players} players, seed {seed}: {games:,} {games:game|games} of each variant in each seat against "
        "{rivals}, common random numbers"
    ).format(title=title, players=players, seed=seed, games=games, rivals=rivals)


def default_weights(strategy: str, weights: Mapping[str, float]) -> str:
    """Return the default values of a strategy's weights."""
    listed = ", ".join(f"{name} = {written(value, 'g')}" for name, value in weights.items())
    return say("default of {strategy}: {weights}").format(strategy=strategy, weights=listed)


def weights_found(tuned: Tuned) -> list[str]:
    """Return each weight that was searched: before, after, and its range."""
    old, new = tuned.default.weights, tuned.found.weights
    return [
        say("{name}: {old:g} -> {new:g}, searched from {low:g} to {high:g}").format(
            name=name, old=old[name], new=new[name], low=low, high=high
        )
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
        return say("no round did better than the player that the training began with, so no player was written")
    ends = (written(100 * end, "+.1f") for end in (gain.value, gain.low, gain.high))
    doubt = "" if gain.low > 0 else say(" (the interval includes 0 or less, so this is not shown)")
    return say(
        "in other games, the best round wins more against expert than the player that it began with: {won} % of the "
        "fair share{doubt}; play it with --strategies learned:file={out}"
    ).format(won=words.estimate(*ends), doubt=doubt, out=out)


def whether_to_change(tuned: Tuned) -> str:
    """Return whether to change the weights."""
    if tuned.found is tuned.default:
        return say("no candidate was better than the default, which stays")
    aim = tuned.objective.replace("_", " ")
    if not tuned.gain.n:
        return say(
            "weights were found, but not validated: whether their {aim} is better is unknown, so the default stays"
        ).format(aim=aim)
    if tuned.better:
        form = say("the weights found are better in {aim}: {gain}, so the whole interval lies above 0")
    else:
        form = say(
            "the weights found are not shown to be better in {aim}: {gain}; "
            "the interval includes 0 or less, so the default stays"
        )
    return form.format(aim=aim, gain=_gained(tuned))


def _gained(tuned: Tuned) -> str:
    """Return the gain with its interval, in points or percentage points."""
    scale, unit = (100, say("percentage points")) if tuned.objective == "win_share" else (1, say("points"))
    ends = (written(scale * end, "+.1f") for end in (tuned.gain.value, tuned.gain.low, tuned.gain.high))
    return f"{words.estimate(*ends)} {unit}"


def tuning_played(titles: Sequence[str], players: Sequence[int], games: int, tuned: Tuned) -> str:
    """Return what was played to find weights, and to validate them."""
    return say(
        "{titles}, {players} players: {candidates:,} {candidates:candidate|candidates} on {games:,} "
        "{games:game|games} of seed {seed}{each}, validated on {fresh:,} {fresh:game|games} of seed {fresh_seed}, in "
        "every seat"
    ).format(
        titles=", ".join(titles), players=say(" and ").join(map(str, players)), candidates=tuned.candidates,
        games=games, seed=tuned.search_seed, fresh=tuned.gain.n, fresh_seed=tuned.validation_seed,
        each="" if len(titles) == len(players) == 1 else say(" in each setting"),
    )  # fmt: skip
