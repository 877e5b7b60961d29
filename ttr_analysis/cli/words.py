"""The sentences that commands print for readers, in one place so that they can be translated.

English texts are read in the language in use (:mod:`ttr_analysis.maps.languages`). Refusals lie where something is
refused, and the help of an argument where it is declared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any

from ttr_analysis.maps.languages import say, separators, words_of, written
from ttr_analysis.maps.spoken_names import player, rules

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.errors import Fault
    from ttr_analysis.exact.odds import TunnelOdds, WaitingTime
    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.stats import Estimate

words_of(__name__)

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

YES_OR_NO = {True: "True", False: "False"}
HEADS = {
    name: name
    for name in (
        # tickets
        "keep", "points", "trains", "spare", "all made, %", "their points", "score", "wins, %", "behind the first",
        "ticket", "rank", "routes", "turns", "cards", "a train", "with routes", "a turn", "paths", "detour",
        "resistance", "load", "made, %", "points gained", "best partner",
        # odds
        "extra_cards", "probability", "built", "success", "mean_surcharge", "cards_lost", "cards_lost_if_built",
        "in_hand", "taken", "left_lying", "any_card", "taken_first", "useful_colors", "useful_cards", "mean_useful",
        "none_useful", "all_useful", "blind_is_better",
        # comparisons, tournaments, profiles and percentiles
        "fact", "unit", "variant", "mean [95 %]", "difference [95 %]", "p adjusted", "strategy", "rating", "measure",
        "value [95 %]", "smallest of the others", "largest of the others", "second look", "game", "player", "players",
        "percentile",
        # worth
        "printed", "changed", "worth", "games", "line-up", "thing", "wins, percentage points", "others' points",
        "points over the mean", "wins, percentage points, over the mean", "points, where offered",
        "wins, percentage points, where offered", "offered, %", "games, over the mean", "changed, %",
        "p adjusted, points", "p adjusted, wins", "p adjusted, points, over the mean",
        "p adjusted, wins, over the mean",
        # others
        "action", "lead", "behind, %", "decided", "worlds", "alone, points", "tickets made", "n", "n against",
        "games a CPU-second", "above default", "roll-outs", "round", "wins against expert, % of the fair share",
        "among", "wins above, %",
    )
} | {"printed": "as printed"}  # fmt: skip
"""Heads of columns for people; those that are not here, such as names of weights, are printed as they are."""


def head(name: str) -> str:
    """Return the head of a column in the language in use."""
    if name.startswith("next "):
        number, _, what = name.removeprefix("next ").partition(": ")
        return say("next {number}: {what}").format(number=number, what=head(what))
    if name.startswith("wins among "):
        return say("wins among {rival}, %").format(rival=name.removeprefix("wins among ").removesuffix(", %"))
    return say(HEADS[name]) if name in HEADS else name


def between() -> str:
    """Return what stands between two numbers: a comma, or a semicolon where commas begin decimals."""
    return "; " if (separators() or ".").startswith(",") else ", "


def estimate(value: str, low: str, high: str) -> str:
    """Return a number, written already, with its interval: ``97 [83, 99]``."""
    return f"{value} [{low}{between()}{high}]"


def noted(notices: Sequence[str]) -> list[str]:
    """Return the caveats of a map, or of a result, as lines."""
    return [say("note: {}").format(rules(notice)) for notice in notices]


def games_counted(number: int) -> str:
    """Return a number of games: ``1 game``, ``2,000 games``."""
    return say("{number:,} {number:game|games}").format(number=number)


def stopped(how_far: str) -> str:
    """Return that Ctrl-C stopped a command."""
    return say("ttr: stopped; {how_far}").format(how_far=how_far)


def games_kept(games: int, asked: int, out: str | None) -> str:
    """Return how many games were played, and where they are."""
    if out:
        return say("{games:,} of {asked:,} {asked:game|games} saved in {out}").format(games=games, asked=asked, out=out)
    form = say("{games:,} of {asked:,} {asked:game|games} finished, but not saved (no --out)")
    return form.format(games=games, asked=asked)


def tournament_checked(folder: str, games: int, seatings: int, rows: int) -> str:
    """Return that nothing is wrong with the folder of a tournament, and what was checked."""
    each = f", {games:,} of each of {seatings:,} seatings" if seatings > 1 else ""
    return f"{folder}: {games * seatings:,} games{each}, nothing contradicts ({rows:,} rows)"


def result_checked(folder: str, games: int, rows: dict[str, int], replayed: int) -> str:
    """Return that nothing is wrong with a folder, and what was checked."""
    tables = ", ".join(f"{name} {written(count, ',')}" for name, count in rows.items())
    again = say("; {number:,} {number:game|games} played again, the same").format(number=replayed) if replayed else ""
    form = say("{folder}: {games:,} {games:game|games}, nothing contradicts (rows: {tables}){again}")
    return form.format(folder=folder, games=games, tables=tables, again=again)


# --- own games -----------------------------------------------------------------------------------------


def percentiles(strategy: str, games: int, seed: int) -> str:
    """Return what percentiles are of, and how certain they are."""
    return say(
        "percentile: the share of {strategy}'s players who score less, and half of those who score the same, in "
        "{games:,} {games:game|games} (seed {seed}); 95 % intervals, Wilson by game"
    ).format(strategy=player(strategy), games=games, seed=seed)


def own_parts(table: pd.DataFrame, players: int) -> list[str]:
    """Return where points of one's own come from, and those of a strategy, as lines."""
    from ttr_analysis.stats.columns import number_text, text_of_row

    form = say(
        "where points come from, {players} players ({scores:,} own {scores:score|scores}; means, bootstrap by game):"
    )
    lines = [form.format(players=players, scores=int(table["scores"].iloc[0]))]
    for who, rows in table.groupby("who", sort=False):
        few = bool(rows["mean_low"].isna().any())
        told = [
            f"{say(row['part'])} {number_text(row['mean']) if few else text_of_row(row, 'mean')}"
            for _, row in rows.iterrows()
        ]
        doubt = say(" (too few games for intervals)") if few else ""
        lines.append(f"  {say(str(who))}{doubt}: {'; '.join(told)}")
    return lines


