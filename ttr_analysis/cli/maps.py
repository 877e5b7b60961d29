"""``ttr maps``: list, check, show, export and profile maps, and compute their layouts."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, _profile, words

if TYPE_CHECKING:
    from ttr_analysis.maps import GameMap


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    maps = _common.add_command(
        commands, "maps", list_maps, "list, check, show, export and profile maps", "ttr maps show usa --tickets 1910"
    )
    actions = maps.add_subparsers(title="actions", metavar="ACTION")
    _common.add_json(maps, "the list")
    check = _common.add_command(
        actions, "check", check_map, "list every fault of a map folder; the exit code is 1 if there are any"
    )
    check.add_argument("path", help="a map folder, or the name of a map")
    _common.add_json(check, "the faults")
    show = _common.add_command(actions, "show", show_map, "print the facts of a map")
    show.add_argument("name", metavar="MAP", help=_common.MAP_HELP)
    _common.add_ticket_set(show)
    _common.add_rules(show)
    _common.add_json(show, "facts and tickets")
    new = _common.add_command(
        actions,
        "new",
        new_map,
        "write a map folder to fill in, or from a file of edges",
        "ttr maps new my_map --like usa",
    )
    _add_new(new)
    layout = _common.add_command(
        actions, "layout", write_layout, "compute the layout of a map's picture and save it in the map folder"
    )
    layout.add_argument("path", help="a map folder; the layout is saved there")
    _add_export(actions)
    _profile.add_to(actions)


def _add_new(new: Any) -> None:
    new.add_argument("name", metavar="NAME", type=_common.folder, help="the map folder to write; it must not exist")
    source = new.add_mutually_exclusive_group(required=True)
    source.add_argument("--like", metavar="MAP", help="write a folder to fill in, with the rules and columns of a map")
    source.add_argument(
        "--edges",
        type=Path,
        metavar="FILE",
        help="CSV (rows or a matrix), JSON (node-link, edge list, neighbours), YAML, GraphML, GEXF or DOT",
    )
    new.add_argument("--cities", type=Path, metavar="FILE", help="cities with their positions: CSV, JSON or YAML")
    new.add_argument("--tickets", type=Path, metavar="FILE", help="tickets: CSV, JSON or YAML")
    new.add_argument("--rules", metavar="NAME", help="rule set of the edges (default: usa)")
    new.add_argument("--title", metavar="TEXT", help="title of the map (default: the name of the folder)")
    new.add_argument(
        "--folder", type=_common.folder, default=".", metavar="DIR", help="where to write it (default: here)"
    )


def _add_export(actions: Any) -> None:
    from ttr_analysis.maps.export import FORMATS

    example = "ttr maps export usa --format geojson --values tracks.csv --out usa.geojson"
    export = _common.add_command(actions, "export", export_map, "write a map in a format of other tools", example)
    _common.add_map(export)
    export.add_argument(
        "--format", required=True, choices=FORMATS, metavar="FORMAT",
        help=f"one of {', '.join(FORMATS)}; only geojson needs the latitude and longitude of each city",
    )  # fmt: skip
    export.add_argument(
        "--values", metavar="TABLE",
        help="CSV, JSON or parquet file with a column 'track' (numbers from 0) or 'name' and columns of numbers",
    )  # fmt: skip
    export.add_argument("--out", metavar="FILE", help="file to write or replace (default: print the text)")


def list_maps(arguments: Namespace) -> int:
    """Print the available maps."""
    from ttr_analysis.maps.folder import available_maps, load_map

    game_maps = {name: load_map(name) for name in available_maps()}
    if arguments.json:
        _output.print_json([_listed(name, game_map) for name, game_map in game_maps.items()])
        return 0
    for name, game_map in game_maps.items():
        print(words.map_line(name, game_map))
    return 0


def _listed(name: str, game_map: GameMap) -> dict[str, Any]:
    """Return a map's entry in the list of maps."""
    low, high = game_map.rules.players
    counts = {part: len(getattr(game_map, part)) for part in ("cities", "tracks", "tickets")}
    sets = list(game_map.ticket_sets)
    return {"name": name, "title": game_map.title, "players": [low, high], "ticket_sets": sets, **counts}


def check_map(arguments: Namespace) -> int:
    """Print every fault of a map, and warnings of what is none; return exit code 1 if there are faults."""
    from ttr_analysis.maps import folder

    faults = folder.check_map(arguments.path)
    warnings = [] if faults else list(_warnings(arguments.path))
    if arguments.json:
        listed = [asdict(fault) for fault in faults]
        _output.print_json({"map": arguments.path, "faults": listed, "warnings": warnings})
        return int(bool(faults))
    for fault in faults:
        print(fault)
    print(words.faults_found(arguments.path, len(faults)))
    for warning in warnings:
        print(words.warned(warning))
    return int(bool(faults))


