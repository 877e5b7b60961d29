"""``ttr tickets``: how hard the tickets of a map are, and which of those dealt to keep."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis._validate import count
from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import ResultError
from ttr_analysis.maps.languages import written

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps.game_map import GameMap
    from ttr_analysis.results.result import Result

ADVICE_GAMES = 500
"""Default number of games for each choice."""


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = 'ttr tickets usa "Los Angeles-New York" "Duluth-El Paso" "Seattle-New York"'
    summary = "list how hard tickets are, or advise which of those dealt to keep"
    made = _common.add_command(commands, "tickets", tickets, summary, example)
    _common.add_map(made)
    made.add_argument(
        "tickets",
        nargs="*",
        metavar="TICKET",
        help="the tickets dealt, as city-city; of two copies, name both (default: list all tickets)",
    )
    made.add_argument(
        "--players", type=_common.whole, metavar="N", help="number of players (default: 4, or as many as the map takes)"
    )
    made.add_argument(
        "--games",
        type=_common.whole,
        metavar="N",
        help="games for each choice (default: 500); for the list, games to measure the tickets in (default: none)",
    )
    _common.add_everybody(made)
    _common.add_seed(made, 1)
    _common.add_code(made)
    _common.add_form(made)


def tickets(arguments: Namespace) -> int:
    """Print the difficulty of all tickets, or advice on those named."""
    _common.load_code(arguments.code)
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    if arguments.players is None:
        arguments.players = min(4, game_map.rules.players[1])
    count("--players", arguments.players, *game_map.rules.players)
    if arguments.tickets:
        _advise(game_map, arguments)
    else:
        _list(game_map, arguments)
    return 0


def _advise(game_map: GameMap, arguments: Namespace) -> None:
    from ttr_analysis.experiments.opening_advice import opening_advice

    table = opening_advice(
        game_map,
        arguments.tickets,
        arguments.strategy,
        players=arguments.players,
        games=ADVICE_GAMES if arguments.games is None else arguments.games,
        seed=arguments.seed,
        progress=True,
    )
    most_wins = table["kept"].iloc[int(table["win_share"].argmax())]
    notes = ["", words.best_choice(table["kept"].iloc[0], most_wins)]
    if any(ticket.is_choice for ticket in game_map.tickets_named(arguments.tickets)):
        notes += [words.CHOICE_TICKETS]
    notes += [_played(arguments, int(table["games"].iloc[0]), words.EACH_CHOICE)]
    _output.print_table(arguments, table, _advice_for_people(table), [*notes, *words.noted(game_map.caveats)], ["kept"])


def _advice_for_people(table: pd.DataFrame) -> pd.DataFrame:
    shown = table[["kept"]].rename(columns={"kept": "keep"})
    shown["points"] = table["points"]
    shown["trains"] = [
        f"{trains}{'' if proven else '?'}" for trains, proven in zip(table["trains"], table["proven"], strict=True)
    ]
    shown["spare"] = table["spare"]
    shown["all made, %"] = _output.interval(table, "all_made_share", 0, 100)
    shown["their points"] = _output.interval(table, "ticket_points", 1)
    shown["score"] = _output.interval(table, "score", 1)
    shown["wins, %"] = _output.interval(table, "win_share", 0, 100)
    shown["behind the first"] = _output.interval(table, "behind", 1)
    return shown


def _list(game_map: GameMap, arguments: Namespace) -> None:
    from ttr_analysis.play.simulate import simulate
    from ttr_analysis.stats import ticket_difficulty

    result, notes = (
        None,
        ["", words.RANKED],
    )
    if arguments.games is not None:
        result = simulate(
            game_map, arguments.strategy, games=arguments.games, seed=arguments.seed, players=arguments.players
        )
    table = ticket_difficulty(game_map, result).sort_values("rank", kind="stable", ignore_index=True)
    if result is not None:
        notes += [_fit(table.sort_values("ticket"), result)]
        notes += [_played(arguments, len(result))]
    notes += words.noted(game_map.caveats)
    _output.print_table(arguments, table, _difficulty_for_people(table), notes, ["partners"])


def _fit(table: pd.DataFrame, result: Result) -> str:
    from ttr_analysis.stats import difficulty_fit

    try:
        fit = difficulty_fit(table, result)
    except ResultError as error:
        return words.rank_fit_unknown(error)
    return words.rank_fits(fit)


def _difficulty_for_people(table: pd.DataFrame) -> pd.DataFrame:
    from ttr_analysis.maps.ticket_names import told_apart

    names = {
        "name": "ticket", "rank": "rank", "points": "points", "trains": "trains", "routes": "routes", "turns": "turns",
        "cards": "cards", "points_per_train": "a train", "all_per_train": "with routes", "points_per_turn": "a turn",
        "paths": "paths", "track_detour": "detour", "resistance": "resistance", "load": "load",
    }  # fmt: skip
    shown = table[list(names)].rename(columns=names)
    shown["ticket"] = told_apart(table["name"])
    for column in ("trains", "routes", "detour"):
        shown[column] = [written(value, "g") for value in shown[column]]
    if "made_share" in table:
        shown["made, %"] = _output.interval(table, "made_share", 0, 100)
        shown["points gained"] = _output.interval(table, "mean_points", 1)
    shown["best partner"] = [name.partition("; ")[0] for name in table["partners"]]
    return shown


def _played(arguments: Namespace, games: int, how: str = "") -> str:
    return words.tickets_played(games, arguments.players, arguments.strategy, arguments.seed, how)
