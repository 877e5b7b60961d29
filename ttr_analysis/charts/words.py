"""Everything that charts say: titles, axes, legends, hover texts, captions and alternative texts.

This module and those of single subjects (``board_words``, ``move_words`` and so on) hold the English texts, which are
read in the language in use (:mod:`ttr_analysis.maps.languages`). Braces in a text are filled with ``str.format``;
hover texts keep plotly's own ``%{...}``, with doubled braces where the text is filled first.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from ttr_analysis.experiments.worth.table import FEW
from ttr_analysis.maps.languages import say, words_of, written
from ttr_analysis.rules import spec

__all__ = ["say", "words_of", "written"]  # charts take these from here

words_of(__name__)


class Chart(NamedTuple):
    """The words of one chart: title, axes, alternative text, hover text, and a sentence that starts its caption.

    ``finding`` and ``unclear`` are titles that say what the numbers show, and that they do not show it; the title is
    then the subtitle (see :mod:`ttr_analysis.charts.findings`).
    """

    title: str
    x: str = ""
    y: str = ""
    alt: str = ""
    hover: str = ""
    note: str = ""
    finding: str = ""
    unclear: str = ""
    subtitle: str = ""


# Captions

UNKNOWN_SOURCE = "Source unknown: this table does not say how it was made."
EXACT = "Exact."
COUNTS = "Counts of the games played, without intervals."
SAME_DECKS = "with the same shuffled decks (common random numbers)"
INTERVALS = "{confidence:g} % intervals{each}: {methods}."
METHODS = {
    "wilson": "Wilson",
    "wilson by game": "Wilson by game",
    "t": "Student's t by game",
    "paired t": "Student's t for pairs of games",
    "bootstrap by game": "bootstrap by game",
    "linearised by game": "linearised by game",
    "confidence sequence": "confidence sequence",
    "wilson by world": "Wilson by imagined world",
    "t by world": "Student's t by imagined world",
    "paired t by world": "Student's t for pairs in the same imagined world",
    "normal by chain": "normal, by chain of imagined hands",
    "bound": f"a bound where fewer than {FEW} games changed",
}
"""How intervals were computed, by the method that tables record."""

MEASURED = {
    "all_made_share": "the share made",
    "difference": "differences",
    "difficulty": "shares",
    "lead": "wins",
    "margin": "leads",
    "rating": "ratings",
    "score": "scores",
    "win_share": "wins",
    "winner_lift": "differences",
}
"""What columns measure, where a caption names several methods; all other columns are shares or means."""


MAP = "Map {name} ({title}), ticket set {ticket_set}"
MAPS = "Maps {}"
STOPPED = " (stopped early; {asked:,} were requested)"
OF_PLAYED = " (of {played:,} played)"
CHOSEN = " (only {conditions}{seats})"
CHOSEN_SEATS = "; {seats:,} seats"
SEED, SEEDS = "seed {}", "seeds {}"
SEATS_ROTATED = ", seats rotated"
PLAYERS, GAMES = ("{players} player", "{players} players"), ("{games:,} game", "{games:,} games")
"""For one, and for any other number."""
OF_GAMES = "{place}; {seated}: {lineup}; {seeds}; n = {counted}{stopped}."
SAME_PLAYERS, SAME_MAP = "The same map and players; ", "The same map; "
OF_LINEUPS = "{place}; {seated}: {lineups}; {seeds}; n = {games:,} games each{stopped}."
OWN_NUMBERS = "Own numbers, made of: {}. How many of these games they count is not known."
MADE_OF = "{place}; {seated}: {lineup}; {seeds}; {counted}{stopped}"
OF_TOURNAMENT = (
    "{place}; {players} players per table; strategies: {strategies}; seed {seed}; n = {games:,} games{stopped}, each "
    "played in {seatings} seatings " + SAME_DECKS + "."
)
OF_SWEEP = (
    "{place}; {players} players: a variant of {strategy} takes each seat in turn, all others play {others}; seed "
    "{seed}; n = {games:,} games for each variant{stopped}, " + SAME_DECKS + "."
)
OF_COMPARISON = (
    "{variants}. {seated}{common}; seed {seed}; n = {games:,} games of each variant, "
    "compared in pairs with common random numbers."
)
VARIANT, TICKET_SET, CHANGED = "{name}: {place}{lineup}", ", ticket set {}", " with {}"
COMPARED_PART = "points from {}"
ITS_DEFAULT, OR = "its default", " or "
OF_ADVICE = (
    "{place}; {players} players, all {strategy}; seed {seed}; n = {games:,} games for each choice{stopped}, "
    + SAME_DECKS + "."
)  # fmt: skip
OF_CHALLENGES = (
    "{places}. One player of each strategy takes each seat in turn, all others play {against}; seed {seeds}; n = "
    "{games} games for each point, " + SAME_DECKS + "."
)
OF_TOURNAMENTS = (
    "{places}. {players} players per table; strategies: {strategies}; seed {seeds}; n = {games} games, each played in "
    "every seating " + SAME_DECKS + "."
)
OF_WORTH = (
    "{place}; {seated}: {lineup}; {changed}{seats}; {seeds}; n = {counted} games for each row{stopped}, "
    "played with and without the change " + SAME_DECKS + "."
)
EVERY_SEAT = "; this player has every seat equally often"
WORTH_CHANGES = {
    "closed": "{of}, each closed to one player ({player})",
    "blocked": "{of}, each closed to the opponent who moves after one player ({player})",
    "owned": "{of}, each owned by one player ({player}) from the start",
    "offered": "one player ({player}) is offered the ticket at the start",
    "kept": "one player ({player}) must keep the ticket whenever it is offered",
    "returned": "one player ({player}) must return the ticket whenever it is offered",
    "kept_or_returned": "one player ({player}) must keep the ticket whenever it is offered, and return it in the game "
    "compared",
    "more": "one player ({player}) starts with one card more",
    "together": "one player ({player}) is offered {ticket} and the other ticket at the start, or one of them",
    "skipped": "one player ({player}) skips one turn",
    "restricted": "one player ({player}) must do without the habit",
    "gone": "{of}, each gone for everybody, and valued for one player ({player})",
    "taken": "one player ({player}) takes each seat, which is compared with the mean of all seats",
}
"""What was done to the things of a table of worth, by the change that it records."""
WORTH_CHANGE, STOPPED_EARLY = "{of}: {change} for one player ({player})", " (stopped early)"
OF_EVALUATION = (
    "{place}; {seated}, turn {turn}, player {number} to decide; n = {games:,} roll-outs in {worlds} worlds, played by "
    "{lineup}; seed {seed}."
)
VALUED = "{counted} decisions valued by {games:,} roll-outs in {worlds} worlds, played by {lineup}; seed {seed}."
OF_REVIEW = "{place}; {seated}{names}: game {game} of seed {dealt}; "
"""What a review is of; how it was made follows."""
SPAN, FOR, AND, EACH = "{} to {}", "{method} for {names}", " and ", ", each on its own"
METHOD_UNKNOWN, SHARES, MEANS = "method unknown", "shares", "means"

# What several charts share

STRATEGY = "Strategy"
MEAN_POINTS = "Mean (points)"
GAMES_WON = "Games won (%)"
FINAL_SCORE = "Final score (points)"
EXTREMES = "{top} is {most}, {bottom} {least}."
SHOWN_BEST = "Shown are the {shown} best of {all} variants."
CHART, SOURCE = "Chart", "Source: {}."
PERCENT, NAMED_SHARE, NAMED_PERCENT = "{:.1f} %", "{}: {:.1f} %", "{}: {:.0f} %"
NAME_AND_SHARE, NAME_AND_SCORE = "{} {:.1f} %", "{} {:.1f}"
LEFT_OUT = "… {} more …"
UNSURE = "≈"
"""Prefix of a number that is not significant."""

FILE_TEXT = "{title}\n\nCaption: {caption}\n\nAlternative text: {alt}\n"
PICTURES_NEED = (
    "SVG and PNG files need Chrome or Chromium, and kaleido: install chromium with your system's package manager, "
    "run plotly_get_chrome, or set BROWSER_PATH to a browser (and run pip install kaleido if it is missing)"
)
"""How to install what pictures need."""


def listed(names: Iterable[object], values: Iterable[object], form: str) -> str:
    """List names with their values, each printed by a format such as ``{} {:.1f} %``."""
    return "; ".join(form.format(name, value) for name, value in zip(names, values, strict=True))


SHORT_PAYMENTS = {"colour cards": "colour", "locomotives only": "locomotives"}
"""What the legend calls the ways to pay for a tunnel, in one row."""

LABELS = {
    name: name
    for name in (
        "routes", "tickets made", "longest trail", "most tickets", "Grand Tours", "bonus tickets", "harbours",
        "stations", "exchanges", "tickets cut off", "tickets unfinished", "score", "all", "winners", "others", "made",
        "cut off", "unfinished", "in order", "out of order", "failed", "colour cards", "locomotives only",
    )
}  # fmt: skip
"""What legends and axes call the parts, groups and outcomes that tables name."""


def label(name: str) -> str:
    """Return what a chart calls a part, a group, an outcome or a strategy."""
    return say(LABELS[name]) if name in LABELS else player(name)


def player(name: str) -> str:
    """Return a strategy as people write it: ``Ticket planner``; names that are no code stay."""
    return say(name.replace("_", " ").capitalize()) if name.isidentifier() and name.islower() else name


COLORS = {name: name for name in (*spec.COLORS, spec.GRAY, "locomotive")}
"""What charts call the colours of cards and tracks."""

_COLORED = re.compile(rf" ({'|'.join((*COLORS, 'tunnel', 'ferry'))})(?= |$)")


def color(name: str) -> str:
    """Return what a chart calls a colour."""
    return say(COLORS.get(name, name))


def track(name: str) -> str:
    """Return the name of a track, with its colour and kind in the language in use."""
    return _COLORED.sub(lambda found: f" {color(found[1])}", name)


# Scores, seats and games

SCORE_PARTS = Chart(
    "Where the points come from",
    x=MEAN_POINTS,
    y="Players",
    alt="Stacked bars of mean points by source for {names}; the mean score of {first} is {score:.1f} points.",
    hover="{part}: %{{x:.2f}} points (%{{customdata[0]:.2f}} to %{{customdata[1]:.2f}})<extra></extra>",
    finding="Points from {part}: {one} {more}, {other} {less}",
    unclear="No part of the scores tells {one} from {other}",
)
SCORES = Chart(
    "How final scores are distributed",
    x=FINAL_SCORE,
    y="Share of the group (%)",
    alt="Distribution of final scores; the most frequent range is {first} to {last} points.",
    hover="%{customdata}: %{y:.2f} %",
    finding="{part} points or more: {one} {more} %, {other} {less} %",
    unclear="The scores of {one} and {other} cannot be told apart",
)
POINT_RANGE = "{} to {} points"
SEATS = Chart(
    "Does it pay to move first?",
    x="Seat (order of play)",
    y=GAMES_WON,
    alt="Share of games won by seat: {seats}; the fair share is {fair:.1f} %.",
    hover="seat %{x}: %{y:.2f} % (%{customdata[0]:.2f} to %{customdata[1]:.2f})<br>%{customdata[2]:,} games"
    "<extra></extra>",
    finding="Seat {name} wins {value} % of games; {bound} % would be fair",
    unclear="No seat can be told from the fair share of {bound} %",
)
SEAT_SHARE = "seat {} {:.1f} %"
FAIR_SHARE = "fair share<br>{:.1f} %"
STRATEGIES = Chart(
    "Which strategy wins most often",
    x="Games won per player (%)",
    y=STRATEGY,
    alt="Share of games won by strategy: {strategies}; the fair share is {fair:.1f} %.",
    hover="%{y}: %{x:.2f} %<extra></extra>",
    finding="{first} wins most often: {most} % of games per player, {second} {next} %",
    unclear="{first} and {second} cannot be told apart at the top",
)


class Counts(NamedTuple):
    """The words of a chart of counts: title, what is counted, its unit, the whole of which shares are parts, and the
    title that tells the mean.
    """

    title: str
    counted: str
    unit: str
    of: str
    mean: str


GAME_LENGTHS = Counts("How long games last", "Length of the game", "rounds", "games", "Games last {} rounds on average")
PIECES_LEFT = Counts(
    "How many pieces are left", "Left at the end", "pieces", "players", "Players have {} pieces left on average"
)
PIECES_CHOSEN = Counts(
    "How many {piece}s players choose", "Chosen by a player", "{piece}s", "players",
    "Players choose {} {piece}s on average",
)  # fmt: skip
TICKETS_MADE = Counts(
    "How many tickets players complete", "Completed by a player", "tickets", "players",
    "Players complete {} tickets on average",
)  # fmt: skip
BUILT = Counts(
    "How many {kind}s players build", "Built by a player", "{kind}s", "players", "Players build {} {kind}s on average"
)
COUNTS_FINDING = "{counted}: {top} {most} {unit} on average, {bottom} {least}"
COUNTS_UNCLEAR = "{counted}: no strategy can be told from the others"
LARGEST_PART = "Most points come from {first}: {most} on average; {next} from {second}"
LARGEST_UNCLEAR = "{first} and {second} bring about as many points"
COUNT_AXES = ("{counted} ({unit})", "Share of {of} (%)")
COUNT_HOVER = "%{{x}} {unit}: %{{y:.2f}} %"
COUNT_ALT = "Bar chart: {counted}. The most frequent is {value} {unit}, {share:.1f} % of {of}."
CLAIM_TURNS = Chart(
    "When tracks are claimed, by length",
    x="Length of the track (spaces)",
    y="Round of the claim (own turns)",
    alt="Box plot of the round in which tracks are claimed, by length. Length {first:g} goes first (median round "
    "{early:g}) and length {last:g} last (median round {late:g}).",
    note="Boxes hold the middle half of all claims, whiskers the middle 90 %.",
    finding="Length {bottom} is claimed first, in round {least}; length {top} last, in round {most} (medians)",
    unclear="No length is claimed clearly earlier than another",
)

# Tickets

TICKET_OUTCOMES = Chart(
    "What becomes of the tickets players keep",
    x="Share of players who kept it (%)",
    y="Ticket (printed points)",
    alt="Stacked bars of {number} tickets, each divided into made, cut off and unfinished. {extremes}",
    hover="%{{y}}<br>{outcome}: %{{x:.1f}} % (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>"
    "kept %{{customdata[2]:,}} times<extra></extra>",
    note="Cut off: the cities could no longer be joined; unfinished: they could have been. Whiskers: the share made.",
    finding="{top} is made by {most} % of those who keep it, {bottom} by {least} %",
    unclear="No ticket is made clearly more often than another",
)
MADE_MOST, MADE_LEAST, WORTH_MOST, WORTH_LEAST = "made most often", "least often", "highest on average", "lowest"
TICKET_WORTH = Chart(
    "Mean points from keeping a ticket, and how often it fails",
    x="Kept but not made (%)",
    y="Mean gain or loss from keeping it (points)",
    alt="Scatter plot of {number} tickets: mean points against the share not made. {extremes}",
    hover="<b>%{customdata[0]}</b><br>printed points: %{customdata[1]}, kept %{customdata[2]:,} times"
    "<br>not made: %{x:.1f} %<br>mean from keeping it: %{y:.1f} points<extra></extra>",
    note="Means over those who chose to keep the ticket: correlation, not causation.",
    finding="{top} brings those who keep it {most} points on average, {bottom} {least}",
    unclear="No ticket clearly brings more points than another",
)
PRINTED_BAR = "Printed<br>(points)"
TICKET_HARDNESS = Chart(
    "Do hard tickets fail more often?",
    x="Hardness on the board (%)",
    y="Kept tickets that were made (%)",
    alt="Scatter plot of {number} tickets: share made against hardness. {extremes}",
    hover="<b>%{customdata[0]}</b><br>rank %{customdata[4]}, made: %{y:.1f} % (%{customdata[1]:.1f} to "
    "%{customdata[2]:.1f})<br>kept %{customdata[3]:,} times<extra></extra>",
    finding="Hard tickets fail more often: rank correlation {value}",
    unclear="These games do not tell whether hard tickets fail more often",
)
PATH_BAR = "Cheapest<br>path<br>(trains)"
POINTS_PER_TRAIN = Chart(
    "How many points tickets bring per train",
    x="Points per train on the cheapest path",
    y="Ticket (trains)",
    alt="Bars of {number} tickets: ticket and route points per train. {extremes}",
    hover="%{{y}}<br>{part}: %{{x:.2f}} per train<br>%{{customdata[0]}} ticket + %{{customdata[1]:.0f}} route points, "
    "at least %{{customdata[2]:.1f}} turns<extra></extra>",
    finding="{top} brings {most} points per train, {bottom} {least}",
    unclear="All tickets bring the same number of points per train",
)
VALUE_PARTS = ("ticket", "routes")
TICKET_PARTNERS = Chart(
    "Which tickets fit together",
    alt="Heat map of trains saved by {number} tickets, in pairs; {ticket} and {partner} save most, {saved:.0f} trains.",
    hover="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.0f} fewer trains together<extra></extra>",
    note="Shown are the {number} of {all} tickets that save most.",
    finding="{ticket} and {partner} save {saved:.0f} trains together",
)
SAVED_BAR = "Saved<br>(trains)"
ADVICE = Chart(
    "Which of these tickets to keep",
    alt="Dot plot with whiskers for {number} choices. The highest mean score, {score:.1f}, comes from keeping {kept}.",
    hover="%{{y}}<br>{axis}: %{{x:.1f}} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>%{{customdata[2]:,}} "
    "games<extra></extra>",
    note="In brackets: the fewest trains that connect all their cities (exact).",
    finding="Keep {kept}: {score} points on average, {next} more than with the next choice",
    unclear="No choice of tickets can be told apart as the best",
)
ADVICE_AXES = {"score": FINAL_SCORE, "win_share": GAMES_WON, "all_made_share": "All made (%)"}
TICKET_NETWORK = Chart("{trains} trains complete {tickets}{proof}", alt="Map of the board: {tracks} connect the "
                       "tickets' cities.", note="{names}.")  # fmt: skip
AT_LEAST = " (at least {bound} needed)"
CHEAPEST_NETWORK = "cheapest network"
TOURS = Chart(
    "What becomes of the tours players keep",
    x=TICKET_OUTCOMES.x,
    y="Tour (points in order / out of order)",
    note="Whiskers: the share made in order.",
    alt="Stacked bars of {number} tours, each divided into in order, out of order and failed. Best in order: {best}, "
    "{share:.1f} %.",
    finding="{top} is made in order by {most} % of those who keep it, {bottom} by {least} %",
    unclear="No tour is made in order clearly more often than another",
)
TOUR_POINTS = "{} / {} points"
CLAIMS_ON_PATHS = Chart(
    "Who claims what others need?",
    x="Claims on an opponent's cheapest path to an open ticket (%)",
    y=STRATEGY,
    alt="Dots with whiskers: the share of claims on opponents' ticket paths, beside that of random claims: {rows}.",
    hover="<b>%{{customdata[0]}}</b><br>{series}: %{{x:.1f}} % (%{{customdata[1]:.1f}} to %{{customdata[2]:.1f}})<br>"
    "%{{customdata[3]:,}} claims<extra></extra>",
    note="By chance: a track of the same length, drawn at random from those that could be claimed at that moment.",
    finding="{name}: {on_path} % of claims lie on opponents' paths, {by_chance} % would by chance",
    unclear="No strategy's claims can be told from chance",
)
CLAIMS_ON_PATHS_ROW = "{} {:.1f} %, by chance {:.1f} %"
ON_PATH, BY_CHANCE = "its claims", "by chance"


def point_range(least: int, most: int) -> str:
    """Return the points of a ticket, or the range of them, as short as a label must be."""
    return f"{most}" if least == most else f"{least}–{most}"


TICKETS = ("{} ticket", "{} tickets")
"""One, and any other number."""


def tickets(number: int) -> str:
    """Return a number of tickets in words."""
    return say(TICKETS[number != 1]).format(number)


# Tunnels and buildings

TUNNEL_SURCHARGES = Chart(
    "Tunnel surcharges, and how often they are paid",
    x="Surcharge (cards)",
    y="Share of attempts (%)",
    alt="Bars of tunnel attempts by surcharge, divided into dug and given up. Without a surcharge: {free}.",
    hover="surcharge %{x}: %{customdata[0]:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f}), "
    "dug %{customdata[3]:.1f} % of them<br>%{customdata[4]:,} attempts<extra></extra>",
    finding="{share} % of attempts with {payment} meet no surcharge",
)
DUG, GIVEN_UP = "{payment}: dug", "{payment}: given up"
RANKED_ALT = "{number} bars: {axis}. On top is {top} with {value:.1f}, {note}."
TUNNELS = Chart(
    "Mean surcharge of each tunnel",
    x="Mean surcharge (cards)",
    y="Tunnel (most often begun on top)",
    hover="%{y}: %{x:.2f} cards (%{customdata[0]:.2f} to %{customdata[1]:.2f})<extra></extra>",
    note="The number in brackets is the length.",
    finding="{top} costs {most} cards more on average, {bottom} {least}",
    unclear="No tunnel's surcharge can be told from another's",
)
SHARE_GIVEN_UP = "{:.0f} % given up"
BUILDINGS = {
    kind: Chart(
        f"Where {kind}s are built",
        x=f"{kind.capitalize()}s built there (per 100 games)",
        y="City (most buildings on top)",
        hover="%{y}: %{x:.1f} per 100 games (%{customdata[0]:.1f} to %{customdata[1]:.1f})<extra></extra>",
        note=f"Points: mean of {earns}.",
        finding=f"{{first}} has most {kind}s: {{most}} per 100 games; {{second}} {{next}}",
        unclear=f"No city has clearly most {kind}s",
    )
    for kind, earns in (
        ("station", "ticket points that would be lost without it, cost not deducted"),
        ("harbour", "its points at the end"),
    )
}
POINTS_EARNED = "{:+.1f} points"
MOST_FREQUENT = "The {shown} most frequent of {all} cities."

# Tournaments

LADDER = Chart(
    "Strategies ranked by rating",
    x="Rating (points, mean 0)",
    y=STRATEGY,
    alt="Dot plot with whiskers: ratings of {number} strategies, best first: {ratings}.",
    hover="<b>%{y}</b><br>rating %{x:.0f} (%{customdata[0]:.0f} to %{customdata[1]:.0f})<br>"
    "wins %{customdata[2]:.1f} % (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
    "score %{customdata[5]:.1f}<br>%{customdata[6]:,} games<extra></extra>",
    note="A lead of 400 rating points means odds of ten to one.",
    finding="{first} is ahead with a rating of {most}; {second} has {next}",
    unclear="{first} and {second} cannot be told apart at the top",
)
UNBOUNDED = "Some strategies never lost to the rest, so the gap is unknown."
WIN_MATRIX = Chart(
    "Who beats whom",
    x="Opponent",
    y="Strategy",
    alt="Heat map of win shares of {number} strategies against each other, {names}; the highest is {share:.0f} %, "
    "{strategy} against {opponent}. {sure} of {pairs} pairs differ significantly.",
    hover="%{y} beats %{x}<br>%{z:.1f} % (%{customdata[0]:.1%} to %{customdata[1]:.1%})<br>"
    "lead %{customdata[2]:.1f} points (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
    "%{customdata[5]:,} games, adjusted p = %{customdata[6]:.2g}<extra></extra>",
    note="Gray: not significantly different from 50 % (Holm's correction over all pairs, 5 %).",
    finding="{name} beats {opponent} in {value} % of games",
    unclear="No strategy beats another beyond chance",
)
WON_BAR, NOT_SIGNIFICANT = "Games won<br>by the row<br>(%)", "not significant"
MARGINS = Chart(
    "Lead of one strategy over another, game by game",
    x="Lead of the first over the second (points)",
    y="Pair of strategies",
    alt="Strips of dots, one per game, for {number} pairs; mean leads in points: {leads}.",
    hover="%{customdata[0]} over %{customdata[1]}: %{x:+.1f} points<br>seed %{customdata[2]}, game %{customdata[3]}<br>"
    "share of wins: %{customdata[4]:.0%}<extra></extra>",
    note="A dot is the mean over all seats of a game.",
    finding="{name} and {opponent}: a mean lead of {signed} points",
    unclear="No lead is beyond chance",
)
AHEAD, BEHIND, LEVEL, MEAN, OVER = "ahead", "behind", "level", "mean", "over {}"
MEAN_LEAD = (
    "mean lead %{x:.1f} points (%{customdata[0]:.1f} to %{customdata[1]:.1f})<br>%{customdata[2]:,} games"
    "<extra></extra>"
)
THINNED = "At most {number} games per pair are drawn; all count for the means."
VALUE_AND_N = "<b>{value}</b><br>n = {n:,.0f}"
VIOLINS = Chart(
    SCORES.title,
    x=FINAL_SCORE,
    y=STRATEGY,
    alt="Violin plots of the final scores of {number} strategies, best first; mean scores: {scores}.",
    hover="mean %{x:.1f} points (%{customdata[0]:.1f} to %{customdata[1]:.1f})<br>%{customdata[3]:,} players in "
    "%{customdata[2]:,} games<extra></extra>",
    note="Only tables with more than one strategy; bars span the middle half, dots are means, n counts players.",
    finding="{top} scores {most} points on average, {bottom} {least}",
    unclear="No strategy scores clearly more than another",
)
MIDDLE_HALF = "middle half: {first} to {third} points, median {middle}<extra></extra>"
SCORE_WHISKERS = "Whiskers: the score."
MIXED_TABLES = "Only tables with more than one strategy."
EQUAL_SEATS = "Every strategy sat in each seat of its tables equally often."

# Sweeps and challenges

SWEEP_AXES = {"difference": "Difference from the default (points)", "win_share": GAMES_WON}
SWEEP_HOVER = (
    "<b>%{customdata[0]}</b><br>%{customdata[1]:+.2f} points (%{customdata[2]:+.2f} to %{customdata[3]:+.2f})<br>"
    "wins %{customdata[4]:.1%} (%{customdata[5]:.1%} to %{customdata[6]:.1%})<br>score %{customdata[7]:.1f}<br>"
    "%{customdata[8]:,} games<extra></extra>"
)
COMPARISON = Chart(
    "What differs from {first}",
    x="Difference from {first} (standard deviations of one game)",
    alt="Dot plot of {facts} facts for {variants}. {best}",
    hover="%{customdata[0]}, %{customdata[1]}<br>%{customdata[2]}<extra></extra>",
    note="Right of each interval: the difference in its own unit; * marks p below 0.05, adjusted over the whole table.",
    finding="{name}: {fact} {value} {unit} against {first}",
    unclear="No difference from {first} is beyond chance",
)
COMPARED_VALUE = "{:+.3g}"
COMPARISON_TEXT = "{value:+.3g} {unit}{mark}"
COMPARISON_HOVER = "{value:+.3g} ({low:+.3g} to {high:+.3g}) {unit}; adjusted p = {p:.2g}"
COMPARED = (
    "{variant}: {fact} {value:+.3g} {unit} ({low:+.3g} to {high:+.3g}), the largest of {clear} clear differences."
)
NOTHING_DIFFERS = "No fact of {variant} differs clearly from {first}."
SWEEP_LINES = Chart(
    "What {weight} is worth",
    x="Weight {weight}",
    alt="Dot plot with whiskers for {number} values of {weight}. {best}",
    finding="{name} gains {value} points over the default",
    unclear="No value is clearly better than the default",
)
SWEEP_MAP = Chart(
    "What {across} and {up} are worth",
    x=SWEEP_LINES.x,
    alt="Heat map of differences from the default in points, for {number} settings of {across} and {up}. {best}",
    finding="{name} gains {value} points over the default",
    unclear="No setting is clearly better than the default",
)
SWEEP_LIST = Chart(
    "What the weights are worth",
    y="Weights of the variant",
    alt="Dot plot with whiskers for {number} settings of {weights}. {best}",
    note="Rows: {weights}; by default {defaults}.",
    finding="{name} gains {value} points over the default",
    unclear="No variant is clearly better than the default",
)
DEFAULT, DEFAULT_VALUE = "default", "default, {:.4g}"
THE_DEFAULT, THE_DEFAULT_VALUE = "the default<extra></extra>", "the default: %{x:.4g}<extra></extra>"
DIFFERENCE_BAR, INCLUDES_ZERO = "Difference<br>(points)", "interval includes 0"
BEST_VARIANT = "The best is {variant}, {difference} points above the default."
CHALLENGE = Chart(
    "One player of each strategy against opponents playing {against}",
    x="Players on {map}",
    alt="Dot plots with whiskers by number of players: points above {against}, and wins above the fair share: {rows}.",
    hover="<b>{name}</b>, %{{customdata[0]}} players<br>%{{y:+.1f}} {unit} (%{{customdata[1]:+.1f}} to "
    "%{{customdata[2]:+.1f}})<br>%{{customdata[3]:,}} games<extra></extra>",
    finding="{name} scores {signed} points against {against} ({players} players, {map})",
    unclear="No strategy can be told from {against}",
)
ABOVE_OPPONENTS = ("Difference from the<br>opponents' strategy (points)", "points")
ABOVE_FAIR = ("Wins above fair share<br>(percentage points)", "percentage points")
CHALLENGE_ROW = "{strategy} with {players} players on {map}: {difference} points, {lead} percentage points"
SEAT_ADVANTAGE = Chart(
    "What each seat is worth",
    alt="Dot plot with whiskers: wins of each seat above the fair share. Seat 1: {rows}.",
    finding="{name} of {players}: {signed} percentage points of wins against its fair share ({map})",
    unclear="No seat can be told from its fair share",
)
SEAT, SEAT_ROW = "seat {}", "{players} players on {map}: {lead} percentage points"


OF_BELIEFS = (
    "{place}; {seated}; assumed to play: {lineup}; {seeds}; n = {counted}; {worlds:,} chains of imagined hands for "
    "each opponent and turn."
)
