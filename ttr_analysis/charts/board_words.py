"""The words of boards: what tracks are, and what is shown on them."""

from ttr_analysis.charts.words import Chart, say, words_of
from ttr_analysis.charts.words import color as color_name
from ttr_analysis.rules.spec import TrackKind

words_of(__name__)

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

TRACK_FINDINGS = {
    "claim_share": "{top} is claimed in {most} % of games, {bottom} in {least} %",
    "player_share": "{most} % of players claim {top}, {least} % {bottom}",
    "winner_lift": "Winners claim {number} of {all} {all:track|tracks} more or less often than others; the "
    "difference is largest for {name}",
    "claim_round": "{bottom} is claimed in round {least} on average, {top} in round {most}",
    "locomotives_paid": "{top} takes {most} locomotives on average, {bottom} {least}",
}
TWINS = "Tracks that nobody can tell apart share their mean and count as one."
NO_LIFT = "No track can be told to go with winning or losing"
"""What a board finds, and what it says if nothing stands out, by its measure; longer tracks cost more, of course."""

TRACK_INTERVAL = "interval {low:.3g} to {high:.3g} {unit}; n = {n:,}"
NO_VALUES = "Map of the board; no track has a value for: {measure}."
TRACK_VALUES_ALT = (
    "Map of the board with {number} {number:track|tracks}, coloured by: {measure} ({unit}). Highest: {top} with "
    "{most:.1f}; lowest: "
    "{bottom} with {least:.1f}."
)
VALUE_BOARD = Chart(
    "{column} of each track",
    alt=(
        "Map of the board with {number} {number:track|tracks}, coloured by: {column}, from {least} ({bottom}) to "
        "{most} ({top})."
    ),
)
VALUE_ROW = "{name}: {value}"
NO_VALUE, VALUE, PLAYER = "no value", "value", "player {}"
KINDS = {"tunnel": "tunnel", "sea": "sea", "port": "port", "junction": "junction", "country": "place of a country",
         "track": "track", "ferry": "ferry"}  # fmt: skip
FERRY, TWO_CARDS, ANY_COLOR = "ferry: one locomotive per mark", "two cards per space", "gray: any one colour"
FERRY_SETS = "ferry: one locomotive, or any {} cards, per mark"
TRACK = "{length} {length:space|spaces}, {color} {kind}, {points} {points:point|points}"
WITH_LOCOMOTIVES = " with {0} {0:locomotive|locomotives}"
PAIRS = ", two cards per space"
LOCOMOTIVES_ASKED, NO_LOCOMOTIVES = "locomotives only where it asks for them", "no locomotives"
FOR_LOCOMOTIVE, FOR_ASKED = "any {} cards count as a locomotive", "any {} cards count as a locomotive that it asks for"
FOR_CARD = "any {} cards count as one card of its colour"
PLACE_OF = "a place of {country}: tickets to {country} end here"
CARD_SET, CARD_SET_MEANS = "{}:1", "any {} cards for one card"


def track(length: int, color: str, kind: str, points: int, locomotives: int, pairs: bool) -> str:
    """Describe a track: its spaces, colour, kind and points."""
    kind = say(KINDS.get(kind, kind)) + (say(WITH_LOCOMOTIVES).format(locomotives) if locomotives else "")
    kind += say(PAIRS) if pairs else ""
    return say(TRACK).format(length=length, color=color_name(color), kind=kind, points=points)


def payments(kind: TrackKind, locomotives: int, cards_for_one: int) -> list[str]:
    """Describe what is unusual about paying for a track: without locomotives, or with sets of any cards."""
    rows = []
    if not kind.wilds:
        rows.append(say(LOCOMOTIVES_ASKED if locomotives else NO_LOCOMOTIVES))
    if kind.cards_for_wild and (locomotives or not kind.cards_for_wild_symbols_only):
        form = FOR_ASKED if kind.cards_for_wild_symbols_only else FOR_LOCOMOTIVE
        rows.append(say(form).format(kind.cards_for_wild))
    if cards_for_one:
        rows.append(say(FOR_CARD).format(cards_for_one))
    return rows


def ferry(cards: int) -> str:
    """Say what the marks of a ferry ask for, where so many cards stand for a locomotive (0: none do)."""
    return say(FERRY_SETS).format(cards) if cards else say(FERRY)


def place_of(country: str) -> str:
    """Say what country a place belongs to."""
    return say(PLACE_OF).format(country=country)


BOARD_ALT = "{title}: a board with {cities} cities and {tracks} {tracks:track|tracks}."
"""The alternative text of a board that shows nothing else."""
