"""Opening advice: exact columns against the optimum, odds and points against the games behind them."""

from __future__ import annotations

import pytest

from ttr_analysis import load_map
from ttr_analysis.errors import MapError, SetupError
from ttr_analysis.exact.optimum import min_trains
from ttr_analysis.experiments.opening_advice import opening_advice
from ttr_analysis.play.openings import dealt_tickets, keepable, play_dealt
from ttr_analysis.stats.intervals import mean, paired_difference, share

THREE = ("Los Angeles-New York", "Duluth-El Paso", "Seattle-New York")


def test_every_choice_with_its_trains_odds_and_points() -> None:
    usa = load_map("usa")
    table = opening_advice(usa, THREE, players=3, games=40, seed=4)
    dealt = dealt_tickets(usa, THREE)
    choices = keepable(usa, dealt)
    played = dict(zip(choices, play_dealt(usa, dealt, choices, players=3, games=40, seed=4), strict=True))
    assert set(table["kept"]) == {"; ".join(ticket.name for ticket in choice) for choice in choices}
    assert table["score"].is_monotonic_decreasing
    best = played[next(c for c in choices if "; ".join(t.name for t in c) == table.loc[0, "kept"])]["score"]
    for choice, games in played.items():
        row = table.set_index("kept").loc["; ".join(ticket.name for ticket in choice)]
        assert (row["trains"], row["proven"]) == (min_trains(usa, choice).trains, True)
        assert row["spare"] == 45 - row["trains"]
        assert row["points"] == sum(ticket.points for ticket in choice)
        made = share(int((games["made"] == len(choice)).sum()), 40)
        assert (row["all_made_share"], row["all_made_share_low"], row["all_made_share_high"]) == (
            made.value,
            made.low,
            made.high,
        )
        assert (row["score"], row["score_low"]) == (mean(games["score"]).value, mean(games["score"]).low)
        behind = paired_difference(best, games["score"])
        assert (row["behind"], row["behind_high"]) == (behind.value, behind.high)
        lost = sum(ticket.points for ticket in choice)
        assert -lost <= row["ticket_points"] <= lost
    assert table.loc[0, "behind"] == table.loc[0, "behind_low"] == 0


@pytest.mark.long(reason="the best network of five far tickets takes five seconds")
def test_what_cannot_all_be_built_is_never_all_made() -> None:
    mega = load_map("usa", "mega")
    far = (
        "Boston-Miami",
        "Winnipeg-Houston",
        "Los Angeles-Oklahoma City",
        "San Francisco-Washington",
        "Vancouver-Denver",
    )
    table = opening_advice(mega, far, games=30)
    beyond = table[table["spare"] < 0]
    assert len(beyond) >= 1
    assert (beyond["all_made_share"] == 0).all()


def test_first_journey_leaves_no_choice() -> None:
    first = load_map("first_journey_usa")
    table = opening_advice(first, [ticket.name for ticket in first.tickets[:2]], players=2, games=30)
    assert len(table) == 1
    assert table.loc[0, "tickets"] == 2


@pytest.mark.long(reason="the best network of five tours of the World takes seven seconds")
def test_tours_and_long_tickets_are_kept_as_the_rules_say() -> None:
    world = load_map("rails_sails_world")
    tours = [ticket for ticket in world.tickets if ticket.is_tour][:5]
    table = opening_advice(world, tours, players=2, games=30)
    assert sorted(table["tickets"]) == [3] * 10 + [4] * 5 + [5]


def test_bad_input_is_refused_before_anything_is_played() -> None:
    usa = load_map("usa")
    with pytest.raises(ValueError, match="games is 29, but at least 30"):
        opening_advice(usa, THREE, games=29)
    with pytest.raises(ValueError, match="games needs a whole number"):
        opening_advice(usa, THREE, games=30.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="time_limit is nan"):
        opening_advice(usa, THREE, time_limit=float("nan"))
    with pytest.raises(MapError, match="has no ticket 'Denver-Nowhere'"):
        opening_advice(usa, (*THREE[:2], "Denver-Nowhere"))
    with pytest.raises(SetupError, match="2 to 5 players, not 6"):
        opening_advice(usa, THREE, players=6)
