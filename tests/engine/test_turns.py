"""The end of a turn: who leads on the board, and how often that changes."""

from __future__ import annotations

import pytest

from ttr_analysis.engine import turns
from ttr_analysis.engine.state import NOBODY, Public, Tables
from ttr_analysis.play.deciders import interpreted


@pytest.mark.parametrize(
    ("points", "leader", "changes"),
    [
        ([(0, 0, 0)], NOBODY, 0),
        ([(4, 0, 0), (4, 4, 0)], 0, 0),  # who draws level does not take the lead
        ([(4, 4, 0), (4, 4, 4)], NOBODY, 0),
        ([(4, 0, 0), (4, 4, 0), (4, 5, 0)], 1, 1),
        ([(4, 0, 0), (4, 7, 0), (4, 7, 9), (10, 7, 9)], 0, 3),
        ([(4, 5, 0), (4, 4, 0), (4, 3, 0)], 0, 1),  # pieces were exchanged
        ([(0, -1, -1), (-2, -1, -2), (-2, -3, -2)], 1, 1),
    ],
)
def test_the_lead_changes_with_more_points_than_everybody_else(
    points: list[tuple[int, ...]], leader: int, changes: int
) -> None:
    tables, public = Tables.array()[0], Public.array()[0]
    tables.exchange_cost, public.players, public.leader = 1, 3, NOBODY
    watch_lead = interpreted(turns.watch_lead)
    for board in points:
        public.route_points[:3] = [20 + each for each in board]
        public.exchanged[:3] = 20
        watch_lead(tables, public)
    assert (public.leader, public.lead_changes) == (leader, changes)
