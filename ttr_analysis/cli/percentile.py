"""``ttr percentile``: how scores of one's own stand among those of a strategy."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _output, words
from ttr_analysis.errors import SetupError

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps import GameMap


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = "ttr percentile usa 138 121 --players 4"
    summary = "tell how scores of your own stand among those of a strategy"
    made = _common.add_command(commands, "percentile", percentile, summary, example)
    _common.add_map(made)
    made.add_argument("scores", nargs="*", type=_common.whole, metavar="SCORE", help="final scores of your own")
    made.add_argument("--own", metavar="FILE", help="CSV file with a row for each player of a game (docs/people.md)")
    made.add_argument("--players", type=_common.whole, metavar="N", help="number of players (a file may tell it)")
    _common.add_everybody(made)
    _common.add_games(made, 1000, "number of games to compare with")
    _common.add_seed(made, 1)
    _common.add_code(made)
    made.add_argument("--charts", metavar="DIR", help="folder for a chart of the scores")
    _common.add_form(made)


def percentile(arguments: Namespace) -> int:
    """Print the percentiles of scores, and draw them if that is asked for."""
    from ttr_analysis.experiments import own_percentiles

    _common.load_code(arguments.code)
    folder = _output.chart_folder(arguments.charts)
    game_map = _common.map_of(arguments.map, rules=arguments.rule)
    own = _own(arguments, game_map)
    asked = {"strategy": arguments.strategy, "games": arguments.games, "seed": arguments.seed}
    table = own_percentiles(own, game_map, **asked)
    notes = ["", words.percentiles(arguments.strategy, arguments.games, arguments.seed), *words.noted(game_map.caveats)]
    parts = _parts(own, game_map, asked)
    told = [line for players, each in parts.items() for line in words.own_parts(each, players)]
    _output.print_table(arguments, table, _for_people(table), [*notes, *told])
    if folder is not None:
        _output.write_charts(_charts(own, game_map, asked, parts), folder)
    return 0


def _own(arguments: Namespace, game_map: GameMap) -> pd.DataFrame:
    """Return own games: those of a file, or the scores named."""
    import pandas as pd

    from ttr_analysis.experiments import read_games
    from ttr_analysis.experiments.own_games.possible import check_score

    if bool(arguments.scores) == (arguments.own is not None):
        raise SetupError("name either scores or a file (--own)")
    if arguments.own is not None:
        return read_games(arguments.own, game_map, arguments.players)
    if arguments.players is None:
        raise SetupError("--players is missing: with how many players were the scores made?")
    scores = [check_score(score, game_map) for score in arguments.scores]
    where = {"map": game_map.name, "ticket_set": game_map.ticket_set, "players": arguments.players}
    return pd.DataFrame({**where, "score": scores})


def _for_people(table: pd.DataFrame) -> pd.DataFrame:
    shown = table[[name for name in ("game", "player", "players", "score") if name in table]].copy()
    shown["percentile"] = _output.interval(table, "percentile", 1)
    return shown


def _groups(own: pd.DataFrame) -> dict[int, pd.DataFrame]:
    """Return the rows of each number of players."""
    return {int(str(players)): rows for players, rows in own.groupby("players")}


def _parts(own: pd.DataFrame, game_map: GameMap, asked: dict[str, Any]) -> dict[int, pd.DataFrame]:
    """Return where the points come from, by the number of players, as far as the rows tell parts of scores."""
    from ttr_analysis.experiments import own_parts
    from ttr_analysis.experiments.own_games.parts import tells_parts

    return {players: own_parts(rows, game_map, **asked) for players, rows in _groups(own).items() if tells_parts(rows)}


def _charts(
    own: pd.DataFrame, game_map: GameMap, asked: dict[str, Any], parts: dict[int, pd.DataFrame]
) -> dict[str, Any]:
    """Return charts of the scores, and of their parts, for each number of players."""
    from ttr_analysis.charts import own_parts, own_scores
    from ttr_analysis.experiments import reference_games

    charts = {
        f"own_scores_{players}_players": own_scores(reference_games(game_map, players=players, **asked), rows)
        for players, rows in _groups(own).items()
    }
    return charts | {f"own_parts_{players}_players": own_parts(table) for players, table in parts.items()}
