"""Everything that explorers say besides their charts: labels, hints, states, and why there is no figure.

It is read in the language in use (:mod:`ttr_analysis.maps.languages`), which is that of the labels of an explorer from
the moment when it is made.
"""

from collections.abc import Mapping
from types import MappingProxyType

from ttr_analysis.charts.words import color as color_name
from ttr_analysis.maps.languages import say, words_of

__all__ = ["say"]  # explorers take it from here

words_of(__name__)

# Labels and hints of controls

MAP, TICKET_SET, CHART, MEASURE, SEED = "Map", "Ticket set", "Chart", "Measure", "Seed"
STRATEGIES, PLAYERS, GAMES, RUN, STOP, DEAL = "Strategies", "Players", "Games", "Run", "Stop", "Deal"
CARDS_FROM, COLOR, PAID_IN, TICKETS, AT_LEAST = "Cards from", "Colour", "Paid in", "Tickets", "At least %"
LANGUAGE = "Language"
CHANGE, THING, ALL = "Change", "Thing", "all of them"
IN_POINTS, IN_WINS = "points", "wins"
WORTH_CHARTS = ("board or ranking", "ranking", "points against wins")
WORTH_OF: Mapping[str, str] = MappingProxyType(
    {name: name for name in ("routes", "tracks", "cities", "tickets", "cards", "turns", "habits", "seats")}
)
WORTH_IF: Mapping[str, str] = MappingProxyType(
    {
        **{name: name for name in ("closed", "blocked", "gone", "owned", "offered", "kept", "returned", "skipped")},
        "kept_or_returned": "kept or returned", "more": "one more", "restricted": "given up", "taken": "taken",
    }
)  # fmt: skip
"""What can be valued, and what is done to it."""
LINEUP_HINT = "One for all seats, or several that share the seats in turn"
TWO_OR_MORE = "Two or more (hold Ctrl); Monte Carlo takes a second per game"
PLAYERS_HINT, GAMES_HINT = "Players at a table", "Games of each seating"
ADVICE_PLAYERS_HINT, ADVICE_GAMES_HINT = "Players of the games behind the advice", "Games for each choice"
SEVERAL_HINT, DEAL_HINT, HIDE_TRACKS = (
    "Hold Ctrl to choose several", "Deal random first tickets", "Hide tracks claimed less often",
)  # fmt: skip

WANTED = ("Wanted", "Spaces to cover; locomotives replace any card")
IN_HAND = ("In hand", "Cards of the colour in hand")
OF_COLOR = ("Of colour", "Cards of the colour in hand")
LOCOMOTIVES = ("Locomotives", "Locomotives in hand")
COLOR_GONE = ("Colour gone", "Cards of the colour known to be out of the deck")
LOCOMOTIVES_GONE = ("Loco. gone", "Locomotives known to be out of the deck")
LENGTH = ("Length", "Spaces of the tunnel")
DECK = ("Deck", "Cards that can be turned up")
"""Labels of sliders, and what they mean."""

OWN_MAP = "{name} (yours)"
"""The menu entry for a map that is called like another one."""

TICKET_CHARTS: Mapping[str, str] = MappingProxyType(
    {"network": "network", "value": "points per train", "partners": "partners", "advice": "advice"}
)
TOURNAMENT_CHARTS: Mapping[str, str] = MappingProxyType(
    {
        "ladder": "ladder", "win_matrix": "win matrix", "margins": "margins", "scores": "scores",
        "score_parts": "score parts", "seats": "seats",
    }
)  # fmt: skip
"""The menu entries of charts."""
RESULT_CHARTS = ("tickets", "ticket value", "score parts", "scores", "seats", "game length")
ANY = "any one colour"
"""The menu entry for a gray track."""

BLIND, WITH_MARKET = "blind", "with the market"

# States

PRESS_RUN, PRESS_RUN_FOR_ADVICE = "Press Run.", "Press Run for advice on what to keep."
PLAYING = "playing (the first time, the engine is compiled: about a minute) ..."
PROGRESS = "{done:,} of {whole:,} games"
ESTIMATING, ESTIMATING_SEATINGS = (
    "{games:,} {games:game|games}; estimating ...",
    "{games:,} games of each seating; estimating ...",
)
PLAYED, PLAYED_SEATINGS = "{games:,} {games:game|games}", "{games:,} {games:game|games} in each of {seatings} seatings"
PLAYED_PAIRS = "{games:,} pairs of games for each"
ADVISED, STOPPED = "{games:,} {games:game|games} for each of {choices} choices", ", stopped"
NOTHING_PLAYED, FAILED = "Nothing was played.", "Failed."

