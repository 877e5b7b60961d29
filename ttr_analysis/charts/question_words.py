"""What the charts of pace, cities and boards say."""

from ttr_analysis.charts.words import STRATEGY, Chart, words_of

words_of(__name__)

CLAIMS_BY_LENGTH = Chart(
    "How many tracks of each length players claim",
    x="Length of the track (spaces)",
    y="Claims of a player in a game (mean)",
    alt="Bars with whiskers: claims of a player in a game by length of the track. {rows}.",
    hover="<b>%{customdata[0]}</b>, %{x} spaces: %{y:.2f} (%{customdata[1]:.2f} to %{customdata[2]:.2f})<br>"
    "%{customdata[3]:,} claims<extra></extra>",
    finding="Length {part}: {one} claims {more} tracks a game, {other} {less}",
)
MOST_CLAIMED = "Tracks of length {first} are claimed most: {most} by a player in a game"
CLAIMS_ROW = "{strategy} claims length {length} most often, {claims:.1f} times"
TRAINS_MISSING = Chart(
    "How far abandoned tickets are from done",
    x="Trains missing at the end",
    y="Share of abandoned tickets (%)",
    alt="Bars with whiskers: how many trains abandoned tickets miss at the end. {rows}.",
    hover="<b>%{customdata[0]}</b>, %{x} trains: %{y:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<br>"
    "%{customdata[3]:,} tickets<extra></extra>",
    note="Trains on the cheapest path over tracks still open to the player. Tickets that were cut off are left out.",
    finding="Tickets that miss {part} in the end: {one} {more} % of those abandoned, {other} {less} %",
)
MOST_MISSED = "{most} % of abandoned tickets miss {first} {first:train|trains}, {next} % miss {second}"
MISSING_COUNTED = "Tickets (n): {}."
MISSING_FOLDED = "{} trains stand for that and more."
OR_MORE = "{} or more"
MISSING_ROW = "{strategy}: most often {trains} {trains:train|trains}, {share:.0f} %"
GAME_ENDERS = Chart(
    "Who ends the game?",
    x="Games of a player (%)",
    y=STRATEGY,
    alt="Dots with whiskers: how often a player triggers the last round, and wins of those who do and do not. {rows}.",
    hover="<b>%{{customdata[0]}}</b><br>{series}: %{{x:.1f}} % (%{{customdata[1]:.1f}} to %{{customdata[2]:.1f}})"
    "<extra></extra>",
    note="Correlation, not causation: who is ahead may end the game for that reason.",
    finding="{name} wins {ending} % of the games it ends, {otherwise} % of the others",
    unclear="Ending the game cannot be told to go with winning",
)
ENDERS_GROUPS = "Last rounds triggered (n, of player-games): {}."
ENDERS_COUNTED = "{strategy} {ends:,} of {games:,}"
ENDERS_ROW = "{strategy} triggers it in {share:.0f} % of its games"
ENDER_SERIES = {"end_share": "triggers the last round", "won_ending": "wins, having triggered it",
                "won_otherwise": "wins otherwise"}  # fmt: skip
CITY_VALUES = Chart(
    "Which cities are most wanted",
    x="Players who claim a track there (%)",
    alt="Dot plot of {number} {number:city|cities}: share of player-games with a claim there. Most wanted: {top} "
    "with {most:.0f} %; "
    "least: {bottom} with {least:.0f} %.",
    hover="<b>%{customdata[0]}</b><br>%{x:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<br>"
    "%{customdata[3]:,} player-games<extra>%{fullData.name}</extra>",
    note="Cities with many tracks are claimed at more often, whatever players want.",
    finding="{most} % of players claim a track at {top}, {least} % at {bottom}",
)
ALL_PLAYERS = "all players"
GAME_ARC = Chart(
    "How a game narrows down",
    x="Round",
    y="Number at the start of a turn (mean)",
    alt="Lines over {rounds} {rounds:round|rounds}. {rows}.",
    hover="round %{{x}}: %{{y:.1f}} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>%{{customdata[2]}} games"
    "<extra>{series}</extra>",
    note="Bands are the intervals. Rounds that fewer than half of the games reach are left out; a move "
    "counts once, however it may be paid for.",
    finding="From {first:.0f} legal moves in round 1 to {last:.0f} in round {end}",
)
ARC_SERIES = {"open_tracks": "open tracks", "claimable_tracks": "tracks one can claim now", "moves": "legal moves"}
ARC_ROW = "{series}: {first:.0f} in round 1, {last:.0f} in round {end}"
DISTRIBUTIONS = Chart(
    "{map}: lengths, colours, ticket values",
    y="Number",
    alt="Three bar charts of {tracks} {tracks:track|tracks} and {tickets} {tickets:ticket|tickets}. Most frequent: "
    "length {length}, colour {color}, "
    "ticket value {value}.",
    hover="%{x}: %{y}<extra></extra>",
    finding="{map}: {tracks} {tracks:track|tracks}, most of length {length}, and {tickets} {tickets:ticket|tickets}",
)
DISTRIBUTED = {"length": "Tracks by length (spaces)", "color": "Tracks by colour",
               "ticket value": "Tickets by value (points)"}  # fmt: skip
TICKET_RATES = Chart(
    "Points per turn of each ticket",
    x="Points of ticket and routes per turn",
    alt="Dot plot of {number} {number:ticket|tickets}: points per turn by the cheapest path and by the best one. "
    "Best: {top} with "
    "{most:.1f}; worst: {bottom} with {least:.1f}.",
    hover="<b>%{{customdata[0]}}</b><br>{series}: %{{x:.2f}} points per turn<br>%{{customdata[1]}} points in "
    "%{{customdata[2]:.1f}} turns, %{{customdata[3]}} trains<extra></extra>",
    note="Turns are those of a player for whom every card drawn is useful, and so the fewest.",
    finding="{top} brings {most} points per turn, {bottom} {least}",
)
RATE_SERIES = {"": "cheapest path", "best_": "path with most points per turn"}
TICKET_ROW = "{} ({})"
REGIONS = Chart(
    "Where the points of {map} lie",
    x="Points",
    y="Region",
    alt="Bars: points of routes and of tickets by region. {rows}.",
    hover="<b>%{{y}}</b><br>{series}: %{{x:.1f}} points<extra></extra>",
    note="Routes and tickets count in equal parts for the regions of their ends.",
    finding="{first} has most points of routes: {most} of {all}",
)
REGION_SERIES = {"route_points": "all routes", "ticket_points": "tickets"}
REGION_ROW = "{} {:.0f} points of routes, {:.0f} of tickets"
