"""The words of charts of exact odds and best networks."""

from ttr_analysis.charts.words import Chart, say, words_of

words_of(__name__)

SURCHARGE_ODDS = Chart(
    "With {cards}, the tunnel is built in {success:.1f} % of attempts",
    x="Extra cards demanded",
    y="Probability (%)",
    alt="Bar chart of the extra cards a tunnel demands: {odds}. With {cards}, {success:.1f} % of attempts succeed.",
    hover="%{{x}} extra cards: %{{y:.2f}} %, {name}<extra></extra>",
)
CAN_BE_PAID, FAILS = "can be paid", "fails"
TUNNEL_SUCCESS = Chart(
    "How often tunnel attempts succeed",
    x="Spare cards in hand",
    y="Successful attempts (%)",
    alt="Line chart of the chance to build a tunnel with 0, 1, ... spare cards. {ends}.",
    hover="%{y:.1f} % with %{x} spare cards",
    finding="With {cards}, {success:.0f} % of attempts succeed ({name})",
)
TUNNEL_COSTS = Chart(
    "What a tunnel costs",
    x="Length of the tunnel (spaces)",
    y="Cards demanded (mean)",
    alt="Stacked bars of the printed length and the mean surcharge, in cards. Surcharges: {surcharges}.",
    hover="{name}: %{{y:.2f}} cards<extra></extra>",
    finding="A tunnel of {length} costs {surcharge:.2f} cards more on average, if all can be paid",
)
PRINTED, MEAN_SURCHARGE, LENGTH = "printed", "mean surcharge", "length {}: {:.2f}"
WAITING = Chart(
    "",
    x="{noun}",
    y="Probability that all are in hand (%)",
    alt="Line chart of the chance that all cards are in hand, by {unit}. It reaches 50 %: {halves}.",
    hover="%{{y:.1f}} % after %{{x}} {unit}",
    finding="{name}: in hand after {half:g} {unit} in half of all cases",
)
HALF_AFTER = "{} after {:g}"
CARDS_ODDS = "{} cards: {:.1f} %"
UNITS = {"turns": "Own turns", "cards": "Cards drawn"}
BLIND = Chart(
    "A face-up locomotive or blind cards?",
    x="Useful colours",
    y="Useful cards from a blind turn (mean)",
    alt="Bars of the mean number of useful blind cards by useful colours, against one certain card; {turn}.",
    hover="%{x} useful colours: %{y:.2f} useful cards<br>none %{customdata[0]:.1f} %, all %{customdata[1]:.1f} %"
    "<extra></extra>",
    finding="From {colors} useful colours on, blind cards gain more than a locomotive",
    unclear="Blind cards never gain more than a face-up locomotive",
)
LOCOMOTIVE_GAINS, BLIND_GAINS = "the locomotive gains more", "blind cards gain more"
ONE_CERTAIN_CARD = "the locomotive: 1 certain card"
BLIND_FROM, BLIND_NEVER = "blind cards gain more with {} colours or more", "blind cards never gain more"
CLEARINGS = Chart(
    "How often the market is cleared",
    x="Cards taken from the market",
    y="Clearings so far (mean)",
    alt="Line chart of the mean number of clearings by cards taken from the market; at the end: {ends}.",
    hover="%{y:.3f} clearings after %{x} cards",
    finding="{cleared:.2f} clearings on average while {taken} cards are taken ({name})",
)
CLEARINGS_END = "{}: {:.2f}"


SPACES = ("{} space", "{} spaces")
SPARE_CARDS = ("{} spare card", "{} spare cards")
"""One, and any other number."""


def spaces(number: int) -> str:
    """Return a number of spaces in words."""
    return say(SPACES[number != 1]).format(number)


def spare_cards(number: int) -> str:
    """Return a number of spare cards in words."""
    return say(SPARE_CARDS[number != 1]).format(number)


def _network(pieces: str) -> Chart:
    return Chart(
        f"{{points}} points with {{budget}} {pieces} ({{proof}})",
        alt="Map of the board with a network of {number} {number:track|tracks} that scores {points} points: {tracks}.",
        note="A single player who holds every ticket of the set: {route} route + {ticket} ticket{bonus} points, "
        f"{{tickets}} tickets, {{trains}} of {{budget}} {pieces}; upper bound {{bound}}, gap {{gap:.1f}} %, computed "
        "in {seconds:.0f} seconds.",
    )


BEST_NETWORK = {"train": _network("trains"), "piece": _network("pieces")}
"""By what is laid on the tracks: trains, or pieces of several kinds."""
PROVEN, BEST_FOUND, BONUS, THE_NETWORK = "proven best", "best found, at most {} possible", " + {} bonus", "the network"


def _frontier(piece: str) -> Chart:
    return Chart(
        f"Best score by number of {piece}s",
        x=f"{piece.capitalize()}s",
        y="Best score (points)",
        alt=f"Best scores of a single player, by number of {piece}s: {{scores}}.",
        hover=f"%{{x}} {piece}s: %{{y}} points<br>%{{customdata[0]}} tickets, %{{customdata[1]}} tracks, upper bound "
        "%{customdata[2]}<extra></extra>",
        note="One player who holds every ticket of the set.",
        finding=f"{{trains}} {{trains:{piece}|{piece}s}} bring {{points}} points at best",
    )


FRONTIER = {"train": _frontier("train"), "piece": _frontier("piece")}
FRONTIER_PARTS = {"route_points": "routes", "ticket_points": "tickets", "bonus_points": "longest trail"}
FOUND, UPPER_BOUND = "best found", "upper bound"
FRONTIER_OPEN = {
    piece: f"{{trains}} {{trains:{piece}|{piece}s}} bring {{points}} points or more, at most {{bound}}"
    for piece in ("train", "piece")
}
PIECES_SCORE = {"train": "{} trains: {}", "piece": "{} pieces: {}"}
