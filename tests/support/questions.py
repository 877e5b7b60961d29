"""The 35 questions of ``docs/questions.md``: each with its call, its chart, and a function that answers it today."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import ttr_analysis as ttr
from ttr_analysis.stats.columns import text_of_row
from ttr_analysis.stats.intervals import mean_by_game

SEED = 2026
PLANNER, RACER = "ticket_planner", "racer"


@dataclass
class Played:
    """The games behind the answers, each played once, when first asked for."""

    games: int

    def _run(self, game_map: str, lineup: list[str]) -> ttr.Result:
        return ttr.simulate(game_map, lineup, games=self.games, seed=SEED, progress=False)

    @cached_property
    def usa(self) -> ttr.Result:
        return self._run("usa", [PLANNER, PLANNER])

    @cached_property
    def race(self) -> ttr.Result:
        return self._run("usa", [RACER, PLANNER])

    @cached_property
    def europe(self) -> ttr.Result:
        return self._run("europe", [PLANNER, PLANNER])

    @cached_property
    def world(self) -> ttr.Result:
        return self._run("rails_sails_world", [PLANNER, PLANNER])


class Question(NamedTuple):
    """A question: its number and words, call and chart, and its answer, or the page that answers it."""

    number: int
    words: str
    call: str
    chart: str = ""
    answer: Callable[[Played], str] | None = None
    page: str = ""


def share(row: Any, name: str, digits: int = 0) -> str:
    """A share of a row in per cent, with its interval."""
    return text_of_row(row, name, digits, 100) + " %"


def top(table: Any, column: str) -> Any:
    """The row with the highest value."""
    return table.loc[table[column].idxmax()]


def wanted_track(played: Played) -> str:
    row = top(ttr.stats.track_values(played.usa, by="route"), "claim_share")
    return f"{row['name']}: in {share(row, 'claim_share', 1)} of games"


def ticket_load(played: Played) -> str:
    row = ttr.paths.ticket_load("usa", 1).iloc[0]
    return (
        f"{row['city_a']}-{row['city_b']} serves most: it lies on the shortest path of {row['tickets']} of 30 tickets"
    )


REGIONS = {"NE": "the north-east", "NW": "the north-west", "SE": "the south-east", "SW": "the south-west"}


def corridor(played: Played) -> str:
    row, regions = ttr.exact.corridors("usa").iloc[0], ttr.exact.points_by_region("usa")
    most = top(regions, "route_points")
    return (
        f"most tickets lead from {REGIONS[row['region_a']]} to {REGIONS[row['region_b']]} ({row['tickets']} tickets, "
        f"{row['points']} points); {REGIONS[most['region']]} has most points of routes ({most['route_points']:.0f})"
    )


def distributions(played: Played) -> str:
    table = ttr.exact.distributions("usa")
    found = [top(rows, "number") for _, rows in table.groupby("of", sort=False)]
    told = ", ".join(f"{row['of']} {row['value']} ({100 * row['share']:.0f} %)" for row in found)
    return f"most often {told.replace('color', 'colour')}"


def central(played: Played) -> str:
    centre = ttr.paths.betweenness("usa")
    lost = ttr.paths.city_losses("usa")["lengthening"].idxmax()
    most = f"{centre.index[0]} lies on {100 * centre.iloc[0]:.0f} % of the shortest paths between cities"
    return f"{most}; without {lost}, the other paths grow longest"


def blockable(played: Played) -> str:
    found = ttr.paths.disjoint_paths("usa", "Seattle", "New York")
    return f"Seattle-New York is cut off only if {len(found.route_cut)} routes are lost"


def per_turn(played: Played) -> str:
    row = top(ttr.paths.ticket_rates("usa"), "best_rate")
    return f"{row['name']}: {row['best_rate']:.2f} points per turn along {row['best_cities']}"


def waiting(played: Played) -> str:
    cards = ttr.rules.RULE_SETS["usa"].cards
    one, any_color = (ttr.odds.draws_until(cards, need).mean for need in ({"red": 6}, 6))
    balance = ttr.exact.supply.color_balance("usa")
    even = balance["ratio"].max() - balance["ratio"].min() < 0.01
    demand = "the board needs all colours alike" if even else f"the board needs most {top(balance, 'ratio')['color']}"
    return (
        f"six cards of a given colour take {one:.1f} blind draws on average, six of whichever colour comes first "
        f"{any_color:.1f}; {demand}"
    )


def locomotive(played: Played) -> str:
    table = ttr.odds.blind_or_locomotive(ttr.rules.RULE_SETS["usa"].cards)
    least = int(table["blind_is_better"].to_numpy().argmax())
    return f"two blind cards are better once {least} colours or more are useful; before that, the locomotive"


def spare_cards(played: Played) -> str:
    cards = ttr.rules.RULE_SETS["europe"].cards
    needed = [ttr.odds.spare_cards_needed(cards, 3, level, color="red") for level in (0.8, 0.9)]
    return f"for three spaces and a fresh deck: {needed[0]} to succeed in 80 % of attempts, {needed[1]} in 90 %"


def long_routes(played: Played) -> str:
    table = ttr.stats.score_parts(played.race)
    rows = table[(table["who"] == "all").to_numpy()].set_index(["strategy", "part"])
    scores = {name: text_of_row(rows.xs((name, "score")), "mean") for name in (RACER, PLANNER)}
    return f"{RACER}, who claims long routes, scores {scores[RACER]}; {PLANNER}, who makes tickets, {scores[PLANNER]}"


def blocking(played: Played) -> str:
    told = []
    for _, row in ttr.stats.claims_on_paths(played.race).iterrows():
        found, chance = (f"{100 * row[name]:.1f} %" for name in ("on_path", "by_chance"))
        told.append(
            f"{found} of the claims of {row['strategy']} lie on an opponent's path; by chance it would be {chance} "
            f"(difference in percentage points: {text_of_row(row, 'difference', 1, 100)})"
        )
    return "; ".join(told)


def abandoned(played: Played) -> str:
    table = ttr.stats.abandoned_tickets(played.race)
    return "; ".join(
        f"{row['strategy']} leaves {share(row, 'abandoned_share')} of its tickets unfinished; half of these lack "
        f"{text_of_row(row, 'missing_median', 0)} trains or fewer"
        for _, row in table.iterrows()
    )


def pace(played: Played) -> str:
    half, ends = ttr.stats.half_time(played.race), ttr.stats.game_enders(played.race)
    claims = ttr.stats.claims_by_length(played.race).groupby("strategy", sort=False)
    length = {name: int(top(rows, "claims_each")["length"]) for name, rows in claims}
    rows = zip(half.iterrows(), ends.iterrows(), strict=True)
    return "; ".join(
        f"{one['strategy']} claims tracks of length {length[one['strategy']]} most often, has laid half of its trains "
        f"by round {text_of_row(one, 'half_round')}, and ends {share(two, 'end_share')} of games"
        for (_, one), (_, two) in rows
    )


def draws(played: Played) -> str:
    rows = played.usa.players
    means = (mean_by_game(rows[name], rows["game"], resamples=0) for name in ("cards_blind", "cards_market"))
    blind, market = (f"{each.value:.1f} ({each.low:.1f} to {each.high:.1f})" for each in means)
    return f"a player draws {blind} cards blind and {market} face up in a game"


def good_score(played: Played) -> str:
    row = ttr.stats.percentiles(played.usa, [120]).iloc[0]
    return f"120 points are at percentile {text_of_row(row, 'percentile')} of the scores of two {PLANNER}"


def winners(played: Played) -> str:
    table = ttr.stats.score_parts(played.usa).set_index(["who", "part"])
    made = [text_of_row(table.xs((who, "tickets made")), "mean") for who in ("winners", "others")]
    return f"winners have {made[0]} points from completed tickets, the others {made[1]}"


def first_seat(played: Played) -> str:
    return f"the first seat wins {share(ttr.stats.win_share_by_seat(played.usa).iloc[0], 'win_share', 1)} of games"


def new_tickets(played: Played) -> str:
    usa = ttr.load_map("usa")
    path = ttr.paths.shortest_path(usa, "Seattle", "New York")
    odds = ttr.paths.new_ticket_odds(usa, owned=path.tracks, within=[0, 4], number=3)
    return (
        "with tracks from Seattle to New York: of three new tickets, one is complete already with a chance of "
        f"{100 * odds[0]:.0f} %, and one needs at most 4 trains with a chance of {100 * odds[1]:.0f} %"
    )


def tightness(played: Played) -> str:
    table = ttr.experiments.shipped_measures(2)
    rows = table[(table["measure"] == "piece_tightness").to_numpy()]
    return (
        f"of {rows['map'].nunique()} maps for two players, {top(rows, 'value')['map']}: its players' pieces would fill "
        "the largest part of the spaces; 27 more measures are on [profile.md](profile.md)"
    )


def cities(played: Played) -> str:
    table = ttr.stats.city_values(played.race, by="strategy")
    best = [top(rows, "player_share") for _, rows in table.groupby("strategy", sort=False)]
    return "; ".join(
        f"{row['strategy']} claims tracks at {row['name']} in {share(row, 'player_share')} of games" for row in best
    )


def likeness(played: Played) -> str:
    rows = ttr.experiments.shipped_measures(4)
    first, second = (rows[(rows["map"] == name).to_numpy()] for name in ("usa", "europe"))
    found = ttr.experiments.likeness(first, second, 4)
    return (
        f"USA and Europe, four players: distance {found.value:.2f} ({found.low:.2f} to {found.high:.2f}); 0 for maps "
        "that play alike, about 1.4 for two drawn at random"
    )


def arc(played: Played) -> str:
    table = ttr.experiments.game_arc("usa", [RACER, PLANNER], players=2, games=30, seed=SEED)
    rows = table[(table["games"] == 30).to_numpy()]
    ends = [
        f"{text_of_row(row, 'open_tracks', 0)} open tracks and {text_of_row(row, 'moves', 0)} legal moves"
        for _, row in rows.iloc[[0, -1]].iterrows()
    ]
    return f"round 1: {ends[0]}; round {rows['round'].iloc[-1]}: {ends[1]} (30 games)"


def trains(played: Played) -> str:
    rows = played.world.players
    means = (mean_by_game(rows[name], rows["game"], resamples=0) for name in ("pieces_chosen", "harbours_built"))
    chosen, built = (f"{each.value:.2f} ({each.low:.2f} to {each.high:.2f})" for each in means)
    most = top(ttr.stats.pieces_chosen(played.world), "share")
    return f"a player takes {chosen} trains, most often {most['value']}, and builds {built} harbours"


def stations(played: Played) -> str:
    rows = played.europe.players
    saved = mean_by_game(rows["station_ticket_points"], rows["game"], resamples=0)
    return (
        f"stations saved a player {saved.value:.2f} ({saved.low:.2f} to {saved.high:.2f}) points of tickets; what "
        "games without them would bring is on [worth.md](worth.md)"
    )


QUESTIONS = (
    Question(1, "Which tracks are most likely taken by the end?", "stats.track_values(result)", "charts.track_values",
             wanted_track),
    Question(2, "How many tickets does a track serve?", "paths.ticket_load(game_map, k)", "", ticket_load),
    Question(3, "Which tickets do the others hold?", "experiments.beliefs(game, seat)", "charts.beliefs",
             page="beliefs.md"),
    Question(4, "Where on the board are the points of routes and tickets?",
             "exact.corridors(game_map); exact.points_by_region(game_map)", "charts.points_by_region", corridor),
    Question(5, "How are lengths, colours and ticket values distributed?", "exact.distributions(game_map)",
             "charts.distributions", distributions),
    Question(6, "Which city is most central, and what is hurt if it is lost?",
             "paths.betweenness(game_map); paths.city_losses(game_map)", "", central),
    Question(7, "How blockable is my ticket?", "paths.disjoint_paths(game_map, start, end)", "", blockable),
    Question(8, "Which path brings the most points per turn?", "paths.ticket_rates(game_map)", "charts.ticket_rates",
             per_turn),
    Question(9, "How many draws does a track of N spaces take, coloured or gray, and which colours are worth hoarding?",
             "odds.draws_until(cards, need); exact.supply.color_balance(game_map)", "charts.waiting_times", waiting),
    Question(10, "A face-up locomotive or two blind cards?", "odds.blind_or_locomotive(cards)",
             "charts.blind_or_locomotive", locomotive),
    Question(11, "How many spare cards for a tunnel?", "odds.spare_cards_needed(cards, length, chance)",
             "charts.tunnel_success", spare_cards),
    Question(12, "Is a station worth it?", "experiments.worth_of_rule(...); stats.building_values(result)",
             "charts.building_values", stations),
    Question(13, "Are tickets or long routes better?", "stats.score_parts(result)", "charts.score_parts", long_routes),
    Question(14, "Do points and wins part ways with more players?", "experiments.challenge(...)", "charts.challenge",
             page="racing.md"),
    Question(15, "Do players block, or only collide?", "stats.claims_on_paths(result)", "charts.claims_on_paths",
             blocking),
    Question(16, "How far are abandoned tickets from done?", "stats.abandoned_tickets(result)",
             "charts.trains_missing", abandoned),
    Question(17, "What is claimed, when is half of the trains laid, who ends the game?",
             "stats.claims_by_length(result); stats.half_time(result); stats.game_enders(result)",
             "charts.claims_by_length", pace),
    Question(18, "How many cards are drawn blind and face up?", "stats.mean_by_game(players.cards_blind, players.game)",
             "", draws),
    Question(19, "What is a good score?", "percentile(score, game_map); stats.percentiles(result, scores)",
             "charts.own_scores", good_score),
    Question(20, "How did I do in my own games?", "experiments.read_games(file); experiments.own_percentiles(...)",
             "charts.own_scores", page="people.md"),
    Question(21, "What is the profile of winners?", "stats.score_parts(result)", "charts.score_parts", winners),
    Question(22, "Does going first pay?", "stats.win_share_by_seat(result)", "charts.win_share_by_seat", first_seat),
    Question(23, "Which tickets of this deal should I keep?", "experiments.opening_advice(game_map, tickets)",
             "charts.opening_advice", page="worth.md"),
    Question(24, "Should I draw tickets now?", "paths.new_ticket_odds(game_map, owned); evaluate(position)",
             "charts.move_values", new_tickets),
    Question(25, "What should I do here, and what would the other move cost?", "evaluate(position)",
             "charts.move_values", page="evaluate.md"),
    Question(26, "Luck or skill?", "experiments.luck(game)", "", page="luck.md"),
    Question(27, "Which map is tight?", "experiments.map_profile(game_map); experiments.shipped_measures(players)",
             "charts.map_profile", tightness),
    Question(28, "Which cities are most wanted?", "stats.city_values(result, by='strategy')", "charts.city_values",
             cities),
    Question(29, "How similar are two maps in play?", "experiments.likeness(first, second, players)", "", likeness),
    Question(30, "Can a map be built on which all styles win equally?", "tune(...); maps.check_map(folder)"),
    Question(31, "How do the choices change during a game?", "experiments.game_arc(game_map, strategies, players=2)",
             "charts.game_arc", arc),
    Question(32, "What is the best possible score?", "optimum.best_network(game_map)", "charts.best_network",
             page="optima.md"),
    Question(33, "Is the bonus for the longest path worth it?", "experiments.worth_of_rule(...)", "charts.rule_worth",
             page="worth.md"),
    Question(34, "Does a tip of a guide hold?", "strategy(...); compare(...); experiments.costliest_habit(table)",
             "charts.habit_costs", page="worth.md"),
    Question(35, "How many trains of 60, and harbours?", "stats.pieces_chosen(result); stats.building_values(result)",
             "charts.pieces_chosen", trains),
)  # fmt: skip
"""All questions, in the order in which they were collected."""

NOT_YET = "Not yet. The parts: changes of a board (`GameMap.with_length` and others), players, tournaments, tuning."


def answered(question: Question, played: Played) -> str:
    """Today's answer, or where it stands."""
    if question.answer is not None:
        return question.answer(played)
    return f"see [{question.page}]({question.page})" if question.page else NOT_YET