# --- moves -----------------------------------------------------------------------------------------------

MOVES_INTERVALS = (
    "95 % intervals by world: Student for points, leads and paired differences, Wilson for wins; decided: behind "
    "beyond chance (Holm, all looks), while intervals are taken alone. The first row was chosen by these roll-outs, so "
    "its value is somewhat too high"
)
DECIDED = {True: "yes", False: "no"}
LEVEL_MOVES = "No action is ahead of all others beyond chance"


def advice(best: str, decided: bool, rivals: int) -> str:
    """Return which action is best, and how sure that is."""
    best = move(best)
    if decided:
        return say("Best beyond chance: {best}.").format(best=best)
    form = say("{level}; {best} leads, {rivals:,} {rivals:other|others} may be as good.")
    return form.format(level=say(LEVEL_MOVES), best=best, rivals=rivals)


def rolled_out(table: pd.DataFrame) -> str:
    """Return how a table of moves was made."""
    source = table.attrs["source"]
    return say(
        "{games:,} {games:roll-out|roll-outs}{stopped} by {players} in {worlds} {worlds:world|worlds}, seed {seed}"
    ).format(
        games=source["games"],
        stopped="" if table.attrs["complete"] else say(", stopped early"),
        players=say(" and ").join(map(player, source["strategies"])),
        worlds=source["worlds"],
        seed=source["seed"],
    )  # fmt: skip


def move(text: str) -> str:
    """Return a move, an event or a reason in the language in use."""
    from ttr_analysis.play.spoken import spoken

    return spoken(text)


