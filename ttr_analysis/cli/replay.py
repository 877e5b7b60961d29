"""``ttr replay``: one game in words or as a page to step through, checked by the referee."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, words

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
    made.add_argument("--explain", action="store_true", help="print under each move why the strategy chose it")
    made.add_argument(
        "--html", metavar="FILE", help="write one page that works offline, on which the game is followed step by step"
    )


def replay(arguments: Namespace) -> int:
    """Print a game in words, and whether the referee agrees with it."""
    from ttr_analysis.play import GameFailed, play_explained, play_logged
    from ttr_analysis.play.lineup import make_lineup

    _common.load_code(arguments.code)
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
    seated = [f"{table.place_of(game, seat).name} {seat + 1}" for seat in range(table.players)]
    if arguments.html:
        shown = [event for event in events if arguments.until is None or event.turn <= arguments.until]
        written = _common.write_file(arguments.html, _page(table, seated, shown, game, reasons))
        if not arguments.json:
            print(written)
    if arguments.json:
        _common.print_json(_record(table, seated, events, game, arguments.until, notes))
    elif arguments.html:
        print(_verdict(table, events, failed is not None))
    else:
        _tell(game_map, table.players, events, seated, arguments.until, notes)
        print(_verdict(table, events, failed is not None))
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
    for line in narrate(game_map, players, told, names, notes):
        print(line)


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
    return replay_page(data, replay_command(table, game))


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
