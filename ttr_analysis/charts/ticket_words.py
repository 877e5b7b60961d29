"""The words of charts of tickets and tours."""

from ttr_analysis.charts.words import FINAL_SCORE, GAMES_WON, STRATEGY, Chart, say, words_of

words_of(__name__)

TICKET_OUTCOMES = Chart(
    "What becomes of the tickets players keep",
    x="Share of players who kept it (%)",
    y="Ticket (printed points)",
    alt="Stacked bars of {number} {number:ticket|tickets}, each divided into made, cut off and unfinished. {extremes}",
    hover="%{{y}}<br>{outcome}: %{{x:.1f}} % (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>"
    "kept %{{customdata[2]:,}} times<extra></extra>",
    note="Cut off: the cities could no longer be joined; unfinished: they could have been. Whiskers: the share made.",
    finding="{top} is made by {most} % of those who keep it, {bottom} by {least} %",
)
MADE_MOST, MADE_LEAST, WORTH_MOST, WORTH_LEAST = "made most often", "least often", "highest on average", "lowest"
TICKET_WORTH = Chart(
    "Mean points from keeping a ticket, and how often it fails",
    x="Kept but not made (%)",
    y="Mean gain or loss from keeping it (points)",
    alt="Scatter plot of {number} {number:ticket|tickets}: mean points against the share not made. {extremes}",
    hover="<b>%{customdata[0]}</b><br>printed points: %{customdata[1]}, kept %{customdata[2]:,} times"
    "<br>not made: %{x:.1f} %<br>mean from keeping it: %{y:.1f} points<extra></extra>",
    note="Means over those who chose to keep the ticket: correlation, not causation.",
    finding="{top} brings those who keep it {most} points on average, {bottom} {least}",
)
PRINTED_BAR = "Printed<br>(points)"
TICKET_HARDNESS = Chart(
    "Do hard tickets fail more often?",
    x="Hardness on the board (%)",
    y="Kept tickets that were made (%)",
    alt="Scatter plot of {number} {number:ticket|tickets}: share made against hardness. {extremes}",
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
    alt="Bars of {number} {number:ticket|tickets}: ticket and route points per train. {extremes}",
    hover="%{{y}}<br>{part}: %{{x:.2f}} per train<br>%{{customdata[0]}} ticket + %{{customdata[1]:.0f}} route points, "
    "at least %{{customdata[2]:.1f}} turns<extra></extra>",
    finding="{top} brings {most} points per train, {bottom} {least}",
)
VALUE_PARTS = ("ticket", "routes")
TICKET_PARTNERS = Chart(
    "Which tickets fit together",
    alt=(
        "Heat map of trains saved by {number} {number:ticket|tickets}, in pairs; {ticket} and {partner} save most, "
        "{saved:.0f} trains."
    ),
    hover="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.0f} fewer trains together<extra></extra>",
    note="Shown are the {number} of {all} {all:ticket|tickets} that save most.",
    finding="{ticket} and {partner} save {saved:.0f} trains together",
)
SAME_ORDER = "Columns are in the order of the rows, from the left."
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
ADVICE_PAIRS = "The title compares choices in the same games, which tells more than the intervals shown."
ADVICE_AXES = {"score": FINAL_SCORE, "win_share": GAMES_WON, "all_made_share": "All made (%)"}
TICKET_NETWORK = Chart(
    "{trains} {trains:train|trains} complete {tickets}{proof}",
    alt="Map of the board: {trains} {trains:train|trains} connect the tickets' cities, on {tracks}.",
    note="{names}.",
)
AT_LEAST = " (at least {bound} needed)"
CHEAPEST_NETWORK = "cheapest network"
TOURS = Chart(
    "What becomes of the tours players keep",
    x=TICKET_OUTCOMES.x,
    y="Tour (points)",
    note="Points: in order / out of order. Whiskers: the share made in order.",
    alt="Stacked bars of {number} tours, each divided into in order, out of order and failed. Best in order: {best}, "
    "{share:.1f} %.",
    finding="{top} is made in order by {most} % of those who keep it, {bottom} by {least} %",
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
