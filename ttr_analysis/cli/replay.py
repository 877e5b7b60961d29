"""``ttr replay``: one game in words or as a page to step through, checked by the referee."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps import city_labels, spoken_names

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps import Event, GameMap
    from ttr_analysis.play import GameFailed
    from ttr_analysis.play.lineup import Lineup


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr replay usa --strategies ticket_planner --players 2 --seed 7 --game 3"
    made = _common.add_command(commands, "replay", replay, "print a game in words, checked by the referee", example)
    _common.add_lineup(made)
    _common.add_fixed_seats(made)
    _common.add_interventions(made)
    made.add_argument("--game", type=_common.place, default=0, metavar="G", help="number of the game (default: 0)")
    made.add_argument(
        "--until", type=_common.place, metavar="TURN", help="last turn to print (default: the last of the game)"
    )
    _common.add_json(made, "the log with names")
    made.add_argument(
        "--costs",
        action="store_true",
        help="print under each move what it cost: the chance to win before it, after it, and what was better (minutes)",
    )
    made.add_argument("--explain", action="store_true", help="print under each move why the strategy chose it")
    _common.add_cities(made)
    made.add_argument(
        "--html", metavar="FILE", help="write one page that works offline, on which the game is followed step by step"
    )


def replay(arguments: Namespace) -> int:
    """Print a game in words, and whether the referee agrees with it."""
    with city_labels.naming(arguments.cities):
        return _replayed(arguments)


def _replayed(arguments: Namespace) -> int:
    from ttr_analysis.play import GameFailed, play_explained, play_logged
    from ttr_analysis.play.lineup import make_lineup

    _common.load_code(arguments.code)
    if arguments.html:
        _output.check_file(arguments.html)
    game_map, rotate = _common.map_of(arguments.map, rules=arguments.rule), not arguments.fixed_seats
    names, players, game, seed = arguments.strategies, arguments.players, arguments.game, arguments.seed
    table = make_lineup(
        game_map, names, players=players, seed=seed, rotate=rotate, interventions=arguments.intervention
    )  # fmt: skip
    asked: dict[str, Any] = {
        "players": players, "game": game, "seed": seed, "rotate": rotate, "interventions": arguments.intervention,
    }  # fmt: skip
    failed: GameFailed | None = None
    notes: Mapping[int, str] = {}
    try:
        if arguments.explain or arguments.html:
            explained = play_explained(game_map, names, **asked)
            events, notes = explained.events, explained.explanations
        else:
            events = play_logged(game_map, names, **asked)
    except GameFailed as error:
        events, notes, failed = error.events, error.explanations, error
    reasons = notes
    game_map = table.game_map  # without what is gone
    costs = _costs(table, game, events) if arguments.costs and failed is None else None
    seated = [f"{table.place_of(game, seat).name} {seat + 1}" for seat in range(table.players)]
    if arguments.html:
        shown = [event for event in events if arguments.until is None or event.turn <= arguments.until]
        written = _output.write_file(arguments.html, _page(table, seated, shown, game, reasons, costs))
        if not arguments.json:
            print(written)
    if arguments.json:
        record = _record(table, seated, events, game, arguments.until, notes)
        _output.print_json(record if costs is None else record | {"costs": _output.records(costs)})
    elif arguments.html:
        print(_verdict(table, events, failed is not None))
    else:
        notes = {place: words.move(reason) for place, reason in notes.items()}
        if costs is not None:
            notes = {**notes, **_notes(costs, events, notes)}
        said = list(map(spoken_names.seated, seated))
        _tell(game_map, table.players, events, said, arguments.until, notes)
        print(_verdict(table, events, failed is not None))
        if costs is not None:
            from ttr_analysis.experiments import blunders

            for line in (*words.reviewed(costs, blunders(costs), said), words.rolled_out(costs)):
                print(city_labels.renamed(line))
    if failed is not None:
        raise failed
    return 0


def _tell(
    game_map: GameMap,
    players: int,
    events: Sequence[Event],
    names: Sequence[str],
    until: int | None,
    notes: Mapping[int, str],
) -> None:
    from ttr_analysis.referee import narrate

    told = [event for event in events if until is None or event.turn <= until]
    for line in narrate(game_map, players, told, names, notes, words.move):
        print(city_labels.renamed(line))


def _costs(table: Lineup, number: int, events: Sequence[Event]) -> pd.DataFrame:
    """Return the review of a game, whose log is given, by the players who played it."""
    from ttr_analysis.experiments import game_of_log, review
    from ttr_analysis.play import Game

    played = Game(table.game_map, table.players, table.seed, number, interventions=table.interventions)
    seated = [table.place_of(number, seat) for seat in range(table.players)]
    played.play([place.strategy for place in seated])
    if played.events != list(events):  # a strategy that does not choose the same again
        if table.interventions:
            raise SetupError(
                "a log of a game with interventions cannot be reviewed, and its players choose otherwise now"
            )
        played = game_of_log(table.game_map, events)
    return review(played, names=[f"{place.name} {seat + 1}" for seat, place in enumerate(seated)])


def _notes(costs: pd.DataFrame, events: Sequence[Event], notes: Mapping[int, str]) -> dict[int, str]:
    """Return what each decision cost, by the place of its event, after what is noted there already."""
    from ttr_analysis.maps import EventKind

    decided = [place for place, event in enumerate(events) if event.is_decision and event.kind is not EventKind.PASS]
    told = {decided[row["decision"]]: words.decision_cost(row) for row in costs.to_dict("records")}
    return {place: "; ".join(filter(None, (notes.get(place, ""), text))) for place, text in told.items()}


def _page(
    table: Lineup,
    seated: Sequence[str],
    events: Sequence[Event],
    game: int,
    notes: Mapping[int, str],
    costs: pd.DataFrame | None = None,
) -> str:
    """Return the game as a page with a viewer, and perhaps with what decisions cost."""
    from ttr_analysis.play import game_frames
    from ttr_analysis.play.simulate import replay_command
    from ttr_analysis.report import replay_data, replay_page
    from ttr_analysis.report.replay import decided_steps

    changes = table.interventions
    frames = game_frames(table.game_map, table.players, events, notes, interventions=changes, unfinished=True)
    if costs is not None:  # perhaps of decisions after the last turn that is shown
        costs = costs[costs["decision"] < len(decided_steps(frames))]
    data = replay_data(table.game_map, frames, seated, seed=table.seed, game=game, costs=costs)
    return replay_page(city_labels.renamed(data), replay_command(table, game))


def _record(
    table: Lineup,
    seated: Sequence[str],
    events: Sequence[Event],
    game: int,
    until: int | None,
    notes: Mapping[int, str],
) -> dict[str, Any]:
    """Return the game as plain values: its events with names, and the scores that the referee finds."""
    from ttr_analysis.maps import named_event
    from ttr_analysis.referee import replay as referee

    game_map = table.game_map
    verdict = referee(game_map, len(seated), events, interventions=table.interventions, unfinished=True)
    told = [
        named_event(event, game_map) | ({"explanation": notes[i]} if i in notes else {})
        for i, event in enumerate(events)
        if until is None or event.turn <= until
    ]
    won = {"scores": list(verdict.scores), "winners": sorted(verdict.winners)}
    place = _common.map_record(game_map) | {"digest": game_map.digest}
    run = {"seed": table.seed, "game": game, "interventions": [str(change) for change in table.interventions]}
    return {"map": place, "seats": list(seated), **run, "events": told, **won}


def _verdict(table: Lineup, events: Sequence[Event], unfinished: bool) -> str:
    """Return the referee's verdict as a sentence; raise an error if it finds a fault."""
    from ttr_analysis.referee import replay as referee

    verdict = referee(
        table.game_map, table.players, events, interventions=table.interventions, unfinished=unfinished
    )  # fmt: skip
    return words.referee_agrees(len(events), verdict.scores)
