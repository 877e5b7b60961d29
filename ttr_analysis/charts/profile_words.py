"""What charts of profiles say."""

from ttr_analysis.charts.words import Chart, say, words_of
from ttr_analysis.experiments.profile import measures

words_of(__name__)

MEASURES = {name: name.replace("_", " ").replace("color", "colour") for name in measures.MEASURES}
"""What readers see of the measures of a map."""
UNITS = {measure.unit: measure.unit for measure in measures.MEASURES.values()}
"""The units of measures."""
PERCENT = "{} %"


def measure(name: str) -> str:
    """Return a measure as readers see it."""
    return say(MEASURES.get(name, name))


MAP_PROFILE = Chart(
    "{map} beside other maps",
    alt="Dot plot of {number} measures of {map}, each beside the smallest and largest value of {maps} other maps. "
    "{outside}",
    hover="<b>%{customdata[0]}</b><br>%{customdata[1]}<extra></extra>",
    note="Gray: from the smallest to the largest of up to {maps} other maps{games}; in numbers, the value (with its "
    "interval) and these two. Triangles lie farther out than the chart reaches. Measures of the map alone are "
    "exact and have no whiskers. The ends of the band are estimates, too: outside "
    "means that the intervals do not meet.",
    finding="{map}: {number} of {all} measures compared lie outside those of other maps",
    unclear="{map} cannot be told from other maps in any of the {all} measures compared",
)
NOT_COMPARED = "Left out: {number} measures that were not compared."
BAND_GAMES = " (all {strategy}; seed {seed}; n = {games:,} {games:game|games} each)"
BAND_ENDS = ("smallest<br>of the others", "largest<br>of the others")
BAND, INSIDE, OUTSIDE = "other maps", "inside the band, or too close to tell", "outside, beyond its interval"
BAND_TEXT = "{value}   [{low} to {high}]"
BAND_HOVER = "{value}<br>smallest: {low}, {lowest}<br>largest: {high}, {highest}"
ALL_INSIDE = "None lies outside beyond its interval."
LIES_OUTSIDE = "Outside beyond their intervals: {names}."
FAIR_POINTS = Chart(
    "What would be fair points",
    x="Points of the {what}",
    alt="Dot plot of {number} {what}: printed points, and those at which they would be neither too many nor too few. "
    "{extremes}",
    hover="<b>%{customdata[0]}</b><br>printed %{customdata[1]}, fair %{x:.1f} (%{customdata[2]:.1f} to "
    "%{customdata[3]:.1f})<br>n = %{customdata[4]:,}<extra></extra>",
    note="Correlation among players who chose what they kept and claimed, not causation. Filled dots: beyond chance "
    "over all rows (Holm).",
    finding="{name} is printed with {points}; {fair} would be fair",
    unclear="No printed points can be told from fair ones",
)
FAIR_KINDS = {"name": "tickets", "length": "lengths"}
FAIR_CUT = " Shown are the {shown} of {all} that lie farthest from their printed points."
FAIR_UNKNOWN = " Without an estimate, as they happened too rarely or fail too often: {names}."
FAIR_UNKNOWN_MANY = " {number} of {all} {all:row|rows} have no estimate, as they happened too rarely or fail too often."
LENGTH_ROW = "length {}"
PRINTED, FAIR, FAIR_SURE = "printed points", "fair, perhaps as printed", "fair, other than printed"
FAIR_OF = {"name": "ticket", "length": "track"}
PROFILE_METHODS = "as docs/profile.md says"
FAIR_NONE = "no fair points are known: all happened too rarely, or fail too often; play more games"
FAIR_MOST, FAIR_LEAST = "most points too many", "most too few"