def decision_cost(row: Mapping[Any, Any]) -> str:
    """Return what a decision of a reviewed game was worth, as a note under it."""
    values = say("chance to win {before}, {after} after it").format(
        before=_percent(row, "before"), after=_percent(row, "after")
    )
    if row["best"] == row["made"] or row["cost"] <= 0:
        return values
    cost, low, high = (100 * row[name] for name in ("cost", "cost_low", "cost_high"))
    sure = say("BLUNDER") if row["blunder"] else say("not beyond chance")
    form = say("{values}; {best}: {cost:.1f} % ({low:.1f} to {high:.1f}) better ({sure})")
    return form.format(values=values, best=move(row["best"]), cost=cost, low=low, high=high, sure=sure)


def _percent(row: Mapping[Any, Any], name: str) -> str:
    value, low, high = (100 * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return say("{value:.0f} % ({low:.0f} to {high:.0f})").format(value=value, low=low, high=high)


REVIEW_INTERVALS = (
    "95 % intervals by world: Wilson for chances; of costs Student for pairs, for all decisions of the game together "
    "(Bonferroni); turning points: 10 % of a win or more, beyond chance over the whole game"
)


def reviewed(table: pd.DataFrame, blunders: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return what a review found: turning points and blunders."""
    form = say("turn {turn}, {name}: {change:+.0f} % of a win")
    turned = [
        form.format(turn=row["turn"], name=names[row["seat"]], change=100 * row["change"])
        for row in table[table["turning_point"]].to_dict("records")
    ]
    points = say("turning points (since the player's last decision): {points}")
    lines = [points.format(points="; ".join(turned) or say("none"))]
    lines += [say("blunder, {}").format(each) for each in blunders] or [say("no blunder beyond chance")]
    return [*lines, say(REVIEW_INTERVALS)]


# --- maps ------------------------------------------------------------------------------------------------


def map_line(name: str, game_map: GameMap) -> str:
    """Return a map's line in the list of maps."""
    low, high = game_map.rules.players
    sets = say("; ticket sets: {}").format(", ".join(game_map.ticket_sets)) if len(game_map.ticket_sets) > 1 else ""
    form = say("{name:<26}{title}, {low} to {high} players{sets}")
    return form.format(name=name, title=game_map.title, low=low, high=high, sets=sets)


def faults_found(path: str, number: int) -> str:
    """Return how many faults a map has."""
    if not number:
        return say("{path}: no faults").format(path=path)
    return say("{path}: {number:,} {number:fault|faults}").format(path=path, number=number)


def map_written(folder: str, game_map: GameMap) -> str:
    """Return what a new map folder holds."""
    return say(
        "{folder}: {cities} {cities:city|cities}, {tracks:,} {tracks:track|tracks}, {tickets:,} "
        "{tickets:ticket|tickets}; see ttr maps show {folder}"
    ).format(
        folder=folder, cities=len(game_map.cities), tracks=len(game_map.tracks), tickets=len(game_map.tickets)
    )  # fmt: skip


def map_to_fill_in(folder: str) -> str:
    """Return what to do with a map folder to fill in."""
    return say(
        "{folder}: a map to fill in; put your rows in place of the examples, then see ttr maps check {folder}"
    ).format(folder=folder)


def oddity(fault: Fault) -> str:
    """Return what no printed map has, and may be a slip: a misspelt city cuts a board in two."""
    return noted([str(fault)])[0]


def trail_in_doubt(pieces: int) -> str:
    """Return from which number of pieces on the longest trail may not be proven."""
    return say(
        "with {pieces} pieces or more a player can own so many tracks that the longest trail is not always "
        "proven; then the longest one found counts, and the column longest_trail_proven says so"
    ).format(pieces=pieces)


def too_few_to_play(players: int, all_games: bool, why: str) -> str:
    """Return from which number of players on no game can be played, and why; nor can the map be profiled then."""
    if all_games:
        return say("no game can be played: {why}").format(why=why)
    return say("no game can be played with {players} players or more: {why}").format(players=players, why=why)


def warned(warning: str) -> str:
    """Return a warning of a map as a line."""
    return say("warning: {}").format(warning)


def laying_out(name: str) -> str:
    """Return that a layout is being computed."""
    return say("laying out {name} (a few seconds, half a minute at most) ...").format(name=name)


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
    kinds = "; ".join(f"{say(LAYOUT_FAULTS[kind])}: {number}" for kind, number in faults.items() if number)
    form = say("{path} written; {number:,} {number:fault|faults} left{kinds}")
    return form.format(path=path, number=sum(faults.values()), kinds=f" ({kinds})" if kinds else "")


# --- simulate and replay ---------------------------------------------------------------------------------


def simulated(title: str, games: int, players: int, seeds: Sequence[int]) -> str:
    """Return what was simulated."""
    return say(
        "{title}: {games:,} {games:game|games}, {players} {players:player|players}, {number:seed|seeds} {seeds}"
    ).format(title=title, games=games, players=players, number=len(seeds), seeds=", ".join(map(str, seeds)))


def changed_for_seats(interventions: Sequence[str]) -> list[str]:
    """Return a line for each thing that was changed for a seat, or for all."""
    return [say("changed: {}").format(each) for each in interventions]


def same_tables(place: str, games: int) -> str:
    """Return that games played again are the same."""
    form = say("the same: all tables of the {games:,} {games:game|games} in {place}")
    return form.format(games=games, place=place)


def strategy_line(name: str, score: Estimate, wins: Estimate | None, made: float, kept: float) -> str:
    """Return how a strategy did: with the share of kept tickets that it made, and how many it kept in a game.

    A player alone and the only strategy have no win share, and there is no share of no tickets.
    """
    parts = [
        say("{name}: score {score}").format(name=player(name), score=_with_interval(score, 2)),
        "" if wins is None else say("win share {share}").format(share=_with_interval(wins, 3)),
        say("tickets kept {kept:.2f}").format(kept=kept),
        say("share made {made:.3f}").format(made=made) if kept else "",
        say("one game: no interval") if isnan(score.low) else "",
    ]
    return between().join(filter(None, parts))


def _with_interval(number: Estimate, digits: int) -> str:
    """Return a number with its interval, if it has one."""
    value, low, high = (written(end, f".{digits}f") for end in (number.value, number.low, number.high))
    return value if isnan(number.low) else estimate(value, low, high)


def referee_agrees(events: int, scores: Sequence[int]) -> str:
    """Return that the referee found nothing wrong with a game."""
    form = say("the referee agrees with all {events:,} events; scores: {scores}")
    return form.format(events=events, scores=", ".join(written(score) for score in scores))


# --- strategies ------------------------------------------------------------------------------------------


def check_stopped(what: str, limit: float) -> str:
    """Return that a check of strategies took too long."""
    return say(
        "ttr: {what}: stopped because it had not finished after {limit:g} {limit:second|seconds}; "
        "perhaps an infinite loop? The last line above shows how far it got (--limit S allows more time)"
    ).format(what=what, limit=limit)


def check_crashed(what: str, signal: int) -> str:
    """Return that the process of a check died."""
    form = say("ttr: {what}: its process crashed (signal {signal}); the last line above shows where")
    return form.format(what=what, signal=signal)


# --- tickets ---------------------------------------------------------------------------------------------

RANKED = "rank 1 is the hardest, judged by trains and by how few and how long the alternative paths are."


def wilds_count(kinds: Sequence[str]) -> str:
    """Say that locomotives count as cards of a colour, though they do not pay for tracks of some kinds."""
    form = say("Locomotives count as cards of every colour, though {kinds} tracks of this map do not take them so.")
    return form.format(kinds=say(" and ").join(kinds))


def no_choice(title: str) -> str:
    """Say that a face-up locomotive costs nothing in a game."""
    return f"in {title} a face-up locomotive is one card of a draw like any other, so there is nothing to compare"


def best_choice(points: str, wins: str) -> str:
    """Return which tickets to keep for points, and which for wins."""
    return say("Most points on average: {points}. Most wins: {wins}.").format(points=points, wins=wins)


CHOICE_TICKETS = "Points are those of the best place of each choice ticket, trains those to the cheapest places."


def rank_fits(fit: Estimate) -> str:
    """Return how well the rank of tickets fits what happened in games."""
    form = say("Rank correlation with the share not made, among tickets kept at the set-up: {fit}; n = {n:,} tickets.")
    return form.format(fit=estimate(*(written(each, ".2f") for each in (fit.value, fit.low, fit.high))), n=fit.n)


def rank_fit_unknown(why: object) -> str:
    """Return why it cannot be told how well the rank of tickets fits."""
    return say("How well the rank fits cannot be computed: {why}.").format(why=why)


EACH_CHOICE = "for each choice, with common random numbers"


def tickets_played(games: int, players: int, strategy: str, seed: int, how: str = "") -> str:
    """Return the games that tickets were measured in."""
    return say(
        "{games:,} {games:game|games}{how}: {players} {players:player|players}, all {strategy}, seed {seed}; "
        "95 % intervals in brackets."
    ).format(games=games, how=f" {how}".rstrip(), players=players, strategy=player(strategy), seed=seed)


# --- odds ------------------------------------------------------------------------------------------------

CHOICE = "a face-up locomotive is one card that is certain to be useful"
CLEARINGS = "mean number of clearings if locomotives are left, any card is taken, or locomotives are taken first"


def spare_cards(success: float, spare: int | None, color: str) -> str:
    """Return how many spare cards make a tunnel succeed as often as asked; None if there are too few cards."""
    if spare is None:
        form = say("too few {color} for {success:g} % of attempts")
        return form.format(color=say(color), success=100 * success)
    return say("spare cards for {success:g} % of attempts: {spare}").format(success=100 * success, spare=spare)


def tunnel_attempt(attempt: TunnelOdds) -> list[str]:
    """Return what an attempt at a tunnel is paid with, and what comes of it."""
    paid = ", ".join(f"{number} {say(name)}" for name, number in attempt.payment.items())
    built = say("built in {share:.2f} % of attempts; mean surcharge {surcharge:.3f} cards")
    lost = say("mean cards spent {lost:.3f} (none if it fails), {if_built:.3f} if built")
    return [
        say("paid with {paid}; {spare} spare").format(paid=paid, spare=attempt.spare),
        built.format(share=100 * attempt.success, surcharge=attempt.mean_surcharge),
        lost.format(lost=attempt.cards_lost, if_built=attempt.cards_lost_if_built),
    ]


def waiting(time: WaitingTime, rare: float) -> list[str]:
    """Return how long it takes to collect a set; that it may never be is told if that is not ``rare``."""
    simulated_games = say("{games:,} simulated games, standard error {error:.4f}")
    how = say("exact") if time.exact else simulated_games.format(games=time.games, error=time.standard_error.max())
    mean = say("mean {mean:.2f} {unit}; half the time within {half:g} {unit}; {how}")
    lines = [mean.format(mean=time.mean, unit=time.unit, half=time.quantile(0.5), how=how)]
    if time.never > rare:
        lines.append(say("never, or not within the range computed: {never:.4f}").format(never=time.never))
    return lines


def opening_hand(at_least_one: float, mean: float) -> str:
    """Return what an opening hand holds of a colour."""
    return say("at least one: {at_least_one:.4f}; mean {mean:.3f} cards").format(at_least_one=at_least_one, mean=mean)


def first_market(cleared: float) -> str:
    """Return how often the first market is cleared."""
    form = say("the first market is cleared with a probability of {cleared:.5f}")
    return form.format(cleared=cleared)
