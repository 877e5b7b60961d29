"""Everything that a report says besides its charts: headlines, texts of the chapters, tables, methods, progress.

It is read in the language in use (:mod:`ttr_analysis.maps.languages`). Braces are filled with
``str.format``; estimates come with their intervals, as :func:`ttr_analysis.stats.columns.as_text` prints them.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ttr_analysis.charts.words import player, points, seated, track
from ttr_analysis.maps.languages import language, say, words_of, written

__all__ = [
    "language",
    "player",
    "points",
    "say",
    "seated",
    "track",
    "words_of",
    "written",
]  # the report takes these from here

words_of(__name__)

# The page

TITLE = "{title}: what its routes and tickets are worth"
KIND, HEADLINES, METHODS, REPRODUCE = "Simulation report", "What stands out", "Methods", "Reproduce this report"
CONTENTS, MORE_FINDINGS, LINK_HERE = "Contents", "More findings", "Link to this section"
SWIPE = "Swipe sideways to see all of it."
POINT = "Point at a track or a city, or tap it: its name, its value and the interval appear."
FACTS = ("{finished:,} {finished:game|games}", "{players} players", "{lineup}", "ticket set {ticket_set}", "{seeds}")
IN_BRACKETS = "In brackets: 95 % intervals."
TRACK_TABLE, TICKET_TABLE = "The {number} most wanted tracks", "All tickets, by mean points from keeping them"
TRACK_COLUMNS = (
    "Track", "Spaces", "Points", "Claimed (% of games)", "Winners minus others (percentage points)", "Mean round",
    "Cards paid",
)  # fmt: skip
TICKET_COLUMNS = (
    "Ticket", "Printed", "Kept (times)", "Made (%)", "Cut off (%)", "Unfinished (%)", "Made in round",
    "Mean points from keeping it",
)  # fmt: skip
BY_PYTHON = 'build_report(map, "report", result=result)  # in Python: no command finds this map or strategy'
PLAYED = "{finished:,} games of {title} (ticket set {ticket_set}) were simulated with {players} players: {lineup}."
ABOUT = (
    (
        "The numbers describe how these strategies play; people play differently. The same seed gives the same games: "
        "a game depends only on map, rules, strategies, seed and its number, not on the machine that plays it."
    ),
    (
        "Shares of independent games have Wilson's score interval; those of means, differences, and shares that depend "
        "on each other within a game come from resampling whole games (bootstrap). Each interval covers 95 % on its "
        "own: of a hundred intervals, about five miss the true value, and the best entry of a list is slightly "
        "overrated."
    ),
    (
        "A ticket is cut off when its cities can no longer be joined over the player's own and open tracks; any other "
        "ticket that is not made is unfinished. A round is one turn for every player. A shared win is divided equally."
    ),
)
ABOUT_WORTH = (
    "Worth is cause, not correlation: a route is closed to one player, the same games are played again with the same "
    "shuffled decks, and what the player loses is what it is worth to them. The route that is measured again was "
    "chosen in games of one seed and measured in those of another, so that its number is not biased upwards. The "
    "intervals of worth are Student's t by game; where too few games changed, there is a bound instead, which says how "
    "large the worth may be, not how large it is."
)
VERSIONS = (
    "ttr_analysis {package}, Python {python}, numpy {numpy}, numba {numba}; map digest {digest}, engine {engine}; "
    "played {created}."
)
DETAILS = (
    "Full details: {manifest}; the tables: {tables}; every game, ticket and claim: {games}. Unofficial; not affiliated "
    "with the game's publisher."
)
PLACES: Mapping[str, str] = {"manifest": "manifest.json", "tables": "tables/", "games": "games/"}

# Progress

PLAYING = "playing {games:,} {games:game|games} on {title} ..."
NO_LAYOUT = "map {name} has no layout: computing one, which takes a while ..."
MEASURING = "measuring what routes are worth ..."
NO_WORTH = "the report leaves out what routes are worth: {error}"
ESTIMATING, DRAWING, DONE = "estimating ...", "drawing charts ...", "done: {page}"

# Chapters

CHAPTERS: Mapping[str, str] = {
    "worth_board": "Blue routes are worth points to {player}: closing one to it costs that many points. "
    "Red ones cost points: it does better without them. Pale ones may be either. {scope}",
    "worth": "{shown} for {player}. A number above 0 is what the player loses without it.",
    "worth_and_lift": "What winners claim more often is correlation: they also hold other tickets. What it is worth is "
    "measured by closing it. A point far right and near or below the line is a route that misleads.",
    "board_claim_share": "Where the competition is: dark tracks are claimed in nearly every game, light ones often "
    "stay free.",
    "board_winner_lift": "Blue tracks are claimed more often by winners than by the other players of their games, red "
    "ones less often. This is correlation, not causation: winners also hold other tickets.",
    "board_claim_round": "Light tracks are claimed early: players who need them should not wait.",
    "tickets": "Every kept ticket ends in one of three ways. The whiskers show the interval of the share made.",
    "ticket_value": "Means over those who kept the ticket, failures included. This is correlation, not causation: they "
    "chose what they kept.",
    "score_parts": "Gains lie to the right of zero, failed tickets to the left; the upright line is the score.",
    "scores": "The spread of scores, by group of players.",
    "strategies": "Seats rotate, so that no strategy benefits from its place at the table.",
    "seats": "Seat 1 moves first. A shared win is divided equally.",
    "game_length": "A round is one turn for every player.",
    "claim_rounds": "When short and long tracks are claimed.",
    "pieces_left": "The player who ends the game has few left; the others no longer get to use theirs.",
    "tunnel_surcharges": "Dark: the surcharge was paid; pale: the tunnel was given up and the turn lost. If only "
    "locomotives are paid, fewer cards match.",
    "tunnels": "What a tunnel costs beyond its length differs between tunnels only by chance and by the cards already "
    "out of the deck; how often it is given up also shows how much it was needed.",
    "stations": "Where players build stations, and what each is worth there.",
    "harbours": "Where players build harbours, and what each is worth there.",
    "stations_built": "The stations that a player has built by the end; the chart's table lists the scores that go "
    "with them.",
    "harbours_built": "The harbours that a player has built by the end; the chart's table lists the scores that go "
    "with them.",
    "pieces_chosen": "The rest of the {kept} pieces are {second}s.",
    "tours": "A tour whose cities are joined, but not in order, pays less. The whiskers show the interval of the share "
    "in order.",
    "tickets_made": "The game ends when a player makes ticket number {goal} or places the last train.",
}
"""What each chart shows, by the stem of its files."""

# Headlines

LEAD = (
    "In {games:,} simulated games of {title} for {players} players, a player scores {score} points on average, and a "
    "winner {winning_score}."
)
BEST_STRATEGY = (
    "The strongest strategy is {strategy}: a player who uses it wins {win_share} of the games; the fair share is "
    "{fair:.1f} %."
)
BEST_UNSURE = (
    "{strategy} wins most often ({win_share} of the games for each player), but cannot be told from {second} "
    "({next_share}); the fair share is {fair:.1f} %."
)
MOST_WANTED = "The most wanted track is {name}: claimed in {claim_share} of the games, in round {round} on average."
LEAST_WANTED = "The least wanted is {name}: claimed in {claim_share} of the games."
WORTH_MOST = (
    "Of {of}, {name} {highest}. Measured again in {games:,} fresh games (seed {seed}), closing it to one player "
    "costs {costs}.{verdict}"
)
OF_ALL, OF_BUSIEST = "all {number} {of}", "the {number} {number:route|routes} with most claims and tickets"
WORTH_UNSURE = (
    "Closing a route to one player: of {of}, {name} {highest}. In {games:,} fresh games (seed {seed}) that cost "
    "{costs}: clearly above 0 for nobody."
)
WORTH_TO = "{player} {points} points and {wins} percentage points of wins"
POINTS_TO = "{player} {points} points"
HIGHEST = "came out highest"
HIGHEST_FOR_ALL = (
    "has the largest worth in points that all players share: what it is worth to the one to whom it is worth least"
)
WORTH_ALL = "For each of them, the interval of the points excludes 0."
WORTH_SOME = "The interval of the points excludes 0 for {players} only."
WORTH_DISAGREES = "{players} disagree beyond chance about what these are worth in points: {names}."
AND = " and "
SCOPE_ALL = "All {number} {of} are measured."
SCOPE_BUSIEST = (
    "Measured: the {number} {number:route|routes} that rank highest by claims and by how many tickets' shortest "
    "paths use them. The "
    "command ttr worth measures all, more precisely."
)
PRECISION = "Half the width of an interval is {least} to {most} points."
PRECISION_OF_ALL = "Half the width of an interval is {least} points."
BOUNDS_ONLY = "In {bounds} of {rows} measurements, fewer than {few} games changed: those have a bound, not an interval."
ALL_BOUNDS = "In all {rows} measurements, fewer than {few} games changed: they have bounds, not intervals."
BOARD_TITLE = "Where the board is worth points to {player}"
WINNERS_CLAIM = (
    "Correlation, not worth: winners claim {name} more often than the others, by {lift} percentage points, the most "
    "certain such difference of all tracks{worth}."
)
SHOWN_ALL, SHOWN_ENDS = "All {number} {of} measured", "The best and the worst"
BESIDE_LIFT = "; to {player}, {name} is worth {points} points"
TICKETS = "Players keep {kept} tickets and make {made} of them."
EASY_AND_HARD = (
    "The ticket made most often is {easy}: {easy_share} of the players who keep it make it. The one made least often "
    "is {hard}: {hard_share}."
)
WORTH_KEEPING = (
    "The ticket with most points from keeping it is {name}: printed value {printed}, mean {worth} once failures are "
    "counted. This is correlation: players chose what they kept."
)
FIRST_SEAT = "The player who moves first wins {win_share} of the games, {verdict} the fair share of {fair:.1f} %."
MORE, LESS, UNSURE = "more than", "less than", "which over all seats cannot be told from"
ROUNDS = "A game lasts {rounds} {rounds:round|rounds}."
TUNNELS = (
    "A player attempts {attempts} tunnels per game; {asked:.0f} % of the {number:,} attempts met a surcharge, and "
    "{failures} per player and game were given up."
)
STATIONS = "A player builds {built} stations, which save {points} ticket points."
HARBOURS = "A player builds {built} harbours; harbours, built and unbuilt, bring {points} points."
CHOSEN = "Players choose {chosen} {first}s; the rest of their {kept} pieces are {second}s."
EXCHANGED = "A player exchanges {pieces} pieces per game."
BONUS_TICKETS = "A player wins {tickets} bonus tickets per game."
GRAND_TOURS = "A player completes {tours} Grand Tours per game: tickets whose cities two separate trails join."
TICKET_EXCHANGES = "A player exchanges all tickets {times} times per game."
PERCENT = "{value:.1f} % ({low:.1f} to {high:.1f})"

# Replays

REPLAY_TITLE = "{title}: {players}"
VERSUS, AMONG = " against ", ", "
TRAINS, PIECES = ("train", "trains"), ("piece", "pieces")
"""One, and any other number."""
DECKS: Mapping[str, str] = MappingProxyType({"train": "train deck", "ship": "ship deck"})
PIECE_NAMES: Mapping[str, str] = MappingProxyType({"train": "trains", "ship": "ships"})
"""What the viewer calls decks and pieces."""
OF_GAME = "{place}; {players}: {lineup}{seed}; n = 1 game, checked by the referee."
SEED_AND_GAME = "; seed {seed}, game {game}"
VALUES_OF = "Costs: {caption}"
INTERVALS_GIVEN = "Values are estimates from roll-outs, with their intervals where the table gives them."
LUCK_IS = (
    "Luck of a chance: the value of what came, less the mean value of all that might have come; its mean is 0, and "
    "there are intervals only where the table gives them."
)
LUCK_POINTS, LUCK_WINS, LUCK_ENDS = "{value} points", "{value} % of a win", " ({} to {})"
CHANCE = "Chance to win of the player who decides, before the decision (%)"
EXPECTED = "Value for the player who decides, before the decision (points)"
VALUE, VALUE_WITH_INTERVAL = "{value} {unit}", "{value} {unit} ({low} to {high})"
REPLAY_FOOTER = "To see this game in words:"
UNOFFICIAL = "Unofficial; not affiliated with the game's publisher."

REPLAY: Mapping[str, str] = MappingProxyType(
    {
        "first": "To the start (Home)",
        "back": "One step back (left arrow)",
        "on": "One step on (right arrow)",
        "last": "To the end (End)",
        "step": "Step",
        "steps": "step",
        "of": "step {step} of {last}: {when}",
        "view": "Show",
        "open": "all hands",
        "as_seen_by": "what {name} sees",
        "blunder_before": "Blunder before this",
        "blunder_after": "Next blunder",
        "set_up": "Set-up",
        "dealt": "Cards and tickets are dealt.",
        "begun": "The log begins here, with a position.",
        "turn": "Turn {turn}",
        "in_turn": "turn {turn}",
        "in_set_up": "set-up",
        "why": "Why",
        "more": "and {number} more",
        "cost": "Value before {before}; this move {made}, the best {best}; cost {cost}.",
        "blunder": "A blunder. Value before {before}; this move {made}, the best {best}; cost {cost}.",
        "better": "Better: {better}.",
        "luck": "Luck ({kind})",
        "luck_so_far": "Luck so far",
        "turning": "A turning point: {before}",
        "blunder_mark": "● blunder",
        "turning_mark": "◇ turning point",
        "market": "Market",
        "turned_up": "Turned up for the tunnel",
        "gap": "empty",
        "deck": "{name} {left}",
        "rest": "discards {discards}; tickets in the deck {tickets}",
        "score": "{points} {unit} at the end",
        "points": "{points} {unit} on the board",
        "one_point": "point",
        "many_points": "points",
        "to_move": "to move",
        "cards": "cards: {number}",
        "no_cards": "no cards",
        "tickets": "secret tickets: {number}",
        "offered": "Offered",
        "offers": "tickets offered: {number}",
        "made": "made",
        "cut_off": "cut off",
        "missing": "{trains} {unit} missing",
        "closed": "closed",
        "station": "station",
        "harbour": "harbour",
    }
)
"""What the viewer says; its script fills the braces."""
