"""All tables and charts of a report, made from a result in one go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pandas as pd

from ttr_analysis import stats
from ttr_analysis.charts import scores
from ttr_analysis.charts import tickets as ticket_plots
from ttr_analysis.charts.board.heat_maps import value_board
from ttr_analysis.charts.board.layout import load_layout, make_layout
from ttr_analysis.charts.captions import Interval, caption_of
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.report.features import feature_chapters
from ttr_analysis.results.result import Result

BOARD = 1000
"""Width of boards, in pixels: the full width of the article's column."""


@dataclass(frozen=True)
class Analysis:
    """The data of a report: a result and the tables of :mod:`ttr_analysis.stats` made from it."""

    result: Result
    track_table: pd.DataFrame
    tickets: pd.DataFrame
    parts: pd.DataFrame
    seats: pd.DataFrame
    strategies: pd.DataFrame
    facts: pd.Series[float]

    @classmethod
    def of(cls, result: Result) -> Analysis:
        """Compute every table of a result.

        Raises
        ------
        ResultError
            If there are too few games for intervals.
        """
        return cls(
            result,
            stats.track_values(result),
            stats.ticket_outcomes(result),
            stats.score_parts(result),
            stats.win_share_by_seat(result),
            stats.win_share_by_strategy(result),
            stats.game_facts(result),
        )

    @property
    def mixed(self) -> bool:
        """Whether different strategies played against each other."""
        return len(self.strategies) > 1

    def tables(self) -> dict[str, pd.DataFrame]:
        """Return the tables by the stem of their file names."""
        tables = {
            "tracks": self.track_table,
            "routes": stats.track_values(self.result, by="route"),
            "tickets": self.tickets,
            "score_parts": self.parts,
            "seats": self.seats,
            "strategies": self.strategies,
            "games": pd.DataFrame(self.facts.rename_axis("measure").rename("value").reset_index()),
            "tunnel_surcharges": stats.tunnel_surcharges(self.result),
            "tunnels": stats.tunnel_values(self.result),
            "buildings": stats.building_values(self.result),
            "buildings_by_player": stats.buildings_by_player(self.result),
            "tours": stats.tour_outcomes(self.result),
        }
        return {stem: table for stem, table in tables.items() if len(table)}


def chapters(analysis: Analysis) -> Iterator[Chapter]:
    """Yield the charts of a report, in the order of the article."""
    yield from _boards(analysis)
    yield from _tickets(analysis)
    yield from _scores(analysis)
    yield from feature_chapters(analysis.result)
    yield from _games(analysis)


def _boards(analysis: Analysis) -> Iterator[Chapter]:
    game_map = analysis.result.game_map
    layout = load_layout(game_map) or make_layout(game_map)
    texts: dict[str, tuple[Interval, str]] = {
        "claim_share": (
            "wilson",
            (
                "Where the competition is: bright tracks are claimed in nearly every game, dark ones often stay "
                "free. Hover over a track for its value and interval."
            ),
        ),
        "winner_lift": (
            "bootstrap",
            (
                "Red tracks are claimed more often by winners than by the other players of their games, blue ones less "
                "often. This is correlation, not causation: winners also hold other tickets."
            ),
        ),
        "claim_round": ("bootstrap", "Dark tracks are claimed early: players who need them should not wait."),
    }
    for measure, (interval, text) in texts.items():
        caption = caption_of(analysis.result.manifest, interval)
        fig = value_board(game_map, analysis.track_table, measure, layout=layout, caption=caption, width=BOARD)
        yield Chapter(f"board_{measure}", fig, text, BOARD)


def _tickets(analysis: Analysis) -> Iterator[Chapter]:
    manifest = analysis.result.manifest
    what = "Cut off: the cities could no longer be joined; unfinished: they could have been."
    yield Chapter(
        "tickets",
        ticket_plots.ticket_chart(analysis.tickets, caption=caption_of(manifest, "wilson", what)),
        "Every kept ticket ends in one of three ways. The whiskers show the interval of the share made.",
        600,
    )
    yield Chapter(
        "ticket_value",
        ticket_plots.difficulty_chart(analysis.tickets, caption=caption_of(manifest, "both")),
        "A ticket is worth keeping if it pays on average, failures included: the higher, the better.",
        900,
    )


def _scores(analysis: Analysis) -> Iterator[Chapter]:
    result = analysis.result
    means, none = caption_of(result.manifest, "bootstrap"), caption_of(result.manifest, "none")
    yield Chapter(
        "score_parts",
        scores.score_parts_chart(analysis.parts, caption=means),
        "Gains lie to the right of zero, failed tickets to the left; the black line is what remains.",
        560,
    )
    yield Chapter(
        "scores",
        scores.score_chart(stats.score_distribution(result), caption=none),
        "The spread of scores, " + ("by strategy." if analysis.mixed else "for winners and for the others."),
    )
    if analysis.mixed:
        yield Chapter(
            "strategies",
            scores.strategy_chart(analysis.strategies, caption=means),
            "Seats rotate, so that no strategy benefits from its place at the table.",
            460,
        )
    yield Chapter(
        "seats",
        scores.seat_chart(analysis.seats, caption=means),
        "Whether it pays to move first. A shared win is divided equally.",
    )


def _games(analysis: Analysis) -> Iterator[Chapter]:
    result = analysis.result
    none = caption_of(result.manifest, "none")
    yield Chapter(
        "game_length",
        scores.game_length_chart(stats.game_lengths(result), caption=none),
        "A round is one turn for every player.",
    )
    what = "Boxes hold the middle half of all claims, whiskers the middle 90 %."
    yield Chapter(
        "claim_rounds",
        scores.claim_turn_chart(stats.claim_turns_by_length(result), caption=caption_of(result.manifest, "none", what)),
        "When short and long tracks are claimed.",
    )
    yield Chapter(
        "pieces_left",
        scores.pieces_chart(stats.pieces_left(result), caption=none),
        "The player who ends the game has few left; the others no longer get to use theirs.",
    )
