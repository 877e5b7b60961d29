"""The words of charts of moves, luck, beliefs and own scores."""

from ttr_analysis.charts import words

words.words_of(__name__)

OWN_SCORES = words.Chart(
    "Own scores among those of simulated players",
    x=words.FINAL_SCORE,
    y=words.SCORES.y,
    alt="Distribution of final scores with {number} own scores marked: {scores}.",
    hover="{score} points: percentile %{{customdata[0]:.1f}} (%{{customdata[1]:.1f}} to %{{customdata[2]:.1f}})"
    "<extra></extra>",
    note="Lines mark own scores ({number}); a percentile is the share of simulated players who score less, and half "
    "of those who score the same.",
    finding="The best own score, {score}, lies at percentile {value:.0f} of simulated players",
)
OWN_SCORE = "{score}: {value:.1f} % ({low:.1f} to {high:.1f})"
OWN_SCORE_ALT = "{} points at percentile {:.1f}"
OWN_GAMES = "own games"
OWN_PARTS = words.Chart(
    "Where own points come from",
    x="Points (mean)",
    y="Part of the score",
    alt="Mean parts of own scores beside those of {who}: {parts}.",
    hover="{who}, %{{text}}: %{{x:.1f}} points (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<extra></extra>",
    note="Own games: n = {scores} scores whose parts are known{few}; the map, players and n below are those of {who}.",
    finding="Points from {part}: {one} {more}, {other} {less}",
)
OWN_PARTS_FEW, OWN_PARTS_ALT = ", too few games for intervals", "{part} {own:.1f} against {theirs:.1f}"


MOVES = words.Chart(
    "What each action is expected to bring",
    alt="Dots with intervals for {number} actions. Best: {best}, {value} % of a win; next: {next}, behind by {behind} "
    "percentage points.",
    hover="%{{y}}: %{{x:.1f}} {unit} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}}), %{{customdata[2]:,}} worlds"
    "<extra></extra>",
    note="All actions are rolled out in the same worlds, so differences are known better than values: the numbers "
    "beside each action.",
    finding="Best: {action}, with a chance to win of {value} %",
    unclear="No action can be told apart as the best",
)
LEAD_NOTE = "The lead is that over the best opponent."
MOVES_BY = {
    "win_share": ("Chance to win (%)", "% of a win"),
    "margin": ("Lead (points)", "points ahead of the best opponent"),
    "points": ("Score (points)", "points"),
}
"""Axis and unit of each measure."""
MOVES_BEHIND = {"win_share": "behind (% of a win)", "margin": "behind (lead)", "points": "behind (points)"}
MOVES_LEFT_OUT, ONLY_MOVE = "Not shown: {} actions with lower values.", "no other action"
CHANCES = words.Chart(
    "How the chances of a win went",
    x="Turn",
    y="Chance to win (%)",
    alt="Chance of a win of each player before {decisions} {decisions:decision|decisions}. Blunders: {blunders}.",
    hover="turn %{customdata[0]}: %{y:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<br>%{customdata[3]}"
    "<extra></extra>",
    note="Before each decision, as the player to move could know it.",
    finding="Blunders: {number}; the dearest by {player}, in turn {turn}",
    unclear="No decision cost a win beyond chance",
)
BLUNDERS_NOTE = (
    "A blunder costs more than 0 beyond chance, counted over all decisions of the game; the numbers above the lines "
    "are the costs of blunders in wins."
)
CONFIDENT_NOTE = "Two players may both be confident, as each knows only their own cards."
LUCK = words.Chart(
    "How much of the results is luck",
    x="Share of the variance of results (%)",
    alt="Bars with intervals: what {of} of {player} vary by. {parts}.",
    hover="%{customdata[0]}: %{x:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<extra></extra>",
    note="What {of} of {player} vary by: covariance of each part with the result. Luck in all is the sum of its kinds, "
    "the fainter bars. What is unexplained may be luck, too, which the values do not see; if Expert sits "
    "in every seat, all of it is.",
    finding="Luck makes up at least {value} % of what {of} of {player} vary by",
    unclear="The part of luck in {of} of {player} cannot be told from 0",
)
LUCK_OF = {"wins": "the wins", "points": "the points ahead of the best opponent"}
LUCK_PARTS = {
    "luck": "luck in all",
    "deal": "deal",
    "market": "cards turned up",
    "draw": "cards from a deck",
    "tickets": "tickets",
    "tunnel": "tunnels",
    "own": "own decisions",
    "others": "decisions of others",
    "unexplained": "unexplained",
}
BLUNDER, NO_BLUNDERS, TURNING = "blunder", "none", "turning point"
COSTS = "−{cost:.0f} %"
BLUNDER_HOVER = "%{customdata[0]}<br>better: %{customdata[1]}<br>by %{customdata[2]}<extra></extra>"
BLUNDER_ROW = "turn {turn}, {player}: {made} instead of {best}, {cost:.1f} % of a win"
BELIEFS = words.Chart(
    "What the player in seat {seat} may hold",
    "Turn before which it is believed",
    "Chance that the ticket is held (%)",
    "Lines: chances of {number} {number:ticket|tickets} over the turns. Likeliest before turn {turn}: {ticket} with "
    "{chance:.0f} %.",
    "<b>%{customdata[0]}</b><br>before turn %{x}: %{customdata[1]:.0f} % (%{customdata[2]:.0f} to "
    "%{customdata[3]:.0f})<extra></extra>",
    "From the moves that everybody saw, weighed by how likely the assumed player makes them with each hand.",
    finding="{first} is the likeliest ticket: {most} % before turn {turn}",
)
RELIABILITY = words.Chart(
    "Believed and held",
    "Believed chance that the ticket is held (%)",
    "Held (%)",
    "Points: tickets believed with about the same chance, and how often they were held. Of those believed with "
    "{believed:.0f} %, {held:.0f} % were held.",
    "believed %{x:.0f} %<br>held %{customdata[0]:.0f} % (%{customdata[1]:.0f} to %{customdata[2]:.0f})"
    "<br>n = %{customdata[3]:,} tickets in %{customdata[4]:,} games<extra></extra>",
    "On the dotted line, tickets are held as often as believed. Lowest row: how many tickets each point stands for.",
    finding="{number} of {all} groups of tickets are held as often as believed, within their intervals",
)
BELIEFS_HELD = "Solid lines: tickets that the player does hold."
HELD_TICKET, OTHER_TICKETS = "{} (held)", "other tickets"
