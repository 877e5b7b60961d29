"""``ttr worth``: what routes, tickets, cards, turns, habits, seats and rules are worth, by changing them."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis import experiments
from ttr_analysis.cli import _common, _output, _worth_words, words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.languages import say, written
from ttr_analysis.strategies import DEFAULT_STRATEGY

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps import GameMap

CHANGE_HELP = (
    "how they are changed, the first if left out: routes closed (to the player), blocked (closed to the next "
    "opponent), gone (for all); tracks closed, owned (from the start), blocked, gone; cities closed, blocked; tickets "
    "offered (in the first hand), kept or returned (whenever offered), kept_or_returned (kept less returned). Others "
    "have one change only"
)
"""What can be changed, for the help."""
WINS = "wins, percentage points"
"""Head of the worth in wins: shares of the game's win that are subtracted."""


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr worth usa --of routes --change closed --players 4 --precision 0.5 --out build/worth"
    summary = "measure what things are worth: change them for one player, and play the same games again"
    made = _common.add_command(commands, "worth", worth, summary, example)
    _common.add_map(made)
    made.add_argument(
        "--of",
        default="routes",
        metavar="THINGS",
        help="routes, tracks, cities, tickets, cards, turns, habits, seats, partners of a --ticket, or rules: what "
        "--rule NAME=VALUE changes",
    )
    made.add_argument("--change", metavar="CHANGE", help=CHANGE_HELP)
    made.add_argument("--only", action="append", metavar="NAME", help="measure only this thing (repeatable)")
    made.add_argument("--ticket", metavar="NAME", help="the ticket whose partners in the first hand are valued")
    _common.add_seats(made)
    made.add_argument(
        "--line-up", action="append", type=_common.names, metavar="A,B", default=[],
        help="one of several line-ups, in place of --strategies: the table is made for each of them (repeatable). Of "
        "these, and of --strategies, the first is the player of interest, to whom things are worth something",
    )  # fmt: skip
    made.add_argument(
        "--precision", type=float, metavar="POINTS", help="play until each half-width of the points is at most this"
    )
    made.add_argument(
        "--by-seats", action="store_true", help="tell the opponents' points and wins one by one, in the order of play"
    )
    _common.add_games(made, 1000, "games of each row; with --precision the fewest")
    _common.add_seed(made)
    made.add_argument(
        "--most-games", type=_common.whole, default=100_000, metavar="N",
        help="with --precision, refuse what would take more games of a row (default: 100000)",
    )  # fmt: skip
    made.add_argument(
        "--confirm", type=_common.count, metavar="N",
        help="measure the N rows worth most, and what the sentences name, again in fresh games of the next seed: "
        "numbers to quote",
    )  # fmt: skip
    _common.add_out(made, "folder for the table, its charts and games, and how it was made; kept after each round")
    _common.add_going_on(made)
    _common.add_running(made)
    _common.add_scheduler(made)
    _common.add_code(made)
    _common.add_form(made)


