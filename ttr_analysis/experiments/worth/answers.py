"""Answers in a sentence, from tables of worth: in points and in wins, each with its interval."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import pandas as pd

from ttr_analysis._validate import did_you_mean, shown
from ttr_analysis.errors import ResultError
from ttr_analysis.experiments.worth import fresh, over_mean, things, told, where_offered
from ttr_analysis.maps import GameMap
from ttr_analysis.maps.languages import say, words_of, written
from ttr_analysis.stats import columns, intervals

words_of(__name__)

HABITS = {
    "no_face_up_locomotives": "taking face-up locomotives",
    "no_tickets": "drawing tickets after the start",
    "no_stations": "building stations",
    "no_harbours": "building harbours",
    "no_blind_draws": "drawing cards blind",
    "one_face_up_card": "taking a second face-up card",
}
"""Habits by the restriction that forbids them."""
SEATS = ("first seat", "second seat", "third seat", "fourth seat", "fifth seat")
"""Seats, as tables name them."""
FORMS = {
    "closed": "{name} is worth {worth} to {player}",
    "blocked": "Closing {name} to the opponent who moves next is worth {worth} to {player}",
    "owned": "Owning {name} from the start is worth {worth} to {player}",
    "offered": "{name} among the first tickets, in place of a drawn one, is worth {worth} to {player}",
    "kept": "Having to keep {name} whenever it is offered is worth {worth} to {player}",
    "returned": "Being free to keep {name} is worth {worth} to {player}",
    "kept_or_returned": "Keeping {name} whenever it is offered, rather than returning it, is worth {worth} to {player}",
    "more": "One {name} card more in the first hand is worth {worth} to {player}",
    "skipped": "The {name} is worth {worth} to {player}",
    "gone": "{name}, open to all and not gone for all, is worth {worth} to {player}",
    "taken": "The {name} is worth {worth} over the mean of all seats to {player}",
    "together": "{name} beside {ticket} in the first hand adds {worth} to what each is worth alone to {player}",
    "restricted": "The habit of {name} is worth {worth} to {player}",
}
"""What is said of a thing, by how it was changed."""
EACH_OFFER = (
    "Keeping {name} whenever it is offered, rather than returning it, is worth {worth} to {player} for each deal that "
    "offers it"
)
A_GAME = " {share:.0f} % of {games} games offer it; over all of them that is {worth} a game."
NEVER_OFFERED = "None of the {games} games offered {name} to {player}, so they do not tell whether to keep it."
FORM = "{name} ({change}) is worth {worth} to {player}"
OVER_AVERAGE = "{name} at the start is worth {worth} over the average ticket to {player}"
OVER_COLORS = "A {name} more in the first hand is worth {worth} over a card of a colour to {player}"
PARTNER = "The best partner of {ticket} in the first hand is {name}{sure}"
COSTLIEST = "The habit that costs most points to give up is {name}{sure}"
SURE = {True: ", beyond chance over all {of}", False: "; it may be chance, over all {of}"}
UNMEASURED = ". Fresh games of another seed tell how much it is worth (confirm)."
FRESH = "fresh games of seed {seed}; "
WORTH = "{points} points and {win_share} percentage points of wins"
BOUND = "at most {points} points and at most {win_share} percentage points of wins either way"
POINTS_BOUND = "at most {points} points either way and {win_share} percentage points of wins"
WINS_BOUND = "{points} points and at most {win_share} percentage points of wins either way"
NUMBERS = " ({fresh}n = {games} {games:game|games}, {confidence:g} % intervals)."
RULE = (
    "Against a game with {change}, the printed game changes {parts} ({number} players: {players}; n = {games} "
    "{games:game|games}, "
    "{confidence:g} % intervals)."
)
RULE_PARTS = {
    "score": "the mean score by {} points",
    "margin": "the winner's lead by {} points",
    "first_seat": "the first seat's advantage by {} points",
    "turns": "its length by {} turns of all players",
}
"""What is said of the worth of a rule: the facts that the sentence tells."""
LEVEL = 0.05
"""Adjusted p-value up to which a worth is beyond chance."""
FACTORS = {"points": (1, 2), "win_share": (100, 1)}
"""Factor to the unit of a sentence, and digits after the point."""


def called(name: str) -> str:
    """Return what readers call a thing: habits by what is done, not by what forbids it."""
    if name.startswith("turn of round "):
        return say("turn of round {}").format(name.removeprefix("turn of round "))
    return say(HABITS.get(name, name))


def worth_of(table: pd.DataFrame, name: str) -> str:
    """Say what one thing is worth.

    Of what changed in too few games for an interval it says what the worth is at most.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth`.
    name : str
        The thing, as the table names it.

    Raises
    ------
    ResultError
        If the table has no such thing.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="turns", players=2, games=200, progress=False)
    >>> print(ttr.experiments.worth_of(table, "turn of round 1").partition(" is worth")[0])
    The turn of round 1
    """
    facts, row = told.facts_of(table), _row(table, name)
    name = str(row["thing"])
    parts = {measure: _estimate(table, row, measure) for measure in FACTORS}
    return _said(FORMS.get(facts["change"], FORM), table, name, parts, _few(table, row))


def ticket_over_average(table: pd.DataFrame, name: str, game_map: GameMap | None = None) -> str:
    """Say what a ticket at the start is worth over the average ticket.

    The two are compared in the games that all tickets have, as a table made without ``only`` tells them in
    ``points_over_mean`` and ``win_share_over_mean``.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="tickets"``, ``change="offered"``.
    name : str
        The ticket.
    game_map : GameMap, optional
        The map, where no folder holds it as it was.

    Raises
    ------
    ResultError
        If the table is another one, lacks tickets of the map's set, or has no such ticket.

    Examples
    --------
    >>> table = ttr.experiments.worth("first_journey_usa", "random", of="tickets", players=2, games=40, progress=False)
    >>> name = table["thing"][0]
    >>> print(ttr.experiments.ticket_over_average(table, name).replace(name, "It").partition(" worth")[0])
    It at the start is
    """
    _check_table(table, "tickets", "offered")
    _check_whole(table, game_map)
    return _over_mean(OVER_AVERAGE, table, name)


def card_over_colors(table: pd.DataFrame, name: str = "locomotive", game_map: GameMap | None = None) -> str:
    """Say what a card more of a kind is worth over the mean of all that have a colour.

    The two are compared in the same games, as in :func:`ticket_over_average`.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="cards"``.
    name : str
        The kind of card.
    game_map : GameMap, optional
        The map, where no folder holds it as it was.

    Raises
    ------
    ResultError
        If the table is another one, lacks cards of the map, or has no such card.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="cards", players=2, games=40, progress=False)
    >>> print(ttr.experiments.card_over_colors(table).partition(" is worth")[0])
    A locomotive more in the first hand
    """
    _check_table(table, "cards", "more")
    _check_whole(table, game_map)
    return _over_mean(OVER_COLORS, table, name)


def keep_or_return(table: pd.DataFrame, name: str) -> str:
    """Say whether a ticket is better kept or returned: for each deal that offers it, and a game, most of which do not.

    The same games are played with the ticket kept and with the ticket returned, and compared one by one.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="tickets"``, ``change="kept_or_returned"``.
    name : str
        The ticket.

    Raises
    ------
    ResultError
        If the table is another one, has no such ticket, or does not tell which games offered it.

    Examples
    --------
    >>> asked = {"of": "tickets", "only": ["Denver-El Paso"], "players": 2, "games": 40, "progress": False}
    >>> table = ttr.experiments.worth("usa", "random", change="kept_or_returned", **asked)
    >>> print(ttr.experiments.keep_or_return(table, "Denver-El Paso").partition(", rather")[0])
    Keeping Denver-El Paso whenever it is offered
    """
    _check_table(table, "tickets", "kept_or_returned")
    row = _row(table, name)
    if where_offered.SHARE not in table:
        raise ResultError("the table does not tell which games offered the ticket; make it again, in another folder")
    facts, games = told.facts_of(table), written(int(row["n"]), ",")
    if not row[f"n{where_offered.ENDING}"]:
        return say(NEVER_OFFERED).format(games=games, name=row["thing"], player=facts["strategies"][0])
    offers = where_offered.of_offers(table)
    parts = {measure: _estimate(offers, _row(offers, name), measure) for measure in FACTORS}
    said = _said(EACH_OFFER, table, str(row["thing"]), parts, _few(offers, _row(offers, name)))
    all_games = {measure: _estimate(table, row, measure) for measure in FACTORS}
    worth = _worth_text(all_games, _few(table, row))
    return said + say(A_GAME).format(share=100 * row[where_offered.SHARE], games=games, worth=worth)


def costliest_habit(table: pd.DataFrame, again: pd.DataFrame | None = None) -> str:
    """Say which habit costs most points to give up, and how many in games of another seed.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="habits"``.
    again : pandas DataFrame, optional
        That habit in fresh games, from :func:`ttr_analysis.experiments.confirm`. Without it, no number is told: the
        largest of several numbers is large by chance, too.

    Raises
    ------
    ResultError
        If the table is another one, or the fresh games are of other things.

    Examples
    --------
    >>> table = ttr.experiments.worth("usa", "random", of="habits", players=2, games=40, progress=False)
    >>> print(ttr.experiments.costliest_habit(table).partition(" is ")[0])
    The habit that costs most points to give up
    """
    _check_table(table, "habits", "restricted")
    return _best(COSTLIEST, table, again)


def best_partner(table: pd.DataFrame, again: pd.DataFrame | None = None) -> str:
    """Say which other ticket in the first hand adds most points to a given one, and how many in fresh games.

    Parameters
    ----------
    table : pandas DataFrame
        :func:`ttr_analysis.experiments.worth` with ``of="partners"``.
    again : pandas DataFrame, optional
        That partner in fresh games, from :func:`ttr_analysis.experiments.confirm`. Without it, no number is told: the
        largest of many numbers is large by chance, too.

    Raises
    ------
    ResultError
        If the table is another one, or the fresh games are of other things.

    Examples
    --------
    >>> table = ttr.experiments.worth(
    ...     "first_journey_usa", "random", of="partners", ticket="Chicago-Miami", players=2, games=20, progress=False
    ... )
    >>> print(ttr.experiments.best_partner(table).partition(" is ")[0])
    The best partner of Chicago-Miami in the first hand
    """
    _check_table(table, "partners", "together")
    return _best(PARTNER, table, again)


def best_of(table: pd.DataFrame) -> str:
    """Return the thing that is worth most points, which a sentence on the best one names."""
    return str(table["thing"].iloc[int(table["points"].to_numpy().argmax())])


def _best(form: str, table: pd.DataFrame, again: pd.DataFrame | None) -> str:
    """Name the best thing, whether it is worth anything beyond chance, and its worth in fresh games, if any."""
    facts, name = told.facts_of(table), best_of(table)
    sure = bool(_row(table, name)["p_adjusted"] <= LEVEL)
    doubt = say(SURE[sure]).format(**facts)
    said = say(form).format(name=called(name), ticket=facts.get("ticket", ""), sure=doubt)
    if again is None:
        return said + say(UNMEASURED)
    if problem := fresh.problem_of(table, again):
        raise ResultError(problem)
    return f"{said}. {worth_of(again, name)}"


def _said(
    form: str,
    table: pd.DataFrame,
    name: str,
    parts: dict[str, intervals.Estimate],
    few: Collection[str] = (),
) -> str:
    """Return the sentence: its numbers with intervals, or as bounds where few games changed."""
    facts, estimate = told.facts_of(table), parts["points"]
    of_fresh = say(FRESH).format(seed=facts["seed"]) if "chosen_with" in facts else ""
    how = say(NUMBERS).format(fresh=of_fresh, games=written(estimate.n, ","), confidence=100 * estimate.confidence)
    worth, ticket = _worth_text(parts, few), facts.get("ticket", "")
    name, player = called(name), facts["strategies"][0]
    return say(form).format(name=name, worth=worth, player=player, change=facts["change"], ticket=ticket) + how


def _worth_text(parts: Mapping[str, intervals.Estimate], few: Collection[str]) -> str:
    """Return points and wins with their intervals, or as bounds where few games changed."""
    texts = {}
    for measure, each in parts.items():
        factor, digits = FACTORS[measure]
        value, low, high = (factor * end for end in (each.value, each.low, each.high))
        bound = columns.number_text(high, digits)
        texts[measure] = bound if measure in few else columns.as_text(value, low, high, digits)
    forms = {(): WORTH, ("points",): POINTS_BOUND, ("win_share",): WINS_BOUND}
    return say(forms.get(tuple(few), BOUND)).format(**texts)


def _over_mean(form: str, table: pd.DataFrame, name: str) -> str:
    """Say what a thing is worth over the mean of others, from the columns that compare them in the same games."""
    row = _row(table, name)
    if f"points{over_mean.ENDING}" not in table:
        raise ResultError("the table compares nothing with the mean; make it again, or go on with it (resume)")
    parts = {
        measure: replace(_estimate(table, row, measure + over_mean.ENDING), n=int(row[f"n{over_mean.ENDING}"]))
        for measure in FACTORS
    }
    return _said(form, table, str(row["thing"]), parts, _few(table, row, over_mean.ENDING))


def _few(table: pd.DataFrame, row: pd.Series[Any], ending: str = "") -> list[str]:
    """Return the measures of which a row has a bound in place of an interval."""
    own = table[table["thing"] == row["thing"]]
    return [measure for measure in FACTORS if told.few_changed(own, measure + ending).iloc[0]]


def _estimate(table: pd.DataFrame, row: pd.Series[Any], measure: str) -> intervals.Estimate:
    method, confidence = columns.intervals_of(table).get(measure, ("t", intervals.CONFIDENCE))
    ends = [float(row[f"{measure}{end}"]) for end in columns.ENDS]
    return intervals.Estimate(ends[0], ends[1], ends[2], int(row["n"]), method, confidence)


def _row(table: pd.DataFrame, name: str) -> pd.Series[Any]:
    names = table["thing"].tolist()
    found = things.known_as(name, names)
    if found is None:
        raise ResultError(f"the table has no {shown(name)}{did_you_mean(name, things.spellings(names))}")
    return table.iloc[names.index(found)]


def _check_whole(table: pd.DataFrame, game_map: GameMap | None) -> GameMap:
    """Return the map of a table that has all its things; of some of them, a mean would be that of no set."""
    facts, found = told.facts_of(table), told.map_of(table, game_map)
    wanted = {each.name for each in things.things_of(found, facts["of"], facts["change"])}
    if missing := sorted(wanted - set(table["thing"])):
        raise ResultError(
            f"the table lacks {len(missing)} of the {len(wanted)} {facts['of']}, such as {missing[0]}; "
            "a mean needs all of them: make it without only"
        )
    return found


def _check_table(table: pd.DataFrame, of: str, change: str) -> None:
    facts = told.facts_of(table)
    if (facts["of"], facts["change"]) != (of, change):
        raise ResultError(f"this needs the worth of {of}, {change}, not that of {facts['of']}, {facts['change']}")
