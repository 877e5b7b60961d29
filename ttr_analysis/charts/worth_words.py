"""What charts of worth say."""

from collections.abc import Iterable

from ttr_analysis.charts.words import Chart, words_of

words_of(__name__)

WORTH = Chart(
    "What things are worth",
    alt="Dots with whiskers: the worth of {number} things. Most: {best} with {most}; least: {worst} with {least}.",
    hover="<b>%{{customdata[0]}}</b><br>%{{customdata[1]}} {unit}<br>%{{customdata[2]:,}} games, "
    "%{{customdata[3]:.0f}} % of them changed<extra></extra>",
    note="Worth: the result with the thing less the result without it; above 0 is good for its owner.",
    finding="{number} of {all} {number:matters|matter} beyond chance, {number:namely|most of all} {name}",
    unclear="No worth to {player} can be told from 0",
)
WORTH_OF_ONE = "{name}: {signed} {unit}"
"""The title where there is one thing only: the number of one that is chosen out of many is large by chance, too."""
WORTH_TITLES = {
    "closed": "What {of} are worth to {player}",
    "blocked": "What it is worth to {player} to block {of} for an opponent",
    "owned": "What it is worth to {player} to own {of} from the start",
    "offered": "What {of} are worth at the start to {player}",
    "kept": "What it is worth to {player} to keep {of} whenever they are offered",
    "returned": "What it is worth to {player} to be free to keep {of}",
    "kept_or_returned": "What it is worth to {player} to keep {of} rather than return them",
    "more": "What one card more is worth to {player}",
    "together": "What tickets beside {ticket} add to it for {player}",
    "skipped": "What a turn is worth to {player}",
    "restricted": "What each habit is worth to {player}",
    "gone": "What it is worth to {player} that {of} are on the board",
    "taken": "What each seat is worth to {player}",
}
WORTH_OVER_TITLES = {
    "tickets": "What a ticket at the start is worth to {player} over the average one",
    "cards": "What one card more is worth to {player} over one of a colour",
}
WORTH_NOTES = {
    "kept_or_returned": "Worth: the result with the ticket kept whenever it is offered less the result with it "
    "returned; above 0, keep it.",
    "together": "Worth: that of both tickets in the first hand less that of each alone; above 0, they help each other.",
}
"""What worth is where it is not what :data:`WORTH` says, by the change."""
WORTH_AXES = {
    "points": "Worth (points)",
    "win_share": "Worth (wins, percentage points)",
    "points_over_mean": "Worth over the mean (points)",
    "win_share_over_mean": "Worth over the mean (wins, percentage points)",
}
WORTH_UNITS = {
    "points": "points",
    "win_share": "percentage points of wins",
    "points_over_mean": "points over the mean",
    "win_share_over_mean": "percentage points of wins over the mean",
}
WORTH_AMOUNTS = {
    "points": "{} points",
    "win_share": "{} percentage points of wins",
    "points_over_mean": "{} points over the mean",
    "win_share_over_mean": "{} percentage points of wins over the mean",
}
WORTH_OVER_NOTES = {
    "tickets": "The mean is that of all tickets of the set, in the same games.",
    "cards": "The mean is that of the cards that have a colour, in the same games.",
}
WORTH_SHORT = {"points": "points", "win_share": "percentage points"}
WORTH_IN, WORTH_BAR = {"points": ", in points", "win_share": ", in wins"}, "Worth"
GOOD, BAD = "good: above 0", "bad: below 0"
BOUND, NOT_MEASURED, BOUNDED = "a bound", "not measured", "{} (bound: {} to {})"
HABIT_COSTS = Chart(
    "Which habit costs {player} most to give up",
    alt="Dots with whiskers: worth of {number} things in points and in wins. Most: {best} with {points} and {wins}.",
    note="What a player loses who must do without the habit; below 0, they do better without it.",
    finding="{number} of {all} habits {number:brings|bring} {player} something beyond chance, "
    "{number:namely|most of all} {name}",
    unclear="No habit brings {player} anything beyond chance",
)
HABITS_COST = (
    "{number} of {all} habits {number:costs|cost} {player} something beyond chance, {number:namely|most of all} {name}"
)
"""The finding if no habit brings anything beyond chance."""
KEEP_OR_RETURN = "Keep {ticket}, or return it?"
KEEP_FINDINGS = {
    (1,): "Keep {ticket}: {points} points and {wins} percentage points of wins where it is offered",
    (
        -1,
    ): "Return {ticket}: keeping it brings {points} points and {wins} percentage points of wins where it is offered",
    (
        -1,
        1,
    ): "Points and wins part company: keeping {ticket} brings {points} points, but {wins} percentage points of wins",
    (): "Whether to keep {ticket} cannot be told from these games",
}
"""By the signs of points and wins that are beyond chance."""
KEEP_ROWS = {
    "kept": "having to keep it",
    "returned": "being free to keep it",
    "kept_or_returned": "keeping it, not returning it",
}
"""The rows of that chart, by the change."""
KEEP_OFFERED = "keeping it, each deal that offers it"
"""The last row of that chart."""
KEEP_NOTE = "A game, most of which do not offer the ticket ({share:.0f} % do); the last row counts those that do."
POINTS_AND_WINS = Chart(
    "Points against wins",
    x=WORTH_AXES["points"],
    y=WORTH_AXES["win_share"],
    alt="Scatter plot with whiskers: {number} things by worth in points and in wins. {note}",
    hover="<b>%{customdata[0]}</b><br>%{customdata[1]} points<br>%{customdata[2]} percentage points of wins"
    "<extra></extra>",
    note=WORTH.note,
    finding="{number} of {all} are good in points and bad in wins, or the reverse",
    unclear="Nothing is good in points and bad in wins beyond chance, or the reverse",
)
PARTS, MISLEADS, OTHERS = "good in one, bad in the other", "misleads", "others"
PARTING = "Named: good in one of them and bad in the other, both beyond chance: {names}."
NONE_PARTING = "Nothing is good in one of them and bad in the other, both beyond chance."
WORTH_AND_LIFT = Chart(
    "What winners claim, and what it is worth",
    x="Correlation: winners minus other players (percentage points)",
    y="Cause: worth to its owner (points)",
    alt="Scatter plot with whiskers: {number} {number:route|routes} or tracks by how much more often winners claim "
    "them and by what "
    "they are worth; their correlation is {correlation}. {note}",
    hover="<b>%{customdata[0]}</b><br>winners minus others %{customdata[1]} percentage points<br>worth "
    "%{customdata[2]} points<extra></extra>",
    finding="{number} of {all} mislead: winners claim them more often, but they are worth little",
    unclear="Nothing that winners claim more often is clearly worth little",
)
CORRELATED, UNCORRELATED = "{:.2f}", "unknown, as one of them is the same for all"
MISLEADING = (
    "Named are those that mislead: winners claim them more often beyond chance, but their worth lies below {bound:g} "
    "points, or both have opposite signs beyond chance: {names}."
)
NONE_MISLEADING = (
    "Nothing misleads: winners claim nothing more often beyond chance whose worth lies below {bound:g} points, and "
    "nothing has opposite signs beyond chance."
)
WORTH_BOARD = Chart(
    "",
    alt="Map of the board, its tracks coloured by worth ({unit}): blue is good for its owner, red bad; {pale} of "
    "{number} {number:track|tracks} are pale because their interval includes 0. Most: {best} with {most}; least: "
    "{worst} with "
    "{least}.",
    note=WORTH.note + " Pale: the interval includes 0. Tracks that nobody can tell apart share their mean.",
)
RULE_WORTH = Chart(
    "What the printed rules do, against {change}",
    alt="Dots with whiskers: {number} facts of the printed game less those of the game with {change}. {said}",
    hover="<b>%{{customdata[0]}}</b><br>%{{customdata[1]}} {unit}<br>printed %{{customdata[2]}}<br>changed "
    "%{{customdata[3]}}<br>%{{customdata[4]:,}} games<extra></extra>",
    note="The printed game less the changed one, in pairs of games; above 0, the printed game has more.",
    finding="{name}: {signed} {unit} under the printed rules",
    unclear="The printed rules change nothing beyond chance",
)
RULE_AXES = {
    "points": "Printed less changed (points)",
    "share": "Printed less changed (percentage points)",
    "turns": "Printed less changed (turns)",
}
RULE_UNITS = {"points": "points", "share": "percentage points", "turns": "turns"}
RULE_FACTS = {
    "score": "mean score",
    "winning_score": "winning score",
    "margin": "margin: winner's lead",
    "close": "close games (lead of {close} points or less)",
    "first_seat": "first seat, above the table's mean",
    "turns": "turns of all players",
    "win_share": "wins",
}
"""What is told of a rule, as readers see it."""
RULE_ROW = "{fact} of {strategy}"
BEYOND_CHANCE, MAYBE_CHANCE = "beyond chance over all facts", "may be chance"


def listed_names(names: Iterable[str]) -> str:
    """List names, which may hold commas."""
    return "; ".join(names)