@_common.on_scheduler
def worth(arguments: Namespace) -> int:
    """Measure, and print the table."""
    from ttr_analysis import charts
    from ttr_analysis.experiments.worth import kept

    _common.load_code(arguments.code)
    if arguments.of == "rules":
        return _worth_of_rule(arguments)
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    table = _measured(arguments, game_map)
    again = _measured_again(arguments, game_map, table)
    notes = [
        _worth_words.WORTH_OF.get(table.attrs["worth"]["change"], _worth_words.WORTH),
        *_answer(table, again, game_map),
        *_findings(table, again),
        *([_worth_words.UNCONFIRMED] if again is None else _worth_words.worth_again(again)),
        *words.noted(game_map.caveats),
    ]
    kept_for_programs = table if again is None else _with_fresh(table, again)
    _output.print_table(arguments, kept_for_programs, _for_people(table, arguments.by_seats), notes)
    if folder := _output.chart_folder(arguments.out):
        if again is not None:
            kept.write_confirmed(folder, again)
        _output.write_charts(charts.worth_charts(table, game_map), folder / "charts")
    if not table.attrs["complete"]:
        print(words.stopped(_worth_words.WORTH_SO_FAR), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def _worth_of_rule(arguments: Namespace) -> int:
    """Measure what the rules are worth that ``--rule`` changes, print the table, and write its folder."""
    from ttr_analysis import charts
    from ttr_analysis.charts.rule_worth import called
    from ttr_analysis.rules.forms import setting
    from ttr_analysis.stats.columns import estimates_of

    unused = ("change", "only", "ticket", "precision", "line_up", "confirm", "more", "by_seats")
    if given := next((name for name in unused if getattr(arguments, name)), ""):
        raise SetupError(f"--of rules takes no --{given.replace('_', '-')}")
    if not arguments.rule:
        raise SetupError("--of rules needs the rule as it would be otherwise: --rule longest_trail_bonus=0")
    game_map = _common.map_of(arguments.map)
    _common.with_rules(game_map, arguments.rule)  # which refuses a rule that is given twice
    table = experiments.worth_of_rule(
        game_map,
        dict(map(setting, arguments.rule)),
        _common.lineup_of(arguments),
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        out=arguments.out,
        resume=arguments.resume,
        executor=arguments.executor,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    people = table[["strategy", "unit"]].copy()
    people["unit"] = [say(unit) for unit in people["unit"]]
    people.insert(0, "fact", [called(fact) for fact in table["fact"]])
    for name in ("printed", "changed", "worth"):
        people[name] = [_worth_words.in_brackets(*ends, 2) for ends in zip(*estimates_of(table, name), strict=True)]
    people["games"] = [written(games, ",") for games in table["n"]]
    people["p adjusted"] = [written(p, ".2g") for p in table["p_adjusted"]]
    _output.print_table(
        arguments,
        table,
        people,
        [_worth_words.WORTH_OF_RULE, experiments.rule_effect(table), *words.noted(game_map.caveats)],
    )
    if folder := _output.chart_folder(arguments.out):
        _output.write_charts({"rule_worth": charts.rule_worth(table)}, folder / "charts")
    return 0


def _measured(arguments: Namespace, game_map: GameMap) -> pd.DataFrame:
    """Return the table for the line-up or line-ups."""
    names = (
        "of",
        "change",
        "only",
        "ticket",
        "players",
        "precision",
        "games",
        "most_games",
        "seed",
        "out",
        "resume",
        "more",
        "executor",
        "threads",
    )
    asked = {name: getattr(arguments, name) for name in names} | {"progress": _common.progress_of(arguments)}
    if not arguments.line_up:
        return experiments.worth(game_map, _common.lineup_of(arguments), **asked)
    if arguments.strategies != (DEFAULT_STRATEGY,):
        raise SetupError("give the line-ups with --line-up, or one with --strategies, but not both")
    return experiments.worth_of_line_ups(
        game_map, [each if len(each) > 1 else each[0] for each in arguments.line_up], **asked
    )


def _answer(table: pd.DataFrame, again: pd.DataFrame | None, game_map: GameMap) -> list[str]:
    """Return the sentence that some tables have: the dearest habit, the best partner, a ticket kept."""
    from ttr_analysis.experiments.worth import over_mean, where_offered

    facts = table.attrs["worth"]
    if "line_up" in table:
        return []
    if facts["of"] == "habits":
        return [experiments.costliest_habit(table, again)]
    if facts["of"] == "partners":
        return [experiments.best_partner(table, again)]
    if facts["change"] == "kept_or_returned":
        asked = table if again is None else again
        told = asked["thing"].head(_worth_words.ANSWERED) if where_offered.SHARE in asked else ()
        return [experiments.keep_or_return(asked, name) for name in told]
    locomotives = [card.name for card in game_map.rules.cards if card.wild and card.name in set(table["thing"])]
    if facts["of"] == "cards" and f"points{over_mean.ENDING}" in table:
        return [experiments.card_over_colors(table, name, game_map) for name in locomotives]
    return []


def _findings(table: pd.DataFrame, again: pd.DataFrame | None) -> list[str]:
    """Return lines on what a player does better without, and on where line-ups agree and disagree."""
    if "line_up" not in table:
        return _worth_words.worth_flaws(experiments.flaws(table))
    names = list(table["line_up"].unique())
    lines = [
        line
        for name in names
        for line in _worth_words.worth_flaws(experiments.flaws(experiments.of_line_up(table, name)), name)
    ]
    if len(names) > 1:
        lines += _worth_words.worth_agreed(experiments.holds_for_all(table))
        lines += _worth_words.worth_differs(experiments.disagreements(table, again=again))
    return lines


def _measured_again(arguments: Namespace, game_map: GameMap, table: pd.DataFrame) -> pd.DataFrame | None:
    """Return the rows worth most, and all that the findings name, in fresh games of the next seed, if asked for."""
    from ttr_analysis.experiments.worth.confirm import chosen_names

    if not arguments.confirm or not table.attrs["complete"]:
        return None
    running = {"executor": arguments.executor, "threads": arguments.threads, "progress": _common.progress_of(arguments)}
    names = list(dict.fromkeys([*chosen_names(table, arguments.confirm), *_named(table)]))
    return experiments.confirm(table, names, seed=arguments.seed + 1, game_map=game_map, **running)


def _with_fresh(table: pd.DataFrame, again: pd.DataFrame) -> pd.DataFrame:
    """Return a table for programs with the numbers of fresh games beside those that chose the rows."""
    keys = [name for name in ("line_up", "thing") if name in table]
    named = again.rename(columns={name: f"confirmed_{name}" for name in again if name not in keys})
    return table.merge(named, how="left", on=keys)


def _named(table: pd.DataFrame) -> list[str]:
    """Return the things that the findings name: flaws, and those about which line-ups agree or disagree."""
    if "line_up" not in table:
        return experiments.flaws(table)["thing"].tolist()
    parts = [experiments.flaws(experiments.of_line_up(table, name)) for name in table["line_up"].unique()]
    if len(parts) > 1:
        apart = experiments.disagreements(table).head(_worth_words.WORTH_LINES)
        parts += [experiments.holds_for_all(table), apart]
    return [name for part in parts for name in part["thing"]]


def _for_people(table: pd.DataFrame, by_seats: bool) -> pd.DataFrame:
    """Return the table with its intervals as text."""
    from ttr_analysis.experiments.worth import over_mean, where_offered

    shown = table.assign(thing=_worth_words.called(table))
    people = shown[[name for name in ("line_up", "thing") if name in table]].rename(columns={"line_up": "line-up"})
    people["points"] = _worth_words.numbers(table, "points", 2)
    people[WINS] = _worth_words.numbers(table, "win_share", 1, 100)
    people["others' points"] = _worth_words.numbers(table, "points_of_others", 2)
    if f"points{over_mean.ENDING}" in table:
        people["points over the mean"] = _worth_words.numbers(table, f"points{over_mean.ENDING}", 2)
        people[f"{WINS}, over the mean"] = _worth_words.numbers(table, f"win_share{over_mean.ENDING}", 1, 100)
    if where_offered.SHARE in table:
        people["points, where offered"] = _worth_words.numbers(table, f"points{where_offered.ENDING}", 2)
        people[f"{WINS}, where offered"] = _worth_words.numbers(table, f"win_share{where_offered.ENDING}", 1, 100)
        people["offered, %"] = [written(100 * share, ".1f") for share in table[where_offered.SHARE]]
    for k in range(1, table.attrs["worth"]["players"] if by_seats else 0):
        people[f"next {k}: points"] = _worth_words.numbers(table, f"points_of_next_{k}", 2)
        people[f"next {k}: {WINS}"] = _worth_words.numbers(table, f"win_share_of_next_{k}", 1, 100)
    people["games"] = [written(games, ",") for games in table["n"]]
    if f"n{over_mean.ENDING}" in table:
        people["games, over the mean"] = [written(games, ",") for games in table[f"n{over_mean.ENDING}"]]
    people["changed, %"] = [written(100 * share, ".0f") for share in table["changed"]]
    for of, ending in (("", ""), (", over the mean", over_mean.ENDING)):
        for what, column in over_mean.ADJUSTED.items():
            if column + ending in table:
                people[_worth_words.adjusted_head(what, of)] = [written(p, ".2g") for p in table[column + ending]]
    return people
