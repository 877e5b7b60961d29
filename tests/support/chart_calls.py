"""What each chart can be called with: made-up tables, and the calls of the examples in docstrings."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import plotly.graph_objects as go
import pytest

import ttr_analysis as ttr
from tests.support.made_up import made_up_result
from tests.support.made_up_tournament import made_up_tournament
from tests.support.made_up_worth import made_up_rule_worth, made_up_worth
from ttr_analysis import charts, stats
from ttr_analysis.charts.export import Pictures
from ttr_analysis.errors import MissingTool
from ttr_analysis.exact import odds, paths
from ttr_analysis.experiments import tournament as tournaments
from ttr_analysis.maps.folder import load_map


def drawing() -> dict[str, Callable[..., go.Figure]]:
    """The public functions that draw one chart."""
    found = {name: getattr(charts, name) for name in charts.__all__}
    return {
        name: each
        for name, each in found.items()
        if inspect.isfunction(each)
        and inspect.signature(each).return_annotation in ("go.Figure", go.Figure)
        and name not in ("add_board", "annotate")
    }


def recorded(monkeypatch: pytest.MonkeyPatch) -> dict[str, tuple[tuple[Any, ...], dict[str, Any]]]:
    """Run the examples of all charts; return with what each chart was called."""
    calls: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {}

    def spy(name: str, chart: Callable[..., go.Figure]) -> Callable[..., go.Figure]:
        @wraps(chart)
        def called(*arguments: Any, **options: Any) -> go.Figure:
            calls[name] = arguments, options
            return chart(*arguments, **options)

        return called

    monkeypatch.setattr(Pictures, "start", no_browser)
    functions = drawing()
    for name, chart in functions.items():
        monkeypatch.setattr(charts, name, spy(name, chart))
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(verbose=False)
    for name, chart in functions.items():
        module = importlib.import_module(chart.__module__)
        for test in finder.find(chart, name, module=module, globs={"ttr": ttr, **vars(module)}):
            runner.run(test, out=lambda text: None)
    return calls


def no_browser(self: Pictures) -> None:
    raise MissingTool("no browser")


def made_up_calls() -> dict[str, tuple[Any, ...]]:
    """What half of the charts can be called with without a game played."""
    usa, europe = load_map("usa"), load_map("europe")
    games = made_up_result(usa, 60)
    tournament = made_up_tournament([2.5, 0.0, 0.05], (0.3, 0.0), games=60, seed=3)
    worth, tracks = made_up_worth(usa), stats.track_values(games, "route")
    tunnels = {name: odds.tunnel_table(europe.rules.cards, name, "red") for name in (1, 4)}
    of_games = (
        "score_parts", "score_distribution", "win_share_by_seat", "win_share_by_strategy", "game_lengths",
        "pieces_left", "tickets_made", "claim_turns_by_length", "ticket_outcomes", "ticket_worth", "track_values",
    )  # fmt: skip
    return {
        **dict.fromkeys(of_games, (games,)),
        **dict.fromkeys(("ladder", "win_matrix"), (tournament,)),
        "margins": (tournaments.margins(tournament, [("s0", "s1"), ("s1", "s2")]), tournaments.matchups(tournament)),
        "score_violins": (tournaments.score_counts(tournament), tournaments.standings(tournament)),
        "own_scores": (games, [100, 130]),
        "rule_worth": (made_up_rule_worth(),),
        "ticket_partners": (paths.ticket_overlaps(usa),),
        "fair_points": (stats.length_fair_points(games),),
        "comparison": ({"one": games, "two": made_up_result(usa, 60, ("random",) * 3)},),
        **dict.fromkeys(("worth_ranking", "points_and_wins"), (worth,)),
        "worth_and_lift": (worth, tracks),
        "board_figure": (load_map("first_journey_usa"),),
        "tunnel_costs": (tunnels,),
        "tunnel_success": ({str(name): table for name, table in tunnels.items()},),
        "waiting_times": ({"3 red": odds.draws_until(usa.rules.cards, {"red": 3})}, "How long"),
        "blind_or_locomotive": (odds.blind_or_locomotive(usa.rules.cards),),
    }
