"""The chapters of a report that only some games have: tunnels, buildings, tours, chosen pieces."""

from __future__ import annotations

from collections.abc import Iterator

from ttr_analysis import stats
from ttr_analysis.charts import features, scores
from ttr_analysis.charts.captions import caption_of
from ttr_analysis.report.chapter import Chapter
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import BUILDINGS


def feature_chapters(result: Result) -> Iterator[Chapter]:
    """Yield the charts of what this map's rules have beyond tracks and tickets of two cities."""
    yield from _tunnels(result)
    yield from _buildings(result)
    yield from _pieces(result)
    yield from _tickets(result)


def _tunnels(result: Result) -> Iterator[Chapter]:
    if result.tunnels.empty:
        return
    caption = caption_of(result.manifest, "bootstrap")
    yield Chapter(
        "tunnel_surcharges",
        features.surcharge_chart(stats.tunnel_surcharges(result), caption=caption),
        "Dark: the surcharge was paid; pale: the tunnel was given up and the turn lost. If only locomotives are paid, "
        "fewer cards match.",
    )
    what = "The number in brackets is the length."
    yield Chapter(
        "tunnels",
        features.tunnel_chart(stats.tunnel_values(result), caption=caption_of(result.manifest, "bootstrap", what)),
        "What a tunnel costs beyond its length differs between tunnels only by chance and by the cards already out of "
        "the deck; how often it is given up also shows how much it was needed.",
        600,
    )


def _buildings(result: Result) -> Iterator[Chapter]:
    if result.buildings.empty:
        return
    where, earns = (
        stats.building_values(result),
        {
            "station": "ticket points that would be lost without it, cost not deducted",
            "harbour": "its points at the end",
        },
    )
    for kind in BUILDINGS:
        if (where["kind"] == kind).any():
            cities = int((where["kind"] == kind).sum())
            chosen = f" The {features.MAX_BARS} most frequent of {cities} cities." * (cities > features.MAX_BARS)
            caption = caption_of(result.manifest, "bootstrap", f"Points: mean of {earns[kind]}.{chosen}")
            yield Chapter(
                f"{kind}s",
                features.building_chart(where, kind, caption=caption),
                f"Where players build {kind}s, and what each is worth there.",
                600,
            )
    numbers = stats.buildings_by_player(result)
    for kind in numbers["kind"].unique():
        rows = numbers[numbers["kind"] == kind]
        yield Chapter(
            f"{kind}s_built",
            scores.counts_chart(
                rows, f"How many {kind}s players build", "Built by a player", f"{kind}s", "players",
                caption=caption_of(result.manifest, "none"),
            ),
            f"The {kind}s that a player has built by the end; the chart's table lists the scores that go with them.",
        )  # fmt: skip


def _pieces(result: Result) -> Iterator[Chapter]:
    if not result.game_map.rules.pieces_kept:
        return
    piece = result.game_map.rules.pieces[0].name
    yield Chapter(
        "pieces_chosen",
        scores.counts_chart(
            stats.pieces_chosen(result), f"How many {piece}s players choose", "Chosen by a player",
            f"{piece}s", "players", caption=caption_of(result.manifest, "none"),
        ),
        f"The rest of the {result.game_map.rules.pieces_kept} pieces are {result.game_map.rules.pieces[1].name}s.",
    )  # fmt: skip


def _tickets(result: Result) -> Iterator[Chapter]:
    tours = stats.tour_outcomes(result)
    if len(tours) and tours["kept"].any():
        yield Chapter(
            "tours",
            features.tour_chart(tours, caption=caption_of(result.manifest, "wilson")),
            "A tour whose cities are joined, but not in order, pays less. The whiskers show the interval of "
            "the share in order.",
            600,
        )
    if result.game_map.rules.tickets.goal:
        yield Chapter(
            "tickets_made",
            scores.counts_chart(
                stats.tickets_made(result), "How many tickets players complete", "Completed by a player", "tickets",
                "players", caption=caption_of(result.manifest, "none"),
            ),
            f"The game ends with the {result.game_map.rules.tickets.goal}th ticket or the last train of a player.",
        )  # fmt: skip
