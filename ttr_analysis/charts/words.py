"""Everything that charts say: titles, axes, legends, hover texts, captions and alternative texts.

This module and those of single subjects (``board_words``, ``ticket_words`` and so on) hold the English texts, which are
read in the language in use (:mod:`ttr_analysis.maps.languages`). Braces in a text are filled with ``str.format``;
hover texts keep plotly's own ``%{...}``, with doubled braces where the text is filled first.
"""

from collections.abc import Iterable
from typing import NamedTuple

from ttr_analysis.maps.languages import say, words_of, written
from ttr_analysis.maps.spoken_names import color, player, rules, seated, spaced, track

__all__ = [
    "color",
    "player",
    "rules",
    "say",
    "seated",
    "spaced",
    "track",
    "words_of",
    "written",
]  # charts take these from here

words_of(__name__)


class Chart(NamedTuple):
    """The words of one chart: title, axes, alternative text, hover text, and a sentence that starts its caption.

    ``finding`` and ``unclear`` are titles that say what the numbers show, and that they do not show it; the title is
    then the subtitle (see :mod:`ttr_analysis.charts.findings`). ``holds`` is a sentence that ends its caption.
    """

    title: str
    x: str = ""
    y: str = ""
    alt: str = ""
    hover: str = ""
    note: str = ""
    finding: str = ""
    unclear: str = ""
    subtitle: str = ""
    holds: str = ""


# What several charts share

STRATEGY = "Strategy"
MEAN_POINTS = "Mean (points)"
GAMES_WON = "Games won (%)"
FINAL_SCORE = "Final score (points)"
EXTREMES = "{top} is {most} ({high}), {bottom} {least} ({low})."
SHOWN_BEST = "Shown are the {shown} best of {all} variants."
CHART, SOURCE, NOTE_ALT = "Chart", "Source: {}.", "Note at {name}: {text}."
NUMBER = "{:.1f}"
PERCENT, NAMED_SHARE, NAMED_PERCENT = "{:.1f} %", "{}: {:.1f} %", "{}: {:.0f} %"
NAME_AND_SHARE, NAME_AND_SCORE = "{} {:.1f} %", "{} {:.1f}"
LEFT_OUT = "… {} more …"
OVER_ROWS = "{}, over all rows"
HOLDS = "The title holds for all rows at once (Bonferroni); intervals are each taken alone."
INCLUDES_ZERO = "interval includes 0"
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


def points(number: int, least: int) -> str:
    """Return a number of points in words, or a range of them if the least is another number."""
    if least != number:
        return say(POINT_RANGE).format(least, number)
    return say(POINTS).format(number)


SHORT_PAYMENTS = {"colour cards": "colour", "locomotives only": "locomotives"}
"""What the legend calls the ways to pay for a tunnel, in one row."""

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
    """Return what a chart calls a part, a group, an outcome or a strategy."""
    return say(LABELS[name]) if name in LABELS else player(name)


# Scores, seats and games

SCORE_PARTS = Chart(
    "Where the points come from",
    x=MEAN_POINTS,
    y="Players",
    alt="Stacked bars of mean points by source for {names}; the mean score of {first} is {score:.1f} points.",
    hover="{part}: %{{x:.2f}} points (%{{customdata[0]:.2f}} to %{{customdata[1]:.2f}})<extra></extra>",
    finding="Points from {part}: {one} {more}, {other} {less}",
)
SCORES = Chart(
    "How final scores are distributed",
    x=FINAL_SCORE,
    y="Share of the group (%)",
    alt="Distribution of final scores; most frequent: {range}.",
    hover="%{customdata}: %{y:.2f} %",
    finding="{part} points or more: {one} {more} %, {other} {less} %",
)
POINTS, POINT_RANGE = "{0} {0:point|points}", "{} to {} points"
"""A number, and a range."""
SEATS = Chart(
    "Does it pay to move first?",
    x="Seat (order of play)",
    y=GAMES_WON,
    alt="Share of games won by seat: {seats}; the fair share is {fair:.1f} %.",
    hover="seat %{x}: %{y:.2f} % (%{customdata[0]:.2f} to %{customdata[1]:.2f})<br>%{customdata[2]:,} games"
    "<extra></extra>",
    finding="Seat {name} wins {value} % of games; {bound} % would be fair",
    unclear="No seat can be told from the fair share of {bound} %",
)
SEAT_SHARE = "seat {} {:.1f} %"
FAIR_SHARE = "fair share<br>{:.1f} %"
STRATEGIES = Chart(
    "Which strategy wins most often",
    x="Games won per player (%)",
    y=STRATEGY,
    alt="Share of games won by strategy: {strategies}; the fair share is {fair:.1f} %.",
    hover="%{y}: %{x:.2f} %<extra></extra>",
    finding="{first} wins most often: {most} % of games per player, {second} {next} %",
)


