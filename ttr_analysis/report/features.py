"""The chapters of a report that only some games have: tunnels, buildings, tours, chosen pieces."""

from collections.abc import Iterator

from ttr_analysis import charts, stats
from ttr_analysis.report import words
from ttr_analysis.report.chapter import Chapter, chapter
from ttr_analysis.results.result import Result
from ttr_analysis.results.schema import BUILDINGS


def feature_chapters(result: Result) -> Iterator[Chapter]:
    """Yield the charts of what this map's rules have beyond tracks and tickets of two cities."""
    rules = result.game_map.rules
    if not result.tunnels.empty:
        yield chapter("tunnel_surcharges", charts.tunnel_surcharges, result)
        yield chapter("tunnels", charts.tunnel_values, result)
    if not result.buildings.empty:
        yield from _buildings(result)
    if rules.pieces_kept:
        text = words.CHAPTERS["pieces_chosen"].format(kept=rules.pieces_kept, second=rules.pieces[1].name)
        yield chapter("pieces_chosen", charts.pieces_chosen, result, text=text)
    tours = stats.tour_outcomes(result)
    if len(tours) and tours["kept"].any():
        yield chapter("tours", charts.tour_outcomes, tours)
    if rules.tickets.goal:
        text = words.CHAPTERS["tickets_made"].format(goal=rules.tickets.goal)
        yield chapter("tickets_made", charts.tickets_made, result, text=text)


def _buildings(result: Result) -> Iterator[Chapter]:
    where, numbers = stats.building_values(result), stats.buildings_by_player(result)
    for kind in BUILDINGS:
        if (where["kind"] == kind).any():
            yield chapter(f"{kind}s", charts.building_values, where, kind)
    for kind in numbers["kind"].unique():
        yield chapter(f"{kind}s_built", charts.buildings_by_player, numbers, kind)
