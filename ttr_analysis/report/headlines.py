"""The sentences at the top of a report, generated from its numbers."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from ttr_analysis import stats
from ttr_analysis.report.analysis import Analysis


def headlines(analysis: Analysis) -> list[str]:
    """Return what a reader should remember, in plain sentences with 95 % intervals."""
    return [*_scores(analysis), *_tracks(analysis), *_tickets(analysis), *_seats(analysis), *_games(analysis)]


def _scores(analysis: Analysis) -> Iterator[str]:
    facts = analysis.facts
    yield (f"A player scores {_mean(facts, 'score')} points on average, a winner {_mean(facts, 'winning_score')}.")
    if analysis.mixed:
        best = analysis.strategies.sort_values("win_share", ascending=False).iloc[0]
        yield (
            f"The strongest strategy is {best['strategy']}: a player who uses it wins {_percent(best, 'win_share')} "
            f"of the games; the fair share is {100 * best['fair_share']:.1f} %."
        )


def _tracks(analysis: Analysis) -> Iterator[str]:
    claimed = analysis.track_table[analysis.track_table["claims"] > 0]
    if claimed.empty:
        return
    top = claimed.sort_values("claim_share", ascending=False).iloc[0]
    yield (
        f"The most wanted track is {top['name']}: claimed in {_percent(top, 'claim_share')} of the games, "
        f"in round {_mean(top, 'claim_round')} on average."
    )
    rare = claimed.sort_values("claim_share").iloc[0]
    yield f"The least wanted is {rare['name']}: claimed in {_percent(rare, 'claim_share')} of the games."
    lift = claimed.sort_values("winner_lift_low", ascending=False).iloc[0]
    if lift["winner_lift_low"] > 0:
        points = _mean(100 * lift[["winner_lift", "winner_lift_low", "winner_lift_high"]], "winner_lift")
        yield (
            f"Winners claim {lift['name']} more often than the others, by {points} percentage points: "
            "the most certain such difference of all tracks."
        )
    else:
        yield "No track is claimed by winners more often than by the others beyond what chance would explain."


def _tickets(analysis: Analysis) -> Iterator[str]:
    facts = analysis.facts
    yield f"Players keep {_mean(facts, 'tickets_kept', 2)} tickets and make {_percent(facts, 'made_share')} of them."
    kept = analysis.tickets[analysis.tickets["kept"] > 0]
    if kept.empty:
        return
    easy = kept.sort_values("made_share", ascending=False).iloc[0]
    hard = kept.sort_values("made_share").iloc[0]
    yield (
        f"The ticket made most often is {easy['name']} (by {_percent(easy, 'made_share')} of the players who keep "
        f"it), the one made least often is {hard['name']} ({_percent(hard, 'made_share')})."
    )
    best = kept.sort_values("mean_points", ascending=False).iloc[0]
    unit = "point" if best["points"] == 1 else "points"
    yield (
        f"The ticket most worth keeping is {best['name']}: printed value {best['points']} {unit}, worth "
        f"{_mean(best, 'mean_points')} on average once failures are counted."
    )


def _seats(analysis: Analysis) -> Iterator[str]:
    first = analysis.seats.iloc[0]
    fair = first["fair_share"]
    verdict = "no different from"
    if first["win_share_low"] > fair:
        verdict = "more than"
    if first["win_share_high"] < fair:
        verdict = "less than"
    yield (
        f"The player who moves first wins {_percent(first, 'win_share')} of the games, {verdict} the fair share of "
        f"{100 * fair:.1f} %."
    )


def _games(analysis: Analysis) -> Iterator[str]:
    facts, rules = analysis.facts, analysis.result.game_map.rules
    yield f"A game lasts {_mean(facts, 'rounds')} rounds."
    if "tunnel_attempts" in facts:
        table = stats.tunnel_values(analysis.result)
        given_up = stats.tunnel_surcharges(analysis.result)
        asked = (given_up["attempts"] * (given_up["surcharge"] > 0)).sum() / given_up["attempts"].sum()
        yield (
            f"A player attempts {_mean(facts, 'tunnel_attempts')} tunnels per game; {100 * asked:.0f} % of the "
            f"{int(table['attempts'].sum()):,} attempts met a surcharge, and {_mean(facts, 'tunnel_failures', 2)} "
            "per player and game were given up."
        )
    if "stations_built" in facts:
        yield (
            f"A player builds {_mean(facts, 'stations_built', 2)} stations, which save "
            f"{_mean(facts, 'station_ticket_points')} ticket points."
        )
    if "harbours_built" in facts:
        yield (
            f"A player builds {_mean(facts, 'harbours_built', 2)} harbours; harbours, built and unbuilt, bring "
            f"{_mean(facts, 'harbour_points')} points."
        )
    if "pieces_chosen" in facts:
        first, second = (piece.name for piece in rules.pieces)
        yield (
            f"Players choose {_mean(facts, 'pieces_chosen')} {first}s; the rest of their {rules.pieces_kept} pieces "
            f"are {second}s."
        )
    if "pieces_exchanged" in facts:
        yield f"A player exchanges {_mean(facts, 'pieces_exchanged', 2)} pieces per game."
    if "bonus_tickets" in facts:
        yield f"A player wins {_mean(facts, 'bonus_tickets', 2)} bonus tickets per game."
    if "ticket_exchanges" in facts:
        yield f"A player exchanges all tickets {_mean(facts, 'ticket_exchanges', 2)} times per game."


def _percent(row: pd.Series[float], name: str) -> str:
    return f"{100 * row[name]:.1f} % ({100 * row[f'{name}_low']:.1f} to {100 * row[f'{name}_high']:.1f})"


def _mean(row: pd.Series[float], name: str, decimals: int = 1) -> str:
    value, low, high = (f"{row[f'{name}{end}']:.{decimals}f}" for end in ("", "_low", "_high"))
    return f"{value} ({low} to {high})"
