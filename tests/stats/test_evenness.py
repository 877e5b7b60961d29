"""How evenly a board is used: entropies that are known, and bounds of what never happened."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from made_up import made_up_result

from ttr_analysis import stats
from ttr_analysis.maps import load_map
from ttr_analysis.results.result import Result
from ttr_analysis.stats import columns, evenness, intervals

USA = load_map("usa")


def claimed(tracks: object, seats: object, games: int = 200) -> Result:
    """Games in which so many claims are made, in turn, of these tracks by these seats."""
    result = made_up_result(USA, games=games)
    track, seat = np.asarray(tracks), np.asarray(seats)
    rows = pd.DataFrame({"game": np.repeat(np.arange(games), len(track)), "track": np.tile(track, games)})
    rows["seat"] = np.tile(seat, games) if seat.ndim else np.random.default_rng(1).integers(0, int(seat), len(rows))
    whole = result.tracks.iloc[np.arange(len(rows)) % len(result.tracks)].reset_index(drop=True)
    return replace(result, tracks=whole.assign(**{name: rows[name] for name in rows}))


def test_equal_claims_have_the_entropy_1_and_a_single_route_0() -> None:
    one_of_each = list({frozenset(track.pair): track.index for track in USA.tracks}.values())
    every = stats.claim_entropy(claimed(one_of_each, 4))
    assert (every.value, every.low, every.high) == pytest.approx((1, 1, 1))
    assert stats.claim_entropy(claimed([7, 7], 4)).value == pytest.approx(0)


def test_a_route_of_its_own_for_each_seat_has_the_entropy_0_and_chance_has_1() -> None:
    assert stats.claimant_entropy(claimed([0, 20, 40, 60], [0, 1, 2, 3])).value == pytest.approx(0)
    chance = stats.claimant_entropy(claimed([0, 20, 40, 60], 4))
    assert chance.low <= 1 <= chance.high + 1e-9
    assert chance.value > 0.99
    few = claimed([0, 20, 40, 60], 4, games=30)  # without the jackknife, 0.96 on average
    assert stats.claimant_entropy(few).value > 0.97


def test_a_route_never_claimed_has_an_upper_bound_and_twins_are_one_route() -> None:
    table = stats.route_use(claimed([USA.track("Denver-Omaha purple").index], 4)).set_index("name")
    assert len(table) == len({track.pair for track in USA.tracks})
    assert table.loc["Denver-Omaha", "claim_share"] == 1
    never = table[table["claims"] == 0]
    assert len(never) == len(table) - 1
    assert never["claim_share_high"].iloc[0] == intervals.share(0, 200).high
    left = evenness.routes_left(claimed([0], 4))
    assert left.value == pytest.approx(1 - 1 / len(table))


def test_rows_below_a_limit_are_counted_surely_and_possibly() -> None:
    table = pd.DataFrame({"name": list("abcd")})
    columns.add(
        table, "x", [np.array(v) for v in ([0, 0.04, 0.06, np.nan], [0, 0.01, 0.03, np.nan], [0.02, 0.08, 0.1, 1])]
    )
    found = evenness.few_of(table.dropna(), "x", 0.05, 100)
    assert (found.low, found.value, found.high) == pytest.approx((1 / 3, 2 / 3, 1))
    assert np.isnan(evenness.few_of(table[:0], "x", 0.05, 100).value)


def test_a_ticket_is_kept_of_those_it_was_dealt_to() -> None:
    result = made_up_result(USA, games=200)
    none = replace(result, tickets=result.tickets[result.tickets["ticket"] != 3])
    table = stats.ticket_keeping(none).set_index("name")
    row = table.loc[USA.tickets[3].name]
    assert row["offers"] == 200 * 4 * 3 / 30  # three of thirty tickets are dealt to each of four players
    assert (row["kept"], row["start_share"], row["start_share_low"]) == (0, 0, 0)
    assert row["start_share_high"] == intervals.share(0, 80).high
    others = table.drop(row.name)
    assert others["start_share"].tolist() == pytest.approx(np.minimum(others["kept_at_start"] / 80, 1).tolist())


def test_the_long_deck_is_dealt_apart() -> None:
    europe = load_map("europe")
    long = {ticket.name for ticket in europe.tickets if ticket.is_long}
    offers = stats.ticket_keeping(made_up_result(europe, games=30)).set_index("name")["offers"]
    assert {round(offers[name], 9) for name in long} == {30 * 4 / len(long)}
    assert {round(value, 9) for value in offers.drop(list(long))} == {30 * 4 * 3 / (len(europe.tickets) - len(long))}
