"""Departures of ``learned``: without none it is itself, without all it is ``expert``; each is counted as its kind."""

from __future__ import annotations

import pytest

from ttr_analysis.engine.codes import CLAIM, DRAW_BLIND, DRAW_TICKETS, KEEP_TICKETS
from ttr_analysis.errors import SetupError
from ttr_analysis.experiments.training import departures
from ttr_analysis.play.simulate import simulate
from ttr_analysis.results.result import Result
from ttr_analysis.strategies.base import Strategy


def games(who: str | Strategy) -> Result:
    """A few games of a player with ``expert``."""
    return simulate("usa", [who, "expert"], games=6, seed=4, progress=False)


@pytest.mark.long(reason="compiles a player that no other test needs")
@pytest.mark.parametrize(("kinds", "same"), [((), "learned"), (tuple(departures.KINDS), "expert:burst=0.8")])
def test_without_none_it_is_learned_and_without_all_expert(kinds: tuple[str, ...], same: str) -> None:
    ours, theirs = games(departures.without(*kinds)), games(same)
    assert ours.tracks.drop(columns="run").equals(theirs.tracks.drop(columns="run"))
    assert ours.players["score"].equals(theirs.players["score"])


@pytest.mark.long(reason="compiles a player that no other test needs")
@pytest.mark.parametrize("kind", ["waits", "claims early", "other track"])
def test_each_kind_changes_games(kind: str) -> None:
    assert not games(departures.without(kind)).players["score"].equals(games("learned").players["score"])


def test_departures_are_counted_by_kind_and_turn() -> None:
    """Before the first turn, tickets can only be kept; nobody departs more often than there are turns."""
    table = departures.departures("usa", games=2, seed=2)
    assert len(table) == 2 * len(departures.KINDS)
    often = table.groupby("kind")["departures"].sum()
    assert often["waits"] > 0 < often["other track"]
    turns = table[table["kind"] != "keeps"]
    assert (turns.groupby("game")["departures"].sum() < turns.groupby("game")["turns"].first()).all()
    assert (turns["turn"].dropna() >= 1).all()
    assert turns["turn"].isna().equals(turns["departures"] == 0)


def test_kinds_are_told_apart() -> None:
    pairs = [(CLAIM, DRAW_BLIND), (DRAW_BLIND, CLAIM), (CLAIM, CLAIM), (DRAW_BLIND, DRAW_BLIND)]
    pairs += [(DRAW_TICKETS, CLAIM), (KEEP_TICKETS, KEEP_TICKETS)]
    assert [departures.kind_of(*pair, False) for pair in pairs] == list(range(1, 7))
    assert departures.kind_of(CLAIM, CLAIM, True) == 0


def test_a_kind_that_is_none_is_refused() -> None:
    with pytest.raises(SetupError, match="kind"):
        departures.without("blocks")
