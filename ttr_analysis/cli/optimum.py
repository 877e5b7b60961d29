"""``ttr optimum``: the best network, and how far it is proven to be the best."""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _experiment_words, _output, words

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.exact.optimum import BestNetwork, Progress
    from ttr_analysis.maps.game_map import GameMap


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    summary = "find the network with the most points for a single player, and prove it as far as time allows"
    made = _common.add_command(
        commands, "optimum", optimum, summary, "ttr optimum usa --trains 0-45:5 --out build/optimum"
    )
    _common.add_map(made)
    _common.add_ticket_set(made)
    made.add_argument(
        "--trains",
        type=trains,
        metavar="N",
        help="number of pieces, or several for a frontier: 20,30,45 or 0-45:5 (default: a player's supply)",
    )
    made.add_argument(
        "--time-limit",
        type=_common.seconds,
        default=120.0,
        metavar="S",
        help="seconds for each number of pieces (default: 120)",
    )
    made.add_argument("--bonus", action="store_true", help="add the bonus for the longest trail")
    made.add_argument("--seed", type=_common.place, default=0, metavar="S", help="seed of the search (default: 0)")
    _common.add_out(made, "folder for pictures of the board and the frontier")
    _common.add_form(made)


def trains(text: str) -> tuple[int, ...]:
    """Return numbers of pieces, from ``45``, ``20,30,45`` or ``0-45:5``."""
    numbers: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*(\d{1,4})(?:-(\d{1,4})(?::(\d{1,4}))?)?\s*", part)
        if found is None:
            raise ArgumentTypeError(f"needs numbers such as 45, 20,30,45 or 0-45:5, not {part!r}")
        first, last, step = int(found[1]), int(found[2] or found[1]), int(found[3] or 1)
        if last < first or step < 1:
            raise ArgumentTypeError(f"the range {part.strip()!r} is empty")
        numbers += range(first, last + 1, step)
    return tuple(numbers)


def optimum(arguments: Namespace) -> int:
    """Print the best network, or the most points for several numbers of pieces."""
    from ttr_analysis.exact.optimum import best_networks, network_table

    folder = _output.chart_folder(arguments.out)
    game_map = _common.map_of(arguments.map, arguments.tickets, arguments.rule)
    with _solver_aside():
        networks = best_networks(
            game_map,
            arguments.trains or (None,),
            longest_trail_bonus=arguments.bonus,
            time_limit=arguments.time_limit,
            seed=arguments.seed,
            on_progress=_tell if sys.stderr.isatty() else None,
        )
    _clear()
    table = network_table(game_map, networks)
    people, notes = _listing(game_map, networks[0]) if len(networks) == 1 else _frontier(table)
    table.insert(0, "map", game_map.name)
    table.insert(1, "ticket_set", game_map.ticket_set)
    table["track_names"] = ["; ".join(track.name for track in network.tracks) for network in networks]
    table["ticket_names"] = ["; ".join(ticket.name for ticket in network.tickets) for network in networks]
    _output.print_table(arguments, table, people, notes, ["track_names", "ticket_names"])
    if folder:
        _draw(folder, game_map, networks)
    if networks[-1].stopped:
        print(words.stopped(_experiment_words.NETWORK_SO_FAR), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


@contextmanager
def _solver_aside() -> Iterator[None]:
    """Send what the solver prints by itself to standard error: the answer, as CSV or JSON, stands alone."""
    sys.stdout.flush()
    stdout = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        os.dup2(stdout, 1)
        os.close(stdout)


def _listing(game_map: GameMap, best: BestNetwork) -> tuple[pd.DataFrame, list[str]]:
    """Return the tracks and tickets of a network as a table, and notes on what it is worth."""
    import pandas as pd

    from ttr_analysis.exact.optimum.problem import joined_tickets

    rows = [("track", t.name, str(t.length), game_map.rules.route_points[t.length]) for t in best.tracks]
    joined = joined_tickets(game_map, (track.index for track in best.tracks))
    rows += [("ticket", ticket.name, "", points) for ticket, points in joined]
    return pd.DataFrame(rows, columns=["what", "name", "pieces", "points"]), _experiment_words.network(game_map, best)


def _frontier(table: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """Return the frontier as a table for people, without notes."""
    people = table.drop(columns=["bonus_points", "seconds"]) if not table["bonus_points"].any() else table
    return people.assign(gap=[f"{100 * gap:.1f} %" for gap in people["gap"]]), []


def _draw(folder: Path, game_map: GameMap, networks: list[BestNetwork]) -> None:
    """Write the board with the last network, and the frontier if there are several networks."""
    from ttr_analysis import charts
    from ttr_analysis.exact.optimum import network_table

    figures = {"network": charts.best_network(game_map, networks[-1])}
    if len(networks) > 1:
        figures["frontier"] = charts.optimum_by_trains(network_table(game_map, networks))
    _output.write_charts(figures, folder)


def _tell(progress: Progress) -> None:
    """Show on one line of the terminal how far the search has got."""
    print(f"\r{_experiment_words.searching(progress):<100.100}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print(f"\r{'':100}\r", end="", file=sys.stderr, flush=True)
