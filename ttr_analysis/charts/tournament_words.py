"""The words of charts of tournaments, sweeps, comparisons and challenges."""

from ttr_analysis.charts.words import FINAL_SCORE, GAMES_WON, SCORES, STRATEGY, Chart, words_of
from ttr_analysis.stats import by_game

words_of(__name__)

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
)
UNBOUNDED = "Some strategies never lost to the rest, so the gap is unknown."
WIN_MATRIX = Chart(
    "Who beats whom",
    x="Opponent",
    y="Strategy",
    alt="Heat map of win shares of {number} strategies against each other, {names}; the highest is {share:.0f} %, "
    "{strategy} against {opponent}. {sure} of {pairs} {pairs:pair|pairs} differ significantly.",
    hover="%{y} beats %{x}<br>%{z:.1f} % (%{customdata[0]:.1%} to %{customdata[1]:.1%})<br>"
    "lead %{customdata[2]:.1f} points (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
    "%{customdata[5]:,} games, adjusted p = %{customdata[6]:.2g}<extra></extra>",
    note="Gray: not significantly different from 50 % (Holm's correction over all pairs, 5 %).",
    finding="Pairs that differ beyond chance: {number} of {all}; {name} beats {opponent} most often",
    unclear="No strategy beats another beyond chance",
)
MATRIX_OF_FEW = "{name} beats {opponent} in {value} % of games"
"""The title of few pairs."""
WON_BAR, NOT_SIGNIFICANT = "Games won<br>by the row<br>(%)", "not significant"
MARGINS = Chart(
    "Lead of one strategy over another, game by game",
    x="Lead of the first over the second (points)",
    y="Pair of strategies",
    alt="Strips of dots, one per game, for {number} {number:pair|pairs}; mean leads in points: {leads}.",
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
THINNED = "At most {number} {number:game|games} per pair are drawn; all count for the means."
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
    finding="Differences from {first} beyond chance: {number} of {all}; the largest, in standard deviations of a "
    "game, is {fact} ({name})",
    unclear="No difference from {first} is beyond chance",
)
COMPARED_FACTS = {name: name.replace("_", " ") for name in by_game.FACTS if name not in by_game.PARTS.values()} | {
    name: name for name in ("tracks never used",)
}
"""What readers see of the facts that are compared."""
COMPARED_VALUES = {
    "points": "{} points",
    "tickets": "{} tickets",
    "tracks": "{} tracks",
    "turns": "{} turns",
    "times": "{} times",
    "share": "{} percentage points",
}
"""Differences, which have decimals, in the units of these facts."""
SHORT_SHARE, SHORT_NOTE = "{} pp", "pp: percentage points."
"""Percentage points as a chart has room for them, and what its caption calls them."""
OTHER_VALUE = "{} {unit}"
"""The same of a fact of others, whose unit is told as it is."""
COMPARISON_HOVER = "{difference} ({low} to {high}); adjusted p = {p:.2g}"
COMPARED = (
    "{variant}: {fact} {difference} ({low} to {high}), in standard deviations of a game the largest of "
    "{clear} clear differences."
)
COMPARED_ONE = "{variant}: {fact} {difference} ({low} to {high}), the only clear difference."
NOTHING_DIFFERS = "No fact of {variant} differs clearly from {first}."
SWEEP_LINES = Chart(
    "What {weight} is worth",
    x="Weight {weight}",
    alt="Dot plot with whiskers for {number} values of {weight}. {best}",
    finding="Better than the default: {number} of {all} values, {number:namely|most of all} {name}",
    unclear="No value is clearly better than the default",
)
SWEEP_MAP = Chart(
    "What {across} and {up} are worth",
    x=SWEEP_LINES.x,
    alt="Heat map of differences from the default in points, for {number} settings of {across} and {up}. {best}",
    finding="Better than the default: {number} of {all} settings, {number:namely|most of all} {name}",
    unclear="No setting is clearly better than the default",
)
SWEEP_LIST = Chart(
    "What the weights are worth",
    y="Weights of the variant",
    alt="Dot plot with whiskers for {number} settings of {weights}. {best}",
    note="Rows: {weights}; by default {defaults}.",
    finding="Better than the default: {number} of {all} variants, {number:namely|most of all} {name}",
    unclear="No variant is clearly better than the default",
)
SWEEP_OF_ONE = "{name} gains {value} points over the default"
"""The title where one variant only was tried."""
DEFAULT, DEFAULT_VALUE = "default", "default, {:.4g}"
THE_DEFAULT, THE_DEFAULT_VALUE = "the default<extra></extra>", "the default: %{x:.4g}<extra></extra>"
DIFFERENCE_BAR = "Difference<br>(points)"
BEST_VARIANT = "The best is {variant}, {difference} points above the default."
CHALLENGE = Chart(
    "One player of each strategy against opponents playing {against}",
    x="Players on {map}",
    alt="Dot plots with whiskers by number of players: points above {against}, and wins above the fair share: {rows}.",
    hover="<b>{name}</b>, %{{customdata[0]}} players<br>%{{y:+.1f}} {unit} (%{{customdata[1]:+.1f}} to "
    "%{{customdata[2]:+.1f}})<br>%{{customdata[3]:,}} games<extra></extra>",
    finding="Different from {against} beyond chance: {number} of {all}, {number:namely|most of all} {name} "
    "({players} players, {map})",
    unclear="No strategy can be told from {against}",
)
CHALLENGE_OF_FEW = "{name} scores {signed} points against {against} ({players} players, {map})"
ABOVE_OPPONENTS = ("Difference from the<br>opponents' strategy (points)", "points")
ABOVE_FAIR = ("Wins above fair share<br>(percentage points)", "percentage points")
CHALLENGE_ROW = "{strategy} with {players} players on {map}: {difference} points, {lead} percentage points"
SEAT_ADVANTAGE = Chart(
    "What each seat is worth",
    alt="Dot plot with whiskers: wins of each seat above the fair share. Seat 1: {rows}.",
    finding="Different from a fair share beyond chance: {number} of {all}, {number:namely|most of all} {name} "
    "of {players} ({map})",
    unclear="No seat can be told from its fair share",
)
SEAT_OF_FEW = "{name} of {players}: {signed} percentage points of wins against its fair share ({map})"
SEAT, SEAT_ROW = "seat {}", "{players} players on {map}: {lead} percentage points"
