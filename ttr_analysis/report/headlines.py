"""The sentences at the top of a report, generated from its numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from ttr_analysis import stats
from ttr_analysis.charts import findings
from ttr_analysis.report import words
from ttr_analysis.report import worth as valued
from ttr_analysis.report.analysis import Analysis
from ttr_analysis.stats.columns import ENDS, as_text, ranked


@dataclass(frozen=True, slots=True)
class Story:
    """The sentences of a report: what leads it, three findings, and the rest; all plain text."""

    lead: str
    findings: tuple[str, ...]
    rest: tuple[str, ...]


FINDINGS = 3
"""Number of sentences that stand before the charts."""


def story(analysis: Analysis, worth: valued.Worth | None = None) -> Story:
    """Return the sentences of a report: findings about different things come first, one of each.

    What may be chance does not stand out: it is told further down, and how games go is told in its place.
    """
    sentences = headlines(analysis, worth)
    leading = [*valued.sentences(worth)] if worth is not None and not valued.may_be_chance(worth) else []
    subjects = (leading or [*_tracks(analysis)][:1], [*_best(analysis)], [*_easy(analysis)], [*_seats(analysis)])
    sure = (bool(leading) or _are_apart(analysis.track_table, "claim_share", "claims"), _best_is_sure(analysis),
            _are_apart(analysis.tickets, "made_share", "kept"), _seat_verdict(analysis) != words.UNSURE)  # fmt: skip
    told = [said for said, known in zip(subjects, sure, strict=True) if known]
    standing = [each[0] for each in (*told, *([said] for said in (*_games(analysis), *_tickets(analysis)))) if each][
        :FINDINGS
    ]
    facts, manifest = analysis.facts, analysis.result.manifest
    lead = words.LEAD.format(
        games=len(analysis.result), title=manifest.map.title, players=manifest.players,
        score=_mean(facts, "score"), winning_score=_mean(facts, "winning_score"),
    )  # fmt: skip
    return Story(lead, tuple(standing), tuple(each for each in sentences if each not in standing))


def _are_apart(table: pd.DataFrame, column: str, counted: str) -> bool:
    """Return whether the greatest and the least value of a column differ beyond chance, over all rows at once."""
    _, low, high = findings.widened(table[table[counted] > 0], column)
    return len(low) > 1 and bool(low.max() > high.min())


def _best_is_sure(analysis: Analysis) -> bool:
    """Return whether one strategy wins more than every other beyond chance."""
    if not analysis.mixed:
        return False
    _, low, high = findings.widened(ranked(analysis.strategies, "win_share", "strategy"), "win_share")
    return bool(low[0] > high[1:].max())


def headlines(analysis: Analysis, worth: valued.Worth | None = None) -> list[str]:
    """Return what a reader should remember, in plain sentences with 95 % intervals: first what routes are worth."""
    leading = [] if worth is None else [*valued.sentences(worth), *_lift(analysis, worth)]
    claims = [*_tracks(analysis), *(_lift(analysis, None) if worth is None else ())]
    tickets = [*_easy(analysis), *_tickets(analysis)]
    return [*leading, *_best(analysis), *claims, *tickets, *_seats(analysis), *_games(analysis)]


def _best(analysis: Analysis) -> Iterator[str]:
    if analysis.mixed:
        rows = ranked(analysis.strategies, "win_share", "strategy")
        best, second = rows.iloc[0], rows.iloc[1]
        form = words.BEST_STRATEGY if _best_is_sure(analysis) else words.BEST_UNSURE
        yield form.format(
            strategy=words.player(best["strategy"]), win_share=_percent(best, "win_share"),
            second=words.player(second["strategy"]), next_share=_percent(second, "win_share"),
            fair=100 * best["fair_share"],
        )  # fmt: skip


def _tracks(analysis: Analysis) -> Iterator[str]:
    claimed = analysis.track_table[analysis.track_table["claims"] > 0]
    if claimed.empty:
        return
    rows = ranked(claimed, "claim_share")
    top, rare = rows.iloc[0], rows.iloc[-1]
    yield words.MOST_WANTED.format(
        name=words.track(top["name"]), claim_share=_percent(top, "claim_share"), round=_mean(top, "claim_round")
    )
    yield words.LEAST_WANTED.format(name=words.track(rare["name"]), claim_share=_percent(rare, "claim_share"))


def _lift(analysis: Analysis, worth: valued.Worth | None) -> Iterator[str]:
    """Yield what winners claim more often beyond chance, which is correlation, beside what it is worth."""
    claimed = analysis.track_table[analysis.track_table["claims"] > 0]
    if claimed.empty:
        return
    lows = findings.widened(claimed, "winner_lift")[1]
    if not (lows > 0).any():
        return
    lift = ranked(claimed.assign(surely=lows), "surely").iloc[0]
    names = (lift["name"], f"{lift['city_a']}-{lift['city_b']}", f"{lift['city_b']}-{lift['city_a']}")
    seeds = analysis.result.manifest.seeds
    told = "" if worth is None else next(filter(None, (valued.beside_lift(worth, name, seeds) for name in names)), "")
    more = _mean(lift, "winner_lift", factor=100)
    yield words.WINNERS_CLAIM.format(name=words.track(lift["name"]), lift=more, worth=told)


def _easy(analysis: Analysis) -> Iterator[str]:
    """Yield which ticket is made most often, and which least."""
    kept = analysis.tickets[analysis.tickets["kept"] > 0]
    if len(kept):
        rows = ranked(kept, "made_share")
        easy, hard = rows.iloc[0], rows.iloc[-1]
        yield words.EASY_AND_HARD.format(
            easy=easy["name"], easy_share=_percent(easy, "made_share"),
            hard=hard["name"], hard_share=_percent(hard, "made_share"),
        )  # fmt: skip


def _tickets(analysis: Analysis) -> Iterator[str]:
    facts = analysis.facts
    yield words.TICKETS.format(kept=_mean(facts, "tickets_kept", 2), made=_percent(facts, "made_share"))
    kept = analysis.tickets[analysis.tickets["kept"] > 0]
    if len(kept):
        best = ranked(kept, "mean_points").iloc[0]
        printed = words.points(best["points"], best["least_points"])
        yield words.WORTH_KEEPING.format(name=best["name"], printed=printed, worth=_mean(best, "mean_points"))


def _seats(analysis: Analysis) -> Iterator[str]:
    first = analysis.seats.iloc[0]
    facts = {"verdict": _seat_verdict(analysis), "fair": 100 * first["fair_share"]}
    yield words.FIRST_SEAT.format(win_share=_percent(first, "win_share"), **facts)


def _seat_verdict(analysis: Analysis) -> str:
    """Return how often the first seat wins beside its fair share, as in the title of the chart of all seats."""
    _, low, high = findings.widened(analysis.seats, "win_share")
    fair = analysis.seats["fair_share"].iloc[0]
    if low[0] > fair:
        return words.MORE
    return words.LESS if high[0] < fair else words.UNSURE


def _games(analysis: Analysis) -> Iterator[str]:
    facts, rules = analysis.facts, analysis.result.game_map.rules
    yield words.ROUNDS.format(rounds=_mean(facts, "rounds"))
    if "tunnel_attempts" in facts:
        yield _tunnels(analysis)
    if "stations_built" in facts:
        built, points = _mean(facts, "stations_built", 2), _mean(facts, "station_ticket_points")
        yield words.STATIONS.format(built=built, points=points)
    if "harbours_built" in facts:
        built, points = _mean(facts, "harbours_built", 2), _mean(facts, "harbour_points")
        yield words.HARBOURS.format(built=built, points=points)
    if "pieces_chosen" in facts:
        first, second = (piece.name for piece in rules.pieces)
        chosen = _mean(facts, "pieces_chosen")
        yield words.CHOSEN.format(chosen=chosen, first=first, kept=rules.pieces_kept, second=second)
    if "pieces_exchanged" in facts:
        yield words.EXCHANGED.format(pieces=_mean(facts, "pieces_exchanged", 2))
    if "bonus_tickets" in facts:
        yield words.BONUS_TICKETS.format(tickets=_mean(facts, "bonus_tickets", 2))
    if "grand_tours" in facts:
        yield words.GRAND_TOURS.format(tours=_mean(facts, "grand_tours", 2))
    if "ticket_exchanges" in facts:
        yield words.TICKET_EXCHANGES.format(times=_mean(facts, "ticket_exchanges", 2))


def _tunnels(analysis: Analysis) -> str:
    met = stats.tunnel_surcharges(analysis.result)
    number = met["attempts"].sum()
    return words.TUNNELS.format(
        attempts=_mean(analysis.facts, "tunnel_attempts"),
        asked=100 * (met["attempts"] * (met["surcharge"] > 0)).sum() / number,
        number=int(number),
        failures=_mean(analysis.facts, "tunnel_failures", 2),
    )


def _percent(row: pd.Series[float], name: str) -> str:
    value, low, high = (100 * row[f"{name}{end}"] for end in ENDS)
    return words.PERCENT.format(value=value, low=low, high=high)


def _mean(row: pd.Series[float], name: str, decimals: int = 1, factor: float = 1) -> str:
    value, low, high = (factor * row[f"{name}{end}"] for end in ENDS)
    return as_text(value, low, high, decimals)
