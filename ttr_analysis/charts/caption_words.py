"""The words of captions: games, seeds, methods of intervals, and what was changed."""

from ttr_analysis.charts.words import words_of
from ttr_analysis.experiments.worth.table import FEW

words_of(__name__)

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


MAP = "Map {title}, ticket set {ticket_set}"
MAPS = "Maps {}"
STOPPED = " (stopped early; {asked:,} were requested)"
OF_PLAYED = " (of {played:,} played)"
CHOSEN = " (only {conditions}{seats})"
CHOSEN_SEATS = "; {seats:,} seats"
SEED, SEEDS = "seed {}", "seeds {}"
SEATS_ROTATED = ", seats rotated"
PLAYERS, GAMES = "{players} {players:player|players}", "{games:,} {games:game|games}"
"""For one, and for any other number."""
OF_GAMES = "{place}; {seated}: {lineup}; {seeds}; n = {counted}{stopped}."
SAME_PLAYERS, SAME_MAP = "The same map and players; ", "The same map; "
OF_LINEUPS = "{place}; {seated}: {lineups}; {seeds}; n = {games:,} {games:game|games} each{stopped}."
OWN_NUMBERS = "Own numbers, made of: {}. How many of these games they count is not known."
MADE_OF = "{place}; {seated}: {lineup}; {seeds}; {counted}{stopped}"
OF_TOURNAMENT = (
    "{place}; {players} players per table; strategies: {strategies}; seed {seed}; n = {games:,} "
    "{games:game|games}{stopped}, each "
    "played in {seatings} seatings " + SAME_DECKS + "."
)
OF_SWEEP = (
    "{place}; {players} players: a variant of {strategy} takes each seat in turn, all others play {others}; seed "
    "{seed}; n = {games:,} {games:game|games} for each variant{stopped}, " + SAME_DECKS + "."
)
OF_COMPARISON = (
    "{variants}. {seated}{common}; seed {seed}; n = {games:,} games of each variant, "
    "compared in pairs with common random numbers."
)
VARIANT, TICKET_SET, CHANGED = "{name}: {place}{lineup}", ", ticket set {}", " with {}"
VARIANTS = {"printed": "printed game", "changed": "changed game"}
"""The variants that have names of ours."""
COMPARED_PART = "points from {}"
ITS_DEFAULT, OR = "its default", " or "
OF_ADVICE = (
    "{place}; {players} players, all {strategy}; seed {seed}; n = {games:,} {games:game|games} for each "
    "choice{stopped}, "
    + SAME_DECKS + "."
)  # fmt: skip
OF_CHALLENGES = (
    "{places}. One player of each strategy takes each seat in turn, all others play {against}; seed {seeds}; n = "
    "{games} {games:game|games} for each point, " + SAME_DECKS + "."
)
OF_TOURNAMENTS = (
    "{places}. {players} players per table; strategies: {strategies}; seed {seeds}; n = {games} {games:game|games}, "
    "each played in "
    "every seating " + SAME_DECKS + "."
)
OF_WORTH = (
    "{place}; {seated}: {lineup}; {changed}{seats}; {seeds}; n = {counted} {counted:game|games} for each row{stopped}, "
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
    "{place}; {seated}, turn {turn}, player {number} to decide; n = {games:,} roll-outs in {worlds} "
    "{worlds:world|worlds}, played by "
    "{lineup}; seed {seed}."
)
VALUED = (
    "{counted} {counted:decision|decisions} valued by {games:,} roll-outs in {worlds} {worlds:world|worlds}, played "
    "by {lineup}; seed {seed}."
)
OF_REVIEW = "{place}; {seated}{names}: game {game} of seed {dealt}; "
"""What a review is of; how it was made follows."""
SPAN, FOR, AND, EACH = "{} to {}", "{method} for {names}", " and ", ", each on its own"
METHOD_UNKNOWN, SHARES, MEANS = "method unknown", "shares", "means"
OF_BELIEFS = (
    "{place}; {seated}; assumed to play: {lineup}; {seeds}; n = {counted}; {worlds:,} chains of imagined hands for "
    "each opponent and turn."
)
