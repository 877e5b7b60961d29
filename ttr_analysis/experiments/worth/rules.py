"""What a rule is worth: the printed game less the game with the rule changed, in games with common random numbers."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pandas as pd

from ttr_analysis._validate import count, shown
from ttr_analysis.errors import ResultError, SetupError
from ttr_analysis.experiments import comparison
from ttr_analysis.experiments.worth import answers, kept, measure
from ttr_analysis.experiments.worth import table as estimates
from ttr_analysis.maps import MapLike, as_map, spoken_names
from ttr_analysis.maps.languages import say, written
from ttr_analysis.maps.spoken_names import player
from ttr_analysis.play import lineup, simulate
from ttr_analysis.play.progress import Progress
from ttr_analysis.results.result import Result
from ttr_analysis.rules import forms
from ttr_analysis.stats import by_game, columns, intervals
from ttr_analysis.strategies import DEFAULT_STRATEGY, Strategy

TOLD = ("score", "winning_score", "margin", "close", "first_seat", "turns")
"""The facts of :data:`ttr_analysis.stats.FACTS` that are told of a rule."""
OF_STRATEGIES = {"score": "points", "win_share": "share"}
"""What is told of each strategy of a mixed line-up, and its unit."""
PRINTED, CHANGED = "printed", "changed"


def worth_of_rule(
    game_map: MapLike,
    changes: Mapping[str, Any],
    strategies: str | Strategy | Sequence[str | Strategy] = DEFAULT_STRATEGY,
    *,
    players: int | None = None,
    games: int = 1000,
    seed: int = 0,
    confidence: float = intervals.CONFIDENCE,
    out: str | Path | None = None,
    resume: bool = False,
    executor: Executor | None = None,
    threads: int | None = None,
    progress: Progress = True,
) -> pd.DataFrame:
    """Measure what a rule does: the printed game less the same game with the rule changed.

    The strategies know the rules that they play by. Games are compared in pairs with common random numbers.

    Parameters
    ----------
    game_map : GameMap, str or Path
    changes : mapping of str to value
        The rule or rules as they would be otherwise, by their names in ``map.toml``: ``{"longest_trail_bonus": 0}``,
        ``{"end.pieces_left": 0}``.
    strategies : str, Strategy or sequence of them, optional
        One for all players, or one for each; seats rotate.
    players, games, seed, confidence, executor, threads, progress : optional
        As for :func:`ttr_analysis.compare`.
    out : str or Path, optional
        Folder for the table (CSV), how it was made (JSON), and the facts of each pair of games (parquet).
    resume : bool, optional
        Go on with the games in the folder; take its table, and play nothing, if it was not stopped.

    Returns
    -------
    pandas DataFrame
        A row for each fact of :data:`TOLD`, and with different strategies one for the ``score`` and the ``win_share``
        of each: ``fact``, ``strategy`` (empty: all), ``unit``; ``printed`` and ``changed``, the mean over games
        (Student; of shares, Wilson by game); ``worth``, the printed less the changed one (paired by game, Student),
        each with ``_low`` and ``_high``; ``p_value``, ``p_adjusted`` over the table (Holm), and ``n``.

    Raises
    ------
    RuleError, SetupError
        If a rule is no setting, or cannot be so; nothing is changed; or the folder holds anything else, such as a
        table made with another engine.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_rule(
    ...     "usa", {"longest_trail_bonus": 0}, "greedy_points", games=30, progress=False
    ... )
    >>> table["fact"].tolist()
    ['score', 'winning_score', 'margin', 'close', 'first_seat', 'turns']
    """
    measure.check_confidence(confidence)
    if not isinstance(changes, Mapping):
        raise SetupError(f"changes must be rules, such as {{'longest_trail_bonus': 0}}, not {shown(changes)}")
    count("games", games, minimum=2)  # a difference needs two for an interval
    printed = as_map(game_map)
    other = printed.with_rules(**forms.nested(changes.items()))
    if other.digest == printed.digest:
        raise SetupError("these are the rules of this map already, so there is nothing to compare")
    places = lineup.make_lineup(printed, strategies, players=players, seed=seed).places
    facts: kept.Facts = {
        "map": printed.name, "digest": printed.game_digest, "ticket_set": printed.ticket_set, "of": "rules",
        "change": {name: forms.toml_text(value) for name, value in forms.dotted(forms.nested(changes.items()))},
        "players": len(places), "strategies": [each.name for each in places], "seed": seed, "games": games,
        "confidence": confidence, **measure.code_of(places),
    }  # fmt: skip
    folder = None if out is None else kept.folder_for(out)
    if folder is not None:
        kept.check_new(folder, resume)
        if (there := _there(folder, facts)) is not None:
            return there
    asked: dict[str, Any] = {"players": players, "games": games, "seed": seed, "threads": threads, "progress": progress,
                             "executor": executor}  # fmt: skip
    results: dict[str, Result] = {}
    for number, (name, each) in enumerate(((CHANGED, other), (PRINTED, printed)), start=1):
        place = None if folder is None else folder / f"worth-{number}"
        results[name] = simulate(each, strategies, out=place, resume=resume, **asked)
        if not results[name].complete and name == CHANGED:
            raise KeyboardInterrupt
    table = columns.table_of([*_of_all(results, confidence), *_of_strategies(results, confidence)])
    table["p_adjusted"] = intervals.holm(table["p_value"])
    table["n"] = min(map(len, results.values()))
    table.attrs["worth"] = {**facts, "source": _source(results)}
    table.attrs["complete"] = all(each.manifest.complete for each in results.values())
    if folder is not None:
        kept.write_pairs(folder, _pairs(results))
        kept.write_table(folder, table)
    return table


def _there(folder: Path, facts: kept.Facts) -> pd.DataFrame | None:
    """Return the table that a folder holds, or None if there is none or it was stopped.

    Raises
    ------
    SetupError
        If it is another one.
    """
    if not (folder / kept.RECORD).exists():
        return None
    kept.check_same(folder, facts)
    table = kept.read_worth(folder)
    return table if table.attrs["complete"] else None


def _source(results: Mapping[str, Result]) -> dict[str, Any]:
    """Return what the caption of a chart tells: both games, and how often they were played."""
    named = {PRINTED: results[PRINTED].source, CHANGED: results[CHANGED].source}
    games = min(map(len, results.values()))
    return {"kind": "comparison", "variants": list(named), "parts": list(named.values()), "games": games}


def _pairs(results: Mapping[str, Result]) -> pd.DataFrame:
    """Return a row for each fact and game: its value in the printed game and in the changed one."""
    of_games = {name: by_game.facts_by_game(each) for name, each in results.items()}
    found = [_side_by_side(of_games, fact, "") for fact in TOLD if of_games[PRINTED][fact].notna().all()]
    names = sorted(set(results[PRINTED].manifest.names))
    for name in names if len(names) > 1 else ():
        of_strategy = {variant: _by_game(each, name) for variant, each in results.items()}
        found += [_side_by_side(of_strategy, fact, name) for fact in OF_STRATEGIES]
    return pd.concat(found, ignore_index=True)


def _side_by_side(variants: Mapping[str, pd.DataFrame], fact: str, strategy: str) -> pd.DataFrame:
    values = pd.DataFrame({name: variants[name][fact] for name in (PRINTED, CHANGED)}).dropna()
    rows = values.rename_axis("game").reset_index()
    rows.insert(0, "fact", fact)
    rows.insert(1, "strategy", strategy)
    return rows


def _of_all(results: Mapping[str, Result], confidence: float) -> Iterator[dict[str, object]]:
    """Yield the rows of facts of games."""
    compared = comparison.compared(results, confidence)
    methods = columns.intervals_of(compared)
    of_variants = [compared[compared["variant"] == name].set_index("fact") for name in (CHANGED, PRINTED)]
    for fact in TOLD:
        if any(fact not in each.index for each in of_variants):
            continue
        other, printed = (each.loc[fact] for each in of_variants)
        yield {
            "fact": fact, "strategy": "", "unit": by_game.FACTS[fact].unit,
            PRINTED: _estimate(printed, "value", methods), CHANGED: _estimate(other, "value", methods),
            "worth": _estimate(printed, "difference", methods), "p_value": printed["p_value"],
        }  # fmt: skip


def _estimate(row: Any, name: str, methods: Mapping[str, list[Any]]) -> intervals.Estimate:
    value, low, high = (float(row[f"{name}{end}"]) for end in columns.ENDS)
    return intervals.Estimate(value, low, high, int(row["n"]), *methods[name])


def _of_strategies(results: Mapping[str, Result], confidence: float) -> Iterator[dict[str, object]]:
    """Yield the rows of each strategy of a mixed line-up: the mean of its seats in each game."""
    names = sorted(set(results[PRINTED].manifest.names))
    for name in names if len(names) > 1 else ():
        other, printed = (_by_game(results[each], name) for each in (CHANGED, PRINTED))
        for fact, unit in OF_STRATEGIES.items():
            mean = intervals.share_by_game if unit == "share" else intervals.mean
            yield {
                "fact": fact, "strategy": name, "unit": unit,
                PRINTED: mean(printed[fact], confidence), CHANGED: mean(other[fact], confidence),
                "worth": intervals.paired_difference(printed[fact], other[fact], confidence),
                "p_value": intervals.paired_p_value(printed[fact] - other[fact]),
            }  # fmt: skip


def _by_game(result: Result, strategy: str) -> pd.DataFrame:
    places = [place for place, name in enumerate(result.manifest.names) if name == strategy]
    rows = result.players[result.players["strategy"].isin(places)]
    return rows.groupby("game")[list(OF_STRATEGIES)].mean()


def rule_effect(table: pd.DataFrame) -> str:
    """Say what a rule does to a game, from a table of its worth: score, lead of the winner, first seat, and length.

    Parameters
    ----------
    table : pandas DataFrame
        From :func:`worth_of_rule`, or ``read_worth``.

    Raises
    ------
    ResultError
        If the table is another one.

    Examples
    --------
    >>> table = ttr.experiments.worth_of_rule(
    ...     "usa", {"longest_trail_bonus": 0}, "greedy_points", games=30, progress=False
    ... )
    >>> print(ttr.experiments.rule_effect(table).partition(" by ")[0])
    Against a game with longest trail bonus = 0, the printed game changes the mean score
    """
    facts = facts_of(table)
    rows = {row["fact"]: row for _, row in table[table["strategy"] == ""].iterrows()}
    parts = [
        say(form).format(columns.text_of_row(rows[fact], "worth", 2))
        for fact, form in answers.RULE_PARTS.items()
        if fact in rows
    ]
    confidence = columns.intervals_of(table).get("worth", ("t", intervals.CONFIDENCE))[1]
    players = say(" and ").join(map(player, dict.fromkeys(facts["strategies"])))
    return say(answers.RULE).format(
        change=changed_to(facts), parts=say("{}, and {}").format(", ".join(parts[:-1]), parts[-1]), players=players,
        number=facts["players"], games=written(int(table["n"].min()), ","), confidence=100 * confidence,
    )  # fmt: skip


def facts_of(table: pd.DataFrame) -> dict[str, Any]:
    """Return how a table of the worth of a rule was made.

    Raises
    ------
    ResultError
        If it is no such table.
    """
    facts = estimates.facts_in(table) or {}
    if facts.get("of") != "rules" or "fact" not in table:
        raise ResultError("this is not a table of experiments.worth_of_rule, or it no longer says how it was made")
    return facts


def changed_to(facts: Mapping[str, Any]) -> str:
    """Return the rules as they would be otherwise, as people write them."""
    return ", ".join(spoken_names.rules(f"{name} = {value}") for name, value in facts["change"].items())