# The board to click

BOARD: Mapping[str, str] = MappingProxyType(
    {
        "gives": "A click gives to",
        "closed": "closed",
        "nobody": "nobody",
        "help": (
            "Tab reaches the board, arrow keys move on it; Enter gives the track or city, 1 to 5 give it to a seat, "
            "C closes a track, Delete clears it."
        ),
        "players": "Players",
        "to_move": "To move",
        "turn": "turn {turn}",
        "turns_left": "Turns left",
        "clear": "Clear all",
        "market": "Market (all cards, or none: then it is dealt)",
        "from_deck": "not given",
        "cards": "Cards",
        "number_of": "{card} cards of {name}",
        "slot": "Market slot {slot}",
        "tickets": "Tickets",
        "add_ticket": "add a ticket ...",
        "add_for": "Add a ticket for {name}",
        "take_back": "Take back {ticket} from {name}",
        "held": "cards: {cards}, tickets: {tickets}",
        "station": "station",
        "harbour": "harbour",
        "builds": "On cities: ",
    }
)
"""What the board says; its script fills the braces."""
SEAT = "Player {number}"
OWNED_AND_CLOSED = "closed: {track} has an owner; clear it, or give it to nobody before it is closed"
NOT_SO_MANY = "players: {players} cannot play this game; its rules are for {fewest} to {most}"
BOARD_CAPTION = "Map {title}, ticket set {ticket_set}."

# Replays

GAME, GAME_HINT = "Game", "Number of the game of this seed"
LOG_FILE, LOG_HINT = "Saved log", "File written by ttr replay --json; leave empty to play a game"
PLAYED_GAME = "{decisions:,} {decisions:decision|decisions} in {turns} {turns:turn|turns}"

# Files of the figure, and whether it fits the controls

SAVE, SAVE_NAME, SAVING = "Save", "figures/my_figure", "saving ..."
SAVE_HINT = "Write the figure as SVG, PNG, PDF, HTML, CSV and text under this name"
SAVED, NOTHING_TO_SAVE = "Saved: {files}.", "there is no figure to save yet"
OF_BEFORE = "This picture is the last one that could be drawn; it does not fit the controls."
RUN_AGAIN = "This picture does not fit the controls any more: press Run."

# Why there is no figure

NO_CHART = "there is no chart of {chart}: no two neighbours on the ladder have played against each other"
CHOOSE_A_TICKET = "choose at least one ticket (hold Ctrl to choose several)"
NO_ADVICE = "press Run for advice on the chosen tickets"
NO_TICKETS = "Map {map!r} has no tickets."
NO_TUNNELS = "Map {map!r} has no tunnels."

# Notes under figures

DRAW_NOTE = (
    "Map {map}, {cards} cards; in hand {held} of the colour and {locomotives} locomotives; {draws} cards per turn, no "
    "opponents."
)
TUNNEL_NOTE = (
    "Map {map}; length {length}, paid with {paid}; {spare} spare. {deck} of {unseen} unseen cards can be turned up. "
    "Mean surcharge {surcharge:.2f}, mean cards spent {lost:.2f} (a failed attempt costs the turn, but no cards)."
)


PAID_AND = " and "
WAITED_FOR_NOTHING = "{need} of {color}: less than half the time with this deck"
WAITED = "{need} of {color}: half the time within {turns:g} {turns:turn|turns}"


def payment(cards: Mapping[str, int]) -> str:
    """Return the cards paid in words."""
    return say(PAID_AND).join(f"{number} {color_name(name)}" for name, number in cards.items())


def waiting_title(need: int, color: str, turns: float) -> str:
    """Return the title of a chart of waiting times, with the number of turns that are enough half the time."""
    if turns == float("inf"):
        return say(WAITED_FOR_NOTHING).format(need=need, color=color_name(color))
    return say(WAITED).format(need=need, color=color_name(color), turns=turns)