class Counts(NamedTuple):
    """The words of a chart of counts: title, what is counted, its unit, the whole of which shares are parts, and the
    title that tells the mean.
    """

    title: str
    counted: str
    unit: str
    of: str
    mean: str


GAME_LENGTHS = Counts("How long games last", "Length of the game", "rounds", "games", "Games last {} rounds on average")
PIECES_LEFT = Counts(
    "How many {piece}s are left", "Left at the end", "{piece}s", "players", "Players have {} {piece}s left on average"
)
PIECES_CHOSEN = Counts(
    "How many {piece}s players choose", "Chosen by a player", "{piece}s", "players",
    "Players choose {} {piece}s on average",
)  # fmt: skip
TICKETS_MADE = Counts(
    "How many tickets players complete", "Completed by a player", "tickets", "players",
    "Players complete {} tickets on average",
)  # fmt: skip
BUILT = Counts(
    "How many {kind}s players build", "Built by a player", "{kind}s", "players", "Players build {} {kind}s on average"
)
COUNTS_FINDING = "{counted}: {top} {most} {unit} on average, {bottom} {least}"
LARGEST_PART = "Most points come from {first}: {most} on average; {next} from {second}"
COUNT_AXES = ("{counted} ({unit})", "Share of {of} (%)")
COUNT_HOVER = "%{{x}} {unit}: %{{y:.2f}} %"
COUNT_ALT = "Bar chart: {counted}. The most frequent is {value} {unit}, {share:.1f} % of {of}."
CLAIM_TURNS = Chart(
    "When tracks are claimed, by length",
    x="Length of the track (spaces)",
    y="Round of the claim (own turns)",
    alt="Box plot of the round in which tracks are claimed, by length. Claimed first: length {first} (median round "
    "{early:g}); last: length {last} (median round {late:g}).",
    note="Boxes hold the middle half of all claims, whiskers the middle 90 %.",
    finding="Claimed first: length {bottom}, in round {least}; last: length {top}, in round {most} (medians)",
)

# Tunnels and buildings

TUNNEL_SURCHARGES = Chart(
    "Tunnel surcharges, and how often they are paid",
    x="Surcharge (cards)",
    y="Share of attempts (%)",
    alt="Bars of tunnel attempts by surcharge, divided into dug and given up. Without a surcharge: {free}.",
    hover="surcharge %{x}: %{customdata[0]:.1f} % (%{customdata[1]:.1f} to %{customdata[2]:.1f}), "
    "dug %{customdata[3]:.1f} % of them<br>%{customdata[4]:,} attempts<extra></extra>",
    finding="{share} % of attempts with {payment} meet no surcharge",
)
DUG, GIVEN_UP = "{payment}: dug", "{payment}: given up"
RANKED_ALT = "{number} bars: {axis}. On top is {top} with {value:.1f}, {note}."
TUNNELS = Chart(
    "Mean surcharge of each tunnel",
    x="Mean surcharge (cards)",
    y="Tunnel (most often begun on top)",
    hover="%{y}: %{x:.2f} cards (%{customdata[0]:.2f} to %{customdata[1]:.2f})<extra></extra>",
    note="The number in brackets is the length.",
    finding="Surcharges are highest on {top} and lowest on {bottom}",
)
SHARE_GIVEN_UP = "{:.0f} % given up"
BUILDINGS = {
    kind: Chart(
        f"Where {kind}s are built",
        x=f"{kind.capitalize()}s built there (per 100 games)",
        y="City (most buildings on top)",
        hover="%{y}: %{x:.1f} per 100 games (%{customdata[0]:.1f} to %{customdata[1]:.1f})<extra></extra>",
        note=f"Points: mean of {earns}.",
        finding=f"{{first}} has most {kind}s: {{most}} per 100 games; {{second}} {{next}}",
    )
    for kind, earns in (
        ("station", "ticket points that would be lost without it, cost not deducted"),
        ("harbour", "its points at the end"),
    )
}
POINTS_EARNED = "{} points"
MOST_FREQUENT = "The {shown} most frequent of {all} {all:city|cities}."
