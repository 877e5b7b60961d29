"""Everything that charts say: titles, axes, legends, hover texts, captions and alternative texts.

To translate the charts, translate this module, and those of worth, of profiles and of what people ask
(``worth_words``, ``profile_words``, ``question_words``). Braces in a text are filled with ``str.format``; hover
texts keep plotly's own ``%{...}``, with
doubled braces where the text is filled first.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ttr_analysis.experiments.worth.table import FEW
from ttr_analysis.rules.spec import TrackKind


class Chart(NamedTuple):
    """The words of one chart: title, axes, alternative text, hover text, and a sentence that starts its caption."""

    title: str
    x: str = ""
    y: str = ""
    alt: str = ""
    hover: str = ""
    note: str = ""


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
COMPARED_PART = "points: {}"
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

STRATEGY = "Strategy (name)"
MEAN_POINTS = "Mean (points)"
GAMES_WON = "Games won (%)"
FINAL_SCORE = "Final score (points)"
EXTREMES = "{top} is {most}, {bottom} {least}."
SHOWN_BEST = "Shown are the {shown} best of {all} variants."
CHART = "Chart"
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
    """Return what a chart calls a part, a group or an outcome; other names, as of strategies, stay."""
    return LABELS.get(name, name)


# Scores, seats and games

SCORE_PARTS = Chart(
    "Where the points come from",
    x=MEAN_POINTS,
    y="Players (group)",
    alt="Stacked bars of mean points by source for {names}; the mean score of {first} is {score:.1f} points.",
    hover="{part}: %{{x:.2f}} points (%{{customdata[0]:.2f}} to %{{customdata[1]:.2f}})<extra></extra>",
)
SCORES = Chart(
    "How final scores are distributed",
    x=FINAL_SCORE,
    y="Share of the group (%)",
    alt="Distribution of final scores; the most frequent range is {first} to {last} points.",
    hover="%{customdata}: %{y:.2f} %",
)
POINT_RANGE = "{} to {} points"
OWN_SCORES = Chart(
    "Own scores among those of simulated players",
    x=FINAL_SCORE,
    y=SCORES.y,
    alt="Distribution of final scores with {number} own scores marked: {scores}.",
    hover="{score} points: percentile %{{customdata[0]:.1f}} (%{{customdata[1]:.1f}} to %{{customdata[2]:.1f}})"
    "<extra></extra>",
    note="Lines mark own scores ({number}); a percentile is the share of simulated players who score less, and half "
    "of those who score the same.",
)
OWN_SCORE = "{score}: {value:.1f} % ({low:.1f} to {high:.1f})"
OWN_SCORE_ALT = "{} points at percentile {:.1f}"
OWN_GAMES = "own games"
OWN_PARTS = Chart(
    "Where own points come from",
    x="Points (mean)",
    y="Part of the score",
    alt="Mean parts of own scores beside those of {who}: {parts}.",
    hover="{who}, %{{text}}: %{{x:.1f}} points (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<extra></extra>",
    note="Own games: n = {scores} scores whose parts are known{few}; the map, players and n below are those of {who}.",
)
OWN_PARTS_FEW, OWN_PARTS_ALT = ", too few games for intervals", "{part} {own:.1f} against {theirs:.1f}"
SEATS = Chart(
    "Does it pay to move first?",
    x="Seat (order of play)",
    y=GAMES_WON,
    alt="Share of games won by seat: {seats}; the fair share is {fair:.1f} %.",
    hover="seat %{x}: %{y:.2f} % (%{customdata[0]:.2f} to %{customdata[1]:.2f})<br>%{customdata[2]:,} games"
    "<extra></extra>",
)
SEAT_SHARE = "seat {} {:.1f} %"
FAIR_SHARE = "fair share<br>{:.1f} %"
STRATEGIES = Chart(
    "Which strategy wins most often",
    x="Games won per player (%)",
    y=STRATEGY,
    alt="Share of games won by strategy: {strategies}; the fair share is {fair:.1f} %.",
    hover="%{y}: %{x:.2f} %<extra></extra>",
)


class Counts(NamedTuple):
    """The words of a chart of counts: title, what is counted, its unit, and the whole of which shares are parts."""

    title: str
    counted: str
    unit: str
    of: str


GAME_LENGTHS = Counts("How long games last", "Length of the game", "rounds", "games")
PIECES_LEFT = Counts("How many pieces are left", "Left at the end", "pieces", "players")
PIECES_CHOSEN = Counts("How many {piece}s players choose", "Chosen by a player", "{piece}s", "players")
TICKETS_MADE = Counts("How many tickets players complete", "Completed by a player", "tickets", "players")
BUILT = Counts("How many {kind}s players build", "Built by a player", "{kind}s", "players")
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
)

# Tickets

TICKET_OUTCOMES = Chart(
    "What becomes of the tickets players keep",
    x="Share of players who kept it (%)",
    y="Ticket (printed points)",
    alt="Stacked bars of {number} tickets, each divided into made, cut off and unfinished. {extremes}",
    hover="%{{y}}<br>{outcome}: %{{x:.1f}} % (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>"
    "kept %{{customdata[2]:,}} times<extra></extra>",
    note="Cut off: the cities could no longer be joined; unfinished: they could have been.",
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
)
PRINTED_BAR = "Printed<br>(points)"
TICKET_HARDNESS = Chart(
    "Do hard tickets fail more often?",
    x="Hardness on the board (%)",
    y="Kept tickets that were made (%)",
    alt="Scatter plot of {number} tickets: share made against hardness. {extremes}",
    hover="<b>%{customdata[0]}</b><br>rank %{customdata[4]}, made: %{y:.1f} % (%{customdata[1]:.1f} to "
    "%{customdata[2]:.1f})<br>kept %{customdata[3]:,} times<extra></extra>",
)
PATH_BAR = "Cheapest<br>path<br>(trains)"
POINTS_PER_TRAIN = Chart(
    "How many points tickets bring per train",
    x="Value of the cheapest path (points per train)",
    y="Ticket (trains)",
    alt="Bars of {number} tickets: ticket and route points per train. {extremes}",
    hover="%{{y}}<br>{part}: %{{x:.2f}} per train<br>%{{customdata[0]}} ticket + %{{customdata[1]:.0f}} route points, "
    "at least %{{customdata[2]:.1f}} turns<extra></extra>",
)
VALUE_PARTS = ("ticket", "routes")
TICKET_PARTNERS = Chart(
    "Which tickets fit together",
    alt="Heat map of trains saved by {number} tickets, in pairs; {ticket} and {partner} save most, {saved:.0f} trains.",
    hover="%{customdata[0]}<br>%{customdata[1]}<br>%{z:.0f} fewer trains together<extra></extra>",
    note="Shown are the {number} of {all} tickets that save most.",
)
SAVED_BAR = "Saved<br>(trains)"
ADVICE = Chart(
    "Which of these tickets to keep",
    alt="Dot plot with whiskers for {number} choices. The highest mean score, {score:.1f}, comes from keeping {kept}.",
    hover="%{{y}}<br>{axis}: %{{x:.1f}} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}})<br>%{{customdata[2]:,}} "
    "games<extra></extra>",
    note="In brackets: the fewest trains that connect all their cities (exact).",
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
    alt="Stacked bars of {number} tours, each divided into in order, out of order and failed. Best in order: {best}, "
    "{share:.1f} %.",
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
)
CLAIMS_ON_PATHS_ROW = "{} {:.1f} %, by chance {:.1f} %"
ON_PATH, BY_CHANCE = "its claims", "by chance"


def point_range(least: int, most: int) -> str:
    """Return the points of a ticket, or the range of them, as short as a label must be."""
    return f"{most}" if least == most else f"{least}–{most}"


def tickets(number: int) -> str:
    """Return a number of tickets in words."""
    return f"{number} ticket{'s' * (number != 1)}"


# Tunnels and buildings

TUNNEL_SURCHARGES = Chart(
    "Tunnel surcharges, and how often they are paid",
    x="Surcharge (cards)",
    y="Share of attempts (%)",
    alt="Bars of tunnel attempts by surcharge, divided into dug and given up. Without a surcharge: {free}.",
    hover="surcharge %{x}: %{customdata[0]:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f}), "
    "dug %{customdata[3]:.1f} % of them<br>%{customdata[4]:,} attempts<extra></extra>",
)
DUG, GIVEN_UP = "{payment}: dug", "{payment}: given up"
RANKED_ALT = "{number} bars: {axis}. On top is {top} with {value:.1f}, {note}."
TUNNELS = Chart(
    "Mean surcharge of each tunnel",
    x="Mean surcharge (cards)",
    y="Tunnel (most often begun on top)",
    hover="%{y}: %{x:.2f} cards (%{customdata[0]:.2f} to %{customdata[1]:.2f})<extra></extra>",
    note="The number in brackets is the length.",
)
SHARE_GIVEN_UP = "{:.0f} % given up"
BUILDINGS = {
    kind: Chart(
        f"Where {kind}s are built",
        x=f"{kind.capitalize()}s built there (per 100 games)",
        y="City (most buildings on top)",
        hover="%{y}: %{x:.1f} per 100 games (%{customdata[0]:.1f} to %{customdata[1]:.1f})<extra></extra>",
        note=f"Points: mean of {earns}.",
    )
    for kind, earns in (
        ("station", "ticket points that would be lost without it, cost not deducted"),
        ("harbour", "its points at the end"),
    )
}
POINTS_EARNED = "{:+.1f} points"
MOST_FREQUENT = "The {shown} most frequent of {all} cities."

# Exact odds

SURCHARGE_ODDS = Chart(
    "With {cards}, the tunnel is built in {success:.1f} % of attempts",
    x="Extra cards demanded (cards)",
    y="Probability (%)",
    alt="Bar chart of the extra cards a tunnel demands: {odds}. With {cards}, {success:.1f} % of attempts succeed.",
    hover="%{{x}} extra cards: %{{y:.2f}} %, {name}<extra></extra>",
)
CAN_BE_PAID, FAILS = "can be paid", "fails"
TUNNEL_SUCCESS = Chart(
    "How often tunnel attempts succeed",
    x="Spare cards in hand (cards)",
    y="Successful attempts (%)",
    alt="Line chart of the chance to build a tunnel with 0, 1, ... spare cards. {ends}.",
    hover="%{y:.1f} % with %{x} spare cards",
)
TUNNEL_COSTS = Chart(
    "What a tunnel costs",
    x="Length of the tunnel (spaces)",
    y="Cards demanded (mean, cards)",
    alt="Stacked bars of the printed length and the mean surcharge, in cards. Surcharges: {surcharges}.",
    hover="{name}: %{{y:.2f}} cards<extra></extra>",
)
PRINTED, MEAN_SURCHARGE, LENGTH = "printed", "mean surcharge", "length {}: {:.2f}"
WAITING = Chart(
    "",
    x="{noun} ({unit})",
    y="Probability that all are in hand (%)",
    alt="Line chart of the chance that all cards are in hand, by {unit}. It reaches 50 %: {halves}.",
    hover="%{{y:.1f}} % after %{{x}} {unit}",
)
HALF_AFTER = "{} after {:g}"
CARDS_ODDS, PIECES_SCORE = "{} cards: {:.1f} %", "{} pieces: {}"
UNITS = {"turns": "Own turns", "cards": "Cards drawn"}
BLIND = Chart(
    "A face-up locomotive or blind cards?",
    x="Useful colours (number)",
    y="Useful cards from a blind turn (mean, cards)",
    alt="Bars of the mean number of useful blind cards by useful colours, against one certain card; {turn}.",
    hover="%{x} useful colours: %{y:.2f} useful cards<br>none %{customdata[0]:.1f} %, all %{customdata[1]:.1f} %"
    "<extra></extra>",
)
LOCOMOTIVE_GAINS, BLIND_GAINS = "the locomotive gains more", "blind cards gain more"
ONE_CERTAIN_CARD = "the locomotive: 1 certain card"
BLIND_FROM, BLIND_NEVER = "blind cards gain more with {} colours or more", "blind cards never gain more"
CLEARINGS = Chart(
    "How often the market is cleared",
    x="Cards taken from the market (cards)",
    y="Clearings so far (mean, number)",
    alt="Line chart of the mean number of clearings by cards taken from the market; at the end: {ends}.",
    hover="%{y:.3f} clearings after %{x} cards",
)


def spare_cards(number: int) -> str:
    """Return a number of spare cards in words."""
    return f"{number} spare card{'s' * (number != 1)}"


# Best networks

BEST_NETWORK = Chart(
    "{points} points with {budget} pieces ({proof})",
    alt="Map of the board with a network of {number} tracks that scores {points} points: {tracks}.",
    note="A single player who holds every ticket of the set: {route} route + {ticket} ticket{bonus} points, {tickets} "
    "tickets, {trains} of {budget} pieces; upper bound {bound}, gap {gap:.1f} %, computed in {seconds:.0f} seconds.",
)
PROVEN, BEST_FOUND, BONUS, THE_NETWORK = "proven best", "best found, at most {} possible", " + {} bonus", "the network"
FRONTIER = Chart(
    "Best score by number of pieces",
    x="Pieces (number)",
    y="Best score (points)",
    alt="Best scores of a single player, by number of pieces: {scores}.",
    hover="%{x} pieces: %{y} points<br>%{customdata[0]} tickets, %{customdata[1]} tracks, upper bound "
    "%{customdata[2]}<extra></extra>",
    note="One player who holds every ticket of the set.",
)
FRONTIER_PARTS = {"route_points": "routes", "ticket_points": "tickets", "bonus_points": "longest trail"}
FOUND, UPPER_BOUND = "best found", "upper bound"

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
)
UNBOUNDED = "Some strategies never lost to the rest, so the gap is unknown."
WIN_MATRIX = Chart(
    "Who beats whom",
    x="Column (opponent)",
    y="Row (strategy)",
    alt="Heat map of win shares of {number} strategies against each other, {names}; the highest is {share:.0f} %, "
    "{strategy} against {opponent}. {sure} of {pairs} pairs differ significantly.",
    hover="%{y} beats %{x}<br>%{z:.1f} % (%{customdata[0]:.1%} to %{customdata[1]:.1%})<br>"
    "lead %{customdata[2]:.1f} points (%{customdata[3]:.1f} to %{customdata[4]:.1f})<br>"
    "%{customdata[5]:,} games, adjusted p = %{customdata[6]:.2g}<extra></extra>",
    note="Gray: not significantly different from 50 % (Holm's correction over all pairs, 5 %).",
)
WON_BAR, NOT_SIGNIFICANT = "Games won<br>by the row<br>(%)", "not significant"
MARGINS = Chart(
    "Lead of one strategy over another, game by game",
    x="Lead of the first over the second (points)",
    y="Strategies (pair)",
    alt="Strips of dots, one per game, for {number} pairs; mean leads in points: {leads}.",
    hover="%{customdata[0]} over %{customdata[1]}: %{x:+.1f} points<br>seed %{customdata[2]}, game %{customdata[3]}<br>"
    "share of wins: %{customdata[4]:.0%}<extra></extra>",
    note="A dot is the mean over all seats of a game.",
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
)
MIDDLE_HALF = "middle half: {first} to {third} points, median {middle}<extra></extra>"
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
)
COMPARISON_TEXT = "{value:+.3g} {unit}{mark}"
COMPARISON_HOVER = "{value:+.3g} ({low:+.3g} to {high:+.3g}) {unit}; adjusted p = {p:.2g}"
COMPARED = (
    "{variant}: {fact} {value:+.3g} {unit} ({low:+.3g} to {high:+.3g}), the largest of {clear} clear differences."
)
NOTHING_DIFFERS = "No fact of {variant} differs clearly from {first}."
SWEEP_LINES = Chart(
    "What {weight} is worth",
    x="{weight} (weight)",
    alt="Dot plot with whiskers for {number} values of {weight}. {best}",
)
SWEEP_MAP = Chart(
    "What {across} and {up} are worth",
    x=SWEEP_LINES.x,
    alt="Heat map of differences from the default in points, for {number} settings of {across} and {up}. {best}",
)
SWEEP_LIST = Chart(
    "What the weights are worth",
    y="Variant (weights)",
    alt="Dot plot with whiskers for {number} settings of {weights}. {best}",
    note="Rows: {weights}; by default {defaults}.",
)
DEFAULT, DEFAULT_VALUE = "default", "default, {:.4g}"
THE_DEFAULT, THE_DEFAULT_VALUE = "the default<extra></extra>", "the default: %{x:.4g}<extra></extra>"
DIFFERENCE_BAR, INCLUDES_ZERO = "Difference<br>(points)", "interval includes 0"
BEST_VARIANT = "The best is {variant}, {difference} points above the default."
CHALLENGE = Chart(
    "One player of each strategy against opponents playing {against}",
    x="Players on {map} (number)",
    alt="Dot plots with whiskers by number of players: points above {against}, and wins above the fair share: {rows}.",
    hover="<b>{name}</b>, %{{customdata[0]}} players<br>%{{y:+.1f}} {unit} (%{{customdata[1]:+.1f}} to "
    "%{{customdata[2]:+.1f}})<br>%{{customdata[3]:,}} games<extra></extra>",
)
ABOVE_OPPONENTS = ("Difference from the<br>opponents' strategy (points)", "points")
ABOVE_FAIR = ("Wins above fair share<br>(percentage points)", "percentage points")
CHALLENGE_ROW = "{strategy} with {players} players on {map}: {difference} points, {lead} percentage points"
SEAT_ADVANTAGE = Chart(
    "What each seat is worth", alt="Dot plot with whiskers: wins of each seat above the fair share. Seat 1: {rows}."
)
SEAT, SEAT_ROW = "seat {}", "{players} players on {map}: {lead} percentage points"

# Moves

MOVES = Chart(
    "What each action is expected to bring",
    alt="Dots with intervals for {number} actions. Best: {best}, {value} % of a win; next: {next}, behind by {behind} "
    "percentage points.",
    hover="%{{y}}: %{{x:.1f}} {unit} (%{{customdata[0]:.1f}} to %{{customdata[1]:.1f}}), %{{customdata[2]:,}} worlds"
    "<extra></extra>",
    note="All actions are rolled out in the same worlds, so differences are known better than values: the numbers on "
    "the right. The lead is that over the best opponent.",
)
MOVES_BY = {
    "win_share": ("Chance to win (%)", "% of a win"),
    "margin": ("Lead (points)", "points ahead of the best opponent"),
    "points": ("Score (points)", "points"),
}
"""Axis and unit of each measure."""
MOVES_BEHIND = {"win_share": "behind (% of a win)", "margin": "behind (lead)", "points": "behind (points)"}
MOVES_LEFT_OUT, ONLY_MOVE = "Not shown: {} actions with lower values.", "no other action"
CHANCES = Chart(
    "How the chances of a win went",
    x="Turn",
    y="Chance to win (%)",
    alt="Lines of the chance of a win of each player over {turns} turns. Blunders: {blunders}.",
    hover="turn %{customdata[0]}: %{y:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<br>%{customdata[3]}"
    "<extra></extra>",
    note="Before each decision, as the player to move could know it. A blunder costs more than 0 beyond chance, "
    "counted over all decisions of the game; the numbers above the lines are the costs of blunders in wins. "
    "Two players may both be confident, as each knows only their own cards.",
)
LUCK = Chart(
    "How much of the results is luck",
    x="Share of the variance of results (%)",
    alt="Bars with intervals: what {of} of {player} vary by. {parts}.",
    hover="%{customdata[0]}: %{x:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f})<extra></extra>",
    note="What {of} of {player} vary by: covariance of each part with the result. Luck in all is the sum of its kinds, "
    "the pale bars. If expert sits in every seat, what is unexplained is luck, too, which the values do not see.",
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


# Boards

TRACK_MEASURES = {
    "claim_share": ("Claimed", "% of games", "How often each track is claimed"),
    "player_share": ("Players who claim it", "% of players", "The share of players who claim each track"),
    "winner_lift": (
        "Winners minus other players", "percentage points", "Which tracks winners claim more often than other players",
    ),
    "claim_round": ("Mean claim round", "own turns", "When each track is claimed"),
    "cards_paid": ("Mean price", "cards", "What each track costs"),
    "locomotives_paid": ("Mean locomotives paid", "cards", "How many locomotives each track costs"),
}  # fmt: skip
"""Title, unit and heading of each measure of tracks."""

TRACK_INTERVAL = "interval {low:.3g} to {high:.3g} {unit}; n = {n:,}"
NO_VALUES = "Map of the board; no track has a value for: {measure}."
TRACK_VALUES_ALT = (
    "Map of the board with {number} tracks, coloured by: {measure} ({unit}). Highest: {top} with {most:.1f}; lowest: "
    "{bottom} with {least:.1f}."
)
VALUE_BOARD = Chart("{column} of each track", alt="Map of the board with {number} tracks, coloured by: {column}.")
VALUE_ROW = "{name}: {value}"
NO_VALUE, VALUE, PLAYER, TRACKS = "no value", "value", "player {}", "tracks"
KINDS = {"tunnel": "tunnel", "sea": "sea", "port": "port", "junction": "junction", "country": "place of a country"}
FERRY, TWO_CARDS, ANY_COLOR = "ferry: one locomotive per mark", "two cards per space", "gray: any one colour"
FERRY_SETS = "ferry: one locomotive, or any {} cards, per mark"
CARD_SET, CARD_SET_MEANS = "{}:1", "any {} cards for one card"


def track(length: int, color: str, kind: str, points: int, locomotives: int, pairs: bool) -> str:
    """Describe a track: its spaces, colour, kind and points."""
    kind += f" with {locomotives} locomotive(s)" if locomotives else ""
    kind += ", two cards per space" if pairs else ""
    return f"{length} spaces, {color} {kind}, {points} points"


def payments(kind: TrackKind, locomotives: int, cards_for_one: int) -> list[str]:
    """Describe what is unusual about paying for a track: without locomotives, or with sets of any cards."""
    rows = []
    if not kind.wilds:
        rows.append("locomotives only where it asks for them" if locomotives else "no locomotives")
    if kind.cards_for_wild and (locomotives or not kind.cards_for_wild_symbols_only):
        where = " that it asks for" if kind.cards_for_wild_symbols_only else ""
        rows.append(f"any {kind.cards_for_wild} cards count as a locomotive{where}")
    if cards_for_one:
        rows.append(f"any {cards_for_one} cards count as one card of its colour")
    return rows


def ferry(cards: int) -> str:
    """Say what the marks of a ferry ask for, where so many cards stand for a locomotive (0: none do)."""
    return FERRY_SETS.format(cards) if cards else FERRY


def place_of(country: str) -> str:
    """Say what country a place belongs to."""
    return f"a place of {country}: tickets to {country} end here"


# Beliefs

OF_BELIEFS = (
    "{place}; {seated}; assumed to play: {lineup}; {seeds}; n = {counted}; {worlds:,} chains of imagined hands for "
    "each opponent and turn."
)
BELIEFS = Chart(
    "What the player in seat {seat} may hold",
    "Turn before which it is believed",
    "Chance that the ticket is held (%)",
    "Lines: chances of {number} tickets over the turns. Likeliest before turn {turn}: {ticket} with {chance:.0f} %.",
    "<b>%{customdata[0]}</b><br>before turn %{x}: %{customdata[1]:.0f} % (%{customdata[2]:.0f} to "
    "%{customdata[3]:.0f})<extra></extra>",
    "From the moves that everybody saw, weighed by how likely the assumed player makes them with each hand.",
)
RELIABILITY = Chart(
    "Believed and held",
    "Believed chance that the ticket is held (%)",
    "Held (%)",
    "Points: tickets believed with about the same chance, and how often they were held. Of those believed with "
    "{believed:.0f} %, {held:.0f} % were held.",
    "believed %{x:.0f} %<br>held %{customdata[0]:.0f} % (%{customdata[1]:.0f} to %{customdata[2]:.0f})"
    "<br>n = %{customdata[3]:,} tickets in %{customdata[4]:,} games<extra></extra>",
    "On the dotted line, tickets are held as often as believed. Lowest row: how many tickets each point stands for.",
)
BELIEFS_HELD = "Solid lines: tickets that the player does hold."
HELD_TICKET, OTHER_TICKETS = "{} (held)", "other tickets"

BOARD_ALT = "{title}: a board with {cities} cities and {tracks} tracks."
"""The alternative text of a board that shows nothing else."""