def _warnings(path: str) -> Iterator[str]:
    """Yield what is probably a slip on a sound map, what its games lack, and very large networks."""
    from ttr_analysis.maps import checks, doubts, facts, folder

    game_map = folder.load_map(path)
    yield from doubts.doubts(game_map)
    if pieces := facts.pieces_to_doubt(game_map):
        yield words.trail_in_doubt(pieces)
    low, high = game_map.rules.players
    for each in (folder.load_map(path, name) for name in game_map.ticket_sets):
        lacks = ((players, next(checks.supply_flaws(each, players), None)) for players in range(low, high + 1))
        if found := next(((players, flaw) for players, flaw in lacks if flaw), None):
            yield words.too_few_to_play(found[0], found[0] == low, found[1].message)


def show_map(arguments: Namespace) -> int:
    """Print the facts of a map, and its tickets."""
    from ttr_analysis.maps.facts import facts, ticket_lines

    game_map, group = _common.map_of(arguments.name, arguments.tickets, arguments.rule), ""
    if arguments.json:
        lists = {"players": list(game_map.rules.players), "ticket sets": list(game_map.ticket_sets)}
        _output.print_json(
            {
                "facts": [
                    asdict(fact) | ({"value": lists[fact.name]} if fact.name in lists and fact.group == "map" else {})
                    for fact in facts(game_map)
                ],
                "tickets": [asdict(ticket) | {"name": ticket.name} for ticket in game_map.tickets],
                "differences": list(game_map.differences),
            }
        )
        return 0
    for fact in facts(game_map):
        if fact.group != group:
            print(("\n" if group else "") + fact.group)
            group = fact.group
        print(f"  {fact.name:<30}{fact.value}")
    print(f"\ntickets of the set {game_map.ticket_set}")
    for line in ticket_lines(game_map):
        print(f"  {line}")
    return 0


def new_map(arguments: Namespace) -> int:
    """Write a map folder to fill in, or from a file of edges."""
    folder = Path(arguments.folder) / arguments.name
    if arguments.like is None:
        return _write_edges(arguments, folder)
    from ttr_analysis.errors import SetupError
    from ttr_analysis.maps.blank import new_folder

    if given := [f"--{name}" for name in ("cities", "tickets", "rules") if getattr(arguments, name) is not None]:
        raise SetupError(f"{given[0]} goes with --edges, not with --like: the map to fill in has the rules of a map")
    new_folder(_common.map_of(arguments.like), folder, arguments.title)
    print(words.map_to_fill_in(str(folder)))
    return 0


def _write_edges(arguments: Namespace, folder: Path) -> int:
    from ttr_analysis.maps.doubts import doubts
    from ttr_analysis.maps.edge_files import map_of_file
    from ttr_analysis.maps.folder import check_map

    game_map = map_of_file(
        arguments.edges,
        folder.resolve().name,
        title=arguments.title,
        cities=arguments.cities,
        tickets=arguments.tickets,
        rules=arguments.rules or "usa",
    )
    game_map.save(folder)
    print(words.map_written(str(folder), game_map))
    for fault in check_map(game_map):
        print(words.oddity(fault))
    for doubt in doubts(game_map):
        print(words.warned(doubt))
    return 0


def write_layout(arguments: Namespace) -> int:
    """Compute a map's layout, save it in the map's folder, and print how many faults are left."""
    from ttr_analysis.charts.board.layout import LAYOUT_FILE
    from ttr_analysis.charts.board.layout import write_layout as write
    from ttr_analysis.maps.folder import find_map

    folder = find_map(arguments.path)
    if not arguments.quiet:
        _output.print_now(words.laying_out(folder.resolve().name))
    _, faults = write(folder)
    print(words.layout_written(folder / LAYOUT_FILE, asdict(faults)))
    return 0


def export_map(arguments: Namespace) -> int:
    """Print a map in a format of other tools, or write it to a file."""
    from ttr_analysis.maps import export, track_table

    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    values = None if arguments.values is None else track_table.read_track_table(arguments.values)
    text = export.export_map(game_map, arguments.format, values)
    if arguments.out is None:
        _output.in_utf8()
        print(text, end="")
    else:
        print(_output.write_file(arguments.out, text))
    return 0
