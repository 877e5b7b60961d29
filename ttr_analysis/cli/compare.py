"""``ttr compare``: what a change of map, rules, tickets or lineup does to games."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ttr_analysis.cli import _common, _experiment_words, _output, words
from ttr_analysis.errors import SetupError
from ttr_analysis.maps.languages import say, written

if TYPE_CHECKING:
    import pandas as pd

    from ttr_analysis.maps import GameMap


def add_to(commands: Any) -> None:
    """Add the command and its arguments."""
    example = 'ttr compare usa --variant "no bonus: longest_trail_bonus=0" --strategies expert --players 4 --games 1000'
    summary = "compare maps, rules or ticket sets in games with common random numbers"
    made = _common.add_command(commands, "compare", compare, summary, example)
    made.add_argument("maps", nargs="+", metavar="MAP", help=f"{_common.MAP_HELP}; the first is compared with the rest")
    _common.add_rules(made)
    made.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME:RULE=VALUE,...",
        help='the first map with changed rules: "short: pieces.train=30, end.pieces_left=0" (repeatable)',
    )
    _common.add_seats(made)
    _common.add_games(made, 500, "games of each variant")
    _common.add_seed(made)
    _common.add_out(made, "folder for the chart, its table, and the games")
    _common.add_going_on(made)
    _common.add_running(made)
    _common.add_code(made)
    _common.add_form(made)


def compare(arguments: Namespace) -> int:
    """Play the games of each variant, and print how they differ from the first."""
    from ttr_analysis.charts import comparisons
    from ttr_analysis.experiments.comparison import compare as play
    from ttr_analysis.stats import MIN_GAMES

    _common.load_code(arguments.code)
    variants, folder = variants_of(arguments), _output.chart_folder(arguments.out)
    table = play(
        variants,
        _common.lineup_of(arguments),
        players=arguments.players,
        games=arguments.games,
        seed=arguments.seed,
        out=None if folder is None else folder / "games",
        resume=arguments.resume,
        more=arguments.more,
        threads=arguments.threads,
        progress=_common.progress_of(arguments),
    )
    notes = [comparisons.sentence(table, name) for name in list(variants)[1:]]
    if table.attrs["source"]["games"] < MIN_GAMES:
        notes.append(_experiment_words.few_games(table.attrs["source"]["games"], MIN_GAMES))
    for game_map in variants.values():
        notes += words.noted(game_map.caveats)
    _output.print_table(arguments, table, _for_people(table, comparisons.label), [*dict.fromkeys(notes)])
    if folder:
        _output.write_charts({"comparison": comparisons.comparison(table)}, folder)
    games, asked = table.attrs["source"]["games"], table.attrs["source"]["parts"][0]["asked"]
    if games < asked:
        print(words.stopped(_experiment_words.variants_finished(games, asked)), file=sys.stderr)
        return _common.INTERRUPTED
    return 0


def variants_of(arguments: Namespace) -> dict[str, GameMap]:
    """Return the maps that the arguments name, by the names of the variants.

    ``--rule`` changes all of them; for one map without variants, it makes the second variant.
    """
    named = [(text, _common.map_of(text)) for text in arguments.maps]
    first = named[0][1]
    if len(named) == 1 and not arguments.variant:
        if not arguments.rule:
            raise SetupError("nothing to compare: name a second map, or change a rule with --rule or --variant")
        return {"printed": first, ", ".join(arguments.rule): _common.with_rules(first, arguments.rule)}
    for text in arguments.variant:
        name, colon, settings = text.partition(":")
        if not colon or not name.strip() or not settings.strip():
            raise SetupError(f'--variant {text!r} must have a name and rules: "no bonus: longest_trail_bonus=0"')
        named.append((name.strip(), _common.with_rules(first, split_settings(settings))))
    variants = {name: _common.with_rules(game_map, arguments.rule) for name, game_map in named}
    if len(variants) < len(named):
        raise SetupError(f"two of {', '.join(name for name, _ in named)} have the same name; --variant gives its own")
    return variants


def split_settings(text: str) -> list[str]:
    """Return the settings between commas; commas within brackets belong to a value."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _for_people(table: pd.DataFrame, label: Callable[[str], str]) -> pd.DataFrame:
    """Return one row for each fact and variant with rounded numbers."""
    import pandas as pd

    rows = []
    for _, row in table.iterrows():
        compared = row["difference"] == row["difference"]
        rows.append(
            {
                "fact": label(row["fact"]),
                "unit": say(row["unit"]),
                "variant": row["variant"],
                "mean [95 %]": _estimate(row, "value", ".2f"),
                "difference [95 %]": _estimate(row, "difference", "+.2f") if compared else "",
                "p adjusted": written(row["p_adjusted"], ".2g") if row["p_adjusted"] == row["p_adjusted"] else "",
            }
        )
    return pd.DataFrame(rows)


def _estimate(row: pd.Series[Any], name: str, form: str) -> str:
    """Return a number with its interval, if it has one."""
    value, low, high = (written(row[f"{name}{end}"], form) for end in ("", "_low", "_high"))
    return value if row[f"{name}_low"] != row[f"{name}_low"] else words.estimate(value, low, high)
